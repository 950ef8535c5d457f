//! Tiles of XLA in the type.

use extents::layout::Tiled;
use extents::{Const, Mapping, StaticExtents, extents, modes};

type Registers = Tiled<(Const<8>, Const<128>)>;

#[inline(never)]
pub fn tiled_offset_typed(i: usize, j: usize) -> Option<usize> {
    let mapping: Mapping<StaticExtents![64, 1024], Registers> =
        Mapping::with_layout(extents![64, 1024], Tiled::new(modes![8, 128])).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_padded_typed(i: usize, j: usize) -> Option<usize> {
    let mapping: Mapping<StaticExtents![60, 1000], Registers> =
        Mapping::with_layout(extents![60, 1000], Tiled::new(modes![8, 128])).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_nested_typed(i: usize, j: usize) -> Option<usize> {
    let layout = Tiled::new((modes![8, 128], modes![2, 1]));
    let mapping = Mapping::with_layout(extents![64, 1024], layout).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_index_typed(offset: usize) -> Option<[usize; 2]> {
    let layout = Tiled::new(modes![8, 128]);
    let mapping = Mapping::with_layout(extents![64, 1024], layout).ok()?;
    mapping.index(offset).ok()
}
