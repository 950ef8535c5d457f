// The compiler cannot add 2 and 2 in types: the caller states 4, `concat::<Const<4>, _, _>`.
use extents::arrange::concat;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = concat(Const::<0>, (&a, &a));
}
