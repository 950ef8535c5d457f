//! [`Transport`]: what moves elements between ranks.

use extents::error::Quantity;
use extents::{Scalar, ShapeError};

use crate::call::{Call, agree, gather_text};
use crate::{DistError, Exchange, Rooms};

/// The ranks of one job.
pub trait World {
    /// Returns the number of this rank, counted from 0.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn ranks(&self) -> usize;

    /// Sends a number to all ranks, and returns that of each rank. All ranks call it.
    ///
    /// # Errors
    /// Returns [`DistError::RankEnded`].
    fn all_gather(&self, number: u64) -> Result<Vec<u64>, DistError>;

    /// Returns whether calls are compared among the ranks before anything moves, so that ranks that do not do the same get
    /// [`DistError::OtherCall`], all of them. It costs a number from each rank to each other one.
    ///
    /// The ranks of this package do so in debug builds and where they are told to.
    fn checks_calls(&self) -> bool {
        false
    }

    /// Returns the room that this rank keeps between contractions. One that keeps none asks for it anew each time.
    fn rooms(&self) -> Option<&Rooms> {
        None
    }
}

/// What moves elements of type `T` between ranks. It plans nothing: who sends what is known to all ranks before.
///
/// To implement [`all_to_all`](Self::all_to_all) is enough; a transport that can read and write parts of memory in place implements
/// [`exchange`](Self::exchange) too, and one that can move elements while a rank works [`exchange_while`](Self::exchange_while).
pub trait Transport<T: Copy>: World {
    /// Sends to each rank its list of elements, and returns the list that each rank sent to this one. All ranks call it.
    ///
    /// # Errors
    /// Returns [`DistError::RankEnded`], [`DistError::OtherCall`]; [`DistError::Lists`] for another number of lists. Where calls are not
    /// compared, a rank has the last one alone, and the others wait for it.
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError>;

    /// Carries out an exchange without sums: `source` has the elements of this rank before, `target` after. All ranks call it.
    ///
    /// # Errors
    /// Returns [`DistError::MeshTooLarge`], [`DistError::RankEnded`], [`DistError::OtherCall`], [`DistError::Parcel`];
    /// [`DistError::Unreduced`] for an exchange with sums; [`ShapeError::CountMismatch`] for another number of elements. Where calls are
    /// not compared, a rank has the last one alone, and the others wait for it.
    fn exchange(
        &self,
        exchange: &Exchange,
        source: &[T],
        target: &mut [T],
    ) -> Result<(), DistError> {
        begin(self, exchange, source, target)?;
        let lists = self.all_to_all(outgoing(self, exchange, source))?;
        arrive(self, exchange, source, target, lists)
    }

    /// Carries out exchanges while this rank works: calls `work`, which does a part of the work and returns whether there is
    /// more, until it returns false. Elements have arrived when this returns; whether they travel before that is up to the
    /// transport. All ranks call it. `work` does not call the world.
    ///
    /// # Errors
    /// As [`exchange`](Self::exchange). Where exchanges fail before they begin, there is no work.
    ///
    /// ```
    /// use extents_mpi::{Distribution, Exchange, Mesh, Move, Share, Transport, World, simulated};
    /// let mesh = Mesh::new([2])?;
    /// let halves = Distribution::new(&mesh, [Share::block(4, &mesh, &[0])?])?;
    /// let exchange = Exchange::new(&halves, &Distribution::everywhere(&[4], 2)?)?;
    /// let ends = simulated::run(2, |world| {
    ///     let (source, mut target) = ([world.rank(); 2], [0; 4]);
    ///     let (source, mut left) = (&source[..], 3);
    ///     let moved = Move { exchange: &exchange, source, target: &mut target };
    ///     world.exchange_while(&mut [moved], &mut || {
    ///         left -= 1;
    ///         left > 0
    ///     })?;
    ///     Ok::<_, extents_mpi::DistError>((target, left))
    /// });
    /// assert_eq!(ends, [Ok(([0, 0, 1, 1], 0)), Ok(([0, 0, 1, 1], 0))]);
    /// # Ok::<(), extents_mpi::DistError>(())
    /// ```
    fn exchange_while(
        &self,
        moves: &mut [Move<'_, T>],
        work: &mut dyn FnMut() -> bool,
    ) -> Result<(), DistError> {
        for Move { exchange, source, target } in moves {
            self.exchange(exchange, source, target)?;
        }
        while work() {}
        Ok(())
    }
}

/// What moves while a rank works: an exchange, and the elements of this rank before and after.
#[derive(Debug)]
pub struct Move<'m, T> {
    /// The exchange.
    pub exchange: &'m Exchange,
    /// What this rank holds before.
    pub source: &'m [T],
    /// What this rank holds after.
    pub target: &'m mut [T],
}

