//! The calls of MPI that are needed, each with its arguments checked: all unsafe code of this package.
//!
//! The collectives of `rsmpi` are not used: they take a receive buffer that is too short, negative places, and elements of one type
//! as those of another one.
#![allow(unsafe_code, reason = "MPI is a library of C")]

use std::collections::VecDeque;
use std::ffi::c_int;
use std::io::Write;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::rc::Rc;

use rsmpi::environment::Universe;
use rsmpi::ffi;

/// Some ranks, which call MPI on one thread.
pub(super) struct Comm {
    // INVARIANT: a communicator that nothing else uses or frees; `rank` and `ranks` are its own.
    raw: ffi::MPI_Comm,
    rank: usize,
    ranks: usize,
    // INVARIANT: MPI is not finalized before the last of these is dropped, and is called on the thread that began it: an `Rc`
    // stays on its thread.
    universe: Rc<Universe>,
}

/// Begins MPI; `None` where it has begun before.
pub(super) fn begin() -> Option<Comm> {
    let (universe, _) = rsmpi::initialize_with_threading(rsmpi::Threading::Funneled)?;
    // SAFETY: MPI has begun; the communicator of all ranks is one that can be copied.
    let raw = unsafe { made(|new| ffi::MPI_Comm_dup(ffi::RSMPI_COMM_WORLD, new)) };
    Some(Comm::new(raw, Rc::new(universe)))
}

/// Ends all ranks at once, with this code.
pub(super) fn abort(code: c_int) -> ! {
    if rsmpi::is_initialized() && !rsmpi::is_finalized() {
        // SAFETY: MPI has begun and not ended.
        unsafe { ffi::MPI_Abort(ffi::RSMPI_COMM_WORLD, code) };
    }
    std::process::exit(code)
}

/// Prints a line by one write: what `mpirun` and other ranks print at that time does not come between its parts.
pub(super) fn report(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Ends all ranks where a call failed. MPI does so itself, unless another part of the program told it to return errors.
fn succeeded(code: c_int) {
    if code != 0 {
        report(&format!("a call of MPI failed with code {code}"));
        abort(1);
    }
}

/// What a call writes to the place that it is given.
///
/// # Safety
/// Where the call returns 0, it has written there.
unsafe fn made<T>(call: impl FnOnce(*mut T) -> c_int) -> T {
    let mut new = MaybeUninit::uninit();
    succeeded(call(new.as_mut_ptr()));
    // SAFETY: the call has returned 0.
    unsafe { new.assume_init() }
}

/// Bytes that go to another rank.
pub(super) enum Out<'b> {
    Lent(&'b [u8]),
    Own(Vec<u8>),
}

impl Out<'_> {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Out::Lent(bytes) => bytes,
            Out::Own(bytes) => bytes,
        }
    }

    pub(super) fn into_own(self) -> Option<Vec<u8>> {
        match self {
            Out::Lent(_) => None,
            Out::Own(bytes) => Some(bytes),
        }
    }
}

/// Room for bytes that come from another rank.
pub(super) enum In<'b> {
    Lent(&'b mut [u8]),
    Own(Vec<u8>),
}

/// One message.
struct Posted {
    raw: ffi::MPI_Request,
    /// The number of bytes, where they are received.
    expected: Option<c_int>,
    // INVARIANT: until `is_complete`, the bytes that MPI reads or writes are here, where nothing touches them, or lent to the flight.
    own: Option<Vec<u8>>,
    is_complete: bool,
}

impl Posted {
    /// MPI has completed the request, and left this status.
    fn complete(&mut self, status: &ffi::MPI_Status) {
        self.is_complete = true;
        let Some(expected) = self.expected else { return };
        // SAFETY: a status that a completed call has written, and a type of MPI's own.
        let found = unsafe { made(|count| ffi::MPI_Get_count(status, ffi::RSMPI_UINT8_T, count)) };
        if found != expected {
            let from = status.MPI_SOURCE;
            report(&format!("{found} bytes came from rank {from}, where {expected} were expected"));
            abort(1);
        }
    }

