// A dim that is a number is that number.
use extents::label::{d, h, k};
use extents::{contract, dims, extents};

dims! { Heads = 8 }

fn main() {
    let q = extents![(Heads), 64];
    let _ = contract!(q[h, d] * extents![9, 3][h, k] => [d, k]);
}
