//! The axes of results: of elementwise work, products and sums; and axes that are padded or renamed.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{DescriptionError, short};
use super::lookup::Lookup;
use super::{Axes, AxisSlice};

impl Axes {
    /// The axes that are in both lists have one length wherever both lengths are known.
    fn agree(&self, other: &Axes) -> Result<(), DescriptionError> {
        let places = Lookup::new(other);
        for axis in self {
            if let Some(twin) = places.place(axis).and_then(|place| other.get(place)) {
                axis.agree(twin)?;
            }
        }
        Ok(())
    }

    /// Returns the axes of an elementwise operation on two tensors.
    ///
    /// The left ones if they hold the right ones; else the right ones if they hold the left ones; else the left ones
    /// and then those of the right that are new.
    ///
    /// # Errors
    /// Returns [`DescriptionError::LengthMismatch`] where axes of one name have different lengths.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let image = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let batch = Axes::new([Axis::new("N", 8), Axis::new("W", 3), Axis::new("H", 2)])?;
    /// assert_eq!(image.binary_axes_order(&batch)?, batch);
    /// let column = Axes::new([Axis::new("N", 8), Axis::new("W", 3)])?;
    /// assert_eq!(image.binary_axes_order(&column)?.to_string(), "[H, W, N]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn binary_axes_order(&self, other: &Axes) -> Result<Axes, DescriptionError> {
        self.agree(other)?;
        let right_only = !self.is_superset(other) && self.is_subset(other);
        Ok(if right_only { other.clone() } else { self.union(other) })
    }

    /// Returns the axes of a product that is summed over all axes the two have in common.
    ///
    /// # Errors
    /// Returns [`DescriptionError::LengthMismatch`] where axes of one name have different lengths.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let left = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let right = Axes::new([Axis::new("W", 3), Axis::new("N", 8)])?;
    /// assert_eq!(left.dot_axes(&right)?.to_string(), "[H, N]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn dot_axes(&self, other: &Axes) -> Result<Axes, DescriptionError> {
        self.agree(other)?;
        self.difference(other).concat(&other.difference(self))
    }

    /// Returns the axes that remain after a reduction over the axes `over`, which may be in any order.
    ///
    /// # Errors
    /// Returns [`DescriptionError::UnknownAxis`] for an axis that is not in the list.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let axes = Axes::new([Axis::new("C", 4), Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let over = Axes::new([Axis::unknown("W"), Axis::unknown("C")])?;
    /// assert_eq!(axes.reduce_axes(&over)?.to_string(), "[H]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn reduce_axes(&self, over: &Axes) -> Result<Axes, DescriptionError> {
        let own = Lookup::new(self);
        match over.iter().find(|axis| !own.contains(axis)) {
            Some(axis) => Err(DescriptionError::UnknownAxis { axis: short(axis) }),
            None => Ok(self.difference(over)),
        }
    }

    /// Returns the axes with padding before and after each. A flattened axis that is padded becomes a plain one.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](extents::ShapeError::RankMismatch) unless there is one padding an axis,
    /// [`DescriptionError::LengthUnknown`], [`DescriptionError::TooLarge`].
    ///
    /// ```
    /// use extents_graph::{Axes, AxisPadding};
    /// let axes = Axes::of_shape(&[1, 1]);
    /// assert_eq!(axes.pad_axes(&[0, 1])?.lengths()?, [1, 3]);
    /// assert_eq!(axes.pad_axes(&[(0, 1), (2, 3)])?.lengths()?, [2, 6]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn pad_axes<P: Into<AxisPadding> + Copy>(
        &self,
        paddings: &[P],
    ) -> Result<Axes, DescriptionError> {
        same_count(self.rank(), paddings.len())?;
        let padded = self.iter().zip(paddings).map(|(axis, padding)| {
            let AxisPadding { before, behind } = (*padding).into();
            let room =
                before.checked_add(behind).and_then(|room| axis.known().ok()?.checked_add(room));
            axis.known()?;
            let length = super::tensor::fits(room, "the length of a padded axis")?;
            Ok(if (before, behind) == (0, 0) { axis.clone() } else { axis.with_length(length) })
        });
        Axes::new(padded.collect::<Result<Vec<_>, DescriptionError>>()?)
    }

    /// Returns the axes that remain after slicing. A slice that is an index removes its axis.
    ///
    /// # Errors
    /// Returns the errors of [`TensorDescription::slice`](super::TensorDescription::slice).
    ///
    /// ```
    /// use extents_graph::{Axes, AxisSlice};
    /// let axes = Axes::of_shape(&[10, 5, 3]);
    /// let left = axes.slice_axes(&[AxisSlice::from(..-1), AxisSlice::from(2)])?;
    /// assert_eq!(format!("{left:?}"), "[0: 9, 2: 3]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn slice_axes(&self, slices: &[AxisSlice]) -> Result<Axes, DescriptionError> {
        super::slices::check_count(self, slices)?;
        let mut left = Vec::new();
        for (place, axis) in self.iter().enumerate() {
            let slice = slices.get(place).copied().unwrap_or_default();
            match slice.on(axis)? {
                _ if slice.is_all() => left.push(axis.clone()),
                super::slices::Cut::Entry(_) => {}
                super::slices::Cut::Part { length, .. } => left.push(axis.with_length(length)),
            }
        }
        Axes::new(left)
    }

    /// Returns the axes with another one inserted at position `place`.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`]; [`OutOfBounds`](extents::ShapeError::OutOfBounds) for a place
    /// beyond the end.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let axes = Axes::of_shape(&[2, 3]).expand_dims(Axis::new("N", 1), 1)?;
    /// assert_eq!(axes.to_string(), "[0, N, 1]");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn expand_dims(&self, axis: super::Axis, place: usize) -> Result<Axes, DescriptionError> {
        let rank = self.rank().saturating_add(1);
        if place >= rank {
            return Err(extents::ShapeError::OutOfBounds {
                of: extents::error::Bounded::Mode,
                number: place,
                limit: rank,
            }
            .into());
        }
        let before = self.iter().take(place).cloned();
        let behind = self.iter().skip(place).cloned();
        Axes::new(before.chain([axis]).chain(behind))
    }

    /// Checks that a tensor with these axes can be read with others: rank and lengths must agree, names need not.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](extents::ShapeError::RankMismatch), [`DescriptionError::LengthMismatch`] with the new
    /// axis, [`DescriptionError::LengthUnknown`].
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert!(Axes::of_shape(&[2, 3]).check_cast(&Axes::of_shape(&[2, 3])).is_ok());
    /// let error = Axes::of_shape(&[2, 3]).check_cast(&Axes::of_shape(&[3, 2])).unwrap_err();
    /// assert_eq!(error.to_string(), "axis `0` should have length 2, but has 3");
    /// ```
    pub fn check_cast(&self, to: &Axes) -> Result<(), DescriptionError> {
        same_count(self.rank(), to.rank())?;
        for (from, to) in self.iter().zip(to) {
            let (expected, found) = (from.known()?, to.known()?);
            if expected != found {
                return Err(DescriptionError::LengthMismatch { axis: short(to), expected, found });
            }
        }
        Ok(())
    }
}

