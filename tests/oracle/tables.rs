//! Layouts by their definitions: the list of all indices, in row-major order, with their offsets.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "each test file uses a part of it; the numbers are small, and a panic fails the test"
)]

/// All indices in row-major order, each with its offset.
pub(crate) type Table = Vec<(Vec<usize>, usize)>;

/// All indices in bounds, by nested counting: the last mode fastest.
pub(crate) fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = extents.split_first() else { return vec![vec![]] };
    let of_rest = indices(rest);
    (0..first)
        .flat_map(|i| of_rest.iter().map(move |rest| [&[i], rest.as_slice()].concat()))
        .collect()
}

/// Coordinates times strides, counted from the smallest sum.
pub(crate) fn strided(extents: &[usize], strides: &[isize]) -> Table {
    let distance = |index: &[usize]| -> isize {
        index.iter().zip(strides).map(|(&i, stride)| i as isize * stride).sum()
    };
    let indices = indices(extents);
    let smallest = indices.iter().map(|index| distance(index)).min().unwrap_or(0);
    indices
        .into_iter()
        .map(|index| {
            let offset = distance(&index) - smallest;
            (index, usize::try_from(offset).unwrap())
        })
        .collect()
}

/// A dense layout in which the fastest mode (the last one, or the first) takes as many places as the
/// least multiple of the padding that is not below its extent; a padding of 0 adds none.
pub(crate) fn padded(extents: &[usize], padding: usize, is_first_fastest: bool) -> Table {
    let mut places = extents.to_vec();
    let fastest = if is_first_fastest { places.first_mut() } else { places.last_mut() };
    if let Some(extent) = fastest
        && padding > 0
    {
        while *extent % padding != 0 {
            *extent += 1;
        }
    }
    // Each index has the place that it has among all places, as they are counted.
    let turned = |list: &[usize]| -> Vec<usize> {
        if is_first_fastest { list.iter().rev().copied().collect() } else { list.to_vec() }
    };
    let all = indices(&turned(&places));
    let place = |index: &Vec<usize>| all.binary_search(&turned(index)).unwrap();
    indices(extents).into_iter().map(|index| (index.clone(), place(&index))).collect()
}

/// All indices as they are counted with the first mode of the list fastest.
pub(crate) fn minor_to_major(extents: &[usize], list: &[usize]) -> Table {
    let slowest_first: Vec<usize> = list.iter().rev().map(|&mode| extents[mode]).collect();
    let counted = indices(&slowest_first);
    let mut table: Table = counted
        .into_iter()
        .enumerate()
        .map(|(offset, of_list)| {
            let mut index = vec![0; extents.len()];
            for (&mode, coordinate) in list.iter().rev().zip(of_list) {
                index[mode] = coordinate;
            }
            (index, offset)
        })
        .collect();
    table.sort();
    table
}

/// All orders of so many modes.
pub(crate) fn permutations(modes: usize) -> Vec<Vec<usize>> {
    let Some(last) = modes.checked_sub(1) else { return vec![vec![]] };
    let shorter = permutations(last);
    let with_last = |list: &Vec<usize>, at: usize| {
        let mut list = list.clone();
        list.insert(at, last);
        list
    };
    shorter.iter().flat_map(|list| (0..modes).map(move |at| with_last(list, at))).collect()
}

/// The tables by hand.
mod by_hand {
    use super::*;

    fn offsets(table: Table) -> Vec<usize> {
        table.into_iter().map(|(_, offset)| offset).collect()
    }

    #[test]
    fn two_by_three() {
        assert_eq!(offsets(strided(&[2, 3], &[-4, 1])), [4, 5, 6, 0, 1, 2]);
        assert_eq!(offsets(padded(&[2, 3], 4, false)), [0, 1, 2, 4, 5, 6]);
        assert_eq!(offsets(padded(&[2, 3], 4, true)), [0, 4, 8, 1, 5, 9]);
        assert_eq!(offsets(minor_to_major(&[2, 3], &[0, 1])), [0, 2, 4, 1, 3, 5]);
        assert_eq!(permutations(3).len(), 6);
    }
}
