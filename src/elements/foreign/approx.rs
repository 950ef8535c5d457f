//! Comparison up to a tolerance, by the traits of the crate `approx`.

use ::approx::{AbsDiffEq, RelativeEq, UlpsEq};

use crate::Extents;
use crate::elements::whole::{all_pairs, assert_comparable};
use crate::elements::{Storage, Tensor, View, ViewMut};
use crate::layout::Layout;

/// The three traits, each for a tensor or view on the left and one on the right.
macro_rules! approx {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => {$(
        /// Equal where the extents are and each element is, up to the tolerance. As for `==`, modes with names are compared by name, and names that
        /// differ do not compile.
        impl<T, U, E: Extents, F: Extents, L: Layout<E>, M: Layout<F>, $($generics)*>
            AbsDiffEq<$right> for $left
        where
            T: AbsDiffEq<U, Epsilon: Clone>,
        {
            type Epsilon = T::Epsilon;

            fn default_epsilon() -> T::Epsilon {
                T::default_epsilon()
            }

            fn abs_diff_eq(&self, other: &$right, epsilon: T::Epsilon) -> bool {
                const { assert_comparable::<E, F>() };
                all_pairs(&self.view(), &other.view(), |left, right| {
                    left.abs_diff_eq(right, epsilon.clone())
                })
            }
        }

        /// Equal where the extents are and each element is, up to the tolerance. As for `==`, modes with names are compared by name, and names that
        /// differ do not compile.
        impl<T, U, E: Extents, F: Extents, L: Layout<E>, M: Layout<F>, $($generics)*>
            RelativeEq<$right> for $left
        where
            T: RelativeEq<U, Epsilon: Clone>,
        {
            fn default_max_relative() -> T::Epsilon {
                T::default_max_relative()
            }

            fn relative_eq(
                &self,
                other: &$right,
                epsilon: T::Epsilon,
                max_relative: T::Epsilon,
            ) -> bool {
                const { assert_comparable::<E, F>() };
                all_pairs(&self.view(), &other.view(), |left, right| {
                    left.relative_eq(right, epsilon.clone(), max_relative.clone())
                })
            }
        }

        /// Equal where the extents are and each element is, up to the tolerance. As for `==`, modes with names are compared by name, and names that
        /// differ do not compile.
        impl<T, U, E: Extents, F: Extents, L: Layout<E>, M: Layout<F>, $($generics)*>
            UlpsEq<$right> for $left
        where
            T: UlpsEq<U, Epsilon: Clone>,
        {
            fn default_max_ulps() -> u32 {
                T::default_max_ulps()
            }

            fn ulps_eq(&self, other: &$right, epsilon: T::Epsilon, max_ulps: u32) -> bool {
                const { assert_comparable::<E, F>() };
                all_pairs(&self.view(), &other.view(), |left, right| {
                    left.ulps_eq(right, epsilon.clone(), max_ulps)
                })
            }
        }
    )*};
}
approx! {
    [] View<'_, T, E, L>, View<'_, U, F, M>;
    [] ViewMut<'_, T, E, L>, ViewMut<'_, U, F, M>;
    [R: Storage<Elem = U>] View<'_, T, E, L>, Tensor<U, F, M, R>;
    [S: Storage<Elem = T>] Tensor<T, E, L, S>, View<'_, U, F, M>;
    [S: Storage<Elem = T>, R: Storage<Elem = U>] Tensor<T, E, L, S>, Tensor<U, F, M, R>;
}
