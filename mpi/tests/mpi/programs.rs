//! What all ranks run.

use extents::error::Quantity;
use extents::{DynRankExtents, Scalar, ShapeError, Tensor};
use extents_mpi::mpi::Rank;
use extents_mpi::{DistError, DistTensor, Distribution, Exchange, Transport, World};

use crate::Outcome;
use crate::case::Case;
use crate::differing::{differing, is_named};
use crate::random::{Random, holds, indices};

/// Elements of all widths, from a number for each index.
pub(crate) trait Element: Scalar + bytemuck::Pod + PartialEq + std::fmt::Debug {
    fn at(index: &[usize]) -> Self;
}

fn number(index: &[usize]) -> i64 {
    index.iter().fold(7, |number, &at| number * 31 + at as i64)
}

impl Element for i64 {
    fn at(index: &[usize]) -> Self {
        number(index)
    }
}

impl Element for f32 {
    fn at(index: &[usize]) -> Self {
        (number(index) % 4096) as f32
    }
}

impl Element for u8 {
    fn at(index: &[usize]) -> Self {
        number(index) as u8
    }
}

pub(crate) fn lists_go_to_each_rank(world: &Rank) -> Outcome {
    let (me, ranks) = (world.rank(), world.ranks());
    let before = (world.sent(), world.received());
    let lists = (0..ranks).map(|other| vec![[10 * me + other, other]; other]).collect();
    let lists = world.all_to_all(lists)?;
    let expected: Vec<_> = (0..ranks).map(|other| vec![[10 * other + me, me]; me]).collect();
    assert_eq!(lists, expected);
    let bytes = size_of::<[usize; 2]>();
    let sent = (0..ranks).filter(|&other| other != me).sum::<usize>() * bytes;
    assert_eq!(world.sent() - before.0, sent);
    assert_eq!(world.received() - before.1, me * (ranks - 1) * bytes);
    Ok(())
}

pub(crate) fn any_distribution_becomes_any_other_one(world: &Rank) -> Outcome {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for case in 0..60 {
        // Long runs, which are moved in place, and short ones, which are packed.
        let longest = if case % 2 == 0 { 7 } else { 90 };
        let rank = random.below(4);
        let extents: Vec<usize> = (0..rank)
            .map(|mode| random.below(if mode + 1 == rank { longest } else { 7 }))
            .collect();
        let from = random.distribution(&extents, world.ranks());
        let to = random.distribution(&extents, world.ranks());
        match case % 3 {
            0 => moves::<i64>(world, &extents, &from, &to)?,
            1 => moves::<f32>(world, &extents, &from, &to)?,
            _ => moves::<u8>(world, &extents, &from, &to)?,
        }
    }
    Ok(())
}

/// Each element is where it belongs afterwards, and what the plan says is what was counted.
pub(crate) fn moves<T: Element>(
    world: &Rank,
    extents: &[usize],
    from: &Distribution,
    to: &Distribution,
) -> Outcome {
    let me = world.rank();
    let shape = DynRankExtents::new(extents)?;
    let before = DistTensor::from_fn(world, shape, from, |index| T::at(&index))?;
    let (sent, received) = (world.sent(), world.received());
    let after = before.reshard(world, to)?;
    let bytes = [world.sent() - sent, world.received() - received];
    let exchange = Exchange::new(from, to)?;
    let planned = [exchange.sent(me), exchange.received(me)].map(|count| count * size_of::<T>());
    assert_eq!(bytes, planned, "{extents:?} from {from:?} to {to:?}");
    let all = indices(extents);
    let here = all.iter().filter(|index| holds(to, me, index));
    let expected: Vec<T> = here.map(|index| T::at(index)).collect();
    assert_eq!(after.local().as_slice(), expected, "{extents:?} from {from:?} to {to:?}");
    Ok(())
}

pub(crate) fn contractions_are_those_of_one_rank(world: &Rank) -> Outcome {
    let mut random = Random(0x853c_49e6_748f_ea9b);
    let (me, ranks) = (world.rank(), world.ranks());
    for n in 0..150 {
        let case = Case::random(&mut random);
        let mut plan = match n % 3 {
            0 => case.plan_of_tiles(&mut random, &[ranks]),
            1 => case.plan(&mut random, ranks, true),
            _ => case.plan(&mut random, ranks, false),
        };
        if n % 4 < 2 {
            plan = Case::in_panels(&mut random, &plan);
        }
        let received = world.received();
        let (result, held) = case.contract_and_count(world, &plan);
        let counted = ((world.received() - received) / 8, held);
        assert_eq!(counted, (plan.received(me), plan.held(me)), "case {n}, {plan}");
        if let Some(all) = result.gather(world)? {
            let found: Vec<i64> = all.iter().copied().collect();
            assert_eq!(found, case.by_definition(), "case {n}, {plan}");
        }
    }
    Ok(())
}

pub(crate) fn whole_tensors_are_scattered_and_gathered(world: &Rank) -> Outcome {
    let mut random = Random(77);
    for _ in 0..20 {
        let extents: Vec<usize> = (0..random.below(4)).map(|_| 1 + random.below(9)).collect();
        let distribution = random.distribution(&extents, world.ranks());
        let shape = DynRankExtents::new(&extents)?;
        let whole = Tensor::from_fn(shape.clone(), |index| number(&index))?;
        let given = (world.rank() == 0).then_some(&whole);
        let scattered = DistTensor::scatter(world, given, shape, &distribution)?;
        let gathered = scattered.gather(world)?;
        assert_eq!(gathered.as_ref(), given);
    }
    Ok(())
}

