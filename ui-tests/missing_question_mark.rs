// With a `dyn` mode `extents!` gives a `Result`: a `?` is missing after it.
use extents::{ShapeError, Tensor, extents};

fn main() -> Result<(), ShapeError> {
    let rows = std::env::args().count();
    let _ = Tensor::full(extents![dyn rows, 3], 1.0)?;
    Ok(())
}
