//! Contractions on any number of ranks, from any distributions, against the sum of products that defines them.

use extents::{Composition, DynRankExtents, Extents};
use extents_mpi::{DistPlan, DistTensor, Distribution, simulated};

use crate::random::{Random, indices};

/// A case: labels of two operands and of the result, as numbers, and the extent of each label.
struct Case {
    operands: Vec<Vec<usize>>,
    result: Vec<usize>,
    extents: Vec<usize>,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let labels = 1 + random.below(5);
        let extents: Vec<usize> =
            (0..labels).map(|_| random.pick(&[0, 1, 2, 3, 4, 5, 6, 7])).collect();
        let extents: Vec<usize> =
            extents.iter().map(|&it| if it == 0 && random.below(6) > 0 { 2 } else { it }).collect();
        let count = 1 + usize::from(random.below(8) > 0);
        let operands: Vec<Vec<usize>> = (0..count)
            .map(|_| (0..random.below(4)).map(|_| random.below(labels)).collect())
            .collect();
        let mut result = vec![];
        for label in 0..labels {
            if operands.iter().any(|it: &Vec<usize>| it.contains(&label)) && random.below(2) == 0 {
                result.insert(random.below(result.len() + 1), label);
            }
        }
        Case { operands, result, extents }
    }

    /// Labels are numbered by their first use.
    fn composition(&self) -> (Composition, Vec<usize>) {
        let text = |labels: &Vec<usize>| -> Vec<String> {
            labels.iter().map(|label| format!("l{label}")).collect()
        };
        let operands: Vec<Vec<String>> = self.operands.iter().map(text).collect();
        let composition = Composition::from_labels(&operands, &text(&self.result)).unwrap();
        let extent = |name: &str| self.extents[name[1..].parse::<usize>().unwrap()];
        let extents = composition.names().iter().map(|name| extent(name)).collect();
        (composition, extents)
    }

    fn shape(&self, labels: &[usize]) -> Vec<usize> {
        labels.iter().map(|&label| self.extents[label]).collect()
    }

    /// The element of an operand.
    fn element(operand: usize, index: &[usize]) -> i64 {
        index.iter().fold(operand as i64 + 2, |number, &at| (number * 5 + at as i64) % 11 - 3)
    }

    /// The sum of products over all labels that the result does not have.
    fn by_definition(&self) -> Vec<i64> {
        let used: Vec<bool> = (0..self.extents.len())
            .map(|label| self.operands.iter().any(|it| it.contains(&label)))
            .collect();
        let all: Vec<usize> =
            self.extents.iter().zip(&used).map(|(&it, &used)| if used { it } else { 1 }).collect();
        let shape = self.shape(&self.result);
        let mut sums = vec![0; shape.iter().product()];
        for at in indices(&all) {
            let place =
                self.result.iter().fold(0, |place, &label| place * self.extents[label] + at[label]);
            let product: i64 = self
                .operands
                .iter()
                .enumerate()
                .map(|(operand, labels)| {
                    let index: Vec<usize> = labels.iter().map(|&label| at[label]).collect();
                    Self::element(operand, &index)
                })
                .product();
            sums[place] += product;
        }
        sums
    }
}

/// Runs a plan, and compares the result and what was received with what is expected.
fn check(case: &Case, plan: &DistPlan, ranks: usize, name: &str) {
    let expected = case.by_definition();
    let ends = simulated::run(ranks, |world| {
        let mut operands = vec![];
        for (operand, labels) in case.operands.iter().enumerate() {
            let shape = DynRankExtents::new(&case.shape(labels)).unwrap();
            let given = plan.operand(operand).unwrap();
            let element = |index: extents::ModeArray<usize>| Case::element(operand, &index);
            operands.push(DistTensor::from_fn(world, shape, given, element).unwrap());
        }
        let operands: Vec<_> = operands.iter().collect();
        let result = plan.contract(world, &operands).unwrap();
        let received = world.received() / 8;
        assert_eq!(result.extents().extents().to_vec(), case.shape(&case.result));
        (received, result.gather(world).unwrap())
    });
    for (rank, (received, _)) in ends.iter().enumerate() {
        assert_eq!(*received, plan.received(rank), "{name}, rank {rank}, {plan}");
    }
    let most = ends.iter().map(|(received, _)| *received).max().unwrap();
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
        if n % 2 == 0 {
            let plan = DistPlan::at_home(ranks, &composition, &extents).unwrap();
            check(&case, &plan, ranks, &name);
        } else {
            let given: Vec<Distribution> = case
                .operands
                .iter()
                .map(|labels| random.distribution(&case.shape(labels), ranks))
                .collect();
            let given: Vec<&Distribution> = given.iter().collect();
            let wanted = random.distribution(&case.shape(&case.result), ranks);
            let wanted = (random.below(2) == 0).then_some(&wanted);
            let plan = DistPlan::new(ranks, &composition, &given, wanted, None).unwrap();
            check(&case, &plan, ranks, &name);
        }
    }
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
    let error = DistPlan::new(8, &product, &[&a, &b], None, Some(10)).unwrap_err();
    let extents_mpi::DistError::Memory { limit: 10, least } = error else { panic!("{error}") };
    assert!(least > 10 && DistPlan::new(8, &product, &[&a, &b], None, Some(least)).is_ok());
}
