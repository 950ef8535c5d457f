//! [`DistPlan`]: a contraction on a mesh of labels.

mod candidates;
mod execute;
mod grid;
mod nest;
mod pieces;

use std::fmt;

use extents::{Composition, DynRankExtents, Extents, Scalar};

use self::grid::LabelGrid;
use self::nest::Nest;
use crate::call::{Call, agree};
use crate::{DistError, DistTensor, Distribution, Exchange, Transport, least_words};

/// How a contraction is shared out: one axis of a mesh for each label, or none; along it in blocks, or in the tiles that an operand or the
/// result has.
///
/// An operand is shared out along the axes of its own labels and copied along the others; so is the result, but along the axes of
/// labels that it does not have each process has a part of each sum. A label of all operands and the result, a batch, moves
/// nothing. Of the product of matrices this is the algorithm in one, two or three dimensions, whichever moves fewest elements.
///
/// A plan is computed from what all ranks know, before anything moves, and says the number of elements that each rank receives. Of all
/// meshes, with their axes in each order, the 48 that should receive least by an estimate are compared by those numbers.
/// Keep it for contractions of the same extents and distributions.
///
/// ```
/// use extents::{Composition, extents};
/// use extents_mpi::{DistError, DistPlan, DistTensor, World, simulated};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let plan = DistPlan::at_home(4, &product, &[8, 8, 8])?;
/// assert_eq!(plan.to_string(), "mesh [k: 2, i: 2] of 4 ranks: each receives at most 32 elements, the bound is 28.2, and holds at most 32 more than its own");
/// let sums = simulated::run(4, |world| {
///     let whole = extents![8, 8];
///     let a = DistTensor::from_fn(world, whole, plan.operand(0)?, |[i, j]| (i + j) as i64)?;
///     let b = DistTensor::from_fn(world, whole, plan.operand(1)?, |[i, j]| i64::from(i == j))?;
///     let c = plan.contract(world, &[&a, &b])?;
///     let received = world.received() / size_of::<i64>();
///     assert_eq!(received, plan.received(world.rank()));
///     Ok::<_, DistError>(c.local().iter().sum::<i64>())
/// });
/// // Of a with the identity.
/// assert_eq!(sums.into_iter().sum::<Result<i64, _>>()?, 8 * 8 * 7);
/// # Ok::<(), DistError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistPlan {
    composition: Composition,
    ranks: usize,
    /// The mesh, and how labels are shared out along its axes.
    grid: LabelGrid,
    /// From where each operand is to where it is needed.
    moves: Vec<Exchange>,
    /// From where terms of the result are computed to where it is kept.
    last: Exchange,
    /// Whether that is at home on the mesh.
    is_at_home: bool,
    /// The panels in which they move.
    nest: Nest,
    /// The limit of memory that it was given.
    limit: Option<usize>,
}

/// What a plan costs, in elements: each number is that of the rank that has most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Received from other ranks, operands and terms of the result.
    pub received: usize,
    /// Received terms of the result. They are added up too, so of two plans that receive as much, one with fewer terms is better.
    pub terms: usize,
    /// Products of elements that are added up.
    pub multiply_adds: usize,
    /// Held at a time beyond operands and result where they are kept: what moves, where it is needed.
    pub memory: usize,
}

impl DistPlan {
    /// Plans a contraction of operands that are where these distributions say. The result stays where it is at home on the mesh of the
    /// plan, unless `result` says where it is wanted.
    ///
    /// With a limit of `memory`, no rank holds more elements at a time beyond its operands and its result, as of
    /// [`within`](Self::within), on the best mesh for which there are such panels.
    ///
    /// # Errors
    /// Returns [`ShapeError`](extents::ShapeError) where labels and extents do not agree; [`DistError::Memory`],
    /// [`DistError::MeshTooLarge`], [`DistError::Unreduced`].
    pub fn new(
        ranks: usize,
        composition: &Composition,
        operands: &[&Distribution],
        result: Option<&Distribution>,
        memory: Option<usize>,
    ) -> Result<Self, DistError> {
        for array in operands.iter().copied().chain(result) {
            let processes = array.mesh().processes();
            if processes > ranks {
                return Err(DistError::MeshTooLarge { processes, ranks });
            }
            if let Some(&axis) = array.partial().first() {
                return Err(DistError::Unreduced { axis });
            }
        }
        let shapes = operands.iter().map(|it| DynRankExtents::new(&it.extents()));
        let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
        let composition = &*composition.expanded(&shapes)?;
        let extents: Vec<usize> = composition.resolve(&shapes)?.extents.to_vec();
        candidates::best(ranks, composition, &extents, memory, |grid, as_given| {
            let grid = match as_given {
                true => grid.in_given_tiles(composition, operands, result)?,
                false => Some(grid),
            };
            let plan = grid.map(|it| Self::on_mesh(ranks, composition, it, Some(operands), result));
            plan.transpose()
        })
    }

