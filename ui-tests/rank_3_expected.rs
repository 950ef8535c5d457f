// The kernel wants a batch of matrices and is given one matrix.
use extents::{Rank, ShapeError, Tensor, TensorOf, extents};

fn sum_of_first<E: Rank<3>>(batch: &TensorOf<E>) -> f32 {
    batch[[0, 0, 0]]
}

fn main() -> Result<(), ShapeError> {
    let matrix = Tensor::full(extents![2, 3], 1.0)?;
    sum_of_first(&matrix);
    Ok(())
}
