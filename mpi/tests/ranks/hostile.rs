//! Meshes, distributions and ranks that do not fit: one error, the same on all ranks.

use std::num::Saturating;

use extents::error::{Place, Quantity};
use extents::{
    Composition, Const, ContractBy, DynExtents, DynRankExtents, ModeArray, ShapeError, Tensor,
    extents, labels,
};
use extents_mpi::{
    Dist, DistError, DistPlan, DistTensor, Distribution, Exchange, Mesh, NamedMesh, Ownership,
    Replicated, Shard, Share, Transport, World, simulated,
};
use extents_shapes::ModeTiling;

fn mesh(lengths: &[usize]) -> Mesh {
    Mesh::new(lengths).unwrap()
}

#[test]
fn meshes_have_processes_along_each_axis() {
    assert_eq!(Mesh::new([3, 0, 2]), Err(DistError::EmptyAxis { axis: 1 }));
    assert!(matches!(
        Mesh::new([usize::MAX, 2]),
        Err(DistError::Shape(ShapeError::SizeOverflow { .. }))
    ));
    assert_eq!(mesh(&[]).processes(), 1);
    assert_eq!((mesh(&[]).place(0), mesh(&[]).place(1)), (Some(vec![]), None));
}

#[test]
fn axes_are_those_of_the_mesh_and_used_once() {
    let one = mesh(&[2]);
    assert_eq!(
        Share::block(4, &one, &[1]).unwrap_err(),
        DistError::NoAxis { mode: None, axis: 1, axes: 1 }
    );
    let text = Share::block(4, &one, &[1]).unwrap_err().to_string();
    assert_eq!(text, "a mode is shared out along axis 1, but the number of axes of the mesh is 1");
    let both = || Share::block(4, &one, &[0]).unwrap();
    assert_eq!(
        Distribution::new(&one, [both(), both()]).unwrap_err(),
        DistError::AxisUsedTwice { mode: 1, axis: 0 }
    );
    let other = Share::block(4, &mesh(&[2, 3]), &[1]).unwrap();
    assert_eq!(
        Distribution::new(&one, [both(), other]).unwrap_err(),
        DistError::NoAxis { mode: Some(1), axis: 1, axes: 1 }
    );
    let three = Share::block(4, &mesh(&[3]), &[0]).unwrap();
    assert_eq!(
        Distribution::new(&one, [three]).unwrap_err(),
        DistError::Owners { mode: 0, processes: 2, owners: 3 }
    );
    let tiling = ModeTiling::uniform(6, 2).unwrap();
    let error = Share::new(tiling, Ownership::cyclic(4, 2).unwrap(), [0]).unwrap_err();
    assert_eq!(error.to_string(), "a mode has 3 tiles, but there are owners of 4");
}

#[test]
fn distributions_of_other_extents_do_not_meet() {
    let first = |extents: &[usize]| Distribution::on_first(extents).unwrap();
    assert_eq!(
        Exchange::new(&first(&[2, 3]), &first(&[2, 4])).unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 }.into()
    );
    assert_eq!(
        Exchange::new(&first(&[2, 3]), &first(&[2])).unwrap_err(),
        ShapeError::RankMismatch { expected: 2, found: 1 }.into()
    );
}

/// A mesh larger than the world, on each rank the same.
#[test]
fn a_mesh_needs_a_rank_for_each_process() {
    let wide = Distribution::everywhere(&[2], 3).unwrap();
    let error = DistError::MeshTooLarge { processes: 3, ranks: 2 };
    let ends = simulated::run(2, |world| {
        DistTensor::from_fn(world, extents![2], &wide, |_| 1.0).map(|_| ()).unwrap_err()
    });
    assert_eq!(ends, [error.clone(), error.clone()]);
    let product = Composition::einsum("i,i->").unwrap();
    assert_eq!(DistPlan::new(2, &product, &[&wide, &wide], None, None).unwrap_err(), error);
    let (square, two) = (Composition::einsum("i,i->i").unwrap(), Distribution::on_first(&[2]));
    let two = two.unwrap();
    let plan = DistPlan::new(2, &square, &[&two, &two], Some(&wide), None);
    assert_eq!(plan.unwrap_err(), error);
}

