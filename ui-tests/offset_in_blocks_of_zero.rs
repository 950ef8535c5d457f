// Blocks without entries: no value is made, the types alone are asked.
use extents::layout::{Blocked, UniformTiles};
use extents::{Mapping, StaticExtents};

type Blocks = Blocked<UniformTiles<StaticExtents![0]>>;

fn main() {
    let _ = Mapping::<StaticExtents![4], Blocks>::offset_of([3]);
}
