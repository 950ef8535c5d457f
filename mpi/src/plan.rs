//! [`DistPlan`]: a contraction on a mesh of labels.

mod candidates;

use std::fmt;

use extents::{
    Composition, ContractBy, DynRankExtents, Extents, Scalar, Tensor, composition::DynOperand,
};

use crate::call::{Call, agree};
use crate::tensor::fits;
use crate::{DistError, DistTensor, Distribution, Exchange, Mesh, Share, Transport, least_words};

/// How a contraction is shared out: one axis of a mesh for each label, or none.
///
/// An operand is shared out along the axes of its own labels and copied along the others; so is the result, but along the axes of
/// labels that it does not have each process has a part of each sum. A label of all operands and the result, a batch, moves
/// nothing. Of the product of matrices this is the algorithm in one, two or three dimensions, whichever moves fewest elements.
///
/// A plan is computed from what all ranks know, before anything moves, and says the number of elements that each rank receives.
/// Keep it for contractions of the same extents and distributions.
///
/// ```
/// use extents::{Composition, extents};
/// use extents_mpi::{DistError, DistPlan, DistTensor, World, simulated};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let plan = DistPlan::at_home(4, &product, &[8, 8, 8])?;
/// assert_eq!(plan.to_string(), "mesh [k: 2, i: 2] of 4 ranks: each receives at most 32 elements, the bound is 28.2");
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
    /// The extent of each label.
    extents: Vec<usize>,
    ranks: usize,
    /// The labels along the axes of the mesh.
    axes: Vec<usize>,
    mesh: Mesh,
    /// From where each operand is to where it is needed.
    moves: Vec<Exchange>,
    /// From where terms of the result are computed to where it is kept.
    last: Exchange,
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
    /// Held at a time, of operands where they are needed and of the result where it is computed.
    pub memory: usize,
}

