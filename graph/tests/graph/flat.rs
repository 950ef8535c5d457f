//! Flat loops against lists of offsets.

use extents::DType;
use extents_graph::error::Required;
use extents_graph::{DescriptionError, TensorDescription};

use crate::{Dice, listed};

fn random(dice: &mut Dice, shape: &[usize]) -> TensorDescription {
    let open = <TensorDescription>::of_shape(DType::F32, shape).unwrap();
    let sizes: Vec<usize> = shape.iter().map(|n| n + usize::from(dice.chance(6))).collect();
    let order = dice.order(shape.len());
    let mut base = open.with_sizes(&sizes).unwrap().in_order(&order).unwrap();
    if dice.chance(3) {
        let strides: Vec<isize> = base
            .strides()
            .unwrap()
            .iter()
            .map(|stride| match dice.below(8) {
                0 => 0,
                1 | 2 => -stride,
                3 => stride + 1,
                _ => *stride,
            })
            .collect();
        base = base.with_strides(&strides, 300).unwrap();
    }
    base
}

/// The indices in the order of memory, with their offsets.
fn in_memory(tensor: &TensorDescription) -> Vec<(usize, Vec<usize>)> {
    let indices = listed(&tensor.shape()).into_iter();
    let mut all: Vec<_> = indices.map(|index| (tensor.offset_of(&index).unwrap(), index)).collect();
    all.sort();
    all
}

#[test]
fn flat_loops_visit_each_element_once() {
    let (mut dense, mut compatible) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Dice(seed);
        let rank = dice.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| [1, 2, 3, 2, 4, 0][dice.below(6)]).collect();
        let (a, b) = (random(&mut dice, &shape), random(&mut dice, &shape));
        let (of_a, of_b) = (in_memory(&a), in_memory(&b));
        let is_dense = |all: &[(usize, Vec<usize>)]| {
            all.iter().enumerate().all(|(k, (offset, _))| *offset == all[0].0 + k)
        };
        match a.flat_offsets() {
            Ok(range) => {
                dense += 1;
                let offsets: Vec<usize> = of_a.iter().map(|(offset, _)| *offset).collect();
                assert_eq!(range.collect::<Vec<_>>(), offsets, "{a}");
                assert!(is_dense(&of_a));
            }
            Err(error) => {
                assert_eq!(error, DescriptionError::Requires(Required::Dense));
                assert!(!is_dense(&of_a), "{a}");
            }
        }
        // The k-th in memory of the one has the index of the k-th of the other.
        let pairs = of_a.iter().zip(&of_b).all(|((_, a), (_, b))| a == b);
        let expected = is_dense(&of_a) && is_dense(&of_b) && pairs;
        assert_eq!(a.flatten_compatible(&b), expected, "{a} {b}");
        compatible += usize::from(expected && rank > 1);

        let row_major: Vec<usize> =
            listed(&shape).iter().map(|index| a.offset_of(index).unwrap()).collect();
        let steps = row_major.windows(2).all(|pair| pair[1] == pair[0] + 1);
        assert_eq!(a.c_contiguous(), steps, "{a}");
    }
    assert!(dense > 1000 && compatible > 300, "{dense} {compatible}");
}

#[test]
fn other_shapes_and_layouts_are_not_compatible() {
    let tensor = |shape: &[usize]| <TensorDescription>::of_shape(DType::F32, shape).unwrap();
    let open = tensor(&[2, 3]);
    let rows = open.row_major().unwrap();
    assert!(!open.flatten_compatible(&rows) && !rows.flatten_compatible(&open));
    assert!(!rows.flatten_compatible(&tensor(&[3, 2]).row_major().unwrap()));
    assert!(!rows.flatten_compatible(&tensor(&[6]).row_major().unwrap()));
    assert_eq!(open.flat_offsets(), Err(DescriptionError::Requires(Required::Layout)));
}