    /// Plans a contraction of operands that can be made where they are at home on the mesh of the plan: where they are needed, but
    /// what would be copied is shared out. `extents` has the extent of each label of [`names`](Composition::names).
    ///
    /// # Errors
    /// As [`new`](Self::new); [`DistError::LabelExtents`].
    pub fn at_home(
        ranks: usize,
        composition: &Composition,
        extents: &[usize],
    ) -> Result<Self, DistError> {
        let (expected, found) = (composition.names().len(), extents.len());
        if expected != found {
            return Err(DistError::LabelExtents { expected, found });
        }
        candidates::best(ranks, composition, extents, None, |grid, as_given| match as_given {
            true => Ok(None),
            false => Self::on_mesh(ranks, composition, grid, None, None).map(Some),
        })
    }

    /// The plan on a mesh of these labels.
    fn on_mesh(
        ranks: usize,
        composition: &Composition,
        grid: LabelGrid,
        operands: Option<&[&Distribution]>,
        result: Option<&Distribution>,
    ) -> Result<Self, DistError> {
        let mut moves = Vec::new();
        for (operand, labels) in composition.operands().iter().enumerate() {
            let needed = grid.shared_out(labels, vec![])?;
            let given = operands.and_then(|operands| operands.get(operand).copied());
            moves.push(match given {
                Some(given) => Exchange::new(given, &needed)?,
                None => Exchange::new(&grid.home(labels)?, &needed)?,
            });
        }
        let labels = composition.result();
        let summed = (0..grid.axes.len())
            .filter(|&axis| grid.axes.get(axis).is_some_and(|label| !labels.contains(label)));
        let made = grid.shared_out(labels, summed.collect())?;
        let last = match result {
            Some(result) => Exchange::new(&made, result)?,
            None => Exchange::new(&made, &grid.home(labels)?)?,
        };
        let (is_at_home, nest, limit) = (result.is_none(), Nest::default(), None);
        let composition = composition.clone();
        Ok(DistPlan { composition, ranks, grid, moves, last, is_at_home, nest, limit })
    }

    /// Returns the number of processes along each axis of the mesh, with the label that is shared out along it.
    pub fn axes(&self) -> impl Iterator<Item = (&str, usize)> {
        let names = self.grid.axes.iter().filter_map(|&label| self.composition.names().get(label));
        names.map(|name| &**name).zip(self.grid.mesh.lengths().iter().copied())
    }

    /// Returns the distribution that an operand has before the contraction.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`](extents::ShapeError::OutOfBounds) where there is no such operand.
    pub fn operand(&self, operand: usize) -> Result<&Distribution, DistError> {
        let (of, limit) = (extents::error::Bounded::Operand, self.moves.len());
        let error = extents::ShapeError::OutOfBounds { of, number: operand, limit };
        Ok(self.moves.get(operand).ok_or(error)?.from())
    }

    /// Returns the distribution of the result.
    pub fn result(&self) -> &Distribution {
        self.last.to()
    }

    /// Returns the number of elements that a rank receives from others.
    pub fn received(&self, rank: usize) -> usize {
        let moved = self.moves.iter().chain([&self.last]).filter(|it| it.moves());
        moved.map(|exchange| exchange.received(rank)).fold(0, usize::saturating_add)
    }

    /// Returns what the plan costs the rank that has most of each.
    pub fn costs(&self) -> Costs {
        let ranks = 0..self.last.ranks().max(self.grid.mesh.processes());
        let terms = self.last.most_received();
        let received = self.moves.iter().map(Exchange::most_received);
        Costs {
            received: received.fold(terms, usize::saturating_add),
            terms,
            multiply_adds: self.multiply_adds(),
            memory: ranks.map(|rank| self.held(rank)).max().unwrap_or(0),
        }
    }

    /// The products of the rank that has most of them: some rank has most of every label, since each is along an axis of its own.
    fn multiply_adds(&self) -> usize {
        (0..self.grid.extents.len()).map(|it| self.grid.largest(it)).fold(1, usize::saturating_mul)
    }

    /// Returns the same plan in panels: what moves does so part by part, and a rank contracts one part while the next one travels. No
    /// rank [holds](Self::held) more than `memory` elements at a time beyond its operands and its result, and as many move as without.
    ///
    /// Sums are taken panel by panel, which rounds otherwise.
    ///
    /// # Errors
    /// Returns [`DistError::Memory`] with the least number for which there are panels.
    ///
    /// ```
    /// use extents::Composition;
    /// use extents_mpi::{DistError, DistPlan};
    /// let product = Composition::einsum("ij,jk->ik")?;
    /// let plan = DistPlan::at_home(4, &product, &[64, 64, 64])?;
    /// let panels = plan.within(1024)?;
    /// assert_eq!((plan.costs().memory, panels.costs().memory), (2048, 1024));
    /// assert_eq!(panels.costs().received, plan.costs().received);
    /// assert_eq!(plan.within(50).unwrap_err(), DistError::Memory { limit: 50, least: 66 });
    /// # Ok::<(), DistError>(())
    /// ```
    pub fn within(&self, memory: usize) -> Result<Self, DistError> {
        match nest::fit(self, memory) {
            Ok(nest) => Ok(DistPlan { nest, limit: Some(memory), ..self.clone() }),
            Err(least) => Err(DistError::Memory { limit: memory, least }),
        }
    }

