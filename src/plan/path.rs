//! [`Path`]: in which order more than two operands contract, two at a time.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::cost::Cost;
use super::remaining::{Remaining, check_ssa, resolve_path};
use super::steps::Step;
use super::{Source, order, search, steps, table};
use crate::{Composition, DynRankExtents, ShapeError};

/// The order in which the operands of a composition contract. Each step takes one or two operands, and makes the
/// result or a temporary that a later step takes.
///
/// In one nest of loops, `ij,jk,k->i` takes two multiplications for each combination of `i`, `j` and `k`. Two
/// products of a matrix with a vector give the same result: that is its cheapest path.
///
/// A label that only one operand has and that is not in the result is summed by a step of its own, before the operand
/// meets another. Every other step takes two operands, and sums the labels that neither the result nor any remaining
/// operand has.
///
/// `Display` writes a table: the operands of each step, its labels and its cost, and below them what the path saves.
///
/// ```
/// use extents::plan::{Path, Source};
/// use extents::{Composition, DynRankExtents};
/// let composition = Composition::einsum("ij,jk,k->i")?;
/// let shapes = [&[20, 30][..], &[30, 40], &[40]].map(DynRankExtents::new);
/// let path = Path::cheapest(&composition, &shapes.into_iter().collect::<Result<Vec<_>, _>>()?)?;
/// assert_eq!(path.steps()[0].composition().to_string(), "jk,k->j");
/// assert_eq!(path.steps()[1].sources(), [Source::Operand(0), Source::Temporary(0)]);
/// assert_eq!(path.cost().multiply_adds, 30 * 40 + 20 * 30);
/// assert_eq!(path.direct_cost().multiply_adds, 2 * 20 * 30 * 40);
/// println!("{path}");
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    composition: Composition,
    steps: Vec<Step>,
    pairs: Vec<(usize, usize)>,
    ssa_pairs: Vec<(usize, usize)>,
    cost: Cost,
    direct: Cost,
    /// How many elements the result has.
    elements: u128,
}

impl Path {
    /// Finds the path with the fewest multiply-adds and, among those, with the smallest temporary.
    ///
    /// Up to nine operands of at most 128 groups of labels, all orders are compared; a group is all labels that the same operands
    /// have. More have the path that [`searched`](Self::searched) finds within some microseconds an operand, always the same one,
    /// and never dearer than from left to right.
    ///
    /// # Errors
    /// As [`Composition::resolve`].
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// // The chain of six matrices in the textbook of Cormen, Leiserson, Rivest and Stein.
    /// let chain = Composition::einsum("ab,bc,cd,de,ef,fg->ag")?;
    /// let shapes: Vec<_> = [30, 35, 15, 5, 10, 20, 25]
    ///     .windows(2)
    ///     .map(DynRankExtents::new)
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(Path::cheapest(&chain, &shapes)?.cost().multiply_adds, 15_125);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn cheapest(
        composition: &Composition,
        shapes: &[DynRankExtents],
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        let pairs = cheapest_pairs(&composition, &extents);
        Ok(Self::of_pairs(&composition, &extents, &pairs))
    }

