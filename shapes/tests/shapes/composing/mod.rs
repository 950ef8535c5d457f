//! Composition by its rules, over lists of indices: nothing here folds or shares, and nothing is the library's but the
//! shapes that are drawn.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "each test file uses a part of it; the numbers are small, and a panic fails the test"
)]

pub(crate) mod draw;

use std::collections::{BTreeMap, BTreeSet};

use extents_shapes::JaggedShape;

pub(crate) type Index = Vec<usize>;

/// A shape as a tree: rows that are spelled out, or the end of an index.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    End,
    /// The origin of this row, and its slices.
    Row(usize, Vec<Tree>),
}

impl Tree {
    /// The tree of smooth extents.
    pub(crate) fn smooth(extents: &[usize]) -> Tree {
        let Some((&first, rest)) = extents.split_first() else { return Tree::End };
        Tree::Row(0, vec![Tree::smooth(rest); first])
    }

    /// The tree of rank `rank` whose row below a prefix has the extent and the origin that `row` says.
    pub(crate) fn of(rank: usize, row: &dyn Fn(&[usize]) -> (usize, usize)) -> Tree {
        fn below(
            prefix: &mut Vec<usize>,
            rank: usize,
            row: &dyn Fn(&[usize]) -> (usize, usize),
        ) -> Tree {
            if prefix.len() == rank {
                return Tree::End;
            }
            let (extent, origin) = row(prefix);
            let slices = (0..extent).map(|step| {
                prefix.push(step);
                let slice = below(prefix, rank, row);
                prefix.pop();
                slice
            });
            let slices = slices.collect();
            Tree::Row(origin, slices)
        }
        below(&mut Vec::new(), rank, row)
    }

    /// All indices, in lexicographic order.
    pub(crate) fn indices(&self) -> Vec<Index> {
        let Tree::Row(origin, slices) = self else { return vec![vec![]] };
        let with = |(step, slice): (usize, &Tree)| {
            let inner = slice.indices().into_iter();
            inner.map(move |rest| [&[origin + step], &rest[..]].concat()).collect::<Vec<_>>()
        };
        slices.iter().enumerate().flat_map(with).collect()
    }

    /// The shape, built slice by slice by the library's constructors; rows of one origin throughout a shape.
    pub(crate) fn shape(&self, rank: usize) -> JaggedShape {
        let Tree::Row(origin, slices) = self else { return JaggedShape::scalar() };
        let slices: Vec<JaggedShape> = slices.iter().map(|slice| slice.shape(rank - 1)).collect();
        let shape = JaggedShape::from_slices_of_rank(rank - 1, &slices).unwrap();
        shape.with_origin(&[*origin]).unwrap()
    }
}

/// What a mode is as a function: the rows that partial indices lead to, each its extent and origin, and the modes
/// that tell the row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows {
    /// Labels (or modes), without those that tell nothing.
    pub(crate) parents: Vec<usize>,
    /// For the coordinates of the parents, in the order of `parents`: extent and origin.
    pub(crate) values: BTreeMap<Vec<usize>, (usize, usize)>,
}

/// The rows of a mode of a tree, for steps along each mode before it.
fn rows_at(tree: &Tree, mode: usize) -> Vec<(Vec<usize>, (usize, usize))> {
    let Tree::Row(origin, slices) = tree else { return vec![] };
    if mode == 0 {
        return vec![(vec![], (slices.len(), *origin))];
    }
    let with = |(step, slice): (usize, &Tree)| {
        let rows = rows_at(slice, mode - 1).into_iter();
        rows.map(move |(rest, value)| ([&[step], &rest[..]].concat(), value)).collect::<Vec<_>>()
    };
    slices.iter().enumerate().flat_map(with).collect()
}

/// The function restricted to some places of its argument, if they tell it.
fn told_by(
    rows: &[(Vec<usize>, (usize, usize))],
    places: &[usize],
) -> Option<BTreeMap<Vec<usize>, (usize, usize)>> {
    let mut values = BTreeMap::new();
    for (key, value) in rows {
        let key: Vec<usize> = places.iter().map(|&place| key[place]).collect();
        if *values.entry(key).or_insert(*value) != *value {
            return None;
        }
    }
    Some(values)
}

