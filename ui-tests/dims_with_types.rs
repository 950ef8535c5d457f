// As fields of a struct are written.
use extents::prelude::*;

dims! { Batch: usize, Time: usize }

fn main() {}
