//! Orders of contraction that are asked for with nonsense.

#![allow(clippy::unwrap_used, reason = "a test says what is wrong by panicking")]

use extents::plan::order::{cheapest, in_order, labels_at, size, step_cost, total_cost};
use extents::{DynRankExtents, Tensor, einsum};

#[test]
fn nonsense_is_answered_without_a_panic() {
    let sets = [0, 1, 0b11, u128::MAX, 1 << 127, 0b1010];
    let lists: [&[usize]; 5] = [&[], &[0], &[1, usize::MAX], &[usize::MAX; 128], &[2; 200]];
    let positions = [0, 1, 2, 127, 128, 255, 256, usize::MAX];
    for extents in lists {
        for set in sets {
            let _ = size(set, extents);
            for kept in sets {
                let _ = step_cost(set, !set, kept, extents, kept == 0);
                for count in [0, 1, 2, 3, 7, 8, 20] {
                    let mut operands = vec![set; count];
                    if let Some(last) = operands.last_mut() {
                        *last = kept;
                    }
                    for room in [0, 1, count.saturating_sub(1), count + 3] {
                        let mut steps = vec![(usize::MAX, 5); room];
                        let _ = cheapest(&operands, kept, extents, &mut steps);
                        let _ = total_cost(&operands, kept, extents, &steps);
                        let _ = in_order(count, &mut steps);
                        let _ = total_cost(&operands, kept, extents, &steps);
                    }
                    for left in positions {
                        for right in positions {
                            let steps = [(left, right), (right, left), (left, left)];
                            let _ = total_cost(&operands, kept, extents, &steps);
                            let _ = labels_at(right, &operands, kept, &steps);
                        }
                    }
                }
            }
        }
    }
    for count in [100, 127, 128, 129, 300] {
        let operands = vec![0b11; count];
        let mut steps = vec![(0, 0); count + 1];
        let _ = cheapest(&operands, 1, &[2, 3], &mut steps);
        let _ = total_cost(&operands, 1, &[2, 3], &steps);
        let _ = in_order(usize::MAX, &mut steps);
        let _ = labels_at(2 * count, &operands, 1, &steps);
    }
}

#[test]
fn null_is_refused() {
    let null = Tensor::from_vec(DynRankExtents::null(), Vec::<f64>::new()).unwrap();
    assert!(einsum("->", &[&null]).is_err());
}
