// Mode 1 stands twice, mode 0 is missing.
use extents::layout::MinorToMajor;
use extents::{Mapping, extents, modes};


fn main() {
    let _ = Mapping::with_layout(extents![2, 3], MinorToMajor::new(modes![1, 1]));
}
