//! Axes against lists and sets of letters.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use extents::DType;
use extents_graph::{
    Axes, AxesMap, Axis, AxisSlice, ComplexView, DescriptionError, IndexMap, TensorDescription,
};

use crate::{Dice, listed};

fn letters(dice: &mut Dice) -> Vec<char> {
    let mut order = dice.order(5);
    order.truncate(dice.below(6));
    order.iter().map(|k| ['A', 'B', 'C', 'D', 'E'][*k]).collect()
}

fn axes(letters: &[char], length: usize) -> Axes {
    Axes::new(letters.iter().map(|name| Axis::new(*name, length))).unwrap()
}

fn names(axes: &Axes) -> Vec<char> {
    axes.names().map(|name| name.chars().next().unwrap()).collect()
}

#[test]
fn axes_are_sets_and_lists() {
    for seed in 0..2000 {
        let mut dice = Dice(seed);
        let (left, right) = (letters(&mut dice), letters(&mut dice));
        let (l, r) = (axes(&left, 2), axes(&right, 7));
        let (ls, rs): (BTreeSet<char>, BTreeSet<char>) =
            (left.iter().copied().collect(), right.iter().copied().collect());

        let sum = [&left[..], &right[..]].concat();
        match &l + &r {
            Ok(both) => assert_eq!((names(&both), ls.is_disjoint(&rs)), (sum, true)),
            Err(error) => {
                assert!(matches!(error, DescriptionError::DuplicateAxis { .. }));
                assert!(!ls.is_disjoint(&rs));
            }
        }
        let only_left: Vec<char> = left.iter().copied().filter(|c| !rs.contains(c)).collect();
        let only_right: Vec<char> = right.iter().copied().filter(|c| !ls.contains(c)).collect();
        let shared: Vec<char> = left.iter().copied().filter(|c| rs.contains(c)).collect();
        let all = [&left[..], &only_right[..]].concat();
        assert_eq!(names(&(&l - &r)), only_left);
        assert_eq!(names(&(&l & &r)), shared);
        assert_eq!(names(&(&l | &r)), all);
        // The lengths are those of the left.
        assert!((&l | &r).iter().take(left.len()).all(|axis| axis.length() == Some(2)));
        assert_eq!(l == r, left == right);
        assert_eq!(l.is_subset(&r), ls.is_subset(&rs));
        assert_eq!(l.is_superset(&r), ls.is_superset(&rs));
        assert_eq!(l.is_equal_set(&r), ls == rs);

        let r = axes(&right, 2);
        let order = if rs.is_subset(&ls) {
            left.clone()
        } else if ls.is_subset(&rs) {
            right.clone()
        } else {
            all
        };
        assert_eq!(names(&l.binary_axes_order(&r).unwrap()), order);
        let dot = [&only_left[..], &only_right[..]].concat();
        assert_eq!(names(&l.dot_axes(&r).unwrap()), dot);
        match l.reduce_axes(&r) {
            Ok(left_over) => assert_eq!((names(&left_over), rs.is_subset(&ls)), (only_left, true)),
            Err(_) => assert!(!rs.is_subset(&ls)),
        }
    }
}

#[test]
fn lengths_that_differ_are_no_axis_in_common() {
    let (two, three) = (axes(&['A'], 2), axes(&['A'], 3));
    let expected = "axis `A` should have length 2, but has 3";
    assert_eq!(two.binary_axes_order(&three).unwrap_err().to_string(), expected);
    assert_eq!(two.dot_axes(&three).unwrap_err().to_string(), expected);
    // Unknown lengths agree with all.
    let open = Axes::new([Axis::unknown("A")]).unwrap();
    assert!(two.binary_axes_order(&open).is_ok());
}

#[test]
fn flattened_axes_are_named_by_their_parts() {
    let ab = || Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let flat = Axis::flattened(ab()).unwrap();
    assert_eq!((flat.to_string(), flat.length()), ("(A, B)".to_string(), Some(6)));
    assert_eq!(format!("{flat:?}"), "(A, B): 6");
    // A plain axis that prints alike is another one.
    assert_ne!(flat, Axis::new("(A, B)", 6));
    assert_eq!(Axes::new([flat.clone(), Axis::new("(A, B)", 6)]).map(|axes| axes.rank()), Ok(2));
    let around = |axis: Axis| Axis::flattened(Axes::new([axis]).unwrap()).unwrap();
    let (one, other) = (around(Axis::new("(A, B)", 6)), around(flat.clone()));
    assert!(one != other && one.to_string() == other.to_string());
    assert_eq!(Axes::new([one.clone(), other]).map(|axes| axes.rank()), Ok(2));
    assert_eq!(
        Axes::new([one.clone(), one]).unwrap_err().to_string(),
        "axis `((A, B))` occurs twice in the list"
    );
    let deep = Axis::flattened(Axes::new([flat.clone(), Axis::new("C", 4)]).unwrap()).unwrap();
    assert_eq!((deep.to_string(), deep.length()), ("((A, B), C)".to_string(), Some(24)));
    assert_eq!(Axes::new([deep]).unwrap().leaves().len(), 3);
    assert_eq!(
        Axes::new([flat.clone(), flat]).unwrap_err().to_string(),
        "axis `(A, B)` occurs twice in the list"
    );
    assert_eq!(Axis::flattened(Axes::default()).unwrap().length(), Some(1));
    let big = Axes::new([Axis::new("A", usize::MAX), Axis::new("B", 2)]).unwrap();
    assert_eq!(
        Axis::flattened(big).unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 1 before mode 0, times its extent 18446744073709551615"
    );

    let (mut deeper, mut levels) = (Axis::new("A", 1), 0);
    let error = loop {
        match Axis::flattened(Axes::new([deeper.clone()]).unwrap()) {
            Ok(axis) => (deeper, levels) = (axis, levels + 1),
            Err(error) => break error,
        }
    };
    assert_eq!((error, levels), (DescriptionError::TooDeep { limit: 32 }, 32));
}

