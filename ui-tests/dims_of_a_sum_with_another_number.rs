// A dim that is a number is that number, mode by mode too.
use extents::{Tensor, dims, extents};

dims! { Heads = 8 }

fn main() {
    let a = Tensor::full(extents![(Heads), 2], 1.0).unwrap();
    let b = Tensor::full(extents![9, 2], 1.0).unwrap();
    let _ = (&a + &b).eval();
}
