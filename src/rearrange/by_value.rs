//! Rearrangements by run-time numbers, on extents of any layer.
//!
//! The extents of a result have a rank of their own type where an array says how many modes there are, else a run-time
//! rank. A reversed mode leaves the extents as they are.

#[cfg(feature = "alloc")]
use core::marker::PhantomData;

use extents_static::__private::check_permutation;
use extents_static::slice::Kept;

use super::numbers::{self, ModeSink};
use super::{
    BroadcastTo, ByValue, Part, Permute, Rearrange, Reshape, Reverse, Seal, Slice, Sliced,
    Transpose, begin, read, regroup,
};
use crate::layout::{Layout, Strided, StridedLayout, TrustedLayout};
use crate::{DynExtents, Extents, Mapping, ShapeError, error::Quantity};
#[cfg(feature = "alloc")]
use {
    super::{
        Broadcast, Chip, Diagonal, DropMode, InsertMode, Merge, Split, Tiles, Windows, WindowsAlong,
    },
    crate::{DynRankExtents, ModeArray, layout::check_modes},
};

/// The extents and strides of the modes of a source.
pub(super) type Source<'s> = (&'s [usize], &'s [isize]);

/// The modes of a result, taken one by one, and the type of its extents.
pub(super) trait ResultModes: ModeSink {
    type Extents: Extents;
    fn none() -> Self;
    /// Returns the extents and strides.
    fn mapped(self) -> Result<Mapped<Self::Extents>, ShapeError>;
}

/// Extents, and strides of their number.
type Mapped<E> = (E, <E as Extents>::Strides);

/// The modes of a result whose number an array says. Further ones are counted.
#[derive(Debug)]
pub(crate) struct Counted<const N: usize> {
    extents: [usize; N],
    strides: [isize; N],
    rank: usize,
}

impl<const N: usize> ModeSink for Counted<N> {
    fn push(&mut self, extent: usize, stride: isize) {
        if let (Some(to_extent), Some(to_stride)) =
            (self.extents.get_mut(self.rank), self.strides.get_mut(self.rank))
        {
            (*to_extent, *to_stride) = (extent, stride);
        }
        self.rank = self.rank.wrapping_add(1);
    }

    fn extents(&self) -> &[usize] {
        &self.extents
    }

    fn strides(&self) -> &[isize] {
        &self.strides
    }
}

impl<const N: usize> ResultModes for Counted<N> {
    type Extents = DynExtents<N>;

    fn none() -> Self {
        Counted { extents: [0; N], strides: [0; N], rank: 0 }
    }

    fn mapped(self) -> Result<(DynExtents<N>, [isize; N]), ShapeError> {
        if self.rank != N {
            return Err(ShapeError::RankMismatch { expected: self.rank, found: N });
        }
        Ok((DynExtents::new(self.extents)?, self.strides))
    }
}

/// A part of extents `E` whose strides are values.
pub(super) type PartBy<E> = Part<E, Strided<<E as Extents>::Strides>>;

