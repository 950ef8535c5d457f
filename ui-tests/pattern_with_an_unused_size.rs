// A size is of a label of the pattern.
use extents::einops::rearrange;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = rearrange!(x[rows, columns] => [columns, rows]; row = 2);
}
