//! The macros that write typed extents: [`StaticExtents!`](crate::StaticExtents!) for the type,
//! [`extents!`](crate::extents!) for the value, [`check!`](crate::check!) for early errors.

/// Expands to a type of extents: `StaticExtents![2, dyn, N]`, or `StaticExtents![dyn; 4]`.
///
/// Each mode is a literal, the name of a const or const parameter, a const expression in braces,
/// or `dyn` for an extent that is known only at run time, and `dyn Batch` where it has the name of the dim
/// `Batch`, in the scope `'b` `dyn 'b Batch`. `(Heads)` is the mode of the dim `Heads` that is a number, and
/// `(Batch * Time)`, `(Past + Time + 1)` and `(8 * 64)` are what modes merge and concatenate to, `(Time - 2)` is what is left
/// without 2 entries, and `(Time / 2)` every second one, rounded up. After `;` stands how often the one mode repeats, a
/// literal from 0 to 12.
///
/// A type parameter is no mode here: `StaticExtents![A, B]` is "expected value, found type parameter" (E0423), since a name is
/// that of a const. With `A: Mode` and `B: Mode` the type is written as a struct, `StaticExtents<(A, B)>`.
///
/// ```
/// use extents_static::{Const, Dyn, StaticExtents};
/// const N: usize = 5;
/// let _: StaticExtents![2, dyn, N, { N + 1 }] =
///     StaticExtents::from_modes((Const::<2>, Dyn::new(7), Const::<5>, Const::<6>))?;
/// let _: StaticExtents![dyn; 2] = StaticExtents::from_modes((Dyn::new(7), Dyn::new(7)))?;
/// extents_static::dims! { Batch }
/// let _: StaticExtents![dyn Batch, 3] = extents_static::extents![dyn Batch = 7, 3]?;
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
///
/// ```
/// use extents_static::{Extents, Mode, StaticExtents, extents};
/// fn columns<A: Mode, B: Mode>(matrix: &StaticExtents<(A, B)>) -> usize {
///     matrix.modes().1.extent()
/// }
/// assert_eq!(columns(&extents![2, 3]), 3);
/// ```
#[macro_export]
macro_rules! StaticExtents {
    ($m:tt; 0) => { $crate::StaticExtents![] };
    ($m:tt; 1) => { $crate::StaticExtents![$m] };
    ($m:tt; 2) => { $crate::StaticExtents![$m, $m] };
    ($m:tt; 3) => { $crate::StaticExtents![$m, $m, $m] };
    ($m:tt; 4) => { $crate::StaticExtents![$m, $m, $m, $m] };
    ($m:tt; 5) => { $crate::StaticExtents![$m, $m, $m, $m, $m] };
    ($m:tt; 6) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m] };
    ($m:tt; 7) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; 8) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; 9) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; 10) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; 11) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; 12) => { $crate::StaticExtents![$m, $m, $m, $m, $m, $m, $m, $m, $m, $m, $m, $m] };
    ($m:tt; $($count:tt)*) => {
        compile_error!("the count after `;` is a literal from 0 to 12: for another rank or a const, use `DynExtents<N>`")
    };
    ($($mode:tt),* $(,)?) => { $crate::StaticExtents::<($($crate::__Mode!($mode),)*)> };
    (@named [$($done:ty),*]) => { $crate::StaticExtents::<($($done,)*)> };
    (@named [$($done:ty),*] dyn $($dim:ident)::+ $(, $($rest:tt)*)?) => {
        $crate::StaticExtents!(@named [$($done,)* $crate::Sym<$($dim)::+>] $($($rest)*)?)
    };
    (@named [$($done:ty),*] dyn $scope:lifetime $($dim:ident)::+ $(, $($rest:tt)*)?) => {
        $crate::StaticExtents!(@named [$($done,)* $crate::Sym<$crate::names::In<$scope, $($dim)::+>>] $($($rest)*)?)
    };
    (@named [$($done:ty),*] $mode:tt $(, $($rest:tt)*)?) => {
        $crate::StaticExtents!(@named [$($done,)* $crate::__Mode!($mode)] $($($rest)*)?)
    };
    (@named $done:tt $($other:tt)+) => {
        compile_error!("each mode is a literal, a const, `{ a const expression }`, `({ N } + 1)` of a const parameter, `dyn`, or `dyn` and the name of a dim")
    };
    ($($modes:tt)*) => { $crate::StaticExtents!(@named [] $($modes)*) };
}

