//! A layout of one's own: elements along a Morton curve, so that what is near in the matrix is near in memory.
//!
//! `cargo run --release --example custom_layout`

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "numbers are small, and indices are those of the shapes"
)]

use extents::error::Place;
use extents::layout::{Checked, Layout};
use extents::prelude::*;

/// The Z-order curve: an offset is the bits of the coordinates, interleaved, those of the last mode first.
///
/// Extents are powers of two. A mode whose bits are used up drops out, so they need not be equal, and nothing
/// here depends on the rank: of three modes, the bits of three coordinates take turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Morton;

impl<E: Extents> Layout<E> for Morton {
    // Views compare each offset with the length of their buffer, so that nothing here can do harm.
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;

    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        let (shape, mut offset, mut place) = (extents.extents(), 0, 0_u32);
        for bit in 0..usize::BITS {
            // The bits that coordinates of this mode can have are those below that of its extent.
            for (at, extent) in index.as_ref().iter().zip(shape.as_ref()).rev() {
                if extent >> bit > 1 {
                    offset |= (at >> bit & 1) << place;
                    place += 1;
                }
            }
        }
        offset
    }

    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }

    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        for (mode, &found) in extents.extents().as_ref().iter().enumerate() {
            if !found.is_power_of_two() {
                let expected = found.checked_next_power_of_two().unwrap_or(1);
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), ShapeError> {
    // The order of memory: each entry of a 4 x 8 matrix shows its offset.
    let mapping = Mapping::with_layout(extents![4, 8], Morton)?;
    println!("Where the elements of {:?} are in memory:", mapping.extents());
    for i in 0..4 {
        let row: String = (0..8)
            .filter_map(|j| mapping.offset([i, j]).ok())
            .map(|at| format!("{at:4}"))
            .collect();
        println!("{row}");
    }

    // A tensor and a view work as with any layout.
    let mut squares = Tensor::from_fn(mapping, |[i, j]| i * i + j * j)?;
    squares[[3, 7]] += 1000;
    let view = squares.view();
    println!("\n[3, 7] is {}, and [4, 0] is {:?}", view[[3, 7]], view.get([4, 0]));
    println!("in memory  {:?} ..", &squares.as_slice()[..8]);
    println!("row-major  {:?} ..", view.iter().take(8).collect::<Vec<_>>());
    println!("the sum is {}", view.sum());
    let (index, largest) =
        view.indexed_iter().max_by_key(|(_, value)| **value).unwrap_or(([0, 0], &0));
    println!("the largest is {largest} at {index:?}");

    // What Morton codes cannot do is an error, before there is a mapping.
    match Mapping::with_layout(extents![4, 6], Morton) {
        Ok(_) => println!("a mapping of 4 x 6"),
        Err(error) => println!("\nno mapping of 4 x 6: {error}"),
    }
    Ok(())
}
