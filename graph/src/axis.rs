//! [`Axis`]: a mode with a name.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use extents::check_size;

use super::Axes;
use super::error::{DescriptionError, short};

/// How deep flattened axes may lie within each other.
const DEPTH: usize = 32;

/// A mode with a name, such as `H` or `batch`, and a length, if that is known.
///
/// Two axes are equal if they have the same name. Lengths do not count.
///
/// ```
/// use extents_graph::Axis;
/// assert_eq!(Axis::new("H", 2), Axis::new("H", 3));
/// assert_ne!(Axis::new("H", 2), Axis::new("W", 2));
/// assert_eq!(Axis::unknown("H").length(), None);
/// ```
///
/// A *flattened* axis stands for several, the last of them fastest. It is named by them.
///
/// ```
/// use extents_graph::{Axes, Axis};
/// let both = Axis::flattened(Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?)?;
/// assert_eq!((both.length(), both.to_string()), (Some(6), "(H, W)".to_string()));
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone)]
pub struct Axis {
    kind: Kind,
    // INVARIANT: of a flattened axis, the product of the lengths of its parts, if all are known.
    length: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Plain(String),
    Flattened(Axes, usize),
}

impl Axis {
    /// Creates an axis of this length.
    ///
    /// ```
    /// use extents_graph::Axis;
    /// assert_eq!(Axis::new("H", 3).length(), Some(3));
    /// ```
    pub fn new(name: impl Into<String>, length: usize) -> Self {
        Axis { kind: Kind::Plain(name.into()), length: Some(length) }
    }

    /// Creates an axis whose length is not known yet.
    ///
    /// ```
    /// assert_eq!(extents_graph::Axis::unknown("H").length(), None);
    /// ```
    pub fn unknown(name: impl Into<String>) -> Self {
        Axis { kind: Kind::Plain(name.into()), length: None }
    }

