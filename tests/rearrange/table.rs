//! The definitions of the rearrangements, spelled out on the list of all indices and their elements.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::collections::BTreeMap;

use extents::{
    ShapeError,
    error::{Bounded, Part, Place, Quantity},
};

use crate::oracle::indices;

/// A shape as the list of its indices, each with the number of its element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) extents: Vec<usize>,
    pub(crate) at: BTreeMap<Vec<usize>, usize>,
}

/// What is kept of one mode.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Index(usize),
    /// `begin..end`, every `step`-th.
    Range(usize, usize, usize),
    /// `begin..`, every `step`-th.
    From(usize, usize),
    /// From `begin`, so many, at this distance.
    Count(usize, usize, usize),
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Slice(Vec<Entry>),
    Chip(Vec<Entry>),
    Permute(Vec<usize>),
    Transpose,
    Reverse(usize),
    Split(usize, Vec<usize>),
    Merge(usize),
    InsertMode(usize),
    DropMode(usize),
    Broadcast(usize, usize),
    Diagonal(usize, usize),
    Windows(Vec<usize>),
    WindowsAlong(usize, usize),
    Tiles(Vec<usize>),
}

impl Op {
    /// Whether two indices of the result may share an element that had one index before.
    pub(crate) fn repeats(&self) -> bool {
        matches!(self, Op::Broadcast(..) | Op::Windows(_) | Op::WindowsAlong(..))
    }
}

/// The entries of a mode that are kept, in order.
fn kept(mode: usize, extent: usize, entry: Entry) -> Result<Vec<usize>, ShapeError> {
    let every = |begin: usize, end: usize, step: usize| (begin..end).step_by(step).collect();
    match entry {
        Entry::Index(index) if index < extent => Ok(vec![index]),
        Entry::Index(index) => Err(ShapeError::OutOfBounds {
            of: Bounded::Index { mode },
            number: index,
            limit: extent,
        }),
        Entry::Range(_, _, 0) | Entry::From(_, 0) | Entry::Count(_, _, 0) => {
            Err(ShapeError::ZeroSize { part: Part::Step, mode })
        }
        Entry::Range(begin, end, _) if begin > end => {
            Err(ShapeError::BeginAfterEnd { mode, begin, end })
        }
        Entry::Range(begin, end, _) if end > extent => {
            Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent })
        }
        Entry::Range(begin, end, step) => Ok(every(begin, end, step)),
        Entry::From(begin, _) if begin > extent => {
            Err(ShapeError::SliceOutOfBounds { mode, begin, end: begin, extent })
        }
        Entry::From(begin, step) => Ok(every(begin, extent, step)),
        Entry::Count(begin, count, step) => {
            let entries: Vec<usize> = (0..count).map(|k| begin + k * step).collect();
            let end = entries.last().map_or(begin, |last| last + 1);
            if end > extent {
                return Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent });
            }
            Ok(entries)
        }
    }
}

impl Table {
    /// The table of a strided shape: the element with the smallest offset is number 0.
    pub(crate) fn of(extents: &[usize], strides: &[isize]) -> Table {
        let offset = |index: &[usize]| -> isize {
            index.iter().zip(strides).map(|(&i, stride)| i as isize * stride).sum()
        };
        let all = indices(extents);
        let smallest = all.iter().map(|index| offset(index)).min().unwrap_or(0);
        let at = all.into_iter().map(|index| {
            let element = usize::try_from(offset(&index) - smallest).unwrap();
            (index, element)
        });
        Table { extents: extents.to_vec(), at: at.collect() }
    }

    /// One more than the largest number of an element.
    pub(crate) fn span(&self) -> usize {
        self.at.values().max().map_or(0, |last| last + 1)
    }

    pub(crate) fn is_unique(&self) -> bool {
        let distinct: std::collections::BTreeSet<_> = self.at.values().collect();
        distinct.len() == self.at.len()
    }

    /// The table of these extents in which an index has the element that `source` has at another index.
    fn from(&self, extents: Vec<usize>, source: impl Fn(&[usize]) -> Vec<usize>) -> Table {
        let at = indices(&extents).into_iter().map(|index| {
            let element = self.at[&source(&index)];
            (index, element)
        });
        Table { at: at.collect(), extents }
    }

    fn mode(&self, mode: usize) -> Result<usize, ShapeError> {
        let rank = self.extents.len();
        self.extents.get(mode).copied().ok_or(ShapeError::OutOfBounds {
            of: Bounded::Mode,
            number: mode,
            limit: rank,
        })
    }

