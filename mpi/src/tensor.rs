//! [`DistTensor`]: a tensor of which each rank holds a part.

use std::ops::Range;

use extents::error::Quantity;
use extents::generic::{UnitesWith, WeakenedFrom};
use extents::{DynRankExtents, Extents, Scalar, ShapeError, Tensor};

use crate::call::{Call, agree};
use crate::exchange::same_extents;
use crate::transport::{add_up, count, room, together};
use crate::{DistError, Distribution, Exchange, Transport, World};

/// A tensor of which each rank holds a part: extents of the whole, which may be in the type, and a local part, which is an ordinary
/// tensor in row-major order.
///
/// All ranks call the methods that take a world, with the same arguments but for what they hold.
///
/// ```
/// use extents::{Tensor, extents};
/// use extents_mpi::{DistError, DistTensor, Distribution, Mesh, Share, simulated};
/// let mesh = Mesh::new([3])?;
/// let rows = Distribution::new(&mesh, [Share::block(5, &mesh, &[0])?, Share::whole(2)?])?;
/// let gathered = simulated::run(3, |world| {
///     let whole = extents![5, 2];
///     let tensor = DistTensor::from_fn(world, whole, &rows, |[i, j]| (2 * i + j) as i64)?;
///     tensor.gather(world)
/// });
/// let expected = Tensor::from_fn(extents![5, 2], |[i, j]| (2 * i + j) as i64)?;
/// assert_eq!(gathered[0], Ok(Some(expected)));
/// assert_eq!(gathered[1], Ok(None));
/// # Ok::<(), DistError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistTensor<T, E: Extents> {
    extents: E,
    distribution: Distribution,
    // INVARIANT: of the extents of what the rank holds.
    local: Tensor<T, DynRankExtents>,
}

impl<T: Scalar, E: Extents> DistTensor<T, E> {
    /// Creates a tensor, of which each rank asks for the elements that it holds.
    ///
    /// # Errors
    /// Returns [`DistError::MeshTooLarge`], [`DistError::Unreduced`], [`DistError::NoMemory`], [`DistError::OtherCall`],
    /// [`DistError::RankEnded`]; [`ShapeError`](extents::ShapeError) where the distribution is of other extents.
    pub fn from_fn(
        world: &impl World,
        extents: E,
        distribution: &Distribution,
        mut element: impl FnMut(E::Index) -> T,
    ) -> Result<Self, DistError> {
        agree(world, || Call::new::<T>("from_fn").placed("the tensor", distribution))?;
        if let Some(&axis) = distribution.partial().first() {
            return Err(DistError::Unreduced { axis });
        }
        fits(world, distribution)?;
        of_extents(&extents, distribution)?;
        let ranges = distribution.ranges(world.rank());
        let places: Vec<Entries> = ranges.into_iter().map(Entries::new).collect();
        let mut whole = extents.extents();
        let shape = distribution.local_shape(world.rank());
        let local = shape.and_then(|shape| {
            Ok(Tensor::from_fn(shape, |index| {
                for ((at, &local), places) in
                    whole.as_mut().iter_mut().zip(index.as_ref().iter()).zip(&places)
                {
                    *at = places.entry(local);
                }
                element(whole.clone())
            })?)
        });
        let local = together(world, local)?;
        Ok(DistTensor { extents, distribution: distribution.clone(), local })
    }

    /// Creates a tensor from what rank 0 holds.
    ///
    /// # Errors
    /// Returns the errors of [`from_fn`](Self::from_fn); [`DistError::RankEnded`]; [`DistError::OnRank`] where rank 0 has nothing, or a
    /// tensor of other extents.
    pub fn scatter(
        world: &impl Transport<T>,
        whole: Option<&Tensor<T, E>>,
        extents: E,
        distribution: &Distribution,
    ) -> Result<Self, DistError> {
        agree(world, || Call::new::<T>("scatter").placed("the target", distribution))?;
        of_extents(&extents, distribution)?;
        let first = Distribution::on_first(&distribution.extents())?;
        let source = match whole.filter(|_| world.rank() == 0) {
            Some(whole) => {
                let expected = distribution.extents();
                let is_right = whole.extents().with_slice(|found| same_extents(&expected, found));
                is_right.map(|()| whole.as_slice())
            }
            None => Ok(&[][..]),
        };
        Self::received(world, extents, &Exchange::new(&first, distribution)?, source)
    }

    pub(crate) fn from_local(
        extents: E,
        distribution: Distribution,
        local: Tensor<T, DynRankExtents>,
    ) -> Self {
        DistTensor { extents, distribution, local }
    }

    pub(crate) fn local_mut(&mut self) -> &mut Tensor<T, DynRankExtents> {
        &mut self.local
    }

    pub(crate) fn into_local(self) -> Tensor<T, DynRankExtents> {
        self.local
    }

