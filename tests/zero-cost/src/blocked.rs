//! Storage tile by tile.

use extents::layout::{Blocked, UniformTiles};
use extents::{Mapping, StaticExtents, View, extents};

type Tiled<E> = Mapping<E, Blocked<UniformTiles<StaticExtents![8, 8]>>>;

#[inline(never)]
pub fn blocked_offset_typed(i: usize, j: usize) -> Option<usize> {
    let Ok(layout) = Blocked::uniform(extents![8, 8]);
    let mapping: Tiled<StaticExtents![32, 64]> =
        Mapping::with_layout(extents![32, 64], layout).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn blocked_sum_typed(data: &[f32; 2048], j: usize) -> f32 {
    let Ok(layout) = Blocked::uniform(extents![8, 8]);
    let Ok(mapping) = Mapping::with_layout(extents![32, 64], layout) else { return 0.0 };
    let Ok(view) = View::from_slice(mapping, data) else { return 0.0 };
    (0..32).map(|i| view.get([i, j]).copied().unwrap_or(0.0)).sum()
}
