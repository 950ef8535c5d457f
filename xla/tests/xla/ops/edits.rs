//! Dimensions edited: what stays, stays in its order, and what is said of a dimension goes with it.

use extents::DType;
use extents_xla::error::{Bounded, Required};
use extents_xla::{ArrayShape, Dimension, Layout, XlaError};
use proptest::prelude::*;

use super::{
    any_dense, any_order, any_reshape, array, cases, indices, order, orders, position, sizes,
};

/// The order of those numbers that `keep`s, each by its place among the kept ones.
fn kept(order: &[usize], keep: &[usize]) -> Vec<usize> {
    order.iter().filter_map(|old| keep.iter().position(|kept| kept == old)).collect()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn deleted(shape in any_dense(), flags in prop::collection::vec(any::<bool>(), 6)) {
        let (delete, keep): (Vec<usize>, Vec<usize>) =
            (0..shape.rank()).partition(|&dimension| flags[dimension]);
        let left = shape.delete_dimensions(&delete).unwrap();
        let expected: Vec<usize> = keep.iter().map(|&dimension| sizes(&shape)[dimension]).collect();
        prop_assert_eq!(sizes(&left), expected);
        prop_assert_eq!(order(&left), kept(&order(&shape), &keep));
        prop_assert_eq!(&shape.filter_dimensions(|dimension| !flags[dimension]), &left);
        // In whatever order they are named.
        let backwards: Vec<usize> = delete.into_iter().rev().collect();
        prop_assert_eq!(shape.delete_dimensions(&backwards), Ok(left));
        // Ones are where they are not missed.
        let dropped = shape.drop_degenerate_dimensions();
        prop_assert_eq!(shape.has_degenerate_dimensions(), dropped != shape);
        prop_assert!(!dropped.has_degenerate_dimensions());
        let positions = |shape: &ArrayShape| {
            indices(&sizes(shape)).iter().map(|index| position(shape, index)).collect::<Vec<_>>()
        };
        prop_assert_eq!(positions(&dropped), positions(&shape));
    }

    #[test]
    fn inserted(
        (shape, at) in any_dense().prop_flat_map(|shape| {
            let rank = shape.rank();
            (Just(shape), 0..=rank)
        }),
        new in prop::collection::vec(0_usize..4, 0..4),
    ) {
        let longer = shape.insert_dimensions(at, new.iter().copied()).unwrap();
        let added: Vec<usize> = (at..at + new.len()).collect();
        let old = sizes(&shape);
        prop_assert_eq!(sizes(&longer), [&old[..at], &new, &old[at..]].concat());
        prop_assert_eq!(longer.delete_dimensions(&added), Ok(shape.clone()));
        // The new ones lie in one run, the last the fastest, behind the one whose place they took.
        let order_of_longer = order(&longer);
        let run: Vec<usize> = added.iter().rev().copied().collect();
        let place = order_of_longer.iter().position(|d| added.contains(d)).unwrap_or(0);
        prop_assert_eq!(&order_of_longer[place..place + run.len()], &run[..]);
        if !new.is_empty() && at < shape.rank() {
            prop_assert_eq!(order_of_longer[place - 1], at + new.len());
        } else {
            prop_assert_eq!(place, 0);
        }

        let rank = shape.rank();
        let first = shape.prepend_major_dimension(7).unwrap();
        prop_assert_eq!((order(&first).last().copied(), sizes(&first)[0]), (Some(0), 7));
        prop_assert_eq!(first.delete_dimensions(&[0]), Ok(shape.clone()));
        let slow = shape.append_major_dimension(7).unwrap();
        prop_assert_eq!((order(&slow)[rank], sizes(&slow)[rank]), (rank, 7));
        prop_assert_eq!(slow.delete_dimensions(&[rank]), Ok(shape.clone()));
        let fast = shape.append_minor_dimension(7).unwrap();
        prop_assert_eq!((order(&fast)[0], sizes(&fast)[rank]), (rank, 7));
        prop_assert_eq!(fast.delete_dimensions(&[rank]), Ok(shape));
    }

    #[test]
    fn moved(shape in any_dense(), at in any::<prop::sample::Index>()) {
        prop_assume!(shape.rank() > 0);
        let dimension = at.index(shape.rank());
        let others = |order: Vec<usize>| -> Vec<usize> {
            order.into_iter().filter(|&other| other != dimension).collect()
        };
        let slow = order(&shape.move_dimension_to_major(dimension).unwrap());
        prop_assert_eq!(slow.last(), Some(&dimension));
        prop_assert_eq!(others(slow), others(order(&shape)));
        let fast = order(&shape.move_dimension_to_minor(dimension).unwrap());
        prop_assert_eq!(fast[0], dimension);
        prop_assert_eq!(others(fast), others(order(&shape)));
        // Effectively most major: without the ones, or being one of those in front, it is the slowest.
        let many: Vec<usize> = (0..shape.rank())
            .filter(|&other| other == dimension || sizes(&shape)[other] != 1)
            .collect();
        let expected = kept(&order(&shape), &many).last().map(|&last| many[last]) == Some(dimension);
        prop_assert_eq!(shape.is_effectively_most_major(dimension), Ok(expected));
    }

    #[test]
    fn in_physical_order(shape in any_dense()) {
        let physical = shape.in_physical_order();
        prop_assert_eq!(physical.layout(), Some(&Layout::descending(shape.rank())));
        let slowest_first: Vec<usize> = order(&shape).into_iter().rev().collect();
        for index in indices(&sizes(&shape)) {
            let moved: Vec<usize> = slowest_first.iter().map(|&old| index[old]).collect();
            prop_assert_eq!(position(&physical, &moved), position(&shape, &index));
        }
    }

    #[test]
    fn side_by_side(order in (0_usize..6).prop_flat_map(any_order), flags in prop::collection::vec(any::<bool>(), 6)) {
        let some: Vec<usize> = (0..order.len()).filter(|&dimension| flags[dimension]).collect();
        let layout = Layout::new(order.clone()).unwrap();
        // Some window of the order holds just these.
        let is_run = some.is_empty() || order.windows(some.len()).any(|window| {
            window.iter().all(|dimension| some.contains(dimension))
        });
        prop_assert_eq!(layout.are_dimensions_consecutive(&some), Ok(is_run));
    }

    #[test]
    fn unmodified(
        (from, to) in any_dense().prop_flat_map(|from| (Just(sizes(&from)), any_reshape(sizes(&from))))
    ) {
        let shape = |sizes: &[usize]| ArrayShape::new(DType::F32, sizes.iter().copied());
        let (before, after) = (shape(&from), shape(&to));
        let pairs = before.dimensions_unmodified_by_reshape(&after).unwrap();
        prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        for &(i, j) in &pairs {
            // The coordinate is the same for every element.
            prop_assert_eq!(from[i], to[j]);
            for (old, new) in indices(&from).iter().zip(&indices(&to)) {
                prop_assert_eq!(old[i], new[j]);
            }
        }
        // The other way round they are the same ones.
        let back = after.dimensions_unmodified_by_reshape(&before).unwrap();
        let swapped: Vec<(usize, usize)> = back.into_iter().map(|(j, i)| (i, j)).collect();
        prop_assert_eq!(&swapped, &pairs);
        // Dimensions of several entries that keep their place in all elements are found, where there are elements.
        let product: usize = from.iter().product();
        for i in (0..from.len()).filter(|&i| product > 0 && from[i] > 1) {
            let stays = (0..to.len()).any(|j| {
                indices(&from).iter().zip(&indices(&to)).all(|(old, new)| old[i] == new[j])
            });
            prop_assert_eq!(pairs.iter().any(|pair| pair.0 == i), stays, "{} {:?}", i, pairs);
        }
        let many = |sizes: &[usize]| -> Vec<usize> { sizes.iter().copied().filter(|&n| n != 1).collect() };
        let ones = before.inserted_or_deleted_one_sized(&after).unwrap();
        let is_known = product > 0 || from == to;
        prop_assert!(!is_known || ones.is_some() == (many(&from) == many(&to)));
        prop_assert!(ones.is_none() || many(&from) == many(&to));
        if let Some(ones) = ones {
            let rest = before.delete_dimensions(&ones.deleted).unwrap();
            prop_assert_eq!(sizes(&rest), sizes(&after.delete_dimensions(&ones.inserted).unwrap()));
            prop_assert!(ones.deleted.iter().all(|&d| from[d] == 1));
        }
    }
}

