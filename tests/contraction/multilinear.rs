//! uBLAS's functions: each against loops that are written out, and what they refuse.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::layout::{Canonical, ColMajor};
use extents::multilinear::{inner, norm, outer, prod, trans, ttm, ttt, ttv};
use extents::{
    Const, DynExtents, DynRankExtents, InlineTensor, ShapeError, StaticExtents, Tensor, View,
    composition::DynOperand,
    error::{Bounded, Place, Quantity},
    extents,
};

/// The element of an operand at an index: no two alike in small tensors, and some negative.
fn value(operand: i64, index: &[usize]) -> i64 {
    let place = index.iter().fold(1, |sum, &coordinate| 7 * sum + coordinate as i64);
    (place + 5) * (operand * 2 - 3) - 40 * operand
}

/// The operand of these extents, in four layers and layouts.
fn operands(operand: i64, shape: [usize; 3]) -> Vec<Box<dyn DynOperand<i64>>> {
    let rows = Tensor::from_fn(DynExtents::new(shape).unwrap(), |i| value(operand, &i)).unwrap();
    let columns = ColMajor.of(DynRankExtents::new(&shape).unwrap());
    let columns = Tensor::from_fn(columns, |i| value(operand, i.as_ref())).unwrap();
    // The elements backwards in memory, in a view that turns them around.
    let turned = DynExtents::new(shape).unwrap();
    let turned = Tensor::from_fn(turned, |[i, j, k]| value(operand, &[shape[0] - 1 - i, j, k]));
    let turned: &'static _ = Box::leak(Box::new(turned.unwrap()));
    let turned = turned.view().reverse(Const::<0>);
    let mixed = extents![dyn shape[0], dyn shape[1], dyn shape[2]].unwrap();
    let mixed = Tensor::from_fn(mixed, |i| value(operand, &i)).unwrap();
    vec![Box::new(rows), Box::new(columns), Box::new(turned), Box::new(mixed)]
}

fn tensor<const N: usize>(operand: i64, shape: [usize; N]) -> Tensor<i64, DynExtents<N>> {
    Tensor::from_fn(DynExtents::new(shape).unwrap(), |i| value(operand, &i)).unwrap()
}

fn assert_is(found: &Tensor<i64, DynRankExtents>, shape: &[usize], elements: &[i64]) {
    assert_eq!(found.extents().as_slice(), shape);
    assert_eq!(found.as_slice(), elements);
}

const SHAPE: [usize; 3] = [2, 3, 4];

#[test]
fn a_vector_along_each_mode() {
    let [n, m, l] = SHAPE;
    for a in operands(1, SHAPE) {
        for mode in 0..3 {
            let v = tensor(2, [SHAPE[mode]]);
            let kept: Vec<usize> = (0..3).filter(|&other| other != mode).collect();
            let mut expected = vec![0; n * m * l / SHAPE[mode]];
            for i in 0..n {
                for j in 0..m {
                    for k in 0..l {
                        let index = [i, j, k];
                        let place = index[kept[0]] * SHAPE[kept[1]] + index[kept[1]];
                        expected[place] += value(1, &index) * value(2, &[index[mode]]);
                    }
                }
            }
            let found = ttv(&*a, &v, mode).unwrap();
            assert_is(&found, &[SHAPE[kept[0]], SHAPE[kept[1]]], &expected);
        }
    }
}

#[test]
fn a_matrix_along_each_mode() {
    let [n, m, l] = SHAPE;
    for a in operands(1, SHAPE) {
        for mode in 0..3 {
            let b = tensor(2, [5, SHAPE[mode]]);
            let mut shape = SHAPE;
            shape[mode] = 5;
            let mut expected = vec![0; shape.iter().product()];
            for i in 0..n {
                for j in 0..m {
                    for k in 0..l {
                        for row in 0..5 {
                            let index = [i, j, k];
                            let mut to = index;
                            to[mode] = row;
                            let place = (to[0] * shape[1] + to[1]) * shape[2] + to[2];
                            expected[place] += value(1, &index) * value(2, &[row, index[mode]]);
                        }
                    }
                }
            }
            assert_is(&ttm(&*a, &b, mode).unwrap(), &shape, &expected);
        }
    }
}

