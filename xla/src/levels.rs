//! [`DimLevel`]: how each dimension of a sparse array is stored.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::{Layout, XlaError};

/// How the indices of one dimension are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LevelFormat {
    /// All indices, so that none is written: `D`.
    Dense,
    /// Only those that occur, in one list: `C`.
    Compressed,
    /// One for each index of the dimension before it: `S`.
    Singleton,
    /// Those that occur, with room between the lists: `H`.
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

/// The storage of one dimension of a sparse array. It prints as in XLA: `C`, or `S+~` where indices may repeat and have
/// no order.
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
    /// Whether no index occurs twice; where one may, a `+` is written.
    pub unique: bool,
    /// Whether the indices are in order; where they need not be, a `~` is written.
    pub ordered: bool,
}

impl DimLevel {
    /// All indices are there, as in an array that is not sparse.
    pub const DENSE: DimLevel = DimLevel::new(LevelFormat::Dense);

    /// A level whose indices are in order, each once.
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
    /// Stores each dimension in its own way, as sparse arrays do. Such levels are carried along and written; the elements
    /// of an array with a level that is not dense have no places that follow from its index.
    ///
    /// # Errors
    /// [`XlaError::DenseLevel`] for a dense level whose indices may repeat or have no order.
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

    /// The storage of each dimension; empty where none is given and all are dense.
    pub fn dim_levels(&self) -> &[DimLevel] {
        &self.dim_levels
    }

    /// Whether some dimension is not dense.
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
        if self.is_sparse() { Err(XlaError::Sparse) } else { Ok(()) }
    }
}
