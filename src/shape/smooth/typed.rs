//! Slices and chips whose entries are types: what they leave static stays static.

use extents_static::__private::{Certainty, TypedModes};
use extents_static::for_each_arity;
use extents_static::slice::{
    At, ChippedBy, Full, Kept, KnownEntry, Range, SliceCheck, SliceEntry, SliceTuple, SlicedBy,
    assert_chips,
};

use super::{Origin, OriginKind, Placed, PlacedShape, Shape};
use crate::shape::StructureError;
use crate::{Extents, ShapeError, StaticExtents, TypedExtents};

/// Extents of which a slice `S`, written with [`slice!`](crate::slice!), cuts a part of the same rank.
///
/// The one bound that generic code states for [`Shape::slice_typed`].
///
/// ```
/// use extents::shape::{Shape, SliceTyped};
/// use extents::slice::{Full, Range};
/// use extents::{Const, Extents, StaticExtents, extents, slice};
/// type FirstTwo = (Range<Const<0>, Const<2>>, Full);
/// fn first_two<E: SliceTyped<FirstTwo>>(shape: &Shape<E>) -> E::Sliced {
///     shape.slice_typed(slice![0..2, ..]).map(|part| part.extents().clone()).ok().unwrap()
/// }
/// let two: StaticExtents![2, 7] = first_two(&Shape::new(extents![5, 7]));
/// # let _ = two;
/// ```
pub trait SliceTyped<S>: TypedExtents {
    /// The extents of the part: static where an entry, or a mode that stays whole, is.
    type Sliced: Extents;
    /// Whether nothing is left to check at run time.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// What the types know to be wrong.
    #[doc(hidden)]
    type Check: Checked;
    /// What is kept of each mode of these extents.
    #[doc(hidden)]
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
    /// Which entries are whole modes.
    #[doc(hidden)]
    const KNOWN: &'static [KnownEntry];
}

/// Extents of which a slice `S`, written with [`slice!`](crate::slice!), cuts a part without the modes that
/// have an index.
///
/// The one bound that generic code states for [`Shape::chip_typed`].
///
/// ```
/// use extents::shape::{ChipTyped, Shape};
/// use extents::slice::{At, Full};
/// use extents::{Dyn, StaticExtents, extents, slice};
/// fn row<E: ChipTyped<(At<Dyn>, Full)>>(shape: &Shape<E>, row: usize) -> Option<E::Chipped> {
///     shape.chip_typed(slice![row, ..]).ok().map(|part| part.extents().clone())
/// }
/// let third: Option<StaticExtents![7]> = row(&Shape::new(extents![5, 7]), 2);
/// assert!(third.is_some());
/// ```
pub trait ChipTyped<S>: SliceTyped<S> {
    /// The extents of the part.
    type Chipped: Extents;
}

impl<E, S> SliceTyped<S> for E
where
    E: TypedExtents,
    E::Modes: SlicedBy<S>,
    S: SliceTuple + ContiguousSlice,
{
    type Sliced = StaticExtents<<E::Modes as SlicedBy<S>>::Modes>;
    type Certainty = <E::Modes as SlicedBy<S>>::Certainty;
    type Check = SliceCheck<E, S>;
    #[inline]
    fn kept(slice: S, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
        slice.kept(extents)
    }
    const KNOWN: &'static [KnownEntry] = S::KNOWN;
}

impl<E, S> ChipTyped<S> for E
where
    E: SliceTyped<S>,
    E::Modes: ChippedBy<S, <E::Modes as TypedModes>::Open>,
{
    type Chipped = StaticExtents<<E::Modes as ChippedBy<S, <E::Modes as TypedModes>::Open>>::Modes>;
}

/// An entry that takes neighbouring indices.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a slice of a shape has no steps: `{Self}` leaves indices out",
    label = "a shape is contiguous",
    note = "views and mappings take slices with steps"
)]
pub trait Contiguous: SliceEntry {}
impl Contiguous for Full {}
impl<I> Contiguous for At<I> where Self: SliceEntry {}
impl<O, C> Contiguous for Range<O, C> where Self: SliceEntry {}

/// A tuple of entries that take neighbouring indices.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no slice of a shape",
    label = "`slice![.., 2, 1..4]` writes a slice: one entry per mode, without steps"
)]
pub trait ContiguousSlice {}

macro_rules! contiguous {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Contiguous),*> ContiguousSlice for ($($A,)*) {}
    };
}
for_each_arity!(contiguous);

/// A check in a const.
#[doc(hidden)]
pub trait Checked {
    const CHECK: ();
}

impl<E: Extents, S: SliceTuple> Checked for SliceCheck<E, S> {
    const CHECK: () = SliceCheck::<E, S>::CHECK;
}

/// Nothing is known to be wrong.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unchecked {}

impl Checked for Unchecked {
    const CHECK: () = ();
}

