//! [`Pieces`]: what a rank contracts at a time, of which it has some before anything has travelled.

use std::ops::Range;

use super::nest::Nest;
use crate::message::Own;

/// An array as a leaf of the nest needs it.
pub(super) struct Array<'p> {
    pub(super) labels: &'p [usize],
    pub(super) moves: bool,
    /// How many cuts its panels are of: none where it does not move.
    pub(super) depth: usize,
    /// What the rank has already of an operand that moves, which stays where it is.
    pub(super) own: Option<Own>,
    /// The extents of what the rank holds.
    pub(super) held: Vec<usize>,
}

/// A part of a leaf: of each label a range of the entries that the rank needs.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) ranges: Vec<Range<usize>>,
    /// Whether the rank has all operands of it already.
    pub(super) is_here: bool,
    /// Whether it is the first one that adds to its part of the result.
    pub(super) begins: bool,
}

/// Some elements in row-major order, as extents, and what of them is looked at.
pub(super) struct Look {
    pub(super) extents: Vec<usize>,
    pub(super) ranges: Vec<Range<usize>>,
}

/// The labels along which leaves are cut into what a rank has of an operand and what travels.
pub(super) struct Pieces {
    /// The number of entries of each label that the rank needs.
    extents: Vec<usize>,
    splits: Vec<Split>,
    is_summed: Vec<bool>,
    /// Whether there is something of each operand already.
    is_some_here: bool,
}

/// The ranges of a label in the order in which they are contracted, with whether all operands are there already.
struct Split {
    label: usize,
    ranges: Vec<(Range<usize>, bool)>,
}

impl Pieces {
    pub(super) fn new(operands: &[Array<'_>], result: &[usize], extents: Vec<usize>) -> Self {
        let mut splits: Vec<Split> = vec![];
        let owns = |label: usize| {
            let labelled = operands.iter().filter_map(move |array| {
                let own = array.own.as_ref()?;
                (array.labels.get(own.mode) == Some(&label)).then_some(&own.range)
            });
            labelled.collect::<Vec<_>>()
        };
        for (label, &extent) in extents.iter().enumerate() {
            let owns = owns(label);
            if owns.is_empty() {
                continue;
            }
            let mut ends: Vec<usize> = owns.iter().flat_map(|own| [own.start, own.end]).collect();
            ends.extend([0, extent]);
            ends.sort_unstable();
            ends.dedup();
            let ranges = ends.windows(2).filter_map(|ends| match *ends {
                [begin, end] => Some(begin..end),
                _ => None,
            });
            let is_here = |range: &Range<usize>| {
                owns.iter().all(|own| own.start <= range.start && range.end <= own.end)
            };
            let mut ranges: Vec<_> = ranges.map(|it| (it.clone(), is_here(&it))).collect();
            // What is there comes first, while the others travel.
            ranges.sort_by_key(|(_, is_here)| !is_here);
            splits.push(Split { label, ranges });
        }
        let is_summed = (0..extents.len()).map(|label| !result.contains(&label)).collect();
        let is_some_here = operands.iter().all(|array| !array.moves || array.own.is_some());
        Pieces { extents, splits, is_summed, is_some_here }
    }

    /// What is contracted of a leaf, in order.
    pub(super) fn of(&self, nest: &Nest, result: &[usize], leaf: usize) -> Vec<Piece> {
        let labels = self.extents.iter().enumerate();
        let whole = Piece {
            ranges: labels.map(|(label, &extent)| nest.range(label, extent, leaf)).collect(),
            is_here: self.is_some_here,
            begins: nest.begins_sum(result, leaf),
        };
        let mut pieces = vec![whole];
        for Split { label, ranges } in &self.splits {
            let is_summed = self.is_summed.get(*label).copied().unwrap_or(false);
            let finer = pieces.iter().flat_map(|piece| {
                let mut is_first = true;
                let parts = ranges.iter().filter_map(move |(range, is_here)| {
                    let mut part = piece.clone();
                    let of = part.ranges.get_mut(*label)?;
                    if Range::is_empty(of) {
                        // Nothing is nothing, once.
                        return std::mem::take(&mut is_first).then_some(part);
                    }
                    *of = of.start.max(range.start)..of.end.min(range.end);
                    if Range::is_empty(of) {
                        return None;
                    }
                    let is_first = std::mem::take(&mut is_first);
                    part.is_here &= is_here;
                    part.begins &= is_first || !is_summed;
                    Some(part)
                });
                parts.collect::<Vec<_>>()
            });
            pieces = finer.collect();
        }
        pieces
    }
}

impl Array<'_> {
    /// Whether a piece finds this operand where the rank holds it.
    pub(super) fn stays(&self, piece: &Piece) -> bool {
        let Some(own) = self.own.as_ref() else { return !self.moves };
        let range = self.labels.get(own.mode).and_then(|&label| piece.ranges.get(label));
        range.is_some_and(|it| own.range.start <= it.start && it.end <= own.range.end)
    }

    /// What a piece needs of what the rank holds.
    pub(super) fn in_place(&self, piece: &Piece) -> Look {
        let ranges = self.labels.iter().enumerate().map(|(mode, &label)| {
            let range = piece.ranges.get(label).cloned().unwrap_or(0..0);
            let Some(own) = &self.own else { return range };
            let begin = own.begin.get(mode).copied().unwrap_or(0);
            let skipped = if mode == own.mode { own.range.start } else { 0 };
            let at = |entry: usize| entry.saturating_sub(skipped).saturating_add(begin);
            at(range.start)..at(range.end)
        });
        Look { ranges: ranges.collect(), extents: self.held.clone() }
    }

    /// What a piece needs of the panel of its leaf.
    pub(super) fn in_panel(
        &self,
        nest: &Nest,
        extents: &Pieces,
        leaf: usize,
        piece: &Piece,
    ) -> Look {
        let mut look = Look { extents: vec![], ranges: vec![] };
        for (mode, &label) in self.labels.iter().enumerate() {
            let extent = extents.extents.get(label).copied().unwrap_or(0);
            let panel = nest.panel_range(label, extent, self.depth, leaf);
            let own = self.own.as_ref().filter(|own| own.mode == mode);
            // The entries of the panel before one of the label, without those that are not in it.
            let before = |entry: usize| {
                let stays = own.map_or(0, |own| {
                    let end = own.range.end.min(entry);
                    end.saturating_sub(own.range.start.max(panel.start))
                });
                entry.saturating_sub(panel.start).saturating_sub(stays)
            };
            let range = piece.ranges.get(label).cloned().unwrap_or(0..0);
            look.extents.push(before(panel.end));
            look.ranges.push(before(range.start)..before(range.end));
        }
        look
    }
}
