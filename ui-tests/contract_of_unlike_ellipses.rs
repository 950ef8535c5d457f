// The modes that `..` stands for differ in the second extent.
use extents::label::i;
use extents::{contract, extents};

fn main() {
    let (a, b) = (extents![7, 4, 2], extents![7, 5, 2]);
    let _ = contract!(a[.., i] * b[.., i] => [..]);
}
