// Each element would be reached by several indices.
use extents::{Tensor, extents};

fn main() {
    let mut a = Tensor::full(extents![2, 3], 1).unwrap();
    let _ = a.view_mut().broadcast_to(extents![5, 2, 3]);
}
