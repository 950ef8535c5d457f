//! However one rank ends, all end soon, with its message and a code that is not 0.

use std::process::ExitCode;
use std::time::Duration;

use extents_mpi::{DistError, Distribution, Exchange, Transport, World};

use crate::launch::{self, Run, under_mpirun};

/// From the beginning of `mpirun` on, with the start of three processes.
const SOON: Duration = Duration::from_secs(5);

/// How rank 1 ends, what is printed then, and the code where it is known.
const ENDS: &[(&str, &str, Option<i32>)] = &[
    ("panic", "rank 1: panicked: one is wrong, and so is 2", Some(101)),
    (
        "error",
        "rank 1: there is no rank 5: ranks are counted from 0, and their number is 3",
        Some(1),
    ),
    ("text", "rank 1: gives up", Some(1)),
    ("thread", "rank 1: panicked: a thread is wrong", Some(101)),
    ("exit", "", Some(3)),
    ("signal", "", None),
    ("early", "call of `all_to_all` on rank 0, but end of the program on rank 1", Some(1)),
    ("short", "32 bytes came from rank 0, where 40 were expected", Some(1)),
    (
        "differs",
        "the ranks do not make the same call: call of `all_to_all` on rank 0, but call of `barrier` on rank 1",
        Some(1),
    ),
];

/// One rank of three, which ends as it is told to.
pub(crate) fn end(how: &str) -> ExitCode {
    extents_mpi::run(|world| {
        if how == "caught" {
            // Whoever catches a panic goes on.
            assert!(std::panic::catch_unwind(|| panic!("caught")).is_err());
            return Ok(());
        }
        world.check_calls(matches!(how, "early" | "differs"));
        if how == "short" {
            let count = if world.rank() == 1 { 5 } else { 4 };
            let first = Distribution::on_first(&[count])?;
            let exchange =
                Exchange::new(&first, &Distribution::everywhere(&[count], world.ranks())?)?;
            let source = vec![1_u64; exchange.from().held(world.rank())];
            world.exchange(&exchange, &source, &mut vec![0; count])?;
        }
        if world.rank() == 1 % world.ranks() {
            let two = 1 + world.ranks().min(1);
            match how {
                "panic" => panic!("one is wrong, and so is {two}"),
                "error" => return Err(DistError::NoRank { rank: 5, ranks: world.ranks() }.into()),
                "text" => return Err("gives up".into()),
                "thread" => {
                    let thread = std::thread::spawn(|| assert!(two_is_odd(), "a thread is wrong"));
                    if let Err(panic) = thread.join() {
                        std::panic::resume_unwind(panic)
                    }
                }
                "exit" => std::process::exit(3),
                "signal" => std::process::abort(),
                "early" => return Ok(()),
                _ => world.barrier()?,
            }
        }
        // The others wait for it.
        world.all_to_all(vec![vec![1_u8]; world.ranks()])?;
        Ok(())
    })
}

fn two_is_odd() -> bool {
    std::env::args().count() == 0
}

pub(crate) fn all_ranks_end() -> Result<(), String> {
    for &(how, message, code) in ENDS {
        let Run { errors, status, took, .. } = under_mpirun(3, how)?;
        let is_right = match code {
            Some(code) => status.code() == Some(code),
            None => !status.success(),
        };
        if !is_right || took >= SOON || !errors.contains(message) {
            return Err(format!("{how}: {status} after {took:.2?}, expected {code:?}:\n{errors}"));
        }
        println!("test a rank that ends by `{how}` ends all ... ok ({took:.2?})");
    }
    for (how, code) in [("caught", 0), ("error", 1), ("panic", 101)] {
        let Run { errors, status, .. } = launch::alone(how)?;
        if status.code() != Some(code) {
            return Err(format!("{how} alone: {status}, expected {code}:\n{errors}"));
        }
    }
    let line = "rank 0: there is no rank 5: ranks are counted from 0, and their number is 1\n";
    let writes = launch::writes_alone("error")?;
    if !writes.iter().any(|write| write == line) {
        return Err(format!(
            "a message is written in parts, which others can come between: {writes:?}"
        ));
    }
    let Run { errors, status, .. } = under_mpirun(3, "caught")?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("a panic that is caught: {status}\n{errors}")),
    }
}
