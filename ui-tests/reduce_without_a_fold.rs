// Which fold becomes of the entries of `b`?
use extents::einops::reduce;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 3], 1.0).unwrap();
    let _ = reduce!(x[a, b] => [a]);
}