/// More ranks than elements: some hold empty parts, and a rank outside of the mesh holds null, which is no scalar.
#[test]
fn more_ranks_than_elements() {
    let all = mesh(&[5]);
    let scarce = Distribution::new(&all, [Share::block(3, &all, &[0]).unwrap()]).unwrap();
    assert_eq!((scarce.held(2), scarce.held(3)), (1, 0));
    let scalar = Distribution::on_first(&[]).unwrap();
    let ends = simulated::run(7, |world| {
        let tensor = DistTensor::from_fn(world, extents![3], &scarce, |[i]| i as i64).unwrap();
        let number = DistTensor::from_fn(world, extents![], &scalar, |_| 5_i64).unwrap();
        let all = tensor.gather(world).unwrap().map(|all| all.as_slice().to_vec());
        (tensor.local().len(), number.local().len(), all)
    });
    let lengths: Vec<_> = ends.iter().map(|&(few, one, _)| (few, one)).collect();
    assert_eq!(lengths, [(1, 1), (1, 0), (1, 0), (0, 0), (0, 0), (0, 0), (0, 0)]);
    assert_eq!(ends[0].2, Some(vec![0, 1, 2]));
    assert_eq!(scalar.local_shape(1).unwrap(), DynRankExtents::null());
    assert_ne!(scalar.local_shape(1).unwrap(), scalar.local_shape(0).unwrap());
    // A contraction of three elements on seven ranks.
    let dot = Composition::einsum("i,i->").unwrap();
    let plan = DistPlan::at_home(7, &dot, &[3]).unwrap();
    let ends = simulated::run(7, |world| {
        let element = |[i]: [usize; 1]| i as i64 + 1;
        let a = DistTensor::from_fn(world, extents![3], plan.operand(0).unwrap(), element).unwrap();
        let b = DistTensor::from_fn(world, extents![3], plan.operand(1).unwrap(), element).unwrap();
        plan.contract(world, &[&a, &b]).unwrap().gather(world).unwrap().map(|sum| sum.as_slice()[0])
    });
    assert_eq!(ends[0], Some(1 + 4 + 9));
}

#[test]
fn operands_that_are_elsewhere_are_refused() {
    let dot = Composition::einsum("i,i->").unwrap();
    let plan = DistPlan::at_home(2, &dot, &[4]).unwrap();
    let first = Distribution::on_first(&[4]).unwrap();
    let ends = simulated::run(2, |world| {
        let a = DistTensor::from_fn(world, extents![4], plan.operand(0).unwrap(), |_| 1).unwrap();
        let b = DistTensor::from_fn(world, extents![4], &first, |_| 1).unwrap();
        let of = Quantity::Operands;
        let one = ShapeError::CountMismatch { of, expected: 2, found: 1 };
        assert_eq!(plan.contract(world, &[&a]).map(|_| ()), Err(one.into()));
        plan.contract(world, &[&a, &b]).map(|_| ())
    });
    let error = DistError::OtherDistribution { operand: 1 };
    assert_eq!(ends, [Err(error.clone()), Err(error)]);
}

/// A rank that ends while others wait for it ends them too, by an error with its number.
#[test]
fn a_rank_that_ends_early_is_named() {
    let ends = simulated::run(3, |world| {
        if world.rank() == 1 {
            return Ok(vec![]);
        }
        world.all_to_all(vec![vec![0_u8]; 3])
    });
    for rank in [0, 2] {
        let Err(DistError::RankEnded { rank: waited, ended: 1 }) = ends[rank] else {
            panic!("{:?}", ends[rank])
        };
        assert_eq!(waited, rank);
    }
}

#[test]
#[should_panic(expected = "rank 1 gives up")]
fn a_panic_of_a_rank_goes_on() {
    simulated::run(3, |world| {
        assert_ne!(world.rank(), 1, "rank 1 gives up");
        let _ = Transport::<u8>::all_to_all(world, vec![vec![]; 3]);
    });
}

#[test]
fn extents_are_given_for_each_label() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let error = DistPlan::at_home(2, &product, &[4, 4]).unwrap_err();
    assert_eq!(error, DistError::LabelExtents { expected: 3, found: 2 });
    let text = "there should be an extent for each of 3 labels, but the number of extents is 2";
    assert_eq!(error.to_string(), text);
    let error = DistPlan::at_home(2, &product, &[4; 3]).unwrap().operand(2).unwrap_err();
    assert_eq!(error.to_string(), "there is no operand 2: there are 2, counted from 0");
}

#[test]
fn a_plan_is_made_of_whole_sums_and_equal_extents() {
    let dot = Composition::einsum("i,i->").unwrap();
    let first = |extent| Distribution::on_first(&[extent]).unwrap();
    let error = DistPlan::new(2, &dot, &[&first(4), &first(5)], None, None).unwrap_err();
    assert!(error.to_string().contains("`i`") && error.to_string().contains('5'), "{error}");
    let error = DistPlan::new(2, &dot, &[&first(4)], None, None).unwrap_err();
    assert!(matches!(error, DistError::Shape(ShapeError::CountMismatch { .. })), "{error}");
}

