//! Messages of many chunks, and of more bytes than a call counts.

use extents_mpi::mpi::Rank;
use extents_mpi::{Distribution, Exchange, Mesh, Ownership, Share, Transport, World};
use extents_shapes::ModeTiling;

use crate::Outcome;
use crate::case::Case;
use crate::programs::{any_distribution_becomes_any_other_one, lists_go_to_each_rank, moves};
use crate::random::Random;

/// In chunks of so few bytes that there are many of them.
pub(crate) fn messages_go_in_chunks(world: &Rank) -> Outcome {
    for limit in [1, 20, 64, 1000] {
        world.limit_chunks(limit);
        lists_go_to_each_rank(world)?;
        any_distribution_becomes_any_other_one(world)?;
        // Rows of 1000 elements, to columns.
        let (ranks, mesh) = (world.ranks(), Mesh::new([world.ranks()])?);
        let rows = [Share::block(12, &mesh, &[0])?, Share::whole(1000)?];
        let columns = [Share::whole(12)?, Share::block(1000, &mesh, &[0])?];
        let (rows, columns) = (Distribution::new(&mesh, rows)?, Distribution::new(&mesh, columns)?);
        moves::<i64>(world, &[12, 1000], &rows, &columns)?;
        moves::<u8>(world, &[12, 1000], &columns, &rows)?;
        // Sums.
        let mut random = Random(31);
        for n in 0..20 {
            let case = Case::random(&mut random);
            let plan = case.plan(&mut random, ranks, n % 2 == 0);
            let result = case.contract_and_count(world, &plan).0.gather(world)?;
            if let Some(all) = result {
                let found: Vec<i64> = all.iter().copied().collect();
                assert_eq!(found, case.by_definition(), "limit {limit}, {plan}");
            }
        }
    }
    world.limit_chunks(usize::MAX);
    Ok(())
}

/// From rank 0 to rank 1, in one message.
pub(crate) fn more_bytes_than_an_i32_counts(world: &Rank) -> Outcome {
    let me = world.rank();
    let count = (1 << 31) + 11;
    let on = |rank| -> Result<Distribution, Box<dyn std::error::Error>> {
        let owner = Ownership::block_cyclic(1, 2, 1, rank)?;
        let share = Share::new(ModeTiling::from_sizes([count])?, owner, [0])?;
        Ok(Distribution::new(&Mesh::new([2])?, [share])?)
    };
    let exchange = Exchange::new(&on(0)?, &on(1)?)?;
    assert_eq!((exchange.sent(0), exchange.received(1)), (count, count));
    let marks = [0, 1, (1 << 31) - 2, (1 << 31) - 1, 1 << 31, count - 1];
    let mut source = vec![5_u8; if me == 0 { count } else { 0 }];
    for (n, &mark) in marks.iter().enumerate().filter(|_| me == 0) {
        source[mark] = 10 + n as u8;
    }
    let mut target = vec![0_u8; if me == 1 { count } else { 0 }];
    world.exchange(&exchange, &source, &mut target)?;
    assert_eq!([world.sent(), world.received()], if me == 0 { [count, 0] } else { [0, count] });
    if me == 1 {
        for (n, &mark) in marks.iter().enumerate() {
            assert_eq!(std::mem::replace(&mut target[mark], 5), 10 + n as u8, "element {mark}");
        }
        let fives = vec![5; 1 << 20];
        assert!(target.chunks(fives.len()).all(|part| *part == fives[..part.len()]));
    }
    if me == 0 {
        println!("test more_bytes_than_an_i32_counts on 2 ranks ... ok");
    }
    Ok(())
}
