//! `..` in `rearrange!`, `reduce!` and `repeat!`: operands of each rank, and what types know. What results are the rows say.

use extents::einops::{Pattern, Rearranged, rearrange, reduce, repeat};
use extents::layout::{Canonical, ColMajor};
use extents::{
    Dyn, DynRankExtents, Extents, Mode, ShapeError, StaticExtents, Tensor, TensorOf, View, extents,
};

use super::message;

/// The extents of a result, whose type is asserted.
fn of<E>(extents: &E) -> &E {
    extents
}

/// Asserts that two results are equal.
macro_rules! same {
    ($found:expr, $expected:expr) => {{
        let (found, expected) = ($found.unwrap(), $expected.unwrap());
        assert_eq!(found.extents().extents().as_ref(), expected.extents().as_slice());
        assert!(found.view().iter().eq(expected.view().iter()), "{}", stringify!($found));
    }};
}

/// What texts make of operands with further modes in front of two others, which the rows prove.
macro_rules! check {
    ($($front:literal)*) => {{
        let extents = extents![$($front,)* 4, 3];
        let x = Tensor::from_vec(extents, (0..extents.size()).collect()).unwrap();
        let all = x.view().weaken::<DynRankExtents>();
        let text = |text: &str| Pattern::new(text).unwrap();
        same!(rearrange!(x[.., a, b] => [b, .., a]), text("... a b -> b ... a").rearrange(&all));
        same!(
            rearrange!(x[.., (h p), b] => [h, (.. p), b]; h = 2),
            text("... (h p) b -> h (... p) b").with("h", 2).rearrange(&all)
        );
        same!(rearrange!(x[.., a, b] => [(b .. a)]), text("... a b -> (b ... a)").rearrange(&all));
        same!(
            repeat!(x[.., a, b] => [n, a, .., (b 2)]; n = 2),
            text("... a b -> n a ... (b 2)").with("n", 2).repeat(&all)
        );
        same!(
            reduce!(x[.., a, b] => [b]; sum),
            text("... a b -> b").reduce(&all, |over| over.sum())
        );
        same!(
            reduce!(x[.., (h p), b] => [(p ..)]; max; h = 2),
            text("... (h p) b -> (p ...)").with("h", 2).reduce(&all, |over| over.max())
        );
    }};
}

#[test]
fn operands_of_each_rank_are_as_by_text() {
    check!();
    check!(2);
    check!(2 3);
    check!(2 3 1 2);
    check!(2 1 2 1 2 1 2 1);
}

#[test]
fn twelve_modes_are_the_most() {
    let x = Tensor::full(extents![2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3], 1).unwrap();
    let y = rearrange!(x[a, .., b] => [b, .., a]).unwrap();
    let _: &StaticExtents![3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2] = of(y.extents());
    let y = rearrange!(x[a, .., b] => [.., (b a)]).unwrap();
    let _: &StaticExtents![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, (3 * 2)] = of(y.extents());
    assert_eq!(reduce!(x[..] => []; sum).unwrap()[[]], 6);
}

#[test]
fn results_are_views_where_strides_allow() {
    let x = Tensor::from_fn(extents![2, 3, 4], |[a, b, c]| 100 * a + 10 * b + c).unwrap();
    let turned = rearrange!(x[.., c] => [c, ..]).unwrap();
    assert!(std::ptr::eq(&turned[[3, 1, 2]], &x[[1, 2, 3]]));
    assert!(matches!(rearrange!(x[.., c] => [(..), c]).unwrap(), Rearranged::Borrowed(_)));
    assert!(matches!(rearrange!(x[.., c] => [(c ..)]).unwrap(), Rearranged::Owned(_)));
    let data: Vec<i32> = (0..6).collect();
    let columns = View::from_slice(ColMajor.of(extents![2, 3]), &data).unwrap();
    let flat = rearrange!(columns[.., b] => [(b ..)]).unwrap();
    assert!(matches!(flat, Rearranged::Borrowed(_)));
    assert!(flat.view().iter().eq(&data));
}

/// Code that is generic over the extents in front takes them as one mode.
#[test]
fn modes_in_front_become_one() {
    fn rows<M: Mode>(
        x: &TensorOf<StaticExtents<(M, Dyn)>, i32>,
    ) -> Result<TensorOf<StaticExtents<(Dyn, M)>, i32>, ShapeError> {
        rearrange!(x[.., b] => [b, ..])?.map(|x| *x)
    }
    let x = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec![1, 2, 3, 4]).unwrap();
    assert_eq!(rows(&x).unwrap().as_slice(), [1, 3, 2, 4]);
}

#[test]
fn errors_name_the_mode_of_the_operand() {
    let n = 7;
    let x = Tensor::full(extents![3, 2, dyn n, 5].unwrap(), 0).unwrap();
    let error = message(rearrange!(x[.., (h p), c] => [h, .., p, c]; p = 2));
    assert_eq!(error, "label `h` of mode 2 has no whole size: the extent 7 is not a multiple of 2");
    let error = message(rearrange!(x[.., 1, c] => [.., c]));
    assert_eq!(error, "mode 2 should have extent 1, but has 7");
    let huge = usize::MAX / 2;
    let error = message(repeat!(x[..] => [.., c]; c = dyn huge));
    assert!(error.starts_with("the extents other than 0 make more than"), "{error}");
}
