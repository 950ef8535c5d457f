//! The nest that the types of the operands know.

use super::shortest;
use crate::layout::{ColMajor, Padded, RowMajor, Strided};
use crate::nest::{Dense, KnownOperands, Operands, Way};
use crate::{Const, DynExtents, StaticExtents};
use extents_static::__private::Order;

type Rows = (StaticExtents![dyn, 4], RowMajor);
type Columns = (StaticExtents![3, dyn], ColMajor);
type Gaps = (StaticExtents![3, dyn], Padded<RowMajor, Const<4>>);
type ManyGaps = (StaticExtents![30, dyn], Padded<RowMajor, Const<4>>);
type ManyValues = (StaticExtents![30, 4], Strided<[isize; 2]>);
type Open = (DynExtents<2>, RowMajor);
type Values = (StaticExtents![3, 4], Strided<[isize; 2]>);

/// The nest of two pairs of extents and layout.
macro_rules! known {
    ($A:ident, $B:ty) => {
        KnownOperands::strided::<<$A as Two>::E, <$A as Two>::L>()
            .and(&KnownOperands::strided::<<$B as Two>::E, <$B as Two>::L>())
            .nest(Way::Free)
    };
}
trait Two {
    type E: crate::Extents;
    type L: crate::layout::Layout<Self::E>;
}
impl<E: crate::Extents, L: crate::layout::Layout<E>> Two for (E, L) {
    type E = E;
    type L = L;
}

#[test]
fn operands_that_know_each_a_part_know_the_nest() {
    let by_hand = |a: &[isize], b: &[isize]| {
        let operands = Operands::And(a, &Operands::And(b, &Operands::None));
        shortest(&[3, 4], &operands, Way::Free, true)
    };
    // What neither knows alone: 3 rows, and 4 columns.
    assert_eq!(known!(Rows, Columns), by_hand(&[4, 1], &[1, 3]));
    assert_eq!(known!(Columns, Rows), by_hand(&[1, 3], &[4, 1]));
    assert_eq!(known!(Open, (StaticExtents![3, 4], ColMajor)), by_hand(&[4, 1], &[1, 3]));
    assert!(known!(Rows, Columns).is_some());
    // How far padded rows are from each other is not known from the number of columns that another knows.
    assert!(known!(Rows, ManyGaps).is_none());
    assert!(known!(Rows, ManyValues).is_none());
    assert!(known!(Rows, Open).is_none());
    // Few entries of strides that are not known have one loop a mode, whatever the strides are.
    let one_a_mode = shortest(&[3, 4], &Operands::None, Way::Kept, false);
    assert!(one_a_mode.is_some_and(|nest| nest.rank == 2 && nest.starts_at_zeros()));
    assert_eq!(known!(Rows, Gaps), one_a_mode);
    assert_eq!(known!(Rows, Values), one_a_mode);
    assert!(KnownOperands::strided::<StaticExtents![dyn, 4], RowMajor>().nest(Way::Free).is_none());
}

#[test]
fn loops_merge_where_each_operand_has_strides() {
    type Whole = (StaticExtents![3, 4], RowMajor);
    assert_eq!(known!(Whole, Rows).map(|nest| nest.rank), Some(1));
    let counted = KnownOperands::counted::<StaticExtents![3, dyn]>();
    let both = counted.and(&KnownOperands::strided::<StaticExtents![dyn, 4], RowMajor>());
    assert_eq!(both.nest(Way::Kept).map(|nest| nest.rank), Some(2));
}

#[test]
fn eight_operands_are_known_and_nine_are_not() {
    let one = KnownOperands::strided::<StaticExtents![3, 4], RowMajor>();
    let eight = (1..8).fold(one, |all, _| all.and(&one));
    assert_eq!(eight.nest(Way::Kept).map(|nest| nest.rank), Some(1));
    assert_eq!(eight.and(&one).nest(Way::Kept), None);
    assert_eq!(KnownOperands::NONE.and(&one).nest(Way::Kept), one.nest(Way::Kept));
}

