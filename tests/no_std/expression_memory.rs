//! Lazy expressions take no memory: `norm_l2(x - y)` runs in one pass without temporaries. Counted by an
//! allocator.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cell::Cell;

use crate::counting::{Asked, asked_by, with_at_most};
use extents::expression::{computed, uniform};
use extents::layout::{Canonical, ColMajor};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, ShapeError, StaticExtents, Tensor, View,
    modes,
};

const NOTHING: Asked = Asked { times: 0, bytes: 0 };

#[test]
fn the_allocator_counts() {
    let (asked, vec) = asked_by(|| vec![0_u8; 100]);
    assert_eq!((asked, vec.len()), (Asked { times: 1, bytes: 100 }, 100));
}

#[test]
fn norm_l2_of_a_difference_runs_in_one_pass_without_temporaries() {
    let shape = DynExtents::new([100, 70]).unwrap();
    let x = Tensor::from_fn(shape, |[i, j]| (i + j) as f64).unwrap();
    let y = Tensor::from_fn(shape, |[i, j]| (i + j) as f64 - 2.0).unwrap();
    let (asked, norm) = asked_by(|| (&x - &y).norm_l2().unwrap());
    // 7000 differences of 2.
    assert_eq!((asked, norm), (NOTHING, 28000.0_f64.sqrt()));
    // In one pass: each element is asked for once.
    let calls = Cell::new(0);
    let counting = computed(shape, |[i, j]| {
        calls.set(calls.get() + 1);
        (i + j) as f64
    });
    let (asked, norm) = asked_by(|| (counting - &y).norm_l2().unwrap());
    assert_eq!((asked, norm, calls.get()), (NOTHING, 28000.0_f64.sqrt(), 7000));
}

#[test]
fn nothing_is_taken_before_eval_and_then_the_result_only() {
    let shape = DynRankExtents::new(&[30, 20, 2]).unwrap();
    let a = Tensor::full(shape.clone(), 2.0).unwrap();
    let b = Tensor::full(ColMajor.of(shape.clone()), 3.0).unwrap();
    let (asked, expression) = asked_by(|| ((&a - &b) * 2.0 + uniform(0.5)).abs().sqrt());
    assert_eq!(asked, NOTHING);
    let result = Asked { times: 1, bytes: 1200 * size_of::<f64>() };
    let (asked, values) = asked_by(|| expression.eval().unwrap());
    assert_eq!((asked, values.as_slice().len()), (result, 1200));
    let mut target = Tensor::full(ColMajor.of(shape), 0.0).unwrap();
    assert_eq!(asked_by(|| expression.assign_to(&mut target)), (NOTHING, Ok(())));
    assert_eq!(asked_by(|| expression.add_to(&mut target)), (NOTHING, Ok(())));
    assert_eq!(asked_by(|| target.lazy().greater(2.4).all(|is| is)), (NOTHING, Ok(true)));
    assert_eq!(asked_by(|| expression.fold(0, |count, _| count + 1)), (NOTHING, Ok(1200)));
    // Nothing is taken where operands are refused.
    let other = Tensor::full(DynExtents::new([30, 20, 3]).unwrap(), 1.0).unwrap();
    let (asked, result) = asked_by(|| (&a + &other).eval().is_err());
    assert_eq!((asked, result), (NOTHING, true));
}

#[test]
fn static_expressions_take_nothing_at_all() {
    let (a, b) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    let shape = extents::extents![2, 2];
    let (asked, values) = asked_by(|| {
        let (a, b) = (View::from_slice(shape, &a).unwrap(), View::from_slice(shape, &b).unwrap());
        let Ok(values) = (a * b - 1).eval_inline();
        values.into_array()
    });
    assert_eq!((asked, values), (NOTHING, [[4, 11], [20, 31]]));
    assert_eq!(shape.size(), 4);
}

#[test]
fn spread_takes_memory_for_means_and_moments_alone_and_says_where_there_is_none() {
    let a = InlineTensor::<f64, StaticExtents![2, 4]>::from_array([
        [1.0, 2.0, 4.0, 9.0],
        [5.0, 5.0, 5.0, 5.0],
    ]);
    // Two means, and two pairs of sums: of the distances, and of their squares.
    let taken = Asked { times: 2, bytes: 6 * size_of::<f64>() };
    let (asked, vars) = asked_by(|| a.over(modes![1]).inline().var(0).unwrap());
    assert_eq!((asked, vars.into_array()), (taken, [9.5, 0.0]));
    let refused = ShapeError::Allocation { elements: 2 };
    let mut vars = InlineTensor::<f64, StaticExtents![2]>::from_array([-1.0; 2]);
    // Too few for the means; enough for them, and too few for the moments.
    for too_few in [taken.bytes / 3 - 1, taken.bytes / 3 * 2 - 1] {
        let found = with_at_most(too_few, || a.over(modes![1]).inline().var(0));
        assert_eq!(found.unwrap_err(), refused);
        let found = with_at_most(too_few, || a.over(modes![1]).inline().std(0));
        assert_eq!(found.unwrap_err(), refused);
        // Into what is there, which stays as it was.
        let found = with_at_most(too_few, || a.over(modes![1]).var_into(0, &mut vars));
        assert_eq!((found, vars.into_array()), (Err(refused), [-1.0; 2]));
    }
    let found = asked_by(|| a.over(modes![1]).var_into(0, &mut vars));
    assert_eq!((found, vars.into_array()), ((taken, Ok(())), [9.5, 0.0]));
}

#[test]
fn sums_of_many_rows_take_a_row_and_do_without() {
    let a = Tensor::from_fn(DynExtents::new([5000, 3]).unwrap(), |[i, j]| (i % 3 * j) as f32);
    let a = a.unwrap();
    // By hand: 5000 rows, of which one in three is 0, one 1 and one 2 times the column, and of the last two 0 and 1.
    let expected = [0.0, 1666.0 * 3.0 + 1.0, 2.0 * (1666.0 * 3.0 + 1.0)];
    let mut target = InlineTensor::<f32, StaticExtents![3]>::from_array([0.0; 3]);
    let row = Asked { times: 1, bytes: 3 * size_of::<f32>() };
    let found = asked_by(|| a.over(modes![0]).sum_into(&mut target));
    assert_eq!((found, target.into_array()), ((row, Ok(())), expected));
    let found = with_at_most(row.bytes - 1, || a.over(modes![0]).sum_into(&mut target));
    assert_eq!((found, target.into_array()), (Ok(()), expected));
}

#[test]
fn what_a_mask_chooses_takes_room_for_itself() {
    let a = Tensor::from_fn(DynExtents::new([10, 7]).unwrap(), |[i, j]| i * 7 + j).unwrap();
    let is_small = a.lazy().less(12);
    let result = Asked { times: 1, bytes: 12 * size_of::<usize>() };
    let (asked, small) = asked_by(|| a.masked_select(is_small).unwrap());
    assert_eq!((asked, small.len()), (result, 12));
    let found = with_at_most(result.bytes - 1, || a.masked_select(is_small));
    assert_eq!(found.unwrap_err(), ShapeError::Allocation { elements: 12 });
}
