// The order names a mode that the view does not have.
use extents::{View, dims, extents, names};

dims! { Batch, Time, Past }

fn main() {
    let view = View::from_slice(extents![dyn Batch = 2, dyn Time = 2].unwrap(), &[1, 2, 3, 4]).unwrap();
    let _ = view.permute(names![Past, Batch]);
}
