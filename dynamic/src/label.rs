//! Text labels.

use alloc::string::String;
use alloc::vec::Vec;

use extents_static::ShapeError;

/// The labels of a text such as `"i,j"` or `"batch, head"`.
///
/// White space is dropped and the rest split at commas; a label may have several characters, and
/// case counts. The empty text has no labels: it names the modes of a scalar.
///
/// # Errors
/// [`ShapeError::EmptyLabel`] where nothing stands between two commas.
///
/// ```
/// use extents_dynamic::parse_labels;
/// assert_eq!(parse_labels("i, jk,I")?, ["i", "jk", "I"]);
/// assert!(parse_labels("")?.is_empty());
/// assert!(parse_labels("i,,j").is_err());
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
pub fn parse_labels(text: &str) -> Result<Vec<String>, ShapeError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut position: usize = 0;
    let mut labels = Vec::new();
    for part in text.split(',') {
        let label: String = part.chars().filter(|c| !c.is_whitespace()).collect();
        if label.is_empty() {
            return Err(ShapeError::EmptyLabel { position });
        }
        labels.push(label);
        position = position.saturating_add(part.len()).saturating_add(1);
    }
    Ok(labels)
}
