//! What the types of a mapping know, one by one and all together.

use std::string::ToString;

use super::*;
use crate::ModeTuple;
use crate::layout::known::{
    KnownMapping, KnownStrides, one_a_mode, static_order, static_strides, strides_or_refuse,
};

#[test]
fn types_say_what_they_know_of_strides_and_of_the_order() {
    let all: [Option<isize>; 12] = core::array::from_fn(|k| Some(k.cast_signed()));
    assert_eq!(one_a_mode::<E<()>>(&all), []);
    assert_eq!(one_a_mode::<E<(Dyn, C<3>)>>(&all), [Some(0), Some(1)]);
    assert_eq!(one_a_mode::<DynExtents<12>>(&all), all);
    assert_eq!(one_a_mode::<DynExtents<13>>(&all), []);

    assert_eq!(static_strides::<E<(Dyn, C<3>)>, RowMajor>(), [Some(3), Some(1)]);
    assert_eq!(static_strides::<E<(C<2>, C<3>)>, Backwards>(), [Some(-3), Some(1)]);
    // Not one a mode, and of a layout whose word is not taken.
    assert_eq!(static_strides::<E<(C<2>,)>, Backwards>(), []);
    assert_eq!(static_strides::<E<(C<2>,)>, Liar>(), []);

    assert_eq!(static_order::<E<(C<2>,)>, Liar>(), None);
    assert_eq!(static_order::<E<(C<2>,)>, Strided<(C<1>,)>>(), None);
    assert!(matches!(static_order::<DynExtents<2>, RowMajor>(), Some(Order::RowMajor)));
    assert!(matches!(static_order::<DynExtents<2>, ColMajor>(), Some(Order::ColMajor)));

    let first = |strides: Option<[isize; 12]>| strides.map(|all| [all[0], all[1], all[2]]);
    let known = KnownStrides::of::<DynExtents<2>, ColMajor>();
    assert_eq!(first(known.all(&[5, 3])), Some([1, 5, 0]));
    assert_eq!(known.all(&[1; 12]), Some([1; 12]));
    assert_eq!(known.all(&[1; 13]), None);
    let known = KnownStrides::of::<E<(C<2>, C<3>)>, Backwards>();
    assert_eq!(first(known.all(&[2, 3])), Some([-3, 1, 0]));
    assert_eq!(known.all(&[2]), None);
    assert_eq!(KnownStrides::of::<E<(Dyn, C<3>)>, Strided<[isize; 2]>>().all(&[2, 3]), None);
    assert_eq!(KnownStrides::of::<E<(C<2>,)>, Liar>().all(&[2]), None);
    // Tiles have no strides, not even without modes.
    assert_eq!(KnownStrides::of::<E<()>, Tiled<(C<2>,)>>().all(&[]), None);
}

#[test]
fn strides_that_types_know_are_theirs_and_others_are_refused() {
    let first = |all: [isize; 12]| [all[0], all[1], all[2]];
    assert_eq!(first(strides_or_refuse::<E<(C<4>, C<3>)>, RowMajor>()), [3, 1, 0]);
    assert_eq!(first(strides_or_refuse::<E<(C<4>, C<3>)>, ColMajor>()), [1, 4, 0]);
    assert_eq!(first(strides_or_refuse::<E<(Dyn, C<5>, C<3>)>, RowMajor>()), [15, 3, 1]);
    assert_eq!(first(strides_or_refuse::<E<(C<4>, C<3>)>, Backwards>()), [-3, 1, 0]);
    type Rows = Padded<RowMajor, C<4>>;
    assert_eq!(first(strides_or_refuse::<E<(Dyn, C<5>, C<3>)>, Rows>()), [20, 4, 1]);
    let open = refusal(strides_or_refuse::<E<(C<4>, Dyn)>, RowMajor>);
    assert!(open.contains("mode 0"), "{open}");
    let open = refusal(strides_or_refuse::<E<(C<4>, C<3>)>, Strided<(C<3>, DynStride)>>);
    assert!(open.contains("mode 1"), "{open}");
    let none = "the types do not know the strides of this layout";
    assert_eq!(refusal(strides_or_refuse::<E<(C<4>,)>, Tiled<(C<2>,)>>), none);
    assert_eq!(refusal(strides_or_refuse::<E<()>, Tiled<(C<2>,)>>), none);
    assert_eq!(refusal(strides_or_refuse::<E<(C<4>,)>, Backwards>), none);
    assert_eq!(refusal(strides_or_refuse::<E<(C<4>,)>, Liar>), none);
}

