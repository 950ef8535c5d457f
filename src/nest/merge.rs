//! When two loops are one: the rule that everything with loops asks.

/// Returns whether a step of an outer loop goes as far, in one operand, as the whole of an inner loop.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn spans(outer: isize, inner: isize, inner_extent: usize) -> bool {
    outer == inner.wrapping_mul(inner_extent.cast_signed())
}

/// Two loops as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merged<const K: usize> {
    pub(crate) extent: usize,
    /// The strides of the inner loop.
    pub(crate) strides: [isize; K],
    /// Whether the first of the two goes around the second one.
    pub(crate) is_in_order: bool,
}

/// Merges two loops, each an extent and a stride in every operand, if one continues the other in all operands. `None` where
/// neither does, or where the extents have no product.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; `k` counts below the number of operands"
)]
pub(crate) const fn merged<const K: usize>(
    (extent, strides): (usize, [isize; K]),
    (other_extent, others): (usize, [isize; K]),
) -> Option<Merged<K>> {
    let (mut is_outer, mut is_inner) = (true, true);
    let mut k = 0;
    while k < K {
        is_outer = is_outer && spans(strides[k], others[k], other_extent);
        is_inner = is_inner && spans(others[k], strides[k], extent);
        k += 1;
    }
    if !is_outer && !is_inner {
        return None;
    }
    match extent.checked_mul(other_extent) {
        Some(extent) => Some(Merged {
            extent,
            strides: if is_outer { others } else { strides },
            is_in_order: is_outer,
        }),
        None => None,
    }
}
