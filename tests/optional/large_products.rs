//! Products that are large enough for blocks, copies and the crate behind the feature `gemm`: modes in many
//! orders, in operands and results. Whole numbers, so that sums are exact in any order.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking"
)]

use extents::layout::Strided;
use extents::{Composition, ContractBy, DynExtents, Mapping, Tensor, View, einsum};

/// The extents of the labels a to h.
const EXTENTS: [usize; 8] = [9, 5, 7, 8, 6, 11, 3, 1];

fn extent(label: char) -> usize {
    EXTENTS[label as usize - 'a' as usize]
}

/// Row-major strides of the labels in the order of `memory`, listed in the order of `labels`.
fn strides(labels: &str, memory: &str) -> Vec<isize> {
    let mut stride = 1;
    let mut of = std::collections::HashMap::new();
    for label in memory.chars().rev() {
        of.insert(label, stride);
        stride *= extent(label) as isize;
    }
    labels.chars().map(|label| of[&label]).collect()
}

fn size(labels: &str) -> usize {
    labels.chars().map(extent).product()
}

/// Whole numbers from -4 to 4.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|n| ((n * 7919 + seed * 104_729) / 3 % 9) as f64 - 4.0).collect()
}

fn view<'a, const R: usize>(
    labels: &str,
    memory: &str,
    elements: &'a [f64],
) -> View<'a, f64, DynExtents<R>, Strided<[isize; R]>> {
    let extents: Vec<usize> = labels.chars().map(extent).collect();
    let extents = DynExtents::<R>::new(extents.try_into().unwrap()).unwrap();
    let strides: [isize; R] = strides(labels, memory).try_into().unwrap();
    View::from_slice(Mapping::with_layout(extents, Strided::new(strides)).unwrap(), elements)
        .unwrap()
}

/// The definition: all indices of all labels, with the offset of each label in each operand.
fn expected(operands: [(&str, &[isize], &[f64]); 2], result: &str) -> Vec<f64> {
    let mut labels: Vec<char> = result.chars().collect();
    for label in operands.iter().flat_map(|(labels, ..)| labels.chars()) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    // For each label how far a step goes in each operand and in the result.
    let row_major = strides(result, result);
    let step = |names: &str, strides: &[isize], label: char| {
        names
            .chars()
            .zip(strides)
            .find(|(name, _)| *name == label)
            .map_or(0, |(_, step)| *step as usize)
    };
    let [a, b] = operands;
    let steps: Vec<[usize; 3]> = (labels.iter())
        .map(|&label| {
            [step(a.0, a.1, label), step(b.0, b.1, label), step(result, &row_major, label)]
        })
        .collect();
    let mut out = vec![0.0; size(result)];
    let mut index = vec![0; labels.len()];
    loop {
        let at = |k: usize| index.iter().zip(&steps).map(|(n, steps)| n * steps[k]).sum::<usize>();
        out[at(2)] += a.2[at(0)] * b.2[at(1)];
        let next = (0..labels.len()).rev().find(|&n| {
            index[n] += 1;
            if index[n] == extent(labels[n]) {
                index[n] = 0;
            }
            index[n] != 0
        });
        if next.is_none() {
            return out;
        }
    }
}

