// Indices of three rows for a matrix of two.
use extents::{Const, Tensor, extents};

fn main() {
    let mut a = Tensor::full(extents![2, 3], 1).unwrap();
    let (at, source) = (Tensor::full(extents![3, 1], 0).unwrap(), Tensor::full(extents![3, 1], 1).unwrap());
    a.put_along(Const::<1>, &at, &source).unwrap();
}
