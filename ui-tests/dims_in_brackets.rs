// Dims are added, multiplied and divided, and that is all.
use extents::{StaticExtents, dims};

dims! { Time }

fn last(_: StaticExtents![(Time % 2)]) {}

fn main() {}
