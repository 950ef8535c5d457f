//! Slices, joined tensors, other orders of modes and sums along modes, with their placements: nothing moves, and each element is that
//! which the definition says.

use extents::{Const, Dyn, Extents, Scalar, StaticExtents, Tensor, extents, labels, modes, slice};
use extents_mpi::{Dist, DistError, NamedMesh, Partial, Replicated, Shard, simulated};

labels! { node, core }

type On<'b, E, P, S = ()> = Dist<i64, E, NamedMesh<'b, (node, core)>, P, S>;
type Three = StaticExtents![dyn, dyn, dyn];

/// Meshes, and the number of ranks: more than there are processes, too.
const MESHES: [([usize; 2], usize); 5] =
    [([1, 1], 1), ([1, 1], 2), ([2, 1], 2), ([2, 3], 6), ([3, 2], 7)];

/// Extents that meshes divide, that none does, fewer than there are processes, and none.
const SIZES: [[usize; 3]; 4] = [[6, 5, 4], [7, 5, 3], [1, 5, 1], [3, 5, 0]];

fn element([i, j, k]: [usize; 3]) -> i64 {
    (100 * i + 10 * j + k) as i64 - 77
}

/// All elements of some extents, by a function of the index.
fn all<const R: usize>(extents: [usize; R], element: impl Fn([usize; R]) -> i64) -> Vec<i64> {
    let indices = crate::random::indices(&extents);
    indices.into_iter().map(|index| element(index.try_into().unwrap())).collect()
}

/// Runs a program on each mesh with a tensor of each extents, and compares what it gathers with what is expected.
fn on_all<E: Extents + Send>(
    run: impl for<'b> Fn(
        &simulated::Rank,
        &On<'b, Three, (Shard<node>, Replicated, Shard<core>)>,
    ) -> Result<Option<Tensor<i64, E>>, DistError>
    + Sync,
    expected: impl Fn([usize; 3]) -> Vec<i64>,
) {
    for (lengths, ranks) in MESHES {
        for sizes @ [m, n, p] in SIZES {
            let found = simulated::run(ranks, |world| {
                NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                    let whole = extents![dyn m, dyn n, dyn p]?;
                    let tensor = Dist::from_fn(world, mesh, whole, element)?;
                    run(world, &tensor)
                })?
            });
            for (rank, found) in found.into_iter().enumerate() {
                let expected = (rank == 0).then(|| expected(sizes));
                let found = found.unwrap().map(Tensor::into_storage);
                assert_eq!(found, expected, "{lengths:?} {sizes:?}");
            }
        }
    }
}

#[test]
fn slices_of_whole_modes_move_nothing() {
    on_all(
        |world, tensor| {
            let part: On<'_, StaticExtents![dyn, 2, dyn], _> =
                tensor.slice(slice![.., 1..5; 3, ..])?;
            assert_eq!(world.received(), 0);
            part.gather(world)
        },
        |[m, _, p]| all([m, 2, p], |[i, j, k]| element([i, 1 + 3 * j, k])),
    );
    // Numbers at run time, and an index, which leaves a mode of one entry.
    let (begin, count) = (2, 3);
    on_all(
        |world, tensor| tensor.slice(slice![.., begin..+count, ..])?.gather(world),
        |[m, _, p]| all([m, 3, p], |[i, j, k]| element([i, 2 + j, k])),
    );
    on_all(
        |world, tensor| {
            let row: On<'_, StaticExtents![dyn, 1, dyn], _> = tensor.slice(slice![.., 4, ..])?;
            row.gather(world)
        },
        |[m, _, p]| all([m, 1, p], |[i, _, k]| element([i, 4, k])),
    );
}

#[test]
fn chips_drop_the_placement_of_their_indices() {
    let at = 3;
    on_all(
        |world, tensor| {
            let part: On<'_, StaticExtents![dyn, dyn], (Shard<node>, Shard<core>)> =
                tensor.chip(slice![.., at, ..])?;
            assert_eq!(world.received(), 0);
            part.gather(world)
        },
        |[m, _, p]| all([m, p], |[i, k]| element([i, 3, k])),
    );
}

