//! Labels: types without values that name the modes of a composition.

mod digit;

use crate::assert::stop;
use crate::const_text::ConstText;
use digit::Digits;
pub(crate) use digit::{B0, B1, Equal, Truth};
#[doc(hidden)]
pub use digit::{D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, DA, DB, DC, DD, DE, DF, Four};

/// A name for a mode, as a type without values. Made by [`labels!`](crate::labels).
///
/// ```
/// use extents_static::label::{Label, i};
/// assert_eq!(<i as Label>::NAME, "i");
/// ```
// A safe trait, so that `labels!` needs no unsafe code: types and loops go by the same digits, and what a digit equals is
// decided in this package. Labels of equal digits and hashes, which somebody wrote by hand or a hash gave by chance, are one
// label everywhere; those of equal digits and other hashes meet in no composition that compiles.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a label: labels are made by `labels!` or taken from `label::{{a, .., z}}`",
    label = "not a label",
    note = "in generic code a type parameter is not known to differ from labels, even where it is one: write letters there, `contract!(x[b, t] * y[b, k] => ..)`, and numbers of modes, `modes![1]`"
)]
pub trait Label: 'static {
    /// The name of the label, as it was written.
    const NAME: &'static str;
    /// The two digits that tell the labels of one set apart, the lower one first, and then those of the set, one `labels!`, which
    /// tell it from others, also of other crates. These are asked for only where the first two are equal; the built-in letters
    /// have none.
    #[doc(hidden)]
    type Id: Digits;
    /// What else is known of the set: types compare few digits, since each costs the compiler time at every contraction, and
    /// a constant of each composition compares the rest.
    #[doc(hidden)]
    const HASH: u32 = 0;
    /// Whether it is a dim, so that a mode of another name has no place under it.
    #[doc(hidden)]
    const IS_DIM: bool = false;
}

/// Returns a number for each label: its hash, and its digits.
#[doc(hidden)]
pub const fn label_id<L: Label>() -> u64 {
    let digits = L::Id::VALUE;
    assert!(digits < 1 << 32, "a label has at most seven digits");
    ((L::HASH as u64) << 32) | digits
}

/// Returns what types know of an id. They take two labels for one where these are equal.
#[doc(hidden)]
pub const fn digits(id: u64) -> u64 {
    id & 0xffff_ffff
}

/// Stops the compiler: types take these two labels for one, as what they compare of the two is equal.
#[track_caller]
pub(crate) const fn cannot_be_told_apart(one: &str, other: &str) -> ! {
    let text = ConstText::new().then("labels `").then(one).then("` and `").then(other);
    stop(
        text.then("` of two `labels!` cannot be told apart: write one of these elsewhere").as_str(),
    )
}

/// Returns the digits and the hash of a set of labels, 16 and 32 bits, by what is written in the source and where.
#[doc(hidden)]
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; the indices are below the lengths"
)]
pub const fn hash_of(text: &str) -> ([u8; 4], u32) {
    // By Fowler, Noll and Vo. Its high bits depend on all characters, its lowest ones on few bits of each.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let (bytes, mut n) = (text.as_bytes(), 0);
    while n < bytes.len() {
        hash = (hash ^ bytes[n] as u64).wrapping_mul(0x0100_0000_01b3);
        n += 1;
    }
    let mut digits = [0; 4];
    n = 0;
    while n < 4 {
        digits[n] = ((hash >> (48 + 4 * n)) & 15) as u8;
        n += 1;
    }
    (digits, (hash >> 16) as u32)
}

