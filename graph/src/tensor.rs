//! [`TensorDescription`]: what is known of a tensor before it exists.

use crate::error::Required;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use extents::check_size;

use super::Axes;
use super::access::{Access, Assignable, ReadOnly};
use super::assigned::Assigned;
use super::attributes::{Attributes, TensorKind};
use super::error::{DescriptionError, short};
use super::index_map::IndexMap;
use extents::{DType, ShapeError};

/// A description of a tensor that need not exist yet: the type of its elements, its axes, whether it can be assigned
/// to, which tensor it is a view of, and, once it is assigned, its layout.
///
/// The order of the axes implies no layout. Until one is assigned, strides and offsets are unknown; views can be made
/// all the same, and get their layout when their base has one.
///
/// ```
/// use extents_graph::{Axes, Axis, TensorDescription};
/// use extents::DType;
/// let axes = Axes::new([Axis::new("H", 5), Axis::new("W", 3)])?;
/// let image = <TensorDescription>::new(DType::F32, axes)?;
/// let turned = image.transpose()?;
/// assert_eq!((image.strides(), turned.strides()), (None, None));
///
/// let image = image.with_sizes(&[5, 4])?.row_major()?;
/// let turned = turned.on_base(&image)?;
/// assert_eq!((image.strides(), turned.strides()), (Some(vec![4, 1]), Some(vec![1, 4])));
/// assert_eq!(turned.byte_address(1000, &[2, 1])?, 1000 + (2 + 4) * 4);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub struct TensorDescription<A = ReadOnly> {
    pub(super) dtype: DType,
    // INVARIANT: all lengths are known, and their product passes `check_size`.
    pub(super) axes: Axes,
    // INVARIANT: one for each leaf of the axes, not less than its length; the bytes of all fit `isize`.
    pub(super) sizes: Vec<usize>,
    // INVARIANT: a mode for each leaf of the axes, of its length; a flattened axis merges. The offsets of all indices, in
    // bytes too, are from 0 to `isize::MAX`, and so is each stride but for its sign. Where the tensor is assignable no two
    // indices share an offset.
    pub(super) layout: Option<Assigned>,
    // INVARIANT: there is one where there is a layout. It has a stride for each mode of the base, and `map` leads from
    // it to the layout.
    pub(super) base_layout: Option<Assigned>,
    pub(super) base: Arc<Base>,
    // INVARIANT: from the lengths of the axes to the shape of the base.
    pub(super) map: IndexMap,
    pub(super) access: PhantomData<A>,
}

/// What all views of a tensor share. Which allocation it is in is its identity.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) shape: Vec<usize>,
    pub(super) attributes: Attributes,
    pub(super) source: ElementSource,
}

/// Where the elements of a tensor come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementSource {
    /// The elements are in memory, or will be.
    Stored,
    /// Each element is computed from its index when it is read, as those of `x + y` can be.
    Computed,
    /// All elements are one value.
    Uniform,
}

