//! [`MinorToMajor`]: dense, with the modes in any order from the fastest to the slowest.

use core::fmt::{self, Debug};
use core::hash::Hash;

use extents_static::__private::{
    FixedStrides, assert_list_of_rank, assert_permutation, check_permutation,
};

use super::known::{StaticPlaces, dense_strides, one_a_mode};
use super::{Layout, StridedLayout, Trusted};
#[cfg(feature = "alloc")]
use crate::ModeArray;
use crate::{Extents, ModeTuple, ShapeError, StaticExtents, StaticModes};

/// A dense layout with the modes in the order of a list, the fastest first: XLA's `minor_to_major`.
///
/// `P` is a tuple of `Const`, as [`modes!`](crate::modes!) writes it, which takes no space, or an array of run-time
/// numbers. A static list that does not name each mode once does not compile, nor does one whose length is not the
/// static rank.
///
/// ```
/// use extents::layout::MinorToMajor;
/// use extents::{Mapping, extents, modes};
/// let mapping = Mapping::with_layout(extents![2, 3, 4], MinorToMajor::new(modes![1, 2, 0]))?;
/// assert_eq!(mapping.strides(), [12, 1, 3]);
/// assert_eq!(size_of_val(&mapping), 0);
/// let mapping = Mapping::with_layout(extents![2, 3], MinorToMajor::new([0, 1]))?;
/// assert_eq!(mapping.strides(), [1, 2]);
/// assert!(Mapping::with_layout(extents![2, 3], MinorToMajor::new([0, 0])).is_err());
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MinorToMajor<P> {
    modes: P,
}

impl<P: ModeList> MinorToMajor<P> {
    /// Creates the layout in which the first mode of the list is the fastest and the last one the slowest.
    ///
    /// ```
    /// use extents::layout::{MinorToMajor, StridedLayout};
    /// assert_eq!(MinorToMajor::new([0, 1]).strides(&extents::extents![2, 3]), [1, 2]);
    /// ```
    #[inline]
    pub const fn new(modes: P) -> Self {
        let () = P::CHECK;
        MinorToMajor { modes }
    }

    /// Returns the list.
    ///
    /// ```
    /// use extents::layout::MinorToMajor;
    /// assert_eq!(MinorToMajor::new([0, 1]).list(), &[0, 1]);
    /// ```
    #[inline]
    pub const fn list(&self) -> &P {
        &self.modes
    }
}

/// A list of modes, or of a number for each of some layers: a tuple of `Const`, an array, or a [`ModeArray`](crate::ModeArray).
/// Sealed.
///
/// ```
/// use extents::layout::ModeList;
/// use extents::modes;
/// fn count<P: ModeList>(list: &P) -> usize {
///     list.with_modes(<[usize]>::len)
/// }
/// assert_eq!(count(&modes![1, 0]), count(&[1, 0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of modes",
    label = "expected `modes![1, 0]`, or `[usize; R]`"
)]
#[doc(hidden)]
#[allow(private_bounds, reason = "a seal")]
pub trait ModeList: Clone + Debug + Eq + Hash + Send + Sync + super::sealed::Sealed {
    /// Fails to compile where the type knows that the list does not name each mode once.
    #[doc(hidden)]
    const CHECK: () = ();
    /// The list, where the type knows it.
    #[doc(hidden)]
    const STATIC: Option<&'static [usize]> = None;
    /// How many modes there are, if the type says so.
    #[doc(hidden)]
    const RANK: Option<usize> = None;
    /// Gives `read` all modes.
    fn with_modes<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R;
    /// Creates a list of this type for so many modes, written by `write` unless it is in the type.
    ///
    /// # Errors
    /// [`ShapeError::RankMismatch`] where the type has another number of modes.
    #[doc(hidden)]
    fn build(rank: usize, write: impl FnOnce(&mut [usize])) -> Result<Self, ShapeError>;
}

macro_rules! tuple_of_modes {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$(const $A: usize),*> ModeList for ($(crate::Const<$A>,)*) {
            const CHECK: () = assert_permutation(&[$($A),*]);
            const STATIC: Option<&'static [usize]> = Some(&[$($A),*]);
            const RANK: Option<usize> = Some($rank);
            #[inline]
            fn with_modes<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
                read(&[$($A),*])
            }
            #[inline]
            fn build(rank: usize, _: impl FnOnce(&mut [usize])) -> Result<Self, ShapeError> {
                check_rank(rank, $rank)?;
                Ok(($(crate::Const::<$A>,)*))
            }
        }
    };
}
extents_static::for_each_arity!(tuple_of_modes);