    /// Finds a cheap path with at most about `budget` comparisons of pairs, some nanoseconds each.
    ///
    /// If all orders of at most 16 operands of at most 128 groups of labels fit the budget (`n` operands take half of `3^n`
    /// comparisons; a group is all labels that the same operands have), the result is the cheapest of them. Otherwise it begins with a greedy path, which takes `O(n log n)` whatever the budget is: first operands
    /// with the same labels, then the pair whose result is smallest compared with what it replaces, last what shares no label.
    /// Parts of eight branches are then put in the best order, and what is left of the budget goes to random variants of the
    /// greedy path. A larger budget finds the same path or a cheaper one for most networks. No path is dearer than from left to
    /// right.
    ///
    /// The random numbers follow from `seed`, and no clock is asked: the same arguments give the same path on each machine.
    ///
    /// # Errors
    /// As [`Composition::resolve`].
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// // A chain of 300 matrices, whose labels are numbers.
    /// let labels: Vec<[usize; 2]> = (0..300).map(|n| [n, n + 1]).collect();
    /// let labels: Vec<&[usize]> = labels.iter().map(|pair| &pair[..]).collect();
    /// let chain = Composition::from_numbers(&labels, &[0, 300])?;
    /// let extents = |n: usize| DynRankExtents::new(&[2 + n % 7, 2 + (n + 1) % 7]);
    /// let shapes = (0..300).map(extents).collect::<Result<Vec<_>, _>>()?;
    /// let quick = Path::searched(&chain, &shapes, 0, 1)?;
    /// let path = Path::searched(&chain, &shapes, 1_000_000, 1)?;
    /// assert!(path.cost().multiply_adds <= quick.cost().multiply_adds);
    /// assert_eq!(path, Path::searched(&chain, &shapes, 1_000_000, 1)?);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn searched(
        composition: &Composition,
        shapes: &[DynRankExtents],
        budget: u64,
        seed: u64,
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        let pairs = searched_pairs(&composition, &extents, budget, seed);
        Ok(Self::of_pairs(&composition, &extents, &pairs))
    }

    /// Finds the path that [`ContractBy::new`](crate::ContractBy::new) takes.
    ///
    /// This is the cheapest path if there are more than two operands and it saves multiply-adds over one nest of
    /// loops, or at least needs no temporary larger than the result. Otherwise it is [one nest](Self::direct).
    ///
    /// # Errors
    /// As [`Composition::resolve`].
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// let shapes = vec![DynRankExtents::new(&[9])?; 3];
    /// // Two at a time, the products of the first two would have to be stored.
    /// let path = Path::automatic(&Composition::einsum("i,i,i->")?, &shapes)?;
    /// assert_eq!(path.steps().len(), 1);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn automatic(
        composition: &Composition,
        shapes: &[DynRankExtents],
    ) -> Result<Self, ShapeError> {
        if shapes.len() > 2 {
            let path = Self::cheapest(composition, shapes)?;
            if path.saved() > 0 || path.cost.temporary <= path.elements {
                return Ok(path);
            }
        }
        Self::direct(composition, shapes)
    }

    /// Creates the path of one nest of loops: a single step that takes all operands, and multiplies them from left to
    /// right.
    ///
    /// # Errors
    /// As [`Composition::resolve`].
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// let shapes = vec![DynRankExtents::new(&[2, 2])?; 3];
    /// let path = Path::direct(&Composition::einsum("ij,jk,kl->il")?, &shapes)?;
    /// assert_eq!(path.steps()[0].sources().len(), 3);
    /// assert_eq!(path.cost(), path.direct_cost());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn direct(
        composition: &Composition,
        shapes: &[DynRankExtents],
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        let cost = steps::direct_cost(&composition, &extents);
        let sources = (0..shapes.len()).map(Source::Operand).collect();
        Ok(Path {
            composition: composition.clone().into_owned(),
            steps: vec![Step {
                sources,
                composition: composition.clone().into_owned(),
                labels: composition.operands().to_vec(),
                result: composition.result().into(),
                cost,
            }],
            pairs: Vec::new(),
            ssa_pairs: Vec::new(),
            cost,
            direct: cost,
            elements: steps::size(composition.result(), &extents),
        })
    }

    /// Creates the path that contracts from left to right.
    ///
    /// # Errors
    /// As [`Composition::resolve`].
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("ij,jk,k->i")?;
    /// let shapes = [&[2, 3][..], &[3, 4], &[4]].map(DynRankExtents::new);
    /// let path = Path::in_order(&composition, &shapes.into_iter().collect::<Result<Vec<_>, _>>()?)?;
    /// assert_eq!(path.steps()[0].composition().to_string(), "ij,jk->ik");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn in_order(
        composition: &Composition,
        shapes: &[DynRankExtents],
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        let pairs = pairs_in_order(shapes.len());
        Ok(Self::of_pairs(&composition, &extents, &pairs))
    }

    /// Creates the path that takes these pairs, in the convention of NumPy's `einsum_path`: a pair names two
    /// positions in the list of remaining operands; both are removed, and what they make is added at the end.
    ///
    /// # Errors
    /// As [`Composition::resolve`]; [`ShapeError::CountMismatch`] unless there is one pair less than
    /// there are operands, [`ShapeError::OutOfBounds`] and [`ShapeError::Repeated`] where a pair
    /// does not name two positions.
    ///
    /// ```
    /// use extents::plan::{Path, Source};
    /// use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("ij,jk,k->i")?;
    /// let shapes = [&[2, 3][..], &[3, 4], &[4]].map(DynRankExtents::new);
    /// let shapes: Vec<_> = shapes.into_iter().collect::<Result<_, _>>()?;
    /// let path = Path::given(&composition, &shapes, &[(1, 2), (0, 1)])?;
    /// assert_eq!(path.steps()[1].sources(), [Source::Operand(0), Source::Temporary(0)]);
    ///
    /// let error = Path::given(&composition, &shapes, &[(1, 2), (0, 2)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "step 1 of the path names operand 2, but only 2 are left"
    /// );
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn given(
        composition: &Composition,
        shapes: &[DynRankExtents],
        pairs: &[(usize, usize)],
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        let mut positions = vec![(0, 0); shapes.len().saturating_sub(1)];
        let mut room = vec![0; Remaining::room(shapes.len())];
        resolve_path(pairs, shapes.len(), &mut room, &mut positions)?;
        Ok(Self::of_pairs(&composition, &extents, &positions))
    }

    /// Creates the path that takes these pairs, in the form that Python's `opt_einsum` and `cotengra` call SSA: the operands have
    /// the positions `0..n`, what step `s` makes has position `n + s`, and each position is taken once.
    ///
    /// # Errors
    /// As [`Composition::resolve`]; [`ShapeError::CountMismatch`] unless there is one pair less than there are operands,
    /// [`ShapeError::OutOfBounds`] if a position is not there before its step, and [`ShapeError::Repeated`] if it is taken twice.
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("ij,jk,k->i")?;
    /// let shapes = [&[2, 3][..], &[3, 4], &[4]].map(DynRankExtents::new);
    /// let shapes: Vec<_> = shapes.into_iter().collect::<Result<_, _>>()?;
    /// let path = Path::given_ssa(&composition, &shapes, &[(1, 2), (0, 3)])?;
    /// assert_eq!(path, Path::given(&composition, &shapes, &[(1, 2), (0, 1)])?);
    ///
    /// let error = Path::given_ssa(&composition, &shapes, &[(1, 2), (0, 2)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "step 1 of the path takes position 2, which is taken already"
    /// );
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn given_ssa(
        composition: &Composition,
        shapes: &[DynRankExtents],
        pairs: &[(usize, usize)],
    ) -> Result<Self, ShapeError> {
        let (composition, extents) = resolved(composition, shapes)?;
        check_ssa(pairs, shapes.len())?;
        Ok(Self::of_pairs(&composition, &extents, pairs))
    }

    /// The path of pairs as [`order`] gives them.
    fn of_pairs(composition: &Composition, extents: &[usize], pairs: &[(usize, usize)]) -> Self {
        let steps = steps::of_pairs(composition, extents, pairs);
        Path {
            cost: steps.iter().fold(Cost::NONE, |total, step| total.then(step.cost)),
            direct: steps::direct_cost(composition, extents),
            elements: steps::size(composition.result(), extents),
            pairs: in_shrinking_list(composition.operands().len(), pairs),
            ssa_pairs: pairs.to_vec(),
            composition: composition.clone(),
            steps,
        }
    }

    /// Returns the composition that the path is for, [expanded](Composition::expanded) where it has `...`.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("ij->j")?;
    /// let path = Path::cheapest(&composition, &[DynRankExtents::new(&[2, 3])?])?;
    /// assert_eq!(path.composition(), &composition);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    /// Returns the steps. The last one makes the result, and every other one a temporary.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let path = Path::cheapest(&Composition::einsum("ij->j")?, &[DynRankExtents::new(&[2, 3])?])?;
    /// assert_eq!(path.steps().len(), 1);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the pairs from which [`given`](Self::given) creates this path; none for [one nest](Self::direct) of
    /// loops.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("i,i,i->i")?;
    /// let shape = DynRankExtents::new(&[2])?;
    /// let path = Path::in_order(&composition, &[shape.clone(), shape.clone(), shape])?;
    /// // The product of the first two was put at the end.
    /// assert_eq!(path.pairs(), [(0, 1), (1, 0)]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Returns the pairs from which [`given_ssa`](Self::given_ssa) creates this path; none for [one nest](Self::direct) of
    /// loops.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let composition = Composition::einsum("i,i,i->i")?;
    /// let shape = DynRankExtents::new(&[2])?;
    /// let path = Path::in_order(&composition, &[shape.clone(), shape.clone(), shape])?;
    /// // What the first step makes is at position 3.
    /// assert_eq!(path.ssa_pairs(), [(0, 1), (3, 2)]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn ssa_pairs(&self) -> &[(usize, usize)] {
        &self.ssa_pairs
    }

    /// Returns the cost of all steps.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let path = Path::cheapest(&Composition::einsum("ij->j")?, &[DynRankExtents::new(&[2, 3])?])?;
    /// assert_eq!(path.cost().multiply_adds, 6);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Returns the cost of one nest of loops over all labels: one multiplication fewer than there are operands at
    /// each index, and no temporary.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2])?;
    /// let outer = Composition::einsum("i,j,k->ijk")?;
    /// let path = Path::cheapest(&outer, &[shape.clone(), shape.clone(), shape])?;
    /// assert_eq!(path.direct_cost().multiply_adds, 2 * 8);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn direct_cost(&self) -> Cost {
        self.direct
    }

    /// Returns the number of multiply-adds that the path saves over one nest of loops; 0 if it takes as many or more.
    ///
    /// ```
    /// # use extents::plan::Path;
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2])?;
    /// let outer = Composition::einsum("i,j,k->ijk")?;
    /// let path = Path::cheapest(&outer, &[shape.clone(), shape.clone(), shape])?;
    /// assert_eq!(path.saved(), 16 - (4 + 8));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn saved(&self) -> u128 {
        self.direct.multiply_adds.saturating_sub(self.cost.multiply_adds)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table::write_path(f, self)
    }
}