impl DistPlan {
    /// Plans a contraction of operands that are where these distributions say. The result stays where it is at home on the mesh of the
    /// plan, unless `result` says where it is wanted.
    ///
    /// With a limit of `memory`, no rank holds more elements at a time.
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
        for operand in operands {
            let processes = operand.mesh().processes();
            if processes > ranks {
                return Err(DistError::MeshTooLarge { processes, ranks });
            }
        }
        let shapes = operands.iter().map(|it| DynRankExtents::new(&it.extents()));
        let resolved = composition.resolve(&shapes.collect::<Result<Vec<_>, _>>()?)?;
        let extents: Vec<usize> = resolved.extents.to_vec();
        candidates::best(ranks, composition, &extents, memory, |axes, mesh| {
            Self::on_mesh(ranks, composition, &extents, axes, mesh, Some(operands), result)
        })
    }

    /// Plans a contraction of operands that can be made where they are at home on the mesh of the plan: where they are needed, but
    /// what would be copied is shared out. `extents` has the extent of each label of [`names`](Composition::names).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn at_home(
        ranks: usize,
        composition: &Composition,
        extents: &[usize],
    ) -> Result<Self, DistError> {
        let (expected, found) = (composition.names().len(), extents.len());
        if expected != found {
            let of = extents::error::Quantity::Labels { operand: 0 };
            return Err(extents::ShapeError::CountMismatch { of, expected, found }.into());
        }
        candidates::best(ranks, composition, extents, None, |axes, mesh| {
            Self::on_mesh(ranks, composition, extents, axes, mesh, None, None)
        })
    }

    /// The plan on a mesh of these labels.
    fn on_mesh(
        ranks: usize,
        composition: &Composition,
        extents: &[usize],
        axes: &[usize],
        mesh: &Mesh,
        operands: Option<&[&Distribution]>,
        result: Option<&Distribution>,
    ) -> Result<Self, DistError> {
        let grid = LabelGrid { extents, axes, mesh };
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
        let summed = (0..axes.len())
            .filter(|&axis| axes.get(axis).is_some_and(|label| !labels.contains(label)));
        let made = grid.shared_out(labels, summed.collect())?;
        let last = match result {
            Some(result) => Exchange::new(&made, result)?,
            None => Exchange::new(&made, &grid.home(labels)?)?,
        };
        let (composition, axes, mesh) = (composition.clone(), axes.to_vec(), mesh.clone());
        Ok(DistPlan { composition, extents: extents.to_vec(), ranks, axes, mesh, moves, last })
    }

    /// Returns the number of processes along each axis of the mesh, with the label that is shared out along it.
    pub fn axes(&self) -> impl Iterator<Item = (&str, usize)> {
        let names = self.axes.iter().filter_map(|&label| self.composition.names().get(label));
        names.map(|name| &**name).zip(self.mesh.lengths().iter().copied())
    }

    /// Returns the distribution that an operand has before the contraction.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`](extents::ShapeError::CountMismatch) where there is no such operand.
    pub fn operand(&self, operand: usize) -> Result<&Distribution, DistError> {
        let of = extents::error::Quantity::Operands;
        let (expected, found) = (self.moves.len(), operand.saturating_add(1));
        let exchange = self.moves.get(operand);
        let error = extents::ShapeError::CountMismatch { of, expected, found };
        Ok(exchange.ok_or(error)?.from())
    }

    /// Returns the distribution of the result.
    pub fn result(&self) -> &Distribution {
        self.last.to()
    }

    /// Returns the number of elements that a rank receives from others.
    pub fn received(&self, rank: usize) -> usize {
        let moved = self.moves.iter().chain([&self.last]).filter(|it| needs_to_move(it));
        moved.map(|exchange| exchange.received(rank)).sum()
    }

    /// Returns what the plan costs the rank that has most of each.
    pub fn costs(&self) -> Costs {
        let ranks = 0..self.mesh.processes();
        let held = |rank| {
            let operands = self.moves.iter().map(|exchange| exchange.to().held(rank));
            operands.sum::<usize>().saturating_add(self.last.from().held(rank))
        };
        let terms = self.last.most_received();
        let received = self.moves.iter().map(Exchange::most_received).sum::<usize>();
        Costs {
            received: received.saturating_add(terms),
            terms,
            multiply_adds: ranks.clone().map(|rank| self.multiply_adds(rank)).max().unwrap_or(0),
            memory: ranks.map(held).max().unwrap_or(0),
        }
    }

    /// Returns a lower bound of what some rank has to receive, with operands and result at home: [`least_words`].
    pub fn bound(&self) -> f64 {
        least_words(self.ranks, &self.composition, &self.extents)
    }

    fn multiply_adds(&self, rank: usize) -> usize {
        let Some(place) = self.mesh.place(rank) else { return 0 };
        let grid = LabelGrid { extents: &self.extents, axes: &self.axes, mesh: &self.mesh };
        let entries = |label| {
            grid.share(label).map_or(0, |share| {
                crate::share::total(&share.ranges(self.mesh.number(share.axes(), &place)))
            })
        };
        (0..self.extents.len()).map(entries).fold(1, usize::saturating_mul)
    }

    /// Contracts operands that are where the plan says.
    ///
    /// # Errors
    /// Returns [`DistError::OtherDistribution`], [`DistError::RankEnded`]; [`ShapeError`](extents::ShapeError) for another number of
    /// operands; [`DistError::OrderedSums`] where each process would have a part of sums that depend on the order of their terms, as
    /// [`Scalar::CONTRACTS_IN_ANY_ORDER`] says.
    pub fn contract<T: Scalar, E: Extents>(
        &self,
        world: &impl Transport<T>,
        operands: &[&DistTensor<T, E>],
    ) -> Result<DistTensor<T, DynRankExtents>, DistError> {
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
        let mut moved = Vec::new();
        for (operand, (tensor, exchange)) in operands.iter().zip(&self.moves).enumerate() {
            if !tensor.distribution().holds_the_same(exchange.from()) {
                return Err(DistError::OtherDistribution { operand });
            }
            moved.push(match needs_to_move(exchange) {
                true => Some(tensor.reshard(world, exchange.to())?),
                false => None,
            });
        }
        let parts = operands.iter().zip(&moved);
        let parts: Vec<&dyn DynOperand<T>> = parts
            .map(|(given, moved)| -> &dyn DynOperand<T> {
                match moved {
                    Some(moved) => moved.local(),
                    None => given.local(),
                }
            })
            .collect();
        fits(world, made)?;
        let local = match made.mesh().place(world.rank()) {
            Some(_) => ContractBy::new(&self.composition).eval(&parts)?,
            None => Tensor::zeros(DynRankExtents::null())?,
        };
        let terms =
            DistTensor::from_local(DynRankExtents::new(&made.extents())?, made.clone(), local);
        match needs_to_move(&self.last) {
            true => terms.reduce(world, self.last.to()),
            false => Ok(terms),
        }
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
            .with("extents of labels", format_args!("{:?}", self.extents))
            .with("mesh", self);
        for (operand, tensor) in operands.iter().enumerate() {
            call = call.placed(format_args!("operand {operand}"), tensor.distribution());
        }
        call.placed("the result", self.result())
    }
}

