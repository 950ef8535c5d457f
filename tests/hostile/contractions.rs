//! Contractions of what nobody means to contract: odd elements, odd sums, too many labels.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking; the numbers are small"
)]

use std::num::Saturating;

use extents::generic::SumIn;
use extents::label::{i, j, k, l};
use extents::layout::{Canonical, ColMajor, Strided};
use extents::plan::Path;
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, InlineTensor, Mapping, Scalar,
    StaticExtents, Tensor, View, composition::DynOperand, contract, einsum, extents,
};

/// An element of no size: the ring with one element.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing;

impl Scalar for Nothing {
    const ZERO: Self = Nothing;
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, _: Self) -> Self {
        Nothing
    }
    fn times(self, _: Self) -> Self {
        Nothing
    }
}

#[test]
fn elements_of_no_size_contract_in_all_kernels() {
    for size in [1, 2, 5, 40] {
        let matrix = Tensor::full(DynExtents::new([size; 2]).unwrap(), Nothing).unwrap();
        let product = contract!(matrix[i, j] * matrix[j, k] => [i, k]).unwrap();
        assert_eq!(product.as_slice().len(), size * size);
        let product = contract!(matrix[i, j] * matrix[j, k] * matrix[k, l] => [i, l]).unwrap();
        assert_eq!(product.as_slice().len(), size * size);
        assert_eq!(einsum("ij,ij->", &[&matrix, &matrix]).unwrap()[[]], Nothing);
        assert_eq!(einsum("ij,jk->ik", &[&matrix, &matrix]).unwrap().as_slice().len(), size * size);
        assert_eq!(einsum("ij->ji", &[&matrix]).unwrap().as_slice().len(), size * size);
    }
}

/// An element of 4 KiB, as a matrix would be.
#[derive(Clone, Copy)]
struct Large([f64; 512]);

impl Scalar for Large {
    const ZERO: Self = Large([0.0; 512]);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(mut self, other: Self) -> Self {
        self.0[0] += other.0[0];
        self
    }
    fn times(mut self, other: Self) -> Self {
        self.0[0] *= other.0[0];
        self
    }
}

#[test]
fn large_elements_do_not_fill_the_stack() {
    let mut one = Large::ZERO;
    one.0[0] = 1.0;
    let elements = vec![one; 64];
    let open = View::from_slice(DynExtents::new([8, 8]).unwrap(), &elements).unwrap();
    let product = contract!(open[i, j] * open[j, k] => [i, k]).unwrap();
    assert_eq!(product.as_slice()[63].0[0], 8.0);
    let product = contract!(open[i, j] * open[j, k] * open[k, l] => [i, l]).unwrap();
    assert_eq!(product.as_slice()[63].0[0], 64.0);
    let known = View::from_slice(extents![8, 8], &elements).unwrap();
    let product = contract!(known[i, j] * known[j, k] => [i, k]).unwrap();
    assert_eq!(product.as_slice()[63].0[0], 8.0);
    let product = contract!(known[i, j] * known[j, k] * known[k, l] => [i, l]).unwrap();
    assert_eq!(product.as_slice()[63].0[0], 64.0);
}

/// 8 KiB.
#[derive(Clone, Copy)]
struct Larger([f64; 1024]);

impl Scalar for Larger {
    const ZERO: Self = Larger([0.0; 1024]);
    fn plus(mut self, other: Self) -> Self {
        self.0[1023] += other.0[1023];
        self
    }
    fn times(self, _: Self) -> Self {
        self
    }
}

#[test]
fn sums_of_large_elements_do_not_fill_the_stack() {
    let elements = vec![Larger([1.0; 1024]); 6];
    let view = View::from_slice(DynExtents::new([3, 2]).unwrap(), &elements).unwrap();
    assert_eq!(view.sum().0[1023], 6.0);
    let rows = view.over(0).sum().unwrap();
    assert_eq!(rows.as_slice()[1].0[1023], 3.0);
}

