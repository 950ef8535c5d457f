// Label `k` has extent 4, then 5.
use extents::label::{i, j, k, l};
use extents::{Tensor, extents, plan};

fn main() {
    let a = Tensor::full(extents![2, 3], 1.0).unwrap();
    let b = Tensor::full(extents![3, 4], 1.0).unwrap();
    let c = Tensor::full(extents![5, 6], 1.0).unwrap();
    let _ = plan!(a[i, j] * b[j, k] * c[k, l] => [i, l]);
}
