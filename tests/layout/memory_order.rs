//! Indices in the order of memory: those of the table, sorted by their offsets.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::Strided;
use extents::{DynExtents, DynRankExtents, Extents, Mapping, ModeArray};

use crate::tables::{permutations, strided};

/// Everything that an iterator over indices does, against a list.
fn check<I: AsRef<[usize]>>(
    indices: impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone,
    expected: &[Vec<usize>],
) {
    let all: Vec<I> = indices.clone().collect();
    assert!(all.iter().map(AsRef::as_ref).eq(expected), "{expected:?}");
    let back: Vec<I> = indices.clone().rev().collect();
    assert!(back.iter().map(AsRef::as_ref).eq(expected.iter().rev()), "{expected:?}");
    let folded = indices.clone().fold(Vec::new(), |mut list, index| {
        list.push(index.as_ref().to_vec());
        list
    });
    assert_eq!(folded, expected);
    for skipped in 0..=expected.len() {
        let mut rest = indices.clone();
        assert_eq!(rest.len(), expected.len());
        let found = rest.nth(skipped);
        assert_eq!(found.as_ref().map(AsRef::as_ref), expected.get(skipped).map(Vec::as_slice));
        assert_eq!(rest.len(), expected.len().saturating_sub(skipped + 1));
        assert_eq!(rest.size_hint(), (rest.len(), Some(rest.len())));
        // From both ends in turn.
        let (mut ends, mut from, mut to) = (indices.clone(), 0, expected.len());
        while from < to {
            let is_front = (from + to + skipped) % 2 == 0;
            let (found, place) =
                if is_front { (ends.next(), from) } else { (ends.next_back(), to - 1) };
            assert_eq!(found.unwrap().as_ref(), expected[place]);
            (from, to) = if is_front { (from + 1, to) } else { (from, to - 1) };
        }
        assert!(ends.next().is_none() && ends.next_back().is_none());
    }
}

fn check_layers(extents: [usize; 3], strides: [isize; 3], expected: &[Vec<usize>]) {
    let array = DynExtents::new(extents).unwrap();
    let mapping = Mapping::with_layout(array, Strided::new(strides)).unwrap();
    check(mapping.indices_in_layout_order(), expected);
    let open = DynRankExtents::new(&extents).unwrap();
    let mapping = Mapping::with_layout(open, Strided::new(ModeArray::from(&strides[..]))).unwrap();
    check(mapping.indices_in_layout_order(), expected);
}

#[test]
fn indices_are_in_the_order_of_their_offsets() {
    for counts in 0..64_usize {
        let extents = [counts % 4, counts / 4 % 4, counts / 16];
        for order in permutations(3) {
            for signs in 0..8_u32 {
                // Far enough from each other, with room for one more.
                let (mut strides, mut faster) = ([0_isize; 3], 2_isize);
                for &mode in &order {
                    strides[mode] = if signs >> mode & 1 == 0 { faster } else { -faster };
                    faster *= extents[mode] as isize + 1;
                }
                let mut table = strided(&extents, &strides);
                table.sort_by_key(|(_, offset)| *offset);
                let expected: Vec<Vec<usize>> = table.into_iter().map(|(index, _)| index).collect();
                check_layers(extents, strides, &expected);
            }
        }
    }
}

/// Of equal strides the first mode is the outer one, and what does not move is innermost.
#[test]
fn modes_that_share_offsets_are_in_the_order_of_their_strides() {
    let by_key = |key: fn(&[usize]) -> [usize; 3]| {
        let mut all = crate::oracle::indices(&[2, 3, 2]);
        all.sort_by_key(|index| key(index));
        all
    };
    check_layers([2, 3, 2], [1, 1, 1], &by_key(|at| [at[0], at[1], at[2]]));
    check_layers([2, 3, 2], [0, 1, 1], &by_key(|at| [at[1], at[2], at[0]]));
    check_layers([2, 3, 2], [-1, 0, 2], &by_key(|at| [at[2], 1 - at[0], at[1]]));
    check_layers([2, 3, 2], [2, -2, 2], &by_key(|at| [at[0], 2 - at[1], at[2]]));
    let scalar = Mapping::with_layout(extents::extents![], Strided::new([])).unwrap();
    assert_eq!(scalar.extents().size(), 1);
    check(scalar.indices_in_layout_order(), &[vec![]]);
}

/// More modes than types have.
#[test]
fn many_modes_are_sorted_by_their_strides() {
    let sign = |mode: usize| if mode.is_multiple_of(3) { -1 } else { 1 };
    let strides: ModeArray<isize> = (0..14).map(|mode| sign(mode) << ((5 * mode) % 14)).collect();
    let open = DynRankExtents::new(&[2; 14]).unwrap();
    let mapping = Mapping::with_layout(open.clone(), Strided::new(strides)).unwrap();
    let offsets = mapping.indices_in_layout_order().map(|index| mapping.offset(&index));
    assert!(offsets.map(Result::unwrap).eq(0..1 << 14));
    // Equal ones stay in their order.
    let still = Strided::new((0..14).map(|_| 0).collect::<ModeArray<isize>>());
    let still = Mapping::with_layout(open.clone(), still).unwrap();
    assert!(still.indices_in_layout_order().eq(open.indices()));
}
