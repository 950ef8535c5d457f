//! Mappings, tensors and views in each layer: what they take in memory, and that elements stay where they are when it
//! changes.

use extents::layout::{Canonical, ColMajor};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, ShapeError, StaticExtents, Tensor,
    TensorOf, View,
    error::{Place, Rejected},
    extents,
};
use static_assertions::assert_eq_size;

type Known = StaticExtents![2, 3];
type Mixed = StaticExtents![2, dyn];
type Other = StaticExtents![dyn, 3];
type Open = StaticExtents![dyn; 2];
type Array = DynExtents<2>;
type Slice = DynRankExtents;

// Extents that the type knows take nothing.

assert_eq_size!(Mapping<StaticExtents![2, 3]>, ());
assert_eq_size!(Mapping<StaticExtents![2, dyn]>, usize);
assert_eq_size!(View<'static, f64, StaticExtents![2, 3]>, usize);
assert_eq_size!(Option<View<'static, f64, StaticExtents![2, 3]>>, usize);
assert_eq_size!(View<'static, f64, StaticExtents![2, dyn]>, [usize; 2]);
assert_eq_size!(View<'static, f64, DynExtents<3>>, [usize; 4]);
assert_eq_size!(InlineTensor<f32, StaticExtents![3, 4]>, [[f32; 4]; 3]);
assert_eq_size!(InlineTensor<u8, StaticExtents![5]>, [u8; 5]);
assert_eq_size!(InlineTensor<u16, StaticExtents![]>, u16);
assert_eq_size!(InlineTensor<f64, StaticExtents![2, 0]>, ());
assert_eq_size!(Tensor<f32, StaticExtents![3, 4]>, Vec<f32>);
assert_eq_size!(Tensor<f32, StaticExtents![3, dyn]>, (Vec<f32>, usize));

fn mismatch(mode: usize, expected: usize, found: usize) -> ShapeError {
    ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }
}

#[test]
fn a_mapping_of_the_null_shape_has_no_offset() {
    let null = DynRankExtents::null();
    assert_eq!(Mapping::new(null.clone()).required_span_size(), 0);
    assert_eq!(Mapping::new(null).offset([]), Err(ShapeError::Null));
}

#[test]
fn a_mapping_of_many_modes_has_its_last_index() {
    let twenty: Vec<usize> = (1..=20).map(|n| n % 3 + 1).collect();
    let open = DynRankExtents::new(&twenty).unwrap();
    let index = Mapping::new(open.clone()).index(open.size() - 1).unwrap();
    let last: Vec<usize> = twenty.iter().map(|extent| extent - 1).collect();
    assert_eq!(index.as_ref(), last);
}

#[test]
fn tensors_change_layers_without_moving_elements() {
    let known = TensorOf::<Known, _>::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    let elements = known.as_slice().as_ptr();
    let mixed = known.weaken::<Mixed>();
    let array = mixed.weaken::<Array>();
    let open = array.weaken::<Open>();
    let slice = open.weaken::<Slice>();
    assert_eq!((slice.as_slice().as_ptr(), slice[[1, 2]]), (elements, 6));
    let array = slice.strengthen::<Array>().unwrap();
    let other = array.strengthen::<Other>().unwrap();
    let known: TensorOf<Known, i32> = other.strengthen::<Known>().unwrap();
    assert_eq!((known.as_slice().as_ptr(), known[[1, 2]]), (elements, 6));
    let storage = known.into_storage();
    assert_eq!(storage.as_ptr(), elements);
}

#[test]
fn a_layout_stays_through_conversions() {
    let a = Tensor::from_vec(ColMajor.of(extents![2, 3]), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let slice = a.weaken::<Slice>();
    assert_eq!(slice.mapping().strides().as_ref(), [1, 2]);
    assert_eq!(slice[[1, 0]], 2);
    let known = slice.strengthen::<Known>().unwrap();
    assert_eq!((known.mapping().strides(), known[[1, 2]]), ([1, 2], 6));
}

#[test]
fn inline_tensors_weaken_too() {
    let inline = InlineTensor::<i32, Known>::from_array([[1, 2, 3], [4, 5, 6]]);
    let weak = inline.weaken::<Slice>();
    assert_eq!(weak[[1, 0]], 4);
    let back: InlineTensor<i32, Known> = weak.strengthen::<Known>().unwrap();
    assert_eq!(back.into_array(), [[1, 2, 3], [4, 5, 6]]);
}

#[test]
fn a_rejected_tensor_is_given_back() {
    let open = Tensor::from_vec(DynExtents::new([2, 4]).unwrap(), vec![0_u8; 8]).unwrap();
    let elements = open.as_slice().as_ptr();
    let Rejected { value, error } = open.strengthen::<Known>().unwrap_err();
    assert_eq!(error, mismatch(1, 3, 4));
    assert_eq!((value.as_slice().as_ptr(), value.extents().extents()), (elements, [2, 4]));
    let null = Tensor::<u8>::null().strengthen::<StaticExtents![]>().unwrap_err();
    assert_eq!((null.error, null.value.extents().is_null()), (ShapeError::Null, true));

    fn by_question_mark(tensor: Tensor<u8, Array>) -> Result<TensorOf<Known, u8>, ShapeError> {
        Ok(tensor.strengthen()?)
    }
    assert_eq!(by_question_mark(value).unwrap_err(), mismatch(1, 3, 4));
}

#[test]
fn views_change_layers_without_moving_elements() {
    let data = [1, 2, 3, 4, 5, 6];
    let known = View::from_slice(ColMajor.of(extents![2, 3]), &data).unwrap();
    let slice = known.weaken::<Mixed>().weaken::<Array>().weaken::<Slice>();
    assert_eq!(slice.as_slice().as_ptr(), data.as_ptr());
    assert_eq!(slice[[1, 0]], 2);
    let back = slice.strengthen::<Known>().unwrap();
    assert_eq!((back.as_slice().as_ptr(), back[[0, 1]]), (data.as_ptr(), 3));
    assert_eq!(slice.strengthen::<StaticExtents![dyn, 4]>().unwrap_err(), mismatch(1, 4, 3));
    // The borrow is that of the data, not of the view that was converted.
    let from_temporary: &i32 = known.weaken::<Array>().get([1, 2]).unwrap();
    assert_eq!(*from_temporary, 6);
}
