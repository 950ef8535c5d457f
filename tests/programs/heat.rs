//! Heat that spreads in a block, one step at a time: by indices, by shifted parts in a formula, and by windows.

use extents::prelude::*;

use super::{assert_close, noise};

extents::labels! { x, y, z, u, v, w }

type Block = TensorOf<DynExtents<3>, f64>;

/// By checked indices.
fn step_by_index(from: &Block, to: &mut Block, rate: f64) {
    let [nx, ny, nz] = from.extents().extents();
    for i in 1..nx - 1 {
        for j in 1..ny - 1 {
            for k in 1..nz - 1 {
                let neighbors = from[[i - 1, j, k]]
                    + from[[i + 1, j, k]]
                    + from[[i, j - 1, k]]
                    + from[[i, j + 1, k]]
                    + from[[i, j, k - 1]]
                    + from[[i, j, k + 1]];
                to[[i, j, k]] = from[[i, j, k]] + rate * (neighbors - 6.0 * from[[i, j, k]]);
            }
        }
    }
}

/// One formula over seven parts of the block, each shifted.
fn step_by_parts(from: &Block, to: &mut Block, rate: f64) -> Result<(), ShapeError> {
    let [nx, ny, nz] = from.extents().extents().map(|n| n - 2);
    let part = |i: usize, j: usize, k: usize| from.slice(slice![i..i + nx, j..j + ny, k..k + nz]);
    let (center, left, right) = (part(1, 1, 1)?, part(0, 1, 1)?, part(2, 1, 1)?);
    let (front, back, below, above) =
        (part(1, 0, 1)?, part(1, 2, 1)?, part(1, 1, 0)?, part(1, 1, 2)?);
    let mut inside = to.view_mut().slice(slice![1..1 + nx, 1..1 + ny, 1..1 + nz])?;
    let neighbors = left + right + front + back + below + above;
    (center + rate * (neighbors - 6.0 * center)).assign_to(&mut inside)
}

/// A stencil is a contraction of all windows with its weights.
fn step_by_windows(from: &Block, to: &mut Block, rate: f64) -> Result<(), ShapeError> {
    let weights =
        InlineTensor::<f64, StaticExtents![3, 3, 3]>::inline_from_fn(|[i, j, k]| {
            match i.abs_diff(1) + j.abs_diff(1) + k.abs_diff(1) {
                0 => 1.0 - 6.0 * rate,
                1 => rate,
                _ => 0.0,
            }
        });
    let [nx, ny, nz] = from.extents().extents().map(|n| n - 2);
    let windows = from.windows::<StaticExtents![dyn, dyn, dyn], _>(extents![3, 3, 3])?;
    let mut inside = to.view_mut().slice(slice![1..1 + nx, 1..1 + ny, 1..1 + nz])?;
    contract!(inside[x, y, z] = windows[x, y, z, u, v, w] * weights[u, v, w])
}

#[test]
fn three_ways_of_a_step_are_one() {
    let extents = DynExtents::new([5, 6, 7]).unwrap();
    let at = |i: usize, j: usize, k: usize| noise(100 * i + 10 * j + k);
    let rate = 0.1;
    let from = Tensor::from_fn(extents, |[i, j, k]| at(i, j, k)).unwrap();
    let mut results = [(); 3].map(|()| Tensor::full(extents, 0.0).unwrap());
    step_by_index(&from, &mut results[0], rate);
    step_by_parts(&from, &mut results[1], rate).unwrap();
    step_by_windows(&from, &mut results[2], rate).unwrap();
    for result in &results {
        for ([i, j, k], found) in result.indexed_iter() {
            let inside = (1..4).contains(&i) && (1..5).contains(&j) && (1..6).contains(&k);
            let expected = if inside {
                let neighbors = at(i - 1, j, k)
                    + at(i + 1, j, k)
                    + at(i, j - 1, k)
                    + at(i, j + 1, k)
                    + at(i, j, k - 1)
                    + at(i, j, k + 1);
                at(i, j, k) + rate * (neighbors - 6.0 * at(i, j, k))
            } else {
                0.0
            };
            assert_close(*found, expected);
        }
    }
}
