//! From any distribution to any other one, element by element.

use extents::DynRankExtents;
use extents_mpi::{
    DistError, DistTensor, Distribution, Exchange, Mesh, Ownership, Share, Transport, World,
    simulated,
};
use extents_shapes::ModeTiling;

use crate::random::{Random, holds, indices};

/// A number for each index.
fn number(index: &[usize]) -> i64 {
    index.iter().fold(7, |number, &at| number * 31 + at as i64)
}

/// Each tile has one owner, and a process the tiles that it owns: against the map of tiles to owners, entry by entry.
#[test]
fn a_share_has_the_entries_of_its_tiles() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..200 {
        let (extent, processes) = (random.below(20), 1 + random.below(5));
        let tiling = ModeTiling::uniform(extent, 1 + random.below(4)).unwrap();
        let owners = match random.below(2) {
            0 => Ownership::cyclic(tiling.tiles(), processes),
            _ => Ownership::block_cyclic(tiling.tiles(), processes, 2, random.below(processes)),
        };
        let owners = owners.unwrap();
        let share = Share::new(tiling.clone(), owners.clone(), [0]).unwrap();
        for process in 0..processes {
            let entries: Vec<usize> = share.ranges(process).into_iter().flatten().collect();
            let owned =
                |&entry: &usize| owners.owner(tiling.tile_of(entry).unwrap().0) == Ok(process);
            let expected: Vec<usize> = (0..extent).filter(owned).collect();
            assert_eq!(entries, expected);
            // As few ranges as there can be: none is empty, and none begins where another one ends.
            let ranges = share.ranges(process);
            assert!(ranges.iter().all(|range| !range.is_empty()));
            assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
}

/// Along two axes, the parts of the second one are cut out of those of the first one.
#[test]
fn blocks_along_two_axes_are_nested() {
    let mesh = Mesh::new([2, 3]).unwrap();
    let share = Share::block(11, &mesh, &[0, 1]).unwrap();
    let ranges: Vec<_> = (0..6).flat_map(|owner| share.ranges(owner)).collect();
    assert_eq!(ranges, [0..2, 2..4, 4..6, 6..8, 8..10, 10..11]);
    let outer = Share::block(11, &mesh, &[0]).unwrap();
    let ranges: Vec<_> = (0..2).flat_map(|owner| outer.ranges(owner)).collect();
    assert_eq!(ranges, [0..6, 6..11]);
}

#[test]
fn each_element_comes_where_it_belongs_and_nothing_else_moves() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for case in 0..400 {
        let ranks = 1 + random.below(9);
        let extents: Vec<usize> = (0..random.below(4)).map(|_| random.below(7)).collect();
        let from = random.distribution(&extents, ranks);
        let to = random.distribution(&extents, ranks);
        let exchange = Exchange::new(&from, &to).unwrap();
        let shape = DynRankExtents::new(&extents).unwrap();
        let ends = simulated::run(ranks, |world| {
            let element = |index: extents::ModeArray<usize>| number(&index);
            let before = DistTensor::from_fn(world, shape.clone(), &from, element).unwrap();
            let after = before.reshard(world, &to).unwrap();
            let bytes = (world.sent() / 8, world.received() / 8);
            (after.local().iter().copied().collect::<Vec<i64>>(), bytes)
        });
        let (mut most, mut sent, mut received) = (0, 0, 0);
        for (rank, (elements, bytes)) in ends.into_iter().enumerate() {
            let here: Vec<i64> = indices(&extents)
                .iter()
                .filter(|index| holds(&to, rank, index))
                .map(|index| number(index))
                .collect();
            assert_eq!(elements, here, "case {case}, rank {rank}");
            // Of what a rank needs, it receives what it does not hold, once.
            let missing = indices(&extents)
                .iter()
                .filter(|index| holds(&to, rank, index) && !holds(&from, rank, index))
                .count();
            let planned = (exchange.sent(rank), exchange.received(rank));
            // Where nothing changes hands, nothing is planned either.
            assert_eq!(planned, bytes, "case {case}, rank {rank}");
            assert_eq!(planned.1, missing, "case {case}, rank {rank}");
            (most, sent, received) = (most.max(planned.1), sent + planned.0, received + planned.1);
        }
        assert_eq!(exchange.most_received(), most, "case {case}");
        assert_eq!(sent, received, "case {case}");
    }
}

