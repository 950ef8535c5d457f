// A label names one mode of the operand, also where a number names none.
use extents::einops::reduce;
use extents::{Tensor, extents};

fn main() {
    let x = Tensor::full(extents![2, 2, 3, 4], 1.0).unwrap();
    let _ = reduce!(x[a, 2, a, b] => [b]; sum);
}