/// Compares an exchange among the ranks, and with what this rank holds.
pub(crate) fn begin<T>(
    world: &(impl World + ?Sized),
    exchange: &Exchange,
    source: &[T],
    target: &[T],
) -> Result<(), DistError> {
    let counts = [
        (exchange.held_before(world.rank()), source.len()),
        (exchange.held_after(world.rank()), target.len()),
    ];
    let here = counts
        .into_iter()
        .try_for_each(|(expected, found)| count(Quantity::Elements, expected, found));
    agree(world, || {
        let call = Call::new::<T>("exchange");
        let call = call.placed("the source", exchange.from()).placed("the target", exchange.to());
        let call = call.with("the panel", exchange.panel());
        let elements = here.as_ref().map_or_else(ToString::to_string, |_| "all there".into());
        call.with("the elements of the exchange:", elements)
    })?;
    let (processes, ranks) = (exchange.ranks(), world.ranks());
    if processes > ranks {
        return Err(DistError::MeshTooLarge { processes, ranks });
    }
    let mesh = exchange.from().mesh();
    let is_summed = |axis: &&usize| !exchange.has_lists() && mesh.along(&[**axis]) > 1;
    if let Some(&axis) = exchange.from().partial().iter().find(is_summed) {
        return Err(DistError::Unreduced { axis });
    }
    here
}

/// Compares the lists of a rank with the ranks that they go to, among the ranks too.
pub(crate) fn one_for_each_rank<T>(
    world: &(impl World + ?Sized),
    lists: &[Vec<T>],
) -> Result<(), DistError> {
    agree(world, || Call::new::<T>("all_to_all").with("number of lists", lists.len()))?;
    let (ranks, lists) = (world.ranks(), lists.len());
    if ranks == lists { Ok(()) } else { Err(DistError::Lists { ranks, lists }) }
}

/// Compares a number with what it must be.
pub(crate) fn count(of: Quantity, expected: usize, found: usize) -> Result<(), DistError> {
    match expected == found {
        true => Ok(()),
        false => Err(ShapeError::CountMismatch { of, expected, found }.into()),
    }
}

/// What goes to each rank, as lists.
pub(crate) fn outgoing<T: Copy>(
    world: &(impl World + ?Sized),
    exchange: &Exchange,
    source: &[T],
) -> Vec<Vec<T>> {
    let me = world.rank();
    let lists = (0..world.ranks()).map(|receiver| {
        let message = if receiver == me { None } else { exchange.between(me, receiver) };
        let mut list = Vec::with_capacity(message.as_ref().map_or(0, |it| it.elements()));
        if let Some(message) = message {
            message.for_each_piece(|piece| {
                list.extend_from_slice(slice_of(source, piece.from, piece.count));
            });
        }
        list
    });
    lists.collect()
}

/// Puts what came as lists, and what this rank keeps, where it belongs.
pub(crate) fn arrive<T: Copy>(
    world: &(impl World + ?Sized),
    exchange: &Exchange,
    source: &[T],
    target: &mut [T],
    lists: Vec<Vec<T>>,
) -> Result<(), DistError> {
    let (me, ranks, found) = (world.rank(), world.ranks(), lists.len());
    if ranks != found {
        return Err(DistError::Lists { ranks, lists: found });
    }
    keep(exchange, me, source, target);
    for (from, (message, list)) in exchange.incoming(me).into_iter().zip(lists).enumerate() {
        let Some(message) = message.filter(|_| from != me) else { continue };
        let (expected, found) = (message.elements(), list.len());
        if expected != found {
            return Err(DistError::Parcel { from, to: me, expected, found });
        }
        let mut rest = &list[..];
        message.for_each_piece(|piece| {
            let (first, after) = rest.split_at(piece.count.min(rest.len()));
            copy(first, target, piece.to);
            rest = after;
        });
    }
    Ok(())
}

