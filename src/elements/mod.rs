//! Elements under a mapping: borrowed ([`View`], [`ViewMut`]) or owned ([`Tensor`]).
//!
//! All unsafe code of the crate is in this folder. It rests on two invariants, kept by the
//! constructors: the size of every extents value fits `isize`, and a view or tensor has at least
//! `required_span_size` elements in memory, so that every index in bounds has an element.
//! Which traits it believes, and what of each, stands in CONTRIBUTING.md.

mod along;
mod arithmetic;
mod arrange;
mod by_name;
#[cfg(feature = "alloc")]
mod construct;
mod convert;
mod display;
mod expression;
mod foreign;
mod inline;
mod into_rearranged;
mod iteration;
mod kernels;
mod lent;
mod measures;
mod operand;
pub(crate) mod over;
mod proof;
mod raw;
mod rearranged;
mod rejected;
mod reshaped;
mod scalar;
mod storage;
pub(crate) mod sum_in;
mod target;
mod tensor;
mod trusted;
#[cfg(feature = "alloc")]
mod vec_tensor;
mod view;
mod view_mut;
mod walk;
mod whole;

use crate::layout::{Layout, Trust};
use crate::{Extents, Mapping, ShapeError};

/// What a view keeps to check offsets: nothing where the layout is trusted.
type Length<E, L> = <<L as Layout<E>>::Trust as Trust<E, L>>::Length;

/// The length to keep for a buffer of so many elements.
#[inline]
fn length_of<E: Extents, L: Layout<E>>(elements: usize) -> Length<E, L> {
    <L::Trust as Trust<E, L>>::length(elements)
}

/// The offset of an index in bounds: below the length of the buffer by the promise of a trusted
/// layout, else by a check.
#[cfg_attr(not(unoptimized), inline(always))]
fn offset_in<E: Extents, L: Layout<E>>(
    mapping: &Mapping<E, L>,
    length: Length<E, L>,
    index: &E::Index,
) -> Result<usize, ShapeError> {
    let offset = mapping.layout().offset(mapping.extents(), index);
    <L::Trust as Trust<E, L>>::check(length, offset)?;
    Ok(offset)
}

pub use along::{Chunks, Entries, Lanes};
#[cfg(feature = "std")]
pub use arithmetic::Real;
pub use arithmetic::{Divide, Number, Signed};
#[cfg(feature = "device")]
pub(crate) use arrange::{
    Grown, JoinsTo, PaddedBy, Width, assert_concat, assert_padded, check_grown, check_indices,
    check_joined, grown, joined_extent,
};
pub use arrange::{IndexList, Padding, PartList, concat_into, stack_into};
#[cfg(feature = "alloc")]
pub use arrange::{concat, stack};
pub use expression::{Computed, Function, Map, Node, Uniform, Zip, Zip3};
pub(crate) use expression::{
    assign, best, best_at, by_ref, fold, fold_any, fold_until, inline, replace, sum, write,
};
#[cfg(feature = "alloc")]
pub(crate) use expression::{chosen, evaluate};
#[cfg(any(feature = "bytemuck", feature = "zerocopy"))]
pub use foreign::BytesError;
#[cfg(feature = "nalgebra")]
pub use foreign::NalgebraDim;
#[cfg(feature = "num-traits")]
pub use foreign::Num;
#[cfg(feature = "arrow")]
pub use foreign::arrow;
#[cfg(feature = "dlpack")]
pub use foreign::dlpack;
#[cfg(feature = "npy")]
pub use foreign::npy;
#[cfg(feature = "safetensors")]
pub use foreign::safetensors;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub use foreign::{FileError, FileProblem, Mapped};
#[cfg(feature = "ndarray")]
pub use foreign::{NdArray, NdarrayDim};
pub use inline::{Inline, InlineExtents, InlineTensor};
pub use iteration::{IndexedIter, IndexedIterMut, Iter, IterMut};
#[cfg(feature = "device")]
pub use kernels::NativeError;
pub(crate) use kernels::{
    AddsUp, How, TargetAgreement, TensorTuple, assert_ends_in, assert_inline, contract_inline,
    contract_views, path_of, plan_of, static_path, static_plan,
};
pub use kernels::{Along, Parallel, Plain, Sums, check_path};
#[cfg(feature = "alloc")]
pub use kernels::{DynSource, Native};
#[cfg(feature = "alloc")]
pub(crate) use kernels::{JobParts, Part, contract_to_vec, update_each};
#[cfg(feature = "device")]
pub(crate) use kernels::{
    Known, KnownModes, assert_of_arrays, check_target, modes_of, output, path_of_known,
    plan_of_known,
};
#[cfg(feature = "alloc")]
pub use operand::DynOperand;
pub use operand::Operand;
pub(crate) use operand::OperandTuple;
pub use proof::{
    Inside, InteriorIndices, Neighbor, Proof, Proven, Scope, ScopeIndices, with_proofs,
};
pub use rejected::Rejected;
pub use scalar::Scalar;
pub use storage::{Storage, StorageMut};
pub use sum_in::SumIn;
pub use target::Target;
pub use tensor::Tensor;
#[cfg(feature = "alloc")]
pub use tensor::TensorOf;
pub use view::View;
pub use view_mut::ViewMut;
pub use whole::{AsView, Disagreement};
#[cfg(feature = "device")]
pub(crate) use {
    rearranged::rearrangements,
    reshaped::{likes, reshapes},
};
