//! Elements of 16 and 8 bits, whose values come from the crates `half` and `float8`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use extents::label::{i, j};
use extents::layout::Strided;
use extents::{
    DType, DynRankExtents, HasDType, Mapping, ModeArray, Tensor, View, contract, extents, modes,
    slice,
};
use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};

#[test]
fn types_and_names_have_the_same_size() {
    fn check<T: HasDType>(dtype: DType) {
        assert_eq!((T::DTYPE, size_of::<T>()), (dtype, dtype.bytes()));
    }
    check::<f16>(DType::F16);
    check::<bf16>(DType::Bf16);
    check::<F8E4M3>(DType::F8E4M3Fn);
    check::<F8E5M2>(DType::F8E5M2);
    // The largest number of 4 bits of exponent and 3 of fraction, without infinities, is 1.75 * 2^8.
    assert_eq!(F8E4M3::from_bits(0x7e).to_f32(), 448.0);
}

#[test]
fn short_floats_are_contracted() {
    let x = Tensor::from_fn(extents![2, 2], |[i, j]| f16::from_f32((2 * i + j) as f32)).unwrap();
    let sum = contract!(x[i, j] => []).unwrap();
    assert_eq!(sum[[]].to_f32(), 6.0);
    let x = Tensor::full(extents![4], bf16::from_f32(1.5)).unwrap();
    assert_eq!(contract!(x[i] * x[i] => []).unwrap()[[]].to_f32(), 9.0);
    let x = Tensor::full(extents![4], F8E4M3::from_f32(0.5)).unwrap();
    assert_eq!(contract!(x[i] * x[i] => []).unwrap()[[]].to_f32(), 1.0);
}

#[test]
fn sums_of_many_rows_of_short_floats_do_not_stand_still() {
    // Of eight binary digits, 256 and 1 more are 256.
    assert_eq!(bf16::from_f32(256.0) + bf16::ONE, bf16::from_f32(256.0));
    for columns in [2, 7, 64] {
        let ones = Tensor::full(extents![dyn 1000, dyn columns].unwrap(), bf16::ONE).unwrap();
        let sums = ones.over(0).sum().unwrap();
        assert_eq!(sums.as_slice(), vec![bf16::from_f32(1000.0); columns]);
        assert_eq!(ones.over(0).mean().unwrap().as_slice(), vec![bf16::ONE; columns]);
    }
    // Values of a column, with others between them, and short rows of a part.
    let ones = Tensor::full(extents![dyn 1000, 4].unwrap(), bf16::ONE).unwrap();
    let near = |sum: bf16, exact: f32| (sum.to_f32() - exact).abs() <= 0.02 * exact;
    let column = ones.slice(slice![.., ..1]).unwrap();
    assert!(near(column.sum(), 1000.0));
    let part = ones.slice(slice![.., ..3]).unwrap();
    assert!(near(part.sum(), 3000.0));
    assert!(near(part.over(modes![0, 1]).sum().unwrap()[[]], 3000.0));
}

/// Two modes merge in portions of 16 entries, and not in the last one, which is shorter: it would have a loop too many.
#[test]
fn portions_of_overlapping_modes_are_added() {
    let extents = [[2; 10].as_slice(), &[5, 2, 70]].concat();
    let mut strides = ModeArray::<isize>::default();
    [[1; 11].as_slice(), &[32, 2]].concat().into_iter().for_each(|stride| strides.push(stride));
    let data: Vec<f16> = (0..300).map(|n| f16::from_f32((n % 7) as f32)).collect();
    let extents = DynRankExtents::new(&extents).unwrap();
    let mapping = Mapping::with_layout(extents, Strided::new(strides)).unwrap();
    let view = View::from_slice(mapping.clone(), &data[..mapping.required_span_size()]).unwrap();
    let sums = view.over([11, 12]).sum().unwrap();
    // The sum at an index depends on the sum of its numbers. Each is exact.
    let wanted: Vec<f32> = (0..15)
        .map(|begin| (0..140).map(|n| f32::from(data[begin + n / 70 * 32 + n % 70 * 2])).sum())
        .collect();
    for (place, sum) in sums.as_slice().iter().enumerate() {
        assert_eq!(f32::from(*sum), wanted[(place / 5).count_ones() as usize + place % 5]);
    }
}
