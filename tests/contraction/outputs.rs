//! `contract!` into an output, with `=` and `+=`.
#![allow(
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Place;
use extents::label::{LabelName, i, j, k};
use extents::layout::{Canonical, ColMajor};
use extents::{
    DynExtents, DynRankExtents, InlineTensor, ShapeError, StaticExtents, Tensor, ViewMut, contract,
    extents,
};

type Inline<T, E> = InlineTensor<T, E>;
type Square = StaticExtents![2, 2];

fn mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}

/// `[[1, 2, 3], [4, 5, 6]]`
fn two_by_three() -> Inline<i32, StaticExtents![2, 3]> {
    InlineTensor::from_array([[1, 2, 3], [4, 5, 6]])
}

/// `[[1, 2], [3, 4]]`
fn square() -> Inline<i32, Square> {
    InlineTensor::from_array([[1, 2], [3, 4]])
}

#[test]
fn results_are_written_into_views_and_tensors() {
    let (x, y) = (two_by_three(), square());
    let product = [9, 12, 15, 19, 26, 33];
    let mut data = [100; 6];
    let mut view = ViewMut::from_slice(extents![2, dyn 3].unwrap(), &mut data).unwrap();
    contract!(view[i, k] = y[i, j] * x[j, k]).unwrap();
    assert_eq!(view.as_slice(), product);
    contract!(view[i, k] += y[i, j] * x[j, k]).unwrap();
    assert_eq!(data, product.map(|element| 2 * element));

    // The target's own layout and order of labels hold.
    let mut columns = Tensor::full(ColMajor.of(DynRankExtents::new(&[2, 3]).unwrap()), 1).unwrap();
    contract!(columns[i, k] += y[i, j] * x[j, k]).unwrap();
    assert_eq!(columns.as_slice(), [10, 20, 13, 27, 16, 34]);
    let mut transposed = Inline::<i32, StaticExtents![3, 2]>::inline_zeros();
    let Ok(()) = contract!(transposed[k, i] = y[i, j] * x[j, k]);
    assert_eq!(transposed.into_array(), [[9, 19], [12, 26], [15, 33]]);

    fn through(target: &mut Tensor<i32, StaticExtents![2]>, x: &Inline<i32, Square>) {
        contract!(target[i] = x[i, j]).unwrap();
        contract!(target[i] += x[j, i]).unwrap();
    }
    let mut sums = Tensor::full(extents![2], -1).unwrap();
    through(&mut sums, &y);
    assert_eq!(sums.as_slice(), [3 + 4, 7 + 6]);

    let mut scalar = Inline::<i32, StaticExtents![]>::from_array(1000);
    let Ok(()) = contract!(scalar[] += y[i, i]);
    assert_eq!(scalar.into_array(), 1005);
}

#[test]
fn targets_are_places_of_any_form() {
    struct Layer {
        out: Tensor<i32, StaticExtents![2]>,
        parts: Vec<Tensor<i32, StaticExtents![2]>>,
    }
    impl Layer {
        fn run(&mut self, x: &Inline<i32, Square>) {
            contract!(self.out[i] = x[i, j]).unwrap();
            contract!(self.parts[1][i] += x[j, i]).unwrap();
            contract!((&mut self.parts[0])[i] = x[i, i]).unwrap();
        }
    }
    let zeros = || Tensor::<i32, _>::zeros(extents![2]).unwrap();
    let mut layer = Layer { out: zeros(), parts: vec![zeros(), zeros()] };
    layer.run(&square());
    assert_eq!(layer.out.as_slice(), [3, 7]);
    assert_eq!((layer.parts[0].as_slice(), layer.parts[1].as_slice()), (&[1, 4][..], &[4, 6][..]));
}

#[test]
fn a_target_is_unchanged_where_anything_is_wrong() {
    let x = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
    let before = vec![7; 6];
    let target =
        |e: &[usize]| Tensor::from_vec(DynRankExtents::new(e).unwrap(), before.clone()).unwrap();
    let mut wrong_extent = target(&[3, 2]);
    assert_eq!(contract!(wrong_extent[i, j] = x[i, j]).unwrap_err(), mismatch("i", 2, 3));
    assert_eq!(contract!(wrong_extent[i, j] += x[i, j]).unwrap_err(), mismatch("i", 2, 3));
    assert_eq!(wrong_extent.as_slice(), before);
    let mut wrong_rank = target(&[6]);
    let rank = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(contract!(wrong_rank[i, j] = x[i, j]).unwrap_err(), rank);
    assert_eq!(wrong_rank.as_slice(), before);
    // The operands are wrong, the target is not.
    let mut right = target(&[2, 3]);
    assert_eq!(contract!(right[i, j] = x[i, j] * x[j, i]).unwrap_err(), mismatch("j", 3, 2));
    assert_eq!(right.as_slice(), before);
    let mut null = Tensor::<i32>::null();
    assert_eq!(contract!(null[] = x[i, j]).unwrap_err(), ShapeError::Null);
}

#[test]
fn an_error_about_the_target_blames_no_operand() {
    let x = Tensor::full(extents![2, 3], 1).unwrap();
    let y = Tensor::full(extents![3, 3], 1).unwrap();
    let mut target = Tensor::full(DynRankExtents::new(&[6]).unwrap(), 7).unwrap();
    let error = contract!(target[i, k] = x[i, j] * y[j, k]).unwrap_err();
    assert_eq!(error, ShapeError::RankMismatch { expected: 2, found: 1 });
}
