// The rank is known only at run time: an array of `Slice` has its entries as numbers.
use extents::{DynRankExtents, ShapeError, View, slice};


fn main() -> Result<(), ShapeError> {
    let shape = DynRankExtents::new(&[2, 3])?;
    let view = View::from_slice(shape, &[1, 2, 3, 4, 5, 6])?;
    view.slice(slice![1, ..])?;
    Ok(())
}
