//! Orders of many operands, within a budget, and paths in SSA form.

use extents::error::{Bounded, Place, Quantity};
use extents::plan::Path;
use extents::{
    Composition, ContractBy, DynRankExtents, ShapeError, Tensor, composition::DynOperand, einsum,
};

use super::network::{Draw, Labels, Network};
use super::orders::{chain, chain_cost};

/// The fewest multiply-adds of all binary trees, by the subsets of the operands: the best tree of a set is one of the pairs of best
/// trees of two parts of it, and the step above them takes all labels that either part has left.
fn least(network: &Network) -> u128 {
    let (sets, summed) = network.summed();
    let all = (1_usize << sets.len()) - 1;
    let of = |subset: usize| -> Labels {
        let inside = |n: &usize| subset >> n & 1 == 1;
        (0..sets.len()).filter(inside).flat_map(|n| sets[n].iter().copied()).collect()
    };
    let left_of = |subset: usize| -> Labels {
        let kept: Labels = network.result.iter().copied().collect();
        let needed: Labels = of(all - subset).union(&kept).copied().collect();
        of(subset).intersection(&needed).copied().collect()
    };
    let results: Vec<Labels> = (0..=all).map(left_of).collect();
    let mut least = vec![0_u128; all + 1];
    for subset in 1..=all {
        let mut best = None;
        let mut part = (subset - 1) & subset;
        while part > 0 {
            let other = subset - part;
            let step: Labels = results[part].union(&results[other]).copied().collect();
            let adds = least[part] + least[other] + network.size(&step);
            best = Some(best.map_or(adds, |best: u128| best.min(adds)));
            part = (part - 1) & subset;
        }
        least[subset] = best.unwrap_or(0);
    }
    least[all] + summed
}

#[test]
fn up_to_nine_operands_no_order_is_cheaper() {
    let mut draw = Draw::new(21);
    let mut cheaper = 0;
    for round in 0..24 {
        let operands = if round % 8 == 0 { 9 } else { 7 + round % 2 };
        let network = Network::draw(&mut draw, operands, 9, &[1, 2, 3, 5, 7, 11]);
        let (composition, shapes) = (network.composition(), network.shapes());
        let cost = Path::cheapest(&composition, &shapes).unwrap().cost();
        assert_eq!(cost.multiply_adds, least(&network), "{network:?}");
        let plain = Path::in_order(&composition, &shapes).unwrap().cost();
        cheaper += usize::from(cost.is_less_than(plain));
    }
    assert!(cheaper > 15, "{cheaper}");
}

#[test]
fn with_a_budget_for_all_orders_no_order_is_cheaper() {
    let mut draw = Draw::new(22);
    let extents: Vec<usize> = (0..14).map(|_| 2 + draw.below(60)).collect();
    let (composition, shapes) = chain(&extents);
    // 13 operands: half of 3^13 is 797,161.
    let path = Path::searched(&composition, &shapes, 800_000, 0).unwrap();
    assert_eq!(path.cost().multiply_adds, chain_cost(&extents));
    let network = Network::draw(&mut draw, 10, 12, &[2, 3, 5, 7]);
    let path = Path::searched(&network.composition(), &network.shapes(), 30_000, 0).unwrap();
    assert_eq!(path.cost().multiply_adds, least(&network), "{network:?}");
}

/// Labels that the same operands have are one group. Nine operands with a label for each two and each three of them, and for
/// fourteen of the sets of four, have 36 + 84 + 14 groups, more than there are bits of a set: all orders are not compared, and
/// the search goes on as for more operands.
#[test]
fn many_groups_of_labels_have_no_dearer_order() {
    let sets = |size: u32| (0_usize..1 << 9).filter(move |set| set.count_ones() == size);
    let groups: Vec<usize> = sets(2).chain(sets(3)).chain(sets(4).take(14)).collect();
    assert_eq!(groups.len(), 134);
    let of_operand = |operand: usize| -> Vec<usize> {
        (0..groups.len()).filter(|&label| groups[label] >> operand & 1 == 1).collect()
    };
    let labels: Vec<Vec<usize>> = (0..9).map(of_operand).collect();
    let (composition, shapes) = of_numbers(&labels, &[], |_| 2);
    // Half of 3^9 is 9,841.
    let adds = |budget| {
        let path = Path::searched(&composition, &shapes, budget, 0).unwrap();
        path.cost().multiply_adds
    };
    let costs: Vec<u128> = [0, 5_000, 9_841, 100_000].map(adds).to_vec();
    assert!(costs.is_sorted_by(|less, more| less >= more), "{costs:?}");
    let cheapest = Path::cheapest(&composition, &shapes).unwrap().cost();
    assert!(cheapest.multiply_adds <= costs[0], "{cheapest:?}");
    let in_turn = Path::in_order(&composition, &shapes).unwrap().cost();
    assert!(cheapest.multiply_adds <= in_turn.multiply_adds, "{cheapest:?}");
}

