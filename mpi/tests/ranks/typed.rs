//! Placements in types: nothing moves but where it says so, and what is computed is what the definition says.

use extents::label::{b, i, j, k, l};
use extents::{
    DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, Tensor, contract, extents,
    labels,
};
use extents_mpi::{
    Dist, DistError, DistTensor, Distribution, NamedMesh, Partial, Replicated, Shard, World,
    simulated,
};

labels! { node, core }

type On<'b, E, P, S = ()> = Dist<i64, E, NamedMesh<'b, (node, core)>, P, S>;

/// Meshes, and the number of ranks: more than there are processes, too.
const MESHES: [([usize; 2], usize); 7] =
    [([1, 1], 1), ([1, 1], 2), ([2, 1], 2), ([1, 3], 3), ([2, 2], 4), ([3, 2], 7), ([4, 3], 12)];

/// Extents that meshes divide, that none does, fewer than there are processes, and none.
const SIZES: [[usize; 3]; 4] = [[4, 6, 12], [7, 5, 3], [1, 2, 1], [3, 0, 2]];

fn left([i, k]: [usize; 2]) -> i64 {
    (7 * i + 3 * k) as i64 - 11
}

fn right([k, j]: [usize; 2]) -> i64 {
    5 - (2 * k) as i64 * (j as i64 - 3)
}

/// The definition of the product of matrices.
fn product([m, n, p]: [usize; 3]) -> Vec<i64> {
    let element = |i, j| (0..n).map(|k| left([i, k]) * right([k, j])).sum();
    (0..m).flat_map(|i| (0..p).map(move |j| element(i, j))).collect()
}

/// Products of operands at these placements: of the result, and what is unreduced.
macro_rules! products {
    ($($name:ident: [$($p:ty),*] * [$($q:ty),*] => [$($r:ty),*] [$($s:ty)?] $last:ident;)*) => {$(
        #[test]
        fn $name() {
            for (lengths, ranks) in MESHES {
                for sizes @ [m, n, p] in SIZES {
                    let results = simulated::run(ranks, |world| {
                        NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                            let x: On<'_, StaticExtents![dyn, dyn], ($($p,)*)> =
                                Dist::from_fn(world, mesh, extents![dyn m, dyn n]?, left)?;
                            let y: On<'_, DynExtents<2>, ($($q,)*)> =
                                Dist::from_fn(world, mesh, DynExtents::new([n, p])?, right)?;
                            let z: On<'_, StaticExtents![dyn, dyn], ($($r,)*), ($($s,)?)> =
                                contract!(x[i, k] * y[k, j] => [i, j])?;
                            assert_eq!(world.received(), 0, "a contraction moves nothing");
                            products!(@$last z world)
                        })?
                    });
                    for (rank, result) in results.into_iter().enumerate() {
                        let expected = (rank == 0).then(|| product(sizes));
                        let found: Option<Tensor<i64, _>> = result.unwrap();
                        assert_eq!(found.map(Tensor::into_storage), expected, "{lengths:?} {sizes:?}");
                    }
                }
            }
        }
    )*};
    (@gather $z:ident $world:ident) => { $z.gather($world) };
    (@reduce $z:ident $world:ident) => {
        $z.reduce::<(Replicated, Shard<core>)>($world)?.gather($world)
    };
}
products! {
    all_is_everywhere: [Replicated, Replicated] * [Replicated, Replicated] => [Replicated, Replicated] [] gather;
    rows_are_sharded: [Shard<node>, Replicated] * [Replicated, Replicated] => [Shard<node>, Replicated] [] gather;
    rows_and_columns_are_sharded:
        [Shard<node>, Replicated] * [Replicated, Shard<core>] => [Shard<node>, Shard<core>] [] gather;
    a_sum_is_sharded:
        [Replicated, Shard<core>] * [Shard<core>, Replicated] => [Replicated, Replicated] [Partial<core>] reduce;
    rows_and_a_sum_are_sharded:
        [Shard<core>, Shard<node>] * [Shard<node>, Replicated] => [Shard<core>, Replicated] [Partial<node>] reduce;
    columns_and_a_sum_are_sharded:
        [Replicated, Shard<core>] * [Shard<core>, Shard<node>] => [Replicated, Shard<node>] [Partial<core>] reduce;
}

