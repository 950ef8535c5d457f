//! More labels in one contraction than there are loops, which are 40, all of them in types. What the compiler does for
//! each of them grows with their number: 48 labels take a quarter of the time of 72.

#![allow(clippy::unwrap_used, reason = "a test says what is wrong by panicking")]

use extents::label::*;
use extents::{InlineTensor, Scalar, StaticExtents, contract, labels};

labels! {
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3
}

type Twos = InlineTensor<i8, StaticExtents![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]>;
type None = InlineTensor<i8, StaticExtents![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]>;

#[test]
fn sums_over_nothing_beside_many_labels_are_zero() {
    let (twos, none) = (Twos::inline_zeros(), None::inline_zeros());
    let Ok(sum) = contract!(twos[a, b, c, d, e, f, g, h, i, j, k, l] * twos[m, n, o, p, q, r, s, t, u, v, w, x]
        * twos[a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1] * none[b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3]
        => []);
    assert_eq!(sum[[]], i8::ZERO);
}

/// One nest of 48 loops would take days; two at a time, each operand is summed on its own.
#[test]
fn more_labels_than_loops_contract_two_at_a_time() {
    let mut twos = Twos::inline_zeros();
    twos[[0; 12]] = 2;
    twos[[1; 12]] = 3;
    let Ok(sum) = contract!(twos[a, b, c, d, e, f, g, h, i, j, k, l] * twos[m, n, o, p, q, r, s, t, u, v, w, x]
        * twos[a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1] * twos[b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3]
        => []);
    // 5 to the power of 4, modulo 256.
    assert_eq!(sum[[]], 625_i32 as i8);
}
