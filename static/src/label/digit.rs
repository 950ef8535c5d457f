//! The digits of labels, and which labels are the same.
//!
//! Plans, and so unsafe code, believe what [`Equal`] says: it holds exactly where [`digits`](super::digits) of the two
//! [ids](super::label_id) are equal. Therefore no other package can name the traits of this module, let alone implement
//! them for digits of its own.

use core::marker::PhantomData;

pub(crate) use typenum::{B0, B1};

use super::Label;

/// `B1` if two labels are the same, else `B0`.
///
/// The low digits of the numbers come first: most labels differ in them, and then the compiler need not look at the
/// others, nor at the digits of the sets.
pub(crate) type Equal<A, B> = <<A as Label>::Id as Digits>::Are<<B as Label>::Id>;

/// `B0` and `B1`.
pub trait Truth {
    type And<Other: Truth>: Truth;
    type Or<Other: Truth>: Truth;
    /// The first type if it is true, else the second.
    type Choose<A, B>;
}

impl Truth for B0 {
    type And<Other: Truth> = B0;
    type Or<Other: Truth> = Other;
    type Choose<A, B> = B;
}

impl Truth for B1 {
    type And<Other: Truth> = Other;
    type Or<Other: Truth> = B1;
    type Choose<A, B> = A;
}

/// Hexadecimal digits, the lowest first. A list knows for each digit whether that one comes first, and these others follow, so
/// that a digit is compared in two steps of the compiler; comparing numbers bit by bit cost it a quarter of the time of a
/// contraction.
#[rustfmt::skip]
pub trait Digits {
    /// Of each list another number: a digit counts one more than it is, so that zeros count too.
    const VALUE: u64;
    type Are<Others: Digits>: Truth;
    /// Whether there are none.
    type AreNone: Truth;
    type Are0<Rest: Digits>: Truth; type Are1<Rest: Digits>: Truth;
    type Are2<Rest: Digits>: Truth; type Are3<Rest: Digits>: Truth;
    type Are4<Rest: Digits>: Truth; type Are5<Rest: Digits>: Truth;
    type Are6<Rest: Digits>: Truth; type Are7<Rest: Digits>: Truth;
    type Are8<Rest: Digits>: Truth; type Are9<Rest: Digits>: Truth;
    type AreA<Rest: Digits>: Truth; type AreB<Rest: Digits>: Truth;
    type AreC<Rest: Digits>: Truth; type AreD<Rest: Digits>: Truth;
    type AreE<Rest: Digits>: Truth; type AreF<Rest: Digits>: Truth;
}

/// The end of a list of digits.
#[derive(Debug)]
pub enum NoDigits {}

/// The digit `N`, and the higher ones.
#[derive(Debug)]
pub struct Hex<const N: u8, Rest = NoDigits>(PhantomData<Rest>);

/// Four digits, of these numbers.
#[doc(hidden)]
pub type Four<const A: u8, const B: u8, const C: u8, const D: u8> = Hex<A, Hex<B, Hex<C, Hex<D>>>>;

/// The rows of a table: which list a list is, by its first digit.
macro_rules! digits {
    ($($digit:ident $is:ident $value:literal: $($bit:ident)*;)*) => {$(
        #[doc(hidden)]
        pub type $digit<Rest = NoDigits> = Hex<$value, Rest>;

        impl<Rest: Digits> Digits for Hex<$value, Rest> {
            #[allow(clippy::arithmetic_side_effects, reason = "checked, as in each constant")]
            const VALUE: u64 = 17 * Rest::VALUE + 1 + $value;
            type Are<Others: Digits> = Others::$is<Rest>;
            type AreNone = B0;
            digits!(@row Rest: $($bit)*);
        }
    )*};
    (@row $Rest:ident:
        $b0:ident $b1:ident $b2:ident $b3:ident $b4:ident $b5:ident $b6:ident $b7:ident
        $b8:ident $b9:ident $ba:ident $bb:ident $bc:ident $bd:ident $be:ident $bf:ident) => {
        digits! { @answers $Rest:
            Are0 $b0, Are1 $b1, Are2 $b2, Are3 $b3, Are4 $b4, Are5 $b5, Are6 $b6, Are7 $b7,
            Are8 $b8, Are9 $b9, AreA $ba, AreB $bb, AreC $bc, AreD $bd, AreE $be, AreF $bf
        }
    };
    (@answers $Rest:ident: $($are:ident $bit:ident),*) => { $(digits!(@answer $Rest $are $bit);)* };
    (@answer $Rest:ident $are:ident B0) => { type $are<Others: Digits> = B0; };
    (@answer $Rest:ident $are:ident B1) => { type $are<Others: Digits> = $Rest::Are<Others>; };
}
digits! {
    D0 Are0 0:  B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D1 Are1 1:  B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D2 Are2 2:  B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D3 Are3 3:  B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D4 Are4 4:  B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D5 Are5 5:  B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D6 Are6 6:  B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0 B0;
    D7 Are7 7:  B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0 B0;
    D8 Are8 8:  B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0 B0;
    D9 Are9 9:  B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0 B0;
    DA AreA 10: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0 B0;
    DB AreB 11: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0 B0;
    DC AreC 12: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0 B0;
    DD AreD 13: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0 B0;
    DE AreE 14: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1 B0;
    DF AreF 15: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B1;
}

impl Digits for NoDigits {
    const VALUE: u64 = 0;
    type Are<Others: Digits> = Others::AreNone;
    type AreNone = B1;
    digits! { @row NoDigits: B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0 }
}
