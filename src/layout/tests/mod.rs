//! What otherwise only the compiler evaluates, at run time: each answer against its definition.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod known;

use std::string::String;
use std::vec;
use std::vec::Vec;

use extents_static::__private::Order;

use super::convert::{are_the_same, assert_same_strides};
use super::known::{all_strides, dense_strides, fastest_of};
use super::minor_to_major::known_strides;
use super::padded::{has_no_gaps, known_room};
use super::strided::{is_always_exhaustive, is_always_unique, rank_of};
use super::tiled::digits::{number_of, write_digits};
use super::tiled::digits_of;
use super::*;
use crate::{Const, Dyn, DynExtents, Mapping, StaticExtents};

type C<const N: usize> = Const<N>;
type E<T> = StaticExtents<T>;

/// All lists of so many of these.
fn lists<T: Copy>(choices: &[T], length: usize) -> Vec<Vec<T>> {
    (0..length).fold(vec![vec![]], |lists, _| {
        let longer = |list: &Vec<T>| {
            let list = list.clone();
            choices.iter().map(move |&last| [list.clone(), vec![last]].concat())
        };
        lists.iter().flat_map(longer).collect()
    })
}

/// All orders of so many modes.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    let modes: Vec<usize> = (0..rank).collect();
    let mut all = lists(&modes, rank);
    all.retain(|list| modes.iter().all(|mode| list.contains(mode)));
    all
}

/// All indices of these extents, in row-major order.
fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    extents.iter().fold(vec![vec![]], |all, &extent| {
        all.iter().flat_map(|index| (0..extent).map(|at| [&index[..], &[at]].concat())).collect()
    })
}

/// The text of the panic, which is the error of the compiler where the compiler asks.
pub(crate) fn refusal<R>(ask: impl FnOnce() -> R) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = ask();
    }));
    let text = panic.expect_err("it is not refused");
    match text.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => String::from(*text.downcast_ref::<&str>().unwrap()),
    }
}

/// A layout whose word is not taken, and which lies.
#[derive(Clone, Debug)]
struct Liar;

impl<X: Extents> Layout<X> for Liar {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = &[Some(7)];
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Strided;
    const DENSE: Option<Order> = Some(Order::ColMajor);
    fn offset(&self, _: &X, _: &X::Index) -> usize {
        1000
    }
    fn required_span_size(&self, _: &X) -> usize {
        1
    }
}

type Backwards = Strided<(Neg<C<3>>, C<1>)>;

/// The stride of a mode is the product of the extents of the faster ones, with `room` in the place of the fastest.
fn by_definition(
    extents: &[Option<usize>],
    list: &[usize],
    room: Option<usize>,
) -> Vec<Option<isize>> {
    let stride = |mode| {
        let place = list.iter().position(|&other| other == mode).unwrap();
        let faster = list[..place].iter().enumerate();
        let extents = faster.map(|(k, &mode)| if k == 0 { room } else { extents[mode] });
        extents.product::<Option<usize>>().map(usize::cast_signed)
    };
    (0..extents.len()).map(stride).collect()
}

#[test]
fn dense_strides_are_products() {
    for rank in 0..4 {
        for extents in lists(&[None, Some(2), Some(5)], rank) {
            for list in orders(rank) {
                for room in [None, Some(3), Some(8)] {
                    let found = dense_strides(&extents, &list, room);
                    assert_eq!(found[..rank], by_definition(&extents, &list, room)[..]);
                    assert_eq!(found[rank..], [None; 12][rank..]);
                }
                // Without room beyond the extent, under a list that the type knows.
                let fastest = list.first().and_then(|&mode| extents[mode]);
                let found = known_strides(&extents, Some(&list));
                assert_eq!(found[..rank], by_definition(&extents, &list, fastest)[..]);
                assert_eq!(found[rank..], [None; 12][rank..]);
            }
            assert_eq!(known_strides(&extents, None), [None; 12]);
        }
    }
    let twelve: Vec<usize> = (0..12).collect();
    assert_eq!(dense_strides(&[Some(2); 12], &twelve, Some(2))[11], Some(1 << 11));
    assert_eq!(dense_strides(&[Some(2); 13], &twelve, Some(2)), [None; 12]);
    for wrong in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        assert_eq!(known_strides(&[Some(2), Some(3)], Some(wrong)), [None; 12]);
    }
}

#[test]
fn the_fastest_mode_is_the_first_or_the_last() {
    for rank in 0..4 {
        for extents in lists(&[None, Some(0), Some(7)], rank) {
            let last = extents.last().copied().flatten();
            assert_eq!(fastest_of(&extents, Order::RowMajor), last);
            let first = extents.first().copied().flatten();
            assert_eq!(fastest_of(&extents, Order::ColMajor), first);
        }
    }
}

