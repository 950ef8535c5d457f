// Blocks of rank 1 for a matrix.
use extents::layout::Blocked;
use extents::{Mapping, extents};

fn main() {
    let Ok(layout) = Blocked::uniform(extents![8]);
    let _ = Mapping::with_layout(extents![32, 64], layout);
}
