//! Which order is chosen.

use extents::plan::order::{self, cheapest, in_order, labels_at, total_cost};
use extents::plan::{Cost, Path, Source};
use extents::{
    Composition, DynRankExtents, ShapeError,
    error::{Bounded, Place, Quantity},
};

use super::network::{Draw, Labels, Network};

/// Runs through the steps of a path by sets of labels: that they are the composition, step by step,
/// with the costs that they say.
fn follow(network: &Network, path: &Path) {
    let mut made: Vec<Option<Vec<char>>> = Vec::new();
    let mut operands: Vec<Option<Vec<char>>> = network.operands.iter().cloned().map(Some).collect();
    let mut total = Cost::NONE;
    for (number, step) in path.steps().iter().enumerate() {
        let taken: Vec<Vec<char>> = step
            .sources()
            .iter()
            .map(|source| match *source {
                Source::Operand(position) => operands[position].take().unwrap(),
                Source::Temporary(number) => made[number].take().unwrap(),
            })
            .collect();
        let there: Labels = operands
            .iter()
            .chain(&made)
            .flatten()
            .flatten()
            .chain(&network.result)
            .copied()
            .collect();
        let texts: Vec<String> = taken.iter().map(|labels| labels.iter().collect()).collect();
        let text = step.composition().to_string();
        let (left, right) = text.split_once("->").unwrap();
        assert_eq!(left, texts.join(","));
        let labels: Labels = taken.iter().flatten().copied().collect();
        let is_last = number + 1 == path.steps().len();
        if is_last {
            assert_eq!(right, network.result.iter().collect::<String>());
        } else {
            let needed: Labels = labels.intersection(&there).copied().collect();
            assert_eq!(right.chars().collect::<Labels>(), needed, "{path}");
            assert_eq!(right.chars().count(), needed.len());
        }
        let set = |labels: &[char]| labels.iter().copied().collect::<Labels>();
        let written = network.size(&right.chars().collect());
        let read: u128 = taken.iter().map(|labels| network.size(&set(labels))).sum();
        let cost = Cost {
            multiply_adds: network.size(&labels),
            elements_moved: read + written,
            temporary: if is_last { 0 } else { written },
        };
        assert_eq!(step.cost(), cost, "{path}");
        total = total.then(cost);
        made.push(Some(right.chars().collect()));
    }
    assert!(operands.iter().all(Option::is_none));
    let (last, others) = made.split_last().unwrap();
    assert!(last.is_some() && others.iter().all(Option::is_none));
    assert_eq!(path.cost(), total);
}

#[test]
fn up_to_six_operands_no_order_is_cheaper() {
    let mut draw = Draw::new(1);
    for round in 0..600 {
        let operands = if round % 20 == 0 { 6 } else { 2 + round % 4 };
        let labels = 1 + draw.below(9);
        let network = Network::draw(&mut draw, operands, labels, &[1, 2, 3, 5, 7, 11, 40]);
        let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
        follow(&network, &path);
        let (sets, summed) = network.summed();
        let (adds, temporary) = network.least(&sets);
        let cost = path.cost();
        assert_eq!(cost.multiply_adds, adds + summed, "{network:?}\n{path}");
        let first = path.steps().iter().filter(|step| step.sources().len() == 1);
        let first = first.map(|step| step.cost().temporary).max().unwrap_or(0);
        assert_eq!(cost.temporary, temporary.max(first), "{network:?}\n{path}");
    }
}

#[test]
fn zero_extents_cost_nothing_and_break_nothing() {
    let mut draw = Draw::new(2);
    for round in 0..100 {
        let network = Network::draw(&mut draw, 2 + round % 5, 5, &[0, 1, 2, 3]);
        let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
        follow(&network, &path);
        let (sets, summed) = network.summed();
        assert_eq!(path.cost().multiply_adds, network.least(&sets).0 + summed, "{network:?}");
    }
}

