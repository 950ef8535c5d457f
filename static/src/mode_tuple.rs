//! [`ModeTuple`]: tuples of 0 to 12 modes, and [`StaticModes`], those whose extents are all in the type.

use core::fmt;
use core::hash::Hash;

use crate::align::{AllLabels, ByPlace, InOrderOf};
use crate::certainty::{Certainty, Known, Same};
use crate::dense::{FirstOf, FixedStrides, Room, col_major, row_major, stride_over};
use crate::dim::Terms;
use crate::list::Tuple;
use crate::mode::{Carry, Const, Mode};
use crate::slice::SliceTuple;
use crate::stride::StrideList;
use crate::{Extents, LabelName, Rank, ShapeError, StaticExtents};

/// A tuple of 0 to 12 modes.
///
/// # Safety
/// All that is said of the tuple, here and by its supertraits, is said of the modes in their order: their extents, what
/// their types know of them, and the strides of a dense shape. `read` gives modes of just these extents, or an error, and so
/// does `carry` without looking.
#[diagnostic::on_unimplemented(
    message = "typed extents have 0 to 12 modes, each `Const<N>` or `Dyn`",
    label = "not a tuple of 0 to 12 modes",
    note = "`DynExtents<N>` has any rank"
)]
#[allow(unsafe_code)]
#[allow(private_bounds, reason = "how tuples of modes meet is for this package")]
pub unsafe trait ModeTuple:
    Tuple
    + Copy
    + Eq
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + InOrderOf<Self, ByPlace, United = Self, Relation = Same>
    + InOrderOf<Self, United = Self, Relation = Same>
    + AllLabels
{
    /// The extent of each mode, where the type knows it.
    #[doc(hidden)]
    const STATIC: &'static [Option<usize>];
    /// The largest extent of each mode, where the type knows one.
    #[doc(hidden)]
    const MOST: &'static [Option<usize>];
    /// The name of each mode, where it has one.
    #[doc(hidden)]
    const NAMES: &'static [Option<LabelName>];
    /// The id of the label that the name of each mode is, 0 where it is none.
    #[doc(hidden)]
    const LABELS: &'static [u64];
    /// What the name of each mode says.
    #[doc(hidden)]
    const TERMS: &'static [Option<Terms>];
    /// All extents. Evaluation fails to compile if one is not in the type.
    #[doc(hidden)]
    const EXTENTS: Self::Index;
    #[doc(hidden)]
    type Certainty: Certainty;
    /// The same number of modes, all run-time values.
    #[doc(hidden)]
    type Opened: ModeTuple<Index = Self::Index>;
    /// The extents of a layer with as many modes.
    #[doc(hidden)]
    type Ranked<E: Extents>: Extents;
    #[doc(hidden)]
    type Index: AsRef<[usize]>
        + AsMut<[usize]>
        + Copy
        + fmt::Debug
        + Eq
        + Hash
        + Send
        + Sync
        + IntoIterator<Item = usize, IntoIter: DoubleEndedIterator + ExactSizeIterator>;
    #[doc(hidden)]
    type Strides: AsRef<[isize]> + AsMut<[isize]> + StrideList + Copy;
    #[doc(hidden)]
    const ZERO_STRIDES: Self::Strides;
    /// The types of the strides, the last mode fastest.
    #[doc(hidden)]
    type RowMajor<R: Room>: StrideList + Tuple;
    /// The types of the strides, the first mode fastest.
    #[doc(hidden)]
    type ColMajor<R: Room>: StrideList + Tuple;
    /// The types of strides that are values.
    #[doc(hidden)]
    type OpenStrides: StrideList + Tuple;
    /// A slice of whole modes.
    #[doc(hidden)]
    type Whole: SliceTuple;
    /// The first strides of a list, as many as there are modes.
    #[doc(hidden)]
    type FirstOf<S: FixedStrides>: FixedStrides<Self::Strides>;
    #[doc(hidden)]
    fn extents(self) -> Self::Index;
    /// Creates the modes for these extents. There must be as many; mismatches name the mode.
    #[doc(hidden)]
    fn read(extents: &[usize]) -> Result<Self, ShapeError>;
    /// Whether a mode is that of a dim of a scope.
    #[doc(hidden)]
    const IS_SCOPED: bool;
    /// As `read`, where modes of dims of scopes have extents of other modes of the same types.
    #[doc(hidden)]
    fn moved(extents: &[usize], seal: Carry) -> Result<Self, ShapeError>;
    /// Creates the modes for these extents, which are those of other modes of the same types.
    #[doc(hidden)]
    fn carry(extents: &[usize], seal: Carry) -> Self;
}

