// A tile of XLA that holds nothing.
use extents::layout::Tiled;
use extents::{Mapping, extents, modes};

fn main() {
    let layout = Tiled::new(modes![8, 0]);
    let _ = Mapping::with_layout(extents![32, 64], layout);
}