pub(crate) fn all_ranks_say_what_differs(world: &Rank) -> Outcome {
    world.check_calls(true);
    for differing in differing::<Rank>() {
        for odd in 1..world.ranks() {
            let error = (differing.call)(world, world.rank() == odd).unwrap_err();
            assert!(is_named(&error, &differing, odd), "{}: {error}", differing.name);
        }
    }
    Ok(())
}

/// The ranks of even numbers and the others, each as a world of its own.
pub(crate) fn some_ranks_are_a_world(world: &Rank) -> Outcome {
    let (me, ranks) = (world.rank(), world.ranks());
    let no_rank = world.split(ranks + me).unwrap_err();
    assert_eq!(no_rank, DistError::NoRank { rank: ranks, ranks });
    // A world of one has no part 1.
    let part = world.split(if ranks > 1 { me % 2 } else { 0 })?;
    let expected = if me % 2 == 0 { ranks.div_ceil(2) } else { ranks / 2 };
    assert_eq!((part.rank(), part.ranks()), (me / 2, expected));
    let all: Vec<usize> = part.all_to_all(vec![vec![me]; part.ranks()])?.concat();
    assert_eq!(all, (me % 2..ranks).step_by(2).collect::<Vec<_>>());
    // A mesh of all ranks is too large for it, on all of its ranks.
    let (processes, of) = (ranks + 1, part.ranks());
    let wide = Distribution::everywhere(&[3], processes)?;
    let shape = DynRankExtents::new(&[3])?;
    let error = DistTensor::from_fn(&part, shape, &wide, |_| 1_i64).map(|_| ());
    assert_eq!(error, Err(DistError::MeshTooLarge { processes, ranks: of }));
    let mut random = Random(99 + me as u64 % 2);
    for _ in 0..10 {
        let from = random.distribution(&[9, 8], of);
        let to = random.distribution(&[9, 8], of);
        moves::<i64>(&part, &[9, 8], &from, &to)?;
    }
    Ok(())
}

pub(crate) fn slices_are_those_of_the_exchange(world: &Rank) -> Outcome {
    let ranks = world.ranks();
    let everywhere = Distribution::everywhere(&[4], ranks)?;
    let exchange = Exchange::new(&everywhere, &everywhere)?;
    let error = |expected, found| -> DistError {
        ShapeError::CountMismatch { of: Quantity::Elements, expected, found }.into()
    };
    let mut target = [0_i64; 4];
    world.exchange(&exchange, &[1, 2, 3, 4], &mut target)?;
    assert_eq!(target, [1, 2, 3, 4]);
    let short = world.exchange(&exchange, &[1; 3], &mut target);
    assert_eq!(short, Err(error(4, 3)));
    let short = world.exchange(&exchange, &[1; 4], &mut target[..2]);
    assert_eq!(short, Err(error(4, 2)));
    let lists = world.all_to_all(vec![vec![1_i64]; ranks + 1]);
    assert_eq!(lists, Err(DistError::Lists { ranks, lists: ranks + 1 }));
    Ok(())
}

pub(crate) fn kept_room_is_used_again(world: &Rank) -> Outcome {
    crate::rooms::kept_room_is_used_again(world);
    Ok(())
}

pub(crate) fn what_is_there_is_contracted_meanwhile(world: &Rank) -> Outcome {
    crate::rooms::what_is_there_is_contracted_meanwhile(world);
    Ok(())
}

/// A few elements, and so many that a library of MPI asks the receiver first.
pub(crate) fn what_is_sent_leaves_before_the_work(world: &Rank) -> Outcome {
    let process = world.all_gather(u64::from(std::process::id()))?.into_iter().min().unwrap_or(0);
    for count in [1, 1 << 17] {
        let file = |rank: usize| {
            std::env::temp_dir().join(format!("extents-mpi-{process}-{count}-{rank}"))
        };
        let say = || std::fs::write(file(world.rank()), "").unwrap();
        let all_have_said = || (1..world.ranks()).all(|rank| file(rank).exists());
        crate::rooms::what_is_sent_leaves_before_the_work(world, count, say, all_have_said);
        // Once rank 0 has seen all of them.
        world.all_gather(0)?;
        if world.rank() > 0 {
            std::fs::remove_file(file(world.rank())).unwrap();
        }
    }
    Ok(())
}

/// In a folder that is named after rank 0.
#[cfg(feature = "npy")]
pub(crate) fn files_are_those_of_one_rank(world: &Rank) -> Outcome {
    let process = world.all_gather(u64::from(std::process::id()))?.into_iter().min().unwrap_or(0);
    let folder = crate::files::folder(&format!("{process}-{}", world.ranks()));
    crate::files::files_are_those_of_one_rank(world, &folder, 10)?;
    let checks = world.checks_calls();
    world.check_calls(false);
    crate::files::wrong_files_are_refused_alike(world, &folder)?;
    world.check_calls(checks);
    world.barrier()?;
    if world.rank() == 0 {
        std::fs::remove_dir_all(&folder)?;
    }
    world.barrier()?;
    Ok(())
}
