// `Past` is no mode of the view, so nothing can be kept of it.
use extents::{View, dims, extents, slice};

dims! { Batch, Time, Past }

fn main() {
    let view = View::from_slice(extents![dyn Batch = 2, dyn Time = 2].unwrap(), &[1, 2, 3, 4]).unwrap();
    let _ = view.slice(slice![Past = 1..2]);
}
