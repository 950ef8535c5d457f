//! [`contract!`](crate::contract!): composition under typed labels.

use core::convert::Infallible;
use core::marker::PhantomData;

use super::Plain;
#[allow(unused_imports, reason = "without `alloc` only the documentation names it")]
use crate::ShapeError;
#[cfg(feature = "alloc")]
use crate::TensorOf;
#[cfg(feature = "alloc")]
use crate::elements::contract_to_vec;
use crate::elements::{
    AddsUp, AsView, How, InlineExtents, OperandTuple, TensorTuple, assert_inline, contract_inline,
};
#[cfg(feature = "alloc")]
use crate::placement::OnHeap;
use crate::placement::{InPlace, ShapeOnly};
use crate::{Compose, Composed, InlineTensor, Scalar};

/// Contracts tensors, or composes extents, under labels that the compiler resolves.
///
/// Each operand is followed by the labels of its modes in brackets; operands are multiplied, and
/// `=>` gives the labels of the result.
/// - A label that several operands share names modes of equal extent.
/// - A label that is not in the result is summed over.
/// - A label that repeats within an operand takes its diagonal.
/// - One operand alone is permuted, summed or cut to a diagonal.
///
/// An extent that is static in any operand is static in the result. If the compiler knows both extents of a label,
/// they must agree, else the program does not compile. Where no operand has modes in its type, the extents of the result are
/// [`DynExtents<R>`](crate::DynExtents).
///
/// The macro always returns a `Result`. If all operands are inline tensors or static extents, it cannot fail: the
/// error is [`Infallible`], and `let Ok(c) = contract!(..);` compiles. The result is then inline too; in all other
/// cases its elements are in a `Vec`.
///
/// An operand is a path, a field path, an index expression or a call, or any expression in
/// parentheses. It is borrowed, and evaluated once.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{InlineTensor, StaticExtents, contract};
/// let a = InlineTensor::<f64, StaticExtents![2, 3]>::from_array([[1., 2., 3.], [4., 5., 6.]]);
/// let b = InlineTensor::<f64, StaticExtents![3, 2]>::from_array([[1., 0.], [0., 1.], [1., 1.]]);
/// let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
/// assert_eq!(c.into_array(), [[4., 5.], [10., 11.]]);
/// ```
///
/// # Operands without labels
///
/// An operand whose modes all have names, each another one, may leave its labels out: they are the names.
///
/// ```
/// use extents::{StaticExtents, Tensor, TensorOf, contract, dims, extents};
/// dims! { Batch, Time, Past, Key }
/// let q = Tensor::full(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4]?, 1.0)?;
/// let k = Tensor::full(extents![dyn Batch = 2, dyn Past = 5, dyn Key = 4]?, 0.5)?;
/// let scores: TensorOf<StaticExtents![dyn Time, dyn Batch, dyn Past], f64> = contract!(q * k => [Time, Batch, Past])?;
/// assert_eq!(scores[[2, 1, 4]], 2.0);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// So may an output, `contract!(scores = q * k)`.
///
/// # Any number of modes in front
///
/// `..` before the labels of operands and of the result stands for further modes: for equally many in each operand that has it, whose
/// extents are equal as those of one label. Operands have typed extents.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{StaticExtents, Tensor, contract, extents};
/// let x = Tensor::full(extents![dyn 7, 5, 2, 3]?, 1)?;
/// let w = Tensor::full(extents![3, 4], 2)?;
/// let y = contract!(x[.., i, j] * w[j, k] => [.., i, k])?;
/// let extents: &StaticExtents![dyn, 5, 2, 4] = y.extents();
/// assert_eq!((extents.to_string(), y[[6, 4, 1, 3]]), ("[7, 5, 2, 4]".into(), 6));
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// # Into an output
///
/// `contract!(c[i, k] = a[i, j] * b[j, k])` writes into a tensor or [`ViewMut`](crate::ViewMut), and
/// `+=` adds to it. Everything is checked before anything is written. Small contractions of one operand or two, and those
/// that memory bounds, allocate nothing. It gives a `Result` of `()`.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{Tensor, ViewMut, contract, extents};
/// let a = Tensor::from_vec(extents![2, dyn 2]?, vec![1, 2, 3, 4])?;
/// let mut buffer = [0; 4];
/// let mut c = ViewMut::from_slice(extents![2, 2], &mut buffer)?;
/// contract!(c[i, k] = a[i, j] * a[j, k])?;
/// contract!(c[i, k] += a[k, i])?;
/// assert_eq!(buffer, [8, 13, 17, 26]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// # More than two operands
///
/// They contract two at a time, with temporaries between, in the order of fewest multiply-adds; more than six in
/// [a good one](crate::plan::order::cheapest). A label that one operand alone has, and not the result, is summed there
/// before it meets another. If all extents and strides are static, the compiler finds the order, and small temporaries
/// are on the stack. (Elements whose arithmetic depends on the order, see [`Scalar::CONTRACTS_IN_ANY_ORDER`], are
/// multiplied in one nest of loops. More than 64 loops would never end: if nothing else can fail, they do not compile.)
///
/// # How to contract
///
/// Options follow after `;`, separated by `;`:
///
/// ```
/// use extents::label::{i, j, k, l};
/// use extents::{InlineTensor, StaticExtents, contract};
/// let a = InlineTensor::<f32, StaticExtents![2, 2]>::from_array([[1., 2.], [3., 4.]]);
/// let Ok(cube) = contract!(a[i, j] * a[j, k] * a[k, l] => [i, l]; path [(1, 2), (0, 1)]; sum in f64);
/// assert_eq!(cube.into_array(), [[37., 54.], [81., 118.]]);
/// ```
///
/// Elements whose arithmetic depends on the order are multiplied from left to right, whatever the path of more than two operands
/// says.
///
/// Of arrays of a device only `path` is an option: their device chooses the type of sums, and what it runs on.
///
/// # Errors
/// [`ShapeError::ExtentMismatch`] where run-time extents differ, [`ShapeError::CountMismatch`] and
/// [`ShapeError::Null`] for operands of run-time rank, [`ShapeError::SizeOverflow`],
/// [`ShapeError::Allocation`] of the result or a temporary, [`ShapeError::LimitExceeded`].
///
/// # Mistakes do not compile
/// ```compile_fail,E0277
/// use extents::label::{i, j, k};
/// use extents::{contract, extents};
/// // label `j` names modes of different extents: `Const<3>` and `Const<8>`
/// let _ = contract!(extents![2, 3][i, j] * extents![8, 4][j, k] => [i, k]);
/// ```
#[doc(alias = "matmul")]
#[doc(alias = "dot")]
#[macro_export]
macro_rules! contract {
    // A result: operands first, then `=>`.
    (@operands [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] => [$($out:tt)*] $(; $($how:tt)*)?) => {
        $crate::contract!(@result [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [$($out)*] $($($how)*)?)
    };
    (@result [@ $($ins:tt)*] [$($operands:tt)*] [$($out:tt)*] $($how:tt)*) => {
        $crate::__private::contract_named(
            {
                $crate::__path! { [$($ins)*] [_ _ _] $($how)* }
                $crate::__private::PhantomData::<($crate::__How!($($how)*), ($($ins)*), $crate::__Labels!($($out)*))>
            },
            ($($operands)*)
        )
    };
    (@result [$($ins:tt)*] [$($operands:tt)*] [.. $($out:tt)*] $($how:tt)*) => {
        $crate::__private::contract_open(
            {
                $crate::__path! { [$($ins)*] [_ _ _] $($how)* }
                $crate::__private::PhantomData::<($crate::__How!($($how)*), ($($ins)*), $crate::__Labels!(.. $($out)*))>
            },
            ($($operands)*)
        )
    };
    (@result [$($ins:tt)*] [$($operands:tt)*] [$($out:tt)*] $($how:tt)*) => {
        $crate::__private::contract(
            {
                $crate::__path! { [$($ins)*] [_ _ _] $($how)* }
                $crate::__private::PhantomData::<($crate::__How!($($how)*), ($($ins)*), $crate::__Labels!($($out)*))>
            },
            ($($operands)*)
        )
    };
    (@operands [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] * $($rest:tt)+) => {
        $crate::contract!(@operands [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    // An operand without labels: `@` stands before the labels of all then.
    (@operands [@ $($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] => [$($out:tt)*] $(; $($how:tt)*)?) => {
        $crate::contract!(@result [@ $($ins)* $crate::__private::Own,] [$($operands)* &$($operand)+,] [$($out)*] $($($how)*)?)
    };
    (@operands [@ $($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] * $($rest:tt)+) => {
        $crate::contract!(@operands [@ $($ins)* $crate::__private::Own,] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    (@operands [$($ins:tt)*] $operands:tt [$($operand:tt)+] => $($rest:tt)+) => {
        $crate::contract!(@operands [@ $($ins)*] $operands [$($operand)+] => $($rest)+)
    };
    (@operands [$($ins:tt)*] $operands:tt [$($operand:tt)+] * $($rest:tt)+) => {
        $crate::contract!(@operands [@ $($ins)*] $operands [$($operand)+] * $($rest)+)
    };
    // An output: it stands before `=` or `+=`.
    (@operands [] [] [$($target:tt)+] [$($out:tt)*] = $($rest:tt)+) => {
        $crate::contract!(@into assign [$($target)+] [$($out)*] [] [] [] $($rest)+)
    };
    (@operands [] [] [$($target:tt)+] [$($out:tt)*] += $($rest:tt)+) => {
        $crate::contract!(@into add [$($target)+] [$($out)*] [] [] [] $($rest)+)
    };
    // One without labels.
    (@operands [] [] [$($target:tt)+] = $($rest:tt)+) => {
        $crate::contract!(@into assign [$($target)+] [@] [@] [] [] $($rest)+)
    };
    (@operands [] [] [$($target:tt)+] += $($rest:tt)+) => {
        $crate::contract!(@into add [$($target)+] [@] [@] [] [] $($rest)+)
    };
    (@into $update:ident [$($target:tt)+] [$($out:tt)*] [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] $(; $($how:tt)*)?) => {
        $crate::contract!(@target $update [$($target)+] [$($out)*] [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] $($($how)*)?)
    };
    (@target $update:ident [$($target:tt)+] [$($out:tt)*] [@ $($ins:tt)*] [$($operands:tt)*] $($how:tt)*) => {
        $crate::__private::named::$update(
            {
                $crate::__path! { [$($ins)*] [_ _ _] $($how)* }
                $crate::__private::PhantomData::<($crate::__How!($($how)*), ($($ins)*), $crate::__Labels!($($out)*))>
            },
            ($($target)+).view_mut(),
            ($($operands)*),
        )
    };
    (@target $update:ident [$($target:tt)+] [$($out:tt)*] [$($ins:tt)*] [$($operands:tt)*] $($how:tt)*) => {
        $crate::__private::$update::<$crate::__How!($($how)*), ($($ins)*), $crate::__Labels!($($out)*), _, _>(
            {
                $crate::__path! { [$($ins)*] [_ _ _] $($how)* }
                $crate::__private::PhantomData::<()>
            },
            // Not in a block: there a temporary would not live long enough.
            ($($target)+).view_mut(),
            ($($operands)*),
        )
    };
    (@into $update:ident $target:tt $out:tt [$($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] [$($labels:tt)*] * $($rest:tt)+) => {
        $crate::contract!(@into $update $target $out [$($ins)* $crate::__Labels!($($labels)*),] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    // An operand without labels.
    (@into $update:ident $target:tt $out:tt [@ $($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] $(; $($how:tt)*)?) => {
        $crate::contract!(@target $update $target $out [@ $($ins)* $crate::__private::Own,] [$($operands)* &$($operand)+,] $($($how)*)?)
    };
    (@into $update:ident $target:tt $out:tt [@ $($ins:tt)*] [$($operands:tt)*] [$($operand:tt)+] * $($rest:tt)+) => {
        $crate::contract!(@into $update $target $out [@ $($ins)* $crate::__private::Own,] [$($operands)* &$($operand)+,] [] $($rest)+)
    };
    (@into $update:ident $target:tt $out:tt [$($ins:tt)*] $operands:tt [$($operand:tt)+] $(; $($how:tt)*)?) => {
        $crate::contract!(@into $update $target $out [@ $($ins)*] $operands [$($operand)+] $(; $($how)*)?)
    };
    (@into $update:ident $target:tt $out:tt [$($ins:tt)*] $operands:tt [$($operand:tt)+] * $($rest:tt)+) => {
        $crate::contract!(@into $update $target $out [@ $($ins)*] $operands [$($operand)+] * $($rest)+)
    };
    // What would be taken for a part of the next operand, whose labels are no code.
    (@operands $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] + $($rest:tt)*) => { $crate::contract!(@no sum) };
    (@operands $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] - $($rest:tt)*) => { $crate::contract!(@no sum) };
    (@operands $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] -= $($rest:tt)*) => {
        compile_error!("an output of `contract!` is written by `=` or added to by `+=`")
    };
    (@into $update:ident $target:tt $out:tt $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] + $($rest:tt)*) => { $crate::contract!(@no sum) };
    (@into $update:ident $target:tt $out:tt $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] - $($rest:tt)*) => { $crate::contract!(@no sum) };
    (@no sum) => {
        compile_error!("operands of `contract!` are multiplied: split them by `*`. A sum is an expression, `&a + &b`, or `+=` into an output")
    };
    (@into $update:ident $target:tt $out:tt $ins:tt $operands:tt [$($operand:tt)+] [$($labels:tt)*] => $($rest:tt)*) => {
        compile_error!("the result has labels before `=` already: write either `=> [..]` or `c[..] = ..`")
    };
    // Anything else is a further token of the operand.
    (@operands $ins:tt $operands:tt [$($operand:tt)*] $next:tt $($rest:tt)*) => {
        $crate::contract!(@operands $ins $operands [$($operand)* $next] $($rest)*)
    };
    (@into $update:ident $target:tt $out:tt $ins:tt $operands:tt [$($operand:tt)*] $next:tt $($rest:tt)*) => {
        $crate::contract!(@into $update $target $out $ins $operands [$($operand)* $next] $($rest)*)
    };
    (@$($state:tt)*) => {
        compile_error!("expected `contract!(a[i, j] * b[j, k] => [i, k])` or `contract!(c[i, k] = a[i, j] * b[j, k])`: each operand, and the result, needs its labels in brackets")
    };
    ($($input:tt)*) => { $crate::contract!(@operands [] [] [] $($input)*) };
}

/// What stands behind `;`.
#[doc(hidden)]
#[macro_export]
macro_rules! __How {
    () => { $crate::__private::Plain };
    (par $(; $($rest:tt)*)?) => {
        $crate::__private::Parallel<$crate::__How!($($($rest)*)?)>
    };
    (sum in $sum:ty $(; $($rest:tt)*)?) => {
        $crate::__private::Sums<$sum, $crate::__How!($($($rest)*)?)>
    };
    (path [$(($left:literal, $right:literal)),* $(,)?] $(; $($rest:tt)*)?) => {
        $crate::__private::Along<($(($crate::Const<$left>, $crate::Const<$right>),)*), $crate::__How!($($($rest)*)?)>
    };
    // `__path!` says what is wrong.
    ($($other:tt)*) => { $crate::__private::Plain };
}

/// Checks what stands behind `;` where the user's line is shown. Behind the labels of the operands stands which options
/// there have been.
#[doc(hidden)]
#[macro_export]
macro_rules! __path {
    ($ins:tt [$sum:tt _ $par:tt] path $path:tt; $($rest:tt)*) => {
        $crate::__path! { $ins [_ _ _] path $path }
        $crate::__path! { $ins [$sum path $par] $($rest)* }
    };
    ([$($ins:tt)*] [$sum:tt _ $par:tt] path [$(($left:literal, $right:literal)),* $(,)?]) => {
        const { $crate::__private::check_path::<($($ins)*)>(&[$(($left, $right)),*]) };
    };
    ($ins:tt [_ $path:tt $par:tt] sum in $sum:ty $(; $($rest:tt)*)?) => {
        $($crate::__path! { $ins [sum $path $par] $($rest)* })?
    };
    ($ins:tt [$sum:tt $path:tt _] par $(; $($rest:tt)*)?) => {
        $($crate::__path! { $ins [$sum $path par] $($rest)* })?
    };
    ($ins:tt $seen:tt) => {};
    ($ins:tt [$sum:tt path $par:tt] path $($rest:tt)*) => {
        compile_error!("`path` occurs twice after `;`: there is one order of the operands");
    };
    ($ins:tt [sum $path:tt $par:tt] sum in $($rest:tt)*) => {
        compile_error!("`sum in` occurs twice after `;`: sums are in one type");
    };
    ($ins:tt [$sum:tt $path:tt par] par $($rest:tt)*) => {
        compile_error!("`par` occurs twice after `;`");
    };
    ($($other:tt)*) => {
        compile_error!("the options after `;` are `sum in f64`, `path [(0, 1), (0, 1)]` and `par`");
    };
}

/// The tuple of labels in a bracket.
#[doc(hidden)]
#[macro_export]
macro_rules! __Labels {
    ($($label:path),* $(,)?) => { ($($label,)*) };
    (@) => { $crate::__private::Own };
    (.. $(, $label:path)* $(,)?) => { $crate::__private::Open<($($label,)*)> };
    ($($other:tt)*) => {
        compile_error!("the labels in `contract!` are types, such as `i` of `extents::label::i`: text goes to `einsum`, coordinates to `[[..]]`")
    };
}

/// A tuple of references to operands that contract under the labels `Ins` to a result labelled `Out`.
///
/// [`contract!`](crate::contract!) calls this. Generic code states [`Compose`] of the extents instead,
/// which implies it.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{Compose, Composed, ShapeError, Tensor, TensorOf, contract, extents};
/// type Product<A, B> = TensorOf<Composed<(A, B), ((i, j), (j, k)), (i, k)>, f64>;
/// fn matmul<A, B>(a: &TensorOf<A, f64>, b: &TensorOf<B, f64>) -> Result<Product<A, B>, ShapeError>
/// where
///     A: extents::Extents,
///     B: extents::Extents,
///     (A, B): Compose<((i, j), (j, k)), (i, k)>,
/// {
///     contract!(a[i, j] * b[j, k] => [i, k])
/// }
/// let c = matmul(&Tensor::full(extents![2, 3], 1.0)?, &Tensor::full(extents![3, 4], 1.0)?)?;
/// assert_eq!(c[[1, 3]], 3.0);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// `By` is who contracts them: `()` to whoever asks, then where the operands are, and of operands that are
/// [`Elsewhere`](crate::placement::Elsewhere), such as arrays of a device or tensors that are shared out over processes, the type of the
/// first one. For operands of your own, which say that they are `Elsewhere` ([`Operand::Placement`](crate::Operand::Placement)),
/// implement it with their type in the place of `By`; all operands of a contraction are `Elsewhere` then.
#[diagnostic::on_unimplemented(
    message = "the operands of one contraction are all tensors, or all bare extents",
    label = "something else is among them"
)]
pub trait Contract<By, Ins, Out, H = Plain>: Sized {
    /// A `Result` of extents, of an inline tensor, or of a tensor in a `Vec`. Its error is [`Infallible`] if it
    /// cannot fail, else [`ShapeError`](crate::ShapeError).
    ///
    /// One associated type and not two, because each costs the compiler time at every call.
    type Result;
    /// Fails to compile where the result is too large or would never end. `contract!` evaluates it, so that the error
    /// shows the line of the macro.
    #[doc(hidden)]
    const CHECK: () = ();
    /// What contracts them: a constant, as a function that calls another one is one more to compile.
    const CONTRACT: fn(Self) -> Self::Result;
    /// Contracts the operands.
    ///
    /// # Errors
    /// As [`contract!`](crate::contract!).
    #[inline]
    fn contract(self) -> Self::Result {
        (const { Self::CONTRACT })(self)
    }
}

impl<Operands, Ins, Out, H> Contract<(), Ins, Out, H> for Operands
where
    Operands: OperandTuple + Contract<<Operands as OperandTuple>::Placement, Ins, Out, H>,
{
    type Result = <Operands as Contract<Operands::Placement, Ins, Out, H>>::Result;
    const CHECK: () = <Operands as Contract<Operands::Placement, Ins, Out, H>>::CHECK;
    const CONTRACT: fn(Self) -> Self::Result =
        <Operands as Contract<Operands::Placement, Ins, Out, H>>::CONTRACT;
}

/// Fails to compile where a label names two numbers that differ, one of which has a name.
const fn assert_labels<S: Compose<Ins, Out>, Ins, Out>() {
    let _ = S::WIRING;
}

// Types are named by projections and not by parameters of the implementations, which the compiler would infer, and look
// up what depends on them twice.
impl<Operands, Ins, Out, H> Contract<ShapeOnly, Ins, Out, H> for Operands
where
    Operands: OperandTuple<Extents: Compose<Ins, Out>>,
{
    type Result = Result<
        Composed<Operands::Extents, Ins, Out>,
        <Operands::Extents as Compose<Ins, Out>>::Error,
    >;
    const CHECK: () = assert_labels::<Operands::Extents, Ins, Out>();
    const CONTRACT: fn(Operands) -> Self::Result = |operands| operands.extents().compose();
}

/// The type of the elements, which is that of the first operand.
type Elem<Operands> = <<Operands as OperandTuple>::First as AsView>::Elem;

impl<Operands, Ins, Out, H> Contract<InPlace, Ins, Out, H> for Operands
where
    Operands: OperandTuple<First: AsView<Elem: Scalar + AddsUp<H>>> + TensorTuple<Elem<Operands>>,
    H: How,
    Operands::Extents: Compose<Ins, Out, Output: InlineExtents>,
{
    type Result =
        Result<InlineTensor<Elem<Operands>, Composed<Operands::Extents, Ins, Out>>, Infallible>;
    const CHECK: () = assert_inline::<Operands, Elem<Operands>, Ins, Out, Operands::Extents, H>();
    // Inline operands have static extents, whose agreement is a trait bound.
    const CONTRACT: fn(Operands) -> Self::Result = contract_inline::<_, _, Ins, Out, _, H>;
}

#[cfg(feature = "alloc")]
impl<Operands, Ins, Out, H> Contract<OnHeap, Ins, Out, H> for Operands
where
    Operands: OperandTuple<First: AsView<Elem: Scalar + AddsUp<H>>> + TensorTuple<Elem<Operands>>,
    H: How,
    Operands::Extents: Compose<Ins, Out>,
{
    type Result =
        Result<TensorOf<Composed<Operands::Extents, Ins, Out>, Elem<Operands>>, ShapeError>;
    const CHECK: () = assert_labels::<Operands::Extents, Ins, Out>();
    const CONTRACT: fn(Operands) -> Self::Result =
        contract_to_vec::<Operands, Elem<Operands>, Ins, Out, Operands::Extents, H>();
}

/// What `contract!` expands to. What is known of types alone comes as a value, because the compiler checks the
/// types that stand in a call once more after it has inferred them.
#[inline]
pub fn contract<H, Ins, Out, Operands: Contract<(), Ins, Out, H>>(
    _: PhantomData<(H, Ins, Out)>,
    operands: Operands,
) -> Operands::Result {
    const { Operands::CHECK };
    (const { Operands::CONTRACT })(operands)
}
