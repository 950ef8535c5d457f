//! [`Compact`]: offsets of rows in two bytes each.

use alloc::vec::Vec;
use core::ops::Range;

use super::run::{Run, reserve};
use super::spans::{MOST, Spans};
use crate::StructureError;

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
    /// The longest row; a block of such rows is less than 32 bits.
    const LONGEST: usize = (1 << 24) - 1;

    #[inline]
    pub(super) fn starts(&self) -> CompactStarts<'_> {
        CompactStarts {
            blocks: self.blocks.as_slice(),
            steps: self.steps.as_slice(),
            skipped: self.skipped,
            base: self.base,
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.steps.as_slice().len().saturating_sub(1)
    }

    pub(super) fn window(&self, begin: usize, end: usize) -> Self {
        let (from, to) = (begin.wrapping_add(self.skipped), end.wrapping_add(self.skipped));
        let last = (to / Compact::BLOCK).wrapping_add(1);
        Compact {
            blocks: self.blocks.window(from / Compact::BLOCK, last),
            steps: self.steps.window(begin, end.saturating_add(1)),
            skipped: from % Compact::BLOCK,
            base: self.starts().start(begin).wrapping_add(self.base),
        }
    }

    /// Whether both are the same memory, or the same numbers in it.
    pub(super) fn is_equal(&self, other: &Self) -> bool {
        self.steps.is_same(&other.steps)
            || (self.skipped, self.base) == (other.skipped, other.base)
                && self.blocks.as_slice() == other.blocks.as_slice()
                && self.steps.as_slice() == other.steps.as_slice()
    }

    /// The arrays, if nobody else holds them and they begin with the first row.
    pub(super) fn into_memory(self) -> Option<CompactMemory> {
        Some(CompactMemory { blocks: self.blocks.into_vec()?, steps: self.steps.into_vec()? })
    }

    pub(super) fn bytes(&self) -> usize {
        let blocks = size_of_val(self.blocks.as_slice());
        blocks.saturating_add(size_of_val(self.steps.as_slice()))
    }
}

/// The memory of a shape in compact form, for reuse.
///
/// ```
/// use extents_shapes::{CompactMemory, JaggedShape};
/// let shape = JaggedShape::compact_from_lengths_in(CompactMemory::default(), [1, 2])?;
/// let memory = shape.into_compact_memory().unwrap_or_default();
/// let shape = JaggedShape::compact_from_lengths_in(memory, [4, 5])?;
/// assert_eq!(shape, JaggedShape::from_lengths([4, 5])?);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CompactMemory {
    blocks: Vec<usize>,
    steps: Vec<u16>,
}

/// The arrays of [`Compact`], borrowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompactStarts<'a> {
    blocks: &'a [usize],
    steps: &'a [u16],
    skipped: usize,
    base: usize,
}

impl CompactStarts<'_> {
    #[inline]
    pub(super) fn start(self, row: usize) -> usize {
        let at = row.wrapping_add(self.skipped) / Compact::BLOCK;
        match (self.blocks.get(at), self.steps.get(row)) {
            (Some(block), Some(&step)) => {
                block.wrapping_add(usize::from(step)).wrapping_sub(self.base)
            }
            _ => 0,
        }
    }

    /// The entries of a row that is there.
    #[inline]
    pub(super) fn range(self, row: usize) -> Range<usize> {
        let at = row.wrapping_add(self.skipped);
        let (block, next) = (at / Compact::BLOCK, at.wrapping_add(1) / Compact::BLOCK);
        match (self.steps.get(row..row.wrapping_add(2)), self.blocks.get(next)) {
            (Some(&[begin, end]), Some(&last)) => {
                let first = self.blocks.get(block).copied().unwrap_or(last);
                let begin = first.wrapping_add(usize::from(begin)).wrapping_sub(self.base);
                begin..last.wrapping_add(usize::from(end)).wrapping_sub(self.base)
            }
            _ => 0..0,
        }
    }

    pub(super) fn row_of(self, entry: usize) -> usize {
        let entry = entry.wrapping_add(self.base);
        let block = self.blocks.partition_point(|&base| base <= entry).saturating_sub(1);
        let left = entry.wrapping_sub(self.blocks.get(block).copied().unwrap_or(0));
        let end = block.wrapping_add(1).wrapping_mul(Compact::BLOCK).saturating_sub(self.skipped);
        let begin = block.wrapping_mul(Compact::BLOCK).saturating_sub(self.skipped);
        let steps = self.steps.get(begin..end.min(self.steps.len())).unwrap_or(&[]);
        let before = steps.partition_point(|&step| usize::from(step) <= left);
        begin.wrapping_add(before).saturating_sub(1)
    }
}

impl Spans {
    /// Rows of these lengths in two bytes each, or one offset each where that does not fit.
    pub(super) fn compact_from_lengths(
        level: usize,
        mut lengths: impl Iterator<Item = usize>,
        memory: CompactMemory,
    ) -> Result<Self, StructureError> {
        let rows = lengths.size_hint().0;
        let CompactMemory { mut blocks, mut steps } = memory;
        blocks.clear();
        steps.clear();
        reserve(&mut blocks, rows.wrapping_div(Compact::BLOCK).saturating_add(1))?;
        reserve(&mut steps, rows.saturating_add(1))?;
        let mut base = 0_usize;
        // Offsets from the base of the block: half the memory of a `usize` is half the time.
        let mut offsets = [0_u32; Compact::BLOCK];
        loop {
            let (mut filled, mut end, mut long) = (0_usize, 0_u32, None);
            for offset in &mut offsets {
                let Some(length) = lengths.next() else { break };
                *offset = end;
                filled = filled.wrapping_add(1);
                if length > Compact::LONGEST {
                    long = Some(length);
                    break;
                }
                // A whole block of the longest rows is less than 32 bits.
                end = end.wrapping_add(length as u32);
            }
            let (offsets, _) = offsets.split_at(filled);
            let is_last = filled < Compact::BLOCK;
            // What the last row of a full block adds is seen by nobody.
            let largest = if is_last { Some(&end) } else { offsets.last() };
            let whole = base.saturating_add(end as usize);
            if long.is_some() || largest > Some(&u32::from(u16::MAX)) || whole > MOST {
                let done = lengths_of(&blocks, &steps, base);
                let ends = offsets.iter().skip(1).chain(long.is_none().then_some(&end));
                let block = offsets.iter().zip(ends).map(|(begin, end)| end.wrapping_sub(*begin));
                let all = done.chain(block.map(|length| length as usize)).chain(long);
                return Self::from_lengths(level, all.chain(lengths), Vec::new());
            }
            reserve(&mut blocks, 1)?;
            blocks.push(base);
            reserve(&mut steps, Compact::BLOCK)?;
            steps.extend(offsets.iter().map(|&offset| offset as u16));
            if is_last {
                steps.push(end as u16);
                break;
            }
            base = whole;
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
