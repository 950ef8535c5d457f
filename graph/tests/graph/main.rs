//! Descriptions of tensors against lists of elements that are spelled out.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_wrap,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "../../../tests/ui/programs.rs"]
mod programs;

mod axes;
mod broadcast;
mod complex;
mod expressions;
mod flat;
mod hostile;
mod hostile_storage;
mod kinds;
mod mistakes;
mod promises;
mod scaling;
mod shared_storage;
mod storage;
mod vectors;
mod views;

/// Numbers from 0 to below `n`, from a linear congruential generator (Knuth's MMIX constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        for place in (1..rank).rev() {
            order.swap(place, self.below(place + 1));
        }
        order
    }
}

/// All indices of a shape, the last mode fastest.
fn listed(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |all, extent| {
        let longer = all.iter().flat_map(|index: &Vec<usize>| {
            (0..*extent).map(move |at| [&index[..], &[at]].concat())
        });
        longer.collect()
    })
}
