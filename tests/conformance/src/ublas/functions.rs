//! A contraction as calls of the functions that uBLAS has for it, and as loops over all indices.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a definition spelled out, of the small shapes of a file"
)]

use extents::multilinear::{inner, outer, prod, trans, ttm, ttt, ttv};
use extents::{DynRankExtents, ShapeError, Tensor, composition::DynOperand};

type Operand<'a> = &'a dyn DynOperand<i64>;
/// An operand of the definition: its extents, and the element at an index.
type ByIndex<'a> = (&'a [usize], &'a dyn Fn(&[usize]) -> i64);
type Answer = Result<Tensor<i64, DynRankExtents>, ShapeError>;

/// Each function that computes this einsum, by name, with its answer.
pub(super) fn answers(text: &str, operands: &[Operand<'_>]) -> Vec<(&'static str, Answer)> {
    let Some((inputs, result)) = text.split_once("->") else { return Vec::new() };
    let inputs: Vec<Vec<char>> = inputs.split(',').map(|labels| labels.chars().collect()).collect();
    let result: Vec<char> = result.chars().collect();
    match (&inputs[..], operands) {
        ([labels], [operand]) => {
            let place = |label| labels.iter().position(|other| other == label);
            let permutation: Option<Vec<usize>> = result.iter().map(place).collect();
            permutation.map(|list| ("trans", trans(*operand, &list))).into_iter().collect()
        }
        ([left, right], [a, b]) => of_two(left, right, &result, *a, *b),
        _ => Vec::new(),
    }
}

fn of_two(
    left: &[char],
    right: &[char],
    result: &[char],
    a: Operand<'_>,
    b: Operand<'_>,
) -> Vec<(&'static str, Answer)> {
    let place = |of: &[char], label: &char| of.iter().position(|other| other == label);
    let shared: Vec<&char> = left.iter().filter(|label| right.contains(label)).collect();
    let of_left: Vec<usize> = shared.iter().filter_map(|label| place(left, label)).collect();
    let of_right: Vec<usize> = shared.iter().filter_map(|label| place(right, label)).collect();
    let free = |of: &[char]| -> Vec<char> {
        of.iter().filter(|label| !shared.contains(label)).copied().collect()
    };
    let mut answers = Vec::new();
    if left == right {
        answers.push(("inner", inner(a, b).and_then(scalar)));
    }
    // Lists of modes say nothing about the other modes, so a wrong number of labels is no mistake in them.
    let fits = |labels: &[char], operand: Operand<'_>| {
        operand.source().extents().as_slice().len() == labels.len()
    };
    if !fits(left, a) || !fits(right, b) {
        return answers;
    }
    if [free(left), free(right)].concat() == result {
        answers.push(("ttt", ttt(a, b, &of_left, &of_right)));
        // The order of the pairs does not matter.
        let backwards = |list: &[usize]| -> Vec<usize> { list.iter().rev().copied().collect() };
        answers.push(("ttt", ttt(a, b, &backwards(&of_left), &backwards(&of_right))));
        if of_left == of_right {
            answers.push(("prod", prod(a, b, &of_left)));
        }
        if shared.is_empty() {
            answers.push(("outer", outer(a, b)));
        }
    }
    let mode = of_left.first().copied();
    if let (Some(mode), 1, 1) = (mode, shared.len(), right.len()) {
        answers.push(("ttv", ttv(a, b, mode)));
    }
    if let (Some(mode), [row, _], [1]) = (mode, right, &of_right[..]) {
        let mut expected = left.to_vec();
        expected[mode] = *row;
        if expected == result {
            answers.push(("ttm", ttm(a, b, mode)));
        }
    }
    answers
}

fn scalar(element: i64) -> Answer {
    Tensor::full(DynRankExtents::new(&[])?, element)
}

/// The element of the result at each index, in row-major order, by the definition: a loop over every label, and of each
/// operand the element at an index.
pub(super) fn by_loops(text: &str, operands: &[ByIndex<'_>]) -> Vec<i64> {
    let Some((inputs, result)) = text.split_once("->") else { return Vec::new() };
    let mut labels: Vec<char> = result.chars().collect();
    let kept = labels.len();
    labels.extend(inputs.chars().filter(|label| !result.contains(*label) && *label != ','));
    labels.sort_unstable_by_key(|label| result.find(*label).unwrap_or(usize::MAX));
    let mut seen = Vec::new();
    labels.retain(|label| {
        !seen.contains(label) && {
            seen.push(*label);
            true
        }
    });
    let inputs: Vec<&str> = inputs.split(',').collect();
    let extent = |label: &char| {
        let modes = inputs.iter().zip(operands);
        let mut found = modes.filter_map(|(input, (shape, _))| {
            shape.get(input.chars().position(|other| other == *label)?).copied()
        });
        found.next().unwrap_or(1)
    };
    let extents: Vec<usize> = labels.iter().map(extent).collect();
    let mut sums = vec![0_i64; extents[..kept].iter().product()];
    for turn in 0..extents.iter().product() {
        // The index of each label: the digits of the turn, the last label fastest.
        let (mut rest, mut index) = (turn, vec![0; labels.len()]);
        for (coordinate, extent) in index.iter_mut().zip(&extents).rev() {
            (*coordinate, rest) = (rest % extent, rest / extent);
        }
        let product = inputs.iter().zip(operands).map(|(input, (_, element))| {
            let at: Vec<usize> = input
                .chars()
                .filter_map(|label| labels.iter().position(|other| *other == label))
                .map(|label| index[label])
                .collect();
            element(&at)
        });
        let place = index.iter().zip(&extents).take(kept);
        let place = place.fold(0, |place, (coordinate, extent)| place * extent + coordinate);
        sums[place] += product.product::<i64>();
    }
    sums
}

/// Passes where each function, and the definition, agree with what einsum answered.
pub(super) fn compare(
    text: &str,
    operands: &[Operand<'_>],
    loops: &[ByIndex<'_>],
    einsum: &Result<(Vec<usize>, Vec<i64>), ShapeError>,
) -> Result<(), String> {
    let answers = answers(text, operands);
    if answers.is_empty() && einsum.is_ok() {
        return Err(format!("no function of uBLAS computes {text}"));
    }
    for (name, answer) in answers {
        let answer =
            answer.map(|tensor| (tensor.extents().as_slice().to_vec(), tensor.into_storage()));
        let agrees = match (&answer, einsum) {
            (Ok(answer), Ok(einsum)) => answer == einsum,
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !agrees {
            return Err(format!("`{name}` and einsum disagree: {answer:?} and {einsum:?}"));
        }
    }
    match einsum {
        Ok((_, elements)) if by_loops(text, loops) != *elements => {
            Err("loops and einsum disagree".into())
        }
        _ => Ok(()),
    }
}
