//! Offsets, strides and spans.

use extents::generic::ModeTuple;
use extents::layout::{Canonical, Layout, RowMajor, Strided, Times};
use extents::rearrange::Permute;
use extents::{Const, Mapping, StaticExtents, extents, modes};

#[inline(never)]
pub fn offset_static_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(extents![3, 4, 5]).offset([i, j, k]).ok()
}

type Mixed = Mapping<StaticExtents![dyn, 4, 5]>;

#[inline(never)]
pub fn offset_mixed_typed(mapping: Mixed, i: usize, j: usize, k: usize) -> Option<usize> {
    mapping.offset([i, j, k]).ok()
}

#[inline(never)]
pub fn strides_typed() -> ([isize; 4], usize) {
    let mapping = Mapping::new(extents![3, 4, 5, 6]);
    (mapping.strides(), mapping.required_span_size())
}

/// Matrices of a batch, of which nobody knows at compile time how many there are, behind one another: the number of
/// matrices is the only word of the mapping.
pub type Batch =
    Mapping<StaticExtents![5, dyn, 7], Strided<(Const<7>, Times<Const<7>, Const<5>>, Const<1>)>>;

#[inline(never)]
pub fn offset_batch_typed(mapping: Batch, i: usize, n: usize, j: usize) -> Option<usize> {
    mapping.offset([i, n, j]).ok()
}

/// By the type alone.
#[inline(always)]
fn offset_of<T: ModeTuple, L: Layout<StaticExtents<T>>>(
    _: &Mapping<StaticExtents<T>, L>,
    index: [usize; 3],
) -> Option<usize> {
    Mapping::<StaticExtents<T>, L>::offset_of(index)
}

/// Padded rows, whose modes were permuted.
#[inline(never)]
pub fn offset_of_permuted_typed(i: usize, j: usize, k: usize) -> Option<usize> {
    let mapping = Mapping::with_layout(extents![3, 4, 6], RowMajor.padded(Const::<8>)).ok()?;
    let Ok(part) = mapping.rearrange(Permute(modes![2, 0, 1]));
    offset_of(part.mapping(), [i, j, k])
}
