//! Which modes one label names, as numbers: a constant of the labels alone, so that it is computed once for all extents.

use core::marker::PhantomData;

use super::LabelExtent;
use super::tags::{LabelList, LabelLists, Tag};
use crate::error::{Place, Quantity};
use crate::label::{cannot_be_told_apart, digits};
use crate::{LabelName, ShapeError};

/// A mode of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub(super) operand: u8,
    pub(super) mode: u8,
}

#[allow(
    clippy::indexing_slicing,
    reason = "const functions have no iterators; the indices are below 12"
)]
impl At {
    const START: Self = At { operand: 0, mode: 0 };
    /// Each mode of each operand, in their order.
    const EACH: [[Self; 12]; 12] = {
        let mut each = [[Self::START; 12]; 12];
        let mut n: u8 = 0;
        while n < 144 {
            let at = At { operand: n / 12, mode: n % 12 };
            each[at.operand as usize][at.mode as usize] = at;
            n += 1;
        }
        each
    };
}

/// For the modes of all operands, and of the result, the first mode of the same label.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Wiring {
    pub(super) labels: [&'static [Tag; 12]; 12],
    labels_of_result: &'static [Tag; 12],
    pub(super) operands: [[At; 12]; 12],
    result: [At; 12],
    /// The number of labels of each operand, and a bit for each mode whose label another mode has before it: these are what is
    /// compared at run time.
    ranks: [u8; 12],
    repeats: [u16; 12],
}

/// The wiring of a list of label tuples, and of the labels of the result.
pub(super) struct Wires<Ins, Out>(PhantomData<(Ins, Out)>);

impl<Ins: LabelLists, Out: LabelList> Wires<Ins, Out> {
    pub(super) const WIRING: Wiring = Wiring::new(Ins::TAGS, const { &Out::TAGS });
}

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "const functions have no iterators; the indices are below 12"
)]
impl Wiring {
    pub(super) const fn new(
        labels: [&'static [Tag; 12]; 12],
        labels_of_result: &'static [Tag; 12],
    ) -> Self {
        // Where there is no label, each mode stands for itself: those are not looked at, since all of this is interpreted, once for
        // each contraction of a program.
        let mut wiring = Wiring {
            labels,
            labels_of_result,
            operands: At::EACH,
            result: At::EACH[0],
            ranks: [0; 12],
            repeats: [0; 12],
        };
        let mut operand = 0;
        while operand < 12 {
            let tags = labels[operand];
            let mut mode = 0;
            while mode < 12 && !tags[mode].is_none() {
                if let Some(first) = wiring.find(&tags[mode]) {
                    if first.operand as usize != operand || first.mode as usize != mode {
                        wiring.repeats[operand] |= 1 << mode;
                    }
                    wiring.operands[operand][mode] = first;
                }
                mode += 1;
            }
            wiring.ranks[operand] = mode as u8;
            operand += 1;
        }
        // Bounds see to it that each label of a result names a mode.
        let mut mode = 0;
        while mode < 12 && !labels_of_result[mode].is_none() {
            if let Some(first) = wiring.find(&labels_of_result[mode]) {
                wiring.result[mode] = first;
            }
            mode += 1;
        }
        wiring
    }

    /// The labels of an operand; of one that is not there, none.
    #[inline]
    pub const fn labels(&self, operand: usize) -> &'static [Tag; 12] {
        if operand < 12 { self.labels[operand] } else { &[Tag::NONE; 12] }
    }

    /// The number of labels of an operand.
    #[inline]
    pub const fn rank(&self, operand: usize) -> usize {
        if operand < 12 { self.ranks[operand] as usize } else { 0 }
    }

    /// The labels of the result.
    #[inline]
    pub const fn labels_of_result(&self) -> &'static [Tag; 12] {
        self.labels_of_result
    }

    /// The extents of the result, read off operands that are known to agree: as straight code, which folds.
    #[inline(always)]
    pub(super) fn read_result(&self, extent: impl Fn(At) -> usize) -> [usize; 12] {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.result;
        [
            extent(a),
            extent(b),
            extent(c),
            extent(d),
            extent(e),
            extent(f),
            extent(g),
            extent(h),
            extent(i),
            extent(j),
            extent(k),
            extent(l),
        ]
    }

    /// Compares the rank of an operand with the number of its labels.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`].
    #[inline]
    pub const fn check_rank(&self, operand: usize, rank: usize) -> Result<(), ShapeError> {
        let labels = self.rank(operand);
        if labels == rank {
            return Ok(());
        }
        let of = Quantity::Labels { operand };
        Err(ShapeError::CountMismatch { of, expected: rank, found: labels })
    }

    /// The first mode of a label. Two labels that types take for one, and that are not, do not compile.
    const fn find(&self, tag: &Tag) -> Option<At> {
        let mut operand = 0;
        while operand < 12 {
            let mut mode = 0;
            while mode < 12 && !self.labels[operand][mode].is_none() {
                let first = &self.labels[operand][mode];
                if digits(first.id) == digits(tag.id) {
                    if first.id != tag.id {
                        cannot_be_told_apart(first.name.as_str(), tag.name.as_str())
                    }
                    return Some(At { operand: operand as u8, mode: mode as u8 });
                }
                mode += 1;
            }
            operand += 1;
        }
        None
    }

    /// The labels in the order of their first use, each with the extent that an operand knows, of those that they know.
    pub(super) fn labels_known(
        &self,
        known: &[&[Option<usize>]; 12],
    ) -> impl Iterator<Item = (LabelName, Option<usize>)> {
        self.firsts().map(move |first| {
            let name = self.labels(usize::from(first.operand)).get(usize::from(first.mode));
            let extent = self.operands.iter().zip(known).find_map(|(firsts, known)| {
                let extents = firsts.iter().zip(*known).filter(|&(&at, _)| at == first);
                extents.filter_map(|(_, &extent)| extent).next()
            });
            (name.map_or(LabelName::new(""), |tag| tag.name), extent)
        })
    }

    /// The modes that are the first of their label.
    fn firsts(&self) -> impl Iterator<Item = At> {
        self.operands.iter().zip(self.labels).enumerate().flat_map(|(operand, (modes, tags))| {
            modes.iter().zip(tags).enumerate().filter_map(move |(mode, (&first, tag))| {
                let here = At { operand: operand as u8, mode: mode as u8 };
                (!tag.is_none() && first == here).then_some(here)
            })
        })
    }
}

