// With run-time extents the contraction can fail, and `let Ok(..)` forgets that.
use extents::label::{i, j, k};
use extents::{ShapeError, Tensor, contract, extents};

fn main() -> Result<(), ShapeError> {
    let rows = std::env::args().count();
    let a = Tensor::full(extents![dyn rows, 3]?, 1.0)?;
    let b = Tensor::full(extents![3, 4], 1.0)?;
    let Ok(_) = contract!(a[i, j] * b[j, k] => [i, k]);
    Ok(())
}
