// A name in a scope says another thing than the name, and than that in another scope.
use extents::prelude::*;
use extents::rearrange::Same;

dims! { Batch }

type OfScope<'b> = StaticExtents![dyn 'b Batch];

fn forged<'b>(_: OfScope<'b>) -> Result<(), ShapeError> {
    let x = Tensor::full(extents![dyn Batch = 99]?, 1.0)?;
    let _ = x.view().rearrange(Same::<OfScope<'b>>::new())?;
    Ok(())
}

fn main() {
    let _ = Sym::<Batch>::new(64).scope(|batch| forged(extents![dyn = batch]?));
}