#[test]
fn several_operands_are_added_at_once() {
    let one = KnownOperands::strided::<StaticExtents![3, 4], RowMajor>();
    let columns = KnownOperands::strided::<StaticExtents![3, 4], ColMajor>();
    // All three are known and dense in one order, so all is one loop.
    assert_eq!(one.and(&one.and(&one)).nest(Way::Kept).map(|nest| nest.rank), Some(1));
    let operands = Operands::And(&[1, 3], &Operands::None);
    let by_hand = Operands::And(&[4, 1], &Operands::And(&[4, 1], &operands));
    let expected = shortest(&[3, 4], &by_hand, Way::Free, true);
    assert!(expected.is_some());
    assert_eq!(one.and(&one.and(&columns)).nest(Way::Free), expected);
}

#[test]
fn twelve_modes_have_a_nest_and_thirteen_have_none() {
    type Twelve = StaticExtents![1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1];
    let twelve = KnownOperands::strided::<Twelve, RowMajor>();
    assert_eq!(twelve.nest(Way::Kept).map(|nest| nest.rank), Some(1));
    let thirteen = KnownOperands::strided::<DynExtents<13>, RowMajor>();
    assert_eq!(thirteen.nest(Way::Kept), None);
    assert_eq!(twelve.and(&thirteen).nest(Way::Kept), None);
}

#[test]
fn operands_of_other_ranks_have_no_nest() {
    let two = KnownOperands::strided::<StaticExtents![3, 4], RowMajor>();
    let three = KnownOperands::strided::<StaticExtents![3, 4, 2], RowMajor>();
    assert!(two.and(&three).nest(Way::Free).is_none());
    assert!(three.and(&two).nest(Way::Free).is_none());
}

#[test]
fn few_are_up_to_sixty_four_and_none_is_not_few() {
    macro_rules! has_nest {
        ($($extent:literal),*) => {
            KnownOperands::strided::<StaticExtents![$($extent),*], Strided<[isize; 2]>>()
                .nest(Way::Free)
                .is_some()
        };
    }
    assert!(has_nest!(8, 8) && has_nest!(64, 1) && has_nest!(1, 64) && has_nest!(1, 1));
    assert!(!has_nest!(5, 13) && !has_nest!(65, 1) && !has_nest!(1, 100) && !has_nest!(8, 9));
    assert!(!has_nest!(0, 4) && !has_nest!(100, 0));
    type Empty = (StaticExtents![3, 0], RowMajor);
    assert!(known!(Empty, Empty).is_none());
}

#[test]
fn a_target_stands_still_along_the_modes_that_are_folded() {
    let known = KnownOperands::strided::<StaticExtents![3, 4], RowMajor>();
    let expected = |extents: [usize; 2], target: [isize; 2], way| {
        let operands = Operands::And(&target, &Operands::None);
        shortest(&extents, &Operands::And(&[4, 1], &operands), way, true)
    };
    macro_rules! folded {
        ([$($target:literal),*], $modes:expr) => {
            known.folded::<StaticExtents![$($target),*], RowMajor>($modes, Way::Kept)
        };
    }
    for (found, target, firsts) in [
        (folded!([3], &[Some(1)]), [1, 0], [3, 1]),
        (folded!([4], &[Some(0)]), [0, 1], [1, 4]),
        (folded!([3, 1], &[Some(1)]), [1, 0], [3, 1]),
        (folded!([1, 4], &[Some(0)]), [0, 1], [1, 4]),
        (folded!([], &[Some(0), Some(1)]), [0, 0], [1, 1]),
        (folded!([], &[Some(1), Some(0)]), [0, 0], [1, 1]),
    ] {
        let [all, first] = found.expect("all is known");
        assert_eq!(Some(all), expected([3, 4], target, Way::Kept), "{target:?}");
        assert_eq!(Some(first), expected(firsts, target, Way::Free), "{target:?}");
    }
    assert!(folded!([], &[Some(1)]).is_none());
    assert!(folded!([3], &[]).is_none());
}

#[test]
fn orders_agree_where_they_are_the_same() {
    let (rows, columns) = (Dense::In(Order::RowMajor), Dense::In(Order::ColMajor));
    assert!(matches!(rows.and(rows), Dense::In(Order::RowMajor)));
    assert!(matches!(columns.and(columns), Dense::In(Order::ColMajor)));
    assert!(matches!(columns.and(Dense::Always), Dense::In(Order::ColMajor)));
    assert!(matches!(Dense::Always.and(rows), Dense::In(Order::RowMajor)));
    assert!(matches!(rows.and(columns), Dense::Unknown));
    assert!(matches!(Dense::Unknown.and(rows), Dense::Unknown));
}