/// Defines labels of your own. They mix with the built-in letters, and with the labels of other sets and other crates.
///
/// Each name becomes a type without values; a visibility may stand before it. A set has at most 230 labels; more than 100
/// need a higher `recursion_limit`.
///
/// Two labels are the same if they are one type, whatever their names:
///
/// ```
/// use extents_static::{Compose, StaticExtents, extents, labels};
/// mod library {
///     extents_static::labels! { pub row }
/// }
/// labels! { row }
/// let Ok(outer) = Compose::<((row,), (library::row,)), (row, library::row)>::compose((extents![2], extents![3]));
/// assert_eq!(outer, extents![2, 3]);
/// ```
///
/// A label is known by its place among the names and by its set, which is a hash of 48 bits of the module, the place in the
/// source and the names. So two functions of one module whose `labels!` comes from one line of a macro, with the same names,
/// have the same labels.
///
/// ```
/// use extents_static::{labels, label::Label};
/// labels! { batch, pub head }
/// assert_eq!(<head as Label>::NAME, "head");
/// ```
#[macro_export]
macro_rules! labels {
    ($($(#[$meta:meta])* $vis:vis $name:ident),+ $(,)?) => {
        $crate::labels! { @dims false; $($(#[$meta])* $vis $name),+ }
    };
    (@dims $are_dims:literal; $($(#[$meta:meta])* $vis:vis $name:ident),+) => {
        $(
            $(#[$meta])*
            #[doc = concat!("The label `", stringify!($name), "`.")]
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy, Debug)]
            $vis enum $name {}
        )+
        const _: () = {
            const __HASH: ([u8; 4], u32) = $crate::label::hash_of(concat!(
                module_path!(), "\n", file!(), "\n", line!(), "\n", column!(), $("\n", stringify!($name)),+
            ));
            const __ARE_DIMS: bool = $are_dims;
            type __Set = $crate::label::Four<{ __HASH.0[0] }, { __HASH.0[1] }, { __HASH.0[2] }, { __HASH.0[3] }>;
            $crate::__number_labels!(D1 [DA DB DC DD DE DF] [D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF]; $($name)+);
        };
    };
}

/// Implements `Label` for the names, numbered from `$high` and the first of the low digits on, where `__Set`, `__HASH` and
/// `__ARE_DIMS` are those of the set.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_labels {
    ($high:ident $lows:tt $highs:tt;) => {};
    ($high:ident [] []; $($names:ident)+) => {
        compile_error!("a set has at most 230 labels");
    };
    ($high:ident [] [$next:ident $($highs:ident)*]; $($names:ident)+) => {
        $crate::__number_labels!($next [D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF] [$($highs)*]; $($names)+);
    };
    ($high:ident [$low:ident $($lows:ident)*] $highs:tt; $name:ident $($names:ident)*) => {
        impl $crate::label::Label for $name {
            const NAME: &'static str = stringify!($name);
            type Id = $crate::label::$low<$crate::label::$high<__Set>>;
            const HASH: u32 = __HASH.1;
            const IS_DIM: bool = __ARE_DIMS;
        }
        $crate::__number_labels!($high [$($lows)*] $highs; $($names)*);
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
                type Id = $low<$high>;
            }
        )+
    };
}
letters!(a D0 D0, b D0 D1, c D0 D2, d D0 D3, e D0 D4, f D0 D5, g D0 D6, h D0 D7, i D0 D8, j D0 D9,
    k D0 DA, l D0 DB, m D0 DC, n D0 DD, o D0 DE, p D0 DF, q D1 D0, r D1 D1, s D1 D2, t D1 D3,
    u D1 D4, v D1 D5, w D1 D6, x D1 D7, y D1 D8, z D1 D9);

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{digits, hash_of};

    /// The hash of FNV-1a with 64 bits, of the table that its authors published (draft-eastlake-fnv, appendix C).
    #[test]
    fn texts_have_the_published_hashes() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325_u64),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let high = (hash >> 48) as u16;
            let digits = [high & 15, (high >> 4) & 15, (high >> 8) & 15, high >> 12];
            let found = hash_of(text);
            assert_eq!(found.0.map(u16::from), digits, "{text}");
            assert_eq!(found.1, (hash >> 16) as u32, "{text}");
        }
    }

    #[test]
    fn types_compare_the_lowest_32_bits() {
        assert_eq!(digits(0x1234_5678_9abc_def0), 0x9abc_def0);
    }
}
