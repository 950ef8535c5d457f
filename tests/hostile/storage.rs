//! Attacks from safe code on storages that lie, and on described views.

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

use crate::random::Random;
use extents::description::{
    Assignable, Axes, Axis, StoragePlan, StorageRequest, TensorDescription,
};
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

#[test]
fn described_views() {
    let mut r = Random(11);
    let (mut made, mut refused) = (0, 0);
    for _ in 0..5000 {
        let rank = r.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| [0, 1, 2, 3, 4][r.below(5)]).collect();
        let axes = shape.iter().enumerate().map(|(k, n)| Axis::new(["A", "B", "C", "D"][k], *n));
        let axes = Axes::new(axes).unwrap();
        let strides: Vec<isize> = (0..rank)
            .map(|_| [0, 1, -1, 2, -3, 4, 12, isize::MAX, isize::MIN][r.below(9)])
            .collect();
        let offset = [0, 1, 5, 9, usize::MAX, isize::MAX as usize][r.below(6)];
        let plain = TensorDescription::<Assignable>::new(DType::S32, axes).unwrap();
        let Ok(tensor) = plain.with_strides(&strides, offset) else {
            refused += 1;
            continue;
        };
        let mut parts = vec![tensor.clone()];
        parts.extend(tensor.transpose());
        for part in parts {
            for length in [0, 1, 7, 30, 64] {
                let mut data: Vec<i32> = vec![0; length];
                let Ok(mut view) = part.view_mut(&mut data) else { continue };
                let count = view.iter_mut().map(|x| *x += 1).count();
                view.apply(|x| *x += 1);
                assert_eq!(count, shape.iter().product::<usize>());
                assert_eq!(data.iter().filter(|x| **x == 2).count(), count, "{strides:?}");
                assert_eq!(data.iter().filter(|x| **x == 0).count(), length - count);
                made += 1;
            }
        }
    }
    assert!(made > 100 && refused > 100, "{made} {refused}");
}

#[test]
fn storage_that_two_hold_at_once() {
    let mut r = Random(5);
    for _ in 0..2000 {
        let requests: Vec<StorageRequest> = (0..r.below(9))
            .map(|_| {
                let first = r.below(6);
                StorageRequest {
                    bytes: [0, 1, 8, 13, 64, 100][r.below(6)],
                    alignment: [1, 3, 16, 64][r.below(4)],
                    live: first..first + r.below(4),
                }
            })
            .collect();
        let plan = StoragePlan::best_fit(&requests).unwrap();
        for (n, one) in requests.iter().enumerate() {
            let at = plan.offsets()[n];
            assert!(at.is_multiple_of(one.alignment));
            assert!(one.bytes == 0 || at + one.bytes <= plan.total());
            for (m, other) in requests.iter().enumerate().skip(n + 1) {
                let there = plan.offsets()[m];
                let both = one.live.clone().any(|t| other.live.contains(&t));
                let overlap = at < there + other.bytes && there < at + one.bytes;
                assert!(!(both && overlap && one.bytes > 0 && other.bytes > 0), "{requests:?}");
            }
        }
    }
    let huge = |bytes, alignment| StorageRequest { bytes, alignment, live: 0..1 };
    for sizes in [[usize::MAX, 1], [isize::MAX as usize, 1], [1, usize::MAX]] {
        for alignment in [1, 2, usize::MAX] {
            let _ = StoragePlan::best_fit(&[huge(sizes[0], alignment), huge(sizes[1], alignment)]);
        }
    }
    let mut found = 0;
    // Each of the tensors of a plan finds its elements in what the plan gives it.
    for _ in 0..500 {
        let axes = Axes::new([Axis::new("A", 1 + r.below(4)), Axis::new("B", 1 + r.below(4))]);
        let plain = TensorDescription::<Assignable>::new(DType::S32, axes.unwrap()).unwrap();
        let strides = [r.below(9) as isize - 4, r.below(19) as isize - 9];
        let Ok(tensor) = plain.with_strides(&strides, r.below(40)) else { continue };
        let Ok(turned) = tensor.transpose() else { continue };
        let Ok(plan) = StoragePlan::for_tensors(&[(tensor, 0..2), (turned.clone(), 1..3)], 4)
        else {
            continue;
        };
        let mut storage = vec![0_i32; plan.total() / 4];
        let place = &mut storage[plan.offsets()[1] / 4..];
        assert!(turned.view_mut(place).is_ok(), "{strides:?}");
        found += 1;
    }
    assert!(found > 50, "{found}");
}
