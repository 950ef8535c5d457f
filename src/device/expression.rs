//! [`ArrayExpression`]: elementwise work on arrays that is not done yet, as a program.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use extents_static::__private::{AlignsWith, Turn, turn};
use extents_static::Anything;

use super::evaluate::{Job, strides_of};
use super::folds::AllModes;
use super::{
    Array, ArrayFolds, ArrayView, ArrayViewMut, AsArrayView, Binary, BufferPlace, Device,
    Operation, Unary,
};
use crate::elements::over::Modes;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{Extents, ModeArray, ShapeError, StaticExtents};

/// Elementwise work on arrays of one device, which [`eval`](Self::eval) does in one task.
///
/// Made by `+`, `-`, `*`, `/` of arrays, views of arrays, expressions and numbers, and by methods such as
/// [`exp`](Self::exp). Extents that the types know to differ do not compile; others are compared when it is evaluated.
pub struct ArrayExpression<'a, D: Device, E> {
    pub(super) extents: Result<E, ShapeError>,
    pub(super) device: Option<&'a D>,
    pub(super) is_mixed: bool,
    pub(super) leaves: VecDeque<Leaf<'a, D>>,
    // Each leaf is loaded once, in order. Which one that is, `program` says: numbers would change with each operand to the left.
    steps: VecDeque<Operation>,
}

/// The extents of an operand to the left, `E`, and one to the right.
pub(super) type United<F, E> = <F as AlignsWith<E>>::Aligned;

/// The expression of an operand of extents `E` and two more to its right.
type OfThree<'a, D, A, B, E> = ArrayExpression<
    'a,
    D,
    United<<B as ArrayTerm<'a, D>>::Extents, United<<A as ArrayTerm<'a, D>>::Extents, E>>,
>;

/// An array in an expression.
pub(super) struct Leaf<'a, D: Device> {
    pub(super) place: BufferPlace<'a, D>,
    pub(super) strides: ModeArray<isize>,
    pub(super) element: D::Element,
}

impl<D: Device> Leaf<'_, D> {
    /// Puts the modes in another order.
    fn turn(&mut self, order: &Turn) {
        let own = self.strides.clone();
        turn(order, &own, &mut self.strides);
    }
}

/// The elements of two lists, in order. Those of the shorter one move, since an expression may grow on either side.
fn joined<T>(mut left: VecDeque<T>, mut right: VecDeque<T>) -> VecDeque<T> {
    if left.len() < right.len() {
        left.into_iter().rev().for_each(|each| right.push_front(each));
        return right;
    }
    left.append(&mut right);
    left
}

/// What can stand in an [`ArrayExpression`]: a reference to an array, a view of one, an expression, or a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in an expression of arrays",
    label = "expected a reference to an array, a view of one, an expression or a number"
)]
pub trait ArrayTerm<'a, D: Device> {
    /// The extents; [`Anything`] of a number.
    type Extents;
    /// Returns it as an expression.
    fn into_expression(self) -> ArrayExpression<'a, D, Self::Extents>;
}

impl<'a, D: Device, E: Extents> ArrayExpression<'a, D, E> {
    /// The elements of an array.
    pub(super) fn of<L: TrustedLayout<E> + StridedLayout<E>>(
        view: &ArrayView<'a, D, E, L>,
    ) -> Self {
        let extents = view.extents();
        let leaf = Leaf {
            place: view.place(),
            strides: strides_of(view.mapping()),
            element: view.element(),
        };
        ArrayExpression {
            extents: if extents.is_null() { Err(ShapeError::Null) } else { Ok(extents.clone()) },
            device: Some(view.shared_device()),
            is_mixed: false,
            leaves: [leaf].into(),
            steps: [Operation::Load(0)].into(),
        }
    }

    /// Does the work, into a new array.
    ///
    /// # Errors
    /// [`ShapeError::ExtentMismatch`] where run-time extents differ, [`ShapeError::Null`], [`Unsupported::OtherDevice`](crate::backend::Unsupported::OtherDevice), and
    /// those of the device.
    pub fn eval(self) -> Result<Array<D, E>, D::Error> {
        let extents = self.extents.clone()?;
        Job::new(&self)?.eval(extents)
    }

