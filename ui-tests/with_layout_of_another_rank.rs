// A list of three modes for a matrix, whose strides say nothing where each extent is 1.
use extents::layout::MinorToMajor;
use extents::{View, extents};

fn main() {
    let view = View::from_slice(extents![1, 1], &[7]).unwrap();
    let _ = view.with_layout::<MinorToMajor<[usize; 3]>>();
}
