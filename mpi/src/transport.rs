//! [`Transport`]: what moves elements between ranks.

use extents::ShapeError;
use extents::error::Quantity;

use crate::call::{Call, agree};
use crate::{DistError, Exchange};

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
}

/// What moves elements of type `T` between ranks. It plans nothing: who sends what is known to all ranks before.
///
/// To implement [`all_to_all`](Self::all_to_all) is enough; a transport that can read and write parts of memory in place, as MPI does
/// by its datatypes, implements [`exchange`](Self::exchange) too.
pub trait Transport<T: Copy>: World {
    /// Sends to each rank its list of elements, and returns the list that each rank sent to this one. All ranks call it.
    ///
    /// # Errors
    /// Returns [`DistError::RankEnded`], [`DistError::OtherCall`]; [`ShapeError::CountMismatch`] for another number of lists.
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError>;

    /// Carries out an exchange without sums: `source` has the elements of this rank before, `target` after. All ranks call it.
    ///
    /// # Errors
    /// Returns [`DistError::MeshTooLarge`], [`DistError::RankEnded`], [`DistError::OtherCall`], [`DistError::Parcel`];
    /// [`ShapeError::CountMismatch`] for another number of elements.
    fn exchange(
        &self,
        exchange: &Exchange,
        source: &[T],
        target: &mut [T],
    ) -> Result<(), DistError> {
        begin(self, exchange, source, target)?;
        receive(self, exchange, source, |put| {
            for (to, from) in target.iter_mut().skip(put.at).zip(put.elements) {
                *to = *from;
            }
        })
    }
}

/// Compares an exchange among the ranks, and with what this rank holds.
pub(crate) fn begin<T>(
    world: &(impl World + ?Sized),
    exchange: &Exchange,
    source: &[T],
    target: &[T],
) -> Result<(), DistError> {
    agree(world, || {
        let call = Call::new::<T>("exchange");
        call.placed("the source", exchange.from()).placed("the target", exchange.to())
    })?;
    let (processes, ranks) = (exchange.ranks(), world.ranks());
    if processes > ranks {
        return Err(DistError::MeshTooLarge { processes, ranks });
    }
    count(Quantity::Elements, exchange.from().held(world.rank()), source.len())?;
    count(Quantity::Elements, exchange.to().held(world.rank()), target.len())
}

/// Compares a number with what it must be.
pub(crate) fn count(of: Quantity, expected: usize, found: usize) -> Result<(), DistError> {
    match expected == found {
        true => Ok(()),
        false => Err(ShapeError::CountMismatch { of, expected, found }.into()),
    }
}

/// Elements that come to this rank, and where the first of them goes.
pub(crate) struct Put<'a, T> {
    pub(crate) at: usize,
    pub(crate) elements: &'a [T],
}

/// Carries out an exchange, and gives what comes to this rank piece by piece, in the order of the senders, of which this rank is
/// one, so that sums do not depend on when a message comes.
pub(crate) fn receive<T: Copy, X: Transport<T> + ?Sized>(
    transport: &X,
    exchange: &Exchange,
    source: &[T],
    mut put: impl FnMut(Put<'_, T>),
) -> Result<(), DistError> {
    let (me, ranks) = (transport.rank(), transport.ranks());
    let processes = exchange.ranks();
    if processes > ranks {
        return Err(DistError::MeshTooLarge { processes, ranks });
    }
    let mut lists: Vec<Vec<T>> = Vec::new();
    for receiver in 0..ranks {
        let message = if receiver == me { None } else { exchange.message(me, receiver) };
        let mut list = Vec::with_capacity(message.as_ref().map_or(0, |it| it.elements()));
        if let Some(message) = message {
            message.for_each_piece(|piece| {
                list.extend(source.iter().skip(piece.from).take(piece.count).copied());
            });
        }
        lists.push(list);
    }
    let mut lists = transport.all_to_all(lists)?.into_iter();
    for sender in 0..ranks {
        let list = lists.next().unwrap_or_default();
        let Some(message) = exchange.message(sender, me) else { continue };
        let (mut elements, expected) = (&list[..], message.elements());
        if sender == me {
            message.for_each_piece(|piece| {
                let end = piece.from.saturating_add(piece.count);
                let elements = source.get(piece.from..end).unwrap_or(&[]);
                put(Put { at: piece.to, elements });
            });
            continue;
        }
        if elements.len() != expected {
            let found = elements.len();
            return Err(DistError::Parcel { from: sender, to: me, expected, found });
        }
        message.for_each_piece(|piece| {
            let (first, rest) = elements.split_at(piece.count.min(elements.len()));
            put(Put { at: piece.to, elements: first });
            elements = rest;
        });
    }
    Ok(())
}
