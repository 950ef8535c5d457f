//! Plans against their definition: one loop a label, by sets of labels and sums of strides.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::plan::{Class, Cost, Loop, Plan};
use extents::{Composition, DynRankExtents, ShapeError, error::Limit, label::LabelName};

use super::path::network::{Draw, Labels, Network};

/// How often a label stands in these modes, and the sum of its strides there.
fn stands(label: char, modes: &[char], strides: &[isize]) -> (usize, isize) {
    let found = modes.iter().zip(strides).filter(|(mode, _)| **mode == label);
    found.fold((0, 0), |(count, sum), (_, stride)| (count + 1, sum + stride))
}

/// Dense strides, the last mode fastest.
fn dense(network: &Network, modes: &[char]) -> Vec<isize> {
    let extent = |mode: &char| network.extents[mode] as isize;
    (0..modes.len()).map(|at| modes[at + 1..].iter().map(extent).product()).collect()
}

#[test]
fn a_plan_has_one_loop_a_label() {
    let mut draw = Draw::new(6);
    for round in 0..400 {
        let network = Network::draw(&mut draw, 1 + round % 2, 5, &[1, 2, 3, 4]);
        let operands = &network.operands;
        let strides: Vec<Vec<isize>> = operands
            .iter()
            .map(|modes| modes.iter().map(|_| draw.below(41) as isize - 20).collect())
            .collect();
        let borrowed: Vec<&[isize]> = strides.iter().map(Vec::as_slice).collect();
        let plan = Plan::new(&network.composition(), &network.shapes(), &borrowed).unwrap();
        let of_result = dense(&network, &network.result);

        let mut labels: Vec<char> = Vec::new();
        for &label in network.result.iter().chain(operands.iter().flatten()) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let expected: Vec<Loop> = labels
            .iter()
            .map(|&label| {
                let (in_left, left) = stands(label, &operands[0], &strides[0]);
                let (in_right, right) = match operands.get(1) {
                    Some(modes) => stands(label, modes, &strides[1]),
                    None => (0, 0),
                };
                let (in_result, result) = stands(label, &network.result, &of_result);
                let class = match (in_left > 0, in_right > 0, in_result > 0) {
                    (true, true, true) => Class::Batch,
                    (true, true, false) => Class::Contracted,
                    (true, false, true) => Class::LeftFree,
                    (true, false, false) => Class::LeftSummed,
                    (false, true, true) => Class::RightFree,
                    (false, _, _) => Class::RightSummed,
                };
                Loop {
                    label: LabelName::new(&label.to_string()),
                    class,
                    is_diagonal: in_left > 1 || in_right > 1,
                    extent: network.extents[&label],
                    left,
                    right,
                    result,
                }
            })
            .collect();
        assert_eq!(plan.loops(), expected, "{network:?}");
        assert_eq!(plan.kept(), &expected[..network.result.len()], "{network:?}");
        assert_eq!(plan.summed(), &expected[network.result.len()..], "{network:?}");
        assert_eq!(plan.operands(), operands.len());

        let size = |modes: &[char]| network.size(&modes.iter().copied().collect::<Labels>());
        let read: u128 = operands.iter().map(|modes| size(modes)).sum();
        let cost = Cost {
            multiply_adds: size(&labels),
            elements_moved: read + size(&network.result),
            temporary: 0,
        };
        assert_eq!(plan.cost(), cost, "{network:?}\n{plan}");
        assert_eq!(plan.iterations(), cost.multiply_adds);
    }
}

/// The plan of the sum of all elements, over modes of these extents with a label each.
fn of_sum(extents: &[usize]) -> Result<Plan, ShapeError> {
    let labels: Vec<String> = (0..extents.len()).map(|n| format!("m{n}")).collect();
    let composition = Composition::from_labels(&[labels], &[]).unwrap();
    let shape = DynRankExtents::new(extents).unwrap();
    Plan::new(&composition, &[shape], &[&vec![1; extents.len()]])
}

#[test]
fn a_plan_has_at_most_two_operands() {
    let shapes = vec![DynRankExtents::new(&[2]).unwrap(); 3];
    let composition = Composition::einsum("i,i,i->i").unwrap();
    let error = Plan::new(&composition, &shapes, &[&[1], &[1], &[1]]).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::PlanOperands, found: 3, most: 2 });
}

