//! Any number of operands in one loop nest, index by index: the definition, which needs no memory.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: the tables are made here, one entry a loop and one stride an operand"
)]

use crate::error::Limit;
use extents_static::__private::{Tag, Wiring};

use super::Input;
use super::known_modes::Known;
use crate::elements::SumIn;
use crate::plan::{Modes, count_loops};
use crate::{Scalar, ShapeError};

/// The most loops: so many would never end.
pub(super) const MOST_LOOPS: usize = 64;

/// The loops that operands of types would need: the labels of more than one entry. The list of ids that have been
/// counted is as long as 12 tuples of 12 labels need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopCount {
    ids: [u64; 144],
    count: usize,
    sums_nothing: bool,
}

impl LoopCount {
    const NONE: Self = LoopCount { ids: [0; 144], count: 0, sums_nothing: false };

    /// Those of all operands, as far as their extents are known.
    pub(super) const fn of_all(wiring: &Wiring, operands: &[Known; 12]) -> Self {
        let mut all = Self::NONE;
        let mut n = 0;
        while n < 12 {
            all = all.with(wiring.labels(n), operands[n].extents());
            n += 1;
        }
        all
    }

    /// With those of one more operand, as far as its extents are known.
    const fn with(mut self, tags: &[Tag], extents: &[Option<usize>]) -> Self {
        let mut mode = 0;
        while mode < tags.len() && mode < extents.len() {
            let mut n = 0;
            while n < self.count && self.ids[n] != tags[mode].id {
                n += 1;
            }
            if n == self.count && n < self.ids.len() && !matches!(extents[mode], Some(0 | 1)) {
                self.ids[n] = tags[mode].id;
                self.count += 1;
            }
            self.sums_nothing = self.sums_nothing || matches!(extents[mode], Some(0));
            mode += 1;
        }
        self
    }

    /// Does not compile where they are too many for [`run`]. Those of a result are always few.
    #[track_caller]
    #[allow(clippy::panic, reason = "in a const: a compile error")]
    pub(super) const fn check(&self) {
        if self.count > MOST_LOOPS && !self.sums_nothing {
            panic!(
                "a contraction of this many labels would never end: at most 64 may name more than one entry"
            );
        }
    }
}

