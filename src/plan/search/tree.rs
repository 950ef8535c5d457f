//! A tree of pairs, and the best trees in place of its parts.

use alloc::vec;
use alloc::vec::Vec;

use super::network::{Labels, Network};
use super::subsets::Subsets;
use super::{Budget, Random, sort_by};

/// A binary tree: the operands are nodes 0 and on, and behind them are those that pairs make. The root is the last one that was
/// pushed, and nodes stand in no other order.
#[derive(Clone)]
pub(super) struct Tree {
    count: usize,
    /// The pair that makes each node behind the operands.
    pairs: Vec<[u32; 2]>,
    /// The multiply-adds of these.
    adds: Vec<f64>,
    /// What each node has.
    pub(super) labels: Vec<Labels>,
}

/// Steps that make one node of a few branches.
#[derive(Default)]
struct Window {
    branches: Vec<u32>,
    /// The nodes that these steps make, that of the window first.
    inside: Vec<u32>,
}

impl Tree {
    /// Of no pairs yet.
    pub(super) fn of_operands(network: &Network) -> Self {
        let operands = network.operands.clone();
        Tree { count: operands.len(), pairs: Vec::new(), adds: Vec::new(), labels: operands }
    }

    /// From left to right, as dear as can be: whatever is found is better.
    fn of_all(network: &Network) -> Self {
        let mut tree = Self::of_operands(network);
        let mut left = 0;
        for right in 1..tree.count as u32 {
            left = tree.push([left, right], network.kept.clone(), f64::INFINITY);
        }
        tree
    }

    /// The best of all trees; `None` if it cannot be found.
    pub(super) fn best_of_all(
        network: &Network,
        subsets: &mut Subsets,
        budget: &mut Budget,
    ) -> Option<Self> {
        let mut tree = Self::of_all(network);
        let mut window = Window::default();
        tree.open(&mut window, tree.labels.len() as u32 - 1, tree.count, None);
        let is_found = tree.replace(&mut window, network, subsets, budget)?;
        is_found.then_some(tree)
    }

    /// Adds the node that a pair makes.
    pub(super) fn push(&mut self, pair: [u32; 2], labels: Labels, adds: f64) -> u32 {
        self.pairs.push(pair);
        self.adds.push(adds);
        self.labels.push(labels);
        self.labels.len() as u32 - 1
    }

    pub(super) fn total(&self) -> f64 {
        self.adds.iter().sum()
    }

    pub(super) fn is_better_than(&self, other: &Tree) -> bool {
        self.total() < other.total()
    }

    /// The multiply-adds of the pair that makes a node.
    fn weight(&self, node: u32) -> f64 {
        (node as usize).checked_sub(self.count).map_or(0.0, |made| self.adds[made])
    }

    fn pair(&self, node: u32) -> Option<[u32; 2]> {
        let made = (node as usize).checked_sub(self.count)?;
        self.pairs.get(made).copied()
    }

