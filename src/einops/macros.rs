//! `rearrange!`, `repeat!` and `reduce!`: patterns whose labels the compiler resolves.
//!
//! A label is a word here and no type: each call defines small macros of its own, which say the place and the size of each
//! label. So nothing is to be imported, and types are asked for extents alone.

/// Splits, permutes and merges modes, as a pattern says whose labels the compiler resolves: the typed form of
/// [`Pattern::rearrange`](super::Pattern::rearrange).
///
/// Before `=>` stand the operand and its modes: a label each, labels in parentheses into which a mode is split, or `1`. After it stand
/// those of the result, and after `;` sizes: `p = 2` is in the type, `p = dyn n` is not. An operand has typed extents; it is borrowed,
/// and evaluated once.
///
/// Without parentheses in the result, this is a `Result` of a [`View`](crate::View). With parentheses it is one of a
/// [`Rearranged`](super::Rearranged), which may be a copy. The extent of a mode that keeps its label stays as static as it is. One that is split
/// is static where its size is given, and one that is merged where the sizes of all its labels are.
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`](crate::ShapeError::ExtentMismatch) and [`PartMismatch`](crate::ShapeError::PartMismatch) where run-time extents do not
/// divide, [`Null`](crate::ShapeError::Null), [`Allocation`](crate::ShapeError::Allocation). What types know wrong does not compile.
///
/// ```
/// use extents::einops::rearrange;
/// use extents::{StaticExtents, Tensor, extents};
/// let n = 5;
/// let x = Tensor::from_fn(extents![dyn n, 4, 6, 3]?, |[b, h, w, c]| 1000 * b + 100 * h + 10 * w + c)?;
/// let y = rearrange!(x[b, (h p), (w q), c] => [b, (h w), (p q c)]; h = 2, p = 2, w = 3, q = 2, c = 3)?;
/// let extents: &StaticExtents![dyn, 6, 12] = y.extents();
/// assert_eq!(extents.to_string(), "[5, 6, 12]");
/// assert_eq!(y.view()[[4, 5, 11]], 4352);
/// let z = rearrange!(x[b, h, (w q), c] => [q, c, b, w, h]; q = 2)?;
/// assert_eq!(z.extents(), &extents![2, 3, dyn n, dyn 3, 4]?);
/// # Ok::<(), extents::ShapeError>(())
/// ```
/// ```compile_fail
/// use extents::einops::rearrange;
/// use extents::{Tensor, extents};
/// let x = Tensor::full(extents![2, 3], 0).unwrap();
/// // label `c` of the result occurs in no operand
/// let _ = rearrange!(x[a, b] => [a, b, c]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __rearrange {
    ($($input:tt)*) => { $crate::__pattern!(@operand rearrange [] $($input)*) };
}

/// Splits, permutes and merges modes as [`rearrange!`](super::rearrange!), with new ones along which the elements repeat: those of labels that
/// are in the result alone, which need a size, and of numbers there. The typed form of [`Pattern::repeat`](super::Pattern::repeat).
///
/// # Errors
/// Returns the errors of [`rearrange!`](super::rearrange!), and [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow).
///
/// ```
/// use extents::einops::repeat;
/// use extents::{StaticExtents, Tensor, extents};
/// let x = Tensor::from_vec(extents![2], vec![1, 2])?;
/// let rows = repeat!(x[i] => [3, i])?;
/// assert_eq!(rows.extents(), &extents![3, 2]);
/// let each = repeat!(x[i] => [(i again)]; i = 2, again = 3)?.into_tensor()?;
/// assert_eq!((each.extents(), each.as_slice()), (&extents![6], &[1, 1, 1, 2, 2, 2][..]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __repeat {
    ($($input:tt)*) => { $crate::__pattern!(@operand repeat [] $($input)*) };
}

