//! Kernels on a processor without an operating system to speak of: no `std`, no `alloc`, no C library, an entry of its own.
//! The exit code is the number of the first check that failed, or 0.
#![no_std]
#![no_main]

mod machine;

use extents::layout::{Canonical, ColMajor, DeviceMapping, Neg, RowMajor, Strided};
use extents::prelude::*;
use extents::{
    Const, InlineTensor, Mapping, StaticExtents, View, ViewMut, contract, extents, strides,
};

type Square = InlineTensor<f32, StaticExtents![2, 2]>;
type Tile = StaticExtents![4, 6];
type Turned = Strided<(Neg<Const<6>>, Const<1>)>;

/// A mapping of types alone: what a kernel compiles to has no extents and strides but as constants.
fn sums_of_columns(tile: &View<'_, i32, Tile, Turned>, sums: &mut [i32; 6]) {
    for (column, sum) in sums.iter_mut().enumerate() {
        *sum = (0..4).filter_map(|row| tile.get([row, column])).sum();
    }
}

/// Mappings without a size, in constants and as values.
fn static_mappings() -> bool {
    const STRIDES: [isize; 2] = Mapping::<Tile, ColMajor>::STRIDES;
    const LAST: Option<usize> = Mapping::<Tile, Turned>::offset_of([3, 5]);
    let rows = core::hint::black_box(Mapping::<Tile>::new(extents![4, 6]));
    size_of_val(&rows) == 0
        && STRIDES == [1, 4]
        && LAST == Some(5)
        && rows.offset([3, 5]) == Ok(23)
        && rows.offset([4, 0]).is_err()
}

/// The elements 0 to 23, whose row 0 is the last one in memory: column `c` has c, c + 6, c + 12 and c + 18.
fn a_kernel_over_a_view() -> bool {
    let mut elements = [0; 24];
    for (at, element) in (0..).zip(&mut elements) {
        *element = core::hint::black_box(at);
    }
    let Ok(mapping) = Mapping::with_layout(extents![4, 6], Strided::new(strides![-6, 1])) else {
        return false;
    };
    let Ok(tile) = View::from_slice(mapping, &elements) else { return false };
    let mut sums = [0; 6];
    sums_of_columns(&tile, &mut sums);
    sums == [36, 40, 44, 48, 52, 56] && tile.get([0, 0]) == Some(&18)
}

/// A product whose operands and result are on the stack: [1 2; 3 4] times [5 6; 7 8].
fn a_contraction() -> bool {
    let a = Square::from_array(core::hint::black_box([[1.0_f32, 2.0], [3.0, 4.0]]));
    let b = Square::from_array(core::hint::black_box([[5.0_f32, 6.0], [7.0, 8.0]]));
    let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
    c.as_slice() == [19.0, 22.0, 43.0, 50.0]
}

/// Extents that are values, written through a view.
fn a_run_time_extent() -> bool {
    let Ok(shape) = extents![dyn core::hint::black_box(3), 2] else { return false };
    let mut elements = [7_u8; 6];
    let Ok(mut view) = ViewMut::from_slice(ColMajor.of(shape), &mut elements) else { return false };
    if let Some(element) = view.get_mut([2, 1]) {
        *element = 9;
    }
    elements == [7, 7, 7, 7, 7, 9]
}

/// What a kernel takes from its host.
fn a_device_mapping() -> bool {
    let mapping = core::hint::black_box(RowMajor.of(extents![4, 6]));
    let large = Mapping::new(extents![65_536, 65_536]);
    DeviceMapping::<2, i32>::new(&mapping).is_ok_and(|mapping| mapping.offset([3, 5]) == Some(23))
        && DeviceMapping::<2, i32>::new(&large).is_err()
        && DeviceMapping::<2, i64>::new(&large).is_ok()
}

fn first_failure() -> u8 {
    let checks =
        [static_mappings, a_kernel_over_a_view, a_contraction, a_run_time_extent, a_device_mapping];
    (1..).zip(checks).find(|(_, check)| !check()).map_or(0, |(number, _)| number)
}
