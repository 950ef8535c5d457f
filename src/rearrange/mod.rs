//! Other extents over the same elements: slices, permutations, broadcasts and the like.
//!
//! Each operation is a value that implements [`Rearrange`]: it takes a mapping to the mapping of a part of
//! the same elements, and to where that part begins. Views have a method for each. What the types of
//! extents and layout know, the types of the result know. Modes and lists are types (`Const::<1>`,
//! [`modes!`](crate::modes!), [`slice!`](crate::slice!)) or run-time numbers (`1`, `[1, 0]`); numbers are taken on extents
//! of any layer, and give run-time extents.

mod along;
mod by_name;
mod by_value;
mod entry;
mod list;
mod numbers;
#[cfg(all(feature = "alloc", feature = "einops"))]
mod pattern;
mod permute;
mod regroup;
mod reshape;
mod resize;
mod slice;
mod spread;
mod whole;
mod windows;

pub(crate) use along::Steps;
pub use along::{Across, Along, Chunk, Entry, EntryCount, Lane};
pub use by_name::{ByName, Name, Rename, Same};
pub(crate) use by_value::Transposed;
pub use entry::Slice;
pub use extents_static::{Every, Join, Less, Outcome, Product};
pub use list::{ByValue, List};
#[cfg(all(feature = "alloc", feature = "einops"))]
pub use pattern::Pattern;
#[cfg(all(feature = "alloc", feature = "einops"))]
#[doc(hidden)]
pub use pattern::{Axes, Called, Ellipsis, Fresh, NotGiven, OfAnyRank, One, Several};
#[cfg(all(feature = "alloc", feature = "einops"))]
pub(crate) use pattern::{AxesIn, EntriesOf, Planned, Verb};
pub use permute::{Permute, Reverse, Transpose};
#[cfg(feature = "alloc")]
pub use regroup::split_strides;
pub use regroup::{Reshape, merged_stride};
pub use reshape::{DropMode, InsertMode, Merge, Named, Split};
pub use resize::Resize;
#[cfg(feature = "alloc")]
pub use resize::{Before, ModesAt};
pub use slice::{Chip, EntriesByName, Sliced};
pub use spread::{Broadcast, Diagonal};
pub use whole::{BroadcastTo, Like};
pub use windows::{Tiles, Windows, WindowsAlong};

use crate::layout::{StridedLayout, TrustedLayout, affine};
use crate::{Extents, Mapping, ModeTuple, ShapeError, StaticExtents};
use extents_static::__private::stop;
use numbers::{ModeSink, Numbers};
pub(crate) use sealed::Seal;

