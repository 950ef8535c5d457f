//! [`ComplexView`]: a view of several tensors, each of which gives a part of the elements.

use crate::error::Counted;
use alloc::string::ToString;
use alloc::vec::Vec;

use extents::Extents;

use super::access::Access;
use super::algebra::{AxisPadding, same_count};
use super::error::{DescriptionError, short};
use super::index_map::IndexMap;
use super::lane::Lane;
use super::tensor::TensorDescription;
use super::{Assignable, Axes};
use extents::{DType, DynRankExtents, ShapeError};

/// A view of several tensors: `y[i] == x[s(i)][f[s(i)](i)]`, where `s` selects a piece of the view.
///
/// Padding is one: a region comes from a tensor, the rest from zeros. A concatenation is another.
///
/// ```
/// use extents_graph::{Axes, ComplexView, TensorDescription};
/// use extents::DType;
/// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
/// let padded = ComplexView::pad(&x, &[(1, 2)])?;
/// let elements = [7, 8];
/// // Source 0 is the tensor, source 1 the zeros.
/// let values = padded.values(|source, index| if source == 0 { elements[index[0]] } else { 0 })?;
/// assert_eq!(values, [0, 7, 8, 0, 0]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComplexView {
    dtype: DType,
    // INVARIANT: the axes have the lengths that `outer` begins with.
    axes: Axes,
    sources: Vec<TensorDescription>,
    // INVARIANT: each index that `outer` gives is in some piece; each piece lies within, its map goes from its own
    // shape to that of its source, and the source exists.
    pieces: Vec<Piece>,
    // INVARIANT: that of the pieces, if they have one.
    lane: Option<Lane>,
    outer: IndexMap,
}

/// A box of a complex view, and the source of its elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The first index of the box.
    pub begin: Vec<usize>,
    /// The source, counted from 0.
    pub source: usize,
    /// The map from an index within the box, counted from its beginning, to one of the source. Its shape is that of the
    /// box.
    pub map: IndexMap,
}

impl Piece {
    /// The index within the box, if it is there.
    fn within(&self, index: &[usize]) -> Option<Vec<usize>> {
        let modes = index.iter().zip(&self.begin).zip(self.map.shape());
        modes.map(|((at, begin), extent)| at.checked_sub(*begin).filter(|k| k < extent)).collect()
    }

    /// Where the box begins and ends along a mode.
    pub(super) fn ends(&self, mode: usize) -> (usize, usize) {
        let of = |list: &[usize]| list.get(mode).copied().unwrap_or(0);
        let begin = of(&self.begin);
        (begin, begin.saturating_add(of(self.map.shape())))
    }

    pub(super) fn count(&self) -> usize {
        self.map.shape().iter().fold(1_usize, |all, extent| all.wrapping_mul(*extent))
    }

    fn overlaps(&self, other: &Piece) -> bool {
        let (left, right) = (self.begin.iter().zip(self.map.shape()), other.begin.iter());
        self.count() > 0
            && other.count() > 0
            && left
                .zip(right.zip(other.map.shape()))
                .all(|((a, n), (b, m))| *a < b.saturating_add(*m) && *b < a.saturating_add(*n))
    }
}

