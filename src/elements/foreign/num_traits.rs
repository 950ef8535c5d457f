//! [`Num`]: numbers of other crates as elements, by the traits of the crate `num-traits`.

use core::fmt;
use core::ops::Mul;

use ::num_traits::ConstZero;

use crate::elements::{Scalar, View};
use crate::layout::{Layout, TrustedLayout};
use crate::{Extents, Mapping};

/// A number of another crate as an element of contractions: one that has a zero in a constant, and the operators `+` and `*`.
///
/// Overflow is that of its operators. A view of such numbers becomes one of `Num` without a copy, by [`View::as_num`].
///
/// ```
/// use extents::generic::Num;
/// use extents::{Scalar, contract, extents, label::i, View};
/// use num_traits::ConstZero;
/// use std::ops::{Add, Mul};
///
/// /// The largest of some numbers takes the place of a sum, and a sum that of a product.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Tropical(f64);
/// # impl Add for Tropical { type Output = Self; fn add(self, other: Self) -> Self { Tropical(self.0.max(other.0)) } }
/// # impl Mul for Tropical { type Output = Self; fn mul(self, other: Self) -> Self { Tropical(self.0 + other.0) } }
/// # impl num_traits::Zero for Tropical { fn zero() -> Self { Self::ZERO } fn is_zero(&self) -> bool { *self == Self::ZERO } }
/// impl ConstZero for Tropical {
///     const ZERO: Self = Tropical(f64::NEG_INFINITY);
/// }
/// let lengths = [Tropical(1.0), Tropical(5.0), Tropical(2.0)];
/// let view = View::from_slice(extents![3], &lengths)?.as_num();
/// assert_eq!(contract!(view[i] * view[i] => [])?[[]].0, Tropical(10.0));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Num<T>(pub T);

impl<T: ConstZero + Copy + Mul<Output = T>> Scalar for Num<T> {
    const ZERO: Self = Num(T::ZERO);

    #[cfg_attr(not(unoptimized), inline(always))]
    #[allow(clippy::arithmetic_side_effects, reason = "the operators of the user's numbers")]
    fn plus(self, other: Self) -> Self {
        Num(self.0 + other.0)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    #[allow(clippy::arithmetic_side_effects, reason = "the operators of the user's numbers")]
    fn times(self, other: Self) -> Self {
        Num(self.0 * other.0)
    }
}

impl<T: fmt::Display> fmt::Display for Num<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'a, T, E: Extents, L: Layout<E> + TrustedLayout<E>> View<'a, T, E, L> {
    /// Views the same elements as [`Num`], without a copy.
    ///
    /// ```
    /// use extents::generic::Num;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?.as_num();
    /// assert_eq!(view[[1]], Num(2));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn as_num(&self) -> View<'a, Num<T>, E, L> {
        let mapping: Mapping<E, L> = self.mapping().clone();
        // SAFETY: a `Num` is `repr(transparent)`, so that each element is one, at the same place, borrowed for `'a`.
        unsafe { View::from_raw(self.start().cast(), (), mapping) }
    }
}