#[test]
fn tensors_over_lists_of_modes() {
    // The second tensor has modes of extents 4, 5, 2: mode 0 meets mode 2 of the first, mode 2 mode 0.
    let b = tensor(2, [4, 5, 2]);
    for a in operands(1, SHAPE) {
        let (mut two, mut one, mut none) = (vec![0; 15], vec![0; 60], vec![0; 960]);
        for i in 0..2 {
            for j in 0..3 {
                for k in 0..4 {
                    for p in 0..4 {
                        for q in 0..5 {
                            for r in 0..2 {
                                let product = value(1, &[i, j, k]) * value(2, &[p, q, r]);
                                if k == p && i == r {
                                    two[j * 5 + q] += product;
                                }
                                if k == p {
                                    one[((i * 3 + j) * 5 + q) * 2 + r] += product;
                                }
                                none[((((i * 3 + j) * 4 + k) * 4 + p) * 5 + q) * 2 + r] = product;
                            }
                        }
                    }
                }
            }
        }
        assert_is(&ttt(&*a, &b, &[2, 0], &[0, 2]).unwrap(), &[3, 5], &two);
        assert_is(&ttt(&*a, &b, &[0, 2], &[2, 0]).unwrap(), &[3, 5], &two);
        assert_is(&ttt(&*a, &b, &[2], &[0]).unwrap(), &[2, 3, 5, 2], &one);
        assert_is(&outer(&*a, &b).unwrap(), &[2, 3, 4, 4, 5, 2], &none);
    }
}

/// Lists of more modes than types have: of all modes but two, one has more than one entry.
#[test]
fn tensors_over_long_lists_of_modes() {
    let extents: Vec<usize> = [vec![2], vec![1; 13], vec![3]].concat();
    let left = Tensor::from_vec(DynRankExtents::new(&extents).unwrap(), vec![1, 2, 3, 4, 5, 6]);
    let extents: Vec<usize> = [vec![1; 13], vec![2]].concat();
    let right = Tensor::from_vec(DynRankExtents::new(&extents).unwrap(), vec![10, 1]).unwrap();
    let modes: Vec<usize> = (0..14).collect();
    let reversed: Vec<usize> = (0..14).rev().collect();
    let found = ttt(&left.unwrap(), &right, &modes[..], &reversed[..]).unwrap();
    assert_is(&found, &[3], &[10 + 4, 20 + 5, 30 + 6]);
}

#[test]
fn all_modes_and_the_same_modes() {
    for a in operands(1, SHAPE) {
        for b in operands(2, SHAPE) {
            let (mut all, mut same, mut crossed) = (0, vec![0; 9], vec![0; 9]);
            for i in 0..2 {
                for j in 0..3 {
                    for k in 0..4 {
                        all += value(1, &[i, j, k]) * value(2, &[i, j, k]);
                        for other in 0..3 {
                            let product = value(1, &[i, j, k]) * value(2, &[i, other, k]);
                            same[j * 3 + other] += product;
                            crossed[other * 3 + j] += product;
                        }
                    }
                }
            }
            assert_eq!(inner(&*a, &*b).unwrap(), all);
            assert_is(&ttt(&*a, &*b, &[1, 2, 0], &[1, 2, 0]).unwrap(), &[], &[all]);
            assert_is(&prod(&*a, &*b, &[0, 2]).unwrap(), &[3, 3], &same);
            assert_is(&prod(&*a, &*b, &[2, 0]).unwrap(), &[3, 3], &same);
            assert_is(&prod(&*b, &*a, &[2, 0]).unwrap(), &[3, 3], &crossed);
        }
    }
}

