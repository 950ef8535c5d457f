// Three modes, a list of two.
use extents::layout::MinorToMajor;
use extents::{Mapping, extents, modes};


fn main() {
    let _ = Mapping::with_layout(extents![2, 3, 4], MinorToMajor::new(modes![1, 0]));
}