    /// Does the work, and writes the elements to an array.
    ///
    /// # Errors
    /// As [`eval`](Self::eval); [`ShapeError::ExtentMismatch`] where the array has other extents. It is then unchanged.
    pub fn assign_to<F, L>(self, target: &mut ArrayViewMut<'_, D, F, L>) -> Result<(), D::Error>
    where
        F: Extents + AlignsWith<E>,
        L: TrustedLayout<F> + StridedLayout<F>,
    {
        self.update(target, None)
    }

    /// Does the work, and replaces each element of an array by a function of it and the new one: `Binary::Add` adds.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    pub fn update_in<F, L>(
        self,
        target: &mut ArrayViewMut<'_, D, F, L>,
        function: Binary,
    ) -> Result<(), D::Error>
    where
        F: Extents + AlignsWith<E>,
        L: TrustedLayout<F> + StridedLayout<F>,
    {
        self.update(target, Some(function))
    }

    fn update<F, L>(
        self,
        target: &mut ArrayViewMut<'_, D, F, L>,
        function: Option<Binary>,
    ) -> Result<(), D::Error>
    where
        F: Extents + AlignsWith<E>,
        L: TrustedLayout<F> + StridedLayout<F>,
    {
        const { <F as AlignsWith<E>>::AGREES };
        let extents = self.extents.clone()?;
        AlignsWith::<E>::align(target.extents(), &extents)?;
        Job::new(&self)?.run_in_order(const { <F as AlignsWith<E>>::ORDER }, target, function)
    }

    /// Begins a fold along some modes: `x.over(modes![1]).sum()`.
    ///
    /// ```
    /// use extents::backend::{Array, Native};
    /// use extents::{StaticExtents, Tensor, extents, modes};
    /// let x = Tensor::from_vec(extents![2, dyn 3]?, vec![1.0, 2.0, 3.0, 4.0, 5.0, 9.0])?;
    /// let x = Array::upload(&Native::<f64>::new(), &x)?;
    /// let sums: Array<_, StaticExtents![2]> = x.over(modes![1]).sum()?;
    /// assert_eq!(sums.download()?.as_slice(), [6.0, 18.0]);
    /// let norms = (&x * &x).over(modes![1]).sum()?;
    /// assert_eq!(norms.download()?.as_slice(), [14.0, 122.0]);
    /// # Ok::<(), extents::backend::NativeError>(())
    /// ```
    pub fn over<M: Modes<E>>(self, modes: M) -> ArrayFolds<'a, D, E, M> {
        ArrayFolds::new(self, modes)
    }
}

