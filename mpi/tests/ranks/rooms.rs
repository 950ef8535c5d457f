//! What a rank keeps between contractions, and what it does while elements travel, for simulated ranks and those of an MPI.

use std::cell::{Cell, RefCell};
use std::thread;
use std::time::{Duration, Instant};

use extents::{Composition, DynRankExtents};
use extents_mpi::{
    DistError, DistPlan, DistTensor, Distribution, Exchange, Mesh, Move, Rooms, Share, Transport,
    World,
};

use crate::case::Case;
use crate::random::Random;

/// Plans one after the other and some again, in one world: each result is right in room that others had, and what is kept is never more
/// than the largest plan had, or than the limit of a plan that has one.
pub(crate) fn kept_room_is_used_again<W: Transport<i64>>(world: &W) {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (me, ranks) = (world.rank(), world.ranks());
    let rooms = world.rooms().unwrap();
    rooms.clear();
    let (mut plans, mut most): (Vec<(Case, DistPlan, usize)>, usize) = (vec![], 0);
    for n in 0..60 {
        if n % 3 > 0 && !plans.is_empty() {
            let again = plans.swap_remove(random.below(plans.len()));
            plans.push(again);
        } else {
            let case = Case::random(&mut random);
            let plan = case.plan(&mut random, ranks, n % 2 == 0);
            let panels = Case::in_panels(&mut random, &plan);
            // Without a limit first.
            plans.push((case, plan, usize::MAX));
            let limit = panels.costs().memory;
            if n % 6 == 0 && limit < plans[plans.len() - 1].1.costs().memory {
                let (case, ..) = plans.pop().unwrap();
                plans.push((case, panels.within(limit).unwrap(), limit));
            }
        }
        let (case, plan, limit) = plans.last().unwrap();
        let (result, held) = case.contract_and_count(world, plan);
        assert_eq!(held, plan.held(me), "{plan}");
        most = most.max(held * size_of::<i64>());
        let kept = rooms.bytes();
        assert!(kept >= held * size_of::<i64>(), "{kept} for {held}: {plan}");
        assert!(kept <= most, "{kept} of {most}: {plan}");
        assert!(kept <= limit.saturating_mul(size_of::<i64>()), "{kept} for {limit}: {plan}");
        if let Some(all) = result.gather(world).unwrap() {
            let found: Vec<i64> = all.iter().copied().collect();
            assert_eq!(found, case.by_definition(), "{plan}");
        }
    }
}

/// A world that writes down what travels, and how often a rank worked meanwhile.
struct Watched<'w, W> {
    world: &'w W,
    received: RefCell<Vec<usize>>,
    worked: Cell<usize>,
}

impl<W: World> World for Watched<'_, W> {
    fn rank(&self) -> usize {
        self.world.rank()
    }

    fn ranks(&self) -> usize {
        self.world.ranks()
    }

    fn all_gather(&self, number: u64) -> Result<Vec<u64>, DistError> {
        self.world.all_gather(number)
    }

    fn rooms(&self) -> Option<&Rooms> {
        self.world.rooms()
    }
}

impl<T: Copy, W: Transport<T>> Transport<T> for Watched<'_, W> {
    fn all_to_all(&self, lists: Vec<Vec<T>>) -> Result<Vec<Vec<T>>, DistError> {
        self.world.all_to_all(lists)
    }

    fn exchange(&self, it: &Exchange, source: &[T], target: &mut [T]) -> Result<(), DistError> {
        self.world.exchange(it, source, target)
    }

    fn exchange_while(
        &self,
        moves: &mut [Move<'_, T>],
        work: &mut dyn FnMut() -> bool,
    ) -> Result<(), DistError> {
        self.received.borrow_mut().extend(moves.iter().map(|it| it.target.len()));
        self.world.exchange_while(moves, &mut || {
            let more = work();
            self.worked.set(self.worked.get() + usize::from(more));
            more
        })
    }
}

/// Rows of both matrices on each rank: of the second one a rank has room for the rows of the others only, and multiplies by its own
/// while they travel.
pub(crate) fn what_is_there_is_contracted_meanwhile<W: Transport<i64>>(world: &W) {
    let (me, ranks) = (world.rank(), world.ranks());
    let (rows, sums, columns) = (5 * ranks, 4 * ranks, 3);
    let mesh = Mesh::new([ranks]).unwrap();
    let in_rows = |extents: [usize; 2]| {
        let first = Share::block(extents[0], &mesh, &[0]).unwrap();
        Distribution::new(&mesh, [first, Share::whole(extents[1]).unwrap()]).unwrap()
    };
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let (a, b) = (in_rows([rows, sums]), in_rows([sums, columns]));
    let result = in_rows([rows, columns]);
    let plan = DistPlan::new(ranks, &product, &[&a, &b], Some(&result), None).unwrap();
    assert_eq!(
        plan.axes().collect::<Vec<_>>(),
        if ranks > 1 { vec![("i", ranks)] } else { vec![] }
    );
    let element = |operand: usize, at: &[usize]| (at[0] * 5 + at[1] * 3 + operand) as i64 % 7 - 2;
    let of = |operand, extents: [usize; 2], given: &Distribution| {
        let shape = DynRankExtents::new(&extents).unwrap();
        DistTensor::from_fn(world, shape, given, |at| element(operand, &at)).unwrap()
    };
    let (a, b) = (of(0, [rows, sums], &a), of(1, [sums, columns], &b));
    let watched = Watched { world, received: RefCell::new(vec![]), worked: Cell::new(0) };
    let (c, held) = plan.contract_and_count(&watched, &[&a, &b]).unwrap();
    let of_others = (ranks - 1) * 4 * columns;
    assert_eq!(held, of_others);
    if ranks > 1 {
        assert_eq!(*watched.received.borrow(), [of_others]);
        assert!(watched.worked.get() > 0, "rank {me} did nothing while it waited");
    }
    for (n, &found) in c.local().as_slice().iter().enumerate() {
        let (i, k) = (5 * me + n / columns, n % columns);
        let expected: i64 = (0..sums).map(|j| element(0, &[i, j]) * element(1, &[j, k])).sum();
        assert_eq!(found, expected, "row {i}, column {k}");
    }
}

/// The others have what rank 0 sends while it still works. They `say` so, and rank 0 works until all have, or for ten seconds.
pub(crate) fn what_is_sent_leaves_before_the_work<W: Transport<i64>>(
    world: &W,
    count: usize,
    say: impl Fn(),
    all_have_said: impl Fn() -> bool,
) {
    let here = Distribution::everywhere(&[count], 1).unwrap();
    let there = Distribution::everywhere(&[count], world.ranks()).unwrap();
    let exchange = Exchange::new(&here, &there).unwrap();
    let all: Vec<i64> = (0..count as i64).collect();
    let (is_first, mut target) = (world.rank() == 0, vec![-1; count]);
    let source = if is_first { &all[..] } else { &[] };
    let moved = Move { exchange: &exchange, source, target: &mut target };
    let begin = Instant::now();
    let mut work = || {
        thread::sleep(Duration::from_millis(1));
        is_first && !all_have_said() && begin.elapsed() < Duration::from_secs(10)
    };
    world.exchange_while(&mut [moved], &mut work).unwrap();
    if is_first {
        assert!(begin.elapsed() < Duration::from_secs(10), "{count} elements left after the work");
    } else {
        say();
    }
    assert_eq!(target, all);
}
