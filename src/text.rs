//! The widths of texts, for columns that are aligned without memory of their own.

use core::fmt;

/// Counts the characters that are written to it.
pub(crate) struct Width(pub(crate) usize);

impl fmt::Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.chars().count());
        Ok(())
    }
}
