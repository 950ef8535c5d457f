//! [`Rank`]: a process of an MPI, as a transport.

use std::cell::Cell;
use std::fmt;

use bytemuck::{Pod, Zeroable};
use extents::ShapeError;
use extents::error::Quantity;

use super::calls::Comm;
use crate::call::{Call, agree};
use crate::layout::Layout;
use crate::transport::{begin, count, keep, slice_of};
use crate::{DistError, Exchange, Message, Transport, World};

/// Where runs have fewer elements on average, a message is packed: datatypes are slower there.
const SHORT: usize = 16;

/// The most bytes that are packed: the room for them stays, since new room costs more than packing saves.
const ROOM: usize = 64 << 20;

/// The largest number that calls of MPI take.
const LIMIT: usize = i32::MAX as usize;

/// A process of an MPI, which [`run`](super::run) gives to a program.
///
/// Elements are of a type any bytes of which are a value, [`Pod`]: what other ranks send is not looked at. Moves are one
/// `MPI_Alltoallw`, by datatypes that read and write elements where they are; sums, which come as lists, one `MPI_Alltoallv`.
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
    limit: Cell<usize>,
    // Room for what is packed here, and for what comes packed.
    scratch: Cell<(Vec<u8>, Vec<u8>)>,
}

impl Rank {
    pub(super) fn new(comm: Comm) -> Self {
        // Whoever asks for checks asks on one rank; all shall know.
        let asks = std::env::var_os("EXTENTS_MPI_CHECKS").map(|value| value != "0");
        let asks = asks.unwrap_or(cfg!(debug_assertions));
        let checks = comm.all_gather(u64::from(asks)).contains(&1);
        let zero = || Cell::new(0);
        Rank {
            comm,
            sent: zero(),
            received: zero(),
            checks: Cell::new(checks),
            limit: Cell::new(LIMIT),
            scratch: Cell::default(),
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

    /// Sets the largest number that calls of MPI are given; larger ones are those of a datatype. For tests: a smaller one shows
    /// what happens beyond.
    #[doc(hidden)]
    pub fn limit_counts(&self, limit: usize) {
        self.limit.set(limit.clamp(2, LIMIT));
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
}

impl<T: Pod> Transport<T> for Rank {
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError> {
        agree(self, || Call::new::<T>("all_to_all"))?;
        let ranks = self.ranks();
        count(Quantity::Parts, ranks, lists.len())?;
        let send: Vec<usize> = lists.iter().map(|list| bytes_of(list).len()).collect();
        let numbers: Vec<u64> = send.iter().map(|&bytes| bytes as u64).collect();
        let numbers = self.comm.all_to_all(&numbers).ok_or(too_large(ranks))?;
        let number = |&bytes: &u64| usize::try_from(bytes).map_err(|_| too_large(usize::MAX));
        let receive: Vec<usize> = numbers.iter().map(number).collect::<Result<_, _>>()?;

        let source = lists.concat();
        drop(lists);
        // Types of no bytes have lists without elements.
        let elements = |bytes: usize| bytes.checked_div(size_of::<T>()).unwrap_or(0);
        let mut target = zeros::<T>(elements(receive.iter().sum()))?;
        let (from, to) = (bytes_of(&source), bytes_of_mut(&mut target));
        // Whether the short way will do is the same on all ranks.
        let largest = from.len().max(to.len()) as u64;
        let largest = self.comm.all_gather(largest).into_iter().max().unwrap_or(0);
        let done = if largest <= self.limit.get() as u64 {
            self.comm.all_to_all_groups(from, &send, to, &receive)
        } else {
            let (send, receive) = (self.groups(&send), self.groups(&receive));
            self.comm.all_to_all_parts(from, &send, to, &receive).map(|_| ())
        };
        done.ok_or(too_large(source.len().max(target.len())))?;
        let me = self.rank();
        let others = |counts: &[usize]| -> usize {
            let others = counts.iter().enumerate().filter(|(rank, _)| *rank != me);
            others.map(|(_, &bytes)| bytes).sum()
        };
        self.count_bytes(others(&send), others(&receive));
        let mut rest = &target[..];
        let mut lists = Vec::with_capacity(receive.len());
        for bytes in receive {
            let (list, after) = rest.split_at_checked(elements(bytes)).unwrap_or((rest, &[]));
            lists.push(list.to_vec());
            rest = after;
        }
        Ok(lists)
    }

    fn exchange(
        &self,
        exchange: &Exchange,
        source: &[T],
        target: &mut [T],
    ) -> Result<(), DistError> {
        begin(self, exchange, source, target)?;
        let (me, ranks) = (self.rank(), self.ranks());
        let others = (0..ranks).map(|rank| if rank == me { None } else { Some(rank) });
        let outgoing: Vec<Option<Message>> =
            others.map(|rank| exchange.between(me, rank?)).collect();
        let mut incoming = exchange.incoming(me);
        incoming.resize(ranks, None);
        if let Some(own) = incoming.get_mut(me) {
            *own = None;
        }
        keep(exchange, me, source, target);
        // Each side packs by itself: what goes is the same elements in the same order.
        let (mut packed, mut unpacked) = self.scratch.take();
        let (packs, unpacks) = (is_packed::<T>(&outgoing, true), is_packed::<T>(&incoming, false));
        let send = match packs {
            true => {
                packed.clear();
                for message in outgoing.iter().flatten() {
                    message.for_each_piece(|piece| {
                        let part = slice_of(source, piece.from, piece.count);
                        packed.extend_from_slice(bytes_of(part));
                    });
                }
                self.groups(&sizes::<T>(&outgoing))
            }
            false => self.in_place::<T>(&outgoing, true),
        };
        let receive = match unpacks {
            true => {
                let sizes = sizes::<T>(&incoming);
                unpacked.resize(unpacked.len().max(sizes.iter().sum()), 0);
                self.groups(&sizes)
            }
            false => self.in_place::<T>(&incoming, false),
        };
        let from = if packs { &packed[..] } else { bytes_of(source) };
        let to = if unpacks { &mut unpacked[..] } else { bytes_of_mut(target) };
        let moved = self.comm.all_to_all_parts(from, &send, to, &receive);
        if unpacks {
            let mut rest = &unpacked[..];
            for message in incoming.iter().flatten() {
                message.for_each_piece(|piece| {
                    let bytes = piece.count.saturating_mul(size_of::<T>());
                    let (from, after) = rest.split_at_checked(bytes).unwrap_or((rest, &[]));
                    let to = target.get_mut(piece.to..).and_then(|to| to.get_mut(..piece.count));
                    if let Some(to) = to.map(bytes_of_mut).filter(|to| to.len() == from.len()) {
                        to.copy_from_slice(from);
                    }
                    rest = after;
                });
            }
        }
        self.scratch.set((packed, unpacked));
        let (sent, received) = moved.ok_or(too_large(source.len().max(target.len())))?;
        self.count_bytes(sent, received);
        Ok(())
    }
}

impl Rank {
    /// One group of bytes after the other, as parts.
    fn groups(&self, counts: &[usize]) -> Vec<Option<Layout>> {
        let mut before = 0_usize;
        let parts = counts.iter().map(|&bytes| {
            let part =
                Layout::joined(vec![(before, Layout::bytes(bytes, self.limit.get()))], LIMIT);
            before = before.saturating_add(bytes);
            (bytes > 0).then_some(part)
        });
        parts.collect()
    }

    /// Messages where their elements are.
    fn in_place<T>(&self, messages: &[Option<Message>], is_sender: bool) -> Vec<Option<Layout>> {
        let layout =
            |it: &Message| Layout::of_runs(&it.side(is_sender), size_of::<T>(), self.limit.get());
        messages.iter().map(|it| it.as_ref().map(layout)).collect()
    }
}

/// The number of bytes of each message.
fn sizes<T>(messages: &[Option<Message>]) -> Vec<usize> {
    let elements = messages.iter().map(|it| it.as_ref().map_or(0, Message::elements));
    elements.map(|count| count.saturating_mul(size_of::<T>())).collect()
}

/// The bytes of elements; none of those without any.
fn bytes_of<T: Pod>(elements: &[T]) -> &[u8] {
    bytemuck::try_cast_slice(elements).unwrap_or(&[])
}

fn bytes_of_mut<T: Pod>(elements: &mut [T]) -> &mut [u8] {
    bytemuck::try_cast_slice_mut(elements).unwrap_or(&mut [])
}

/// Whether messages are packed on one side: where runs are short, and there is room.
fn is_packed<T>(messages: &[Option<Message>], is_sender: bool) -> bool {
    let runs = messages.iter().flatten().map(|message| message.runs(is_sender));
    let runs = runs.fold(0, usize::saturating_add);
    let bytes = sizes::<T>(messages).into_iter().fold(0, usize::saturating_add);
    let short = runs.saturating_mul(SHORT).saturating_mul(size_of::<T>());
    bytes < short && bytes <= ROOM
}

/// Room for elements.
fn zeros<T: Zeroable>(count: usize) -> Result<Vec<T>, DistError> {
    bytemuck::try_zeroed_vec(count).map_err(|()| too_large(count))
}

/// There is no room for so many elements, or their bytes have no number.
fn too_large(elements: usize) -> DistError {
    ShapeError::Allocation { elements }.into()
}
