//! Labelled composition on values: the twin of the compiler's, for labels that arrive as text.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use extents_static::{
    Extents, LabelName, ShapeError,
    error::{Place, Quantity},
};

use crate::ellipsis::ELLIPSIS;
use crate::{DynRankExtents, ModeArray, parse_labels};

/// The labels of the operands and of the result of a composition.
///
/// The rules are those of typed labels: a label that several operands share names modes of equal
/// extent; one that is not in the result is summed; one that repeats within an operand is a
/// diagonal; a label of the result stands in some operand, and once.
///
/// The label `...` stands for any number of modes, for as many and of the same extents wherever it stands. NumPy would repeat
/// modes of extent 1, and leave out leading ones; here this is written, by
/// `broadcast_to` or by an operand without `...`. As any label, it is summed where the result does not have it.
///
/// ```
/// use extents_dynamic::{Composition, DynRankExtents};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let operands = [DynRankExtents::new(&[2, 3])?, DynRankExtents::new(&[3, 4])?];
/// assert_eq!(product.resolve(&operands)?.result.as_slice(), [2, 4]);
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    /// Each distinct label in the order of its first use.
    pub(crate) names: Cow<'static, [Cow<'static, str>]>,
    /// For each operand, for each mode, the position of its label in `names`.
    pub(crate) operands: Cow<'static, [Cow<'static, [usize]>]>,
    /// For each mode of the result the same.
    pub(crate) result: Cow<'static, [usize]>,
}

/// The extents of the labels of a [`Composition`], given operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The extent of each label, in the order of [`Composition::names`], of the [expanded](Composition::expanded)
    /// composition where it has `...`.
    pub extents: Vec<usize>,
    /// The extents of the result.
    pub result: DynRankExtents,
}

impl Composition {
    /// Parses einsum's notation: one letter for each mode, `...` for any number of modes, operands separated by commas, the
    /// result after `->`. Letters are those of all alphabets, and any other sign beyond ASCII is one too: so all that
    /// `get_symbol` of Python's `opt_einsum` gives for its thousands of labels. [`from_numbers`](Self::from_numbers) takes lists of
    /// numbers.
    ///
    /// Without `->` the result has `...` and then the labels that stand once in all, in alphabetical order, as in
    /// NumPy. White space is dropped.
    ///
    /// # Errors
    /// Returns [`ShapeError::Text`], [`ShapeError::UnknownLabel`], [`ShapeError::Repeated`].
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// assert_eq!(Composition::einsum("ba,ac")?, Composition::einsum("ba, ac -> bc")?);
    /// assert_eq!(Composition::einsum("...ii")?, Composition::einsum("...ii->...")?);
    /// assert!(Composition::einsum("ij->k").is_err());
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn einsum(text: &str) -> Result<Self, ShapeError> {
        let (left, right) = match text.split_once("->") {
            Some((left, right)) => (left, Some(right)),
            None => (text, None),
        };
        let mut position = 0_usize;
        let mut operands = Vec::new();
        for operand in left.split(',') {
            operands.push(letters(operand, position)?);
            position = position.saturating_add(operand.len()).saturating_add(1);
        }
        let result = match right {
            Some(right) => letters(right, left.len().saturating_add(2))?,
            None => labels_that_stand_once(&operands),
        };
        Self::from_labels(&operands, &result)
    }

