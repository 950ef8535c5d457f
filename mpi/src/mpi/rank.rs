//! [`Rank`]: a process of an MPI, as a transport.

use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use bytemuck::{Pod, Zeroable};
use extents::ShapeError;

use super::calls::Comm;
use super::stream::{Cursor, Incoming, Kept, Outgoing, Place, Pool, Stream, Unpack};
use crate::call::{Call, agree};
use crate::transport::{begin, one_for_each_rank, together};
use crate::{DistError, Exchange, Message, Move, Rooms, Transport, World};

/// The number of bytes that travel at a time: few enough to stay in a cache until they are unpacked.
const CHUNK: usize = 1 << 20;

/// A process of an MPI, which [`run`](super::run) gives to a program.
///
/// Elements are of a type any bytes of which are a value, [`Pod`]: what other ranks send is not looked at. They travel in chunks, which
/// are packed and unpacked where they do not lie one after the other; there is room for at most 17 MiB of chunks, whatever is sent.
///
/// MPI is called on one thread, which a rank does not leave:
///
/// ```compile_fail,E0277
/// extents_mpi::run(|world| {
///     std::thread::scope(|scope| scope.spawn(|| world.barrier()).join()).unwrap()?;
///     Ok(())
/// });
/// ```
///
/// Elements that have values for some bytes only, as `bool`, are not sent:
///
/// ```compile_fail,E0277
/// use extents_mpi::Transport;
/// extents_mpi::run(|world| {
///     world.all_to_all(vec![vec![true]])?;
///     Ok(())
/// });
/// ```
pub struct Rank {
    comm: Comm,
    sent: Cell<usize>,
    received: Cell<usize>,
    checks: Cell<bool>,
    rooms: Rooms,
    chunk: Cell<usize>,
    /// The number of times that elements have travelled, which tells messages of one time from those of another.
    times: Cell<u16>,
    pool: Pool,
}

impl Rank {
    pub(super) fn new(comm: Comm) -> Self {
        // Whoever asks for checks asks on one rank; all shall know.
        let asks = std::env::var_os("EXTENTS_MPI_CHECKS").map(|value| value != "0");
        let asks = asks.unwrap_or(cfg!(debug_assertions));
        let checks = comm.all_gather(u64::from(asks)).contains(&1);
        Rank {
            comm,
            sent: Cell::new(0),
            received: Cell::new(0),
            checks: Cell::new(checks),
            rooms: Rooms::default(),
            chunk: Cell::new(CHUNK),
            times: Cell::new(0),
            pool: Pool::default(),
        }
    }

    /// Returns the number of bytes that this rank has sent to others: those of elements, as MPI counts them.
    pub fn sent(&self) -> usize {
        self.sent.get()
    }

    /// Returns the number of bytes that this rank has received from others.
    pub fn received(&self) -> usize {
        self.received.get()
    }

    /// Sets whether calls are compared among the ranks, as they are in debug builds, and where the environment of a rank has
    /// `EXTENTS_MPI_CHECKS=1`. All ranks call it alike.
    pub fn check_calls(&self, checks: bool) {
        self.checks.set(checks);
    }

    /// Waits for all ranks.
    ///
    /// # Errors
    /// Returns [`DistError::OtherCall`].
    pub fn barrier(&self) -> Result<(), DistError> {
        agree(self, || Call::new::<()>("barrier"))?;
        self.comm.barrier();
        Ok(())
    }

    /// Returns the ranks that give the same number, as a world of its own; in it, they have the order that they have here.
    ///
    /// # Errors
    /// Returns [`DistError::OtherCall`]; [`DistError::NoRank`] for a number that is not that of a rank.
    pub fn split(&self, part: usize) -> Result<Rank, DistError> {
        agree(self, || Call::new::<()>("split"))?;
        let ranks = self.ranks();
        // All ranks look at all numbers, so that all have the same error.
        let parts = self.comm.all_gather(part as u64);
        if let Some(&part) = parts.iter().find(|&&part| part >= ranks as u64) {
            let rank = usize::try_from(part).unwrap_or(usize::MAX);
            return Err(DistError::NoRank { rank, ranks });
        }
        let part = self.comm.split(part).ok_or(DistError::NoRank { rank: part, ranks })?;
        let part = Rank::new(part);
        part.checks.set(self.checks.get());
        Ok(part)
    }

    /// Sets the number of bytes that travel at a time. All ranks call it alike. For tests: fewer show what happens with many chunks.
    #[doc(hidden)]
    pub fn limit_chunks(&self, bytes: usize) {
        self.chunk.set(bytes.clamp(1, CHUNK));
    }

    /// The number of bytes of a chunk of such elements, which are whole.
    fn chunk<T>(&self) -> usize {
        let size = size_of::<T>().max(1);
        self.chunk.get().checked_div(size).unwrap_or(1).max(1).saturating_mul(size)
    }

