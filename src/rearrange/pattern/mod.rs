//! [`Pattern`]: modes split, permuted, repeated and merged as a text says.

mod as_view;
mod parse;
mod plan;
mod sizes;
mod typed;

use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use plan::{Planned, Verb};
pub use sizes::{Called, NotGiven};
pub use typed::{Axes, Ellipsis, Fresh, OfAnyRank, One, Several};
pub(crate) use typed::{AxesIn, EntriesOf};

use crate::label::LabelName;
use crate::{ShapeError, error::Place};

/// A rearrangement in the notation of the Python package `einops`: `"b (h p) c -> b h (p c)"`.
///
/// On each side stands, for each mode, a label; or several in parentheses, into which the mode is split on the left and which
/// become one mode on the right, the last one fastest. `1` and `()` are modes of extent 1, a number is a mode of that
/// extent without a label, and `...` stands for any number of modes, `(...)` on the right for all of them as one.
///
/// [`with`](Self::with) gives sizes to labels; of the labels in one pair of parentheses on the left, at most one can do
/// without. A pattern can be kept, and used on tensors of any extents.
///
/// | | labels | gives |
/// |---|---|---|
/// | `x.rearrange("h w -> w h")`, `x.rearrange(&pattern)` | the same on both sides | a view; of a mutable view a mutable one |
/// | [`pattern.rearrange(&x)`](Self::rearrange) | the same on both sides | a view where strides allow it, else one copy |
/// | [`pattern.repeat(&x)`](Self::repeat) | more on the right | a view where strides allow it, else one copy |
/// | [`pattern.reduce(&x, \|over\| over.max())`](Self::reduce) | more on the left, which are folded | a new tensor |
///
/// ```
/// use extents::einops::Pattern;
/// use extents::{Tensor, extents};
/// let image = Tensor::from_fn(extents![4, 6, 3], |[h, w, c]| 100 * h + 10 * w + c)?;
/// // Patches of 2 by 3 pixels, each in a row.
/// let pattern = Pattern::new("(h p) (w q) c -> (h w) (p q c)")?.with("p", 2).with("q", 3);
/// let patches = pattern.rearrange(&image)?;
/// assert_eq!(patches.extents().as_slice(), [4, 18]);
/// assert_eq!(patches.view()[[3, 16]], 351);
/// // Each channel's largest value.
/// let largest = Pattern::new("h w c -> c")?.reduce(&image, |over| over.max())?;
/// assert_eq!(largest.as_slice(), [350, 351, 352]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    axes: Vec<Axis>,
    left: Vec<Group>,
    right: Vec<Group>,
    /// A label that was given a size and does not occur.
    stray: Option<LabelName>,
}

/// What a label stands for, or a number without one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Axis {
    name: String,
    size: Option<usize>,
    is_number: bool,
}

/// What stands for one mode, or `...` for several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    parts: Vec<Part>,
    /// Whether it is `...` without parentheses.
    is_open: bool,
}

/// What stands in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// An axis, by its number.
    Axis(usize),
    Ellipsis,
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Returns [`ShapeError::Text`], with the position, where the text is not a pattern; [`ShapeError::Repeated`] where a
    /// label occurs twice on one side.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// assert_eq!(Pattern::new("a b->(b a)")?, Pattern::new(" a b -> (b a) ")?);
    /// let error = Pattern::new("a (b c -> a b c").unwrap_err();
    /// assert_eq!(error.to_string(), "expected `)` at position 7, found '-'");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new(text: &str) -> Result<Self, ShapeError> {
        parse::pattern(text)
    }

    /// Sets the size of a label. Of two sizes the last one counts.
    ///
    /// Whether the pattern has the label is checked when it is used.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_vec(extents![6], vec![0, 1, 2, 3, 4, 5])?;
    /// let rows = Pattern::new("(row column) -> row column")?.with("column", 3);
    /// assert_eq!(x.rearrange(&rows)?[[1, 0]], 3);
    /// let error = x.rearrange(&rows.with("line", 2)).unwrap_err();
    /// assert_eq!(error.to_string(), "label `line` has a size, but does not occur in the pattern");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[must_use]
    pub fn with(mut self, label: &str, size: usize) -> Self {
        match self.axes.iter_mut().find(|axis| !axis.is_number && axis.name == label) {
            Some(axis) => axis.size = Some(size),
            None => self.stray = Some(LabelName::new(label)),
        }
        self
    }

    fn name(&self, axis: usize) -> LabelName {
        LabelName::new(self.axes.get(axis).map_or("", |axis| &axis.name))
    }

    fn size(&self, axis: usize) -> Option<usize> {
        self.axes.get(axis).and_then(|axis| axis.size)
    }
}

/// The parts of a side, in their order.
fn parts(side: &[Group]) -> impl Iterator<Item = Part> + '_ {
    side.iter().flat_map(|group| group.parts.iter().copied())
}

/// The error of a label that occurs twice on a side.
fn repeated(label: LabelName, is_left: bool) -> ShapeError {
    let place = if is_left { Place::OperandLabel(label) } else { Place::Label(label) };
    ShapeError::Repeated { place }
}
