// The extents hold more elements than any tensor can, and only their size is asked for.

use extents::{Extents, StaticExtents};

const SIZE: Option<usize> = <StaticExtents![0x1_0000_0000, 0x1_0000_0000]>::STATIC_SIZE;

fn main() {
    println!("{SIZE:?}");
}
