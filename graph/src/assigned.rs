//! [`Assigned`]: where the elements of a tensor are in memory.

use core::ops::Range;

use super::bridge::DescriptionMapping;
use super::error::DescriptionError;
use extents::layout::{Strided, StridedLayout};
use extents::rearrange::{List, Reshape};
use extents::{DynRankExtents, Mapping, ShapeError};

const OFFSET: DescriptionError = DescriptionError::TooLarge { what: "an offset" };

/// A mapping of lengths, and the offset of the index of zeros, in elements.
///
/// A mapping counts from its smallest offset, and so does not say where in memory that is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Assigned {
    mapping: DescriptionMapping,
    offset: usize,
}

impl Assigned {
    pub(super) fn new(
        lengths: &[usize],
        strides: &[isize],
        offset: usize,
    ) -> Result<Self, DescriptionError> {
        let extents = DynRankExtents::new(lengths)?;
        let mapping = Mapping::with_layout(extents, Strided::new(strides.into()));
        let mapping = mapping.map_err(|error| match error {
            ShapeError::SpanOverflow { .. } => OFFSET,
            other => other.into(),
        })?;
        Ok(Assigned { mapping, offset })
    }

    pub(super) fn mapping(&self) -> &DescriptionMapping {
        &self.mapping
    }

    pub(super) fn strides(&self) -> &[isize] {
        self.mapping.layout().list()
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn is_empty(&self) -> bool {
        self.mapping.required_span_size() == 0
    }

    /// How far the first element in memory lies before that of zeros.
    pub(super) fn before(&self) -> usize {
        self.mapping.layout().base_offset(self.mapping.extents())
    }

    /// One more than the largest offset; `None` where that is no number. 0 without elements.
    pub(super) fn end(&self) -> Option<usize> {
        match self.mapping.required_span_size() {
            0 => Some(0),
            span => self.offset.checked_add(span.wrapping_sub(self.before())),
        }
    }

    /// The offsets from the smallest to behind the largest; `0..0` without elements. They have passed `checked`.
    pub(super) fn spanned(&self) -> Range<usize> {
        match (self.is_empty(), self.end()) {
            (false, Some(end)) => self.offset.wrapping_sub(self.before())..end,
            _ => 0..0,
        }
    }

    /// The offset of an index, in memory.
    pub(super) fn offset_of(&self, index: &[usize]) -> Result<usize, DescriptionError> {
        let from_first = self.mapping.offset(index)?.cast_signed();
        let far = from_first.wrapping_sub(self.before().cast_signed());
        self.offset.checked_add_signed(far).ok_or_else(|| match far {
            // The offset is less than what is taken from it, so it fits `isize`.
            ..0 => {
                let offset = self.offset.cast_signed().wrapping_add(far);
                DescriptionError::NegativeOffset { offset }
            }
            _ => OFFSET,
        })
    }

    /// The elements in row-major order under other lengths.
    pub(super) fn reshaped(&self, lengths: &[usize]) -> Result<Self, ShapeError> {
        let (_, mapping) = self.mapping.rearrange(Reshape(lengths.listed()))?.into_parts();
        Ok(Assigned { mapping, offset: self.offset })
    }
}
