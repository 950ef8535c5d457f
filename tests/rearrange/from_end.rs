//! Entries that are counted from the end of a mode: what they name is the same entry counted from the front.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Bounded;
use extents::layout::{Canonical, ColMajor};
use extents::rearrange::Slice;
use extents::slice::FromEnd;
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, ShapeError, StaticExtents, Tensor, dims, extents, slice,
};

dims! { Batch, Time }

#[test]
fn literals_and_braces_are_static_and_others_run_time_numbers() {
    const TWO: usize = 2;
    let n = 3;
    assert_eq!(slice![-1], (FromEnd(Const::<1>),));
    assert_eq!(slice![-{ TWO }, -n], (FromEnd(Const::<2>), FromEnd(Dyn::new(3))));
    assert_eq!(slice![-(n + 1)], (FromEnd(Dyn::new(4)),));
    assert_eq!(slice![-TWO], (FromEnd(Dyn::new(2)),));
}

#[test]
fn they_name_what_an_index_from_the_front_names() {
    // Element [i, j] is 10 i + j.
    let a = Tensor::from_fn(extents![3, 4], |[i, j]| 10 * i + j).unwrap();
    let Ok(column) = a.chip(slice![.., -1]);
    assert_eq!(
        (column.extents(), column.to_tensor().unwrap().as_slice()),
        (&extents![3], &[3, 13, 23][..])
    );
    let Ok(row) = a.slice(slice![-3, ..]);
    assert_eq!((row.extents(), row.as_slice()), (&extents![1, 4], &[0, 1, 2, 3][..]));
    let Ok(one) = a.chip(slice![-2, -4]);
    assert_eq!(one[[]], 10);
    for back in 1..=4 {
        let run_time = a.chip(slice![1.., -back]).unwrap();
        let expected = [14 - back, 24 - back];
        assert_eq!(run_time.iter().copied().collect::<Vec<_>>(), expected);
    }
    // The layout of a chip is as of an index: rows of a column-major matrix are at a stride.
    let b = Tensor::from_fn(ColMajor.of(extents![3, 4]), |[i, j]| 10 * i + j).unwrap();
    let Ok(last) = b.chip(slice![.., -1]);
    assert_eq!((last.strides(), last.as_slice()), ([1], &[3, 13, 23][..]));
    let Ok(last) = b.chip(slice![-1, ..]);
    assert_eq!((last.strides(), last[[2]]), ([3], 22));
    // By name, written, and of extents that are known at run time.
    let mut c = Tensor::full(extents![dyn Batch = 2, dyn Time = 3].unwrap(), 0).unwrap();
    c.chip_mut(slice![Time = -1]).unwrap().fill(7);
    c.slice_mut(slice![-1, ..1]).unwrap().fill(5);
    assert_eq!(c.as_slice(), [0, 0, 7, 5, 0, 7]);
    let of_rank = Tensor::from_fn(DynExtents::new([3, 4]).unwrap(), |[i, j]| 10 * i + j).unwrap();
    assert_eq!(of_rank.chip(slice![-1, -1]).unwrap()[[]], 23);
    // Each mode of a list of run-time entries.
    let any =
        Tensor::from_vec(DynRankExtents::new(&[3, 4]).unwrap(), a.as_slice().to_vec()).unwrap();
    let chip = any.chip([Slice::from_end(2), Slice::from(1..)]).unwrap();
    assert_eq!(chip.iter().copied().collect::<Vec<_>>(), [11, 12, 13]);
    assert_eq!(
        any.chip([Slice::from_end(1), Slice::from_end(4)]).unwrap().iter().next(),
        Some(&20)
    );
}

#[test]
fn what_is_before_the_first_entry_is_refused() {
    let outside = |mode, number, limit| {
        let of = Bounded::IndexFromEnd { mode };
        ShapeError::OutOfBounds { of, number, limit }
    };
    let a = Tensor::full(DynExtents::new([3, 4]).unwrap(), 0).unwrap();
    assert_eq!(a.chip(slice![.., -5]).map(|_| ()), Err(outside(1, 5, 4)));
    assert_eq!(a.slice(slice![-4, ..]).map(|_| ()), Err(outside(0, 4, 3)));
    let none = 0;
    let error = a.slice(slice![.., -none]).map(|_| ()).unwrap_err();
    assert_eq!(error, outside(1, 0, 4));
    assert_eq!(
        error.to_string(),
        "index -0 is out of bounds for mode 1 of extent 4: -1 is the last entry"
    );
    assert_eq!(outside(0, 4, 3).to_string(), "index -4 is out of bounds for mode 0 of extent 3");
    let empty = Tensor::<i32, _>::full(extents![dyn 0].unwrap(), 0).unwrap();
    assert_eq!(empty.chip(slice![-1]).map(|_| ()), Err(outside(0, 1, 0)));
    let most = usize::MAX;
    assert_eq!(a.chip(slice![-most, ..]).map(|_| ()), Err(outside(0, usize::MAX, 3)));
    let any = Tensor::<i32, _>::full(DynRankExtents::new(&[3]).unwrap(), 0).unwrap();
    assert_eq!(any.slice([Slice::from_end(0)]).map(|_| ()), Err(outside(0, 0, 3)));
    // A step of one entry says nothing, but 0 is none.
    assert!(any.slice([Slice::from_end(3).step(2)]).is_ok());
    assert!(any.slice([Slice::from_end(3).step(0)]).is_err());
}

#[test]
fn known_numbers_leave_nothing_to_fail() {
    type Matrix = Tensor<u8, StaticExtents![2, 3]>;
    fn corner(a: &Matrix) -> u8 {
        let Ok(corner) = a.chip(slice![-1, -3]);
        corner[[]]
    }
    assert_eq!(corner(&Matrix::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap()), 4);
}
