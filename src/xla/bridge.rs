//! From the layouts of this crate to those of XLA.

use super::{ArrayShape, Layout, PaddingValue, XlaError};
use crate::layout::StridedLayout;
use crate::{DType, Extents, Mapping, ModeArray, ShapeError};

impl ArrayShape {
    /// The array that a strided mapping lays out: its extents, the order of its dimensions, and padding where there is
    /// room between neighbours.
    ///
    /// All offsets are the same. The buffer may be larger: XLA pads behind the last run as well.
    ///
    /// # Errors
    /// [`ShapeError::StrideMismatch`] for strides that XLA has no words for: the smallest one is not 1, one is 0 or
    /// negative, or a longer one is no multiple of a shorter one that leaves room for it; [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor, RowMajor};
    /// use extents::xla::ArrayShape;
    /// use extents::{Const, DType, Mapping, extents};
    /// let columns = ArrayShape::of_mapping(DType::F32, &ColMajor.of(extents![2, 3]))?;
    /// assert_eq!(columns.to_string(), "f32[2,3]{0,1}");
    /// let padded = Mapping::with_layout(extents![2, 3], RowMajor.padded(Const::<8>))?;
    /// let padded = ArrayShape::of_mapping(DType::F32, &padded)?;
    /// assert_eq!(padded.layout().and_then(|layout| layout.padded_dimensions()), Some(&[2, 8][..]));
    /// # Ok::<(), extents::xla::XlaError>(())
    /// ```
    pub fn of_mapping<E, L>(dtype: DType, mapping: &Mapping<E, L>) -> Result<Self, XlaError>
    where
        E: Extents,
        L: StridedLayout<E>,
    {
        if mapping.extents().is_null() {
            return Err(ShapeError::Null.into());
        }
        let sizes: ModeArray<usize> = mapping.extents().iter().collect();
        let strides = mapping.strides();
        let layout = layout_of(&sizes, strides.as_ref())?;
        ArrayShape::of_extents(dtype, mapping.extents()).with_layout(layout)
    }
}

/// The layout of these sizes that has these strides.
fn layout_of(sizes: &[usize], strides: &[isize]) -> Result<Layout, XlaError> {
    if sizes.contains(&0) {
        return Ok(Layout::descending(sizes.len()));
    }
    let pairs = strides.iter().zip(sizes).enumerate();
    let mut modes: ModeArray<(isize, bool, usize)> =
        pairs.map(|(mode, (&stride, &size))| (stride, size > 1, mode)).collect();
    // Of equal strides, modes of one entry come before the one that moves, the last one first as in the default.
    modes.sort_unstable_by_key(|&(stride, moves, mode)| (stride, moves, core::cmp::Reverse(mode)));
    let mut widths: ModeArray<usize> = sizes.iter().copied().collect();
    // The last mode that moves, and its stride.
    let mut faster: Option<(usize, isize)> = None;
    for &(found, _, mode) in modes.iter().filter(|(_, moves, _)| *moves) {
        match faster {
            None if found == 1 => {}
            None => return Err(ShapeError::StrideMismatch { mode, expected: 1, found }.into()),
            Some((before, stride)) => {
                let size = sizes.get(before).copied().unwrap_or(1);
                let least = stride.saturating_mul(size.cast_signed());
                let room = found.checked_div(stride).unwrap_or(0);
                if found < least || stride.checked_mul(room) != Some(found) {
                    return Err(ShapeError::StrideMismatch { mode, expected: least, found }.into());
                }
                if let Some(width) = widths.get_mut(before) {
                    *width = room.unsigned_abs();
                }
            }
        }
        faster = Some((mode, found));
    }
    let layout = Layout::new(modes.iter().map(|&(_, _, mode)| mode))?;
    let is_padded = &widths[..] != sizes;
    Ok(if is_padded {
        layout.with_padding(widths.iter().copied(), PaddingValue::Unknown)
    } else {
        layout
    })
}