/// Asks for each index in bounds and around, and for each offset up to the span and beyond. `offset` is the definition.
fn check<T: ModeTuple, L: Layout<E<T>>>(span: usize, offset: impl Fn(&[usize]) -> usize) {
    let known = KnownMapping::of::<T, L>();
    let extents: Vec<usize> = T::STATIC.iter().map(|extent| extent.unwrap()).collect();
    let offsets: Vec<(Vec<usize>, usize)> =
        indices(&extents).into_iter().map(|index| (index.clone(), offset(&index))).collect();
    assert_eq!(known.span(), span);
    assert!(known.finds_indices());
    for index in indices(&extents.iter().map(|extent| extent + 2).collect::<Vec<_>>()) {
        let found = offsets.iter().find(|(at, _)| *at == index);
        assert_eq!(known.contains(&index), found.is_some(), "{index:?}");
        if let Some((_, offset)) = found {
            assert_eq!(known.offset(&index), *offset, "{index:?}");
        }
    }
    for at in 0..span + 3 {
        let expected = offsets.iter().find(|(_, offset)| *offset == at);
        let mut index = vec![9; extents.len()];
        assert_eq!(known.write_index(at, &mut index), expected.is_some(), "{at}");
        assert!(expected.is_none_or(|(first, _)| *first == index), "{at}: {index:?}");
    }
}

/// The offset by tiles that are stored one after the other: as many elements as come before, tile by tile.
fn blocked<'a>(extents: &'a [usize], tile: &'a [usize]) -> impl Fn(&[usize]) -> usize + 'a {
    move |index| {
        let key = |index: &[usize]| {
            let tiles: Vec<usize> = index.iter().zip(tile).map(|(at, tile)| at / tile).collect();
            (tiles, index.to_vec())
        };
        indices(extents).iter().filter(|other| key(other) < key(index)).count()
    }
}

#[test]
fn known_mappings_answer_as_their_definition() {
    check::<(), RowMajor>(1, |_| 0);
    check::<(C<4>, C<3>), RowMajor>(12, |at| at[0] * 3 + at[1]);
    check::<(C<4>, C<3>), ColMajor>(12, |at| at[0] + 4 * at[1]);
    check::<(C<4>, C<0>), RowMajor>(0, |_| 0);
    check::<(C<3>, C<3>), Padded<RowMajor, C<4>>>(11, |at| at[0] * 4 + at[1]);
    check::<(C<3>, C<2>), MinorToMajor<(C<0>, C<1>)>>(6, |at| at[0] + 3 * at[1]);
    check::<(C<2>, C<3>), Strided<(C<6>, C<2>)>>(11, |at| 6 * at[0] + 2 * at[1]);
    check::<(C<2>, C<2>), Strided<(Neg<C<3>>, C<1>)>>(5, |at| 3 - 3 * at[0] + at[1]);
    check::<(C<2>, C<3>), Strided<(C<0>, C<2>)>>(5, |at| 2 * at[1]);
    check::<(C<2>, C<3>, C<2>), Strided<(C<0>, C<2>, C<0>)>>(5, |at| 2 * at[1]);
    check::<(C<1>, C<3>), Strided<(C<2>, C<2>)>>(5, |at| 2 * at[1]);
    check::<(C<1>, C<3>), Strided<(Neg<C<5>>, C<2>)>>(5, |at| 2 * at[1]);
    // These pass over each other, so the first index in row-major order is looked for.
    check::<(C<3>, C<3>), Strided<(C<1>, C<1>)>>(5, |at| at[0] + at[1]);
    check::<(C<3>, C<4>), Strided<(C<2>, C<3>)>>(14, |at| 2 * at[0] + 3 * at[1]);
    check::<(C<3>, C<3>), Strided<(Neg<C<2>>, C<1>)>>(7, |at| 4 - 2 * at[0] + at[1]);
    // Tiles of 2 x 2, of which the last ones hold places that no index has.
    check::<(C<3>, C<5>), Tiled<(C<2>, C<2>)>>(24, |at| {
        (at[0] / 2 * 3 + at[1] / 2) * 4 + at[0] % 2 * 2 + at[1] % 2
    });
    check::<(C<5>, C<3>), Tiled<(C<2>, C<2>), ColMajor>>(24, |at| {
        (at[1] / 2 * 3 + at[0] / 2) * 4 + at[1] % 2 * 2 + at[0] % 2
    });
    check::<(C<3>,), Tiled<(C<2>, C<2>)>>(8, |at| at[0] / 2 * 4 + at[0] % 2);
    type Blocks<T> = Blocked<UniformTiles<E<T>>>;
    check::<(C<4>, C<6>), Blocks<(C<2>, C<3>)>>(24, blocked(&[4, 6], &[2, 3]));
    check::<(C<5>, C<7>), Blocks<(C<2>, C<3>)>>(35, blocked(&[5, 7], &[2, 3]));
    check::<(C<3>, C<2>, C<5>), Blocks<(C<2>, C<2>, C<4>)>>(30, blocked(&[3, 2, 5], &[2, 2, 4]));
    check::<(C<3>, C<0>), Blocks<(C<2>, C<2>)>>(0, |_| 0);
}

