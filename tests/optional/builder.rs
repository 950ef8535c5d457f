//! `ContractBy`: the type of the sums, the path and the processors of contractions under text labels,
//! against loops that are spelled out.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a test says what is wrong by panicking; the numbers are small"
)]

use extents::error::{Place, Quantity};
use std::num::Saturating;

use extents::generic::SumIn;
use extents::label::LabelName;
use extents::layout::{Canonical, ColMajor};
use extents::plan::Path;
use extents::{
    Composition, ContractBy, DynExtents, Scalar, ShapeError, Tensor, TensorOf,
    composition::DynOperand, extents,
};

type Matrix<T> = TensorOf<DynExtents<2>, T>;

fn matrix<T>(rows: usize, columns: usize, element: impl FnMut([usize; 2]) -> T) -> Matrix<T> {
    Tensor::from_fn(DynExtents::new([rows, columns]).unwrap(), element).unwrap()
}

/// Whole numbers that are spread over `0..below`.
fn spread(seed: usize, below: usize) -> impl FnMut([usize; 2]) -> usize {
    let mut n = seed;
    move |_| {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (n >> 33) % below
    }
}

fn path<T>(text: &str, operands: &[&dyn DynOperand<T>], pairs: &[(usize, usize)]) -> Path {
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    Path::given(&Composition::einsum(text).unwrap(), &shapes, pairs).unwrap()
}

/// All paths of three operands, and some of four.
const OF_THREE: [[(usize, usize); 2]; 3] = [[(0, 1), (0, 1)], [(1, 2), (0, 1)], [(0, 2), (1, 0)]];
const OF_FOUR: [[(usize, usize); 3]; 4] = [
    [(0, 1), (0, 1), (0, 1)],
    [(0, 1), (0, 1), (1, 0)],
    [(2, 3), (1, 2), (0, 1)],
    [(1, 2), (0, 2), (0, 1)],
];

#[test]
fn products_of_floats_are_summed_in_f64() {
    // 1e8 and -1e8 swallow 1 in `f32`, and nothing in `f64`.
    let rows: [[f32; 4]; 2] = [[1e8, 1.0, -1e8, 1.0], [3.0, -1e8, 2.0, 1e8]];
    let a = matrix(2, 4, |[i, j]| rows[i][j]);
    let b = matrix(4, 3, |[_, k]| [1.0_f32, 2.0, 0.5][k]);
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let mut expected = Vec::new();
    for row in rows {
        for factor in [1.0, 2.0, 0.5] {
            let terms = row.iter().map(|&x| f64::from(x) * factor);
            expected.push(terms.sum::<f64>() as f32);
        }
    }
    assert_eq!(expected, [2.0, 4.0, 1.0, 5.0, 10.0, 2.5]);
    let found = ContractBy::new(&product).sum_in::<f64>().eval(&[&a, &b]).unwrap();
    assert_eq!(found.as_slice(), expected);
    let rounded = ContractBy::new(&product).eval(&[&a, &b]).unwrap();
    assert_ne!(rounded.as_slice(), expected);

    // One operand, and what is added to takes part before the only rounding.
    let sums = Composition::einsum("ij->i").unwrap();
    let exact = ContractBy::new(&sums).sum_in::<f64>();
    assert_eq!(exact.eval(&[&a]).unwrap().as_slice(), [2.0, 5.0]);
    let mut target = Tensor::from_vec(extents![2], vec![-1e8_f32 - 8.0, 0.5]).unwrap();
    exact.add_to(&[&a], target.view_mut()).unwrap();
    assert_eq!(target.as_slice(), [(-1e8_f64 - 8.0 + 2.0) as f32, 5.5]);
    exact.assign_to(&[&a], target.view_mut()).unwrap();
    assert_eq!(target.as_slice(), [2.0, 5.0]);
}

