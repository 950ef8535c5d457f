//! Attacks from safe code on storages that lie.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::cast_possible_wrap,
    clippy::panic,
    reason = "a test says what is wrong by panicking"
)]

use std::cell::Cell;
use std::ops::Deref;

use extents::shape::JaggedShape;
use extents::*;

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
            assert!(ragged.get(&index).is_none_or(is_element), "{index:?}");
        }
        assert_eq!(ragged.get(&[1, 0]), None);
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
