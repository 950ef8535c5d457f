// Typed extents go to rank 12.
use extents::extents;

fn main() {
    let _ = extents![1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1];
}
