//! [`Rank`]: a process of an MPI, as a transport.

use std::cell::Cell;
use std::fmt;

use bytemuck::{Pod, Zeroable};
use extents::ShapeError;
use extents::error::Quantity;

use super::calls::Comm;
use crate::call::{Call, agree};
use crate::layout::Layout;
use crate::transport::{begin, count};
use crate::{DistError, Exchange, Message, Transport, World};

/// Where runs have fewer elements on average, a message is packed: datatypes are slower there.
const SHORT: usize = 16;

/// The largest number that calls of MPI take.
const LIMIT: usize = i32::MAX as usize;

/// A process of an MPI, which [`run`](super::run) gives to a program.
///
/// Elements are of a type any bytes of which are a value, [`Pod`]: what other ranks send is not looked at. Moves are one
/// `MPI_Alltoallw`, by datatypes that read and write elements where they are; sums, which come as lists, one `MPI_Alltoallv`.
pub struct Rank {
    comm: Comm,
    sent: Cell<usize>,
    received: Cell<usize>,
    checks: Cell<bool>,
    limit: Cell<usize>,
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
        count(Quantity::Parts, self.ranks(), lists.len())?;
        let ranks = self.ranks();
        let send: Vec<usize> = lists.iter().map(Vec::len).collect();
        let numbers: Vec<u64> = send.iter().map(|&count| count as u64).collect();
        let numbers = self.comm.all_to_all(&numbers).ok_or(too_large(ranks))?;
        let number = |&count: &u64| usize::try_from(count).map_err(|_| too_large(usize::MAX));
        let receive: Vec<usize> = numbers.iter().map(number).collect::<Result<_, _>>()?;

        let source = lists.concat();
        drop(lists);
        let mut target = zeros::<T>(receive.iter().sum())?;
        // Whether the short way will do is the same on all ranks.
        let largest = size_of_val(&source[..]).max(size_of_val(&target[..]));
        let largest = self.comm.all_gather(largest as u64).into_iter().max().unwrap_or(0);
        if largest <= self.limit.get() as u64 {
            let done = self.comm.all_to_all_groups(&source, &send, &mut target, &receive);
            done.ok_or(too_large(target.len()))?;
        } else {
            let (send, receive) = (self.groups::<T>(&send), self.groups::<T>(&receive));
            let done = self.comm.all_to_all_parts(&source, &send, &mut target, &receive);
            done.ok_or(too_large(target.len()))?;
        }
        let me = self.rank();
        let others = |counts: &[usize]| -> usize {
            let others = counts.iter().enumerate().filter(|(rank, _)| *rank != me);
            others.map(|(_, &count)| count.saturating_mul(size_of::<T>())).sum()
        };
        self.count_bytes(others(&send), others(&receive));
        let mut rest = &target[..];
        let mut lists = Vec::with_capacity(receive.len());
        for count in receive {
            let (list, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
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
        let other = |rank: usize| rank != me;
        let outgoing: Vec<Option<Message>> =
            (0..ranks).map(|rank| exchange.message(me, rank).filter(|_| other(rank))).collect();
        let incoming: Vec<Option<Message>> =
            (0..ranks).map(|rank| exchange.message(rank, me).filter(|_| other(rank))).collect();
        if let Some(kept) = exchange.message(me, me) {
            kept.for_each_piece(|piece| {
                let pieces = (part_of(source, piece.from, piece.count), piece.to..);
                if let (Some(from), to) = pieces
                    && let Some(to) = target.get_mut(to).and_then(|to| to.get_mut(..piece.count))
                {
                    to.copy_from_slice(from);
                }
            });
        }
        // Each side packs by itself: what goes is the same elements in the same order.
        let mut packed = vec![];
        let packs = is_short(&outgoing, true);
        if packs {
            for message in outgoing.iter().flatten() {
                message.for_each_piece(|piece| {
                    packed
                        .extend_from_slice(part_of(source, piece.from, piece.count).unwrap_or(&[]));
                });
            }
        }
        let unpacks = is_short(&incoming, false);
        let sizes = |messages: &[Option<Message>]| -> Vec<usize> {
            messages.iter().map(|it| it.as_ref().map_or(0, Message::elements)).collect()
        };
        let counts = sizes(&incoming);
        let mut unpacked = if unpacks { zeros::<T>(counts.iter().sum())? } else { vec![] };
        let send = match packs {
            true => self.groups::<T>(&sizes(&outgoing)),
            false => self.in_place::<T>(&outgoing, true),
        };
        let receive = match unpacks {
            true => self.groups::<T>(&counts),
            false => self.in_place::<T>(&incoming, false),
        };
        let from = if packs { &packed[..] } else { source };
        let to = if unpacks { &mut unpacked[..] } else { &mut *target };
        let elements = from.len().max(to.len());
        let moved = self.comm.all_to_all_parts(from, &send, to, &receive);
        let (sent, received) = moved.ok_or(too_large(elements))?;
        self.count_bytes(sent, received);
        let mut rest = &unpacked[..];
        if unpacks {
            for message in incoming.iter().flatten() {
                message.for_each_piece(|piece| {
                    let (from, after) = rest.split_at_checked(piece.count).unwrap_or((rest, &[]));
                    let to = target.get_mut(piece.to..).and_then(|to| to.get_mut(..from.len()));
                    if let Some(to) = to {
                        to.copy_from_slice(from);
                    }
                    rest = after;
                });
            }
        }
        Ok(())
    }
}

impl Rank {
    /// One group of elements after the other, as parts.
    fn groups<T>(&self, counts: &[usize]) -> Vec<Option<Layout>> {
        let mut before = 0_usize;
        let parts = counts.iter().map(|&count| {
            let bytes = count.saturating_mul(size_of::<T>());
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

/// Whether runs are short on one side.
fn is_short(messages: &[Option<Message>], is_sender: bool) -> bool {
    let all = |of: &dyn Fn(&Message) -> usize| -> usize {
        messages.iter().flatten().map(of).fold(0, usize::saturating_add)
    };
    all(&|message| message.elements())
        < all(&|message| message.runs(is_sender)).saturating_mul(SHORT)
}

fn part_of<T>(of: &[T], begin: usize, count: usize) -> Option<&[T]> {
    of.get(begin..)?.get(..count)
}

/// Room for elements.
fn zeros<T: Zeroable + Clone>(count: usize) -> Result<Vec<T>, DistError> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| too_large(count))?;
    all.resize(count, T::zeroed());
    Ok(all)
}

/// There is no room for so many elements, or their bytes have no number.
fn too_large(elements: usize) -> DistError {
    ShapeError::Allocation { elements }.into()
}