/// The part that `numbers` computes.
pub(super) fn part<E, L, M>(
    mapping: &Mapping<E, L>,
    numbers: impl FnOnce(Source<'_>, &mut M) -> Result<Distance, ShapeError>,
) -> Result<PartBy<M::Extents>, ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    M: ResultModes,
{
    if mapping.extents().is_null() {
        return Err(ShapeError::Null);
    }
    read(mapping, |extents, strides| {
        let mut to = M::none();
        let distance = numbers((extents, strides), &mut to)?;
        let (extents, strides) = to.mapped()?;
        let offset = distance.offset(mapping, extents.slice_in(&mut None), strides.as_ref());
        Ok(Part { offset, mapping: Mapping::trusted(extents, Strided::new(strides)) })
    })
}

/// Where a part begins.
pub(super) enum Distance {
    /// Its index of zeros is at this distance from that of the source.
    Of(isize),
    /// Behind all elements of the source, as mdspan has it of a slice that begins at the end of a mode.
    PastTheEnd,
}

impl Distance {
    fn offset<E: Extents, L: StridedLayout<E>>(
        self,
        mapping: &Mapping<E, L>,
        extents: &[usize],
        strides: &[isize],
    ) -> usize {
        match self {
            Distance::Of(distance) => begin(mapping, extents, strides, distance),
            Distance::PastTheEnd => mapping.required_span_size(),
        }
    }
}

/// What a slice keeps of each mode.
fn kept_of(
    extents: &[usize],
    entries: &[Slice],
    mut keep: impl FnMut(Kept),
) -> Result<(), ShapeError> {
    if entries.len() != extents.len() {
        return Err(ShapeError::CountMismatch {
            of: Quantity::SliceEntries,
            expected: extents.len(),
            found: entries.len(),
        });
    }
    for (mode, (entry, extent)) in entries.iter().zip(extents).enumerate() {
        keep(entry.kept(mode, *extent)?);
    }
    Ok(())
}

/// The numbers of a slice, without the modes of an index if `drops`.
fn slice(source: Source<'_>, kept: &[Kept], drops: bool, to: &mut impl ModeSink) -> Distance {
    let distance = numbers::slice(source, kept, drops, to);
    match numbers::is_past_the_end(source.0, kept) {
        true => Distance::PastTheEnd,
        false => Distance::Of(distance),
    }
}

/// Implements operations by value, each with the function that computes its numbers.
macro_rules! by_value {
    ($([$($generics:tt)*] $Operation:ty => $Modes:ty as $Extents:ty $(, unique: $unique:literal)? $(, all: $all:literal)?;
        |$this:ident, $source:ident, $to:ident| $numbers:expr;)*) => {$(

        impl<$($generics)* E, L> Rearrange<E, L> for $Operation
        where
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
        {
            type Extents = $Extents;
            type Layout = Strided<<$Extents as Extents>::Strides>;
            type Error = ShapeError;
            $(const KEEPS_UNIQUE: bool = $unique;)?
            $(const KEEPS_ALL: bool = $all;)?

            fn rearrange(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<Part<Self::Extents, Self::Layout>, ShapeError> {
                let $this = self;
                part(mapping, |$source, $to: &mut $Modes| $numbers)
            }
        }
    )*};
}
#[cfg(all(feature = "alloc", feature = "einops"))]
pub(super) use by_value;

by_value! {
    [const N: usize,] Permute<ByValue<[usize; N]>> => Counted<N> as DynExtents<N>, all: true;
    |this, source, to| {
        check_permutation(&this.0.0, source.0.len())?;
        numbers::permute(source, &this.0.0, to).map(Distance::Of)
    };
    [const N: usize,] Reshape<ByValue<[usize; N]>> => Counted<N> as DynExtents<N>, all: true;
    |this, source, to| regroup::reshape(source, &this.0.0, to).map(Distance::Of);
    [const N: usize,] BroadcastTo<ByValue<[usize; N]>> => Counted<N> as DynExtents<N>, unique: false;
    |this, source, to| numbers::broadcast_to(source, &this.0.0, None, to).map(Distance::Of);
    [S: Into<Slice>, const N: usize,] Sliced<ByValue<[S; N]>> => Counted<N> as DynExtents<N>;
    |this, source, to| {
        let (mut all, mut modes) = ([Kept::default(); N], 0..);
        kept_of(source.0, &this.0.0.map(Into::into), |kept| {
            if let Some(mode) = modes.next().and_then(|mode: usize| all.get_mut(mode)) {
                *mode = kept;
            }
        })?;
        Ok(slice(source, &all, false, to))
    };
}

/// The extents stay as they are; which stride is negated is a value.
impl<E, L> Rearrange<E, L> for Reverse<usize>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    type Extents = E;
    type Layout = Strided<E::Strides>;
    type Error = ShapeError;
    const KEEPS_ALL: bool = true;

    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, ShapeError> {
        if mapping.extents().is_null() {
            return Err(ShapeError::Null);
        }
        let mut strides = mapping.strides();
        let offset = mapping.extents().with_slice(|extents| {
            let distance = numbers::reverse(extents, strides.as_mut(), self.0)?;
            Ok::<_, ShapeError>(begin(mapping, extents, strides.as_ref(), distance))
        })?;
        let mapping = Mapping::trusted(mapping.extents().clone(), Strided::new(strides));
        Ok(Part { offset, mapping })
    }
}

/// The modes of a result of any number.
#[cfg(feature = "alloc")]
#[derive(Debug, Default)]
pub(crate) struct Any {
    extents: ModeArray<usize>,
    strides: ModeArray<isize>,
}

#[cfg(all(feature = "alloc", feature = "einops"))]
impl Any {
    /// The modes of a source.
    pub(super) fn of(source: Source<'_>) -> Self {
        Any { extents: source.0.into(), strides: source.1.into() }
    }
}

#[cfg(feature = "alloc")]
impl ModeSink for Any {
    fn push(&mut self, extent: usize, stride: isize) {
        self.extents.push(extent);
        self.strides.push(stride);
    }

    fn extents(&self) -> &[usize] {
        &self.extents
    }

    fn strides(&self) -> &[isize] {
        &self.strides
    }
}

#[cfg(feature = "alloc")]
impl ResultModes for Any {
    type Extents = DynRankExtents;

    fn none() -> Self {
        Any::default()
    }

    fn mapped(self) -> Result<(DynRankExtents, ModeArray<isize>), ShapeError> {
        Ok((DynRankExtents::new(&self.extents)?, self.strides))
    }
}

/// The modes of a result that has as many as extents `E`.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub(crate) struct OpenedModes<E> {
    modes: Any,
    of: PhantomData<E>,
}

#[cfg(feature = "alloc")]
impl<E> ModeSink for OpenedModes<E> {
    fn push(&mut self, extent: usize, stride: isize) {
        self.modes.push(extent, stride);
    }

    fn extents(&self) -> &[usize] {
        self.modes.extents()
    }

    fn strides(&self) -> &[isize] {
        self.modes.strides()
    }
}

#[cfg(feature = "alloc")]
impl<E: Extents> ResultModes for OpenedModes<E> {
    type Extents = E::Opened;

