// The extents are known at run time, the rank is not: two modes, three labels.
use extents::label::{i, j, k};
use extents::{DynExtents, Tensor, contract};

fn main() -> Result<(), extents::ShapeError> {
    let a = Tensor::full(DynExtents::new([2, 3])?, 1.0)?;
    contract!(a[i, j, k] => [k, j, i])?;
    Ok(())
}
