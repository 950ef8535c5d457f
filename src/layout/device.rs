//! [`DeviceMapping`]: a strided mapping whose bytes are promised, for kernels on a device.

use crate::error::Limit;
use crate::layout::StridedLayout;
use crate::{Mapping, Rank, ShapeError};

/// A strided mapping of rank `R` as the bytes that a kernel on a device takes: numbers of 32 or 64 bits.
///
/// It is `#[repr(C)]`, without padding. `DeviceMapping<3, i32>` is in C
///
/// ```c
/// struct { int32_t base_offset; int32_t extents[3]; int32_t strides[3]; };
/// ```
///
/// and `DeviceMapping<3>` the same of `int64_t`. Extents, strides and offsets count elements. Each offset of an index in bounds fits
/// the numbers, and so does each partial sum of coordinates times strides, so that a kernel may compute in this width.
///
/// The numbers are `i32` or `i64`, signed because a stride may be negative. With the feature `bytemuck` a value is `NoUninit`:
/// `bytemuck::bytes_of` gives its bytes. Values come from mappings only.
///
/// ```
/// use extents::layout::{Canonical, ColMajor, DeviceMapping};
/// use extents::extents;
/// let mapping = DeviceMapping::<2, i32>::new(&ColMajor.of(extents![4, 8]))?;
/// assert_eq!((mapping.extents(), mapping.strides(), mapping.base_offset()), ([4, 8], [1, 4], 0));
/// assert_eq!((size_of_val(&mapping), align_of_val(&mapping)), (20, 4));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct DeviceMapping<const R: usize, N = i64> {
    // INVARIANT: extents are not negative. If none of them is 0, the base offset, and the sum of all distances from the first
    // to the last entry along a mode, fit `N`.
    base_offset: N,
    extents: [N; R],
    strides: [N; R],
}

/// What a device counts with: `i32` or `i64`.
#[diagnostic::on_unimplemented(
    message = "a mapping for a device has numbers of type `i32` or `i64`, not `{Self}`",
    label = "not `i32` or `i64`"
)]
pub(crate) trait DeviceNumber: Copy + Ord {
    const ZERO: Self;
    /// The largest number, if `usize` has it; more than `isize` counts does not occur.
    const MOST: usize;
    fn of(number: isize) -> Option<Self>;
    /// `self + steps * stride`, where the result is known to fit.
    fn plus(self, steps: Self, stride: Self) -> Self;
}

macro_rules! device_number {
    ($($number:ty),+) => {$(
        impl DeviceNumber for $number {
            const ZERO: Self = 0;
            const MOST: usize = {
                let (most, all) = (<$number>::MAX.unsigned_abs() as u64, isize::MAX.unsigned_abs() as u64);
                (if most < all { most } else { all }) as usize
            };
            #[inline]
            fn of(number: isize) -> Option<Self> {
                Self::try_from(number).ok()
            }
            #[inline]
            fn plus(self, steps: Self, stride: Self) -> Self {
                self.wrapping_add(steps.wrapping_mul(stride))
            }
        }
    )+};
}
device_number!(i32, i64);

#[allow(private_bounds, reason = "a seal: numbers are `i32` or `i64`")]
impl<const R: usize, N: DeviceNumber> DeviceMapping<R, N> {
    /// Takes the extents, strides and base offset of a mapping.
    ///
    /// If the rank is a run-time value, [`Mapping::try_convert`] to `DynExtents<R>` first.
    ///
    /// # Errors
    /// [`ShapeError::LimitExceeded`], with the mode, for an extent, a stride or an offset that does not fit the numbers of the
    /// device: [`Limit::DeviceExtent`], [`Limit::DeviceStride`], [`Limit::DeviceOffset`].
    ///
    /// ```
    /// use extents::layout::DeviceMapping;
    /// use extents::{Mapping, extents};
    /// let mapping = Mapping::new(extents![3, 65_536, 65_536]);
    /// let error = DeviceMapping::<3, i32>::new(&mapping).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "mode 0 has a stride of 4294967296 elements, but a number of the device is at most 2147483647"
    /// );
    /// assert!(DeviceMapping::<3, i64>::new(&mapping).is_ok());
    /// ```
    pub fn new<E: Rank<R>, L: StridedLayout<E>>(
        mapping: &Mapping<E, L>,
    ) -> Result<Self, ShapeError> {
        let (shape, layout) = mapping.parts();
        let (extents, strides) = (shape.extents(), layout.strides(shape));
        let base_offset = layout.base_offset(shape);
        let mut numbers =
            DeviceMapping { base_offset: N::ZERO, extents: [N::ZERO; R], strides: [N::ZERO; R] };
        for (mode, (to, extent)) in numbers.extents.iter_mut().zip(extents).enumerate() {
            let number = isize::try_from(extent).ok().and_then(N::of);
            *to = number.ok_or(exceeded(Limit::DeviceExtent { mode }, extent, N::MOST))?;
        }
        for (mode, (to, stride)) in numbers.strides.iter_mut().zip(strides).enumerate() {
            let length = stride.unsigned_abs();
            *to = N::of(stride).ok_or(exceeded(Limit::DeviceStride { mode }, length, N::MOST))?;
        }
        check_offsets(&extents, &strides, base_offset, N::MOST)?;
        // Without elements nothing is at the base offset.
        numbers.base_offset = isize::try_from(base_offset).ok().and_then(N::of).unwrap_or(N::ZERO);
        Ok(numbers)
    }

