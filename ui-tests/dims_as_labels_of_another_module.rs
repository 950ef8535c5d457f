// Two dims of one printed name are two dims: the labels stand in another order than the modes.
use extents::{Tensor, contract, dims, extents};

mod library {
    extents::dims! { pub Batch }
}
use library::Batch as Theirs;
dims! { Batch }

fn main() {
    let x = Tensor::full(extents![dyn Theirs = 2, dyn Batch = 2].unwrap(), 1.0).unwrap();
    let _ = contract!(x[Theirs, Batch] => [Batch, Theirs]);
    let _ = contract!(x[Batch, Theirs] => [Batch, Theirs]);
}
