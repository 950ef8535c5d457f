//! The parts of uBLAS's vocabulary whose answers have a run-time rank or a text.

use alloc::string::String;
use alloc::vec;

use extents_static::{Extents, squeeze_into};

use crate::DynRankExtents;

/// Removes the modes of extent 1, as released uBLAS and NumPy do.
///
/// Where all extents are static the same answer is the const `StaticExtents::SQUEEZED`. The null
/// shape stays null.
///
/// ```
/// use extents_dynamic::squeeze;
/// use extents_static::extents;
/// assert_eq!(squeeze(&extents![1, 3, 1]), extents![3]);
/// assert_eq!(squeeze(&extents![1, 1]), extents![]);
/// ```
pub fn squeeze<E: Extents>(extents: &E) -> DynRankExtents {
    if extents.is_null() {
        return DynRankExtents::null();
    }
    let all = extents.extents();
    let mut kept = vec![0; all.as_ref().len()];
    let rank = squeeze_into(all.as_ref(), &mut kept);
    kept.truncate(rank);
    same_size(&kept)
}

/// Removes the modes of extent 1, but keeps at least two modes: the rule of GNU Octave, which later versions of uBLAS
/// follow.
///
/// Shapes of two modes stay as they are. Where one mode `n` is left, it stays the second of two if
/// it was the second, and else becomes the first.
///
/// ```
/// use extents_dynamic::squeeze_octave;
/// use extents_static::extents;
/// assert_eq!(squeeze_octave(&extents![1, 3, 1]), extents![1, 3]);
/// assert_eq!(squeeze_octave(&extents![1, 1, 3]), extents![3, 1]);
/// assert_eq!(squeeze_octave(&extents![2, 1, 3]), extents![2, 3]);
/// ```
pub fn squeeze_octave<E: Extents>(extents: &E) -> DynRankExtents {
    let squeezed = squeeze(extents);
    let all = extents.extents();
    match (all.as_ref(), squeezed.as_slice()) {
        _ if extents.is_null() => squeezed,
        (_, []) => same_size(&[1, 1]),
        ([_, second, ..], [only]) if second == only => same_size(&[1, *only]),
        (_, [only]) => same_size(&[*only, 1]),
        _ => squeezed,
    }
}

/// Returns the extents in the notation of shapes, as `Display` writes them.
///
/// ```
/// assert_eq!(extents_dynamic::to_string(&extents_static::extents![2, 3]), "[2, 3]");
/// ```
pub fn to_string<E: Extents>(extents: &E) -> String {
    alloc::format!("{extents}")
}

/// A shape that holds as many elements as one that exists, so that it cannot be too large.
fn same_size(extents: &[usize]) -> DynRankExtents {
    DynRankExtents::new(extents).unwrap_or_default()
}
