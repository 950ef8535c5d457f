// One more than the time is not two more, whatever the time is.
use extents::{StaticExtents, Tensor, dims};

dims! { Time }

fn later(x: &Tensor<f32, StaticExtents![(1 + Time)]>) {
    let _ = x.same::<StaticExtents![(Time + 2)]>();
}

fn main() {
    let _ = later;
}
