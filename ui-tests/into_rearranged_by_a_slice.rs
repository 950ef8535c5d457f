// A slice leaves elements out, and a tensor keeps its own.
use extents::rearrange::Sliced;
use extents::{Tensor, extents, slice};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let Ok(_) = a.into_rearranged(Sliced(slice![1, ..]));
}