/// Sides of a lattice: a tensor at each site, and a label of extent 2 at each bond.
fn lattice(rows: usize, columns: usize) -> (Composition, Vec<DynRankExtents>) {
    let (across, down) =
        (|r: usize, c: usize| 2 * (r * columns + c), |r, c| 2 * (r * columns + c) + 1);
    let mut labels: Vec<Vec<usize>> = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let bonds = [
                (c > 0).then(|| across(r, c.wrapping_sub(1))),
                (c + 1 < columns).then(|| across(r, c)),
                (r > 0).then(|| down(r.wrapping_sub(1), c)),
                (r + 1 < rows).then(|| down(r, c)),
            ];
            labels.push(bonds.into_iter().flatten().collect());
        }
    }
    of_numbers(&labels, &[], |_| 2)
}

fn of_numbers(
    labels: &[Vec<usize>],
    result: &[usize],
    extent: impl Fn(usize) -> usize,
) -> (Composition, Vec<DynRankExtents>) {
    let lists: Vec<&[usize]> = labels.iter().map(Vec::as_slice).collect();
    let shape = |labels: &Vec<usize>| {
        let extents: Vec<usize> = labels.iter().map(|&label| extent(label)).collect();
        DynRankExtents::new(&extents).unwrap()
    };
    let shapes = labels.iter().map(shape).collect();
    (Composition::from_numbers(&lists, result).unwrap(), shapes)
}

#[test]
fn a_budget_makes_no_order_dearer_and_the_same_one_each_time() {
    let mut draw = Draw::new(23);
    let (mut cheaper, mut by_seed) = (0, 0);
    for round in 0..20 {
        let network = Network::draw(&mut draw, 12 + round, 20, &[2, 3, 5, 8]);
        let (composition, shapes) = (network.composition(), network.shapes());
        let within = |budget, seed| Path::searched(&composition, &shapes, budget, seed).unwrap();
        let adds = |path: &Path| path.cost().multiply_adds;
        let (greedy, some, more) = (within(0, 5), within(5_000, 5), within(100_000, 5));
        assert!(adds(&some) <= adds(&greedy) && adds(&more) <= adds(&some), "{network:?}");
        assert!(!Path::in_order(&composition, &shapes).unwrap().cost().is_less_than(greedy.cost()));
        assert_eq!(more, within(100_000, 5));
        cheaper += usize::from(adds(&more) < adds(&greedy));
        by_seed += usize::from(more != within(100_000, 6));
    }
    assert!(cheaper > 8 && by_seed > 3, "{cheaper} {by_seed}");
}

#[test]
fn long_chains_and_lattices_near_what_is_known() {
    let mut draw = Draw::new(24);
    let extents: Vec<usize> = (0..101).map(|_| 2 + draw.below(60)).collect();
    let (composition, shapes) = chain(&extents);
    let path = Path::searched(&composition, &shapes, 1_000_000, 0).unwrap();
    let textbook = chain_cost(&extents);
    let found = path.cost().multiply_adds;
    assert!((textbook..=textbook + textbook / 10).contains(&found), "{found} {textbook}");
    // Site by site, a step of a lattice of 8 by 8 has at most 8 open bonds and two more: so much at most.
    let (composition, shapes) = lattice(8, 8);
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert!(path.cost().multiply_adds < 64 << 10, "{}", path.cost());
}

/// A leaf of a tree and what it hangs on make no more than that was, so whatever shrinks most never grows.
#[test]
fn trees_take_time_in_proportion_to_their_size() {
    let mut draw = Draw::new(25);
    for count in [2, 30, 700] {
        let mut labels = vec![Vec::new(); count];
        for n in 1..count {
            // At most four bonds each.
            let free: Vec<usize> =
                (n.saturating_sub(9)..n).filter(|&m| labels[m].len() < 4).collect();
            let other = free[draw.below(free.len())];
            labels[n].push(n);
            labels[other].push(n);
        }
        let (composition, shapes) = of_numbers(&labels, &[], |_| 3);
        let path = Path::searched(&composition, &shapes, 0, 0).unwrap();
        let largest = 3_u128.pow(4);
        assert!(path.cost().temporary <= largest, "{}", path.cost());
        assert!(path.cost().multiply_adds <= count as u128 * largest, "{}", path.cost());
    }
}

