//! How elements travel between ranks: in chunks, so that one is packed while the others travel, and none leaves the cache in between.
//!
//! A rank sends to the one after it, then to the one after that, and receives from the ones before it in that order, so that
//! whoever is furthest behind finds what it waits for. Where elements lie one after the other, MPI reads and writes them where they
//! are; elsewhere a chunk is packed, or unpacked. Both sides know where chunks end, from the message alone.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::calls::{Comm, Flight, In, Out};
use crate::Message;
use crate::spans::{Row, Spans};

/// How many packed chunks travel at a time in each direction.
const DEPTH: usize = 8;

/// How many chunks travel at a time that need no room.
const LENT: usize = 512;

/// After so long without anything that moved, a rank works although it has not sent all: the others do so too.
const PATIENCE: Duration = Duration::from_millis(1);

/// Room for chunks, which is used again and again.
pub(super) type Pool = RefCell<Vec<Vec<u8>>>;

fn with_room(pool: &Pool, bytes: usize) -> Vec<u8> {
    let mut room = pool.borrow_mut().pop().unwrap_or_default();
    room.resize(bytes, 0);
    room
}

/// Bytes of one message: in chunks where they are, or packed.
pub(super) enum Outgoing<'b> {
    There(std::slice::Chunks<'b, u8>),
    Packed { source: &'b [u8], cursor: Cursor },
}

/// Room for the bytes of one message.
pub(super) enum Incoming<'b> {
    There(std::slice::ChunksMut<'b, u8>),
    /// The number of bytes that are still to come.
    Packed(usize),
}

impl<'b> Outgoing<'b> {
    /// What a message sends of these bytes.
    pub(super) fn new(message: &Message, source: &'b [u8], element: usize, chunk: usize) -> Self {
        let spans = message.spans(true);
        match spans.only() {
            Some((begin, count)) => {
                let begin = begin.saturating_mul(element);
                let bytes = source.get(begin..).unwrap_or(&[]);
                let bytes = bytes.get(..count.saturating_mul(element)).unwrap_or(bytes);
                Outgoing::There(bytes.chunks(chunk))
            }
            None => {
                let left = message.elements().saturating_mul(element);
                Outgoing::Packed { source, cursor: Cursor { spans, span: (0, 0), left, element } }
            }
        }
    }

    fn depth(&self) -> usize {
        match self {
            Outgoing::There(_) => LENT,
            Outgoing::Packed { .. } => DEPTH,
        }
    }

    fn next(&mut self, pool: &Pool, chunk: usize) -> Option<Out<'b>> {
        match self {
            Outgoing::There(chunks) => chunks.next().map(Out::Lent),
            Outgoing::Packed { cursor: Cursor { left: 0, .. }, .. } => None,
            Outgoing::Packed { source, cursor } => {
                let mut packed = with_room(pool, cursor.left.min(chunk));
                cursor.pack(source, &mut packed);
                Some(Out::Own(packed))
            }
        }
    }
}

impl<'b> Incoming<'b> {
    fn depth(&self) -> usize {
        match self {
            Incoming::There(_) => LENT,
            Incoming::Packed(_) => DEPTH,
        }
    }

    fn next(&mut self, pool: &Pool, chunk: usize) -> Option<In<'b>> {
        match self {
            Incoming::There(chunks) => chunks.next().map(In::Lent),
            Incoming::Packed(0) => None,
            Incoming::Packed(left) => {
                let room = with_room(pool, chunk.min(*left));
                *left = left.saturating_sub(room.len());
                Some(In::Own(room))
            }
        }
    }
}

/// Where the next bytes of a message lie on one side.
pub(super) struct Cursor {
    spans: Spans,
    /// What is left of the span that has begun, in elements.
    span: (usize, usize),
    /// The number of bytes that are left.
    left: usize,
    element: usize,
}

impl Cursor {
    /// Where a message puts what it brings.
    pub(super) fn of_receiver(message: &Message, element: usize) -> Self {
        let left = message.elements().saturating_mul(element);
        Cursor { spans: message.spans(false), span: (0, 0), left, element }
    }

