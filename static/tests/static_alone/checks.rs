//! Checks that stop the compiler where types know a mistake, called at run time: what passes, and the text of what does
//! not.

use std::panic::{UnwindSafe, catch_unwind};

use extents_static::__private::{
    assert_chunks, assert_layers, assert_list_of_rank, assert_merge, assert_mode_lists,
    assert_permutation, assert_permutation_of, assert_ranks, assert_refinement, assert_split,
    assert_split_at, assert_tile_extents, assert_tiles, assert_whole_tiles, assert_windows,
    check_permutation, refuse_open_stride,
};
use extents_static::ShapeError;
use extents_static::error::{Bounded, Place};
use extents_static::slice::{KnownEntry, assert_chips, assert_slice_at, slice_count};

/// What is not known.
const OPEN: Option<usize> = None;

/// The text that a check panics with.
pub(crate) fn text<R>(check: impl FnOnce() -> R + UnwindSafe) -> Option<String> {
    let payload = catch_unwind(check).err()?;
    match payload.downcast::<String>() {
        Ok(text) => Some(*text),
        Err(payload) => payload.downcast::<&str>().ok().map(|text| (*text).to_owned()),
    }
}

pub(crate) fn passes<R>(check: impl FnOnce() -> R + UnwindSafe) {
    assert_eq!(text(check), None);
}

pub(crate) fn refused<R>(check: impl FnOnce() -> R + UnwindSafe, expected: &str) {
    assert_eq!(text(check).as_deref(), Some(expected));
}

fn some<const N: usize>(numbers: [usize; N]) -> [Option<usize>; N] {
    numbers.map(Some)
}

#[test]
fn parts_multiply_to_the_mode_that_they_split() {
    passes(|| assert_split(0, &some([6]), &some([2, 3])));
    passes(|| assert_split(1, &some([5, 12]), &some([2, 3, 2])));
    passes(|| assert_split(0, &some([1]), &[]));
    passes(|| assert_split(0, &[OPEN], &some([2, 3])));
    passes(|| assert_split(0, &some([6]), &[Some(4), OPEN]));
    refused(
        || assert_split(0, &some([6]), &some([2, 2])),
        "mode 0 of extent 6 cannot split into parts whose product is 4",
    );
    refused(
        || assert_split(1, &some([4, 6]), &some([4])),
        "mode 1 of extent 6 cannot split into parts whose product is 4",
    );
    let most = isize::MAX;
    refused(
        || assert_split(0, &some([6]), &some([usize::MAX, 2])),
        &format!("mode 0 of extent 6 cannot split into parts whose product is more than {most}"),
    );
    // Parts of a mode without entries may be large, beside a run-time mode too large.
    passes(|| assert_split(0, &some([0, 3]), &some([0, 5])));
    passes(|| assert_split(0, &[Some(1), OPEN], &some([1, 1])));
    let error = "a mode of extent 0 beside a `dyn` mode splits only into `dyn` parts: the extents that are not 0 may \
                 multiply to more than isize::MAX";
    refused(|| assert_split(0, &[Some(0), OPEN], &some([0, 5])), error);
}

