// One has 2 rows, the other one 4.
use extents::arrange::stack;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let b = Tensor::full(extents![4, 3], 2).unwrap();
    let _ = stack(Const::<0>, (&a, &b));
}
