//! A composition of typed labels whose result has a label that no operand has.
use extents::Composition;
use extents::label::{i, j, k, l};

fn main() {
    let product = Composition::of_types::<((i, j), (j, k)), (i, l)>();
    println!("{product}");
}
