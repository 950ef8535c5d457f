//! Contractions of few turns, of labels that the compiler knows and extents that it does not.
//!
//! To arrange the loops would take longer than to run them. So they stand in the code, as one would write them.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the length that it indexes"
)]

use extents_static::__private::Tag;

use super::{Numbers, Offsets, Places, moved};
use crate::Scalar;
use crate::plan::ModeTable;

/// In place of a mode: the label does not stand there.
const ABSENT: usize = 12;

/// For each loop of the result, and of the sums, its mode in the left operand, the right one and the result.
#[derive(Clone, Copy)]
pub(super) struct Tiny {
    kept: [[usize; 3]; 3],
    summed: [[usize; 3]; 2],
    sums: usize,
}

/// The extents and steps of such loops; those that are not there turn once.
pub(super) struct Loops {
    kept: [(usize, Offsets); 3],
    summed: [(usize, Offsets); 2],
}

impl Tiny {
    /// Where each label stands, if there are few and none repeats within an operand.
    pub(super) const fn of(
        left: &[Tag; 12],
        right: &[Tag; 12],
        result: &[Tag; 12],
    ) -> Option<Self> {
        let all = [left, right, result];
        let mut tiny = Tiny { kept: [[ABSENT; 3]; 3], summed: [[ABSENT; 3]; 2], sums: 0 };
        let mut kept = 0;
        // First the labels of the result, then those that only the operands have.
        let order = [2, 0, 1];
        let mut n = 0;
        while n < 3 {
            let mut mode = 0;
            while mode < 12 && all[order[n]][mode].id != Tag::NONE.id {
                let id = all[order[n]][mode].id;
                if n == 0 && kept == 3 {
                    return None;
                }
                let modes = [find(left, id), find(right, id), find(result, id)];
                if modes[order[n]] != mode {
                    return None;
                }
                if n == 0 {
                    tiny.kept[kept] = modes;
                    kept += 1;
                } else if modes[2] == ABSENT && (n == 1 || modes[0] == ABSENT) {
                    if tiny.sums == 2 {
                        return None;
                    }
                    tiny.summed[tiny.sums] = modes;
                    tiny.sums += 1;
                }
                mode += 1;
            }
            n += 1;
        }
        // Those that are not there go outside: what turns once is then turned to once.
        tiny.kept.rotate_right(3 - kept);
        tiny.summed.rotate_right(2 - tiny.sums);
        Some(tiny)
    }

    /// The loops over these modes, if they turn so few times that nothing is gained by arranging them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn loops(&self, modes: [&ModeTable; 3]) -> Option<Loops> {
        // Spelled out, and not by `map`, which is a call: then the compiler drops the loops that are not there.
        let [first, second, third] = self.kept;
        let [outer, inner] = self.summed;
        let loops = Loops {
            kept: [over(first, modes), over(second, modes), over(third, modes)],
            summed: [over(outer, modes), over(inner, modes)],
        };
        let turns = |loops: &[(usize, Offsets)]| {
            loops.iter().fold(1, |turns: usize, each| turns.saturating_mul(each.0))
        };
        let (kept, summed) = (turns(&loops.kept), turns(&loops.summed));
        // Beside a zero extent others may be huge. And of long sums several at a time are better.
        let turns = kept.saturating_mul(summed);
        (turns > 0 && turns <= 256 && turns.saturating_mul(summed) <= 4096).then_some(loops)
    }

    /// Runs the loops. `ADDS` to what the result is, or writes it.
    ///
    /// # Safety
    /// For the loops *reads*, *writes* and *alone* hold, as [`general::run`](super::general::run) names them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) unsafe fn run<N: Numbers, const ADDS: bool>(
        &self,
        loops: &Loops,
        is_alone: bool,
        places: Places<N>,
    ) {
        let [first, second, third] = loops.kept;
        let [outer, inner] = loops.summed;
        let adds_up = self.sums > 0;
        for a in 0..first.0 {
            let at = moved([0; 3], first.1, a);
            for b in 0..second.0 {
                let at = moved(at, second.1, b);
                for c in 0..third.0 {
                    let at = moved(at, third.1, c);
                    let mut sum = N::Sum::ZERO;
                    for d in 0..outer.0 {
                        let at = moved(at, outer.1, d);
                        for e in 0..inner.0 {
                            let at = places.moved(moved(at, inner.1, e));
                            // SAFETY: *reads* of an index of all loops; of the right operand only if there is one.
                            let term = unsafe {
                                let left = N::left(*at.left);
                                if is_alone { left } else { N::product(left, N::right(*at.right)) }
                            };
                            sum = if adds_up { sum.plus(term) } else { term };
                        }
                    }
                    // SAFETY: *writes* and *alone* of an index of the loops of the result.
                    unsafe { places.moved(at).write(sum, ADDS) };
                }
            }
        }
    }
}

/// The extent and the steps of the loop over these modes; of one that is not there, one turn.
#[cfg_attr(not(unoptimized), inline(always))]
fn over(places: [usize; 3], modes: [&ModeTable; 3]) -> (usize, Offsets) {
    let (mut extent, mut steps) = (1, [0; 3]);
    for ((&place, step), modes) in places.iter().zip(&mut steps).zip(modes) {
        if place < ABSENT {
            (extent, *step) = modes.mode(place);
        }
    }
    (extent, steps)
}

const fn find(tags: &[Tag; 12], id: u64) -> usize {
    let mut mode = 0;
    while mode < 12 && tags[mode].id != Tag::NONE.id {
        if tags[mode].id == id {
            return mode;
        }
        mode += 1;
    }
    ABSENT
}