impl<A: Access> TensorDescription<A> {
    /// Creates the description of a tensor that is not a view. It has no layout yet.
    ///
    /// It is [temporary](TensorKind::Temporary); [`with_attributes`](Self::with_attributes) makes it something else.
    ///
    /// # Errors
    /// Returns [`DescriptionError::LengthUnknown`]; [`DescriptionError::TooLarge`] for too many bytes;
    /// [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::{Assignable, Axes, TensorDescription};
    /// use extents::DType;
    /// let tensor = TensorDescription::<Assignable>::new(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// assert_eq!((tensor.rank(), tensor.size(), tensor.strides()), (2, 6, None));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn new(dtype: DType, axes: Axes) -> Result<Self, DescriptionError> {
        Self::from_source(dtype, axes, Attributes::default(), ElementSource::Stored)
    }

    /// Creates the description of a tensor of this shape, whose axes are named `0`, `1`, and so on.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// assert_eq!(<TensorDescription>::of_shape(DType::F32, &[0, 3])?.rank(), 2);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn of_shape(dtype: DType, shape: &[usize]) -> Result<Self, DescriptionError> {
        Self::new(dtype, Axes::of_shape(shape))
    }

    pub(super) fn from_source(
        dtype: DType,
        axes: Axes,
        attributes: Attributes,
        source: ElementSource,
    ) -> Result<Self, DescriptionError> {
        let shape = axes.lengths()?;
        let sizes = leaf_lengths(&axes);
        let map = IndexMap::identity(&shape)?;
        let base = Arc::new(Base { shape, attributes, source });
        let zeros = |modes: &[usize]| match source {
            ElementSource::Uniform => {
                let strides: Vec<isize> = modes.iter().map(|_| 0).collect();
                Assigned::new(modes, &strides, 0).map(Some)
            }
            ElementSource::Stored | ElementSource::Computed => Ok(None),
        };
        let (layout, base_layout) = (zeros(&sizes)?, zeros(&base.shape)?);
        Self { dtype, axes, sizes, layout, base_layout, base, map, access: PhantomData }.checked()
    }

    /// Checks what the numbers of a description promise.
    pub(super) fn checked(self) -> Result<Self, DescriptionError> {
        check_size(&self.axes.lengths()?)?;
        check_size(&self.sizes)?;
        let bytes = self.sizes.iter().filter(|size| **size > 0);
        let bytes = bytes.fold(1_usize, |all, size| all.wrapping_mul(*size));
        fits(bytes.checked_mul(self.dtype.bytes()), "the size in bytes")?;
        for ((leaf, length), size) in self.axes.leaves().iter().zip(self.lengths()).zip(&self.sizes)
        {
            if *size < length {
                let (axis, size) = (short(leaf), *size);
                return Err(DescriptionError::SizeTooSmall { axis, size, length });
            }
        }
        let Some(layout) = &self.layout else { return Ok(self) };
        let bytes = self.dtype.bytes();
        if layout.is_empty() {
            fits(layout.offset().checked_mul(bytes), "the offset in bytes")?;
        } else {
            let end = layout.end().and_then(|end| end.checked_mul(bytes));
            fits(end, "the offset of the last element in bytes")?;
            let low = layout.offset().cast_signed().wrapping_sub_unsigned(layout.before());
            if low < 0 {
                return Err(DescriptionError::NegativeOffset { offset: low });
            }
        }
        for stride in layout.strides() {
            fits(stride.unsigned_abs().checked_mul(bytes), "a stride in bytes")?;
        }
        if !A::READ_ONLY && !layout.mapping().is_unique() {
            return Err(ShapeError::NotUnique.into());
        }
        self.merged_strides()?;
        Ok(self)
    }

    /// Returns the type of the elements.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// assert_eq!(<TensorDescription>::of_shape(DType::F32, &[2])?.dtype(), DType::F32);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the axes, whose lengths are all known.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// assert_eq!(tensor.axes().to_string(), "[0, 1]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// Returns the number of axes. A flattened axis counts once.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// assert_eq!(<TensorDescription>::of_shape(DType::F32, &[2, 3])?.rank(), 2);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn rank(&self) -> usize {
        self.axes.rank()
    }

    /// Returns the lengths of the axes.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// assert_eq!(<TensorDescription>::of_shape(DType::F32, &[2, 3])?.shape(), [2, 3]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn shape(&self) -> Vec<usize> {
        self.axes.iter().filter_map(super::Axis::length).collect()
    }

    /// Returns the number of elements.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// assert_eq!(<TensorDescription>::of_shape(DType::F32, &[2, 3])?.size(), 6);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn size(&self) -> usize {
        self.lengths().iter().fold(1_usize, |all, length| all.wrapping_mul(*length))
    }

    /// Returns whether the tensor can only be read: an r-tensor, by its type.
    ///
    /// ```
    /// use extents_graph::{Assignable, TensorDescription};
    /// use extents::DType;
    /// let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3])?;
    /// assert_eq!((tensor.read_only(), tensor.to_read_only().read_only()), (false, true));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn read_only(&self) -> bool {
        A::READ_ONLY
    }

    /// Returns the same tensor as a read-only one.
    ///
    /// ```
    /// use extents_graph::{Assignable, TensorDescription};
    /// use extents::DType;
    /// let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3])?;
    /// assert!(tensor.to_read_only().is_view_of_same(&tensor));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn to_read_only(&self) -> TensorDescription {
        self.retyped()
    }

    pub(super) fn retyped<B>(&self) -> TensorDescription<B> {
        TensorDescription {
            dtype: self.dtype,
            axes: self.axes.clone(),
            sizes: self.sizes.clone(),
            layout: self.layout.clone(),
            base_layout: self.base_layout.clone(),
            base: Arc::clone(&self.base),
            map: self.map.clone(),
            access: PhantomData,
        }
    }

    /// Returns the source of the elements.
    ///
    /// ```
    /// use extents_graph::{Axes, ElementSource, TensorDescription};
    /// use extents::DType;
    /// let sum = TensorDescription::computed(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// assert_eq!(sum.source(), ElementSource::Computed);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn source(&self) -> ElementSource {
        self.base.source
    }

    /// Returns the attributes of the tensor, or of the base of a view.
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription, TensorKind};
    /// use extents::DType;
    /// let weights = TensorDescription::of_kind(TensorKind::Variable, DType::F32, Axes::of_shape(&[2]))?;
    /// assert_eq!(weights.attributes().kind(), Some(TensorKind::Variable));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn attributes(&self) -> Attributes {
        self.base.attributes
    }

    /// Returns the description of another tensor, with these attributes and otherwise like this one. No view of this
    /// one is a view of it.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::{TensorDescription, TensorKind};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// let weights = tensor.with_attributes(TensorKind::Variable.attributes())?;
    /// assert!(!weights.is_view_of_same(&tensor));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn with_attributes(&self, attributes: Attributes) -> Result<Self, DescriptionError> {
        self.must_be_base()?;
        let (shape, source) = (self.base.shape.clone(), self.base.source);
        Ok(TensorDescription { base: Arc::new(Base { shape, attributes, source }), ..self.clone() })
    }

    /// The lengths of the leaves.
    pub(super) fn lengths(&self) -> Vec<usize> {
        leaf_lengths(&self.axes)
    }

    pub(super) fn must_be_base(&self) -> Result<(), DescriptionError> {
        if self.is_base() { Ok(()) } else { Err(DescriptionError::Requires(Required::NotView)) }
    }
}

