//! Random contractions, and the sum of products that defines them.

use extents::{Composition, DynRankExtents, Extents};
use extents_mpi::{DistError, DistPlan, DistTensor, Distribution, Mesh, Share, Transport};

use crate::random::{Random, indices};

/// A case: labels of two operands and of the result, as numbers, and the extent of each label.
pub(crate) struct Case {
    pub(crate) operands: Vec<Vec<usize>>,
    pub(crate) result: Vec<usize>,
    pub(crate) extents: Vec<usize>,
}

impl Case {
    pub(crate) fn random(random: &mut Random) -> Self {
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
    pub(crate) fn composition(&self) -> (Composition, Vec<usize>) {
        let text = |labels: &Vec<usize>| -> Vec<String> {
            labels.iter().map(|label| format!("l{label}")).collect()
        };
        let operands: Vec<Vec<String>> = self.operands.iter().map(text).collect();
        let composition = Composition::from_labels(&operands, &text(&self.result)).unwrap();
        let extent = |name: &str| self.extents[name[1..].parse::<usize>().unwrap()];
        let extents = composition.names().iter().map(|name| extent(name)).collect();
        (composition, extents)
    }

    pub(crate) fn shape(&self, labels: &[usize]) -> Vec<usize> {
        labels.iter().map(|&label| self.extents[label]).collect()
    }

    /// The element of an operand.
    pub(crate) fn element(operand: usize, index: &[usize]) -> i64 {
        index.iter().fold(operand as i64 + 2, |number, &at| (number * 5 + at as i64) % 11 - 3)
    }

    /// The sum of products over all labels that the result does not have.
    pub(crate) fn by_definition(&self) -> Vec<i64> {
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

    /// A plan: of operands at home, or of operands and a result that are anywhere.
    pub(crate) fn plan(&self, random: &mut Random, ranks: usize, is_at_home: bool) -> DistPlan {
        let (composition, extents) = self.composition();
        if is_at_home {
            return DistPlan::at_home(ranks, &composition, &extents).unwrap();
        }
        let given: Vec<Distribution> = self
            .operands
            .iter()
            .map(|labels| random.distribution(&self.shape(labels), ranks))
            .collect();
        let given: Vec<&Distribution> = given.iter().collect();
        let wanted = random.distribution(&self.shape(&self.result), ranks);
        let wanted = (random.below(2) == 0).then_some(&wanted);
        DistPlan::new(ranks, &composition, &given, wanted, None).unwrap()
    }

    /// A plan of operands that are dealt out in tiles along axes of one mesh, an axis for each of some labels, as is the result where it
    /// is asked for.
    pub(crate) fn plan_of_tiles(&self, random: &mut Random, grid: &[usize]) -> DistPlan {
        let (composition, _) = self.composition();
        let mesh = Mesh::new(grid.to_vec()).unwrap();
        let used: Vec<usize> = (0..self.extents.len())
            .filter(|label| self.operands.iter().any(|it| it.contains(label)))
            .collect();
        let labels: Vec<usize> =
            grid.iter().map(|_| random.pick(&[&used[..], &[0]].concat())).collect();
        let tiles: Vec<usize> = grid.iter().map(|_| 1 + random.below(2)).collect();
        let dealt = |list: &[usize]| {
            let mut free: Vec<usize> = (0..mesh.axes()).collect();
            let modes = list.iter().map(|label| {
                let extent = self.extents[*label];
                match free.iter().position(|&axis| labels[axis] == *label) {
                    Some(at) => {
                        let axis = free.swap_remove(at);
                        Share::block_cyclic(extent, tiles[axis], &mesh, axis).unwrap()
                    }
                    None => Share::whole(extent).unwrap(),
                }
            });
            let modes: Vec<Share> = modes.collect();
            Distribution::new(&mesh, modes).unwrap()
        };
        let given: Vec<Distribution> = self.operands.iter().map(|labels| dealt(labels)).collect();
        let given: Vec<&Distribution> = given.iter().collect();
        let wanted = dealt(&self.result);
        let wanted = (random.below(2) == 0).then_some(&wanted);
        DistPlan::new(mesh.processes(), &composition, &given, wanted, None).unwrap()
    }

    /// The same plan within a limit that is drawn between the least and what it holds without one.
    pub(crate) fn in_panels(random: &mut Random, plan: &DistPlan) -> DistPlan {
        let most = plan.costs().memory;
        let least = match plan.within(0) {
            Ok(_) => 0,
            Err(DistError::Memory { limit: 0, least }) => least,
            Err(error) => panic!("{error}"),
        };
        assert!(least <= most, "{least}: {plan}");
        let limit = match random.below(3) {
            0 => least,
            _ => least + random.below(most - least + 1),
        };
        let panels = plan.within(limit).unwrap();
        assert!(panels.costs().memory <= limit, "{limit}: {panels}");
        panels
    }

    /// The contraction on this rank, and the number of elements that it had room for.
    pub(crate) fn contract_and_count(
        &self,
        world: &impl Transport<i64>,
        plan: &DistPlan,
    ) -> (DistTensor<i64, DynRankExtents>, usize) {
        let mut operands = vec![];
        for (operand, labels) in self.operands.iter().enumerate() {
            let shape = DynRankExtents::new(&self.shape(labels)).unwrap();
            let given = plan.operand(operand).unwrap();
            let element = |index: extents::ModeArray<usize>| Case::element(operand, &index);
            operands.push(DistTensor::from_fn(world, shape, given, element).unwrap());
        }
        let operands: Vec<_> = operands.iter().collect();
        let (result, held) = plan.contract_and_count(world, &operands).unwrap();
        assert_eq!(result.extents().extents().to_vec(), self.shape(&self.result));
        (result, held)
    }
}
