// The macro is not imported: `use extents::contract;`, or `use extents::prelude::*;`.
use extents::label::{i, j};
use extents::{Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 2], 1.0).unwrap();
    let _ = contract!(a[i, j] => [i]);
}
