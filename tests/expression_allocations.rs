//! Lazy expressions take no memory: `norm_l2(x - y)` runs in one pass without temporaries. Counted by an
//! allocator.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use extents::expression::{computed, uniform};
use extents::layout::{Canonical, ColMajor};
use extents::{DynExtents, DynRankExtents, Extents, Tensor, View};

thread_local! {
    /// How often this thread asked for memory, and for how many bytes.
    static ASKED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

struct Counting;

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.with(|asked| {
            let (times, bytes) = asked.get();
            asked.set((times + 1, bytes + layout.size()));
        });
        // SAFETY: as for the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as for the caller.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often memory was asked for, for how many bytes, and the result.
fn counted<R>(run: impl FnOnce() -> R) -> ((usize, usize), R) {
    let (times, bytes) = ASKED.get();
    let result = run();
    let (times_after, bytes_after) = ASKED.get();
    ((times_after - times, bytes_after - bytes), result)
}

const NOTHING: (usize, usize) = (0, 0);

#[test]
fn the_allocator_counts() {
    let (asked, vec) = counted(|| vec![0_u8; 100]);
    assert_eq!((asked, vec.len()), ((1, 100), 100));
}

#[test]
fn norm_l2_of_a_difference_runs_in_one_pass_without_temporaries() {
    let shape = DynExtents::new([100, 70]).unwrap();
    let x = Tensor::from_fn(shape, |[i, j]| (i + j) as f64).unwrap();
    let y = Tensor::from_fn(shape, |[i, j]| (i + j) as f64 - 2.0).unwrap();
    let (asked, norm) = counted(|| (&x - &y).norm_l2().unwrap());
    // 7000 differences of 2.
    assert_eq!((asked, norm), (NOTHING, 28000.0_f64.sqrt()));
    // In one pass: each element is asked for once.
    let calls = Cell::new(0);
    let counting = computed(shape, |[i, j]| {
        calls.set(calls.get() + 1);
        (i + j) as f64
    });
    let (asked, norm) = counted(|| (counting - &y).norm_l2().unwrap());
    assert_eq!((asked, norm, calls.get()), (NOTHING, 28000.0_f64.sqrt(), 7000));
}

#[test]
fn nothing_is_taken_before_eval_and_then_the_result_only() {
    let shape = DynRankExtents::new(&[30, 20, 2]).unwrap();
    let a = Tensor::full(shape.clone(), 2.0).unwrap();
    let b = Tensor::full(ColMajor.of(shape.clone()), 3.0).unwrap();
    let (asked, expression) = counted(|| ((&a - &b) * 2.0 + uniform(0.5)).abs().sqrt());
    assert_eq!(asked, NOTHING);
    let (asked, values) = counted(|| expression.eval().unwrap());
    assert_eq!((asked, values.as_slice().len()), ((1, 1200 * size_of::<f64>()), 1200));
    let mut target = Tensor::full(ColMajor.of(shape), 0.0).unwrap();
    assert_eq!(counted(|| expression.assign_to(&mut target)), (NOTHING, Ok(())));
    assert_eq!(counted(|| expression.add_to(&mut target)), (NOTHING, Ok(())));
    assert_eq!(counted(|| target.lazy().greater(2.4).all(|is| is)), (NOTHING, Ok(true)));
    assert_eq!(counted(|| expression.fold(0, |count, _| count + 1)), (NOTHING, Ok(1200)));
    // Nothing is taken where operands are refused.
    let other = Tensor::full(DynExtents::new([30, 20, 3]).unwrap(), 1.0).unwrap();
    let (asked, result) = counted(|| (&a + &other).eval().is_err());
    assert_eq!((asked, result), (NOTHING, true));
}

#[test]
fn static_expressions_take_nothing_at_all() {
    let (a, b) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    let shape = extents::extents![2, 2];
    let (asked, values) = counted(|| {
        let (a, b) = (View::from_slice(shape, &a).unwrap(), View::from_slice(shape, &b).unwrap());
        let Ok(values) = (a * b - 1).eval_inline();
        values.into_array()
    });
    assert_eq!((asked, values), (NOTHING, [[4, 11], [20, 31]]));
    assert_eq!(shape.size(), 4);
}
