// An expression as an extent stands in braces.
use extents::extents;

const N: usize = 3;

fn main() {
    let _ = extents![N + 1, 3];
}
