//! [`plan!`](crate::plan!): the plan of a contraction under typed labels.

use core::marker::PhantomData;

use crate::elements::{AsView, OperandTuple, TensorTuple, static_path, static_plan};
use crate::plan::{PathPlan, Plan};
use crate::{Compose, Scalar};

/// Returns the [`Plan`](crate::plan::Plan) of a contraction of one or two operands, in the notation of
/// [`contract!`](crate::contract!), without computing anything. The result is taken to be row-major.
///
/// Three operands or more have a [`PathPlan`](crate::plan::PathPlan): the order in which they contract, and the plan
/// and the cost of each step.
///
/// Print the plan to see what a kernel has to do. [`Planned::STATIC_PLAN`](crate::composition::Planned::STATIC_PLAN) and
/// [`Planned::STATIC_PATH`](crate::composition::Planned::STATIC_PATH) are the same as consts.
///
/// # Errors
/// Those of [`contract!`](crate::contract!).
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
///
/// An operand whose modes all have names may leave its labels out, as in `contract!`: `plan!(q * k => [Batch, Time])`.
///
/// Of three operands:
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{Tensor, extents, plan};
/// let a = Tensor::full(extents![20, 30], 1.0)?;
/// let x = Tensor::full(extents![40], 1.0)?;
/// let path = plan!(a[i, j] * Tensor::full(extents![30, 40], 1.0)?[j, k] * x[k] => [i])?;
/// assert_eq!(
///     path.to_string(),
///     "step 0: operand 1 by operand 2 to temporary 0, 1200 multiply-adds, 1270 elements moved, 30 elements in a temporary
/// label  class       extent  left  right  result
/// j      left free       30    40      0       1
/// k      contracted      40     1      1       0
/// step 1: operand 0 by temporary 0 to the result, 600 multiply-adds, 650 elements moved, no temporary
/// label  class       extent  left  right  result
/// i      left free       20    30      0       1
/// j      contracted      30     1      1       0
/// in all: 1800 multiply-adds, 1920 elements moved, 30 elements in a temporary
/// saved: 46200 of the 48000 multiply-adds of one nest of loops, which are 26 times as many"
/// );
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[macro_export]
macro_rules! plan {
    // Before the operands stands one `*` for each that came before.
    (@operands [* * $($more:tt)*] [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] => [$($out:tt)*]) => {
        $crate::plan!(@call plan_path [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [$($out)*])
    };
    (@operands [$($few:tt)*] [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] => [$($out:tt)*]) => {
        $crate::plan!(@call plan [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [$($out)*])
    };
    (@call $plan:ident [$($ins:tt)*] [$($operands:tt)*] [$($out:tt)*]) => {
        $crate::__private::$plan(
            $crate::__private::PhantomData::<(($($ins)*), $crate::__Labels!($($out)*))>,
            ($($operands)*)
        )
    };
    (@operands [$($before:tt)*] [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] * $($rest:tt)+) => {
        $crate::plan!(@operands [$($before)* *] [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    // An operand without labels.
    (@operands $before:tt $ins:tt $operands:tt [$($operand:tt)+] => $($rest:tt)+) => {
        $crate::plan!(@operands $before $ins $operands [$($operand)+] [@] => $($rest)+)
    };
    (@operands $before:tt $ins:tt $operands:tt [$($operand:tt)+] * $($rest:tt)+) => {
        $crate::plan!(@operands $before $ins $operands [$($operand)+] [@] * $($rest)+)
    };
    (@operands $before:tt $ins:tt $operands:tt [$($operand:tt)*] $next:tt $($rest:tt)*) => {
        $crate::plan!(@operands $before $ins $operands [$($operand)* $next] $($rest)*)
    };
    (@$($state:tt)*) => {
        compile_error!("expected `plan!(a[i, j] * b[j, k] => [i, k])`: each operand, and the result, needs its labels in brackets")
    };
    ($($input:tt)*) => { $crate::plan!(@operands [] [] [] [] $($input)*) };
}

/// The plan of a contraction of a tuple of references to tensors and views, `Operands`, under the labels `Ins` to a row-major result
/// labelled `Out`, as constants: one plan of one operand or two, a path of more.
///
/// ```
/// use extents::composition::Planned;
/// use extents::label::{i, j, k};
/// use extents::plan::{PathPlan, PathStep, Plan, Source};
/// use extents::{InlineTensor, StaticExtents};
/// type Matrix = InlineTensor<f32, StaticExtents![4, 4]>;
/// const PLAN: Option<Plan> = Planned::<(&Matrix, &Matrix), ((i, j), (j, k)), (i, k)>::STATIC_PLAN;
/// assert_eq!(PLAN.map(|plan| plan.iterations()), Some(64));
///
/// type Vector = InlineTensor<f32, StaticExtents![4]>;
/// type Operands<'a> = (&'a Matrix, &'a Matrix, &'a Vector);
/// const PATH: Option<PathPlan> = Planned::<Operands<'_>, ((i, j), (j, k), (k,)), (i,)>::STATIC_PATH;
/// const FIRST: PathStep = PATH.unwrap().step(0).unwrap();
/// assert_eq!(FIRST.sources(), [Source::Operand(1), Source::Operand(2)]);
/// ```
#[derive(Debug)]
pub struct Planned<Operands, Ins, Out>(PhantomData<(Operands, Ins, Out)>);

#[allow(private_bounds, reason = "operands are tensors with elements of one type")]
impl<Operands, O, Ins, Out, Shapes> Planned<Operands, Ins, Out>
where
    Operands: OperandTuple<First = O, Extents = Shapes> + TensorTuple<O::Elem>,
    O: AsView<Elem: Scalar>,
    Shapes: Compose<Ins, Out>,
{
    /// The plan of one operand or two, if the types together know all extents and strides: an extent that one operand
    /// knows holds for all.
    pub const STATIC_PLAN: Option<Plan> = static_plan::<Operands, O::Elem, Ins, Out, Shapes>();
    /// The steps, if the types together know all extents and strides.
    pub const STATIC_PATH: Option<PathPlan> = static_path::<Operands, O::Elem, Ins, Out, Shapes>();
}