/// Each order of four operands rounds once, to the element that is nearest to the exact one.
#[test]
fn temporaries_of_a_path_are_not_rounded() {
    // Elements of 24 bits that nearly cancel.
    let entry = |seed: usize| {
        let mut next = spread(seed, 1 << 24);
        move |at: [usize; 2]| (next(at) as f32 / 8192.0) - 1024.0
    };
    let (a, b) = (matrix(3, 5, entry(1)), matrix(5, 4, entry(2)));
    let (c, d) = (matrix(4, 6, entry(3)), matrix(6, 2, entry(4)));
    let (mut of_three, mut of_four) = (vec![0.0_f64; 3 * 6], vec![0.0_f64; 3 * 2]);
    for i in 0..3 {
        for l in 0..6 {
            for j in 0..5 {
                for k in 0..4 {
                    let [x, y, z] = [a[[i, j]], b[[j, k]], c[[k, l]]].map(f64::from);
                    of_three[i * 6 + l] += x * y * z;
                    for m in 0..2 {
                        of_four[i * 2 + m] += x * y * z * f64::from(d[[l, m]]);
                    }
                }
            }
        }
    }
    let is_near = |found: &[f32], exact: &[f64]| {
        // Half a unit in the last place; the rest is the rounding of 120 terms in `f64`.
        let is_near = |(&x, e): (&f32, &f64)| {
            (f64::from(x) - e).abs() <= e.abs() * f64::from(f32::EPSILON) / 2.0 + 1.0
        };
        found.len() == exact.len() && found.iter().zip(exact).all(is_near)
    };

    let three: [&dyn DynOperand<f32>; 3] = [&a, &b, &c];
    let mut differs = false;
    for pairs in OF_THREE {
        let path = path("ij,jk,kl->il", &three, &pairs);
        let found = ContractBy::along(&path).sum_in::<f64>().eval(&three).unwrap();
        assert!(is_near(found.as_slice(), &of_three), "{path}\n{found:?}\n{of_three:?}");
        differs |= !is_near(ContractBy::along(&path).eval(&three).unwrap().as_slice(), &of_three);
    }
    assert!(differs, "sums in f32 would do");

    let four: [&dyn DynOperand<f32>; 4] = [&a, &b, &c, &d];
    let mut differs = false;
    for pairs in OF_FOUR {
        let path = path("ij,jk,kl,lm->im", &four, &pairs);
        let found = ContractBy::along(&path).sum_in::<f64>().par().eval(&four).unwrap();
        assert!(is_near(found.as_slice(), &of_four), "{path}\n{found:?}\n{of_four:?}");
        differs |= !is_near(ContractBy::along(&path).eval(&four).unwrap().as_slice(), &of_four);
    }
    assert!(differs, "sums in f32 would do");

    // The path that is found, into a target that is added to.
    let chain = Composition::einsum("ij,jk,kl,lm->mi").unwrap();
    let mut target = Tensor::full(ColMajor.of(extents![2, 3]), 0.0_f32).unwrap();
    ContractBy::new(&chain).sum_in::<f64>().add_to(&four, target.view_mut()).unwrap();
    let found: Vec<f32> = (0..6).map(|n| target[[n % 2, n / 2]]).collect();
    assert!(is_near(&found, &of_four), "{found:?}\n{of_four:?}");
}

/// An element that keeps what lies in 0..=255, and cuts sums down to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Brightness(u8);

impl Scalar for Brightness {
    const ZERO: Self = Brightness(0);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Brightness(self.0.saturating_add(other.0))
    }
    fn times(self, other: Self) -> Self {
        Brightness(self.0.saturating_mul(other.0))
    }
}

impl SumIn<i64> for Brightness {
    fn widen(self) -> i64 {
        self.0.into()
    }
    fn narrow(sum: i64) -> Self {
        Brightness((sum / 1000).clamp(0, 255) as u8)
    }
}

