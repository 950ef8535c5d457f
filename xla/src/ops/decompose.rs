//! A bitcast between any two dense arrays of one size, as a transpose, a reshape and a transpose.

use crate::error::{Computed, Required};
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::bitcast::Memory;
use super::permute::inverse;
use crate::{ArrayShape, Layout, XlaError};

/// The operations that a bitcast between two arrays consists of.
///
/// ```
/// use extents_xla::{ArrayShape, BitcastDecomposition};
/// let from: ArrayShape = "f32[2,3]{1,0}".parse()?;
/// let to: ArrayShape = "f32[3,2]{0,1}".parse()?;
/// assert_eq!(from.decompose_bitcast(&to)?, Some(BitcastDecomposition::Transpose(vec![1, 0])));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitcastDecomposition {
    /// A reshape.
    Reshape,
    /// A transpose by this permutation.
    Transpose(Vec<usize>),
    /// A transpose, a reshape and another transpose.
    TransposeReshapeTranspose(Box<TransposeReshapeTranspose>),
}

/// A transpose, a reshape and another transpose, each of which is a bitcast. A permutation may be the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransposeReshapeTranspose {
    /// The permutation of the first transpose.
    pub transpose1: Vec<usize>,
    /// The result of the first transpose: the operand with its dimensions in the order of memory.
    pub transposed: ArrayShape,
    /// The result of the reshape: the final result with its dimensions in the order of memory.
    pub reshaped: ArrayShape,
    /// The permutation of the second transpose.
    pub transpose2: Vec<usize>,
}

impl ArrayShape {
    /// Decomposes a bitcast to `to`: into a reshape if that is a bitcast, else a transpose, else both with another
    /// transpose. `None` where the number of elements changes with their size, so that the bitcast is not a reordering.
    ///
    /// The types of elements may differ if their sizes in the buffer do not.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], [`XlaError::Unbounded`], [`XlaError::TooLarge`];
    /// [`XlaError::Incompatible`] for other numbers of elements or bits of them in the buffer;
    /// [`XlaError::MemorySpaceMismatch`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let pairs: ArrayShape = "s4[3,2]{1,0}".parse()?;
    /// assert_eq!(pairs.decompose_bitcast(&"s8[3]{0}".parse()?)?, None);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn decompose_bitcast(
        &self,
        to: &ArrayShape,
    ) -> Result<Option<BitcastDecomposition>, XlaError> {
        self.plain_layouts_in_one_memory(to)?;
        let elements = (self.elements_in()?, to.elements_in()?);
        let is_kept = elements.0 == elements.1 && self.element_bits() == to.element_bits();
        if !is_kept && self.dtype.bits() != to.dtype.bits() {
            let (left, right) = (self.type_bits()?, to.type_bits()?);
            let differ = XlaError::Incompatible { what: "the bits of all elements", left, right };
            return if left == right { Ok(None) } else { Err(differ) };
        }
        self.check_bitcast(to)?;
        if self.reshape_moves_nothing(to)? {
            return Ok(Some(BitcastDecomposition::Reshape));
        }
        if let Some(permutation) = self.deduce_transpose_for_bitcast(to)? {
            return Ok(Some(BitcastDecomposition::Transpose(permutation)));
        }
        let all = self.decompose_bitcast_to_transposes(to)?;
        Ok(Some(BitcastDecomposition::TransposeReshapeTranspose(Box::new(all))))
    }

    /// Decomposes a bitcast to `to` into a transpose, a reshape and a transpose.
    ///
    /// # Errors
    /// Returns the errors of [`decompose_bitcast`](Self::decompose_bitcast).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let from: ArrayShape = "f32[16,3,17]{1,2,0}".parse()?;
    /// let parts = from.decompose_bitcast_to_transposes(&"f32[16,51]{0,1}".parse()?)?;
    /// assert_eq!((parts.transpose1, parts.transpose2), (vec![0, 2, 1], vec![1, 0]));
    /// assert_eq!(parts.transposed.to_string(), "f32[16,17,3]{2,1,0}");
    /// assert_eq!(parts.reshaped.to_string(), "f32[51,16]{1,0}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn decompose_bitcast_to_transposes(
        &self,
        to: &ArrayShape,
    ) -> Result<TransposeReshapeTranspose, XlaError> {
        self.check_bitcast(to)?;
        let (transposed, reshaped) = (self.in_physical_order(), to.in_physical_order());
        let transpose1 =
            self.layout().ok_or(XlaError::Requires(Required::Layout))?.major_to_minor().collect();
        let to_order = to.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let transpose2 = inverse(&to_order.major_to_minor().collect::<Vec<_>>());
        Ok(TransposeReshapeTranspose { transpose1, transposed, reshaped, transpose2 })
    }

    /// The bits of all elements, each with those of its type.
    fn type_bits(&self) -> Result<usize, XlaError> {
        let (elements, size) = (self.elements_in()?, self.dtype.bits());
        let too_large = XlaError::TooLarge { of: Computed::Bits, elements, size };
        elements.checked_mul(size).ok_or(too_large)
    }

    /// The layouts, which are nothing but orders of dimensions, in one memory.
    fn plain_layouts_in_one_memory<'a>(
        &'a self,
        to: &'a ArrayShape,
    ) -> Result<(&'a Layout, &'a Layout), XlaError> {
        let (from, to) =
            self.layout().zip(to.layout()).ok_or(XlaError::Requires(Required::Layout))?;
        if !from.is_plain() || !to.is_plain() {
            return Err(XlaError::Requires(Required::Dense));
        }
        let (left, right) = (from.memory_space(), to.memory_space());
        if left != right {
            return Err(XlaError::MemorySpaceMismatch { left, right });
        }
        Ok((from, to))
    }

    /// There is a bitcast, and it can be spelled.
    fn check_bitcast(&self, to: &ArrayShape) -> Result<(), XlaError> {
        let (from_layout, to_layout) = self.plain_layouts_in_one_memory(to)?;
        let same = |what, left, right| {
            let differ = XlaError::Incompatible { what, left, right };
            if left == right { Ok(()) } else { Err(differ) }
        };
        same("the number of elements", self.elements_in()?, to.elements_in()?)?;
        let (from, to) = (Memory::of(self, from_layout)?, Memory::of(to, to_layout)?);
        same("the bits of an element", from.bits(), to.bits())?;
        same("the elements of the buffer", from.elements(), to.elements())?;
        let prefixes = [from_layout, to_layout].map(Layout::metadata_prefix_bytes);
        same("the bytes before the elements", prefixes[0], prefixes[1])
    }
}
