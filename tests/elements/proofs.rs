//! Indices that carry their proof: they are those in bounds, no other, and lead to their elements.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::oracle;
use extents::error::Place;
use extents::layout::{Canonical, ColMajor, Strided};
use extents::proof::{InBounds, Proof, Proven, Scope, with_proofs};
use extents::ublas::in_bounds;
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, ShapeError, StaticExtents, Tensor,
    View, ViewMut, extents, strides,
};
use proptest::prelude::*;
use static_assertions::assert_impl_all;

type Known = StaticExtents![3, 4];

const CORNER: InBounds<Known> = match Known::prove([2, 3]) {
    Some(proof) => proof,
    None => panic!("in bounds"),
};

// A proof is an index and nothing else.
const _: () = assert!(size_of::<InBounds<Known>>() == size_of::<[usize; 2]>());
const _: () = assert!(size_of::<Proof<'_, DynExtents<2>>>() == size_of::<[usize; 2]>());
assert_impl_all!(InBounds<Known>: Copy, Eq, std::hash::Hash, std::fmt::Debug, Send, Sync);
assert_impl_all!(Proof<'static, DynExtents<2>>: Copy, Eq, std::fmt::Debug, Send, Sync);

#[test]
fn static_proofs_are_for_every_tensor_of_the_extents() {
    let rows = Tensor::from_fn(extents![3, 4], |[i, j]| 10 * i + j).unwrap();
    let columns = Tensor::from_fn(ColMajor.of(extents![3, 4]), |[i, j]| 10 * i + j).unwrap();
    let mut inline = InlineTensor::<usize, Known>::inline_from_fn(|[i, j]| 10 * i + j);
    assert_eq!((rows[CORNER], columns[CORNER], inline[CORNER]), (23, 23, 23));
    assert_eq!((rows.get(CORNER), rows.view().get(CORNER)), (Some(&23), Some(&23)));
    inline[CORNER] = 1;
    *inline.view_mut().get_mut(CORNER).unwrap() += 1;
    assert_eq!(inline[[2, 3]], 2);
    let spread = Mapping::with_layout(extents![3, 4], Strided::new(strides![-2, 6])).unwrap();
    let data: Vec<usize> = (0..23).collect();
    assert_eq!(View::from_slice(spread, &data).unwrap()[CORNER], 18);
    for proof in extents![3, 4].proven_indices() {
        assert_eq!(rows[proof], columns[proof]);
    }
    assert!(
        extents![3, 4].proven_indices().map(|at| at.index().to_vec()).eq(oracle::indices(&[3, 4]))
    );
    assert!(
        extents![3, 4]
            .proven_indices()
            .rev()
            .map(|at| at.index())
            .eq(extents![3, 4].indices().rev())
    );
    assert_eq!(extents![3, 0].proven_indices().count(), 0);
    assert_eq!(<StaticExtents![]>::prove([]).map(|at| at.index()), Some([]));
    assert_eq!(<StaticExtents![3, 0]>::prove([0, 0]), None);
    for (i, j) in [(3, 0), (0, 4), (usize::MAX, 0), (0, usize::MAX)] {
        assert_eq!(Known::prove([i, j]), None);
    }
    assert_eq!(format!("{CORNER:?}"), "[2, 3]");
}

#[test]
fn views_of_other_extents_do_not_enter_a_scope() {
    let data = [0; 6];
    let shape = extents![dyn 2, 3].unwrap();
    with_proofs(&shape, |scope| {
        let enters = |extents: &[usize]| {
            let extents = DynExtents::<2>::from_extents(extents).unwrap();
            scope.view(&View::from_slice(extents, &data[..extents.size()]).unwrap()).map(drop)
        };
        assert_eq!(enters(&[2, 3]), Ok(()));
        assert_eq!(
            enters(&[2, 2]),
            Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 2 })
        );
        assert_eq!(
            enters(&[1, 3]),
            Err(ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 1 })
        );
        assert_eq!(
            enters(&[3, 2]),
            Err(ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 })
        );
    });
    let null = Tensor::<i32>::null();
    with_proofs(&DynRankExtents::new(&[]).unwrap(), |scope| {
        assert_eq!(scope.indices().count(), 1);
        assert_eq!(scope.view(&null.view()).map(drop), Err(ShapeError::Null));
    });
    with_proofs(&DynRankExtents::null(), |scope| {
        assert!(scope.prove([]).is_none());
        assert_eq!(scope.indices().count(), 0);
        assert!(scope.view(&null.view()).is_ok());
    });
}