/// A tuple of modes, all of whose extents are in the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a `dyn` mode, whose extent is known only at run time",
    label = "all extents must be in the type here"
)]
pub trait StaticModes: ModeTuple<Certainty = Known> {
    /// The one value of the type.
    #[doc(hidden)]
    const VALUE: Self;
}

/// A mode whose extent is in the type.
pub(crate) trait StaticMode: Mode<Certainty = Known> {
    /// The one value of the type.
    const VALUE: Self;
}

impl<const N: usize> StaticMode for Const<N> {
    const VALUE: Self = Const;
}

/// The extent of a mode that must be static, in a const.
const fn known(extent: Option<usize>) -> usize {
    match extent {
        Some(extent) => extent,
        #[allow(clippy::panic, reason = "in a const: a compile error")]
        None => panic!("a mode is `dyn`: its extent is known only at run time"),
    }
}

macro_rules! mode_tuple {
    (@open $A:ident) => { crate::Dyn };
    (@stride $A:ident) => { crate::DynStride };
    (@whole $A:ident) => { crate::slice::Full };
    (@certainty) => { Known };
    (@certainty $A:ident $($rest:ident)*) => {
        <$A::Certainty as Certainty>::And<mode_tuple!(@certainty $($rest)*)>
    };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {

        // SAFETY: each list names the modes of the tuple in their order.
        #[allow(unsafe_code, unused_variables, clippy::unused_unit)]
        unsafe impl<$($A: Mode),*> ModeTuple for ($($A,)*) {
            const STATIC: &'static [Option<usize>] = &[$($A::EXTENT),*];
            const MOST: &'static [Option<usize>] = &[$($A::MOST),*];
            const NAMES: &'static [Option<LabelName>] = &[$($A::NAME),*];
            const LABELS: &'static [u64] = &[$($A::LABEL),*];
            const TERMS: &'static [Option<Terms>] = &[$($A::TERMS),*];
            const EXTENTS: [usize; $rank] = [$(known($A::EXTENT)),*];
            type Certainty = mode_tuple!(@certainty $($A)*);
            type Opened = ($(mode_tuple!(@open $A),)*);
            type Ranked<E: Extents> = E::OfRank<$rank>;
            type Index = [usize; $rank];
            type Strides = [isize; $rank];
            const ZERO_STRIDES: [isize; $rank] = [0; $rank];
            type RowMajor<R: Room> = row_major!(R; $($A)*);
            type ColMajor<R: Room> = col_major!(R; $($A)*);
            type OpenStrides = ($(mode_tuple!(@stride $A),)*);
            type Whole = ($(mode_tuple!(@whole $A),)*);
            type FirstOf<S: FixedStrides> = FirstOf<S>;

            #[inline]
            fn extents(self) -> [usize; $rank] {
                [$(self.$k.extent()),*]
            }

            #[inline]
            fn read(extents: &[usize]) -> Result<Self, ShapeError> {
                Ok(($($A::read(number(extents, $k), $k)?,)*))
            }

            const IS_SCOPED: bool = false $(|| $A::IS_SCOPED)*;

            #[inline]
            fn moved(extents: &[usize], seal: Carry) -> Result<Self, ShapeError> {
                Ok(($($A::moved(number(extents, $k), $k, seal)?,)*))
            }

            #[inline]
            fn carry(extents: &[usize], seal: Carry) -> Self {
                ($($A::carry(number(extents, $k), seal),)*)
            }
        }

        #[allow(clippy::unused_unit)]
        #[diagnostic::do_not_recommend]
        impl<$($A: StaticMode),*> StaticModes for ($($A,)*) {
            const VALUE: Self = ($($A::VALUE,)*);
        }

        impl<$($A: Mode),*> Rank<$rank> for StaticExtents<($($A,)*)> {}
    };
}
for_each_arity!(mode_tuple);

/// The extent at this place of a list that is long enough.
#[inline]
fn number(extents: &[usize], mode: usize) -> usize {
    extents.get(mode).copied().unwrap_or(0)
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::known;

    #[test]
    fn an_extent_that_is_known_is_there() {
        assert_eq!(known(Some(5)), 5);
    }
}
