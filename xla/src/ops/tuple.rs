//! The parts of tuples, and of tuples in tuples.

use crate::error::{Bounded, Computed, Required};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::slice;

use crate::{Shape, XlaError};

/// The path to a shape within a tuple: the number of a part, then of a part of that, and so on. Empty for the shape
/// itself.
pub type ShapeIndex = Vec<i64>;

impl Shape {
    /// Returns the shape at an index.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`] where a number is negative or too large; a shape that is not a tuple has no parts.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape: Shape = "(f32[2], (s8[3], token[]))".parse()?;
    /// assert_eq!(shape.subshape(&[1, 0])?.to_string(), "s8[3]");
    /// assert_eq!(shape.subshape(&[])?, &shape);
    /// let error = shape.subshape(&[0, 0]).unwrap_err();
    /// assert_eq!(error.to_string(), "number 1 of the shape index is 0, but there are 0 shapes");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn subshape(&self, index: &[i64]) -> Result<&Shape, XlaError> {
        let mut shape = self;
        for (depth, &index) in index.iter().enumerate() {
            let parts = shape.parts();
            let part = usize::try_from(index).ok().and_then(|index| parts.get(index));
            shape = part.ok_or(XlaError::OutOfBounds {
                of: Bounded::Part { depth },
                number: index.into(),
                limit: parts.len(),
            })?;
        }
        Ok(shape)
    }

    /// Returns whether the shape at an index is not a tuple.
    ///
    /// # Errors
    /// Returns the errors of [`subshape`](Self::subshape).
    pub fn is_leaf_index(&self, index: &[i64]) -> Result<bool, XlaError> {
        Ok(!matches!(self.subshape(index)?, Shape::Tuple(_)))
    }

    /// Returns an iterator over the shape and all shapes in it, each with its index: a tuple before its parts, and the
    /// parts in order.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape: Shape = "(f32[2], (token[]))".parse()?;
    /// let all: Vec<_> = shape.subshapes().map(|(index, shape)| (index, shape.to_string())).collect();
    /// assert_eq!(all[1], (vec![0], "f32[2]".to_string()));
    /// assert_eq!(all[3], (vec![1, 0], "token[]".to_string()));
    /// assert_eq!((all.len(), shape.leaf_count()), (4, 2));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn subshapes(&self) -> Subshapes<'_> {
        Subshapes { root: Some(self), open: Vec::new() }
    }

    /// Returns an iterator over the shapes that are not tuples, itself included, each with its index.
    pub fn leaves(&self) -> Leaves<'_> {
        Leaves { all: self.subshapes() }
    }

    /// Returns the number of shapes, tuples and the shape itself included.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape: Shape = "(f32[2], (token[], s8[3]))".parse()?;
    /// assert_eq!((shape.subshape_count(), shape.leaf_count()), (5, 3));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn subshape_count(&self) -> usize {
        self.subshapes().count()
    }

    /// Returns the number of shapes that are not tuples, itself included.
    pub fn leaf_count(&self) -> usize {
        self.leaves().count()
    }

    /// Returns the number of bytes of the table of pointers to the parts of a tuple.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`]; [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape: Shape = "(f32[2], token[], s8[])".parse()?;
    /// assert_eq!(shape.tuple_index_table_bytes(8), Ok(24));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn tuple_index_table_bytes(&self, pointer_size: usize) -> Result<usize, XlaError> {
        let Shape::Tuple(parts) = self else { return Err(XlaError::Requires(Required::Tuple)) };
        let elements = parts.len();
        let too_large = XlaError::TooLarge { of: Computed::Pointers, elements, size: pointer_size };
        elements.checked_mul(pointer_size).ok_or(too_large)
    }

    fn parts(&self) -> &[Shape] {
        match self {
            Shape::Tuple(parts) => parts,
            _ => &[],
        }
    }
}

/// The iterator that [`Shape::subshapes`] returns.
#[derive(Clone, Debug)]
pub struct Subshapes<'a> {
    root: Option<&'a Shape>,
    /// The tuples on the way, each with the number of the part that came last.
    open: Vec<(i64, slice::Iter<'a, Shape>)>,
}

impl<'a> Iterator for Subshapes<'a> {
    type Item = (ShapeIndex, &'a Shape);

    fn next(&mut self) -> Option<Self::Item> {
        let found = match self.root.take() {
            Some(root) => (ShapeIndex::new(), root),
            None => loop {
                let (at, parts) = self.open.last_mut()?;
                let Some(part) = parts.next() else {
                    self.open.pop();
                    continue;
                };
                *at = at.saturating_add(1);
                break (self.open.iter().map(|(at, _)| *at).collect(), part);
            },
        };
        if let Shape::Tuple(parts) = found.1 {
            self.open.push((-1, parts.iter()));
        }
        Some(found)
    }
}

impl FusedIterator for Subshapes<'_> {}

/// The iterator that [`Shape::leaves`] returns.
#[derive(Clone, Debug)]
pub struct Leaves<'a> {
    all: Subshapes<'a>,
}

impl<'a> Iterator for Leaves<'a> {
    type Item = (ShapeIndex, &'a Shape);

    fn next(&mut self) -> Option<Self::Item> {
        self.all.find(|(_, shape)| !matches!(shape, Shape::Tuple(_)))
    }
}

impl FusedIterator for Leaves<'_> {}
