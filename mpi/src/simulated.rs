//! Ranks that are threads of one process: for tests, and to count what a program would send.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::transport::{arrive, begin, one_for_each_rank, outgoing};
use crate::{DistError, Move, Rooms, Transport, World};

type Parcel = Box<dyn Any + Send>;

/// A rank that is a thread.
pub struct Rank {
    rank: usize,
    senders: Vec<Sender<Parcel>>,
    receivers: Vec<Receiver<Parcel>>,
    sent: Cell<usize>,
    received: Cell<usize>,
    checks: Cell<bool>,
    rooms: Rooms,
}

impl Rank {
    /// Sets whether calls are compared among the ranks, as they are in debug builds. All ranks call it alike.
    pub fn check_calls(&self, checks: bool) {
        self.checks.set(checks);
    }

    /// The next parcel of a rank, which should be of type `P`.
    fn next<P: 'static>(&self, other: usize, receiver: &Receiver<Parcel>) -> Result<P, DistError> {
        let ended = DistError::RankEnded { rank: self.rank, ended: other };
        let parcel = receiver.recv().map_err(|_| ended)?;
        // Where calls are not compared.
        let parcel = parcel.downcast::<P>().map_err(|_| {
            let this = format!("a call that sends a `{}`", std::any::type_name::<P>());
            let calls = [this, "a call that sends something else".into()];
            DistError::OtherCall { ranks: [self.rank, other], calls }
        })?;
        Ok(*parcel)
    }

    /// Returns the number of bytes that this rank has sent to others.
    pub fn sent(&self) -> usize {
        self.sent.get()
    }

    /// Returns the number of bytes that this rank has received from others.
    pub fn received(&self) -> usize {
        self.received.get()
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rank")
            .field("rank", &self.rank)
            .field("ranks", &self.senders.len())
            .field("sent", &self.sent)
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}

impl World for Rank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.senders.len()
    }

    fn all_gather(&self, number: u64) -> Result<Vec<u64>, DistError> {
        for sender in &self.senders {
            let _ = sender.send(Box::new(number));
        }
        let receivers = self.receivers.iter().enumerate();
        receivers.map(|(other, receiver)| self.next(other, receiver)).collect()
    }

    fn checks_calls(&self) -> bool {
        self.checks.get()
    }

    fn rooms(&self) -> Option<&Rooms> {
        Some(&self.rooms)
    }
}

impl<T: Copy + Send + 'static> Transport<T> for Rank {
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError> {
        one_for_each_rank(self, &lists)?;
        self.send(lists);
        self.receive()
    }

    fn exchange_while(
        &self,
        moves: &mut [Move<'_, T>],
        work: &mut dyn FnMut() -> bool,
    ) -> Result<(), DistError> {
        for Move { exchange, source, target } in moves.iter() {
            begin(self, exchange, source, target)?;
        }
        for Move { exchange, source, .. } in moves.iter() {
            self.send(outgoing(self, exchange, source));
        }
        while work() {}
        for Move { exchange, source, target } in moves {
            arrive(self, exchange, source, target, self.receive()?)?;
        }
        Ok(())
    }
}

impl Rank {
    /// Sends to each rank its list.
    fn send<T: Send + 'static>(&self, lists: Vec<Vec<T>>) {
        for (other, (list, sender)) in lists.into_iter().zip(&self.senders).enumerate() {
            if other != self.rank {
                let bytes = size_of::<T>().saturating_mul(list.len());
                self.sent.set(self.sent.get().saturating_add(bytes));
            }
            // One that has ended takes nothing, which is seen below: the others shall wait for that one, and not for this one.
            let _ = sender.send(Box::new(list));
        }
    }

    /// The next list of each rank.
    fn receive<T: 'static>(&self) -> Result<Vec<Vec<T>>, DistError> {
        let mut lists = Vec::new();
        for (other, receiver) in self.receivers.iter().enumerate() {
            let list: Vec<T> = self.next(other, receiver)?;
            if other != self.rank {
                let bytes = size_of::<T>().saturating_mul(list.len());
                self.received.set(self.received.get().saturating_add(bytes));
            }
            lists.push(list);
        }
        Ok(lists)
    }
}

/// Runs a program on ranks that are threads, and returns what each rank returned.
///
/// Where a rank panics, those that wait for it have the error [`DistError::RankEnded`], and the panic goes on here once all ranks
/// have ended.
///
/// ```
/// use extents_mpi::{Transport, World, simulated};
/// let sums = simulated::run(3, |world| {
///     let mine = vec![world.rank() + 1];
///     let all = world.all_to_all(vec![mine; world.ranks()])?;
///     Ok::<usize, extents_mpi::DistError>(all.iter().flatten().sum())
/// });
/// assert_eq!(sums, [Ok(6), Ok(6), Ok(6)]);
/// ```
pub fn run<R: Send>(ranks: usize, body: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    let mut senders: Vec<Vec<Sender<Parcel>>> = (0..ranks).map(|_| vec![]).collect();
    let mut receivers: Vec<Vec<Receiver<Parcel>>> = (0..ranks).map(|_| vec![]).collect();
    for from in &mut senders {
        for to in &mut receivers {
            let (sender, receiver) = channel();
            from.push(sender);
            to.push(receiver);
        }
    }
    let all = senders.into_iter().zip(receivers).enumerate();
    let all = all.map(|(rank, (senders, receivers))| Rank {
        rank,
        senders,
        receivers,
        sent: Cell::new(0),
        received: Cell::new(0),
        checks: Cell::new(cfg!(debug_assertions)),
        rooms: Rooms::default(),
    });
    thread::scope(|scope| {
        let body = &body;
        let threads: Vec<_> = all.map(|rank| scope.spawn(move || body(&rank))).collect();
        let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        ends.into_iter()
            .map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
