// Two values of one name may differ, so that their extents are compared.
use extents::label::{b, h};
use extents::{contract, dims, extents};

dims! { Batch ..= 64 }

fn main() {
    let x = extents![dyn Batch = 3, 64].unwrap();
    let Ok(_) = contract!(x[b, h] * x[b, h] => [b]);
}
