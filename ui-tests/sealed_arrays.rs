//! An operand that would lend an array of many elements when its extents are read, and one of few when it is contracted.
use extents::backend::{Array, ArrayView, AsArrayView, Native};
use extents::StaticExtents;
use extents::layout::RowMajor;

struct Liar(Array<Native<f64>, StaticExtents![dyn]>);

impl AsArrayView for Liar {
    type Device = Native<f64>;
    type Extents = StaticExtents![dyn];
    type Layout = RowMajor;
    fn as_array_view(&self) -> ArrayView<'_, Native<f64>, StaticExtents![dyn]> {
        self.0.view()
    }
}

fn main() {}
