//! Tests on the ranks of an MPI. This program runs itself under `mpirun`, once for each number of ranks; with the argument `rank`
//! it is one of them, which it can be alone too.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking; the numbers are small"
)]

#[path = "../ranks/case.rs"]
mod case;
mod counts;
#[path = "../ranks/differing.rs"]
mod differing;
mod ends;
#[cfg(feature = "npy")]
#[path = "../ranks/files.rs"]
mod files;
mod launch;
mod programs;
#[path = "../ranks/random.rs"]
mod random;
#[path = "../ranks/rooms.rs"]
mod rooms;

use std::process::ExitCode;
use std::time::Instant;

use extents_mpi::World;
use extents_mpi::mpi::Rank;

type Program = fn(&Rank) -> Outcome;
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What all ranks run, for each number of ranks.
const PROGRAMS: &[(&str, Program)] = &[
    ("lists_go_to_each_rank", programs::lists_go_to_each_rank),
    ("any_distribution_becomes_any_other_one", programs::any_distribution_becomes_any_other_one),
    ("contractions_are_those_of_one_rank", programs::contractions_are_those_of_one_rank),
    (
        "whole_tensors_are_scattered_and_gathered",
        programs::whole_tensors_are_scattered_and_gathered,
    ),
    ("all_ranks_say_what_differs", programs::all_ranks_say_what_differs),
    ("some_ranks_are_a_world", programs::some_ranks_are_a_world),
    ("slices_are_those_of_the_exchange", programs::slices_are_those_of_the_exchange),
    #[cfg(feature = "npy")]
    ("files_are_those_of_one_rank", programs::files_are_those_of_one_rank),
    ("kept_room_is_used_again", programs::kept_room_is_used_again),
    ("what_is_there_is_contracted_meanwhile", programs::what_is_there_is_contracted_meanwhile),
    ("what_is_sent_leaves_before_the_work", programs::what_is_sent_leaves_before_the_work),
    ("messages_go_in_chunks", counts::messages_go_in_chunks),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip_while(|argument| argument != "rank").skip(1);
    match arguments.next().as_deref() {
        Some("all") => extents_mpi::run(|world| {
            for (name, program) in PROGRAMS {
                let begin = Instant::now();
                program(world).map_err(|error| format!("{name}: {error}"))?;
                world.barrier()?;
                if world.rank() == 0 {
                    let (ranks, took) = (world.ranks(), begin.elapsed());
                    println!("test {name} on {ranks} ranks ... ok ({took:.2?})");
                }
            }
            Ok(())
        }),
        Some("large") => extents_mpi::run(counts::more_bytes_than_an_i32_counts),
        Some(end) => ends::end(end),
        None => match launch::launch_all() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
    }
}
