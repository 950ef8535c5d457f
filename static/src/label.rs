//! Labels: types without values that name the modes of a composition.

use typenum::{Bit, IsEqual, Unsigned};

/// A name for a mode, as a type without values. Made by [`labels!`](crate::labels).
///
/// ```
/// use extents_static::label::{Label, i};
/// assert_eq!(<i as Label>::NAME, "i");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no label: labels are made by `labels!` or taken from `label::{{a, .., z}}`",
    label = "not a label"
)]
pub trait Label: 'static {
    /// The name, as it was written.
    const NAME: &'static str;
    /// Tells labels apart in type computations.
    #[doc(hidden)]
    type Id: Unsigned;
    /// Which `labels!` made it.
    #[doc(hidden)]
    type Set;
}

/// The set of the built-in letters.
#[derive(Debug)]
#[doc(hidden)]
pub enum Letters {}

/// Whether two sets of labels may stand in one composition: letters mix with any set, and a set
/// with itself. `A` and `B` are the labels that met, for the message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{A}` and `{B}` belong to two different `labels!` sets",
    label = "one composition takes the built-in letters and one set of your own",
    note = "put both labels into one `labels!`"
)]
pub trait MixesWith<Other, A, B> {}
impl<Set, A, B> MixesWith<Set, A, B> for Letters {}

/// Compares two labels.
#[doc(hidden)]
pub trait Compare<Other: Label>: Label {
    type Equal: Bit;
}

impl<A: Label, B: Label> Compare<B> for A
where
    A::Set: MixesWith<B::Set, A, B>,
    A::Id: IsEqual<B::Id>,
{
    type Equal = typenum::Eq<A::Id, B::Id>;
}

/// Makes labels of your own. They mix with the built-in letters, but not with another set.
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
            pub struct Set;
            impl<A, B> $crate::label::MixesWith<Set, A, B> for Set {}
            impl<A, B> $crate::label::MixesWith<$crate::label::Letters, A, B> for Set {}
            $crate::__number_labels!(Set, $crate::__private::U25; $($name)+);
        };
    };
}

/// Implements `Label` for the names, with ids that go on from `$last`.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_labels {
    ($set:ty, $last:ty;) => {};
    ($set:ty, $last:ty; $name:ident $($rest:ident)*) => {
        impl $crate::label::Label for $name {
            const NAME: &'static str = stringify!($name);
            type Id = $crate::__private::Add1<$last>;
            type Set = $set;
        }
        $crate::__number_labels!($set, $crate::__private::Add1<$last>; $($rest)*);
    };
}

macro_rules! letters {
    ($($name:ident $id:ident),+) => {
        $(
            #[doc = concat!("The label `", stringify!($name), "`.")]
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl Label for $name {
                const NAME: &'static str = stringify!($name);
                type Id = typenum::consts::$id;
                type Set = Letters;
            }
        )+
    };
}
letters!(a U0, b U1, c U2, d U3, e U4, f U5, g U6, h U7, i U8, j U9, k U10, l U11, m U12, n U13,
    o U14, p U15, q U16, r U17, s U18, t U19, u U20, v U21, w U22, x U23, y U24, z U25);
