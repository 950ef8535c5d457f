//! How a layout goes along when the dimensions of its shape get other numbers.

use alloc::vec;
use alloc::vec::Vec;

use crate::checks::out_of_range;
use crate::{ArrayShape, DimLevel, Dimension, Layout, SplitConfig, XlaError};

/// New dimensions, each an old one by its number or one that was not there.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Old(usize),
    New(Dimension),
}

impl ArrayShape {
    /// The array of these dimensions, whose layout has this order of the new numbers.
    ///
    /// Widths of padding and levels follow their dimensions; a new dimension is not padded, and dense. Splits follow theirs too, and go with
    /// one that goes. What stands in memory in place of the array is known only while its dimensions are the same.
    /// Everything else stays: tiles cut the fastest dimensions, whichever they are.
    pub(super) fn relabelled(
        &self,
        sources: &[Source],
        order: impl FnOnce(&Layout) -> Vec<usize>,
    ) -> Result<Self, XlaError> {
        let dimension = |source: &Source| match *source {
            Source::New(dimension) => Ok(dimension),
            Source::Old(old) => {
                self.dimensions.get(old).copied().ok_or(out_of_range(old, self.rank()))
            }
        };
        let dimensions = sources.iter().map(dimension).collect::<Result<Vec<_>, _>>()?;
        let shape = ArrayShape::new(self.dtype, dimensions);
        let Some(layout) = self.layout() else { return Ok(shape) };
        shape.with_layout(layout.relabelled(sources, order(layout))?)
    }
}

impl Layout {
    fn relabelled(&self, sources: &[Source], minor_to_major: Vec<usize>) -> Result<Self, XlaError> {
        let mut layout = self.clone();
        if let Some(padded) = &self.padded_dimensions {
            let width = |(dimension, source): (usize, &Source)| match *source {
                Source::New(new) => new.bound().ok_or(XlaError::Unbounded { dimension }),
                Source::Old(old) => padded.get(old).copied().ok_or(out_of_range(old, padded.len())),
            };
            let widths = sources.iter().enumerate().map(width).collect::<Result<_, _>>()?;
            layout.padded_dimensions = Some(widths);
        }
        if !self.dim_levels.is_empty() {
            let level = |source: &Source| match *source {
                Source::New(_) => Ok(DimLevel::DENSE),
                Source::Old(old) => {
                    let count = self.dim_levels.len();
                    self.dim_levels.get(old).copied().ok_or(out_of_range(old, count))
                }
            };
            layout.dim_levels = sources.iter().map(level).collect::<Result<_, _>>()?;
        }
        layout.minor_to_major = minor_to_major;
        let (numbers, places) = (self.new_numbers(sources), layout.logical_to_physical());
        let moved = |split: &SplitConfig| {
            let old = self.major_to_minor().nth(split.dimension)?;
            let new = numbers.get(old).copied().flatten()?;
            let &dimension = places.get(new)?;
            Some(SplitConfig { dimension, indices: split.indices.clone() })
        };
        layout.split_configs = self.split_configs.iter().filter_map(moved).collect();
        let is_permuted = sources.iter().all(|source| matches!(source, Source::Old(_)))
            && sources.len() == self.minor_to_major.len();
        if !is_permuted {
            (layout.physical_shape, layout.depth) = (None, 0);
        }
        Ok(layout)
    }

    /// The new number of each old dimension that is still there.
    fn new_numbers(&self, sources: &[Source]) -> Vec<Option<usize>> {
        let mut numbers = vec![None; self.minor_to_major.len()];
        for (new, source) in sources.iter().enumerate() {
            if let Source::Old(old) = *source
                && let Some(number) = numbers.get_mut(old)
            {
                *number = Some(new);
            }
        }
        numbers
    }
}
