// Words cannot be added or multiplied.
use extents::label::{i, j};
use extents::{Tensor, contract, extents};

fn main() -> Result<(), extents::ShapeError> {
    let words = Tensor::full(extents![2, 3], "word")?;
    contract!(words[i, j] => [j, i])?;
    Ok(())
}