#[test]
fn normalized_transposes_move_the_same_elements() {
    for rank in 0..=4 {
        for dimensions in super::lists(&[1, 2, 3], rank) {
            for permutation in orders(rank) {
                let shape = ArrayShape::new(DType::F32, dimensions.iter().copied());
                let normal = shape.normalized_logical_transpose(&permutation).unwrap();
                // The numbers of the operand's elements in the order of the result, in both forms.
                let output = |sizes: &[usize], permutation: &[usize]| -> Vec<usize> {
                    let result: Vec<usize> = permutation.iter().map(|&old| sizes[old]).collect();
                    let number = |index: &Vec<usize>| {
                        let mut old = vec![0; sizes.len()];
                        permutation.iter().zip(index).for_each(|(&to, &at)| old[to] = at);
                        old.iter().zip(sizes).fold(0, |number, (at, size)| number * size + at)
                    };
                    indices(&result).iter().map(number).collect()
                };
                let mut operand = vec![0; normal.output.len()];
                for (&to, &size) in normal.permutation.iter().zip(&normal.output) {
                    operand[to] = size;
                }
                assert_eq!(
                    output(&operand, &normal.permutation),
                    output(&dimensions, &permutation),
                    "{dimensions:?} {permutation:?}"
                );
                // No two dimensions stay side by side, and none has size 1 beside others.
                let runs = normal.permutation.windows(2).all(|two| two[0] + 1 != two[1]);
                let ones = normal.output.len() == 1 || !normal.output.contains(&1);
                assert!(runs && ones, "{dimensions:?} {permutation:?}");
            }
        }
    }
}

