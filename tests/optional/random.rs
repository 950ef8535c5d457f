//! Random numbers, the same in each run.
#![allow(clippy::arithmetic_side_effects, reason = "the remainder of at least 1")]

pub(crate) struct Random(pub u64);
impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}