#[test]
fn modes_merge_where_the_slower_one_continues_the_faster_one() {
    fn merge<const N: usize>(
        mode: usize,
        extents: [usize; N],
        strides: [isize; N],
        merged: Option<usize>,
    ) -> Option<String> {
        text(|| assert_merge(mode, &some(extents), &strides.map(Some), merged))
    }
    assert_eq!(merge(0, [2, 3], [3, 1], Some(6)), None);
    assert_eq!(merge(1, [5, 2, 3], [7, -3, -1], Some(6)), None);
    assert_eq!(merge(0, [2, 3], [3, 1], OPEN), None);
    assert_eq!(merge(1, [5, 2, 4], [8, 4, 1], Some(8)), None);
    // The stride of a mode of one entry moves nothing, nor does that of a shape without elements.
    assert_eq!(merge(0, [1, 3], [9, 1], Some(3)), None);
    assert_eq!(merge(0, [2, 0], [7, 1], Some(0)), None);
    assert_eq!(merge(0, [0, 2], [7, 1], Some(0)), None);
    let wrong = "mode 0 should have extent 5, but has 6";
    assert_eq!(merge(0, [2, 3], [3, 1], Some(5)).as_deref(), Some(wrong));
    let wrong = "mode 1 should have extent 10, but has 12";
    assert_eq!(merge(1, [2, 3, 4], [12, 4, 1], Some(10)).as_deref(), Some(wrong));
    let apart = "mode 0 of stride 4 cannot merge with the next: it needs stride 3, or a copy, as `to_tensor()` makes";
    assert_eq!(merge(0, [2, 3], [4, 1], Some(6)).as_deref(), Some(apart));
    let apart = "mode 1 of stride -4 cannot merge with the next: it needs stride -3, or a copy, as `to_tensor()` makes";
    assert_eq!(merge(1, [5, 2, 3], [9, -4, -1], OPEN).as_deref(), Some(apart));
    let apart = "mode 0 of stride 5 cannot merge with the next: it needs stride 1, or a copy, as `to_tensor()` makes";
    assert_eq!(merge(0, [2, 1], [5, 1], OPEN).as_deref(), Some(apart));
    let far = 1 << (isize::BITS - 2);
    let apart =
        "mode 0 of stride 1 cannot merge with the next: it needs a copy, as `to_tensor()` makes";
    assert_eq!(merge(0, [2, 2], [1, far], OPEN).as_deref(), Some(apart));
    // What is not known is left to run time.
    passes(|| assert_merge(0, &[OPEN, Some(3)], &[Some(9), Some(1)], Some(5)));
    passes(|| assert_merge(0, &some([2, 3]), &[None, Some(1)], Some(6)));
    passes(|| assert_merge(0, &some([2, 3]), &[Some(9), None], Some(6)));
    passes(|| assert_merge(0, &[Some(2), OPEN], &[Some(9), Some(1)], Some(5)));
}

#[test]
fn windows_fit_their_modes() {
    passes(|| assert_windows(&some([5]), &some([3]), &some([3])));
    passes(|| assert_windows(&some([5, 2]), &some([5, 1]), &some([1, 2])));
    passes(|| assert_windows(&[OPEN, Some(5)], &[Some(9), OPEN], &some([7, 7])));
    passes(|| assert_windows(&some([5]), &some([3]), &[OPEN]));
    refused(
        || assert_windows(&some([5]), &some([6]), &[OPEN]),
        "a window of extent 6 does not fit mode 0 of extent 5",
    );
    refused(
        || assert_windows(&some([5, 4]), &some([5, 0]), &some([1, 5])),
        "a window of extent 0 does not fit mode 1 of extent 4",
    );
    refused(
        || assert_windows(&some([5, 7]), &some([5, 3]), &some([1, 4])),
        "mode 1 should have extent 4, but has 5",
    );
    let rank = "the rank should be 2, but is 1: a list has one number per mode";
    refused(|| assert_windows(&some([5, 4]), &some([5]), &some([1, 1])), rank);
    refused(|| assert_windows(&some([5, 4]), &some([5, 4]), &some([1])), rank);
}

#[test]
fn tiles_cover_their_modes() {
    passes(|| assert_tiles(&some([6]), &some([3]), &some([2])));
    passes(|| assert_tiles(&some([0, 4]), &some([3, 4]), &some([0, 1])));
    passes(|| assert_tiles(&[OPEN, Some(5)], &[Some(3), OPEN], &some([7, 7])));
    passes(|| assert_tiles(&some([6]), &some([3]), &[OPEN]));
    refused(
        || assert_tiles(&some([6]), &some([4]), &[OPEN]),
        "tiles of extent 4 do not cover mode 0 of extent 6",
    );
    refused(
        || assert_tiles(&some([6, 0]), &some([3, 0]), &some([2, 0])),
        "tiles of extent 0 do not cover mode 1 of extent 0",
    );
    refused(
        || assert_tiles(&some([6, 8]), &some([3, 2]), &some([2, 3])),
        "mode 1 should have extent 3, but has 4",
    );
    let rank = "the rank should be 2, but is 3: a list has one number per mode";
    refused(|| assert_tiles(&some([6, 4]), &some([1; 3]), &some([6, 4])), rank);
    refused(|| assert_tiles(&some([6, 4]), &some([1, 1]), &some([6; 3])), rank);

    // Whole tiles of the modes that both lists have.
    passes(|| assert_whole_tiles(&some([6, 8]), &some([3, 4])));
    passes(|| assert_whole_tiles(&some([6, 9]), &some([3])));
    passes(|| assert_whole_tiles(&some([6]), &some([3, 4])));
    passes(|| assert_whole_tiles(&[OPEN, Some(9)], &[Some(4), OPEN]));
    refused(
        || assert_whole_tiles(&some([6, 9]), &some([3, 4])),
        "tiles of extent 4 do not cover mode 1 of extent 9",
    );
    refused(
        || assert_whole_tiles(&some([7]), &some([3])),
        "tiles of extent 3 do not cover mode 0 of extent 7",
    );

    passes(|| assert_tile_extents(&[Some(1), OPEN, Some(2)]));
    refused(|| assert_tile_extents(&some([0])), "mode 0 cannot be divided into parts of extent 0");
    refused(
        || assert_tile_extents(&[Some(1), OPEN, Some(0)]),
        "mode 2 cannot be divided into parts of extent 0",
    );
}