/// Sums of saturating numbers depend on the order, which is that of the labels.
#[test]
fn sums_that_have_an_order_keep_it_in_any_layout() {
    // Row by row 100, 0, 100, 0; column by column it would be 100, 127, 27, -73.
    let columns = [100, 100, -100, -100].map(Saturating::<i8>);
    let known = View::from_slice(ColMajor.of(extents![2, 2]), &columns).unwrap();
    let extents = DynExtents::new([2, 2]).unwrap();
    let open = View::from_slice(ColMajor.of(extents), &columns).unwrap();
    let one = [Saturating(1_i8)];
    let one = View::from_slice(extents![], &one).unwrap();
    assert_eq!(contract!(open[i, j] => []).unwrap()[[]].0, 0);
    assert_eq!(contract!(open[i, j] * one[] => []).unwrap()[[]].0, 0);
    assert_eq!(contract!(open[i, j] * one[] * one[] => []).unwrap()[[]].0, 0);
    assert_eq!(einsum("ij->", &[&open]).unwrap()[[]].0, 0);
    assert_eq!(contract!(known[i, j] => []).unwrap()[[]].0, 0);
    assert_eq!(contract!(known[i, j] * one[] => []).unwrap()[[]].0, 0);
    assert_eq!(contract!(known[i, j] * one[] * one[] => []).unwrap()[[]].0, 0);
}

/// An element that is a ring, whose products may be summed in numbers that are none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Byte(i8);

impl Scalar for Byte {
    const ZERO: Self = Byte(0);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Byte(self.0.wrapping_add(other.0))
    }
    fn times(self, other: Self) -> Self {
        Byte(self.0.wrapping_mul(other.0))
    }
}

impl SumIn<Saturating<i8>> for Byte {
    fn widen(self) -> Saturating<i8> {
        Saturating(self.0)
    }
    fn narrow(sum: Saturating<i8>) -> Self {
        Byte(sum.0)
    }
}

#[test]
fn the_type_of_the_sums_says_whether_operands_contract_in_any_order() {
    // One nest: 100 * 1 * 1 - 100 * 1 * 1 and once more, 0. But a * b is 127, -128, and its sum -1.
    let a = InlineTensor::<Byte, StaticExtents![2]>::from_array([Byte(100); 2]);
    let b = InlineTensor::<Byte, StaticExtents![2, 2]>::from_array([[Byte(1), Byte(-1)]; 2]);
    let c = InlineTensor::<Byte, StaticExtents![2]>::from_array([Byte(1); 2]);
    let Ok(sum) =
        contract!(a[j] * b[j, k] * c[k] => []; sum in Saturating<i8>; path [(0, 1), (0, 1)]);
    assert_eq!(sum[[]].0, 0);
    let (a, b) = (a.weaken::<DynExtents<1>>(), b.weaken::<DynExtents<2>>());
    let sum = contract!(a[j] * b[j, k] * c[k] => []; sum in Saturating<i8>; path [(0, 1), (0, 1)]);
    assert_eq!(sum.unwrap()[[]].0, 0);
}

/// More labels than there are loops, of which one has no entry: nothing is multiplied.
#[test]
fn sums_over_nothing_are_zero_beside_any_number_of_labels() {
    let many =
        Tensor::full(DynRankExtents::new(&[[2; 40].as_slice(), &[0]].concat()).unwrap(), 1_i32);
    let (many, seven) = (many.unwrap(), Tensor::full(extents![3], 7).unwrap());
    let names = |operand: usize| -> String {
        let names = (0..41).map(|mode| format!("{operand}_{mode}"));
        names.collect::<Vec<_>>().join(",")
    };
    let labels = [names(0), names(1), "x".into()];
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let composition = Composition::of_labels(&labels, "x").unwrap();
    let operands: [&dyn DynOperand<i32>; 3] = [&many, &many, &seven];
    let sums = extents::ContractBy::new(&composition).eval(&operands).unwrap();
    assert_eq!(sums.as_slice(), [0, 0, 0]);
}

