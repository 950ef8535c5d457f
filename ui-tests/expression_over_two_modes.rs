// A mode matches itself; a mode `N` need not be a mode `M`.
use extents::{Mode, ShapeError, StaticExtents, TensorOf};

fn sum<M: Mode, N: Mode>(
    a: &TensorOf<StaticExtents<(M, N)>>,
    b: &TensorOf<StaticExtents<(N, M)>>,
) -> Result<TensorOf<StaticExtents<(M, N)>>, ShapeError> {
    (a + b).eval()
}

fn main() {}
