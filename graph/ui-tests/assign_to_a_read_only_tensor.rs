// A broadcast repeats its elements, so it is read only.
use extents::DType;
use extents_graph::{Assignable, Axis, TensorDescription};

fn main() {
    let x = TensorDescription::<Assignable>::of_shape(DType::F32, &[3]).unwrap();
    let spread = x.row_major().unwrap().expand_dims(Axis::new("N", 2), 0).unwrap();
    let mut storage = [0.0_f32; 3];
    let _ = spread.view_mut(&mut storage);
}
