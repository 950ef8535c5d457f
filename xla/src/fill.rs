//! Writing what the layout says into the padding of a buffer.

use super::{ArrayShape, PaddingValue, XlaError};
use crate::error::Required;
use extents::{ShapeError, error::Quantity};

/// A type of elements that padding can be filled with: the integers and floats of Rust, and `bool`.
///
/// ```
/// use extents_xla::{PaddingElement, PaddingValue};
/// assert_eq!(u8::padding(PaddingValue::Highest), Some(255));
/// assert_eq!(f32::padding(PaddingValue::Lowest), Some(f32::NEG_INFINITY));
/// assert_eq!(i32::padding(PaddingValue::Unknown), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no zero, one, lowest and highest value that padding could be filled with",
    label = "expected an integer, a float or `bool`",
    note = "`fill_padding_with` takes the value itself"
)]
pub trait PaddingElement: Copy {
    /// Returns the element that a padding value stands for, or `None` for [`PaddingValue::Unknown`]. The lowest and the
    /// highest float are infinite, as in XLA.
    fn padding(value: PaddingValue) -> Option<Self>;
}

macro_rules! padding_elements {
    ($($(#[$meta:meta])* $T:ty: $zero:expr, $one:expr, $lowest:expr, $highest:expr;)*) => {$(
        $(#[$meta])*
        impl PaddingElement for $T {
            fn padding(value: PaddingValue) -> Option<Self> {
                match value {
                    PaddingValue::Zero => Some($zero),
                    PaddingValue::One => Some($one),
                    PaddingValue::Lowest => Some($lowest),
                    PaddingValue::Highest => Some($highest),
                    PaddingValue::Unknown => None,
                }
            }
        }
    )*};
}
padding_elements! {
    bool: false, true, false, true;
    f32: 0.0, 1.0, f32::NEG_INFINITY, f32::INFINITY;
    f64: 0.0, 1.0, f64::NEG_INFINITY, f64::INFINITY;
    #[cfg(feature = "half")]
    half::f16: half::f16::ZERO, half::f16::ONE, half::f16::NEG_INFINITY, half::f16::INFINITY;
    #[cfg(feature = "half")]
    half::bf16: half::bf16::ZERO, half::bf16::ONE, half::bf16::NEG_INFINITY, half::bf16::INFINITY;
    i8: 0, 1, i8::MIN, i8::MAX;
    i16: 0, 1, i16::MIN, i16::MAX;
    i32: 0, 1, i32::MIN, i32::MAX;
    i64: 0, 1, i64::MIN, i64::MAX;
    i128: 0, 1, i128::MIN, i128::MAX;
    isize: 0, 1, isize::MIN, isize::MAX;
    u8: 0, 1, u8::MIN, u8::MAX;
    u16: 0, 1, u16::MIN, u16::MAX;
    u32: 0, 1, u32::MIN, u32::MAX;
    u64: 0, 1, u64::MIN, u64::MAX;
    u128: 0, 1, u128::MIN, u128::MAX;
    usize: 0, 1, usize::MIN, usize::MAX;
}

impl ArrayShape {
    /// Fills the padding of a buffer with the [`PaddingValue`] of the layout, and leaves the elements unchanged. With
    /// [`PaddingValue::Unknown`] nothing is written.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout); [`ShapeError::CountMismatch`].
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::{ArrayShape, Layout, PaddingValue};
    /// let layout = Layout::descending(2).with_padding([2, 3], PaddingValue::Highest);
    /// let shape = ArrayShape::new(DType::U8, [1, 2]).with_layout(layout)?;
    /// let mut buffer = [1, 2, 0, 0, 0, 0_u8];
    /// shape.fill_padding(&mut buffer)?;
    /// assert_eq!(buffer, [1, 2, 255, 255, 255, 255]);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn fill_padding<T: PaddingElement>(&self, buffer: &mut [T]) -> Result<(), XlaError> {
        let layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        match T::padding(layout.padding_value()) {
            Some(value) => self.fill_padding_with(buffer, value),
            None => self.padding_of(buffer).map(|_| ()),
        }
    }

    /// Fills the padding of a buffer with a value.
    ///
    /// # Errors
    /// Returns the errors of [`fill_padding`](Self::fill_padding).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let mut buffer = ['a', 'b', 'c', ' '];
    /// "f32[3]{0:T(2)}".parse::<ArrayShape>()?.fill_padding_with(&mut buffer, '.')?;
    /// assert_eq!(buffer, ['a', 'b', 'c', '.']);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn fill_padding_with<T: Clone>(&self, buffer: &mut [T], value: T) -> Result<(), XlaError> {
        for slot in self.padding_of(buffer)? {
            *slot = value.clone();
        }
        Ok(())
    }

    /// The places of a buffer that hold no element.
    fn padding_of<'b, T>(
        &self,
        buffer: &'b mut [T],
    ) -> Result<impl Iterator<Item = &'b mut T>, XlaError> {
        let layout = self.to_layout()?;
        let (expected, found) = (layout.allocated_elements(), buffer.len());
        if expected != found {
            return Err(
                ShapeError::CountMismatch { of: Quantity::Elements, expected, found }.into()
            );
        }
        let pairs = buffer.iter_mut().zip(layout.slots());
        Ok(pairs.filter(|(_, slot)| slot.is_none()).map(|(place, _)| place))
    }
}
