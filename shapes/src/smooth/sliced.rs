//! The origins of typed slices: what is in the type of the source's stays in the type.

use extents_static::__private::{Certainty, Known, Open};
use extents_static::slice::assert_slice_at;

use super::origin::{OriginKind, Placed};
use super::typed::SliceFrom;
use super::{AllModes, Origin, SliceTyped, StaticOrigin, ValueOrigin, ZeroOrigin};
use crate::StructureError;
use extents::Extents;
use extents::generic::ModeTuple;

/// An origin of a shape of extents `E` that slices by `S` have a typed origin for.
///
/// Generic code states it beside [`SliceTyped`] where the origin is a parameter.
///
/// ```
/// use extents_shapes::{Shape, SliceOrigin, SliceTyped};
/// use extents::slice::{Full, Range};
/// use extents::{Const, extents, slice};
/// type FirstTwo = (Range<Const<0>, Const<2>>, Full);
/// fn first_two<E, O>(shape: &Shape<E, O>) -> Option<String>
/// where
///     E: SliceTyped<FirstTwo>,
///     O: SliceOrigin<E, FirstTwo>,
/// {
///     shape.slice_typed(slice![0..2, ..]).ok().map(|part| part.to_string())
/// }
/// assert_eq!(first_two(&Shape::new(extents![5, 7])).as_deref(), Some("[2, 7]"));
/// ```
///
/// Without the modes that have an index:
///
/// ```
/// use extents_shapes::{Chipped, Shape, SliceOrigin, SliceTyped};
/// use extents::slice::{At, Full};
/// use extents::{Dyn, extents, slice};
/// fn row<E, O>(shape: &Shape<E, O>, row: usize) -> Option<String>
/// where
///     E: SliceTyped<(At<Dyn>, Full), Chipped>,
///     O: SliceOrigin<E, (At<Dyn>, Full), Chipped>,
/// {
///     shape.chip_typed(slice![row, ..]).ok().map(|part| part.to_string())
/// }
/// assert_eq!(row(&Shape::new(extents![5, 7]), 2).as_deref(), Some("[7]"));
/// ```
pub trait SliceOrigin<E: SliceTyped<S, Rule>, S, Rule = AllModes>: Origin<E> {
    /// The type of the origin of the result.
    type Sliced: Origin<E::Sliced>;
    /// Says whether the origin has any run-time coordinate.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// Fails to compile where the types know that the slice is wrong.
    #[doc(hidden)]
    const CHECK: ();
    /// Creates the origin with these coordinates.
    #[doc(hidden)]
    fn sliced(extents: &E::Sliced, begins: &[usize]) -> Result<Self::Sliced, StructureError>;
}

impl<E: SliceTyped<S, Rule>, S, Rule> SliceOrigin<E, S, Rule> for ZeroOrigin {
    type Sliced = StaticOrigin<E::Begins>;
    type Certainty = Known;
    const CHECK: () = E::CHECK;
    #[inline]
    fn sliced(_: &E::Sliced, begins: &[usize]) -> Result<Self::Sliced, StructureError> {
        Ok(StaticOrigin(E::Begins::read(begins)?))
    }
}

impl<E, S, Rule, T, B> SliceOrigin<E, S, Rule> for StaticOrigin<T>
where
    E: SliceTyped<S, Rule, Sliced: Extents<Index = B::Index>>,
    S: SliceFrom<T, Rule, Begins = B>,
    T: ModeTuple,
    B: ModeTuple,
    Self: Origin<E>,
{
    type Sliced = StaticOrigin<B>;
    type Certainty = T::Certainty;
    const CHECK: () = assert_slice_at(E::KNOWN, E::STATIC_EXTENTS, T::STATIC);
    #[inline]
    fn sliced(_: &E::Sliced, begins: &[usize]) -> Result<Self::Sliced, StructureError> {
        Ok(StaticOrigin(B::read(begins)?))
    }
}

impl<E: SliceTyped<S, Rule>, S, Rule, I> SliceOrigin<E, S, Rule> for ValueOrigin<I>
where
    Self: Origin<E>,
{
    type Sliced = ValueOrigin<<E::Sliced as Extents>::Index>;
    type Certainty = Open;
    const CHECK: () = ();
    #[inline]
    fn sliced(extents: &E::Sliced, begins: &[usize]) -> Result<Self::Sliced, StructureError> {
        Ok(placed(extents, begins))
    }
}

#[inline]
fn placed<F: Extents>(extents: &F, begins: &[usize]) -> ValueOrigin<F::Index> {
    Placed::with(extents, |mode| begins.get(mode).copied().unwrap_or(0))
}