#[test]
fn of_two_tiles_one_divides_the_other() {
    passes(|| assert_refinement(&some([2, 6, 4]), &some([6, 2, 4]), &some([2, 2, 4])));
    passes(|| assert_refinement(&some([2, 2]), &some([6, 6]), &some([2])));
    passes(|| assert_refinement(&some([2, 4]), &some([6]), &some([2, 9])));
    passes(|| assert_refinement(&some([2]), &some([6, 9]), &some([2, 9])));
    passes(|| assert_refinement(&[OPEN, Some(4)], &[Some(9), OPEN], &some([5, 5])));
    passes(|| assert_refinement(&some([2]), &some([6]), &[OPEN]));
    for (left, right) in [(4, 6), (6, 4)] {
        refused(
            || assert_refinement(&some([left]), &some([right]), &[OPEN]),
            "tiles of extent 4 do not cover mode 0 of extent 6",
        );
        refused(
            || assert_refinement(&some([3, left]), &some([3, right]), &some([3])),
            "tiles of extent 4 do not cover mode 1 of extent 6",
        );
    }
    for (left, right) in [(2, 8), (8, 2)] {
        refused(
            || assert_refinement(&some([left]), &some([right]), &some([8])),
            "mode 0 should have extent 8, but has 2",
        );
        refused(
            || assert_refinement(&some([3, left]), &some([3, right]), &some([3, 4])),
            "mode 1 should have extent 4, but has 2",
        );
    }
}

#[test]
fn chunks_and_halves_are_of_the_mode() {
    passes(|| assert_chunks(0, &some([6]), 2));
    passes(|| assert_chunks(1, &some([5, 0]), 2));
    passes(|| assert_chunks(0, &[OPEN], 2));
    refused(
        || assert_chunks(1, &[Some(6), OPEN], 0),
        "mode 1 cannot be divided into parts of extent 0",
    );
    refused(
        || assert_chunks(1, &some([8, 6]), 4),
        "tiles of extent 4 do not cover mode 1 of extent 6",
    );

    passes(|| assert_split_at(0, &some([6]), 2, Some(4)));
    passes(|| assert_split_at(1, &some([9, 6]), 6, Some(0)));
    passes(|| assert_split_at(0, &some([6]), 0, OPEN));
    passes(|| assert_split_at(0, &[OPEN], 7, Some(9)));
    refused(
        || assert_split_at(1, &some([9, 6]), 2, Some(3)),
        "mode 1 should have extent 3, but has 4",
    );
    refused(
        || assert_split_at(1, &some([9, 6]), 7, OPEN),
        "slice 0..7 is out of bounds for mode 1 of extent 6",
    );
}

#[test]
fn lists_have_a_number_a_mode() {
    passes(|| assert_ranks(2, 2));
    passes(|| assert_list_of_rank(Some(2), Some(2)));
    passes(|| assert_list_of_rank(Some(2), None));
    passes(|| assert_list_of_rank(None, Some(2)));
    let error = "the rank should be 2, but is 3: a list has one number per mode";
    refused(|| assert_ranks(2, 3), error);
    refused(|| assert_list_of_rank(Some(2), Some(3)), error);

    passes(|| assert_layers(Some(3), &some([1, 2])));
    passes(|| assert_layers(Some(0), &[]));
    passes(|| assert_layers(None, &some([1, 2])));
    passes(|| assert_layers(Some(4), &[Some(1), OPEN, Some(2)]));
    refused(
        || assert_layers(Some(4), &some([1, 2])),
        "the ranks of the layers add up to 3, but the rank of the shape is 4",
    );
    refused(
        || assert_layers(Some(1), &[]),
        "the ranks of the layers add up to 0, but the rank of the shape is 1",
    );
}

