// No mode of `x` is named `Past`.
use extents::{StaticExtents, TensorOf, dims};

dims! { Batch, Time, Past }

fn renamed(x: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>) {
    let _ = x.rename::<Past, Time>();
}

fn main() {
    let _ = renamed;
}
