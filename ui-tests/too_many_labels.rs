// Two modes, three labels.
use extents::label::{i, j, k};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[i, j, k] => [k, j, i]);
}