pub(super) fn same_count(expected: usize, found: usize) -> Result<(), DescriptionError> {
    if expected == found {
        return Ok(());
    }
    Err(extents::ShapeError::RankMismatch { expected, found }.into())
}

/// The padding before and after an axis. A single number is the padding on each side.
///
/// ```
/// use extents_graph::AxisPadding;
/// assert_eq!(AxisPadding::from(1), AxisPadding { before: 1, behind: 1 });
/// assert_eq!(AxisPadding::from((0, 2)), AxisPadding { before: 0, behind: 2 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AxisPadding {
    /// The number of entries before the first one.
    pub before: usize,
    /// The number of entries after the last one.
    pub behind: usize,
}

impl From<usize> for AxisPadding {
    fn from(both: usize) -> Self {
        AxisPadding { before: both, behind: both }
    }
}

impl From<(usize, usize)> for AxisPadding {
    fn from((before, behind): (usize, usize)) -> Self {
        AxisPadding { before, behind }
    }
}

/// A map from the names of axes to new ones.
///
/// ```
/// use extents_graph::{Axes, AxesMap};
/// let map = AxesMap::new([("0", "H"), ("1", "W")])?;
/// assert_eq!(map.apply(&Axes::of_shape(&[2, 3, 4]))?.to_string(), "[H, W, 2]");
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AxesMap {
    names: BTreeMap<String, String>,
}

impl AxesMap {
    /// Creates the map from pairs of an old and a new name.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`] where an old name occurs twice, [`DescriptionError::SameName`] where
    /// a new name does.
    ///
    /// ```
    /// use extents_graph::AxesMap;
    /// assert!(AxesMap::new([("H", "W"), ("H", "N")]).is_err());
    /// let error = AxesMap::new([("H", "X"), ("W", "X")]).unwrap_err();
    /// assert_eq!(error.to_string(), "axes `H` and `W` cannot both be named `X`");
    /// ```
    pub fn new<Old: Into<String>, New: Into<String>>(
        names: impl IntoIterator<Item = (Old, New)>,
    ) -> Result<Self, DescriptionError> {
        let mut map = BTreeMap::<String, String>::new();
        let mut old_of = BTreeMap::<String, String>::new();
        for (old, new) in names {
            let (old, new) = (old.into(), new.into());
            let second = short(&old);
            if map.insert(old.clone(), new.clone()).is_some() {
                return Err(DescriptionError::DuplicateAxis { axis: second });
            }
            let name = short(&new);
            if let Some(first) = old_of.insert(new, old) {
                return Err(DescriptionError::SameName { first: short(&first), second, name });
            }
        }
        Ok(AxesMap { names: map })
    }

    /// Returns the axes under their new names. Axes that the map does not name stay as they are. Of a flattened axis the
    /// parts are renamed, and its name, which is made of theirs, changes with them.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`] where two axes come to the same name.
    ///
    /// ```
    /// use extents_graph::{Axes, AxesMap};
    /// assert!(AxesMap::new([("0", "1")])?.apply(&Axes::of_shape(&[2, 3])).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn apply(&self, axes: &Axes) -> Result<Axes, DescriptionError> {
        let renamed = axes.iter().map(|axis| match axis.parts() {
            Some(parts) => super::Axis::flattened(self.apply(parts)?),
            None => Ok(match (self.names.get(&axis.to_string()), axis.length()) {
                (Some(name), Some(length)) => super::Axis::new(name.as_str(), length),
                (Some(name), None) => super::Axis::unknown(name.as_str()),
                (None, _) => axis.clone(),
            }),
        });
        Axes::new(renamed.collect::<Result<Vec<_>, _>>()?)
    }
}
