//! Folds of many values in portions, each of which is folded apart: sums of many rows into one then keep their digits.
//!
//! A row that is folded to one value is added by halves (see [`sums`](crate::elements::expression::sums)). Rows that are added to a row of results are not,
//! since each result would need several sums; but one row of sums beside that of the results is enough for errors that grow with the
//! square root of the number of rows, and not with that number.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; portions are of the entries that there are"
)]

use alloc::vec::Vec;

use super::Accumulate;
use crate::Extents;
use crate::elements::expression::sums;
use crate::elements::vec_tensor::reserved;
use crate::nest::{MOST, Nest, Operands, Strided, Way};

/// The least number of values of so many bytes that are added one after the other before their sum is added to that of the others.
pub(super) const fn least(bytes: usize) -> usize {
    sums::block(bytes) / 2
}

/// Rows of at most so many results are too short for the innermost loop: then that goes along a mode that is folded, once for each
/// result, while the values of a portion are in the cache.
const NARROW: usize = 4;

/// Entries of a mode that is folded, portion by portion.
#[derive(Clone, Copy)]
pub(super) struct Portions {
    pub(super) mode: usize,
    /// How many entries it has.
    extent: usize,
    /// How many are in each portion but perhaps the last one: at least 1.
    entries: usize,
    /// The mode whose entries are folded one after the other in each portion, and how many they are.
    pub(super) columns: (usize, usize),
}

impl Portions {
    /// All values of these extents at once.
    pub(super) fn one(extents: &[usize]) -> Self {
        let extent = extents.first().copied().unwrap_or(1);
        Portions { mode: 0, extent, entries: extent, columns: (0, 1) }
    }

    /// The portions in which values of these extents, none of which is 0, are folded along `modes`: one where one row of loops takes
    /// in all, or at most twice the least number of values become one.
    pub(super) fn of(
        extents: &[usize],
        modes: &[usize],
        operands: &Operands<'_>,
        least: usize,
    ) -> Self {
        Self::many(extents, modes, operands, least).unwrap_or_else(|| Self::one(extents))
    }

    fn many(
        extents: &[usize],
        modes: &[usize],
        operands: &Operands<'_>,
        least: usize,
    ) -> Option<Self> {
        let extent_of = |mode: usize| extents.get(mode).copied().unwrap_or(1);
        let values = modes.iter().fold(1_usize, |n, mode| n.saturating_mul(extent_of(*mode)));
        if values <= 2 * least || is_one_loop(extents, modes, operands) {
            return None;
        }
        // Of so many modes that not all have a loop, which of them merge may depend on how long a portion is.
        if extents.iter().filter(|extent| **extent > 1).count() > MOST {
            return None;
        }
        // The mode of the innermost loop, as nests are sorted.
        let is_inside = |mode, other| !operands.is_longer(mode, other);
        let long = (0..extents.len()).filter(|mode| extent_of(*mode) > 1);
        let inner = long.reduce(|best, mode| if is_inside(mode, best) { mode } else { best })?;
        let around = modes.iter().copied().filter(|mode| *mode != inner);
        let rows = around.clone().fold(1_usize, |n, mode| n.saturating_mul(extent_of(mode)));
        let mode = around.max_by_key(|mode| extent_of(*mode))?;
        if rows <= 2 * least {
            return None;
        }
        // As many of them as there are portions, once these are longer than the least.
        let rows_of_entry = rows.checked_div(extent_of(mode))?;
        let entries = least.max(rows.isqrt()).checked_div(rows_of_entry)?.max(1);
        let extent = extent_of(mode);
        let is_narrow = !modes.contains(&inner) && extent_of(inner) <= NARROW;
        let columns = if is_narrow { (inner, extent_of(inner)) } else { (0, 1) };
        (entries < extent).then_some(Portions { mode, extent, entries, columns })
    }

    /// Whether there are more than one.
    pub(super) fn are_many(self) -> bool {
        self.entries < self.extent
    }

    /// How many entries each portion has.
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        (0..self.extent)
            .step_by(self.entries)
            .map(move |from| (self.extent - from).min(self.entries))
    }

    /// Whether values of these extents may be folded in portions, which is false only of what the types know.
    pub(super) const fn may_be(
        extents: &[Option<usize>],
        modes: &[Option<usize>],
        least: usize,
    ) -> bool {
        let (mut values, mut k) = (1_usize, 0);
        while k < modes.len() {
            match modes[k] {
                Some(mode) if mode < extents.len() => match extents[mode] {
                    Some(extent) => values = values.saturating_mul(extent),
                    None => return true,
                },
                _ => return true,
            }
            k += 1;
        }
        modes.is_empty() || values > 2 * least
    }
}

/// Whether all modes are folded, and lie in memory as one: then that is a row of all values.
fn is_one_loop(extents: &[usize], modes: &[usize], operands: &Operands<'_>) -> bool {
    let mut nest = Nest::EMPTY;
    modes.len() == extents.len() && nest.plan(extents, operands, Way::Free, true) && nest.rank <= 1
}

/// The steps of elements in memory, over extents `E`.
type Of<U, E> = Strided<U, <E as Extents>::Strides>;

/// Memory for what the values of a portion become, until they are joined to what those before it became.
pub(super) struct Beside<U, S, E: Extents> {
    memory: Vec<U>,
    /// How many elements the target has, and the memory has room for.
    elements: usize,
    /// The steps of the values, and of the memory.
    pub(super) steps: (S, Of<U, E>),
    /// Where the target begins, and its strides.
    target: (*mut U, E::Strides),
    /// Whether the elements of the target lie one after the other, as those of the memory do.
    is_dense: bool,
}

