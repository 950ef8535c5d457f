//! Contractions on any number of ranks, from any distributions, against the sum of products that defines them.

use extents::{Composition, DynRankExtents};
use extents_mpi::{DistError, DistPlan, DistTensor, Distribution, Share, World, simulated};

use crate::case::Case;
use crate::random::Random;

/// Runs a plan, and compares the result and what was received with what is expected.
fn check(case: &Case, plan: &DistPlan, ranks: usize, name: &str) {
    let expected = case.by_definition();
    let ends = simulated::run(ranks, |world| {
        let (result, held) = case.contract_and_count(world, plan);
        let received = world.received() / 8;
        ((received, held), result.gather(world).unwrap())
    });
    for (rank, (counted, _)) in ends.iter().enumerate() {
        let planned = (plan.received(rank), plan.held(rank));
        assert_eq!(*counted, planned, "{name}, rank {rank}, {plan}");
    }
    let most = ends.iter().map(|((received, _), _)| *received).max().unwrap();
    assert!(most <= plan.costs().received, "{name}, {plan}");
    let found: Vec<i64> = ends[0].1.as_ref().unwrap().iter().copied().collect();
    assert_eq!(found, expected, "{name}, {plan}");
}

#[test]
fn random_contractions_are_those_of_one_rank() {
    let mut random = Random(0x853c_49e6_748f_ea9b);
    for n in 0..1000 {
        let case = Case::random(&mut random);
        let (composition, extents) = case.composition();
        let ranks = match n % 40 {
            0 => 64,
            _ => 1 + random.below(12),
        };
        let name = format!("case {n}: {composition} of {extents:?} on {ranks} ranks");
        let plan = case.plan(&mut random, ranks, n % 2 == 0);
        check(&case, &plan, ranks, &name);
        // In panels as many elements move, and the limit holds.
        let panels = Case::in_panels(&mut random, &plan);
        assert_eq!(panels.costs().received, plan.costs().received);
        check(&case, &panels, ranks, &name);
    }
}

/// Operands that are dealt out in tiles, which many plans contract where they lie, whole and in panels.
#[test]
fn random_tiles_are_those_of_one_rank() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut in_tiles, mut cut_further) = (0, 0);
    for n in 0..1000 {
        let mut case = Case::random(&mut random);
        if n % 4 > 0 {
            // Long enough that tiles are not blocks.
            case.extents.iter_mut().for_each(|extent| *extent = (*extent).max(4));
        }
        let grid: &[usize] = match n % 40 {
            0 => &[4, 4, 4],
            _ => random.pick(&[&[2], &[3], &[5], &[2, 2], &[2, 3], &[3, 2], &[2, 2, 2]]),
        };
        let (composition, extents) = case.composition();
        let plan = case.plan_of_tiles(&mut random, grid);
        let is_in_tiles = plan.to_string().contains(" in tiles");
        in_tiles += usize::from(is_in_tiles);
        // Tiles of a result at home that are shared out along axes of sums too.
        let is_cut = |mode: &Share| mode.axes().len() > 1;
        cut_further += usize::from(is_in_tiles && plan.result().modes().iter().any(is_cut));
        let name = format!("case {n}: {composition} of {extents:?} on {grid:?}");
        let ranks = grid.iter().product();
        check(&case, &plan, ranks, &name);
        let panels = Case::in_panels(&mut random, &plan);
        assert_eq!(panels.costs().received, plan.costs().received);
        check(&case, &panels, ranks, &name);
    }
    assert!(in_tiles >= 100 && cut_further >= 10, "{in_tiles} in tiles, {cut_further} cut further");
}

