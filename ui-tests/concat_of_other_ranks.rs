// A vector is not a row of a matrix: `insert_mode` makes it one.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let row = Tensor::full(extents![3], 1).unwrap();
    let _ = concat::<Const<3>, _, _>(Const::<0>, (&a, &row));
}