#[test]
fn few_indices_are_tried_one_by_one_and_many_are_refused() {
    type Overlap = Strided<(C<1>, C<1>)>;
    // 65,536, and 256 more.
    assert!(KnownMapping::of::<(C<256>, C<256>), Overlap>().finds_indices());
    assert!(!KnownMapping::of::<(C<256>, C<257>), Overlap>().finds_indices());
    // Strides that do not pass over each other need no search, broadcast or not.
    assert!(KnownMapping::of::<(C<256>, C<257>), Strided<(C<257>, C<1>)>>().finds_indices());
    assert!(KnownMapping::of::<(C<256>, C<257>), Strided<(C<0>, C<1>)>>().finds_indices());
    assert!(KnownMapping::of::<(C<256>, C<257>), Tiled<(C<8>, C<8>)>>().finds_indices());
    Mapping::<E<(C<256>, C<256>)>, Overlap>::assert_found();
    let text = refusal(Mapping::<E<(C<256>, C<257>)>, Overlap>::assert_found);
    assert!(text.contains("`Mapping::index` searches at run time"), "{text}");
    Mapping::<E<(C<2>, C<3>)>>::assert_rank(2);
    let text = refusal(|| Mapping::<E<(C<2>, C<3>)>>::assert_rank(3));
    assert!(text.contains("one coordinate for each mode"), "{text}");
}

/// What the consts of a mapping refuse, and `with_layout` too: the error in the same words.
fn is_refused<T: ModeTuple, L: Layout<E<T>> + Default>(expected: ShapeError)
where
    E<T>: Default,
{
    let error = Mapping::with_layout(E::<T>::default(), L::default()).unwrap_err();
    assert_eq!(error, expected);
    assert_eq!(refusal(KnownMapping::of::<T, L>), error.to_string());
    assert_eq!(refusal(strides_or_refuse::<E<T>, L>), error.to_string());
}

#[test]
fn padding_that_makes_too_much_room_is_refused() {
    const HALF: usize = 1 << (usize::BITS - 2);
    let overflow = |mode, elements, room| ShapeError::RoomOverflow { mode, elements, room };
    // The stride of mode 0 would wrap to `isize::MIN`.
    type Rows = Padded<RowMajor, C<HALF>>;
    is_refused::<(C<3>, C<2>, C<5>), Rows>(overflow(2, 6, HALF));
    // The strides fit, and the span does not.
    is_refused::<(C<2>, C<5>), Rows>(overflow(1, 2, HALF));
    type Columns = Padded<ColMajor, C<HALF>>;
    is_refused::<(C<5>, C<2>), Columns>(overflow(1, HALF, 2));
    // Extents of 0 are left out.
    is_refused::<(C<0>, C<2>, C<5>), Rows>(overflow(2, 2, HALF));
    is_refused::<(C<2>, C<0>, C<{ HALF - 1 }>), Rows>(overflow(2, 2, HALF));
    // Twice the padding does not fit `isize`.
    type Most = Padded<RowMajor, C<{ usize::MAX / 2 - 1 }>>;
    is_refused::<(C<1>, C<{ usize::MAX / 2 }>), Most>(overflow(1, 1, usize::MAX - 3));
    // Whatever the slowest extent is, there is no mapping.
    let text = refusal(strides_or_refuse::<E<(Dyn, C<2>, C<5>)>, Rows>);
    assert_eq!(text, overflow(2, 2, HALF).to_string());
    // As much room as there can be, and none for a single mode.
    type Whole = Padded<RowMajor, C<{ usize::MAX / 2 }>>;
    assert_eq!(KnownMapping::of::<(C<1>, C<5>), Whole>().span(), 5);
    assert_eq!(KnownMapping::of::<(C<5>,), Whole>().span(), 5);
}

#[test]
fn what_types_do_not_know_is_refused() {
    let text = refusal(KnownMapping::of::<(C<2>,), Liar>);
    assert!(text.contains("no offsets in consts"), "{text}");
    type Far = Strided<(C<{ usize::MAX / 2 }>, C<1>)>;
    let text = refusal(KnownMapping::of::<(C<3>, C<3>), Far>);
    assert!(text.contains("mode 0"), "{text}");
    type Large = Tiled<(C<{ 1 << 40 }>, C<{ 1 << 40 }>)>;
    let text = refusal(KnownMapping::of::<(C<2>, C<2>), Large>);
    assert!(text.contains(", times 1099511627776 for that mode"), "{text}");
    let text = refusal(KnownMapping::of::<(C<2>, C<2>), Blocked<UniformTiles<E<(C<2>,)>>>>);
    assert!(text.contains('2') && text.contains('1'), "{text}");
    let text = refusal(KnownMapping::of::<(C<2>,), Blocked<UniformTiles<E<(Dyn,)>>>>);
    assert!(text.contains("tile are known only at run time"), "{text}");
    let text = refusal(KnownMapping::of::<(C<2>,), Blocked<UniformTiles<DynExtents<1>>>>);
    assert!(text.contains("tile are known only at run time"), "{text}");
}

#[cfg(feature = "alloc")]
#[test]
fn without_a_rank_in_the_type_nothing_is_promised() {
    type Any = crate::DynRankExtents;
    assert!(!is_always_unique::<Any>(&[]) && !is_always_exhaustive::<Any>(&[]));
    assert_eq!(one_a_mode::<Any>(&[Some(1); 12]), []);
    assert_eq!(static_strides::<Any, RowMajor>(), []);
    assert!(matches!(static_order::<Any, RowMajor>(), Some(Order::RowMajor)));
}
