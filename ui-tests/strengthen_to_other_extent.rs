// Mode 1 is 8 by its type: no check at run time makes it 16.
use extents::{Extents, ShapeError, StaticExtents, extents};

fn main() -> Result<(), ShapeError> {
    let images = std::env::args().count();
    let shape = extents![dyn images, 8]?;
    shape.strengthen::<StaticExtents![10, 16]>()?;
    Ok(())
}