#[test]
fn many_operands_are_never_dearer_than_from_left_to_right() {
    let mut draw = Draw::new(3);
    let mut cheaper = 0;
    for round in 0..60 {
        let network = Network::draw(&mut draw, 7 + round % 6, 10, &[1, 2, 3, 5, 8]);
        let (composition, shapes) = (network.composition(), network.shapes());
        let path = Path::cheapest(&composition, &shapes).unwrap();
        let plain = Path::in_order(&composition, &shapes).unwrap();
        follow(&network, &path);
        follow(&network, &plain);
        assert!(!plain.cost().is_less_than(path.cost()), "{network:?}\n{path}\n{plain}");
        cheaper += usize::from(path.cost().is_less_than(plain.cost()));
    }
    assert!(cheaper > 30, "{cheaper}");
}

pub(super) fn chain(extents: &[usize]) -> (Composition, Vec<DynRankExtents>) {
    let shapes: Vec<DynRankExtents> =
        extents.windows(2).map(|pair| DynRankExtents::new(pair).unwrap()).collect();
    let name = |n: usize| format!("m{n}");
    let operands: Vec<Vec<String>> =
        (0..shapes.len()).map(|n| vec![name(n), name(n + 1)]).collect();
    let composition = Composition::from_labels(&operands, &[name(0), name(shapes.len())]).unwrap();
    (composition, shapes)
}

/// The least cost of a chain of matrices, by the textbook's recurrence over its intervals.
pub(super) fn chain_cost(extents: &[usize]) -> u128 {
    let count = extents.len() - 1;
    let mut least = vec![vec![0_u128; count]; count];
    for length in 2..=count {
        for from in 0..=count - length {
            let to = from + length - 1;
            let ends = extents[from] as u128 * extents[to + 1] as u128;
            least[from][to] = (from..to)
                .map(|cut| least[from][cut] + least[cut + 1][to] + ends * extents[cut + 1] as u128)
                .min()
                .unwrap();
        }
    }
    least[0][count - 1]
}

#[test]
fn the_textbook_chain_of_matrices() {
    // Cormen, Leiserson, Rivest, Stein: ((A1 (A2 A3)) ((A4 A5) A6)) takes 15125 multiplications.
    let extents = [30, 35, 15, 5, 10, 20, 25];
    assert_eq!(chain_cost(&extents), 15_125);
    let (composition, shapes) = chain(&extents);
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!(path.cost().multiply_adds, 15_125);
    assert_eq!(path.pairs(), [(1, 2), (0, 4), (0, 1), (2, 0), (0, 1)]);
    // From left to right: 30 * (35*15 + 15*5 + 5*10 + 10*20 + 20*25).
    let plain = Path::in_order(&composition, &shapes).unwrap();
    assert_eq!(plain.cost().multiply_adds, 40_500);
    assert_eq!(path.direct_cost().multiply_adds, 5 * 30 * 35 * 15 * 5 * 10 * 20 * 25);
    assert_eq!(path.saved(), 5 * 30 * 35 * 15 * 5 * 10 * 20 * 25 - 15_125);
}

#[test]
fn long_chains_against_the_textbook() {
    let mut draw = Draw::new(4);
    let (mut found, mut least) = (0, 0);
    for round in 0..40 {
        let extents: Vec<usize> = (0..8 + round % 12).map(|_| 2 + draw.below(60)).collect();
        let (composition, shapes) = chain(&extents);
        let cost = Path::cheapest(&composition, &shapes).unwrap().cost().multiply_adds;
        let plain = Path::in_order(&composition, &shapes).unwrap().cost().multiply_adds;
        assert!((chain_cost(&extents)..=plain).contains(&cost), "{extents:?}");
        (found, least) = (found + cost, least + chain_cost(&extents));
    }
    // No minimum is promised, but a rule that is broken is far from it: either rule alone takes
    // twice as many.
    assert!(10 * found <= 12 * least, "{found} {least}");
}

