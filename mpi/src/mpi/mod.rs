//! Ranks of an MPI, by the feature `mpi`: the engine that a cluster has.

mod calls;
mod rank;
mod stream;

use std::any::Any;
use std::error::Error;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

pub use rank::Rank;

use crate::World;
use crate::call::{Call, agree};

/// Runs a program on all ranks that `mpirun` began, or on one where nothing did.
///
/// An error or a panic on any rank ends all of them at once: the rank prints its number and the message, and `mpirun` returns a code
/// that is not 0. Without that, the others would wait for it for ever.
///
/// Returns a failure where MPI has begun before, which it does once a process.
///
/// ```
/// use std::process::ExitCode;
/// use extents_mpi::{Transport, World};
/// fn main() -> ExitCode {
///     extents_mpi::run(|world| {
///         let all = world.all_to_all(vec![vec![world.rank() + 1]; world.ranks()])?;
///         let sum: usize = all.iter().flatten().sum();
///         assert_eq!(2 * sum, world.ranks() * (world.ranks() + 1));
///         Ok(())
///     })
/// }
/// ```
pub fn run(program: impl FnOnce(&Rank) -> Result<(), Box<dyn Error>>) -> ExitCode {
    let Some(comm) = calls::begin() else {
        calls::report("MPI has begun before");
        return ExitCode::FAILURE;
    };
    let world = Rank::new(comm);
    let rank = world.rank();
    let end = catch_unwind(AssertUnwindSafe(|| {
        program(&world)?;
        // One that is at its end does not do what the others do.
        agree(&world, Call::end)?;
        Ok::<(), Box<dyn Error>>(())
    }));
    match end {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => fail(rank, &error.to_string(), 1),
        Err(panic) => fail(rank, &message(&*panic), 101),
    }
}

/// Says why, and ends all ranks.
fn fail(rank: usize, message: &str, code: i32) -> ! {
    let _ = std::io::stdout().flush();
    calls::report(&format!("rank {rank}: {message}"));
    calls::abort(code)
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.as_deref().unwrap_or("no message"))
}
