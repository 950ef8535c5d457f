//! Derivatives of contractions by definition: differences of a sum over all indices. A contraction is linear in each operand, so
//! that a difference is the derivative, of integers without an error.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::collections::BTreeMap;

/// Small integers that depend on a seed.
pub(crate) fn drawn(count: usize, seed: &mut u64) -> Vec<f64> {
    let draw = |_| {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((*seed >> 40) as u8 % 7) - 3.0
    };
    (0..count).map(draw).collect()
}

/// The elements of an operand under its extents, in the order of rows.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub(crate) extents: Vec<usize>,
    pub(crate) elements: Vec<f64>,
}

impl Values {
    /// The element whose modes have the coordinates of these letters.
    fn at(&self, letters: &str, coordinates: &BTreeMap<char, usize>) -> f64 {
        let modes = letters.chars().zip(&self.extents);
        self.elements[modes.fold(0, |at, (letter, extent)| at * extent + coordinates[&letter])]
    }
}

/// The sum of the elements of a contraction in einsum's notation, each times a weight.
pub(crate) fn weighed(text: &str, weights: &Values, operands: &[Values]) -> f64 {
    let (left, result) = text.split_once("->").unwrap();
    let of_operands: Vec<&str> = left.split(',').collect();
    let mut extents: BTreeMap<char, usize> = BTreeMap::new();
    for (letters, operand) in of_operands.iter().zip(operands) {
        extents.extend(letters.chars().zip(operand.extents.iter().copied()));
    }
    let count: usize = extents.values().product();
    let mut sum = 0.0;
    for index in 0..count {
        let mut rest = index;
        let coordinates = extents.iter().map(|(letter, extent)| {
            let coordinate = rest % extent;
            rest /= extent;
            (*letter, coordinate)
        });
        let coordinates: BTreeMap<char, usize> = coordinates.collect();
        let factors = of_operands.iter().zip(operands);
        let product: f64 =
            factors.map(|(letters, operand)| operand.at(letters, &coordinates)).product();
        sum += product * weights.at(result, &coordinates);
    }
    sum
}

/// The derivative of that sum by each element of an operand.
pub(crate) fn differences(
    text: &str,
    weights: &Values,
    operands: &[Values],
    operand: usize,
) -> Vec<f64> {
    let before = weighed(text, weights, operands);
    let by = |n: usize| {
        let mut changed = operands.to_vec();
        changed[operand].elements[n] += 1.0;
        weighed(text, weights, &changed) - before
    };
    (0..operands[operand].elements.len()).map(by).collect()
}

/// Calls `$check!(text, labels of operands => those of the result; name: extents, ..)` for contractions of each kind.
macro_rules! for_each_contraction {
    ($check:ident) => {
        $check!("ij,jk->ik", ((i, j), (j, k)) => (i, k); a: extents![2, dyn 3]?, b: extents![3, 4]);
        $check!("ij,jk,kl->il", ((i, j), (j, k), (k, l)) => (i, l);
            a: extents![dyn 2, 3]?, b: extents![3, 2], c: extents![dyn 2, dyn 4]?);
        $check!("bij,bjk->bik", ((b, i, j), (b, j, k)) => (b, i, k);
            x: extents![2, 2, 3], y: extents![dyn 2, 3, dyn 2]?);
        $check!("ij->ji", ((i, j),) => (j, i); a: extents![2, 3]);
        // Summed in one operand alone.
        $check!("ij->i", ((i, j),) => (i,); a: extents![2, dyn 3]?);
        $check!("ij->", ((i, j),) => (); a: extents![2, 3]);
        $check!("ij,k->i", ((i, j), (k,)) => (i,); a: extents![2, 3], c: extents![dyn 4]?);
        $check!("ija,jb->ib", ((i, j, a), (j, b)) => (i, b); x: extents![2, 3, 2], y: extents![3, 2]);
        // Twice in one operand.
        $check!("ii->i", ((i, i),) => (i,); a: extents![3, dyn 3]?);
        $check!("ii->", ((i, i),) => (); a: extents![3, 3]);
        $check!("iji->j", ((i, j, i),) => (j,); a: extents![2, 3, 2]);
        $check!("iij,jkk->ik", ((i, i, j), (j, k, k)) => (i, k); x: extents![2, 2, dyn 3]?, y: extents![3, 2, 2]);
        $check!("iiaa,a->i", ((i, i, a, a), (a,)) => (i,); x: extents![2, dyn 2, 3, 3]?, y: extents![3]);
        $check!("aija->j", ((a, i, j, a),) => (j,); x: extents![3, 2, 2, 3]);
        // No labels, and each label in all operands.
        $check!(",i->i", ((), (i,)) => (i,); a: extents![], x: extents![dyn 3]?);
        $check!("i,i,i->", ((i,), (i,), (i,)) => (); x: extents![3], y: extents![dyn 3]?, z: extents![3]);
    };
}
pub(crate) use for_each_contraction;
