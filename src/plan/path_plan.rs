//! [`PathPlan`]: the plans of the steps in which more than two typed operands contract.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use core::fmt;

use super::cost::write_total;
use super::{Chain, Cost, ModeTable, Modes, Plan, Source};

/// The order in which three to twelve typed operands contract, two at a time, and the [`Plan`] of each step.
/// [`plan!`](crate::plan!) returns it, and [`contract!`](crate::contract!) runs it.
///
/// A label that only one operand has and that is not in the result is summed by a step of that operand alone, before it meets
/// another. The order of the pairs is that of [`order::cheapest`](super::order::cheapest).
///
/// There are no steps where all operands are multiplied in one nest of loops: if a label has extent 0, if a step would have
/// more than [`Plan::MOST_LOOPS`] loops, if there are more than 128 labels, of which those of extent 1 that the result does
/// not have do not count, and for elements whose arithmetic
/// [depends on the order](crate::Scalar::CONTRACTS_IN_ANY_ORDER). Arrays of a device have no such nest: too many loops or labels
/// are an error there.
///
/// `Display` writes the plan of each step as a table, and below them what all steps cost and save.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::plan::Source;
/// use extents::{Tensor, extents, plan};
/// let a = Tensor::full(extents![20, 30], 1.0)?;
/// let b = Tensor::full(extents![30, 40], 1.0)?;
/// let x = Tensor::full(extents![dyn 40]?, 1.0)?;
/// let path = plan!(a[i, j] * b[j, k] * x[k] => [i])?;
/// let steps: Vec<_> = path.steps().collect();
/// assert_eq!(steps[0].sources(), [Source::Operand(1), Source::Operand(2)]);
/// assert_eq!(steps[1].sources(), [Source::Operand(0), Source::Temporary(0)]);
/// assert_eq!(path.cost().multiply_adds, 30 * 40 + 20 * 30);
/// assert_eq!(path.direct_cost().multiply_adds, 2 * 20 * 30 * 40);
/// println!("{path}");
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PathPlan {
    // INVARIANT: a chain is one of these operands and this result, and each of its steps has a plan.
    chain: Option<Chain>,
    operands: [ModeTable; 12],
    count: usize,
    result: ModeTable,
}

/// A step of a [`PathPlan`].
///
/// ```
/// use extents::label::{i, j, k, l};
/// use extents::{Tensor, extents, plan};
/// let a = Tensor::full(extents![2, 2], 1.0)?;
/// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
/// let first = path.step(0).unwrap();
/// assert_eq!((first.cost().multiply_adds, first.cost().temporary), (8, 4));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PathStep {
    /// As many as the plan has operands.
    sources: [Source; 2],
    plan: Plan,
    cost: Cost,
    slot: (usize, usize),
    ends: [bool; 2],
}

impl PathPlan {
    /// Of so many of these operands. Their products can be added in another order if `in_any_order`: along a path in NumPy's
    /// notation, which has been checked, or of least cost.
    pub(crate) const fn new(
        operands: [ModeTable; 12],
        count: usize,
        result: ModeTable,
        in_any_order: bool,
        given: Option<&[(usize, usize)]>,
    ) -> Self {
        let count = if count < operands.len() { count } else { operands.len() };
        let mut path = PathPlan { chain: None, operands, count, result };
        if in_any_order && count > 2 {
            path.chain = Chain::new(path.modes().split_at(count).0, &path.result.modes(), given);
            let mut step = 0;
            while step < path.len() {
                if path.step(step).is_none() {
                    path.chain = None;
                }
                step = step.saturating_add(1);
            }
        }
        path
    }

    const fn modes(&self) -> [Modes<'_>; 12] {
        ModeTable::modes_of_all(&self.operands)
    }

