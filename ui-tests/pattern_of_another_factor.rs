// `Batch*Time` has no factor `Past`.
use extents::einops::rearrange;
use extents::{Tensor, dims, extents};

dims! { Batch, Time, Past }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3].unwrap(), 1.0).unwrap();
    let rows = rearrange!(x[b, t] => [(b t)]).unwrap();
    let _ = rearrange!(rows[(p t)] => [t, p]; p = dyn Past = 2);
}
