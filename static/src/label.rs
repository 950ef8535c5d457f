//! Labels: types without values that name the modes of a composition.

mod digit;

use digit::Digit;
#[doc(hidden)]
pub use digit::{D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, DA, DB, DC, DD, DE, DF};
pub(crate) use digit::{Equal, Truth};

/// A name for a mode, as a type without values. Made by [`labels!`](crate::labels).
///
/// ```
/// use extents_static::label::{Label, i};
/// assert_eq!(<i as Label>::NAME, "i");
/// ```
// A safe trait, so that `labels!` needs no unsafe code: types and loops go by the same two digits, and what a digit
// equals is decided in this package. Two labels that were given the same digits by hand are one label everywhere.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a label: labels are made by `labels!` or taken from `label::{{a, .., z}}`",
    label = "not a label"
)]
pub trait Label: 'static {
    /// The name of the label, as it was written.
    const NAME: &'static str;
    /// With `Low`, the number that tells labels apart: its two hexadecimal digits.
    #[doc(hidden)]
    type High: Digit;
    #[doc(hidden)]
    type Low: Digit;
    /// The set of labels that it belongs to: the `labels!` that created it.
    #[doc(hidden)]
    type Set;
}

/// The set of the built-in letters.
#[derive(Debug)]
#[doc(hidden)]
pub enum Letters {}

/// A set of labels that can be used with another one in one composition. Letters mix with any set, and a set with
/// itself. `A` and `B` are the labels that meet, for the message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{A}` and `{B}` belong to two different `labels!` sets",
    label = "one composition takes the built-in letters and one set of your own",
    note = "put both labels into one `labels!`"
)]
pub trait MixesWith<Other, A, B> {}
impl<Set, A, B> MixesWith<Set, A, B> for Letters {}

/// Returns the number of a label. It is made of the digits that `Equal` goes by, so that loops and types never
/// disagree about which labels are the same.
#[doc(hidden)]
#[allow(clippy::arithmetic_side_effects, reason = "below 256")]
pub const fn label_id<L: Label>() -> usize {
    16 * L::High::VALUE + L::Low::VALUE
}

/// Defines labels of your own. They mix with the built-in letters, but not with another set.
///
/// A set has at most 230 labels; more than 100 need a higher `recursion_limit`.
///
/// Each name becomes a type without values; a visibility may stand before it.
///
/// ```
/// use extents_static::{labels, label::Label};
/// labels! { batch, pub head }
/// assert_eq!(<head as Label>::NAME, "head");
/// ```
#[macro_export]
macro_rules! labels {
    ($($(#[$meta:meta])* $vis:vis $name:ident),+ $(,)?) => {
        $(
            $(#[$meta])*
            #[doc = concat!("The label `", stringify!($name), "`.")]
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy, Debug)]
            $vis enum $name {}
        )+
        const _: () = {
            #[allow(missing_debug_implementations, unreachable_pub)]
            pub struct __LabelSet;
            impl<A, B> $crate::label::MixesWith<__LabelSet, A, B> for __LabelSet {}
            impl<A, B> $crate::label::MixesWith<$crate::label::Letters, A, B> for __LabelSet {}
            $crate::__number_labels!(__LabelSet, D1 [DA DB DC DD DE DF] [D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF]; $($name)+);
        };
    };
}

/// Implements `Label` for the names, numbered from `$high` and the first of the low digits on.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_labels {
    ($set:ty, $high:ident $lows:tt $highs:tt;) => {};
    ($set:ty, $high:ident [] []; $($names:ident)+) => {
        compile_error!("a set has at most 230 labels");
    };
    ($set:ty, $high:ident [] [$next:ident $($highs:ident)*]; $($names:ident)+) => {
        $crate::__number_labels!($set, $next [D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF] [$($highs)*]; $($names)+);
    };
    ($set:ty, $high:ident [$low:ident $($lows:ident)*] $highs:tt; $name:ident $($names:ident)*) => {
        impl $crate::label::Label for $name {
            const NAME: &'static str = stringify!($name);
            type High = $crate::label::$high;
            type Low = $crate::label::$low;
            type Set = $set;
        }
        $crate::__number_labels!($set, $high [$($lows)*] $highs; $($names)*);
    };
}

macro_rules! letters {
    ($($name:ident $high:ident $low:ident),+) => {
        $(
            #[doc = concat!("The label `", stringify!($name), "`.")]
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl Label for $name {
                const NAME: &'static str = stringify!($name);
                type High = $high;
                type Low = $low;
                type Set = Letters;
            }
        )+
    };
}
letters!(a D0 D0, b D0 D1, c D0 D2, d D0 D3, e D0 D4, f D0 D5, g D0 D6, h D0 D7, i D0 D8, j D0 D9,
    k D0 DA, l D0 DB, m D0 DC, n D0 DD, o D0 DE, p D0 DF, q D1 D0, r D1 D1, s D1 D2, t D1 D3,
    u D1 D4, v D1 D5, w D1 D6, x D1 D7, y D1 D8, z D1 D9);
