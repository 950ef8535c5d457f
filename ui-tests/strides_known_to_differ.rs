// The compiler knows these strides: 3, not 4.
use extents::layout::Strided;
use extents::{Const, View, extents};

fn main() -> Result<(), extents::ShapeError> {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    let _named = view.with_layout::<Strided<(Const<4>, Const<1>)>>();
    Ok(())
}
