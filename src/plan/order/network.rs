//! What is left of the operands after some steps.

use super::MAX_OPERANDS;

/// The operands and what became of them.
pub(super) struct Network {
    pub(super) sets: [u128; 2 * MAX_OPERANDS],
    pub(super) is_gone: [bool; 2 * MAX_OPERANDS],
    /// How many entries of these are used.
    pub(super) used: usize,
    pub(super) kept: u128,
}

impl Network {
    /// Of the first [`MAX_OPERANDS`] operands, without the labels that only one of them needs.
    pub(super) const fn new(operands: &[u128], kept: u128) -> Self {
        let mut network = Network {
            sets: [0; 2 * MAX_OPERANDS],
            is_gone: [false; 2 * MAX_OPERANDS],
            used: 0,
            kept,
        };
        while network.used < operands.len() && network.used < MAX_OPERANDS {
            network.sets[network.used] = operands[network.used];
            network.used += 1;
        }
        let (in_two, _) = network.needs();
        let mut position = 0;
        while position < network.used {
            network.sets[position] &= kept | in_two;
            position += 1;
        }
        network
    }

    /// After these steps. The sets of what they took stay.
    pub(super) const fn after(operands: &[u128], kept: u128, steps: &[(usize, usize)]) -> Self {
        let mut network = Network::new(operands, kept);
        let mut step = 0;
        while step < steps.len() {
            network.contract(steps[step].0, steps[step].1);
            step += 1;
        }
        network
    }

    /// The labels that at least two, and those that at least three of what is there have.
    pub(super) const fn needs(&self) -> (u128, u128) {
        let (mut in_one, mut in_two, mut in_three) = (0, 0, 0);
        let mut position = 0;
        while position < self.used {
            if !self.is_gone[position] {
                let set = self.sets[position];
                in_three |= in_two & set;
                in_two |= in_one & set;
                in_one |= set;
            }
            position += 1;
        }
        (in_two, in_three)
    }

    /// What two sets contract to: their labels that are kept, or that a third has.
    pub(super) const fn result(&self, left: u128, right: u128, needs: (u128, u128)) -> u128 {
        let (in_two, in_three) = needs;
        let needed = self.kept | (left & right & in_three) | ((left ^ right) & in_two);
        (left | right) & needed
    }

    /// Makes a step, unless it names no two positions that are there.
    pub(super) const fn contract(&mut self, left: usize, right: usize) -> Option<u128> {
        let beyond = left >= self.used || right >= self.used || self.used == self.sets.len();
        if beyond || left == right || self.is_gone[left] || self.is_gone[right] {
            return None;
        }
        let result = self.result(self.sets[left], self.sets[right], self.needs());
        self.is_gone[left] = true;
        self.is_gone[right] = true;
        self.sets[self.used] = result;
        self.used += 1;
        Some(result)
    }
}
