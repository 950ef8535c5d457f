//! Functions of elements, comparisons and choices.

use extents_static::__private::AlignsWith;

#[cfg(feature = "std")]
use super::{Divide, Number, Real};
use super::{Expression, Function, Map, Node, Signed, Term, Zip, Zip3};
#[cfg(feature = "std")]
use crate::Scalar;

/// Elementwise functions. Each closure is called once for each element that is read, in any order.
impl<N: Node> Expression<N> {
    /// Applies a function to each element.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![7, 8])?;
    /// assert_eq!(a.lazy().map(|x| x % 2 == 0).eval()?.as_slice(), [false, true]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn map<U, F: Fn(N::Elem) -> U>(self, f: F) -> Expression<Map<N, F>> {
        Expression::new(Map { a: self.node, f })
    }

    /// Applies a function to each element and that of another term.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (a, b) = (Tensor::full(extents![2], 7)?, Tensor::full(extents![2], 0)?);
    /// let quotients = a.lazy().zip(&b, i32::checked_div).eval()?;
    /// assert_eq!(quotients.as_slice(), [None, None]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn zip<T, R: Term<T>, U, F: Fn(N::Elem, T) -> U>(
        self,
        other: R,
        f: F,
    ) -> Expression<Zip<N, R::Node, F>>
    where
        <R::Node as Node>::Extents: AlignsWith<N::Extents>,
    {
        Expression::new(Zip { a: self.node, b: other.term().node, f })
    }

    /// Applies a function to each element and those of two other terms.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![-0.5, 0.5, 1.5])?;
    /// let clamped = a.lazy().zip3(0.0, 1.0, f64::clamp).eval()?;
    /// assert_eq!(clamped.as_slice(), [0.0, 0.5, 1.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn zip3<T, V, B: Term<T>, C: Term<V>, U, F: Fn(N::Elem, T, V) -> U>(
        self,
        b: B,
        c: C,
        f: F,
    ) -> Expression<Zip3<N, B::Node, C::Node, F>>
    where
        <B::Node as Node>::Extents: AlignsWith<N::Extents>,
        <C::Node as Node>::Extents:
            AlignsWith<<<B::Node as Node>::Extents as AlignsWith<N::Extents>>::Aligned>,
    {
        Expression::new(Zip3 { a: self.node, b: b.term().node, c: c.term().node, f })
    }

    /// Computes the absolute value of each element. The minimum of a signed integer type stays as it is.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![-7, 8])?;
    /// assert_eq!(a.lazy().abs().eval()?.as_slice(), [7, 8]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn abs(self) -> Expression<Map<N, impl Function<(N::Elem,), Output = N::Elem> + Copy>>
    where
        N::Elem: Signed + PartialOrd,
    {
        self.map(N::Elem::absolute)
    }
}