/// What is contiguous on both sides is one piece, and pieces cover the message once.
#[test]
fn pieces_are_as_long_as_they_can_be() {
    let mesh = Mesh::new([2]).unwrap();
    let rows = |extents: [usize; 3]| {
        let modes = [
            Share::block(extents[0], &mesh, &[0]).unwrap(),
            Share::whole(extents[1]).unwrap(),
            Share::whole(extents[2]).unwrap(),
        ];
        extents_mpi::Distribution::new(&mesh, modes).unwrap()
    };
    let first = extents_mpi::Distribution::on_first(&[4, 3, 5]).unwrap();
    let gathering = Exchange::new(&rows([4, 3, 5]), &first).unwrap();
    let mut pieces = vec![];
    gathering.message(1, 0).unwrap().for_each_piece(|piece| pieces.push(piece));
    assert_eq!(pieces.len(), 1);
    assert_eq!((pieces[0].from, pieces[0].to, pieces[0].count), (0, 30, 30));
}

#[test]
fn whole_tensors_are_scattered_and_gathered() {
    let mut random = Random(77);
    for _ in 0..50 {
        let ranks = 1 + random.below(6);
        let extents: Vec<usize> = (0..random.below(4)).map(|_| 1 + random.below(5)).collect();
        let distribution = random.distribution(&extents, ranks);
        let shape = DynRankExtents::new(&extents).unwrap();
        let whole = extents::Tensor::from_fn(shape.clone(), |index| number(&index)).unwrap();
        let ends = simulated::run(ranks, |world| {
            let given = (world.rank() == 0).then_some(&whole);
            let scattered =
                DistTensor::scatter(world, given, shape.clone(), &distribution).unwrap();
            scattered.gather(world).unwrap()
        });
        assert_eq!(ends[0].as_ref(), Some(&whole));
        assert!(ends[1..].iter().all(Option::is_none));
    }
}

/// A world that loses the list of the last rank.
struct Loses<'w>(&'w simulated::Rank);

impl World for Loses<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn ranks(&self) -> usize {
        self.0.ranks()
    }

    fn all_gather(&self, number: u64) -> Result<Vec<u64>, DistError> {
        self.0.all_gather(number)
    }
}

impl Transport<i64> for Loses<'_> {
    fn all_to_all(&self, lists: Vec<Vec<i64>>) -> Result<Vec<Vec<i64>>, DistError> {
        let mut lists = self.0.all_to_all(lists)?;
        lists.pop();
        Ok(lists)
    }
}

/// What is not there is not left out.
#[test]
fn a_list_of_each_rank_arrives() {
    let mesh = Mesh::new([2]).unwrap();
    let halves = Distribution::new(&mesh, [Share::block(4, &mesh, &[0]).unwrap()]).unwrap();
    let ends = simulated::run(2, |world| {
        let shape = DynRankExtents::new(&[4])?;
        DistTensor::from_fn(world, shape, &halves, |_| 1_i64)?.gather(&Loses(world))
    });
    assert_eq!(ends, vec![Err(DistError::Lists { ranks: 2, lists: 1 }); 2]);
}

/// A transport that can only send lists carries out exchanges too.
#[test]
fn lists_are_enough_for_a_transport() {
    let ends = simulated::run(4, |world| {
        let lists = (0..4).map(|other| vec![10 * world.rank() + other; other]).collect();
        world.all_to_all(lists).unwrap()
    });
    for (rank, lists) in ends.into_iter().enumerate() {
        let expected: Vec<Vec<usize>> = (0..4).map(|other| vec![10 * other + rank; rank]).collect();
        assert_eq!(lists, expected);
    }
}
