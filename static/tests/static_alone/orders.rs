//! The two canonical orders, by sums and products over the modes.

use extents_static::__private::{Order, contains, next_index};

/// The extents of each mode of each small shape.
fn shapes() -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut of_rank = vec![vec![]];
    for _ in 0..3 {
        of_rank = of_rank
            .iter()
            .flat_map(|shape: &Vec<usize>| (0..4).map(move |n| [shape.as_slice(), &[n]].concat()))
            .collect();
        all.extend(of_rank.iter().cloned());
    }
    all
}

/// All indices in bounds, the last mode fastest.
fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = extents.split_first() else { return vec![vec![]] };
    let rest = indices(rest);
    (0..first).flat_map(|i| rest.iter().map(move |rest| [&[i], rest.as_slice()].concat())).collect()
}

/// The modes that vary faster than one, and whether there are none.
fn faster(order: Order, extents: &[usize], mode: usize) -> &[usize] {
    match order {
        Order::RowMajor => &extents[mode + 1..],
        Order::ColMajor => &extents[..mode],
    }
}

/// The extents with other room along the fastest mode.
fn with_room(order: Order, extents: &[usize], room: Option<usize>) -> Vec<usize> {
    let mut all = extents.to_vec();
    let fastest = match order {
        Order::RowMajor => all.last_mut(),
        Order::ColMajor => all.first_mut(),
    };
    if let (Some(fastest), Some(room)) = (fastest, room) {
        *fastest = room;
    }
    all
}

#[test]
fn strides_are_products_of_faster_extents() {
    for order in [Order::RowMajor, Order::ColMajor] {
        for extents in shapes() {
            for room in [None, Some(3), Some(5)] {
                let allocated = with_room(order, &extents, room);
                let expected: Vec<isize> = (0..extents.len())
                    .map(|mode| faster(order, &allocated, mode).iter().product::<usize>() as isize)
                    .collect();
                let mut strides = vec![-9; extents.len()];
                order.write_padded_strides(&extents, room, &mut strides);
                assert_eq!(strides, expected, "{extents:?} {room:?}");
                if room.is_none() {
                    let mut strides = vec![-9; extents.len()];
                    order.write_strides(&extents, &mut strides);
                    assert_eq!(strides, expected, "{extents:?}");
                }
                for index in indices(&extents) {
                    let offset = index.iter().zip(&expected).map(|(&at, &s)| at as isize * s);
                    let offset = offset.sum::<isize>() as usize;
                    assert_eq!(order.padded_offset(&extents, room, &index), offset);
                    if room.is_none() {
                        assert_eq!(order.offset(&extents, &index), offset);
                    }
                }
            }
        }
    }
}

#[test]
fn offsets_lead_back_to_their_indices() {
    for order in [Order::RowMajor, Order::ColMajor] {
        for extents in shapes() {
            let mut found = vec![9; extents.len()];
            for index in indices(&extents) {
                order.write_index(&extents, order.offset(&extents, &index), &mut found);
                assert_eq!(found, index);
            }
            // Of what is allocated beside the entries, the fastest coordinate is out of bounds.
            let room = 4;
            let allocated = with_room(order, &extents, Some(room));
            for index in indices(&allocated) {
                let offset = order.offset(&allocated, &index);
                order.write_padded_index(&extents, Some(room), offset, &mut found);
                assert_eq!(found, index);
            }
            // There is an answer even where no offset is in bounds.
            order.write_index(&extents, 7, &mut found);
        }
    }
    let mut found = [9; 3];
    Order::RowMajor.write_index(&[2, 0, 3], 5, &mut found);
    assert_eq!(found, [1, 0, 2]);
}

#[test]
fn an_index_that_is_too_short_has_some_offset() {
    assert_eq!(Order::RowMajor.offset(&[2, 3], &[1]), 3);
    assert_eq!(Order::ColMajor.offset(&[2, 3], &[1]), 1);
}

#[test]
fn the_fastest_mode_is_the_last_or_the_first() {
    for rank in 0..=13 {
        let modes: Vec<usize> = (0..rank).collect();
        assert_eq!(Order::RowMajor.fastest(rank), modes.last().copied());
        assert_eq!(Order::ColMajor.fastest(rank), modes.first().copied());
        let mut expected = [0; 12];
        for (place, mode) in expected.iter_mut().zip(&modes) {
            *place = *mode;
        }
        assert_eq!(Order::ColMajor.fastest_first(rank), expected);
        let mut expected = [0; 12];
        for (place, mode) in expected.iter_mut().zip(modes.iter().rev()) {
            *place = *mode;
        }
        assert_eq!(Order::RowMajor.fastest_first(rank), expected);
    }
}

#[test]
fn indices_are_counted_through() {
    for extents in shapes() {
        let all = indices(&extents);
        for index in indices(&vec![5; extents.len()]) {
            assert_eq!(contains(&extents, &index), all.contains(&index), "{extents:?} {index:?}");
        }
        let mut index = vec![0; extents.len()];
        for expected in &all {
            assert_eq!(index, *expected);
            assert_eq!(next_index(&extents, &mut index), all.last() != Some(expected));
        }
        assert_eq!(index, vec![0; extents.len()]);
    }
    for other in [&[][..], &[0], &[0, 0, 0]] {
        assert!(!contains(&[2, 3], other));
    }
}
