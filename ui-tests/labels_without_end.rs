// Sums that have an order are taken in one nest of loops: 72 of two entries each would never end.
#![recursion_limit = "512"]
use std::num::Saturating;

use extents::label::*;
use extents::{InlineTensor, StaticExtents, contract, labels};

labels! {
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7,
    c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7
}

type Twos = InlineTensor<Saturating<i8>, StaticExtents![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]>;

fn main() {
    let twos = Twos::inline_zeros();
    let Ok(_) = contract!(twos[a, b, c, d, e, f, g, h, i, j, k, l] * twos[m, n, o, p, q, r, s, t, u, v, w, x]
        * twos[a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1] * twos[b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3]
        * twos[c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5] * twos[d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7]
        => []);
}