#[test]
fn the_example_of_numpy() {
    // `np.einsum_path('ea,fb,abcd,gc,hd->efgh', C, C, I, C, C)` with all extents 10, as NumPy documents it: four
    // steps of 10^5 (which it counts twice, for the multiplication and the sum), 10^8 at once, and temporaries of
    // 10^4 elements.
    let all: Vec<(char, usize)> = "abcdefgh".chars().map(|label| (label, 10)).collect();
    let network = Network::of("ea,fb,abcd,gc,hd->efgh", &all);
    let (composition, shapes) = (network.composition(), network.shapes());
    let documented = [(0, 2), (0, 3), (0, 2), (0, 1)];
    let given = Path::given(&composition, &shapes, &documented).unwrap();
    follow(&network, &given);
    assert_eq!(given.cost().multiply_adds, 400_000);
    assert_eq!(given.cost().temporary, 10_000);
    assert_eq!(given.direct_cost().multiply_adds, 4 * 100_000_000);
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!((path.cost().multiply_adds, path.cost().temporary), (400_000, 10_000));
}

#[test]
fn of_equal_orders_the_one_from_left_to_right() {
    for text in ["ij,jk,kl->il", "ij,jk,kl,lm->im", "i,i,i,i,i->i", "ij,jk,kl,lm,mn,no->io"] {
        let all: Vec<(char, usize)> = "ijklmno".chars().map(|label| (label, 3)).collect();
        let network = Network::of(text, &all);
        let (composition, shapes) = (network.composition(), network.shapes());
        let path = Path::cheapest(&composition, &shapes).unwrap();
        assert_eq!(path, Path::in_order(&composition, &shapes).unwrap());
    }
}

#[test]
fn an_outer_product_first_where_that_is_cheapest() {
    // Two short vectors against a large matrix: 4 + 4 * 10^4 beats 2 * 10^4 * 2 + 2 * 10^4 on temporaries alone.
    let network = Network::of("abxy,a,b->xy", &[('a', 2), ('b', 2), ('x', 100), ('y', 100)]);
    let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
    assert_eq!(path.steps()[0].composition().to_string(), "a,b->ab");
    assert_eq!(path.cost().multiply_adds, 4 + 40_000);
}

#[test]
fn labels_of_one_operand_are_summed_first() {
    let all = [('i', 10), ('j', 10), ('k', 10), ('l', 10)];
    let network = Network::of("ij,jk,kl->", &all);
    let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
    let steps: Vec<String> =
        path.steps().iter().map(|step| step.composition().to_string()).collect();
    assert_eq!(steps, ["ij->j", "j,jk->k", "kl->k", "k,k->"]);
    assert_eq!(path.cost().multiply_adds, 100 + 100 + 100 + 10);
    // Extent 1 is no sum.
    let network = Network::of("ij,jk,kl->", &[('i', 1), ('j', 10), ('k', 10), ('l', 1)]);
    let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
    assert!(path.steps().iter().all(|step| step.sources().len() == 2), "{path}");
    follow(&network, &path);
}

#[test]
fn paths_by_hand_in_the_convention_of_numpy() {
    let mut draw = Draw::new(5);
    for round in 0..200 {
        let network = Network::draw(&mut draw, 1 + round % 8, 6, &[1, 2, 3, 4]);
        let (composition, shapes) = (network.composition(), network.shapes());
        let pairs: Vec<(usize, usize)> = (2..=shapes.len())
            .rev()
            .map(|left| {
                let first = draw.below(left);
                (first, (first + 1 + draw.below(left - 1)) % left)
            })
            .collect();
        let path = Path::given(&composition, &shapes, &pairs).unwrap();
        follow(&network, &path);
        assert_eq!(path.pairs(), pairs);
        // By sets: the pairs of the path out of a list that shrinks.
        let (mut list, mut adds) = network.summed();
        if shapes.len() == 1 {
            adds = network.size(&network.operands[0].iter().copied().collect());
        }
        for &(first, second) in &pairs {
            let (rest, step, _) = network.contract(&list, first, second);
            (list, adds) = (rest, adds + step);
        }
        assert_eq!(path.cost().multiply_adds, adds, "{network:?}\n{path}");
        let cheapest = Path::cheapest(&composition, &shapes).unwrap();
        assert_eq!(Path::given(&composition, &shapes, cheapest.pairs()).unwrap(), cheapest);
    }
}

