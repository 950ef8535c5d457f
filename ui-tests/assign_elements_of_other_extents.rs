// Three columns cannot be written to four.
use extents::{ShapeError, Tensor, extents};

fn main() -> Result<(), ShapeError> {
    let rows = std::env::args().count();
    let a = Tensor::full(extents![dyn rows, 3]?, 1.0)?;
    let mut b = Tensor::full(extents![2, 4], 0.0)?;
    b.assign(&a)?;
    Ok(())
}