impl<const N: usize> ModeList for [usize; N] {
    const RANK: Option<usize> = Some(N);
    #[inline]
    fn with_modes<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self)
    }
    #[inline]
    fn build(rank: usize, write: impl FnOnce(&mut [usize])) -> Result<Self, ShapeError> {
        check_rank(rank, N)?;
        let mut modes = [0; N];
        write(&mut modes);
        Ok(modes)
    }
}

#[cfg(feature = "alloc")]
impl ModeList for ModeArray<usize> {
    #[inline]
    fn with_modes<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self)
    }
    #[inline]
    fn build(rank: usize, write: impl FnOnce(&mut [usize])) -> Result<Self, ShapeError> {
        let mut modes: Self = core::iter::repeat_n(0, rank).collect();
        write(&mut modes);
        Ok(modes)
    }
}

#[inline]
const fn check_rank(expected: usize, found: usize) -> Result<(), ShapeError> {
    if expected == found { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
}

/// Writes the strides of dense extents. The list must name each mode once.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; `k` counts below the length of the list, which names \
              modes of the extents"
)]
const fn write_strides(extents: &[usize], minor_to_major: &[usize], strides: &mut [isize]) {
    let mut stride: isize = 1;
    let mut k = 0;
    while k < minor_to_major.len() {
        let mode = minor_to_major[k];
        strides[mode] = stride;
        stride = stride.wrapping_mul(extents[mode].cast_signed());
        k += 1;
    }
}

/// What the types know of the strides of extents under a list, if it names each mode once.
#[allow(clippy::indexing_slicing, reason = "a permutation names modes of the extents")]
pub(super) const fn known_strides(
    modes: &[Option<usize>],
    list: Option<&[usize]>,
) -> [Option<isize>; 12] {
    match list {
        Some(list) if check_permutation(list, modes.len()).is_ok() => {
            let room = match list.first() {
                Some(&fastest) => modes[fastest],
                None => None,
            };
            dense_strides(modes, list, room)
        }
        _ => [None; 12],
    }
}

impl<E: Extents, P: ModeList> Layout<E> for MinorToMajor<P> {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = one_a_mode::<E>(
        const {
            let _ = E::STATIC_SIZE;
            &known_strides(E::STATIC_EXTENTS, P::STATIC)
        },
    );
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Strided;
    const CHECK: () = assert_list_of_rank(E::STATIC_RANK, P::RANK);

    #[inline]
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((self.strides(extents), 0))
    }

    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        self.modes.with_modes(|modes| check_permutation(modes, extents.rank()))
    }

    #[inline]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        let index = index.as_ref();
        self.modes.with_modes(|modes| {
            extents.with_slice(|extents| {
                modes.iter().rev().fold(0_usize, |offset, &mode| {
                    let extent = extents.get(mode).copied().unwrap_or(1);
                    let at = index.get(mode).copied().unwrap_or(0);
                    offset.wrapping_mul(extent).wrapping_add(at)
                })
            })
        })
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }

    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let find = || {
            if offset >= extents.size() {
                return None;
            }
            let mut index = extents.extents();
            let mut rest = offset;
            self.modes.with_modes(|modes| {
                for &mode in modes {
                    let coordinate = index.as_mut().get_mut(mode)?;
                    let extent = *coordinate;
                    *coordinate = rest.checked_rem(extent)?;
                    rest = rest.checked_div(extent)?;
                }
                Some(())
            })?;
            Some(index)
        };
        find().ok_or_else(|| self.no_index(extents, offset))
    }
}

impl<E: Extents, P: ModeList> StridedLayout<E> for MinorToMajor<P> {
    #[inline]
    fn strides(&self, extents: &E) -> E::Strides {
        let mut strides = extents.zero_strides();
        self.modes.with_modes(|modes| {
            if check_permutation(modes, extents.rank()).is_ok() {
                extents.with_slice(|extents| write_strides(extents, modes, strides.as_mut()));
            }
        });
        strides
    }
}

impl<P: ModeList> Debug for MinorToMajor<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modes.with_modes(|modes| write!(f, "MinorToMajor {modes:?}"))
    }
}

/// The strides of extents `T` under a list `P` in the type: those that are known, and 0 for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(unreachable_pub, reason = "strides in the type of a mapping name it, which programs have")]
pub struct Permuted<T, P>(core::marker::PhantomData<(T, P)>);

impl<T: ModeTuple, P: StaticModes + ModeList> FixedStrides for Permuted<T, P> {
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the length"
    )]
    const STRIDES: [isize; 12] = {
        // Too large extents are refused first.
        let _ = StaticExtents::<T>::STATIC_SIZE;
        let () = P::CHECK;
        let known = known_strides(<T as ModeTuple>::STATIC, <P as ModeList>::STATIC);
        let mut strides = [0; 12];
        let mut mode = 0;
        while mode < 12 {
            if let Some(stride) = known[mode] {
                strides[mode] = stride;
            }
            mode += 1;
        }
        strides
    };
}
