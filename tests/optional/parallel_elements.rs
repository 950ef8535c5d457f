//! Elementwise work on all processors gives what it gives on one.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::collections::HashSet;
use std::sync::Mutex;

use crate::oracle::strided;
use extents::layout::{Canonical, Checked, ColMajor, Layout, Strided};
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, Tensor, View, ViewMut,
    dims, error::Place, extents, label::LabelName,
};

/// Larger than one part: 40 x 30 x 40 is about three times as many.
const EXTENTS: [usize; 3] = [40, 30, 40];

#[test]
fn forms_agree_with_the_oracle() {
    let shape = DynExtents::new(EXTENTS).unwrap();
    for strides in [[1200, 40, 1], [1, 40, 1200], [-30, 1, -1200], [2400, 80, 2], [90, 3, -3600]] {
        let (offsets, span) =
            (strided::offsets(&EXTENTS, &strides), strided::span(&EXTENTS, &strides));
        let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
        let data: Vec<i64> = (0..span as i64).collect();
        let elements: Vec<i64> = offsets.iter().map(|&offset| offset as i64).collect();
        let source = View::from_slice(mapping, &data).unwrap();

        assert_eq!(source.par_sum(), elements.iter().sum::<i64>());
        assert_eq!(source.par_fold(|| 0, |n, _| n + 1, |n, m| n + m), elements.len());
        let seen = Mutex::new(Vec::new());
        source.par_for_each(|x| seen.lock().unwrap().push(*x));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        let mut sorted = elements.clone();
        sorted.sort_unstable();
        assert_eq!(seen, sorted);

        let mut columns = Tensor::full(ColMajor.of(shape), 0).unwrap();
        assert_eq!(columns.view_mut().par_assign_map(&source, |x| 2 * x), Ok(()));
        assert!(columns.iter().copied().eq(elements.iter().map(|x| 2 * x)));
        assert_eq!(columns.view_mut().par_zip_apply(&source, |y, x| *y -= x), Ok(()));
        assert!(columns.iter().eq(&elements));

        // What lies between the elements stays.
        let mut target = vec![-1; span];
        ViewMut::from_slice(mapping, &mut target).unwrap().par_apply(|x| *x += 8);
        let mut expected = vec![-1; span];
        offsets.iter().for_each(|&offset| expected[offset] = 7);
        assert_eq!(target, expected);
    }
}

#[test]
fn more_than_one_thread_works() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let threads = Mutex::new(HashSet::new());
    let a = Tensor::full(DynExtents::new([64, 4096]).unwrap(), 1_u64).unwrap();
    // On a busy machine the other thread may come late.
    let both_came = (0..1000).any(|_| {
        pool.install(|| {
            a.view().par_for_each(|_| {
                threads.lock().unwrap().insert(std::thread::current().id());
            });
        });
        threads.lock().unwrap().len() == 2
    });
    assert!(both_came);
}

#[test]
fn nothing_null_broadcast_and_mismatch() {
    assert_eq!(Tensor::full(extents![3, 0], 1).unwrap().par_sum(), 0);
    assert_eq!(Tensor::<i32>::null().par_sum(), 0);
    assert_eq!(Tensor::full(extents![], 4).unwrap().par_sum(), 4);
    let wide = DynRankExtents::new(&[1000, 100]).unwrap();
    let broadcast = Strided::new([0, 1].into_iter().collect::<ModeArray<isize>>());
    let data: Vec<i64> = (0..100).collect();
    let view = View::from_slice(Mapping::with_layout(wide, broadcast).unwrap(), &data).unwrap();
    assert_eq!(view.par_sum(), 4950 * 1000);
    let mut a = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![2, dyn 4].unwrap(), 9).unwrap();
    let error = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    assert_eq!(a.view_mut().par_assign_map(&b, |x| *x), Err(error));
    assert_eq!(a.par_sum(), 6);
}

dims! { Batch, Time, Key }

