//! [`Axes`]: a list of axes, each name once, which is a set too.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Add, BitAnd, BitOr, Sub};

use super::Axis;
use super::error::{DescriptionError, short};
use super::lookup::Lookup;

/// A list of axes in which each name occurs once, so that it is also a set.
///
/// `==` looks at names and order; [`is_equal_set`](Self::is_equal_set) at names only. Lengths never count, and where
/// two lists share a name the axis of the left one is taken.
///
/// ```
/// use extents_graph::{Axes, Axis};
/// let image = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
/// let batch = Axes::new([Axis::new("N", 8)])?;
/// assert_eq!((&image + &batch)?.to_string(), "[H, W, N]");
/// assert_eq!(format!("{:?}", &image - &Axes::new([Axis::unknown("H")])?), "[W: 3]");
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axes {
    // INVARIANT: no two are equal.
    axes: Vec<Axis>,
}

impl Axes {
    /// Creates a list of axes in this order.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`].
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let error = Axes::new([Axis::new("H", 2), Axis::new("H", 3)]).unwrap_err();
    /// assert_eq!(error.to_string(), "axis `H` occurs twice in the list");
    /// ```
    pub fn new(axes: impl IntoIterator<Item = Axis>) -> Result<Self, DescriptionError> {
        let axes: Vec<Axis> = axes.into_iter().collect();
        let mut seen = BTreeSet::new();
        for axis in &axes {
            // By the axis, not its text: `(H, W)` may be a plain name or two axes, at any depth.
            if !seen.insert(axis) {
                return Err(DescriptionError::DuplicateAxis { axis: short(axis) });
            }
        }
        Ok(Axes { axes })
    }

    /// Creates axes for a shape without names, which are named `0`, `1`, and so on.
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert_eq!(format!("{:?}", Axes::of_shape(&[2, 3])), "[0: 2, 1: 3]");
    /// ```
    pub fn of_shape(lengths: &[usize]) -> Self {
        let named = lengths.iter().enumerate();
        Axes { axes: named.map(|(place, length)| Axis::new(place.to_string(), *length)).collect() }
    }

    /// No two of these are equal.
    pub(super) fn distinct(axes: Vec<Axis>) -> Self {
        Axes { axes }
    }

