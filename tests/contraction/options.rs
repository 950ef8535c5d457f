//! What stands behind `;` in `contract!`: the type of the sums, and the order of the operands.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use core::num::Saturating;

use extents::label::{i, j, k, l, m};
use extents::plan::Path;
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, InlineTensor, StaticExtents, Tensor,
    ViewMut, contract, extents,
};

/// 1e8 and -1e8 swallow 1 in `f32`, and nothing in `f64`.
const ROW: [f32; 4] = [1e8, 1.0, -1e8, 1.0];

#[test]
fn sums_are_in_the_type_that_is_asked_for() {
    let a = InlineTensor::<f32, StaticExtents![1, 4]>::from_array([ROW]);
    let ones = InlineTensor::<f32, StaticExtents![4, 2]>::from_array([[1.0; 2]; 4]);
    let Ok(c) = contract!(a[i, j] * ones[j, k] => [i, k]; sum in f64);
    assert_eq!(c.into_array(), [[2.0, 2.0]]);
    // In order: 1e8 + 1 is 1e8, so that only the last 1 is left.
    let Ok(rounded) = contract!(a[i, j] * ones[j, k] => [i, k]);
    assert_eq!(rounded.into_array(), [[1.0, 1.0]]);

    // One operand, and run-time extents.
    let a = Tensor::from_vec(DynExtents::new([1, 4]).unwrap(), ROW.to_vec()).unwrap();
    assert_eq!(contract!(a[i, j] => [i]; sum in f64).unwrap().as_slice(), [2.0]);
    let ones = Tensor::full(extents![dyn 4, 2].unwrap(), 1.0).unwrap();
    let c = contract!(a[i, j] * ones[j, k] => [i, k]; sum in f64).unwrap();
    assert_eq!(c.as_slice(), [2.0, 2.0]);

    // What is added to takes part.
    let mut buffer = [-1e8_f32 - 8.0, 0.5];
    let mut target = ViewMut::from_slice(extents![1, 2], &mut buffer).unwrap();
    contract!(target[i, k] += a[i, j] * ones[j, k]; sum in f64).unwrap();
    assert_eq!(buffer, [(-1e8_f64 - 8.0 + 2.0) as f32, 2.5]);
}

#[test]
fn integers_sum_in_wider_ones_and_are_cut_when_they_are_written() {
    let a = InlineTensor::<i8, StaticExtents![3]>::from_array([100, 100, 56]);
    let Ok(sum) = contract!(a[i] => []; sum in i32);
    // 256 modulo 256, whichever type it was summed in.
    assert_eq!(sum[[]], 0);
}

#[test]
fn temporaries_hold_sums_in_the_wider_type() {
    // (a b) is 2 in f64 and 1 in f32; the product with c goes on with it.
    let a = InlineTensor::<f32, StaticExtents![1, 4]>::from_array([ROW]);
    let b = InlineTensor::<f32, StaticExtents![4, 1]>::from_array([[1.0]; 4]);
    let c = InlineTensor::<f32, StaticExtents![1, 3]>::from_array([[1.0, 2.0, 3.0]]);
    let Ok(d) = contract!(a[i, j] * b[j, k] * c[k, l] => [i, l]; sum in f64; path [(0, 1), (0, 1)]);
    assert_eq!(d.into_array(), [[2.0, 4.0, 6.0]]);
    let (a, b) = (a.weaken::<DynExtents<2>>(), b.weaken::<DynExtents<2>>());
    let d = contract!(a[i, j] * b[j, k] * c[k, l] => [i, l]; path [(0, 1), (0, 1)]; sum in f64);
    assert_eq!(d.unwrap().as_slice(), [2.0, 4.0, 6.0]);
}

