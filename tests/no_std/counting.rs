//! An allocator that counts what a thread asks for, and refuses what is larger than the thread allows.
#![allow(clippy::arithmetic_side_effects, reason = "counts stay small")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

#[global_allocator]
static COUNTING: Counting = Counting;

struct Counting;

thread_local! {
    /// How often this thread asked, for how many bytes in all, and how many it may have at once.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Counts; whether the allocation is allowed. Whoever panics needs some memory to say so.
fn asked(bytes: usize) -> bool {
    COUNT.set(COUNT.get() + 1);
    BYTES.set(BYTES.get() + bytes);
    bytes <= MOST.get() || std::thread::panicking()
}

// SAFETY: all memory is the system allocator's, which gets the same layouts; nothing here allocates or
// panics: the cells are constants without destructors, and counts stay small.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if asked(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if asked(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise; the memory is the system's.
        if asked(size) { unsafe { System.realloc(memory, layout, size) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise; the memory is the system's.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// What a thread asked the allocator for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) times: usize,
    pub(crate) bytes: usize,
}

/// What this thread asks for while `work` runs.
pub(crate) fn asked_by<R>(work: impl FnOnce() -> R) -> (Asked, R) {
    let before = (COUNT.get(), BYTES.get());
    let result = work();
    (Asked { times: COUNT.get() - before.0, bytes: BYTES.get() - before.1 }, result)
}

/// Runs `work` where each allocation of more than `most` bytes is refused.
pub(crate) fn with_at_most<R>(most: usize, work: impl FnOnce() -> R) -> R {
    /// Also where `work` panics, so that the test can fail instead of the program.
    struct Unlimited;
    impl Drop for Unlimited {
        fn drop(&mut self) {
            MOST.set(usize::MAX);
        }
    }
    let _unlimited = Unlimited;
    MOST.set(most);
    work()
}
