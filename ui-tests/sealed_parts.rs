// What lanes and chunks are made of spans as much as the whole only where the whole has such entries: views make them,
// and no other crate can.
use extents::layout::{RowMajor, Strided};
use extents::rearrange::{Chunked, Lane};
use extents::{DynStride, Mapping, StaticExtents, extents, strides};

type Columns = Strided<(DynStride, DynStride)>;

fn main() {
    let none = Mapping::with_layout(extents![0, 5], Strided::new(strides![dyn 1, dyn 1 << 62]));
    let lane = <Columns as Lane<StaticExtents![0, 5], 1>>::lane(&none.unwrap());
    let chunk = <RowMajor as Chunked<StaticExtents![2, 2], 0>>::chunk(&Mapping::new(extents![2, 2]), 9);
}