#[test]
fn paths_that_are_refused() {
    let (composition, shapes) = chain(&[2, 3, 4, 5, 6]);
    let given = |pairs: &[(usize, usize)]| Path::given(&composition, &shapes, pairs).unwrap_err();
    assert_eq!(
        given(&[]),
        ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 0 }
    );
    assert_eq!(
        given(&[(0, 1); 4]),
        ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 4 }
    );
    let error = given(&[(0, 1), (0, 3), (0, 1)]);
    assert_eq!(
        error,
        ShapeError::OutOfBounds { of: Bounded::PathOperand { step: 1 }, number: 3, limit: 3 }
    );
    let error = given(&[(usize::MAX, 1), (0, 1), (0, 1)]);
    assert_eq!(
        error,
        ShapeError::OutOfBounds {
            of: Bounded::PathOperand { step: 0 },
            number: usize::MAX,
            limit: 4
        }
    );
    let error = given(&[(0, 1), (1, 2), (1, 1)]);
    assert_eq!(error, ShapeError::Repeated { place: Place::PathOperand { step: 2, operand: 1 } });
    // Operands that do not fit are said first.
    let other = [DynRankExtents::new(&[2]).unwrap()];
    let error = Path::given(&composition, &other, &[]).unwrap_err();
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Operands, expected: 4, found: 1 });
    let error = Path::cheapest(&composition, &other).unwrap_err();
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Operands, expected: 4, found: 1 });
    let error = Path::in_order(&composition, &other).unwrap_err();
    assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Operands, expected: 4, found: 1 });
}

#[test]
fn huge_extents_do_not_overflow() {
    let huge = usize::MAX >> 1;
    let shape = DynRankExtents::new(&[huge]).unwrap();
    let texts = ["a,b,c,d->abcd", "a,b,c,d,a,b->", "a,b,c,d,e,f,g,h->", "a,a,b,b,c,c,d,d->"];
    for text in texts {
        let composition = Composition::einsum(text);
        // The result of the first has too many elements for any shape.
        let composition = composition.unwrap();
        let shapes = vec![shape.clone(); composition.operands().len()];
        match Path::cheapest(&composition, &shapes) {
            Ok(path) => assert!(!path.to_string().is_empty()),
            Err(error) => assert!(matches!(error, ShapeError::SizeOverflow { .. }), "{error}"),
        }
    }
    let extents = [usize::MAX; 4];
    let mut steps = [(0, 0); 3];
    cheapest(&[0b0001, 0b0010, 0b0100, 0b1000], 0b1111, &extents, &mut steps);
    let cost = total_cost(&[0b0001, 0b0010, 0b0100, 0b1000], 0b1111, &extents, &steps);
    assert_eq!(cost.multiply_adds, u128::MAX);
    assert!(cost.to_string().starts_with("3.4e38 or more multiply-adds"), "{cost}");
}