    /// The other ranks, from the one after this one on, or from the one before it back.
    fn others(&self, goes_out: bool) -> impl Iterator<Item = usize> {
        let (me, ranks) = (self.rank(), self.ranks());
        (1..ranks).filter_map(move |step| {
            let step = if goes_out { step } else { ranks.saturating_sub(step) };
            me.saturating_add(step).checked_rem(ranks)
        })
    }

    /// Sends and receives all messages, while this rank works.
    fn travel(
        &self,
        stream: Stream<'_, '_>,
        work: &mut dyn FnMut() -> bool,
    ) -> Result<(), DistError> {
        let time = self.times.get();
        self.times.set(time.wrapping_add(1));
        // The others wait for what this rank sends, so that a panic goes on once that is done.
        let mut panic = None;
        let mut work = || {
            let more = catch_unwind(AssertUnwindSafe(&mut *work));
            more.unwrap_or_else(|payload| {
                panic = Some(payload);
                false
            })
        };
        let chunk = stream.chunk;
        let done = stream.run(&self.comm, time, &mut work);
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        // Chunks are smaller than what a call counts.
        done.ok_or(too_large(chunk))
    }

    fn count_bytes(&self, sent: usize, received: usize) {
        self.sent.set(self.sent.get().saturating_add(sent));
        self.received.set(self.received.get().saturating_add(received));
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rank")
            .field("rank", &self.rank())
            .field("ranks", &self.ranks())
            .field("sent", &self.sent)
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}

impl World for Rank {
    fn rank(&self) -> usize {
        self.comm.rank()
    }

    fn ranks(&self) -> usize {
        self.comm.ranks()
    }

    fn all_gather(&self, number: u64) -> Result<Vec<u64>, DistError> {
        Ok(self.comm.all_gather(number))
    }

    fn checks_calls(&self) -> bool {
        self.checks.get()
    }

    fn rooms(&self) -> Option<&Rooms> {
        Some(&self.rooms)
    }
}

impl<T: Pod> Transport<T> for Rank {
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError> {
        one_for_each_rank(self, &lists)?;
        let ranks = self.ranks();
        let send: Vec<usize> = lists.iter().map(|list| bytes_of(list).len()).collect();
        let numbers: Vec<u64> = send.iter().map(|&bytes| bytes as u64).collect();
        let numbers = self.comm.all_to_all(&numbers).ok_or(too_large(ranks))?;
        let number = |&bytes: &u64| usize::try_from(bytes).map_err(|_| too_large(usize::MAX));
        let receive: Vec<usize> = numbers.iter().map(number).collect::<Result<_, _>>()?;

        // Types of no bytes have lists without elements.
        let elements = |bytes: usize| bytes.checked_div(size_of::<T>()).unwrap_or(0);
        let me = self.rank();
        let mut lists = lists;
        let own = lists.get_mut(me).map(std::mem::take).unwrap_or_default();
        let rooms = receive
            .iter()
            .enumerate()
            .map(|(rank, &bytes)| zeros::<T>(if rank == me { 0 } else { elements(bytes) }));
        let mut targets = together(self, rooms.collect::<Result<Vec<_>, _>>())?;
        let chunk = self.chunk::<T>();
        let outgoing = self.others(true).filter_map(|to| {
            lists.get(to).map(|list| (to, Outgoing::There(bytes_of(list).chunks(chunk))))
        });
        let mut rooms: Vec<Option<&mut [u8]>> =
            targets.iter_mut().map(|list| Some(bytes_of_mut(list))).collect();
        let incoming = self.others(false).filter_map(|from| {
            let room = rooms.get_mut(from).and_then(Option::take)?;
            Some((from, Incoming::There(room.chunks_mut(chunk))))
        });
        let stream = Stream {
            outgoing: outgoing.collect(),
            incoming: incoming.collect(),
            unpack: Unpack { cursors: VecDeque::new(), targets: vec![] },
            kept: vec![],
            pool: &self.pool,
            chunk,
        };
        self.travel(stream, &mut || false)?;
        let others = |counts: &[usize]| -> usize {
            let others = counts.iter().enumerate().filter(|(rank, _)| *rank != me);
            others.map(|(_, &bytes)| bytes).sum()
        };
        self.count_bytes(others(&send), others(&receive));
        if let Some(list) = targets.get_mut(me) {
            *list = own;
        }
        Ok(targets)
    }

    fn exchange(
        &self,
        exchange: &Exchange,
        source: &[T],
        target: &mut [T],
    ) -> Result<(), DistError> {
        self.exchange_while(&mut [Move { exchange, source, target }], &mut || false)
    }

