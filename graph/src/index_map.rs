//! [`IndexMap`]: the index function of a view.

use crate::error::Counted;
use alloc::vec::Vec;

use extents::check_size;

use super::algebra::same_count;
use super::assigned::Assigned;
use super::error::DescriptionError;
use super::slices::{Cut, check_count};
use super::steps::{Coordinate, Step};
use super::{Axes, AxisSlice, strides_in_order};
use extents::{
    ShapeError,
    error::{Bounded, Place},
};

/// A function from the indices of one shape to those of another: `y[i] == x[f(i)]` for a view `y` of `x`.
///
/// Such functions compose, and say which layout the view has where that of `x` is known.
///
/// ```
/// use extents_graph::IndexMap;
/// let transposed = IndexMap::permute(&[2, 3], &[1, 0])?;
/// assert_eq!(transposed.apply(&[2, 0])?, [0, 2]);
/// let flat = IndexMap::reshape(&[3, 2], &[6])?;
/// // The elements of the transposed matrix, one after the other.
/// let both = flat.then(&transposed)?;
/// assert_eq!(both.apply(&[4])?, [0, 2]);
/// // Of a row-major matrix that is no strided layout; of a column-major one it is.
/// assert!(both.layout(&[3, 1], 0).is_err());
/// assert_eq!(both.layout(&[1, 2], 0)?, (vec![1], 0));
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexMap {
    // INVARIANT: each index of `shape` goes through all steps in order to an index of `source`; each step takes what
    // the one before it gives. Both shapes pass `check_size`.
    shape: Vec<usize>,
    source: Vec<usize>,
    steps: Vec<Step>,
}

