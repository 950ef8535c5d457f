//! [`Source`]: what a step of several takes.

use core::fmt;

/// What a step of a [`PathPlan`](super::PathPlan) or of a `Path` takes.
///
/// ```
/// use extents::plan::Source;
/// assert_eq!(Source::Operand(2).to_string(), "operand 2");
/// assert_eq!(Source::Temporary(0).to_string(), "temporary 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The operand of the composition with this position.
    Operand(usize),
    /// What the step with this number made.
    Temporary(usize),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Operand(position) => write!(f, "operand {position}"),
            Source::Temporary(step) => write!(f, "temporary {step}"),
        }
    }
}
