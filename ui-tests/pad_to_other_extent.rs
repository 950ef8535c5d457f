// One entry more on each side are 5 in all.
use extents::arrange::Padding;
use extents::{Const, Tensor, extents};

fn main() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.pad::<Const<6>, _, _, _>(Const::<1>, (Const::<1>, Const::<1>), Padding::Edge);
}
