//! [`BufferLayout`]: a layout of XLA as one of ours, so that views and tensors can be made of it.

use crate::error::Bounded;
use alloc::sync::Arc;
use core::fmt;

use super::tiles::TilePlan;
use super::{ArrayShape, Layout, XlaError};
use extents::layout::{self, Strided, Trusted};
use extents::{Extents, Mapping, ModeArray, ShapeError, error::Place};

/// A layout of XLA for an array of known sizes, which maps each element to its position in a buffer, padding and tiles
/// included.
///
/// [`ArrayShape::to_layout`] makes one and [`ArrayShape::mapping`] joins it with extents, so that a
/// [`View`](extents::View) or a [`Tensor`](extents::Tensor) can be made of it. It has mappings of its own sizes only. A
/// clone shares the numbers.
///
/// The span of a mapping is all that is allocated, the padding of the last tile and of the tail too, so a buffer of
/// XLA fits; it is 0 where there is no element.
///
/// ```
/// use extents_xla::ArrayShape;
/// use extents::{StaticExtents, Tensor, View};
/// let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
/// let mapping = shape.mapping::<StaticExtents![3, 5]>()?;
/// let buffer: Vec<usize> = (0..24).collect();
/// let view = View::from_slice(mapping.clone(), &buffer)?;
/// assert_eq!((view[[0, 1]], view[[0, 2]], view[[1, 0]], view[[2, 4]]), (1, 4, 2, 20));
/// let mut tensor = Tensor::full(mapping, 0.0)?;
/// tensor[[2, 4]] = 1.0;
/// assert_eq!(tensor.as_slice().iter().position(|&x| x == 1.0), Some(20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BufferLayout {
    pub(super) plan: Arc<TilePlan>,
}

impl BufferLayout {
    /// Returns the layout as XLA describes it.
    pub fn layout(&self) -> &Layout {
        &self.plan.layout
    }

    /// Returns the size of each dimension.
    pub fn sizes(&self) -> &[usize] {
        &self.plan.sizes
    }

    /// Returns the number of elements that a buffer holds, padding included.
    pub fn allocated_elements(&self) -> usize {
        self.plan.allocated
    }

    /// Returns the number of elements of the array.
    pub fn elements(&self) -> usize {
        self.plan.elements()
    }

    /// Returns the distance between neighbors along each dimension, in elements, or `None` if there are tiles.
    pub fn strides(&self) -> Option<&[isize]> {
        self.plan.strides.as_deref()
    }

    /// Returns the position of an element in the buffer.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`]; [`ShapeError::RankMismatch`].
    pub fn linear_index(&self, index: &[usize]) -> Result<usize, XlaError> {
        check_index(&self.plan.sizes, index)?;
        Ok(self.plan.place(index))
    }

    /// Returns the index of the element at a position of the buffer, or `None` for padding.
    ///
    /// # Errors
    /// Returns [`XlaError::LinearOutOfBounds`].
    pub fn multi_index(&self, linear: usize) -> Result<Option<ModeArray<usize>>, XlaError> {
        let allocated = self.plan.allocated;
        if linear >= allocated {
            return Err(XlaError::LinearOutOfBounds { linear, allocated });
        }
        let mut index = self.plan.sizes.clone();
        Ok(self.plan.write_index(linear, &mut index).then_some(index))
    }
}

/// Passes for an index in bounds.
pub(super) fn check_index(sizes: &[usize], index: &[usize]) -> Result<(), XlaError> {
    let (expected, found) = (sizes.len(), index.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found }.into());
    }
    for (dimension, (&index, &size)) in index.iter().zip(sizes).enumerate() {
        if index >= size {
            return Err(XlaError::OutOfBounds {
                of: Bounded::Index { dimension },
                number: index as i128,
                limit: size,
            });
        }
    }
    Ok(())
}

