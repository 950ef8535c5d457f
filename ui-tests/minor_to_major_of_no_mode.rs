// A list of two modes names modes 0 and 1.
use extents::layout::MinorToMajor;
use extents::{Mapping, extents, modes};


fn main() {
    let _ = Mapping::with_layout(extents![2, 3], MinorToMajor::new(modes![2, 1]));
}