/// The extents of an operand, after those of the operands before it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a> {
    wiring: &'a Wiring,
    before: Option<&'a Numbers<'a>>,
    operand: usize,
    extents: &'a [usize],
}

impl<'a> Numbers<'a> {
    /// No operand.
    #[inline]
    pub fn none(wiring: &'a Wiring) -> Self {
        Numbers { wiring, before: None, operand: usize::MAX, extents: &[] }
    }

    /// With the next operand, after counting its labels and comparing each extent with the first one under its label.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`], [`ShapeError::ExtentMismatch`].
    // Not `inline`: compiled once, and not in each program for each of its contractions.
    pub fn with<'b>(&'b self, extents: &'b [usize]) -> Result<Numbers<'b>, ShapeError> {
        let operand = self.operand.wrapping_add(1);
        let all = Numbers { wiring: self.wiring, before: Some(self), operand, extents };
        self.wiring.check_rank(operand, extents.len())?;
        let firsts = self.wiring.operands.get(operand).unwrap_or(&[At::START; 12]);
        let mut repeats = self.wiring.repeats.get(operand).copied().unwrap_or(0);
        while repeats != 0 {
            let mode = repeats.trailing_zeros() as usize;
            if let (Some(&found), Some(&first)) = (extents.get(mode), firsts.get(mode)) {
                let expected = all.extent(first);
                if expected != found {
                    return Err(all.mismatch(mode, expected, found));
                }
            }
            // Without its lowest bit.
            repeats &= repeats.wrapping_sub(1);
        }
        Ok(all)
    }

    /// The extents of the result.
    #[inline]
    pub fn of_result(&self) -> [usize; 12] {
        let mut extents = [0; 12];
        let labelled = extents.iter_mut().zip(self.wiring.labels_of_result);
        for ((extent, tag), &first) in labelled.zip(&self.wiring.result) {
            if tag.is_none() {
                break;
            }
            *extent = self.extent(first);
        }
        extents
    }

    /// Writes the extents of as many labels as there is room for.
    #[inline]
    pub(super) fn write_labels(&self, labels: &mut [LabelExtent]) {
        for (label, first) in labels.iter_mut().zip(self.wiring.firsts()) {
            label.extent = self.extent(first);
        }
    }

    #[inline]
    fn extent(&self, at: At) -> usize {
        let mut all = self;
        while all.operand != usize::from(at.operand)
            && let Some(before) = all.before
        {
            all = before;
        }
        all.extents.get(usize::from(at.mode)).copied().unwrap_or(0)
    }

    #[cold]
    fn mismatch(&self, mode: usize, expected: usize, found: usize) -> ShapeError {
        let tag = self.wiring.labels(self.operand).get(mode);
        let label = tag.map_or(LabelName::new(""), |tag| tag.name);
        ShapeError::ExtentMismatch { place: Place::Label(label), expected, found }
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "of lists of twelve")]
mod tests {
    use super::super::tags::some::{ALL, IJ, JK, KI, operands, tags};
    use super::{At, Tag, Wiring};

    /// The digits of label 2, and another hash.
    static OTHER: [Tag; 12] = tags([(1 << 40) | 2]);

    fn at(operand: u8, mode: u8) -> At {
        At { operand, mode }
    }

    #[test]
    fn each_mode_is_wired_to_the_first_of_its_label() {
        let wiring = Wiring::new(operands([&IJ, &JK, &KI]), &KI);
        assert_eq!(wiring.operands[0][..2], [at(0, 0), at(0, 1)]);
        assert_eq!(wiring.operands[1][..2], [at(0, 1), at(1, 1)]);
        assert_eq!(wiring.operands[2][..2], [at(1, 1), at(0, 0)]);
        // Where there is no label, it is the mode itself.
        assert_eq!(wiring.operands[1][2..4], [at(1, 2), at(1, 3)]);
        assert_eq!(wiring.result[..2], [at(1, 1), at(0, 0)]);
        let extents = wiring.read_result(|at| 10 * usize::from(at.operand) + usize::from(at.mode));
        assert_eq!(extents[..2], [11, 0]);
    }

    #[test]
    fn the_last_mode_of_the_last_operand_is_wired() {
        let wiring = Wiring::new([&ALL; 12], &ALL);
        for operand in 0..12 {
            for mode in 0..12 {
                assert_eq!(wiring.operands[operand][mode], at(0, mode as u8));
            }
        }
        let mut last = operands([]);
        last[11] = &ALL;
        assert_eq!(Wiring::new(last, &ALL).result[11], at(11, 11));
    }

    #[test]
    #[should_panic(expected = "labels `x` and `x` of two `labels!` cannot be told apart")]
    fn labels_of_equal_digits_are_refused() {
        Wiring::new(operands([&IJ, &OTHER]), &IJ);
    }
}
