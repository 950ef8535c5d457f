// Names in another order are put in order on a device too; but `b` has a mode `Past`, and no `Time`.
use extents::backend::{Array, Native};
use extents::{StaticExtents, dims};

dims! { Batch, Time, Past }

fn difference(
    a: &Array<Native<f32>, StaticExtents![dyn Batch, dyn Time]>,
    b: &Array<Native<f32>, StaticExtents![dyn Past, dyn Batch]>,
) {
    let _ = (a - b).eval();
}

fn main() {
    let _ = difference;
}
