//! The folds into a tensor or view that there is.

use extents_static::__private::assert_entries;

use super::{Destination, Foldable, Modes, Over, Partial, ResultExtents, Total};
#[cfg(feature = "std")]
use crate::elements::arithmetic::Real;
use crate::elements::{Divide, Number, Signed};
use crate::{Extents, Scalar};

/// What a fold into a target `A` returns.
type Written<'t, A, U, S, M, C> = <&'t mut A as Destination<U, ResultExtents<S, M>, C>>::Output;

/// What [`Over::argmax_into`] and [`Over::argmin_into`] return.
type Placed<'t, A, S, M> = <&'t mut A as Destination<
    usize,
    ResultExtents<S, M>,
    Partial<S, M>,
    (<S as Foldable>::Value, usize),
>>::Output;

/// Each fold with a target as its last argument: `by` a method that does not compare again what the types know, so that a
/// mistake is one error.
macro_rules! into {
    (@check Total) => {};
    (@check Partial) => {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
    };
    ($($(#[$cfg:meta])? $name:ident $into:ident by [$($by:tt)+] $([$U:ident])? ($($arg:ident: $Arg:ty),*) -> $Written:ty: $Destination:ident<$Value:ty, $Certainty:ident $(, $Folded:ty)?>
        $(, where $Bounded:ty: [$($bound:tt)+])?;
        $target:literal, $call:literal, $result:literal;)*) => {$(
        $(#[$cfg])?
        #[doc = concat!("Writes the results of [`", stringify!($name), "`](Self::", stringify!($name), ") to a tensor or a mutable view \
                         of their extents, over what was there.")]
        ///
        /// # Errors
        /// See [above](#errors).
        ///
        /// ```
        /// use extents::{Tensor, extents, modes};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 3.0, 4.0, 2.0])?;
        #[doc = concat!("let mut rows = Tensor::full(extents![2], ", $target, ")?;")]
        #[doc = concat!("a.over(modes![1]).", $call, "?;")]
        #[doc = concat!("assert_eq!(rows.as_slice(), ", $result, ");")]
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn $into<'t, $($U: Clone,)? A>(self, $($arg: $Arg,)* target: &'t mut A) -> $Written
        where
            &'t mut A: $Destination<$Value, ResultExtents<S, M>, $Certainty<S, M> $(, $Folded)?>,
            $($Bounded: $($bound)+,)?
        {
            into!(@check $Certainty);
            self.to(target).$($by)+($($arg),*)
        }
    )*};
}

/// Folds into a tensor or a mutable view that there is.
///
/// # Errors
/// Those of the folds that make a tensor, but for `Allocation`; `ExtentMismatch` and `RankMismatch` where the target has other
/// extents. It is unchanged then. The error is [`Infallible`](core::convert::Infallible) if the types decide all.
/// `argmax_into` and `argmin_into` need memory for the values that are compared.
///
/// # Panics
/// As [`eval`](crate::expression::Expression::eval).
impl<S: Foldable, M: Modes<S::Extents>> Over<S, M> {
    into! {
        sum sum_into by [sum] () -> Written<'t, A, S::Value, S, M, Total<S, M>>: Destination<S::Value, Total>,
            where S::Value: [Scalar];
            "0.0", "sum_into(&mut rows)", "[4.0, 6.0]";
        product product_into by [product] () -> Written<'t, A, S::Value, S, M, Total<S, M>>: Destination<S::Value, Total>,
            where S::Value: [Number];
            "0.0", "product_into(&mut rows)", "[3.0, 8.0]";
        max max_into by [best::<true>] () -> Written<'t, A, S::Value, S, M, Partial<S, M>>: Destination<S::Value, Partial>,
            where S::Value: [PartialOrd + Clone];
            "0.0", "max_into(&mut rows)", "[3.0, 4.0]";
        min min_into by [best::<false>] () -> Written<'t, A, S::Value, S, M, Partial<S, M>>: Destination<S::Value, Partial>,
            where S::Value: [PartialOrd + Clone];
            "0.0", "min_into(&mut rows)", "[1.0, 2.0]";
        mean mean_into by [average] () -> Written<'t, A, S::Value, S, M, Partial<S, M>>: Destination<S::Value, Partial>,
            where S::Value: [Divide];
            "0.0", "mean_into(&mut rows)", "[2.0, 3.0]";
        norm_l1 norm_l1_into by [norm_l1] () -> Written<'t, A, S::Value, S, M, Total<S, M>>: Destination<S::Value, Total>,
            where S::Value: [Signed + PartialOrd];
            "0.0", "norm_l1_into(&mut rows)", "[4.0, 6.0]";
        norm_max norm_max_into by [norm_max] () -> Written<'t, A, S::Value, S, M, Total<S, M>>: Destination<S::Value, Total>,
            where S::Value: [Signed + PartialOrd];
            "0.0", "norm_max_into(&mut rows)", "[3.0, 4.0]";
        #[cfg(feature = "std")]
        norm_l2 norm_l2_into by [norm_l2] () -> Written<'t, A, S::Value, S, M, Total<S, M>>: Destination<S::Value, Total>,
            where S::Value: [Real];
            "0.0", "norm_l2_into(&mut rows)", "[10_f64.sqrt(), 20_f64.sqrt()]";
        argmax argmax_into by [best_at::<true>] () -> Placed<'t, A, S, M>: Destination<usize, Partial, (S::Value, usize)>,
            where S::Value: [PartialOrd + Clone];
            "0", "argmax_into(&mut rows)", "[1, 0]";
        argmin argmin_into by [best_at::<false>] () -> Placed<'t, A, S, M>: Destination<usize, Partial, (S::Value, usize)>,
            where S::Value: [PartialOrd + Clone];
            "0", "argmin_into(&mut rows)", "[0, 1]";
        any any_into by [any] (is: impl Fn(S::Elem) -> bool) -> Written<'t, A, bool, S, M, Total<S, M>>: Destination<bool, Total>;
            "false", "any_into(|x| *x > 3.0, &mut rows)", "[false, true]";
        all all_into by [all] (is: impl Fn(S::Elem) -> bool) -> Written<'t, A, bool, S, M, Total<S, M>>: Destination<bool, Total>;
            "false", "all_into(|x| *x > 1.0, &mut rows)", "[false, true]";
        count count_into by [count] (is: impl Fn(S::Elem) -> bool) -> Written<'t, A, usize, S, M, Total<S, M>>: Destination<usize, Total>;
            "0", "count_into(|x| *x > 1.0, &mut rows)", "[1, 2]";
        fold fold_into by [fold] [U](init: U, f: impl FnMut(U, S::Elem) -> U) -> Written<'t, A, U, S, M, Total<S, M>>: Destination<U, Total>;
            "0.0", "fold_into(0.0, |all, x| 10.0 * all + x, &mut rows)", "[13.0, 42.0]";
    }
}
