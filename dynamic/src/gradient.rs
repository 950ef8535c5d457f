//! The derivatives of a composition: compositions too, and how their results become as long as the operands.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::Composition;

/// How the derivative of a contraction by one of its operands is computed from the derivative by its result.
///
/// If `c` is the contraction of operands, and `g` the derivative of a number by `c`, then the derivative of that number by
/// operand `n` is the contraction of `g` and the other operands, [`composition`](Self::composition), whose result is put in [place](Self::places).
///
/// ```
/// use extents_dynamic::{Composition, Gradient};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let left = Gradient::new(&product, 0).unwrap();
/// assert_eq!(left.composition().to_string(), "ik,jk->ij");
/// assert_eq!(left.places(), [Some(0), Some(1)]);
/// // Of a sum the derivative is the same along what was summed up.
/// let sum = Gradient::new(&Composition::einsum("ij->i")?, 0).unwrap();
/// assert_eq!((sum.composition().to_string().as_str(), sum.places()), ("i->i", &[Some(0), None][..]));
/// // Of a trace it is a diagonal of equal elements.
/// let trace = Gradient::new(&Composition::einsum("ii->")?, 0).unwrap();
/// assert_eq!((trace.composition().to_string().as_str(), trace.places()), ("->", &[None, None][..]));
/// assert_eq!(trace.labels(), [0, 0]);
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradient {
    composition: Composition,
    labels: Cow<'static, [usize]>,
    places: Vec<Option<usize>>,
}

impl Gradient {
    /// Returns the derivative of a composition by its operand with this number.
    ///
    /// A composition with `...` is [expanded](Composition::expanded) first: here `...` counts as the label of one mode.
    ///
    /// Returns `None` where there is no such operand.
    pub fn new(composition: &Composition, operand: usize) -> Option<Self> {
        let operands = composition.operands();
        let labels = operands.get(operand)?.clone();
        let others = operands.iter().enumerate().filter(|(other, _)| *other != operand);
        let result = composition.result.clone();
        let given: Vec<Cow<'static, [usize]>> =
            core::iter::once(result).chain(others.map(|(_, labels)| labels.clone())).collect();
        // Of each label whether it stands somewhere else, and the mode that it has in the result.
        let mut is_given = alloc::vec![false; composition.names().len()];
        let mut place_of = alloc::vec![None; is_given.len()];
        for label in given.iter().flat_map(|labels| labels.iter()) {
            if let Some(is_given) = is_given.get_mut(*label) {
                *is_given = true;
            }
        }
        let mut kept: Vec<usize> = Vec::new();
        let place = |label: &usize| {
            let place = place_of.get_mut(*label).filter(|_| is_given.get(*label) == Some(&true))?;
            Some(*place.get_or_insert_with(|| {
                kept.push(*label);
                kept.len().saturating_sub(1)
            }))
        };
        let places = labels.iter().map(place).collect();
        let composition = composition.with_labels(given, kept);
        Some(Gradient { composition, labels, places })
    }

    /// Returns the composition of the derivative by the result, which is the first operand, and of the other operands in their
    /// order.
    ///
    /// Its result has one mode for each label of the operand that stands somewhere else too.
    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    /// Returns the label of each mode of the operand, as a number: where two modes have the same label, the derivative is zero
    /// but where their coordinates are equal.
    pub fn labels(&self) -> &[usize] {
        &self.labels
    }

    /// Returns for each mode of the operand the mode of the result of the [composition](Self::composition) that it is; `None` where the
    /// derivative is the same along it.
    pub fn places(&self) -> &[Option<usize>] {
        &self.places
    }
}
