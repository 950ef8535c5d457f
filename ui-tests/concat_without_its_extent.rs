// What the parts join to is stated: `concat::<Named, _, _>` names it by the types, `concat::<Const<4>, _, _>` says 4.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = concat(Const::<0>, (&a, &a));
}
