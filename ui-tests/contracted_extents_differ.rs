// The same mistake on bare extents, where no elements are involved.
use extents::label::{i, j, k};
use extents::{contract, extents};

fn main() {
    let _ = contract!(extents![2, 3][i, j] * extents![8, 4][j, k] => [i, k]);
}
