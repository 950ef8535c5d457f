//! [`LabelName`]: the short names of labels that errors and plans carry.

use core::fmt;

use crate::const_text::ConstText;

/// The name of a label, stored inline so that errors need no allocation.
///
/// Names of more than 15 bytes are cut, which shows; only the text of errors suffers.
///
/// ```
/// use extents_static::LabelName;
/// assert_eq!(LabelName::new("batch").as_str(), "batch");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LabelName {
    bytes: [u8; 15],
    len: u8,
}

impl LabelName {
    /// Creates the name. If it is longer than 15 bytes, it is truncated and `…` is appended.
    ///
    /// ```
    /// use extents_static::LabelName;
    /// assert_eq!(LabelName::new("a_very_long_label_name").as_str(), "a_very_long_…");
    /// ```
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "below 15")]
    pub const fn new(name: &str) -> Self {
        let mark = if name.len() > 15 { "…" } else { "" };
        let mut end = if name.len() > 15 { 15 - mark.len() } else { name.len() };
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let mut bytes = [0; 15];
        let mut len = 0;
        while len < end {
            bytes[len] = name.as_bytes()[len];
            len += 1;
        }
        while len < end + mark.len() {
            bytes[len] = mark.as_bytes()[len - end];
            len += 1;
        }
        LabelName { bytes, len: len as u8 }
    }

    /// Returns whether both are the same text.
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "below 15")]
    pub(crate) const fn equals(self, other: Self) -> bool {
        let mut n = 0;
        while n < 15 {
            if self.bytes[n] != other.bytes[n] {
                return false;
            }
            n += 1;
        }
        self.len == other.len
    }

    /// Returns the name of an extent in a scope: `Batch'`.
    pub(crate) const fn in_scope(self) -> Self {
        self.joined_by("'", LabelName::new(""))
    }

    /// Returns whether both are the same text, but for the mark of a scope.
    pub(crate) const fn says(self, other: Self) -> bool {
        self.equals(other) || self.in_scope().equals(other) || self.equals(other.in_scope())
    }

    /// Returns the name of two labels whose modes are merged: `i,j`.
    #[doc(hidden)]
    pub const fn joined(self, other: Self) -> Self {
        self.joined_by(",", other)
    }

    /// Returns the two names with a text between: `Batch*Time`.
    pub(crate) const fn joined_by(self, sign: &str, other: Self) -> Self {
        LabelName::new(
            ConstText::new().then(self.as_str()).then(sign).then(other.as_str()).as_str(),
        )
    }

    /// Returns the name, in brackets if it needs them.
    pub(crate) const fn in_brackets(self, needed: bool) -> Self {
        if needed {
            LabelName::new(ConstText::new().then("(").then(self.as_str()).then(")").as_str())
        } else {
            self
        }
    }

    /// Returns the digits of a number.
    pub(crate) const fn of_number(number: usize) -> Self {
        LabelName::new(ConstText::new().number(number).as_str())
    }

    /// Returns whether the name is made of numbers alone.
    pub(crate) fn is_number(&self) -> bool {
        !self.as_str().contains(|sign: char| sign.is_alphabetic() || sign == '_')
    }

    /// Returns the text of the name.
    ///
    /// ```
    /// use extents_static::LabelName;
    /// assert_eq!(LabelName::new("i").as_str(), "i");
    /// ```
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len as usize).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl fmt::Debug for LabelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

impl fmt::Display for LabelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::LabelName;

    #[test]
    fn names_are_equal_where_all_signs_are() {
        let same = |one: &str, other: &str| LabelName::new(one).equals(LabelName::new(other));
        assert!(same("", "") && same("batch", "batch"));
        assert!(!same("batch", "bitch") && !same("batch", "batc") && !same("a", "b"));
        // The last sign that there is room for, and a name that is longer by nothing but zeros.
        assert!(!same("abcdefghijklmno", "abcdefghijklmnp"));
        assert!(!same("a", "a\0"));
    }

    #[test]
    fn a_name_in_a_scope_says_the_same() {
        // The last one is cut where it gets the mark.
        for name in ["Batch", "abcdefghijklmno", "abcdefghijklmnop"].map(LabelName::new) {
            assert!(name.says(name) && name.says(name.in_scope()) && name.in_scope().says(name));
            assert!(name.in_scope().says(name.in_scope()));
            assert!(
                !name.says(LabelName::new("Time")) && !LabelName::new("Time").says(name.in_scope())
            );
        }
        assert_eq!(LabelName::new("Batch").in_scope().as_str(), "Batch'");
    }

    #[test]
    fn numbers_are_names_without_letters() {
        let is_number = |name| LabelName::new(name).is_number();
        assert!(is_number("12") && is_number("3*4"));
        assert!(!is_number("Time") && !is_number("_") && !is_number("2*Time"));
    }
}
