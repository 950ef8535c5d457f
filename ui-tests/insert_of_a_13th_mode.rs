// Typed extents go to rank 12.
use extents::rearrange::InsertMode;
use extents::{Mapping, extents};


fn main() {
    let mapping = Mapping::new(extents![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let Ok(_) = mapping.rearrange(InsertMode::<0>);
}
