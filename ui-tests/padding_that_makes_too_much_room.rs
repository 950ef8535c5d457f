// Rows of 2^62 elements: three times two of them do not fit.
use extents::layout::{Padded, RowMajor};
use extents::{Const, Mapping, StaticExtents};

type Padding = Padded<RowMajor, Const<{ 1 << 62 }>>;
const SPAN: usize = Mapping::<StaticExtents![3, 2, 5], Padding>::REQUIRED_SPAN_SIZE;

fn main() {
    let _ = SPAN;
}
