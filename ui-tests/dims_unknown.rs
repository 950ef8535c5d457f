// A dim that nobody has defined.
use extents::{StaticExtents, dims};

dims! { Batch }

fn first(_: StaticExtents![dyn Batsh, 3]) {}

fn main() {}