#[test]
fn a_slice_that_leaves_the_mode_is_the_same_error_on_all_ranks() {
    let end = 6;
    for (lengths, ranks) in MESHES {
        let errors = simulated::run(ranks, |world| {
            NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                let tensor: On<'_, Three, (Shard<node>, Replicated, Shard<core>)> =
                    Dist::from_fn(world, mesh, extents![dyn 4, dyn 5, dyn 3]?, element)?;
                tensor.slice(slice![.., 1..end, ..]).map(|_| ())
            })?
        });
        for error in errors {
            let error = error.unwrap_err().to_string();
            assert!(
                error.contains("mode 1") && error.contains('6') && error.contains('5'),
                "{error}"
            );
        }
    }
}

#[test]
fn tensors_join_along_a_whole_mode() {
    on_all(
        |world, tensor| {
            let [m, _, p] = tensor.extents().extents();
            let part: On<'_, StaticExtents![dyn, 2, dyn], _> =
                tensor.slice(slice![.., 3..5, ..])?;
            let both = tensor.concat::<Dyn, _, 1>(Const, &part)?;
            assert_eq!(both.extents().extents(), [m, 7, p]);
            assert_eq!(world.received(), 0);
            both.gather(world)
        },
        |[m, _, p]| all([m, 7, p], |[i, j, k]| element([i, if j < 5 { j } else { j - 2 }, k])),
    );
}

#[test]
fn other_extents_beside_the_joined_mode_are_the_same_error_on_all_ranks() {
    for (lengths, ranks) in MESHES {
        let errors = simulated::run(ranks, |world| {
            NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                // On three nodes the parts of 4 and 5 entries are as large on the last one.
                let one: On<'_, StaticExtents![dyn, dyn], (Shard<node>, Replicated)> =
                    Dist::from_fn(world, mesh, extents![dyn 4, dyn 5]?, |[i, j]| (i + j) as i64)?;
                let other =
                    Dist::from_fn(world, mesh, extents![dyn 5, dyn 2]?, |[i, j]| (i + j) as i64)?;
                one.concat::<Dyn, _, 1>(Const, &other)
                    .map(|_: On<'_, StaticExtents![dyn, dyn], _>| ())
            })?
        });
        for error in errors {
            let error = error.unwrap_err().to_string();
            assert_eq!(error, "mode 0 of operand 1 should have extent 4, but has 5");
        }
    }
}

#[test]
fn modes_keep_their_placements_in_another_order() {
    on_all(
        |world, tensor| {
            let turned: On<'_, Three, (Shard<core>, Shard<node>, Replicated)> =
                tensor.permute(modes![2, 0, 1])?;
            assert_eq!(world.received(), 0);
            turned.gather(world)
        },
        |[m, n, p]| all([p, m, n], |[k, i, j]| element([i, j, k])),
    );
    on_all(
        |world, tensor| {
            let turned: On<'_, Three, (Shard<core>, Replicated, Shard<node>)> =
                tensor.transpose()?;
            assert_eq!(world.received(), 0);
            turned.gather(world)
        },
        |[m, n, p]| all([p, n, m], |[k, j, i]| element([i, j, k])),
    );
}

#[test]
fn sums_along_sharded_modes_are_parts() {
    on_all(
        |world, tensor| {
            let sums: On<'_, StaticExtents![dyn, dyn], (Shard<node>, Shard<core>)> =
                tensor.sum(Const::<1>)?;
            assert_eq!(world.received(), 0);
            sums.gather(world)
        },
        |[m, n, p]| all([m, p], |[i, k]| (0..n).map(|j| element([i, j, k])).sum()),
    );
    on_all(
        |world, tensor| {
            let parts: On<'_, StaticExtents![dyn], (Shard<core>,), (Partial<node>,)> =
                tensor.sum(modes![0, 1])?;
            assert_eq!(world.received(), 0);
            parts.reduce::<(Replicated,)>(world)?.gather(world)
        },
        |[m, n, p]| {
            let terms = |k| all([m, n], |[i, j]| element([i, j, k])).into_iter().sum();
            all([p], |[k]| terms(k))
        },
    );
    on_all(
        |world, tensor| {
            let parts: On<'_, StaticExtents![], (), (Partial<node>, Partial<core>)> =
                tensor.sum(modes![2, 0, 1])?;
            parts.reduce::<()>(world)?.gather(world)
        },
        |sizes| vec![all(sizes, element).into_iter().sum()],
    );
}

