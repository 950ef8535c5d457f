//! Bytes as views, by the traits of `bytemuck` and of `zerocopy`: which ones are, and which are not.

use extents::error::BytesError;
use extents::layout::{Canonical, ColMajor, Strided};
use extents::{Mapping, ShapeError, View, ViewMut, extents};

#[repr(align(8))]
struct Aligned([u8; 64]);

/// The tests of one crate: its ways to views, and its way back.
macro_rules! tests {
    ($door:ident: $view:ident, $view_mut:ident, |$slice:ident| $back:expr) => {
        mod $door {
            use super::*;

            #[test]
            fn bytes_are_elements_in_the_order_of_memory() {
                let mut bytes = Aligned([0; 64]);
                for (value, place) in (1_u16..).zip(bytes.0.chunks_exact_mut(2)) {
                    place.copy_from_slice(&(value * 257 + 1).to_ne_bytes());
                }
                let view = View::<u16, _>::$view(extents![2, 3], &bytes.0[..12]).unwrap();
                for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    assert_eq!(view[[i, j]], (3 * i + j + 1) as u16 * 257 + 1);
                }
                let columns =
                    View::<u16, _, _>::$view(ColMajor.of(extents![2, 3]), &bytes.0[..12]).unwrap();
                assert_eq!(columns[[1, 2]], 6 * 257 + 1);
                assert_eq!(columns[[0, 1]], 3 * 257 + 1);
                let numbers = View::<u16, _>::$view([2, 3], &bytes.0[..12]).unwrap();
                assert_eq!(numbers[[1, 2]], 6 * 257 + 1);
                let refused = View::<u16, _>::$view([usize::MAX, 3], &bytes.0[..12]).unwrap_err();
                assert!(matches!(refused, BytesError::Shape(ShapeError::SizeOverflow { .. })));
                // The same bytes, not a copy, and back.
                assert_eq!(view.as_ptr().cast(), bytes.0.as_ptr());
                let $slice = view.as_slice();
                assert_eq!($back, &bytes.0[..12]);
            }

            #[test]
            fn a_mutable_view_writes_to_the_bytes() {
                let mut bytes = Aligned([0; 64]);
                let mut view =
                    ViewMut::<u32, _>::$view_mut(extents![2, 2], &mut bytes.0[..16]).unwrap();
                view[[1, 0]] = u32::from_ne_bytes([1, 2, 3, 4]);
                assert_eq!(bytes.0[8..12], [1, 2, 3, 4]);
                let numbers = ViewMut::<u32, _>::$view_mut([4], &mut bytes.0[..16]).unwrap();
                assert_eq!(numbers[[2]], u32::from_ne_bytes([1, 2, 3, 4]));
                let twice = Mapping::with_layout(extents![2, 2], Strided::new([0, 1])).unwrap();
                let shared = ViewMut::<u32, _, _>::$view_mut(twice, &mut bytes.0[..8]).unwrap_err();
                assert_eq!(shared, BytesError::Shape(ShapeError::NotUnique));
            }

            #[test]
            fn each_misaligned_place_is_refused() {
                let mut bytes = Aligned([0; 64]);
                for shift in 0..16 {
                    let expected = BytesError::Alignment { expected: 8, remainder: shift % 8 };
                    let found =
                        View::<u64, _>::$view(extents![2], &bytes.0[shift..shift + 16]).err();
                    assert_eq!(found, (shift % 8 != 0).then_some(expected));
                    let found =
                        ViewMut::<u64, _>::$view_mut(extents![2], &mut bytes.0[shift..shift + 16])
                            .err();
                    assert_eq!(found, (shift % 8 != 0).then_some(expected));
                    // Nothing is anywhere.
                    let none =
                        View::<u64, _>::$view(extents![2, 0], &bytes.0[shift..shift]).unwrap();
                    assert!(none.is_empty());
                    assert!(
                        ViewMut::<u64, _>::$view_mut(extents![0], &mut bytes.0[shift..shift])
                            .unwrap()
                            .is_empty()
                    );
                }
            }

            #[test]
            fn wrong_lengths_and_values_are_refused() {
                let mut bytes = Aligned([0; 64]);
                for length in 0..64 {
                    let found = View::<u64, _>::$view(extents![3], &bytes.0[..length]).err();
                    let expected = BytesError::Length { expected: 24, found: length };
                    assert_eq!(found, (length != 24).then_some(expected));
                }
                bytes.0[5] = 2;
                let wrong = Some(BytesError::Value { offset: 5 });
                assert_eq!(View::<bool, _>::$view(extents![8], &bytes.0[..8]).err(), wrong);
                assert_eq!(
                    ViewMut::<bool, _>::$view_mut(extents![8], &mut bytes.0[..8]).err(),
                    wrong
                );
                assert!(View::<bool, _>::$view(extents![5], &bytes.0[..5]).is_ok());
                let many = extents::DynExtents::new([isize::MAX as usize]).unwrap();
                let found = View::<u64, _>::$view(many, &bytes.0).unwrap_err();
                let elements = isize::MAX as usize;
                assert_eq!(found, BytesError::TooMany { elements, width: 8, found: 64 });
                assert_eq!(View::<(), _>::$view(extents![3], &[]).err(), Some(BytesError::NoSize));
            }
        }
    };
}

#[cfg(feature = "bytemuck")]
tests! { bytemuck: from_bytes, from_bytes, |slice| ::bytemuck::cast_slice::<u16, u8>(slice) }
#[cfg(feature = "zerocopy")]
tests! { zerocopy: ref_from_bytes, mut_from_bytes, |slice| ::zerocopy::IntoBytes::as_bytes(slice) }

/// The numbers one after the other, as a struct of C has them.
#[cfg(feature = "bytemuck")]
#[test]
fn a_mapping_for_a_device_is_its_numbers() {
    use extents::layout::DeviceMapping;
    let mapping = Mapping::with_layout(extents![2, 3], Strided::new([-8, 2])).unwrap();
    let narrow = DeviceMapping::<2, i32>::new(&mapping).unwrap();
    let expected = [8_i32, 2, 3, -8, 2].map(i32::to_ne_bytes);
    assert_eq!(::bytemuck::bytes_of(&narrow), expected.as_flattened());
    let wide = DeviceMapping::<2>::new(&mapping).unwrap();
    let expected = [8_i64, 2, 3, -8, 2].map(i64::to_ne_bytes);
    assert_eq!(::bytemuck::bytes_of(&wide), expected.as_flattened());
}
