// A padded layout shares no mapping with the other order.
use extents::layout::{Canonical, ColMajor, RowMajor};
use extents::{Const, Mapping, StaticExtents, extents};

fn main() -> Result<(), extents::ShapeError> {
    let rows = Mapping::with_layout(extents![2, 3], RowMajor.padded(Const::<4>))?;
    rows.try_convert::<StaticExtents![2, 3], ColMajor>()?;
    Ok(())
}
