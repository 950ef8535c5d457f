// Extents of one type match themselves; of two types, generic code says that they may match.
use extents::{Extents, ShapeError, TensorOf};

fn sum<E: Extents, F: Extents>(a: &TensorOf<E>, b: &TensorOf<F>) -> Result<f32, ShapeError> {
    (a + b).sum().map_err(Into::into)
}

fn main() {}
