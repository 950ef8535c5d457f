//! What may be implemented without unsafe code, because what it says is checked.

use extents::error::Quantity;
use std::cell::Cell;

use extents::generic::{AsView, Coordinates};
use extents::label::{i, j};
use extents::layout::{RowMajor, Stride, Strided};
use extents::placement::OnHeap;
use extents::{
    DynOperand, DynRankExtents, Extents, Mapping, Operand, Scalar, ShapeError, StaticExtents,
    Tensor, View, contract, einsum, extents, multilinear,
};
use extents_static::__private::{FixedStrides, StrideOf};

/// Coordinates that change from call to call.
struct Wandering(Cell<usize>);
impl Coordinates<1> for &Wandering {
    fn coordinates(self) -> [usize; 1] {
        [self.0.replace(self.0.get() + 1000)]
    }
}

#[test]
fn coordinates_are_asked_for_once() {
    let data = [1, 2];
    let view = View::from_slice(extents![2], &data).unwrap();
    let index = Wandering(Cell::new(1));
    assert_eq!(view.get(&index), Some(&2));
    assert_eq!(index.0.get(), 1001);
    assert_eq!(view.get(&index), None);
}

/// Strides of one's own are strides in the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wide;
impl FixedStrides for Wide {
    const STRIDES: [isize; 12] = [1000; 12];
}

#[test]
fn the_span_of_made_up_strides_is_checked() {
    let strides = (<StrideOf<Wide, 0> as Stride>::from_stride(1),);
    let mapping = Mapping::with_layout(extents![4], Strided::new(strides)).unwrap();
    assert_eq!(mapping.required_span_size(), 3001);
    let error = View::from_slice(mapping, &[1, 2, 3, 4]).unwrap_err();
    assert_eq!(
        error,
        ShapeError::CountMismatch { of: Quantity::Elements, expected: 3001, found: 4 }
    );
}

/// An operand whose extents are not those of its view, which is another one at each call.
struct Shifty {
    small: Tensor<f64, StaticExtents![dyn]>,
    large: Tensor<f64, StaticExtents![dyn]>,
    calls: Cell<usize>,
}
impl Operand for Shifty {
    type Extents = StaticExtents![dyn];
    type Placement = OnHeap;
    fn operand_extents(&self) -> StaticExtents![dyn] {
        *self.large.extents()
    }
}
impl AsView for Shifty {
    type Elem = f64;
    type Layout = RowMajor;
    fn as_view(&self) -> View<'_, f64, StaticExtents![dyn]> {
        let calls = self.calls.replace(self.calls.get() + 1);
        if calls.is_multiple_of(2) { self.small.view() } else { self.large.view() }
    }
}

#[test]
fn the_extents_of_operands_are_those_of_their_views() {
    let of = |extent| Tensor::full(extents![dyn extent].unwrap(), 1.0).unwrap();
    let (two, many) = (of(2), of(1000));
    for calls in 0..4 {
        let a = Shifty { small: of(2), large: of(1000), calls: Cell::new(calls) };
        let (fits, other, sum) =
            if calls.is_multiple_of(2) { (&two, &many, 2.0) } else { (&many, &two, 1000.0) };
        assert_eq!(contract!(a[i] * fits[i] => []).unwrap().as_slice(), [sum]);
        a.calls.set(calls);
        assert!(contract!(a[i] * other[i] => []).is_err());
        a.calls.set(calls);
        let outer = contract!(a[i] * two[j] => [i, j]).unwrap();
        assert_eq!(outer.extents().extents(), [sum as usize, 2]);
    }
}

#[test]
fn each_source_of_an_operand_is_checked() {
    let of = |extent| Tensor::full(extents![dyn extent].unwrap(), 1.0).unwrap();
    let two = of(2);
    let (mut sums, mut errors) = (0, 0);
    for calls in 0..8 {
        for text in ["i,i->", "i,i,i->", "i,i,i,j->j"] {
            let a = Shifty { small: of(2), large: of(1000), calls: Cell::new(calls) };
            let operands: [&dyn DynOperand<f64>; 4] = [&two, &a, &two, &two];
            let count = text.split(',').count();
            match einsum(text, &operands[..count]) {
                Ok(sum) => {
                    sums += 1;
                    assert!(sum.iter().all(|sum| *sum == 2.0), "{text} {sum:?}");
                }
                Err(error) => {
                    errors += 1;
                    let known = "label `i` names modes of different extents: 2 and 1000";
                    assert_eq!(error.to_string(), known);
                }
            }
        }
    }
    assert!(sums > 0 && errors > 0);
}

