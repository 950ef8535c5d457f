//! What a rank keeps between contractions, on simulated ranks.

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