    /// Copies the next bytes, as many as there is room for.
    fn pack(&mut self, source: &[u8], room: &mut [u8]) {
        let mut rest = room;
        self.pass(rest.len(), |begin, count| {
            let from = source.get(begin..).and_then(|it| it.get(..count)).unwrap_or(&[]);
            let (to, after) = std::mem::take(&mut rest).split_at_mut(from.len());
            copy(from, to);
            rest = after;
        });
    }

    /// Puts bytes where the next ones belong.
    fn unpack(&mut self, chunk: &[u8], target: &mut [u8]) {
        let mut rest = chunk;
        self.pass(chunk.len(), |begin, count| {
            let (from, after) = rest.split_at(count.min(rest.len()));
            let to = target.get_mut(begin..).and_then(|it| it.get_mut(..from.len()));
            copy(from, to.unwrap_or(&mut []));
            rest = after;
        });
    }

    /// Visits the places of the next bytes: where they begin, and how many there are. They are whole elements.
    #[inline]
    fn pass(&mut self, bytes: usize, mut visit: impl FnMut(usize, usize)) {
        self.left = self.left.saturating_sub(bytes);
        let mut elements = bytes.checked_div(self.element).unwrap_or(0);
        while elements > 0 {
            if self.span.1 == 0 {
                if let Some(row) = self.spans.row(elements) {
                    let (count, bytes) = (row.spans.len(), row.each.saturating_mul(self.element));
                    elements = elements.saturating_sub(count.saturating_mul(row.each));
                    // The compiler knows how much each copies, and leaves out calls and lengths.
                    match bytes {
                        8 => visit_each::<8>(&row, self.element, &mut visit),
                        16 => visit_each::<16>(&row, self.element, &mut visit),
                        32 => visit_each::<32>(&row, self.element, &mut visit),
                        64 => visit_each::<64>(&row, self.element, &mut visit),
                        128 => visit_each::<128>(&row, self.element, &mut visit),
                        256 => visit_each::<256>(&row, self.element, &mut visit),
                        _ => {
                            for &(begin, _) in row.spans {
                                visit(row.begin(begin).saturating_mul(self.element), bytes);
                            }
                        }
                    }
                    self.spans.pass(count);
                    continue;
                }
                let Some(span) = self.spans.next() else { return };
                self.span = span;
            }
            let (begin, left) = self.span;
            let count = left.min(elements);
            visit(begin.saturating_mul(self.element), count.saturating_mul(self.element));
            self.span = (begin.saturating_add(count), left.saturating_sub(count));
            elements = elements.saturating_sub(count);
        }
    }
}

/// Visits spans of `N` bytes.
#[inline]
fn visit_each<const N: usize>(row: &Row<'_>, element: usize, visit: &mut impl FnMut(usize, usize)) {
    for &(begin, _) in row.spans {
        visit(row.begin(begin).saturating_mul(element), N);
    }
}

/// Messages whose chunks are unpacked, in the order in which they come, each with the target that it is for.
pub(super) struct Unpack<'b> {
    pub(super) cursors: VecDeque<(usize, Cursor)>,
    pub(super) targets: Vec<&'b mut [u8]>,
}

impl Unpack<'_> {
    fn arrived(&mut self, chunk: &[u8]) {
        while self.cursors.front().is_some_and(|(_, cursor)| cursor.left == 0) {
            self.cursors.pop_front();
        }
        let Some((target, cursor)) = self.cursors.front_mut() else { return };
        if let Some(target) = self.targets.get_mut(*target) {
            cursor.unpack(chunk, target);
        }
    }
}

/// What a rank keeps, which it copies in chunks too, while others travel.
pub(super) struct Kept<'b> {
    pub(super) from: Outgoing<'b>,
    pub(super) to: Place<'b>,
}

/// Where it goes: to its room, or to a target that is unpacked to.
pub(super) enum Place<'b> {
    There(std::slice::ChunksMut<'b, u8>),
    Packed(usize, Cursor),
}

