//! Integers that number the entries of a mode.

/// An integer of Rust of at most 64 bits, as files and other libraries have them.
///
/// No other crate can implement it: what is compared with an extent and read again is the same.
#[diagnostic::on_unimplemented(
    message = "`{Self}` numbers no entries",
    label = "expected a tensor or view of integers, such as `usize`, `u32` or `i64`"
)]
pub(super) trait EntryNumber: Copy {
    /// Returns the number of the entry, or `usize::MAX` where it is larger; of a negative one itself.
    fn number(self) -> Result<usize, isize>;
    /// The same of a number that is in bounds of a mode.
    fn in_bounds(self) -> isize;
}

macro_rules! entry_numbers {
    ($($Unsigned:ident $Signed:ident)*) => {$(
        impl EntryNumber for $Unsigned {
            #[inline]
            fn number(self) -> Result<usize, isize> {
                Ok(usize::try_from(self).unwrap_or(usize::MAX))
            }
            #[inline]
            #[allow(clippy::cast_possible_wrap, clippy::cast_lossless, reason = "extents are below `isize::MAX`")]
            fn in_bounds(self) -> isize {
                self as isize
            }
        }
        impl EntryNumber for $Signed {
            #[inline]
            fn number(self) -> Result<usize, isize> {
                if self < 0 {
                    return Err(isize::try_from(self).unwrap_or(isize::MIN));
                }
                Ok(usize::try_from(self).unwrap_or(usize::MAX))
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "extents are below `isize::MAX`")]
            fn in_bounds(self) -> isize {
                self as isize
            }
        }
    )*};
}
entry_numbers! { usize isize u64 i64 u32 i32 u16 i16 u8 i8 }
