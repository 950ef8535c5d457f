// A mode of extent 1 is a mode: [2, 3, 1] is not [2, 3].
use extents::{ShapeError, StaticExtents, Tensor, extents};

fn main() -> Result<(), ShapeError> {
    let a = Tensor::full(extents![2, 3, 1], 1.0)?;
    let _: Tensor<f32, StaticExtents![2, 3]> = a;
    Ok(())
}