#[test]
fn axes_get_new_names_and_room() {
    let axes = axes(&['A', 'B', 'C'], 2);
    let swap = AxesMap::new([("A", "B"), ("B", "A"), ("X", "Y")]).unwrap();
    assert_eq!(swap.apply(&axes).unwrap().to_string(), "[B, A, C]");
    assert_eq!(
        AxesMap::new([("A", "C")]).unwrap().apply(&axes).unwrap_err().to_string(),
        "axis `C` occurs twice in the list"
    );
    // Whether or not there are such axes.
    // The name of a flattened axis is that of its parts, and nothing that the map could name.
    let flat = Axes::new([Axis::flattened(Axes::of_shape(&[2])).unwrap()]).unwrap();
    let renamed = AxesMap::new([("0", "A"), ("(0)", "B")]).unwrap().apply(&flat).unwrap();
    assert_eq!(renamed.to_string(), "[(A)]");
    let error = AxesMap::new([("aaa", "zzz"), ("b", "b"), ("bbb", "zzz")]).unwrap_err();
    assert_eq!(error.to_string(), "axes `aaa` and `bbb` cannot both be named `zzz`");
    assert!(AxesMap::new([("aaa", "yyy"), ("aaa", "zzz")]).is_err());
    assert_eq!(axes.pad_axes(&[(0, 1), (2, 0), (3, 4)]).unwrap().lengths().unwrap(), [3, 4, 9]);
    assert_eq!(axes.pad_axes(&[1, 1]).unwrap_err().to_string(), "the rank should be 3, but is 2");
    assert_eq!(
        axes.pad_axes(&[usize::MAX, 0, 0]).unwrap_err().to_string(),
        "the length of a padded axis is more than 9223372036854775807"
    );
    let most = isize::MAX as usize;
    assert_eq!(
        axes.pad_axes(&[(most - 2, 0), (0, 0), (0, 0)]).unwrap().lengths().unwrap(),
        [most, 2, 2]
    );
    assert_eq!(
        axes.pad_axes(&[(most - 1, 0), (0, 0), (0, 0)]).unwrap_err().to_string(),
        "the length of a padded axis is more than 9223372036854775807"
    );
    let open = Axes::new([Axis::unknown("A")]).unwrap();
    assert_eq!(open.pad_axes(&[1]).unwrap_err().to_string(), "the length of axis `A` is not known");
    assert!(axes.expand_dims(Axis::new("N", 1), 3).unwrap().names().eq(["A", "B", "C", "N"]));
    assert_eq!(
        axes.expand_dims(Axis::new("N", 1), 4).unwrap_err().to_string(),
        "there is no mode 4 in a shape of rank 4"
    );
    assert_eq!(
        axes.expand_dims(Axis::new("B", 1), 0).unwrap_err().to_string(),
        "axis `B` occurs twice in the list"
    );
    assert_eq!(
        Axis::from_signed("A", i64::MIN).unwrap_err().to_string(),
        "axis `A` cannot have length -9223372036854775808"
    );
    assert_eq!(Axis::from_signed("A", 0).unwrap().length(), Some(0));
}

#[test]
fn a_hash_sees_the_names() {
    let hashes: BTreeSet<u64> = ["A", "B", "C", "AB"]
        .iter()
        .map(|name| BuildHasherDefault::<DefaultHasher>::default().hash_one(Axis::new(*name, 2)))
        .collect();
    assert_eq!(hashes.len(), 4);
}

