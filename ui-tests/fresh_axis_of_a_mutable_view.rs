// A new mode repeats each element, also where it is folded: a mutable view would reach an element four times.
use extents::rearrange::{Axes, Fresh, NotGiven, One};
use extents::{Const, Tensor, extents};

fn main() {
    let mut x = Tensor::full(extents![dyn 2].unwrap(), 1).unwrap();
    let left = (One(NotGiven::of("a")),);
    let _ = x.view_mut().rearrange(Axes::new(left, (Const::<0>,), (Fresh(Const::<4>),)));
}
