// Typed extents go to rank 12.
use extents::rearrange::InsertMode;
use extents::{Const, Mapping, extents};


fn main() {
    let mapping = Mapping::new(extents![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let Ok(_) = mapping.rearrange(InsertMode(Const::<0>));
}
