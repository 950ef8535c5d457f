// Slices by run-time numbers are of extents of a rank that the type knows, and of layouts with strides.
use extents::layout::TrustedLayout;
use extents::rearrange::Slice;
use extents::{Extents, ShapeError, View};

fn row<E: Extents, L: TrustedLayout<E>>(v: &View<'_, f64, E, L>) -> Result<f64, ShapeError> {
    Ok(v.slice([Slice::index(0), Slice::from(..)])?.sum())
}

fn main() {}
