//! [`Compact`]: offsets of rows in two bytes each.

use alloc::vec::Vec;

use super::run::{Run, reserve};
use super::spans::{MOST, Spans};
use crate::shape::StructureError;

/// Two bytes a row: offsets that count from the base of a block of rows.
#[derive(Clone, Debug)]
pub(crate) struct Compact {
    /// The offset of the first row of each block.
    blocks: Run<usize>,
    /// For each row, and for the end, the offset that is left.
    steps: Run<u16>,
    /// How many rows of the first block come before the window.
    skipped: usize,
    /// The offset of its first row.
    base: usize,
}

impl Compact {
    /// Rows in a block: as many as fit for all lengths below 256.
    const BLOCK: usize = 256;

    #[inline]
    pub(super) fn start(&self, row: usize) -> usize {
        let at = row.wrapping_add(self.skipped) / Compact::BLOCK;
        let block = self.blocks.as_slice().get(at).copied().unwrap_or(0);
        let step = self.steps.as_slice().get(row).copied().unwrap_or(0);
        block.wrapping_add(usize::from(step)).wrapping_sub(self.base)
    }

    pub(super) fn rows(&self) -> usize {
        self.steps.as_slice().len().saturating_sub(1)
    }

    pub(super) fn row_of(&self, entry: usize) -> usize {
        let entry = entry.wrapping_add(self.base);
        let (blocks, steps) = (self.blocks.as_slice(), self.steps.as_slice());
        let block = blocks.partition_point(|&base| base <= entry).saturating_sub(1);
        let left = entry.wrapping_sub(blocks.get(block).copied().unwrap_or(0));
        let end = block.wrapping_add(1).wrapping_mul(Compact::BLOCK).saturating_sub(self.skipped);
        let begin = block.wrapping_mul(Compact::BLOCK).saturating_sub(self.skipped);
        let steps = steps.get(begin..end.min(steps.len())).unwrap_or(&[]);
        let before = steps.partition_point(|&step| usize::from(step) <= left);
        begin.wrapping_add(before).saturating_sub(1)
    }

    pub(super) fn window(&self, begin: usize, end: usize) -> Self {
        let (from, to) = (begin.wrapping_add(self.skipped), end.wrapping_add(self.skipped));
        let last = (to / Compact::BLOCK).wrapping_add(1);
        Compact {
            blocks: self.blocks.window(from / Compact::BLOCK, last),
            steps: self.steps.window(begin, end.saturating_add(1)),
            skipped: from % Compact::BLOCK,
            base: self.start(begin).wrapping_add(self.base),
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.steps.is_same(&other.steps)
    }

    pub(super) fn bytes(&self) -> usize {
        let blocks = size_of_val(self.blocks.as_slice());
        blocks.saturating_add(size_of_val(self.steps.as_slice()))
    }
}

impl Spans {
    /// Rows of these lengths in two bytes each, or one offset each where that does not fit.
    pub(super) fn compact_from_lengths(
        level: usize,
        mut lengths: impl Iterator<Item = usize>,
    ) -> Result<Self, StructureError> {
        let rows = lengths.size_hint().0;
        let (mut blocks, mut steps) = (Vec::new(), Vec::new());
        reserve(&mut blocks, rows.wrapping_div(Compact::BLOCK).saturating_add(1))?;
        reserve(&mut steps, rows.saturating_add(1))?;
        let mut base = 0_usize;
        loop {
            let mut block = [0; Compact::BLOCK];
            let mut filled = 0_usize;
            for (slot, length) in block.iter_mut().zip(&mut lengths) {
                *slot = length;
                filled = filled.wrapping_add(1);
            }
            let is_last = filled < Compact::BLOCK;
            let (block, _) = block.split_at(filled);
            // Offsets count from the base of their block, and the end of the last block is one of its offsets.
            let counted =
                if is_last { block } else { block.split_last().map_or(block, |(_, rest)| rest) };
            let largest = sum(0, counted);
            let end = sum(base, block);
            if largest > usize::from(u16::MAX) || end > MOST {
                let done = lengths_of(&blocks, &steps, base);
                let all = done.chain(block.iter().copied()).chain(lengths);
                return Self::from_lengths(level, all, Vec::new());
            }
            reserve(&mut blocks, 1)?;
            blocks.push(base);
            reserve(&mut steps, Compact::BLOCK)?;
            let mut step = 0_u16;
            steps.extend(block.iter().map(|&length| {
                // What a row adds beyond 16 bits is seen by nobody: it is the last of its block.
                let begin = step;
                step = step.wrapping_add(length as u16);
                begin
            }));
            if is_last {
                steps.push(step);
                break;
            }
            base = end;
        }
        let (blocks, steps) = (Run::new(blocks), Run::new(steps));
        Ok(Spans::Compact(Compact { blocks, steps, skipped: 0, base: 0 }))
    }
}

/// The lengths of rows in whole blocks, which end at `end`.
fn lengths_of(blocks: &[usize], steps: &[u16], end: usize) -> impl Iterator<Item = usize> {
    let starts = steps.chunks(Compact::BLOCK).zip(blocks);
    let starts = starts
        .flat_map(|(steps, &base)| steps.iter().map(move |&s| base.wrapping_add(usize::from(s))));
    let ends = starts.clone().skip(1).chain(core::iter::once(end));
    starts.zip(ends).map(|(begin, end)| end.wrapping_sub(begin))
}

fn sum(from: usize, lengths: &[usize]) -> usize {
    lengths.iter().fold(from, |sum, &length| sum.saturating_add(length))
}
