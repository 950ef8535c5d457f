//! What there is without `std` and without `alloc`: extents of static and of static rank, layouts, mappings, views,
//! inline tensors, expressions and contractions of these. None of it asks for memory.
//!
//! `.ci/features` runs this with all features off, where nothing else of the library exists.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::counting::{Asked, asked_by, with_at_most};
use extents::error::{Bounded, Place};
use extents::label::{i, j, k};
use extents::layout::{Blocked, Canonical, ColMajor, RowMajor, Strided, Tiled};
use extents::proof::with_proofs;
use extents::{
    Const, DynExtents, InlineTensor, Mapping, ShapeError, StaticExtents, View, ViewMut, contract,
    extents, modes, slice,
};

/// Runs `work` where no memory is to be had.
fn without_memory<R>(work: impl FnOnce() -> R) -> R {
    let (asked, result) = asked_by(|| with_at_most(0, work));
    assert_eq!(asked, Asked { times: 0, bytes: 0 });
    result
}

/// 0, 1, 2, ..
fn counted<const N: usize>() -> [i64; N] {
    std::array::from_fn(|n| n as i64)
}

#[test]
fn memory_that_is_asked_for_is_counted() {
    assert_eq!(asked_by(|| Box::new(7_u64)).0, Asked { times: 1, bytes: 8 });
}

#[test]
fn mappings_give_the_offsets_of_their_layouts() {
    without_memory(|| {
        // By definition, of 4 x 6.
        for i in 0..4 {
            for j in 0..6 {
                let offsets = [
                    Mapping::new(extents![4, 6]).offset([i, j]),
                    Mapping::new(DynExtents::new([4, 6]).unwrap()).offset([i, j]),
                    Mapping::<_, ColMajor>::of(extents![4, 6]).offset([i, j]),
                    Mapping::with_layout(extents![4, 6], RowMajor.padded(Const::<8>))
                        .unwrap()
                        .offset([i, j]),
                    Mapping::with_layout(extents![4, 6], Tiled::new(modes![2, 3]))
                        .unwrap()
                        .offset([i, j]),
                    Mapping::with_layout(extents![4, 6], Blocked::uniform(extents![2, 3]).unwrap())
                        .unwrap()
                        .offset([i, j]),
                ];
                let tiled = (i / 2 * 2 + j / 3) * 6 + i % 2 * 3 + j % 3;
                let expected = [6 * i + j, 6 * i + j, i + 4 * j, 8 * i + j, tiled, tiled];
                assert_eq!(offsets, expected.map(Ok));
            }
        }
        let outside = Mapping::new(extents![4, 6]).offset([1, 6]);
        assert_eq!(
            outside,
            Err(ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 6, limit: 6 })
        );
    });
}

#[test]
fn views_read_and_write_in_place() {
    let mut data = counted::<24>();
    without_memory(|| {
        let view = View::from_slice(extents![4, 6], &data).unwrap();
        assert_eq!((view[[3, 5]], view.get([4, 0])), (23, None));
        let Ok(part) = view.slice(slice![1..4; 2, 2..5]);
        assert!(part.iter().eq(&[8, 9, 10, 20, 21, 22]));
        assert!(part.transpose().iter().eq(&[8, 20, 9, 21, 10, 22]));
        let open = View::from_slice(DynExtents::new([4, 6]).unwrap(), &data).unwrap();
        assert_eq!(open.strengthen::<StaticExtents![4, 6]>().unwrap().sum(), 276);
        assert!(open.strengthen::<StaticExtents![4, 7]>().is_err());
        let sum = with_proofs(open.extents(), |scope| {
            let view = scope.view(&open).unwrap();
            scope.indices().map(|at| view[at]).sum::<i64>()
        });
        assert_eq!(sum, 276);
        assert!(View::from_slice(extents![5, 5], &data).is_err());

        let mut to = ViewMut::from_slice(extents![4, 6], &mut data).unwrap();
        to[[0, 0]] = 100;
        to.apply(|x| *x += 1);
    });
    assert_eq!((data[0], data[23]), (101, 24));
}

