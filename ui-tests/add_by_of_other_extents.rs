// Four rows for five words.
use extents::{Const, Tensor, extents};

fn main() {
    let mut table = Tensor::full(extents![9, 3], 1).unwrap();
    let (words, rows) = (Tensor::full(extents![5], 0).unwrap(), Tensor::full(extents![4, 3], 1).unwrap());
    table.add_by(Const::<0>, &words, &rows).unwrap();
}
