// One name of two extents.
use extents::dims;

dims! { Heads = 8, Heads = 9 }

fn main() {}
