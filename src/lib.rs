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
#[cfg(feature = "device")]
mod device;
#[cfg(feature = "alloc")]
mod draw;
mod dtype;
mod edit;
#[cfg(all(feature = "alloc", feature = "einops"))]
pub mod einops;
mod elements;
pub mod expression;
#[cfg(all(feature = "std", any(doc, doctest)))]
pub mod guide;
pub mod layout;
mod nest;
pub mod over;
pub mod plan;
pub mod prelude;
pub mod rearrange;
#[cfg(feature = "alloc")]
mod run;
mod text;

#[cfg(all(feature = "alloc", feature = "multilinear"))]
pub use contract::multilinear;
#[cfg(feature = "alloc")]
pub use contract::{ContractBy, einsum};
#[cfg(feature = "alloc")]
pub use draw::Drawing;
pub use dtype::{DType, HasDType};
#[cfg(feature = "alloc")]
pub use elements::TensorOf;
#[cfg(feature = "dlpack")]
pub use elements::dlpack;
#[cfg(feature = "npy")]
pub use elements::npy;
#[cfg(feature = "safetensors")]
pub use elements::safetensors;
pub use elements::{InlineTensor, Operand, Scalar, Tensor, View, ViewMut};
pub use extents_dynamic::DynExtents;
#[cfg(feature = "alloc")]
pub use extents_dynamic::{Composition, DynRankExtents, ModeArray};
pub use extents_static::{
    Compose, Composed, Const, Dim, Dyn, Extents, Mode, Rank, ShapeError, StaticExtents, Sym, check,
    check_size, dims, extents, labels, modes, names, slice, strides,
};
pub use layout::mapping::Mapping;

// Names of the packages below, which have a module on the public face.
#[cfg(feature = "alloc")]
pub(crate) use extents_dynamic::Resolved;
pub(crate) use extents_static::{
    AddressedBy, DynStride, Indices, LeastMultiple, ModeTuple, Neg, Plus, StaticModes, Stride,
    StrideList, Times, TypedExtents, UnitesWith, WeakenedFrom, placement,
};

/// Tensors and views joined, and the entries of a mode in a new arrangement: what [`Tensor::pad`], [`Tensor::take`] and their
/// kin take.
pub mod arrange {
    pub use crate::elements::{IndexList, Padding, PartList, concat_into, stack_into};
    #[cfg(feature = "alloc")]
    pub use crate::elements::{concat, stack};
}

/// What a composition under labels consists of: its labels with their extents, its operands and its plan.
///
/// [`Compose`] and [`Composition`] compose extents, [`contract!`] and [`ContractBy`] tensors.
pub mod composition {
    pub use crate::contract::{Contract, ContractInto, Planned};
    #[cfg(all(feature = "alloc", feature = "gradients"))]
    pub use crate::contract::{gradient, gradient_by, gradients};
    #[cfg(feature = "alloc")]
    pub use crate::elements::{DynOperand, DynSource};
    #[cfg(all(feature = "alloc", feature = "gradients"))]
    pub use extents_dynamic::Gradient;
    #[cfg(feature = "alloc")]
    pub use extents_dynamic::Resolved;
    #[cfg(all(feature = "alloc", feature = "gradients"))]
    pub use extents_static::TypedGradient;
    pub use extents_static::{LabelExtent, LabelTable};
}

/// The traits that only bounds of generic code name.
pub mod generic {
    #[cfg(feature = "num-traits")]
    pub use crate::elements::Num;
    pub use crate::elements::{AsView, SumIn};
    pub use extents_static::{
        AddressedBy, Coordinates, ModeTuple, StaticModes, TypedExtents, UnitesWith, WeakenedFrom,
    };
}

/// Iterators over elements, over indices and over parts of a view.
pub mod iter {
    pub use crate::elements::{Chunks, Entries, IndexedIter, IndexedIterMut, Iter, IterMut, Lanes};
    pub use extents_static::Indices;
}

/// Labels: types without values that name the modes of a composition, and sets of labels as text.
pub mod label {
    #[cfg(feature = "alloc")]
    pub use extents_dynamic::{
        is_contraction, is_hadamard, label_permutation, labels_concatenation, labels_difference,
        labels_intersection, labels_union, parse_labels,
    };
    pub use extents_static::LabelName;
    pub use extents_static::label::*;
}

/// What can go wrong at run time: [`ShapeError`], with what its fields name, and errors of other kinds.
pub mod error {
    pub use crate::dtype::UnknownDType;
    #[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
    pub use crate::elements::BytesError;
    pub use crate::elements::Rejected;
    #[cfg(feature = "arrow")]
    pub use crate::elements::arrow::ColumnError;
    #[cfg(feature = "dlpack")]
    pub use crate::elements::dlpack::DlpackError;
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    pub use crate::elements::{FileError, FileProblem};
    pub use extents_static::error::*;
}

/// Indices that carry the proof that they are in bounds, so that reading by them checks nothing.
pub mod proof {
    pub use crate::elements::{
        Inside, InteriorIndices, Neighbor, Proof, Proven, Scope, ScopeIndices, with_proofs,
    };
    pub use extents_static::{InBounds, ProvenIndices};
}

/// What holds the elements of a [`Tensor`], and where they are.
pub mod storage {
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    pub use crate::elements::Mapped;
    #[cfg(feature = "arrow")]
    pub use crate::elements::arrow;
    pub use crate::elements::{Inline, InlineExtents, Storage, StorageMut};
    pub use extents_static::placement;
}

/// The free functions of Boost.uBLAS on extents of any layer.
pub mod ublas {
    #[cfg(feature = "alloc")]
    pub use extents_dynamic::{squeeze, squeeze_octave, to_string};
    pub use extents_static::{
        in_bounds, is_matrix, is_scalar, is_tensor, is_vector, product, squeeze_into, valid,
    };
}

/// What the macros use; no promise is made about it.
#[doc(hidden)]
pub mod __private {
    pub use crate::contract::{
        Along, Open, Own, Parallel, Plain, Sums, add, assign, check_path, contract, contract_named,
        contract_open, named, plan, plan_path,
    };
    #[cfg(feature = "alloc")]
    pub use crate::draw::Cell;
    pub use core::marker::PhantomData;

    /// How arrays of Python are compared with types.
    #[cfg(feature = "dlpack")]
    pub use crate::elements::dlpack::check_memory;

    /// What the macros of `einops` call.
    #[cfg(all(feature = "alloc", feature = "einops"))]
    pub mod patterns {
        pub use crate::einops::typed::{Keep, KeepRun, Merged, axes, folded, merged};
        pub use crate::rearrange::{
            Axes, Called, Ellipsis, Fresh, Named, NotGiven, OfAnyRank, One, Several,
        };
    }

    /// The arithmetic of tiles, for layouts of XLA at run time.
    pub mod tiles {
        pub use crate::layout::tiled::digits::{cut, join, number_of, write_digits};
    }
}
