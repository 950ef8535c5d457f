// The outer product of ranks 7 and 6 has rank 13.
use extents::label::{a, b, c, d, e, f, g, h, i, j, k, l, m};
use extents::{contract, extents};

fn main() {
    let x = extents![1, 2, 1, 2, 1, 2, 1];
    let y = extents![1, 2, 1, 2, 1, 2];
    let _ = contract!(
        x[a, b, c, d, e, f, g] * y[h, i, j, k, l, m] => [a, b, c, d, e, f, g, h, i, j, k, l, m]
    );
}
