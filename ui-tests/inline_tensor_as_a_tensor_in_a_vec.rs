// `&Tensor<T, E>` is a tensor in a `Vec`: a function that takes `View<'_, T, E>` takes any, as `inline.view()`.
use extents::{Extents, InlineTensor, StaticExtents, Tensor};

fn total<E: Extents>(x: &Tensor<f64, E>) -> f64 {
    x.sum()
}

fn main() {
    let inline: InlineTensor<f64, StaticExtents![2, 3]> = InlineTensor::inline_zeros();
    let _ = total(&inline);
}
