// One has 2 rows, the other one 4.
use extents::{Tensor, extents};

fn main() {
    let mut a = Tensor::full(extents![2, 3], 1).unwrap();
    let mut b = Tensor::full(extents![4, 3], 2).unwrap();
    let _ = a.swap_with(&mut b);
}