#[test]
fn the_rest_of_a_layout_goes_along() {
    let edited = |text: &str, edit: &dyn Fn(&ArrayShape) -> Result<ArrayShape, XlaError>| {
        edit(&array(text)).unwrap().to_string()
    };
    // Tiles, memories and sizes of elements stay.
    let tiled = "f32[5,3,2]{2,0,1:T(2,128)L(8)E(32)S(1)M(4)}";
    assert_eq!(
        edited(tiled, &|shape| shape.delete_dimensions(&[1])),
        "f32[5,2]{1,0:T(2,128)L(8)E(32)S(1)M(4)}"
    );
    assert_eq!(
        edited(tiled, &|shape| shape.prepend_major_dimension(9)),
        "f32[9,5,3,2]{3,1,2,0:T(2,128)L(8)E(32)S(1)M(4)}"
    );
    assert_eq!(
        edited(tiled, &|shape| shape.permute_dimensions(&[2, 0, 1])),
        "f32[2,5,3]{0,1,2:T(2,128)L(8)E(32)S(1)M(4)}"
    );
    // Widths go with their dimensions; a new one is as wide as it is large.
    let padded = "f32[5,3,2]{2,0,1:PAD(6,4,3:one)}";
    assert_eq!(edited(padded, &|s| s.delete_dimensions(&[0])), "f32[3,2]{1,0:PAD(4,3:one)}");
    assert_eq!(
        edited(padded, &|s| s.insert_dimensions(1, [7])),
        "f32[5,7,3,2]{3,0,2,1:PAD(6,7,4,3:one)}"
    );
    assert_eq!(
        edited(padded, &|s| s.permute_dimensions(&[1, 2, 0])),
        "f32[3,2,5]{1,2,0:PAD(4,3,6:one)}"
    );
    assert_eq!(
        edited(padded, &|s| s.permute_dimensions_ignoring_layout(&[1, 2, 0])),
        "f32[3,2,5]{2,0,1:PAD(4,3,6:one)}"
    );
    let unbounded = array(padded).append_minor_dimension(Dimension::Unbounded);
    assert_eq!(unbounded, Err(XlaError::Unbounded { dimension: 3 }));
    // What is in memory in place of the array is that of a permuted one, too, and of no other.
    let physical = "f32[2,3,1]{2,1,0:P(f32[6]{0})}";
    assert_eq!(
        edited(physical, &|s| s.permute_dimensions(&[1, 0, 2])),
        "f32[3,2,1]{2,0,1:P(f32[6]{0})}"
    );
    assert_eq!(edited(physical, &|s| s.delete_dimensions(&[2])), "f32[2,3]{1,0}");
    assert_eq!(edited(physical, &|s| s.prepend_major_dimension(9)), "f32[9,2,3,1]{3,2,1,0}");
    // Splits count from the slowest dimension on, and go with their own.
    let split = "f32[5,3,2]{2,0,1:SC(0:1)(1:2,4)}";
    assert_eq!(edited(split, &|s| s.delete_dimensions(&[1])), "f32[5,2]{1,0:SC(0:2,4)}");
    assert_eq!(edited(split, &|s| s.delete_dimensions(&[0])), "f32[3,2]{1,0:SC(0:1)}");
    assert_eq!(
        edited(split, &|s| s.prepend_major_dimension(9)),
        "f32[9,5,3,2]{3,1,2,0:SC(1:1)(2:2,4)}"
    );
    assert_eq!(
        edited(split, &|s| s.permute_dimensions(&[2, 0, 1])),
        "f32[2,5,3]{0,1,2:SC(0:1)(1:2,4)}"
    );
    assert_eq!(
        edited(split, &|s| s.permute_dimensions_ignoring_layout(&[1, 0, 2])),
        "f32[3,5,2]{2,0,1:SC(1:1)(0:2,4)}"
    );
    assert_eq!(
        edited(split, &|s| s.move_dimension_to_minor(1)),
        "f32[5,3,2]{1,2,0:SC(2:1)(0:2,4)}"
    );
    // Levels go with their dimensions, and a new one is dense.
    let sparse = "f32[5,3,2]{2,0,1:D(D,C,S+)}";
    assert_eq!(edited(sparse, &|s| s.delete_dimensions(&[0])), "f32[3,2]{1,0:D(C,S+)}");
    assert_eq!(
        edited(sparse, &|s| s.permute_dimensions(&[2, 0, 1])),
        "f32[2,5,3]{0,1,2:D(S+,D,C)}"
    );
    assert_eq!(
        edited(sparse, &|s| s.insert_dimensions(1, [7])),
        "f32[5,7,3,2]{3,0,2,1:D(D,D,C,S+)}"
    );
    // Dynamic dimensions are carried, and one that may be empty is kept.
    assert_eq!(edited("f32[<=5,?,2]", &|s| s.permute_dimensions(&[1, 2, 0])), "f32[?,2,<=5]");
    assert_eq!(array("f32[<=1,1,2]").drop_degenerate_dimensions(), array("f32[<=1,2]"));
    assert!(!array("f32[<=1,2]").has_degenerate_dimensions());
}