/// A function over proven views, as a user would write it.
fn add<'id>(
    scope: &Scope<'id, DynExtents<2>>,
    to: &mut Proven<'id, ViewMut<'_, i64, DynExtents<2>>>,
    from: &Proven<'id, View<'_, i64, DynExtents<2>, ColMajor>>,
) {
    for at in scope.indices() {
        to[at] += from[at];
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn proofs_are_the_indices_in_bounds(
        extents in prop::collection::vec(0_usize..=4, 2),
        index in prop::collection::vec(0_usize..=5, 2),
    ) {
        let shape = DynExtents::<2>::from_extents(&extents).unwrap();
        let at: [usize; 2] = index.as_slice().try_into().unwrap();
        let listed = oracle::indices(&extents);
        with_proofs(&shape, |scope| {
            assert_eq!(scope.prove(at).map(|proof| proof.index()), listed.contains(&index).then_some(at));
            assert_eq!(in_bounds(&shape, &index), listed.contains(&index));
            assert!(scope.indices().map(|at| at.index().to_vec()).eq(listed.iter().cloned()));
            assert!(scope.indices().rev().map(|at| at.index().to_vec()).eq(listed.iter().rev().cloned()));
        });
        let columns = Tensor::from_fn(ColMajor.of(shape), |[i, j]| (10 * i + j) as i64).unwrap();
        let mut sum = Tensor::full(shape, 1).unwrap();
        with_proofs(&shape, |scope| {
            let mut to = scope.view_mut(sum.view_mut()).unwrap();
            add(scope, &mut to, &scope.view(&columns.view()).unwrap());
            assert_eq!(to.get().extents(), &shape);
        });
        let expected: Vec<i64> = listed.iter().map(|at| (10 * at[0] + at[1]) as i64 + 1).collect();
        prop_assert_eq!(sum.as_slice(), expected);
    }
}

#[test]
fn neighbors_are_the_elements_that_many_steps_away_in_any_layout() {
    let data: Vec<i64> = (0..400).collect();
    let shape = DynExtents::<2>::new([4, 5]).unwrap();
    // Reversed rows of every second column, and one row that stands for all.
    let reversed = Mapping::with_layout(shape, Strided::new([-20, 2])).unwrap();
    let repeated = Mapping::with_layout(shape, Strided::new([0, 3])).unwrap();
    let rows = View::from_slice(shape, &data[..20]).unwrap();
    let columns = View::from_slice(ColMajor.of(shape), &data[..20]).unwrap();
    let reversed = View::from_slice(reversed, &data[..69]).unwrap();
    let repeated = View::from_slice(repeated, &data[..13]).unwrap();
    with_proofs(&shape, |scope| {
        let rows = scope.view(&rows).unwrap();
        let columns = scope.view(&columns).unwrap();
        let reversed = scope.view(&reversed).unwrap();
        let repeated = scope.view(&repeated).unwrap();
        let mut count = 0;
        scope.interior(extents![1, 2]).for_each(|at| {
            for di in -1..=1 {
                for dj in -2..=2 {
                    let by = [di, dj];
                    let [i, j] = [0, 1].map(|mode| at.index()[mode].cast_signed() + by[mode]);
                    assert_eq!(rows[at + by], (5 * i + j) as i64);
                    assert_eq!(columns[at + by], (i + 4 * j) as i64);
                    assert_eq!(reversed[at + by], (20 * (3 - i) + 2 * j) as i64);
                    assert_eq!(repeated[at + by], (3 * j) as i64);
                    count += 1;
                }
            }
        });
        // Two rows of one column have so many neighbors.
        assert_eq!(count, 2 * 15);
    });
    // Written through, in reversed order.
    let mut to = vec![0; 20];
    let view = ViewMut::from_slice(ColMajor.of(extents![4, 5]), &mut to).unwrap();
    with_proofs(&shape, |scope| {
        let mut view = scope.view_mut(view).unwrap();
        scope.interior(extents![1, 1]).rev().for_each(|at| {
            view[at] = 1;
            view[at + [1, -1]] += 10 * view[at + [0, 0]];
        });
    });
    let mut expected = vec![0; 20];
    for i in (1..3).rev() {
        for j in (1..4).rev() {
            expected[i + 4 * j] = 1;
            expected[i + 1 + 4 * (j - 1)] += 10;
        }
    }
    assert_eq!(to, expected);
}

#[test]
#[should_panic(expected = "a step of -2 along mode 1 exceeds the margin of 1")]
fn a_step_that_leaves_the_margin_is_refused() {
    let data = [0; 9];
    let view = View::from_slice(DynExtents::<2>::new([3, 3]).unwrap(), &data).unwrap();
    with_proofs(view.extents(), |scope| {
        let view = scope.view(&view).unwrap();
        scope.interior(extents![1, 1]).for_each(|at| assert_eq!(view[at + [1, -2]], 0));
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_interior_is_what_has_neighbors(
        extents in prop::collection::vec(0_usize..=5, 3),
        margins in prop::collection::vec(prop_oneof![0_usize..=3, Just(usize::MAX), Just(1 << 63)], 3),
        steps in prop::collection::vec(prop_oneof![-3_isize..=3, Just(isize::MIN), Just(isize::MAX)], 3),
    ) {
        // A margin is an extent, whose product with others has to fit.
        let Ok(of) = DynExtents::<3>::from_extents(&margins) else { return Ok(()) };
        let shape = DynExtents::<3>::from_extents(&extents).unwrap();
        let is_inside = |at: &Vec<usize>| {
            (0..3).all(|mode| {
                let [c, extent, margin] = [at[mode], extents[mode], margins[mode]].map(|n| n as i128);
                margin <= c && c + margin < extent
            })
        };
        let expected: Vec<Vec<usize>> = oracle::indices(&extents).into_iter().filter(is_inside).collect();
        let by: [isize; 3] = steps.as_slice().try_into().unwrap();
        with_proofs(&shape, |scope| {
            let inside = scope.interior(of);
            assert_eq!(inside.len(), expected.len());
            assert!(inside.clone().map(|at| at.index().to_vec()).eq(expected.iter().cloned()));
            assert!(inside.clone().rev().map(|at| at.index().to_vec()).eq(expected.iter().rev().cloned()));
            let mut folded = Vec::new();
            inside.clone().for_each(|at| folded.push(at.index().to_vec()));
            assert_eq!(folded, expected);
            assert_eq!(inside.clone().nth(2).map(|at| at.index().to_vec()), expected.get(2).cloned());
            for at in inside {
                assert_eq!(Some(at.proof()), scope.prove(at.index()));
                let fits = by.iter().zip(&margins).all(|(step, margin)| step.unsigned_abs() <= *margin);
                let neighbor: Vec<i128> =
                    at.index().iter().zip(by).map(|(c, step)| *c as i128 + step as i128).collect();
                let found = (at + by).proof().map(|proof| proof.index().map(|c| c as i128).to_vec());
                assert_eq!(found, fits.then_some(neighbor));
            }
        });
    }
}