/// An operation on mappings of extents `E` in a layout `L`, which returns another mapping of the same elements, or of
/// some of them.
///
/// Views trust what an operation gives, so only this crate has operations: nobody else can name what the hidden function takes.
///
/// ```compile_fail,E0050
/// use extents::layout::{Layout, Trusted, RowMajor, TrustedLayout};
/// use extents::rearrange::{Part, Rearrange, Transpose};
/// use extents::{Mapping, ShapeError, StaticExtents, extents, slice};
/// #[derive(Clone, Debug)]
/// struct Honest;
/// impl Layout<StaticExtents![2]> for Honest {
///     type Trust = Trusted;
///     const IS_ALWAYS_UNIQUE: bool = true;
///     const IS_ALWAYS_EXHAUSTIVE: bool = true;
///     const IS_ALWAYS_STRIDED: bool = true;
///     fn offset(&self, _: &StaticExtents![2], index: &[usize; 1]) -> usize {
///         index[0]
///     }
///     fn required_span_size(&self, _: &StaticExtents![2]) -> usize {
///         2
///     }
/// }
/// // SAFETY: the offsets are 0 and 1.
/// unsafe impl TrustedLayout<StaticExtents![2]> for Honest {}
/// // A part of something else would be read out of bounds.
/// impl Rearrange<StaticExtents![2], Honest> for Transpose {
///     type Extents = StaticExtents![2];
///     type Layout = RowMajor;
///     type Error = ShapeError;
///     fn rearrange(
///         self,
///         _: &Mapping<StaticExtents![2], Honest>,
///     ) -> Result<Part<StaticExtents![2], RowMajor>, ShapeError> {
///         let Ok(far) = Mapping::new(extents![1000]).slice(slice![900..902]);
///         Ok(far)
///     }
/// }
/// ```
///
/// The one bound that generic code states:
///
/// ```
/// use extents::rearrange::{Rearrange, Reverse};
/// use extents::layout::{Layout, TrustedLayout};
/// use extents::{Const, Extents, Mapping, ShapeError, extents};
/// use std::convert::Infallible;
/// fn backwards<E, L>(mapping: &Mapping<E, L>) -> usize
/// where
///     E: Extents,
///     L: Layout<E>,
///     Reverse<Const<0>>: Rearrange<E, L, Error = Infallible>,
/// {
///     let Ok(part) = mapping.rearrange(Reverse(Const::<0>));
///     part.mapping().required_span_size()
/// }
/// assert_eq!(backwards(&Mapping::new(extents![2, 3])), 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not apply to extents `{E}` in layout `{L}`",
    label = "not known to be an operation on these",
    note = "in generic code entries that are types need modes, `StaticExtents<(M, N)>`, and run-time numbers need \
            `E: Rank<R>` and `L: TrustedLayout<E> + StridedLayout<E>`: see the chapter `generic_code` of the guide"
)]
pub trait Rearrange<E: Extents, L: crate::layout::Layout<E>> {
    /// The extents of the result.
    type Extents: Extents;
    /// The layout of the result.
    type Layout: TrustedLayout<Self::Extents>;
    /// Fails to compile where the types know that the operation is wrong. The methods that users call evaluate
    /// it, so that the error shows their line.
    #[doc(hidden)]
    const CHECK: () = ();
    /// `true` if the result reaches each element by one index where the source does.
    const KEEPS_UNIQUE: bool = true;
    /// [`CHECK`](Self::CHECK), and that a mutable view of the result reaches each element once.
    #[doc(hidden)]
    const CHECK_UNIQUE: () = {
        let () = Self::CHECK;
        if !Self::KEEPS_UNIQUE {
            stop(
                "a mutable view reaches each element by one index, and a broadcast or windows reach some by several: take `view()` to read them",
            )
        }
    };
    /// `true` if the result reaches each element that the source reaches, so that it is a mapping of the same memory.
    #[doc(hidden)]
    const KEEPS_ALL: bool = false;
    /// [`CHECK`](Self::CHECK), and that the elements can stay with who owns them.
    #[doc(hidden)]
    const CHECK_ALL: () = {
        let () = Self::CHECK;
        if !Self::KEEPS_ALL || !Self::KEEPS_UNIQUE {
            stop(
                "a tensor keeps all of its elements, each once, and this operation may leave some out or repeat them: take a view by `rearrange`",
            )
        }
    };
    /// The error: `Infallible` where nothing is left to check at run time.
    type Error: Outcome;
    /// Returns the mapping of the result and the offset at which it begins. [`Mapping::rearrange`] calls it.
    ///
    /// # Errors
    /// What the operation says.
    #[doc(hidden)]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        seal: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error>;
}

mod sealed {
    /// What a function takes that only this crate may call, or write for a type of its own: its mapping of some modes
    /// or entries is that of a part only where the whole has them.
    #[derive(Clone, Copy, Debug)]
    pub struct Seal;
}

/// A mapping of a part of the elements of another mapping, and the offset at which it begins.
///
/// ```
/// use extents::{Mapping, extents, slice};
/// let Ok(part) = Mapping::new(extents![4, 6]).slice(slice![1..3, 2..4]);
/// assert_eq!((part.offset(), part.mapping().strides()), (8, [6, 1]));
/// assert_eq!(size_of_val(part.mapping()), 0);
/// ```
#[derive(Clone, Copy)]
pub struct Part<E, L> {
    // INVARIANT: each index in bounds of `mapping` leads, from `offset` on, to an element of the mapping
    // that this is a part of; if that is unique, and the operation says `KEEPS_UNIQUE`, so is
    // this one.
    offset: usize,
    mapping: Mapping<E, L>,
}