#[test]
fn modes_that_are_summed_stand_once_in_their_list() {
    passes(|| assert_mode_lists(&some([0, 2, 1]), &some([5, 3, 4])));
    passes(|| assert_mode_lists(&[], &[]));
    passes(|| assert_mode_lists(&[OPEN, Some(1), OPEN], &some([0, 1, 2])));
    refused(
        || assert_mode_lists(&some([0]), &some([0, 1])),
        "1 modes of the left operand cannot be contracted with 2 of the right one",
    );
    for (list, mode) in [([4, 4, 1], 4), ([1, 4, 4], 4), ([4, 1, 4], 4)] {
        let error = format!("mode {mode} occurs twice in the list: it names each mode once");
        refused(|| assert_mode_lists(&some(list), &some([0, 1, 2])), &error);
        refused(|| assert_mode_lists(&some([0, 1, 2]), &some(list)), &error);
    }
}

/// All lists of up to 4 numbers below 4, by definition.
#[test]
fn permutations_name_each_mode_once() {
    for len in 0..=4_usize {
        for code in 0..4_usize.pow(len as u32) {
            let list: Vec<usize> = (0..len).map(|k| code / 4_usize.pow(k as u32) % 4).collect();
            let is_one = (0..len).all(|mode| list.iter().filter(|&&m| m == mode).count() == 1);
            assert_eq!(check_permutation(&list, len).is_ok(), is_one, "{list:?}");
            let wrong = list.iter().enumerate().find_map(|(k, &mode)| {
                if mode >= len {
                    Some(format!(
                        "there is no mode {mode} in a shape of rank {len}: modes are counted from 0"
                    ))
                } else {
                    let stands_before = list[..k].contains(&mode);
                    stands_before.then(|| {
                        format!("mode {mode} occurs twice in the list: it names each mode once")
                    })
                }
            });
            assert_eq!(text(|| assert_permutation(&list)), wrong);
        }
    }
    // Long ones, in steps that have no factor in common with the length, and the first mistake of each.
    for (len, step) in [(64_usize, 9), (65, 9), (4096, 67), (4097, 67), (10_000, 101)] {
        let list: Vec<usize> = (0..len).map(|k| k * step % len).collect();
        assert_eq!(check_permutation(&list, len), Ok(()), "{len}");
        let rising: Vec<usize> = (0..len).collect();
        assert_eq!(check_permutation(&rising, len), Ok(()));
        let with = |changes: &[(usize, usize)]| {
            let mut list = rising.clone();
            changes.iter().for_each(|&(at, mode)| list[at] = mode);
            check_permutation(&list, len)
        };
        let twice = |mode| Err(ShapeError::Repeated { place: Place::Mode(mode) });
        let none = |number| Err(ShapeError::OutOfBounds { of: Bounded::Mode, number, limit: len });
        assert_eq!(with(&[(len - 1, 0)]), twice(0));
        assert_eq!(with(&[(0, len - 1)]), twice(len - 1));
        assert_eq!(with(&[(7, len - 1), (20, 3)]), twice(3));
        assert_eq!(with(&[(9, 3), (20, len)]), twice(3));
        assert_eq!(with(&[(9, usize::MAX), (20, 3)]), none(usize::MAX));
    }
    assert_eq!(
        check_permutation(&[0, 1], 3),
        Err(ShapeError::RankMismatch { expected: 3, found: 2 })
    );
    assert_eq!(
        check_permutation(&[1, 0, 2], 2),
        Err(ShapeError::RankMismatch { expected: 2, found: 3 })
    );
    passes(|| assert_permutation_of(&some([2, 0, 1]), 3));
    refused(
        || assert_permutation_of(&some([1, 0]), 3),
        "the rank should be 3, but is 2: a list has one number per mode",
    );
    refused(
        || assert_permutation_of(&some([1, 1]), 2),
        "mode 1 occurs twice in the list: it names each mode once",
    );
}

#[test]
fn a_chip_has_an_index() {
    let range = KnownEntry::Range { begin: Some(0), count: None, step: Some(1), end: None };
    passes(|| assert_chips(&[KnownEntry::Single(None)]));
    passes(|| assert_chips(&[range, KnownEntry::Full, KnownEntry::Single(Some(1))]));
    let error =
        "a chip drops the modes that have an index, and there is none: `slice` keeps all modes";
    refused(|| assert_chips(&[]), error);
    refused(|| assert_chips(&[KnownEntry::Full, range]), error);
}

