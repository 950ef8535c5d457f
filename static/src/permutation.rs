//! Lists that name each mode once.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use crate::const_text::refuse;
use crate::size::KnownExtents;
use crate::{
    ShapeError,
    error::{Bounded, Place},
};

/// Passes where a list names each of `rank` modes once.
///
/// # Errors
/// Returns [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`].
pub const fn check_permutation(list: &[usize], rank: usize) -> Result<(), ShapeError> {
    if list.len() != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found: list.len() });
    }
    if rank > FEW {
        return check_many(list);
    }
    let mut k = 0;
    while k < list.len() {
        let mode = list[k];
        if mode >= rank {
            return Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: rank });
        }
        let mut earlier = 0;
        while earlier < k {
            if list[earlier] == mode {
                return Err(ShapeError::Repeated { place: Place::Mode(mode) });
            }
            earlier += 1;
        }
        k += 1;
    }
    Ok(())
}

/// So many modes are compared with each other at most.
const FEW: usize = 64;

/// How many modes are ticked off at once, without memory to allocate.
const WINDOW: usize = 4096;

/// [`check_permutation`] of a list that names as many modes as it is long: one walk for each `WINDOW` of them.
const fn check_many(list: &[usize]) -> Result<(), ShapeError> {
    let rank = list.len();
    // The place of the first mistake that is known; what comes behind it need not be looked at.
    let mut mistake = rank;
    let mut begin = 0;
    while begin < rank {
        let mut seen = [false; WINDOW];
        let mut k = 0;
        while k < mistake {
            let at = list[k].wrapping_sub(begin);
            if list[k] >= rank || (at < WINDOW && seen[at]) {
                mistake = k;
            } else if at < WINDOW {
                seen[at] = true;
            }
            k += 1;
        }
        begin += WINDOW;
    }
    if mistake == rank {
        return Ok(());
    }
    let mode = list[mistake];
    if mode >= rank {
        return Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: rank });
    }
    Err(ShapeError::Repeated { place: Place::Mode(mode) })
}

/// Fails to compile where a list does not name each of its modes once.
#[track_caller]
pub const fn assert_permutation(list: &[usize]) {
    if let Err(mistake) = check_permutation(list, list.len()) {
        refuse(mistake)
    }
}

/// Fails to compile where a list, in the type, does not name each of `rank` modes once.
#[track_caller]
pub const fn assert_permutation_of(list: &[Option<usize>], rank: usize) {
    if list.len() != rank {
        refuse(ShapeError::RankMismatch { expected: rank, found: list.len() });
    }
    assert_permutation(KnownExtents::static_part(list).as_slice());
}

/// Creates a list of modes whose type knows them: `modes![2, 0, 1]`.
///
/// Each is a literal, the name of a const or const parameter, or a const expression in braces.
///
/// A variable has no type: `modes![n]` is "attempt to use a non-constant value in a constant" (E0435). Operations that take
/// modes at run time take an array of numbers, `[n]`.
///
/// ```
/// use extents_static::{Const, modes};
/// assert_eq!(modes![2, 0, 1], (Const::<2>, Const::<0>, Const::<1>));
/// ```
#[macro_export]
macro_rules! modes {
    ($($mode:tt),* $(,)?) => { ($(<$crate::__Mode!($mode)>::default(),)*) };
}