impl<U, S, E: Extents> Beside<U, S, E> {
    /// Memory with room for each element of a target, whose extents are those of all values but 1 along the modes that are
    /// folded. `None` where there is none.
    pub(super) fn new(
        (extents, elements_along): (&E, &[usize]),
        steps: S,
        target: (*mut U, E::Strides),
    ) -> Option<Self> {
        let elements = elements_along.iter().product();
        let memory = reserved(elements).ok()?;
        let mut strides = extents.zero_strides();
        write_dense(strides.as_mut(), elements_along);
        let is_dense = strides.as_ref() == target.1.as_ref();
        Some(Beside { memory, elements, steps: (steps, Strided::new(strides)), target, is_dense })
    }

    /// Puts a value in each element, and returns where they begin.
    pub(super) fn start(&mut self, mut value: impl FnMut() -> U) -> *mut U {
        for element in self.memory.spare_capacity_mut().iter_mut().take(self.elements) {
            element.write(value());
        }
        self.memory.as_mut_ptr()
    }

    /// Joins the elements to those of the target, which has an element at each index of `extents`.
    ///
    /// # Safety
    /// The elements of the target can be written. Since the last time, [`start`](Self::start) was called.
    pub(super) unsafe fn join<X, A: Accumulate<U, X>>(
        &mut self,
        extents: &E,
        elements_along: &[usize],
        fold: &mut A,
    ) {
        let (first, strides) = (self.target.0, self.target.1.as_ref());
        if self.is_dense {
            for (n, element) in
                self.memory.spare_capacity_mut().iter().take(self.elements).enumerate()
            {
                // SAFETY: as below; the elements lie one after the other.
                unsafe { fold.join(&mut *first.wrapping_add(n), element.assume_init_read()) };
            }
            return;
        }
        let (mut index, mut offset) = (extents.extents(), 0_isize);
        index.as_mut().fill(0);
        for element in self.memory.spare_capacity_mut().iter().take(self.elements) {
            // SAFETY: the memory has the element, which is moved, and the target one at the index, as the caller promises.
            unsafe { fold.join(&mut *first.wrapping_offset(offset), element.assume_init_read()) };
            next(index.as_mut(), elements_along, strides, &mut offset);
        }
    }
}

/// Moves on to the next index in row-major order, and to its offset; back to zeros after the last one.
fn next(index: &mut [usize], extents: &[usize], strides: &[isize], offset: &mut isize) {
    for ((at, extent), stride) in index.iter_mut().zip(extents).zip(strides).rev() {
        *at += 1;
        *offset = offset.wrapping_add(*stride);
        if *at < *extent {
            return;
        }
        *offset = offset.wrapping_sub(stride.wrapping_mul(extent.cast_signed()));
        *at = 0;
    }
}

/// The strides of row-major elements of these extents, over zeros: 0 along a mode of one entry, as those that are folded have.
fn write_dense(strides: &mut [isize], elements_along: &[usize]) {
    let mut next = 1_usize;
    for (stride, extent) in strides.iter_mut().zip(elements_along).rev() {
        *stride = if *extent == 1 { 0 } else { next.cast_signed() };
        next = next.wrapping_mul(*extent);
    }
}

#[cfg(test)]
mod tests {
    use super::{Portions, least};
    use crate::nest::Operands;

    fn portions(extents: &[usize], strides: &[isize], modes: &[usize]) -> Option<(usize, usize)> {
        let operands = Operands::And(strides, &Operands::None);
        Portions::many(extents, modes, &operands, least(4)).map(|it| (it.mode, it.entries))
    }

    /// By hand: at least 512 rows, and about the root of all.
    #[test]
    fn portions_have_the_root_of_all_rows() {
        // Columns of a row-major matrix, and of its transpose.
        assert_eq!(portions(&[1 << 20, 8], &[8, 1], &[0]), Some((0, 1024)));
        assert_eq!(portions(&[8, 1 << 20], &[1, 8], &[1]), Some((1, 1024)));
        assert_eq!(portions(&[2000, 8], &[8, 1], &[0]), Some((0, 512)));
        // Rows are added by halves, and few columns one after the other.
        assert_eq!(portions(&[8, 1 << 20], &[1 << 20, 1], &[1]), None);
        assert_eq!(portions(&[1024, 8], &[8, 1], &[0]), None);
        // The longer one of two modes.
        assert_eq!(portions(&[4, 1 << 18, 8], &[1 << 21, 8, 1], &[0, 1]), Some((1, 256)));
        // 2000 rows, each of which is added by halves; and one of all.
        assert_eq!(portions(&[2000, 3, 50], &[150, 50, 1], &[0, 2]), Some((0, 512)));
        assert_eq!(portions(&[2000, 2000], &[1, 2000], &[0, 1]), None);
        // All, of rows with others between them.
        assert_eq!(portions(&[100_000, 3], &[4, 1], &[0, 1]), Some((0, 512)));
    }

    #[test]
    fn narrow_rows_go_column_by_column() {
        let columns = |extents: &[usize], strides: &[isize], modes: &[usize]| {
            let operands = Operands::And(strides, &Operands::None);
            Portions::of(extents, modes, &operands, least(4)).columns
        };
        assert_eq!(columns(&[5000, 3], &[3, 1], &[0]), (1, 3));
        assert_eq!(columns(&[3, 5000], &[1, 3], &[1]), (0, 3));
        assert_eq!(columns(&[5000, 5], &[5, 1], &[0]), (0, 1));
        assert_eq!(columns(&[500, 3], &[3, 1], &[0]), (0, 1));
        assert_eq!(columns(&[5000, 3, 2], &[6, 2, 1], &[0, 2]), (0, 1));
    }
}
