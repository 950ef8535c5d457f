//! What may be implemented without unsafe code, because what it says is checked.

use extents::error::Quantity;
use std::cell::Cell;

use extents::generic::{AsView, Coordinates};
use extents::label::{i, j};
use extents::layout::{RowMajor, Stride, Strided};
use extents::rearrange::{EntryCount, Resize};
use extents::storage::placement::OnHeap;
use extents::{
    Dyn, DynExtents, DynRankExtents, Extents, Mapping, Operand, Scalar, ShapeError, StaticExtents,
    Tensor, View, composition::DynOperand, contract, einsum, extents, multilinear,
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

/// Indices whose view is another one at each call.
struct ShiftyIndices {
    views: [Tensor<usize, DynExtents<1>>; 2],
    calls: Cell<usize>,
}
impl Operand for ShiftyIndices {
    type Extents = DynExtents<1>;
    type Placement = OnHeap;
    fn operand_extents(&self) -> DynExtents<1> {
        *self.views[1].extents()
    }
}
impl AsView for ShiftyIndices {
    type Elem = usize;
    type Layout = RowMajor;
    fn as_view(&self) -> View<'_, usize, DynExtents<1>> {
        let calls = self.calls.replace(self.calls.get() + 1);
        self.views[calls % 2].view()
    }
}

/// A number of a mode that changes from call to call.
#[derive(Clone, Copy)]
struct AnyMode<'c>(&'c Cell<usize>);
impl EntryCount for AnyMode<'_> {
    type Mode = Dyn;
    type Stated<X> = ();
    fn mode(self) -> Dyn {
        Dyn::new(self.0.replace(self.0.get() + 1) % 3)
    }
}

/// Extents of a result that have nothing to do with it.
impl<const N: usize> Resize<AnyMode<'_>, ()> for DynExtents<N> {
    type Extents = StaticExtents![100];
    fn resize(&self, _: usize, _: usize) -> Result<StaticExtents![100], ShapeError> {
        Ok(extents![100])
    }
}

#[test]
fn indices_that_change_are_compared_as_they_are_read() {
    let list = |all: &[usize]| {
        Tensor::from_vec(DynExtents::new([all.len()]).unwrap(), all.to_vec()).unwrap()
    };
    let ones = |extent| Tensor::full(DynExtents::new([extent]).unwrap(), 1).unwrap();
    let (mut done, mut refused) = (0, 0);
    for first in 0..2 {
        for extent in [2, 1000] {
            let shifty = || ShiftyIndices {
                views: [list(&[1, 0]), list(&[usize::MAX; 1000])],
                calls: Cell::new(first),
            };
            let (mut put, mut added) = (ones(3), ones(3));
            let (mut put_by, mut added_by) = (ones(3), ones(3));
            let results = [
                put.put_along(0, &shifty(), &ones(extent)).map(|()| put.sum()),
                added.add_along(0, &shifty(), &ones(extent)).map(|()| added.sum()),
                put_by.put_by(0, &shifty(), &ones(extent)).map(|()| put_by.sum()),
                added_by.add_by(0, &shifty(), &ones(extent)).map(|()| added_by.sum()),
                ones(3).take_by(0, &shifty()).map(|taken| taken.sum() + 1),
                ones(3).take_along(0, &shifty()).map(|taken| taken.sum() + 1),
            ];
            for (n, result) in results.into_iter().enumerate() {
                match result {
                    // Of the two indices that are there.
                    Ok(sum) => {
                        assert_eq!((first, sum), (0, if n % 2 == 1 && n < 4 { 5 } else { 3 }))
                    }
                    Err(
                        ShapeError::EntryOutOfBounds { .. } | ShapeError::ExtentMismatch { .. },
                    ) => {
                        refused += 1;
                        continue;
                    }
                    Err(error) => unreachable!("{error}"),
                }
                done += 1;
            }
        }
    }
    assert_eq!((done, refused), (8, 16));
}

#[test]
fn modes_and_extents_that_users_make_up_are_compared() {
    let a = Tensor::from_fn(DynExtents::new([2, 3]).unwrap(), |[i, j]| i * 3 + j).unwrap();
    for calls in 0..3 {
        let cell = Cell::new(calls);
        let mode = AnyMode(&cell);
        assert!(a.take(mode, [0, 1]).is_err());
        let mask = Tensor::full(DynExtents::new([3]).unwrap(), true).unwrap();
        assert!(a.compress(mode, &mask).is_err());
        // Without extents that are made up: some mode, or none.
        let (mut b, at) = (a.clone(), Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap());
        if b.put_along(mode, &at, &a).is_ok() && b.add_along(mode, &at, &a).is_ok() {
            assert_eq!(b.len(), 6);
        }
    }
}
