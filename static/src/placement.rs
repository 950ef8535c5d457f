//! Where the result of a contraction goes, decided by the types of its operands.

use crate::certainty::Certainty;

/// Whether an operand has elements, and where: [`InPlace`], [`OnHeap`], or only a [`ShapeOnly`].
///
/// `And` is a total function on types: results are in place only if all operands are. No other crate can say it of a type:
///
/// ```compile_fail,E0277
/// use extents_static::__private::Sealed;
/// use extents_static::placement::Placement;
/// enum Anywhere {}
/// impl Sealed for Anywhere {}
/// impl Placement for Anywhere {}
/// ```
pub trait Placement: sealed::Sealed {
    #[doc(hidden)]
    type And<Other: Placement>: Placement;
    #[doc(hidden)]
    type AndShape: Placement;
    #[doc(hidden)]
    type AndInPlace: Placement;
    #[doc(hidden)]
    type AndHeap: Placement;
    /// Where a result goes whose extents are so certain: an array needs to know its size.
    #[doc(hidden)]
    type Under<C: Certainty>: Placement;
}

/// Elements in a nested array, part of the value itself.
#[derive(Debug)]
pub enum InPlace {}

/// Elements elsewhere: a `Vec`, a borrowed slice, a storage of yours.
#[derive(Debug)]
pub enum OnHeap {}

/// No elements: the operand is extents.
#[derive(Debug)]
pub enum ShapeOnly {}

/// No operand at all.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoOperand {}

/// Tensors and bare extents in one contraction: an error.
#[doc(hidden)]
#[derive(Debug)]
pub enum TensorsAndShapes {}

// Of its own: what is in `__private` can be named by other crates, and unsafe code believes a placement.
mod sealed {
    pub trait Sealed {}
}

macro_rules! placement {
    ($($a:ident: $and:ty, $shape:ident $in_place:ident $heap:ident, $under:ty;)*) => {$(
        impl sealed::Sealed for $a {}
        impl Placement for $a {
            type And<Other: Placement> = $and;
            type AndShape = $shape;
            type AndInPlace = $in_place;
            type AndHeap = $heap;
            type Under<C: Certainty> = $under;
        }
    )*};
}
placement! {
    NoOperand: Other, ShapeOnly InPlace OnHeap, NoOperand;
    ShapeOnly: Other::AndShape, ShapeOnly TensorsAndShapes TensorsAndShapes, ShapeOnly;
    InPlace: Other::AndInPlace, TensorsAndShapes InPlace OnHeap, C::Inline;
    OnHeap: Other::AndHeap, TensorsAndShapes OnHeap OnHeap, OnHeap;
    TensorsAndShapes: TensorsAndShapes, TensorsAndShapes TensorsAndShapes TensorsAndShapes,
        TensorsAndShapes;
}
