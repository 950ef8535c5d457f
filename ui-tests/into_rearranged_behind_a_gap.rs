// A layout of a program's own that leaves five elements out in front: what a view begins with is not where a tensor begins.
use extents::layout::{Layout, StridedLayout, Trusted, TrustedLayout};
use extents::rearrange::Reverse;
use extents::{DynExtents, Extents, Mapping, Tensor};

#[derive(Clone, Debug)]
struct Late;
impl Layout<DynExtents<1>> for Late {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = false;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, _: &DynExtents<1>, index: &[usize; 1]) -> usize {
        5 + index[0]
    }
    fn required_span_size(&self, extents: &DynExtents<1>) -> usize {
        5 + extents.size()
    }
}
impl StridedLayout<DynExtents<1>> for Late {
    fn strides(&self, _: &DynExtents<1>) -> [isize; 1] {
        [1]
    }
    fn base_offset(&self, _: &DynExtents<1>) -> usize {
        5
    }
}
// SAFETY: the offsets are those from 5 on.
unsafe impl TrustedLayout<DynExtents<1>> for Late {}

fn main() {
    let mapping = Mapping::with_layout(DynExtents::new([3]).unwrap(), Late).unwrap();
    let a = Tensor::from_storage(mapping, vec![1; 8]).unwrap();
    let _ = a.into_rearranged(Reverse(0));
}
