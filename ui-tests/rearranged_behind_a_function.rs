// A function of the user's own that takes any operation: the error shows its line, and what was asked of it.
use extents::layout::RowMajor;
use extents::rearrange::{Rearrange, Sliced};
use extents::{Extents, StaticExtents, View, extents, slice};

fn first<E: Extents, O: Rearrange<StaticExtents![2, 3], RowMajor, Extents = E>>(
    view: &View<'_, i32, StaticExtents![2, 3]>,
    operation: O,
) -> usize {
    let part = view.rearrange(operation);
    part.map_or(0, |part| part.extents().size())
}

fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    println!("{}", first(&view, Sliced(slice![.., 1..5])));
}