#[test]
fn what_shares_no_label_meets_last_and_by_size() {
    // Two chains, a scalar and a long vector: neither is spread over the other before it has become small.
    let labels = [
        vec![0, 1],
        vec![10],
        vec![2, 3],
        vec![],
        vec![1, 2],
        vec![5, 6],
        vec![6, 7],
        vec![7, 8],
        vec![3, 4],
        vec![8, 9],
    ];
    let (composition, shapes) =
        of_numbers(&labels, &[0, 4, 5, 9, 10], |label| if label == 10 { 50 } else { 2 });
    let path = Path::searched(&composition, &shapes, 0, 0).unwrap();
    // Six products of 2 x 2 matrices; then the scalar, 4 x 4 elements of both, and 50 times that.
    assert_eq!(path.cost().multiply_adds, 6 * 8 + 4 + 16 + 16 * 50);
}

#[test]
fn labels_of_many_operands_and_wide_ones() {
    // 400 vectors along one label: all orders take as long.
    let (composition, shapes) = of_numbers(&vec![vec![0]; 400], &[0], |_| 7);
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!(path.cost().multiply_adds, 399 * 7);
    // 40 operands, each pair of which shares a label: 780 labels, more than 128 groups of them at once.
    let mut labels = vec![Vec::new(); 40];
    for n in 0..40 {
        for m in 0..n {
            labels[n].push(40 * n + m);
            labels[m].push(40 * n + m);
        }
    }
    let (composition, shapes) =
        of_numbers(&labels, &[], |label| if label % 7 == 0 { 2 } else { 1 });
    let path = Path::cheapest(&composition, &shapes).unwrap();
    let plain = Path::in_order(&composition, &shapes).unwrap();
    assert!(path.cost().is_less_than(plain.cost()), "{} {}", path.cost(), plain.cost());
    // Outer products beyond what any number here holds, which nothing needs: each vector meets its twin.
    let huge = usize::MAX >> 1;
    let labels: Vec<Vec<usize>> = (0..20).chain(0..20).map(|label| vec![label]).collect();
    let (composition, shapes) = of_numbers(&labels, &[], |_| huge);
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!(path.cost().multiply_adds, 20 * huge as u128 + 19);
    let plain = Path::in_order(&composition, &shapes).unwrap();
    assert_eq!(plain.cost().multiply_adds, u128::MAX);
    let (composition, shapes) = of_numbers(&vec![vec![0]; 20], &[], |_| 0);
    assert_eq!(Path::cheapest(&composition, &shapes).unwrap().cost().multiply_adds, 0);
}

#[test]
fn both_forms_of_paths() {
    // The example of `ssa_to_linear` and `linear_to_ssa` in the documentation of opt_einsum.
    let (composition, shapes) = of_numbers(&vec![vec![0]; 4], &[0], |_| 2);
    let (ssa, linear) = ([(0, 3), (2, 4), (1, 5)], [(0, 3), (1, 2), (0, 1)]);
    let path = Path::given_ssa(&composition, &shapes, &ssa).unwrap();
    assert_eq!((path.ssa_pairs(), path.pairs()), (&ssa[..], &linear[..]));
    assert_eq!(path, Path::given(&composition, &shapes, &linear).unwrap());

    let mut draw = Draw::new(26);
    for round in 0..60 {
        let count = 1 + round;
        let (composition, shapes) = of_numbers(&vec![vec![0]; count], &[0], |_| 2);
        // By a list that shrinks, of positions that count on.
        let mut there: Vec<usize> = (0..count).collect();
        let (mut ssa, mut linear) = (Vec::new(), Vec::new());
        for left in (2..=count).rev() {
            let first = draw.below(left);
            let second = (first + 1 + draw.below(left - 1)) % left;
            linear.push((first, second));
            ssa.push((there[first], there[second]));
            there = (0..left).filter(|n| ![first, second].contains(n)).map(|n| there[n]).collect();
            there.push(count + ssa.len() - 1);
        }
        let path = Path::given_ssa(&composition, &shapes, &ssa).unwrap();
        assert_eq!((path.ssa_pairs(), path.pairs()), (&ssa[..], &linear[..]));
        assert_eq!(path, Path::given(&composition, &shapes, &linear).unwrap());
    }
    let nest = Path::direct(&composition, &shapes).unwrap();
    assert!(nest.ssa_pairs().is_empty());
}