/// A function of labels: the smallest set of them that tells it, by trying all sets. `names` are the labels of the
/// argument; where two are the same, only arguments count in which their coordinates are.
fn function(rows: Vec<(Vec<usize>, (usize, usize))>, names: &[usize]) -> Rows {
    let diagonal = |key: &Vec<usize>| {
        (0..names.len()).all(|a| (0..a).all(|b| names[a] != names[b] || key[a] == key[b]))
    };
    let rows: Vec<_> = rows.into_iter().filter(|(key, _)| diagonal(key)).collect();
    let firsts: Vec<usize> =
        (0..names.len()).filter(|&a| !names[..a].contains(&names[a])).collect();
    let mut sets: Vec<Vec<usize>> = (0..1_usize << firsts.len())
        .map(|bits| {
            (0..firsts.len()).filter(|at| bits >> at & 1 == 1).map(|at| firsts[at]).collect()
        })
        .collect();
    sets.sort_by_key(Vec::len);
    let found = sets.iter().find_map(|places| {
        let values = told_by(&rows, places)?;
        Some(Rows { parents: places.iter().map(|&place| names[place]).collect(), values })
    });
    found.unwrap()
}

/// An operand: its tree and the label of each mode.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) tree: Tree,
    pub(crate) labels: Vec<usize>,
}

impl Operand {
    pub(crate) fn shape(&self) -> JaggedShape {
        self.tree.shape(self.labels.len())
    }

    /// Whether some mode has no row: then nothing tells its extent, and the library may refuse what an empty set of
    /// indices would allow.
    pub(crate) fn has_unknown(&self) -> bool {
        (0..self.labels.len()).any(|mode| rows_at(&self.tree, mode).is_empty())
    }

    pub(crate) fn has_diagonal(&self) -> bool {
        (0..self.labels.len()).any(|mode| self.labels[..mode].contains(&self.labels[mode]))
    }

    fn functions(&self) -> Vec<(usize, Rows)> {
        let modes = self.labels.iter().enumerate();
        modes
            .map(|(mode, &label)| {
                (label, function(rows_at(&self.tree, mode), &self.labels[..mode]))
            })
            .collect()
    }

    /// The indices as maps from labels to coordinates; a label that repeats keeps the diagonal.
    fn maps(&self) -> Vec<BTreeMap<usize, usize>> {
        let map = |index: &Index| {
            let mut map = BTreeMap::new();
            let mut pairs = self.labels.iter().zip(index);
            pairs.all(|(&label, &at)| *map.entry(label).or_insert(at) == at).then_some(map)
        };
        self.tree.indices().iter().filter_map(map).collect()
    }
}

/// How a composition is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    pub(crate) zero_extend: bool,
    pub(crate) strict: bool,
}

/// The indices of a product, or `None` where the rules refuse it.
///
/// 1. The modes of a label are one function: the same values for the same parents. Summed labels may have parents of
///    their own, if the lists of rows are the same; with `strict` not even then; with `zero_extend` anything goes.
/// 2. The parents of a label of the result stand before it, but see [`permuted`].
/// 3. The result then has the indices of the natural join, cut to its labels.
pub(crate) fn product(operands: &[Operand], to: &[usize], asked: Asked) -> Option<BTreeSet<Index>> {
    let mut known: BTreeMap<usize, Rows> = BTreeMap::new();
    for operand in operands {
        for (label, found) in operand.functions() {
            let Some(before) = known.get(&label) else {
                known.insert(label, found);
                continue;
            };
            if asked.zero_extend && !to.contains(&label) {
                continue;
            }
            let is_summed = !to.contains(&label);
            let ragged = |rows: &Rows| !rows.parents.is_empty();
            let as_lists = is_summed && !asked.strict && ragged(before) && ragged(&found);
            let is_list = as_lists && unnamed(before) == unnamed(&found);
            if !is_list && !is_same(before, &found) {
                return None;
            }
        }
    }
    // The result, by its definition: a result index is one whose rows lead to it.
    let mut result: BTreeSet<Vec<(usize, usize)>> = BTreeSet::from([vec![]]);
    let mut turned = known.clone();
    turn(&mut turned, to)?;
    for (place, label) in to.iter().enumerate() {
        let rows = turned.get(label)?;
        if !rows.parents.iter().all(|parent| to[..place].contains(parent)) {
            return None;
        }
        let mut longer = BTreeSet::new();
        for prefix in result {
            let key: Vec<usize> = rows
                .parents
                .iter()
                .map(|parent| prefix[to.iter().position(|l| l == parent).unwrap()].0)
                .collect();
            // Where no operand has a row, there is no index either.
            let (extent, origin) = rows.values.get(&key).copied().unwrap_or((0, 0));
            longer.extend((0..extent).map(|step| [&prefix[..], &[(step, origin + step)]].concat()));
        }
        result = longer;
    }
    Some(result.iter().map(|index| index.iter().map(|&(_, at)| at).collect()).collect())
}