    /// Returns the extents of the whole.
    pub fn extents(&self) -> &E {
        &self.extents
    }

    /// Returns which rank holds what.
    pub fn distribution(&self) -> &Distribution {
        &self.distribution
    }

    /// Returns what this rank holds.
    pub fn local(&self) -> &Tensor<T, DynRankExtents> {
        &self.local
    }

    /// Returns the same tensor, held otherwise.
    ///
    /// # Errors
    /// Returns [`DistError::Unreduced`] where a rank has parts of sums, which [`reduce`](Self::reduce) adds up;
    /// [`DistError::MeshTooLarge`], [`DistError::NoMemory`], [`DistError::OtherCall`], [`DistError::RankEnded`];
    /// [`DistError::OnRank`] where a rank has a tensor of another world, of another number of elements;
    /// [`ShapeError`](extents::ShapeError) where the distribution is of other extents.
    pub fn reshard(&self, world: &impl Transport<T>, to: &Distribution) -> Result<Self, DistError> {
        agree(world, || self.moved("reshard", to))?;
        if let Some(&axis) = self.distribution.partial().first() {
            return Err(DistError::Unreduced { axis });
        }
        let source = Ok(self.local.as_slice());
        Self::received(world, self.extents.clone(), &self.exchange(to)?, source)
    }

    /// Returns the tensor of whole sums, held otherwise. What each rank has a part of is added up in the order of the ranks.
    ///
    /// # Errors
    /// Returns the errors of [`reshard`](Self::reshard), but for parts of sums, which there may be.
    pub fn reduce(&self, world: &impl Transport<T>, to: &Distribution) -> Result<Self, DistError> {
        agree(world, || self.moved("reduce", to))?;
        let source = Ok(self.local.as_slice());
        Self::received(world, self.extents.clone(), &self.exchange(to)?, source)
    }

    fn exchange(&self, to: &Distribution) -> Result<Exchange, DistError> {
        Exchange::new(&self.distribution, to)
    }

    fn moved(&self, method: &str, to: &Distribution) -> Call {
        Call::new::<T>(method).placed("the source", &self.distribution).placed("the target", to)
    }

    /// Returns the whole tensor on rank 0, and nothing elsewhere.
    ///
    /// # Errors
    /// Returns the errors of [`reshard`](Self::reshard).
    pub fn gather(&self, world: &impl Transport<T>) -> Result<Option<Tensor<T, E>>, DistError> {
        agree(world, || Call::new::<T>("gather").placed("the source", &self.distribution))?;
        let first = Distribution::on_first(&self.distribution.extents())?;
        let all = self.reshard(world, &first)?;
        if world.rank() != 0 {
            return Ok(None);
        }
        let elements = all.local.into_storage();
        Ok(Some(Tensor::from_vec(self.extents.clone(), elements).map_err(|it| it.error)?))
    }

    /// Returns a tensor of a function of the elements of this one and of another one that is held alike. Nothing moves.
    ///
    /// # Errors
    /// Returns [`DistError::OtherDistribution`], [`DistError::Unreduced`]; [`ShapeError`](extents::ShapeError) for other extents, on all
    /// ranks alike; and where there is no memory, on that rank alone: ranks say nothing to each other. Who returns it from the body of
    /// `extents_mpi::run` ends all ranks.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_mpi::{DistError, DistTensor, Distribution, simulated};
    /// let first = Distribution::on_first(&[3])?;
    /// let sums = simulated::run(2, |world| {
    ///     let tensor = DistTensor::from_fn(world, extents![3], &first, |[i]| i as i64)?;
    ///     tensor.zip_with(&tensor, |one, other| one + 10 * other)?.gather(world)
    /// });
    /// assert_eq!(sums[0].clone()?.map(|sum| sum.as_slice().to_vec()), Some(vec![0, 11, 22]));
    /// # Ok::<(), DistError>(())
    /// ```
    pub fn zip_with(
        &self,
        other: &Self,
        mut function: impl FnMut(T, T) -> T,
    ) -> Result<Self, DistError> {
        same_extents(&self.distribution.extents(), &other.distribution.extents())?;
        for tensor in [self, other] {
            if let Some(&axis) = tensor.distribution.partial().first() {
                return Err(DistError::Unreduced { axis });
            }
        }
        if !self.distribution.holds_the_same(&other.distribution) {
            return Err(DistError::OtherDistribution { operand: 1 });
        }
        // Of another world a rank may hold something else.
        count(Quantity::Elements, self.local.len(), other.local.len())?;
        let mut local = Tensor::zeros(self.local.extents().clone())?;
        let elements = self.local.as_slice().iter().zip(other.local.as_slice());
        for (to, (&one, &other)) in local.as_mut_slice().iter_mut().zip(elements) {
            *to = function(one, other);
        }
        Ok(Self::from_local(self.extents.clone(), self.distribution.clone(), local))
    }

