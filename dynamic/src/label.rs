//! Text labels, and lists of them as sets.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use extents_static::{LabelName, ShapeError, error::Place};

/// Parses the labels of a text such as `"i,j"` or `"batch, head"`.
///
/// White space is dropped and the rest split at commas; a label may have several characters, and
/// case counts. The empty text has no labels: it names the modes of a scalar.
///
/// # Errors
/// Returns [`ShapeError::Text`] where nothing stands between two commas.
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
            return Err(ShapeError::Text { position, expected: "a label", found: None });
        }
        labels.push(label);
        position = position.saturating_add(part.len()).saturating_add(1);
    }
    Ok(labels)
}

/// Returns the position in `from` of each label of `to`: the permutation of modes that turns one order into the other.
///
/// `new[i] = old[permutation[i]]`, as everywhere.
///
/// # Errors
/// Returns [`ShapeError::RankMismatch`] where there are more of the one than of the other,
/// [`Repeated`](ShapeError::Repeated) and [`UnknownLabel`](ShapeError::UnknownLabel) where a label of `to`
/// stands there twice, or not in `from`.
///
/// ```
/// use extents_dynamic::label_permutation;
/// assert_eq!(label_permutation(&["i", "jk", "l"], &["l", "i", "jk"])?, [2, 0, 1]);
/// let error = label_permutation(&["i", "j"], &["i", "k"]).unwrap_err();
/// assert_eq!(error.to_string(), "label `k` of the result occurs in no operand");
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
pub fn label_permutation<L: AsRef<str>, M: AsRef<str>>(
    from: &[L],
    to: &[M],
) -> Result<Vec<usize>, ShapeError> {
    if from.len() != to.len() {
        return Err(ShapeError::RankMismatch { expected: from.len(), found: to.len() });
    }
    if let Some(label) = repeated(to) {
        return Err(ShapeError::Repeated { place: Place::Label(LabelName::new(label)) });
    }
    // As many labels as in `from` and each but once: if all are found, none repeats there either.
    let places: BTreeMap<&str, usize> = from.iter().map(AsRef::as_ref).zip(0..).collect();
    to.iter()
        .map(|label| {
            let label = label.as_ref();
            let unknown = ShapeError::UnknownLabel { label: LabelName::new(label) };
            places.get(label).copied().ok_or(unknown)
        })
        .collect()
}

/// Returns the labels of two lists, one after the other. Unlike in a [union](labels_union), labels may repeat.
///
/// ```
/// use extents_dynamic::labels_concatenation;
/// assert_eq!(labels_concatenation(&["i", "k"], &["k", "j"]), ["i", "k", "k", "j"]);
/// ```
pub fn labels_concatenation<L: AsRef<str>, M: AsRef<str>>(left: &[L], right: &[M]) -> Vec<String> {
    let left = left.iter().map(AsRef::as_ref);
    left.chain(right.iter().map(AsRef::as_ref)).map(ToOwned::to_owned).collect()
}

/// Returns the labels of two lists, each once: those of the left in their order, then those that only the right has.
///
/// ```
/// use extents_dynamic::labels_union;
/// assert_eq!(labels_union(&["i", "k", "k"], &["k", "j"]), ["i", "k", "j"]);
/// ```
pub fn labels_union<L: AsRef<str>, M: AsRef<str>>(left: &[L], right: &[M]) -> Vec<String> {
    let left = left.iter().map(AsRef::as_ref);
    each_once(left.chain(right.iter().map(AsRef::as_ref)))
}

/// Returns the labels that two lists share, each once, in the order of the left.
///
/// ```
/// use extents_dynamic::labels_intersection;
/// assert_eq!(labels_intersection(&["i", "k", "j"], &["j", "l", "i"]), ["i", "j"]);
/// ```
pub fn labels_intersection<L: AsRef<str>, M: AsRef<str>>(left: &[L], right: &[M]) -> Vec<String> {
    let right = set(right);
    each_once(left.iter().map(AsRef::as_ref).filter(|label| right.contains(label)))
}

/// Returns the labels of the left that the right does not have, each once, in their order.
///
/// ```
/// use extents_dynamic::labels_difference;
/// assert_eq!(labels_difference(&["i", "k", "j"], &["k"]), ["i", "j"]);
/// ```
pub fn labels_difference<L: AsRef<str>, M: AsRef<str>>(left: &[L], right: &[M]) -> Vec<String> {
    let right = set(right);
    each_once(left.iter().map(AsRef::as_ref).filter(|label| !right.contains(label)))
}

/// Returns whether a product with these labels is elementwise: the result and both operands have the same labels, in
/// any order, and none of them repeats a label.
///
/// ```
/// use extents_dynamic::is_hadamard;
/// assert!(is_hadamard(&["i", "j"], &["i", "j"], &["j", "i"]));
/// assert!(!is_hadamard(&["i"], &["i", "j"], &["i", "j"]));
/// ```
pub fn is_hadamard<K, L, M>(result: &[K], left: &[L], right: &[M]) -> bool
where
    K: AsRef<str>,
    L: AsRef<str>,
    M: AsRef<str>,
{
    label_permutation(left, result).is_ok() && label_permutation(right, result).is_ok()
}

/// Returns whether a product with these labels is a contraction: the operands share labels, none of which is in the
/// result, and no label repeats within one of the three.
///
/// ```
/// use extents_dynamic::is_contraction;
/// assert!(is_contraction(&["i", "j"], &["i", "k"], &["k", "j"]));
/// // A direct product, and a product in batches.
/// assert!(!is_contraction(&["i", "j"], &["i"], &["j"]));
/// assert!(!is_contraction(&["b", "i", "j"], &["b", "i", "k"], &["b", "k", "j"]));
/// ```
pub fn is_contraction<K, L, M>(result: &[K], left: &[L], right: &[M]) -> bool
where
    K: AsRef<str>,
    L: AsRef<str>,
    M: AsRef<str>,
{
    let repeats = repeated(result).or(repeated(left)).or(repeated(right));
    let shared = labels_intersection(left, right);
    repeats.is_none() && !shared.is_empty() && labels_intersection(&shared, result).is_empty()
}

fn set<L: AsRef<str>>(labels: &[L]) -> BTreeSet<&str> {
    labels.iter().map(AsRef::as_ref).collect()
}

/// The first label that stands in a list twice.
fn repeated<L: AsRef<str>>(labels: &[L]) -> Option<&str> {
    let mut before = BTreeSet::new();
    labels.iter().map(AsRef::as_ref).find(|label| !before.insert(*label))
}

fn each_once<'a>(labels: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut before = BTreeSet::new();
    labels.filter(|label| before.insert(*label)).map(ToOwned::to_owned).collect()
}