#[test]
fn runs_have_room_for_the_least_multiple_of_the_padding() {
    for rank in 0..4 {
        for extents in lists(&[None, Some(0), Some(1), Some(4), Some(6)], rank) {
            for padding in [None, Some(-3_isize), Some(0), Some(1), Some(2), Some(4), Some(9)] {
                for (order, mode) in [(Order::RowMajor, rank.wrapping_sub(1)), (Order::ColMajor, 0)]
                {
                    let fastest = extents.get(mode).copied().flatten();
                    // Counted up, multiple by multiple; nothing is padded to 0, nor to less.
                    let room = fastest.zip(padding).map(|(extent, padding)| match padding {
                        ..=0 => extent,
                        _ => (0..)
                            .map(|n| n * padding.cast_unsigned())
                            .find(|room| *room >= extent)
                            .unwrap(),
                    });
                    let expected = room.filter(|_| rank > 1);
                    assert_eq!(
                        known_room(order, &extents, padding),
                        expected,
                        "{extents:?} {padding:?}"
                    );
                    // Of a negative padding, which no mapping has, the types promise nothing.
                    let is_full = room.is_some() && room == fastest && padding >= Some(0);
                    let found = has_no_gaps(order, &extents, padding);
                    assert_eq!(found, rank < 2 || is_full, "{extents:?} {padding:?}");
                }
            }
        }
    }
}

#[test]
fn strides_are_all_known_or_none() {
    for rank in 0..4 {
        for strides in lists(&[None, Some(0), Some(-2), Some(5)], rank) {
            let known: Option<Vec<isize>> = strides.iter().copied().collect();
            let found = all_strides(rank, &strides);
            assert_eq!(found.map(|all| all[..rank].to_vec()), known);
            assert!(found.is_none_or(|all| all[rank..] == [0; 12][rank..]));
            assert_eq!(all_strides(rank + 1, &strides), None);
        }
    }
    assert_eq!(all_strides(12, &[Some(3); 12]), Some([3; 12]));
    assert_eq!(all_strides(13, &[Some(3); 13]), None);
}

#[test]
fn tiles_in_the_type_make_digits_in_their_order() {
    // By the definition of tiles over modes major to minor: quotients, then remainders.
    let digits = digits_of::<(C<2>, C<2>), MinorToMajor<(C<1>, C<0>, C<2>)>>(3);
    for at in indices(&[3, 4, 5]) {
        let [i, j, k] = [at[0], at[1], at[2]];
        let expected = ((k * 2 + i / 2) * 2 + j / 2) * 4 + i % 2 * 2 + j % 2;
        assert_eq!(digits.offset(&[3, 4, 5], &at), expected);
    }
    let (rows, columns) =
        (digits_of::<(C<2>, C<3>), RowMajor>(2), digits_of::<(C<2>, C<3>), ColMajor>(2));
    for at in indices(&[5, 7]) {
        // Tiles of 2 rows of 3; under `ColMajor`, of 2 columns of 3.
        let [i, j] = [at[0], at[1]];
        let expected = ((i / 2 * 3 + j / 3) * 2 + i % 2) * 3 + j % 3;
        assert_eq!(rows.offset(&[5, 7], &at), expected);
        let expected = ((j / 2 * 2 + i / 3) * 2 + j % 2) * 3 + i % 3;
        assert_eq!(columns.offset(&[5, 7], &at), expected);
    }
    assert_eq!(digits.span(&[3, 4, 5]), Ok(5 * 4 * 4));
    assert_eq!(digits.span(&[3, 0, 5]), Ok(0));
    // What is too large, after so many places: the quotient of mode 0, its remainder, and that of mode 1.
    assert_eq!(digits.span(&[1 << 21, 2, 1 << 60]), Err((0, 1 << 60, 1 << 20)));
    assert_eq!(digits.span(&[4, 1 << 62, 1]), Err((0, 1 << 62, 2)));
    assert_eq!(digits.span(&[2, 1 << 62, 1]), Err((1, 1 << 62, 2)));
    // The remainder of mode 2, behind three quotients of 1 and the remainders of the other modes.
    type Large = (C<{ 1 << 30 }>, C<{ 1 << 30 }>, C<{ 1 << 30 }>);
    let digits = digits_of::<Large, RowMajor>(3);
    assert_eq!(digits.span(&[1, 1, 1]), Err((2, 1 << 60, 1 << 30)));
    let text = refusal(|| digits_of::<(C<2>,), MinorToMajor<(C<1>, C<0>)>>(3));
    assert!(text.contains('3') && text.contains('2'), "{text}");
}

