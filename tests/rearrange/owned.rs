//! Tensors under other extents, whose elements stay where they are.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::convert::Infallible;

use extents::error::{Bounded, Place};
use extents::layout::{ColMajor, Strided};
use extents::rearrange::{
    DropMode, InsertMode, List, Merge, Name, Named, Permute, Rename, Reshape, Reverse, Same, Split,
    Tiles, Transpose,
};
use extents::{
    Const, DynExtents, DynRankExtents, ShapeError, StaticExtents, Tensor, TensorOf, dims, extents,
    modes, strides,
};

dims! { Batch, Time, Past }

type Cube = TensorOf<StaticExtents![2, 3, 4], usize>;

/// Element [i, j, k] is 100 i + 10 j + k.
fn cube() -> Cube {
    Tensor::from_fn(extents![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k).unwrap()
}

#[test]
fn each_index_leads_to_the_element_of_its_own() {
    let all = || (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k))));
    let element = |i, j, k| 100 * i + 10 * j + k;
    let Ok(t) = cube().into_rearranged(Transpose);
    let t: TensorOf<StaticExtents![4, 3, 2], usize, ColMajor> = t;
    assert!(all().all(|(i, j, k)| t[[k, j, i]] == element(i, j, k)));
    let Ok(p) = t.into_rearranged(Permute(modes![2, 0, 1]));
    assert!(all().all(|(i, j, k)| p[[i, k, j]] == element(i, j, k)));
    let p = cube().into_rearranged(Permute([1, 2, 0].listed())).unwrap();
    assert_eq!(p.extents(), &DynExtents::new([3, 4, 2]).unwrap());
    assert!(all().all(|(i, j, k)| p[[j, k, i]] == element(i, j, k)));
    let Ok(r) = cube().into_rearranged(Reverse(Const::<1>));
    assert!(all().all(|(i, j, k)| r[[i, 2 - j, k]] == element(i, j, k)));
    let r = r.into_rearranged(Reverse(0)).unwrap();
    assert!(all().all(|(i, j, k)| r[[1 - i, 2 - j, k]] == element(i, j, k)));
    let Ok(s) = cube().into_rearranged(Split(Const::<2>, extents![2, 2].listed()));
    assert!(all().all(|(i, j, k)| s[[i, j, k / 2, k % 2]] == element(i, j, k)));
    let Ok(m) = cube().into_rearranged(Merge::<Const<6>, _>::of(Const::<0>));
    assert!(all().all(|(i, j, k)| m[[3 * i + j, k]] == element(i, j, k)));
    let Ok(m) = cube().into_rearranged(InsertMode(Const::<1>));
    assert!(all().all(|(i, j, k)| m[[i, 0, j, k]] == element(i, j, k)));
    let Ok(m) = m.into_rearranged(DropMode(Const::<1>));
    assert_eq!(m.extents(), &extents![2, 3, 4]);
    assert_eq!(m.as_slice(), cube().as_slice());
    let m = m.into_rearranged(InsertMode(3)).unwrap().into_rearranged(DropMode(3)).unwrap();
    assert_eq!(m.extents(), &DynRankExtents::new(&[2, 3, 4]).unwrap());
    assert!(all().all(|(i, j, k)| m.get(&[i, j, k][..]) == Some(&element(i, j, k))));
    let Ok(m) =
        cube().into_rearranged(Tiles::<StaticExtents![1, 3, 2], _>::of(extents![2, 1, 2].listed()));
    assert!(all().all(|(i, j, k)| m[[0, j, k / 2, i, 0, k % 2]] == element(i, j, k)));
    let Ok(m) = cube().into_rearranged(Reshape(extents![4, 6].listed()));
    assert!(all().all(|(i, j, k)| {
        let number = 12 * i + 4 * j + k;
        m[[number / 6, number % 6]] == element(i, j, k)
    }));
}

type Renamed = StaticExtents![dyn Batch, dyn Past];
type FirstNamed = StaticExtents![dyn Time, dyn Past];

#[test]
fn modes_get_other_names() {
    let a = Tensor::from_vec(
        extents![dyn Batch = 2, dyn Time = 3].unwrap(),
        (0..6).collect::<Vec<_>>(),
    );
    let a = a.unwrap();
    let memory = a.as_ptr();
    let a: TensorOf<Renamed, i32> = a.into_rearranged(Rename::<Time, Past>::new()).unwrap();
    assert_eq!((a.as_ptr(), a.as_slice()), (memory, &[0, 1, 2, 3, 4, 5][..]));
    let a = a.into_rearranged(Name::<Time, _>::of(Const::<0>)).unwrap();
    let _: &TensorOf<FirstNamed, i32> = &a;
    let a = a.into_rearranged(Same::<StaticExtents![dyn Time, dyn Past]>::new()).unwrap();
    assert_eq!(format!("{:?}", a.extents()), "[Time = 2, Past = 3]");
}

#[test]
fn what_is_refused_comes_back() {
    let a = Tensor::from_vec(extents![dyn 2, dyn 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let rejected = a.into_rearranged(DropMode(Const::<0>)).unwrap_err();
    let expected = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 1, found: 2 };
    assert_eq!(rejected.error, expected);
    let rejected = rejected.value.into_rearranged(Permute([0, 2].listed())).unwrap_err();
    assert_eq!(rejected.error, ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 });
    assert_eq!(rejected.value.as_slice(), [1, 2, 3, 4, 5, 6]);
    // Turned, the two modes do not follow each other.
    let Ok(turned) = rejected.value.into_rearranged(Transpose);
    let rejected = turned.into_rearranged(Merge::<Named, _>::of(Const::<0>)).unwrap_err();
    assert!(matches!(rejected.error, ShapeError::NotMergeable { .. }), "{}", rejected.error);
    assert_eq!(rejected.value[[2, 1]], 6);
}

#[test]
fn elements_may_be_at_distances() {
    // Of rows of four elements the first three.
    let mapping = extents::Mapping::with_layout(extents![2, 3], Strided::new(strides![4, 1]));
    let a = Tensor::from_storage(mapping.unwrap(), (0..7).collect::<Vec<_>>()).unwrap();
    let Ok(mut t) = a.into_rearranged(Transpose);
    t[[2, 1]] = 60;
    assert_eq!(t.view().iter().copied().collect::<Vec<_>>(), [0, 4, 1, 5, 2, 60]);
    assert_eq!(t.into_storage(), [0, 1, 2, 3, 4, 5, 60]);
    // Nothing, under extents that transpose to others of nothing.
    let none = Tensor::<u8, _>::from_vec(extents![0, 3], Vec::new()).unwrap();
    let result: Result<_, extents::error::Rejected<_, Infallible>> =
        none.into_rearranged(Transpose);
    let Ok(none) = result;
    assert_eq!((none.extents(), none.len()), (&extents![3, 0], 0));
    let Ok(none) = none.into_rearranged(Reverse(Const::<0>));
    assert!(none.is_empty());
}
