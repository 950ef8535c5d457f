//! All places of a buffer, all indices in the order of memory, and elements brought into that order.

use crate::error::{Bounded, Required};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::{ControlFlow, Range};

use super::{ArrayShape, BufferLayout, XlaError};
use extents::{
    ModeArray, ShapeError,
    error::{Part, Quantity},
};

/// An iterator over the positions of a buffer: for each the index of its element, or `None` for padding.
///
/// [`BufferLayout::slots`] makes one.
///
/// ```
/// use extents_xla::ArrayShape;
/// let layout = "f32[3]{0:T(2)}".parse::<ArrayShape>()?.to_layout()?;
/// let slots: Vec<_> = layout.slots().map(|slot| slot.map(|index| index[0])).collect();
/// assert_eq!(slots, [Some(0), Some(1), Some(2), None]);
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slots {
    layout: BufferLayout,
    places: Range<usize>,
}

impl BufferLayout {
    /// Returns an iterator over all positions of the buffer, in order.
    pub fn slots(&self) -> Slots {
        Slots { layout: self.clone(), places: 0..self.plan.allocated }
    }
}

impl Iterator for Slots {
    type Item = Option<ModeArray<usize>>;

    fn next(&mut self) -> Option<Self::Item> {
        let place = self.places.next()?;
        let mut index = self.layout.plan.sizes.clone();
        Some(self.layout.plan.write_index(place, &mut index).then_some(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for Slots {}
impl FusedIterator for Slots {}

impl ArrayShape {
    /// Visits indices, the most minor dimension of the layout the fastest: along each dimension those from `base` up to
    /// `base + count`, in steps of `increment`. Tiles are ignored. [`ControlFlow::Break`] stops early.
    ///
    /// # Errors
    /// Before anything is visited: [`XlaError::Requires`], [`Unbounded`](XlaError::Unbounded);
    /// [`OutOfBounds`](XlaError::OutOfBounds) where entries are beyond the size; of [`ShapeError`]
    /// `RankMismatch`, and `ZeroSize` for an increment of 0.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[2,4]{0,1}".parse()?;
    /// let mut seen = Vec::new();
    /// shape.for_each_index(&[0, 1], &[2, 3], &[1, 2], |index| {
    ///     seen.push([index[0], index[1]]);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(seen, [[0, 1], [1, 1], [0, 3], [1, 3]]);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn for_each_index(
        &self,
        base: &[usize],
        count: &[usize],
        increment: &[usize],
        mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), XlaError> {
        let layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let sizes = self.sizes()?;
        for list in [base, count, increment] {
            let (expected, found) = (self.rank(), list.len());
            if expected != found {
                return Err(ShapeError::RankMismatch { expected, found }.into());
            }
        }
        let ranges = base.iter().zip(count).zip(increment).zip(sizes.iter());
        for (dimension, (((&base, &count), &increment), &size)) in ranges.enumerate() {
            if increment == 0 {
                return Err(ShapeError::ZeroSize { part: Part::Step, mode: dimension }.into());
            }
            let end = base.checked_add(count);
            if end.is_none_or(|end| end > size) {
                // Without entries the base alone is out of bounds.
                let after = count.saturating_sub(1);
                return Err(XlaError::OutOfBounds {
                    of: Bounded::Index { dimension },
                    number: (base as i128).saturating_add(after as i128),
                    limit: size,
                });
            }
        }
        if count.contains(&0) {
            return Ok(());
        }
        let mut index: ModeArray<usize> = base.iter().copied().collect();
        loop {
            if visit(&index).is_break()
                || !step(&mut index, layout.minor_to_major(), base, count, increment)
            {
                return Ok(());
            }
        }
    }

    /// Visits all indices, the most minor dimension of the layout the fastest.
    ///
    /// # Errors
    /// Returns the errors of [`for_each_index`](Self::for_each_index).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use extents_xla::ArrayShape;
    /// let mut seen = Vec::new();
    /// "f32[2,2]{0,1}".parse::<ArrayShape>()?.for_every_index(|index| {
    ///     seen.push([index[0], index[1]]);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(seen, [[0, 0], [1, 0], [0, 1], [1, 1]]);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn for_every_index(
        &self,
        visit: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), XlaError> {
        let sizes = self.sizes()?;
        let same = |value| core::iter::repeat_n(value, sizes.len()).collect::<ModeArray<usize>>();
        self.for_each_index(&same(0), &sizes, &same(1), visit)
    }

    /// Returns the elements of an array, given in row-major order, in the order of the buffer, with `padding`
    /// everywhere else.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout); [`ShapeError::CountMismatch`],
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::{ArrayShape, Layout, PaddingValue};
    /// let layout = Layout::ascending(2).with_padding([3, 5], PaddingValue::Zero);
    /// let shape = ArrayShape::new(DType::U8, [2, 3]).with_layout(layout)?;
    /// let memory = shape.memory_order(b"abcdef", b'0')?;
    /// assert_eq!(memory, b"ad0be0cf0000000");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn memory_order<T: Clone>(&self, elements: &[T], padding: T) -> Result<Vec<T>, XlaError> {
        let layout = self.to_layout()?;
        let (expected, found) = (layout.elements(), elements.len());
        if expected != found {
            return Err(
                ShapeError::CountMismatch { of: Quantity::Elements, expected, found }.into()
            );
        }
        let allocated = layout.allocated_elements();
        let mut memory = Vec::new();
        let refused = |_| ShapeError::Allocation { elements: allocated };
        memory.try_reserve_exact(allocated).map_err(refused)?;
        memory.resize(allocated, padding);
        let mut index: ModeArray<usize> = layout.sizes().iter().map(|_| 0).collect();
        for element in elements {
            if let Some(slot) = memory.get_mut(layout.plan.place(&index)) {
                *slot = element.clone();
            }
            self.bump_index(&mut index)?;
        }
        Ok(memory)
    }
}

/// Moves to the next index in the order of a list of dimensions. False at the end.
fn step(
    index: &mut [usize],
    minor_to_major: &[usize],
    base: &[usize],
    count: &[usize],
    increment: &[usize],
) -> bool {
    for &dimension in minor_to_major {
        let entry = (index.get_mut(dimension), base.get(dimension), count.get(dimension));
        let (Some(at), Some(&base), Some(&count)) = entry else { return false };
        let by = increment.get(dimension).copied().unwrap_or(1);
        // The end is at most the size, so no sum up to it is too large.
        *at = at.saturating_add(by);
        if *at < base.saturating_add(count) {
            return true;
        }
        *at = base;
    }
    false
}