impl ArrayShape {
    /// Returns the layout that maps each element of this array to its position in the buffer.
    ///
    /// It computes once what all indices need. For one index alone [`linear_index`](Self::linear_index) is shorter.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], [`Unbounded`](XlaError::Unbounded), and [`TooLarge`](XlaError::TooLarge) for a
    /// buffer of more than `isize::MAX` elements (sizes of 0 left out of the product).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let layout = "f32[3,5]{1,0:T(2,2)}".parse::<ArrayShape>()?.to_layout()?;
    /// assert_eq!((layout.elements(), layout.allocated_elements()), (15, 24));
    /// assert_eq!(layout.linear_index(&[2, 4])?, 20);
    /// assert_eq!(layout.multi_index(20)?.as_deref(), Some(&[2, 4][..]));
    /// assert_eq!(layout.multi_index(21)?, None);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn to_layout(&self) -> Result<BufferLayout, XlaError> {
        Ok(BufferLayout { plan: Arc::new(TilePlan::new(self)?) })
    }

    /// Returns the mapping of the array, with extents of any layer.
    ///
    /// # Errors
    /// Returns the errors of [`extents`](Self::extents) and [`to_layout`](Self::to_layout).
    ///
    /// ```
    /// use extents::DynExtents;
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[2,3]{0,1:T(2,2)}".parse()?;
    /// let mapping = shape.mapping::<DynExtents<2>>()?;
    /// assert_eq!((mapping.offset([1, 2])?, mapping.required_span_size()), (5, 8));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn mapping<E: Extents>(&self) -> Result<Mapping<E, BufferLayout>, XlaError> {
        Ok(Mapping::with_layout(self.extents()?, self.to_layout()?)?)
    }

    /// Returns the strided mapping of an array without tiles. [`Mapping::try_convert`] converts it into a
    /// [`RowMajor`](layout::RowMajor), [`ColMajor`](layout::ColMajor), [`MinorToMajor`](layout::MinorToMajor) or
    /// [`Padded`](layout::Padded) one, if it is one.
    ///
    /// # Errors
    /// Returns the errors of [`mapping`](Self::mapping); [`ShapeError::NotStrided`] with tiles.
    ///
    /// ```
    /// use extents::layout::{ColMajor, RowMajor};
    /// use extents_xla::ArrayShape;
    /// use extents::{DynExtents, StaticExtents};
    /// let shape: ArrayShape = "f32[2,3]{0,1}".parse()?;
    /// let strided = shape.strided_mapping::<DynExtents<2>>()?;
    /// assert_eq!(strided.strides(), [1, 2]);
    /// assert!(strided.try_convert::<StaticExtents![2, 3], ColMajor>().is_ok());
    /// assert!(strided.try_convert::<StaticExtents![2, 3], RowMajor>().is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn strided_mapping<E: Extents>(&self) -> Result<Mapping<E, Strided<E::Strides>>, XlaError> {
        let extents: E = self.extents()?;
        let layout = self.to_layout()?;
        let mut strides = extents.zero_strides();
        let from = layout.strides().ok_or(ShapeError::NotStrided)?;
        for (to, from) in strides.as_mut().iter_mut().zip(from) {
            *to = *from;
        }
        Ok(Mapping::with_layout(extents, Strided::new(strides))?)
    }
}

/// A layout has a mapping only for extents of its own sizes.
impl<E: Extents> layout::Layout<E> for BufferLayout {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = false;
    const IS_ALWAYS_STRIDED: bool = false;

    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        if extents.is_null() {
            return Err(ShapeError::Null);
        }
        extents.with_slice(|extents| {
            let sizes = self.sizes();
            let (expected, found) = (sizes.len(), extents.len());
            if expected != found {
                return Err(ShapeError::RankMismatch { expected, found });
            }
            for (mode, (&expected, &found)) in sizes.iter().zip(extents).enumerate() {
                if expected != found {
                    return Err(ShapeError::ExtentMismatch {
                        place: Place::Mode(mode),
                        expected,
                        found,
                    });
                }
            }
            Ok(())
        })
    }

    #[inline]
    fn offset(&self, _: &E, index: &E::Index) -> usize {
        self.plan.place(index.as_ref())
    }

    #[inline]
    fn required_span_size(&self, _: &E) -> usize {
        if self.plan.elements() == 0 { 0 } else { self.plan.allocated }
    }

    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let mut index = extents.extents();
        let is_there = self.plan.write_index(offset, index.as_mut());
        if is_there { Ok(index) } else { Err(self.no_index(extents, offset)) }
    }

    #[inline]
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        let mut strides = extents.zero_strides();
        for (to, from) in strides.as_mut().iter_mut().zip(self.strides()?) {
            *to = *from;
        }
        Some((strides, 0))
    }

    fn is_exhaustive(&self, extents: &E) -> bool {
        self.plan.elements() == self.required_span_size(extents)
    }

    fn is_strided(&self, _: &E) -> bool {
        self.strides().is_some()
    }
}

impl fmt::Debug for BufferLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BufferLayout {}", self.plan.layout)
    }
}