#[test]
fn strides_in_types_promise_what_holds() {
    assert_eq!(rank_of::<(C<2>, C<3>)>(), Some(2));
    assert_eq!(rank_of::<[isize; 3]>(), Some(3));
    assert_eq!(rank_of::<()>(), None);
    let unique = [
        (is_always_unique::<E<(C<2>, C<3>)>>(&[Some(3), Some(1)]), true),
        (is_always_unique::<E<(C<2>, C<3>)>>(&[Some(2), Some(1)]), false),
        (is_always_unique::<E<(C<2>, C<3>)>>(&[Some(3), None]), false),
        (is_always_unique::<E<(Dyn, C<3>)>>(&[Some(3), Some(1)]), false),
        (is_always_unique::<E<(C<2>, C<3>)>>(&[]), false),
        // A mode of one entry moves nothing.
        (is_always_unique::<E<(C<1>, C<4>)>>(&[Some(1), Some(1)]), true),
        (is_always_unique::<E<()>>(&[]), true),
        (is_always_unique::<crate::DynExtents<0>>(&[]), true),
    ];
    assert!(unique.iter().all(|(found, expected)| found == expected), "{unique:?}");
    let exhaustive = [
        (is_always_exhaustive::<E<(C<2>, C<3>)>>(&[Some(3), Some(1)]), true),
        (is_always_exhaustive::<E<(C<2>, C<3>)>>(&[Some(1), Some(2)]), true),
        (is_always_exhaustive::<E<(C<2>, C<3>)>>(&[Some(4), Some(1)]), false),
        (is_always_exhaustive::<E<(C<2>, C<2>)>>(&[Some(1), Some(1)]), false),
        (is_always_exhaustive::<E<(C<1>, C<2>)>>(&[Some(1), Some(1)]), true),
        (is_always_exhaustive::<E<(C<2>, C<3>)>>(&[None, Some(1)]), false),
        (is_always_exhaustive::<E<(Dyn, C<3>)>>(&[Some(3), Some(1)]), false),
        // Without elements nothing is missed.
        (is_always_exhaustive::<E<(Dyn, C<0>)>>(&[None, None]), true),
        (is_always_exhaustive::<E<(Dyn, C<1>)>>(&[None, None]), false),
        (is_always_exhaustive::<E<()>>(&[]), true),
    ];
    assert!(exhaustive.iter().all(|(found, expected)| found == expected), "{exhaustive:?}");
}

#[test]
fn layouts_are_the_same_where_strides_that_move_something_are() {
    let strides = lists(&[None, Some(1), Some(2)], 2);
    for extents in lists(&[None, Some(0), Some(1), Some(4)], 2) {
        for (from, to) in strides.iter().flat_map(|from| strides.iter().map(move |to| (from, to))) {
            for is_open in [false, true] {
                let is_same = |mode: usize| match (from[mode], to[mode]) {
                    _ if extents[mode] == Some(0) || extents[mode] == Some(1) => true,
                    (_, None) => is_open,
                    (from, to) => from == to,
                };
                let expected = is_same(0) && is_same(1);
                assert_eq!(are_the_same(&extents, from, to, is_open), expected);
            }
        }
    }
    let one = [Some(1)];
    assert!(!are_the_same(&[Some(2), Some(2)], &one, &[Some(1), Some(1)], false));
    assert!(!are_the_same(&[Some(2), Some(2)], &[Some(1), Some(1)], &one, false));
    assert!(!are_the_same(&[Some(2)], &[Some(1), Some(1)], &one, false));
    assert!(!are_the_same(&[Some(2)], &one, &[Some(1), Some(1)], false));
    assert_same_strides::<E<(C<2>, C<3>)>, ColMajor, MinorToMajor<(C<0>, C<1>)>>();
    let text = refusal(assert_same_strides::<E<(C<2>, C<3>)>, ColMajor, Strided<(C<3>, C<1>)>>);
    assert!(text.contains("does not know the two layouts to have the same strides"), "{text}");
}

#[test]
fn digits_are_those_of_positional_notation() {
    for sizes in [&[4, 3, 5][..], &[1, 7], &[6], &[3, 0, 2], &[0]] {
        let count: usize = sizes.iter().product();
        for (number, expected) in indices(sizes).into_iter().enumerate() {
            let mut digits = vec![9; sizes.len()];
            assert!(write_digits(number, sizes, &mut digits));
            assert_eq!(digits, expected);
            assert_eq!(number_of(&digits, sizes), number);
        }
        assert!(!write_digits(count, sizes, &mut vec![9; sizes.len()]));
    }
    assert!(write_digits(0, &[], &mut []) && !write_digits(1, &[], &mut []));
}