#[test]
fn slices_by_absolute_indices_stay_in_modes_that_begin_somewhere() {
    fn range(begin: Option<usize>, count: Option<usize>, end: Option<usize>) -> KnownEntry {
        KnownEntry::Range { begin, count, step: Some(1), end }
    }
    // A mode of 2..7, behind one of which nothing is taken.
    let at = |entry: KnownEntry| {
        let alone = text(|| assert_slice_at(&[entry], &some([5]), &some([2])));
        let behind =
            text(|| assert_slice_at(&[KnownEntry::Full, entry], &some([9, 5]), &some([4, 2])));
        let moved = |text: String| text.replace("mode 0", "mode 1");
        assert_eq!(alone.clone().map(moved), behind);
        alone
    };
    for index in 2..7 {
        assert_eq!(at(KnownEntry::Single(Some(index))), None);
    }
    for index in [0, 1, 7, 8] {
        let error = format!("index {index} is out of bounds for mode 0, which spans 2..7");
        assert_eq!(at(KnownEntry::Single(Some(index))), Some(error));
    }
    for begin in 0..9 {
        for count in 0..9 {
            let end = begin + count;
            let inside = begin >= 2 && end <= 7;
            let error =
                format!("slice {begin}..{end} is out of bounds for mode 0, which spans 2..7");
            let error = (!inside).then_some(error);
            assert_eq!(at(range(Some(begin), Some(count), None)), error);
            assert_eq!(at(range(Some(begin), Some(count), Some(end))), error);
            if count == 0 {
                assert_eq!(at(range(Some(begin), None, None)), error);
            }
        }
    }
    // The end that is stated counts, not where the last step leads.
    let stepped =
        |end| KnownEntry::Range { begin: Some(3), count: Some(2), step: Some(3), end: Some(end) };
    assert_eq!(at(stepped(7)), None);
    let error = "slice 3..9 is out of bounds for mode 0, which spans 2..7";
    assert_eq!(at(stepped(9)).as_deref(), Some(error));
    let far = KnownEntry::Range { begin: Some(3), count: Some(2), step: Some(4), end: None };
    // Entries 3 and 7.
    let error = "slice 3..8 is out of bounds for mode 0, which spans 2..7";
    assert_eq!(at(far).as_deref(), Some(error));
    // Entries 2, 5, 8 and 11; and some that no number counts.
    let far = |step| KnownEntry::Range { begin: Some(2), count: Some(4), step, end: None };
    let error = "slice 2..12 is out of bounds for mode 0, which spans 2..7";
    assert_eq!(at(far(Some(3))).as_deref(), Some(error));
    let error = format!("slice 2..{} is out of bounds for mode 0, which spans 2..7", usize::MAX);
    assert_eq!(at(far(Some(usize::MAX))), Some(error));
    assert_eq!(at(far(None)), None);
    // What is not known is left to run time; a step of 0 is wrong everywhere.
    for entry in [KnownEntry::Full, KnownEntry::Single(None), range(None, Some(99), Some(99))] {
        assert_eq!(at(entry), None);
    }
    let with_step = |begin, step| KnownEntry::Range { begin, count: Some(1), step, end: None };
    assert_eq!(at(with_step(None, None)), None);
    assert_eq!(at(with_step(None, Some(9))), None);
    for begin in [None, Some(3), Some(99)] {
        let error = "the step along mode 0 is 0";
        assert_eq!(at(with_step(begin, Some(0))).as_deref(), Some(error));
    }
    let wrong = KnownEntry::Single(Some(99));
    passes(|| assert_slice_at(&[wrong], &[OPEN], &some([2])));
    passes(|| assert_slice_at(&[wrong], &some([5]), &[OPEN]));
    // Other checks say that the numbers of entries and modes differ.
    passes(|| assert_slice_at(&[], &some([5]), &some([2])));
    passes(|| assert_slice_at(&[wrong], &[], &some([2])));
    passes(|| assert_slice_at(&[wrong], &some([5]), &[]));
}

#[test]
fn counts_of_slices_are_those_of_the_range() {
    for begin in 0..6_usize {
        for end in begin..8 {
            for step in 1..5 {
                let count = (begin..end).step_by(step).count();
                assert_eq!(slice_count(&[], begin, end, step), count);
            }
        }
    }
    refused(|| slice_count(&[(), ()], 3, 5, 0), "the step along mode 2 is 0");
    refused(|| slice_count(&[()], 3, 2, 1), "slice 3..2 of mode 1 begins after its end");
}

#[test]
fn a_stride_that_is_a_value_is_no_const() {
    refused(
        || refuse_open_stride(1, &[Some(20), OPEN, Some(0)]),
        "the stride of mode 1 of extents [20, dyn, 0] is known only at run time",
    );
    refused(
        || refuse_open_stride(0, &[]),
        "the stride of mode 0 of extents [] is known only at run time",
    );
}
