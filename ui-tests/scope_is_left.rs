// A tensor of a scope does not leave it: `weaken` gives its mode the name without the scope.
use extents::prelude::*;

dims! { Batch ..= 4096 }

fn main() -> Result<(), ShapeError> {
    let mut last = None;
    Sym::<Batch>::try_new(64)?.scope(|batch| {
        let x = Tensor::full(extents![dyn = batch, 3]?, 1.0)?;
        last = Some(x);
        Ok(())
    })
}
