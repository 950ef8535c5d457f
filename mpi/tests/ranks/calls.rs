//! Ranks that do not make the same call: all of them get the same error, which says what differs.

use extents::{Composition, ShapeError, extents};
use extents_mpi::{
    DistError, DistPlan, DistTensor, Distribution, Exchange, Mesh, Share, Transport, World,
    simulated,
};

use crate::differing::{differing, is_named};

/// On all ranks, whoever differs.
#[test]
fn all_ranks_say_what_differs() {
    for ranks in [2, 3, 5] {
        for differing in differing() {
            for odd in 1..ranks {
                let errors = simulated::run(ranks, |world| {
                    world.check_calls(true);
                    (differing.call)(world, world.rank() == odd)
                });
                for error in errors {
                    let error = error.unwrap_err();
                    assert!(is_named(&error, &differing, odd), "{}: {error}", differing.name);
                }
            }
        }
    }
}

/// Texts are cut where they are long, at what differs.
#[test]
fn long_differences_are_cut() {
    let errors = simulated::run(2, |world| {
        world.check_calls(true);
        let mut sizes = vec![];
        (0..200).for_each(|n| sizes.extend([n % 7 + 1, n % 5 + 1, n % 3 + 1]));
        sizes[400] += world.rank();
        sizes[401] -= world.rank();
        sizes[401] += 9;
        let total = sizes.iter().sum();
        let tiling = extents_shapes::ModeTiling::from_sizes(&sizes).unwrap();
        let owners = extents_mpi::Ownership::cyclic(sizes.len(), 2).unwrap();
        let mesh = Mesh::new([2]).unwrap();
        let to = Distribution::new(&mesh, [Share::new(tiling, owners, [0]).unwrap()]).unwrap();
        let first = Distribution::on_first(&[total]).unwrap();
        let tensor = DistTensor::from_fn(world, extents![dyn total]?, &first, |_| 0_u8)?;
        tensor.reshard(world, &to).map(|_| ())
    });
    assert_eq!(errors[0], errors[1]);
    let Err(DistError::OtherCall { calls: [one, other], .. }) = &errors[0] else {
        panic!("{errors:?}")
    };
    assert!(
        one.len() < 250 && one.contains("the target with mode 0") && one != other,
        "{one}, {other}"
    );
}

/// Where calls are not compared, a rank that is sent another number of elements says so.
#[test]
fn parcels_are_counted() {
    let all = Mesh::new([2]).unwrap();
    let halves = Distribution::new(&all, [Share::block(6, &all, &[0]).unwrap()]).unwrap();
    let first = Distribution::on_first(&[6]).unwrap();
    let ends = simulated::run(2, |world| {
        world.check_calls(false);
        let tensor = DistTensor::from_fn(world, extents![6], &halves, |[i]| i).unwrap();
        // Rank 0 gathers, while rank 1 believes that all stays where it is.
        let to = if world.rank() == 0 { &first } else { &halves };
        tensor.reshard(world, to).map(|_| ())
    });
    assert_eq!(ends[0], Err(DistError::Parcel { from: 1, to: 0, expected: 3, found: 0 }));
}

/// What is compared is no traffic of the program: counts are as without.
#[test]
fn comparing_is_not_counted() {
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let plan = DistPlan::at_home(4, &product, &[8, 8, 8]).unwrap();
    for checks in [false, true] {
        simulated::run(4, |world| {
            world.check_calls(checks);
            let a = DistTensor::from_fn(world, extents![8, 8], plan.operand(0)?, |_| 1_i64)?;
            let b = DistTensor::from_fn(world, extents![8, 8], plan.operand(1)?, |_| 1_i64)?;
            plan.contract(world, &[&a, &b])?;
            assert_eq!(world.received() / 8, plan.received(world.rank()));
            Ok::<_, DistError>(())
        });
    }
}

/// Slices and lists of another length are errors, and not read as far as they go.
#[test]
fn slices_are_those_of_the_exchange() {
    let first = Distribution::on_first(&[4]).unwrap();
    let exchange = Exchange::new(&first, &first).unwrap();
    let error = |expected, found| -> DistError {
        let of = extents::error::Quantity::Elements;
        ShapeError::CountMismatch { of, expected, found }.into()
    };
    simulated::run(1, |world| {
        let mut target = [0_i64; 4];
        assert_eq!(world.exchange(&exchange, &[1, 2, 3, 4], &mut target), Ok(()));
        assert_eq!(target, [1, 2, 3, 4]);
        assert_eq!(world.exchange(&exchange, &[1; 3], &mut target), Err(error(4, 3)));
        assert_eq!(world.exchange(&exchange, &[1; 4], &mut target[..2]), Err(error(4, 2)));
        let error = world.all_to_all(vec![vec![1_i64]; 2]).unwrap_err();
        assert_eq!(error, DistError::Lists { ranks: 1, lists: 2 });
        let text = "there should be a list for each of 1 ranks, but the number of lists is 2";
        assert_eq!(error.to_string(), text);
    });
}

/// Where calls are not compared, a rank that is sent something else does not say that the sender ended.
#[test]
fn parcels_of_another_type_are_named() {
    let ends = simulated::run(2, |world| {
        world.check_calls(false);
        match world.rank() {
            0 => world.all_to_all(vec![vec![1_i64]; 2]).map(|_| ()),
            _ => world.all_gather(1).map(|_| ()),
        }
    });
    for (rank, end) in ends.into_iter().enumerate() {
        let error = end.unwrap_err();
        let other = 1 - rank;
        let ranks = [rank, other];
        assert!(
            matches!(&error, DistError::OtherCall { ranks: of, .. } if *of == ranks),
            "{error}"
        );
    }
}
