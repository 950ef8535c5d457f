//! The steps of a path: what each takes, and how they follow from the pairs of positions that say their
//! order.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::Source;
use super::carriers::{Carried, Carriers};
use super::cost::Cost;
#[allow(unused_imports, reason = "for the documentation")]
use super::path::Path;
use crate::Composition;

/// A step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Each source at most once in a path.
    pub(super) sources: Vec<Source>,
    pub(super) composition: Composition,
    /// The labels of each source and of the result, as positions in the names of the path's composition.
    pub(super) labels: Vec<Cow<'static, [usize]>>,
    pub(super) result: Vec<usize>,
    pub(super) cost: Cost,
}

impl Step {
    /// What the step takes, in the order of its composition: two, or one of which labels are summed, or
    /// all operands in [one nest](Path::direct) of loops. Nothing is taken twice.
    ///
    /// ```
    /// # use extents::plan::{Path, Source};
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2, 2])?;
    /// let path = Path::cheapest(&Composition::einsum("ij,jk->ik")?, &[shape.clone(), shape])?;
    /// assert_eq!(path.steps()[0].sources(), [Source::Operand(0), Source::Operand(1)]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The labels of what it takes and of what it makes.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("i,j,k->")?;
    /// let shape = DynRankExtents::new(&[2])?;
    /// let path = Path::in_order(&composition, &[shape.clone(), shape.clone(), shape])?;
    /// assert_eq!(path.steps()[0].composition().to_string(), "i->");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    /// The labels of each source, as positions in the names of the composition of the path.
    pub(crate) fn labels(&self) -> &[Cow<'static, [usize]>] {
        &self.labels
    }

    /// The labels of what it makes, likewise.
    pub(crate) fn result(&self) -> &[usize] {
        &self.result
    }

    /// What it costs.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2, 2])?;
    /// let path = Path::cheapest(&Composition::einsum("ij,jk->ik")?, &[shape.clone(), shape])?;
    /// assert_eq!(path.steps()[0].cost().multiply_adds, 8);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn cost(&self) -> Cost {
        self.cost
    }
}

/// The steps that contract the pairs in turn. Positions count on: what pair `s` makes is behind the
/// operands and `s` others. Each position is taken once.
pub(super) fn of_pairs(
    composition: &Composition,
    extents: &[usize],
    pairs: &[(usize, usize)],
) -> Vec<Step> {
    let mut room = vec![Carried::NONE; composition.names().len()];
    let mut carriers = Carriers::new(&mut room);
    let operands = composition.operands().iter().enumerate();
    let parts = operands.map(|(position, labels)| Part {
        source: Source::Operand(position),
        labels: labels.to_vec(),
    });
    let parts: Vec<Part> = parts.collect();
    for part in &parts {
        carriers.add(&part.labels);
    }
    carriers.add(composition.result());

    let mut builder = Builder { composition, extents, carriers, parts, steps: Vec::new() };
    if pairs.is_empty() {
        let only = builder.parts.first().cloned();
        builder.step(only.into_iter().collect(), composition.result().to_vec(), false);
    }
    for (done, &(left, right)) in pairs.iter().enumerate() {
        let is_last = done.wrapping_add(1) == pairs.len();
        builder.pair(left, right, is_last);
    }
    builder.steps
}

/// An operand, or what a step made.
#[derive(Clone)]
struct Part {
    source: Source,
    /// One a mode, as positions in the names of the composition.
    labels: Vec<usize>,
}

struct Builder<'a> {
    composition: &'a Composition,
    extents: &'a [usize],
    carriers: Carriers<'a>,
    /// All parts, those that are gone too.
    parts: Vec<Part>,
    steps: Vec<Step>,
}

impl Builder<'_> {
    fn pair(&mut self, left: usize, right: usize, is_last: bool) {
        let (Some(left), Some(right)) = (self.summed(left), self.summed(right)) else { return };
        let mut made = vec![0; left.labels.len().saturating_add(right.labels.len())];
        let count = self.carriers.contract(&left.labels, &right.labels, &mut made);
        made.truncate(count);
        let result = if is_last { self.composition.result().to_vec() } else { made };
        let made = self.step(vec![left, right], result, !is_last);
        self.parts.push(made);
    }

    /// A part without the labels that nothing else has: a step of its own sums them, unless there is
    /// nothing to sum.
    fn summed(&mut self, position: usize) -> Option<Part> {
        let part = self.parts.get(position)?.clone();
        // Summing one entry is no work: the pair does it on the way.
        let is_work =
            |&label: &usize| self.carriers.is_own(label) && self.extents.get(label) != Some(&1);
        if !part.labels.iter().any(is_work) {
            return Some(part);
        }
        let mut shared = part.labels.clone();
        let count = self.carriers.sum_own(&part.labels, &mut shared);
        shared.truncate(count);
        Some(self.step(vec![part], shared, true))
    }

    fn step(&mut self, taken: Vec<Part>, result: Vec<usize>, goes_on: bool) -> Part {
        let operands = taken.iter().map(|part| Cow::Owned(part.labels.clone())).collect();
        let composition = self.composition.with_labels(operands, result.clone());
        let read = taken.iter().map(|part| size(&part.labels, self.extents));
        let written = size(&result, self.extents);
        let all: Vec<usize> = taken.iter().flat_map(|part| part.labels.clone()).collect();
        let cost = Cost {
            multiply_adds: size(&all, self.extents),
            elements_moved: read.fold(written, u128::saturating_add),
            temporary: if goes_on { written } else { 0 },
        };
        let sources = taken.iter().map(|part| part.source).collect();
        let source = Source::Temporary(self.steps.len());
        let labels = taken.into_iter().map(|part| Cow::Owned(part.labels)).collect();
        self.steps.push(Step { sources, composition, labels, result: result.clone(), cost });
        Part { source, labels: result }
    }
}

/// What one nest of loops over all labels costs.
pub(super) fn direct_cost(composition: &Composition, extents: &[usize]) -> Cost {
    let operands = composition.operands();
    let all: Vec<usize> = (0..extents.len()).collect();
    let products = operands.len().saturating_sub(1).max(1);
    let read = operands.iter().map(|labels| size(labels, extents));
    Cost {
        multiply_adds: size(&all, extents).saturating_mul(products as u128),
        elements_moved: read.fold(size(composition.result(), extents), u128::saturating_add),
        temporary: 0,
    }
}

/// The product of the extents of labels, each once.
pub(super) fn size(labels: &[usize], extents: &[usize]) -> u128 {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    labels.dedup();
    let extents = labels.into_iter().filter_map(|label| extents.get(label));
    extents.fold(1, |size: u128, &extent| size.saturating_mul(extent as u128))
}
