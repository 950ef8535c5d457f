// The part spans 1..4. The entry says that it ends at 3, but begins at 5.
use extents::slice::{Of, Range};
use extents::{Const, extents, slice};
use extents_shapes::Shape;

fn main() {
    let Ok(part) = Shape::new(extents![10]).slice_typed(slice![1..4]);
    let Ok(_) = part.slice_typed((Range { begin: Const::<5>, count: Of::<3, 3> },));
}
