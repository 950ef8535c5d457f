// Along mode 1 the other extents are 2 and 4.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let b = Tensor::full(extents![4, 3], 2).unwrap();
    let _ = concat::<Const<6>, _, _>(Const::<1>, (&a, &b));
}
