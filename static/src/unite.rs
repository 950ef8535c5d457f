//! [`UnitesWith`]: extents that may be the same, and what is known of them together.

use crate::align::{AlignsWith, ByPlace, InOrderOf};
use crate::certainty::{Certainty, Known};
use crate::const_text::refuse;
use crate::mode::Mode;
use crate::{Extents, LabelName, ModeTuple, ShapeError, StaticExtents, error::Place};

/// Extents that may be equal to those of an `F`, depending on the values. What either type knows,
/// [`United`](Self::United) knows.
///
/// It is the bound of elementwise work, such as `&a + &b` and `assign`, and of [`strengthen`](Extents::strengthen):
/// extents that differ in the types do not compile, what is known at run time is compared. All extents unite with
/// those of their own type, so that generic code over one `E: Extents` needs no bound; over two types it states one,
/// `F: UnitesWith<E>`, where `F` are the extents of the operand to the right, or of the source. Where all modes have names,
/// elementwise work takes these in any order too, if the types are known.
///
/// ```
/// use extents_static::{Extents, StaticExtents, UnitesWith};
/// fn takes<A: UnitesWith<StaticExtents![2, dyn], United = StaticExtents![2, 3]>>() {}
/// takes::<StaticExtents![dyn, 3]>();
///
/// fn with_itself<E: Extents>() {
///     fn takes<E: UnitesWith<F, United = F>, F>() {}
///     takes::<E, E>();
/// }
/// with_itself::<StaticExtents![2, dyn]>();
/// ```
///
/// Loops rest on what it says, so that it is unsafe to implement, and sealed: no other types are extents of an expression.
/// ```compile_fail,E0277
/// use extents_static::{Anything, ShapeError, StaticExtents, UnitesWith, extents};
/// struct Liar;
/// unsafe impl UnitesWith<StaticExtents![2]> for Liar {
///     type United = StaticExtents![100];
///     type Relation = <Anything as UnitesWith<StaticExtents![2]>>::Relation;
///     fn unite(&self, _: &StaticExtents![2]) -> Result<StaticExtents![100], ShapeError> {
///         Ok(extents![100])
///     }
/// }
/// ```
///
/// # Safety
/// `unite` passes only where both have the same extents, which are then those that it gives; what is no extents, such as
/// [`Anything`], agrees with all. They align by place: there is no `ORDER`. `Relation` is `Known` only where one side is no extents, and `Same` only for one type
/// twice; else it is `Open`.
#[diagnostic::on_unimplemented(
    message = "extents `{F}` do not match `{Self}`",
    label = "no value of the one type is known to fit the other",
    note = "generic code over two types of extents states it as a bound, `{Self}: UnitesWith<{F}>`; over one type it needs none"
)]
#[allow(unsafe_code)]
pub unsafe trait UnitesWith<F>:
    AlignsWith<
        F,
        Aligned = <Self as UnitesWith<F>>::United,
        Meeting = <Self as UnitesWith<F>>::Relation,
    >
{
    /// The type of extents that are those of both, static where either is.
    type United: Clone + UnitesWith<Anything>;
    /// What the type of the extents of both knows.
    #[doc(hidden)]
    type Knowledge: Certainty;
    /// What is left to compare at run time: see the hidden `Certainty::Compared`. It is one of three types also in code that
    /// is generic over the extents, so that the errors of expressions over one `E` are those of comparing two `E`.
    #[doc(hidden)]
    type Relation: Certainty;
    /// Fails to compile where two numbers differ that no bound compares, as one of them has a name.
    #[doc(hidden)]
    const CHECK: () = ();
    /// Returns the extents of both, or an error that says how `self` differs from `other`, which is expected.
    #[doc(hidden)]
    fn unite(&self, other: &F) -> Result<Self::United, ShapeError>;
}

/// Whether the compiler has compared all extents: those of operands of this relation, of which `E` is known.
#[doc(hidden)]
pub type Checked<R, E> = <R as Certainty>::Compared<<E as UnitesWith<Anything>>::Knowledge>;
/// How extents may differ at run time that `Checked` is about.
#[doc(hidden)]
pub type CheckError<R, E> = <Checked<R, E> as Certainty>::Error;

/// The extents of a value that is the same everywhere: those of what it meets.
///
/// ```
/// use extents_static::{Anything, Extents, UnitesWith};
/// fn takes<E: Extents>() where E: UnitesWith<Anything, United = E> {}
/// takes::<extents_static::StaticExtents![2, 3]>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anything;

// SAFETY: there is nothing to agree with: the extents are those of the other.
#[allow(unsafe_code)]
unsafe impl<E: Extents> UnitesWith<E> for Anything {
    type United = E;
    type Knowledge = E::Certainty;
    type Relation = Known;
    #[inline]
    fn unite(&self, other: &E) -> Result<E, ShapeError> {
        Ok(other.clone())
    }
}

// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl<E: Extents> UnitesWith<Anything> for E {
    type United = E;
    type Knowledge = E::Certainty;
    type Relation = Known;
    #[inline]
    fn unite(&self, _: &Anything) -> Result<E, ShapeError> {
        Ok(self.clone())
    }
}

