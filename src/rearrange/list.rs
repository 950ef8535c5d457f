//! What the methods of rearrangements take: types, or run-time numbers.

use super::{ByName, EntriesByName};
use crate::{DynExtents, ModeTuple, StaticExtents};

/// A list of modes, extents or entries of a slice, whose type determines what the types of the result know.
///
/// [`modes!`](crate::modes!), [`slice!`](crate::slice!) and [`extents!`](crate::extents!) write lists of types; arrays
/// and slices of numbers, or of [`Slice`](super::Slice), and arrays of ranges are lists of run-time numbers.
///
/// ```
/// use extents::{DynExtents, Mapping, StaticExtents, extents, modes};
/// use extents::rearrange::{List, Permute};
/// let mapping = Mapping::new(extents![2, 3]);
/// let Ok(part) = mapping.rearrange(Permute(modes![1, 0]));
/// assert_eq!(*part.mapping().extents(), extents![3, 2]);
/// let part = mapping.rearrange(Permute([1, 0].listed()))?;
/// assert_eq!(*part.mapping().extents(), DynExtents::new([3, 2])?);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of modes, extents or entries",
    label = "expected what `extents!`, `modes!` or `slice!` makes, or an array or slice of run-time numbers such as `[3, 2]`",
    note = "extents of a run-time rank are listed by `as_slice()`: `x.reshape(extents.as_slice())?`",
    note = "`into_shape(extents)` and `broadcast_like(&extents)` take extents of any type, as in generic code"
)]
pub trait List {
    /// The list itself if it consists of types, [`ByValue`] of it otherwise.
    type As;
    /// Returns the list as operations take it.
    fn listed(self) -> Self::As;
}

/// A list of run-time numbers in an operation, or an operation without types.
///
/// ```
/// use extents::rearrange::{ByValue, Permute};
/// use extents::{Mapping, extents};
/// let part = Mapping::new(extents![2, 3]).rearrange(Permute(ByValue([1, 0])))?;
/// assert_eq!(part.mapping().strides(), [1, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByValue<A>(pub A);

impl<T, const N: usize> List for [T; N] {
    type As = ByValue<[T; N]>;
    #[inline]
    fn listed(self) -> Self::As {
        ByValue(self)
    }
}

impl<T: Copy, const N: usize> List for &[T; N] {
    type As = ByValue<[T; N]>;
    #[inline]
    fn listed(self) -> Self::As {
        ByValue(*self)
    }
}

impl<'a, T> List for &'a [T] {
    type As = ByValue<&'a [T]>;
    #[inline]
    fn listed(self) -> Self::As {
        ByValue(self)
    }
}

#[cfg(feature = "alloc")]
impl<'a, T> List for &'a alloc::vec::Vec<T> {
    type As = ByValue<&'a [T]>;
    #[inline]
    fn listed(self) -> Self::As {
        ByValue(self)
    }
}

impl<T: ModeTuple> List for StaticExtents<T> {
    type As = Self;
    #[inline]
    fn listed(self) -> Self {
        self
    }
}

impl<N> List for ByName<N> {
    type As = Self;
    #[inline]
    fn listed(self) -> Self {
        self
    }
}

impl<N, S> List for EntriesByName<N, S> {
    type As = Self;
    #[inline]
    fn listed(self) -> Self {
        self
    }
}

impl<const N: usize> List for DynExtents<N> {
    type As = Self;
    #[inline]
    fn listed(self) -> Self {
        self
    }
}

macro_rules! lists {
    ($(($($A:ident)*))*) => {$(
        impl<$($A),*> List for ($($A,)*) {
            type As = Self;
            #[inline]
            fn listed(self) -> Self {
                self
            }
        }
    )*};
}
lists! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
    (A B C D E F G H I) (A B C D E F G H I J) (A B C D E F G H I J K) (A B C D E F G H I J K M)
}
