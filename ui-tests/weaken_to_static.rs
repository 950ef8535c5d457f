// Weakening only forgets: a `dyn` mode does not become static without a check.
use extents::{Extents, ShapeError, StaticExtents, extents};

fn main() -> Result<(), ShapeError> {
    let images = std::env::args().count();
    let _ = extents![dyn images, 8]?.weaken::<StaticExtents![10, 8]>();
    Ok(())
}