/// Runs a program on two processes along each of two axes.
fn on_four<R: Send>(
    body: impl for<'b> Fn(&simulated::Rank, &NamedMesh<'b, (node, core)>) -> Result<R, DistError> + Sync,
) -> Vec<Result<R, DistError>> {
    simulated::run(4, |world| NamedMesh::scope([2, 2], |mesh| body(world, mesh))?)
}

#[test]
fn a_batch_moves_nothing() {
    let found = on_four(|world, mesh| {
        let x: On<'_, StaticExtents![3, 2, 4], (Shard<node>, Replicated, Shard<core>)> =
            Dist::from_fn(world, mesh, extents![3, 2, 4], |[b, i, k]| (b + i * k) as i64)?;
        let y: On<'_, StaticExtents![3, 4], (Shard<node>, Shard<core>)> =
            Dist::from_fn(world, mesh, extents![3, 4], |[b, k]| (2 * b + k) as i64 - 3)?;
        let z: On<'_, StaticExtents![3, 2], (Shard<node>, Replicated), (Partial<core>,)> =
            contract!(x[b, i, k] * y[b, k] => [b, i])?;
        assert_eq!(world.received(), 0);
        z.reduce::<(Shard<node>, Replicated)>(world)?.gather(world)
    });
    let element = |[b, i]: [usize; 2]| {
        (0..4).map(|k| (b + i * k) as i64 * ((2 * b + k) as i64 - 3)).sum::<i64>()
    };
    let expected = Tensor::from_fn(extents![3, 2], element).unwrap();
    assert_eq!(found[0], Ok(Some(expected)));
}

#[test]
fn one_operand_is_transposed_and_summed() {
    let found = on_four(|world, mesh| {
        let x: On<'_, StaticExtents![3, 5], (Shard<node>, Shard<core>)> =
            Dist::from_fn(world, mesh, extents![3, 5], |[i, j]| (5 * i + j) as i64)?;
        let turned: On<'_, StaticExtents![5, 3], (Shard<core>, Shard<node>)> =
            contract!(x[i, j] => [j, i])?;
        let rows: On<'_, StaticExtents![3], (Shard<node>,), (Partial<core>,)> =
            contract!(x[i, j] => [i])?;
        let all: On<'_, StaticExtents![], (), (Partial<node>, Partial<core>)> =
            contract!(x[i, j] => [])?;
        let rows = rows.reduce::<(Replicated,)>(world)?;
        assert_eq!(rows.local().as_slice(), [10, 35, 60]);
        assert_eq!(all.reduce::<()>(world)?.local().as_slice(), [105]);
        turned.gather(world)
    });
    let expected = Tensor::from_fn(extents![5, 3], |[j, i]| (5 * i + j) as i64).unwrap();
    assert_eq!(found[0], Ok(Some(expected)));
}

#[test]
fn three_operands_of_functions_contract() {
    type Square<'b, P> = On<'b, StaticExtents![4, 4], P>;
    fn chain<'b>(
        x: &Square<'b, (Shard<node>, Shard<core>)>,
        y: &Square<'b, (Shard<core>, Replicated)>,
        z: &Square<'b, (Replicated, Replicated)>,
    ) -> Result<On<'b, StaticExtents![4, 4], (Shard<node>, Replicated), (Partial<core>,)>, DistError>
    {
        contract!(x[i, j] * y[j, k] * z[k, l] => [i, l])
    }
    let element = |[i, j]: [usize; 2]| (3 * i) as i64 - j as i64;
    let found = on_four(|world, mesh| {
        let x = Dist::from_fn(world, mesh, extents![4, 4], element)?;
        let y = Dist::from_fn(world, mesh, extents![4, 4], element)?;
        let z = Dist::from_fn(world, mesh, extents![4, 4], element)?;
        chain(&x, &y, &z)?.reduce::<(Shard<node>, Replicated)>(world)?.gather(world)
    });
    let all = [0, 1, 2, 3];
    let sum = |[i, l]: [usize; 2]| -> i64 {
        let terms = all.iter().flat_map(|&j| all.iter().map(move |&k| (j, k)));
        terms.map(|(j, k)| element([i, j]) * element([j, k]) * element([k, l])).sum()
    };
    assert_eq!(found[0], Ok(Some(Tensor::from_fn(extents![4, 4], sum).unwrap())));
}