    fn unit(&self, mode: usize) -> Result<(), ShapeError> {
        match self.mode(mode)? {
            1 => Ok(()),
            extent => Err(ShapeError::ExtentMismatch {
                place: Place::Mode(mode),
                expected: 1,
                found: extent,
            }),
        }
    }

    /// The modes with `with` in the place of those from `mode` on, `count` of them.
    fn replaced(&self, mode: usize, count: usize, with: &[usize]) -> Vec<usize> {
        [&self.extents[..mode], with, &self.extents[mode + count..]].concat()
    }

    /// What an operation gives. `strides` are those of the shape: whether modes merge depends on them.
    pub(crate) fn apply(&self, op: &Op, strides: &[isize]) -> Result<Table, ShapeError> {
        let rank = self.extents.len();
        match op {
            Op::Slice(entries) => Ok(self.sliced(entries)?.0),
            Op::Chip(entries) => {
                let (all, kept) = self.sliced(entries)?;
                let stays = |mode: &usize| !matches!(entries[*mode], Entry::Index(_));
                let modes: Vec<usize> = (0..rank).filter(stays).collect();
                if modes.len() == rank {
                    return Err(ShapeError::NothingToChip);
                }
                let extents = modes.iter().map(|&mode| kept[mode].len()).collect();
                Ok(all.from(extents, |index| {
                    let mut source = vec![0; rank];
                    for (mode, i) in modes.iter().zip(index) {
                        source[*mode] = *i;
                    }
                    source
                }))
            }
            Op::Permute(order) => {
                if order.len() != rank {
                    return Err(ShapeError::RankMismatch { expected: rank, found: order.len() });
                }
                for (k, &mode) in order.iter().enumerate() {
                    self.mode(mode)?;
                    if order[..k].contains(&mode) {
                        return Err(ShapeError::Repeated { place: Place::Mode(mode) });
                    }
                }
                let extents = order.iter().map(|&mode| self.extents[mode]).collect();
                Ok(self.from(extents, |index| {
                    let mut source = vec![0; rank];
                    for (i, &mode) in index.iter().zip(order) {
                        source[mode] = *i;
                    }
                    source
                }))
            }
            Op::Transpose => {
                let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
                Ok(self.from(reversed(&self.extents), reversed))
            }
            Op::Reverse(mode) => {
                let n = self.mode(*mode)?;
                Ok(self.from(self.extents.clone(), |index| {
                    let mut source = index.to_vec();
                    source[*mode] = n - 1 - index[*mode];
                    source
                }))
            }
            Op::Split(mode, parts) => {
                let (mode, extent) = (*mode, self.mode(*mode)?);
                let product = parts.iter().product();
                if product != extent {
                    return Err(ShapeError::PartMismatch {
                        part: Part::Split,
                        mode,
                        size: product,
                        extent,
                    });
                }
                Ok(self.from(self.replaced(mode, 1, parts), |index| {
                    // The number of the part in row-major order, by counting.
                    let part = &index[mode..mode + parts.len()];
                    let k = indices(parts).iter().position(|other| other == part).unwrap();
                    [&index[..mode], &[k], &index[mode + parts.len()..]].concat()
                }))
            }
            Op::Merge(mode) => self.merged(*mode, strides),
            Op::InsertMode(mode) => {
                if *mode > rank {
                    return Err(ShapeError::OutOfBounds {
                        of: Bounded::Mode,
                        number: *mode,
                        limit: rank + 1,
                    });
                }
                Ok(self.from(self.replaced(*mode, 0, &[1]), |index| {
                    [&index[..*mode], &index[*mode + 1..]].concat()
                }))
            }
            Op::DropMode(mode) => {
                self.unit(*mode)?;
                Ok(self.from(self.replaced(*mode, 1, &[]), |index| {
                    [&index[..*mode], &[0], &index[*mode..]].concat()
                }))
            }
            Op::Broadcast(mode, n) => {
                self.unit(*mode)?;
                Ok(self.from(self.replaced(*mode, 1, &[*n]), |index| {
                    let mut source = index.to_vec();
                    source[*mode] = 0;
                    source
                }))
            }
            Op::Diagonal(first, second) => {
                let (left, right) = (self.mode(*first)?, self.mode(*second)?);
                let place = Place::Diagonal(*first, *second);
                if first == second {
                    return Err(ShapeError::Repeated { place });
                }
                if left != right {
                    return Err(ShapeError::ExtentMismatch { place, expected: left, found: right });
                }
                let modes: Vec<usize> = (0..rank).filter(|mode| mode != second).collect();
                let extents = modes.iter().map(|&mode| self.extents[mode]).collect();
                Ok(self.from(extents, |index| {
                    let mut source = vec![0; rank];
                    for (&mode, &i) in modes.iter().zip(index) {
                        source[mode] = i;
                    }
                    source[*second] = source[*first];
                    source
                }))
            }
            Op::Windows(window) => {
                let mut extents = self.of_rank(window)?;
                for (mode, &window) in window.iter().enumerate() {
                    let extent = self.extents[mode];
                    // Each place at which the whole window is inside.
                    extents[mode] = (0..extent).filter(|place| place + window <= extent).count();
                    if window == 0 || window > extent {
                        return Err(ShapeError::PartMismatch {
                            part: Part::Window,
                            mode,
                            size: window,
                            extent,
                        });
                    }
                }
                extents.extend(window);
                Ok(self.from(extents, |index| {
                    (0..rank).map(|mode| index[mode] + index[rank + mode]).collect()
                }))
            }
            Op::WindowsAlong(mode, window) => {
                let (mode, size, extent) = (*mode, *window, self.mode(*mode)?);
                if size == 0 || size > extent {
                    return Err(ShapeError::PartMismatch {
                        part: Part::Window,
                        mode,
                        size,
                        extent,
                    });
                }
                let mut extents = self.extents.clone();
                extents[mode] = (0..extent).filter(|place| place + size <= extent).count();
                extents.push(size);
                Ok(self.from(extents, |index| {
                    let mut source = index[..rank].to_vec();
                    source[mode] += index[rank];
                    source
                }))
            }
            Op::Tiles(tile) => {
                let mut extents = self.of_rank(tile)?;
                for (mode, &tile) in tile.iter().enumerate() {
                    let extent = self.extents[mode];
                    match (0..=extent).find(|count| count * tile == extent) {
                        Some(count) if tile > 0 => extents[mode] = count,
                        _ => {
                            return Err(ShapeError::PartMismatch {
                                part: Part::Tile,
                                mode,
                                size: tile,
                                extent,
                            });
                        }
                    }
                }
                extents.extend(tile);
                Ok(self.from(extents, |index| {
                    (0..rank).map(|mode| index[mode] * tile[mode] + index[rank + mode]).collect()
                }))
            }
        }
    }