impl Kept<'_> {
    /// Copies a chunk; returns whether there was one.
    fn copy(&mut self, pool: &Pool, chunk: usize, targets: &mut [&mut [u8]]) -> bool {
        match (&mut self.from, &mut self.to) {
            (Outgoing::Packed { source, cursor }, Place::There(rooms)) => match rooms.next() {
                Some(room) => {
                    cursor.pack(source, room);
                    true
                }
                None => false,
            },
            (from, Place::There(rooms)) => match (from.next(pool, chunk), rooms.next()) {
                (Some(Out::Lent(bytes)), Some(room)) => {
                    copy(bytes, room);
                    true
                }
                _ => false,
            },
            (from, Place::Packed(target, cursor)) => match from.next(pool, chunk) {
                Some(bytes) => {
                    if let Some(target) = targets.get_mut(*target) {
                        cursor.unpack(bytes.bytes(), target);
                    }
                    pool.borrow_mut().extend(bytes.into_own());
                    true
                }
                None => false,
            },
        }
    }
}

/// Copies bytes, of which there are as many.
#[inline]
fn copy(from: &[u8], to: &mut [u8]) {
    if from.len() != to.len() {
        return;
    }
    // Where spans are short, a call costs more than the bytes.
    match from.len() {
        8 => copy_of::<8>(from, to),
        16 => copy_of::<16>(from, to),
        32 => copy_of::<32>(from, to),
        64 => copy_of::<64>(from, to),
        128 => copy_of::<128>(from, to),
        256 => copy_of::<256>(from, to),
        _ => to.copy_from_slice(from),
    }
}

#[inline]
fn copy_of<const N: usize>(from: &[u8], to: &mut [u8]) {
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut::<N>()) {
        *to = *from;
    }
}

/// Messages that go out and come in, and the room between.
pub(super) struct Stream<'p, 'b> {
    pub(super) outgoing: Vec<(usize, Outgoing<'b>)>,
    pub(super) incoming: Vec<(usize, Incoming<'b>)>,
    pub(super) unpack: Unpack<'b>,
    pub(super) kept: Vec<Kept<'b>>,
    pub(super) pool: &'p Pool,
    /// The number of bytes of a chunk.
    pub(super) chunk: usize,
}

impl<'b> Stream<'_, 'b> {
    /// Sends and receives all, and works while they travel. `None` where a chunk has more bytes than a call counts.
    pub(super) fn run(self, comm: &Comm, tag: u16, work: &mut dyn FnMut() -> bool) -> Option<()> {
        let Stream { outgoing, incoming, mut unpack, mut kept, pool, chunk } = self;
        let mut outgoing = VecDeque::from(outgoing);
        let mut incoming = VecDeque::from(incoming);
        let (mut works, mut last) = (true, Instant::now());
        let done = comm.flight(tag, |flight: &mut Flight<'_, 'b>| {
            loop {
                let mut moved = false;
                while let Some(room) = flight.next_received() {
                    moved = true;
                    if let Some(room) = room {
                        unpack.arrived(&room);
                        pool.borrow_mut().push(room);
                    }
                }
                while let Some(room) = flight.next_sent() {
                    moved = true;
                    pool.borrow_mut().extend(room);
                }
                while let Some((from, message)) = incoming.front_mut()
                    && flight.travelling()[1] < message.depth()
                {
                    match message.next(pool, chunk) {
                        Some(room) => {
                            flight.receive(*from, room)?;
                            moved = true;
                        }
                        None => _ = incoming.pop_front(),
                    }
                }
                if let Some((to, message)) = outgoing.front_mut()
                    && flight.travelling()[0] < message.depth()
                {
                    match message.next(pool, chunk) {
                        Some(bytes) => {
                            flight.send(*to, bytes)?;
                            // What it keeps of the same rows is in the cache now.
                            if let Some(own) = kept.last_mut() {
                                own.copy(pool, chunk, &mut unpack.targets);
                            }
                        }
                        None => _ = outgoing.pop_front(),
                    }
                    moved = true;
                }
                if flight.travelling() == [0, 0]
                    && outgoing.is_empty()
                    && incoming.is_empty()
                    && kept.is_empty()
                {
                    return Some(());
                }
                if moved {
                    last = Instant::now();
                    continue;
                }
                if let Some(own) = kept.last_mut() {
                    if !own.copy(pool, chunk, &mut unpack.targets) {
                        kept.pop();
                    }
                } else if !works {
                    flight.wait();
                } else if outgoing.is_empty() || last.elapsed() > PATIENCE {
                    // Others wait for what it sends, and a part of its work may be all of it.
                    works = work();
                    last = Instant::now();
                }
            }
        });
        while works {
            works = work();
        }
        done
    }
}
