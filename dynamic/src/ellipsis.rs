//! The ellipsis of a [`Composition`]: the modes that have no label of their own, of any number.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use extents_static::{Extents, ShapeError, error::Quantity};

use crate::{Composition, DynRankExtents};

/// What stands among labels for modes of any number.
pub(crate) const ELLIPSIS: &str = "...";

impl Composition {
    /// Returns the composition of operands of these ranks: that with a label for each mode that `...` stands for, called
    /// `...0`, `...1` and so on. Without `...` it is the composition itself.
    ///
    /// All that takes a composition and operands does this first.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`] where an operand has fewer modes than labels, or where `...` stands for other
    /// numbers of modes in two operands; [`ShapeError::Null`].
    ///
    /// ```
    /// use extents_dynamic::{Composition, DynRankExtents};
    /// let product = Composition::einsum("...ij,jk->...ik")?;
    /// let operands = [DynRankExtents::new(&[7, 5, 2, 3])?, DynRankExtents::new(&[3, 4])?];
    /// let expanded = product.expanded(&operands)?;
    /// assert_eq!(expanded.names(), ["...0", "...1", "i", "j", "k"]);
    /// assert_eq!(expanded.resolve(&operands)?.result.as_slice(), [7, 5, 2, 4]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn expanded(&self, operands: &[DynRankExtents]) -> Result<Cow<'_, Self>, ShapeError> {
        self.check_count(operands.len())?;
        let Some(ellipsis) = self.names.iter().position(|name| name == ELLIPSIS) else {
            return Ok(Cow::Borrowed(self));
        };
        let mut count = None;
        for (operand, (labels, shape)) in self.operands.iter().zip(operands).enumerate() {
            if !labels.contains(&ellipsis) {
                continue;
            }
            if shape.is_null() {
                return Err(ShapeError::Null);
            }
            let (named, rank) = (labels.len().saturating_sub(1), shape.rank());
            let found = rank.checked_sub(named).ok_or(ShapeError::CountMismatch {
                of: Quantity::Labels { operand },
                expected: rank,
                found: named,
            })?;
            let expected = *count.get_or_insert(found);
            if expected != found {
                let of = Quantity::EllipsisModes { operand };
                return Err(ShapeError::CountMismatch { of, expected, found });
            }
        }
        Ok(Cow::Owned(self.with_modes(ellipsis, count.unwrap_or(0))))
    }

    /// The composition with so many labels in the place of label `ellipsis`.
    fn with_modes(&self, ellipsis: usize, count: usize) -> Self {
        let (before, after) =
            (self.names.iter().take(ellipsis), self.names.iter().skip(ellipsis).skip(1));
        let modes = (0..count).map(|mode| Cow::Owned(format!("{ELLIPSIS}{mode}")));
        let names = before.cloned().chain(modes).chain(after.cloned()).collect();
        let labels = |labels: &Cow<'static, [usize]>| -> Vec<usize> {
            let expand = |&label: &usize| {
                let begin = if label > ellipsis {
                    label.saturating_sub(1).saturating_add(count)
                } else {
                    label
                };
                begin..begin.saturating_add(if label == ellipsis { count } else { 1 })
            };
            labels.iter().flat_map(expand).collect()
        };
        let operands = self.operands.iter().map(|of| Cow::Owned(labels(of))).collect();
        Self::of_parts(names, operands, labels(&self.result))
    }
}
