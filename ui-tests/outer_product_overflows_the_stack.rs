// Two inline vectors, an outer product of 256 KiB: too much for the stack.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![256]>::inline_zeros();
    let Ok(_) = contract!(a[i] * a[j] => [i, j]);
}
