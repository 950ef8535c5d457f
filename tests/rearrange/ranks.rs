//! Rearrangements of other ranks than three: each index of a part has the offset that its source has.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::{Canonical, ColMajor, Layout, RowMajor};
use extents::rearrange::{Sliced, Transpose};
use extents::{DynExtents, Mapping, Rank, extents, slice};

use crate::oracle::indices;

/// The offset of each index of a part against that of `source(index)` in the whole.
fn leads_to<E, L, F, M, const R: usize>(
    whole: &Mapping<E, L>,
    (begin, part): (usize, Mapping<F, M>),
    source: impl Fn([usize; R]) -> [usize; R],
) where
    E: Rank<R>,
    L: Layout<E>,
    F: Rank<R>,
    M: Layout<F>,
{
    for index in indices(&part.extents().extents()) {
        let index: [usize; R] = index.try_into().unwrap();
        let expected = whole.offset(source(index)).unwrap();
        assert_eq!(begin + part.offset(index).unwrap(), expected, "{part:?} at {index:?}");
    }
}

#[test]
fn slices_of_run_time_extents_keep_the_distance_of_the_second_mode() {
    macro_rules! check {
        ($($extents:expr => $slice:expr, $source:expr;)*) => {$({
            let rows = RowMajor.of($extents);
            leads_to(&rows, rows.rearrange(Sliced($slice)).unwrap().into_parts(), $source);
            let columns = ColMajor.of($extents);
            leads_to(&columns, columns.rearrange(Sliced($slice)).unwrap().into_parts(), $source);
        })*};
    }
    check! {
        DynExtents::new([4]).unwrap() => slice![1..3], |[a]| [a + 1];
        DynExtents::new([4, 5]).unwrap() => slice![1..3, ..], |[a, b]| [a + 1, b];
        DynExtents::new([4, 5]).unwrap() => slice![.., 2..4], |[a, b]| [a, b + 2];
        extents![dyn 4, 5].unwrap() => slice![1..3, 1..4], |[a, b]| [a + 1, b + 1];
        DynExtents::new([4, 5, 2, 3]).unwrap() => slice![1..3, .., .., ..], |[a, b, c, d]| [a + 1, b, c, d];
        DynExtents::new([4, 5, 2, 3]).unwrap() => slice![.., .., .., 1..3], |[a, b, c, d]| [a, b, c, d + 1];
        DynExtents::new([4, 5, 2, 3]).unwrap() => slice![2..4, .., .., 0..2], |[a, b, c, d]| [a + 2, b, c, d];
    }
}

#[test]
fn twelve_modes_are_transposed() {
    let whole = Mapping::new(extents![1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 2]);
    let Ok(part) = whole.rearrange(Transpose);
    leads_to(&whole, part.into_parts(), |mut index: [usize; 12]| {
        index.reverse();
        index
    });
}
