//! `rearrange!`, `repeat!` and `reduce!`: patterns whose labels the compiler resolves.
//!
//! A label is a word here and no type: each call defines small macros of its own, which say the place and the size of each
//! label. So nothing is to be imported, and types are asked for extents alone.

/// Splits, permutes and merges modes, as a pattern says whose labels the compiler resolves: the typed form of
/// [`Pattern::rearrange`](super::Pattern::rearrange).
///
/// Before `=>` stand the operand and its modes: a label each, labels in parentheses into which a mode is split, or `1`; `..` stands for any
/// number of modes. After it stand those of the result, and after `;` sizes: `p = 2` is in the type, `p = dyn n` is not, and `p = dyn Batch = n` has the
/// name of a [`Dim`](crate::Dim). An operand has typed extents; it is borrowed, and evaluated once.
///
/// Without parentheses in the result, this is a `Result` of a [`View`](crate::View). With parentheses it is one of a
/// [`Rearranged`](super::Rearranged), which may be a copy.
///
/// | mode of the result | what its type knows |
/// |---|---|
/// | keeps its label, or is one of `..` | what it knew |
/// | split off, of a given size | that size |
/// | split off, without a size | `(8 / 2)`, `(Time / 2)`; of a product of names its factor; of `dyn` nothing |
/// | merged, of sizes that are all given | their product, one number |
/// | merged otherwise | `(8 * 64)`, `(Batch * Time)`; with a `dyn` nothing |
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`](crate::ShapeError::ExtentMismatch) and [`PartMismatch`](crate::ShapeError::PartMismatch) where run-time extents do not
/// divide, [`NoSize`](crate::ShapeError::NoSize) where any size would do,
/// [`SizeOverflow`](crate::ShapeError::SizeOverflow) where an axis of extent 0 stands beside others that are too large together,
/// [`Null`](crate::ShapeError::Null), [`Allocation`](crate::ShapeError::Allocation). What types know wrong does not compile.
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
/// let extents: &StaticExtents![2, 3, dyn, (6 / 2), 4] = z.extents();
/// assert_eq!(extents.to_string(), "[2, 3, 5, 3, 4]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
/// ```
/// use extents::einops::rearrange;
/// use extents::{StaticExtents, Tensor, dims, extents};
/// dims! { Batch, Time, Heads = 8 }
/// let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3, (Heads), 64]?, 0)?;
/// let rows = rearrange!(x[b, t, ..] => [(b t), ..])?;
/// let _: &StaticExtents![(Batch * Time), (Heads), 64] = rows.extents();
/// let heads = rearrange!(rows[(b t), ..] => [b, .., t]; b = dyn Batch = 2)?;
/// let _: &StaticExtents![dyn Batch, (Heads), 64, dyn Time] = heads.extents();
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
/// Returns the errors of [`rearrange!`](super::rearrange!). [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow) also where the
/// result is too large.
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

    (@sizes $verb:tt $x:tt $left:tt $right:tt [$($sizes:tt)*] $name:ident = dyn $($dim:ident)::+ = $size:expr $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@sizes $verb $x $left $right
            [$($sizes)* [$name [] ($crate::__private::patterns::Called::<$($dim)::+>::of($size))]] $($($rest)*)?)
    };
    (@sizes $verb:tt $x:tt $left:tt $right:tt [$($sizes:tt)*] $name:ident = dyn $size:expr $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@sizes $verb $x $left $right [$($sizes)* [$name [] ($crate::Dyn::new($size))]] $($($rest)*)?)
    };
    (@sizes $verb:tt $x:tt $left:tt $right:tt [$($sizes:tt)*] $name:ident = $size:tt $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@sizes $verb $x $left $right [$($sizes)* [$name [$size] ($crate::Const::<{ $size }>)]] $($($rest)*)?)
    };
    (@sizes $verb:tt $x:tt [$($left:tt)*] $right:tt $sizes:tt) => {
        $crate::__pattern!(@left ($verb $x $right $sizes) closed [0] [] [] $($left)*)
    };
    (@sizes $($other:tt)*) => {
        compile_error!("a size is a literal, a const or `{ a const expression }`, `p = 2`, or a run-time value, `p = dyn n` or `p = dyn Name = n`")
    };

    // State: whether there was `..`, the number of the axis, what describes the modes, and labels with their axes. The modes of `..`
    // have no number.
    (@left $all:tt $run:ident [$($axis:tt)*] [$($specs:tt)*] [$($labels:tt)*] $label:ident $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@left $all $run [$($axis)* + 1] [$($specs)* $crate::__private::patterns::One(__size!($label)),]
            [$($labels)* $label { $($axis)* }] $($($rest)*)?)
    };
    (@left $all:tt $run:ident $axis:tt [$($specs:tt)*] $labels:tt 1 $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@left $all $run $axis [$($specs)* $crate::__private::patterns::Several(()),] $labels $($($rest)*)?)
    };
    (@left $all:tt $run:ident $axis:tt $specs:tt $labels:tt $number:literal $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@part $all $run $axis $specs $labels [] [$($($rest)*)?] $number)
    };
    (@left $all:tt $run:ident $axis:tt $specs:tt $labels:tt ($($parts:tt)*) $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@part $all $run $axis $specs $labels [] [$($($rest)*)?] $($parts)*)
    };
    (@left $all:tt closed $axis:tt [$($specs:tt)*] $labels:tt .. $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@left $all open $axis [$($specs)* $crate::__private::patterns::Ellipsis,] $labels $($($rest)*)?)
    };
    (@left $all:tt open $axis:tt $specs:tt $labels:tt .. $(, $($rest:tt)*)?) => {
        compile_error!("`..` occurs twice in the brackets of the operand: it stands for all modes that have no label")
    };
    (@left ($verb:tt $x:tt [$($right:tt)*] $sizes:tt) $run:ident $axis:tt $specs:tt $labels:tt) => {
        $crate::__pattern!(@right ($verb $x $sizes $specs $labels) $run [] [] [] [] $($right)*)
    };
    (@left $($other:tt)*) => {
        compile_error!("a mode of the operand is a label, labels in parentheses, `(h p)`, `1`, or a number; `..` stands for any number of modes")
    };

    // The parts of one mode.
    (@part $all:tt $run:ident [$($axis:tt)*] $specs:tt [$($labels:tt)*] [$($sizes:tt)*] $rest:tt $label:ident $($parts:tt)*) => {
        $crate::__pattern!(@part $all $run [$($axis)* + 1] $specs [$($labels)* $label { $($axis)* }]
            [$($sizes)* __size!($label),] $rest $($parts)*)
    };
    (@part $all:tt $run:ident $axis:tt $specs:tt $labels:tt $sizes:tt $rest:tt 1 $($parts:tt)*) => {
        $crate::__pattern!(@part $all $run $axis $specs $labels $sizes $rest $($parts)*)
    };
    (@part $all:tt $run:ident [$($axis:tt)*] $specs:tt [$($labels:tt)*] [$($sizes:tt)*] $rest:tt $number:literal $($parts:tt)*) => {
        $crate::__pattern!(@part $all $run [$($axis)* + 1] $specs [$($labels)* $number { $($axis)* }]
            [$($sizes)* $crate::Const::<$number>,] $rest $($parts)*)
    };
    (@part $all:tt $run:ident $axis:tt [$($specs:tt)*] $labels:tt [$($sizes:tt)*] [$($rest:tt)*]) => {
        $crate::__pattern!(@left $all $run $axis [$($specs)* $crate::__private::patterns::Several(($($sizes)*)),] $labels $($rest)*)
    };
    (@part $($other:tt)*) => {
        compile_error!("in parentheses stand labels and numbers, without commas: `(h p)`")
    };

    // State: what became of `..`, the axes of the result, how they become modes, its labels, and whether some are merged.
    (@right $all:tt $run:ident [$($order:tt)*] [$($groups:tt)*] [$($kept:tt)*] $merges:tt $label:ident $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right $all $run [$($order)* __place!($label),] [$($groups)* $crate::__private::patterns::Keep,]
            [$($kept)* $label] $merges $($($rest)*)?)
    };
    (@right $all:tt $run:ident $order:tt [$($groups:tt)*] $kept:tt $merges:tt 1 $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right $all $run $order
            [$($groups)* $crate::__private::patterns::Merged<(), $crate::Const<1>>,] $kept [merged] $($($rest)*)?)
    };
    (@right ($verb:tt $($all:tt)*) $run:ident [$($order:tt)*] [$($groups:tt)*] $kept:tt $merges:tt $number:literal $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right ($verb $($all)*) $run [$($order)* $crate::__pattern!(@fresh $verb $number),]
            [$($groups)* $crate::__private::patterns::Keep,] $kept $merges $($($rest)*)?)
    };
    (@right $all:tt $run:ident $order:tt $groups:tt $kept:tt $merges:tt ($($parts:tt)*) $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@merged $all $run $order $groups $kept [] [$($parts)*] [$($($rest)*)?] $($parts)*)
    };
    (@right $all:tt open [$($order:tt)*] [$($groups:tt)*] $kept:tt $merges:tt .. $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@right $all kept [$($order)* $crate::__private::patterns::Ellipsis,]
            [$($groups)* $crate::__private::patterns::KeepRun,] $kept $merges $($($rest)*)?)
    };
    (@right $all:tt $run:ident $order:tt $groups:tt $kept:tt $merges:tt .. $(, $($rest:tt)*)?) => {
        $crate::__pattern!(@stray $run)
    };
    (@right ((reduce $($fold:tt)*) ($($x:tt)*) $($all:tt)*) open $order:tt $groups:tt $kept:tt $merges:tt) => {
        $crate::__pattern!(@call (reduce $($fold)*) $merges ($($x)*)
            $crate::__pattern!(@value ($) (reduce) open [$crate::__private::patterns::Ellipsis,] $($all)* $order $groups $kept))
    };
    (@right $all:tt open $order:tt $groups:tt $kept:tt $merges:tt) => {
        compile_error!("the modes of `..` do not occur in the result: `reduce!` folds them")
    };
    (@right ($verb:tt ($($x:tt)*) $($all:tt)*) $run:ident $order:tt $groups:tt $kept:tt $merges:tt) => {
        $crate::__pattern!(@call $verb $merges ($($x)*) $crate::__pattern!(@value ($) $verb $run [] $($all)* $order $groups $kept))
    };
    (@right $($other:tt)*) => {
        compile_error!("a mode of the result is a label, labels in parentheses, `(h w)`, or `1`; `..` stands for those of the operand")
    };

    // The parts of one mode of the result.
    (@merged $all:tt $run:ident [$($order:tt)*] $groups:tt [$($kept:tt)*] [$($units:tt)*] $parts:tt $rest:tt $label:ident $($left:tt)*) => {
        $crate::__pattern!(@merged $all $run [$($order)* __place!($label),] $groups [$($kept)* $label]
            [$($units)* (),] $parts $rest $($left)*)
    };
    (@merged $all:tt $run:ident $order:tt $groups:tt $kept:tt $units:tt $parts:tt $rest:tt 1 $($left:tt)*) => {
        $crate::__pattern!(@merged $all $run $order $groups $kept $units $parts $rest $($left)*)
    };
    (@merged ($verb:tt $($all:tt)*) $run:ident [$($order:tt)*] $groups:tt $kept:tt [$($units:tt)*] $parts:tt $rest:tt $number:literal $($left:tt)*) => {
        $crate::__pattern!(@merged ($verb $($all)*) $run [$($order)* $crate::__pattern!(@fresh $verb $number),] $groups
            $kept [$($units)* (),] $parts $rest $($left)*)
    };
    (@merged $all:tt open [$($order:tt)*] $groups:tt $kept:tt [$($units:tt)*] $parts:tt $rest:tt .. $($left:tt)*) => {
        $crate::__pattern!(@merged $all kept [$($order)* $crate::__private::patterns::Ellipsis,] $groups
            $kept [$($units)* $crate::__private::patterns::Ellipsis,] $parts $rest $($left)*)
    };
    (@merged $all:tt $run:ident $order:tt $groups:tt $kept:tt $units:tt $parts:tt $rest:tt .. $($left:tt)*) => {
        $crate::__pattern!(@stray $run)
    };
    (@merged $all:tt $run:ident $order:tt [$($groups:tt)*] $kept:tt [$($units:tt)*] [$($parts:tt)*] [$($rest:tt)*]) => {
        $crate::__pattern!(@right $all $run $order
            [$($groups)* $crate::__private::patterns::Merged<($($units)*), __product!(@ [] $($parts)*)>,]
            $kept [merged] $($rest)*)
    };
    (@merged $($other:tt)*) => {
        compile_error!("in parentheses stand labels and numbers, without commas: `(h w)`")
    };
    (@stray closed) => {
        compile_error!("`..` of the result does not occur in the operand")
    };
    (@stray kept) => {
        compile_error!("`..` occurs twice in the result")
    };

    // The operand is not in the block: there a temporary would not live long enough.
    (@call (reduce $fold:ident $with:tt) $merges:tt ($($x:tt)*) $value:expr) => {
        $crate::__private::patterns::folded(&$($x)*, $value, |over| over.$fold $with)
    };
    (@call $verb:tt [] ($($x:tt)*) $value:expr) => { $crate::__private::patterns::axes(&$($x)*, $value) };
    (@call $verb:tt [merged] ($($x:tt)*) $value:expr) => { $crate::__private::patterns::merged(&$($x)*, $value) };

    // What is known of each label, as macros, and the operation.
    (@value ($d:tt) $verb:tt $run:ident [$($folded:tt)*] [$([$size:ident [$($literal:tt)*] $value:tt])*] $specs:tt
        [$($label:tt $axis:tt)*] [$($order:tt)*] [$($groups:tt)*] [$($kept:ident)*]) => {{
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
            (@ $d($d other:tt)*) => { $crate::__private::patterns::Named };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __folded {
            (@ [$d($d places:tt)*]) => { ($d($d places)*) };
            $((@ $d places:tt $kept $d place:tt $d($d rest:tt)*) => { __folded!(@ $d places $d($d rest)*) };)*
            (@ $d places:tt $d other:tt $d place:tt $d($d rest:tt)*) => {
                $crate::__pattern!(@fold $verb __folded $d other $d places $d place $d($d rest)*)
            };
        }
        #[allow(unused_macros, unused_macro_rules)]
        macro_rules! __occurs {
            $(($label) => {};)*
            $(($kept) => {};)*
            ($d other:ident) => {
                compile_error!(concat!("label `", stringify!($d other), "` has a size, but does not occur in the pattern"))
            };
        }
        $(__occurs!($size);)*
        $crate::__pattern!(@once [] $($label)*);
        $crate::__pattern!(@once [] $($size)*);
        $crate::__pattern!(@new $verb $($kept)*);
        let entries = $crate::__pattern!(@entries $run $specs);
        let folded = __folded!(@ [$($folded)*] $($label $axis)*);
        ($crate::__private::patterns::Axes::new(entries, ($($order)*), folded), $crate::__private::PhantomData::<($($groups)*)>)
    }};
    (@entries closed [$($specs:tt)*]) => { ($($specs)*) };
    (@entries $run:ident [$($specs:tt)*]) => { $crate::__private::patterns::OfAnyRank(($($specs)*)) };
    (@product $next:ident [$literal:tt] [$($sizes:tt)*] $($rest:tt)*) => { $next!(@ [$($sizes)* $literal] $($rest)*) };
    (@product $($run_time:tt)*) => { $crate::__private::patterns::Named };
    (@fold (reduce $($fold:tt)*) $next:ident $label:tt [$($places:tt)*] $place:tt $($rest:tt)*) => {
        $next!(@ [$($places)* $crate::Const::<$place>,] $($rest)*)
    };
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

    // A label of the operand names one axis, and has one size: the compiler names the one that is defined twice.
    (@once [$($label:ident)*]) => {
        const _: () = {
            #[allow(non_camel_case_types, dead_code)]
            enum __Labels { $($label),* }
        };
    };
    (@once [$($label:ident)*] $number:literal $($rest:tt)*) => {
        $crate::__pattern!(@once [$($label)*] $($rest)*);
    };
    (@once [$($label:ident)*] $next:ident $($rest:tt)*) => {
        $crate::__pattern!(@once [$($label)* $next] $($rest)*);
    };
    // So does a new label of the result. One of the operand that is kept twice is found by types.
    (@new (repeat) $($kept:ident)*) => { $crate::__pattern!(@once [] $($kept)*); };
    (@new $verb:tt $($kept:ident)*) => {};
}
