//! What a rank keeps between contractions, on simulated ranks.

use std::sync::atomic::{AtomicUsize, Ordering};

use extents_mpi::simulated;

use crate::rooms;

#[test]
fn kept_room_is_used_again() {
    for ranks in [1, 2, 3, 6] {
        simulated::run(ranks, rooms::kept_room_is_used_again);
    }
}

#[test]
fn what_is_there_is_contracted_meanwhile() {
    for ranks in [1, 2, 3, 6] {
        simulated::run(ranks, rooms::what_is_there_is_contracted_meanwhile);
    }
}

#[test]
fn what_is_sent_leaves_before_the_work() {
    for (ranks, count) in [(1, 3), (2, 1), (4, 1 << 17)] {
        let said = AtomicUsize::new(0);
        simulated::run(ranks, |world| {
            let say = || {
                said.fetch_add(1, Ordering::Relaxed);
            };
            let all_have = || said.load(Ordering::Relaxed) + 1 == ranks;
            rooms::what_is_sent_leaves_before_the_work(world, count, say, all_have);
        });
    }
}
