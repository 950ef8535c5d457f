// `StaticExtents!` is the type, `extents!` the value.
use extents::{StaticExtents, Tensor};

fn main() {
    let _ = Tensor::full(StaticExtents![2, 3], 0.0);
}
