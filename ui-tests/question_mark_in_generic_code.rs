use extents::{Extents, ShapeError, TensorOf};

fn double<E: Extents>(x: &TensorOf<E, f64>, y: &mut TensorOf<E, f64>) -> Result<(), ShapeError> {
    y.copy_from(x)?;
    Ok(())
}

fn main() {}
