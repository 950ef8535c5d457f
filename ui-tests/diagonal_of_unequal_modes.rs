// The trace of a matrix that is not square.
use extents::label::i;
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[i, i] => []);
}