    /// Creates an axis from a signed length, which may be invalid.
    ///
    /// # Errors
    /// Returns [`DescriptionError::NegativeLength`], [`DescriptionError::TooLarge`].
    ///
    /// ```
    /// use extents_graph::Axis;
    /// assert_eq!(Axis::from_signed("H", 3)?.length(), Some(3));
    /// let error = Axis::from_signed("H", -1).unwrap_err();
    /// assert_eq!(error.to_string(), "axis `H` cannot have length -1");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn from_signed(name: impl Into<String>, length: i64) -> Result<Self, DescriptionError> {
        let name = name.into();
        if length < 0 {
            return Err(DescriptionError::NegativeLength { axis: short(&name), length });
        }
        let length = usize::try_from(length)
            .map_err(|_| DescriptionError::TooLarge { what: "the length of an axis" })?;
        Ok(Axis::new(name, length))
    }

    /// Creates one axis from several, the last of them fastest. From none, it creates an axis of length 1.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow); [`DescriptionError::TooDeep`] where
    /// flattened axes lie 32 deep.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let parts = Axes::new([Axis::new("H", 2), Axis::unknown("W")])?;
    /// assert_eq!(Axis::flattened(parts)?.length(), None);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn flattened(parts: Axes) -> Result<Self, DescriptionError> {
        let depth = parts.iter().map(Axis::depth).max().unwrap_or(0).saturating_add(1);
        if depth > DEPTH {
            return Err(DescriptionError::TooDeep { limit: DEPTH });
        }
        let length = match parts.iter().map(Axis::length).collect::<Option<alloc::vec::Vec<_>>>() {
            Some(lengths) => {
                check_size(&lengths)?;
                Some(lengths.iter().fold(1_usize, |all, length| all.wrapping_mul(*length)))
            }
            None => None,
        };
        Ok(Axis { kind: Kind::Flattened(parts, depth), length })
    }

    fn depth(&self) -> usize {
        match &self.kind {
            Kind::Plain(_) => 0,
            Kind::Flattened(_, depth) => *depth,
        }
    }

    /// Returns the length, if it is known.
    ///
    /// ```
    /// assert_eq!(extents_graph::Axis::new("H", 3).length(), Some(3));
    /// ```
    pub fn length(&self) -> Option<usize> {
        self.length
    }

    /// This axis and one of the same name have the same lengths wherever both are known, as wholes and part by part.
    pub(super) fn agree(&self, other: &Axis) -> Result<(), DescriptionError> {
        let (mut own, mut others) = (alloc::vec![self], alloc::vec![other]);
        self.push_leaves(&mut own);
        other.push_leaves(&mut others);
        for (own, other) in own.into_iter().zip(others) {
            if let (Some(expected), Some(found)) = (own.length, other.length)
                && expected != found
            {
                let axis = short(own);
                return Err(DescriptionError::LengthMismatch { axis, expected, found });
            }
        }
        Ok(())
    }

    /// The length that a description needs.
    pub(super) fn known(&self) -> Result<usize, DescriptionError> {
        self.length.ok_or_else(|| DescriptionError::LengthUnknown { axis: short(self) })
    }

    /// Returns the axes that a flattened axis consists of, or `None` for a plain one.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// assert_eq!(Axis::new("H", 2).parts(), None);
    /// let both = Axis::flattened(Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?)?;
    /// assert_eq!(both.parts().map(Axes::rank), Some(2));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn parts(&self) -> Option<&Axes> {
        match &self.kind {
            Kind::Plain(_) => None,
            Kind::Flattened(parts, _) => Some(parts),
        }
    }

    /// Returns this axis with another length. A flattened axis becomes a plain one of the same name.
    ///
    /// ```
    /// use extents_graph::Axis;
    /// assert_eq!(Axis::unknown("H").with_length(3).length(), Some(3));
    /// ```
    #[must_use]
    pub fn with_length(&self, length: usize) -> Self {
        Axis::new(alloc::string::ToString::to_string(self), length)
    }

    /// The plain axes that it stands for, itself if it is plain.
    pub(super) fn push_leaves<'a>(&'a self, leaves: &mut alloc::vec::Vec<&'a Axis>) {
        match &self.kind {
            Kind::Plain(_) => leaves.push(self),
            Kind::Flattened(parts, _) => parts.iter().for_each(|part| part.push_leaves(leaves)),
        }
    }

    /// The same nesting with the lengths of `leaves`, of which it takes as many as it has.
    pub(super) fn with_leaves<'a>(
        &self,
        leaves: &mut impl Iterator<Item = &'a Axis>,
    ) -> Result<Self, DescriptionError> {
        match &self.kind {
            Kind::Plain(_) => Ok(leaves.next().unwrap_or(self).clone()),
            Kind::Flattened(parts, _) => {
                let parts = parts.iter().map(|part| part.with_leaves(leaves));
                Axis::flattened(Axes::new(parts.collect::<Result<alloc::vec::Vec<_>, _>>()?)?)
            }
        }
    }
}

impl PartialEq for Axis {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Axis {}

/// Orders by names, as `==` compares.
impl Ord for Axis {
    fn cmp(&self, other: &Self) -> Ordering {
        self.kind.cmp(&other.kind)
    }
}

impl PartialOrd for Axis {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Axis {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}

/// Writes the name; for a flattened axis, the names of its parts in brackets.
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Plain(name) => f.write_str(name),
            Kind::Flattened(parts, _) => {
                f.write_str("(")?;
                for (place, part) in parts.iter().enumerate() {
                    f.write_str(if place > 0 { ", " } else { "" })?;
                    fmt::Display::fmt(part, f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Writes the name and the length: `H: 3`, or `H: ?` where it is not known.
impl fmt::Debug for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length {
            Some(length) => write!(f, "{self}: {length}"),
            None => write!(f, "{self}: ?"),
        }
    }
}
