// A struct is no label, even where it has a good name.
use extents::label::i;
use extents::{InlineTensor, StaticExtents, contract};

struct Column;

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[i, Column] => [Column, i]);
}
