//! Mappings for kernels on a device: numbers of 32 or 64 bits, each offset of which fits.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "the numbers are small, or as wide as their sums need"
)]

use extents::error::Limit;
use extents::layout::{
    Canonical, Checked, ColMajor, DeviceMapping, Layout, Padded, RowMajor, Strided, StridedLayout,
};
use extents::{Const, DynExtents, Mapping, Rank, ShapeError, View, extents, strides};
use proptest::prelude::*;

const I32: usize = i32::MAX as usize;

fn too_large(of: Limit, found: usize) -> ShapeError {
    ShapeError::LimitExceeded { of, found, most: I32 }
}

/// Static, padded, permuted, repeated and reversed modes, with what each has by definition.
#[test]
fn every_strided_mapping_has_its_numbers() {
    let mapping = DeviceMapping::<3, i32>::new(&RowMajor.of(extents![2, 3, 4])).unwrap();
    assert_eq!((mapping.extents(), mapping.strides()), ([2, 3, 4], [12, 4, 1]));
    let mapping = DeviceMapping::<3>::new(&ColMajor.of(extents![2, 3, 4])).unwrap();
    assert_eq!((mapping.extents(), mapping.strides()), ([2, 3, 4], [1, 2, 6]));
    let padded = Mapping::with_layout(extents![2, 3], Padded::<RowMajor, Const<8>>::default());
    let mapping = DeviceMapping::<2, i32>::new(&padded.unwrap()).unwrap();
    assert_eq!((mapping.extents(), mapping.strides()), ([2, 3], [8, 1]));
    let elements = [0; 6];
    let turned = View::from_slice(extents![2, 3], &elements).unwrap().permute([1, 0]).unwrap();
    let mapping = DeviceMapping::<2>::new(turned.mapping()).unwrap();
    assert_eq!((mapping.extents(), mapping.strides()), ([3, 2], [1, 3]));
    let mapping = Mapping::with_layout(extents![5, 3], Strided::new(strides![0, 7])).unwrap();
    let mapping = DeviceMapping::<2, i32>::new(&mapping).unwrap();
    assert_eq!((mapping.extents(), mapping.strides()), ([5, 3], [0, 7]));
    let mapping = Mapping::with_layout(extents![5, 3], Strided::new([-3, 1])).unwrap();
    let mapping = DeviceMapping::<2, i32>::new(&mapping).unwrap();
    assert_eq!((mapping.base_offset(), mapping.strides()), (12, [-3, 1]));
    let scalar = DeviceMapping::<0, i32>::new(&Mapping::new(extents![])).unwrap();
    assert_eq!(scalar.offset([]), Some(0));
}

/// The last number that fits and the first that does not, of an extent, a stride and an offset.
#[test]
fn the_first_number_that_does_not_fit_is_named() {
    let strided = |extents: [usize; 2], strides: [isize; 2]| {
        let extents = DynExtents::new(extents).unwrap();
        DeviceMapping::<2, i32>::new(&Mapping::with_layout(extents, Strided::new(strides)).unwrap())
    };
    assert!(strided([1, I32], [0, 1]).is_ok());
    let error = strided([1, I32 + 1], [0, 1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceExtent { mode: 1 }, I32 + 1));
    assert_eq!(
        error.to_string(),
        "mode 1 has extent 2147483648, but a number of the device is at most 2147483647"
    );

    let mapping = strided([2, 1], [I32 as isize, 1]).unwrap();
    assert_eq!(mapping.offset([1, 0]), Some(i32::MAX));
    let error = strided([2, 1], [I32 as isize + 1, 1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceStride { mode: 0 }, I32 + 1));
    let error = strided([2, 1], [-(I32 as isize) - 2, 1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceStride { mode: 0 }, I32 + 2));
    // Of modes that do not move, too: the number has to be written.
    let error = strided([1, 1], [1, 1 << 40]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceStride { mode: 1 }, 1 << 40));
    let error = strided([0, 1], [1, -(1 << 40)]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceStride { mode: 1 }, 1 << 40));
    let error = strided([0, 1 << 32], [1, 1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceExtent { mode: 1 }, 1 << 32));

    // (32,768 - 1) * 65,536 = 2,147,418,112, and 65,535 more is the largest number.
    assert!(strided([32_768, 65_536], [65_536, 1]).is_ok());
    let error = strided([32_768, 65_537], [65_536, 1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceOffset { mode: 1 }, 2_147_418_112 + 65_536));
    assert_eq!(
        error.to_string(),
        "mode 1 reaches offset 2147483648, but a number of the device is at most 2147483647"
    );
    // Backwards it is the base offset.
    assert_eq!(strided([32_768, 65_536], [-65_536, -1]).unwrap().base_offset(), i32::MAX);
    let error = strided([32_768, 65_537], [-65_536, -1]).unwrap_err();
    assert_eq!(error, too_large(Limit::DeviceOffset { mode: 1 }, 2_147_418_112 + 65_536));
}