    fn exchange_while(
        &self,
        moves: &mut [Move<'_, T>],
        work: &mut dyn FnMut() -> bool,
    ) -> Result<(), DistError> {
        for Move { exchange, source, target } in moves.iter() {
            begin(self, exchange, source, target)?;
        }
        let (me, chunk, element) = (self.rank(), self.chunk::<T>(), size_of::<T>());
        let (mut outgoing, mut incoming, mut kept) = (vec![], vec![], vec![]);
        let mut unpack = Unpack { cursors: VecDeque::new(), targets: vec![] };
        let (mut sent, mut received) = (0_usize, 0_usize);
        for Move { exchange, source, target } in moves {
            for to in self.others(true) {
                if let Some(message) = exchange.between(me, to) {
                    sent = sent.saturating_add(message.elements());
                    outgoing.push((to, Outgoing::new(&message, bytes_of(source), element, chunk)));
                }
            }
            let all = exchange.incoming(me);
            let come = self.others(false);
            let come = come.filter_map(|from| Some((from, all.get(from)?.as_ref()?)));
            let come: Vec<(usize, &Message)> = come.collect();
            received =
                come.iter().map(|(_, it)| it.elements()).fold(received, usize::saturating_add);
            // What is kept in lists is in none.
            let own = all.get(me).and_then(|it| it.as_ref()).filter(|_| !exchange.has_lists());
            let own = own.map(|it| (it, Outgoing::new(it, bytes_of(source), element, chunk)));
            let to_here = come.iter().map(|&(_, it)| it).chain(own.as_ref().map(|(it, _)| *it));
            let spans: Option<Vec<_>> = to_here.map(|it| it.spans(false).only()).collect();
            let target = bytes_of_mut(target);
            match spans {
                Some(spans) => {
                    let mut rooms = parts_of(target, &spans, element).into_iter();
                    incoming.extend(
                        come.iter().zip(&mut rooms).map(|(&(from, _), room)| {
                            (from, Incoming::There(room.chunks_mut(chunk)))
                        }),
                    );
                    kept.extend(own.zip(rooms.next()).map(|((_, from), room)| Kept {
                        from,
                        to: Place::There(room.chunks_mut(chunk)),
                    }));
                }
                None => {
                    let n = unpack.targets.len();
                    for (from, message) in come {
                        let bytes = message.elements().saturating_mul(element);
                        incoming.push((from, Incoming::Packed(bytes)));
                        unpack.cursors.push_back((n, Cursor::of_receiver(message, element)));
                    }
                    kept.extend(own.map(|(message, from)| {
                        let to = Place::Packed(n, Cursor::of_receiver(message, element));
                        Kept { from, to }
                    }));
                    unpack.targets.push(target);
                }
            }
        }
        let stream = Stream { outgoing, incoming, unpack, kept, pool: &self.pool, chunk };
        self.travel(stream, work)?;
        self.count_bytes(sent.saturating_mul(element), received.saturating_mul(element));
        Ok(())
    }
}

/// Parts of a slice, each where a span of elements is; none of which another one has an element.
fn parts_of<'b>(of: &'b mut [u8], spans: &[(usize, usize)], element: usize) -> Vec<&'b mut [u8]> {
    let mut order: Vec<(usize, &(usize, usize))> = spans.iter().enumerate().collect();
    order.sort_by_key(|(_, span)| **span);
    let mut parts: Vec<&'b mut [u8]> = spans.iter().map(|_| &mut [][..]).collect();
    let (mut rest, mut before) = (of, 0_usize);
    for (n, &(begin, count)) in order {
        let (begin, count) = (begin.saturating_mul(element), count.saturating_mul(element));
        let skipped = begin.saturating_sub(before).min(rest.len());
        let (_, after) = rest.split_at_mut(skipped);
        let (part, after) = after.split_at_mut(count.min(after.len()));
        (rest, before) = (after, begin.saturating_add(count));
        if let Some(place) = parts.get_mut(n) {
            *place = part;
        }
    }
    parts
}

/// The bytes of elements; none of those without any.
fn bytes_of<T: Pod>(elements: &[T]) -> &[u8] {
    bytemuck::try_cast_slice(elements).unwrap_or(&[])
}

fn bytes_of_mut<T: Pod>(elements: &mut [T]) -> &mut [u8] {
    bytemuck::try_cast_slice_mut(elements).unwrap_or(&mut [])
}

/// Room for elements.
fn zeros<T: Zeroable>(count: usize) -> Result<Vec<T>, DistError> {
    bytemuck::try_zeroed_vec(count).map_err(|()| too_large(count))
}

/// There is no room for so many elements, or their bytes have no number.
fn too_large(elements: usize) -> DistError {
    ShapeError::Allocation { elements }.into()
}