    /// Returns the number of operands.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// assert_eq!(plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?.operands(), 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn operands(&self) -> usize {
        self.count
    }

    /// Returns the number of steps; 0 for one nest of loops.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// assert_eq!(plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?.len(), 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn len(&self) -> usize {
        match &self.chain {
            Some(chain) => chain.steps(),
            None => 0,
        }
    }

    /// Returns whether all operands are multiplied in one nest of loops, without steps.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let none = Tensor::full(extents![2, 0], 1.0)?;
    /// assert!(plan!(none[i, j] * none[k, j] * none[l, j] => [i, k, l])?.is_empty());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a step, or `None` if there are fewer. The last one makes the result, and every other one a temporary,
    /// dense and row-major.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// assert_eq!(path.step(1).map(|step| step.plan().iterations()), Some(8));
    /// assert_eq!(path.step(2), None);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn step(&self, step: usize) -> Option<PathStep> {
        let Some(chain) = &self.chain else { return None };
        if step >= chain.steps() {
            return None;
        }
        match chain.step(step, self.modes().split_at(self.count).0, &self.result.modes()) {
            Some(made) => {
                let mut cost = made.plan.cost();
                if step.saturating_add(1) < chain.steps() {
                    cost.temporary = made.plan.elements();
                }
                let (slot, ends) = (chain.slot(step), chain.ends(step));
                Some(PathStep { sources: chain.sources(step), plan: made.plan, cost, slot, ends })
            }
            None => None,
        }
    }

    /// Returns the number of elements of memory for all temporaries: a temporary takes the place of one that was read before.
    ///
    /// ```
    /// use extents::label::{i, j, k, l, m, n};
    /// use extents::{Tensor, extents, plan};
    /// let a = Tensor::full(extents![2, 2], 1.0)?;
    /// // Each step reads one temporary and writes another.
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] * a[l, m] * a[m, n] => [i, n])?;
    /// assert_eq!((path.len(), path.scratch()), (4, 8));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn scratch(&self) -> usize {
        match &self.chain {
            Some(chain) => chain.scratch(),
            None => 0,
        }
    }

    /// Returns an iterator over the steps in order.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// assert_eq!(path.steps().map(|step| step.cost().multiply_adds).sum::<u128>(), 16);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = PathStep> + '_ {
        (0..self.len()).filter_map(|step| self.step(step))
    }

    /// Returns the cost of all steps; the [direct cost](Self::direct_cost) if there are none.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let cost = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?.cost();
    /// assert_eq!((cost.multiply_adds, cost.temporary), (16, 4));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn cost(&self) -> Cost {
        let mut total = Cost::NONE;
        let mut n = 0;
        while let Some(step) = self.step(n) {
            total = total.then(step.cost);
            n = n.saturating_add(1);
        }
        if n == 0 { self.direct_cost() } else { total }
    }

    /// Returns the cost of one nest of loops over all labels: one multiplication fewer than there are operands at
    /// each index, and at least one, and no temporary.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// assert_eq!(path.direct_cost().multiply_adds, 2 * 16);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn direct_cost(&self) -> Cost {
        let all = self.modes();
        let (mut iterations, mut moved) = (1_u128, size(&self.result.modes()));
        let mut n = 0;
        while n < self.count {
            let modes = &all[n];
            moved = moved.saturating_add(size(modes));
            let mut mode = 0;
            while mode < modes.rank() {
                let mut is_new = modes.is_first(mode);
                let mut before = 0;
                while before < n {
                    is_new = is_new && !all[before].has(modes.tags[mode].id);
                    before += 1;
                }
                if is_new {
                    iterations = iterations.saturating_mul(modes.extents[mode] as u128);
                }
                mode += 1;
            }
            n += 1;
        }
        let products = if self.count > 2 { self.count as u128 - 1 } else { 1 };
        let multiply_adds = iterations.saturating_mul(products);
        Cost { multiply_adds, elements_moved: moved, temporary: 0 }
    }
}

/// The product of the extents of modes, that of a label once.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "counts below the rank"
)]
const fn size(modes: &Modes<'_>) -> u128 {
    let mut size = 1_u128;
    let mut mode = 0;
    while mode < modes.rank() {
        if modes.is_first(mode) {
            size = size.saturating_mul(modes.extents[mode] as u128);
        }
        mode += 1;
    }
    size
}

impl PathStep {
    /// Returns where the left and the right operand of the step come from; only the left one, if labels that it alone has
    /// are summed.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// use extents::plan::Source;
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// let last = path.step(1).unwrap();
    /// assert_eq!(last.sources(), [Source::Temporary(0), Source::Operand(2)]);
    /// let path = plan!(a[i, j] * a[i, k] * a[k, l] => [k, l])?;
    /// assert_eq!(path.step(0).unwrap().sources(), [Source::Operand(0)]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn sources(&self) -> &[Source] {
        self.sources.split_at(self.plan.operands()).0
    }

    /// Returns the plan of the step, [fused](Plan::fused).
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// assert_eq!(path.step(0).map(|step| step.plan().loops().len()), Some(3));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of the place that the step writes, unless it is the last one, and how many elements this has.
    #[cfg(feature = "device")]
    pub(crate) const fn slot(&self) -> (usize, usize) {
        self.slot
    }

    /// Whether the places of what it takes, left and right, are not needed any more.
    #[cfg(feature = "device")]
    pub(crate) const fn ends(&self) -> [bool; 2] {
        self.ends
    }

    /// Returns the cost of the step.
    ///
    /// ```
    /// # use extents::label::{i, j, k, l};
    /// # use extents::{Tensor, extents, plan};
    /// # let a = Tensor::full(extents![2, 2], 1.0)?;
    /// let path = plan!(a[i, j] * a[j, k] * a[k, l] => [i, l])?;
    /// assert_eq!(path.step(0).map(|step| step.cost().multiply_adds), Some(8));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn cost(&self) -> Cost {
        self.cost
    }
}

impl PathStep {
    fn write_sources(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, source) in self.sources().iter().enumerate() {
            if number > 0 {
                f.write_str(" by ")?;
            }
            write!(f, "{source}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PathPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps().enumerate() {
            write!(f, "step {number}: ")?;
            step.write_sources(f)?;
            f.write_str(" to ")?;
            match number.saturating_add(1) == self.len() {
                true => f.write_str("the result")?,
                false => write!(f, "temporary {number}")?,
            }
            write!(f, ", {}\n{}\n", step.cost, step.plan)?;
        }
        if self.is_empty() {
            f.write_str("one nest of loops\n")?;
        }
        write_total(f, self.cost(), self.direct_cost())
    }
}

impl fmt::Debug for PathPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}

impl fmt::Debug for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_sources(f)?;
        write!(f, ": {:?}", self.plan)
    }
}
