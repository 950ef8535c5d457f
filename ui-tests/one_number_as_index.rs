// A tensor of rank 2 is not indexed by one number; `as_slice` is.
use extents::{InlineTensor, StaticExtents};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    println!("{}", a[5]);
}
