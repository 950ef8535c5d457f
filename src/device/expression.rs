//! [`ArrayExpression`]: elementwise work on arrays that is not done yet, as a program.

use alloc::vec::Vec;
use core::fmt;

use extents_static::__private::{AlignsWith, Turn, turn};
use extents_static::Anything;

use super::evaluate::{Job, strides_of};
use super::{
    Array, ArrayFolds, ArrayView, ArrayViewMut, AsArrayView, Binary, BufferPlace, Device,
    Operation, Unary,
};
use crate::elements::over::Modes;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{Extents, ModeArray, ShapeError};

/// Elementwise work on arrays of one device, which [`eval`](Self::eval) does in one task.
///
/// Made by `+`, `-`, `*`, `/` of arrays, views of arrays, expressions and numbers, and by methods such as
/// [`exp`](Self::exp). Extents that the types know to differ do not compile; others are compared when it is evaluated.
pub struct ArrayExpression<'a, D: Device, E> {
    pub(super) extents: Result<E, ShapeError>,
    pub(super) device: Option<&'a D>,
    pub(super) is_mixed: bool,
    pub(super) leaves: Vec<Leaf<'a, D>>,
    pub(super) program: Vec<Operation>,
}

/// The extents of an operand to the left, `E`, and one to the right.
pub(super) type United<F, E> = <F as AlignsWith<E>>::Aligned;

/// An array in an expression.
pub(super) struct Leaf<'a, D: Device> {
    pub(super) place: BufferPlace<'a, D>,
    pub(super) strides: ModeArray<isize>,
    pub(super) element: D::Element,
}

impl<D: Device> Leaf<'_, D> {
    /// The same array, whose modes are put in another order, if there is one.
    fn turned(mut self, order: Option<&Turn>) -> Self {
        self.strides = turned(&self.strides, order);
        self
    }
}

/// Strides in another order of the modes, if there is one.
pub(super) fn turned(own: &ModeArray<isize>, order: Option<&Turn>) -> ModeArray<isize> {
    let mut strides = own.clone();
    if let Some(order) = order {
        turn(order, own, &mut strides);
    }
    strides
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
            program: [Operation::Load(0)].into(),
        }
    }

    /// Does the work, into a new array.
    ///
    /// # Errors
    /// [`ShapeError::ExtentMismatch`] where run-time extents differ, [`ShapeError::Null`], [`Unsupported::OtherDevice`](crate::backend::Unsupported::OtherDevice), and
    /// those of the device.
    pub fn eval(self) -> Result<Array<D, E>, D::Error> {
        let extents = self.extents.clone()?;
        let job = Job::new(&self)?;
        let mut result = Array::allocate(job.device, job.element, extents)?;
        job.run_into(&mut result.view_mut(), None)?;
        Ok(result)
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

macro_rules! functions {
    ($($name:ident $function:ident $text:literal;)*) => {
        impl<'a, D: Device, E> ArrayExpression<'a, D, E> {
            $(
                #[doc = $text]
                pub fn $name(self) -> Self {
                    self.then(Unary::$function)
                }
            )*
        }
        functions!(@of_arrays [$($name $text)*]
            [] Array<D, E, L>, '_;
            ['a,] ArrayView<'a, D, E, L>, 'a;
            ['a,] ArrayViewMut<'a, D, E, L>, '_;
        );
    };
    (@of_arrays $functions:tt $([$($generics:tt)*] $array:ty, $life:lifetime;)*) => {
        $(functions!(@of_array $functions [$($generics)*] $array, $life);)*
    };
    (@of_array [$($name:ident $text:literal)*] [$($generics:tt)*] $array:ty, $life:lifetime) => {
        /// Expressions of the elements.
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
}

impl<'a, D: Device, E> ArrayExpression<'a, D, E> {
    pub(super) fn then(mut self, function: Unary) -> Self {
        self.program.push(Operation::Unary(function));
        self
    }

    /// The expression of a function of the elements of two.
    pub(super) fn with<F>(
        mut self,
        function: Binary,
        other: ArrayExpression<'a, D, F>,
    ) -> ArrayExpression<'a, D, United<F, E>>
    where
        F: AlignsWith<E>,
    {
        const { <F as AlignsWith<E>>::AGREES };
        let before = self.leaves.len();
        let order = const { <F as AlignsWith<E>>::ORDER };
        self.leaves.extend(other.leaves.into_iter().map(|leaf| leaf.turned(order.as_ref())));
        self.program.extend(other.program.into_iter().map(|operation| match operation {
            Operation::Load(operand) => Operation::Load(operand.saturating_add(before)),
            operation => operation,
        }));
        self.program.push(Operation::Binary(function));
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
            leaves: self.leaves,
            program: self.program,
        }
    }

    /// Returns the lesser one of each element and that of another term; NaN where one is NaN.
    pub fn minimum<R: ArrayTerm<'a, D>>(
        self,
        other: R,
    ) -> ArrayExpression<'a, D, United<R::Extents, E>>
    where
        R::Extents: AlignsWith<E>,
    {
        self.with(Binary::Min, other.into_expression())
    }

    /// Returns the greater one of each element and that of another term; NaN where one is NaN.
    pub fn maximum<R: ArrayTerm<'a, D>>(
        self,
        other: R,
    ) -> ArrayExpression<'a, D, United<R::Extents, E>>
    where
        R::Extents: AlignsWith<E>,
    {
        self.with(Binary::Max, other.into_expression())
    }

    /// Returns each element to the power of that of another term.
    pub fn powf<R: ArrayTerm<'a, D>>(
        self,
        other: R,
    ) -> ArrayExpression<'a, D, United<R::Extents, E>>
    where
        R::Extents: AlignsWith<E>,
    {
        self.with(Binary::Pow, other.into_expression())
    }

    /// Returns 1 where each element is less than that of another term, else 0.
    pub fn less<R: ArrayTerm<'a, D>>(
        self,
        other: R,
    ) -> ArrayExpression<'a, D, United<R::Extents, E>>
    where
        R::Extents: AlignsWith<E>,
    {
        self.with(Binary::Less, other.into_expression())
    }

    /// Returns 1 where each element equals that of another term, else 0.
    pub fn equals<R: ArrayTerm<'a, D>>(
        self,
        other: R,
    ) -> ArrayExpression<'a, D, United<R::Extents, E>>
    where
        R::Extents: AlignsWith<E>,
    {
        self.with(Binary::Equal, other.into_expression())
    }
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
            leaves: Vec::new(),
            program: [Operation::Number(self)].into(),
        }
    }
}

impl<D: Device, E: fmt::Debug> fmt::Debug for ArrayExpression<'_, D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of extents {:?}", self.program, self.extents)
    }
}
