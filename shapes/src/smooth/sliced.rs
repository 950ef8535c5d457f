//! Which slices there are of a shape: what is in the types of its extents and of its origin stays in the type.

use extents_static::__private::{Certainty, Open};
use extents_static::slice::{Kept, KnownEntry, assert_slice_at};

use super::origin::{OriginKind, Placed};
use super::typed::{SliceExtents, SliceFrom};
use super::{AllModes, Origin, StaticOrigin, ValueOrigin, ZeroOrigin};
use crate::StructureError;
use extents::generic::{ModeTuple, TypedExtents};
use extents::{Extents, ShapeError};

/// The extents of a shape with an origin `O` that can be sliced by `S`, as [`slice!`](extents::slice!) writes it. The rank
/// stays; with the rule [`Chipped`](super::Chipped) modes with an index are dropped.
///
/// The one bound that generic code states for [`Shape::slice_typed`](super::Shape::slice_typed).
///
/// ```
/// use extents_shapes::{Shape, SliceTyped};
/// use extents::slice::{Full, Range};
/// use extents::{Const, Extents, StaticExtents, extents, slice};
/// type FirstTwo = (Range<Const<0>, Const<2>>, Full);
/// fn first_two<E: SliceTyped<FirstTwo>>(shape: &Shape<E>) -> E::Sliced {
///     shape.slice_typed(slice![0..2, ..]).map(|part| part.extents().clone()).ok().unwrap()
/// }
/// let two: StaticExtents![2, 7] = first_two(&Shape::new(extents![5, 7]));
/// # let _ = two;
/// ```
///
/// Where the origin is a parameter:
///
/// ```
/// use extents_shapes::{Chipped, Origin, Shape, SliceTyped};
/// use extents::slice::{At, Full};
/// use extents::{Dyn, extents, slice};
/// fn row<E, O: Origin<E>>(shape: &Shape<E, O>, row: usize) -> Option<String>
/// where
///     E: SliceTyped<(At<Dyn>, Full), O, Chipped>,
/// {
///     shape.chip_typed(slice![row, ..]).ok().map(|part| part.to_string())
/// }
/// assert_eq!(row(&Shape::new(extents![5, 7]), 2).as_deref(), Some("[7]"));
/// ```
#[doc(hidden)]
pub trait SliceTyped<S, O = ZeroOrigin, Rule = AllModes>: TypedExtents {
    /// The extents of the slice: static where the entry, or the mode that stays whole, is static.
    type Sliced: Extents;
    /// The origin of the slice: in the type where that of the shape and the entries are.
    type Origin: Origin<Self::Sliced>;
    /// Says whether anything is left to check at run time.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// Fails to compile where the types know that the slice is wrong.
    #[doc(hidden)]
    const CHECK: ();
    /// Which entries are whole modes.
    #[doc(hidden)]
    const KNOWN: &'static [KnownEntry];
    /// What is kept of each mode of these extents.
    #[doc(hidden)]
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
    /// Creates the origin with these coordinates.
    #[doc(hidden)]
    fn origin(extents: &Self::Sliced, begins: &[usize]) -> Result<Self::Origin, StructureError>;
}

macro_rules! of_extents {
    () => {
        const KNOWN: &'static [KnownEntry] = <E as SliceExtents<S, Rule>>::KNOWN;
        #[inline]
        fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
            <E as SliceExtents<S, Rule>>::kept(slice, extents)
        }
    };
}

impl<E, S, Rule, F, B, C> SliceTyped<S, ZeroOrigin, Rule> for E
where
    E: SliceExtents<S, Rule, Sliced = F, Begins = B, Certainty = C>,
    F: Extents<Index = B::Index>,
    B: ModeTuple,
    C: Certainty,
{
    type Sliced = F;
    type Origin = StaticOrigin<B>;
    type Certainty = C;
    const CHECK: () = <E as SliceExtents<S, Rule>>::CHECK;
    of_extents!();
    #[inline]
    fn origin(_: &F, begins: &[usize]) -> Result<StaticOrigin<B>, StructureError> {
        Ok(StaticOrigin(B::read(begins)?))
    }
}

impl<E, S, Rule, T, F, B, C> SliceTyped<S, StaticOrigin<T>, Rule> for E
where
    E: SliceExtents<S, Rule, Sliced = F, Certainty = C>,
    S: SliceFrom<T, Rule, Begins = B>,
    T: ModeTuple,
    F: Extents<Index = B::Index>,
    B: ModeTuple,
    C: Certainty,
    StaticOrigin<T>: Origin<E>,
{
    type Sliced = F;
    type Origin = StaticOrigin<B>;
    type Certainty = C::And<T::Certainty>;
    const CHECK: () =
        assert_slice_at(<E as SliceExtents<S, Rule>>::KNOWN, E::STATIC_EXTENTS, T::STATIC);
    of_extents!();
    #[inline]
    fn origin(_: &F, begins: &[usize]) -> Result<StaticOrigin<B>, StructureError> {
        Ok(StaticOrigin(B::read(begins)?))
    }
}

impl<E, S, Rule, I, F> SliceTyped<S, ValueOrigin<I>, Rule> for E
where
    E: SliceExtents<S, Rule, Sliced = F>,
    F: Extents,
    ValueOrigin<I>: Origin<E>,
{
    type Sliced = F;
    type Origin = ValueOrigin<F::Index>;
    type Certainty = Open;
    const CHECK: () = ();
    of_extents!();
    #[inline]
    fn origin(extents: &F, begins: &[usize]) -> Result<ValueOrigin<F::Index>, StructureError> {
        Ok(Placed::with(extents, |mode| begins.get(mode).copied().unwrap_or(0)))
    }
}
