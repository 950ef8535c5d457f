//! [`Shape`]: arrays, tuples of shapes, tokens and opaque values.

use crate::error::{Bounded, Required};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Deref;

use super::checks::{check_permutation, out_of_range};
use super::{Layout, XlaError};
use extents::{DType, Extents, ModeArray};

/// A shape of XLA.
///
/// ```
/// use extents::DType;
/// use extents_xla::{ArrayShape, Shape};
/// let array = ArrayShape::new(DType::F32, [2, 3]);
/// let pair = Shape::tuple([array.into(), Shape::Token])?;
/// assert_eq!(pair.to_string(), "(f32[2,3], token[])");
/// assert_eq!("(f32[2,3], token[])".parse(), Ok(pair));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// An array.
    Array(ArrayShape),
    /// Several shapes.
    Tuple(TupleShape),
    /// A token, which orders effects and has no value.
    Token,
    /// An opaque value.
    Opaque,
}

/// The shape of a tuple: the shapes of its parts, as a slice.
///
/// Shapes are nested at most [`Shape::MAX_DEPTH`] deep, so that what visits them, to compare or to print them for instance,
/// needs little stack.
///
/// ```
/// use extents_xla::{Shape, TupleShape};
/// let pair = TupleShape::new([Shape::Token, Shape::Opaque])?;
/// assert_eq!((pair.len(), &pair[1]), (2, &Shape::Opaque));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TupleShape {
    parts: Vec<Shape>,
    // INVARIANT: that of the shape that this is, at most `Shape::MAX_DEPTH`.
    depth: usize,
}

impl TupleShape {
    /// Creates the tuple of these shapes.
    ///
    /// # Errors
    /// Returns [`XlaError::TooDeep`] where one of them is [`Shape::MAX_DEPTH`] deep.
    pub fn new(parts: impl IntoIterator<Item = Shape>) -> Result<Self, XlaError> {
        let parts: Vec<Shape> = parts.into_iter().collect();
        let depth = depth_around(parts.iter())?;
        Ok(TupleShape { parts, depth })
    }

    /// Returns the shapes.
    pub fn into_parts(self) -> Vec<Shape> {
        self.parts
    }
}

impl Deref for TupleShape {
    type Target = [Shape];
    fn deref(&self) -> &[Shape] {
        &self.parts
    }
}

/// The depth of a shape that consists of others.
pub(super) fn depth_around<'a>(parts: impl Iterator<Item = &'a Shape>) -> Result<usize, XlaError> {
    let depth = parts.map(Shape::depth).max().map_or(0, |deepest| deepest.saturating_add(1));
    let most = Shape::MAX_DEPTH;
    if depth <= most { Ok(depth) } else { Err(XlaError::TooDeep { depth, most }) }
}

/// The shape of an array: the type of its elements, its dimensions, and how it is laid out, if that is known.
///
/// ```
/// use extents::DType;
/// use extents_xla::{ArrayShape, Layout};
/// let shape = ArrayShape::new(DType::F32, [2, 3]).with_layout(Layout::new([0, 1])?)?;
/// assert_eq!(shape.to_string(), "f32[2,3]{0,1}");
/// assert_eq!((shape.rank(), shape.true_rank()), (2, 2));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayShape {
    pub(super) dtype: DType,
    pub(super) dimensions: ModeArray<Dimension>,
    // INVARIANT: `check_layout` passes.
    pub(super) layout: Option<Box<Layout>>,
}

/// The size of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// A size that is always the same.
    Static(usize),
    /// A size that is known when the program runs, and at most this bound: `<=n`.
    Bounded(usize),
    /// A size that is known when the program runs, without a bound: `?`.
    Unbounded,
}

impl Dimension {
    /// Returns the size or its bound, or `None` if there is no bound.
    pub fn bound(self) -> Option<usize> {
        match self {
            Dimension::Static(size) | Dimension::Bounded(size) => Some(size),
            Dimension::Unbounded => None,
        }
    }

    /// Returns whether the size is known only when the program runs.
    pub fn is_dynamic(self) -> bool {
        !matches!(self, Dimension::Static(_))
    }
}