impl TensorDescription<Assignable> {
    /// Creates the description of a tensor of one of the usual kinds: constant, placeholder, persistent, variable or
    /// temporary.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    ///
    /// ```
    /// use extents_graph::{Attribute, Axes, TensorDescription, TensorKind};
    /// use extents::DType;
    /// let input = TensorDescription::of_kind(TensorKind::Placeholder, DType::F32, Axes::of_shape(&[2]))?;
    /// assert!(input.attributes().has(Attribute::Input));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn of_kind(kind: TensorKind, dtype: DType, axes: Axes) -> Result<Self, DescriptionError> {
        Self::from_source(dtype, axes, kind.attributes(), ElementSource::Stored)
    }
}

impl TensorDescription {
    /// Creates the description of a tensor whose elements are computed from their index. It has no storage, and never
    /// has a layout.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    ///
    /// ```
    /// use extents_graph::error::Required;
    /// use extents_graph::{Axes, DescriptionError, TensorDescription};
    /// use extents::DType;
    /// let sum = TensorDescription::computed(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// assert_eq!(sum.row_major().unwrap_err(), DescriptionError::Requires(Required::Storage));
    /// assert_eq!(sum.materialise()?.strides(), Some(vec![3, 1]));
    /// # Ok::<(), DescriptionError>(())
    /// ```
    pub fn computed(dtype: DType, axes: Axes) -> Result<Self, DescriptionError> {
        Self::from_source(dtype, axes, Attributes::default(), ElementSource::Computed)
    }

    /// Creates the description of a constant whose elements are all one value. It stores one element, and all its
    /// strides are 0.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let zeros = TensorDescription::uniform(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// assert_eq!((zeros.offset_of(&[1, 2])?, zeros.span()?), (0, 1));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn uniform(dtype: DType, axes: Axes) -> Result<Self, DescriptionError> {
        Self::from_source(dtype, axes, TensorKind::Constant.attributes(), ElementSource::Uniform)
    }
}

fn leaf_lengths(axes: &Axes) -> Vec<usize> {
    axes.leaves().into_iter().filter_map(super::Axis::length).collect()
}

/// A number that fits `isize`.
pub(super) fn fits(number: Option<usize>, what: &'static str) -> Result<usize, DescriptionError> {
    let small = number.filter(|number| isize::try_from(*number).is_ok());
    small.ok_or(DescriptionError::TooLarge { what })
}
