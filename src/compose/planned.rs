//! [`plan!`](crate::plan!): the plan of a contraction under typed labels.

use core::marker::PhantomData;

use extents_static::__private::{Cons, LabelList, Tuple, assert_one_plan};

use super::how::Length;
use super::operand::{TensorList, TensorOperand};
use crate::elements::{Views, plan_of, static_plan};
use crate::plan::Plan;
use crate::{Compose, ShapeError};

/// The [`Plan`](crate::plan::Plan) of a contraction of one or two operands, in the words of
/// [`contract!`](crate::contract): nothing is computed. The result is taken to be row-major.
///
/// Gives a `Result`; print the plan to see what a kernel has to do.
///
/// # Errors
/// Those of [`contract!`](crate::contract). More than two operands do not compile: they have a plan for each step of
/// their [`Path`](crate::plan::Path).
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{Tensor, extents, plan};
/// let a = Tensor::full(extents![dyn 2, 3]?, 1.0)?;
/// let b = Tensor::full(extents![3, 4], 1.0)?;
/// let plan = plan!(a[i, j] * b[j, k] => [i, k])?;
/// assert_eq!(
///     plan.to_string(),
///     "label  class       extent  left  right  result
/// i      left free        2     3      0       4
/// k      right free       4     0      1       1
/// j      contracted       3     1      4       0"
/// );
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[macro_export]
macro_rules! plan {
    (@operands [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] => [$($out:tt)*]) => {
        {
            const { $crate::__private::check_plan::<($($ins)* $crate::__Labels!($($labels)*),)>() };
            $crate::__private::plan(
                $crate::__private::PhantomData::<(($($ins)* $crate::__Labels!($($labels)*),), $crate::__Labels!($($out)*))>,
                ($($operands)* &$($operand)+,)
            )
        }
    };
    (@operands [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] * $($rest:tt)+) => {
        $crate::plan!(@operands [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    (@operands $ins:tt $operands:tt [$($operand:tt)*] $next:tt $($rest:tt)*) => {
        $crate::plan!(@operands $ins $operands [$($operand)* $next] $($rest)*)
    };
    (@$($state:tt)*) => {
        compile_error!("expected `plan!(a[i, j] * b[j, k] => [i, k])`: each operand, and the result, needs its labels in brackets")
    };
    ($($input:tt)*) => { $crate::plan!(@operands [] [] [] $($input)*) };
}

/// A tuple of references to tensors and views, and the plan of their contraction under the labels `Ins` to a
/// row-major result labelled `Out`.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::plan::Plan;
/// use extents::{InlineTensor, Planned, StaticExtents};
/// type Matrix = InlineTensor<f32, StaticExtents![4, 4]>;
/// const PLAN: Option<Plan> = <(&Matrix, &Matrix) as Planned<((i, j), (j, k)), (i, k)>>::STATIC_PLAN;
/// assert_eq!(PLAN.map(|plan| plan.turns()), Some(64));
/// ```
pub trait Planned<Ins, Out>: Sized {
    /// The plan, where the types know all extents and strides together: what one operand knows of a label holds for all.
    const STATIC_PLAN: Option<Plan>;
    /// The plan.
    ///
    /// # Errors
    /// As [`plan!`](crate::plan!), and [`ShapeError::OperandCount`] for more than two operands.
    fn plan(self) -> Result<Plan, ShapeError>;
}

impl<'a, Operands, O, Rest, Ins, Out, Shapes> Planned<Ins, Out> for Operands
where
    Operands: Tuple<List = Cons<&'a O, Rest>>,
    O: TensorOperand + 'a,
    Cons<&'a O, Rest>: TensorList<O::Elem, Views: Views<O::Elem, Ins, Shapes = Shapes>>,
    Shapes: Compose<Ins, Out>,
    Out: Tuple<List: LabelList>,
{
    const STATIC_PLAN: Option<Plan> =
        static_plan::<<Operands::List as TensorList<O::Elem>>::Views, O::Elem, Ins, Out, Shapes>();

    #[inline]
    fn plan(self) -> Result<Plan, ShapeError> {
        plan_of::<_, O::Elem, Ins, Out, _>(&self.into_list().views())
    }
}

/// Does not compile where there are tuples of labels for more than two operands.
#[track_caller]
pub const fn check_plan<Ins: Tuple<List: Length>>() {
    assert_one_plan(Ins::List::LENGTH);
}

/// What `plan!` expands to.
pub fn plan<Ins, Out, Operands: Planned<Ins, Out>>(
    _: PhantomData<(Ins, Out)>,
    operands: Operands,
) -> Result<Plan, ShapeError> {
    operands.plan()
}
