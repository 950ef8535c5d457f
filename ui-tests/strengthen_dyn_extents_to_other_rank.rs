// The rank of `DynExtents<2>` is in the type: it never becomes 3.
use extents::{DynExtents, Extents, ShapeError, StaticExtents};

fn main() -> Result<(), ShapeError> {
    DynExtents::new([10, 64])?.strengthen::<StaticExtents![dyn, 8, 8]>()?;
    Ok(())
}
