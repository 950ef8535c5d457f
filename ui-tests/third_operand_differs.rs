// The third of three operands does not fit: `k` is 4 in `b` and 5 in `c`.
use extents::label::{i, j, k, l};
use extents::{Tensor, contract, extents};

fn main() -> Result<(), extents::ShapeError> {
    let a = Tensor::full(extents![2, 3], 1.0)?;
    let b = Tensor::full(extents![3, 4], 1.0)?;
    let c = Tensor::full(extents![5, 6], 1.0)?;
    contract!(a[i, j] * b[j, k] * c[k, l] => [i, l])?;
    Ok(())
}
