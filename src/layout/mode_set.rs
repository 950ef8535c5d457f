//! [`ModeSet`]: which modes a list has, and whether it has each once, in time that is linear in their number.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::ShapeError;
use crate::error::{Bounded, Place};

/// As many modes as types have, which are looked for in the list.
#[cfg(feature = "alloc")]
const FEW: usize = 12;

/// The modes of a list, which are asked for one after another.
#[derive(Debug)]
pub(crate) struct ModeSet<'m> {
    list: &'m [usize],
    /// Of a long list, whether each mode is in it.
    #[cfg(feature = "alloc")]
    flags: Vec<bool>,
}

impl<'m> ModeSet<'m> {
    pub(crate) fn of(list: &'m [usize], rank: usize) -> Self {
        #[cfg(not(feature = "alloc"))]
        let _ = rank;
        ModeSet {
            list,
            #[cfg(feature = "alloc")]
            flags: if list.len() > FEW { flags(list, rank) } else { Vec::new() },
        }
    }

    pub(crate) fn has(&self, mode: usize) -> bool {
        #[cfg(feature = "alloc")]
        if !self.flags.is_empty() {
            return self.flags.get(mode) == Some(&true);
        }
        self.list.contains(&mode)
    }
}

#[cfg(feature = "alloc")]
fn flags(list: &[usize], rank: usize) -> Vec<bool> {
    let mut flags = alloc::vec![false; rank];
    for mode in list {
        if let Some(flag) = flags.get_mut(*mode) {
            *flag = true;
        }
    }
    flags
}

/// Passes where each of a list is one of so many modes, and none stands twice.
///
/// # Errors
/// [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`].
#[inline]
pub(crate) fn check_modes(list: &[usize], rank: usize) -> Result<(), ShapeError> {
    #[cfg(feature = "alloc")]
    if list.len() > FEW {
        return check_many(list, rank);
    }
    for (k, mode) in list.iter().enumerate() {
        if *mode >= rank {
            return Err(no_mode(*mode, rank));
        }
        if list.iter().take(k).any(|earlier| earlier == mode) {
            return Err(ShapeError::Repeated { place: Place::Mode(*mode) });
        }
    }
    Ok(())
}

#[cfg(feature = "alloc")]
fn check_many(list: &[usize], rank: usize) -> Result<(), ShapeError> {
    let mut seen = alloc::vec![false; rank];
    for mode in list {
        let seen = seen.get_mut(*mode).ok_or(no_mode(*mode, rank))?;
        if core::mem::replace(seen, true) {
            return Err(ShapeError::Repeated { place: Place::Mode(*mode) });
        }
    }
    Ok(())
}

const fn no_mode(number: usize, limit: usize) -> ShapeError {
    ShapeError::OutOfBounds { of: Bounded::Mode, number, limit }
}