#[test]
fn forty_loops_and_any_number_of_labels_of_one_entry() {
    assert_eq!(of_sum(&[2; 40]).unwrap().loops().len(), 40);
    let error = of_sum(&[2; 41]).unwrap_err();
    assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 41, most: 40 });
    // No loops are asked for by those of one entry, wherever they stand, nor twice by one label.
    let wide = [&[1; 9][..], &[2; 41], &[1; 9]].concat();
    assert_eq!(of_sum(&wide).unwrap_err(), error);
    let labels = |range: std::ops::Range<usize>| range.map(|n| format!("m{n}")).collect::<Vec<_>>();
    let composition =
        Composition::from_labels(&[labels(0..30), labels(11..41)], &labels(0..41)).unwrap();
    let shape = DynRankExtents::new(&[2; 30]).unwrap();
    let strides = [1; 30];
    let found = Plan::new(&composition, &[shape.clone(), shape], &[&strides, &strides]);
    assert_eq!(found.unwrap_err(), error);
    // Those of one entry stay while there is room for all.
    assert_eq!(of_sum(&[1; 40]).unwrap().loops().len(), 40);
    let wide: Vec<usize> = (0..60).map(|n| 1 + n % 2).collect();
    let loops: Vec<usize> = of_sum(&wide).unwrap().loops().iter().map(|each| each.extent).collect();
    assert_eq!(loops, [2; 30]);
}

