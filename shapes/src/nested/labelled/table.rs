//! [`LayerTable`]: the layer of each label, worked out in consts.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::ConstText;

use crate::indexed::LabelIds;

/// The name and the layer of each label, by its number, and how many layers there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerTable {
    labels: [Option<(&'static str, usize)>; Self::LABELS],
    count: usize,
}

impl LayerTable {
    /// The numbers of labels are below this.
    const LABELS: usize = 256;

    /// The labels of one operand, which its layers share out from left to right.
    pub(super) const fn of(labels: &LabelIds, ranks: &[Option<usize>], is_sum: bool) -> Self {
        let labels = labels.as_slice();
        let mut table = LayerTable { labels: [None; Self::LABELS], count: ranks.len() };
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
        let mut id = 0;
        while id < Self::LABELS {
            if let Some((name, layer)) = other.labels[id] {
                self = self.meet(id, name, layer, is_sum);
            }
            id += 1;
        }
        self
    }

    const fn meet(mut self, id: usize, name: &'static str, layer: usize, is_sum: bool) -> Self {
        let layer = match self.labels[id] {
            Some((_, left)) if is_sum && left != layer => {
                let text = of_label(name).then("is in layer ").number(left);
                refuse(&text.then(" and in layer ").number(layer))
            }
            Some((_, left)) if left < layer => left,
            _ => layer,
        };
        self.labels[id] = Some((name, layer));
        self
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
    const fn layer_of(&self, id: usize) -> usize {
        match self.labels[id] {
            Some((_, layer)) => layer,
            None => 0,
        }
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