#[test]
fn every_element_is_copied_between_orders() {
    let (from, mut to) = (counted::<60>(), [0; 60]);
    without_memory(|| {
        let from = View::from_slice(extents![3, 4, 5], &from).unwrap();
        let columns = Mapping::<_, ColMajor>::of(DynExtents::new([3, 4, 5]).unwrap());
        ViewMut::from_slice(columns, &mut to).unwrap().assign(&from).unwrap();
    });
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                assert_eq!(to[i + 3 * (j + 4 * k)], from[(i * 4 + j) * 5 + k]);
            }
        }
    }
}

type Square = InlineTensor<i64, StaticExtents![3, 3]>;

#[test]
fn inline_tensors_contract() {
    without_memory(|| {
        let a = Square::from_array([[1, 2, 3], [4, 5, 6], [7, 8, 10]]);
        let b = Square::from_array([[2, 0, 1], [1, 3, 0], [0, 1, 1]]);
        let (x, y) = (a.as_slice(), b.as_slice());

        let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
        let Ok(trace) = contract!(a[i, i] => []);
        let Ok(outer) = contract!(a[i, j] * b[k, k] => [k, j, i]);
        let mut sum = c;
        let Ok(()) = contract!(sum[i, k] += a[i, j] * b[k, j]);
        for i in 0..3 {
            for k in 0..3 {
                let product: i64 = (0..3).map(|j| x[3 * i + j] * y[3 * j + k]).sum();
                assert_eq!(c[[i, k]], product);
                let other: i64 = (0..3).map(|j| x[3 * i + j] * y[3 * k + j]).sum();
                assert_eq!(sum[[i, k]], product + other);
                for j in 0..3 {
                    assert_eq!(outer[[k, j, i]], x[3 * i + j] * y[4 * k]);
                }
            }
        }
        assert_eq!(trace[[]], 16);
    });
}

/// Large enough for each kernel that needs no memory: the same sums by loops.
#[test]
fn views_contract_into_views() {
    let (a, b) = (counted::<420>(), counted::<660>());
    let mut c = [-1; 308];
    without_memory(|| {
        // `c` is 14 x 22, `a` 14 x 30, and `b` 30 x 22 in column-major order.
        let a = View::from_slice(DynExtents::new([14, 30]).unwrap(), &a).unwrap();
        let columns = Mapping::<_, ColMajor>::of(DynExtents::new([30, 22]).unwrap());
        let b = View::from_slice(columns, &b).unwrap();
        let mut c = ViewMut::from_slice(DynExtents::new([14, 22]).unwrap(), &mut c).unwrap();
        contract!(c[i, k] = a[i, j] * b[j, k]).unwrap();
        let refused = contract!(c[i, k] = a[i, j] * b[k, j]);
        assert!(
            matches!(refused, Err(ShapeError::ExtentMismatch { place: Place::Label(_), .. })),
            "{refused:?}"
        );
    });
    for i in 0..14 {
        for k in 0..22 {
            let sum: i64 = (0..30).map(|j| a[30 * i + j] * b[j + 30 * k]).sum();
            assert_eq!(c[22 * i + k], sum, "{i}, {k}");
        }
    }
}

#[test]
fn expressions_are_one_loop() {
    let (x, y) = (counted::<12>(), [5; 12]);
    let mut to = [0; 12];
    without_memory(|| {
        let a = View::from_slice(extents![3, 4], &x).unwrap();
        let b = View::from_slice(Mapping::<_, ColMajor>::of(extents![3, 4]), &y).unwrap();
        let Ok(sum) = (a * 2 + b).sum();
        assert_eq!(sum, 66 * 2 + 60);
        let mut to = ViewMut::from_slice(extents![3, 4], &mut to).unwrap();
        (a - b).assign_to(&mut to).unwrap();
    });
    assert_eq!(to, std::array::from_fn(|n| n as i64 - 5));
}

#[test]
fn strides_may_be_zero_or_negative() {
    let data = [1, 2, 3];
    without_memory(|| {
        let broadcast = Strided::new((Const::<0>, Const::<1>));
        let view =
            View::from_slice(Mapping::with_layout(extents![2, 3], broadcast).unwrap(), &data)
                .unwrap();
        assert!(view.iter().eq(&[1, 2, 3, 1, 2, 3]));
        assert!(view.reverse(Const::<1>).iter().eq(&[3, 2, 1, 3, 2, 1]));
    });
}