impl IndexMap {
    /// Creates the identity, which maps each index to itself.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::identity(&[2, 3])?.apply(&[1, 2])?, [1, 2]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn identity(shape: &[usize]) -> Result<Self, DescriptionError> {
        check_size(shape)?;
        Ok(IndexMap { shape: shape.to_vec(), source: shape.to_vec(), steps: Vec::new() })
    }

    /// Creates the function of a permutation: mode `k` of the view is mode `order[k]` of the source.
    ///
    /// # Errors
    /// Returns the errors of [`strides_in_order`](super::strides_in_order).
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::permute(&[2, 3, 4], &[2, 0, 1])?.apply(&[3, 1, 2])?, [1, 2, 3]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn permute(source: &[usize], order: &[usize]) -> Result<Self, DescriptionError> {
        strides_in_order(source, order)?;
        let shape = order.iter().filter_map(|mode| source.get(*mode).copied()).collect();
        let mut coordinates: Vec<Coordinate> =
            source.iter().map(|_| Coordinate { begin: 0, of: None }).collect();
        for (place, mode) in order.iter().enumerate() {
            if let Some(coordinate) = coordinates.get_mut(*mode) {
                coordinate.of = Some((place, 1));
            }
        }
        IndexMap::pick(shape, source.to_vec(), coordinates)
    }

    /// Creates the function of a slice. Modes with an index are dropped, modes without a slice are whole.
    ///
    /// # Errors
    /// Returns the errors of [`TensorDescription::slice`](super::TensorDescription::slice), axes named by their places.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// let map = IndexMap::slice(&[4, 5], &["1".parse()?, "::-1".parse()?])?;
    /// assert_eq!((map.shape(), map.apply(&[0])?), (&[5][..], vec![1, 4]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn slice(source: &[usize], slices: &[AxisSlice]) -> Result<Self, DescriptionError> {
        let axes = Axes::of_shape(source);
        check_count(&axes, slices)?;
        let (mut shape, mut coordinates) = (Vec::new(), Vec::new());
        for (mode, axis) in axes.iter().enumerate() {
            coordinates.push(match slices.get(mode).copied().unwrap_or_default().on(axis)? {
                Cut::Entry(begin) => Coordinate { begin, of: None },
                Cut::Part { begin, step, length } => {
                    shape.push(length);
                    Coordinate { begin, of: Some((shape.len().saturating_sub(1), step)) }
                }
            });
        }
        IndexMap::pick(shape, source.to_vec(), coordinates)
    }

    /// Creates the function of a reshape, which keeps the row-major order of the elements.
    ///
    /// # Errors
    /// Returns [`DescriptionError::CountMismatch`], [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::reshape(&[2, 3], &[3, 2])?.apply(&[1, 1])?, [1, 0]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn reshape(source: &[usize], shape: &[usize]) -> Result<Self, DescriptionError> {
        let (expected, found) = (count(source)?, count(shape)?);
        if expected != found {
            return Err(DescriptionError::CountMismatch { of: Counted::Elements, expected, found });
        }
        let (shape, source) = (shape.to_vec(), source.to_vec());
        let step = Step::Reshape { from: shape.clone(), to: source.clone() };
        Ok(IndexMap { shape, source, steps: step.kept().into_iter().collect() })
    }

    /// Creates the function of a broadcast: `places` gives the position of each mode of the source in the view. The
    /// source is repeated along the other modes.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`],
    /// [`ShapeError::ExtentMismatch`] with the mode of the view, [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::broadcast(&[3], &[2, 3], &[1])?.apply(&[1, 2])?, [2]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn broadcast(
        source: &[usize],
        shape: &[usize],
        places: &[usize],
    ) -> Result<Self, DescriptionError> {
        same_count(source.len(), places.len())?;
        let mut coordinates = Vec::new();
        let mut left: Vec<Option<usize>> = shape.iter().copied().map(Some).collect();
        for (mode, extent) in places.iter().zip(source) {
            let of_mode = left.get_mut(*mode).ok_or(ShapeError::OutOfBounds {
                of: Bounded::Mode,
                number: *mode,
                limit: shape.len(),
            })?;
            let repeated = ShapeError::Repeated { place: Place::Mode(*mode) };
            let found = of_mode.take().ok_or(repeated)?;
            if found != *extent {
                let error = ShapeError::ExtentMismatch {
                    place: Place::Mode(*mode),
                    expected: *extent,
                    found,
                };
                return Err(error.into());
            }
            coordinates.push(Coordinate { begin: 0, of: Some((*mode, 1)) });
        }
        IndexMap::pick(shape.to_vec(), source.to_vec(), coordinates)
    }

    /// The coordinates lie within `source` for each index of `shape`.
    pub(super) fn pick(
        shape: Vec<usize>,
        source: Vec<usize>,
        coordinates: Vec<Coordinate>,
    ) -> Result<Self, DescriptionError> {
        check_size(&shape)?;
        check_size(&source)?;
        let step = Step::Pick { from: shape.clone(), to: source.clone(), coordinates };
        Ok(IndexMap { shape, source, steps: step.kept().into_iter().collect() })
    }

    /// Returns the extents of the view.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::reshape(&[2, 3], &[6])?.shape(), [6]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the extents of the source.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert_eq!(IndexMap::reshape(&[2, 3], &[6])?.source(), [2, 3]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn source(&self) -> &[usize] {
        &self.source
    }

    /// Returns whether the function is made of no step at all, so that each index is mapped to itself. A step along modes
    /// of one entry, as `::-1`, is one, although it leads nowhere.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// assert!(IndexMap::permute(&[2, 3], &[0, 1])?.is_identity());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_identity(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the index of the source: `f(i)`.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// let map = IndexMap::permute(&[2, 3], &[1, 0])?;
    /// assert_eq!(map.apply(&[2, 1])?, [1, 2]);
    /// assert!(map.apply(&[1, 2]).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn apply(&self, index: &[usize]) -> Result<Vec<usize>, DescriptionError> {
        same_count(self.shape.len(), index.len())?;
        for (mode, (index, extent)) in index.iter().zip(&self.shape).enumerate() {
            if index >= extent {
                let (index, extent) = (*index, *extent);
                return Err(ShapeError::OutOfBounds {
                    of: Bounded::Index { mode },
                    number: index,
                    limit: extent,
                }
                .into());
            }
        }
        let mut steps = self.steps.iter();
        Ok(steps.try_fold(index.to_vec(), |index, step| step.apply(&index))?)
    }

    /// Composes this function with another: maps `i` to `next(self(i))`.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`] unless the source of this is the shape of
    /// the next.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// let transposed = IndexMap::permute(&[2, 3], &[1, 0])?;
    /// let back = IndexMap::permute(&[3, 2], &[1, 0])?;
    /// assert!(back.then(&transposed)?.is_identity());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn then(&self, next: &IndexMap) -> Result<IndexMap, DescriptionError> {
        next.check_follows(self)?;
        let mut steps = self.steps.clone();
        for step in &next.steps {
            match steps.last().and_then(|last| last.fused(step)) {
                Some(fused) => {
                    steps.pop();
                    steps.extend(fused.kept());
                }
                None => steps.push(step.clone()),
            }
        }
        Ok(IndexMap { shape: self.shape.clone(), source: next.source.clone(), steps })
    }

    /// Checks that the function before leads to indices of this one.
    pub(super) fn check_follows(&self, before: &IndexMap) -> Result<(), DescriptionError> {
        same_count(self.shape.len(), before.source.len())?;
        for (mode, (expected, found)) in self.shape.iter().zip(&before.source).enumerate() {
            if expected != found {
                let (expected, found) = (*expected, *found);
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                }
                .into());
            }
        }
        Ok(())
    }

    /// Returns the strides and the offset of the view, given those of the source.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`]; [`DescriptionError::NotMergeable`] where the view has no strides, or a reshape on the
    /// way to it; [`DescriptionError::TooLarge`], [`DescriptionError::NegativeOffset`] where the index of zeros leads there.
    ///
    /// ```
    /// use extents_graph::IndexMap;
    /// let reversed = IndexMap::slice(&[4], &["::-1".parse()?])?;
    /// assert_eq!(reversed.layout(&[1], 0)?, (vec![-1], 3));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn layout(
        &self,
        strides: &[isize],
        offset: usize,
    ) -> Result<(Vec<isize>, usize), DescriptionError> {
        same_count(self.source.len(), strides.len())?;
        let layout = self.layout_on(&Assigned::new(&self.source, strides, offset)?)?;
        Ok((layout.strides().to_vec(), layout.offset()))
    }

    /// The layout of the view on one of the source.
    pub(super) fn layout_on(&self, source: &Assigned) -> Result<Assigned, DescriptionError> {
        self.steps.iter().rev().try_fold(source.clone(), |layout, step| step.layout(&layout))
    }
}

fn count(shape: &[usize]) -> Result<usize, DescriptionError> {
    check_size(shape)?;
    Ok(shape.iter().fold(1_usize, |all, extent| all.wrapping_mul(*extent)))
}
