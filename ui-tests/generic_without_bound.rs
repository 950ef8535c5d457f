// Whether two unknown shapes compose, only the caller knows: the function has to ask for it.
use extents::label::{i, j, k};
use extents::{Rank, ShapeError, TensorOf, contract};

fn product<A: Rank<2>, B: Rank<2>>(a: &TensorOf<A>, b: &TensorOf<B>) -> Result<(), ShapeError> {
    contract!(a[i, j] * b[j, k] => [i, k])?;
    Ok(())
}

fn main() {}