    /// A list to write extents to, as long as there are modes and numbers in `list`.
    fn of_rank(&self, list: &[usize]) -> Result<Vec<usize>, ShapeError> {
        let (expected, found) = (self.extents.len(), list.len());
        if expected == found {
            Ok(vec![0; expected])
        } else {
            Err(ShapeError::RankMismatch { expected, found })
        }
    }

    /// A slice that keeps all modes, and the entries that are kept of each.
    fn sliced(&self, entries: &[Entry]) -> Result<(Table, Vec<Vec<usize>>), ShapeError> {
        let (entries_given, rank) = (entries.len(), self.extents.len());
        if entries_given != rank {
            return Err(ShapeError::CountMismatch {
                of: Quantity::SliceEntries,
                expected: rank,
                found: entries_given,
            });
        }
        let modes = self.extents.iter().zip(entries).enumerate();
        let kept: Result<Vec<Vec<usize>>, ShapeError> =
            modes.map(|(mode, (extent, entry))| kept(mode, *extent, *entry)).collect();
        let kept = kept?;
        let extents = kept.iter().map(Vec::len).collect();
        let table =
            self.from(extents, |index| index.iter().zip(&kept).map(|(&i, kept)| kept[i]).collect());
        Ok((table, kept))
    }

    fn merged(&self, mode: usize, strides: &[isize]) -> Result<Table, ShapeError> {
        let (slow, fast) = (self.mode(mode)?, self.mode(mode + 1)?);
        let table = self.from(self.replaced(mode, 2, &[slow * fast]), |index| {
            let pair = indices(&[slow, fast])[index[mode]].clone();
            [&index[..mode], &pair, &index[mode + 1..]].concat()
        });
        let (stride, expected) = (strides[mode], fast as isize * strides[mode + 1]);
        let is_mergeable = slow <= 1 || fast <= 1 || stride == expected;
        if !table.at.is_empty() {
            assert_eq!(is_mergeable, table.is_even_along(mode), "{self:?}");
        }
        if is_mergeable {
            Ok(table)
        } else {
            Err(ShapeError::NotMergeable { mode, stride, expected: Some(expected) })
        }
    }

    /// Whether each step along a mode moves by the same number of elements.
    fn is_even_along(&self, mode: usize) -> bool {
        let steps: std::collections::BTreeSet<isize> = self
            .at
            .iter()
            .filter_map(|(index, element)| {
                let mut next = index.clone();
                next[mode] += 1;
                self.at.get(&next).map(|next| *next as isize - *element as isize)
            })
            .collect();
        steps.len() <= 1
    }
}
