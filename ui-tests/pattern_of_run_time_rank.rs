// The rank of the operand is not in its type.
use extents::einops::rearrange;
use extents::{DynRankExtents, Tensor};

fn main() {
    let x = Tensor::full(DynRankExtents::new(&[2, 3]).unwrap(), 1.0).unwrap();
    let _ = rearrange!(x[a, b] => [b, a]);
}
