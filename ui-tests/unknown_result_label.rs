// The result asks for `m`, which no operand has.
use extents::label::{i, j, k, m};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let b = InlineTensor::<f32, StaticExtents![3, 4]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, m]);
}