/// `-0.0` is the product, and `0.0 + -0.0` the sum.
#[test]
fn a_sum_of_one_term_begins_at_zero_for_any_number_of_operands() {
    let (zero, one) = ([-0.0_f64], [1.0]);
    let known = (
        View::from_slice(extents![1], &zero).unwrap(),
        View::from_slice(extents![1], &one).unwrap(),
    );
    let extents = DynExtents::new([1]).unwrap();
    let open =
        (View::from_slice(extents, &zero).unwrap(), View::from_slice(extents, &one).unwrap());
    let positive = |sum: f64| sum == 0.0 && sum.is_sign_positive();
    assert!(positive(contract!(known.0[i] * known.1[i] => []).unwrap()[[]]));
    assert!(positive(contract!(open.0[i] * open.1[i] => []).unwrap()[[]]));
    assert!(positive(contract!(known.0[i] * known.1[i] * known.1[i] => []).unwrap()[[]]));
    assert!(positive(contract!(open.0[i] * open.1[i] * open.1[i] => []).unwrap()[[]]));
    let operands: [&dyn DynOperand<f64>; 3] = [&open.0, &open.1, &open.1];
    let shapes = operands.map(|operand| operand.source().extents().clone());
    let composition = Composition::einsum("i,i,i->").unwrap();
    for path in [Path::direct(&composition, &shapes), Path::cheapest(&composition, &shapes)] {
        assert!(positive(ContractBy::along(&path.unwrap()).eval(&operands).unwrap()[[]]));
    }
}

/// Where nothing is summed, -0.0 times 1.0 is -0.0, as IEEE says, in a temporary too.
#[test]
fn what_is_not_summed_keeps_its_sign_for_any_number_of_operands() {
    let (zero, one) = ([-0.0_f64], [1.0]);
    let known = (
        View::from_slice(extents![1], &zero).unwrap(),
        View::from_slice(extents![1], &one).unwrap(),
    );
    let extents = DynExtents::new([1]).unwrap();
    let open =
        (View::from_slice(extents, &zero).unwrap(), View::from_slice(extents, &one).unwrap());
    let negative = |product: f64| product == 0.0 && product.is_sign_negative();
    assert!(negative(contract!(known.0[i] * known.1[i] => [i]).unwrap()[[0]]));
    assert!(negative(contract!(known.0[i] * known.1[i] * known.1[j] => [i, j]).unwrap()[[0, 0]]));
    assert!(negative(contract!(open.0[i] * open.1[i] * open.1[j] => [i, j]).unwrap()[[0, 0]]));
    let operands: [&dyn DynOperand<f64>; 3] = [&open.0, &open.1, &open.1];
    assert!(negative(einsum("i,i,j->ij", &operands).unwrap()[[0, 0]]));
}

/// A number that does not commute: 2 x 2 matrices of integers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matrix<const ANY_ORDER: bool>([i64; 4]);

impl<const ANY_ORDER: bool> Scalar for Matrix<ANY_ORDER> {
    const ZERO: Self = Matrix([0; 4]);
    const CONTRACTS_IN_ANY_ORDER: bool = ANY_ORDER;
    fn plus(self, other: Self) -> Self {
        Matrix(std::array::from_fn(|n| self.0[n].wrapping_add(other.0[n])))
    }
    fn times(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        let dot =
            |a: i64, b: i64, c: i64, d: i64| a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d));
        Matrix([dot(a, e, b, g), dot(a, f, b, h), dot(c, e, d, g), dot(c, f, d, h)])
    }
}

/// The matrices `from * n + ..` for each element, by a rule without symmetry.
fn matrices<const A: bool>(from: i64, count: usize) -> Vec<Matrix<A>> {
    let one = |n: i64| Matrix([from + n, 3 * n - 7, n * n % 11, from - 2 * n]);
    (0..count as i64).map(one).collect()
}