    /// Returns the offset of the index of zeros, which is greater than 0 only if strides are negative.
    ///
    /// ```
    /// use extents::layout::{DeviceMapping, Strided};
    /// use extents::{Mapping, extents};
    /// let reversed = Mapping::with_layout(extents![3], Strided::new([-2]))?;
    /// assert_eq!(DeviceMapping::<1>::new(&reversed)?.base_offset(), 4);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn base_offset(&self) -> N {
        self.base_offset
    }

    /// Returns the extents.
    ///
    /// ```
    /// use extents::layout::DeviceMapping;
    /// use extents::{Mapping, extents};
    /// assert_eq!(DeviceMapping::<2>::new(&Mapping::new(extents![2, 3]))?.extents(), [2, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn extents(&self) -> [N; R] {
        self.extents
    }

    /// Returns the stride of each mode, in elements.
    ///
    /// ```
    /// use extents::layout::DeviceMapping;
    /// use extents::{Mapping, extents};
    /// assert_eq!(DeviceMapping::<2>::new(&Mapping::new(extents![2, 3]))?.strides(), [3, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn strides(&self) -> [N; R] {
        self.strides
    }

    /// Returns the offset of an index, computed in the numbers of the device, or `None` if it is out of bounds.
    ///
    /// ```
    /// use extents::layout::DeviceMapping;
    /// use extents::{Mapping, extents};
    /// let mapping = DeviceMapping::<2, i32>::new(&Mapping::new(extents![2, 3]))?;
    /// assert_eq!((mapping.offset([1, 2]), mapping.offset([0, 3])), (Some(5), None));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn offset(&self, index: [N; R]) -> Option<N> {
        let is_inside = |(at, extent): (&N, &N)| N::ZERO <= *at && at < extent;
        if !index.iter().zip(&self.extents).all(is_inside) {
            return None;
        }
        let steps = index.into_iter().zip(self.strides);
        Some(steps.fold(self.base_offset, |offset, (at, stride)| offset.plus(at, stride)))
    }
}

/// Passes where all offsets are at most `most`, and so are the distances along all modes together, in either direction.
fn check_offsets(
    extents: &[usize],
    strides: &[isize],
    base: usize,
    most: usize,
) -> Result<(), ShapeError> {
    if extents.contains(&0) {
        return Ok(());
    }
    let (mut all, mut last) = (0_usize, base);
    for (mode, (&extent, &stride)) in extents.iter().zip(strides).enumerate() {
        let reach = extent.saturating_sub(1).saturating_mul(stride.unsigned_abs());
        all = all.saturating_add(reach);
        last = if stride < 0 { last } else { last.saturating_add(reach) };
        if all > most {
            return Err(exceeded(Limit::DeviceOffset { mode }, all, most));
        }
    }
    // A layout of others may begin anywhere.
    let mode = extents.len().saturating_sub(1);
    if last > most { Err(exceeded(Limit::DeviceOffset { mode }, last, most)) } else { Ok(()) }
}

#[cold]
const fn exceeded(of: Limit, found: usize, most: usize) -> ShapeError {
    ShapeError::LimitExceeded { of, found, most }
}

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::DeviceMapping;

    /// Each number is where a struct in C has it: one number after the other, aligned as a number is.
    #[test]
    fn numbers_are_where_c_has_them() {
        type Narrow = DeviceMapping<3, i32>;
        assert_eq!((size_of::<Narrow>(), align_of::<Narrow>()), (28, 4));
        assert_eq!(offset_of!(Narrow, base_offset), 0);
        assert_eq!(offset_of!(Narrow, extents), 4);
        assert_eq!(offset_of!(Narrow, strides), 16);
        type Wide = DeviceMapping<3>;
        assert_eq!((size_of::<Wide>(), align_of::<Wide>()), (56, align_of::<i64>()));
        assert_eq!(offset_of!(Wide, base_offset), 0);
        assert_eq!(offset_of!(Wide, extents), 8);
        assert_eq!(offset_of!(Wide, strides), 32);
        assert_eq!(size_of::<DeviceMapping<0, i32>>(), 4);
        assert_eq!(size_of::<DeviceMapping<0>>(), 8);
    }
}
