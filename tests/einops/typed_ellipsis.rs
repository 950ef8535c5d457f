//! `..` in `contract!`: the rows that NumPy answers with an ellipsis in front, and what types know.

use extents::label::{i, j, k, l};
use extents::{InlineTensor, StaticExtents, Tensor, TensorOf, contract, extents};

use super::{assert_is, message};

/// Elements 0, 1, 2 and so on.
macro_rules! counting {
    ($($extent:literal),*) => {{
        let size = [$($extent),*].iter().product::<usize>();
        Tensor::from_vec(extents![$($extent),*], (0..size).map(|n| n as f64).collect()).unwrap()
    }};
}

#[test]
fn rows_with_an_ellipsis_in_front() {
    let (a, b) = (counting!(2, 2, 3), counting!(3, 4));
    let c: TensorOf<StaticExtents![2, 2, 4], f64> =
        contract!(a[.., i, j] * b[j, k] => [.., i, k]).unwrap();
    assert_is(&c.view(), "n.0");
    let (a, b) = (counting!(5, 2, 2, 3), counting!(5, 2, 3, 4));
    assert_is(&contract!(a[.., i, j] * b[.., j, k] => [.., i, k]).unwrap().view(), "n.1");
    let a = counting!(2, 3, 3);
    assert_is(&contract!(a[.., i, i] => [..]).unwrap().view(), "n.4");
    // No mode in front.
    let a = counting!(3);
    assert_is(&contract!(a[..] * a[..] => [..]).unwrap().view(), "n.7");
    assert_is(&contract!(a[.., i] => [.., i]).unwrap().view(), "n.8");
}

#[test]
fn operands_of_any_number_and_kind() {
    let a = InlineTensor::<i32, StaticExtents![2, 2, 2]>::from_array([
        [[1, 2], [3, 4]],
        [[5, 6], [7, 8]],
    ]);
    let b = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[0, 1], [1, 0]]);
    let Ok(swapped) = contract!(a[.., i, j] * b[j, k] => [.., i, k]);
    assert_eq!(swapped.into_array(), [[[2, 1], [4, 3]], [[6, 5], [8, 7]]]);
    let Ok(back) = contract!(a[.., i, j] * b[j, k] * b[k, l] => [.., i, l]; path [(0, 1), (0, 1)]);
    assert_eq!(back.into_array(), a.into_array());
    let Ok(extents) = contract!(extents![7, 2, 3][.., i, j] * extents![3, 4][j, k] => [.., k]);
    assert_eq!(extents, extents![7, 4]);
}

/// Equal extents, as of any label; nothing repeats.
#[test]
fn extents_of_an_ellipsis_are_equal() {
    let (m, n) = (5, 1);
    let a = Tensor::full(extents![dyn m, 2].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn n, 2].unwrap(), 1).unwrap();
    let error = message(contract!(a[.., i] * b[.., i] => [..]));
    assert_eq!(error, "label `..0` names modes of different extents: 5 and 1");
}
