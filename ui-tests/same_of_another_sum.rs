// One more than the time is not two more, whatever the time is.
use extents::{Extents, StaticExtents, Tensor, dims};

dims! { Time }

fn main() {
    let later = <StaticExtents![(1 + Time)]>::from_extents(&[4]).unwrap();
    let x = Tensor::full(later, 0.0).unwrap();
    let _ = x.same::<StaticExtents![(Time + 2)]>();
}
