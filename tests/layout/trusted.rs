//! Layouts that users vouch for: what views and tensors make of them.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::{Layout, RowMajor, Trusted, TrustedLayout};
use extents::{Extents, Mapping, ShapeError, Tensor, View, ViewMut, error::Bounded, extents};

/// All indices share one element.
#[derive(Clone, Debug)]
struct Broadcast;

impl<E: Extents> Layout<E> for Broadcast {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = false;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, _: &E, _: &E::Index) -> usize {
        0
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size().min(1)
    }
    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        if offset < self.required_span_size(extents) {
            RowMajor.index(extents, 0)
        } else {
            Err(self.no_index(extents, offset))
        }
    }
}

// SAFETY: the one offset, 0, is below the span wherever there is an index in bounds.
unsafe impl<E: Extents> TrustedLayout<E> for Broadcast {}

/// Every second element of memory.
#[derive(Clone, Debug)]
struct Spread;

impl<E: Extents> Layout<E> for Spread {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = false;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        2 * RowMajor.offset(extents, index)
    }
    fn required_span_size(&self, extents: &E) -> usize {
        (2 * extents.size()).saturating_sub(1)
    }
}

// SAFETY: offsets are twice those of `RowMajor`, the largest of which is the size less 1.
unsafe impl<E: Extents> TrustedLayout<E> for Spread {}

/// What a layout says of all extents it says of these: all indices of the one share an offset, and the other has gaps.
#[test]
fn layouts_of_users_answer_by_what_they_say_of_all_extents() {
    let broadcast = Mapping::with_layout(extents![2, 3], Broadcast).unwrap();
    assert!(!broadcast.is_unique() && broadcast.is_exhaustive() && broadcast.is_strided());
    let spread = Mapping::with_layout(extents![2, 3], Spread).unwrap();
    assert!(spread.is_unique() && !spread.is_exhaustive() && spread.is_strided());
}

#[test]
fn elements_that_indices_share_cannot_be_viewed_mutably() {
    let mapping = Mapping::with_layout(extents![2, 3], Broadcast).unwrap();
    let mut one = [7];
    let view = View::from_slice(mapping, &one).unwrap();
    assert_eq!((view[[0, 0]], view[[1, 2]], view.get([2, 0])), (7, 7, None));
    let mapping = Mapping::with_layout(extents![2, 3], Broadcast).unwrap();
    assert_eq!(ViewMut::from_slice(mapping, &mut one).unwrap_err(), ShapeError::NotUnique);
}

/// A layout that does not say which index an offset has is asked for the offset of each index.
#[test]
fn the_index_of_an_offset_is_looked_for() {
    let mapping = Mapping::with_layout(extents![2, 3], Spread).unwrap();
    for number in 0..13 {
        let expected = match number {
            0 | 2 | 4 | 6 | 8 | 10 => Ok([number / 6, number / 2 % 3]),
            _ => Err(ShapeError::OutOfBounds { of: Bounded::Offset, number, limit: 11 }),
        };
        assert_eq!(mapping.index(number), expected);
    }
}

#[test]
fn gaps_of_a_layout_belong_to_no_index() {
    let mapping = Mapping::with_layout(extents![2, 2], Spread).unwrap();
    let mut data = [1, -1, 2, -1, 3, -1, 4];
    let mut view = ViewMut::from_slice(mapping, &mut data).unwrap();
    view[[1, 0]] *= 10;
    assert_eq!((view[[0, 1]], view.get([1, 1])), (2, Some(&4)));
    assert_eq!(data, [1, -1, 2, -1, 30, -1, 4]);
    let gaps = Tensor::from_fn(Mapping::with_layout(extents![2, 2], Spread).unwrap(), |_| 0);
    assert_eq!(
        gaps.unwrap_err(),
        ShapeError::OutOfBounds { of: Bounded::Offset, number: 1, limit: 7 }
    );
    let full = Tensor::full(Mapping::with_layout(extents![2, 2], Spread).unwrap(), 0).unwrap();
    assert_eq!(full.as_slice().len(), 7);
}
