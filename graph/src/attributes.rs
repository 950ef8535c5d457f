//! [`Attributes`] and [`TensorKind`]: what a tensor is for.

use core::fmt;

use super::error::DescriptionError;

/// A property of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// The value never changes, and can be compiled into the program.
    Constant,
    /// The value is kept from one computation to the next, as weights are.
    Persistent,
    /// The tensor is one of the variables that training updates.
    Trainable,
    /// The value is passed in when the program runs.
    Input,
}

impl Attribute {
    const ALL: [Attribute; 4] =
        [Attribute::Constant, Attribute::Persistent, Attribute::Trainable, Attribute::Input];

    /// Returns the name: `constant`, `persistent`, `trainable` or `input`.
    ///
    /// ```
    /// assert_eq!(extents_graph::Attribute::Input.name(), "input");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Attribute::Constant => "constant",
            Attribute::Persistent => "persistent",
            Attribute::Trainable => "trainable",
            Attribute::Input => "input",
        }
    }

    fn bit(self) -> u8 {
        match self {
            Attribute::Constant => 1,
            Attribute::Persistent => 2,
            Attribute::Trainable => 4,
            Attribute::Input => 8,
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of attributes that do not contradict each other.
///
/// What is constant is neither an input nor trainable.
///
/// ```
/// use extents_graph::{Attribute, Attributes, TensorKind};
/// let weights = Attributes::new([Attribute::Persistent, Attribute::Trainable])?;
/// assert_eq!(weights.kind(), Some(TensorKind::Variable));
/// let error = Attributes::new([Attribute::Constant, Attribute::Input]).unwrap_err();
/// assert_eq!(error.to_string(), "a tensor cannot be `constant` and `input`");
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Attributes {
    // INVARIANT: with the bit of `Constant`, neither that of `Trainable` nor that of `Input`.
    bits: u8,
}

impl Attributes {
    /// Creates the set of these attributes. One that is given twice counts once.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Attributes`] for `constant` with `trainable` or `input`.
    ///
    /// ```
    /// use extents_graph::{Attribute, Attributes};
    /// assert!(Attributes::new([Attribute::Constant, Attribute::Trainable]).is_err());
    /// assert!(Attributes::new([Attribute::Trainable, Attribute::Input]).is_ok());
    /// ```
    pub fn new(attributes: impl IntoIterator<Item = Attribute>) -> Result<Self, DescriptionError> {
        let bits = attributes.into_iter().fold(0, |bits, attribute| bits | attribute.bit());
        let all = Attributes { bits };
        for other in [Attribute::Trainable, Attribute::Input] {
            if all.has(Attribute::Constant) && all.has(other) {
                let first = Attribute::Constant.name();
                return Err(DescriptionError::Attributes { first, second: other.name() });
            }
        }
        Ok(all)
    }

    /// Returns whether the set contains an attribute.
    ///
    /// ```
    /// use extents_graph::{Attribute, TensorKind};
    /// assert!(TensorKind::Variable.attributes().has(Attribute::Trainable));
    /// ```
    pub fn has(self, attribute: Attribute) -> bool {
        self.bits & attribute.bit() != 0
    }

    /// Returns an iterator over the attributes of the set.
    ///
    /// ```
    /// use extents_graph::{Attribute, TensorKind};
    /// assert!(TensorKind::Persistent.attributes().iter().eq([Attribute::Persistent]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Attribute> {
        Attribute::ALL.into_iter().filter(move |attribute| self.has(*attribute))
    }

    /// Returns the kind of tensor that has exactly these attributes, if there is one.
    ///
    /// ```
    /// use extents_graph::{Attribute, Attributes};
    /// assert_eq!(Attributes::new([Attribute::Constant])?.kind(), None);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn kind(self) -> Option<TensorKind> {
        TensorKind::ALL.into_iter().find(|kind| kind.attributes() == self)
    }
}

impl fmt::Debug for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The usual kinds of tensors, each with its attributes.
///
/// | kind | constant | persistent | trainable | input |
/// |---|---|---|---|---|
/// | `Constant` | yes | yes | | |
/// | `Placeholder` | | yes | | yes |
/// | `Persistent` | | yes | | |
/// | `Variable` | | yes | yes | |
/// | `Temporary` | | | | |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TensorKind {
    /// Known when the program is built.
    Constant,
    /// Passed in when the program runs.
    Placeholder,
    /// Kept between computations.
    Persistent,
    /// Kept, and changed by training.
    Variable,
    /// Needed within one computation.
    Temporary,
}

impl TensorKind {
    /// All kinds, in the order of the table.
    pub const ALL: [TensorKind; 5] = [
        TensorKind::Constant,
        TensorKind::Placeholder,
        TensorKind::Persistent,
        TensorKind::Variable,
        TensorKind::Temporary,
    ];

    /// Returns the attributes of the kind.
    ///
    /// ```
    /// use extents_graph::{Attribute, TensorKind};
    /// let constant = TensorKind::Constant.attributes();
    /// assert!(constant.iter().eq([Attribute::Constant, Attribute::Persistent]));
    /// ```
    pub fn attributes(self) -> Attributes {
        let bits = match self {
            TensorKind::Constant => Attribute::Constant.bit() | Attribute::Persistent.bit(),
            TensorKind::Placeholder => Attribute::Persistent.bit() | Attribute::Input.bit(),
            TensorKind::Persistent => Attribute::Persistent.bit(),
            TensorKind::Variable => Attribute::Persistent.bit() | Attribute::Trainable.bit(),
            TensorKind::Temporary => 0,
        };
        Attributes { bits }
    }
}
