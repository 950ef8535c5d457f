//! Operands as sorted lists of labels, and what two of them make.

use alloc::vec;
use alloc::vec::Vec;

/// A sorted list of labels, each once.
pub(super) type Labels = Vec<u32>;

/// The operands, without labels of extent 1 and those that are summed before the first step.
pub(super) struct Network {
    pub(super) operands: Vec<Labels>,
    /// For each label, how many operands have it, and one for the result.
    pub(super) carriers: Vec<u32>,
    /// The labels of the result that operands have.
    pub(super) kept: Labels,
    pub(super) extents: Vec<f64>,
    exact: Vec<u128>,
}

impl Network {
    pub(super) fn new(operands: &[&[usize]], kept: &[usize], extents: &[usize]) -> Self {
        let mut carriers = vec![0_u32; extents.len()];
        for &label in kept {
            carriers[label] = 1;
        }
        let counted = |labels: &&[usize]| -> Labels {
            let longer = labels.iter().filter(|label| extents[**label] != 1);
            let mut labels: Labels = longer.map(|label| *label as u32).collect();
            labels.sort_unstable();
            labels.dedup();
            labels
        };
        let mut operands: Vec<Labels> = operands.iter().map(counted).collect();
        for &label in operands.iter().flatten() {
            carriers[label as usize] += 1;
        }
        for labels in &mut operands {
            labels.retain(|label| carriers[*label as usize] > 1);
        }
        let mut kept: Labels = kept.iter().map(|label| *label as u32).collect();
        kept.retain(|label| extents[*label as usize] != 1);
        kept.sort_unstable();
        Network {
            operands,
            carriers,
            kept,
            extents: extents.iter().map(|&extent| extent as f64).collect(),
            exact: extents.iter().map(|&extent| extent as u128).collect(),
        }
    }

    pub(super) fn size(&self, labels: &[u32]) -> f64 {
        labels.iter().map(|label| self.extents[*label as usize]).product()
    }

    /// The pairs from left to right.
    pub(super) fn in_turn(&self) -> Vec<(usize, usize)> {
        let mut pairs = vec![(0, 0); self.operands.len().saturating_sub(1)];
        super::super::order::in_order(self.operands.len(), &mut pairs);
        pairs
    }

    /// Whether the first order has fewer multiply-adds, or as many and a smaller temporary: in whole numbers, unless those of
    /// both orders are too large.
    pub(super) fn is_cheaper(&self, first: &[(usize, usize)], second: &[(usize, usize)]) -> bool {
        let (exact, about) = self.cost(first, None);
        let (other, other_about) = self.cost(second, Some(exact.0));
        exact < other || (exact.0 == u128::MAX && other.0 == u128::MAX && about < other_about)
    }

    /// The multiply-adds and the largest temporary of an order, and about how many multiply-adds these are. Stops where there are
    /// more than `enough`.
    fn cost(&self, pairs: &[(usize, usize)], enough: Option<u128>) -> ((u128, u128), f64) {
        let mut carriers = self.carriers.clone();
        let mut parts = self.operands.clone();
        let (mut adds, mut temporary, mut about) = (0_u128, 0_u128, 0.0);
        for (step, &(left, right)) in pairs.iter().enumerate() {
            let (left, right) =
                (core::mem::take(&mut parts[left]), core::mem::take(&mut parts[right]));
            let mut met = Met::new();
            met.meet(&left, &right, &carriers);
            met.count(&mut carriers);
            let sizes = |labels: &[u32]| {
                let extents = labels.iter().map(|label| self.exact[*label as usize]);
                extents.fold(1, u128::saturating_mul)
            };
            let made = sizes(&met.result);
            adds = adds.saturating_add(made.saturating_mul(sizes(&met.summed)));
            about += self.size(&met.result) * self.size(&met.summed);
            if step + 1 < pairs.len() {
                temporary = temporary.max(made);
            }
            if enough.is_some_and(|enough| adds > enough) {
                break;
            }
            parts.push(met.result);
        }
        ((adds, temporary), about)
    }
}

/// What two lists of labels make of each other.
pub(super) struct Met {
    /// The labels that something else has.
    pub(super) result: Labels,
    /// Those that nothing else has, which both have.
    pub(super) summed: Labels,
    /// The labels of the result that both have.
    pub(super) both: Labels,
}

impl Met {
    pub(super) const fn new() -> Self {
        Met { result: Vec::new(), summed: Vec::new(), both: Vec::new() }
    }

    /// A label that two have is gone where there are no other carriers.
    pub(super) fn meet(&mut self, left: &[u32], right: &[u32], carriers: &[u32]) {
        self.result.clear();
        self.summed.clear();
        self.both.clear();
        let (mut l, mut r) = (0, 0);
        while l < left.len() || r < right.len() {
            let from_left = l < left.len() && (r == right.len() || left[l] <= right[r]);
            let from_right = r < right.len() && (l == left.len() || right[r] <= left[l]);
            let label = if from_left { left[l] } else { right[r] };
            l += usize::from(from_left);
            r += usize::from(from_right);
            if from_left && from_right {
                if carriers[label as usize] == 2 {
                    self.summed.push(label);
                    continue;
                }
                self.both.push(label);
            }
            self.result.push(label);
        }
    }

    /// Makes one carrier of two.
    pub(super) fn count(&self, carriers: &mut [u32]) {
        for &label in &self.both {
            carriers[label as usize] -= 1;
        }
        for &label in &self.summed {
            carriers[label as usize] = 0;
        }
    }
}