#[test]
fn new_modes_are_taken_from_old_ones() {
    for a in operands(1, SHAPE) {
        for permutation in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let shape = permutation.map(|mode| SHAPE[mode]);
            let mut expected = vec![0; 24];
            for i in 0..2 {
                for j in 0..3 {
                    for k in 0..4 {
                        let to = permutation.map(|mode| [i, j, k][mode]);
                        let place = (to[0] * shape[1] + to[1]) * shape[2] + to[2];
                        expected[place] = value(1, &[i, j, k]);
                    }
                }
            }
            assert_is(&trans(&*a, &permutation).unwrap(), &shape, &expected);
        }
    }
}

/// `C[i_tau[1], .., i_tau[p]] = A[i_1, .., i_p]` in uBLAS: mode `i` goes to place `tau[i]`.
#[test]
fn the_permutation_of_ublas_is_the_inverse() {
    let a = tensor(1, SHAPE);
    let tau = [2, 3, 1];
    let mut inverse = [0; 3];
    for (mode, to) in tau.iter().enumerate() {
        inverse[to - 1] = mode;
    }
    let b = trans(&a, &inverse).unwrap();
    // uBLAS: `nc[tau[i] - 1] = na[i]`.
    assert_eq!(b.extents().as_slice(), [4, 2, 3]);
    assert_eq!(b[&[3, 1, 2]], value(1, &[1, 2, 3]));
}

#[test]
fn scalars_vectors_and_inline_tensors() {
    let scalar = Tensor::full(extents![], 3).unwrap();
    let v = InlineTensor::<i64, StaticExtents![2]>::from_array([5, 7]);
    assert_is(&outer(&scalar, &v).unwrap(), &[2], &[15, 21]);
    assert_is(&trans(&scalar, &[]).unwrap(), &[], &[3]);
    assert_is(&ttv(&v, &v, 0).unwrap(), &[], &[74]);
    assert_eq!(inner(&scalar, &scalar), Ok(9));
    let view = View::from_slice(extents![2], &[1_i64, 10]).unwrap();
    assert_eq!(inner(&v, &view), Ok(75));
}

#[test]
fn nothing_to_sum_gives_zeros() {
    let empty = Tensor::<i64, _>::zeros(extents![2, 0]).unwrap();
    let none = Tensor::<i64, _>::zeros(extents![0]).unwrap();
    assert_is(&ttv(&empty, &none, 1).unwrap(), &[2], &[0, 0]);
    assert_is(&ttm(&empty, &Tensor::zeros(extents![3, 0]).unwrap(), 1).unwrap(), &[2, 3], &[0; 6]);
    assert_is(&outer(&empty, &none).unwrap(), &[2, 0, 0], &[]);
    assert_eq!(inner(&empty, &empty), Ok(0));
    assert_eq!(norm(&Tensor::<f64, _>::zeros(extents![2, 0]).unwrap()), 0.0);
}

