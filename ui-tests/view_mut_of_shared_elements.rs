// Both rows are the same elements.
use extents::layout::Strided;
use extents::{Mapping, Tensor, extents, strides};


fn main() {
    let mapping = Mapping::with_layout(extents![2, 3], Strided::new(strides![0, 1])).unwrap();
    let mut tensor = Tensor::full(mapping, 7).unwrap();
    tensor.view_mut()[[0, 0]] = 8;
}
