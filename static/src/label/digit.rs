//! The digits of labels, and which labels are the same.
//!
//! Plans, and so unsafe code, believe what [`Equal`] says: it holds exactly where [`digits`](super::digits) of the two
//! [ids](super::label_id) are equal. Therefore no other package can name the traits of this module, let alone implement
//! them for digits of its own.

use core::marker::PhantomData;

pub(crate) use typenum::{B0, B1};

use super::Label;
use crate::align::{ByName, ByPlace, How};

/// `B1` if two labels are the same, else `B0`.
///
/// The low digits of the numbers come first: most labels differ in them, and then the compiler need not look at the
/// others, nor at the digits of the sets.
pub(crate) type Equal<A, B> =
    <SameDigit<<A as Label>::Low, <B as Label>::Low> as Truth>::AndHigh<A, B>;

type SameDigit<A, B> = <A as Digit>::Is<B>;

/// `B0` and `B1`.
#[allow(private_bounds, reason = "how modes meet is for this package")]
pub trait Truth {
    /// Also the high digits of these labels are the same, and the digits of their sets.
    type AndHigh<A: Label, B: Label>: Truth;
    /// Also these digits are the same.
    type AndDigits<A: Digits, B: Digits>: Truth;
    type And<Other: Truth>: Truth;
    type Or<Other: Truth>: Truth;
    /// How modes meet in elementwise work of which this says whether they have one name.
    type Meeting: How;
    /// The first type if it is true, else the second.
    type Choose<A, B>;
}

impl Truth for B0 {
    type AndHigh<A: Label, B: Label> = B0;
    type AndDigits<A: Digits, B: Digits> = B0;
    type And<Other: Truth> = B0;
    type Or<Other: Truth> = Other;
    type Meeting = ByName;
    type Choose<A, B> = B;
}

impl Truth for B1 {
    type AndHigh<A: Label, B: Label> =
        <SameDigit<A::High, B::High> as Truth>::AndDigits<A::Set, B::Set>;
    type AndDigits<A: Digits, B: Digits> = A::Are<B>;
    type And<Other: Truth> = Other;
    type Or<Other: Truth> = B1;
    type Meeting = ByPlace;
    type Choose<A, B> = A;
}

/// A hexadecimal digit. Each knows for each digit whether it is that one, so that a comparison is two
/// steps for the compiler; comparing numbers bit by bit cost it a quarter of the time of a contraction.
#[rustfmt::skip]
pub trait Digit {
    const VALUE: u64;
    type Is<Other: Digit>: Truth;
    type Is0: Truth; type Is1: Truth; type Is2: Truth; type Is3: Truth;
    type Is4: Truth; type Is5: Truth; type Is6: Truth; type Is7: Truth;
    type Is8: Truth; type Is9: Truth; type IsA: Truth; type IsB: Truth;
    type IsC: Truth; type IsD: Truth; type IsE: Truth; type IsF: Truth;
}

/// A list of digits: the identity of a set of labels.
pub trait Digits {
    /// Of each list another number: a digit counts one more than it is, so that zeros count too.
    const VALUE: u64;
    type Are<Other: Digits>: Truth;
    /// Whether there are no digits.
    type AreNone: Truth;
    /// Whether the digits are this one and the rest.
    type Begin<First: Digit, Rest: Digits>: Truth;
}

/// The end of a list of digits, and those of the built-in letters.
#[derive(Debug)]
pub enum NoDigits {}

impl Digits for NoDigits {
    const VALUE: u64 = 0;
    type Are<Other: Digits> = Other::AreNone;
    type AreNone = B1;
    type Begin<First: Digit, Rest: Digits> = B0;
}

/// A digit, and those behind it.
#[derive(Debug)]
pub struct Then<First, Rest>(PhantomData<(First, Rest)>);

impl<First: Digit, Rest: Digits> Digits for Then<First, Rest> {
    #[allow(clippy::arithmetic_side_effects, reason = "checked, as in each constant")]
    const VALUE: u64 = 17 * Rest::VALUE + 1 + First::VALUE;
    type Are<Other: Digits> = Other::Begin<First, Rest>;
    type AreNone = B0;
    type Begin<First2: Digit, Rest2: Digits> =
        <SameDigit<First, First2> as Truth>::AndDigits<Rest, Rest2>;
}

/// Four digits, of these numbers.
#[doc(hidden)]
pub type Four<const A: u8, const B: u8, const C: u8, const D: u8> =
    Then<Hex<A>, Then<Hex<B>, Then<Hex<C>, Then<Hex<D>, NoDigits>>>>;

/// The digit `N`.
#[derive(Debug)]
pub struct Hex<const N: u8>;

/// The digits, which are a row each of the unit matrix.
macro_rules! digits {
    ($($digit:ident $is:ident $value:literal: $($bit:ident)*;)*) => {$(
        #[doc(hidden)]
        pub type $digit = Hex<$value>;
        digits!(@row $digit $is $value: $($bit)*);
    )*};
    (@row $digit:ident $is:ident $value:literal:
        $b0:ident $b1:ident $b2:ident $b3:ident $b4:ident $b5:ident $b6:ident $b7:ident
        $b8:ident $b9:ident $ba:ident $bb:ident $bc:ident $bd:ident $be:ident $bf:ident) => {
        #[rustfmt::skip]
        impl Digit for $digit {
            const VALUE: u64 = $value;
            type Is<Other: Digit> = Other::$is;
            type Is0 = $b0; type Is1 = $b1; type Is2 = $b2; type Is3 = $b3;
            type Is4 = $b4; type Is5 = $b5; type Is6 = $b6; type Is7 = $b7;
            type Is8 = $b8; type Is9 = $b9; type IsA = $ba; type IsB = $bb;
            type IsC = $bc; type IsD = $bd; type IsE = $be; type IsF = $bf;
        }
    };
}
digits! {
    D0 Is0 0:  B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D1 Is1 1:  B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D2 Is2 2:  B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D3 Is3 3:  B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D4 Is4 4:  B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D5 Is5 5:  B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D6 Is6 6:  B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D7 Is7 7:  B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0;
    D8 Is8 8:  B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0;
    D9 Is9 9:  B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0;
    DA IsA 10: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0;
    DB IsB 11: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0;
    DC IsC 12: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0;
    DD IsD 13: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0;
    DE IsE 14: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0;
    DF IsF 15: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1;
}
