// The product of two numbers is compared with a third, also where they are parameters.
use extents::label::{h, k};
use extents::{StaticExtents, contract, extents};

fn project<const H: usize, const K: usize, const D: usize>(
    flat: StaticExtents![({ H } * { K })],
    weights: StaticExtents![D, 10],
) -> StaticExtents![10] {
    let Ok(y) = contract!(flat[h] * weights[h, k] => [k]);
    y
}

fn main() {
    let _ = project::<8, 64, 500>(extents![(8 * 64)], extents![500, 10]);
}