/// The composition with a label for each mode that `...` stands for, and the extents of its labels.
fn resolved<'c>(
    composition: &'c Composition,
    shapes: &[DynRankExtents],
) -> Result<(Cow<'c, Composition>, Vec<usize>), ShapeError> {
    let composition = composition.expanded(shapes)?;
    let extents = composition.resolve(shapes)?.extents;
    Ok((composition, extents))
}

fn pairs_in_order(operands: usize) -> Vec<(usize, usize)> {
    let mut pairs = vec![(0, 0); operands.saturating_sub(1)];
    order::in_order(operands, &mut pairs);
    pairs
}

/// Labels of extent 1 change nothing, so they take no bit.
fn cheapest_pairs(composition: &Composition, extents: &[usize]) -> Vec<(usize, usize)> {
    let operands = composition.operands();
    let counted: Vec<usize> =
        (0..extents.len()).filter(|&label| extents.get(label) != Some(&1)).collect();
    if operands.len() > order::EXHAUSTIVE || counted.len() > 128 {
        let budget = search::usual_budget(operands.len());
        return searched_pairs(composition, extents, budget, 0);
    }
    let mut pairs = pairs_in_order(operands.len());
    let set = |labels: &[usize]| {
        let bits = counted.iter().enumerate().filter(|(_, label)| labels.contains(label));
        bits.fold(0, |set, (bit, _)| set | 1_u128.wrapping_shl(bit as u32))
    };
    let operands: Vec<u128> = operands.iter().map(|labels| set(labels)).collect();
    let counted: Vec<usize> =
        counted.iter().filter_map(|&label| extents.get(label).copied()).collect();
    order::cheapest(&operands, set(composition.result()), &counted, &mut pairs);
    pairs
}

fn searched_pairs(
    composition: &Composition,
    extents: &[usize],
    budget: u64,
    seed: u64,
) -> Vec<(usize, usize)> {
    let operands: Vec<&[usize]> = composition.operands().iter().map(|labels| &**labels).collect();
    search::search(&operands, composition.result(), extents, budget, seed)
}

/// Positions that count on, as [`order`] has them, as positions in the list of what is left.
fn in_shrinking_list(operands: usize, pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut room = vec![0; Remaining::room(operands)];
    let mut left = Remaining::new(operands, &mut room);
    let mut found = Vec::new();
    for &(first, second) in pairs {
        found.push((left.place(first), left.place(second)));
        left.contract((first, second));
    }
    found
}