impl From<usize> for Dimension {
    fn from(size: usize) -> Self {
        Dimension::Static(size)
    }
}

impl ArrayShape {
    /// Creates the shape of an array of these dimensions without a layout.
    pub fn new(dtype: DType, dimensions: impl IntoIterator<Item = impl Into<Dimension>>) -> Self {
        let dimensions = dimensions.into_iter().map(Into::into).collect();
        ArrayShape { dtype, dimensions, layout: None }
    }

    /// Creates the shape of an array of these extents without a layout.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// use extents::{DType, StaticExtents, extents};
    /// let shape = ArrayShape::of_extents(DType::F32, &extents![8, 128]);
    /// assert_eq!(shape.to_string(), "f32[8,128]");
    /// assert_eq!(shape.extents::<StaticExtents![8, 128]>()?, extents![8, 128]);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn of_extents<E: Extents>(dtype: DType, extents: &E) -> Self {
        Self::new(dtype, extents.iter())
    }

    /// Returns the dimensions as extents of any layer.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`]; of [`ShapeError`](extents::ShapeError) `RankMismatch`, `ExtentMismatch` and
    /// `SizeOverflow`. A bounded dimension counts as its bound.
    pub fn extents<E: Extents>(&self) -> Result<E, XlaError> {
        Ok(E::from_extents(&self.sizes()?)?)
    }

    /// Returns the same array with this layout.
    ///
    /// # Errors
    /// Returns [`XlaError::LayoutRank`], [`PaddingTooSmall`](XlaError::PaddingTooSmall),
    /// [`SplitIndex`](XlaError::SplitIndex), [`OutOfBounds`](XlaError::OutOfBounds),
    /// [`Unbounded`](XlaError::Unbounded) with padding or splits, [`SparseTiles`](XlaError::SparseTiles).
    pub fn with_layout(mut self, layout: Layout) -> Result<Self, XlaError> {
        self.check_layout(&layout)?;
        self.layout = Some(Box::new(layout));
        Ok(self)
    }

    /// Returns the same array without a layout.
    pub fn without_layout(mut self) -> Self {
        self.layout = None;
        self
    }

    /// Returns the same array, with the default layout if it has none.
    pub fn with_default_layout(mut self) -> Self {
        if self.layout.is_none() {
            self.layout = Some(Box::new(Layout::descending(self.rank())));
        }
        self
    }

    /// Returns the type of the elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the dimensions.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Returns the layout, if it is known.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_deref()
    }

    /// Returns the number of dimensions.
    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    /// Returns the number of dimensions whose size, or bound, is more than 1. Dynamic ones without a bound count. XLA's
    /// `TrueNumDimensions` counts those of size 0 too.
    pub fn true_rank(&self) -> usize {
        let many = |dimension: &&Dimension| dimension.bound().is_none_or(|bound| bound > 1);
        self.dimensions.iter().filter(many).count()
    }

    /// Returns the size of each dimension, or its bound.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`].
    pub fn sizes(&self) -> Result<ModeArray<usize>, XlaError> {
        let sizes = self.dimensions.iter().enumerate();
        sizes
            .map(|(dimension, size)| size.bound().ok_or(XlaError::Unbounded { dimension }))
            .collect()
    }

    /// Returns the number of a dimension that may be counted from the end: -1 is the last one.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [2, 3]);
    /// assert_eq!((shape.dimension(-1), shape.dimension(0)), (Ok(1), Ok(0)));
    /// assert!(shape.dimension(2).is_err() && shape.dimension(-3).is_err());
    /// ```
    pub fn dimension(&self, dimension: i64) -> Result<usize, XlaError> {
        let rank = self.rank();
        let from_end = || rank.checked_sub(usize::try_from(dimension.unsigned_abs()).ok()?);
        let found = if dimension < 0 { from_end() } else { usize::try_from(dimension).ok() };
        found.filter(|&found| found < rank).ok_or(XlaError::OutOfBounds {
            of: Bounded::Dimension,
            number: dimension.into(),
            limit: rank,
        })
    }

    /// Returns the letters of the dimensions: `y x` for two, `z y x` for three and `p z y x` for four dimensions.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [2, 3, 4]);
    /// assert_eq!(shape.letters(), Some(&['z', 'y', 'x'][..]));
    /// ```
    pub fn letters(&self) -> Option<&'static [char]> {
        const LETTERS: [char; 4] = ['p', 'z', 'y', 'x'];
        (2..=4).contains(&self.rank()).then(|| LETTERS.get(4_usize.wrapping_sub(self.rank())..))?
    }

    /// Whether a layout suits the array.
    pub(super) fn check_layout(&self, layout: &Layout) -> Result<(), XlaError> {
        let rank = self.rank();
        let of_rank = |part, found| {
            if found == rank { Ok(()) } else { Err(XlaError::LayoutRank { part, found, rank }) }
        };
        of_rank("minor_to_major", layout.minor_to_major.len())?;
        // Places are believed; whoever wrote the list, it is looked at here again.
        check_permutation(&layout.minor_to_major)?;
        if let Some(padded) = &layout.padded_dimensions {
            of_rank("padded_dimensions", padded.len())?;
            for (dimension, (&padded, size)) in padded.iter().zip(self.sizes()?).enumerate() {
                if padded < size {
                    return Err(XlaError::PaddingTooSmall { dimension, padded, size });
                }
            }
        }
        if !layout.dim_levels.is_empty() {
            of_rank("the list of dimension levels", layout.dim_levels.len())?;
        }
        if layout.is_sparse() && !layout.tiles.is_empty() {
            return Err(XlaError::SparseTiles);
        }
        for split in &layout.split_configs {
            let dimension = layout.minor_to_major.iter().rev().nth(split.dimension);
            let &dimension = dimension.ok_or(out_of_range(split.dimension, rank))?;
            let size = self.dimensions.get(dimension).and_then(|size| size.bound());
            let size = size.ok_or(XlaError::Unbounded { dimension })?;
            let mut before = 0;
            for &index in &split.indices {
                if index <= before || index >= size {
                    return Err(XlaError::SplitIndex { dimension, index, size });
                }
                before = index;
            }
        }
        Ok(())
    }
}

