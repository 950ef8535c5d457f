// Mode 1 stands twice, mode 0 is missing.
use extents::{View, extents, modes};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let _ = view.permute(modes![1, 1]);
}
