//! [`DimLevel`]: how each dimension of a sparse array is stored.

use crate::error::Required;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::{Layout, XlaError};

/// How the indices of one dimension are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LevelFormat {
    /// All indices exist, so that none is stored: `D`.
    Dense,
    /// The indices that occur are stored in one list: `C`.
    Compressed,
    /// One index is stored for each index of the dimension before it: `S`.
    Singleton,
    /// The indices that occur are stored in lists with gaps between them: `H`.
    LooseCompressed,
}

impl LevelFormat {
    pub(super) const LETTERS: [(LevelFormat, &'static str); 4] = [
        (LevelFormat::Dense, "D"),
        (LevelFormat::Compressed, "C"),
        (LevelFormat::Singleton, "S"),
        (LevelFormat::LooseCompressed, "H"),
    ];
}

/// The storage of one dimension of a sparse array. It displays as in XLA: `C`, or `S+~` if indices may repeat and are
/// not ordered.
///
/// ```
/// use extents_xla::{ArrayShape, DimLevel, LevelFormat};
/// let rows: ArrayShape = "f32[100,100]{1,0:D(D,C)}".parse()?;
/// let levels = rows.layout().map_or(&[][..], |layout| layout.dim_levels());
/// assert_eq!(levels, [DimLevel::DENSE, DimLevel::new(LevelFormat::Compressed)]);
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DimLevel {
    /// How indices are stored.
    pub format: LevelFormat,
    /// Whether no index occurs twice. If not, `+` is written.
    pub unique: bool,
    /// Whether the indices are in order. If not, `~` is written.
    pub ordered: bool,
}

impl DimLevel {
    /// The level at which all indices exist, as in an array that is not sparse.
    pub const DENSE: DimLevel = DimLevel::new(LevelFormat::Dense);

    /// Creates a level whose indices are unique and ordered.
    pub const fn new(format: LevelFormat) -> Self {
        DimLevel { format, unique: true, ordered: true }
    }
}

impl Display for DimLevel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut letters = LevelFormat::LETTERS.iter();
        let letter = letters.find(|(format, _)| *format == self.format);
        f.write_str(letter.map_or("D", |(_, letter)| letter))?;
        f.write_str(if self.unique { "" } else { "+" })?;
        f.write_str(if self.ordered { "" } else { "~" })
    }
}

impl Layout {
    /// Sets the storage of each dimension, as of a sparse array. Levels are kept and written. The positions of the
    /// elements of an array with a level that is not dense do not follow from their indices.
    ///
    /// # Errors
    /// Returns [`XlaError::DenseLevel`] for a dense level whose indices may repeat or have no order.
    ///
    /// ```
    /// use extents_xla::{DimLevel, Layout, LevelFormat};
    /// let layout = Layout::descending(2);
    /// let layout = layout.with_dim_levels([DimLevel::DENSE, DimLevel::new(LevelFormat::Compressed)])?;
    /// assert_eq!(layout.to_string(), "{1,0:D(D,C)}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn with_dim_levels(
        mut self,
        levels: impl IntoIterator<Item = DimLevel>,
    ) -> Result<Self, XlaError> {
        let levels: Vec<DimLevel> = levels.into_iter().collect();
        let is_odd = |level: &DimLevel| {
            level.format == LevelFormat::Dense && !(level.unique && level.ordered)
        };
        if let Some(dimension) = levels.iter().position(is_odd) {
            return Err(XlaError::DenseLevel { dimension });
        }
        self.dim_levels = levels;
        Ok(self)
    }

    /// Returns the storage of each dimension, or an empty slice if none is given and all are dense.
    pub fn dim_levels(&self) -> &[DimLevel] {
        &self.dim_levels
    }

    /// Returns whether some dimension is not dense.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert!("{1,0:D(D,C)}".parse::<Layout>()?.is_sparse());
    /// assert!(!"{1,0:D(D,D)}".parse::<Layout>()?.is_sparse());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_sparse(&self) -> bool {
        self.dim_levels.iter().any(|level| level.format != LevelFormat::Dense)
    }

    /// The places of elements follow from their indices.
    pub(super) fn check_dense(&self) -> Result<(), XlaError> {
        if self.is_sparse() { Err(XlaError::Requires(Required::NotSparse)) } else { Ok(()) }
    }
}
