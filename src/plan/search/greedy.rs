//! Trees out of a heap of pairs that share a label.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::network::{Labels, Met, Network};
use super::tree::Tree;
use super::{Budget, Random, sort_by};

/// Of a label that more operands share, each is paired with so many of the others.
const MOST_NEIGHBORS: usize = 16;

/// To rate a pair and put it into the heap takes as long as so many comparisons of trees.
const RATED: u64 = 12;

/// How pairs are rated: by the elements of what they make, less `weight` times those of the two that it replaces, and with noise
/// where it is not 0.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    weight: f64,
    noise: f64,
}

impl Rule {
    /// What shrinks memory most comes first.
    pub(super) const SHRINKING: Rule = Rule { weight: 1.0, noise: 0.0 };

    pub(super) fn random(random: &mut Random) -> Rule {
        let weight = 0.1 + 2.4 * random.fraction();
        // Mostly little noise.
        let noise = random.fraction();
        Rule { weight, noise: noise * noise }
    }

    fn rate(self, made: f64, taken: f64, random: &mut Random) -> f64 {
        let score = made - self.weight * taken;
        if self.noise == 0.0 {
            return score;
        }
        let magnitude = log2(1.0 + score.abs());
        let score = if score < 0.0 { -magnitude } else { magnitude };
        // Of Gumbel's distribution, about: which pair is least is then drawn as by Boltzmann's.
        score + self.noise * log2(-log2(random.fraction()))
    }
}

/// The logarithm of a positive number, straight between powers of two: `core` has no other, and any that grows will do.
fn log2(number: f64) -> f64 {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = number.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as f64 - 1023.0;
    exponent + f64::from_bits((bits & FRACTION) | 1.0_f64.to_bits()) - 1.0
}

/// A pair of parts. Of equal scores the one that was there first comes first.
struct Candidate {
    score: f64,
    pair: (u32, u32),
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then_with(|| other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

struct Greedy<'a> {
    network: &'a Network,
    carriers: Vec<u32>,
    /// The parts with each label, those that are gone too.
    holders: Vec<Vec<u32>>,
    tree: Tree,
    sizes: Vec<f64>,
    is_gone: Vec<bool>,
    /// For each part, the last one that it was paired with.
    paired_with: Vec<u32>,
    heap: BinaryHeap<Candidate>,
    rule: Rule,
    met: Met,
    rated: u64,
}

/// The tree by a rule. First operands of the same labels meet, then pairs that share a label, and what shares none meets in the
/// order of sizes.
pub(super) fn tree(
    network: &Network,
    rule: Rule,
    random: &mut Random,
    budget: &mut Budget,
) -> Tree {
    let count = network.operands.len();
    let mut greedy = Greedy {
        network,
        carriers: network.carriers.clone(),
        holders: vec![Vec::new(); network.extents.len()],
        tree: Tree::of_operands(network),
        sizes: network.operands.iter().map(|labels| network.size(labels)).collect(),
        is_gone: vec![false; count],
        paired_with: vec![u32::MAX; 2 * count],
        heap: BinaryHeap::new(),
        rule,
        met: Met::new(),
        rated: 0,
    };
    greedy.contract_equal();
    for part in 0..greedy.is_gone.len() as u32 {
        if !greedy.is_gone[part as usize] {
            greedy.arrive(part, random);
        }
    }
    while let Some(Candidate { pair: (left, right), .. }) = greedy.heap.pop() {
        if !greedy.is_gone[left as usize] && !greedy.is_gone[right as usize] {
            let made = greedy.contract(left, right);
            greedy.arrive(made, random);
        }
    }
    greedy.contract_rest();
    budget.take(RATED.saturating_mul(greedy.rated));
    greedy.tree
}

impl Greedy<'_> {
    fn labels(&self, part: u32) -> &Labels {
        &self.tree.labels[part as usize]
    }

    /// Contracts operands that have the same labels.
    fn contract_equal(&mut self) {
        let mut order: Vec<u32> = (0..self.is_gone.len() as u32).collect();
        sort_by(&mut order, &|left, right| {
            self.labels(left).cmp(self.labels(right)).then(left.cmp(&right))
        });
        let mut last: Option<u32> = None;
        for part in order {
            last = match last {
                // Scalars are left for the end, and so is what has lost the labels that were alike.
                Some(last)
                    if !self.labels(part).is_empty() && self.labels(last) == self.labels(part) =>
                {
                    Some(self.contract(last, part))
                }
                _ => Some(part),
            };
        }
    }

    /// Pairs a part with those before it that share a label.
    fn arrive(&mut self, part: u32, random: &mut Random) {
        let labels = core::mem::take(&mut self.tree.labels[part as usize]);
        for &label in &labels {
            let mut holders = core::mem::take(&mut self.holders[label as usize]);
            // Those that are gone make place, so that there are never many of them.
            if holders.len() >= 2 * self.carriers[label as usize] as usize + MOST_NEIGHBORS {
                holders.retain(|holder| !self.is_gone[*holder as usize]);
            }
            let there = holders.iter().rev().filter(|other| !self.is_gone[**other as usize]);
            for &other in there.take(MOST_NEIGHBORS) {
                if self.paired_with[other as usize] != part {
                    self.paired_with[other as usize] = part;
                    let mut met = core::mem::replace(&mut self.met, Met::new());
                    met.meet(&self.tree.labels[other as usize], &labels, &self.carriers);
                    let taken = self.sizes[other as usize] + self.sizes[part as usize];
                    let made = self.network.size(&met.result);
                    self.met = met;
                    let score = self.rule.rate(made, taken, random);
                    self.heap.push(Candidate { score, pair: (other, part) });
                    self.rated += 1;
                }
            }
            holders.push(part);
            self.holders[label as usize] = holders;
        }
        self.tree.labels[part as usize] = labels;
    }

    fn contract(&mut self, left: u32, right: u32) -> u32 {
        let mut met = Met::new();
        met.meet(self.labels(left), self.labels(right), &self.carriers);
        met.count(&mut self.carriers);
        self.is_gone[left as usize] = true;
        self.is_gone[right as usize] = true;
        self.is_gone.push(false);
        let made = self.network.size(&met.result);
        self.sizes.push(made);
        let adds = made * self.network.size(&met.summed);
        self.tree.push([left, right], met.result, adds)
    }

    /// Contracts what shares no label, or is scalar: the two smallest at a time.
    fn contract_rest(&mut self) {
        let candidate = |score: f64, part: u32| Candidate { score, pair: (part, part) };
        self.heap.clear();
        for part in 0..self.is_gone.len() {
            if !self.is_gone[part] {
                self.heap.push(candidate(self.sizes[part], part as u32));
            }
        }
        while let (Some(left), Some(right)) = (self.heap.pop(), self.heap.pop()) {
            let (left, right) = (left.pair.0, right.pair.0);
            let made = self.contract(left.min(right), left.max(right));
            self.heap.push(candidate(self.sizes[made as usize], made));
        }
    }
}