#[test]
fn functions_of_modes_ask_an_operand_once() {
    let of = |extent| Tensor::full(extents![dyn extent].unwrap(), 1.0).unwrap();
    let (two, row) = (of(2), Tensor::full(extents![1, 2], 1.0).unwrap());
    let (mut sums, mut errors) = (0, 0);
    for calls in 0..8 {
        for function in 0..5 {
            let a = Shifty { small: of(2), large: of(1000), calls: Cell::new(calls) };
            let (a, two): (&dyn DynOperand<f64>, &dyn DynOperand<f64>) = (&a, &two);
            let row: &dyn DynOperand<f64> = &row;
            let found = match function {
                0 => multilinear::ttv(a, two, 0),
                1 => multilinear::ttm(a, row, 0),
                2 => multilinear::ttt(two, a, [0], [0]),
                3 => multilinear::prod(a, two, [0]),
                _ => multilinear::inner(two, a).map(|sum| {
                    Tensor::from_vec(DynRankExtents::new(&[]).unwrap(), vec![sum]).unwrap()
                }),
            };
            match found {
                Ok(sum) => {
                    sums += 1;
                    assert!(sum.iter().all(|sum| *sum == 2.0), "{function} {sum:?}");
                }
                Err(error) => {
                    errors += 1;
                    let text = error.to_string();
                    assert!(text.contains("1000") && text.contains('2'), "{function} {text}");
                }
            }
        }
    }
    assert_eq!((sums, errors), (20, 20));
}

/// Elements of three bytes that ask for the widest vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pixel([u8; 3]);
impl Scalar for Pixel {
    const ZERO: Self = Pixel([0; 3]);
    const ADDS_IN_ANY_ORDER: bool = true;
    const FILLS_VECTORS: bool = true;
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(self, other: Self) -> Self {
        Pixel(std::array::from_fn(|n| self.0[n].wrapping_add(other.0[n])))
    }
    fn times(self, other: Self) -> Self {
        Pixel(std::array::from_fn(|n| self.0[n].wrapping_mul(other.0[n])))
    }
}

#[test]
fn hints_about_elements_are_only_hints() {
    for n in [1, 2, 3, 5, 8, 17, 40, 70] {
        let pixel = |n: usize| Pixel([n as u8, (n * 7 + 1) as u8, (n * 31 + 5) as u8]);
        let shape = extents![dyn n, dyn n].unwrap();
        let a = Tensor::from_fn(shape, |[i, j]| pixel(i * 3 + j)).unwrap();
        let b = Tensor::from_fn(shape, |[i, j]| pixel(i + 11 * j)).unwrap();
        let c = contract!(a[i, j] * b[j, extents::label::k] => [i, extents::label::k]).unwrap();
        for [row, column] in shape.indices() {
            let terms = (0..n).map(|at| a[[row, at]].times(b[[at, column]]));
            assert_eq!(c[[row, column]], terms.fold(Pixel::ZERO, Pixel::plus));
        }
    }
}

/// A mode that is not the one its type says: loops are planned by what types say.
#[derive(Clone, Copy)]
struct AnotherMode;
impl extents::over::Modes<StaticExtents![2, 3]> for AnotherMode {
    type Result = StaticExtents![2];
    type Kept = StaticExtents![2, 1];
    type Certainty = extents_static::__private::Known;
    const STATIC: &'static [Option<usize>] = &[Some(0)];
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(&[1])
    }
}

#[test]
fn modes_that_are_not_those_of_their_type_are_refused() {
    let a = Tensor::full(extents![2, 3], 1).unwrap();
    assert!(a.over(AnotherMode).sum().is_err());
    assert!(a.over(AnotherMode).argmax().is_err());
}