/// Panels that are large enough to be contracted in parts, between which a rank looks after what travels; operands and result in rows.
#[test]
fn large_panels_are_contracted_in_parts() {
    let (rows, sums, columns) = (384, 96, 320);
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let mesh = extents_mpi::Mesh::new([2]).unwrap();
    let in_rows = |extents: [usize; 2]| {
        let first = extents_mpi::Share::block(extents[0], &mesh, &[0]).unwrap();
        let modes = [first, extents_mpi::Share::whole(extents[1]).unwrap()];
        Distribution::new(&mesh, modes).unwrap()
    };
    let element = |operand: usize, index: &[usize]| {
        (index[0] * 7 + index[1] * index[1] + operand) as i64 % 13 - 5
    };
    let (a, b) = (in_rows([rows, sums]), in_rows([sums, columns]));
    let whole = DistPlan::new(2, &product, &[&a, &b], None, None).unwrap();
    let plan = whole.within(whole.costs().memory / 2).unwrap();
    assert_eq!(plan.costs().received, whole.costs().received);
    let mut expected = vec![0; rows * columns];
    for (i, sums_of_row) in expected.chunks_mut(columns).enumerate() {
        for j in 0..sums {
            let left = element(0, &[i, j]);
            for (k, sum) in sums_of_row.iter_mut().enumerate() {
                *sum += left * element(1, &[j, k]);
            }
        }
    }
    let ends = simulated::run(2, |world| {
        let of = |operand, extents: [usize; 2], given| {
            let shape = DynRankExtents::new(&extents)?;
            DistTensor::from_fn(world, shape, given, |index| element(operand, &index))
        };
        let (a, b) = (of(0, [rows, sums], &a)?, of(1, [sums, columns], &b)?);
        let (c, held) = plan.contract_and_count(world, &[&a, &b])?;
        assert_eq!(held, plan.held(world.rank()));
        Ok::<_, DistError>(c.gather(world)?.map(|c| c.as_slice().to_vec()))
    });
    assert!(ends[0] == Ok(Some(expected)), "{plan}");
}

/// Of all meshes that are tried, a plan has the one that receives least: against all of them, in one, two and three dimensions.
#[test]
fn products_are_shared_out_as_the_textbook_says() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let mesh = |ranks, extents: [usize; 3]| {
        let plan = DistPlan::at_home(ranks, &product, &extents).unwrap();
        let mut axes: Vec<String> = plan.axes().map(|(label, n)| format!("{label}{n}")).collect();
        axes.sort();
        (axes.join(" "), plan.costs().received)
    };
    // A cube: each rank gets an eighth of two faces of the whole, and sums up an eighth of the third one.
    assert_eq!(mesh(8, [64, 64, 64]), ("i2 j2 k2".into(), 3 * (32 * 32 - 32 * 32 / 2)));
    // A tall matrix by a small one: only the small one is copied.
    assert_eq!(mesh(4, [4000, 8, 8]), ("i4".into(), 8 * 8 - 8 * 8 / 4));
    // A long sum: only the small result is added up.
    assert_eq!(mesh(4, [8, 4000, 8]), ("j4".into(), 4 * 16 - 16));
    // A batch moves nothing.
    let batch = Composition::einsum("bij,bjk->bik").unwrap();
    let plan = DistPlan::at_home(4, &batch, &[8, 5, 6, 7]).unwrap();
    assert_eq!((plan.axes().collect::<Vec<_>>(), plan.costs().received), (vec![("b", 4)], 0));
}

#[test]
fn a_limit_of_memory_holds_or_is_an_error() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let mesh = extents_mpi::Mesh::new([8]).unwrap();
    let rows = |rows, columns| {
        let modes = [
            extents_mpi::Share::block(rows, &mesh, &[0]).unwrap(),
            extents_mpi::Share::whole(columns).unwrap(),
        ];
        Distribution::new(&mesh, modes).unwrap()
    };
    let (a, b) = (rows(64, 64), rows(64, 64));
    let free = DistPlan::new(8, &product, &[&a, &b], None, None).unwrap();
    let most = free.costs().memory;
    let limited = DistPlan::new(8, &product, &[&a, &b], None, Some(most)).unwrap();
    assert!(limited.costs().memory <= most);
    let panels = DistPlan::new(8, &product, &[&a, &b], None, Some(most / 8)).unwrap();
    assert!(panels.costs().memory <= most / 8);
    let error = DistPlan::new(8, &product, &[&a, &b], None, Some(1)).unwrap_err();
    let DistError::Memory { limit: 1, least } = error else { panic!("{error}") };
    let text = "some rank would hold at least 2 elements beyond its operands and its result, but the limit is 1";
    assert_eq!((least, &*error.to_string()), (2, text));
    assert!(DistPlan::new(8, &product, &[&a, &b], None, Some(least)).is_ok());
}
