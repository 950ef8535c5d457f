// An expression borrows its operands: it does not leave the function that owns them.
use extents::expression::{Expression, Node};
use extents::{Tensor, extents};

fn doubled() -> Expression<impl Node<Elem = f64>> {
    let a = Tensor::full(extents![2], 1.0).unwrap();
    2.0 * &a
}

fn main() {
    let _ = doubled();
}
