//! Random chains of rearrangements of random strided mappings, against their definitions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::*;
use extents::rearrange::*;
use extents::*;

use crate::safe_code::dyn_of;

pub(crate) struct Random(pub(crate) u64);
impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Extents, and the offset in the first buffer of each index in row-major order.
#[derive(Clone, Debug)]
struct Model {
    extents: Vec<usize>,
    offsets: Vec<usize>,
}

fn all_indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        all = all
            .into_iter()
            .flat_map(|index| {
                (0..extent).map(move |i| {
                    let mut index = index.clone();
                    index.push(i);
                    index
                })
            })
            .collect();
    }
    all
}

impl Model {
    fn at(&self, index: &[usize]) -> usize {
        let mut at = 0;
        for (i, e) in index.iter().zip(&self.extents) {
            assert!(i < e);
            at = at * e + i;
        }
        self.offsets[at]
    }

    fn with(&self, extents: Vec<usize>, from: impl Fn(&[usize]) -> Vec<usize>) -> Model {
        let offsets = all_indices(&extents).iter().map(|index| self.at(&from(index))).collect();
        Model { extents, offsets }
    }
}

type ByView<'a> = View<'a, usize, DynRankExtents, Strided<ModeArray<isize>>>;
type ByViewMut<'a> = ViewMut<'a, usize, DynRankExtents, Strided<ModeArray<isize>>>;

/// An operation that is possible, and what it gives by definition.
fn random_operation(random: &mut Random, model: &Model) -> Option<(Operation, Model)> {
    let e = model.extents.clone();
    let rank = e.len();
    let mode = random.below(rank);
    Some(match random.below(11) {
        0 | 1 if rank > 0 => {
            let drops = random.below(2) == 0;
            let (mut entries, mut kept) = (vec![], vec![]);
            for &extent in &e {
                if extent > 0 && random.below(3) == 0 {
                    let i = random.below(extent);
                    entries.push(Slice::index(i));
                    kept.push((i, 1, 1, true));
                } else {
                    let begin = random.below(extent + 1);
                    let step = 1 + random.below(3);
                    let end = begin + random.below(extent - begin + 1);
                    entries.push(Slice::from(begin..end).step(step));
                    kept.push((begin, (end - begin).div_ceil(step), step, false));
                }
            }
            if drops && !kept.iter().any(|kept| kept.3) {
                return None;
            }
            let extents =
                kept.iter().filter(|kept| !(drops && kept.3)).map(|kept| kept.1).collect();
            let to = model.with(extents, |index| {
                let mut index = index.iter();
                kept.iter()
                    .map(|&(begin, _, step, is_index)| {
                        if drops && is_index { begin } else { begin + step * index.next().unwrap() }
                    })
                    .collect()
            });
            (if drops { Operation::Chip(entries) } else { Operation::Slice(entries) }, to)
        }
        2 if rank > 0 => {
            let mut order: Vec<usize> = (0..rank).collect();
            for k in (1..rank).rev() {
                order.swap(k, random.below(k + 1));
            }
            let extents = order.iter().map(|&mode| e[mode]).collect();
            let to = model.with(extents, |index| {
                let mut from = vec![0; rank];
                for (k, &mode) in order.iter().enumerate() {
                    from[mode] = index[k];
                }
                from
            });
            (Operation::Permute(order), to)
        }
        3 => (
            Operation::Transpose,
            model.with(e.iter().rev().copied().collect(), |index| {
                index.iter().rev().copied().collect()
            }),
        ),
        4 if rank > 0 => (
            Operation::Reverse(mode),
            model.with(e.clone(), |index| {
                let mut index = index.to_vec();
                index[mode] = e[mode] - 1 - index[mode];
                index
            }),
        ),
        5 if rank > 0 && e[mode] > 0 => {
            let divisors: Vec<usize> =
                (1..=e[mode]).filter(|d| e[mode].is_multiple_of(*d)).collect();
            let fast = divisors[random.below(divisors.len())];
            let mut extents = e.clone();
            extents.splice(mode..=mode, [e[mode] / fast, fast]);
            let to = model.with(extents, |index| {
                let mut from = index.to_vec();
                from.splice(mode..=mode + 1, [index[mode] * fast + index[mode + 1]]);
                from
            });
            (Operation::Split(mode, vec![e[mode] / fast, fast]), to)
        }
        6 if rank < 6 => {
            let mode = random.below(rank + 1);
            let mut extents = e.clone();
            extents.insert(mode, 1);
            let to = model.with(extents, |index| {
                let mut index = index.to_vec();
                index.remove(mode);
                index
            });
            (Operation::Insert(mode), to)
        }
        7 => {
            let mode = e.iter().position(|&extent| extent == 1)?;
            let mut extents = e.clone();
            extents.remove(mode);
            let to = model.with(extents, |index| {
                let mut index = index.to_vec();
                index.insert(mode, 0);
                index
            });
            (Operation::Drop(mode), to)
        }
        8 if rank > 1 => {
            let other = (0..rank).find(|&other| other != mode && e[other] == e[mode])?;
            let (first, second) = (mode.min(other), mode.max(other));
            let mut extents = e.clone();
            extents.remove(second);
            let to = model.with(extents, |index| {
                let mut index = index.to_vec();
                index.insert(second, index[first]);
                index
            });
            (Operation::Diagonal(first, second), to)
        }
        9 if rank > 0 && rank <= 3 && !e.contains(&0) => {
            let tile: Vec<usize> = e
                .iter()
                .map(|&extent| {
                    let d: Vec<usize> =
                        (1..=extent).filter(|d| extent.is_multiple_of(*d)).collect();
                    d[random.below(d.len())]
                })
                .collect();
            let mut extents: Vec<usize> = e.iter().zip(&tile).map(|(e, t)| e / t).collect();
            extents.extend(&tile);
            let to = model.with(extents, |index| {
                (0..rank).map(|k| index[k] * tile[k] + index[rank + k]).collect()
            });
            (Operation::Tiles(tile), to)
        }
        10 if rank > 1 => {
            let mode = random.below(rank - 1);
            let mut extents = e.clone();
            let fast = e[mode + 1];
            extents.splice(mode..=mode + 1, [e[mode] * fast]);
            let to = model.with(extents, |index| {
                let mut from = index.to_vec();
                from.splice(mode..=mode, [index[mode] / fast, index[mode] % fast]);
                from
            });
            (Operation::Merge(mode), to)
        }
        _ => return None,
    })
}