#[test]
fn dimensions_that_a_reshape_keeps_are_asked_for_in_order() {
    let shape = array("f32[2,3,4]");
    let kept = |dimensions: &[usize]| {
        shape.reshape_leaves_dimensions_unmodified(&array("f32[1,2,3,4]"), dimensions).unwrap()
    };
    assert_eq!((kept(&[1, 2]), kept(&[2, 2])), (Some(vec![2, 3]), Some(vec![3, 3])));
    assert_eq!(kept(&[2, 1]), None);
}

#[test]
fn bad_input_is_named() {
    let shape = array("f32[5,3]{1,0}");
    let none = |number| Err(XlaError::OutOfBounds { of: Bounded::Dimension, number, limit: 2 });
    assert_eq!(shape.delete_dimensions(&[2]), none(2));
    let twice = Err(XlaError::DuplicateDimension { dimension: 0 });
    assert_eq!(shape.delete_dimensions(&[0, 0]), twice);
    assert_eq!(shape.insert_dimensions(3, [1]), none(3));
    assert_eq!(shape.insert_dimensions(usize::MAX, [1]), none(u64::MAX.into()));
    assert_eq!(shape.move_dimension_to_major(2), none(2));
    assert_eq!(shape.move_dimension_to_minor(2), none(2));
    assert_eq!(shape.is_effectively_most_major(2).map(|_| shape.clone()), none(2));
    assert_eq!(
        shape.clone().without_layout().is_effectively_most_major(0),
        Err(XlaError::Requires(Required::Layout))
    );
    assert_eq!(
        shape.reshape_leaves_dimensions_unmodified(&shape, &[2]).map(|_| shape.clone()),
        none(2)
    );
    let layout = shape.layout().unwrap();
    assert_eq!(layout.are_dimensions_consecutive(&[2]).map(|_| shape.clone()), none(2));
    let count = XlaError::Incompatible { what: "the number of elements", left: 15, right: 16 };
    let other = array("f32[16]");
    assert_eq!(shape.dimensions_unmodified_by_reshape(&other), Err(count));
    assert_eq!(shape.inserted_or_deleted_one_sized(&other), Ok(None));
    assert_eq!(shape.align_layouts(&other), Err(count));
    assert_eq!(
        array("f32[4]{0:T(2)}").align_layouts(&other),
        Err(XlaError::Requires(Required::Dense))
    );
    assert_eq!(
        shape.clone().without_layout().reorder_logical_dimensions(&[0, 1]),
        Err(XlaError::Requires(Required::Layout))
    );
}