#[test]
fn of_equal_orders_of_many_operands_the_one_from_left_to_right() {
    // One more than `order::cheapest` looks for an order of.
    let count = order::MAX_OPERANDS + 1;
    let composition = Composition::einsum(&format!("{}->i", vec!["i"; count].join(","))).unwrap();
    let shapes = vec![DynRankExtents::new(&[3]).unwrap(); count];
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!(path, Path::in_order(&composition, &shapes).unwrap());
    assert_eq!(path.cost().multiply_adds, 128 * 3);
    // 128 labels of extent 1, which make all orders alike.
    let wide: Vec<String> = (0..126).map(|n| format!("w{n}")).collect();
    let labels = |names: &[&str]| names.iter().map(|&name| String::from(name)).collect::<Vec<_>>();
    let with = |more: &[&str]| [labels(more), wide.clone()].concat();
    let operands = [with(&["i", "j"]), labels(&["j", "k"]), labels(&["k"])];
    let composition = Composition::from_labels(&operands, &labels(&["i"])).unwrap();
    let shape = |rank: usize, extent: usize| DynRankExtents::new(&vec![extent; rank]);
    let one = shape(128, 1).unwrap();
    let path =
        Path::cheapest(&composition, &[one, shape(2, 1).unwrap(), shape(1, 1).unwrap()]).unwrap();
    assert_eq!(path.pairs(), [(0, 1), (1, 0)]);
    // 128 labels of extent 2: an order is looked for, and the vector at the end comes first.
    let own =
        |name: &str, count: usize| (0..count).map(|n| format!("{name}{n}")).collect::<Vec<_>>();
    let operands = [
        [labels(&["i", "j"]), own("a", 42)].concat(),
        [labels(&["j", "k"]), own("b", 42)].concat(),
        [labels(&["k"]), own("c", 41)].concat(),
    ];
    let composition = Composition::from_labels(&operands, &labels(&["i"])).unwrap();
    let shapes = operands.map(|labels| shape(labels.len(), 2).unwrap());
    let path = Path::cheapest(&composition, &shapes).unwrap();
    assert_eq!(path.pairs(), [(1, 2), (0, 1)]);
}

#[test]
fn positions_of_every_bit() {
    // 43 operands of 3 labels share 128: bits to the last one.
    let sets: Vec<u128> = (0..43).map(|n| 0b1111_u128.wrapping_shl(3 * n)).collect();
    let extents = [2_usize; 128];
    let mut steps = vec![(0, 0); 42];
    assert_eq!(cheapest(&sets, 0, &extents, &mut steps), 42);
    assert_eq!(labels_at(43 + 41, &sets, 0, &steps), 0);
    let mut used = [false; 43 + 42];
    for &(left, right) in &steps {
        assert!(!used[left] && !used[right] && left != right);
        (used[left], used[right]) = (true, true);
    }
    // Each operand shares one label with the next: no step need touch more than two others.
    assert!(total_cost(&sets, 0, &extents, &steps).multiply_adds <= 42 * 8);
}

#[test]
fn buffers_that_are_too_short_and_steps_that_are_none() {
    let sets = [0b011, 0b110, 0b100];
    let mut steps = [(9, 9); 1];
    assert_eq!(cheapest(&sets, 0b001, &[2, 3, 4], &mut steps), 0);
    assert_eq!(in_order(3, &mut steps), 0);
    assert_eq!(steps, [(9, 9)]);
    assert_eq!(cheapest(&[], 0, &[], &mut []), 0);
    assert_eq!(cheapest(&[0b1], 0, &[2], &mut []), 0);
    let nonsense = [(0, 0), (7, 1), (1, 3), (usize::MAX, 0), (0, usize::MAX)];
    assert_eq!(total_cost(&sets, 0b001, &[2, 3, 4], &nonsense), Cost::NONE);
    // What a step took is gone.
    for step in [(0, 2), (2, 0), (1, 2), (2, 1)] {
        let cost = total_cost(&sets, 0b001, &[2, 3, 4], &[(0, 1), step]);
        assert_eq!(cost.multiply_adds, 2 * 3 * 4, "{step:?}");
    }
    assert_eq!(labels_at(usize::MAX, &sets, 0b001, &nonsense), 0);
    assert_eq!(labels_at(3, &sets, 0b001, &nonsense), 0);
}