#[test]
fn operands_and_modes_that_do_not_fit_are_refused() {
    let (a, square) = (tensor(1, SHAPE), tensor(1, [3, 3]));
    let (v, null) = (tensor(2, [3]), Tensor::<i64>::null());
    let out =
        |mode, rank| Some(ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: rank });
    let repeated = |mode| Some(ShapeError::Repeated { place: Place::Mode(mode) });
    let rank = |expected, found| Some(ShapeError::RankMismatch { expected, found });
    let pair = |left_mode, right_mode, left, right| {
        Some(ShapeError::ExtentMismatch {
            place: Place::Pair(left_mode, right_mode),
            expected: left,
            found: right,
        })
    };

    assert_eq!(ttv(&a, &v, 3).err(), out(3, 3));
    assert_eq!(ttv(&a, &v, usize::MAX).err(), out(usize::MAX, 3));
    assert_eq!(ttv(&a, &v, 2).err(), pair(2, 0, 4, 3));
    assert_eq!(ttv(&a, &square, 1).err(), rank(1, 2));
    assert_eq!(ttv(&null, &v, 0).err(), Some(ShapeError::Null));
    assert_eq!(ttv(&a, &null, 0).err(), Some(ShapeError::Null));

    assert_eq!(ttm(&a, &square, 3).err(), out(3, 3));
    assert_eq!(ttm(&a, &square, 0).err(), pair(0, 1, 2, 3));
    assert_eq!(ttm(&a, &v, 1).err(), rank(2, 1));
    assert_eq!(ttm(&null, &square, 0).err(), Some(ShapeError::Null));

    let count =
        Some(ShapeError::CountMismatch { of: Quantity::ContractedModes, expected: 2, found: 1 });
    assert_eq!(ttt(&a, &square, &[0, 1], &[0]).err(), count);
    assert_eq!(ttt(&square, &a, &[0, 0], &[0, 1]).err(), repeated(0));
    assert_eq!(ttt(&square, &square, &[0, 1], &[1, 1]).err(), repeated(1));
    assert_eq!(ttt(&a, &square, &[1, 2], &[0, 1]).err(), pair(2, 1, 4, 3));
    assert_eq!(ttt(&a, &square, &[1], &[2]).err(), out(2, 2));
    assert_eq!(ttt(&a, &null, &[], &[]).err(), Some(ShapeError::Null));
    assert_eq!(prod(&a, &square, &[2]).err(), out(2, 2));
    assert_eq!(prod(&a, &a, &[1, 1]).err(), repeated(1));

    assert_eq!(inner(&a, &square).err(), rank(3, 2));
    let other = tensor(2, [2, 3, 5]);
    let extent = Some(ShapeError::ExtentMismatch { place: Place::Mode(2), expected: 4, found: 5 });
    assert_eq!(inner(&a, &other).err(), extent);
    assert_eq!(inner(&null, &null).err(), Some(ShapeError::Null));

    assert_eq!(trans(&a, &[0, 1]).err(), rank(3, 2));
    assert_eq!(trans(&a, &[0, 1, 3]).err(), out(3, 3));
    assert_eq!(trans(&a, &[0, 1, 1]).err(), repeated(1));
    assert_eq!(trans(&null, &[]).err(), Some(ShapeError::Null));
}

/// Operands without elements may have huge extents, whose product counts.
#[test]
fn a_result_that_is_too_large() {
    let huge = DynExtents::new([1 << 40, 0]).unwrap();
    let huge = View::<i64, _>::from_slice(huge, &[]).unwrap();
    let error = ShapeError::SizeOverflow { mode: 2, elements: 1 << 40, extent: 1 << 40 };
    assert_eq!(outer(&huge, &huge).err(), Some(error));
}

#[test]
fn norms_are_square_roots_of_sums_of_squares() {
    let columns = ColMajor.of(extents![2, 2]);
    assert_eq!(norm(&Tensor::from_vec(columns, vec![1_f32, 1., 1., 1.]).unwrap()), 2.0);
    assert_eq!(norm(&Tensor::from_vec(extents![3], vec![2_i8, -3, 6]).unwrap()), 7.0);
    // sqrt(2) is no number of few digits: the nearest `f64` is the right answer.
    assert_eq!(norm(&Tensor::from_vec(extents![2], vec![1.0, -1.0]).unwrap()), 2.0_f64.sqrt());
    let of = |elements: [f64; 2]| norm(&View::from_slice(extents![2], &elements).unwrap());
    let is_near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-15;
    assert!(is_near(of([3e-200, 4e-200]), 5e-200) && is_near(of([3e200, -4e200]), 5e200));
    assert!(is_near(of([3e-160, 4e-160]), 5e-160) && is_near(of([3e160, 4e160]), 5e160));
    // The largest of all: the root of twice its square is none.
    assert_eq!(of([f64::MAX, 0.0]), f64::MAX);
    assert_eq!(of([f64::MAX, f64::MAX]), f64::INFINITY);
    assert_eq!(of([0.0, 5e-324]), 5e-324);
    assert_eq!(of([-1e308, 0.0]), 1e308);
    assert_eq!(of([1.0, f64::NEG_INFINITY]), f64::INFINITY);
    assert!(of([f64::NAN, f64::INFINITY]).is_nan() && of([f64::INFINITY, f64::NAN]).is_nan());
    assert!(of([f64::NAN, 1.0]).is_nan() && of([1.0, f64::NAN]).is_nan());
}
