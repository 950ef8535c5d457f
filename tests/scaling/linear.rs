//! Whether work takes time in proportion to its input.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Runs `work` on inputs of `n` and `4 n` parts, as `prepare` makes them: on the small one four times, so that both take
/// about as long, and are interrupted as often by whatever else the processor does.
///
/// The fastest of some runs counts, and of some comparisons one has to hold.
pub(crate) fn is_nearly_linear<I, R>(
    what: &str,
    n: usize,
    prepare: impl Fn(usize) -> I,
    work: impl Fn(&I) -> R,
) {
    // One at a time: two would take turns.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (small, large) = (prepare(n), prepare(4 * n));
    let fastest = |input: &I, times: usize| -> Duration {
        let run = || {
            let start = Instant::now();
            for _ in 0..times {
                black_box(work(black_box(input)));
            }
            start.elapsed()
        };
        (0..3).map(|_| run()).min().unwrap()
    };
    let mut found = Vec::new();
    for _ in 0..20 {
        let (four, one) = (fastest(&small, 4), fastest(&large, 1));
        // Ten times as long as one of the four.
        if one < (four * 5 / 2).max(Duration::from_millis(2)) {
            return;
        }
        found.push((four, one));
    }
    panic!("{what}: {n} parts four times, and {} parts, took {found:?}", 4 * n);
}
