// 2 and 4 entries are 6.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let b = Tensor::full(extents![4, 3], 2).unwrap();
    let _ = concat::<Const<7>, _, _>(Const::<0>, (&a, &b));
}