#[test]
fn labels_of_two_sets_with_one_name_are_two() {
    mod library {
        extents::labels! { pub row }
    }
    labels! { row }
    let found = on_four(|world, mesh| {
        let x: On<'_, StaticExtents![2], (Shard<node>,)> =
            Dist::from_fn(world, mesh, extents![2], |[i]| i as i64 + 1)?;
        let y: On<'_, StaticExtents![3], (Shard<core>,)> =
            Dist::from_fn(world, mesh, extents![3], |[j]| 10 * (j as i64 + 1))?;
        let outer: On<'_, StaticExtents![2, 3], (Shard<node>, Shard<core>)> =
            contract!(x[row] * y[library::row] => [row, library::row])?;
        outer.gather(world)
    });
    let expected = Tensor::from_vec(extents![2, 3], vec![10, 20, 30, 20, 40, 60]).unwrap();
    assert_eq!(found[0], Ok(Some(expected)));
}

#[test]
fn parts_of_sums_add_up_and_take_a_factor() {
    let found = on_four(|world, mesh| {
        let x: On<'_, StaticExtents![4, 3], (Shard<core>, Shard<node>)> =
            Dist::from_fn(world, mesh, extents![4, 3], |[i, j]| (i * j) as i64)?;
        let mut sums = (&contract!(x[i, j] => [j])? + &contract!(x[i, j] => [j])?.scaled(10)?)?;
        sums.accumulate(&contract!(x[i, j] => [j])?)?;
        assert_eq!(world.received(), 0);
        let sums = sums.reduce::<(Replicated,)>(world)?;
        let halves = sums.map(|sum| sum as f64 / 2.0)?;
        let both = sums.zip_map(&halves, |sum, half| sum as f64 - half)?;
        Ok(both.local().as_slice().to_vec())
    });
    // The sums over i are 0, 6 and 12.
    assert_eq!(found, vec![Ok(vec![0.0, 36.0, 72.0]); 4]);
}

#[test]
fn extents_at_run_time_are_compared() {
    let errors = on_four(|world, mesh| {
        type Vector<'b> = On<'b, DynExtents<1>, (Shard<node>,)>;
        let mut x: Vector = Dist::from_fn(world, mesh, DynExtents::new([3])?, |[i]| i as i64)?;
        let y: Vector = Dist::from_fn(world, mesh, DynExtents::new([4])?, |[i]| i as i64)?;
        let labels = contract!(x[i] * y[i] => [i]).unwrap_err().to_string();
        let modes = (&x + &y).unwrap_err().to_string();
        let before = x.local().clone();
        assert_eq!(x.accumulate(&y).unwrap_err().to_string(), modes);
        assert_eq!(x.local(), &before);
        Ok([labels, modes])
    });
    let expected = [
        "label `i` names modes of different extents: 3 and 4",
        "mode 0 should have extent 3, but has 4",
    ];
    assert_eq!(errors, vec![Ok(expected.map(String::from)); 4]);
}

#[test]
fn tensors_without_types_get_them_where_they_are_placed_so() {
    let found = on_four(|world, mesh| {
        let everywhere = Distribution::everywhere(&[4, 4], 4)?;
        let whole =
            || DistTensor::from_fn(world, extents![4, 4], &everywhere, |[i, j]| (i * j) as i64);
        let typed: On<'_, _, (Replicated, Replicated)> = Dist::from_tensor(mesh, whole()?)?;
        let refused: Result<On<'_, _, (Shard<node>, Replicated)>, _> =
            Dist::from_tensor(mesh, whole()?);
        assert_eq!(refused.err(), Some(DistError::OtherPlacement));
        let again = typed.reshard::<(Shard<core>, Shard<node>)>(world)?.into_tensor();
        let rank = DistTensor::<i64, _>::from_fn(
            world,
            DynRankExtents::new(&[4])?,
            &Distribution::everywhere(&[4], 4)?,
            |_| 0,
        )?;
        let refused: Result<On<'_, _, (Replicated, Replicated)>, _> = Dist::from_tensor(mesh, rank);
        let error = ShapeError::RankMismatch { expected: 2, found: 1 };
        assert_eq!(refused.err(), Some(error.into()));
        again.gather(world)
    });
    let expected = Tensor::from_fn(extents![4, 4], |[i, j]| (i * j) as i64).unwrap();
    assert_eq!(found[0], Ok(Some(expected)));
}

