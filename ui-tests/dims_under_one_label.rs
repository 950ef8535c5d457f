// `t` stands for the time of one operand and for the past of the other.
use extents::prelude::*;

dims! { Batch, Time, Past }

fn attend(
    queries: &TensorOf<StaticExtents![dyn Batch, dyn Time, 64], f32>,
    keys: &TensorOf<StaticExtents![dyn Batch, dyn Past, 64], f32>,
) {
    let _ = contract!(queries[b, t, k] * keys[b, t, k] => [b, t]);
}

fn main() {}
