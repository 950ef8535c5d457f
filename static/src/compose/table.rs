//! [`LabelTable`]: the labels of a composition and what they stand for, as values.

use core::fmt;
use core::ops::Deref;

use super::wiring::Wiring;
use crate::LabelName;

/// A label and its extent. Displays as `j = 3`, or `j = dyn 3` if the types do not know the extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelExtent {
    /// The label.
    pub label: LabelName,
    /// The extent of the modes that it names.
    pub extent: usize,
    /// Whether the types know the extent.
    pub is_static: bool,
}

impl fmt::Display for LabelExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.is_static { "" } else { "dyn " };
        write!(f, "{} = {open}{}", self.label, self.extent)
    }
}

/// The most labels that twelve operands of twelve modes have.
const MOST: usize = 144;

/// The distinct labels of a composition with their extents, in the order of their first use: a slice of [`LabelExtent`].
///
/// ```
/// use extents_static::label::{i, j};
/// use extents_static::{Compose, extents};
/// let table = Compose::<((i, j),), (j,)>::label_table((extents![2, dyn 3]?,))?;
/// assert_eq!((table.len(), table[0].extent, table[1].to_string()), (2, 2, "j = dyn 3".to_string()));
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
// Room for all that there can be: a length that types count costs each composition a number in types.
#[derive(Clone, Copy)]
pub struct LabelTable {
    entries: [LabelExtent; MOST],
    count: usize,
}

impl LabelTable {
    /// The labels, and what the types know of their extents; those of each operand are `known`.
    pub(super) fn new(wiring: &Wiring, known: &[&[Option<usize>]; 12]) -> Self {
        let none = LabelExtent { label: LabelName::new(""), extent: 0, is_static: false };
        let mut table = LabelTable { entries: [none; MOST], count: 0 };
        for ((label, extent), entry) in wiring.labels_known(known).zip(&mut table.entries) {
            *entry =
                LabelExtent { label, extent: extent.unwrap_or(0), is_static: extent.is_some() };
            table.count = table.count.saturating_add(1);
        }
        table
    }

    pub(super) fn entries_mut(&mut self) -> &mut [LabelExtent] {
        self.entries.get_mut(..self.count).unwrap_or(&mut [])
    }
}

impl Deref for LabelTable {
    type Target = [LabelExtent];
    fn deref(&self) -> &[LabelExtent] {
        self.entries.get(..self.count).unwrap_or(&[])
    }
}

impl<'a> IntoIterator for &'a LabelTable {
    type Item = &'a LabelExtent;
    type IntoIter = core::slice::Iter<'a, LabelExtent>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for LabelTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for LabelTable {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for LabelTable {}