    /// Parses one text of labels for each operand, and one for the result: `"i,j"`, with names of any length.
    ///
    /// # Errors
    /// Returns [`ShapeError::Text`], [`ShapeError::UnknownLabel`], [`ShapeError::Repeated`];
    /// [`ShapeError::CountMismatch`] without any operand.
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// let named = Composition::of_labels(&["row, sum", "sum, col"], "row, col")?;
    /// assert_eq!(named.names(), ["row", "sum", "col"]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn of_labels(operands: &[&str], result: &str) -> Result<Self, ShapeError> {
        let operands =
            operands.iter().map(|text| parse_labels(text)).collect::<Result<Vec<_>, _>>()?;
        Self::from_labels(&operands, &parse_labels(result)?)
    }

    /// Creates the composition of these lists of labels, one for each operand and one for the result. A label can be
    /// any text; `...` stands for any number of modes, once in an operand.
    ///
    /// # Errors
    /// Returns [`ShapeError::UnknownLabel`], [`ShapeError::Repeated`]; [`ShapeError::CountMismatch`] without any
    /// operand.
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// let product = Composition::from_labels(&[vec!["i", "j"], vec!["j", "k"]], &["i", "k"])?;
    /// assert_eq!(product, Composition::einsum("ij,jk->ik")?);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn from_labels<'a, L: AsRef<str>>(
        operands: &'a [Vec<L>],
        result: &[L],
    ) -> Result<Self, ShapeError> {
        if operands.is_empty() {
            return Err(ShapeError::CountMismatch { of: Quantity::Parts, expected: 1, found: 0 });
        }
        let is_ellipsis = |label: &&L| label.as_ref() == ELLIPSIS;
        if operands.iter().any(|labels| labels.iter().filter(is_ellipsis).count() > 1) {
            let place = Place::OperandLabel(LabelName::new(ELLIPSIS));
            return Err(ShapeError::Repeated { place });
        }
        let mut names: Vec<Cow<'static, str>> = Vec::new();
        let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
        let mut position = |label: &'a L| {
            *positions.entry(label.as_ref()).or_insert_with(|| {
                names.push(Cow::Owned(String::from(label.as_ref())));
                names.len().saturating_sub(1)
            })
        };
        let operands: Vec<Cow<'static, [usize]>> =
            operands.iter().map(|labels| labels.iter().map(&mut position).collect()).collect();
        let mut is_kept = vec![false; names.len()];
        let position = |label: &L| {
            let name = LabelName::new(label.as_ref());
            let unknown = ShapeError::UnknownLabel { label: name };
            let &known = positions.get(label.as_ref()).ok_or(unknown)?;
            let was_kept = is_kept.get_mut(known).is_none_or(|kept| core::mem::replace(kept, true));
            if was_kept {
                Err(ShapeError::Repeated { place: Place::Label(name) })
            } else {
                Ok(known)
            }
        };
        let result = result.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::of_parts(names, operands, result))
    }

    /// Creates the composition of these lists of numbers, one for each operand and one for the result: any numbers, as in the
    /// lists that `einsum` of NumPy and Python's `opt_einsum` take between operands. The [name](Self::names) of a label is
    /// its number in digits.
    ///
    /// # Errors
    /// Those of [`from_labels`](Self::from_labels).
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// let product = Composition::from_numbers(&[&[0, 100], &[100, 7]], &[0, 7])?;
    /// assert_eq!(product.to_string(), "(0, 100), (100, 7) -> (0, 7)");
    /// assert_eq!(product, Composition::of_labels(&["0, 100", "100, 7"], "0, 7")?);
    /// let error = Composition::from_numbers(&[&[0, 100]], &[1]).unwrap_err();
    /// assert_eq!(error.to_string(), "label `1` of the result occurs in no operand");
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn from_numbers(operands: &[&[usize]], result: &[usize]) -> Result<Self, ShapeError> {
        let names = |labels: &[usize]| labels.iter().map(ToString::to_string).collect();
        let operands: Vec<Vec<String>> = operands.iter().map(|labels| names(labels)).collect();
        Self::from_labels(&operands, &names(result))
    }

    /// The composition of these parts, in which each number of a mode is that of a name.
    pub(crate) fn of_parts(
        names: Vec<Cow<'static, str>>,
        operands: Vec<Cow<'static, [usize]>>,
        result: Vec<usize>,
    ) -> Self {
        let (names, operands) = (Cow::Owned(names), Cow::Owned(operands));
        Composition { names, operands, result: Cow::Owned(result) }
    }

    /// The composition of other modes with these labels, by their numbers, without the names that do not occur any more. Two labels
    /// of one name stay two. A number without a name is no label, and is left out, as is what the result has twice, or no operand has.
    #[doc(hidden)]
    pub fn with_labels(
        &self,
        mut operands: Vec<Cow<'static, [usize]>>,
        mut result: Vec<usize>,
    ) -> Composition {
        // Of these labels alone: a step of a path has few of the thousands that a composition may have.
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let mut names = Vec::new();
        let mut renumber = |label: &mut usize| {
            let Some(name) = self.names().get(*label) else { return false };
            *label = *numbers.entry(*label).or_insert_with(|| {
                names.push(name.clone());
                names.len().saturating_sub(1)
            });
            true
        };
        for labels in &mut operands {
            labels.to_mut().retain_mut(&mut renumber);
        }
        result.retain_mut(|label| match numbers.remove(label) {
            Some(number) => {
                *label = number;
                true
            }
            None => false,
        });
        Composition::of_parts(names, operands, result)
    }

    /// Returns the distinct labels, in the order of their first use.
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// assert_eq!(Composition::einsum("ij,jk->ik")?.names(), ["i", "j", "k"]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn names(&self) -> &[Cow<'static, str>] {
        &self.names
    }

    /// Returns the labels of the modes of each operand, as positions in [`names`](Self::names).
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// assert_eq!(Composition::einsum("ij,jk->ik")?.operands()[1].as_ref(), [1, 2]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn operands(&self) -> &[Cow<'static, [usize]>] {
        &self.operands
    }

    /// Returns the labels of the modes of the result, as positions in [`names`](Self::names).
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// assert_eq!(Composition::einsum("ij,jk->ik")?.result(), [0, 2]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn result(&self) -> &[usize] {
        &self.result
    }

    /// Returns the extent of each label, and the extents of the result.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`], [`ShapeError::ExtentMismatch`],
    /// [`ShapeError::Null`], [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_dynamic::{Composition, DynRankExtents};
    /// let trace = Composition::einsum("ii->")?;
    /// let error = trace.resolve(&[DynRankExtents::new(&[2, 3])?]).unwrap_err();
    /// assert_eq!(error.to_string(), "label `i` names modes of different extents: 2 and 3");
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn resolve(&self, operands: &[DynRankExtents]) -> Result<Resolved, ShapeError> {
        match self.expanded(operands)? {
            Cow::Borrowed(all) => all.resolve_modes(operands),
            Cow::Owned(all) => all.resolve_modes(operands),
        }
    }

    /// Checks that there are as many operands as the composition has.
    pub(crate) fn check_count(&self, found: usize) -> Result<(), ShapeError> {
        let expected = self.operands.len();
        if expected == found {
            return Ok(());
        }
        Err(ShapeError::CountMismatch { of: Quantity::Operands, expected, found })
    }

    /// [`resolve`](Self::resolve) where each label is one mode.
    fn resolve_modes(&self, operands: &[DynRankExtents]) -> Result<Resolved, ShapeError> {
        let mut known: Vec<Option<usize>> = vec![None; self.names.len()];
        for (operand, (labels, shape)) in self.operands.iter().zip(operands).enumerate() {
            if shape.is_null() {
                return Err(ShapeError::Null);
            }
            let (labels_len, rank) = (labels.len(), shape.rank());
            if labels_len != rank {
                return Err(ShapeError::CountMismatch {
                    of: Quantity::Labels { operand },
                    expected: rank,
                    found: labels_len,
                });
            }
            for (&label, extent) in labels.iter().zip(shape) {
                self.meet(&mut known, label, extent)?;
            }
        }
        // Each label stands in an operand, so each extent is known.
        let extents: Vec<usize> = known.into_iter().map(|extent| extent.unwrap_or(1)).collect();
        let result: ModeArray<usize> =
            self.result.iter().filter_map(|&label| extents.get(label).copied()).collect();
        Ok(Resolved { result: DynRankExtents::new(&result)?, extents })
    }

    fn meet(
        &self,
        known: &mut [Option<usize>],
        label: usize,
        extent: usize,
    ) -> Result<(), ShapeError> {
        match known.get_mut(label) {
            Some(Some(left)) if *left != extent => Err(ShapeError::ExtentMismatch {
                place: Place::Label(LabelName::new(self.names.get(label).map_or("", |name| name))),
                expected: *left,
                found: extent,
            }),
            Some(entry) => {
                *entry = Some(extent);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Writes einsum's notation if each label is one letter, and otherwise labels separated by commas.
///
/// ```
/// use extents_dynamic::Composition;
/// assert_eq!(Composition::einsum("ij, jk -> ik")?.to_string(), "ij,jk->ik");
/// let named = Composition::of_labels(&["row, sum", "sum"], "row")?;
/// assert_eq!(named.to_string(), "(row, sum), (sum) -> (row)");
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_label = |name: &Cow<'static, str>| {
            let mut characters = name.chars();
            let is_one = characters.next().is_some_and(is_letter) && characters.next().is_none();
            is_one || name == ELLIPSIS
        };
        let (between, arrow, are_letters) = match self.names.iter().all(is_label) {
            true => (",", "->", true),
            false => (", ", " -> ", false),
        };
        let write = |f: &mut fmt::Formatter<'_>, labels: &[usize]| {
            let names = labels.iter().filter_map(|&label| self.names.get(label));
            let names: Vec<&str> = names.map(|name| &**name).collect();
            match are_letters {
                true => f.write_str(&names.concat()),
                false => write!(f, "({})", names.join(", ")),
            }
        };
        for (operand, labels) in self.operands.iter().enumerate() {
            if operand > 0 {
                f.write_str(between)?;
            }
            write(f, labels)?;
        }
        f.write_str(arrow)?;
        write(f, &self.result)
    }
}

