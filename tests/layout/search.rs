//! Strides that pass over each other: which offsets they reach, and which they share, against lists by brute force.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::collections::BTreeSet;

use extents::error::Bounded;
use extents::layout::Strided;
use extents::{DynExtents, DynRankExtents, Mapping, ModeArray, ShapeError};

use crate::tables::strided;

#[test]
fn all_small_strides_of_three_modes_share_offsets_where_the_table_does() {
    for a in 1..=9_isize {
        for b in 1..a {
            for c in 1..b {
                for counts in 0..125_usize {
                    let extents = [counts % 5 + 2, counts / 5 % 5 + 2, counts / 25 + 2];
                    let table = strided(&extents, &[a, b, c]);
                    let reached: BTreeSet<usize> = table.iter().map(|(_, at)| *at).collect();
                    let shape = DynExtents::new(extents).unwrap();
                    let mapping = Mapping::with_layout(shape, Strided::new([a, b, c])).unwrap();
                    let is_unique = reached.len() == table.len();
                    assert_eq!(mapping.is_unique(), is_unique, "{extents:?} {:?}", [a, b, c]);
                }
            }
        }
    }
}

#[test]
fn equal_strides_count_as_one_among_others() {
    // Twenty choices each of 6, 10 and 15.
    let strides: ModeArray<isize> = (0..60).map(|mode| [6, 10, 15][mode % 3]).collect();
    let shape = DynRankExtents::new(&[2; 60]).unwrap();
    let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
    let limit = 20 * 31 + 1;
    assert_eq!(mapping.required_span_size(), limit);
    for offset in 0..limit {
        let of = |count: usize, stride: usize| (0..=count).map(move |steps| steps * stride);
        let is_there =
            of(20, 6).any(|a| of(20, 10).any(|b| of(20, 15).any(|c| a + b + c == offset)));
        let found = mapping.index(offset);
        let expected = ShapeError::OutOfBounds { of: Bounded::Offset, number: offset, limit };
        match found {
            Ok(index) => assert!(is_there && mapping.offset(&index) == Ok(offset), "{offset}"),
            Err(error) => assert!(!is_there && error == expected, "{offset}: {error}"),
        }
    }
}

#[test]
fn a_search_among_equal_strides_does_not_try_them_one_by_one() {
    // Sums of up to 24 times 1000 and up to 24 times 999: none but the multiples of 1000 less at most 24. In 24 modes of 1000,
    // there are 2^24 ways to go down by them, which is more than a search tries.
    let strides: ModeArray<isize> = (0..48).map(|mode| [1000, 999][mode % 2]).collect();
    let shape = DynRankExtents::new(&[2; 48]).unwrap();
    let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
    let limit = 24 * 1999 + 1;
    for number in 11_960..13_010 {
        let is_there = (0..=24).any(|b| {
            let rest = usize::checked_sub(number, b * 999);
            rest.is_some_and(|rest| rest % 1000 == 0 && rest / 1000 <= 24)
        });
        let error = ShapeError::OutOfBounds { of: Bounded::Offset, number, limit };
        match mapping.index(number) {
            Ok(index) => assert!(is_there && mapping.offset(&index) == Ok(number), "{number}"),
            Err(found) => assert!(!is_there && found == error, "{number}: {found}"),
        }
    }
}

#[test]
fn long_strides_that_pass_over_each_other_are_told_apart() {
    // The two have no divisor in common and are longer than the extents, so that each offset has at most one index.
    let strides = [(1 << 40) + 1, (1 << 40) - 1];
    let shape = DynExtents::new([1 << 20, 1 << 20]).unwrap();
    let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
    let limit = ((1 << 20) - 1) * (1 << 41) + 1;
    for index in [[0, 0], [1, 1], [3, 1 << 19], [(1 << 20) - 1, 5], [777_777, 999_999]] {
        let number = index[0] * ((1 << 40) + 1) + index[1] * ((1 << 40) - 1);
        assert_eq!(mapping.index(number), Ok(index));
        // The difference of two offsets is less than 2^21 from a multiple of 2^40.
        let number = number + (1 << 21);
        let error = ShapeError::OutOfBounds { of: Bounded::Offset, number, limit };
        assert_eq!(mapping.index(number), Err(error));
    }
}

#[test]
fn strides_without_gaps_are_exhaustive_in_any_order_and_direction() {
    for counts in 0..27_usize {
        let extents = [counts % 3 + 1, counts / 3 % 3 + 1, counts / 9 + 1];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..8_u32 {
                // From the fastest mode on, each stride is the product of the extents before.
                let (mut strides, mut faster) = ([0_isize; 3], 1_isize);
                for mode in order {
                    strides[mode] = if signs >> mode & 1 == 0 { faster } else { -faster };
                    faster *= extents[mode] as isize;
                }
                let shape = DynExtents::new(extents).unwrap();
                let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
                assert!(mapping.is_exhaustive(), "{extents:?} {strides:?}");
                assert!(mapping.is_unique(), "{extents:?} {strides:?}");
                // Twice as far apart they are not dense, whatever the extents, as in mdspan.
                let apart = Strided::new(strides.map(|stride| 2 * stride));
                let apart = Mapping::with_layout(shape, apart).unwrap();
                assert!(!apart.is_exhaustive(), "{extents:?} {strides:?}");
            }
        }
    }
}
