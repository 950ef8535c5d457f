//! Slices and chips whose entries are types: what they leave static stays static.

use extents::error::Bounded;
use extents_static::__private::{Certainty, Nil, ToTuple};
use extents_static::for_each_arity;
use extents_static::slice::{
    At, Full, Kept, KnownEntry, Range, SliceCheck, SliceEntry, SliceTuple, SlicedBy, assert_chips,
};

#[allow(unused_imports, reason = "for the documentation")]
use super::StaticOrigin;
use super::{Origin, Shape, SliceTyped};
use crate::StructureError;
use extents::generic::{ModeTuple, TypedExtents};
use extents::{Const, Extents, Mode, ShapeError, StaticExtents};

/// Extents that `S` slices, as [`slice!`](extents::slice!) writes it: which are left, and where they begin.
pub(super) trait SliceExtents<S, Rule>: TypedExtents {
    /// The extents of the slice: static where the entry, or the mode that stays whole, is static.
    type Sliced: Extents<Index = <Self::Begins as ModeTuple>::Index>;
    /// The first index of the slice, for a shape whose origin is zero.
    type Begins: ModeTuple;
    /// Says whether anything is left to check at run time.
    type Certainty: Certainty;
    /// Fails to compile where the types know that the slice is wrong.
    const CHECK: ();
    /// What is kept of each mode of these extents.
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
    /// Which entries are whole modes.
    const KNOWN: &'static [KnownEntry];
}

/// The strides of a shape, which has none, for slices that give strides too.
type OpenStrides<E> = <<E as TypedExtents>::Modes as ModeTuple>::OpenStrides;

/// The result of a slice has all modes: that of [`Shape::slice_typed`].
#[derive(Debug)]
pub enum AllModes {}

/// The result of a slice is without the modes that have an index: that of [`Shape::chip_typed`].
///
/// ```
/// use extents_shapes::{Chipped, Shape, SliceTyped, ZeroOrigin};
/// use extents::slice::{At, Full};
/// use extents::{Dyn, StaticExtents, extents, slice};
/// fn row<E: SliceTyped<(At<Dyn>, Full), ZeroOrigin, Chipped>>(shape: &Shape<E>, row: usize) -> Option<E::Sliced> {
///     shape.chip_typed(slice![row, ..]).ok().map(|part| part.extents().clone())
/// }
/// let third: Option<StaticExtents![7]> = row(&Shape::new(extents![5, 7]), 2);
/// assert!(third.is_some());
/// ```
#[derive(Debug)]
pub enum Chipped {}

impl<E, S, B> SliceExtents<S, AllModes> for E
where
    E: TypedExtents,
    E::Modes: SlicedBy<S, OpenStrides<E>, Modes: ModeTuple<Index = B::Index>>,
    S: SliceTuple + SliceFrom<FromZero, AllModes, Begins = B>,
    B: ModeTuple,
{
    type Sliced = StaticExtents<<E::Modes as SlicedBy<S, OpenStrides<E>>>::Modes>;
    type Begins = B;
    type Certainty = <E::Modes as SlicedBy<S, OpenStrides<E>>>::Certainty;
    const CHECK: () = SliceCheck::<E, S>::CHECK;
    #[inline]
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
        slice.kept(extents)
    }
    const KNOWN: &'static [KnownEntry] = S::KNOWN;
}

impl<E, S, B, T> SliceExtents<S, Chipped> for E
where
    E: SliceExtents<S, AllModes>,
    E::Modes: SlicedBy<S, OpenStrides<E>, Chipped: ToTuple<Tuple = T>>,
    T: ModeTuple<Index = B::Index>,
    S: SliceFrom<FromZero, Chipped, Begins = B>,
    B: ModeTuple,
{
    type Sliced = StaticExtents<T>;
    type Begins = B;
    type Certainty = <E as SliceExtents<S, AllModes>>::Certainty;
    const CHECK: () = <E as SliceExtents<S, AllModes>>::CHECK;
    #[inline]
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
        <E as SliceExtents<S, AllModes>>::kept(slice, extents)
    }
    const KNOWN: &'static [KnownEntry] = <E as SliceExtents<S, AllModes>>::KNOWN;
}

/// An entry of a slice that takes contiguous indices.
#[diagnostic::on_unimplemented(
    message = "a slice of a shape takes absolute indices, one after the other: `{Self}` skips some, or counts from the end",
    label = "a shape is contiguous, and begins anywhere",
    note = "views and mappings take slices with steps, and `-1` for the last entry"
)]
pub(super) trait Contiguous: SliceEntry {
    /// The first index, for a mode that begins at `Whole`.
    type Begin<Whole: Mode>: Mode;
}
impl Contiguous for Full {
    type Begin<Whole: Mode> = Whole;
}
impl<I: Mode> Contiguous for At<I> {
    type Begin<Whole: Mode> = I;
}
impl<O: Mode, C> Contiguous for Range<O, C>
where
    Self: SliceEntry,
{
    type Begin<Whole: Mode> = O;
}