/// Adds to what the result is where it `adds`, else writes it. `strides` and `offsets` are room to work in:
/// one entry for each operand and the result, and of `strides` so many for each of [`MOST_LOOPS`].
///
/// # Errors
/// [`ShapeError::LimitExceeded`], before anything is written.
///
/// # Safety
/// There is a start for each of `operands`. The extents of the operands and of the result agree under each
/// label, and each label of the result stands in an operand. For the loops over all labels *reads* (of each operand),
/// *writes* and *alone* hold, as [`general::run`](super::general::run) names them.
pub(super) unsafe fn run<T: SumIn<A>, A: Scalar>(
    operands: &[Modes<'_>],
    starts: &[*const T],
    kept: Modes<'_>,
    result: *mut T,
    adds: bool,
    (strides, offsets): (&mut [isize], &mut [isize]),
) -> Result<(), ShapeError> {
    let columns = operands.len() + 1;
    // What sums nothing asks only for the loops of the result.
    let sums_nothing = operands.iter().any(|modes| modes.extents.contains(&0));
    let summed = if sums_nothing { &[] } else { operands };
    let sums = operands.iter().flat_map(|modes| modes.tags).any(|tag| !kept.has(tag.id));
    let (mut extents, mut tags, mut loops, mut of_result) =
        ([0; MOST_LOOPS], [0; MOST_LOOPS], 0, 0);
    for modes in core::iter::once(&kept).chain(summed) {
        for (tag, &extent) in modes.tags.iter().zip(modes.extents) {
            if extent == 1 || tags[..loops].contains(&tag.id) {
                continue;
            }
            if loops == MOST_LOOPS {
                // Labels of the result stand in operands too.
                let all = if sums_nothing { core::slice::from_ref(&kept) } else { operands };
                let found = count_loops(all);
                return Err(ShapeError::LimitExceeded {
                    of: Limit::Loops,
                    found,
                    most: MOST_LOOPS,
                });
            }
            (extents[loops], tags[loops]) = (extent, tag.id);
            for (column, modes) in operands.iter().chain([&kept]).enumerate() {
                strides[loops * columns + column] = modes.find(tag.id).2;
            }
            loops += 1;
        }
        if of_result == 0 && core::ptr::eq(modes, &kept) {
            of_result = loops;
        }
    }
    if extents[..of_result].contains(&0) {
        return Ok(());
    }
    let (outer, inner) = extents[..loops].split_at(of_result);
    let (outer_strides, inner_strides) = strides.split_at(of_result * columns);
    offsets.fill(0);
    each_index(outer, outer_strides, offsets, &mut |offsets| {
        let mut sum = A::ZERO;
        if !sums_nothing {
            each_index(inner, inner_strides, offsets, &mut |offsets| {
                let mut elements = starts.iter().zip(&*offsets).map(|(start, &offset)| {
                    // SAFETY: *reads*: the loops run over the extents that each label has in every operand, with the
                    // strides of this one.
                    unsafe { *start.wrapping_offset(offset) }.widen()
                });
                let product =
                    elements.next().map_or(A::ZERO, |first| elements.fold(first, A::times));
                // A sum of one term is a sum all the same, which begins at zero.
                sum = if sums { sum.plus(product) } else { product };
            });
        }
        let to = result.wrapping_offset(offsets[columns - 1]);
        // SAFETY: *writes* and *alone*: the outer loops are those of the result, whose strides are the last of each
        // loop.
        unsafe { to.write(T::narrow(if adds { (*to).widen().plus(sum) } else { sum })) };
    });
    Ok(())
}

/// Calls `body` with the offsets of each index of loops that each have an entry, the last one fastest; they
/// are at the end where they began. Not by recursion: the number of loops is the user's.
fn each_index(
    extents: &[usize],
    strides: &[isize],
    offsets: &mut [isize],
    body: &mut impl FnMut(&mut [isize]),
) {
    let columns = offsets.len();
    let mut index = [0; MOST_LOOPS];
    loop {
        body(offsets);
        let mut level = extents.len();
        loop {
            let Some(next) = level.checked_sub(1) else { return };
            level = next;
            index[level] += 1;
            let ends = index[level] == extents[level];
            let entries = if ends { 1 - extents[level].cast_signed() } else { 1 };
            for (offset, stride) in offsets.iter_mut().zip(&strides[level * columns..]) {
                *offset = offset.wrapping_add(stride.wrapping_mul(entries));
            }
            if !ends {
                break;
            }
            index[level] = 0;
        }
    }
}

/// As [`run`], of at most 12 operands.
///
/// # Errors
/// As [`run`].
///
/// # Safety
/// As [`run`], where `sources` are operands and their starts.
pub(super) unsafe fn run_few<T: SumIn<A>, A: Scalar>(
    sources: &[Input<T>],
    kept: Modes<'_>,
    result: *mut T,
    adds: bool,
) -> Result<(), ShapeError> {
    let operands: [Modes<'_>; 12] =
        core::array::from_fn(|n| sources.get(n).map_or(Modes::NONE, |source| source.modes.modes()));
    let starts: [*const T; 12] =
        core::array::from_fn(|n| sources.get(n).map_or(core::ptr::null(), |source| source.start));
    let count = sources.len().min(12);
    let (mut strides, mut offsets) = ([0; 13 * MOST_LOOPS], [0; 13]);
    let room = (strides.as_mut_slice(), &mut offsets[..=count]);
    // SAFETY: modes and starts are those of the sources, of which the typed operands and those of a chain are at most
    // 12.
    unsafe { run::<T, A>(&operands[..count], &starts[..count], kept, result, adds, room) }
}
