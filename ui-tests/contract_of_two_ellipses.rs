// `..` is one mode of `a` and two of `b`.
use extents::label::{i, j};
use extents::{contract, extents};

fn main() {
    let (a, b) = (extents![7, 2], extents![7, 5, 2]);
    let _ = contract!(a[.., i] * b[.., j] => [.., i, j]);
}