/// Where the three tensors are at each index, in no order.
fn places(loops: &[Loop]) -> Vec<[isize; 3]> {
    let mut found = vec![[0; 3]];
    for each in loops {
        let steps = [each.left, each.right, each.result];
        let longer = |place: [isize; 3]| {
            (0..each.extent as isize).map(move |n| [0, 1, 2].map(|k| place[k] + n * steps[k]))
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found.sort_unstable();
    found
}

/// Strides along which each label, in the order of the alphabet, is dense: of a diagonal that is their sum.
fn dense_in_labels(network: &Network, modes: &[char]) -> Vec<isize> {
    let labels: Vec<char> = modes.iter().copied().collect::<Labels>().into_iter().collect();
    let steps = dense(network, &labels);
    let step = |(at, mode): (usize, &char)| {
        let of_label = steps[labels.iter().position(|label| label == mode).unwrap()];
        let others = modes.iter().filter(|other| *other == mode).count() as isize - 1;
        if modes[..at].contains(mode) { 1 } else { of_label - others }
    };
    modes.iter().enumerate().map(step).collect()
}

#[test]
fn fused_loops_are_few_and_come_to_the_same_places() {
    let mut draw = Draw::new(7);
    let (mut joined, mut of_diagonals, mut ones) = (0, 0, 0);
    for round in 0..2000 {
        let mut network = Network::draw(&mut draw, 1 + round % 2, 4, &[1, 1, 2, 3]);
        if round % 4 > 1 {
            network.result.reverse();
        }
        let of = |modes: &Vec<char>| match round % 3 {
            0 => dense_in_labels(&network, modes),
            _ => dense(&network, modes),
        };
        let strides: Vec<Vec<isize>> = network.operands.iter().map(of).collect();
        let borrowed: Vec<&[isize]> = strides.iter().map(Vec::as_slice).collect();
        let plan = Plan::new(&network.composition(), &network.shapes(), &borrowed).unwrap();
        let fused = plan.fused();
        assert_eq!(places(fused.loops()), places(plan.loops()), "{plan}\n{fused}");
        assert_eq!(places(fused.kept()), places(plan.kept()), "{plan}\n{fused}");
        assert_eq!(fused.operands(), plan.operands());
        for (at, a) in fused.loops().iter().enumerate() {
            // What a loop is made of.
            let names: Vec<&str> = a.label.as_str().split(',').collect();
            let parts: Vec<&Loop> = names
                .iter()
                .map(|name| plan.loops().iter().find(|l| l.label.as_str() == *name).unwrap())
                .collect();
            assert!(parts.iter().all(|part| part.class == a.class));
            assert_eq!(a.is_diagonal, parts.iter().any(|part| part.is_diagonal), "{plan}\n{fused}");
            assert_eq!(a.extent, parts.iter().map(|part| part.extent).product::<usize>());
            joined += usize::from(parts.len() > 1);
            of_diagonals += usize::from(parts.len() > 1 && a.is_diagonal);
            // No other one of its class goes on where it ends.
            for (other, b) in fused.loops().iter().enumerate() {
                let whole = b.extent as isize;
                let goes_on = [a.left, a.right, a.result]
                    == [b.left * whole, b.right * whole, b.result * whole];
                assert!(at == other || a.class != b.class || !goes_on, "{plan}\n{fused}");
            }
        }
        assert!(fused.kept().iter().all(|each| each.extent != 1), "{fused}");
        assert!(fused.summed().len() < 2 || fused.summed().iter().all(|each| each.extent != 1));
        // A sum of one term is a sum.
        assert_eq!(fused.summed().is_empty(), plan.summed().is_empty(), "{plan}\n{fused}");
        ones += usize::from(fused.summed().iter().any(|each| each.extent == 1));
    }
    assert!(joined > 50 && of_diagonals > 5 && ones > 50, "{joined} {of_diagonals} {ones}");
}

/// The first loop and the last are one, and what is between them stays.
#[test]
fn loops_that_are_one_need_not_be_neighbors() {
    let sum = |extents: &[usize], strides: &[isize]| {
        let shape = DynRankExtents::new(extents).unwrap();
        let text = format!("{}->", &"abcd"[..extents.len()]);
        Plan::new(&Composition::einsum(&text).unwrap(), &[shape], &[strides]).unwrap()
    };
    for (plan, labels) in [
        (sum(&[2, 3, 4], &[4, 100, 1]), ["b", "a,c"]),
        (sum(&[2, 3, 4], &[1, 100, 2]), ["b", "c,a"]),
        (sum(&[2, 3, 5, 4], &[4, 500, 100, 1]), ["b,c", "a,d"]),
    ] {
        let fused = plan.fused();
        assert_eq!(places(fused.loops()), places(plan.loops()), "{plan}\n{fused}");
        let found: Vec<&str> = fused.loops().iter().map(|each| each.label.as_str()).collect();
        assert_eq!(found, labels, "{plan}\n{fused}");
    }
}

#[test]
fn plans_are_equal_that_have_the_same_loops() {
    let (a, b) = (of_sum(&[2, 3]).unwrap(), of_sum(&[3, 2]).unwrap());
    assert!(a == a && a != b && a != of_sum(&[2]).unwrap());
}

/// The plan of operands that are dense, the last mode fastest.
fn of_dense(text: &str, extents: &[(char, usize)]) -> Plan {
    let network = Network::of(text, extents);
    let strides: Vec<Vec<isize>> =
        network.operands.iter().map(|modes| dense(&network, modes)).collect();
    let borrowed: Vec<&[isize]> = strides.iter().map(Vec::as_slice).collect();
    Plan::new(&network.composition(), &network.shapes(), &borrowed).unwrap()
}

#[test]
fn a_plan_is_a_table_with_a_column_for_each_operand() {
    let table = "\
label  class       extent  left  right  result
i      left free        2     3      0       4
j      right free       4     0      1       1
k      contracted       3     1      4       0";
    assert_eq!(of_dense("ik,kj->ij", &[('i', 2), ('k', 3), ('j', 4)]).to_string(), table);
    let table = "\
label  class                extent  left  result
i      left free, diagonal       3     4       1";
    assert_eq!(of_dense("ii->i", &[('i', 3)]).to_string(), table);
}

#[test]
fn a_lower_cost_has_fewer_multiply_adds_or_as_many_and_a_smaller_temporary() {
    for (adds, temporary) in [(1, 5), (2, 4), (2, 5), (2, 6), (3, 5)] {
        for (others, other) in [(1, 5), (2, 4), (2, 5), (2, 6), (3, 5)] {
            let cost =
                |multiply_adds, temporary| Cost { multiply_adds, elements_moved: 7, temporary };
            let is_less = (adds, temporary) < (others, other);
            assert_eq!(cost(adds, temporary).is_less_than(cost(others, other)), is_less);
        }
    }
}
