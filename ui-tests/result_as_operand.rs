// What an operation returns is a `Result`: a `?` is missing after it.
use extents::{ShapeError, Tensor, extents};

fn main() -> Result<(), ShapeError> {
    let a = Tensor::full(extents![2, 2], 1.0_f64)?;
    let _ = &a + a.map(|x| x * 2.0);
    Ok(())
}
