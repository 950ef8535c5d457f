//! [`LayerTable`]: the layer of each label, worked out in consts.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::ConstText;

use crate::indexed::LabelIds;

/// The number, the name and the layer of each label, in the order of their first use, and how many layers there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerTable {
    labels: [(u64, &'static str, usize); Self::LABELS],
    /// The number of labels.
    len: usize,
    count: usize,
}

impl LayerTable {
    /// The most labels: those of 12 operands of 12 modes.
    const LABELS: usize = 144;

    /// The labels of one operand, which its layers share out from left to right.
    pub(super) const fn of(labels: &LabelIds, ranks: &[Option<usize>], is_sum: bool) -> Self {
        let labels = labels.as_slice();
        let mut table =
            LayerTable { labels: [(0, "", 0); Self::LABELS], len: 0, count: ranks.len() };
        let (mut at, mut layer) = (0, 0);
        while layer < ranks.len() {
            let mut left = rank_of(ranks, layer);
            while left > 0 && at < labels.len() {
                let (id, name) = labels[at];
                table = table.meet(id, name, layer, is_sum);
                at += 1;
                left -= 1;
            }
            layer += 1;
        }
        table
    }

    /// The labels of this side and of another one.
    pub(super) const fn with(mut self, other: &Self, is_sum: bool) -> Self {
        if self.count != other.count {
            let text = ConstText::new().then("shapes of ").number(self.count).then(" and ");
            refuse(&text.number(other.count).then(" layers cannot be composed"));
        }
        let mut n = 0;
        while n < other.len {
            let (id, name, layer) = other.labels[n];
            self = self.meet(id, name, layer, is_sum);
            n += 1;
        }
        self
    }

    const fn meet(mut self, id: u64, name: &'static str, layer: usize, is_sum: bool) -> Self {
        let at = self.position(id);
        if at == self.len {
            self.labels[at] = (id, name, layer);
            self.len += 1;
            return self;
        }
        let left = self.labels[at].2;
        if is_sum && left != layer {
            let text = of_label(name).then("is in layer ").number(left);
            refuse(&text.then(" and in layer ").number(layer))
        }
        if layer < left {
            self.labels[at].2 = layer;
        }
        self
    }

    /// Where a label is in the list, or would be.
    const fn position(&self, id: u64) -> usize {
        let mut n = 0;
        while n < self.len && self.labels[n].0 != id {
            n += 1;
        }
        n
    }

    /// Stops the compiler where the labels of a result are not in the layers of these ranks.
    pub(super) const fn assert_stated(&self, out: &LabelIds, ranks: &[Option<usize>]) {
        let out = out.as_slice();
        if ranks.len() != self.count {
            let text = ConstText::new().then("the result has ").number(self.count);
            refuse(&text.then(" layers, but ").number(ranks.len()).then(" are stated"));
        }
        let (mut at, mut before) = (0, 0);
        while at < out.len() {
            let layer = self.layer_of(out[at].0);
            if layer < before {
                let text = of_label(out[at].1).then("of layer ").number(layer);
                refuse(&text.then(" comes after one of layer ").number(before));
            }
            before = layer;
            at += 1;
        }
        let mut layer = 0;
        while layer < ranks.len() {
            let (mut found, mut at) = (0, 0);
            while at < out.len() {
                found += (self.layer_of(out[at].0) == layer) as usize;
                at += 1;
            }
            let stated = rank_of(ranks, layer);
            if stated != found {
                let text =
                    ConstText::new().then("layer ").number(layer).then(" of the result has ");
                refuse(&text.number(found).then(" modes, but ").number(stated).then(" are stated"));
            }
            layer += 1;
        }
    }

    /// The layer of a label; of one that no operand has, which does not compile elsewhere, the outermost.
    const fn layer_of(&self, id: u64) -> usize {
        let at = self.position(id);
        if at < self.len { self.labels[at].2 } else { 0 }
    }
}

const fn rank_of(ranks: &[Option<usize>], layer: usize) -> usize {
    match ranks[layer] {
        Some(rank) => rank,
        None => 0,
    }
}

const fn of_label(name: &str) -> ConstText {
    ConstText::new().then("label `").then(name).then("` ")
}

#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
const fn refuse(text: &ConstText) -> ! {
    panic!("{}", text.as_str())
}

#[cfg(test)]
mod tests {
    //! What otherwise only the compiler evaluates, at run time: each answer against its definition.
    #![allow(clippy::arithmetic_side_effects, reason = "the numbers are small")]

    extern crate std;

    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use extents_static::__private::Nil;

    use super::LayerTable;
    use crate::indexed::{LabelIds, LabelNames};

    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    /// Three labels in three layers: as many as there are, too many, too few.
    const RANKS: [[usize; 3]; 6] =
        [[1, 1, 1], [2, 0, 1], [0, 3, 0], [0, 0, 3], [2, 2, 0], [1, 0, 1]];

    fn labels(ids: &[usize]) -> LabelIds {
        let behind = |all: LabelIds, &id: &usize| all.behind(id as u64, NAMES[id % 4]);
        ids.iter().rev().fold(<Nil as LabelNames>::LABELS, behind)
    }

    fn ranks(of: &[usize]) -> Vec<Option<usize>> {
        of.iter().copied().map(Some).collect()
    }

    /// Each label with its layer: the layers share them out from left to right.
    fn places(ids: &[usize], ranks: &[usize]) -> Vec<(usize, usize)> {
        let layers = ranks.iter().enumerate();
        let layers = layers.flat_map(|(layer, &rank)| core::iter::repeat_n(layer, rank));
        ids.iter().copied().zip(layers).collect()
    }

    /// All lists of three of three labels.
    fn lists() -> impl Iterator<Item = [usize; 3]> {
        (0..27).map(|n| [n / 9, n / 3 % 3, n % 3])
    }

    /// The text of the error, where there is one.
    fn refusal<R>(ask: impl FnOnce() -> R) -> Option<String> {
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(ask()))).err()?;
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
    }

    #[test]
    fn labels_stand_behind_those_that_are_put_in_front() {
        for count in 0..=12 {
            let ids: Vec<usize> = (0..count).map(|n| n * n + 1).collect();
            let expected: Vec<(u64, &str)> =
                ids.iter().map(|&id| (id as u64, NAMES[id % 4])).collect();
            assert_eq!(labels(&ids).as_slice(), expected);
        }
    }

    #[test]
    fn a_label_is_in_the_outermost_layer_that_has_it() {
        for (left, right) in lists().flat_map(|left| lists().map(move |right| (left, right))) {
            // Of two other labels.
            let right = right.map(|id| id + 1);
            for (p, q) in RANKS.iter().flat_map(|p| RANKS.iter().map(move |q| (p, q))) {
                let all = [places(&left, p), places(&right, q)].concat();
                let right = LayerTable::of(&labels(&right), &ranks(q), false);
                let table = LayerTable::of(&labels(&left), &ranks(p), false).with(&right, false);
                let mut expected: Vec<(u64, &str, usize)> = Vec::new();
                for &(id, _) in &all {
                    let layers = all.iter().filter(|(other, _)| *other == id);
                    let outermost = layers.map(|(_, layer)| *layer).min().unwrap_or(9);
                    if expected.iter().all(|(other, ..)| *other != id as u64) {
                        expected.push((id as u64, NAMES[id], outermost));
                    }
                }
                assert_eq!((table.count, &table.labels[..table.len]), (3, &expected[..]));
                for id in 0..5 {
                    let found = expected.iter().find(|(other, ..)| *other == id);
                    assert_eq!(table.layer_of(id), found.map_or(0, |(.., layer)| *layer));
                }
            }
        }
    }

    /// The first label that was in another layer before, with both layers.
    fn conflict(places: &[(usize, usize)]) -> Option<String> {
        places.iter().find_map(|&(id, layer)| {
            let (_, before) = *places.iter().find(|(other, _)| *other == id)?;
            let text = format!("label `{}` is in layer {before} and in layer {layer}", NAMES[id]);
            (before != layer).then_some(text)
        })
    }

    #[test]
    fn in_a_sum_a_label_is_in_one_layer() {
        let pairs = lists().flat_map(|left| lists().map(move |right| (left, right)));
        let of_ranks = || RANKS.iter().flat_map(|p| RANKS.iter().map(move |q| (p, q)));
        let cases = pairs.flat_map(|lists| of_ranks().map(move |ranks| (lists, ranks)));
        let mut refused = 0;
        for ((left, right), (p, q)) in cases.step_by(101) {
            let (first, second) = (places(&left, p), places(&right, q));
            let both = || conflict(&[first.clone(), second.clone()].concat());
            let expected = conflict(&first).or_else(|| conflict(&second)).or_else(both);
            let found = refusal(|| {
                let left = LayerTable::of(&labels(&left), &ranks(p), true);
                left.with(&LayerTable::of(&labels(&right), &ranks(q), true), true)
            });
            refused += usize::from(expected.is_some());
            assert_eq!(found, expected, "{left:?} {p:?} {right:?} {q:?}");
        }
        assert!((10..250).contains(&refused), "{refused}");
    }

    #[test]
    fn shapes_of_other_numbers_of_layers_are_refused() {
        let (one, two) = (labels(&[0, 1]), labels(&[1, 2]));
        let table = LayerTable::of(&one, &ranks(&[1, 1]), false);
        let error = refusal(|| table.with(&LayerTable::of(&two, &ranks(&[2]), false), false));
        assert_eq!(error.as_deref(), Some("shapes of 2 and 1 layers cannot be composed"));
        // A rank that is not in the type has no labels.
        let open = LayerTable::of(&one, &[None, Some(1)], false);
        assert_eq!(open.labels[..open.len], [(0, "a", 1)]);
    }

    /// The error of the labels of a result, one by one: in the order of the layers, as many in each as stated.
    fn mistake(layers: &[(usize, usize)], stated: &[usize]) -> Option<String> {
        if stated.len() != 3 {
            return Some(format!("the result has 3 layers, but {} are stated", stated.len()));
        }
        for pair in layers.windows(2) {
            if let [(_, before), (id, layer)] = *pair
                && layer < before
            {
                let name = NAMES[id];
                return Some(format!(
                    "label `{name}` of layer {layer} comes after one of layer {before}"
                ));
            }
        }
        stated.iter().enumerate().find_map(|(layer, stated)| {
            let found = layers.iter().filter(|(_, other)| *other == layer).count();
            let text =
                format!("layer {layer} of the result has {found} modes, but {stated} are stated");
            (found != *stated).then_some(text)
        })
    }

    #[test]
    fn labels_of_a_result_are_in_the_layers_that_are_stated() {
        let results = [
            &[][..],
            &[0],
            &[2],
            &[0, 1],
            &[1, 0],
            &[0, 2],
            &[0, 1, 2],
            &[2, 1, 0],
            &[0, 2, 1],
            &[1, 2],
            &[0, 0, 1],
        ];
        let stated = [
            &[1, 1, 1][..],
            &[2, 0, 1],
            &[0, 0, 0],
            &[1, 1],
            &[1, 0, 0],
            &[1, 0, 1],
            &[0, 1, 1],
            &[2, 1, 0],
            &[1, 1, 0],
            &[0, 0, 1],
            &[1, 1, 1, 0],
        ];
        let mut passed = 0;
        for of in [[1, 1, 1], [2, 0, 1]] {
            let table = LayerTable::of(&labels(&[0, 1, 2]), &ranks(&of), false);
            let places = places(&[0, 1, 2], &of);
            for (out, stated) in results.iter().flat_map(|out| stated.map(|ranks| (*out, ranks))) {
                let layers: Vec<(usize, usize)> = out.iter().map(|&id| places[id]).collect();
                let found = refusal(|| table.assert_stated(&labels(out), &ranks(stated)));
                passed += usize::from(found.is_none());
                assert_eq!(found, mistake(&layers, stated), "{of:?} {out:?} {stated:?}");
            }
        }
        assert!(passed > 10, "{passed}");
    }
}