#[test]
fn layouts_with_strides_give_them_and_print_as_they_are_written() {
    let shape = &crate::extents![2, 3];
    assert_eq!(RowMajor.strided(shape), Some(([3, 1], 0)));
    assert_eq!(ColMajor.strided(shape), Some(([1, 2], 0)));
    assert_eq!(MinorToMajor::new([0, 1]).strided(shape), Some(([1, 2], 0)));
    assert_eq!(RowMajor.padded(Const::<4>).strided(shape), Some(([4, 1], 0)));
    assert_eq!(Strided::new([-3, 1]).strided(shape), Some(([-3, 1], 3)));
    assert_eq!(Padded::<_, C<4>>::from(ColMajor), ColMajor.padded(Const::<4>));
    let text = [
        std::format!("{:?}", RowMajor.padded(Const::<4>)),
        std::format!("{:?}", ColMajor.padded(Dyn::new(4))),
        std::format!("{:?}", Strided::new((Neg::<C<3>>::default(), Const::<1>))),
        std::format!("{:?}", Strided::new([3, -1])),
    ];
    let expected = [
        "RowMajor padded to 4",
        "ColMajor padded to dyn 4",
        "Strided [-3, 1]",
        "Strided [dyn 3, dyn -1]",
    ];
    assert_eq!(text, expected);
}

#[test]
fn offsets_of_a_checked_layout_are_compared() {
    type This = <Liar as Layout<E<()>>>::Trust;
    let length = <This as Trust<E<()>, Liar>>::length(5);
    let check = |offset| <This as Trust<E<()>, Liar>>::check(length, offset);
    assert!((0..5).all(|offset| check(offset) == Ok(())));
    for number in [5, 6, usize::MAX] {
        let error = ShapeError::OutOfBounds { of: Bounded::Offset, number, limit: 5 };
        assert_eq!(check(number), Err(error));
    }
}

#[test]
fn of_equal_strides_those_of_one_entry_are_the_fastest() {
    let list = |extents: [usize; 3], strides: [isize; 3]| {
        let shape = DynExtents::new(extents).unwrap();
        let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
        let dense = mapping.try_convert::<DynExtents<3>, MinorToMajor<[usize; 3]>>();
        *dense.unwrap().layout().list()
    };
    assert_eq!(list([1, 3, 2], [1, 1, 3]), [0, 1, 2]);
    assert_eq!(list([3, 1, 2], [1, 1, 3]), [1, 0, 2]);
    assert_eq!(list([2, 3, 1], [3, 1, 3]), [1, 2, 0]);
}

/// A stride that the others reach past is refused: by what is reached with strides that are not longer.
#[cfg(feature = "ndarray")]
#[test]
fn strides_that_interleave_are_refused_and_nested_ones_pass() {
    use super::affine::check_nested;
    let extents = [0, 1, 2, 3];
    let strides = [-3, -1, 0, 1, 2, 4, 6];
    for (a, b) in extents.iter().flat_map(|a| extents.iter().map(move |b| (*a, *b))) {
        for (s, t) in strides.iter().flat_map(|s| strides.iter().map(move |t| (*s, *t))) {
            // Of two modes: with entries on both sides, one has to be longer than all of the other.
            let reach = |extent: usize, stride: isize| (extent - 1) * stride.unsigned_abs();
            let crosses = |(extent, stride): (usize, isize), (other, than): (usize, isize)| {
                let others = if than.unsigned_abs() <= stride.unsigned_abs() {
                    reach(other, than)
                } else {
                    0
                };
                extent > 1 && others >= stride.unsigned_abs()
            };
            let expected = if a == 0 || b == 0 {
                Ok(())
            } else if crosses((a, s), (b, t)) {
                let reach = if t.unsigned_abs() <= s.unsigned_abs() { reach(b, t) } else { 0 };
                Err(ShapeError::InterleavedStrides { mode: 0, stride: s.unsigned_abs(), reach })
            } else if crosses((b, t), (a, s)) {
                let reach = if s.unsigned_abs() <= t.unsigned_abs() { reach(a, s) } else { 0 };
                Err(ShapeError::InterleavedStrides { mode: 1, stride: t.unsigned_abs(), reach })
            } else {
                Ok(())
            };
            assert_eq!(check_nested(&[a, b], &[s, t]), expected, "{a} {b} {s} {t}");
        }
    }
}