/// The result of an operation.
pub type PartOf<E, L, O> = Result<
    Part<<O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
    <O as Rearrange<E, L>>::Error,
>;

impl<E, L> Part<E, L> {
    /// Returns the offset at which the part begins: that of its element with the smallest offset.
    ///
    /// ```
    /// use extents::{Mapping, extents, slice};
    /// let Ok(part) = Mapping::new(extents![4]).slice(slice![2..4]);
    /// assert_eq!(part.offset(), 2);
    /// ```
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the mapping of the part.
    ///
    /// ```
    /// use extents::{Mapping, extents, slice};
    /// let Ok(part) = Mapping::new(extents![4]).slice(slice![2..4]);
    /// assert_eq!(part.mapping().extents(), &extents![2]);
    /// ```
    #[inline]
    pub const fn mapping(&self) -> &Mapping<E, L> {
        &self.mapping
    }

    /// Returns the offset and the mapping by value.
    ///
    /// ```
    /// use extents::{Mapping, extents, slice};
    /// let Ok(part) = Mapping::new(extents![4]).slice(slice![2..4]);
    /// let (offset, mapping) = part.into_parts();
    /// assert_eq!((offset, mapping.required_span_size()), (2, 2));
    /// ```
    #[inline]
    pub fn into_parts(self) -> (usize, Mapping<E, L>) {
        (self.offset, self.mapping)
    }
}

impl<E: Extents, L: core::fmt::Debug> core::fmt::Debug for Part<E, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} from {}", self.mapping, self.offset)
    }
}

/// Reads the extents and the strides of a mapping.
#[inline]
fn read<E: Extents, L: StridedLayout<E>, R>(
    mapping: &Mapping<E, L>,
    read: impl FnOnce(&[usize], &[isize]) -> R,
) -> R {
    let strides = mapping.strides();
    read(mapping.extents().slice_in(&mut None), strides.as_ref())
}

/// Where a part begins, by the distance of its index of zeros from that of the source.
#[inline]
fn begin<E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
    extents: &[usize],
    strides: &[isize],
    distance: isize,
) -> usize {
    let base = mapping.layout().base_offset(mapping.extents());
    let begin =
        base.wrapping_add_signed(distance).wrapping_sub(affine::base_offset(extents, strides));
    // Without elements there is no index of zeros: any offset up to the span will do.
    if affine::is_empty(extents) { begin.min(mapping.required_span_size()) } else { begin }
}

/// The part that has the numbers of a result, whose types are known: modes `T`, layout `M`. See [`typed_extents`].
#[inline]
fn typed_part<E, L, T, M>(
    mapping: &Mapping<E, L>,
    numbers: &Numbers,
    layout: M,
    modes: impl FnOnce() -> Result<T, ShapeError>,
) -> Result<Part<StaticExtents<T>, M>, ShapeError>
where
    E: Extents,
    L: StridedLayout<E>,
    T: ModeTuple,
    M: TrustedLayout<StaticExtents<T>>,
{
    let offset = begin(mapping, numbers.extents(), numbers.strides(), numbers.distance());
    let extents = typed_extents(numbers.extents(), modes)?;
    Ok(Part { offset, mapping: Mapping::trusted(extents, layout) })
}

/// Extents of these numbers. A number makes no mode of a scope, so that where there is one, all come from `modes`, which moves
/// those of the source as the numbers were, and are compared with the numbers.
// Chosen by a constant that is a function, so that of two ways the compiler looks at one.
#[inline]
pub(crate) fn typed_extents<T: ModeTuple, F: FnOnce() -> Result<T, ShapeError>>(
    numbers: &[usize],
    modes: F,
) -> Result<StaticExtents<T>, ShapeError> {
    let create: fn(&[usize], F) -> _ =
        const { if StaticExtents::<T>::IS_SCOPED { by_modes } else { by_numbers } };
    create(numbers, modes)
}

#[inline]
fn by_numbers<T: ModeTuple, F>(numbers: &[usize], _: F) -> Result<StaticExtents<T>, ShapeError> {
    StaticExtents::from_extents(numbers)
}

