//! [`UnitesWith`]: extents that may be the same, and what is known of them together.

use crate::certainty::{Certainty, Known};
use crate::mode::{Const, Dyn, Mode};
use crate::sealed::Sealed;
use crate::static_extents::{ModeTuple, StaticExtents};
use crate::{Extents, ShapeError};

/// Extents that may be those of an `F`, the operand to the left: what either type knows of them,
/// [`United`](Self::United) knows.
///
/// It is the bound of elementwise operators, such as `&a + &b`: extents that differ in the types do not
/// compile, what is known at run time is compared when the expression is evaluated.
///
/// ```
/// use extents_static::{StaticExtents, UnitesWith};
/// fn takes<A: UnitesWith<StaticExtents![2, dyn], United = StaticExtents![2, 3]>>() {}
/// takes::<StaticExtents![dyn, 3]>();
/// ```
///
/// Loops rest on what it says, so that it is unsafe to implement, and sealed: no other types are extents of an expression.
/// ```compile_fail,E0277
/// use extents_static::{Anything, ShapeError, StaticExtents, UnitesWith, extents};
/// struct Liar;
/// unsafe impl UnitesWith<StaticExtents![2]> for Liar {
///     type United = StaticExtents![100];
///     type Certainty = <Anything as UnitesWith<StaticExtents![2]>>::Certainty;
///     fn unite(&self, _: &StaticExtents![2]) -> Result<StaticExtents![100], ShapeError> {
///         Ok(extents![100])
///     }
/// }
/// ```
///
/// # Safety
/// `unite` passes only where both have the same extents, which are then those that it gives; what is no extents, such as
/// [`Anything`], agrees with all.
#[diagnostic::on_unimplemented(
    message = "extents `{F}` can never be `{Self}`: the ranks differ",
    label = "elementwise work needs operands of the same extents",
    note = "generic code states it as a bound, also of a type with itself: `E: UnitesWith<E, United = E>`"
)]
#[allow(unsafe_code)]
pub unsafe trait UnitesWith<F>: Sealed {
    /// The extents of both, static where either is.
    type United: Clone;
    /// Whether there is nothing left to compare at run time.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// The extents of both, or how these differ from `other`, which are expected.
    #[doc(hidden)]
    fn unite(&self, other: &F) -> Result<Self::United, ShapeError>;
}

/// The extents of a value that is the same everywhere: those of what it meets.
///
/// ```
/// use extents_static::{Anything, Extents, UnitesWith};
/// fn takes<E: Extents>() where E: UnitesWith<Anything, United = E> {}
/// takes::<extents_static::StaticExtents![2, 3]>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anything;

impl Sealed for Anything {}

// SAFETY: there is nothing to agree with: the extents are those of the other.
#[allow(unsafe_code)]
unsafe impl<E: Extents> UnitesWith<E> for Anything {
    type United = E;
    type Certainty = Known;
    #[inline]
    fn unite(&self, other: &E) -> Result<E, ShapeError> {
        Ok(other.clone())
    }
}

// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl<E: Extents> UnitesWith<Anything> for E {
    type United = E;
    type Certainty = Known;
    #[inline]
    fn unite(&self, _: &Anything) -> Result<E, ShapeError> {
        Ok(self.clone())
    }
}

// SAFETY: neither has extents.
#[allow(unsafe_code)]
unsafe impl UnitesWith<Anything> for Anything {
    type United = Anything;
    type Certainty = Known;
    #[inline]
    fn unite(&self, _: &Anything) -> Result<Anything, ShapeError> {
        Ok(Anything)
    }
}

/// Passes where `found` are the extents `expected`.
#[doc(hidden)]
#[inline]
pub fn agree<E: Extents, F: Extents>(expected: &E, found: &F) -> Result<(), ShapeError> {
    if expected.is_null() != found.is_null() {
        return Err(ShapeError::Null);
    }
    expected.with_slice(|expected| {
        found.with_slice(|found| {
            if expected.len() != found.len() {
                let (expected, found) = (expected.len(), found.len());
                return Err(ShapeError::RankMismatch { expected, found });
            }
            for (mode, (&expected, &found)) in expected.iter().zip(found).enumerate() {
                if expected != found {
                    return Err(ShapeError::ExtentMismatch { mode, expected, found });
                }
            }
            Ok(())
        })
    })
}

/// Extents that agree, in the type `U`, which has room for them.
#[doc(hidden)]
#[inline]
pub fn unite_as<U: Extents, E: Extents, F: Extents>(left: &E, right: &F) -> Result<U, ShapeError> {
    agree(left, right)?;
    U::adopt(left)
}

/// A mode that may be an `M`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "mode {MODE}: extent `{M}` can never be `{Self}`",
    label = "these two extents differ whatever happens"
)]
pub trait ModeUnitesWith<M, const MODE: usize> {
    /// The mode of both, static where either is.
    type United: Mode;
}
impl<M: Mode, const MODE: usize> ModeUnitesWith<M, MODE> for Dyn {
    type United = M;
}
impl<const N: usize, const MODE: usize> ModeUnitesWith<Dyn, MODE> for Const<N> {
    type United = Const<N>;
}
impl<const N: usize, const MODE: usize> ModeUnitesWith<Const<N>, MODE> for Const<N> {
    type United = Const<N>;
}

macro_rules! unite_modes {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: `unite_as` compares the extents, and gives them in the type of both.
        #[allow(unsafe_code)]
        unsafe impl<$($A: Mode, $B: Mode),*> UnitesWith<StaticExtents<($($B,)*)>>
            for StaticExtents<($($A,)*)>
        where
            $($A: ModeUnitesWith<$B, $k>,)*
            ($($A::United,)*): ModeTuple,
        {
            type United = StaticExtents<($($A::United,)*)>;
            type Certainty = <<Self as Extents>::Certainty as Certainty>::And<
                <StaticExtents<($($B,)*)> as Extents>::Certainty,
            >;
            #[inline]
            fn unite(&self, other: &StaticExtents<($($B,)*)>) -> Result<Self::United, ShapeError> {
                unite_as(other, self)
            }
        }
    };
}
for_each_arity!(unite_modes);
