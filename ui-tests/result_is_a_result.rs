// `contract!` always gives a `Result`: here `let Ok(sums) = ..` would take the tensor out of it.
use extents::label::{i, j};
use extents::{InlineTensor, StaticExtents, contract};

fn column_sums(
    a: &InlineTensor<f32, StaticExtents![2, 3]>,
) -> InlineTensor<f32, StaticExtents![3]> {
    contract!(a[i, j] => [j])
}

fn main() {
    column_sums(&InlineTensor::inline_zeros());
}