/// The type of one mode.
#[doc(hidden)]
#[macro_export]
macro_rules! __Mode {
    (dyn) => { $crate::Dyn };
    ($n:literal) => { $crate::Const<$n> };
    ($n:ident) => { $crate::Const<{ $n }> };
    ({ $n:expr }) => { $crate::Const<{ $n }> };
    (($($dim:tt)+)) => { $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)> };
}

/// A dim, or a sum or difference of products or quotients of dims and numbers: `Past + 2 * Time`.
#[doc(hidden)]
#[macro_export]
macro_rules! __Dim {
    // The terms before this one, the last of them first and each behind its sign; and this one.
    (@sum [$($before:tt)*] [$($term:tt)+]) => { $crate::__Dim!(@terms [$($term)+] $($before)*) };
    (@sum [$($before:tt)*] [$($term:tt)+] + $($rest:tt)+) => {
        $crate::__Dim!(@sum [+ [$($term)+] $($before)*] [] $($rest)+)
    };
    (@sum [$($before:tt)*] [$($term:tt)+] - $($rest:tt)+) => {
        $crate::__Dim!(@sum [- [$($term)+] $($before)*] [] $($rest)+)
    };
    (@sum $before:tt [$($term:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__Dim!(@sum $before [$($term)* $next] $($rest)*)
    };
    (@terms [$($term:tt)+]) => { $crate::__Dim!(@product [] [] $($term)+) };
    (@terms [$($term:tt)+] + $($before:tt)+) => {
        $crate::__private::Joined<$crate::__Dim!(@terms $($before)+), $crate::__Dim!(@product [] [] $($term)+)>
    };
    (@terms [$($term:tt)+] - $($before:tt)+) => {
        $crate::__private::Fewer<$crate::__Dim!(@terms $($before)+), $crate::__Dim!(@product [] [] $($term)+)>
    };
    // The factors, as the terms.
    (@product [$($before:tt)*] [$($factor:tt)+]) => { $crate::__Dim!(@factors [$($factor)+] $($before)*) };
    (@product [$($before:tt)*] [$($factor:tt)+] * $($rest:tt)+) => {
        $crate::__Dim!(@product [* [$($factor)+] $($before)*] [] $($rest)+)
    };
    (@product [$($before:tt)*] [$($factor:tt)+] / $($rest:tt)+) => {
        $crate::__Dim!(@product [/ [$($factor)+] $($before)*] [] $($rest)+)
    };
    (@product $before:tt [$($factor:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__Dim!(@product $before [$($factor)* $next] $($rest)*)
    };
    (@factors [$($factor:tt)+]) => { $crate::__Dim!(@one $($factor)+) };
    (@factors [$($factor:tt)+] * $($before:tt)+) => {
        $crate::__private::Merged<$crate::__Dim!(@factors $($before)+), $crate::__Dim!(@one $($factor)+)>
    };
    (@factors [$($factor:tt)+] / $($before:tt)+) => {
        $crate::__private::Stepped<$crate::__Dim!(@factors $($before)+), $crate::__Dim!(@one $($factor)+)>
    };
    (@one ($($dim:tt)+)) => { $crate::__Dim!(@sum [] [] $($dim)+) };
    (@one $n:literal) => { $crate::Const<$n> };
    (@one { $n:expr }) => { $crate::Const<{ $n }> };
    (@one $scope:lifetime $($dim:ident)::+) => { $crate::names::In<$scope, $($dim)::+> };
    (@one $($dim:ident)::+) => { $($dim)::+ };
    ($($other:tt)*) => {
        compile_error!("in brackets stands a dim, or what `+`, `-`, `*` and `/` make of dims and numbers: `(Batch * Time)`, `(Past + 1)`")
    };
}

/// Creates typed extents: `extents![2, 3]`, or `extents![2, dyn n]`.
///
/// A mode is static where it is a literal, the name of a const or const parameter, or a const
/// expression in braces. `dyn n` is the mode whose extent is the run-time value `n`, `dyn Batch = n` that of the
/// dim `Batch`, and `(Past + Time) = n` that of what is made of dims. `(Heads)` is the mode of a dim that is a number, and
/// `dyn = batch` the mode `batch`, a value, such as that of [`Sym::scope`](crate::Sym::scope).
///
/// Without `dyn` and `=` it gives the value, whose size the compiler checks. With one of them it gives a `Result`.
///
/// A variable needs `dyn`: `extents![n, 3]` is "attempt to use a non-constant value in a constant" (E0435), and the compiler
/// proposes `const` for it. If `n` is a value of run time, write `extents![dyn n, 3]?`.
///
/// # Errors
/// Returns [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow), where there is a `dyn` or `=`, and the errors of
/// [`Sym::try_new`](crate::Sym::try_new), where it has the name of a dim.
///
/// ```
/// use extents_static::{Extents, StaticExtents, extents};
/// const N: usize = 4;
/// let known: StaticExtents![2, N] = extents![2, N];
/// let n = 3 + known.rank();
/// let mixed: StaticExtents![2, dyn, N] = extents![2, dyn n, N]?;
/// assert_eq!(mixed.size(), 40);
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[macro_export]
macro_rules! extents {
    // The types of the modes, the modes, and their extents, of which those with a name are made. `numbers` are `static`, and
    // `named` are `open`, with names among them.
    (@static [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*]) => {
        $crate::StaticExtents::<($($mode,)*)>::new()
    };
    (@numbers [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*]) => {
        $crate::StaticExtents::<($($mode,)*)>::new()
    };
    (@open [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*]) => {
        $crate::StaticExtents::<($($mode,)*)>::from_modes(($($value,)*))
    };
    (@named [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*]) => {
        <$crate::StaticExtents::<($($mode,)*)> as $crate::Extents>::from_extents(&[$($extent),*])
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $(, $($rest:tt)*)?) => {
        compile_error!("`dyn` needs its run-time extent here: write `dyn n`")
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $number:literal = $($rest:tt)*) => {
        compile_error!("before `=` stands the name of the extent, a dim: `dyn Batch = n`; without a name it is `dyn n`")
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn ($($dim:tt)+) = $($rest:tt)*) => {
        compile_error!("what is made of dims has no `dyn`: write `(Past + Time) = n`")
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*]) => {
        $crate::StaticExtents::<($($mode,)*)>::from_modes(($($value,)*))
    };
    (@static [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn = $new:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* _] [$($value,)* $new] [] $($($rest)*)?)
    };
    (@numbers [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn = $new:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* _] [$($value,)* $new] [] $($($rest)*)?)
    };
    (@open [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn = $new:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* _] [$($value,)* $new] [] $($($rest)*)?)
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn = $new:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* _] [$($value,)* $new] [] $($($rest)*)?)
    };
    (@named [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn = $($rest:tt)*) => {
        compile_error!("beside a mode, `dyn = batch`, others of a dim are modes too: `dyn = Sym::<Time>::new(n)`; a number without a name is `dyn n`")
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $($dim:ident)::+ = $($rest:tt)*) => {
        compile_error!("beside a mode, `dyn = batch`, others of a dim are modes too: `dyn = Sym::<Time>::new(n)`; a number without a name is `dyn n`")
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) = $($rest:tt)*) => {
        compile_error!("beside a mode, `dyn = batch`, others of a dim are modes too: `dyn = Sym::<Time>::new(n)`; a number without a name is `dyn n`")
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* $crate::Dyn] [$($value,)* $crate::Dyn::new($n)] [] $($($rest)*)?)
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>] [$($value,)* $crate::StaticExtents::<($crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>,)>::new().modes().0] [] $($($rest)*)?)
    };
    (@modes [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] $n:tt $(, $($rest:tt)*)?) => {
        $crate::extents!(@modes [$($mode,)* $crate::__Mode!($n)] [$($value,)* $crate::Const] [] $($($rest)*)?)
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $($dim:ident)::+ = $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@named [$($mode,)* $crate::Sym<$($dim)::+>] [] [$($extent,)* $n] $($($rest)*)?)
    };
    (@static [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@open [$($mode,)* $crate::Dyn] [$($value,)* $crate::Dyn::new($n)] [$($extent,)* $n] $($($rest)*)?)
    };
    (@open [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@open [$($mode,)* $crate::Dyn] [$($value,)* $crate::Dyn::new($n)] [$($extent,)* $n] $($($rest)*)?)
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] dyn $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@named [$($mode,)* $crate::Dyn] [] [$($extent,)* $n] $($($rest)*)?)
    };
    // What is made of dims, and is no number.
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) = $n:expr $(, $($rest:tt)*)?) => {
        $crate::extents!(@named [$($mode,)* $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>] [] [$($extent,)* $n] $($($rest)*)?)
    };
    (@open [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) $(, $($rest:tt)*)?) => {
        $crate::extents!(
            @named [$($mode,)* $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>] [] [$($extent,)* $crate::__private::number_of::<$crate::__Dim!(@sum [] [] $($dim)+)>()] $($($rest)*)?
        )
    };
    (@static [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) $(, $($rest:tt)*)?) => {
        $crate::extents!(
            @numbers [$($mode,)* $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>] [$($value,)* $crate::StaticExtents::<($crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>,)>::new().modes().0] [$($extent,)* $crate::__private::number_of::<$crate::__Dim!(@sum [] [] $($dim)+)>()] $($($rest)*)?
        )
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] ($($dim:tt)+) $(, $($rest:tt)*)?) => {
        $crate::extents!(
            @$kind [$($mode,)* $crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>] [$($value,)* $crate::StaticExtents::<($crate::Sym<$crate::__Dim!(@sum [] [] $($dim)+)>,)>::new().modes().0] [$($extent,)* $crate::__private::number_of::<$crate::__Dim!(@sum [] [] $($dim)+)>()] $($($rest)*)?
        )
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] $n:tt $(, $($rest:tt)*)?) => {
        $crate::extents!(@$kind [$($mode,)* $crate::__Mode!($n)] [$($value,)* $crate::Const] [$($extent,)* $n] $($($rest)*)?)
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] $($dim:ident)::+ = $($rest:tt)*) => {
        compile_error!("before the name of an extent stands `dyn`: `dyn Batch = n`; a name that is a number, `dims! { Heads = 8 }`, is written `(Heads)`")
    };
    (@$kind:ident [$($mode:ty),*] [$($value:expr),*] [$($extent:expr),*] $($other:tt)+) => {
        compile_error!("each mode is a literal, a const, `{ a const expression }`, `(Heads)`, `dyn` and a run-time extent, `dyn Batch = n`, `(Past + Time) = n`, or `dyn = mode`")
    };
    ($($modes:tt)*) => { $crate::extents!(@static [] [] [] $($modes)*) };
}