/// 100 + 100 - 100 is 27 in saturating arithmetic, and 100 where parts of the sum are added up.
#[test]
fn sums_that_depend_on_the_order_are_not_shared_out() {
    let sum = Composition::einsum("i->").unwrap();
    let ordered = |ranks| {
        simulated::run(ranks, move |world| {
            let plan = DistPlan::at_home(ranks, &sum, &[3])?;
            let terms = [100, 100, -100].map(Saturating);
            let x = DistTensor::<Saturating<i8>, _>::from_fn(
                world,
                DynRankExtents::new(&[3])?,
                plan.operand(0)?,
                |index| terms[index.as_ref()[0]],
            )?;
            Ok::<_, DistError>(plan.contract(world, &[&x])?.local().as_slice().to_vec())
        })
    };
    assert_eq!(ordered.clone()(1), [Ok(vec![Saturating(27)])]);
    assert_eq!(ordered(3), vec![Err(DistError::OrderedSums { axis: 0 }); 3]);
}

/// Panels of a label that is summed would take the terms in another order too.
#[test]
fn ordered_sums_are_not_cut() {
    // Rows on each rank, and the vector on all.
    let product = Composition::einsum("ij,j->i").unwrap();
    let plan = DistPlan::at_home(3, &product, &[300, 64]).unwrap();
    let panels = plan.within(16).unwrap();
    assert!(panels.to_string().contains(" in panels [j: "), "{panels}");
    let contract = |plan: &DistPlan| {
        simulated::run(3, |world| {
            let shape = |operand: usize| DynRankExtents::new([&[300, 64][..], &[64]][operand]);
            let operand = |n| {
                let element = |_| Saturating(1_i8);
                DistTensor::from_fn(world, shape(n)?, plan.operand(n)?, element)
            };
            let (a, b) = (operand(0)?, operand(1)?);
            Ok(plan.contract(world, &[&a, &b])?.local().as_slice().to_vec())
        })
    };
    assert_eq!(contract(&plan), vec![Ok(vec![Saturating(64); 100]); 3]);
    let error = DistError::OrderedPanels { label: "j".into() };
    assert_eq!(contract(&panels), vec![Err(error); 3]);
}

/// One rank without memory: all have the same error, and none waits for it.
#[test]
fn a_rank_without_memory_is_named_by_all() {
    // All on rank 1, more bytes than there are addresses.
    let elements = 1 << 50;
    let owner = Ownership::block_cyclic(1, 2, 1, 1).unwrap();
    let share = Share::new(ModeTiling::from_sizes([elements]).unwrap(), owner, [0]).unwrap();
    let far = Distribution::new(&mesh(&[2]), [share]).unwrap();
    let ends = simulated::run(3, |world| {
        let shape = DynRankExtents::new(&[elements])?;
        DistTensor::from_fn(world, shape, &far, |_| 1.0_f64).map(|_| ())
    });
    assert_eq!(ends, vec![Err(DistError::NoMemory { rank: 1, elements }); 3]);
    assert_eq!(
        ends[0].clone().unwrap_err().to_string(),
        format!("rank 1 has no memory for {elements} elements")
    );
    // Of an outer product, where a mesh of two processes makes it on three ranks.
    let outer = Composition::einsum("i,j->ij").unwrap();
    let long = 1 << 23;
    let vector = Distribution::on_first(&[long]).unwrap();
    let plan = DistPlan::new(3, &outer, &[&vector, &vector], None, None).unwrap();
    let ends = simulated::run(3, |world| {
        let shape = DynRankExtents::new(&[long])?;
        let x = DistTensor::from_fn(world, shape, &vector, |_| 1_i64)?;
        plan.contract(world, &[&x, &x]).map(|_| ())
    });
    assert!(matches!(ends[0], Err(DistError::NoMemory { rank: 0, .. })), "{:?}", ends[0]);
    assert!(ends.iter().all(|end| *end == ends[0]));
}