/// A narrowing between the steps would show: it divides.
#[test]
fn each_element_of_the_result_is_narrowed_once() {
    let entry = |seed: usize| {
        let mut next = spread(seed, 9);
        move |at: [usize; 2]| Brightness(next(at) as u8)
    };
    let (a, b, c) = (matrix(3, 7, entry(1)), matrix(7, 8, entry(2)), matrix(8, 4, entry(3)));
    let mut expected = Vec::new();
    for i in 0..3 {
        for l in 0..4 {
            let mut sum = 0_i64;
            for j in 0..7 {
                for k in 0..8 {
                    let factors = [a[[i, j]], b[[j, k]], c[[k, l]]];
                    sum += factors.iter().map(|x| i64::from(x.0)).product::<i64>();
                }
            }
            expected.push(Brightness((sum / 1000).clamp(0, 255) as u8));
        }
    }
    assert!(expected.iter().any(|x| x.0 > 0));
    let operands: [&dyn DynOperand<Brightness>; 3] = [&a, &b, &c];
    for pairs in OF_THREE {
        let path = path("ij,jk,kl->il", &operands, &pairs);
        let found = ContractBy::along(&path).sum_in::<i64>().eval(&operands).unwrap();
        assert_eq!(found.as_slice(), expected, "{path}");
    }
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let chain = Composition::einsum("ij,jk,kl->il").unwrap();
    let nest = Path::direct(&chain, &shapes).unwrap();
    let found = ContractBy::along(&nest).sum_in::<i64>().eval(&operands).unwrap();
    assert_eq!(found.as_slice(), expected);
    let found = ContractBy::new(&chain).par().sum_in::<i64>().eval(&operands).unwrap();
    assert_eq!(found.as_slice(), expected);
}

#[test]
fn bytes_are_summed_in_i32_and_cut_when_they_are_written() {
    let entry = |seed: usize| {
        let mut next = spread(seed, 256);
        move |at: [usize; 2]| (next(at) as i16 - 128) as i8
    };
    let (a, b, c) = (matrix(4, 30, entry(1)), matrix(30, 20, entry(2)), matrix(20, 5, entry(3)));
    let mut expected = vec![5_i8; 20];
    for i in 0..4 {
        for l in 0..5 {
            let mut sum = 5_i64;
            for j in 0..30 {
                for k in 0..20 {
                    let factors = [a[[i, j]], b[[j, k]], c[[k, l]]];
                    sum += factors.iter().map(|&x| i64::from(x)).product::<i64>();
                }
            }
            assert!(i8::try_from(sum).is_err(), "too small a sum to be cut");
            expected[i * 5 + l] = sum as i8;
        }
    }
    let operands: [&dyn DynOperand<i8>; 3] = [&a, &b, &c];
    for pairs in OF_THREE {
        let path = path("ij,jk,kl->il", &operands, &pairs);
        let mut target = Tensor::full(extents![4, 5], 5_i8).unwrap();
        ContractBy::along(&path)
            .par()
            .sum_in::<i32>()
            .add_to(&operands, target.view_mut())
            .unwrap();
        assert_eq!(target.as_slice(), expected, "{path}");
    }
}

/// The type that counts is the last one, as in `contract!` it is the first.
#[test]
fn of_several_types_of_sums_the_last_one_counts() {
    let a = Tensor::from_vec(extents![3], vec![1e8_f32, 1.0, -1e8]).unwrap();
    let sum = Composition::einsum("i->").unwrap();
    let last = ContractBy::new(&sum).sum_in::<f32>().sum_in::<f64>();
    assert_eq!(last.eval(&[&a]).unwrap().as_slice(), [1.0]);
    let last = ContractBy::new(&sum).sum_in::<f64>().par().sum_in::<f32>();
    assert_eq!(last.eval(&[&a]).unwrap().as_slice(), [0.0]);
}

#[test]
fn elements_whose_order_matters_keep_it() {
    let number = |value: i8| Tensor::from_vec(extents![1], vec![Saturating(value)]).unwrap();
    let many = Tensor::from_vec(extents![2], vec![Saturating(100_i8); 2]).unwrap();
    let (two, less) = (number(2), number(-1));
    let operands: [&dyn DynOperand<Saturating<i8>>; 3] = [&many, &two, &less];
    let product = Composition::einsum("j,i,i->j").unwrap();
    // 100 * 2 = 127, times -1; 2 * -1 first would give -128 + 28.
    let found = ContractBy::new(&product).par().eval(&operands).unwrap();
    assert_eq!(found.as_slice(), [Saturating(-127); 2]);
    let found = ContractBy::new(&product).sum_in::<Saturating<i8>>().eval(&operands).unwrap();
    assert_eq!(found.as_slice(), [Saturating(-127); 2]);
    // Along a path too.
    let path = path("j,i,i->j", &operands, &[(1, 2), (0, 1)]);
    let found = ContractBy::along(&path).par().eval(&operands).unwrap();
    assert_eq!(found.as_slice(), [Saturating(-127); 2]);

    // Long sums in order: up to the end of the type, and then down.
    let long = matrix(300, 400, |[i, _]| Saturating(if i < 150 { 1_i16 } else { -1 }));
    let sum = Composition::einsum("ij->").unwrap();
    let found = ContractBy::new(&sum).par().eval(&[&long]).unwrap();
    let mut expected = 0_i16;
    for x in long.iter() {
        expected = expected.saturating_add(x.0);
    }
    assert_eq!(expected, (32_767 - 60_000_i32) as i16);
    assert_eq!(found.as_slice(), [Saturating(expected)]);
}

