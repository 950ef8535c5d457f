// A batch that is never so large.
use extents::label::{b, h, k};
use extents::{contract, dims, extents};

dims! { Batch ..= 4096 }

fn main() {
    let x = extents![dyn Batch = 3, 64].unwrap();
    let _ = contract!(x[b, h] * extents![5000, 10][b, k] => [h, k]);
}