/// Modes that all begin at zero.
pub(super) enum FromZero {}

/// A tuple of entries that take contiguous indices of modes that begin at `Wholes`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice of a shape",
    label = "`slice![.., 2, 1..4]` writes a slice: one entry per mode, without steps"
)]
pub(super) trait SliceFrom<Wholes, Rule> {
    /// The first indices of the modes of the result.
    type Begins;
}

macro_rules! contiguous {
    (@chipped) => { Nil };
    (@chipped ($A:ident $Whole:ty) $($rest:tt)*) => {
        $A::Chipped<$A::Begin<$Whole>, contiguous!(@chipped $($rest)*)>
    };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        contiguous!(@from [] FromZero, $(($A Const<0>))*);
        contiguous!(@from [$($B: Mode,)*] ($($B,)*), $(($A $B))*);
    };
    (@from [$($generics:tt)*] $Wholes:ty, $(($A:ident $Whole:ty))*) => {
        impl<$($A: Contiguous,)* $($generics)*> SliceFrom<$Wholes, AllModes> for ($($A,)*) {
            type Begins = ($($A::Begin<$Whole>,)*);
        }

        impl<$($A: Contiguous,)* $($generics)*> SliceFrom<$Wholes, Chipped> for ($($A,)*)
        where
            contiguous!(@chipped $(($A $Whole))*): ToTuple,
        {
            type Begins = <contiguous!(@chipped $(($A $Whole))*) as ToTuple>::Tuple;
        }
    };
}
for_each_arity!(contiguous);

/// The error of [`Shape::slice_typed`]: [`StructureError`], or [`Infallible`](core::convert::Infallible) where nothing
/// is left to check at run time.
pub type SliceError<E, O, S, Rule = AllModes> =
    <<E as SliceTyped<S, O, Rule>>::Certainty as Certainty>::Fails<StructureError>;

