// `DynExtents<2>` knows no extent, so it has none to keep.
use extents::{DynExtents, Extents, ShapeError, StaticExtents};

fn main() -> Result<(), ShapeError> {
    let _ = DynExtents::new([10, 8])?.weaken::<StaticExtents![dyn, 8]>();
    Ok(())
}
