//! Strided mappings by their definition, and random ones to compare with.

use proptest::prelude::*;

/// The offset of the index of zeros: what negative strides go back, where there is an element.
pub(crate) fn base(extents: &[usize], strides: &[isize]) -> isize {
    let back = |(&extent, &stride): (&usize, &isize)| (extent as isize - 1) * -stride.min(0);
    if extents.contains(&0) { 0 } else { extents.iter().zip(strides).map(back).sum() }
}

/// The offset of each index, in row-major order.
pub(crate) fn offsets(extents: &[usize], strides: &[isize]) -> Vec<usize> {
    let base = base(extents, strides);
    let offset = |index: Vec<usize>| {
        base + index.iter().zip(strides).map(|(&i, &stride)| i as isize * stride).sum::<isize>()
    };
    super::indices(extents).into_iter().map(|index| offset(index) as usize).collect()
}

/// One more than the largest offset.
pub(crate) fn span(extents: &[usize], strides: &[isize]) -> usize {
    offsets(extents, strides).into_iter().max().map_or(0, |most| most + 1)
}

/// Extents up to rank 5.
pub(crate) fn extents() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![
        8 => prop::collection::vec(1_usize..=4, 0..=5),
        1 => prop::collection::vec(0_usize..=4, 0..=5),
    ]
}

/// Any strides: 0, negative, overlapping.
pub(crate) fn any_strides(rank: usize) -> impl Strategy<Value = Vec<isize>> {
    prop::collection::vec(-7_isize..=7, rank)
}

/// Strides that are unique for these extents: dense modes in any order, each perhaps turned around, with
/// gaps between some of them.
pub(crate) fn unique_strides(extents: Vec<usize>) -> impl Strategy<Value = Vec<isize>> {
    let gap = prop_oneof![4 => Just(1_isize), 1 => Just(2), 1 => Just(3)];
    prop::collection::vec((any::<u32>(), any::<bool>(), gap), extents.len()).prop_map(
        move |modes| {
            let mut order: Vec<usize> = (0..modes.len()).collect();
            order.sort_by_key(|&mode| modes[mode].0);
            let (mut strides, mut stride) = (vec![0; modes.len()], 1);
            for mode in order {
                stride *= modes[mode].2;
                strides[mode] = if modes[mode].1 { -stride } else { stride };
                stride *= extents[mode].max(1) as isize;
            }
            strides
        },
    )
}
