// A coordinate in the place of a label: to read one element, write `a[[1, 0]]`.
use extents::label::i;
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[i, 0] => [i]);
}