/// A layout of a user that begins further on.
#[derive(Clone, Debug)]
struct From(usize);

impl<E: Rank<1>> Layout<E> for From {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = false;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, _: &E, &[at]: &[usize; 1]) -> usize {
        self.0 + at
    }
    fn required_span_size(&self, extents: &E) -> usize {
        self.0 + extents.size()
    }
}

impl<E: Rank<1>> StridedLayout<E> for From {
    fn strides(&self, _: &E) -> [isize; 1] {
        [1]
    }
    fn base_offset(&self, _: &E) -> usize {
        self.0
    }
}

#[test]
fn the_base_offset_of_a_layout_of_others_counts() {
    let from = |first| {
        let mapping = Mapping::with_layout(extents![4], From(first)).unwrap();
        DeviceMapping::<1, i32>::new(&mapping)
    };
    assert_eq!(from(I32 - 3).unwrap().offset([3]), Some(i32::MAX));
    assert_eq!(from(I32 - 2).unwrap_err(), too_large(Limit::DeviceOffset { mode: 0 }, I32 + 1));
    assert!(from(usize::MAX).is_err());
}

proptest! {
    /// By definition: a mapping fits where each extent and stride does, and, if there are elements, the smallest and the
    /// largest of the sums that any modes in any order give. Then each offset is that sum.
    #[test]
    fn what_fits_is_what_big_numbers_say(
        modes in proptest::array::uniform3((extent(), stride())),
    ) {
        let extents = modes.map(|(extent, _)| extent);
        let strides = modes.map(|(_, stride)| stride);
        let Ok(shape) = DynExtents::new(extents) else { return Ok(()) };
        let Ok(mapping) = Mapping::with_layout(shape, Strided::new(strides)) else { return Ok(()) };
        let found = DeviceMapping::<3, i32>::new(&mapping);
        let fits = |number: i128| i32::try_from(number).is_ok();
        let reach = |&(extent, stride): &(usize, isize)| (extent as i128 - 1) * stride.unsigned_abs() as i128;
        let numbers = modes.iter().all(|&(extent, stride)| fits(extent as i128) && fits(stride as i128));
        let offsets = extents.contains(&0) || fits(modes.iter().map(reach).sum());
        prop_assert_eq!(found.is_ok(), numbers && offsets, "{:?}", found);
        if let Ok(found) = found {
            prop_assert_eq!(found.extents().map(|n| n as usize), extents);
            prop_assert_eq!(found.strides().map(|n| n as isize), strides);
            let base: i128 = modes.iter().filter(|mode| mode.1 < 0).map(reach).sum();
            for index in [[0, 0, 0], extents.map(|n| n.saturating_sub(1)), extents.map(|n| n / 2), extents] {
                let inside = index.iter().zip(&extents).all(|(at, extent)| at < extent);
                let steps = index.iter().zip(&strides).map(|(&at, &stride)| at as i128 * stride as i128);
                let expected = inside.then(|| base + steps.sum::<i128>());
                prop_assert_eq!(found.offset(index.map(|at| at as i32)).map(i128::from), expected);
            }
            prop_assert_eq!(found.offset([-1, 0, 0]), None);
        }
    }
}

fn extent() -> impl Strategy<Value = usize> {
    prop_oneof![0..6_usize, Just(1), I32 - 2..I32 + 3, 1_usize..1 << 17]
}

fn stride() -> impl Strategy<Value = isize> {
    let edge = I32 as isize;
    prop_oneof![-9..9_isize, edge - 2..edge + 3, -edge - 3..-edge + 2, -70_000..70_000_isize]
}