/// The larger or the smaller of two numbers; NaN where one of them is, as in the folds `max` and `min`.
macro_rules! extremes {
    ($($(#[$doc:meta])* $name:ident $operator:tt;)*) => {
        impl<N: Node> Expression<N> {$(
            $(#[$doc])*
            #[inline]
            pub fn $name<R: Term<N::Elem>>(
                self,
                other: R,
            ) -> Expression<
                Zip<N, R::Node, impl Function<(N::Elem, N::Elem), Output = N::Elem> + Copy>,
            >
            where
                N::Elem: PartialOrd,
                <R::Node as Node>::Extents: AlignsWith<N::Extents>,
            {
                #[allow(clippy::eq_op, reason = "what does not equal itself is NaN")]
                self.zip(other, |a: N::Elem, b: N::Elem| {
                    // All comparisons are made, so that the compiler can choose without a branch.
                    if (b $operator a) | ((b != b) & (a == a)) { b } else { a }
                })
            }
        )*}
    };
}
extremes! {
    /// Computes the larger of each element and that of another term; NaN where one is NaN. Of equal numbers, such as
    /// -0.0 and 0.0, it is this element.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![-1.0, 2.0, f64::NAN])?;
    /// let positive = a.lazy().maximum(0.0).eval()?;
    /// assert_eq!(positive.as_slice()[..2], [0.0, 2.0]);
    /// assert!(positive[[2]].is_nan());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    maximum >;
    /// Computes the smaller of each element and that of another term; NaN where one is NaN. Of equal numbers, such as
    /// 0.0 and -0.0, it is this element.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (a, b) = (Tensor::from_vec(extents![2], vec![1, 8])?, Tensor::full(extents![2], 5)?);
    /// assert_eq!(a.lazy().minimum(&b).eval()?.as_slice(), [1, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    minimum <;
}

impl<N: Node> Expression<N> {
    /// Clamps each element to the range from `low` to `high`, numbers or other terms: the [`maximum`](Self::maximum)
    /// with `low`, and the [`minimum`](Self::minimum) of that with `high`. So the result is `high` where `low` is
    /// greater, and NaN where any of the three is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![-1, 4, 9])?;
    /// assert_eq!(a.lazy().clamp(0, 5).eval()?.as_slice(), [0, 4, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the type of the closure has no name")]
    #[doc(alias = "clip")]
    #[inline]
    pub fn clamp<A: Term<N::Elem>, B: Term<N::Elem>>(
        self,
        low: A,
        high: B,
    ) -> Expression<
        Zip3<
            N,
            A::Node,
            B::Node,
            impl Function<(N::Elem, N::Elem, N::Elem), Output = N::Elem> + Copy,
        >,
    >
    where
        N::Elem: PartialOrd,
        <A::Node as Node>::Extents: AlignsWith<N::Extents>,
        <B::Node as Node>::Extents:
            AlignsWith<<<A::Node as Node>::Extents as AlignsWith<N::Extents>>::Aligned>,
    {
        #[allow(clippy::eq_op, reason = "what does not equal itself is NaN")]
        self.zip3(low, high, |x: N::Elem, low: N::Elem, high: N::Elem| {
            let x = if (low > x) | ((low != low) & (x == x)) { low } else { x };
            if (high < x) | ((high != high) & (x == x)) { high } else { x }
        })
    }
}

/// Comparisons give `bool` elements, as the operators of the same meaning do: with NaN, all but `differs` are false.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident: $Bound:ident $operator:tt;)*) => {
        impl<N: Node> Expression<N> {$(
            $(#[$doc])*
            #[inline]
            pub fn $name<R: Term<N::Elem>>(
                self,
                other: R,
            ) -> Expression<
                Zip<N, R::Node, impl Function<(N::Elem, N::Elem), Output = bool> + Copy>,
            >
            where
                N::Elem: $Bound,
                <R::Node as Node>::Extents: AlignsWith<N::Extents>,
            {
                self.zip(other, |a: N::Elem, b: N::Elem| a $operator b)
            }
        )*}
    };
}
comparisons! {
    /// Returns whether each element is less than that of another term; false where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![1.0, 2.0, f32::NAN])?;
    /// assert_eq!(a.lazy().less(2.0).eval()?.as_slice(), [true, false, false]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    less: PartialOrd <;
    /// Returns whether each element is less than or equal to that of another term; false where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// assert_eq!(a.lazy().at_most(1).eval()?.as_slice(), [true, false]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    at_most: PartialOrd <=;
    /// Returns whether each element is greater than that of another term; false where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// assert_eq!(a.lazy().greater(1).eval()?.as_slice(), [false, true]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    greater: PartialOrd >;
    /// Returns whether each element is greater than or equal to that of another term; false where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// assert_eq!(a.lazy().at_least(2).eval()?.as_slice(), [false, true]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    at_least: PartialOrd >=;
    /// Returns whether each element equals that of another term; false where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// assert_eq!(a.lazy().equals(&a).all(|equal| equal), Ok(true));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    equals: PartialEq ==;
    /// Returns whether each element differs from that of another term; true where one is NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// assert_eq!(a.lazy().differs(2).eval()?.as_slice(), [true, false]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    differs: PartialEq !=;
}

/// Kinds of floats.
impl<N: Node> Expression<N> {
    /// Returns whether each element is NaN, that is, differs from itself.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![1.0, f32::NAN, f32::INFINITY])?;
    /// assert_eq!(a.lazy().is_nan().eval()?.as_slice(), [false, true, false]);
    /// // NaN becomes 0.
    /// let zeroed = a.lazy().is_nan().select(0.0, &a).eval()?;
    /// assert_eq!(zeroed.as_slice(), [1.0, 0.0, f32::INFINITY]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn is_nan(self) -> Expression<Map<N, impl Function<(N::Elem,), Output = bool> + Copy>>
    where
        N::Elem: PartialEq,
    {
        #[allow(clippy::eq_op, reason = "what does not equal itself is NaN")]
        self.map(|x: N::Elem| x != x)
    }

    /// Returns whether each element is neither infinite nor NaN.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![1.0, f32::NAN, f32::INFINITY])?;
    /// assert_eq!(a.lazy().is_finite().eval()?.as_slice(), [true, false, false]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    pub fn is_finite(self) -> Expression<Map<N, impl Function<(N::Elem,), Output = bool> + Copy>>
    where
        N::Elem: Real,
    {
        // The difference of what is infinite with itself is NaN.
        self.map(|x: N::Elem| Number::minus(x, x) == <N::Elem as Scalar>::ZERO)
    }
}

/// Selection by `bool` elements.
impl<N: Node<Elem = bool>> Expression<N> {
    /// Returns the element of `a` where this one is true, and that of `b` where it is false. Both are read.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![1.0, -2.0, 3.0])?;
    /// let positive = a.lazy().greater(0.0).select(&a, 0.0).eval()?;
    /// assert_eq!(positive.as_slice(), [1.0, 0.0, 3.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the type of the closure has no name")]
    #[doc(alias = "where")]
    #[inline]
    pub fn select<T, A: Term<T>, B: Term<T>>(
        self,
        a: A,
        b: B,
    ) -> Expression<Zip3<N, A::Node, B::Node, impl Function<(bool, T, T), Output = T> + Copy>>
    where
        <A::Node as Node>::Extents: AlignsWith<N::Extents>,
        <B::Node as Node>::Extents:
            AlignsWith<<<A::Node as Node>::Extents as AlignsWith<N::Extents>>::Aligned>,
    {
        self.zip3(a, b, |is: bool, a: T, b: T| if is { a } else { b })
    }
}

/// Functions of floats, computed by the standard library.
#[cfg(feature = "std")]
macro_rules! real_functions {
    ($($(#[$doc:meta])* $name:ident($($parameter:ident: $t:ty)?);)*) => {
        #[cfg(feature = "std")]
        impl<N: Node> Expression<N> {$(
            $(#[$doc])*
            ///
            /// ```
            /// use extents::{Tensor, extents};
            /// let a = Tensor::full(extents![2], 0.5_f64)?;
            #[doc = real_functions!(@example $name $($parameter)?)]
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            #[inline]
            pub fn $name(
                self,
                $($parameter: $t)?
            ) -> Expression<Map<N, impl Function<(N::Elem,), Output = N::Elem>>>
            where
                N::Elem: Real,
            {
                self.map(move |x: N::Elem| x.$name($($parameter)?))
            }
        )*}
    };
    (@example $name:ident) => {
        concat!("assert_eq!(a.lazy().", stringify!($name), "().eval()?[[1]], 0.5_f64.", stringify!($name), "());")
    };
    (@example $name:ident $parameter:ident) => {
        concat!(
            "let ", stringify!($parameter), " = 3.into();\n",
            "assert_eq!(a.lazy().", stringify!($name), "(", stringify!($parameter), ").eval()?[[1]], 0.125);"
        )
    };
}
#[cfg(feature = "std")]
real_functions! {
    /// Computes the square root of each element; NaN where it is negative.
    sqrt();
    /// Computes the cubic root of each element.
    cbrt();
    /// Computes the exponential of each element.
    exp();
    /// Computes the exponential of each element less 1, which is exact near 0 too.
    exp_m1();
    /// Computes the natural logarithm of each element; NaN where it is negative.
    ln();
    /// Computes the natural logarithm of each element plus 1, which is exact near 0 too; NaN where it is less than -1.
    ln_1p();
    /// Computes the logarithm of base 2 of each element; NaN where it is negative.
    log2();
    /// Computes the logarithm of base 10 of each element; NaN where it is negative.
    log10();
    /// Computes the sine of each element, in radians.
    sin();
    /// Computes the cosine of each element, in radians.
    cos();
    /// Computes the tangent of each element, in radians.
    tan();
    /// Computes the arc sine of each element, in radians from -π/2 to π/2; NaN where it is not from -1 to 1.
    asin();
    /// Computes the arc cosine of each element, in radians from 0 to π; NaN where it is not from -1 to 1.
    acos();
    /// Computes the arc tangent of each element, in radians from -π/2 to π/2; [`atan2`](Self::atan2) knows the quadrant.
    atan();
    /// Computes the hyperbolic sine of each element.
    sinh();
    /// Computes the hyperbolic cosine of each element.
    cosh();
    /// Computes the hyperbolic tangent of each element.
    tanh();
    /// Rounds each element down to an integer.
    floor();
    /// Rounds each element up to an integer.
    ceil();
    /// Rounds each element to the nearest integer, away from zero if it is half way between two.
    round();
    /// Rounds each element to the nearest integer, to the even one if it is half way between two.
    round_ties_even();
    /// Rounds each element towards zero to an integer.
    trunc();
    /// Raises each element to an integer power.
    powi(power: i32);
    /// Raises each element to a floating-point power.
    powf(power: N::Elem);
}

#[cfg(feature = "std")]
impl<N: Node> Expression<N> {
    /// Computes one over each element.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![0.5, -4.0, 0.0])?;
    /// assert_eq!(a.lazy().recip().eval()?.as_slice(), [2.0, -0.25, f64::INFINITY]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn recip(self) -> Expression<Map<N, impl Function<(N::Elem,), Output = N::Elem> + Copy>>
    where
        N::Elem: Divide,
    {
        self.map(|x: N::Elem| N::Elem::ONE.over(x))
    }
}

/// Functions of two floats, computed by the standard library.
#[cfg(feature = "std")]
impl<N: Node> Expression<N> {
    /// Computes the angle of the point whose y is each element and whose x is that of another term, in radians from -π to π.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (y, x) = (Tensor::from_vec(extents![2], vec![1.0, 0.0])?, Tensor::from_vec(extents![2], vec![0.0, -1.0])?);
    /// let angles = y.lazy().atan2(&x).eval()?;
    /// assert_eq!(angles.as_slice(), [std::f64::consts::FRAC_PI_2, std::f64::consts::PI]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the type of the function has no name")]
    #[inline]
    pub fn atan2<R: Term<N::Elem>>(
        self,
        x: R,
    ) -> Expression<Zip<N, R::Node, impl Function<(N::Elem, N::Elem), Output = N::Elem> + Copy>>
    where
        N::Elem: Real,
        <R::Node as Node>::Extents: AlignsWith<N::Extents>,
    {
        self.zip(x, N::Elem::atan2)
    }

    /// Computes the square root of the sum of the squares of each element and that of another term. The squares may be larger
    /// than the type holds.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, y) = (Tensor::full(extents![2], 3e300)?, Tensor::full(extents![2], 4e300)?);
    /// assert_eq!(x.lazy().hypot(&y).eval()?.as_slice(), [5e300, 5e300]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the type of the function has no name")]
    #[inline]
    pub fn hypot<R: Term<N::Elem>>(
        self,
        other: R,
    ) -> Expression<Zip<N, R::Node, impl Function<(N::Elem, N::Elem), Output = N::Elem> + Copy>>
    where
        N::Elem: Real,
        <R::Node as Node>::Extents: AlignsWith<N::Extents>,
    {
        self.zip(other, N::Elem::hypot)
    }
}