    /// Returns the same tensor with less known of its extents in the type.
    pub fn weaken<F: WeakenedFrom<E>>(self) -> DistTensor<T, F> {
        let DistTensor { extents, distribution, local } = self;
        DistTensor { extents: extents.weaken(), distribution, local }
    }

    /// Returns the same tensor with more known of its extents in the type.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`](extents::ShapeError::ExtentMismatch), or
    /// [`ShapeError::RankMismatch`](extents::ShapeError::RankMismatch).
    ///
    /// ```
    /// use extents::{StaticExtents, extents};
    /// use extents_mpi::{DistError, DistTensor, Distribution, simulated};
    /// let errors = simulated::run(1, |world| {
    ///     let here = Distribution::on_first(&[2])?;
    ///     let open = DistTensor::from_fn(world, extents![dyn 2]?, &here, |[i]| i)?;
    ///     let known: DistTensor<usize, StaticExtents![2]> = open.strengthen()?;
    ///     let wrong = known.weaken::<StaticExtents![dyn]>().strengthen::<StaticExtents![3]>();
    ///     Ok::<_, DistError>(wrong.unwrap_err().to_string())
    /// });
    /// assert_eq!(errors, [Ok("mode 0 should have extent 3, but has 2".into())]);
    /// ```
    pub fn strengthen<F: Extents>(self) -> Result<DistTensor<T, F>, extents::ShapeError>
    where
        E: UnitesWith<F>,
    {
        let DistTensor { extents, distribution, local } = self;
        Ok(DistTensor { extents: extents.strengthen()?, distribution, local })
    }

    /// Carries out an exchange.
    fn received(
        world: &impl Transport<T>,
        extents: E,
        exchange: &Exchange,
        source: Result<&[T], DistError>,
    ) -> Result<Self, DistError> {
        let (to, me) = (exchange.to(), world.rank());
        let lists = exchange.adds().then(|| exchange.to_lists());
        let here = || -> Result<_, DistError> {
            let source = source?;
            count(Quantity::Elements, exchange.from().held(me), source.len())?;
            let local = from_room(to.local_shape(me)?, room(to.held(me))?)?;
            let terms = room(lists.as_ref().map_or(0, |lists| lists.held_after(me)))?;
            Ok((source, local, terms))
        };
        fits(world, exchange.from())?;
        fits(world, to)?;
        let (source, mut local, mut terms) = together(world, here())?;
        match lists {
            Some(lists) => {
                world.exchange(&lists, source, &mut terms)?;
                add_up(exchange, me, source, &terms, local.as_mut_slice());
            }
            None => world.exchange(exchange, source, local.as_mut_slice())?,
        }
        Ok(DistTensor { extents, distribution: to.clone(), local })
    }
}

/// The entries that a rank holds of a mode: ranges, and the number of entries before each.
struct Entries {
    ranges: Vec<Range<usize>>,
    before: Vec<usize>,
}

impl Entries {
    fn new(ranges: Vec<Range<usize>>) -> Self {
        let before = ranges.iter().scan(0_usize, |sum, range| {
            let before = *sum;
            *sum = sum.saturating_add(range.len());
            Some(before)
        });
        Entries { before: before.collect(), ranges }
    }

    /// The entry of the whole that is a local one.
    fn entry(&self, local: usize) -> usize {
        let range = self.before.partition_point(|&before| before <= local).saturating_sub(1);
        match (self.ranges.get(range), self.before.get(range)) {
            (Some(range), Some(&before)) => {
                range.start.saturating_add(local.saturating_sub(before))
            }
            _ => 0,
        }
    }
}

/// A tensor of these elements, which are as many as its extents say.
pub(crate) fn from_room<T: Scalar>(
    shape: DynRankExtents,
    elements: Vec<T>,
) -> Result<Tensor<T, DynRankExtents>, DistError> {
    match shape.is_null() {
        true => Ok(Tensor::zeros(shape)?),
        false => Ok(Tensor::from_vec(shape, elements).map_err(|it| it.error)?),
    }
}

/// Checks that a distribution is one of tensors of these extents.
pub(crate) fn of_extents(
    extents: &impl Extents,
    distribution: &Distribution,
) -> Result<(), DistError> {
    match extents.is_null() {
        true => Err(ShapeError::Null.into()),
        false => extents.with_slice(|all| same_extents(all, &distribution.extents())),
    }
}

/// Checks that there is a rank for each process of a mesh.
pub(crate) fn fits(world: &impl World, distribution: &Distribution) -> Result<(), DistError> {
    let (processes, ranks) = (distribution.mesh().processes(), world.ranks());
    if processes > ranks {
        return Err(DistError::MeshTooLarge { processes, ranks });
    }
    Ok(())
}