/// Rounding tells orders apart: in `f32`, `(a b) c` and `a (b c)` differ here.
#[test]
fn operands_contract_along_the_path_that_is_given() {
    type Scalar = InlineTensor<f32, StaticExtents![2]>;
    let large = Scalar::from_array([1e30, 1e30]);
    let small = Scalar::from_array([1e-30, 1e-30]);
    // large * large is infinite; large * small is 1.
    let Ok(first) = contract!(large[i] * large[i] * small[i] => [i]; path [(0, 1), (0, 1)]);
    assert_eq!(first.into_array(), [f32::INFINITY; 2]);
    let Ok(last) = contract!(large[i] * large[i] * small[i] => [i]; path [(1, 2), (0, 1)]);
    assert!(last.into_array().iter().all(|x| (x / 1e30 - 1.0).abs() < 1e-6));
    let open = Tensor::from_vec(extents![dyn 2].unwrap(), vec![1e30; 2]).unwrap();
    let first = contract!(open[i] * large[i] * small[i] => [i]; path [(0, 1), (0, 1)]).unwrap();
    assert_eq!(first.as_slice(), [f32::INFINITY; 2]);
    let last = contract!(open[i] * large[i] * small[i] => [i]; path [(1, 2), (0, 1)]).unwrap();
    assert!(last.as_slice().iter().all(|x| (x / 1e30 - 1.0).abs() < 1e-6));
}

/// 100 * 2 is 127, times -1; 2 * -1 first would give -128.
#[test]
fn elements_that_keep_their_order_go_from_left_to_right_along_any_path() {
    let many = Tensor::from_vec(extents![2], vec![Saturating(100_i8); 2]).unwrap();
    let two = Tensor::full(extents![1], Saturating(2)).unwrap();
    let less = Tensor::full(extents![1], Saturating(-1)).unwrap();
    let typed = contract!(many[j] * two[i] * less[i] => [j]; path [(1, 2), (0, 1)]).unwrap();
    assert_eq!(typed.as_slice(), [Saturating(-127); 2]);
    let composition = Composition::einsum("j,i,i->j").unwrap();
    let shapes = [2, 1, 1].map(|extent| DynRankExtents::new(&[extent]).unwrap());
    let path = Path::given(&composition, &shapes, &[(1, 2), (0, 1)]).unwrap();
    let along = ContractBy::along(&path);
    let mut has_steps = false;
    let by_text = along.eval_with(&[&many, &two, &less], |_| has_steps = true).unwrap();
    assert_eq!((by_text.as_slice(), has_steps), (typed.as_slice(), false));
    let mut sums = Tensor::full(extents![2], Saturating(27)).unwrap();
    along.add_to(&[&many, &two, &less], sums.view_mut()).unwrap();
    assert_eq!(sums.as_slice(), [Saturating(-100); 2]);
}

/// Each path of four operands gives the same integers, and so does the cheapest.
#[test]
fn integers_are_the_same_along_each_path() {
    let numbers =
        |n: i64| InlineTensor::<i64, StaticExtents![2, 2]>::from_array([[n, n + 1], [-n, 3]]);
    let (a, b, c, d) = (numbers(1), numbers(2), numbers(3), numbers(4));
    let mut expected = [[0; 2]; 2];
    for p in 0..16 {
        let [i0, j0, k0, l0] = [p & 1, p >> 1 & 1, p >> 2 & 1, p >> 3 & 1];
        for m0 in 0..2 {
            expected[i0][m0] += a[[i0, j0]] * b[[j0, k0]] * c[[k0, l0]] * d[[l0, m0]];
        }
    }
    macro_rules! along {
        ($($path:tt)*) => {{
            let Ok(e) = contract!(a[i, j] * b[j, k] * c[k, l] * d[l, m] => [i, m] $($path)*);
            assert_eq!(e.into_array(), expected, "{}", stringify!($($path)*));
        }};
    }
    along!();
    along!(; path [(0, 1), (0, 1), (0, 1)]);
    along!(; path [(0, 1), (0, 2), (0, 1)]);
    along!(; path [(2, 3), (0, 1), (0, 1)]);
    along!(; path [(0, 3), (0, 2), (1, 0)]);
    along!(; path [(3, 1), (0, 2), (0, 1)]);
}