#[test]
fn parts_of_sums_are_sliced_and_joined_before_they_are_added_up() {
    for (lengths, ranks) in MESHES {
        let found = simulated::run(ranks, |world| {
            NamedMesh::<(node, core)>::scope(lengths, |mesh| {
                let tensor: On<
                    '_,
                    StaticExtents![7, 5, 3],
                    (Shard<node>, Replicated, Shard<core>),
                > = Dist::from_fn(world, mesh, extents![7, 5, 3], element)?;
                let parts = tensor.sum(modes![0])?;
                let some: On<'_, StaticExtents![2, 3], _, (Partial<node>,)> =
                    parts.slice(slice![2..4, ..])?;
                let both: On<'_, StaticExtents![7, 3], _, (Partial<node>,)> =
                    parts.concat::<Const<7>, _, 0>(Const, &some)?;
                both.reduce::<(Replicated, Replicated)>(world)?.gather(world)
            })?
        });
        let sum = |[j, k]: [usize; 2]| {
            (0..7).map(|i| element([i, if j < 5 { j } else { j - 3 }, k])).sum::<i64>()
        };
        let expected = Tensor::from_fn(extents![7, 3], sum).unwrap();
        assert_eq!(found[0], Ok(Some(expected)), "{lengths:?}");
    }
}

#[test]
fn the_largest_and_the_smallest_are_found_along_whole_modes() {
    // Neither first nor last.
    let hill = |[i, j, k]: [usize; 3]| (i + k) as i64 - (j as i64 - 2) * (j as i64 - 2);
    on_all(
        |world, tensor| {
            let [m, n, p] = tensor.extents().extents();
            let sign = |at: i64| if at % 3 == 0 { -at } else { at };
            let found = tensor.map(sign)?.max(Const::<1>)?;
            let least: On<'_, StaticExtents![dyn, dyn], (Shard<node>, Shard<core>)> =
                tensor.map(sign)?.min(modes![1])?;
            assert_eq!((n, found.extents().extents()), (5, [m, p]));
            assert_eq!(world.received(), 0);
            (&found - &least)?.gather(world)
        },
        |[m, n, p]| {
            let sign = |at: i64| if at % 3 == 0 { -at } else { at };
            all([m, p], |[i, k]| {
                let values = || (0..n).map(|j| sign(element([i, j, k])));
                values().max().unwrap() - values().min().unwrap()
            })
        },
    );
    let found = simulated::run(4, |world| {
        NamedMesh::scope([2, 2], |mesh| {
            let tensor: On<'_, StaticExtents![4, 5, 3], (Replicated, Replicated, Shard<core>)> =
                Dist::from_fn(world, mesh, extents![4, 5, 3], hill)?;
            let most: On<'_, StaticExtents![3], (Shard<core>,)> = tensor.max(modes![1, 0])?;
            most.gather(world)
        })?
    });
    assert_eq!(found[0].clone().unwrap().map(Tensor::into_storage), Some(vec![3, 4, 5]));
    // Of nothing there is no largest one: the same error on all ranks, also on one that has nothing anyway.
    let errors = simulated::run(3, |world| {
        NamedMesh::scope([2, 1], |mesh| {
            let tensor: On<'_, StaticExtents![dyn, dyn], (Shard<node>, Replicated)> =
                Dist::from_fn(world, mesh, extents![dyn 4, dyn 0]?, |[i, j]| (i + j) as i64)?;
            tensor.max(Const::<1>).map(|_| ())
        })?
    });
    let nothing = DistError::from(extents::ShapeError::NothingToFold { mode: 1 });
    assert_eq!(errors, vec![Err(nothing); 3]);
}

#[test]
fn generic_code_states_what_it_needs() {
    // Extents that a function takes as they are.
    fn first<'b, T: Scalar>(
        rows: &Dist<
            T,
            StaticExtents![dyn, 3],
            NamedMesh<'b, (node, core)>,
            (Shard<node>, Replicated),
        >,
    ) -> Result<Dist<T, StaticExtents![dyn], NamedMesh<'b, (node, core)>, (Shard<node>,)>, DistError>
    {
        rows.chip(slice![.., 0])
    }
    let found = simulated::run(4, |world| {
        NamedMesh::scope([2, 2], |mesh| {
            let rows =
                Dist::from_fn(world, mesh, extents![dyn 4, 3]?, |[i, j]| (3 * i + j) as i64)?;
            first(&rows)?.gather(world)
        })?
    });
    let column = found[0].clone().unwrap().map(Tensor::into_storage);
    assert_eq!(column, Some(vec![0, 3, 6, 9]));
}