/// Large enough to be shared out, where there is more than one thread. Without `rayon`, nothing is, and the kernels of so
/// many types would be compiled for tests that others have.
#[cfg(feature = "rayon")]
#[test]
fn integers_are_the_same_on_all_processors() {
    use extents::Extents;
    let entry = |seed: usize| {
        let mut next = spread(seed, 1 << 31);
        move |at: [usize; 2]| next(at) as u32
    };
    let (a, b) = (matrix(130, 140, entry(1)), matrix(140, 125, entry(2)));
    let c = matrix(125, 120, entry(3));
    let product = |a: &Matrix<u32>, b: &Matrix<u32>| {
        matrix(a.extents().extents()[0], b.extents().extents()[1], |[i, k]| {
            let terms = (0..a.extents().extents()[1]).map(|j| a[[i, j]].wrapping_mul(b[[j, k]]));
            terms.fold(0_u32, u32::wrapping_add)
        })
    };
    let ab = product(&a, &b);
    let two = Composition::einsum("ij,jk->ik").unwrap();
    let found = ContractBy::new(&two).par().eval(&[&a, &b]).unwrap();
    assert_eq!(found.as_slice(), ab.as_slice());
    let found = ContractBy::new(&two).par().sum_in::<u64>().eval(&[&a, &b]).unwrap();
    assert_eq!(found.as_slice(), ab.as_slice());

    let expected = product(&ab, &c);
    let operands: [&dyn DynOperand<u32>; 3] = [&a, &b, &c];
    // The third one makes 273 million elements.
    for pairs in [OF_THREE[0], OF_THREE[1]] {
        let path = path("ij,jk,kl->il", &operands, &pairs);
        let found = ContractBy::along(&path).par().eval(&operands).unwrap();
        assert_eq!(found.as_slice(), expected.as_slice(), "{path}");
        let found = ContractBy::along(&path).sum_in::<i128>().par().eval(&operands).unwrap();
        assert_eq!(found.as_slice(), expected.as_slice(), "{path}");
    }
    // One element, which all threads add to.
    let sum = a.iter().fold(7_u32, |sum, x| sum.wrapping_add(x.wrapping_mul(*x)));
    let mut target = Tensor::full(extents![], 7_u32).unwrap();
    let squares = Composition::einsum("ij,ij->").unwrap();
    ContractBy::new(&squares).par().add_to(&[&a, &a], target.view_mut()).unwrap();
    assert_eq!(target.as_slice(), [sum]);
}

/// The bound that the guide states.
#[test]
fn floats_on_all_processors_stay_within_the_bound() {
    let entry = |seed: usize| {
        let mut next = spread(seed, 1 << 24);
        move |at: [usize; 2]| next(at) as f32 / 1e6 - 8.0
    };
    let (a, b) = (matrix(70, 200, entry(1)), matrix(200, 60, entry(2)));
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let found = ContractBy::new(&product).par().eval(&[&a, &b]).unwrap();
    let exact = ContractBy::new(&product).par().sum_in::<f64>().eval(&[&a, &b]).unwrap();
    for (n, (found, exact)) in found.as_slice().iter().zip(exact.as_slice()).enumerate() {
        let terms = (0..200).map(|j| f64::from(a[[n / 60, j]]) * f64::from(b[[j, n % 60]]));
        let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        let unit = f64::from(f32::EPSILON) / 2.0;
        let error = (f64::from(*found) - sum).abs();
        assert!(error <= 202.0 * unit * size, "{n}: {error}");
        let error = (f64::from(*exact) - sum).abs();
        assert!(error <= unit * sum.abs() + 202.0 * f64::EPSILON * size, "{n}: {error}");
    }
}

