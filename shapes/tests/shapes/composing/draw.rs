//! Operands and labels that are drawn by chance.

use std::collections::{BTreeMap, BTreeSet};

use extents_shapes::{Indexed, JaggedShape, ShapeBase};

use super::{Index, Operand, Tree};

/// Numbers by chance, the same ones in each run.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    pub(crate) fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.below(at + 1);
            list.swap(at, other);
        }
    }
}

pub(crate) const NAMES: [&str; 4] = ["i", "j", "k", "l"];

pub(crate) fn text(labels: &[usize]) -> String {
    labels.iter().map(|&label| NAMES[label]).collect::<Vec<_>>().join(",")
}

/// What each of four labels is, as a function of labels before it.
pub(crate) struct World {
    parents: Vec<Vec<usize>>,
    /// For each label, for coordinates of its parents: extent and origin.
    rows: Vec<BTreeMap<Vec<usize>, (usize, usize)>>,
}

impl World {
    pub(crate) fn draw(chance: &mut Chance, least: usize, origins: bool) -> World {
        let (mut parents, mut rows) = (Vec::new(), Vec::new());
        for label in 0..4 {
            let of: Vec<usize> = (0..label).filter(|_| chance.one_in(3)).collect();
            let falls = chance.one_in(2);
            let mut values = BTreeMap::new();
            let mut last = 3;
            // Extents are below 4, and so are steps.
            for at in 0..4_usize.pow(of.len() as u32) {
                let key: Vec<usize> =
                    (0..of.len()).rev().map(|p| at / 4_usize.pow(p as u32) % 4).collect();
                let most = if falls { last } else { 3 };
                let extent = least.min(most) + chance.below(most - least.min(most) + 1);
                last = extent;
                let origin = if origins && chance.one_in(6) { 5 } else { 0 };
                values.insert(key, (extent, origin));
            }
            parents.push(of);
            rows.push(values);
        }
        World { parents, rows }
    }

    /// An operand of some labels with all their parents, in an order that keeps those in front.
    pub(crate) fn operand(&self, chance: &mut Chance) -> Operand {
        let mut wanted: BTreeSet<usize> =
            (0..1 + chance.below(3)).map(|_| chance.below(4)).collect();
        for label in (0..4).rev() {
            if wanted.contains(&label) {
                wanted.extend(&self.parents[label]);
            }
        }
        let mut labels: Vec<usize> = Vec::new();
        while labels.len() < wanted.len() {
            let ready = |label: &&usize| {
                !labels.contains(label) && self.parents[**label].iter().all(|p| labels.contains(p))
            };
            let ready: Vec<usize> = wanted.iter().filter(ready).copied().collect();
            labels.push(ready[chance.below(ready.len())]);
        }
        let tree = Tree::of(labels.len(), &|prefix| {
            let label = labels[prefix.len()];
            let step = |parent: &usize| prefix[labels.iter().position(|l| l == parent).unwrap()];
            self.rows[label][&self.parents[label].iter().map(step).collect::<Vec<_>>()]
        });
        Operand { tree, labels }
    }

    /// One to three operands; now and then one of them is of another world, or has other labels.
    pub(crate) fn operands(&self, chance: &mut Chance, least: usize) -> Vec<Operand> {
        let drawn = (0..1 + chance.below(3)).map(|_| {
            let mut operand = if chance.one_in(8) {
                World::draw(chance, least, false).operand(chance)
            } else {
                self.operand(chance)
            };
            if chance.one_in(3) {
                let (from, to) = (chance.below(4), chance.below(4));
                for label in &mut operand.labels {
                    if *label == from {
                        *label = to;
                    }
                }
            }
            operand
        });
        drawn.collect()
    }
}

/// Some of the operands' labels: mostly in the order in which they come.
pub(crate) fn result_labels(chance: &mut Chance, operands: &[Operand]) -> Vec<usize> {
    let mut to: Vec<usize> = Vec::new();
    for label in operands.iter().flat_map(|operand| &operand.labels) {
        if !to.contains(label) && !chance.one_in(4) {
            to.push(*label);
        }
    }
    if chance.one_in(2) {
        chance.shuffle(&mut to);
    }
    to
}

pub(crate) fn indices(shape: &JaggedShape) -> BTreeSet<Index> {
    let listed: Vec<Index> = shape.indices().map(|index| index.to_vec()).collect();
    assert!(listed.is_sorted() && listed.len() == shape.size());
    listed.into_iter().collect()
}

pub(crate) fn expression(operands: &[Operand]) -> Indexed<JaggedShape> {
    let mut factors = operands.iter().map(|operand| operand.shape().ix(&text(&operand.labels)));
    let first = factors.next().unwrap();
    factors.fold(first, |product, factor| product * factor)
}