fn by_modes<T: ModeTuple, F: FnOnce() -> Result<T, ShapeError>>(
    numbers: &[usize],
    modes: F,
) -> Result<StaticExtents<T>, ShapeError> {
    let extents = StaticExtents::from_modes(modes()?)?;
    equal(numbers, extents.slice_in(&mut None))?;
    Ok(extents)
}

/// Compares numbers that were computed with those of modes that were moved.
#[inline]
pub(crate) fn equal(expected: &[usize], found: &[usize]) -> Result<(), ShapeError> {
    if expected.len() != found.len() {
        return Err(ShapeError::RankMismatch { expected: expected.len(), found: found.len() });
    }
    for (mode, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        if expected != found {
            return Err(ShapeError::ExtentMismatch {
                place: crate::error::Place::Mode(mode),
                expected,
                found,
            });
        }
    }
    Ok(())
}

/// The modes of extents.
#[inline]
fn modes<E: crate::TypedExtents, L: crate::layout::Layout<E>>(mapping: &Mapping<E, L>) -> E::Modes {
    mapping.extents().typed().modes()
}

/// The number at this place.
#[inline]
fn number(numbers: &[usize], mode: usize) -> usize {
    numbers.get(mode).copied().unwrap_or(0)
}

/// Unpacks what the types of the source make impossible.
#[inline]
fn certain<T>(result: Result<T, ShapeError>) -> Result<T, core::convert::Infallible> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => unreachable!("the compiler checked this: {error}"),
    }
}

impl<E: Extents, L: crate::layout::Layout<E>> Mapping<E, L> {
    /// Applies an operation and returns the resulting mapping. The methods of the same names call this.
    ///
    /// # Errors
    /// What the operation says.
    ///
    /// ```
    /// use extents::rearrange::Transpose;
    /// use extents::{Mapping, extents};
    /// let Ok(part) = Mapping::new(extents![2, 3]).rearrange(Transpose);
    /// assert_eq!(part.mapping().strides(), [1, 3]);
    /// ```
    #[inline]
    pub fn rearrange<O: Rearrange<E, L>>(&self, operation: O) -> PartOf<E, L, O> {
        const { O::CHECK };
        operation.rearrange(self, Seal)
    }

    /// Returns the mapping of a slice that keeps every mode: an index leaves a mode of extent 1.
    ///
    /// # Errors
    /// Returns [`ShapeError::SliceOutOfBounds`], [`ShapeError::TooManyLeftOut`], [`ShapeError::OutOfBounds`],
    /// [`ShapeError::BeginAfterEnd`], [`ShapeError::ZeroSize`], where the types do not know better: else it does not compile.
    ///
    /// ```
    /// use extents::{Mapping, extents, slice};
    /// let Ok(part) = Mapping::new(extents![4, 6]).slice(slice![.., 1..6; 2]);
    /// assert_eq!((part.offset(), part.mapping().strides()), (1, [6, 2]));
    /// ```
    #[inline]
    pub fn slice<S: List>(&self, slice: S) -> PartOf<E, L, Sliced<S::As>>
    where
        Sliced<S::As>: Rearrange<E, L>,
    {
        const { <Sliced<S::As> as Rearrange<E, L>>::CHECK };
        Sliced(slice.listed()).rearrange(self, Seal)
    }

    /// Returns the mapping of a slice without the modes that have an index: mdspan's `submdspan`.
    ///
    /// # Errors
    /// Returns the errors of [`slice`](Self::slice). A chip without an index does not compile.
    ///
    /// ```
    /// use extents::{Mapping, extents, slice};
    /// let Ok(row) = Mapping::new(extents![4, 6]).chip(slice![2, ..]);
    /// assert_eq!((row.offset(), row.mapping().strides()), (12, [1]));
    /// ```
    #[inline]
    pub fn chip<S: List>(&self, slice: S) -> PartOf<E, L, Chip<S::As>>
    where
        Chip<S::As>: Rearrange<E, L>,
    {
        const { <Chip<S::As> as Rearrange<E, L>>::CHECK };
        Chip(slice.listed()).rearrange(self, Seal)
    }
}