#[test]
fn where_a_summed_label_has_no_entry_there_are_zeros() {
    let (a, b) = (matrix(2, 0, |_| 1.0_f32), matrix(0, 2, |_| 1.0_f32));
    let infinite = matrix(2, 2, |_| f32::INFINITY);
    let operands: [&dyn DynOperand<f32>; 3] = [&a, &b, &infinite];
    for pairs in OF_THREE {
        let path = path("ij,jk,kl->il", &operands, &pairs);
        let found = ContractBy::along(&path).sum_in::<f64>().par().eval(&operands).unwrap();
        assert_eq!(found.as_slice(), [0.0; 4]);
        let mut target = Tensor::full(extents![2, 2], 3.0_f32).unwrap();
        let by = ContractBy::along(&path).sum_in::<f64>();
        by.add_to(&operands, target.view_mut()).unwrap();
        assert_eq!(target.as_slice(), [3.0; 4]);
        by.assign_to(&operands, target.view_mut()).unwrap();
        assert_eq!(target.as_slice(), [0.0; 4]);
    }
}

#[test]
fn what_is_refused_leaves_the_target() {
    let (a, wrong) = (matrix(2, 2, |_| 1.0_f32), matrix(3, 2, |_| 1.0_f32));
    let chain = Composition::einsum("ij,jk,kl->il").unwrap();
    let good: [&dyn DynOperand<f32>; 3] = [&a, &a, &a];
    let bad: [&dyn DynOperand<f32>; 3] = [&a, &a, &wrong];
    let path = path("ij,jk,kl->il", &good, &[(0, 1), (0, 1)]);
    let mismatch = ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new("k")),
        expected: 2,
        found: 3,
    };
    let mut target = Tensor::full(extents![2, 2], 7.0_f32).unwrap();
    for by in [ContractBy::new(&chain), ContractBy::along(&path)] {
        let by = by.sum_in::<f64>().par();
        assert_eq!(by.assign_to(&bad, target.view_mut()), Err(mismatch));
        assert_eq!(by.add_to(&bad, target.view_mut()), Err(mismatch));
        assert_eq!(by.eval(&bad).unwrap_err(), mismatch);
        let count = ShapeError::CountMismatch { of: Quantity::Operands, expected: 3, found: 2 };
        assert_eq!(by.assign_to(&good[..2], target.view_mut()), Err(count));
        assert_eq!(
            by.eval::<f32>(&[]).unwrap_err(),
            ShapeError::CountMismatch { of: Quantity::Operands, expected: 3, found: 0 }
        );
        assert_eq!(target.as_slice(), [7.0; 4]);

        let mut narrow = Tensor::full(extents![2, 1], 7.0_f32).unwrap();
        let found = by.assign_to(&good, narrow.view_mut());
        assert_eq!(
            found,
            Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 2, found: 1 })
        );
        let mut long = Tensor::full(extents![2], 7.0_f32).unwrap();
        let found = by.add_to(&good, long.view_mut());
        assert_eq!(found, Err(ShapeError::RankMismatch { expected: 2, found: 1 }));
        assert_eq!(by.add_to(&good, Tensor::null().view_mut()), Err(ShapeError::Null));
        assert_eq!((narrow.as_slice(), long.as_slice()), (&[7.0; 2][..], &[7.0; 2][..]));
    }
}

#[test]
fn a_temporary_without_memory_is_an_error_and_nothing_is_written() {
    let one = Tensor::full(extents![1], 1.0_f32).unwrap();
    let wide = one.view().broadcast(0, 1 << 30).unwrap();
    let operands: [&dyn DynOperand<f32>; 4] = [&wide, &wide, &wide, &wide];
    let path = path("i,j,i,j->", &operands, &[(0, 1), (0, 1), (0, 1)]);
    let by = ContractBy::along(&path).sum_in::<f64>().par();
    let mut target = Tensor::full(extents![], 7.0).unwrap();
    let none = ShapeError::Allocation { elements: 1 << 60 };
    assert_eq!(by.assign_to(&operands, target.view_mut()), Err(none));
    assert_eq!(by.add_to(&operands, target.view_mut()), Err(none));
    assert_eq!(by.eval(&operands).unwrap_err(), none);
    assert_eq!(target.as_slice(), [7.0]);
}
