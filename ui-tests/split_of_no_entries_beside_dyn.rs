// The other mode may be so large that its product with 7 overflows.
use extents::rearrange::Split;
use extents::{Const, Mapping, ShapeError, extents};


fn main() -> Result<(), ShapeError> {
    let rows = std::env::args().count();
    let mapping = Mapping::new(extents![dyn rows, 0]?);
    let Ok(_) = mapping.rearrange(Split(Const::<1>, extents![0, 7]));
    Ok(())
}
