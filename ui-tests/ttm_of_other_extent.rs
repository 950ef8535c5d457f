// A row of the matrix has extent 4, and mode 0 has 2.
use extents::multilinear::ttm_typed;
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let m = Tensor::full(extents![2, 4], 1.0).unwrap();
    let _ = ttm_typed(&a, &m, modes![0]).unwrap();
}
