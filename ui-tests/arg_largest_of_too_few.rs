// The five largest of three entries.
use extents::{Const, Tensor, extents};

fn main() {
    let scores = Tensor::full(extents![2, 3], 1).unwrap();
    scores.arg_largest(Const::<1>, Const::<5>).unwrap();
}