    /// Returns a lower bound of what some rank has to receive, with operands and result at home: [`least_words`].
    pub fn bound(&self) -> f64 {
        least_words(self.ranks, &self.composition, &self.grid.extents)
    }

    /// Contracts operands that are where the plan says.
    ///
    /// # Errors
    /// Returns [`DistError::OtherDistribution`], [`DistError::MeshTooLarge`], [`DistError::NoMemory`], [`DistError::OtherCall`],
    /// [`DistError::RankEnded`]; [`ShapeError`](extents::ShapeError) for another number of operands; [`DistError::OnRank`] where a rank
    /// cannot contract what it has; [`DistError::OrderedSums`] where each process would have a part of sums that depend on the order of
    /// their terms, as [`Scalar::CONTRACTS_IN_ANY_ORDER`] says, and [`DistError::OrderedPanels`] where panels cut such sums.
    pub fn contract<T: Scalar + Send + 'static, E: Extents>(
        &self,
        world: &impl Transport<T>,
        operands: &[&DistTensor<T, E>],
    ) -> Result<DistTensor<T, DynRankExtents>, DistError> {
        Ok(self.contract_and_count(world, operands)?.0)
    }

    /// Contracts, and returns the number of elements too that there was room for: for tests.
    #[doc(hidden)]
    pub fn contract_and_count<T: Scalar + Send + 'static, E: Extents>(
        &self,
        world: &impl Transport<T>,
        operands: &[&DistTensor<T, E>],
    ) -> Result<(DistTensor<T, DynRankExtents>, usize), DistError> {
        agree(world, || self.call(operands))?;
        let of = extents::error::Quantity::Operands;
        let (expected, found) = (self.moves.len(), operands.len());
        if expected != found {
            return Err(extents::ShapeError::CountMismatch { of, expected, found }.into());
        }
        let made = self.last.from();
        let summed = made.partial().iter().find(|&&axis| made.mesh().along(&[axis]) > 1);
        if let Some(&axis) = summed.filter(|_| !T::CONTRACTS_IN_ANY_ORDER) {
            return Err(DistError::OrderedSums { axis });
        }
        let cut = self.nest.cuts.iter().find(|cut| !self.composition.result().contains(&cut.label));
        if let Some(cut) = cut.filter(|_| !T::CONTRACTS_IN_ANY_ORDER) {
            return Err(DistError::OrderedPanels { label: self.name(cut.label).into() });
        }
        for (operand, (tensor, exchange)) in operands.iter().zip(&self.moves).enumerate() {
            if !tensor.distribution().holds_the_same(exchange.from()) {
                return Err(DistError::OtherDistribution { operand });
            }
        }
        self.execute(world, operands)
    }

    fn name(&self, label: usize) -> &str {
        self.composition.names().get(label).map_or("", |name| name)
    }
}

impl DistPlan {
    /// What all ranks know of a contraction.
    fn call<T, E: Extents>(&self, operands: &[&DistTensor<T, E>]) -> Call
    where
        T: Scalar,
    {
        let mut call = Call::new::<T>("contract")
            .with("composition", format_args!("`{}`", self.composition))
            .with("extents of labels", format_args!("{:?}", self.grid.extents))
            .with("mesh", self);
        for (operand, tensor) in operands.iter().enumerate() {
            call = call.placed(format_args!("operand {operand}"), tensor.distribution());
        }
        call.placed("the result", self.result())
    }
}

impl fmt::Display for DistPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mesh [")?;
        for (axis, (label, processes)) in self.axes().enumerate() {
            let comma = if axis > 0 { ", " } else { "" };
            let is_in_tiles = self.grid.axes.get(axis).is_some_and(|&it| self.grid.is_in_tiles(it));
            let in_tiles = if is_in_tiles { " in tiles" } else { "" };
            write!(f, "{comma}{label}: {processes}{in_tiles}")?;
        }
        write!(f, "] of {} {}", self.ranks, if self.ranks == 1 { "rank" } else { "ranks" })?;
        for (n, cut) in self.nest.cuts.iter().enumerate() {
            let begin = if n == 0 { " in panels [" } else { ", " };
            write!(f, "{begin}{}: {}", self.name(cut.label), cut.parts)?;
        }
        if !self.nest.cuts.is_empty() {
            f.write_str("]")?;
        }
        let Costs { received, memory, .. } = self.costs();
        let bound = self.bound();
        write!(
            f,
            ": each receives at most {received} elements, the bound is {bound:.1}, and holds at most {memory} more than its own"
        )
    }
}
