// Strides that are values may be those of rows, or not: that is seen at run time.
use extents::layout::{RowMajor, Strided};
use extents::{Mapping, StaticExtents, extents};

fn main() -> Result<(), extents::ShapeError> {
    let strided = Mapping::with_layout(extents![2, 3], Strided::new([3, 1]))?;
    let _rows = strided.convert::<StaticExtents![2, 3], RowMajor>();
    Ok(())
}
