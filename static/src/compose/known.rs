//! What types know of the modes under one label beyond what bounds compare, as constants that refuse programs.

use super::tags::Tag;
use super::wiring::Wiring;
use crate::assert::stop;
use crate::const_text::{ConstText, refuse};
use crate::error::Place;
use crate::{Extents, LabelName, ShapeError};

/// What the types know of the modes of an operand.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct KnownOperand {
    rank: Option<usize>,
    extents: &'static [Option<usize>],
    most: &'static [Option<usize>],
    names: &'static [Option<LabelName>],
    /// The ids of the labels that the names are.
    ids: &'static [u64],
}

impl KnownOperand {
    pub(super) const NONE: Self =
        KnownOperand { rank: None, extents: &[], most: &[], names: &[], ids: &[] };

    /// Of modes with these extents, and names with these ids, where there are any.
    pub const fn of_modes(
        extents: &'static [Option<usize>],
        names: &'static [Option<LabelName>],
        ids: &'static [u64],
    ) -> Self {
        KnownOperand { rank: Some(extents.len()), extents, most: &[], names, ids }
    }

    pub const fn of<E: Extents>() -> Self {
        KnownOperand {
            rank: E::STATIC_RANK,
            extents: E::STATIC_EXTENTS,
            most: E::MOST,
            names: E::NAMES,
            ids: E::LABELS,
        }
    }

    pub(super) fn extents(&self) -> &'static [Option<usize>] {
        self.extents
    }

    pub(crate) const fn rank(&self) -> Option<usize> {
        self.rank
    }
}

/// Of a mode, where its number is below the length of the list.
#[allow(clippy::indexing_slicing, reason = "const functions have no `get`")]
impl KnownOperand {
    pub(crate) const fn extent(&self, mode: usize) -> Option<usize> {
        if mode < self.extents.len() { self.extents[mode] } else { None }
    }

    pub(crate) const fn name(&self, mode: usize) -> Option<LabelName> {
        if mode < self.names.len() { self.names[mode] } else { None }
    }

    /// The id of the label that the name is, 0 if it is none.
    pub(crate) const fn id(&self, mode: usize) -> u64 {
        if mode < self.ids.len() { self.ids[mode] } else { 0 }
    }
}

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; the indices are below 12, and each loop counts below a length"
)]
impl Wiring {
    /// Fails to compile where a label names what the types know to differ: two numbers, of which one has a name, since a bound
    /// has compared the others; a number, and a name of fewer entries at most; or where the label is a dim, a mode of another name.
    #[track_caller]
    pub(super) const fn assert_known(&self, known: &[KnownOperand; 12], dims: &[u16; 12]) {
        let mut numbers = [None; 144];
        let mut operand = 0;
        while operand < 12 {
            let KnownOperand { extents, names, ids, .. } = known[operand];
            let mut mode = 0;
            while mode < extents.len() && mode < 12 {
                if let Some(found) = extents[mode] {
                    let first = self.place_of_first(operand, mode);
                    match numbers[first] {
                        Some(expected) if expected != found => {
                            let place = Place::Label(self.labels[operand][mode].name);
                            refuse(ShapeError::ExtentMismatch { place, expected, found });
                        }
                        _ => numbers[first] = Some(found),
                    }
                }
                if mode < names.len() && (dims[operand] >> mode) & 1 == 1 {
                    let id = if mode < ids.len() { ids[mode] } else { 0 };
                    assert_named(&self.labels[operand][mode], &names[mode], id);
                }
                mode += 1;
            }
            operand += 1;
        }
        self.assert_largest(known, &numbers);
    }

    /// Fails to compile where a number is more than the largest extent of a name under the same label.
    #[track_caller]
    const fn assert_largest(&self, known: &[KnownOperand; 12], numbers: &[Option<usize>; 144]) {
        let mut operand = 0;
        while operand < 12 {
            let KnownOperand { most, names, .. } = known[operand];
            let mut mode = 0;
            while mode < most.len() && mode < names.len() && mode < 12 {
                let number = numbers[self.place_of_first(operand, mode)];
                if let (Some(found), Some(most), Some(dim)) = (number, most[mode], names[mode])
                    && found > most
                {
                    refuse(ShapeError::DimOverflow { dim, found, most });
                }
                mode += 1;
            }
            operand += 1;
        }
    }

    /// The place of the first mode of the same label, of the 144 of all operands.
    const fn place_of_first(&self, operand: usize, mode: usize) -> usize {
        let first = self.operands[operand][mode];
        12 * first.operand as usize + first.mode as usize
    }
}

/// Fails to compile where a label that is a dim names a mode of another one, which may be called the same: of another module or
/// crate, or by names that begin alike and are cut. An id of 0 is none, of a name that is no label.
#[track_caller]
const fn assert_named(label: &Tag, name: &Option<LabelName>, id: u64) {
    let Some(name) = name else { return };
    let text = ConstText::new().then("label `").then(label.name.as_str());
    if !name.says(label.name) {
        let text = text.then("` names a mode of another name: `").then(name.as_str());
        stop(text.then("`").as_str())
    }
    if id != 0 && id != label.id {
        stop(text.then("` is not the dim of its mode, which is another one of that name").as_str())
    }
}

/// Whether a mode has a name.
pub(super) const fn has_name(names: &[Option<LabelName>]) -> bool {
    let mut mode = 0;
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the length"
    )]
    while mode < names.len() {
        if names[mode].is_some() {
            return true;
        }
        mode += 1;
    }
    false
}

/// What else only the compiler evaluates.
#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "of lists of twelve")]
mod tests {
    use super::super::tags::some::{ALL, IJ, JK, KI, operands, tags};
    use super::{KnownOperand, Tag, Wiring, has_name};
    use crate::LabelName;

