//! From the index of an element to its place in the buffer and back, one at a time, and what goes with indices.

use core::cmp::Ordering;

use super::buffer::check_index;
use super::checks::out_of_range;
use super::tiles::{TilePlan, product_of};
use super::{ArrayShape, XlaError};
use extents::{ModeArray, ShapeError};

impl ArrayShape {
    /// Returns the position of an element in the buffer, in elements: XLA's `MultidimensionalIndexToLinearIndex`.
    ///
    /// For many indices make the layout once, with [`to_layout`](Self::to_layout).
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout); [`XlaError::OutOfBounds`];
    /// [`ShapeError::RankMismatch`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let columns: ArrayShape = "f32[10,20]{0,1}".parse()?;
    /// assert_eq!(columns.linear_index(&[3, 5])?, 53);
    /// let tiled: ArrayShape = "f32[8,4]{1,0:T(2,2)}".parse()?;
    /// assert_eq!(tiled.linear_index(&[3, 1])?, 11);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn linear_index(&self, index: &[usize]) -> Result<usize, XlaError> {
        let plan = TilePlan::new(self)?;
        check_index(&plan.sizes, index)?;
        Ok(plan.place(index))
    }

    /// Returns the index of the element at a position of the buffer, or `None` for padding.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout); [`XlaError::LinearOutOfBounds`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// assert_eq!(shape.multi_index(17)?.as_deref(), Some(&[2, 3][..]));
    /// assert_eq!(shape.multi_index(9)?, None);
    /// assert!(shape.multi_index(24).is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn multi_index(&self, linear: usize) -> Result<Option<ModeArray<usize>>, XlaError> {
        let plan = TilePlan::new(self)?;
        let allocated = plan.allocated;
        if linear >= allocated {
            return Err(XlaError::LinearOutOfBounds { linear, allocated });
        }
        let mut index = plan.sizes.clone();
        Ok(plan.write_index(linear, &mut index).then_some(index))
    }

    /// Returns the number of elements: the product of the sizes, whatever the layout is.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`], and [`TooLarge`](XlaError::TooLarge) for more than `isize::MAX` elements (sizes
    /// of 0 left out of the product).
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// assert_eq!(ArrayShape::new(DType::F32, [10, 20]).elements_in(), Ok(200));
    /// assert!(ArrayShape::new(DType::F32, [usize::MAX, 2]).elements_in().is_err());
    /// ```
    pub fn elements_in(&self) -> Result<usize, XlaError> {
        product_of(&self.sizes()?)
    }

    /// Returns the number of elements that the buffer holds, padding included.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("f32[3,5]{1,0:T(2,2)}".parse::<ArrayShape>()?.allocated_elements()?, 24);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn allocated_elements(&self) -> Result<usize, XlaError> {
        Ok(TilePlan::new(self)?.allocated)
    }

    /// Returns the distance between neighbors along each dimension, in elements, or `None` if there are tiles, with
    /// which it is not constant.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout).
    ///
    /// ```
    /// use extents_xla::{ArrayShape, Layout, PaddingValue};
    /// use extents::DType;
    /// let layout = Layout::new([0, 1])?.with_padding([3, 5], PaddingValue::Zero);
    /// let padded = ArrayShape::new(DType::F32, [2, 3]).with_layout(layout)?;
    /// assert_eq!(padded.strides()?.as_deref(), Some(&[1, 3][..]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn strides(&self) -> Result<Option<ModeArray<isize>>, XlaError> {
        Ok(TilePlan::new(self)?.strides)
    }

    /// Returns the stride of one dimension, or `None` if there are tiles: XLA's `GetDimensionStride`.
    ///
    /// # Errors
    /// Returns the errors of [`strides`](Self::strides); [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("f32[2,3,4]{2,1,0}".parse::<ArrayShape>()?.dimension_stride(0)?, Some(12));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn dimension_stride(&self, dimension: usize) -> Result<Option<isize>, XlaError> {
        if dimension >= self.rank() {
            return Err(out_of_range(dimension, self.rank()));
        }
        Ok(self.strides()?.and_then(|strides| strides.get(dimension).copied()))
    }

    /// Returns whether an index has one coordinate for each dimension, and none is negative or too large. A dimension
    /// without a bound accepts any.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [2, 3]);
    /// assert!(shape.index_in_bounds(&[1, 2]));
    /// assert!(!shape.index_in_bounds(&[1, 3]) && !shape.index_in_bounds(&[-1, 0]));
    /// assert!(!shape.index_in_bounds(&[1]));
    /// ```
    pub fn index_in_bounds(&self, index: &[i64]) -> bool {
        let is_below = |index: &i64, size: Option<usize>| match usize::try_from(*index) {
            Ok(index) => size.is_none_or(|size| index < size),
            Err(_) => *index >= 0 && size.is_none(),
        };
        let mut pairs = index.iter().zip(self.dimensions());
        index.len() == self.rank() && pairs.all(|(index, size)| is_below(index, size.bound()))
    }

    /// Advances to the next index; the last dimension is the fastest, whatever the layout. At the end it returns
    /// `false`, and the index is zero again.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`], [`OutOfBounds`](XlaError::OutOfBounds), [`ShapeError::RankMismatch`].
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [2, 3]);
    /// let mut index = [0, 2];
    /// assert_eq!((shape.bump_index(&mut index)?, index), (true, [1, 0]));
    /// index = [1, 2];
    /// assert_eq!((shape.bump_index(&mut index)?, index), (false, [0, 0]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn bump_index(&self, index: &mut [usize]) -> Result<bool, XlaError> {
        let sizes = self.sizes()?;
        check_index(&sizes, index)?;
        for (at, &size) in index.iter_mut().zip(sizes.iter()).rev() {
            *at = at.saturating_add(1);
            if *at < size {
                return Ok(true);
            }
            *at = 0;
        }
        Ok(false)
    }
}

/// Compares two indices by the first coordinate that differs: XLA's `CompareIndices`.
///
/// # Errors
/// Returns [`ShapeError::RankMismatch`].
///
/// ```
/// use core::cmp::Ordering;
/// use extents_xla::compare_indices;
/// assert_eq!(compare_indices(&[1, 0], &[0, 9]), Ok(Ordering::Greater));
/// ```
pub fn compare_indices(left: &[i64], right: &[i64]) -> Result<Ordering, XlaError> {
    let (expected, found) = (left.len(), right.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found }.into());
    }
    Ok(left.cmp(right))
}