#[test]
fn scattered_tensors_are_those_of_rank_0() {
    let found = on_four(|world, mesh| {
        let whole = Tensor::from_fn(extents![3, 3], |[i, j]| (10 * i + j) as i64)?;
        let mine = (world.rank() == 0).then_some(&whole);
        let x: On<'_, _, (Shard<core>, Shard<node>)> =
            Dist::scatter(world, mesh, mine, extents![3, 3])?;
        x.gather(world)
    });
    let expected = Tensor::from_fn(extents![3, 3], |[i, j]| (10 * i + j) as i64).unwrap();
    assert_eq!(found[0], Ok(Some(expected)));
}

#[test]
fn a_mesh_of_more_processes_than_ranks_is_an_error_on_all() {
    let errors = simulated::run(3, |world| {
        NamedMesh::<(node, core)>::scope([2, 2], |mesh| {
            let x: Result<On<'_, _, (Shard<node>,)>, _> =
                Dist::from_fn(world, mesh, extents![3], |_| 0);
            x.err()
        })
    });
    let expected = DistError::MeshTooLarge { processes: 4, ranks: 3 };
    assert_eq!(errors, vec![Ok(Some(expected)); 3]);
}

#[test]
fn a_mesh_without_axes_is_one_process() {
    let sums = simulated::run(2, |world| {
        NamedMesh::<()>::scope([], |mesh| {
            let x: Dist<i64, _, NamedMesh<'_, ()>, (Replicated,)> =
                Dist::from_fn(world, mesh, extents![3], |[i]| i as i64)?;
            Ok::<_, DistError>(x.local().extents().is_null())
        })?
    });
    assert_eq!(sums, [Ok(false), Ok(true)]);
}

#[test]
fn outputs_are_written_and_added_to() {
    for (lengths, ranks) in MESHES {
        let found = simulated::run(ranks, |world| {
            NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                let x: On<'_, StaticExtents![dyn, 7], (Shard<node>, Shard<core>)> =
                    Dist::from_fn(world, mesh, extents![dyn 5, 7]?, left)?;
                let y: On<'_, StaticExtents![7, 3], (Shard<core>, Replicated)> =
                    Dist::from_fn(world, mesh, extents![7, 3], right)?;
                let mut z: On<
                    '_,
                    StaticExtents![5, 3],
                    (Shard<node>, Replicated),
                    (Partial<core>,),
                > = contract!(x[i, k] * y[k, j] => [i, j])?.scaled(100)?.strengthen()?;
                contract!(z[i, j] = x[i, k] * y[k, j])?;
                contract!(z[i, j] += x[i, k] * y[k, j])?;
                let w: On<'_, StaticExtents![4, 7], (Shard<node>, Shard<core>)> =
                    Dist::from_fn(world, mesh, extents![4, 7], left)?;
                let w = w.weaken::<StaticExtents![dyn, 7]>();
                let error = contract!(z[i, j] += w[i, k] * y[k, j]).unwrap_err().to_string();
                assert_eq!(error, "label `i` names modes of different extents: 4 and 5");
                assert_eq!(world.received(), 0);
                z.reduce::<(Replicated, Replicated)>(world)?.gather(world)
            })?
        });
        let twice = product([5, 7, 3]).into_iter().map(|sum| 2 * sum).collect();
        let expected = Tensor::from_vec(extents![5, 3], twice).unwrap();
        assert_eq!(found[0], Ok(Some(expected)), "{lengths:?}");
    }
}
