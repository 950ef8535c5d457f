// A thread that outlives the scope takes no tensor of it; one of `std::thread::scope` does.
use std::thread;

use extents::prelude::*;

dims! { Batch }

fn main() -> Result<(), ShapeError> {
    Sym::<Batch>::new(64).scope(|batch| {
        let x = Tensor::full(extents![dyn = batch, 3]?, 1.0)?;
        thread::spawn(move || x.extents().size());
        Ok(())
    })
}