/// More labels than a nest has loops are no lack of memory, and all ranks say so.
#[test]
fn a_contraction_that_fails_says_why_on_all_ranks() {
    // Of each operand a batch and six labels of its own, of two entries each.
    let own = |operand: usize| (0..6).map(move |n| format!("l{operand}_{n}"));
    let labels = |operand| ["b".into()].into_iter().chain(own(operand)).collect::<Vec<String>>();
    let operands: Vec<Vec<String>> = (0..11).map(labels).collect();
    let all = Composition::from_labels(&operands, &["b".to_string()]).unwrap();
    let plan = DistPlan::at_home(2, &all, &[2; 67]).unwrap();
    let ends = simulated::run(2, |world| {
        let mut operands = vec![];
        for operand in 0..11 {
            let (shape, one) = (DynRankExtents::new(&[2; 7])?, |_| Saturating(1_i8));
            operands.push(DistTensor::from_fn(world, shape, plan.operand(operand)?, one)?);
        }
        plan.contract(world, &operands.iter().collect::<Vec<_>>()).map(|_| ())
    });
    for end in ends {
        let error = end.unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, DistError::OnRank { rank: 0, .. }), "{text}");
        assert!(text.starts_with("rank 0: ") && text.contains("64"), "{text}");
    }
}

/// Rank 0 scatters nothing, or a tensor of other extents with as many elements: all ranks say so, whether or not they compare calls.
#[test]
fn what_is_scattered_has_the_extents_of_the_whole() {
    let shape = |extents: [usize; 2]| DynExtents::new(extents).unwrap();
    let halves = {
        let both = mesh(&[2]);
        let share = Share::block(2, &both, &[0]).unwrap();
        Distribution::new(&both, [share, Share::whole(3).unwrap()]).unwrap()
    };
    let turned = Tensor::from_fn(shape([3, 2]), |[i, j]| (2 * i + j) as i64).unwrap();
    for (given, says) in [
        (None, "rank 0: the shape needs 6 elements, but 0 were given"),
        (Some(&turned), "rank 0: mode 0 should have extent 2, but has 3"),
    ] {
        for checks in [true, false] {
            let ends = simulated::run(3, |world| {
                world.check_calls(checks);
                let given = given.filter(|_| world.rank() == 0);
                DistTensor::scatter(world, given, shape([2, 3]), &halves).map(|_| ())
            });
            for end in ends {
                assert_eq!(end.unwrap_err().to_string(), says);
            }
        }
    }
}

/// The null shape has no elements, and a scalar has one.
#[test]
fn null_is_not_distributed() {
    let (null, scalar) = (DynRankExtents::null(), Distribution::on_first(&[]).unwrap());
    let ends = simulated::run(2, |world| {
        let whole = Tensor::zeros(null.clone())?;
        let given = (world.rank() == 0).then_some(&whole);
        let scattered = DistTensor::<i64, _>::scatter(world, given, null.clone(), &scalar);
        assert_eq!(scattered.map(|_| ()), Err(ShapeError::Null.into()));
        let scattered = DistTensor::scatter(world, given, DynRankExtents::new(&[])?, &scalar);
        assert!(matches!(scattered.map(|_| ()), Err(DistError::OnRank { rank: 0, .. })));
        NamedMesh::<()>::scope([], |mesh| {
            let typed = Dist::<i64, _, _, ()>::from_fn(world, mesh, null.clone(), |_| 1);
            assert_eq!(typed.map(|_| ()), Err(ShapeError::Null.into()));
        })?;
        DistTensor::from_fn(world, null.clone(), &scalar, |_| 1_i64).map(|_| ())
    });
    assert_eq!(ends, vec![Err(ShapeError::Null.into()); 2]);
}

/// What a rank of one world holds is not what the rank of another world should hold: no rank of it waits for another one.
#[test]
fn tensors_of_another_world_are_refused_alike() {
    let first = Distribution::on_first(&[4]).unwrap();
    let product = Composition::einsum("i,i->").unwrap();
    let plan = DistPlan::new(2, &product, &[&first, &first], None, None).unwrap();
    let parts = simulated::run(2, |world| DistTensor::from_fn(world, extents![4], &first, |[i]| i));
    let parts: Vec<_> = parts.into_iter().collect::<Result<_, _>>().unwrap();
    let ends = simulated::run(2, |world| {
        let other = &parts[1 - world.rank()];
        let error = other.gather(world).map(|_| ()).unwrap_err();
        assert_eq!(plan.contract(world, &[other, other]).map(|_| ()), Err(error.clone()));
        error.to_string()
    });
    assert_eq!(ends, ["rank 0: the shape needs 4 elements, but 0 were given"; 2]);
    // Nor are elements paired as far as they go.
    let of = Quantity::Elements;
    let error = DistError::from(ShapeError::CountMismatch { of, expected: 4, found: 0 });
    assert_eq!(parts[0].zip_with(&parts[1], |one, _| one).map(|_| ()), Err(error.clone()));
    labels! { node }
    NamedMesh::<(node,)>::scope([1], |mesh| {
        let tensor = |world: &simulated::Rank| {
            Dist::<i64, _, _, (Replicated,)>::from_fn(world, mesh, extents![4], |[i]| i as i64)
        };
        let parts: Vec<_> = simulated::run(2, tensor).into_iter().map(Result::unwrap).collect();
        let [one, other] = &parts[..] else { panic!("two ranks") };
        assert_eq!(one.clone().accumulate(other), Err(error.clone()));
        assert_eq!((one + other).map(|_| ()), Err(error));
    })
    .unwrap();
}