/// Whether two functions of labels are the same, in whatever order their arguments are.
fn is_same(left: &Rows, right: &Rows) -> bool {
    let mut order: Vec<usize> = Vec::new();
    for parent in &left.parents {
        order.extend(right.parents.iter().position(|other| other == parent));
    }
    let moved = |(key, value): (&Vec<usize>, &(usize, usize))| {
        (order.iter().map(|&at| key[at]).collect::<Vec<_>>(), *value)
    };
    left.parents.len() == right.parents.len()
        && order.len() == left.parents.len()
        && left.values == right.values.iter().map(moved).collect()
}

/// The rows in order, whatever their parents are called.
fn unnamed(rows: &Rows) -> (usize, &BTreeMap<Vec<usize>, (usize, usize)>) {
    (rows.parents.len(), &rows.values)
}

/// A label that stands before its one parent: the parent's columns become rows, if the lengths never grow.
fn turn(known: &mut BTreeMap<usize, Rows>, to: &[usize]) -> Option<()> {
    for (place, &label) in to.iter().enumerate() {
        let rows = known.get(&label)?.clone();
        let &[parent] = &rows.parents[..] else { continue };
        let Some(at) = to.iter().position(|&l| l == parent) else { continue };
        let above = known.get(&parent)?.clone();
        if at < place || !above.parents.is_empty() {
            continue;
        }
        let lengths: Vec<(usize, usize)> = rows.values.values().copied().collect();
        if lengths.windows(2).any(|pair| pair[0].0 < pair[1].0 || pair[0].1 != pair[1].1) {
            return None;
        }
        let (longest, origin) = lengths[0];
        let parent_origin = above.values[&vec![]].1;
        let column =
            |at: usize| (lengths.iter().filter(|(length, _)| *length > at).count(), parent_origin);
        let columns: BTreeMap<Vec<usize>, _> =
            (0..longest).map(|at| (vec![at], column(at))).collect();
        let smooth = |value| Rows { parents: vec![], values: BTreeMap::from([(vec![], value)]) };
        known.insert(label, smooth((longest, origin)));
        known.insert(parent, Rows { parents: vec![label], values: columns });
    }
    Some(())
}

/// The natural join of the operands' indices, cut to some labels: an independent way to the result.
pub(crate) fn joined(operands: &[Operand], to: &[usize]) -> BTreeSet<Index> {
    let mut all: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new()];
    for operand in operands {
        let maps = operand.maps();
        let mut longer = Vec::new();
        for known in &all {
            for map in &maps {
                if map.iter().all(|(label, at)| known.get(label).is_none_or(|k| k == at)) {
                    longer.push(known.iter().chain(map).map(|(&l, &at)| (l, at)).collect());
                }
            }
        }
        all = longer;
    }
    all.iter().map(|map| to.iter().map(|label| map[label]).collect()).collect()
}

/// Whether each row of a tree has an entry: then a sum over it leaves its row in the join.
pub(crate) fn is_full(operand: &Operand) -> bool {
    (0..operand.labels.len()).all(|mode| {
        let rows = rows_at(&operand.tree, mode);
        !rows.is_empty() && rows.iter().all(|(_, (extent, _))| *extent > 0)
    })
}
