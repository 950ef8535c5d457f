//! Random sources and operations.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use super::table::{Entry, Op};

/// Random numbers, from which sources and operations are drawn.
pub(crate) struct Draw<'a>(pub(crate) std::iter::Cycle<std::slice::Iter<'a, u32>>, pub(crate) u32);

impl<'a> Draw<'a> {
    pub(crate) fn from(numbers: &'a [u32]) -> Self {
        Draw(numbers.iter().cycle(), 0)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.1 = self.1.wrapping_mul(0x9E37_79B1).wrapping_add(*self.0.next().unwrap());
        (self.1 >> 8) as usize % n.max(1)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn permutation(&mut self, rank: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..rank).collect();
        (0..rank).map(|_| left.remove(self.below(left.len()))).collect()
    }

    /// Mostly a mode that is there.
    pub(crate) fn mode(&mut self, rank: usize) -> usize {
        if self.one_in(8) { self.below(8) } else { self.below(rank) }
    }

    /// Mostly from 1 to `most`.
    pub(crate) fn some(&mut self, most: usize, wild: bool) -> usize {
        match (wild, most) {
            (true, _) => self.below(8),
            (false, 0) => 0,
            _ if self.one_in(12) => 0,
            _ => 1 + self.below(most),
        }
    }

    pub(crate) fn entry(&mut self, extent: usize, chips: bool) -> Entry {
        let wild = self.one_in(10);
        let step = if wild { self.below(4) } else { 1 + self.below(3) };
        if chips && extent > 0 && self.one_in(2) {
            return Entry::Index(if wild { self.below(8) } else { self.below(extent) });
        }
        let begin = extent.saturating_sub(self.some(extent, wild));
        match self.below(6) {
            0 if extent > 0 || wild => Entry::Index(begin),
            1 => Entry::Count(begin, self.some((extent - begin).div_ceil(step.max(1)), wild), step),
            2 => Entry::From(if wild { self.below(8) } else { begin }, step),
            3 => Entry::From(0, 1),
            _ if wild => Entry::Range(self.below(8), self.below(8), step),
            _ => Entry::Range(begin, begin + self.some(extent - begin, false), step),
        }
    }

    pub(crate) fn entries(&mut self, extents: &[usize], chips: bool) -> Vec<Entry> {
        let entries = extents.iter().map(|extent| self.entry(*extent, chips));
        let mut entries: Vec<Entry> = entries.collect();
        if self.one_in(16) {
            entries.pop();
        } else if self.one_in(16) {
            entries.push(Entry::From(0, 1));
        }
        entries
    }

    /// Numbers whose product is mostly `extent`.
    pub(crate) fn parts(&mut self, extent: usize) -> Vec<usize> {
        if self.one_in(5) {
            let count = self.below(4);
            return (0..count).map(|_| self.below(4)).collect();
        }
        let mut parts = vec![extent];
        for _ in 0..self.below(3) {
            let whole = parts.remove(0);
            let divides = |part: &usize| whole.is_multiple_of(*part);
            let divisors: Vec<usize> = (1..=whole.max(3)).filter(divides).collect();
            let part = divisors[self.below(divisors.len())];
            let place = self.below(parts.len() + 1);
            parts.insert(0, whole / part);
            parts.insert(place.min(parts.len()), part);
        }
        parts
    }