#[test]
fn slices_of_axes_keep_what_python_keeps() {
    // Ranges give the entries that they give of a list.
    let length = 7;
    let kept = |slice: AxisSlice, expected: &[i64]| {
        let axes = Axes::new([Axis::new("A", length), Axis::new("B", 2)]).unwrap();
        let left = axes.slice_axes(&[slice]).unwrap();
        assert_eq!(left.lengths().unwrap(), [expected.len(), 2], "{slice:?}");
        let map = IndexMap::slice(&[length], &[slice]).unwrap();
        let read = (0..expected.len()).map(|at| map.apply(&[at]).unwrap()[0] as i64);
        assert!(read.eq(expected.iter().copied()), "{slice:?}");
    };
    kept(AxisSlice::from(..), &[0, 1, 2, 3, 4, 5, 6]);
    kept(AxisSlice::from(3..), &[3, 4, 5, 6]);
    kept(AxisSlice::from(-2..), &[5, 6]);
    kept(AxisSlice::from(..3), &[0, 1, 2]);
    kept(AxisSlice::from(..-5), &[0, 1]);
    kept(AxisSlice::from(2..4), &[2, 3]);
    kept(AxisSlice::from(1..).step_by(3), &[1, 4]);
    // An axis that is kept as it is stays flattened; one that is cut does not.
    let axes = Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let axes = Axes::new([Axis::flattened(axes).unwrap(), Axis::new("C", 4)]).unwrap();
    let left = axes.slice_axes(&[AxisSlice::from(..), AxisSlice::from(1)]).unwrap();
    assert!(left.iter().all(|axis| axis.parts().is_some()) && left.rank() == 1);
    let left = axes.slice_axes(&[AxisSlice::from(..), AxisSlice::from(1..)]).unwrap();
    assert_eq!(left.lengths().unwrap(), [6, 3]);
    let left = axes.slice_axes(&[AxisSlice::from(1..)]).unwrap();
    assert!(left.iter().all(|axis| axis.parts().is_none()));
    assert_eq!(left.lengths().unwrap(), [5, 4]);
}

#[test]
fn broadcasts_read_the_modes_at_their_places() {
    let extents = [2, 3, 4];
    for source in listed(&[3, 3, 3]).into_iter().map(|places| places[..2].to_vec()) {
        for (first, second) in [(2, 3), (3, 2), (4, 4), (2, 2), (3, 4)] {
            let found = IndexMap::broadcast(&[first, second], &extents, &source);
            let twice = source[0] == source[1];
            let fits = [first, second] == [extents[source[0]], extents[source[1]]];
            assert_eq!(found.is_ok(), !twice && fits, "{first} {second} at {source:?}");
            let Ok(map) = found else { continue };
            assert_eq!((map.source(), map.shape()), (&[first, second][..], &extents[..]));
            for index in listed(&extents) {
                assert_eq!(map.apply(&index).unwrap(), [index[source[0]], index[source[1]]]);
            }
        }
    }
    let says = |places: &[usize], expected: &str| {
        let error = IndexMap::broadcast(&[3, 4], &extents, places).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    says(&[1, 1], "mode 1 occurs twice in the list");
    says(&[0, 2], "mode 0 should have extent 3, but has 2");
}

#[test]
fn a_map_of_indices_gives_the_strides_that_its_indices_have() {
    let (strides, offset) = ([20_isize, -5, 1], 15_usize);
    let source = [2, 4, 5];
    let slices: [AxisSlice; 3] =
        ["1".parse().unwrap(), "::-2".parse().unwrap(), "1:4".parse().unwrap()];
    let map = IndexMap::slice(&source, &slices).unwrap();
    let (found, begin) = map.layout(&strides, offset).unwrap();
    for index in listed(map.shape()) {
        let place = |strides: &[isize], index: &[usize], offset: usize| -> isize {
            let steps = strides.iter().zip(index).map(|(stride, at)| stride * *at as isize);
            steps.sum::<isize>() + offset as isize
        };
        let read = map.apply(&index).unwrap();
        assert_eq!(place(&found, &index, begin), place(&strides, &read, offset), "{index:?}");
    }
    assert_eq!(map.shape(), [2, 3]);
}

/// An axis `(A, B)` of these parts.
fn parted(a: usize, b: usize) -> Axes {
    let parts = Axes::new([Axis::new("A", a), Axis::new("B", b)]).unwrap();
    Axes::new([Axis::flattened(parts).unwrap()]).unwrap()
}

#[test]
fn parts_of_one_name_have_one_length() {
    let (left, right) = (parted(2, 3), parted(3, 2));
    let text = "axis `A` should have length 2, but has 3";
    let wrong = |error: DescriptionError| assert_eq!(error.to_string(), text);
    wrong(left.binary_axes_order(&right).unwrap_err());
    wrong(left.dot_axes(&right).unwrap_err());
    let tensor = |axes: &Axes| {
        let axes = (axes + &Axes::new([Axis::new("n", 1)]).unwrap()).unwrap();
        <TensorDescription>::new(DType::F32, axes).unwrap()
    };
    wrong(tensor(&left).broadcast(tensor(&right).axes()).unwrap_err());
    wrong(ComplexView::concat(&[tensor(&left), tensor(&right)], "n").unwrap_err());
    // Nor is the one the other because both lie on one base.
    let base = <TensorDescription>::of_shape(DType::F32, &[6]).unwrap();
    let (left, right) = (base.cast(left).unwrap(), base.cast(right).unwrap());
    let laid = left.on_base(&right.row_major().unwrap()).unwrap();
    assert_eq!(laid.unflatten_all().unwrap().shape(), [2, 3]);
}
