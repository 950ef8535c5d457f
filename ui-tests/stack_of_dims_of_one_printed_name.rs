// Two dims are the same if they are one type, whatever their names.
use extents::arrange::{concat, stack};
use extents::rearrange::Named;
use extents::{Const, Tensor, dims, extents};

mod library {
    extents::dims! { pub Batch }
}
use library::Batch as Theirs;
dims! { Batch, Time }

fn main() {
    let a = Tensor::full(extents![dyn Batch = 2, dyn Time = 2].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn Theirs = 2, dyn Time = 2].unwrap(), 1).unwrap();
    let _ = stack(Const::<0>, (&a, &b)).unwrap();
    // Along the mode of both, each may have a name of its own.
    let _ = concat::<Named, _, _>(Const::<0>, (&a, &b)).unwrap();
    let _ = concat::<Named, _, _>(Const::<1>, (&a, &b)).unwrap();
}
