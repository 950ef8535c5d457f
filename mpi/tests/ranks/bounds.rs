//! What plans receive, over the bound that nothing can be below.

use extents::Composition;
use extents_mpi::{DistError, DistPlan, Distribution, Mesh, Share, least_words};

/// The three cases of theorem 3 in arXiv 2205.13407, with numbers by hand.
#[test]
fn the_bound_has_three_cases() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let least = |ranks, extents: [usize; 3]| least_words(ranks, &product, &extents);
    // 1-D: at most as many ranks as the longest side is longer than the next. All but the small matrix stays.
    assert_eq!(least(4, [4000, 8, 8]), 64.0 - 64.0 / 4.0);
    // 2-D: 100 x 10 x 100 on 4 ranks: 2 sqrt(100 * 100 * 10 * 10 / 4) + 100 * 100 / 4 - (10000 + 1000 + 1000) / 4.
    assert_eq!(least(4, [100, 10, 100]), 2.0 * 500.0 + 2500.0 - 3000.0);
    // 3-D: a cube.
    assert!((least(8, [10, 10, 10]) - (3.0 * 25.0 - 3.0 * 100.0 / 8.0)).abs() < 1e-9);
    // Eight products on eight ranks move nothing, and on sixteen ranks two share one out.
    let batch = Composition::einsum("bij,bjk->bik").unwrap();
    assert_eq!(least_words(8, &batch, &[8, 10, 10, 10]), 0.0);
    let shared = least_words(16, &batch, &[8, 10, 10, 10]);
    assert!((shared - least(2, [10, 10, 10])).abs() < 1e-9 && shared > 0.0);
    assert_eq!(least(1, [10, 10, 10]), 0.0);
    assert_eq!(least(8, [10, 0, 10]), 0.0);
}

/// Products of matrices that are dealt out in tiles on a grid, as in ScaLAPACK, and so is the result: tiles are contracted as they are dealt
/// out, and a rank receives at most what it does by SUMMA with the result at rest (van de Geijn and Watts, 1997): what its row of the grid has of
/// the left matrix and its column of the right one, without its own.
#[test]
fn tiles_are_contracted_as_they_are_dealt_out() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    for (extents, grid) in [
        ([2048, 2048, 2048], [2, 2]),
        ([2048, 2048, 2048], [4, 4]),
        ([2048, 256, 2048], [2, 2]),
        ([2048, 256, 2048], [4, 4]),
        ([1920, 1152, 768], [2, 3]),
    ] {
        let [rows, sums, columns] = extents;
        let [down, across] = grid;
        let ranks = down * across;
        let mesh = Mesh::new(grid).unwrap();
        let dealt = |extents: [usize; 2]| {
            let modes = [0, 1].map(|it| Share::block_cyclic(extents[it], 64, &mesh, it).unwrap());
            Distribution::new(&mesh, modes).unwrap()
        };
        let (left, right) = (dealt([rows, sums]), dealt([sums, columns]));
        let result = dealt([rows, columns]);
        let plan = DistPlan::new(ranks, &product, &[&left, &right], Some(&result), None).unwrap();
        let summa = rows * sums / ranks * (across - 1) + sums * columns / ranks * (down - 1);
        assert!(plan.costs().received <= summa, "{extents:?} on {grid:?}: {summa}, {plan}");
        // The result stays in tiles where nobody asks for another place.
        let free = DistPlan::new(ranks, &product, &[&left, &right], None, None).unwrap();
        assert!(free.costs().received <= summa, "{extents:?} on {grid:?}: {summa}, {free}");
    }
    let mesh = Mesh::new([2, 2]).unwrap();
    let tiles = |extent, axis| Share::block_cyclic(extent, 3, &mesh, axis).unwrap();
    let dealt = |extent| Distribution::new(&mesh, [tiles(extent, 0), tiles(extent, 1)]).unwrap();
    let plan = DistPlan::new(4, &product, &[&dealt(24), &dealt(24)], None, None).unwrap();
    let text = "mesh [i: 2 in tiles, k: 2 in tiles] of 4 ranks: each receives at most 288 elements";
    assert!(plan.to_string().starts_with(text), "{plan}");
    assert!(plan.result().holds_the_same(&dealt(24)), "{plan}");
}

/// One is not told as many.
#[test]
fn texts_of_one_rank_are_true() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let alone = DistPlan::at_home(1, &product, &[4, 4, 4]).unwrap().to_string();
    assert!(alone.contains("] of 1 rank: each receives at most 0 elements"), "{alone}");
    let error = DistError::MeshTooLarge { processes: 2, ranks: 1 };
    assert_eq!(error.to_string(), "the mesh has 2 processes, but the number of ranks is 1");
    let of_one_axis = Mesh::new([2]).unwrap();
    let error = Share::block_cyclic(4, 1, &of_one_axis, 1).unwrap_err();
    let text = "a mode is shared out along axis 1, but the number of axes of the mesh is 1";
    assert_eq!(error.to_string(), text);
}

/// Squares, tall, flat and inner products, at home, on 4 to 512 ranks.
#[test]
fn plans_are_near_the_bound() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let (mut logs, mut count) = (0.0, 0);
    for ranks in [4, 16, 64, 512] {
        for extents in [[4096, 4096, 4096], [65536, 256, 256], [256, 65536, 256], [8192, 512, 8192]]
        {
            let plan = DistPlan::at_home(ranks, &product, &extents).unwrap();
            let ratio = plan.costs().received as f64 / plan.bound();
            println!("{ratio:.3} {extents:?} {plan}");
            assert!((0.999..=1.2).contains(&ratio), "{ratio:.3} {extents:?} {plan}");
            (logs, count) = (logs + ratio.ln(), count + 1);
        }
    }
    let mean = (logs / f64::from(count)).exp();
    assert!(mean <= 1.08, "{mean}");
}

/// Of twenty labels on a thousand ranks there are millions of meshes, of which few are looked at.
#[test]
fn contractions_of_many_labels_on_many_ranks_are_planned() {
    for (text, extent, ranks) in [
        ("abcdef,defghi->abcghi", 16, 1 << 9),
        ("abcdefghijk,ghijklmnopqrst->abcdeflmnopqrst", 8, 1 << 10),
        ("zabcd,zdefg->zabcefg", 12, 12 * 12 * 4),
    ] {
        let composition = Composition::einsum(text).unwrap();
        let extents = vec![extent; composition.names().len()];
        let plan = DistPlan::at_home(ranks, &composition, &extents).unwrap();
        let (received, bound) = (plan.costs().received as f64, plan.bound());
        println!("{text} {plan}");
        assert!((0.999..=1.2).contains(&(received / bound)), "{text} {plan}");
    }
}
