// `dyn Batch` is the type of the mode; its value needs a number.
use extents::prelude::*;

dims! { Batch }

fn main() {
    let _ = extents![dyn Batch, 3];
}
