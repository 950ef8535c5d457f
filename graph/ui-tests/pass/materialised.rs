// What the mistake beside this file looks like when it is put right.
use extents::DType;
use extents_graph::{Assignable, Axis, DescriptionError, TensorDescription};

fn main() -> Result<(), DescriptionError> {
    let x = TensorDescription::<Assignable>::of_shape(DType::F32, &[3])?;
    let spread = x.row_major()?.expand_dims(Axis::new("N", 2), 0)?;
    let mut storage = [0.0_f32; 6];
    spread.materialise()?.row_major()?.view_mut(&mut storage)?.fill(1.0);
    assert_eq!(storage, [1.0; 6]);
    Ok(())
}
