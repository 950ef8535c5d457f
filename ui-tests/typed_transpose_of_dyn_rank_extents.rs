// How many modes there are is known only at run time: `transpose_by` does it.
use extents::{DynRankExtents, ShapeError, View};


fn main() -> Result<(), ShapeError> {
    let shape = DynRankExtents::new(&[2, 3])?;
    let view = View::from_slice(shape, &[1, 2, 3, 4, 5, 6])?;
    view.transpose();
    Ok(())
}