/// Whether nothing is left to check for a slice `S` of a shape.
type SliceCertainty<E, O, S> = <<E as SliceTyped<S>>::Certainty as Certainty>::And<
    <<O as Origin<E>>::Kind as OriginKind>::Certainty,
>;

/// The error of [`Shape::slice_typed`]: [`StructureError`], or [`Infallible`](core::convert::Infallible) where
/// nothing is left to check.
pub type SliceError<E, O, S> = <SliceCertainty<E, O, S> as Certainty>::Fails<StructureError>;

impl<E: TypedExtents, O: Origin<E>> Shape<E, O> {
    /// A part of the same rank, at indices that [`slice!`](crate::slice!) writes. What is left is static where
    /// the entry is, or the mode that stays whole.
    ///
    /// All numbers are absolute indices, counted from the origin on as [`indices`](Self::indices) counts them;
    /// so `..4` begins at index 0. Where the origin is zero the compiler checks what it knows, else all is
    /// checked at run time. Steps do not compile: a shape is contiguous.
    ///
    /// # Errors
    /// [`StructureError::IndexOutOfBounds`], [`StructureError::SliceOutOfBounds`]; of [`ShapeError`]
    /// `BeginAfterEnd`. The error is [`Infallible`](core::convert::Infallible) where the types know everything
    /// and the origin is zero.
    ///
    /// ```
    /// use extents::shape::Shape;
    /// use extents::{StaticExtents, extents, slice};
    /// let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![2, 5..8]);
    /// assert_eq!(part.extents(), &extents![1, 3]);
    /// assert!(part.indices().eq([[2, 5], [2, 6], [2, 7]]));
    /// let smaller = part.slice_typed(slice![.., 6..])?;
    /// assert_eq!(format!("{smaller:?}"), "[1, dyn 2] at [2, 6]");
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    /// ```compile_fail
    /// use extents::shape::Shape;
    /// use extents::{extents, slice};
    /// // index 10 is out of bounds for mode 0 of extent 10
    /// let _ = Shape::new(extents![10, 20]).slice_typed(slice![10, ..]);
    /// ```
    #[inline]
    pub fn slice_typed<S>(&self, slice: S) -> Result<PlacedShape<E::Sliced>, SliceError<E, O, S>>
    where
        E: SliceTyped<S>,
    {
        const { <<O::Kind as OriginKind>::Check<E::Check> as Checked>::CHECK };
        let part = self.kept(slice).and_then(|(kept, rank)| {
            let mut numbers = Modes::default();
            kept.iter().take(rank).for_each(|kept| numbers.push(kept));
            numbers.shape()
        });
        SliceCertainty::<E, O, S>::settle_as(part)
    }

    /// A part without the modes for which the slice has an index. Ranges stay, also those of one entry.
    ///
    /// # Errors
    /// As [`slice_typed`](Self::slice_typed). A slice without an index does not compile.
    ///
    /// ```
    /// use extents::shape::Shape;
    /// use extents::{extents, slice};
    /// let Ok(row) = Shape::new(extents![10, 20]).chip_typed(slice![2, ..]);
    /// assert_eq!((row.extents(), row.origin()), (&extents![20], [0]));
    /// let Ok(column) = Shape::new(extents![10, 20]).chip_typed(slice![5..8, 2]);
    /// assert_eq!(column.to_string(), "[3] at [5]");
    /// ```
    #[inline]
    pub fn chip_typed<S>(&self, slice: S) -> Result<PlacedShape<E::Chipped>, SliceError<E, O, S>>
    where
        E: ChipTyped<S>,
    {
        const {
            let () = <<O::Kind as OriginKind>::Check<E::Check> as Checked>::CHECK;
            assert_chips(E::KNOWN);
        };
        let part = self.kept(slice).and_then(|(kept, rank)| {
            let mut numbers = Modes::default();
            let ranges = kept.iter().take(rank).filter(|kept| !kept.is_index);
            ranges.for_each(|kept| numbers.push(kept));
            numbers.shape()
        });
        SliceCertainty::<E, O, S>::settle_as(part)
    }

    /// What a slice keeps of each mode, in absolute indices, and the rank.
    #[inline]
    fn kept<S>(&self, slice: S) -> Result<([Kept; 12], usize), StructureError>
    where
        E: SliceTyped<S>,
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
            ShapeError::IndexOutOfBounds { mode, index, extent: end } => {
                let begin = self.origin.coordinate(mode);
                StructureError::IndexOutOfBounds { mode, row, index, begin, end }
            }
            ShapeError::SliceOutOfBounds { mode, begin: first, end: last, extent: end } => {
                let begin = self.origin.coordinate(mode);
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

    #[inline]
    fn shape<F: Extents>(&self) -> Result<PlacedShape<F>, StructureError> {
        let extents = F::from_extents(self.extents.get(..self.rank).unwrap_or(&self.extents))?;
        // Within a shape, so that the ends are numbers.
        let origin = Placed::with(&extents, |mode| self.origin.get(mode).copied().unwrap_or(0));
        Ok(Shape { extents, origin })
    }
}
