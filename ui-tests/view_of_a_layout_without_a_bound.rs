// A layout in generic code is one for the extents beside it; slices have one, which is not canonical.
use extents::{Extents, View};

fn frobenius<E: Extents, L>(v: View<'_, f64, E, L>) -> f64 {
    v.fold(0.0, |sum, x| sum + x * x).sqrt()
}

fn main() {}
