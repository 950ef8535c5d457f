// A sum of two matrices: `contract!` multiplies.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f64, StaticExtents![2, 2]>::inline_zeros();
    let Ok(_) = contract!(a[i, j] + a[j, i] => [i, j]);
}
