//! Random networks, and what they cost and are by definition: sets of labels and loops over all
//! indices, nothing of the library's.

use std::collections::{BTreeMap, BTreeSet};

use extents::{Composition, DynRankExtents};

pub(crate) type Labels = BTreeSet<char>;

/// Numbers that look random and are the same each time.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// One label a mode.
    pub(crate) operands: Vec<Vec<char>>,
    pub(crate) result: Vec<char>,
    pub(crate) extents: BTreeMap<char, usize>,
}

impl Network {
    /// Operands of up to three modes over `labels` labels, with extents out of the list.
    pub(crate) fn draw(draw: &mut Draw, operands: usize, labels: usize, extents: &[usize]) -> Self {
        let letters: Vec<char> = ('a'..='z').take(labels).collect();
        let extents = letters.iter().map(|&l| (l, extents[draw.below(extents.len())])).collect();
        let operands: Vec<Vec<char>> = (0..operands)
            .map(|_| (0..draw.below(4)).map(|_| letters[draw.below(labels)]).collect())
            .collect();
        let used: Labels = operands.iter().flatten().copied().collect();
        let result = used.into_iter().filter(|_| draw.below(3) == 0).collect();
        Network { operands, result, extents }
    }

    pub(crate) fn of(text: &str, extents: &[(char, usize)]) -> Self {
        let (left, right) = text.split_once("->").unwrap();
        Network {
            operands: left.split(',').map(|labels| labels.chars().collect()).collect(),
            result: right.chars().collect(),
            extents: extents.iter().copied().collect(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let operands: Vec<String> = self.operands.iter().map(|l| l.iter().collect()).collect();
        format!("{}->{}", operands.join(","), self.result.iter().collect::<String>())
    }

    pub(crate) fn composition(&self) -> Composition {
        Composition::einsum(&self.text()).unwrap()
    }

    pub(crate) fn shapes(&self) -> Vec<DynRankExtents> {
        let shape = |labels: &Vec<char>| {
            let extents: Vec<usize> = labels.iter().map(|label| self.extents[label]).collect();
            DynRankExtents::new(&extents).unwrap()
        };
        self.operands.iter().map(shape).collect()
    }

    pub(crate) fn size(&self, labels: &Labels) -> u128 {
        labels.iter().map(|label| self.extents[label] as u128).product()
    }

    fn kept(&self) -> Labels {
        self.result.iter().copied().collect()
    }

    /// The operands as sets, without the labels that only one of them needs, and how many
    /// multiply-adds it takes to sum those.
    pub(crate) fn summed(&self) -> (Vec<Labels>, u128) {
        let sets: Vec<Labels> =
            self.operands.iter().map(|labels| labels.iter().copied().collect()).collect();
        let mut adds = 0;
        let mut summed = Vec::new();
        for (position, set) in sets.iter().enumerate() {
            let others = sets.iter().enumerate().filter(|(other, _)| *other != position);
            let needed: Labels = others.flat_map(|(_, other)| other).copied().collect();
            let needed: Labels = needed.union(&self.kept()).copied().collect();
            let rest: Labels = set.intersection(&needed).copied().collect();
            if set.difference(&rest).any(|label| self.extents[label] != 1) {
                adds += self.size(set);
            }
            summed.push(rest);
        }
        (summed, adds)
    }

    /// What is left of the list after two of it are contracted, and what that costs.
    pub(crate) fn contract(
        &self,
        list: &[Labels],
        first: usize,
        second: usize,
    ) -> (Vec<Labels>, u128, Labels) {
        let both: Labels = list[first].union(&list[second]).copied().collect();
        let mut rest: Vec<Labels> = Vec::new();
        for (position, set) in list.iter().enumerate() {
            if position != first && position != second {
                rest.push(set.clone());
            }
        }
        let kept = self.kept();
        let is_needed = |label: &char| {
            kept.contains(label) || rest.iter().any(|set: &Labels| set.contains(label))
        };
        let made: Labels = both.iter().copied().filter(is_needed).collect();
        rest.push(made.clone());
        (rest, self.size(&both), made)
    }

    /// The fewest multiply-adds of all orders, and of these the smallest largest temporary.
    pub(crate) fn least(&self, list: &[Labels]) -> (u128, u128) {
        let mut least = (u128::MAX, u128::MAX);
        if list.len() == 1 {
            return (0, 0);
        }
        for second in 0..list.len() {
            for first in 0..second {
                let (rest, adds, made) = self.contract(list, first, second);
                let temporary = if rest.len() > 1 { self.size(&made) } else { 0 };
                let (later, largest) = self.least(&rest);
                least = least.min((adds + later, largest.max(temporary)));
            }
        }
        least
    }

    /// The result by loops over all indices, wrapping; operands and result are row-major.
    pub(crate) fn value(&self, operands: &[Vec<i64>]) -> Vec<i64> {
        let labels: Vec<char> = {
            let all: Labels = self.operands.iter().flatten().copied().collect();
            all.into_iter().collect()
        };
        let offset = |modes: &[char], index: &BTreeMap<char, usize>| {
            modes.iter().fold(0, |offset, mode| offset * self.extents[mode] + index[mode])
        };
        let elements = self.result.iter().map(|label| self.extents[label]).product();
        let mut result = vec![0_i64; elements];
        let total: usize = labels.iter().map(|label| self.extents[label]).product();
        for number in 0..total {
            let mut rest = number;
            let mut index = BTreeMap::new();
            for label in &labels {
                index.insert(*label, rest % self.extents[label]);
                rest /= self.extents[label];
            }
            let product =
                self.operands.iter().zip(operands).fold(1_i64, |product, (modes, data)| {
                    product.wrapping_mul(data[offset(modes, &index)])
                });
            let element = &mut result[offset(&self.result, &index)];
            *element = element.wrapping_add(product);
        }
        result
    }
}
