// The result names two of its modes `i`.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![3, 3]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] => [i, i]);
}