// SAFETY: neither has extents.
#[allow(unsafe_code)]
unsafe impl UnitesWith<Anything> for Anything {
    type United = Anything;
    type Knowledge = Known;
    type Relation = Known;
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
    agree_in_order(expected.slice_in(&mut None), found.slice_in(&mut None))
}

/// Passes where two lists of extents are one.
#[inline]
pub fn agree_in_order(expected: &[usize], found: &[usize]) -> Result<(), ShapeError> {
    if expected.len() != found.len() {
        let (expected, found) = (expected.len(), found.len());
        return Err(ShapeError::RankMismatch { expected, found });
    }
    for (mode, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
    }
    Ok(())
}

/// A mode that may be an `M`, as under one label.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "mode {MODE}: extent `{M}` does not match `{Self}`",
    label = "these two extents are not known to be equal",
    note = "nothing repeats by itself: `b.broadcast_like(&a)?` gives `b` the extents of `a`, and a fold after `keep()` leaves the modes that this needs",
    note = "of names that say the same, such as `Time-1+1` and `Time`, `b.same::<StaticExtents![..]>()?` gives `b` those of `a`"
)]
pub trait ModeUnitesWith<M, const MODE: usize> {
    /// The mode of both, static where either is.
    type United: Mode;
    type Relation: Certainty;
}

/// Fails to compile where two numbers that the types know differ, one of which has a name: bounds compare the others; and
/// where a number is more than the largest extent of the name that it meets.
#[track_caller]
pub(crate) const fn assert_numbers<T: ModeTuple, U: ModeTuple>() {
    let (expected, found) = (U::STATIC, T::STATIC);
    assert_equal(expected, found);
    assert_largest(expected, T::MOST, T::NAMES);
    assert_largest(found, U::MOST, U::NAMES);
}

/// Fails to compile where two numbers that the types know differ.
#[track_caller]
const fn assert_equal(expected: &[Option<usize>], found: &[Option<usize>]) {
    let mut mode = 0;
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the lengths"
    )]
    while mode < expected.len() && mode < found.len() {
        if let (Some(expected), Some(found)) = (expected[mode], found[mode])
            && expected != found
        {
            refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
        mode += 1;
    }
}

/// Fails to compile where a number is more than the largest extent of the name at its place.
#[track_caller]
const fn assert_largest(
    numbers: &[Option<usize>],
    most: &[Option<usize>],
    names: &[Option<LabelName>],
) {
    let mut mode = 0;
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the lengths"
    )]
    while mode < numbers.len() && mode < most.len() && mode < names.len() {
        if let (Some(found), Some(most), Some(dim)) = (numbers[mode], most[mode], names[mode])
            && found > most
        {
            refuse(ShapeError::DimOverflow { dim, found, most });
        }
        mode += 1;
    }
}

// SAFETY: `agree` compares the extents, and they are given in the type of both; modes that are not compared are known to be
// equal, by their types or by their dims, which are bound once or by a scope.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple, U: ModeTuple, O, R> UnitesWith<StaticExtents<U>> for StaticExtents<T>
where
    T: InOrderOf<U, ByPlace, United = O, Relation = R> + InOrderOf<U, United = O, Relation = R>,
    O: ModeTuple,
    R: Certainty,
{
    type United = StaticExtents<O>;
    type Knowledge = O::Certainty;
    type Relation = R;
    const CHECK: () = <T as InOrderOf<U, ByPlace>>::AGREES;
    #[inline]
    fn unite(&self, other: &StaticExtents<U>) -> Result<Self::United, ShapeError> {
        let () = Self::CHECK;
        if !const { Checked::<Self::Relation, Self::United>::IS_KNOWN } {
            agree(other, self)?;
        }
        // The type of each mode of both is that of the mode of either, and the extents are equal.
        Ok(StaticExtents::carry(self.modes().extents().as_ref()))
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{assert_equal, assert_largest};
    use crate::LabelName;

    #[test]
    fn numbers_are_compared_where_both_are_known() {
        assert_equal(&[Some(2), None, Some(4)], &[Some(2), Some(3), None]);
        // What one of them has more of has nothing to be compared with.
        assert_equal(&[Some(2)], &[Some(2), Some(3)]);
        assert_equal(&[Some(2), Some(3)], &[Some(2)]);
    }

    #[test]
    #[should_panic(expected = "mode 1")]
    fn numbers_that_differ_are_refused() {
        assert_equal(&[Some(2), Some(3)], &[Some(2), Some(4)]);
    }

    const NAME: Option<LabelName> = Some(LabelName::new("Batch"));

    #[test]
    fn a_number_is_at_most_the_largest_extent() {
        assert_largest(&[Some(9), None, Some(7)], &[Some(9), Some(1), None], &[NAME, NAME, NAME]);
        // A number without a name has been compared, and what has no partner has nothing to be compared with.
        assert_largest(&[Some(9)], &[Some(8)], &[None]);
        assert_largest(&[Some(9), Some(9)], &[Some(9)], &[NAME]);
        assert_largest(&[Some(9)], &[Some(9), Some(1)], &[NAME, NAME]);
    }

    #[test]
    #[should_panic(expected = "dim `Batch` has at most 8 entries, but should get 9")]
    fn a_number_above_the_largest_extent_is_refused() {
        assert_largest(&[Some(1), Some(9)], &[Some(8), Some(8)], &[NAME, NAME]);
    }
}
