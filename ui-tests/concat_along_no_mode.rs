// A matrix has no mode 2.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = concat::<Const<7>, _, _>(Const::<2>, (&a, &a));
}