/// Folds the labels of the operand that the result does not have, by the method of [`Over`](crate::over::Over) that stands after `;`,
/// `max` or `any(|x| *x > 0.0)`; what is left is permuted and merged as by [`rearrange!`](super::rearrange!). The typed form of [`Pattern::reduce`](super::Pattern::reduce).
///
/// It gives a new tensor. Sizes follow after a further `;`. A number in the operand is a mode, or a part of one, that is folded.
///
/// # Errors
/// Returns the errors of [`rearrange!`](super::rearrange!) and those of the fold.
///
/// ```
/// use extents::einops::reduce;
/// use extents::{StaticExtents, Tensor, TensorOf, extents};
/// let x = Tensor::from_fn(extents![dyn 2, 4, 4]?, |[b, h, w]| (100 * b + 10 * h + w) as f64)?;
/// let pooled: TensorOf<StaticExtents![dyn, 2, 2], f64> =
///     reduce!(x[b, (h p), (w q)] => [b, h, w]; max; h = 2, p = 2, w = 2, q = 2)?;
/// assert_eq!(pooled[[1, 1, 0]], 131.0);
/// let means = reduce!(x[b, h, w] => [w, 1]; mean)?;
/// assert_eq!(means.extents(), &extents![4, 1]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __reduce {
    ($($input:tt)*) => { $crate::__pattern!(@operand reduce [] $($input)*) };
}