/// The labels of a result that is not given: `...`, and those that stand once.
fn labels_that_stand_once<'a>(operands: &[Vec<&'a str>]) -> Vec<&'a str> {
    let mut all: Vec<&str> = operands.iter().flatten().copied().collect();
    all.sort_unstable();
    let alike = all.chunk_by(|left, right| left == right);
    // No letter is before `...` in the alphabet.
    alike
        .filter(|labels| labels.len() == 1 || labels.first() == Some(&ELLIPSIS))
        .filter_map(|labels| labels.first().copied())
        .collect()
}

/// Whether a sign is a label in einsum's notation. Beyond ASCII nothing else has a meaning there but white space.
fn is_letter(sign: char) -> bool {
    match sign.is_ascii() {
        true => sign.is_ascii_alphabetic(),
        false => !sign.is_whitespace() && !sign.is_control(),
    }
}

/// Each letter of a part of einsum's notation that begins at `start`, and `...`.
fn letters(part: &str, start: usize) -> Result<Vec<&str>, ShapeError> {
    let mut labels = Vec::new();
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        let is_ellipsis = rest.starts_with(ELLIPSIS);
        let len = if is_ellipsis { ELLIPSIS.len() } else { first.len_utf8() };
        let (label, after) = rest.split_at(len);
        if is_ellipsis || is_letter(first) {
            labels.push(label);
        } else if !first.is_whitespace() {
            let position = start.saturating_add(part.len().saturating_sub(rest.len()));
            let found = Some(first);
            return Err(ShapeError::Text { position, expected: "a label", found });
        }
        rest = after;
    }
    Ok(labels)
}