#[derive(Debug)]
enum Operation {
    Slice(Vec<Slice>),
    Chip(Vec<Slice>),
    Permute(Vec<usize>),
    Transpose,
    Reverse(usize),
    Split(usize, Vec<usize>),
    Insert(usize),
    Drop(usize),
    Diagonal(usize, usize),
    Tiles(Vec<usize>),
    Merge(usize),
}

/// The method of an operation, of views and of mutable views.
macro_rules! operate {
    ($operation:expr, $view:expr) => {
        match $operation {
            Operation::Slice(entries) => $view.slice(&entries[..]),
            Operation::Chip(entries) => $view.chip(entries),
            Operation::Permute(order) => $view.permute(order),
            Operation::Transpose => $view.transpose(),
            Operation::Reverse(mode) => $view.reverse(*mode),
            Operation::Split(mode, parts) => $view.split(*mode, parts),
            Operation::Insert(mode) => $view.insert_mode(*mode),
            Operation::Drop(mode) => $view.drop_mode(*mode),
            Operation::Diagonal(first, second) => $view.diagonal(*first, *second),
            Operation::Tiles(tile) => $view.tiles(tile),
            Operation::Merge(mode) => $view.merge(*mode),
        }
    };
}

impl Operation {
    fn on<'a>(&self, view: &ByView<'a>) -> Result<ByView<'a>, ShapeError> {
        operate!(self, view)
    }

    fn on_mut<'a>(&self, view: ByViewMut<'a>) -> Result<ByViewMut<'a>, ShapeError> {
        operate!(self, view)
    }
}

