// A row of the matrix has extent 4, and mode 0 has 2.
use extents::multilinear::ttm;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let m = Tensor::full(extents![2, 4], 1.0).unwrap();
    let _ = ttm(&a, &m, Const::<0>).unwrap();
}
