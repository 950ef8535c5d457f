//! Descriptions of computed and of uniform tensors, and the expressions that have their elements.

use extents::expression::uniform_of;
use extents::{DType, DynRankExtents, ShapeError, Tensor, error::Place, extents};
use extents_graph::{Axes, DescriptionError, ElementSource, TensorDescription};

/// The digits of an index: 112 is [1, 2].
fn number(index: &[usize]) -> i64 {
    index.iter().fold(1, |all, &at| 10 * all + i64::try_from(at).unwrap())
}

/// A description says that elements are computed, or all one value; an expression gives them.
#[test]
fn descriptions_of_r_tensors_are_evaluated() {
    let axes = || Axes::of_shape(&[2, 3]);
    let counts = TensorDescription::computed(DType::S64, axes()).unwrap();
    let sevens = TensorDescription::uniform(DType::S64, axes()).unwrap();
    let stored = <TensorDescription>::of_shape(DType::S64, &[2, 3]).unwrap();
    let values = counts.computed_by(|index| number(&index[..])).unwrap();
    assert_eq!(values.eval().unwrap().as_slice(), [100_i64, 101, 102, 110, 111, 112]);
    let values = counts.transpose().unwrap().computed_by(|index| number(&index[..])).unwrap();
    assert_eq!(values.eval().unwrap().as_slice(), [100_i64, 101, 110, 111, 120, 121]);
    assert_eq!(sevens.uniformly(7_i64).unwrap().sum(), Ok(42));

    let source = |expected, found| Some(DescriptionError::OtherSource { expected, found });
    let (computed, uniform) = (ElementSource::Computed, ElementSource::Uniform);
    assert_eq!(counts.uniformly(7_i64).err(), source(uniform, computed));
    assert_eq!(sevens.computed_by(|_| 7_i64).err(), source(computed, uniform));
    assert_eq!(stored.computed_by(|_| 7_i64).err(), source(computed, ElementSource::Stored));
    let dtype = DescriptionError::DTypeMismatch { expected: DType::S64, found: DType::F32 };
    assert_eq!(counts.computed_by(|_| 7.0_f32).err(), Some(dtype));

    let a = Tensor::full(DynRankExtents::new(&[2, 3]).unwrap(), 1.0_f32).unwrap();
    let described = TensorDescription::of_expression(&(a.lazy() * 2.0).less(1.0)).unwrap();
    assert_eq!((described.source(), described.dtype()), (computed, DType::Pred));
    assert_eq!(described.shape(), [2, 3]);
    let constant = TensorDescription::of_expression(&(uniform_of(extents![2, 3], 1) * 2)).unwrap();
    assert_eq!((constant.source(), constant.dtype()), (uniform, DType::S32));
    let b = Tensor::full(DynRankExtents::new(&[2, 4]).unwrap(), 1.0_f32).unwrap();
    let mode_1 = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 };
    assert_eq!(
        TensorDescription::of_expression(&(&a + &b)).err(),
        Some(DescriptionError::Shape(mode_1))
    );
    let null = Tensor::<f32>::null();
    assert_eq!(
        TensorDescription::of_expression(&(&null + 1.0)).err(),
        Some(DescriptionError::Shape(ShapeError::Null))
    );
}