/// Everything that reads elements, against the model; each element holds its offset.
fn check_view(view: &ByView<'_>, model: &Model) {
    let wanted = &model.offsets;
    assert_eq!(view.extents().as_slice(), model.extents, "{model:?}");
    assert!(view.iter().copied().eq(wanted.iter().copied()), "{view:?} {model:?}");
    assert!(view.iter().rev().copied().eq(wanted.iter().rev().copied()));
    let mut folded = vec![];
    view.for_each(|x| folded.push(*x));
    assert_eq!(&folded, wanted);
    let mut sorted = wanted.clone();
    sorted.sort_unstable();
    let free: Vec<usize> = view.iter_in_layout_order().copied().collect();
    assert_eq!(free, {
        let mut free = vec![];
        view.iter_in_layout_order().for_each(|x| free.push(*x));
        free
    });
    let mut free_sorted = free.clone();
    free_sorted.sort_unstable();
    assert_eq!(free_sorted, sorted);
    if view.mapping().is_unique() && Layout::is_unique(view.mapping().layout(), view.extents()) {
        assert!(sorted.windows(2).all(|two| two[0] < two[1]), "unique: {view:?}");
    } else {
        assert!(sorted.windows(2).any(|two| two[0] == two[1]), "not unique: {view:?}");
    }
    assert_eq!(view.sum(), wanted.iter().sum::<usize>());
    if let Some(slice) = view.try_as_slice() {
        assert_eq!(slice.len(), view.mapping().required_span_size());
        let mut all = slice.to_vec();
        all.dedup();
        sorted.dedup();
        assert_eq!(all, sorted, "exhaustive: {view:?}");
    }
    for (index, &offset) in all_indices(&model.extents).iter().zip(wanted) {
        assert_eq!(view.get(index.as_slice()), Some(&offset));
        let found = view.mapping().offset(index.as_slice()).unwrap();
        let first = view.mapping().index(found).unwrap();
        assert_eq!(view.mapping().offset(&first).unwrap(), found);
    }
    for offset in 0..view.mapping().required_span_size() {
        let found = view.mapping().index(offset).ok();
        let first = all_indices(&model.extents)
            .into_iter()
            .find(|index| view.mapping().offset(index.as_slice()) == Ok(offset));
        assert_eq!(found.map(|found| found.to_vec()), first, "{view:?} {offset}");
    }
    let doubled = view.map(|x| Box::new(2 * x)).unwrap();
    assert!(doubled.iter().map(|x| **x).eq(wanted.iter().map(|x| 2 * x)));
    let turned = view.transpose().unwrap();
    let both = turned.zip_with(&turned, |x, y| x + y).unwrap();
    assert!(both.iter().sum::<usize>() == 2 * wanted.iter().sum::<usize>());
    let columns = Mapping::with_layout(view.extents().clone(), ColMajor).unwrap();
    let mut copy = Tensor::full(columns, usize::MAX).unwrap();
    copy.assign(view).unwrap();
    assert!(copy.iter().copied().eq(wanted.iter().copied()));
    assert_eq!(&copy, view);
    for mode in 0..model.extents.len() {
        for (i, entry) in view.along(mode).unwrap().enumerate() {
            let mine = all_indices(&model.extents).into_iter().filter(|index| index[mode] == i);
            assert!(entry.iter().copied().eq(mine.map(|index| model.at(&index))));
        }
        let all: usize = view.lanes(mode).unwrap().map(|lane| lane.sum()).sum();
        assert_eq!(all, wanted.iter().sum::<usize>());
    }
}

#[test]
fn random_chains_of_rearrangements_keep_their_elements() {
    let mut random = Random(7);
    let rounds = if cfg!(sanitized) {
        400
    } else if cfg!(debug_assertions) {
        1500
    } else {
        15000
    };
    let mut chained = 0;
    for _ in 0..rounds {
        let rank = random.below(5);
        let extents: Vec<usize> = (0..rank)
            .map(|_| if random.below(12) == 0 { 0 } else { 1 + random.below(4) })
            .collect();
        let strides: Vec<isize> = (0..rank).map(|_| random.below(25) as isize - 12).collect();
        let mapping = dyn_of(&extents, &strides);
        let data: Box<[usize]> = (0..mapping.required_span_size()).collect();
        let base: isize =
            extents.iter().zip(&strides).map(|(&e, &s)| (e as isize - 1) * -s.min(0)).sum();
        let offsets = all_indices(&extents).into_iter().map(|index| {
            (base + index.iter().zip(&strides).map(|(&i, &s)| i as isize * s).sum::<isize>())
                as usize
        });
        let mut model = Model { offsets: offsets.collect(), extents: extents.clone() };
        let mut view = View::from_slice(mapping.clone(), &data).unwrap();
        check_view(&view, &model);
        let mut operations = vec![];
        for _ in 0..random.below(6) {
            let Some((operation, next)) = random_operation(&mut random, &model) else { continue };
            match operation.on(&view) {
                Ok(part) => (view, model) = (part, next),
                Err(error) => {
                    assert!(matches!(operation, Operation::Merge(_)), "{operation:?}: {error}");
                    continue;
                }
            }
            check_view(&view, &model);
            operations.push(operation);
            chained += 1;
        }
        let mut data = data.clone();
        if let Ok(whole) = ViewMut::from_slice(mapping, &mut data) {
            let mut part = whole;
            for operation in &operations {
                part = operation.on_mut(part).unwrap();
            }
            part.iter_mut().for_each(|x| *x += 1000);
            part.apply(|x| *x += 1000);
            part.iter_in_layout_order_mut().for_each(|x| *x += 1000);
            part.indexed_iter_mut().rev().for_each(|(_, x)| *x += 1000);
            // All at once: no two are the same.
            let all: Vec<&mut usize> = part.iter_mut().collect();
            all.into_iter().for_each(|x| *x += 1000);
            for mode in 0..model.extents.len() {
                let mut entries: Vec<_> = part.along_mut(mode).unwrap().collect();
                entries.iter_mut().for_each(|entry| entry.apply(|x| *x += 1000));
                let mut lanes: Vec<_> = part.lanes_mut(mode).unwrap().rev().collect();
                lanes.iter_mut().for_each(|lane| lane.apply(|x| *x += 1000));
            }
            let touched = 5000 + 2000 * model.extents.len();
            for (offset, value) in data.iter().enumerate() {
                let wanted =
                    if model.offsets.contains(&offset) { touched + offset } else { offset };
                assert_eq!(*value, wanted);
            }
        }
    }
    assert!(chained > rounds / 2);
}