/// Sums are not what a transport moves: `reduce` adds them up.
#[test]
fn exchanges_with_sums_are_refused() {
    labels! { node }
    let halves = simulated::run(2, |world| {
        NamedMesh::<(node,)>::scope([2], |mesh| {
            let x: Dist<i64, _, _, (Shard<node>,)> =
                Dist::from_fn(world, mesh, extents![4], |[i]| i as i64)?;
            Ok::<_, DistError>(x.sum(Const::<0>)?.distribution().clone())
        })?
    });
    let parts = halves[0].clone().unwrap();
    let exchange = Exchange::new(&parts, &Distribution::on_first(&[]).unwrap()).unwrap();
    let error = DistError::Unreduced { axis: 0 };
    let ends = simulated::run(2, |world| {
        let mut target = vec![0; 1 - world.rank()];
        world.exchange(&exchange, &[1_i64], &mut target)
    });
    assert_eq!(ends, vec![Err(error.clone()); 2]);
    let scalar = Composition::einsum("->").unwrap();
    assert_eq!(DistPlan::new(2, &scalar, &[&parts], None, None).unwrap_err(), error);
}

/// Modes of any number have labels as in `einsum`.
#[test]
fn modes_without_labels_are_planned() {
    let product = Composition::einsum("...ij,jk->...ik").unwrap();
    let elements = |index: ModeArray<usize>| index.iter().fold(1, |all, at| 3 * all + *at as i64);
    for batch in [&[][..], &[3], &[2, 3]] {
        let shapes = [[batch, &[4, 5]].concat(), vec![5, 2]];
        let given = shapes.each_ref().map(|shape| Distribution::on_first(shape).unwrap());
        let plan = DistPlan::new(3, &product, &given.each_ref(), None, None).unwrap();
        let whole = |operand: usize| {
            Tensor::from_fn(DynRankExtents::new(&shapes[operand]).unwrap(), elements).unwrap()
        };
        let expected = ContractBy::new(&product).eval(&[&whole(0), &whole(1)]).unwrap();
        let ends = simulated::run(3, |world| {
            let of = |operand: usize| {
                let shape = DynRankExtents::new(&shapes[operand])?;
                DistTensor::from_fn(world, shape, &given[operand], elements)
            };
            plan.contract(world, &[&of(0)?, &of(1)?])?.gather(world)
        });
        assert_eq!(ends[0], Ok(Some(expected)));
    }
}

/// What several ranks receive may be more than a number counts: the number is the largest one then.
#[test]
fn sums_of_elements_do_not_overflow() {
    let names = ["i", "j", "k", "l", "m", "n"];
    let all = Composition::of_labels(&names, "").unwrap();
    let first = Distribution::on_first(&[1 << 62]).unwrap();
    let plan = DistPlan::new(2, &all, &[&first; 6], None, None).unwrap();
    assert_eq!((plan.received(1), plan.costs().received), (usize::MAX, usize::MAX));
    let exchange = Exchange::new(&first, &Distribution::everywhere(&[1 << 62], 6).unwrap());
    assert_eq!(exchange.unwrap().sent(0), usize::MAX);
}

/// More ranks than there are products leave the others without work, and meshes are not looked for one rank fewer at a time; of very
/// many labels not all meshes are looked at.
#[test]
fn plans_of_many_ranks_or_labels_end() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let plan = DistPlan::at_home(1 << 60, &product, &[4; 3]).unwrap();
    assert_eq!(plan.axes().map(|(_, processes)| processes).product::<usize>(), 64);
    let names: Vec<String> = (0..26).map(|n| format!("l{n}")).collect();
    let outer =
        Composition::from_labels(&[names[..13].to_vec(), names[13..].to_vec()], &names).unwrap();
    let plan = DistPlan::at_home(1 << 6, &outer, &[2; 26]).unwrap();
    assert_eq!(plan.axes().count(), 6);
}