impl Shape {
    /// The largest [depth](Self::depth) of a shape.
    pub const MAX_DEPTH: usize = 64;

    /// Creates the tuple of these shapes.
    ///
    /// # Errors
    /// Returns [`XlaError::TooDeep`] where one of them is [`MAX_DEPTH`](Self::MAX_DEPTH) deep.
    ///
    /// ```
    /// use extents_xla::{Shape, XlaError};
    /// let mut shape = Shape::Token;
    /// for _ in 0..Shape::MAX_DEPTH {
    ///     shape = Shape::tuple([shape])?;
    /// }
    /// assert_eq!(shape.depth(), 64);
    /// assert_eq!(Shape::tuple([shape]).unwrap_err(), XlaError::TooDeep { depth: 65, most: 64 });
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn tuple(parts: impl IntoIterator<Item = Shape>) -> Result<Self, XlaError> {
        TupleShape::new(parts).map(Shape::Tuple)
    }

    /// Returns the nesting depth: the number of shapes around the innermost one. The physical shape of a layout is
    /// nested in its array.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// assert_eq!("(f32[2], (token[], ()))".parse::<Shape>()?.depth(), 2);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn depth(&self) -> usize {
        match self {
            Shape::Array(array) => array.layout().map_or(0, |layout| layout.depth),
            Shape::Tuple(tuple) => tuple.depth,
            Shape::Token | Shape::Opaque => 0,
        }
    }

    /// Returns the shape of the array.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`].
    pub fn array(&self) -> Result<&ArrayShape, XlaError> {
        match self {
            Shape::Array(array) => Ok(array),
            _ => Err(XlaError::Requires(Required::Array)),
        }
    }
}

impl From<ArrayShape> for Shape {
    fn from(array: ArrayShape) -> Self {
        Shape::Array(array)
    }
}
