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
