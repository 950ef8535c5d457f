// A column-major kernel, a row-major view.
use extents::layout::ColMajor;
use extents::{ShapeError, StaticExtents, View, extents};

fn first_column(matrix: View<'_, f32, StaticExtents![2, 3], ColMajor>) -> [f32; 2] {
    [matrix[[0, 0]], matrix[[1, 0]]]
}

fn main() -> Result<(), ShapeError> {
    let elements = [0.0; 6];
    let matrix = View::from_slice(extents![2, 3], &elements)?;
    first_column(matrix);
    Ok(())
}
