//! Where the result of a contraction goes, decided by the types of its operands.

use crate::certainty::Certainty;

/// Whether an operand has elements, and where: [`InPlace`], [`OnHeap`], [`Elsewhere`], or only a [`ShapeOnly`].
///
/// `And` is a total function on types: results are in place only if all operands are. To say it of another type takes
/// unsafe code:
///
/// ```compile_fail,E0200
/// use extents_static::placement::{InPlace, OnHeap, Placement};
/// enum Anywhere {}
/// impl Placement for Anywhere {
///     type And<Other: Placement> = InPlace;
///     type AndShape = InPlace;
///     type AndInPlace = InPlace;
///     type AndHeap = InPlace;
///     type AndElsewhere = InPlace;
///     type Under<C: extents_static::__private::Certainty> = InPlace;
/// }
/// ```
///
/// # Safety
/// The members say of where a result goes what one of the types of this module says.
#[allow(unsafe_code)]
pub unsafe trait Placement: 'static {
    #[doc(hidden)]
    type And<Other: Placement>: Placement;
    #[doc(hidden)]
    type AndShape: Placement;
    #[doc(hidden)]
    type AndInPlace: Placement;
    #[doc(hidden)]
    type AndHeap: Placement;
    #[doc(hidden)]
    type AndElsewhere: Placement;
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

/// Elements that the type of the operand contracts itself, as those of a device.
#[derive(Debug)]
pub enum Elsewhere {}

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

/// Tensors, and operands that contract themselves, in one contraction: an error.
#[doc(hidden)]
#[derive(Debug)]
pub enum HereAndElsewhere {}

macro_rules! placement {
    ($($a:ident: $and:ty, $shape:ident $in_place:ident $heap:ident $elsewhere:ident, $under:ty;)*) => {$(
        // SAFETY: it is a type of this module.
        #[allow(unsafe_code)]
        unsafe impl Placement for $a {
            type And<Other: Placement> = $and;
            type AndShape = $shape;
            type AndInPlace = $in_place;
            type AndHeap = $heap;
            type AndElsewhere = $elsewhere;
            type Under<C: Certainty> = $under;
        }
    )*};
}
placement! {
    NoOperand: Other, ShapeOnly InPlace OnHeap Elsewhere, NoOperand;
    ShapeOnly: Other::AndShape, ShapeOnly TensorsAndShapes TensorsAndShapes TensorsAndShapes, ShapeOnly;
    InPlace: Other::AndInPlace, TensorsAndShapes InPlace OnHeap HereAndElsewhere, C::Inline;
    OnHeap: Other::AndHeap, TensorsAndShapes OnHeap OnHeap HereAndElsewhere, OnHeap;
    Elsewhere: Other::AndElsewhere, TensorsAndShapes HereAndElsewhere HereAndElsewhere Elsewhere,
        Elsewhere;
    TensorsAndShapes: TensorsAndShapes, TensorsAndShapes TensorsAndShapes TensorsAndShapes
        TensorsAndShapes, TensorsAndShapes;
    HereAndElsewhere: HereAndElsewhere, TensorsAndShapes HereAndElsewhere HereAndElsewhere
        HereAndElsewhere, HereAndElsewhere;
}
