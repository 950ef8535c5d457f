// `Batch*2` has the factor 2, and 4 of it would be half of a batch.
use extents::einops::{rearrange, repeat};
use extents::{Tensor, dims, extents};

dims! { Batch }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 2].unwrap(), 1.0).unwrap();
    let twice = repeat!(x[b] => [(b 2)]).unwrap();
    let _ = rearrange!(twice[(b p)] => [p, b]; p = 4);
}