/// Checks at once that typed extents hold no more than `isize::MAX` elements.
///
/// Constructors check this too, but only `cargo build` sees it; this form is an error in `cargo check`
/// as well.
///
/// ```
/// extents_static::check!(extents_static::StaticExtents![1024, 1024]);
/// ```
/// ```compile_fail,E0080
/// extents_static::check!(extents_static::StaticExtents![0x1_0000_0000, 0x1_0000_0000]);
/// ```
#[macro_export]
macro_rules! check {
    ($extents:ty) => {
        const _: () = <$extents>::CHECK;
    };
}

/// Creates a tuple of strides: `strides![12, dyn s, -4, 0]`.
///
/// A stride is in the type where it is a literal, the name of a const or const parameter, or a const
/// expression in braces, each with or without `-` before it. `dyn s` is the run-time value `s`.
///
/// ```
/// use extents_static::{Const, DynStride, Neg, Stride, strides};
/// let n = 5;
/// let all: (Const<12>, DynStride, Neg<Const<4>>) = strides![12, dyn n, -4];
/// assert_eq!((all.1.stride(), all.2.stride()), (5, -4));
/// ```
#[macro_export]
macro_rules! strides {
    (@done [$($stride:expr),*]) => { ($($stride,)*) };
    (@done [$($stride:expr),*] dyn $value:expr $(, $($rest:tt)*)?) => {
        $crate::strides!(@done [$($stride,)* $crate::DynStride::new($value)] $($($rest)*)?)
    };
    (@done [$($stride:expr),*] - $value:tt $(, $($rest:tt)*)?) => {
        $crate::strides!(
            @done [$($stride,)* <$crate::Neg<$crate::__Mode!($value)>>::default()] $($($rest)*)?
        )
    };
    (@done [$($stride:expr),*] $value:tt $(, $($rest:tt)*)?) => {
        $crate::strides!(@done [$($stride,)* <$crate::__Mode!($value)>::default()] $($($rest)*)?)
    };
    (@done [$($stride:expr),*] $($other:tt)+) => {
        compile_error!("each stride is a literal, a const, `{ a const expression }`, these with `-` before, or `dyn` and a run-time stride")
    };
    ($($strides:tt)*) => { $crate::strides!(@done [] $($strides)*) };
}
