#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
// Unit tests have it whatever the features are.
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "alloc")]
pub mod backend;
mod contract;
#[cfg(feature = "alloc")]
mod draw;
mod dtype;
mod elements;
pub mod expression;
#[cfg(all(feature = "std", any(doc, doctest)))]
pub mod guide;
pub mod layout;
mod nest;
pub mod plan;
pub mod prelude;
pub mod rearrange;
#[cfg(feature = "alloc")]
mod run;
mod text;

pub use extents_dynamic::DynExtents;
#[cfg(feature = "alloc")]
pub use extents_dynamic::{
    Composition, DynRankExtents, ModeArray, Resolved, is_contraction, is_hadamard,
    label_permutation, labels_concatenation, labels_difference, labels_intersection, labels_union,
    parse_labels, squeeze, squeeze_octave, to_string,
};
pub use extents_static::{
    AddressedBy, Compose, Composed, Const, Coordinates, Dyn, DynStride, Extents, InBounds, Indices,
    LabelExtent, LabelName, LabelTable, LeastMultiple, Mode, ModeTuple, Neg, Plus, ProvenIndices,
    Rank, ShapeError, StaticExtents, StaticModes, Stride, StrideList, StrideTuple, Times,
    TypedExtents, UnitesWith, WeakensTo, check, check_size, extents, in_bounds, is_matrix,
    is_scalar, is_tensor, is_vector, label, labels, modes, placement, product, slice, squeeze_into,
    strides, valid,
};

#[cfg(feature = "alloc")]
pub use contract::multilinear;
pub use contract::{Contract, ContractInto, Planned, PlannedPath};
#[cfg(feature = "alloc")]
pub use contract::{ContractBy, einsum};
#[cfg(feature = "alloc")]
pub use draw::Drawing;
pub use dtype::{DType, HasDType, UnknownDType};
pub use elements::{
    AsView, Chunks, Disagreement, Entries, IndexedIter, IndexedIterMut, Inline, InlineExtents,
    InlineTensor, Iter, IterMut, Lanes, Operand, PartView, Proof, Proven, Rejected, Scalar, Scope,
    ScopeIndices, Storage, StorageMut, SumIn, Tensor, View, ViewMut, WithProofs,
};
#[cfg(feature = "alloc")]
pub use elements::{DynOperand, DynSource, TensorOf};
pub use layout::mapping::{IntoMapping, Mapping};

/// What the macros use; no promise is made about it.
#[doc(hidden)]
pub mod __private {
    pub use crate::contract::{
        Along, Parallel, Plain, Sums, add, assign, check_path, contract, plan, plan_path,
    };
    #[cfg(feature = "alloc")]
    pub use crate::draw::Cell;
    pub use core::marker::PhantomData;

    /// The arithmetic of tiles, for layouts of XLA at run time.
    pub mod tiles {
        pub use crate::layout::tiled::digits::{cut, join, number_of, write_digits};
    }
}
