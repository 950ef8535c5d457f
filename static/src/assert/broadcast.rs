//! Extents that become others by repeating: where each mode goes, and what the types know to be wrong.

use super::stop;
use crate::compose::KnownOperand;
use crate::const_text::{ConstText, refuse};
use crate::{ShapeError, error::Place};

/// Which mode of the operand stands at each place of the result; [`REPEATED`] where all of it repeats.
pub type Spread = [u8; 12];

/// No mode of the operand.
pub const REPEATED: u8 = u8::MAX;

/// Fails to compile where the types know that the modes of an operand do not repeat to those of the extents `to`.
#[track_caller]
pub const fn assert_broadcast(of: &KnownOperand, to: &KnownOperand) {
    let (Some(rank), Some(to_rank)) = (of.rank(), to.rank()) else { return };
    if rank > to_rank {
        let text = ConstText::new().then("the rank should be at most ").number(to_rank);
        stop(text.then(", but is ").number(rank).as_str());
    }
    let order = broadcast_order(of, to);
    if let (Some(mode), None) = (first_elsewhere(of, to), order) {
        refuse_names(of, to, mode);
    }
    let mut place = 0;
    while place < to_rank {
        let mode = match order {
            Some(order) if order[place] == REPEATED => None,
            Some(order) => Some(order[place] as usize),
            None => place.checked_sub(to_rank - rank),
        };
        if let (Some(mode), Some(expected)) = (mode, to.extent(place))
            && let Some(found) = of.extent(mode)
            && found != expected
            && found != 1
        {
            let place = Place::Repeated { mode, to: place };
            refuse(ShapeError::ExtentMismatch { place, expected, found });
        }
        place += 1;
    }
}

/// Returns where the modes of an operand go that repeats to the extents `to`, if that is where their names are; `None` means that
/// the last modes belong together.
///
/// The names decide where a mode would meet another name at its place, or where its own name stands elsewhere. Then each mode with a
/// name goes to it, and the others are of extent 1.
pub const fn broadcast_order(of: &KnownOperand, to: &KnownOperand) -> Option<Spread> {
    let (Some(rank), Some(_)) = (of.rank(), first_elsewhere(of, to)) else { return None };
    let mut order = [REPEATED; 12];
    let mut mode = 0;
    while mode < rank {
        match (of.name(mode), places(of, mode, to)) {
            (Some(_), (1, place)) if order[place] == REPEATED => order[place] = mode as u8,
            (None, _) if matches!(of.extent(mode), Some(1)) => (),
            _ => return None,
        }
        mode += 1;
    }
    Some(order)
}

/// The first mode whose name is not that of its place, counted from the last mode on, or stands elsewhere alone.
const fn first_elsewhere(of: &KnownOperand, to: &KnownOperand) -> Option<usize> {
    let (Some(rank), Some(to_rank)) = (of.rank(), to.rank()) else { return None };
    let mut mode = 0;
    while mode < rank && rank <= to_rank {
        let place = mode + to_rank - rank;
        if !may_meet(of, mode, to, place)
            || (of.name(mode).is_some() && to.name(place).is_none() && places(of, mode, to).0 > 0)
        {
            return Some(mode);
        }
        mode += 1;
    }
    None
}

/// Stops at a mode that may not stand at its place, where the names do not say it of all modes.
#[track_caller]
const fn refuse_names(of: &KnownOperand, to: &KnownOperand, mode: usize) {
    let (Some(rank), Some(to_rank), Some(name)) = (of.rank(), to.rank(), of.name(mode)) else {
        return;
    };
    let place = mode + to_rank - rank;
    let text = ConstText::new().then("mode ").number(place);
    let Some(expected) = to.name(place) else {
        let text = text.then(" is `").then(name.as_str());
        stop(text.then("`, which stands elsewhere in the extents to broadcast to").as_str())
    };
    let text = text.then(" should be `").then(expected.as_str()).then("`, but is ");
    if name.says(expected) {
        stop(text.then("another dim of that name").as_str());
    }
    let text = text.then("`").then(name.as_str()).then("`");
    if places(of, mode, to).0 == 0 {
        let text = text.then(": there is no `").then(name.as_str());
        stop(text.then("` in the extents to broadcast to").as_str());
    }
    stop(text.as_str());
}

/// Whether a mode may stand at a place: not where both have names, and these differ.
const fn may_meet(of: &KnownOperand, mode: usize, to: &KnownOperand, place: usize) -> bool {
    let (Some(own), Some(other)) = (of.name(mode), to.name(place)) else { return true };
    let (id, other_id) = (of.id(mode), to.id(place));
    own.says(other) && (id == 0 || other_id == 0 || id == other_id)
}

/// At how many places the name of a mode is, and the last one.
const fn places(of: &KnownOperand, mode: usize, to: &KnownOperand) -> (usize, usize) {
    let (mut found, mut place) = ((0, 0), 0);
    while let Some(rank) = to.rank()
        && place < rank
    {
        if to.name(place).is_some() && may_meet(of, mode, to, place) {
            found = (found.0 + 1, place);
        }
        place += 1;
    }
    found
}
