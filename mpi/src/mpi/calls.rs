//! The calls of MPI that are needed, each with its arguments checked: all unsafe code of this package.
//!
//! The collectives of `rsmpi` are not used: they take a receive buffer that is too short, negative places, and elements of one type
//! as those of another one.
#![allow(unsafe_code, reason = "MPI is a library of C")]

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::rc::Rc;

use rsmpi::environment::Universe;
use rsmpi::ffi;

use crate::layout::Layout;

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

/// Ends all ranks where a call failed. MPI does so itself, unless another part of the program told it to return errors.
fn succeeded(code: c_int) {
    if code != 0 {
        eprintln!("a call of MPI failed with code {code}");
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

/// A type of MPI.
struct Datatype {
    // INVARIANT: a type that was made here, and is freed here.
    raw: ffi::MPI_Datatype,
}

impl Drop for Datatype {
    fn drop(&mut self) {
        // SAFETY: ours. What is made of it, or in use, stays.
        unsafe { ffi::MPI_Type_free(&mut self.raw) };
    }
}

impl Datatype {
    /// The type of a layout; `None` where a count is larger than MPI takes.
    fn new(layout: &Layout) -> Option<Self> {
        let mut built = Self::built(layout)?;
        // SAFETY: a type that is ours.
        succeeded(unsafe { ffi::MPI_Type_commit(&mut built.raw) });
        Some(built)
    }

    fn built(layout: &Layout) -> Option<Self> {
        let raw = match layout {
            Layout::Bytes(count) => {
                let count = c_int::try_from(*count).ok()?;
                // SAFETY: the count is not negative; a type of MPI's own.
                unsafe { made(|new| ffi::MPI_Type_contiguous(count, ffi::RSMPI_UINT8_T, new)) }
            }
            Layout::Repeat { count, stride, of } => {
                let (count, stride) =
                    (c_int::try_from(*count).ok()?, isize::try_from(*stride).ok()?);
                let of = Self::built(of)?;
                // SAFETY: the count is not negative, and `of` a type.
                unsafe { made(|new| ffi::MPI_Type_create_hvector(count, 1, stride, of.raw, new)) }
            }
            Layout::Join(parts) => {
                let count = c_int::try_from(parts.len()).ok()?;
                let (mut before, mut types) = (vec![], vec![]);
                for (bytes, part) in parts {
                    before.push(isize::try_from(*bytes).ok()?);
                    types.push(Self::built(part)?);
                }
                let raw: Vec<ffi::MPI_Datatype> = types.iter().map(|part| part.raw).collect();
                let ones = vec![1; parts.len()];
                let (ones, before, raw) = (ones.as_ptr(), before.as_ptr(), raw.as_ptr());
                // SAFETY: three lists of that many, of which the last one has types.
                unsafe { made(|new| ffi::MPI_Type_create_struct(count, ones, before, raw, new)) }
            }
        };
        Some(Datatype { raw })
    }

    /// The number of bytes that go by this type.
    fn size(&self) -> usize {
        // SAFETY: a type that is ours.
        let size = unsafe { made(|size| ffi::MPI_Type_size_x(self.raw, size)) };
        usize::try_from(size).unwrap_or(0)
    }
}

/// One past the last byte of a layout; `None` where it is not a number.
fn end(layout: &Layout) -> Option<usize> {
    match layout {
        Layout::Bytes(count) => Some(*count),
        Layout::Repeat { count: 0, .. } => Some(0),
        Layout::Repeat { count, stride, of } => {
            count.checked_sub(1)?.checked_mul(*stride)?.checked_add(end(of)?)
        }
        Layout::Join(parts) => {
            let ends = parts.iter().map(|(before, part)| before.checked_add(end(part)?));
            ends.collect::<Option<Vec<_>>>().map(|ends| ends.into_iter().max().unwrap_or(0))
        }
    }
}

/// The types of one side, one for each rank; `None` where a part is not within this number of bytes.
fn types(parts: &[Option<Layout>], bytes: usize) -> Option<Vec<Option<Datatype>>> {
    let datatype = |part: &Layout| -> Option<Datatype> {
        (end(part)? <= bytes).then(|| Datatype::new(part)).flatten()
    };
    parts
        .iter()
        .map(|part| match part {
            Some(part) => datatype(part).map(Some),
            None => Some(None),
        })
        .collect()
}

/// Types as the call takes them: of nothing, no bytes.
fn raw(types: &[Option<Datatype>]) -> (Vec<c_int>, Vec<ffi::MPI_Datatype>) {
    let one = |of: &Option<Datatype>| match of {
        Some(datatype) => (1, datatype.raw),
        // SAFETY: a constant of MPI.
        None => (0, unsafe { ffi::RSMPI_UINT8_T }),
    };
    types.iter().map(one).unzip()
}

/// Numbers as the call takes them, and their sums before each; `None` beyond its numbers.
fn counts(of: &[usize]) -> Option<(Vec<c_int>, Vec<c_int>)> {
    let (mut counts, mut before, mut all) = (vec![], vec![], 0_usize);
    for &count in of {
        counts.push(c_int::try_from(count).ok()?);
        before.push(c_int::try_from(all).ok()?);
        all = all.checked_add(count)?;
    }
    c_int::try_from(all).ok()?;
    Some((counts, before))
}

/// Where a slice begins. One without elements begins anywhere, at the address that stands for "in place" too.
fn begin_of(slice: &[u8], nothing: &u64) -> *const c_void {
    match slice.len() {
        0 => (&raw const *nothing).cast(),
        _ => slice.as_ptr().cast(),
    }
}

fn begin_of_mut(slice: &mut [u8], nothing: &mut u64) -> *mut c_void {
    match slice.len() {
        0 => (&raw mut *nothing).cast(),
        _ => slice.as_mut_ptr().cast(),
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

    /// Sends to each rank so many bytes of `source`, one group after the other, and receives as many groups in `target`; `None`
    /// where the groups are not the slices, or where there are more bytes than the numbers of this call count.
    pub(super) fn all_to_all_groups(
        &self,
        source: &[u8],
        send: &[usize],
        target: &mut [u8],
        receive: &[usize],
    ) -> Option<()> {
        let are_all = |groups: &[usize], slice: &[u8]| {
            groups.len() == self.ranks
                && groups.iter().try_fold(0_usize, |sum, &it| sum.checked_add(it))
                    == Some(slice.len())
        };
        if !are_all(send, source) || !are_all(receive, target) {
            return None;
        }
        let (send, send_at) = counts(send)?;
        let (receive, receive_at) = counts(receive)?;
        let (no_source, mut no_target) = (0, 0);
        let (from, to) = (begin_of(source, &no_source), begin_of_mut(target, &mut no_target));
        // SAFETY: there is a group for each rank, and all are within the slices. MPI compares what comes with what is expected.
        succeeded(unsafe {
            ffi::MPI_Alltoallv(
                from,
                send.as_ptr(),
                send_at.as_ptr(),
                ffi::RSMPI_UINT8_T,
                to,
                receive.as_ptr(),
                receive_at.as_ptr(),
                ffi::RSMPI_UINT8_T,
                self.raw,
            )
        });
        Some(())
    }

    /// Sends a part of `source` to each rank, and receives a part of `target` from each, in place; returns the number of bytes that
    /// went to others and that came from others. `None` where there is not a part for each rank, where one is not within its slice,
    /// or where a count is larger than MPI takes.
    pub(super) fn all_to_all_parts(
        &self,
        source: &[u8],
        send: &[Option<Layout>],
        target: &mut [u8],
        receive: &[Option<Layout>],
    ) -> Option<(usize, usize)> {
        if send.len() != self.ranks || receive.len() != self.ranks {
            return None;
        }
        let (send, receive) = (types(send, source.len())?, types(receive, target.len())?);
        let (send_counts, send_types) = raw(&send);
        let (receive_counts, receive_types) = raw(&receive);
        let zeros = vec![0; self.ranks];
        let (no_source, mut no_target) = (0, 0);
        let (from, to) = (begin_of(source, &no_source), begin_of_mut(target, &mut no_target));
        // SAFETY: there is a count, a place and a type for each rank; the types are within the slices. MPI compares what comes with what is expected.
        succeeded(unsafe {
            ffi::MPI_Alltoallw(
                from,
                send_counts.as_ptr(),
                zeros.as_ptr(),
                send_types.as_ptr(),
                to,
                receive_counts.as_ptr(),
                zeros.as_ptr(),
                receive_types.as_ptr(),
                self.raw,
            )
        });
        let others = |types: &[Option<Datatype>]| -> usize {
            let types = types.iter().enumerate().filter(|(rank, _)| *rank != self.rank);
            types.filter_map(|(_, of)| of.as_ref()).map(Datatype::size).sum()
        };
        Some((others(&send), others(&receive)))
    }
}

impl Drop for Comm {
    fn drop(&mut self) {
        // SAFETY: ours, and MPI has not ended: this still has its universe. All ranks drop theirs.
        unsafe { ffi::MPI_Comm_free(&mut self.raw) };
    }
}
