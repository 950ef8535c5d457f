// `I` and `J` may be one label, for all that this function knows.
use extents::label::Label;
use extents::{StaticExtents, TensorOf, contract};

fn product<I: Label, J: Label, K: Label>(
    x: &TensorOf<StaticExtents![2, 3], f32>,
    y: &TensorOf<StaticExtents![3, 4], f32>,
) {
    let _ = contract!(x[I, J] * y[J, K] => [I, K]);
}

fn main() {}