/// The steps: the operand, sizes, its brackets, those of the result, and the call.
#[doc(hidden)]
#[macro_export]
macro_rules! __pattern {
    (@operand reduce [$($x:tt)+] [$($left:tt)*] => [$($right:tt)*]; $fold:ident $(; $($sizes:tt)*)?) => {
        $crate::__pattern!(@sizes (reduce $fold ()) ($($x)+) [$($left)*] [$($right)*] [] $($($sizes)*)?)
    };
    (@operand reduce [$($x:tt)+] [$($left:tt)*] => [$($right:tt)*]; $fold:ident ($($with:tt)*) $(; $($sizes:tt)*)?) => {
        $crate::__pattern!(@sizes (reduce $fold ($($with)*)) ($($x)+) [$($left)*] [$($right)*] [] $($($sizes)*)?)
    };
    (@operand reduce [$($x:tt)+] [$($left:tt)*] => $($other:tt)*) => {
        compile_error!("`reduce!` needs a fold after `;`: `reduce!(x[h, w] => [h]; max)`")
    };
    (@operand $verb:ident [$($x:tt)+] [$($left:tt)*] => [$($right:tt)*] $(; $($sizes:tt)*)?) => {
        $crate::__pattern!(@sizes ($verb) ($($x)+) [$($left)*] [$($right)*] [] $($($sizes)*)?)
    };
    (@operand $verb:ident [$($x:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__pattern!(@operand $verb [$($x)* $next] $($rest)*)
    };
    (@operand $($other:tt)*) => {
        compile_error!("expected `rearrange!(x[h, w] => [w, h])`: the operand with its modes in brackets, `=>`, and those of the result")
    };

    (@sizes $verb:tt $x:tt $left:tt $right:tt [$($sizes:tt)*] $name:ident = dyn $size:expr $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@sizes $verb $x $left $right [$($sizes)* [$name [] ($crate::Dyn::new($size))]] $($($rest)*)?)
    };
    (@sizes $verb:tt $x:tt $left:tt $right:tt [$($sizes:tt)*] $name:ident = $size:tt $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@sizes $verb $x $left $right [$($sizes)* [$name [$size] ($crate::Const::<{ $size }>)]] $($($rest)*)?)
    };
    (@sizes $verb:tt $x:tt [$($left:tt)*] $right:tt $sizes:tt) => {
        $crate::__pattern!(@left ($verb $x $right $sizes) [0] [0] [] [] $($left)*)
    };
    (@sizes $($other:tt)*) => {
        compile_error!("a size is a literal, a const or `{ a const expression }`, `p = 2`, or a run-time value, `p = dyn n`")
    };

    // State: the number of the mode, that of the axis, what describes the modes, and labels with their axes.
    (@left $all:tt [$($mode:tt)*] [$($axis:tt)*] [$($specs:tt)*] [$($labels:tt)*] $label:ident $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@left $all [$($mode)* + 1] [$($axis)* + 1]
            [$($specs)* $crate::__private::patterns::One::<{ $($mode)* }, _>(__size!($label)),]
            [$($labels)* $label { $($axis)* }] $($($rest)*)?)
    };
    (@left $all:tt [$($mode:tt)*] $axis:tt [$($specs:tt)*] $labels:tt 1 $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@left $all [$($mode)* + 1] $axis
            [$($specs)* $crate::__private::patterns::Several::<{ $($mode)* }, _>(()),] $labels $($($rest)*)?)
    };
    (@left $all:tt $mode:tt $axis:tt $specs:tt $labels:tt $number:literal $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@part $all $mode $axis $specs $labels [] [$($($rest)*)?] $number)
    };
    (@left $all:tt $mode:tt $axis:tt $specs:tt $labels:tt ($($parts:tt)*) $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@part $all $mode $axis $specs $labels [] [$($($rest)*)?] $($parts)*)
    };
    (@left ($verb:tt $x:tt [$($right:tt)*] $sizes:tt) $mode:tt $axis:tt $specs:tt $labels:tt) => {
        $crate::__pattern!(@right ($verb $x $sizes $specs $labels) [] [] [0] [] [] $($right)*)
    };
    (@left $($other:tt)*) => {
        compile_error!("a mode of the operand is a label, labels in parentheses, `(h p)`, `1`, or a number; any number of modes, `...`, is for the texts of `Pattern`")
    };

    // The parts of one mode.
    (@part $all:tt $mode:tt [$($axis:tt)*] $specs:tt [$($labels:tt)*] [$($sizes:tt)*] $rest:tt $label:ident $($parts:tt)*) => {
        $crate::__pattern!(@part $all $mode [$($axis)* + 1] $specs [$($labels)* $label { $($axis)* }]
            [$($sizes)* __size!($label),] $rest $($parts)*)
    };
    (@part $all:tt $mode:tt $axis:tt $specs:tt $labels:tt $sizes:tt $rest:tt 1 $($parts:tt)*) => {
        $crate::__pattern!(@part $all $mode $axis $specs $labels $sizes $rest $($parts)*)
    };
    (@part $all:tt $mode:tt [$($axis:tt)*] $specs:tt [$($labels:tt)*] [$($sizes:tt)*] $rest:tt $number:literal $($parts:tt)*) => {
        $crate::__pattern!(@part $all $mode [$($axis)* + 1] $specs [$($labels)* $number { $($axis)* }]
            [$($sizes)* $crate::Const::<$number>,] $rest $($parts)*)
    };
    (@part $all:tt [$($mode:tt)*] $axis:tt [$($specs:tt)*] $labels:tt [$($sizes:tt)*] [$($rest:tt)*]) => {
        $crate::__pattern!(@left $all [$($mode)* + 1] $axis
            [$($specs)* $crate::__private::patterns::Several::<{ $($mode)* }, _>(($($sizes)*)),] $labels $($rest)*)
    };
    (@part $($other:tt)*) => {
        compile_error!("in parentheses stand labels and numbers, without commas: `(h p)`")
    };

    // State: the axes of the result, how they become modes, how many there are, its labels, and whether some are merged.
    (@right $all:tt [$($order:tt)*] [$($groups:tt)*] [$($count:tt)*] [$($kept:tt)*] $merges:tt $label:ident $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right $all [$($order)* __place!($label),] [$($groups)* $crate::__private::patterns::Keep,]
            [$($count)* + 1] [$($kept)* $label] $merges $($($rest)*)?)
    };
    (@right $all:tt $order:tt [$($groups:tt)*] $count:tt $kept:tt $merges:tt 1 $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right $all $order
            [$($groups)* $crate::__private::patterns::Merged<(), $crate::Const<1>>,] $count $kept [merged] $($($rest)*)?)
    };
    (@right ($verb:tt $($all:tt)*) [$($order:tt)*] [$($groups:tt)*] [$($count:tt)*] $kept:tt $merges:tt $number:literal $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right ($verb $($all)*) [$($order)* $crate::__pattern!(@fresh $verb $number),]
            [$($groups)* $crate::__private::patterns::Keep,] [$($count)* + 1] $kept $merges $($($rest)*)?)
    };
    (@right $all:tt $order:tt $groups:tt $count:tt $kept:tt $merges:tt ($($parts:tt)*) $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@merged $all $order $groups $count $kept [] [$($parts)*] [$($($rest)*)?] $($parts)*)
    };
    (@right ($verb:tt ($($x:tt)*) $sizes:tt $specs:tt $labels:tt) $order:tt $groups:tt $count:tt $kept:tt $merges:tt) => {
        $crate::__pattern!(@call $verb $merges ($($x)*) $crate::__pattern!(@value ($) $verb $sizes $specs $labels $order $groups $count $kept))
    };
    (@right $($other:tt)*) => {
        compile_error!("a mode of the result is a label, labels in parentheses, `(h w)`, or `1`")
    };

    // The parts of one mode of the result.
    (@merged $all:tt [$($order:tt)*] $groups:tt [$($count:tt)*] [$($kept:tt)*] [$($units:tt)*] $parts:tt $rest:tt $label:ident $($left:tt)*) => {
        $crate::__pattern!(@merged $all [$($order)* __place!($label),] $groups [$($count)* + 1] [$($kept)* $label]
            [$($units)* (),] $parts $rest $($left)*)
    };
    (@merged $all:tt $order:tt $groups:tt $count:tt $kept:tt $units:tt $parts:tt $rest:tt 1 $($left:tt)*) => {
        $crate::__pattern!(@merged $all $order $groups $count $kept $units $parts $rest $($left)*)
    };
    (@merged ($verb:tt $($all:tt)*) [$($order:tt)*] $groups:tt [$($count:tt)*] $kept:tt [$($units:tt)*] $parts:tt $rest:tt $number:literal $($left:tt)*) => {
        $crate::__pattern!(@merged ($verb $($all)*) [$($order)* $crate::__pattern!(@fresh $verb $number),] $groups
            [$($count)* + 1] $kept [$($units)* (),] $parts $rest $($left)*)
    };
    (@merged $all:tt $order:tt [$($groups:tt)*] $count:tt $kept:tt [$($units:tt)*] [$($parts:tt)*] [$($rest:tt)*]) => {
        $crate::__pattern!(@right $all $order
            [$($groups)* $crate::__private::patterns::Merged<($($units)*), __product!(@ [] $($parts)*)>,]
            $count $kept [merged] $($rest)*)
    };
    (@merged $($other:tt)*) => {
        compile_error!("in parentheses stand labels and numbers, without commas: `(h w)`")
    };

    // The operand is not in the block: there a temporary would not live long enough.
    (@call (reduce $fold:ident $with:tt) $merges:tt ($($x:tt)*) $value:expr) => {
        $crate::__private::patterns::folded(&$($x)*, $value, |over| over.$fold $with)
    };
    (@call $verb:tt [] ($($x:tt)*) $value:expr) => { $crate::__private::patterns::axes(&$($x)*, $value) };
    (@call $verb:tt [merged] ($($x:tt)*) $value:expr) => { $crate::__private::patterns::merged(&$($x)*, $value) };

    // What is known of each label, as macros, and the operation.
    (@value ($d:tt) $verb:tt [$([$size:ident [$($literal:tt)*] $value:tt])*] [$($specs:tt)*] [$($label:tt $axis:tt)*]
        [$($order:tt)*] [$($groups:tt)*] [$($count:tt)*] [$($kept:ident)*]) => {{
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __size {
            $(($size) => { $value };)*
            ($d other:ident) => { $crate::__private::patterns::NotGiven::of(stringify!($d other)) };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __new {
            $(($size) => { $crate::__private::patterns::Fresh($value) };)*
            ($d other:ident) => {
                compile_error!(concat!("label `", stringify!($d other), "` has no size: give it after `;`, `", stringify!($d other), " = 2`"))
            };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __place {
            $(($label) => { $crate::Const::<$axis> };)*
            ($d other:ident) => { $crate::__pattern!(@unknown $verb $d other) };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __product {
            (@ [$d($d sizes:tt)*]) => { $crate::Const<{ 1 $d(* $d sizes)* }> };
            $((@ [$d($d sizes:tt)*] $size $d($d rest:tt)*) => { $crate::__pattern!(@product __product [$($literal)*] [$d($d sizes)*] $d($d rest)*) };)*
            (@ [$d($d sizes:tt)*] $d number:literal $d($d rest:tt)*) => { __product!(@ [$d($d sizes)* $d number] $d($d rest)*) };
            (@ $d($d other:tt)*) => { $crate::Dyn };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __folded {
            (@ [$d($d places:tt)*] [$d($d modes:tt)*] $d at:tt) => { (($d($d places)*), ($d($d modes)*)) };
            $((@ $d places:tt $d modes:tt $d at:tt $kept $d place:tt $d($d rest:tt)*) => {
                __folded!(@ $d places $d modes $d at $d($d rest)*)
            };)*
            (@ [$d($d places:tt)*] [$d($d modes:tt)*] [$d($d at:tt)*] $d other:tt $d place:tt $d($d rest:tt)*) => {
                $crate::__pattern!(@fold $verb __folded $d other [$d($d places)* $crate::Const::<$d place>,]
                    [$d($d modes)* $crate::Const::<{ $d($d at)* }>,] [$d($d at)* + 1] $d($d rest)*)
            };
        }
        $crate::__pattern!(@once $($label)*);
        let (folded, modes) = __folded!(@ [] [] [$($count)*] $($label $axis)*);
        $crate::__pattern!(@operation $verb $crate::__private::patterns::Axes::new(($($specs)*), ($($order)*), folded), modes,
            $crate::__private::PhantomData::<($($groups)*)>)
    }};
    (@operation (reduce $($fold:tt)*) $axes:expr, $modes:ident, $groups:expr) => { ($axes, $modes, $groups) };
    (@operation $verb:tt $axes:expr, $modes:ident, $groups:expr) => {{
        let () = $modes;
        ($axes, $groups)
    }};
    (@product $next:ident [$literal:tt] [$($sizes:tt)*] $($rest:tt)*) => { $next!(@ [$($sizes)* $literal] $($rest)*) };
    (@product $($run_time:tt)*) => { $crate::Dyn };
    (@fold (reduce $($fold:tt)*) $next:ident $label:tt $($rest:tt)*) => { $next!(@ $($rest)*) };
    (@fold $verb:tt $next:ident $label:tt $($rest:tt)*) => {
        compile_error!(concat!("label `", stringify!($label), "` of the operand does not occur in the result: `reduce!` folds its mode"))
    };
    (@unknown (repeat) $label:ident) => { __new!($label) };
    (@unknown $verb:tt $label:ident) => {
        compile_error!(concat!("label `", stringify!($label), "` of the result occurs in no operand"))
    };
    (@fresh (repeat) $number:literal) => { $crate::__private::patterns::Fresh($crate::Const::<$number>) };
    (@fresh $verb:tt $number:literal) => {
        compile_error!("a number in the result is a new mode: `repeat!` has these")
    };

    // A label of the operand names one axis: the compiler names the one that is defined twice.
    (@once $($label:ident)*) => {
        #[allow(non_camel_case_types, dead_code)]
        enum __Labels { $($label),* }
    };
    (@once $($label:tt)*) => {};
}
