// There is no variance of no elements.
use extents::{Tensor, extents, modes};

fn main() {
    let a = Tensor::<f64, _>::zeros(extents![2, 0]).unwrap();
    let _ = a.over(modes![1]).var(1);
}
