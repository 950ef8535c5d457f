// Blocks of three modes for a matrix: no value is made, the types alone are asked.
use extents::layout::{Blocked, UniformTiles};
use extents::{Mapping, StaticExtents};

type Blocks = Blocked<UniformTiles<StaticExtents![2, 2, 2]>>;

fn main() {
    let _ = Mapping::<StaticExtents![4, 4], Blocks>::offset_of([3, 3]);
}