    fn none() -> Self {
        OpenedModes { modes: Any::none(), of: PhantomData }
    }

    fn mapped(self) -> Result<Mapped<E::Opened>, ShapeError> {
        let extents = E::Opened::from_extents(self.modes.extents())?;
        let mut strides = extents.zero_strides();
        strides
            .as_mut()
            .iter_mut()
            .zip(self.modes.strides())
            .for_each(|(to, stride)| *to = *stride);
        Ok((extents, strides))
    }
}

/// The part that a slice keeps.
#[cfg(feature = "alloc")]
fn sliced(
    source: Source<'_>,
    entries: &[Slice],
    drops: bool,
    to: &mut Any,
) -> Result<Distance, ShapeError> {
    let mut all = ModeArray::<Kept>::default();
    kept_of(source.0, entries, |kept| all.push(kept))?;
    if drops && !all.iter().any(|kept| kept.is_index) {
        return Err(ShapeError::NothingToChip);
    }
    Ok(slice(source, &all, drops, to))
}

/// As [`check_permutation`], of any number of modes in linear time.
#[cfg(feature = "alloc")]
fn check_order(list: &[usize], rank: usize) -> Result<(), ShapeError> {
    if list.len() != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found: list.len() });
    }
    check_modes(list, rank)
}

#[cfg(feature = "alloc")]
by_value! {
    [] Permute<ByValue<&[usize]>> => Any as DynRankExtents, all: true;
    |this, source, to| {
        check_order(this.0.0, source.0.len())?;
        numbers::permute(source, this.0.0, to).map(Distance::Of)
    };
    [] Reshape<ByValue<&[usize]>> => Any as DynRankExtents, all: true;
    |this, source, to| regroup::reshape(source, this.0.0, to).map(Distance::Of);
    [] BroadcastTo<ByValue<&[usize]>> => Any as DynRankExtents, unique: false;
    |this, source, to| numbers::broadcast_to(source, this.0.0, None, to).map(Distance::Of);
    [] Sliced<ByValue<&[Slice]>> => Any as DynRankExtents;
    |this, source, to| sliced(source, this.0.0, false, to);
    [A: AsRef<[Slice]>,] Chip<ByValue<A>> => Any as DynRankExtents;
    |this, source, to| sliced(source, this.0.0.as_ref(), true, to);
    [] ByValue<Transpose> => Any as DynRankExtents, all: true;
    |_this, source, to| Ok(Distance::Of(numbers::transpose(source, to)));
    [A: AsRef<[usize]>,] Split<usize, ByValue<A>> => Any as DynRankExtents, all: true;
    |this, source, to| numbers::split(source, this.0, this.1.0.as_ref(), to).map(Distance::Of);
    [] Merge<(), usize> => Any as DynRankExtents, all: true;
    |this, source, to| numbers::merge_by_value(source, this.mode(), to).map(Distance::Of);
    [] InsertMode<usize> => Any as DynRankExtents, all: true;
    |this, source, to| numbers::insert(source, this.0, to).map(Distance::Of);
    [] DropMode<usize> => Any as DynRankExtents, all: true;
    |this, source, to| numbers::drop_mode(source, this.0, to).map(Distance::Of);
    [] Broadcast<usize, usize> => Any as DynRankExtents, unique: false;
    |this, source, to| numbers::broadcast(source, this.0, this.1, to).map(Distance::Of);
    [] Diagonal<usize, usize> => Any as DynRankExtents;
    |this, source, to| numbers::diagonal(source, this.0, this.1, to).map(Distance::Of);
    [A: AsRef<[usize]>,] Windows<(), ByValue<A>> => Any as DynRankExtents, unique: false;
    |this, source, to| numbers::windows(source, this.window().0.as_ref(), to).map(Distance::Of);
    [] WindowsAlong<(), usize, usize> => Any as DynRankExtents, unique: false;
    |this, source, to| {
        let (mode, window) = this.parts();
        numbers::windows_along(source, mode, window, to).map(Distance::Of)
    };
    [A: AsRef<[usize]>,] Tiles<(), ByValue<A>> => Any as DynRankExtents, all: true;
    |this, source, to| numbers::tiles(source, this.tile().0.as_ref(), to).map(Distance::Of);
}

/// Extents whose modes the operation `K` reverses in a layout `L`. The compiler finds `K`.
#[diagnostic::on_unimplemented(
    message = "the modes of `{Self}` are not known here: `transpose` needs them in the type, or of run-time rank",
    label = "any extents may stand here",
    note = "state the modes, `StaticExtents<(M, N)>`, or take them as numbers: `x.permute(&[1, 0][..])`"
)]
pub(crate) trait Transposed<L, K> {
    const OPERATION: K;
}

impl<E: Extents, L: Layout<E>> Transposed<L, Transpose> for E
where
    Transpose: Rearrange<E, L>,
{
    const OPERATION: Transpose = Transpose;
}

#[cfg(feature = "alloc")]
impl<L> Transposed<L, ByValue<Transpose>> for DynRankExtents {
    const OPERATION: ByValue<Transpose> = ByValue(Transpose);
}
