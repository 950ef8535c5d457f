// Rows never become columns by another name: that would move elements.
use extents::layout::{Canonical, ColMajor, RowMajor};
use extents::{StaticExtents, extents};

fn main() -> Result<(), extents::ShapeError> {
    let rows = RowMajor.of(extents![2, 3]);
    rows.try_convert::<StaticExtents![2, 3], ColMajor>()?;
    Ok(())
}
