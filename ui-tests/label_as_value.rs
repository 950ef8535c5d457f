// Labels are types: they have no value, so they do not index.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let _ = a[[i, j]];
}
