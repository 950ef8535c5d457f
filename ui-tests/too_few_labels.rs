// Three modes, two labels.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3, 4]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] => [j, i]);
}