    /// Asks whether it is complete.
    fn test(&mut self) -> bool {
        if !self.is_complete {
            let (mut done, mut status) = (0, MaybeUninit::uninit());
            // SAFETY: a request that is not complete, whose bytes are still there.
            succeeded(unsafe { ffi::MPI_Test(&mut self.raw, &mut done, status.as_mut_ptr()) });
            if done != 0 {
                // SAFETY: a test that succeeds has written the status.
                self.complete(unsafe { status.assume_init_ref() });
            }
        }
        self.is_complete
    }
}

/// Messages that travel, in one direction and the other. What is lent to it is so for `'b`, which is as long as whatever [`Comm::flight`]
/// runs.
pub(super) struct Flight<'c, 'b> {
    comm: &'c Comm,
    tag: c_int,
    sent: VecDeque<Posted>,
    received: VecDeque<Posted>,
    lent: PhantomData<fn(&'b ()) -> &'b ()>,
}

impl<'b> Flight<'_, 'b> {
    /// Sends bytes; `None` where there is no such rank, or they are more than a call counts.
    pub(super) fn send(&mut self, to: usize, bytes: Out<'b>) -> Option<()> {
        let (begin, length, own) = match bytes {
            Out::Lent(bytes) => (bytes.as_ptr(), bytes.len(), None),
            Out::Own(bytes) => (bytes.as_ptr(), bytes.len(), Some(bytes)),
        };
        let (to, count) = (self.other(to)?, c_int::try_from(length).ok()?);
        // SAFETY: the bytes stay as they are until the request is complete: they are lent to this flight, or it has them.
        let raw = unsafe {
            let type_of_byte = ffi::RSMPI_UINT8_T;
            made(|new| {
                ffi::MPI_Isend(begin.cast(), count, type_of_byte, to, self.tag, self.comm.raw, new)
            })
        };
        self.sent.push_back(Posted { raw, expected: None, own, is_complete: false });
        Some(())
    }

    /// Receives bytes, as many as there is room for; `None` as for [`send`](Self::send).
    pub(super) fn receive(&mut self, from: usize, room: In<'b>) -> Option<()> {
        let (begin, length, own) = match room {
            In::Lent(room) => (room.as_mut_ptr(), room.len(), None),
            In::Own(mut room) => (room.as_mut_ptr(), room.len(), Some(room)),
        };
        let (from, count) = (self.other(from)?, c_int::try_from(length).ok()?);
        // SAFETY: nothing else touches the room until the request is complete: it is lent to this flight, or it has it.
        let raw = unsafe {
            let type_of_byte = ffi::RSMPI_UINT8_T;
            made(|new| {
                ffi::MPI_Irecv(
                    begin.cast(),
                    count,
                    type_of_byte,
                    from,
                    self.tag,
                    self.comm.raw,
                    new,
                )
            })
        };
        let expected = Some(count);
        self.received.push_back(Posted { raw, expected, own, is_complete: false });
        Some(())
    }

    fn other(&self, rank: usize) -> Option<c_int> {
        c_int::try_from(rank).ok().filter(|_| rank < self.comm.ranks)
    }

    /// The number of messages that are sent, and that are received.
    pub(super) fn travelling(&self) -> [usize; 2] {
        [self.sent.len(), self.received.len()]
    }

    /// The first message that is sent, once it is: its bytes, where they are the flight's.
    pub(super) fn next_sent(&mut self) -> Option<Option<Vec<u8>>> {
        next_of(&mut self.sent)
    }

    /// The first message that is received, once it is.
    pub(super) fn next_received(&mut self) -> Option<Option<Vec<u8>>> {
        next_of(&mut self.received)
    }

    /// Waits for the first message of one direction or the other.
    pub(super) fn wait(&mut self) {
        let mut first: Vec<&mut Posted> =
            self.sent.front_mut().into_iter().chain(self.received.front_mut()).collect();
        if first.is_empty() || first.iter().any(|posted| posted.is_complete) {
            return;
        }
        let mut raw: Vec<ffi::MPI_Request> = first.iter().map(|posted| posted.raw).collect();
        let (count, mut index) = (if raw.len() == 1 { 1 } else { 2 }, 0);
        let mut status = MaybeUninit::uninit();
        // SAFETY: that many requests, none of which is complete, whose bytes are still there.
        succeeded(unsafe {
            ffi::MPI_Waitany(count, raw.as_mut_ptr(), &mut index, status.as_mut_ptr())
        });
        for (posted, raw) in first.iter_mut().zip(raw) {
            posted.raw = raw;
        }
        if let Some(posted) = usize::try_from(index).ok().and_then(|index| first.get_mut(index)) {
            // SAFETY: a call that waited for a request has written the status.
            posted.complete(unsafe { status.assume_init_ref() });
        }
    }
}

