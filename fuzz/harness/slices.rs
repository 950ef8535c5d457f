//! Rearrangements by numbers, one after the other: each is compared with its definition on a dense copy.

use extents::layout::Strided;
use extents::rearrange::Slice;
use extents::{DynRankExtents, ModeArray, ShapeError, View};

use super::bytes::Bytes;
use super::oracle::{indices, size};

type Rearranged<'a> = View<'a, u32, DynRankExtents, Strided<ModeArray<isize>>>;

/// The most elements of a step.
const LARGEST: usize = 2048;

/// The elements of a view, listed: what each rearrangement is by definition.
struct Dense {
    extents: Vec<usize>,
    elements: Vec<u32>,
}

impl Dense {
    fn at(&self, index: &[usize]) -> u32 {
        let modes = index.iter().zip(&self.extents);
        self.elements[modes.fold(0, |offset, (i, extent)| offset * extent + i)]
    }

    /// Other extents, each of whose indices is an index of these.
    fn through(&self, extents: Vec<usize>, old: impl Fn(&[usize]) -> Vec<usize>) -> Dense {
        // Beside a mode without entries another one may have too many to be counted through.
        let all = if extents.contains(&0) { Vec::new() } else { indices(&extents) };
        let elements = all.iter().map(|index| self.at(&old(index))).collect();
        Dense { extents, elements }
    }
}

pub(crate) fn slices(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let extents = bytes.extents();
    let buffer: Vec<u32> = (0..size(&extents) as u32).collect();
    let of = DynRankExtents::new(&extents).expect("small extents");
    let start = View::from_slice(of, &buffer).expect("as many elements");
    let order: Vec<usize> = (0..extents.len()).collect();
    let mut view = start.permute(&order).expect("the order that it has");
    let mut dense = Dense { extents, elements: buffer.clone() };
    for _ in 0..8 {
        if bytes.is_empty() {
            return;
        }
        let Some((next, model)) = step(&view, &dense, &mut bytes) else { return };
        match (next, model) {
            (Ok(next), Some(model)) => (view, dense) = (next, model),
            // What must not succeed, or may fail for its strides.
            (Err(error), None | Some(_)) => assert!(!error.to_string().is_empty()),
            (Ok(next), None) => panic!("{:?} of {:?}", next.extents(), dense.extents),
        }
        assert_eq!(view.extents().as_slice(), dense.extents);
        assert!(view.iter().eq(&dense.elements));
    }
}

/// One rearrangement, and what it is by definition; `None` for what is an error. Nothing where the result would be large.
fn step<'a>(
    view: &Rearranged<'a>,
    dense: &Dense,
    bytes: &mut Bytes<'_>,
) -> Option<(Result<Rearranged<'a>, ShapeError>, Option<Dense>)> {
    let rank = dense.extents.len();
    let (mode, number) = (bytes.below(rank + 1), bytes.size());
    Some(match bytes.below(11) {
        0 | 1 => part(view, dense, bytes),
        2 => {
            let order = bytes.order(rank);
            let is_order = order.len() == rank;
            let model = is_order.then(|| {
                let extents = order.iter().map(|&mode| dense.extents[mode]).collect();
                dense.through(extents, |index| {
                    let mut old = vec![0; rank];
                    order.iter().zip(index).for_each(|(&mode, &i)| old[mode] = i);
                    old
                })
            });
            (must(view.permute(&order), model.as_ref()), model)
        }
        3 => {
            let model = (mode < rank).then(|| {
                dense.through(dense.extents.clone(), |index| {
                    let mut old = index.to_vec();
                    old[mode] = dense.extents[mode] - 1 - old[mode];
                    old
                })
            });
            (must(view.reverse(mode), model.as_ref()), model)
        }
        4 => {
            let parts = [bytes.size(), bytes.size()];
            let product = parts[0].checked_mul(parts[1]);
            let fits = mode < rank && product == Some(dense.extents[mode]);
            let model = fits.then(|| {
                let mut extents = dense.extents.clone();
                extents.splice(mode..=mode, parts);
                dense.through(extents, |index| {
                    let mut old = index.to_vec();
                    old.splice(mode..mode + 2, [index[mode] * parts[1] + index[mode + 1]]);
                    old
                })
            });
            (must(view.split(mode, &parts), model.as_ref()), model)
        }
        5 => {
            let model = (mode + 1 < rank).then(|| {
                let mut extents = dense.extents.clone();
                let inner = extents.remove(mode + 1);
                extents[mode] *= inner;
                dense.through(extents, |index| {
                    let mut old = index.to_vec();
                    old.splice(
                        mode..=mode,
                        [index[mode] / inner.max(1), index[mode] % inner.max(1)],
                    );
                    old
                })
            });
            (view.merge(mode), model)
        }
        6 => {
            let mut extents = dense.extents.clone();
            extents.insert(mode, 1);
            let model = dense.through(extents, |index| without(index, mode));
            (must(view.insert_mode(mode), Some(&model)), Some(model))
        }
        7 => {
            let fits = mode < rank && dense.extents[mode] == 1;
            let model = fits.then(|| {
                dense.through(without(&dense.extents, mode), |index| {
                    let mut old = index.to_vec();
                    old.insert(mode, 0);
                    old
                })
            });
            (must(view.drop_mode(mode), model.as_ref()), model)
        }
        8 => {
            let second = bytes.below(rank + 1);
            let modes = [mode, second].map(|mode| dense.extents.get(mode));
            let fits = mode != second && modes[0].is_some() && modes[0] == modes[1];
            let model = fits.then(|| {
                dense.through(without(&dense.extents, second), |index| {
                    let place = if second < mode { mode - 1 } else { mode };
                    let mut old = index.to_vec();
                    old.insert(second, index[place]);
                    old
                })
            });
            (must(view.diagonal(mode, second), model.as_ref()), model)
        }
        9 => {
            let fits = mode < rank && dense.extents[mode] == 1;
            if fits && number.saturating_mul(dense.elements.len()) > LARGEST {
                let _ = view.broadcast(mode, number);
                return None;
            }
            let model = fits.then(|| {
                let mut extents = dense.extents.clone();
                extents[mode] = number;
                dense.through(extents, |index| {
                    let mut old = index.to_vec();
                    old[mode] = 0;
                    old
                })
            });
            (view.broadcast(mode, number), model)
        }
        _ => return windows(view, dense, bytes),
    })
}

