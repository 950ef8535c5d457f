// Dims are added and multiplied.
use extents::{StaticExtents, dims};

dims! { Time }

fn last(_: StaticExtents![(Time - 1)]) {}

fn main() {}
