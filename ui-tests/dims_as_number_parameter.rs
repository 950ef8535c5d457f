// A layer takes the names of its widths, and for a width that is a number `Const<64>`.
use extents::{Dim, StaticExtents, TensorOf, dims};

dims! { Features }

struct Linear<I: Dim, O: Dim>(TensorOf<StaticExtents![dyn I, dyn O], f32>);

fn narrow(_: &Linear<Features, 64>) {}

fn main() {}