/// Each kernel, in both orders of the operands: the smaller one left, right, crosswise, broadcast.
fn products_stay_in_order<const A: bool>() {
    for (rows, columns, depth) in [(3, 3, 3), (9, 5, 7), (40, 3, 50), (1, 70, 20), (33, 1, 40)] {
        let (left, right) = (matrices::<A>(1, rows * depth), matrices::<A>(5, depth * columns));
        // All orders of memory for both operands and the result.
        for layout in 0..8 {
            let strides = |extents: [usize; 2], turned: bool| match turned {
                false => [extents[1] as isize, 1],
                true => [1, extents[0] as isize],
            };
            let view = |extents: [usize; 2], elements, turned| {
                let extents_of = DynExtents::new(extents).unwrap();
                let layout = Strided::new(strides(extents, turned));
                let mapping = Mapping::with_layout(extents_of, layout).unwrap();
                View::from_slice(mapping, elements).unwrap()
            };
            let a = view([rows, depth], &left, layout & 1 > 0);
            let b = view([depth, columns], &right, layout & 2 > 0);
            let sum = |row: usize, column: usize| {
                let terms = (0..depth).map(|n| a[[row, n]].times(b[[n, column]]));
                terms.fold(Matrix::ZERO, Matrix::plus)
            };
            let is_turned = layout & 4 > 0;
            let c = if is_turned {
                contract!(a[i, j] * b[j, k] => [k, i]).unwrap()
            } else {
                contract!(a[i, j] * b[j, k] => [i, k]).unwrap()
            };
            for row in 0..rows {
                for column in 0..columns {
                    let found = if is_turned { c[[column, row]] } else { c[[row, column]] };
                    assert_eq!(found, sum(row, column), "{rows} {columns} {depth} {layout}");
                }
            }
        }
        // Element by element, and batched dots.
        let (a, b) = (matrices::<A>(1, rows * depth), matrices::<A>(5, rows * depth));
        let extents = DynExtents::new([rows, depth]).unwrap();
        let (a, b) =
            (View::from_slice(extents, &a).unwrap(), View::from_slice(extents, &b).unwrap());
        let products = contract!(a[i, j] * b[i, j] => [i, j]).unwrap();
        let dots = contract!(a[i, j] * b[i, j] => [i]).unwrap();
        for row in 0..rows {
            let mut dot = Matrix::ZERO;
            for n in 0..depth {
                let product = a[[row, n]].times(b[[row, n]]);
                assert_eq!(products[[row, n]], product);
                dot = dot.plus(product);
            }
            assert_eq!(dots[[row]], dot);
        }
    }
    // Small and known, with the operands in both roles.
    let (a, b) = (matrices::<A>(1, 30), matrices::<A>(5, 30));
    let (a, b) = (
        View::from_slice(extents![5, 6], &a).unwrap(),
        View::from_slice(extents![6, 5], &b).unwrap(),
    );
    let c = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    let d = contract!(b[j, k] * a[i, j] => [i, k]).unwrap();
    for row in 0..5 {
        for column in 0..5 {
            let sum = |product: &dyn Fn(usize) -> Matrix<A>| {
                (0..6).map(product).fold(Matrix::ZERO, Matrix::plus)
            };
            assert_eq!(c[[row, column]], sum(&|n| a[[row, n]].times(b[[n, column]])));
            assert_eq!(d[[row, column]], sum(&|n| b[[n, column]].times(a[[row, n]])));
        }
    }
}

#[test]
fn products_of_two_stay_in_order() {
    products_stay_in_order::<false>();
    products_stay_in_order::<true>();
}

/// The least of sums: zero is infinite, and no bits are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Least(f64);

impl Scalar for Least {
    const ZERO: Self = Least(f64::INFINITY);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Least(self.0.min(other.0))
    }
    fn times(self, other: Self) -> Self {
        Least(self.0 + other.0)
    }
}

#[test]
fn shortest_ways_are_found_by_all_kernels() {
    for size in [1, 3, 7, 16, 37, 65] {
        let elements: Vec<_> =
            (0..size * size).map(|n| Least((n * 7919 % 101) as f64 - 20.0)).collect();
        let a = View::from_slice(DynExtents::new([size; 2]).unwrap(), &elements).unwrap();
        let c = contract!(a[i, j] * a[j, k] => [i, k]).unwrap();
        let crosswise = contract!(a[i, j] * a[k, j] => [k, i]).unwrap();
        let sums = contract!(a[i, j] => [j]).unwrap();
        for row in 0..size {
            for column in 0..size {
                let least = |product: &dyn Fn(usize) -> f64| {
                    (0..size).map(product).fold(f64::INFINITY, f64::min)
                };
                assert_eq!(c[[row, column]].0, least(&|n| a[[row, n]].0 + a[[n, column]].0));
                let expected = least(&|n| a[[column, n]].0 + a[[row, n]].0);
                assert_eq!(crosswise[[row, column]].0, expected);
            }
            let least = (0..size).map(|n| a[[n, row]].0).fold(f64::INFINITY, f64::min);
            assert_eq!(sums[[row]].0, least);
        }
    }
}
