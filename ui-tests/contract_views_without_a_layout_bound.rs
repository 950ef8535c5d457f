//! A generic function of views says of their layout that it is trusted, but not that it has strides.

use extents::generic::AsView;
use extents::label::{i, j, n};
use extents::layout::TrustedLayout;
use extents::{Mode, StaticExtents, TensorOf, contract};

fn gram<M: Mode, N: Mode, L: TrustedLayout<StaticExtents<(M, N)>>>(
    x: &impl AsView<Elem = f64, Extents = StaticExtents<(M, N)>, Layout = L>,
) -> Option<TensorOf<StaticExtents<(N, N)>, f64>> {
    let x = x.as_view();
    contract!(x[n, i] * x[n, j] => [i, j]).ok()
}

fn main() {
    let x = extents::Tensor::<f64, _>::zeros(extents::extents![2, 3]);
    println!("{:?}", x.map(|x| gram(&x)));
}
