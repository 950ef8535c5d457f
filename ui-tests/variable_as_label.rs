// A coordinate where `contract!` wants a label: to read one element, write `a[[0, 1]]`.
use extents::label::i;
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let column = 1;
    let Ok(_) = contract!(a[i, column] => [i]);
}