/// Six operands of 12 labels, at compile time.
const COMPILED: [(usize, usize); 5] = {
    let mut steps = [(0, 0); 5];
    cheapest(&SIX, KEPT, &TWELVE, &mut steps);
    steps
};
const SIX: [u128; 6] =
    [0b1111, 0b11_0011, 0b1100_1100, 0b11_1100_0000, 0b1110_0011_0000, 0b1100_0000_0001];
const KEPT: u128 = 0b1000_0000_0010;
const TWELVE: [usize; 12] = [3, 5, 2, 7, 4, 6, 3, 8, 5, 2, 9, 4];

#[test]
fn the_same_order_at_compile_time() {
    let mut steps = [(0, 0); 5];
    cheapest(&SIX, KEPT, &TWELVE, &mut steps);
    assert_eq!(steps, COMPILED);
    const { assert!(total_cost(&SIX, KEPT, &TWELVE, &COMPILED).multiply_adds > 0) }
    // More than six, by the greedy rules.
    const CHAIN: [(usize, usize); 7] = {
        let chain =
            [0b11, 0b110, 0b1100, 0b11000, 0b11_0000, 0b110_0000, 0b1100_0000, 0b1_1000_0000];
        let mut steps = [(0, 0); 7];
        cheapest(&chain, 0b1_0000_0001, &[9, 9, 9, 9, 9, 9, 9, 9, 1], &mut steps);
        steps
    };
    // The vector at the end is worked off from the right.
    assert_eq!(CHAIN[0], (6, 7));
}

#[test]
fn a_table_that_a_person_reads() {
    let network = Network::of("ij,jk,k->i", &[('i', 20), ('j', 30), ('k', 40)]);
    let path = Path::cheapest(&network.composition(), &network.shapes()).unwrap();
    let table = "\
step  takes                   labels   multiply-adds  temporary
0     operand 1, operand 2    jk,k->j           1200         30
1     operand 0, temporary 0  ij,j->i            600          0
in all: 1800 multiply-adds, 1920 elements moved, 30 elements in a temporary
saved: 46200 of the 48000 multiply-adds of one nest of loops, which are 26 times as many";
    assert_eq!(path.to_string(), table);
    let outer = Network::of("i,j,k->ijk", &[('i', 2), ('j', 3), ('k', 4)]);
    let path = Path::in_order(&outer.composition(), &outer.shapes()).unwrap();
    assert!(
        path.to_string().ends_with("\nsaved: 18 of the 48 multiply-adds of one nest of loops"),
        "{path}"
    );
    let poor = Network::of("i,j,i,j->", &[('i', 9), ('j', 9)]);
    let path = Path::in_order(&poor.composition(), &poor.shapes()).unwrap();
    assert_eq!(path.cost().multiply_adds, 81 + 81 + 9);
    let same = Network::of("i,i,i->i", &[('i', 9)]);
    let path = Path::in_order(&same.composition(), &same.shapes()).unwrap();
    assert!(
        path.to_string().ends_with("\nsaved: none of the 18 multiply-adds of one nest of loops"),
        "{path}"
    );
}

#[test]
fn one_nest_of_loops_where_steps_save_nothing_and_store_more() {
    let all = [('i', 9), ('j', 9), ('k', 9)];
    for (text, steps) in [
        // No step to save, so one nest.
        ("i->", 1),
        ("ij,jk->ik", 1),
        // Of two operands neither is summed first.
        ("ij,k->", 1),
        // A temporary of 9 or 81 elements against a result of 1 or 9.
        ("i,i,i->", 1),
        ("ij,ij,ij->i", 1),
        // No temporary is larger than the result.
        ("i,i,i->i", 2),
        // Fewer multiply-adds.
        ("i,j,k->ijk", 2),
        ("ij,j,j->i", 2),
        ("ij,jk,ki->", 2),
    ] {
        let network = Network::of(text, &all);
        let path = Path::automatic(&network.composition(), &network.shapes()).unwrap();
        assert_eq!(path.steps().len(), steps, "{path}");
    }
}