    /// The pairs with positions that count on, what is below a node before it.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let mut positions: Vec<usize> = (0..self.labels.len()).collect();
        let mut pairs = Vec::new();
        // Each node twice: before what is below it, and after.
        let mut open = vec![(self.labels.len() as u32 - 1, false)];
        while let Some((node, is_done)) = open.pop() {
            let Some([left, right]) = self.pair(node) else { continue };
            if is_done {
                positions[node as usize] = self.count + pairs.len();
                pairs.push((positions[left as usize], positions[right as usize]));
            } else {
                open.extend([(node, true), (right, false), (left, false)]);
            }
        }
        pairs
    }

    /// Puts the best tree in the place of each part of at most so many branches that is not yet it, the dearest first, and
    /// returns whether anything changed. Branches are opened by the multiply-adds that they took, the most first, or at random.
    pub(super) fn improve(
        &mut self,
        network: &Network,
        subsets: &mut Subsets,
        most: usize,
        budget: &mut Budget,
        mut random: Option<&mut Random>,
    ) -> bool {
        let mut is_changed = false;
        let mut window = Window::default();
        // What these multiply-adds are at most a hundredth of, all together, is left as it is.
        let enough = self.total() / (self.count as f64 * 100.0);
        let (mut weights, mut dearest) = (vec![0.0; self.labels.len()], Vec::new());
        for node in self.count as u32..self.labels.len() as u32 {
            let [left, right] = self.pair(node).unwrap_or([0, 0]);
            let weight = self.weight(node) + self.weight(left).max(self.weight(right));
            if weight >= enough || most >= self.count {
                weights[node as usize] = weight;
                dearest.push(node);
            }
        }
        let weight = |node: u32| -> f64 { weights[node as usize] };
        sort_by(&mut dearest, &|one, other| {
            weight(other).total_cmp(&weight(one)).then_with(|| other.cmp(&one))
        });
        for node in dearest {
            if budget.left == 0 {
                break;
            }
            self.open(&mut window, node, most, random.as_deref_mut());
            let is_whole = window.branches.len() == self.count;
            if window.branches.len() < 3 {
                continue;
            }
            let replaced = self.replace(&mut window, network, subsets, budget);
            is_changed |= replaced.unwrap_or_else(|| {
                // Six branches have at most 126 groups of labels.
                self.open(&mut window, node, most.min(6), random.as_deref_mut());
                self.replace(&mut window, network, subsets, budget).unwrap_or(false)
            });
            if is_whole && replaced.is_some() {
                break;
            }
        }
        is_changed
    }

    fn open(&self, window: &mut Window, node: u32, most: usize, mut random: Option<&mut Random>) {
        window.branches.clear();
        window.inside.clear();
        window.branches.push(node);
        while window.branches.len() < most {
            let mut chosen: Option<(f64, usize)> = None;
            for (place, &branch) in window.branches.iter().enumerate() {
                let Some(made) = (branch as usize).checked_sub(self.count) else { continue };
                let weight = match &mut random {
                    Some(random) => random.fraction(),
                    None => self.adds[made],
                };
                if chosen.is_none_or(|(most, _)| weight > most) {
                    chosen = Some((weight, place));
                }
            }
            let Some((_, place)) = chosen else { break };
            let branch = window.branches[place];
            let Some(pair) = self.pair(branch) else { break };
            window.inside.push(branch);
            // The branches stay in the order of the tree.
            window.branches.splice(place..=place, pair);
        }
    }

    /// Puts the best tree in the place of these steps, if it is better than they are; `None` if that cannot be found.
    fn replace(
        &mut self,
        window: &mut Window,
        network: &Network,
        subsets: &mut Subsets,
        budget: &mut Budget,
    ) -> Option<bool> {
        let (mut adds, mut temporary) = (0.0, 0.0_f64);
        for (place, &node) in window.inside.iter().enumerate() {
            adds += self.adds[node as usize - self.count];
            if place > 0 {
                temporary = temporary.max(network.size(&self.labels[node as usize]));
            }
        }
        let root = window.inside[0];
        let branches = window.branches.iter().map(|branch| &*self.labels[*branch as usize]);
        let found = subsets.find(branches, &self.labels[root as usize], &network.extents);
        let (best, compared) = found?;
        budget.take(compared);
        // Sums of the same numbers in another order may round differently.
        let is_alike = adds < f64::INFINITY && (best.adds - adds).abs() <= adds * 1e-12;
        let is_better = if is_alike { best.temporary < temporary } else { best.adds < adds };
        if is_better {
            // What is made again takes the places of what was.
            window.inside.swap_remove(0);
            self.build(subsets, subsets.all(), Some(root), window);
        }
        Some(is_better)
    }

    /// Makes the node of a set of branches; as deep as there are branches, at most sixteen.
    fn build(
        &mut self,
        subsets: &Subsets,
        set: usize,
        root: Option<u32>,
        window: &mut Window,
    ) -> u32 {
        if set & (set - 1) == 0 {
            return window.branches[subsets.branch(set)];
        }
        let (left, right, adds) = subsets.parts(set);
        let pair =
            [self.build(subsets, left, None, window), self.build(subsets, right, None, window)];
        let node = match root {
            Some(root) => root,
            None => window.inside.pop().unwrap_or(0),
        };
        if root.is_none() {
            subsets.labels(set, &mut self.labels[node as usize]);
        }
        let made = node as usize - self.count;
        (self.pairs[made], self.adds[made]) = (pair, adds);
        node
    }
}
