//! Sizes at the end of what `usize` and `isize` hold, however many bits they have.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking; what overflows is asked for on purpose"
)]

use extents::label::{i, j, k};
use extents::layout::Strided;
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, ShapeError, Tensor, contract, einsum, extents,
};

/// The most elements that extents have.
const MOST: usize = usize::MAX / 2;

/// The square is one more than `usize` holds.
const ROOT: usize = 1 << (usize::BITS / 2);

fn overflow(mode: usize, elements: usize, extent: usize) -> ShapeError {
    ShapeError::SizeOverflow { mode, elements, extent }
}

#[test]
fn extents_hold_as_many_elements_as_isize_and_no_more() {
    assert_eq!(MOST, isize::MAX.cast_unsigned());
    assert_eq!(DynExtents::new([MOST, 1]).unwrap().size(), MOST);
    assert_eq!(DynExtents::new([ROOT, ROOT / 4]).unwrap().size(), MOST / 2 + 1);
    for (list, error) in [
        ([MOST, 2], overflow(1, MOST, 2)),
        ([2, MOST], overflow(1, 2, MOST)),
        ([MOST + 1, 1], overflow(0, 1, MOST + 1)),
        // One more than `isize::MAX`; 0 and 1 modulo 2^bits.
        ([ROOT, ROOT / 2], overflow(1, ROOT, ROOT / 2)),
        ([ROOT, ROOT], overflow(1, ROOT, ROOT)),
        ([usize::MAX, usize::MAX], overflow(0, 1, usize::MAX)),
    ] {
        assert_eq!(DynExtents::new(list).unwrap_err(), error);
        assert_eq!(DynRankExtents::new(&list).unwrap_err(), error);
        let [first, second] = list;
        assert_eq!(extents![dyn first, dyn second].unwrap_err(), error);
    }
    // A zero makes the size 0, and the product of the others still has to be one that exists.
    assert_eq!(DynExtents::new([0, MOST]).unwrap().size(), 0);
    assert!(DynExtents::new([MOST, 0, 2]).is_err());
}

#[test]
fn spans_end_where_isize_does() {
    let of =
        |strides| Mapping::with_layout(DynExtents::new([2, 2]).unwrap(), Strided::new(strides));
    let most = isize::MAX;
    assert_eq!(of([most - 2, 1]).unwrap().required_span_size(), MOST);
    assert!(of([most, most]).is_err());
    assert!(of([most, 1]).is_err());
    assert!(of([isize::MIN, 1]).is_err());
    assert!(of([-most, -most]).is_err());
}

#[test]
fn results_that_no_address_space_holds_are_errors() {
    let memory = ShapeError::Allocation { elements: MOST };
    assert_eq!(Tensor::full(DynExtents::new([MOST]).unwrap(), 0_u64).unwrap_err(), memory);
    let empty = Tensor::from_vec(DynExtents::new([0, ROOT]).unwrap(), Vec::<u8>::new()).unwrap();
    let error = overflow(1, ROOT, ROOT);
    assert_eq!(contract!(empty[i, j] * empty[i, k] => [j, k]).unwrap_err(), error);
    assert_eq!(einsum("ij,ik->jk", &[&empty, &empty]).unwrap_err(), error);
    // A sum of nothing is no larger for it.
    assert_eq!(contract!(empty[i, j] => [i]).unwrap().as_slice(), [0_u8; 0]);
}
