// A [2, 4] tensor where [2, 3] is declared.
use extents::{ShapeError, StaticExtents, Tensor, extents};

fn main() -> Result<(), ShapeError> {
    let a = Tensor::full(extents![2, 4], 1.0)?;
    let _: Tensor<f32, StaticExtents![2, 3]> = a;
    Ok(())
}
