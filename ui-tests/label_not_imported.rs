// The label `j` is not imported: `use extents::label::{i, j};`, or `use extents::prelude::*;`.
use extents::label::i;
use extents::{Tensor, contract, extents};

fn main() {
    let a = Tensor::full(extents![2, 2], 1.0).unwrap();
    let _ = contract!(a[i, j] => [i]);
}
