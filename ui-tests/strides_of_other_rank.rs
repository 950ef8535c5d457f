// Two modes, three strides.
use extents::layout::Strided;
use extents::{Mapping, extents, strides};


fn main() {
    let _ = Mapping::with_layout(extents![2, 3], Strided::new(strides![12, 4, 1]));
}