/// Asserts that what is defined succeeds, if its size can be counted: beside a mode without entries others may be huge.
fn must<T>(result: Result<T, ShapeError>, model: Option<&Dense>) -> Result<T, ShapeError> {
    let Some(model) = model else { return result };
    let mut extents = model.extents.iter().filter(|&&extent| extent > 0);
    let size = extents.try_fold(1_usize, |size, &extent| size.checked_mul(extent));
    if size.is_some_and(|size| isize::try_from(size).is_ok()) {
        assert!(result.is_ok(), "{:?}", result.err());
    }
    result
}

fn without(list: &[usize], at: usize) -> Vec<usize> {
    let mut list = list.to_vec();
    list.remove(at);
    list
}

/// A slice or a chip.
fn part<'a>(
    view: &Rearranged<'a>,
    dense: &Dense,
    bytes: &mut Bytes<'_>,
) -> (Result<Rearranged<'a>, ShapeError>, Option<Dense>) {
    let drops = bytes.byte() % 2 == 1;
    let mut entries = Vec::new();
    // For each mode its begin, step and count, and whether it is an index; `None` where it is out of bounds.
    let mut kept = Some(Vec::new());
    for &extent in &dense.extents {
        let (begin, other, step) = (bytes.below(6), bytes.size(), bytes.below(4));
        let (entry, of) = match bytes.below(4) {
            0 => (Slice::index(other), (other < extent).then_some((other, 1, 1, true))),
            1 => {
                let last = other.checked_sub(1).map_or(Some(begin), |n| {
                    n.checked_mul(step).and_then(|way| way.checked_add(begin))
                });
                let inside = match other {
                    0 => begin <= extent,
                    _ => last.is_some_and(|last| last < extent),
                };
                let of = (step > 0 && inside).then_some((begin, step, other, false));
                (Slice::count(begin, other).step(step), of)
            }
            2 => {
                let inside = step > 0 && begin <= other && other <= extent;
                let count = other.saturating_sub(begin).div_ceil(step.max(1));
                (
                    Slice::from(begin..other).step(step),
                    inside.then_some((begin, step, count, false)),
                )
            }
            _ => {
                let count = extent.saturating_sub(begin);
                (Slice::from(begin..), (begin <= extent).then_some((begin, 1, count, false)))
            }
        };
        entries.push(entry);
        kept = kept.zip(of).map(|(mut kept, of)| {
            kept.push(of);
            kept
        });
    }
    if bytes.byte() > 240 {
        entries.push(Slice::from(..));
        kept = None;
    }
    let kept = kept.filter(|kept| !drops || kept.iter().any(|of| of.3));
    let result = if drops { view.chip(&entries) } else { view.slice(&entries) };
    let model = kept.as_ref().map(|kept| {
        let stays = |of: &&(usize, usize, usize, bool)| !(drops && of.3);
        let extents = kept.iter().filter(stays).map(|of| of.2).collect();
        dense.through(extents, |index| {
            let mut index = index.iter();
            let coordinate = |of: &(usize, usize, usize, bool)| {
                of.0 + if drops && of.3 { 0 } else { index.next().unwrap() * of.1 }
            };
            kept.iter().map(coordinate).collect()
        })
    });
    (must(result, model.as_ref()), model)
}

/// Tiles or windows.
fn windows<'a>(
    view: &Rearranged<'a>,
    dense: &Dense,
    bytes: &mut Bytes<'_>,
) -> Option<(Result<Rearranged<'a>, ShapeError>, Option<Dense>)> {
    let tiled = bytes.byte() % 2 == 1;
    let mut sizes: Vec<usize> = dense.extents.iter().map(|_| bytes.size()).collect();
    if bytes.byte() > 240 {
        sizes.push(1);
    }
    let fits = sizes.len() == dense.extents.len()
        && dense.extents.iter().zip(&sizes).all(|(extent, size)| {
            *size > 0 && if tiled { extent % size == 0 } else { size <= extent }
        });
    let result = if tiled { view.tiles(&sizes) } else { view.windows(&sizes) };
    if !fits {
        return Some((result, None));
    }
    let places = dense
        .extents
        .iter()
        .zip(&sizes)
        .map(|(extent, size)| if tiled { extent / size } else { extent - size + 1 });
    let extents: Vec<usize> = places.chain(sizes.iter().copied()).collect();
    if extents.iter().fold(1_usize, |all, &extent| all.saturating_mul(extent)) > LARGEST {
        return None;
    }
    let model = dense.through(extents, |index| {
        let (place, within) = index.split_at(sizes.len());
        let steps = place.iter().zip(&sizes).map(|(at, size)| if tiled { at * size } else { *at });
        steps.zip(within).map(|(at, within)| at + within).collect()
    });
    Some((must(result, Some(&model)), Some(model)))
}
