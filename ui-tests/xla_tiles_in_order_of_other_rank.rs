// An order of two modes for a shape of three.
use extents::layout::{MinorToMajor, Tiled};
use extents::{Mapping, extents, modes};

fn main() {
    let layout = Tiled::new(modes![8, 128]).in_order(MinorToMajor::new(modes![0, 1]));
    let _ = Mapping::with_layout(extents![2, 3, 4], layout);
}