/// What an array can be asked for as well: functions of each element, and folds of all of them.
macro_rules! functions {
    ($($name:ident $function:ident $text:literal;)* => $($fold:ident $what:literal $value:literal;)*) => {
        impl<'a, D: Device, E> ArrayExpression<'a, D, E> {
            $(
                #[doc = $text]
                pub fn $name(self) -> Self {
                    self.then(Unary::$function)
                }
            )*
        }
        /// Folds of all elements, to an array of no modes, which stays on the device.
        impl<D: Device, E: Extents> ArrayExpression<'_, D, E> {
            $(
                #[doc = $what]
                ///
                /// # Errors
                #[doc = concat!("As [`ArrayFolds::", stringify!($fold), "`].")]
                ///
                /// ```
                /// use extents::backend::{Array, Native};
                /// use extents::{StaticExtents, Tensor, extents};
                /// let x = Tensor::from_vec(extents![2, 2], vec![1.0, 3.0, 4.0, 2.0])?;
                /// let x = Array::upload(&Native::<f64>::new(), &x)?;
                #[doc = concat!("let all: Array<_, StaticExtents![]> = x.", stringify!($fold), "()?;")]
                #[doc = concat!("assert_eq!(all.download()?[[]], ", $value, ");")]
                /// # Ok::<(), extents::backend::NativeError>(())
                /// ```
                pub fn $fold(self) -> Result<Array<D, StaticExtents<()>>, D::Error> {
                    let rank = self.extents.as_ref().map_or(0, Extents::rank);
                    self.over(AllModes(rank)).$fold()
                }
            )*
        }
        functions!(@of_arrays [$($name $text)*] [$($fold $what)*]
            [] Array<D, E, L>, '_;
            ['a,] ArrayView<'a, D, E, L>, 'a;
            ['a,] ArrayViewMut<'a, D, E, L>, '_;
        );
    };
    (@of_arrays $functions:tt $folds:tt $([$($generics:tt)*] $array:ty, $life:lifetime;)*) => {
        $(functions!(@of_array $functions $folds [$($generics)*] $array, $life);)*
    };
    (@of_array [$($name:ident $text:literal)*] [$($fold:ident $what:literal)*] [$($generics:tt)*] $array:ty, $life:lifetime) => {
        /// Expressions of the elements, and folds of them.
        impl<$($generics)* D, E, L> $array
        where
            D: Device,
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
        {
            /// Returns the elements as an expression.
            pub fn lazy(&self) -> ArrayExpression<$life, D, E> {
                ArrayExpression::of(&self.view())
            }

            /// Begins a fold along some modes, as [`ArrayExpression::over`].
            pub fn over<M: Modes<E>>(&self, modes: M) -> ArrayFolds<$life, D, E, M> {
                self.lazy().over(modes)
            }

            $(
                #[doc = $text]
                pub fn $name(&self) -> ArrayExpression<$life, D, E> {
                    self.lazy().$name()
                }
            )*

            $(
                #[doc = $what]
                ///
                /// # Errors
                #[doc = concat!("As [`ArrayFolds::", stringify!($fold), "`].")]
                pub fn $fold(&self) -> Result<Array<D, StaticExtents<()>>, D::Error> {
                    self.lazy().$fold()
                }
            )*
        }
    };
}
functions! {
    abs Abs "Returns the absolute value of each element.";
    recip Recip "Returns 1 divided by each element.";
    sqrt Sqrt "Returns the square root of each element.";
    exp Exp "Returns the exponential function of each element.";
    ln Ln "Returns the natural logarithm of each element.";
    sin Sin "Returns the sine of each element.";
    cos Cos "Returns the cosine of each element.";
    tanh Tanh "Returns the hyperbolic tangent of each element.";
    floor Floor "Rounds each element down to an integer.";
    ceil Ceil "Rounds each element up to an integer.";
    round Round "Rounds each element to the nearest integer, away from zero if it is half way between two.";
    round_ties_even RoundTiesEven "Rounds each element to the nearest integer, to the even one if it is half way between two.";
    trunc Trunc "Rounds each element towards zero to an integer.";
    =>
    sum "Returns the sum of all elements; 0 of nothing." "10.0";
    product "Returns the product of all elements; 1 of nothing." "24.0";
    min "Returns the least element; NaN where one is NaN." "1.0";
    max "Returns the greatest element; NaN where one is NaN." "4.0";
    mean "Returns the mean of all elements." "2.5";
}

impl<'a, D: Device, E> ArrayExpression<'a, D, E> {
    /// The operations, each load with the number of its leaf.
    pub(super) fn program(&self) -> Vec<Operation> {
        let mut leaves = 0..self.leaves.len();
        let numbered = |step: &Operation| match *step {
            Operation::Load(_) => Operation::Load(leaves.next().unwrap_or(0)),
            step => step,
        };
        self.steps.iter().map(numbered).collect()
    }

    pub(super) fn then(mut self, function: Unary) -> Self {
        self.steps.push_back(Operation::Unary(function));
        self
    }

    /// The expression of a function of the elements of two.
    pub(super) fn with<F>(
        self,
        function: Binary,
        other: ArrayExpression<'a, D, F>,
    ) -> ArrayExpression<'a, D, United<F, E>>
    where
        F: AlignsWith<E>,
    {
        let mut both = self.beside(other);
        both.steps.push_back(Operation::Binary(function));
        both
    }

    /// The elements of two, one on top of the other: no expression until an operation makes one of them.
    fn beside<F>(self, mut other: ArrayExpression<'a, D, F>) -> ArrayExpression<'a, D, United<F, E>>
    where
        F: AlignsWith<E>,
    {
        const { <F as AlignsWith<E>>::AGREES };
        if let Some(order) = const { <F as AlignsWith<E>>::ORDER } {
            other.leaves.iter_mut().for_each(|leaf| leaf.turn(&order));
        }
        let is_mixed = match (self.device, other.device) {
            (Some(device), Some(other)) => !device.is_same(other),
            _ => false,
        };
        let extents = match (self.extents, other.extents) {
            (Ok(left), Ok(right)) => right.align(&left),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
        ArrayExpression {
            extents,
            device: self.device.or(other.device),
            is_mixed: is_mixed || self.is_mixed || other.is_mixed,
            leaves: joined(self.leaves, other.leaves),
            steps: joined(self.steps, other.steps),
        }
    }

    /// Returns the element of `a` where this one is not 0, and that of `b` where it is: all of them are read. What
    /// [`less`](Self::less) and its kin return is 0 or 1; NaN is not 0.
    ///
    /// ```
    /// use extents::backend::{Array, Native};
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_vec(extents![3], vec![1.0, -2.0, f64::NAN])?;
    /// let x = Array::upload(&Native::<f64>::new(), &x)?;
    /// let positive = x.lazy().greater(0.0).select(&x, 0.0).eval()?;
    /// assert_eq!(positive.download()?.as_slice(), [1.0, 0.0, 0.0]);
    /// # Ok::<(), extents::backend::NativeError>(())
    /// ```
    #[doc(alias = "where")]
    pub fn select<A: ArrayTerm<'a, D>, B: ArrayTerm<'a, D>>(
        self,
        a: A,
        b: B,
    ) -> OfThree<'a, D, A, B, E>
    where
        A::Extents: AlignsWith<E>,
        B::Extents: AlignsWith<United<A::Extents, E>>,
    {
        let mut all = self.beside(a.into_expression()).beside(b.into_expression());
        all.steps.push_back(Operation::Select);
        all
    }

    /// Clamps each element to the range from `low` to `high`, numbers or other terms: the [`maximum`](Self::maximum)
    /// with `low`, and the [`minimum`](Self::minimum) of that with `high`. So the result is `high` where `low` is
    /// greater, and NaN where any of the three is NaN.
    ///
    /// ```
    /// use extents::backend::{Array, Native};
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_vec(extents![3], vec![-1.0, 0.5, 9.0])?;
    /// let x = Array::upload(&Native::<f64>::new(), &x)?;
    /// assert_eq!(x.lazy().clamp(0.0, 1.0).eval()?.download()?.as_slice(), [0.0, 0.5, 1.0]);
    /// # Ok::<(), extents::backend::NativeError>(())
    /// ```
    pub fn clamp<A: ArrayTerm<'a, D>, B: ArrayTerm<'a, D>>(
        self,
        low: A,
        high: B,
    ) -> OfThree<'a, D, A, B, E>
    where
        A::Extents: AlignsWith<E>,
        B::Extents: AlignsWith<United<A::Extents, E>>,
    {
        self.maximum(low).minimum(high)
    }
}

/// Functions of the elements of two terms.
macro_rules! functions_of_two {
    ($($name:ident $function:ident $text:literal;)*) => {
        impl<'a, D: Device, E> ArrayExpression<'a, D, E> {$(
            #[doc = $text]
            pub fn $name<R: ArrayTerm<'a, D>>(
                self,
                other: R,
            ) -> ArrayExpression<'a, D, United<R::Extents, E>>
            where
                R::Extents: AlignsWith<E>,
            {
                self.with(Binary::$function, other.into_expression())
            }
        )*}
    };
}
functions_of_two! {
    minimum Min "Returns the lesser one of each element and that of another term; NaN where one is NaN.";
    maximum Max "Returns the greater one of each element and that of another term; NaN where one is NaN.";
    powf Pow "Returns each element to the power of that of another term.";
    less Less "Returns 1 where each element is less than that of another term, else 0.";
    at_most AtMost "Returns 1 where each element is less than or equal to that of another term, else 0.";
    greater Greater "Returns 1 where each element is greater than that of another term, else 0.";
    at_least AtLeast "Returns 1 where each element is greater than or equal to that of another term, else 0.";
    equals Equal "Returns 1 where each element equals that of another term, else 0.";
    differs Differ "Returns 1 where each element differs from that of another term, or one is NaN, else 0.";
}

impl<'a, D: Device, E> ArrayTerm<'a, D> for ArrayExpression<'a, D, E> {
    type Extents = E;
    fn into_expression(self) -> Self {
        self
    }
}

impl<'a, D: Device, E, L> ArrayTerm<'a, D> for ArrayView<'a, D, E, L>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    type Extents = E;
    fn into_expression(self) -> ArrayExpression<'a, D, E> {
        ArrayExpression::of(&self)
    }
}

impl<'a, D: Device, A: AsArrayView<Device = D>> ArrayTerm<'a, D> for &'a A {
    type Extents = A::Extents;
    fn into_expression(self) -> ArrayExpression<'a, D, A::Extents> {
        ArrayExpression::of(&self.as_array_view())
    }
}

impl<'a, D: Device> ArrayTerm<'a, D> for f64 {
    type Extents = Anything;
    fn into_expression(self) -> ArrayExpression<'a, D, Anything> {
        ArrayExpression {
            extents: Ok(Anything),
            device: None,
            is_mixed: false,
            leaves: VecDeque::new(),
            steps: [Operation::Number(self)].into(),
        }
    }
}

impl<D: Device, E: fmt::Debug> fmt::Debug for ArrayExpression<'_, D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of extents {:?}", self.program(), self.extents)
    }
}
