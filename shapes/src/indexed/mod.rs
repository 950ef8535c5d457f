//! [`Indexed`]: shapes with labels on their modes, and the shapes of their sums and products.

mod expression;
mod layers;
mod permuted;
mod ragged;
mod term;
mod typed;

pub use expression::Indexed;
pub(crate) use layers::Layers;
pub(crate) use permuted::Permuted;
pub use term::{LabelledShape, Labelling};
pub(crate) use term::{Meets, names_of};
pub(crate) use typed::{Factors, LabelIds, LabelNames, Operands, Terms};
pub use typed::{Labelled, Product, ResultOf, ShapeOf, Sum};

/// How lengths of ragged modes are compared, and what becomes of columns that have gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rules {
    profiles: Profiles,
    columns: Columns,
}

/// When two ragged modes can be summed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Profiles {
    /// Where they have the same list of lengths; missing entries count as zero.
    #[default]
    Equal,
    /// Always; missing entries count as zero.
    ZeroExtend,
    /// Where the rows that meet have the same length.
    Strict,
}

/// What becomes of the columns of rows that grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Columns {
    /// An error: such a column has a gap.
    #[default]
    Strict,
    /// Rows are cut to the length of the one before.
    Clip,
}