/// Puts what a rank keeps where it belongs. In lists there is nothing of its own.
pub(crate) fn keep<T: Copy>(exchange: &Exchange, me: usize, source: &[T], target: &mut [T]) {
    if let Some(kept) = exchange.between(me, me).filter(|_| !exchange.has_lists()) {
        kept.for_each_piece(|piece| {
            copy(slice_of(source, piece.from, piece.count), target, piece.to);
        });
    }
}

/// Adds up what came in lists and what this rank has of it, in the order of the ranks, of which this is one.
pub(crate) fn add_up<T: Scalar>(
    exchange: &Exchange,
    me: usize,
    source: &[T],
    lists: &[T],
    target: &mut [T],
) {
    let mut rest = lists;
    for sender in 0..exchange.ranks() {
        let Some(message) = exchange.between(sender, me) else { continue };
        message.for_each_piece(|piece| {
            let terms = match sender == me {
                true => slice_of(source, piece.from, piece.count),
                false => {
                    let (first, after) = rest.split_at(piece.count.min(rest.len()));
                    rest = after;
                    first
                }
            };
            for (sum, &term) in target.iter_mut().skip(piece.to).zip(terms) {
                *sum = sum.plus(term);
            }
        });
    }
}

/// Some elements; none where they are not all there.
pub(crate) fn slice_of<T>(of: &[T], begin: usize, count: usize) -> &[T] {
    of.get(begin..).and_then(|rest| rest.get(..count)).unwrap_or(&[])
}

fn copy<T: Copy>(from: &[T], to: &mut [T], begin: usize) {
    if let Some(to) = to.get_mut(begin..).and_then(|rest| rest.get_mut(..from.len())) {
        match from {
            [only] => to.fill(*only),
            _ => to.copy_from_slice(from),
        }
    }
}

/// Room for elements, zeros, where there is memory. A request that fails is an error, and one that is granted does not write to it.
pub(crate) fn room<T: Scalar>(elements: usize) -> Result<Vec<T>, DistError> {
    let mut request = Vec::<T>::new();
    let granted = request.try_reserve_exact(elements);
    // The compiler leaves out memory that nobody looks at.
    drop(std::hint::black_box(request));
    granted.map_err(|_| ShapeError::Allocation { elements })?;
    Ok(vec![T::ZERO; elements])
}

/// What went well on all ranks; else the error of the first rank where it did not, on all of them.
pub(crate) fn together<R>(
    world: &(impl World + ?Sized),
    here: Result<R, DistError>,
) -> Result<R, DistError> {
    // Elements for which there is no memory, and one more; of other errors the texts are gathered.
    const OTHER: u64 = u64::MAX;
    let failed = match &here {
        Ok(_) => 0,
        Err(DistError::Shape(ShapeError::Allocation { elements })) => {
            (*elements as u64).saturating_add(1).min(OTHER - 1)
        }
        Err(_) => OTHER,
    };
    let all = world.all_gather(failed)?;
    match all.iter().enumerate().find(|(_, failed)| **failed > 0) {
        None => here,
        Some((rank, &OTHER)) => {
            let problem = here.err().map(|error| error.to_string()).unwrap_or_default();
            let problem = gather_text(world, &problem)?.into_iter().nth(rank).unwrap_or_default();
            Err(DistError::OnRank { rank, problem })
        }
        Some((rank, &failed)) => {
            let elements = usize::try_from(failed.saturating_sub(1)).unwrap_or(usize::MAX);
            Err(DistError::NoMemory { rank, elements })
        }
    }
}
