//! Files of NumPy, on simulated ranks.

use extents::extents;
use extents_mpi::{DistError, DistTensor, Distribution, World};

use crate::files::{files_are_those_of_one_rank, folder, wrong_files_are_refused_alike};

#[test]
fn files_of_ranks_are_those_of_one_rank() {
    for ranks in [1, 2, 3, 5, 8] {
        let folder = folder(&format!("simulated-{}-{ranks}", std::process::id()));
        let ends = extents_mpi::simulated::run(ranks, |world| {
            files_are_those_of_one_rank(world, &folder, 20)
        });
        assert!(ends.iter().all(|end| end.is_ok()), "{ends:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn wrong_files_are_refused_on_all_ranks() {
    for ranks in [1, 2, 3] {
        let folder = folder(&format!("wrong-{}-{ranks}", std::process::id()));
        let ends = extents_mpi::simulated::run(ranks, |world| {
            // Paths differ, so that one rank can have what another one has not.
            world.check_calls(false);
            wrong_files_are_refused_alike(world, &folder)
        });
        assert!(ends.iter().all(|end| end.is_ok()), "{ends:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn all_ranks_read_one_file() {
    let first = Distribution::on_first(&[2]).unwrap();
    let ends = extents_mpi::simulated::run(2, |world| {
        world.check_calls(true);
        let path = format!("file \u{1e} {}", world.rank());
        DistTensor::<i64, _>::read_npy(world, path, extents![2], &first).map(|_| ())
    });
    let calls = ["file file ? 0".into(), "file file ? 1".into()];
    let error = DistError::OtherCall { ranks: [0, 1], calls };
    assert_eq!(ends, [Err(error.clone()), Err(error)]);
}

/// One rank without memory for what it would read: all say so, and none waits for it.
#[test]
fn a_rank_without_memory_reads_nothing() {
    let elements = 1 << 59;
    let first = Distribution::on_first(&[elements]).unwrap();
    let ends = extents_mpi::simulated::run(2, |world| {
        let shape = extents![dyn elements]?;
        DistTensor::<i64, _>::read_npy(world, "none", shape, &first).map(|_| ())
    });
    assert_eq!(ends, vec![Err(DistError::NoMemory { rank: 0, elements }); 2]);
}
