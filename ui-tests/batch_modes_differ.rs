// 16 images are multiplied by 10 weights, image by image.
use extents::label::{i, j, k, n};
use extents::{Tensor, contract, extents};

fn main() -> Result<(), extents::ShapeError> {
    let images = Tensor::full(extents![16, 8, 8], 1.0)?;
    let weights = Tensor::full(extents![10, 8, 4], 1.0)?;
    contract!(images[n, i, j] * weights[n, j, k] => [n, i, k])?;
    Ok(())
}