/// Whether some rank holds something else after an exchange.
fn needs_to_move(exchange: &Exchange) -> bool {
    !exchange.from().holds_the_same(exchange.to())
}

impl fmt::Display for DistPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mesh [")?;
        for (axis, (label, processes)) in self.axes().enumerate() {
            let comma = if axis > 0 { ", " } else { "" };
            write!(f, "{comma}{label}: {processes}")?;
        }
        write!(
            f,
            "] of {} ranks: each receives at most {} elements, the bound is {:.1}",
            self.ranks,
            self.costs().received,
            self.bound()
        )
    }
}

/// A mesh with one axis for each of some labels.
struct LabelGrid<'a> {
    extents: &'a [usize],
    /// The label of each axis.
    axes: &'a [usize],
    mesh: &'a Mesh,
}

impl LabelGrid<'_> {
    fn axis_of(&self, label: usize) -> Option<usize> {
        self.axes.iter().position(|&other| other == label)
    }

    fn extent(&self, label: usize) -> usize {
        self.extents.get(label).copied().unwrap_or(0)
    }

    fn share(&self, label: usize) -> Result<Share, DistError> {
        let axis: Vec<usize> = self.axis_of(label).into_iter().collect();
        Share::block(self.extent(label), self.mesh, &axis)
    }

    /// Each mode along the axis of its label: what a process needs, or makes.
    fn shared_out(&self, labels: &[usize], partial: Vec<usize>) -> Result<Distribution, DistError> {
        let modes = labels.iter().map(|&label| self.share(label));
        Distribution::of_labels(self.mesh, modes.collect::<Result<_, _>>()?, partial)
    }

    /// As [`shared_out`](Self::shared_out), but what would be copies is shared out further, each axis along the mode whose parts
    /// differ least then; and of modes of one label one is whole, since the elements beside the diagonal are somewhere too.
    fn home(&self, labels: &[usize]) -> Result<Distribution, DistError> {
        let is_first =
            |mode: usize, label: usize| labels.iter().position(|&it| it == label) == Some(mode);
        let own = labels.iter().enumerate().map(|(mode, &label)| -> Vec<usize> {
            self.axis_of(label).filter(|_| is_first(mode, label)).into_iter().collect()
        });
        let mut axes_of: Vec<Vec<usize>> = own.collect();
        let mut others: Vec<usize> = (0..self.axes.len())
            .filter(|&axis| self.axes.get(axis).is_some_and(|label| !labels.contains(label)))
            .collect();
        others.sort_by_key(|&axis| std::cmp::Reverse(self.mesh.along(&[axis])));
        for axis in others {
            // By how much the largest part along the axis would be larger than an even one.
            let unevenness = |(axes, label): &(&mut Vec<usize>, &usize)| {
                let (extent, parts) = (self.extent(**label), self.mesh.along(&[axis]));
                let before = extent.div_ceil(self.mesh.along(axes));
                let largest = before.div_ceil(parts).saturating_mul(parts);
                let uneven = largest.saturating_mul(1 << 16).checked_div(before.max(1));
                (uneven, usize::MAX.saturating_sub(before))
            };
            if let Some((axes, _)) = axes_of.iter_mut().zip(labels).min_by_key(unevenness) {
                axes.push(axis);
            }
        }
        let modes = labels.iter().zip(&axes_of);
        let modes = modes.map(|(&label, axes)| Share::block(self.extent(label), self.mesh, axes));
        Distribution::of_labels(self.mesh, modes.collect::<Result<_, _>>()?, vec![])
    }
}
