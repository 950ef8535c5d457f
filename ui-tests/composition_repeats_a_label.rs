//! A constant composition of typed labels whose result has a label twice.
use extents::Composition;
use extents::label::{i, j};

const DIAGONAL: Composition = Composition::of_types::<((i, j),), (i, i)>();

fn main() {
    println!("{DIAGONAL}");
}
