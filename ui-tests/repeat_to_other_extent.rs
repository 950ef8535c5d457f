// 3 entries twice are 6.
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.repeat_each::<Const<5>, _, _>(Const::<1>, Const::<2>);
}
