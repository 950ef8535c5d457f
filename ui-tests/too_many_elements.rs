// 2^64 elements: no index could count them.
use extents::extents;

fn main() {
    let _ = extents![0x1_0000_0000, 0x1_0000_0000];
}