    pub(crate) fn op(&mut self, extents: &[usize]) -> Op {
        let rank = extents.len();
        let ones: Vec<usize> = (0..rank).filter(|mode| extents[*mode] == 1).collect();
        let unit = |draw: &mut Self| match ones.as_slice() {
            [_, ..] if !draw.one_in(6) => ones[draw.below(ones.len())],
            _ => draw.mode(rank),
        };
        match self.below(15) {
            0 | 1 => Op::Slice(self.entries(extents, false)),
            2 => Op::Chip(self.entries(extents, true)),
            3 => {
                let mut order = self.permutation(rank);
                if self.one_in(6) {
                    let place = self.below(rank);
                    order.splice(place..rank.min(place + 1), [self.below(rank + 1)]);
                }
                if self.one_in(10) {
                    order.pop();
                }
                Op::Permute(order)
            }
            4 => Op::Transpose,
            5 => Op::Reverse(self.mode(rank)),
            6 => {
                let mode = self.mode(rank);
                Op::Split(mode, self.parts(extents.get(mode).copied().unwrap_or(2)))
            }
            7 => Op::Merge(self.mode(rank.saturating_sub(1))),
            8 => Op::InsertMode(self.mode(rank + 1)),
            9 => Op::DropMode(unit(self)),
            10 => Op::Broadcast(unit(self), self.below(4)),
            11 => {
                let first = self.mode(rank);
                let twin =
                    |mode: &usize| *mode != first && extents.get(first) == extents.get(*mode);
                let second = if self.one_in(4) { None } else { (0..rank).find(twin) };
                Op::Diagonal(first, second.unwrap_or_else(|| self.mode(rank)))
            }
            12 => {
                let mode = self.mode(rank);
                let extent = extents.get(mode).copied().unwrap_or(3);
                let size = if self.one_in(8) { self.below(7) } else { 1 + self.below(extent) };
                Op::WindowsAlong(mode, size)
            }
            kind => {
                let wild = self.one_in(8);
                let mut list: Vec<usize> = extents
                    .iter()
                    .map(|&extent| match kind {
                        _ if wild => self.below(7),
                        13 => 1 + self.below(extent),
                        _ => {
                            let divisors =
                                (1..=extent.max(2)).filter(|n| extent.is_multiple_of(*n));
                            let divisors: Vec<usize> = divisors.collect();
                            divisors[self.below(divisors.len())]
                        }
                    })
                    .collect();
                if self.one_in(12) {
                    list.push(1);
                }
                if kind == 13 { Op::Windows(list) } else { Op::Tiles(list) }
            }
        }
    }
}

/// A shape in one of the layouts, which the strides of the definition describe too.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    RowMajor,
    ColMajor,
    RowMajorPadded(usize),
    ColMajorPadded(usize),
    MinorToMajor(Vec<usize>),
    Strided(Vec<isize>),
}

impl Source {
    pub(crate) fn draw(draw: &mut Draw<'_>, extents: &[usize]) -> Self {
        match draw.below(7) {
            0 => Source::RowMajor,
            1 => Source::ColMajor,
            2 => Source::RowMajorPadded(draw.below(5)),
            3 => Source::ColMajorPadded(draw.below(5)),
            4 => Source::MinorToMajor(draw.permutation(extents.len())),
            5 => {
                // A dense shape with gaps, some modes turned around: unique.
                let mut strides = vec![0; extents.len()];
                let mut distance = 1 + draw.below(2);
                for mode in draw.permutation(extents.len()) {
                    let sign = if draw.one_in(3) { -1 } else { 1 };
                    strides[mode] = sign * distance as isize;
                    distance *= extents[mode].max(1);
                    distance += draw.below(3);
                }
                Source::Strided(strides)
            }
            _ => Source::Strided(extents.iter().map(|_| draw.below(12) as isize - 4).collect()),
        }
    }

    /// The strides, by the definition of each layout.
    pub(crate) fn strides(&self, extents: &[usize]) -> Vec<isize> {
        let by_order = |minor_to_major: &[usize], padding: usize| {
            let mut strides = vec![0; extents.len()];
            let mut distance = 1;
            for (k, &mode) in minor_to_major.iter().enumerate() {
                strides[mode] = distance;
                let room = |n: &usize| *n >= extents[mode] && n.is_multiple_of(padding);
                let extent = match (k, padding) {
                    (0, 1..) => (0..20).find(room).unwrap(),
                    _ => extents[mode],
                };
                distance *= extent as isize;
            }
            strides
        };
        let up: Vec<usize> = (0..extents.len()).collect();
        let down: Vec<usize> = up.iter().rev().copied().collect();
        match self {
            Source::RowMajor => by_order(&down, 0),
            Source::ColMajor => by_order(&up, 0),
            Source::RowMajorPadded(padding) => by_order(&down, *padding),
            Source::ColMajorPadded(padding) => by_order(&up, *padding),
            Source::MinorToMajor(order) => by_order(order, 0),
            Source::Strided(strides) => strides.clone(),
        }
    }
}

// The library.
