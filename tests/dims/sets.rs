//! Labels and dims of several sets in one composition.
#![allow(clippy::type_complexity, reason = "the types are what is tested")]

use extents::label::{digits, label_id};
use extents::prelude::*;

labels! { row, column }
labels! { batch, head }

/// Two sets on one line, as a macro writes them.
macro_rules! two_sets {
    ($($first:ident)+; $($second:ident)+) => { labels! { $($first),+ } labels! { $($second),+ } };
}
two_sets! { one two; three four }

mod library {
    use extents::prelude::*;

    labels! { pub row }
    dims! { pub Width }

    /// The sums of the rows of a matrix whose columns have a label of the caller.
    pub(super) fn sums_of_rows<L: Label, E: Extents>(
        matrix: &TensorOf<E, i32>,
    ) -> Result<TensorOf<Composed<(E,), ((row, L),), (row,)>, i32>, ShapeError>
    where
        (E,): Compose<((row, L),), (row,)>,
    {
        contract!(matrix[row, L] => [row])
    }

    /// The product of two matrices, of which the caller names the modes but the one that is summed.
    pub(super) fn product<L, M, A, B>(
        left: &TensorOf<A, i32>,
        right: &TensorOf<B, i32>,
    ) -> Result<TensorOf<Composed<(A, B), ((L, row), (row, M)), (M, L)>, i32>, ShapeError>
    where
        A: Extents,
        B: Extents,
        L: Label,
        M: Label,
        (A, B): Compose<((L, row), (row, M)), (M, L)>,
    {
        contract!(left[L, row] * right[row, M] => [M, L])
    }
}

/// 1, 2, 3 and 4, 5, 6.
fn matrix() -> TensorOf<StaticExtents![dyn, 3], i32> {
    Tensor::from_vec(extents![dyn 2, 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap()
}

#[test]
fn labels_of_two_sets_mix() {
    let a = matrix();
    // By hand: entry (n, m) is the sum over k of a(n, k) a(m, k).
    let square = contract!(a[row, head] * a[batch, head] => [batch, row]).unwrap();
    assert_eq!(square.as_slice(), [14, 32, 32, 77]);
    let outer = contract!(a[row, column] * a[batch, head] => [column, head]).unwrap();
    // The sums of the columns are 5, 7 and 9.
    assert_eq!(outer.as_slice(), [25, 35, 45, 35, 49, 63, 45, 63, 81]);
    let turned = contract!(a[two, four] => [four, two]).unwrap();
    assert_eq!(turned.as_slice(), [1, 4, 2, 5, 3, 6]);
}

#[test]
fn labels_of_equal_numbers_in_two_sets_are_two_labels() {
    let ids = [
        label_id::<row>(),
        label_id::<batch>(),
        label_id::<one>(),
        label_id::<three>(),
        label_id::<library::row>(),
        label_id::<library::Width>(),
    ];
    for (n, id) in ids.iter().enumerate() {
        // The number in a set is two digits of base 17.
        assert_eq!(digits(*id) % 289, digits(ids[0]) % 289);
        assert!(!ids[..n].contains(id), "{ids:?}");
    }
    let a = matrix();
    let sums = contract!(a[row, batch] => [batch]).unwrap();
    assert_eq!(sums.as_slice(), [5, 7, 9]);
    // Of one name, in two modules, and a dim.
    let turned = contract!(a[row, library::row] => [library::row, row]).unwrap();
    assert_eq!(turned.as_slice(), [1, 4, 2, 5, 3, 6]);
    let turned = contract!(a[library::Width, library::row] => [library::row, library::Width]);
    assert_eq!(turned.unwrap().as_slice(), [1, 4, 2, 5, 3, 6]);
}

#[test]
fn errors_name_the_label() {
    let (a, b) = (matrix(), Tensor::full(extents![dyn 5].unwrap(), 1).unwrap());
    let error = contract!(a[batch, column] * b[batch] => [column]).unwrap_err();
    assert_eq!(error.to_string(), "label `batch` names modes of different extents: 2 and 5");
}

#[test]
fn a_library_has_labels_that_its_users_do_not_know() {
    let a = matrix();
    assert_eq!(library::sums_of_rows::<column, _>(&a).unwrap().as_slice(), [6, 15]);
    // A label of the same number in its set, one of the same name, and a letter.
    assert_eq!(library::sums_of_rows::<row, _>(&a).unwrap().as_slice(), [6, 15]);
    assert_eq!(library::sums_of_rows::<i, _>(&a).unwrap().as_slice(), [6, 15]);
    assert_eq!(library::sums_of_rows::<library::Width, _>(&a).unwrap().as_slice(), [6, 15]);
    let b = Tensor::from_vec(extents![3, 1], vec![1, 10, 100]).unwrap();
    let product = library::product::<row, batch, _, _>(&a, &b).unwrap();
    assert_eq!(product.as_slice(), [321, 654]);
}

#[test]
fn typed_labels_give_a_composition() -> Result<(), ShapeError> {
    use extents::Composition;
    const PRODUCT: Composition = Composition::of_types::<((i, j), (j, k)), (k, i)>();
    assert_eq!(PRODUCT, Composition::einsum("ij,jk->ki")?);
    let trace = Composition::of_types::<((batch, batch),), ()>();
    assert_eq!(trace, Composition::of_labels(&["batch, batch"], "")?);
    // Labels of one name and of two crates or modules are two.
    type Ins = ((row, library::row), (library::row,));
    let sums = Composition::of_types::<Ins, (row,)>();
    assert_eq!(sums.names(), ["row", "row"]);
    let shapes = [DynRankExtents::new(&[2, 3])?, DynRankExtents::new(&[3])?];
    assert_eq!(sums.resolve(&shapes)?.result.as_slice(), [2]);
    // As many labels as there can be, each in its place.
    type All = (a, b, c, d, e, f, g, h, i, j, k, l);
    type Rest = (m, n, o, p, q, r, s, t, u, v, w, x);
    type Twelve = (All, Rest, All, Rest, All, Rest, All, Rest, All, Rest, All, Rest);
    let [all, rest] = ["abcdefghijkl", "mnopqrstuvwx"];
    let text = vec![[all, rest].join(","); 6].join(",") + "->" + rest;
    assert_eq!(Composition::of_types::<Twelve, Rest>(), Composition::einsum(&text)?);
    Ok(())
}