fn check<const L: usize, const R: usize, const O: usize>(
    (left, left_memory): (&str, &str),
    (right, right_memory): (&str, &str),
    (result, result_memory): (&str, &str),
) {
    let text =
        format!("{left},{right}->{result} of {left_memory}, {right_memory} to {result_memory}");
    let (a, b) = (numbers(size(left), 1), numbers(size(right), 2));
    let (a_strides, b_strides) = (strides(left, left_memory), strides(right, right_memory));
    let expected = expected([(left, &a_strides, &a), (right, &b_strides, &b)], result);
    let (a, b) = (view::<L>(left, left_memory, &a), view::<R>(right, right_memory, &b));
    let composition = format!("{left},{right}->{result}");
    assert_eq!(einsum(&composition, &[&a, &b]).unwrap().as_slice(), expected, "{text}");

    let composition = Composition::einsum(&composition).unwrap();
    let extents: Vec<usize> = result.chars().map(extent).collect();
    let extents = DynExtents::<O>::new(extents.try_into().unwrap()).unwrap();
    let strides: [isize; O] = strides(result, result_memory).try_into().unwrap();
    let mapping = Mapping::with_layout(extents, Strided::new(strides)).unwrap();
    let mut to = Tensor::full(mapping, f64::NAN).unwrap();
    ContractBy::new(&composition).assign_to(&[&a, &b], to.try_view_mut().unwrap()).unwrap();
    assert!(to.iter().eq(&expected), "{text}");
    ContractBy::new(&composition).add_to(&[&a, &b], to.try_view_mut().unwrap()).unwrap();
    assert!(to.iter().copied().eq(expected.iter().map(|x| 2.0 * x)), "{text}, added");
}

#[test]
fn modes_that_merge_in_no_operand() {
    for result_memory in ["abef", "aebf", "feba", "beaf"] {
        for left_memory in ["abcd", "acbd", "dcba", "cadb"] {
            for right_memory in ["cdef", "cedf", "fedc"] {
                check::<4, 4, 4>(
                    ("abcd", left_memory),
                    ("cdef", right_memory),
                    ("abef", result_memory),
                );
            }
        }
    }
}

#[test]
fn modes_in_other_orders_than_those_of_the_result() {
    check::<4, 4, 4>(("dacb", "dacb"), ("fced", "fced"), ("feba", "feba"));
    check::<4, 4, 4>(("dacb", "bcad"), ("fced", "decf"), ("aebf", "feba"));
}

#[test]
fn batches_and_labels_of_one_operand_alone() {
    check::<4, 4, 4>(("gabc", "gabc"), ("gced", "gced"), ("gabe", "gabe"));
    check::<4, 4, 4>(("gabc", "cbag"), ("gced", "edcg"), ("gabe", "ebag"));
    check::<4, 4, 4>(("agbc", "agbc"), ("cged", "cged"), ("abge", "abge"));
    // Nothing else has `h`, nor in this product `d` of the right operand.
    check::<4, 4, 3>(("habc", "habc"), ("cfed", "cfed"), ("abf", "fab"));
}

#[test]
fn matrices_of_many_sizes() {
    for n in [31, 33, 48, 65, 130] {
        for order in 0..8 {
            let (rows, columns, depth) = (n, n + 3, n - 7);
            let (a, b) = (numbers(rows * depth, 1), numbers(depth * columns, 2));
            let step = |is_column_major: bool, rows: usize, columns: usize| {
                if is_column_major { [1, rows as isize] } else { [columns as isize, 1] }
            };
            let steps = [
                step(order & 1 > 0, rows, depth),
                step(order & 2 > 0, depth, columns),
                step(order & 4 > 0, rows, columns),
            ];
            let matrix = |rows, columns, step| {
                let extents = DynExtents::new([rows, columns]).unwrap();
                Mapping::with_layout(extents, Strided::new(step)).unwrap()
            };
            let left = View::from_slice(matrix(rows, depth, steps[0]), &a).unwrap();
            let right = View::from_slice(matrix(depth, columns, steps[1]), &b).unwrap();
            let mut to = Tensor::full(matrix(rows, columns, steps[2]), f64::INFINITY).unwrap();
            let product = Composition::einsum("ij,jk->ik").unwrap();
            ContractBy::new(&product)
                .assign_to(&[&left, &right], to.try_view_mut().unwrap())
                .unwrap();
            for i in 0..rows {
                for k in 0..columns {
                    let sum: f64 = (0..depth).map(|j| left[[i, j]] * right[[j, k]]).sum();
                    assert_eq!(to[[i, k]], sum, "{n}, order {order}, at [{i}, {k}]");
                }
            }
        }
    }
}