impl ComplexView {
    /// Creates the view with these axes whose elements come from these pieces. An index takes its element from the
    /// first piece that contains it.
    ///
    /// # Errors
    /// Returns [`DescriptionError::CountMismatch`] unless the last piece is the whole view, or the pieces hold each index
    /// once; [`DescriptionError::PiecesOverlap`]; [`DescriptionError::SourceOutOfRange`],
    /// [`DescriptionError::DTypeMismatch`]; [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`] where a map
    /// does not lead to its source; [`ShapeError::SliceOutOfBounds`] where a piece is not within the view;
    /// [`DescriptionError::LengthUnknown`], [`ShapeError::SizeOverflow`] of the axes.
    ///
    /// ```
    /// use extents_graph::{Axes, ComplexView, IndexMap, Piece, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// // The elements of x, and then the same ones backwards.
    /// let pieces = [
    ///     Piece { begin: vec![0], source: 0, map: IndexMap::identity(&[2])? },
    ///     Piece { begin: vec![2], source: 0, map: IndexMap::slice(&[2], &["::-1".parse()?])? },
    /// ];
    /// let mirrored = ComplexView::new(Axes::of_shape(&[4]), [x], pieces)?;
    /// assert_eq!(mirrored.select(&[2])?, (0, vec![1]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn new(
        axes: Axes,
        sources: impl IntoIterator<Item = TensorDescription>,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<Self, DescriptionError> {
        let sources: Vec<TensorDescription> = sources.into_iter().collect();
        let pieces: Vec<Piece> = pieces.into_iter().collect();
        let shape = axes.lengths()?;
        let outer = IndexMap::identity(&shape)?;
        let Some(first) = sources.first() else {
            return Err(DescriptionError::SourceOutOfRange { source: 0, count: 0 });
        };
        let expected = first.dtype();
        if let Some(other) = sources.iter().find(|source| source.dtype() != expected) {
            return Err(DescriptionError::DTypeMismatch { expected, found: other.dtype() });
        }
        for piece in &pieces {
            let source = sources.get(piece.source).ok_or(DescriptionError::SourceOutOfRange {
                source: piece.source,
                count: sources.len(),
            })?;
            IndexMap::identity(&source.shape())?.check_follows(&piece.map)?;
            same_count(shape.len(), piece.begin.len())?;
            same_count(shape.len(), piece.map.shape().len())?;
            for (mode, ((begin, count), extent)) in
                piece.begin.iter().zip(piece.map.shape()).zip(&shape).enumerate()
            {
                let end = begin.saturating_add(*count);
                if end > *extent {
                    let (begin, extent) = (*begin, *extent);
                    return Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent }.into());
                }
            }
        }
        let count = shape.iter().fold(1_usize, |all, extent| all.wrapping_mul(*extent));
        let lane = Lane::of(&pieces, shape.len());
        if pieces.last().is_none_or(|last| last.map.shape() != shape) {
            if lane.is_none() {
                check_overlaps(&pieces)?;
            }
            // Boxes that share no index and lie within the view cannot hold more than it does.
            let found = pieces.iter().fold(0_usize, |all, piece| all.wrapping_add(piece.count()));
            if found != count {
                return Err(DescriptionError::CountMismatch {
                    of: Counted::PieceElements,
                    expected: count,
                    found,
                });
            }
        }
        Ok(ComplexView { dtype: expected, axes, sources, pieces, lane, outer })
    }

    /// Creates a view of a tensor (source 0) surrounded by zeros (source 1).
    ///
    /// # Errors
    /// Returns the errors of [`Axes::pad_axes`]; [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::{ComplexView, ElementSource, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2, 2])?;
    /// let padded = ComplexView::pad(&x, &[(0, 1), (1, 0)])?;
    /// assert_eq!(padded.shape(), [3, 3]);
    /// assert_eq!(padded.select(&[1, 2])?, (0, vec![1, 1]));
    /// assert_eq!(padded.select(&[2, 2])?, (1, vec![]));
    /// assert_eq!(padded.sources()[1].source(), ElementSource::Uniform);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn pad<A: Access, P: Into<AxisPadding> + Copy>(
        x: &TensorDescription<A>,
        paddings: &[P],
    ) -> Result<Self, DescriptionError> {
        let axes = x.axes().pad_axes(paddings)?;
        let shape = axes.lengths()?;
        let zeros = TensorDescription::uniform(x.dtype(), Axes::default())?;
        let begin = paddings.iter().map(|padding| (*padding).into().before).collect();
        let region = Piece { begin, source: 0, map: IndexMap::identity(&x.shape())? };
        let rest = Piece {
            begin: shape.iter().map(|_| 0).collect(),
            source: 1,
            map: IndexMap::broadcast(&[], &shape, &[])?,
        };
        ComplexView::new(axes, [x.to_read_only(), zeros], [region, rest])
    }

    /// Creates a view of tensors concatenated along the axis of this name. Their other axes must be the same, in the
    /// same order.
    ///
    /// # Errors
    /// Returns [`DescriptionError::UnknownAxis`], [`DescriptionError::LengthMismatch`],
    /// [`DescriptionError::OrderMismatch`] where axes differ, [`ShapeError::RankMismatch`],
    /// [`DescriptionError::DTypeMismatch`], [`DescriptionError::SourceOutOfRange`] for no tensors,
    /// [`DescriptionError::TooLarge`] for the length of the axis, [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// let y = <TensorDescription>::of_shape(DType::F32, &[2, 1])?;
    /// let both = ComplexView::concat(&[x, y], "1")?;
    /// assert_eq!(both.shape(), [2, 4]);
    /// assert_eq!(both.select(&[1, 3])?, (1, vec![1, 0]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn concat(tensors: &[TensorDescription], axis: &str) -> Result<Self, DescriptionError> {
        let Some(first) = tensors.first() else {
            return Err(DescriptionError::SourceOutOfRange { source: 0, count: 0 });
        };
        let along = first.axes().find(axis)?;
        let mut pieces = Vec::with_capacity(tensors.len());
        let mut end = 0_usize;
        for (source, tensor) in tensors.iter().enumerate() {
            same_count(first.rank(), tensor.rank())?;
            for (place, (expected, found)) in first.axes().iter().zip(tensor.axes()).enumerate() {
                if expected != found {
                    let (expected, found) = (short(expected), short(found));
                    return Err(DescriptionError::OrderMismatch { place, expected, found });
                }
                expected.known()?;
                found.known()?;
                if place != along {
                    expected.agree(found)?;
                }
            }
            let begin =
                (0..first.rank()).map(|place| if place == along { end } else { 0 }).collect();
            pieces.push(Piece { begin, source, map: IndexMap::identity(&tensor.shape())? });
            let length = tensor.shape().get(along).copied().unwrap_or(0);
            end = super::tensor::fits(end.checked_add(length), "the length of a concatenation")?;
        }
        let axes = first.axes().iter().enumerate();
        let axes = axes
            .map(|(place, axis)| if place == along { axis.with_length(end) } else { axis.clone() });
        ComplexView::new(Axes::new(axes)?, tensors.iter().cloned(), pieces)
    }

    /// Returns a view of this view through an index function: `y[i] == self[map(i)]`.
    ///
    /// # Errors
    /// Returns the errors of [`IndexMap::then`]; [`DescriptionError::LengthMismatch`] unless the axes have the lengths
    /// that the function begins with.
    ///
    /// ```
    /// use extents_graph::{Axes, ComplexView, IndexMap, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// let padded = ComplexView::pad(&x, &[(1, 0)])?;
    /// let back = padded.through(Axes::of_shape(&[3]), &IndexMap::slice(&[3], &["::-1".parse()?])?)?;
    /// assert_eq!(back.select(&[0])?, (0, vec![1]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn through(&self, axes: Axes, map: &IndexMap) -> Result<Self, DescriptionError> {
        Axes::of_shape(map.shape()).check_cast(&axes)?;
        let outer = map.then(&self.outer)?;
        Ok(ComplexView { axes, outer, ..self.clone() })
    }

    /// Returns the type of the elements.
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// assert_eq!(ComplexView::pad(&x, &[1])?.dtype(), DType::F32);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the axes.
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// assert_eq!(format!("{:?}", ComplexView::pad(&x, &[1])?.axes()), "[0: 4]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// Returns the lengths of the axes.
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// assert_eq!(ComplexView::pad(&x, &[1])?.shape(), [4]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.outer.shape()
    }

    /// Returns the tensors that give the elements.
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// assert_eq!(ComplexView::pad(&x, &[1])?.sources()[0], x);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn sources(&self) -> &[TensorDescription] {
        &self.sources
    }

    /// Returns the source that an index reads, and the index there: `s(i)` and `f[s(i)](i)`.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// let padded = ComplexView::pad(&x, &[1])?;
    /// assert_eq!(padded.select(&[1])?, (0, vec![0]));
    /// assert!(padded.select(&[4]).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn select(&self, index: &[usize]) -> Result<(usize, Vec<usize>), DescriptionError> {
        let index = self.outer.apply(index)?;
        let within = |piece| Some((piece, Piece::within(piece, &index)?));
        let found = match &self.lane {
            Some(lane) => lane.find(&self.pieces, &index).and_then(within),
            None => self.pieces.iter().find_map(within),
        };
        match found {
            Some((piece, within)) => Ok((piece.source, piece.map.apply(&within)?)),
            // The pieces hold every index.
            None => Err(DescriptionError::CountMismatch {
                of: Counted::PieceElements,
                expected: self.pieces.len(),
                found: 0,
            }),
        }
    }

    /// Returns all elements in row-major order, each read from its source by `read`, which gets the source and an index
    /// of it.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[1])?;
    /// assert_eq!(ComplexView::pad(&x, &[1])?.values(|source, _| source)?, [1, 0, 1]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn values<T>(
        &self,
        mut read: impl FnMut(usize, &[usize]) -> T,
    ) -> Result<Vec<T>, DescriptionError> {
        let extents = DynRankExtents::new(self.shape())?;
        let mut values = Vec::new();
        let elements = extents.size();
        values.try_reserve_exact(elements).map_err(|_| ShapeError::Allocation { elements })?;
        for index in extents.indices() {
            let (source, index) = self.select(&index)?;
            values.push(read(source, &index));
        }
        Ok(values)
    }

    /// Describes a new tensor with the same axes for the elements of the view: row-major, without padding.
    ///
    /// # Errors
    /// Returns [`DescriptionError::TooLarge`].
    ///
    /// ```
    /// use extents_graph::{ComplexView, TensorDescription};
    /// use extents::DType;
    /// let x = <TensorDescription>::of_shape(DType::F32, &[2, 2])?;
    /// assert_eq!(ComplexView::pad(&x, &[0, 1])?.materialise()?.strides(), Some(vec![4, 1]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn materialise(&self) -> Result<TensorDescription<Assignable>, DescriptionError> {
        TensorDescription::new(self.dtype, self.axes.clone())?.row_major()
    }
}

/// No two of the pieces have an index in common.
fn check_overlaps(pieces: &[Piece]) -> Result<(), DescriptionError> {
    for (second, piece) in pieces.iter().enumerate() {
        let mut before = pieces.iter().take(second);
        if let Some(first) = before.position(|other| other.overlaps(piece)) {
            return Err(DescriptionError::PiecesOverlap { first, second });
        }
    }
    Ok(())
}

/// Writes the names and lengths of the axes, and of those of the sources.
impl core::fmt::Display for ComplexView {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let sources: Vec<_> = self.sources.iter().map(ToString::to_string).collect();
        write!(f, "{}{:?} of {}", self.dtype, self.axes, sources.join(", "))
    }
}
