// Tiles in the type need the rank in the type.
use extents::layout::Tiled;
use extents::{DynRankExtents, Extents, Mapping, ShapeError, modes};

fn main() -> Result<(), ShapeError> {
    let extents = DynRankExtents::from_extents(&[32, 64])?;
    let _ = Mapping::with_layout(extents, Tiled::new(modes![8, 128]))?;
    Ok(())
}