    /// Returns the number of axes. A flattened axis counts once.
    ///
    /// ```
    /// assert_eq!(extents_graph::Axes::of_shape(&[2, 3]).rank(), 2);
    /// ```
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// Returns an iterator over the axes.
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert!(Axes::of_shape(&[2, 3]).iter().filter_map(|axis| axis.length()).eq([2, 3]));
    /// ```
    pub fn iter(&self) -> core::slice::Iter<'_, Axis> {
        self.axes.iter()
    }

    /// Returns the axis at a position.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// assert_eq!(Axes::of_shape(&[2, 3]).get(1), Some(&Axis::new("1", 3)));
    /// ```
    pub fn get(&self, place: usize) -> Option<&Axis> {
        self.axes.get(place)
    }

    /// Returns the position of the axis that equals `axis`.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// assert_eq!(Axes::of_shape(&[2, 3]).position(&Axis::unknown("1")), Some(1));
    /// ```
    pub fn position(&self, axis: &Axis) -> Option<usize> {
        self.axes.iter().position(|own| own == axis)
    }

    /// Returns the position of the axis whose displayed name is `name`.
    ///
    /// # Errors
    /// Returns [`DescriptionError::UnknownAxis`].
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert_eq!(Axes::of_shape(&[2, 3]).find("1"), Ok(1));
    /// assert_eq!(Axes::of_shape(&[2, 3]).find("2").unwrap_err().to_string(), "there is no axis `2`");
    /// ```
    pub fn find(&self, name: &str) -> Result<usize, DescriptionError> {
        let place = self.axes.iter().position(|axis| axis.to_string() == name);
        place.ok_or_else(|| DescriptionError::UnknownAxis { axis: short(&name) })
    }

    /// What [`find`](Self::find) finds, of all names.
    pub(super) fn places_of_names(&self) -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for (place, name) in self.names().enumerate() {
            places.entry(name).or_insert(place);
        }
        places
    }

    /// Returns whether the list contains an axis with the name of `axis`.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// assert!(Axes::of_shape(&[2, 3]).contains(&Axis::unknown("0")));
    /// ```
    pub fn contains(&self, axis: &Axis) -> bool {
        self.axes.contains(axis)
    }

    /// Returns an iterator over the names, in order.
    ///
    /// ```
    /// assert!(extents_graph::Axes::of_shape(&[2, 3]).names().eq(["0", "1"]));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.axes.iter().map(ToString::to_string)
    }

    /// Returns the lengths of all axes.
    ///
    /// # Errors
    /// Returns [`DescriptionError::LengthUnknown`].
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// assert_eq!(Axes::of_shape(&[2, 3]).lengths()?, [2, 3]);
    /// let error = Axes::new([Axis::unknown("H")])?.lengths().unwrap_err();
    /// assert_eq!(error.to_string(), "the length of axis `H` is not known");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn lengths(&self) -> Result<Vec<usize>, DescriptionError> {
        self.axes.iter().map(Axis::known).collect()
    }

    /// Returns the plain axes, with flattened ones replaced by their parts.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let nested = Axes::new([Axis::flattened(Axes::of_shape(&[2, 3]))?])?;
    /// assert_eq!((nested.rank(), nested.leaves().len()), (1, 2));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn leaves(&self) -> Vec<&Axis> {
        let mut leaves = Vec::new();
        self.axes.iter().for_each(|axis| axis.push_leaves(&mut leaves));
        leaves
    }

    /// Returns these axes followed by the others: `+`.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`] where they share a name.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let axes = Axes::of_shape(&[2, 3]);
    /// assert_eq!(axes.concat(&Axes::new([Axis::new("2", 4)])?)?.lengths()?, [2, 3, 4]);
    /// assert!(axes.concat(&axes).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn concat(&self, other: &Axes) -> Result<Axes, DescriptionError> {
        Axes::new(self.iter().chain(other).cloned())
    }

    /// Returns the axes that are not in `other`: `-`.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let axes = Axes::of_shape(&[2, 3]);
    /// assert!(axes.difference(&Axes::new([Axis::unknown("0")])?).names().eq(["1"]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Axes) -> Axes {
        let other = Lookup::new(other);
        Axes { axes: self.iter().filter(|axis| !other.contains(axis)).cloned().collect() }
    }

    /// Returns these axes followed by those of `other` that are new: `|`.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let one = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let other = Axes::new([Axis::new("N", 4), Axis::new("H", 2)])?;
    /// assert!(one.union(&other).names().eq(["H", "W", "N"]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    #[must_use]
    pub fn union(&self, other: &Axes) -> Axes {
        let own = Lookup::new(self);
        let new = other.iter().filter(|axis| !own.contains(axis));
        Axes { axes: self.iter().chain(new).cloned().collect() }
    }

    /// Returns the axes that are also in `other`, in the order of `self`: `&`.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let one = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let other = Axes::new([Axis::new("N", 4), Axis::new("H", 2)])?;
    /// assert!(one.intersection(&other).names().eq(["H"]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Axes) -> Axes {
        let other = Lookup::new(other);
        Axes { axes: self.iter().filter(|axis| other.contains(axis)).cloned().collect() }
    }

    /// Returns whether all of these axes are in `other`.
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert!(Axes::of_shape(&[2]).is_subset(&Axes::of_shape(&[5, 6])));
    /// ```
    pub fn is_subset(&self, other: &Axes) -> bool {
        let other = Lookup::new(other);
        self.iter().all(|axis| other.contains(axis))
    }

    /// Returns whether all axes of `other` are in this list.
    ///
    /// ```
    /// use extents_graph::Axes;
    /// assert!(Axes::of_shape(&[5, 6]).is_superset(&Axes::of_shape(&[2])));
    /// ```
    pub fn is_superset(&self, other: &Axes) -> bool {
        other.is_subset(self)
    }

    /// Returns whether both lists have the same names, in any order.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis};
    /// let one = Axes::new([Axis::new("H", 2), Axis::new("W", 3)])?;
    /// let other = Axes::new([Axis::new("W", 3), Axis::new("H", 2)])?;
    /// assert!(one.is_equal_set(&other) && one != other);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_equal_set(&self, other: &Axes) -> bool {
        self.rank() == other.rank() && self.is_subset(other)
    }
}

impl Add for &Axes {
    type Output = Result<Axes, DescriptionError>;
    fn add(self, other: &Axes) -> Self::Output {
        self.concat(other)
    }
}

impl Sub for &Axes {
    type Output = Axes;
    fn sub(self, other: &Axes) -> Axes {
        self.difference(other)
    }
}

impl BitOr for &Axes {
    type Output = Axes;
    fn bitor(self, other: &Axes) -> Axes {
        self.union(other)
    }
}

impl BitAnd for &Axes {
    type Output = Axes;
    fn bitand(self, other: &Axes) -> Axes {
        self.intersection(other)
    }
}

impl<'a> IntoIterator for &'a Axes {
    type Item = &'a Axis;
    type IntoIter = core::slice::Iter<'a, Axis>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Writes the names: `[H, W]`.
impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (place, axis) in self.iter().enumerate() {
            f.write_str(if place > 0 { ", " } else { "" })?;
            fmt::Display::fmt(axis, f)?;
        }
        f.write_str("]")
    }
}

/// Writes the names and the lengths: `[H: 2, W: 3]`.
impl fmt::Debug for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.axes).finish()
    }
}
