//! Views: the same elements under other axes. Each records its base and its index function.

use crate::error::Required;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::access::{Access, Assignable};
use super::assigned::Assigned;
use super::error::DescriptionError;
use super::index_map::IndexMap;
use super::steps::Coordinate;
use super::tensor::{ElementSource, TensorDescription};
use super::{Axes, Axis, strides};
use extents::ModeArray;
use extents::rearrange::split_strides;

/// Which axis of the source an axis of the view reads, from where on and how far apart; `None` reads one entry again
/// and again.
pub(super) type Reads = Option<(usize, usize, isize)>;

impl<A: Access> TensorDescription<A> {
    /// Returns whether the tensor owns its storage: it is not a view of another one.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// assert!(tensor.is_base() && !tensor.transpose()?.is_base());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_base(&self) -> bool {
        self.map.is_identity() && self.map.shape() == self.base.shape
    }

    /// Returns whether both are views of the same tensor, or one is a view of the other.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// let (turned, flat) = (tensor.transpose()?, tensor.flatten_all()?);
    /// assert!(turned.is_view_of_same(&flat));
    /// let other = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// assert!(!turned.is_view_of_same(&other));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_view_of_same<B: Access>(&self, other: &TensorDescription<B>) -> bool {
        Arc::ptr_eq(&self.base, &other.base)
    }

    /// Returns the function from the indices of this view to those of its base: `view[i] == base[f(i)]`.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// assert_eq!(tensor.transpose()?.index_map().apply(&[2, 0])?, [0, 2]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn index_map(&self) -> &IndexMap {
        &self.map
    }

    /// Returns this view with the layout that follows from the layout of its base.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`]: [`Required::ViewOfBase`] where this is a view of another base,
    /// [`Required::NotView`] where `base` is a view itself, [`Required::Layout`] or [`Required::Storage`] where it has
    /// no layout; [`DescriptionError::NotMergeable`] where this view, or a reshape on the way
    /// to it, has no strides on that layout.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// let flat = tensor.flatten_all()?;
    /// assert_eq!(flat.on_base(&tensor.row_major()?)?.strides(), Some(vec![1]));
    /// assert!(flat.on_base(&tensor.column_major()?).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn on_base<B: Access>(
        &self,
        base: &TensorDescription<B>,
    ) -> Result<Self, DescriptionError> {
        if !self.is_view_of_same(base) {
            return Err(DescriptionError::Requires(Required::ViewOfBase));
        }
        base.must_be_base()?;
        base.known_layout()?;
        // Names are not all there is: parts of one name may be of other lengths.
        if self.is_base() && self.axes == base.axes && self.lengths() == base.lengths() {
            // An assignable tensor shares no elements, whatever its base may do.
            return base.retyped::<A>().checked();
        }
        let base_layout = base.base_layout.clone();
        let layout = base_layout.as_ref().map(|of_base| self.laid_on(of_base)).transpose()?;
        TensorDescription { layout, base_layout, ..self.clone() }.checked()
    }

    /// The layout that this layout of the base gives it.
    pub(super) fn laid_on(&self, of_base: &Assigned) -> Result<Assigned, DescriptionError> {
        // Without elements any strides do, whatever came before.
        let (merged, offset) = match self.size() {
            0 => (strides::row_major_strides(&self.shape())?, of_base.offset()),
            _ => {
                let layout = self.map.layout_on(of_base)?;
                (layout.strides().to_vec(), layout.offset())
            }
        };
        let mut strides = Vec::new();
        for (axis, stride) in self.axes.iter().zip(merged) {
            strides.extend(part_strides(axis, stride)?);
        }
        Assigned::new(&self.lengths(), &strides, offset)
    }

    /// A view through a function to the indices of this tensor, with these axes.
    pub(super) fn through<B: Access>(
        &self,
        axes: Axes,
        map: &IndexMap,
        sizes: Vec<usize>,
        layout: Option<Assigned>,
    ) -> Result<TensorDescription<B>, DescriptionError> {
        let map = map.then(&self.map)?;
        let (dtype, base) = (self.dtype, Arc::clone(&self.base));
        let base_layout = self.base_layout.clone();
        let access = PhantomData;
        TensorDescription { dtype, axes, sizes, layout, base_layout, base, map, access }.checked()
    }

    /// A view whose axes each read one axis of this tensor, or none; `fixed` are the other axes with their entry.
    pub(super) fn picked<B: Access>(
        &self,
        axes: Axes,
        reads: &[Reads],
        fixed: &[(usize, usize)],
    ) -> Result<TensorDescription<B>, DescriptionError> {
        let mut coordinates: Vec<Coordinate> =
            (0..self.rank()).map(|_| Coordinate { begin: 0, of: None }).collect();
        for (mode, read) in reads.iter().enumerate() {
            if let Some((from, begin, step)) = *read
                && let Some(coordinate) = coordinates.get_mut(from)
            {
                *coordinate = Coordinate { begin, of: Some((mode, step)) };
            }
        }
        for (axis, entry) in fixed {
            if let Some(coordinate) = coordinates.get_mut(*axis) {
                coordinate.begin = *entry;
            }
        }
        let map = IndexMap::pick(axes.lengths()?, self.shape(), coordinates)?;
        let merged = self.merged()?.map(|layout| map.layout_on(&layout)).transpose()?;

        let own_sizes = self.sizes();
        let leaves = self.leaves_of_axes();
        let (mut strides, mut sizes) = (Vec::new(), Vec::new());
        for (mode, (axis, read)) in axes.iter().zip(reads).enumerate() {
            let from = read.map(|(from, ..)| from);
            // Of as many entries, one after the other, it can only be the whole axis.
            let whole = read.filter(|(from, _, step)| {
                let own = self.axes.get(*from);
                *step == 1 && own.is_some_and(|own| part_lengths(own) == part_lengths(axis))
            });
            if let Some((from, ..)) = whole {
                let parts = leaves.get(from).cloned().unwrap_or(0..0);
                sizes.extend(self.sizes.get(parts.clone()).unwrap_or(&[]));
                if let Some(layout) = &self.layout {
                    strides.extend(layout.strides().get(parts).unwrap_or(&[]));
                }
                continue;
            }
            if let Some(stride) = merged.as_ref().and_then(|layout| layout.strides().get(mode)) {
                strides.extend(part_strides(axis, *stride)?);
            }
            match (axis.parts(), from.and_then(|from| own_sizes.get(from))) {
                (None, Some(size)) => sizes.push(*size),
                _ => sizes.extend(part_lengths(axis)),
            }
        }
        let lengths: Vec<usize> = axes.iter().flat_map(part_lengths).collect();
        let layout = merged.map(|merged| Assigned::new(&lengths, &strides, merged.offset()));
        self.through(axes, &map, sizes, layout.transpose()?)
    }

    /// Which leaves each axis has.
    fn leaves_of_axes(&self) -> Vec<Range<usize>> {
        let mut end = 0_usize;
        let leaves = self.axes.iter().map(|axis| {
            let begin = end;
            end = begin.wrapping_add(part_lengths(axis).len());
            begin..end
        });
        leaves.collect()
    }

    /// Describes a new tensor with the same axes for the values of this one: a temporary l-tensor, row-major, without
    /// padding.
    ///
    /// # Errors
    /// Returns [`DescriptionError::TooLarge`].
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let sum = TensorDescription::computed(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// let stored = sum.materialise()?;
    /// assert!(!stored.read_only() && stored.is_allocatable() && !stored.is_view_of_same(&sum));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn materialise(&self) -> Result<TensorDescription<Assignable>, DescriptionError> {
        TensorDescription::new(self.dtype, self.axes.clone())?.row_major()
    }

    /// Returns whether the elements are in memory, or will be.
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// assert!(<TensorDescription>::of_shape(DType::F32, &[2])?.is_stored());
    /// assert!(!TensorDescription::computed(DType::F32, Axes::of_shape(&[2]))?.is_stored());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_stored(&self) -> bool {
        self.base.source == ElementSource::Stored
    }
}

pub(super) fn part_lengths(axis: &Axis) -> Vec<usize> {
    let mut leaves = Vec::new();
    axis.push_leaves(&mut leaves);
    leaves.into_iter().filter_map(Axis::length).collect()
}

/// The strides of the parts of an axis that has this stride as a whole.
pub(super) fn part_strides(
    axis: &Axis,
    stride: isize,
) -> Result<ModeArray<isize>, DescriptionError> {
    let too_large = |_| DescriptionError::TooLarge { what: "a stride" };
    split_strides(stride, &part_lengths(axis)).map_err(too_large)
}
