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
pub fn tiled_offset_twin(i: usize, j: usize) -> Option<usize> {
    if i < 64 && j < 1024 {
        Some(((i / 8) * (1024 / 128) + j / 128) * (8 * 128) + (i % 8) * 128 + j % 128)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_offset_control(i: usize, j: usize) -> Option<usize> {
    if i < 64 && j < 1024 { Some(i * 1024 + j) } else { None }
}

#[inline(never)]
pub fn tiled_padded_typed(i: usize, j: usize) -> Option<usize> {
    let mapping: Mapping<StaticExtents![60, 1000], Registers> =
        Mapping::with_layout(extents![60, 1000], Tiled::new(modes![8, 128])).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_padded_twin(i: usize, j: usize) -> Option<usize> {
    if i < 60 && j < 1000 {
        Some(((i / 8) * 8 + j / 128) * (8 * 128) + (i % 8) * 128 + j % 128)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_padded_control(i: usize, j: usize) -> Option<usize> {
    if i < 60 && j < 1000 { Some(i * 1000 + j) } else { None }
}

#[inline(never)]
pub fn tiled_nested_typed(i: usize, j: usize) -> Option<usize> {
    let layout = Tiled::new((modes![8, 128], modes![2, 1]));
    let mapping = Mapping::with_layout(extents![64, 1024], layout).ok()?;
    mapping.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_nested_twin(i: usize, j: usize) -> Option<usize> {
    if i < 64 && j < 1024 {
        let tile = (i / 8) * (1024 / 128) + j / 128;
        let within = ((i % 8) / 2 * 128 + j % 128) * 2 + i % 2;
        Some(tile * (8 * 128) + within)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_nested_control(i: usize, j: usize) -> Option<usize> {
    tiled_offset_twin(i, j)
}

#[inline(never)]
pub fn tiled_index_typed(offset: usize) -> Option<[usize; 2]> {
    let layout = Tiled::new(modes![8, 128]);
    let mapping = Mapping::with_layout(extents![64, 1024], layout).ok()?;
    mapping.index(offset).ok()
}

#[inline(never)]
pub fn tiled_index_twin(offset: usize) -> Option<[usize; 2]> {
    if offset < 64 * 1024 {
        let (tile, within) = (offset / 1024, offset % 1024);
        Some([(tile / 8) * 8 + within / 128, (tile % 8) * 128 + within % 128])
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_index_control(offset: usize) -> Option<[usize; 2]> {
    if offset < 64 * 1024 { Some([offset / 1024, offset % 1024]) } else { None }
}
