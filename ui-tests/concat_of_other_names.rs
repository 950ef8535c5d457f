// Along mode 1 the other extents are `Rows` and `Columns`.
use extents::arrange::concat;
use extents::{Const, Dyn, Tensor, dims, extents};

dims! { Rows, Columns }

fn main() {
    let a = Tensor::full(extents![dyn Rows = 2, 3].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn Columns = 2, 3].unwrap(), 2).unwrap();
    let _ = concat::<Dyn, _, _>(Const::<1>, (&a, &b));
}
