//! The brute-force oracle: shapes and contractions by their definitions, independent of the library.
//!
//! Everything is listed or summed element by element. Where the library folds, walks or divides,
//! this module counts.
#![allow(
    dead_code,
    clippy::expect_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "each test file uses a part of it; the numbers are small, and a panic fails the test"
)]

pub(crate) mod iterators;
pub(crate) mod strided;

/// Which mode varies fastest in memory: the last one (row-major) or the first (column-major).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    RowMajor,
    ColMajor,
}

/// The stride of each mode: the product of the extents that vary faster.
pub(crate) fn strides(extents: &[usize], order: Order) -> Vec<isize> {
    (0..extents.len())
        .map(|mode| {
            let faster = match order {
                Order::RowMajor => &extents[mode + 1..],
                Order::ColMajor => &extents[..mode],
            };
            faster.iter().map(|&extent| extent as isize).product()
        })
        .collect()
}

/// All indices in bounds, by nested counting: the last mode fastest.
pub(crate) fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = extents.split_first() else { return vec![vec![]] };
    let of_rest = indices(rest);
    (0..first)
        .flat_map(|i| of_rest.iter().map(move |rest| [&[i], rest.as_slice()].concat()))
        .collect()
}

/// The offset of an index: the sum of its coordinates times the strides.
pub(crate) fn offset(index: &[usize], strides: &[isize]) -> usize {
    let sum: isize = index.iter().zip(strides).map(|(&i, stride)| i as isize * stride).sum();
    usize::try_from(sum).expect("the strides of dense shapes are not negative")
}

/// The shape as a set of (index, offset) pairs.
pub(crate) fn pairs(extents: &[usize], order: Order) -> Vec<(Vec<usize>, usize)> {
    let strides = strides(extents, order);
    indices(extents).into_iter().map(|index| (index.clone(), offset(&index, &strides))).collect()
}

/// How many elements a buffer has in which the largest of these offsets is the last one.
pub(crate) fn span(offsets: &[usize]) -> usize {
    offsets.iter().max().map_or(0, |most| most + 1)
}

/// The number of elements, by counting them.
pub(crate) fn size(extents: &[usize]) -> usize {
    indices(extents).len()
}

/// An operand of a contraction: one label a mode, and the elements in memory order.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) labels: Vec<char>,
    pub(crate) extents: Vec<usize>,
    pub(crate) order: Order,
    pub(crate) elements: Vec<i64>,
}

impl Operand {
    /// An operand whose elements are small numbers, different for different seeds.
    pub(crate) fn new(labels: &[char], extents: &[usize], order: Order, seed: u64) -> Self {
        let elements = elements(size(extents), seed);
        Operand { labels: labels.to_vec(), extents: extents.to_vec(), order, elements }
    }
}

/// `count` numbers from -4 to 4: some multiplications of a linear congruential generator (Knuth's
/// MMIX constants).
pub(crate) fn elements(count: usize, seed: u64) -> Vec<i64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as i64 % 9 - 4
    };
    (0..count).map(|_| next()).collect()
}

/// The result of a contraction, row-major: for each index of all labels of all operands, the product
/// of the elements there is added to the element of the result.
pub(crate) fn einsum(operands: &[Operand], result: &[char]) -> (Vec<usize>, Vec<i64>) {
    let mut labels: Vec<(char, usize)> = Vec::new();
    for operand in operands {
        for (&label, &extent) in operand.labels.iter().zip(&operand.extents) {
            match labels.iter().find(|(known, _)| *known == label) {
                Some((_, known)) => assert_eq!(*known, extent, "the extents of {label} differ"),
                None => labels.push((label, extent)),
            }
        }
    }
    let place = |label: &char| {
        labels.iter().position(|(known, _)| known == label).expect("the label stands in an operand")
    };
    let of_labels: Vec<usize> = labels.iter().map(|(_, extent)| *extent).collect();
    let of_result: Vec<usize> = result.iter().map(|label| of_labels[place(label)]).collect();

    // For each tensor the label of each mode, as its place in `labels`, with the mode's stride.
    let steps = |labels: &[char], extents: &[usize], order| -> Vec<(usize, isize)> {
        labels.iter().map(place).zip(strides(extents, order)).collect()
    };
    let reads: Vec<_> =
        operands.iter().map(|o| (steps(&o.labels, &o.extents, o.order), &o.elements)).collect();
    let write = steps(result, &of_result, Order::RowMajor);
    let at = |index: &[usize], steps: &[(usize, isize)]| -> usize {
        steps.iter().map(|&(label, stride)| index[label] * stride as usize).sum()
    };

    let mut elements = vec![0; size(&of_result)];
    for index in indices(&of_labels) {
        let product: i64 = reads.iter().map(|(steps, from)| from[at(&index, steps)]).product();
        elements[at(&index, &write)] += product;
    }
    (of_result, elements)
}

/// The oracle on examples that were worked out by hand.
#[cfg(test)]
mod by_hand {
    use super::*;

    #[test]
    fn pairs_of_two_by_three() {
        let offsets = |order| pairs(&[2, 3], order).into_iter().map(|(_, o)| o).collect::<Vec<_>>();
        assert_eq!(offsets(Order::RowMajor), [0, 1, 2, 3, 4, 5]);
        assert_eq!(offsets(Order::ColMajor), [0, 2, 4, 1, 3, 5]);
        assert_eq!(pairs(&[], Order::RowMajor), [(vec![], 0)]);
        assert_eq!(pairs(&[2, 0], Order::ColMajor), []);
    }

    #[test]
    fn product_of_two_matrices() {
        let operand = |labels: &[char], order, elements: &[i64]| Operand {
            labels: labels.to_vec(),
            extents: vec![2, 2],
            order,
            elements: elements.to_vec(),
        };
        // [1 2; 3 4] times [5 6; 7 8], the second one stored by columns.
        let a = operand(&['i', 'j'], Order::RowMajor, &[1, 2, 3, 4]);
        let b = operand(&['j', 'k'], Order::ColMajor, &[5, 7, 6, 8]);
        assert_eq!(einsum(&[a, b], &['i', 'k']), (vec![2, 2], vec![19, 22, 43, 50]));
    }
}
