//! Attacks from safe code on tiles of any sizes, and on storages that lie.

use std::cell::Cell;
use std::ops::Deref;

use extents::layout::{Blocked, Layout};
use extents::*;
use extents_shapes::{JaggedShape, ModeTiling, ModeTilings, RaggedTensor};

use crate::attack::attack;
use crate::random::Random;

#[test]
fn tiles_after_tiles_are_walked_inside_of_their_span() {
    let mut r = Random(3);
    for _ in 0..400 {
        let rank = r.below(4);
        let tilings: Vec<ModeTiling> = (0..rank)
            .map(|_| match r.below(3) {
                0 => ModeTiling::uniform(r.below(9), 1 + r.below(5)).unwrap(),
                // Of which many hold nothing.
                _ => {
                    let sizes: Vec<usize> =
                        (0..r.below(7)).map(|_| [0, 0, 1, 1, 2, 4][r.below(6)]).collect();
                    ModeTiling::from_sizes(&sizes).unwrap()
                }
            })
            .collect();
        let sizes: Vec<usize> = tilings.iter().map(ModeTiling::extent).collect();
        let extents = DynRankExtents::new(&sizes).unwrap();
        let layout = Blocked::new(ModeTilings::from_iter(tilings));
        attack(&Mapping::with_layout(extents.clone(), layout.clone()).unwrap());
        let other = DynRankExtents::new(&[3, 50]).unwrap();
        let _ = (layout.offset(&other, &[2, 49][..].into()), layout.index(&other, 149));
        let _ = layout.offset(&extents, &[usize::MAX; 5][..].into());
        let tile: Vec<usize> =
            (0..rank).map(|_| [1, 2, 3, isize::MAX as usize][r.below(4)]).collect();
        if let Ok(tile) = DynRankExtents::new(&tile) {
            let layout = Blocked::uniform(tile).unwrap();
            attack(&Mapping::with_layout(extents, layout.clone()).unwrap());
            let _ = (layout.offset(&other, &[2, 49][..].into()), layout.index(&other, 149));
        }
    }
    // One large tile and many small ones: the table of boundaries is coarse.
    let mut sizes = vec![1, 0, 2, 0, 0, 3, 1, 1, 1, 2];
    sizes.push(400);
    sizes.extend([0, 1, 0, 2]);
    let layout = Blocked::new(ModeTilings::from_sizes([sizes.clone(), vec![1, 2]]).unwrap());
    attack(&Mapping::with_layout(extents![dyn sizes.iter().sum(), 3].unwrap(), layout).unwrap());
    // No shape is no shape of rank 0.
    let layout = Blocked::new(ModeTilings::from_iter([]));
    let null = Mapping::with_layout(DynRankExtents::null(), layout).unwrap();
    assert_eq!(null.required_span_size(), 0);
    let tensor = Tensor::full(null, 1).unwrap();
    assert_eq!((tensor.view().iter().count(), tensor.get(&[][..])), (0, None));
    let view = tensor.view();
    assert_eq!(view.strengthen::<DynExtents<0>>().unwrap_err(), ShapeError::Null);
    assert_eq!(view.strengthen::<StaticExtents![]>().unwrap_err(), ShapeError::Null);
}

/// Shorter, or longer, each time that it is asked.
struct Liar {
    elements: Vec<i32>,
    asked: Cell<usize>,
}

impl Deref for Liar {
    type Target = [i32];
    fn deref(&self) -> &[i32] {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        match asked % 4 {
            0 => &self.elements,
            1 => &[],
            2 => &self.elements[..2],
            _ => &self.elements[1..],
        }
    }
}

#[test]
fn elements_that_come_and_go() {
    let mut made = 0;
    for asked in 0..8 {
        let shape = JaggedShape::from_lengths([2, 0, 3]).unwrap();
        let liar = Liar { elements: (0..5).collect(), asked: Cell::new(0) };
        let Ok(ragged) = RaggedTensor::new(shape, liar) else { panic!() };
        ragged.elements_asked(asked);
        // Whatever is read is an element of the storage; a row that is not there has none.
        let is_element = |element: &i32| (0..5).contains(element);
        for index in [[2, 2], [0, 0], [0, 1]] {
            assert!(ragged.get(index).is_none_or(is_element), "{index:?}");
        }
        assert_eq!(ragged.get([1, 0]), None);
        for row in 0..3 {
            assert!(ragged.row(row).is_none_or(|row| row.iter().all(is_element)), "{row}");
        }
        assert!(ragged.rows().flatten().all(is_element));
        let found: Vec<i32> = ragged.indexed_iter().map(|(_, element)| *element).collect();
        assert!(found.len() <= 5 && found.iter().all(is_element), "{found:?}");
        if let Ok(view) = ragged.view_at::<DynRankExtents>(&[2]) {
            assert!((0..=12).contains(&view.sum()), "{view:?}");
        }
        if let Ok(row) = ragged.element(&[2]) {
            assert!(row.as_slice().len() <= 3 && row.as_slice().iter().all(is_element));
        }
        if let Ok(rows) = ragged.slice_rows(1..3) {
            assert!(rows.rows().flatten().all(is_element));
        }
        if let Ok(padded) = ragged.padded(0) {
            assert!(padded.as_slice().len() == 9 && padded.as_slice().iter().all(is_element));
        }
        if let Ok(twice) = ragged.map(|x| x * 2) {
            // Its storage says the truth: its rows are whole.
            let rows: Vec<usize> = twice.rows().map(<[i32]>::len).collect();
            assert_eq!(rows, [2, 0, 3]);
            assert!(twice.as_slice().iter().all(|x| x % 2 == 0 && is_element(&(x / 2))));
            assert_eq!(twice.padded(1).unwrap().as_slice().len(), 9);
            made += 1;
        }
    }
    assert!(made > 0);
}

trait Asked {
    fn elements_asked(&self, times: usize);
}
impl Asked for RaggedTensor<Liar> {
    fn elements_asked(&self, times: usize) {
        for _ in 0..times {
            let _ = self.as_slice();
        }
    }
}
