//! Labels as text, einsum's notation, and paths: what they contract is compared with a loop over all indices.

use extents::label::{
    is_contraction, is_hadamard, label_permutation, labels_difference, labels_intersection,
    labels_union, parse_labels,
};
use extents::plan::Path;
use extents::{Composition, ContractBy, DynRankExtents, Tensor, composition::DynOperand, einsum};

use super::bytes::Bytes;
use super::oracle::{self, Operand, Order};

/// Reads a text as lists of labels and as a composition, and contracts small tensors under it.
pub(crate) fn labels(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (seed, mismatch) = (bytes.byte(), bytes.byte());
    let numbers: Vec<(usize, usize)> = (0..4).map(|_| (bytes.below(5), bytes.below(5))).collect();
    let text = bytes.text();
    lists(&text);
    let Ok(composition) = Composition::einsum(&text) else {
        assert!(!is_plain(&text), "{text:?} is refused");
        return;
    };
    let printed = composition.to_string();
    assert_eq!(Composition::einsum(&printed).as_ref(), Ok(&composition), "{text:?} {printed:?}");
    if composition.names().len() <= 6 && composition.operands().len() <= 4 {
        contract(&text, &composition, seed, mismatch, &numbers);
    }
}

/// Whether it is letters and commas without a result, which is always a composition.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphabetic() || c == ',')
}

/// Lists of labels, and the sets that they are.
fn lists(text: &str) {
    let (first, second) = text.split_once(';').unwrap_or((text, "i,j"));
    let (Ok(left), Ok(right)) = (parse_labels(first), parse_labels(second)) else { return };
    for label in &left {
        assert!(!label.is_empty() && !label.contains(|c: char| c == ',' || c.is_whitespace()));
    }
    assert_eq!(parse_labels(&left.join(" , ")).as_ref(), Ok(&left));

    // By the definition of sets whose elements have an order.
    let has = |list: &[String], label: &String| list.iter().any(|other| other == label);
    let mut union: Vec<String> = Vec::new();
    for label in left.iter().chain(&right) {
        if !has(&union, label) {
            union.push(label.clone());
        }
    }
    let (both, alone): (Vec<String>, Vec<String>) =
        union.iter().filter(|label| has(&left, label)).cloned().partition(|l| has(&right, l));
    assert_eq!(labels_union(&left, &right), union);
    assert_eq!(labels_intersection(&left, &right), both);
    assert_eq!(labels_difference(&left, &right), alone);
    assert!(!is_contraction(&left, &left, &right) || left.is_empty() || both.is_empty());
    let distinct = labels_union(&left, &left).len() == left.len();
    assert_eq!(is_hadamard(&left, &left, &left), distinct);

    if let Ok(permutation) = label_permutation(&left, &right) {
        let permuted: Vec<&String> = permutation.iter().map(|&at| &left[at]).collect();
        assert!(permuted.into_iter().eq(&right));
    }
}

/// Contracts tensors, of row-major and column-major order, and compares with the definition.
fn contract(
    text: &str,
    composition: &Composition,
    seed: u8,
    mismatch: u8,
    numbers: &[(usize, usize)],
) {
    // Before any element is allocated: eight modes of three entries have 6,561.
    if composition.operands().iter().any(|names| names.len() > 8) {
        return;
    }
    // Letters stand for the names, whatever those are.
    let letter = |name: &usize| char::from(b'a' + *name as u8);
    let extent = |name: &usize| (usize::from(seed >> (name % 4)) + name) % 4;
    let operands: Vec<Operand> = composition
        .operands()
        .iter()
        .enumerate()
        .map(|(at, names)| {
            let labels: Vec<char> = names.iter().map(letter).collect();
            let mut extents: Vec<usize> = names.iter().map(extent).collect();
            if mismatch == 1
                && at == 1
                && let Some(first) = extents.first_mut()
            {
                *first += 1;
            }
            Operand::new(&labels, &extents, Order::RowMajor, u64::from(seed) + at as u64)
        })
        .collect();
    let tensors: Vec<Tensor<i64, DynRankExtents>> = operands
        .iter()
        .map(|operand| {
            let extents = DynRankExtents::new(&operand.extents).expect("small extents");
            Tensor::from_vec(extents, operand.elements.clone()).expect("as many elements")
        })
        .collect();
    let sources: Vec<&dyn DynOperand<i64>> =
        tensors.iter().map(|tensor| tensor as &dyn DynOperand<i64>).collect();
    let shapes: Vec<DynRankExtents> = tensors.iter().map(|t| t.extents().clone()).collect();

    let result = einsum(text, &sources);
    let agree = operands.iter().all(|one| {
        one.labels.iter().zip(&one.extents).all(|(label, extent)| {
            operands.iter().all(|other| {
                let mut modes = other.labels.iter().zip(&other.extents);
                modes.all(|(l, e)| l != label || e == extent)
            })
        })
    });
    let Ok(result) = result else {
        assert!(!agree, "{text:?}: {result:?}");
        return;
    };
    assert!(agree, "{text:?} of {shapes:?}");
    let kept: Vec<char> = composition.result().iter().map(letter).collect();
    let (extents, elements) = oracle::einsum(&operands, &kept);
    assert_eq!(result.extents().as_slice(), extents, "{text:?}");
    assert_eq!(result.as_slice(), elements, "{text:?}");

    let pairs = &numbers[..numbers.len().min(operands.len().saturating_sub(1))];
    let paths = [
        Path::cheapest(composition, &shapes),
        Path::in_order(composition, &shapes),
        Path::direct(composition, &shapes),
        Path::given(composition, &shapes, pairs),
    ];
    for path in paths.into_iter().flatten() {
        assert!(!path.to_string().is_empty());
        let along = ContractBy::along(&path).eval(&sources);
        assert_eq!(along.as_ref().map(|t| t.as_slice()), Ok(&elements[..]), "{text:?}\n{path}");
    }
}