fn next_of(posted: &mut VecDeque<Posted>) -> Option<Option<Vec<u8>>> {
    posted.front_mut()?.test().then(|| posted.pop_front().and_then(|first| first.own))
}

impl Drop for Flight<'_, '_> {
    fn drop(&mut self) {
        // MPI would read and write what is not there any more, and to wait may be for ever.
        if self.sent.iter().chain(&self.received).any(|posted| !posted.is_complete) {
            report(&format!("rank {}: messages still travel", self.comm.rank));
            abort(1);
        }
    }
}

impl Comm {
    fn new(raw: ffi::MPI_Comm, universe: Rc<Universe>) -> Self {
        // SAFETY: a communicator.
        let rank = unsafe { made(|rank| ffi::MPI_Comm_rank(raw, rank)) };
        // SAFETY: as above.
        let ranks = unsafe { made(|ranks| ffi::MPI_Comm_size(raw, ranks)) };
        // Neither is negative.
        let number = |of: c_int| usize::try_from(of).unwrap_or(0);
        Comm { raw, rank: number(rank), ranks: number(ranks), universe }
    }

    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    pub(super) fn ranks(&self) -> usize {
        self.ranks
    }

    /// The ranks that give the same number, in the order that they have here; `None` where it is larger than MPI takes.
    pub(super) fn split(&self, part: usize) -> Option<Comm> {
        let (part, rank) = (c_int::try_from(part).ok()?, c_int::try_from(self.rank).ok()?);
        // SAFETY: a communicator of ours; neither number is negative.
        let raw = unsafe { made(|new| ffi::MPI_Comm_split(self.raw, part, rank, new)) };
        Some(Comm::new(raw, self.universe.clone()))
    }

    /// Waits for all ranks.
    pub(super) fn barrier(&self) {
        // SAFETY: a communicator of ours.
        succeeded(unsafe { ffi::MPI_Barrier(self.raw) });
    }

    /// The number of each rank.
    pub(super) fn all_gather(&self, number: u64) -> Vec<u64> {
        let mut all = vec![0_u64; self.ranks];
        // SAFETY: one number goes out, and one comes from each rank.
        succeeded(unsafe {
            let (from, to) = ((&raw const number).cast(), all.as_mut_ptr().cast());
            ffi::MPI_Allgather(from, 1, ffi::RSMPI_UINT64_T, to, 1, ffi::RSMPI_UINT64_T, self.raw)
        });
        all
    }

    /// Sends a number to each rank, and returns that of each; `None` for another number of them.
    pub(super) fn all_to_all(&self, numbers: &[u64]) -> Option<Vec<u64>> {
        if numbers.len() != self.ranks {
            return None;
        }
        let mut all = vec![0_u64; self.ranks];
        // SAFETY: one number goes to each rank, and one comes from each.
        succeeded(unsafe {
            let (from, to) = (numbers.as_ptr().cast(), all.as_mut_ptr().cast());
            ffi::MPI_Alltoall(from, 1, ffi::RSMPI_UINT64_T, to, 1, ffi::RSMPI_UINT64_T, self.raw)
        });
        Some(all)
    }

    /// Runs what sends and receives messages under this tag, of which none travels any more at its end: else all ranks end.
    ///
    /// The flight is lent, so that it is dropped here whatever becomes of the body.
    pub(super) fn flight<'b, R>(&self, tag: u16, body: impl FnOnce(&mut Flight<'_, 'b>) -> R) -> R {
        // MPI has at least as many tags.
        let tag = c_int::from(tag & 0x7fff);
        let (sent, received) = (VecDeque::new(), VecDeque::new());
        body(&mut Flight { comm: self, tag, sent, received, lent: PhantomData })
    }
}

impl Drop for Comm {
    fn drop(&mut self) {
        // SAFETY: ours, and MPI has not ended: this still has its universe. All ranks drop theirs.
        unsafe { ffi::MPI_Comm_free(&mut self.raw) };
    }
}
