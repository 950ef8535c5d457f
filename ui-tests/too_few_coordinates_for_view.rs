// Three modes, two coordinates.
use extents::{ShapeError, View, extents};

fn main() -> Result<(), ShapeError> {
    let elements = [0.0; 24];
    let view = View::from_slice(extents![2, 3, 4], &elements)?;
    println!("{}", view[[1, 2]]);
    Ok(())
}
