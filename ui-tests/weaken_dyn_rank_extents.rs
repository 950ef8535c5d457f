// `DynRankExtents` knows nothing, so there is only `strengthen`.
use extents::{DynExtents, DynRankExtents, Extents, ShapeError};

fn main() -> Result<(), ShapeError> {
    let _ = DynRankExtents::new(&[10, 8])?.weaken::<DynExtents<2>>();
    Ok(())
}
