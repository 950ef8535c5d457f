//! The compile-time layer of [`extents`](https://docs.rs/extents): modes, typed extents, labels, and
//! the vocabulary that all layers share.
//!
//! Users depend on `extents`, which re-exports all of this.
#![no_std]
// Traits that unsafe code of the packages above believes are unsafe to implement; beside those lines there is none.
#![deny(unsafe_code)]

#[cfg(test)]
extern crate std;

#[doc(hidden)]
#[macro_use]
pub mod list;
#[macro_use]
mod dim;

mod align;
mod assert;
mod certainty;
mod compose;
mod const_text;
mod convert;
mod dense;
pub mod error;
mod extents;
mod in_bounds;
mod indices;
pub mod label;
mod label_name;
mod macros;
mod mode;
mod mode_tuple;
pub mod names;
mod notation;
mod order;
mod outcome;
mod permutation;
pub mod placement;
mod predicates;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;
mod size;
pub mod slice;
mod static_extents;
mod stride;
mod unite;

#[cfg(feature = "gradients")]
pub use compose::TypedGradient;
pub use compose::{Compose, Composed, LabelExtent, LabelTable};
pub use convert::WeakenedFrom;
pub use dim::{Dim, Every, Join, Less, Product, Sym};
pub use error::ShapeError;
pub use extents::{AddressedBy, Coordinates, Extents, Rank};
pub use in_bounds::InBounds;
pub use indices::{Indices, ProvenIndices};
pub use label_name::LabelName;
pub use mode::{Const, Dyn, Mode};
pub use mode_tuple::{ModeTuple, StaticModes};
pub use outcome::Outcome;
pub use predicates::{
    in_bounds, is_matrix, is_scalar, is_tensor, is_vector, product, squeeze_into, valid,
};
pub use size::check_size;
pub use static_extents::{StaticExtents, TypedExtents};
pub use stride::{DynStride, LeastMultiple, Neg, Plus, Stride, StrideList, Times};
pub use unite::{Anything, UnitesWith};

/// What the other packages of the workspace and the macros use; no promise is made about it.
#[doc(hidden)]
pub mod __private {
    pub use crate::align::{AlignsWith, Turn, order_of_labels, turn};
    pub use crate::assert::{
        REPEATED, Spread, assert_broadcast, assert_chunks, assert_entries, assert_grown,
        assert_joined, assert_joined_names, assert_layers, assert_list_of_rank, assert_merge,
        assert_mode, assert_mode_lists, assert_ranks, assert_refinement, assert_sizes,
        assert_split, assert_split_at, assert_target_names, assert_tile_extents, assert_tiles,
        assert_whole_tiles, assert_window, assert_windows, broadcast_order, refuse_open_stride,
        stop,
    };
    pub use crate::certainty::{Bound, Certainty, Known, Open, Same, Sure};
    pub use crate::compose::{
        DynEntries, KnownOperand, LabelList, LabelTuple, LabelledBy, Numbers, Tag, Wiring,
    };
    pub use crate::const_text::{ConstText, refuse};
    pub use crate::dense::{Dense, FixedStrides, PaddedTo, Room, StartingAt, StrideOf};
    pub use crate::dim::{
        DimCell, Fewer, FewerModes, Fixed, In, Joined, JoinedModes, Merged, MergedModes, Named,
        Once, Stepped, SteppedModes, Stored, assert_factor, assert_same, number_of,
    };
    pub use crate::extents::check_index;
    pub use crate::list::{Chain, Cons, Nil, Nth, NthOf, Reversed, ToTuple, Tuple};
    pub use crate::notation::{debug, display};
    pub use crate::order::{Order, contains, next_index};
    pub use crate::permutation::{assert_permutation, assert_permutation_of, check_permutation};
    #[cfg(feature = "serde")]
    pub use crate::serde;
    pub use crate::size::{KnownExtents, product_of};
    pub use crate::stride::least_multiple;
    pub use crate::unite::{CheckError, Checked, ModeUnitesWith, agree, agree_in_order};
}