/// The entries of a source are found by the names of its modes, in parts and by one thread.
#[test]
fn sources_align_by_name() -> Result<(), ShapeError> {
    let value = |batch: usize, time: usize, key: usize| (10_000 * batch + 100 * time + key) as i64;
    let shape = extents![dyn Batch = 40, dyn Time = 30, dyn Key = 40]?;
    let source =
        Tensor::from_fn(extents![dyn Key = 40, dyn Batch = 40, dyn Time = 30]?, |[k, b, t]| {
            value(b, t, k)
        })?;
    let expected = Tensor::from_fn(shape, |[b, t, k]| value(b, t, k))?;
    let mut a = Tensor::full(shape, 0)?;
    a.par_assign_map(&source, |x| 2 * x)?;
    a.par_zip_apply(&source, |y, x| *y -= x)?;
    assert_eq!(a.as_slice(), expected.as_slice());

    // Offsets that are sums of coordinates: index by index.
    let hankel = Mapping::with_layout(extents![dyn Key = 3, dyn Batch = 2]?, Sums)?;
    let view = View::from_slice(hankel, &[1, 2, 3, 4])?;
    let mut a = Tensor::full(extents![dyn Batch = 2, dyn Key = 3]?, 0)?;
    a.par_assign_map(&view, |x| *x)?;
    assert_eq!(a.as_slice(), [1, 2, 3, 2, 3, 4]);
    let short = Tensor::full(extents![dyn Key = 2, dyn Batch = 3]?, 0)?;
    let place = Place::Label(LabelName::new("Batch"));
    let error = ShapeError::ExtentMismatch { place, expected: 2, found: 3 };
    assert_eq!(a.par_assign_map(&short, |x| *x), Err(error));
    Ok(())
}

#[derive(Clone, Debug)]
struct Sums;
impl<E: Extents> Layout<E> for Sums {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = false;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    fn offset(&self, _: &E, index: &E::Index) -> usize {
        index.as_ref().iter().sum()
    }
    fn required_span_size(&self, _: &E) -> usize {
        4
    }
}

#[test]
fn checked_layouts_are_walked_on_one() {
    let hankel = Mapping::with_layout(extents![2, 3], Sums).unwrap();
    let view = View::from_slice(hankel, &[1, 2, 3, 4]).unwrap();
    assert_eq!(view.par_sum(), 15);
    let mut a = Tensor::full(extents![2, 3], 0).unwrap();
    let Ok(()) = a.view_mut().par_assign_map(&view, |x| *x);
    assert_eq!(a.as_slice(), [1, 2, 3, 2, 3, 4]);
}

/// As `tests/elements/methods.rs` has it of other methods.
#[test]
fn tensors_and_views_have_the_same_methods() {
    macro_rules! reads {
        ($t:expr) => {{
            let sum = std::sync::atomic::AtomicI32::new(0);
            $t.par_for_each(|x| {
                sum.fetch_add(*x, std::sync::atomic::Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 21);
            assert_eq!($t.par_fold(|| 0, |most, x| most.max(*x), i32::max), 6);
            assert_eq!($t.par_sum(), 21);
        }};
    }
    macro_rules! writes {
        ($t:expr, $a:expr) => {{
            $t.par_apply(|x| *x -= 1);
            assert!($t.iter().eq(&[0, 1, 2, 3, 4, 5]));
            $t.par_zip_apply(&$a, |x, y| *x -= y).unwrap();
            assert!($t.iter().eq(&[-1; 6]));
            $t.par_assign_map(&$a, |x| 2 * x).unwrap();
            assert!($t.iter().eq(&[2, 4, 6, 8, 10, 12]));
        }};
    }
    let matrix = || Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    let (a, mut tensor, mut other) = (matrix(), matrix(), matrix());
    reads!(a);
    reads!(a.view());
    reads!(other.view_mut());
    writes!(tensor, a);
    let mut view = other.view_mut();
    writes!(view, a);
}