    static OTHER_OPERAND: [Tag; 12] = tags([5]);

    /// Operands of whose modes the extents are known, or not.
    fn numbers<const N: usize>(of: [&'static [Option<usize>]; N]) -> [KnownOperand; 12] {
        core::array::from_fn(|n| KnownOperand {
            ids: &[],
            extents: of.get(n).copied().unwrap_or_default(),
            ..KnownOperand::NONE
        })
    }

    #[test]
    fn numbers_under_one_label_are_compared() {
        let wiring = Wiring::new(operands([&IJ, &JK, &ALL]), &KI);
        let all =
            numbers([&[Some(2), None], &[Some(3), Some(4)], &[Some(2), Some(3), Some(4), None]]);
        wiring.assert_known(&all, &[0; 12]);
        // The second mode of one operand is another one than the first mode of the second operand.
        let wiring = Wiring::new(operands([&IJ, &OTHER_OPERAND]), &IJ);
        wiring.assert_known(&numbers([&[Some(2), Some(3)], &[Some(4)]]), &[0; 12]);
    }

    #[test]
    #[should_panic(expected = "label `x`")]
    fn numbers_that_differ_are_refused() {
        let wiring = Wiring::new(operands([&IJ, &JK]), &KI);
        wiring.assert_known(&numbers([&[Some(2), Some(3)], &[Some(4), Some(4)]]), &[0; 12]);
    }

    /// The first mode of a label says nothing, the next two differ.
    #[test]
    #[should_panic(expected = "label `x`")]
    fn numbers_that_differ_are_refused_behind_one_that_is_not_known() {
        let wiring = Wiring::new(operands([&IJ, &IJ, &IJ]), &IJ);
        let all = numbers([&[None, None], &[None, Some(3)], &[None, Some(4)]]);
        wiring.assert_known(&all, &[0; 12]);
    }

    #[test]
    #[should_panic(expected = "label `x`")]
    fn numbers_of_the_last_mode_of_the_last_operand_are_compared() {
        const LAST: [Option<usize>; 12] = {
            let mut last = [Some(1); 12];
            last[11] = Some(2);
            last
        };
        let mut all = operands([&ALL]);
        all[11] = &ALL;
        let mut extents = numbers([&[Some(1); 12]]);
        extents[11].extents = &LAST;
        Wiring::new(all, &ALL).assert_known(&extents, &[0; 12]);
    }

    /// An operand with a mode of this name, of at most 8 entries, and one with a number.
    fn named(name: &'static [Option<LabelName>], number: usize) -> [KnownOperand; 12] {
        let mut all = if number == 8 {
            numbers([&[None], &[Some(8)]])
        } else {
            numbers([&[None], &[Some(9)]])
        };
        all[0] = KnownOperand { most: &[Some(8)], names: name, ..all[0] };
        all
    }
    const BATCH: &[Option<LabelName>] = &[Some(LabelName::new("Batch"))];

    #[test]
    fn a_number_is_at_most_the_largest_extent_of_its_label() {
        let wiring = Wiring::new(operands([&OTHER_OPERAND, &OTHER_OPERAND]), &OTHER_OPERAND);
        wiring.assert_known(&named(BATCH, 8), &[0; 12]);
        // Under another label, a number may be larger.
        let wiring = Wiring::new(operands([&OTHER_OPERAND, &KI]), &KI);
        wiring.assert_known(&named(BATCH, 9), &[0; 12]);
    }

    #[test]
    #[should_panic(expected = "dim `Batch` has at most 8 entries, but should get 9")]
    fn a_number_above_the_largest_extent_of_its_label_is_refused() {
        let wiring = Wiring::new(operands([&OTHER_OPERAND, &OTHER_OPERAND]), &OTHER_OPERAND);
        wiring.assert_known(&named(BATCH, 9), &[0; 12]);
    }

    #[test]
    fn a_label_that_is_a_dim_names_modes_of_its_name() {
        let wiring = Wiring::new(operands([&OTHER_OPERAND, &OTHER_OPERAND]), &OTHER_OPERAND);
        let mut dims = [0; 12];
        (dims[0], dims[1]) = (1, 1);
        const NAMES: [&[Option<LabelName>]; 3] =
            [&[Some(LabelName::new("x"))], &[Some(LabelName::new("x'"))], &[None]];
        for name in NAMES {
            wiring.assert_known(&named(name, 8), &dims);
        }
        // Any other label names any mode.
        (dims[0], dims[1]) = (2, 1);
        wiring.assert_known(&named(BATCH, 8), &dims);
    }

    #[test]
    #[should_panic(expected = "label `x` names a mode of another name: `Batch`")]
    fn a_label_that_is_a_dim_names_no_mode_of_another_name() {
        let wiring = Wiring::new(operands([&OTHER_OPERAND]), &OTHER_OPERAND);
        let mut dims = [0; 12];
        dims[0] = 1;
        wiring.assert_known(&named(BATCH, 8), &dims);
    }

    #[test]
    #[should_panic(expected = "is not the dim of its mode")]
    fn a_label_that_is_a_dim_names_no_mode_of_another_dim_of_its_name() {
        let wiring = Wiring::new(operands([&OTHER_OPERAND]), &OTHER_OPERAND);
        let mut dims = [0; 12];
        dims[0] = 1;
        const NAME: &[Option<LabelName>] = &[Some(LabelName::new("x"))];
        let mut known = named(NAME, 8);
        known[0].ids = &[u64::MAX];
        wiring.assert_known(&known, &dims);
    }

    #[test]
    fn one_mode_with_a_name_is_enough() {
        assert!(has_name(BATCH) && has_name(&[None, BATCH[0]]));
        assert!(!has_name(&[]) && !has_name(&[None, None]));
    }
}