#[test]
fn paths_in_ssa_form_that_are_refused() {
    let (composition, shapes) = of_numbers(&vec![vec![0]; 4], &[0], |_| 2);
    let given =
        |pairs: &[(usize, usize)]| Path::given_ssa(&composition, &shapes, pairs).unwrap_err();
    let error = given(&[(0, 1)]);
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 1 });
    let error = given(&[(0, 1), (5, 2), (3, 4)]);
    let of = Bounded::PathPosition { step: 1 };
    assert_eq!(error, ShapeError::OutOfBounds { of, number: 5, limit: 5 });
    assert_eq!(
        error.to_string(),
        "step 1 of the path takes position 5, but only 5 are there before it"
    );
    let error = given(&[(0, 1), (2, 3), (4, 1)]);
    let place = Place::PathPosition { step: 2, position: 1 };
    assert_eq!(error, ShapeError::Repeated { place });
    assert_eq!(error.to_string(), "step 2 of the path takes position 1, which is taken already");
    let place = Place::PathPosition { step: 0, position: 2 };
    assert_eq!(given(&[(2, 2), (0, 1), (3, 4)]), ShapeError::Repeated { place });
    let error = given(&[(usize::MAX, 0), (0, 1), (3, 4)]);
    let of = Bounded::PathPosition { step: 0 };
    assert_eq!(error, ShapeError::OutOfBounds { of, number: usize::MAX, limit: 4 });
}

/// The label of a number by the rule of opt_einsum's `get_symbol`: letters, and then signs from number 192 on.
fn symbol(number: u32) -> char {
    let letters = ('a'..='z').chain('A'..='Z').nth(number as usize);
    letters.unwrap_or_else(|| char::from_u32(number + 140).unwrap())
}

#[test]
fn a_thousand_matrices_by_numbers_and_by_symbols() {
    let mut draw = Draw::new(27);
    let count = 1000;
    let matrix = |draw: &mut Draw| {
        let shape = DynRankExtents::new(&[2, 2]).unwrap();
        Tensor::from_fn(shape, |_| i64::try_from(draw.below(1 << 30)).unwrap()).unwrap()
    };
    let data: Vec<Tensor<i64, DynRankExtents>> = (0..count).map(|_| matrix(&mut draw)).collect();
    let operands: Vec<&dyn DynOperand<i64>> = data.iter().map(|one| one as _).collect();
    // By the definition, from left to right, wrapping around as the elements do.
    let mut expected = [[1_i64, 0], [0, 1]];
    for one in &data {
        let b = one.as_slice();
        let entry = |row: [i64; 2], k: usize| {
            row[0].wrapping_mul(b[k]).wrapping_add(row[1].wrapping_mul(b[2 + k]))
        };
        expected = expected.map(|row| [entry(row, 0), entry(row, 1)]);
    }
    let expected = expected.concat();
    let labels: Vec<Vec<usize>> = (0..count).map(|n| vec![n, n + 1]).collect();
    let (composition, shapes) = of_numbers(&labels, &[0, count], |_| 2);
    assert_eq!(ContractBy::new(&composition).eval(&operands).unwrap().as_slice(), expected);
    let path = Path::searched(&composition, &shapes, 0, 0).unwrap();
    assert_eq!(ContractBy::along(&path).eval(&operands).unwrap().as_slice(), expected);

    let symbols: Vec<char> = (0..=count as u32).map(symbol).collect();
    // The signs of multiplication and division, and marks that are combined with letters, are among them.
    assert!(symbols.contains(&'×') && symbols.contains(&'÷') && symbols.contains(&'\u{301}'));
    let pairs: Vec<String> = symbols.windows(2).map(|pair| pair.iter().collect()).collect();
    let text = format!("{}->{}{}", pairs.join(","), symbols[0], symbols[count]);
    assert_eq!(einsum(&text, &operands).unwrap().as_slice(), expected);
    assert_eq!(Composition::einsum(&text).unwrap().to_string(), text);
}

#[test]
fn signs_that_are_no_labels() {
    for (text, found) in
        [("i1->i", '1'), ("i*->i", '*'), ("a\u{7f}->a", '\u{7f}'), ("a\u{85}\u{9f}->a", '\u{9f}')]
    {
        let position = text.find(found).unwrap();
        let error = ShapeError::Text { position, expected: "a label", found: Some(found) };
        assert_eq!(Composition::einsum(text).unwrap_err(), error);
    }
}
