//! Attacks from safe code on tiled, blocked and padded layouts.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::cast_possible_wrap,
    clippy::panic,
    reason = "a test says what is wrong by panicking"
)]

use crate::attack::attack;
use extents::layout::{Blocked, TileList, TileOrder, Tiled};
use extents::*;

/// Blocks of more modes than the inline memory has room for.
#[test]
fn blocks_of_many_modes() {
    for rank in [12, 13, 16, 17, 20, 33] {
        let sizes: Vec<usize> = (0..rank).map(|k| if k % 5 == 0 { 2 } else { 1 }).collect();
        let blocked = Blocked::uniform(DynRankExtents::new(&vec![2; rank]).unwrap()).unwrap();
        let extents = DynRankExtents::new(&sizes).unwrap();
        attack(&Mapping::with_layout(extents, blocked).unwrap());
    }
}

#[test]
fn tiles_larger_than_memory() {
    let mapping = Mapping::with_layout(
        extents![3, 1],
        Tiled::new((modes![1, 1], modes![2, { isize::MAX as usize / 2 }])),
    );
    // Three tiles of 2 by half of all memory.
    let error = ShapeError::RoomOverflow { mode: 1, elements: 6, room: isize::MAX as usize / 2 };
    assert_eq!(mapping.unwrap_err(), error);
}

fn tiled<T: TileList, O: TileOrder>(layout: Tiled<T, O>) {
    macro_rules! over { ($($extents:expr),*) => {$(
        attack(&Mapping::with_layout($extents, layout).unwrap());
    )*}}
    over!(
        extents![3, 5],
        extents![4, 4],
        extents![1, 7],
        extents![0, 5],
        extents![dyn 3, 5].unwrap(),
        extents![dyn 4, dyn 6].unwrap(),
        extents![3, dyn 0].unwrap()
    );
    let mapping = Mapping::with_layout(extents![4, 6], layout).unwrap();
    let mut tensor = Tensor::full(mapping, 0).unwrap();
    let opened = tensor.view_mut().weaken::<StaticExtents![dyn, dyn]>();
    assert_eq!(opened.view().iter().count(), 24);
    assert!(opened.strengthen::<StaticExtents![4, dyn]>().is_ok());
    // Sizes that do not fit beside one that is 0.
    const MOST: usize = isize::MAX as usize;
    for sizes in [[0, MOST], [MOST, 0], [1, MOST], [MOST / 3, 2], [MOST, 1]] {
        let Ok(extents) = <StaticExtents![dyn, dyn]>::from_extents(&sizes) else { continue };
        if let Ok(mapping) = Mapping::with_layout(extents, layout) {
            let span = mapping.required_span_size();
            assert!(span <= MOST && span >= sizes[0] * sizes[1]);
            if span > 0 {
                let last = [sizes[0] - 1, sizes[1] - 1];
                let offset = mapping.offset(last).unwrap();
                assert!(offset < span);
                assert_eq!(mapping.index(offset), Ok(last));
            } else {
                assert_eq!(Tensor::full(mapping, 1).unwrap().view().iter().count(), 0);
            }
        }
    }
}

#[test]
fn tiles_in_the_type() {
    use extents::layout::{ColMajor, MinorToMajor};
    tiled(Tiled::new(modes![2, 2]));
    tiled(Tiled::new(modes![3]));
    tiled(Tiled::new(modes![2, 3, 2]));
    tiled(Tiled::new((modes![2, 1, 3, 2], modes![3, 2])));
    tiled(Tiled::new((modes![4, 4], modes![2, 1], modes![3], modes![2, 2, 2, 2, 2])));
    tiled(Tiled::new((modes![3], modes![2], modes![2], modes![2])));
    tiled(Tiled::new((modes![2, 2],)).in_order(ColMajor));
    tiled(Tiled::new((modes![3, 2], modes![2])).in_order(MinorToMajor::new(modes![0, 1])));
    let scalar = Mapping::with_layout(extents![], Tiled::new((modes![4, 4], modes![2, 2, 2])));
    attack(&scalar.unwrap());
}