impl<E: TypedExtents, O: Origin<E>> Shape<E, O> {
    /// Returns a slice of the same rank, as [`slice!`](extents::slice!) writes it. An extent is static where the entry,
    /// or the mode that stays whole, is static.
    ///
    /// All numbers are absolute indices, counted from the origin on as [`indices`](Self::indices) counts them;
    /// so `..4` begins at index 0. Where the origin is in the type, so is that of the part ([`StaticOrigin`]), and the
    /// compiler checks what it knows; else all is checked at run time. Steps do not compile: a shape is contiguous.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`], [`StructureError::SliceOutOfBounds`]; of [`ShapeError`]
    /// `BeginAfterEnd`. The error is [`Infallible`](core::convert::Infallible) where the types know everything, the
    /// origin too.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::{StaticExtents, extents, slice};
    /// let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![2, 5..8]);
    /// assert_eq!(part.extents(), &extents![1, 3]);
    /// assert!(part.indices().eq([[2, 5], [2, 6], [2, 7]]));
    /// let smaller = part.slice_typed(slice![.., 6..])?;
    /// assert_eq!(format!("{smaller:?}"), "[1, dyn 2] at [2, 6]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    /// ```compile_fail
    /// use extents_shapes::Shape;
    /// use extents::{extents, slice};
    /// // index 10 is out of bounds for mode 0 of extent 10
    /// let _ = Shape::new(extents![10, 20]).slice_typed(slice![10, ..]);
    /// ```
    /// Extents of a scope are weakened first:
    /// ```compile_fail,E0080
    /// use extents::{Sym, dims, extents, slice};
    /// use extents_shapes::Shape;
    /// dims! { Batch }
    /// Sym::<Batch>::new(3).scope(|batch| {
    ///     let _ = Shape::new(extents![dyn = batch, 4].unwrap()).slice_typed(slice![.., 1..2]);
    /// });
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "a shape and an error")]
    pub fn slice_typed<S>(
        &self,
        slice: S,
    ) -> Result<Shape<E::Sliced, E::Origin>, SliceError<E, O, S>>
    where
        E: SliceTyped<S, O>,
    {
        const {
            let () = <E as SliceTyped<S, O>>::CHECK;
            assert_of_no_scope::<E::Sliced>();
        };
        let part = self.kept(slice).and_then(|(kept, rank)| {
            let mut numbers = Modes::default();
            kept.iter().take(rank).for_each(|kept| numbers.push(kept));
            let (extents, begins) = numbers.parts();
            let extents = E::Sliced::from_extents(extents)?;
            let origin = E::origin(&extents, begins)?;
            Ok(Shape { extents, origin })
        });
        <E as SliceTyped<S, O>>::Certainty::settle_as(part)
    }

    /// Returns a slice without the modes that have an index. Ranges of one entry keep their mode.
    ///
    /// # Errors
    /// Returns the errors of [`slice_typed`](Self::slice_typed). A slice without an index does not compile.
    ///
    /// ```
    /// use extents_shapes::Shape;
    /// use extents::{extents, slice};
    /// let Ok(row) = Shape::new(extents![10, 20]).chip_typed(slice![2, ..]);
    /// assert_eq!((row.extents(), row.origin()), (&extents![20], [0]));
    /// let Ok(column) = Shape::new(extents![10, 20]).chip_typed(slice![5..8, 2]);
    /// assert_eq!(column.to_string(), "[3] at [5]");
    /// ```
    #[inline]
    #[allow(clippy::type_complexity, reason = "a shape and an error")]
    pub fn chip_typed<S>(
        &self,
        slice: S,
    ) -> Result<Shape<E::Sliced, E::Origin>, SliceError<E, O, S, Chipped>>
    where
        E: SliceTyped<S, O, Chipped>,
    {
        const {
            let () = <E as SliceTyped<S, O, Chipped>>::CHECK;
            assert_chips(E::KNOWN);
            assert_of_no_scope::<E::Sliced>();
        };
        let part = self.kept(slice).and_then(|(kept, rank)| {
            let mut numbers = Modes::default();
            let ranges = kept.iter().take(rank).filter(|kept| !kept.is_index);
            ranges.for_each(|kept| numbers.push(kept));
            let (extents, begins) = numbers.parts();
            let extents = E::Sliced::from_extents(extents)?;
            let origin = E::origin(&extents, begins)?;
            Ok(Shape { extents, origin })
        });
        <E as SliceTyped<S, O, Chipped>>::Certainty::settle_as(part)
    }

    /// What a slice keeps of each mode, in absolute indices, and the rank.
    #[inline]
    fn kept<S, Rule>(&self, slice: S) -> Result<([Kept; 12], usize), StructureError>
    where
        E: SliceTyped<S, O, Rule>,
    {
        // The bounds are the ends of the modes; that nothing begins before a mode is checked below.
        let extents = self.extents.extents();
        let mut ends = extents.clone();
        for (mode, end) in ends.as_mut().iter_mut().enumerate() {
            (_, *end) = self.span(mode, *end);
        }
        let mut kept = E::kept(slice, ends.as_ref()).map_err(|error| self.absolute(error))?;
        let modes = kept.iter_mut().zip(E::KNOWN).zip(extents.as_ref());
        for (mode, ((kept, entry), &extent)) in modes.enumerate() {
            let (begin, end) = self.span(mode, extent);
            let first = kept.begin;
            // An end that would be no number is the last one in `kept`, and so may look like the end of the mode.
            let last = first.checked_add(kept.count);
            if let KnownEntry::Full = entry {
                (kept.begin, kept.count) = (begin, extent);
            } else if first < begin || last.is_none() {
                let (row, last) = (0, last.unwrap_or(usize::MAX));
                return Err(if kept.is_index {
                    StructureError::IndexOutOfBounds { mode, row, index: first, begin, end }
                } else {
                    StructureError::SliceOutOfBounds { mode, row, first, last, begin, end }
                });
            }
        }
        Ok((kept, extents.as_ref().len()))
    }

    /// The error for a mode that ends at what it calls its extent.
    #[cold]
    fn absolute(&self, error: ShapeError) -> StructureError {
        let row = 0;
        match error {
            ShapeError::OutOfBounds { of: Bounded::Index { mode }, number: index, limit: end } => {
                let begin = self.origin.coordinate(mode);
                StructureError::IndexOutOfBounds { mode, row, index, begin, end }
            }
            ShapeError::SliceOutOfBounds { mode, begin: first, end: last, extent: end } => {
                let begin = self.origin.coordinate(mode);
                StructureError::SliceOutOfBounds { mode, row, first, last, begin, end }
            }
            ShapeError::TooManyLeftOut { mode, front, back, extent: end } => {
                let (begin, first) = (self.origin.coordinate(mode), front);
                let last = first.saturating_add(back);
                StructureError::SliceOutOfBounds { mode, row, first, last, begin, end }
            }
            other => other.into(),
        }
    }
}

/// The modes that are left, up to 12 as in all typed extents.
#[derive(Default)]
struct Modes {
    extents: [usize; 12],
    origin: [usize; 12],
    rank: usize,
}

impl Modes {
    #[inline]
    fn push(&mut self, kept: &Kept) {
        let place = self.extents.get_mut(self.rank).zip(self.origin.get_mut(self.rank));
        if let Some((extent, origin)) = place {
            (*extent, *origin) = (kept.count, kept.begin);
            self.rank = self.rank.wrapping_add(1);
        }
    }

    /// The extents and the first index. Within a shape, so that the ends are numbers.
    #[inline]
    fn parts(&self) -> (&[usize], &[usize]) {
        (
            self.extents.get(..self.rank).unwrap_or(&self.extents),
            self.origin.get(..self.rank).unwrap_or(&self.origin),
        )
    }
}

/// Fails to compile for extents that have modes of scopes, which are made of no number.
#[track_caller]
const fn assert_of_no_scope<E: Extents>() {
    assert!(!E::IS_SCOPED, "slices of a shape have no modes of a scope: weaken its extents first");
}
