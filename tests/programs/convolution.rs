//! Filters, pooling and layers of channels, by windows and tiles of an image.

use extents::arrange::Padding;
use extents::prelude::*;

use super::{assert_close, noise};

extents::labels! { channel, filter, x, y, u, v }

/// The gradient along a row, at each place that has all neighbors.
fn sobel(
    image: &View<'_, f64, StaticExtents![12, 17]>,
) -> Result<TensorOf<StaticExtents![10, 15], f64>, ShapeError> {
    let weights = InlineTensor::<f64, StaticExtents![3, 3]>::from_array([
        [1., 0., -1.],
        [2., 0., -2.],
        [1., 0., -1.],
    ]);
    let Ok(windows) = image.windows::<StaticExtents![10, 15], _>(extents![3, 3]);
    contract!(windows[x, y, u, v] * weights[u, v] => [x, y])
}

type Channels<C, H, W> = TensorOf<StaticExtents<(C, H, W)>, f64>;

/// A layer of a network: all channels of an image to `F` filters, of any size of image.
fn layer<const C: usize, const F: usize, H: Mode, W: Mode>(
    image: &Channels<Const<C>, H, W>,
    weights: &TensorOf<StaticExtents![F, C, 3, 3], f64>,
) -> Result<Channels<Const<F>, Dyn, Dyn>, ShapeError> {
    let padded = image.pad::<Dyn, _, _, _>(Const::<1>, (1, 1), Padding::Constant(0.0))?;
    let padded = padded.pad::<Dyn, _, _, _>(Const::<2>, (1, 1), Padding::Constant(0.0))?;
    let windows = padded.windows::<StaticExtents![C, dyn, dyn], _>(extents![1, 3, 3])?;
    let windows = windows.drop_mode(Const::<3>)?;
    contract!(windows[channel, x, y, u, v] * weights[filter, channel, u, v] => [filter, x, y])
}

#[test]
fn sobel_of_static_windows() {
    let image = Tensor::from_fn(extents![12, 17], |[i, j]| noise(17 * i + j)).unwrap();
    let found = sobel(&image.view()).unwrap();
    for i in 0..10 {
        for j in 0..15 {
            let at = |u: usize, v: usize| noise(17 * (i + u) + j + v);
            let expected =
                at(0, 0) + 2.0 * at(1, 0) + at(2, 0) - at(0, 2) - 2.0 * at(1, 2) - at(2, 2);
            assert_close(found[[i, j]], expected);
        }
    }
}

#[test]
fn a_layer_of_channels_is_its_sum() {
    let (h, w) = (6, 9);
    let pixel = |c: usize, i: isize, j: isize| {
        let inside = (0..h as isize).contains(&i) && (0..w as isize).contains(&j);
        if inside { noise(1000 * c + 10 * i as usize + j as usize) } else { 0.0 }
    };
    let weight = |f: usize, c: usize, u: usize, v: usize| noise(7 + 100 * f + 30 * c + 3 * u + v);
    let image = Tensor::from_fn(extents![3, dyn h, dyn w].unwrap(), |[c, i, j]| {
        pixel(c, i as isize, j as isize)
    })
    .unwrap();
    let weights = Tensor::from_fn(extents![2, 3, 3, 3], |[f, c, u, v]| weight(f, c, u, v)).unwrap();
    let found = layer(&image, &weights).unwrap();
    assert_eq!(found.extents(), &extents![2, 6, 9]);
    for ([f, i, j], found) in found.indexed_iter() {
        let mut expected = 0.0;
        for c in 0..3 {
            for u in 0..3 {
                for v in 0..3 {
                    expected +=
                        weight(f, c, u, v) * pixel(c, (i + u) as isize - 1, (j + v) as isize - 1);
                }
            }
        }
        assert_close(*found, expected);
    }
}

#[test]
fn pooling_takes_the_largest_of_a_tile() {
    let image = Tensor::from_fn(extents![6, 8], |[i, j]| noise(8 * i + j)).unwrap();
    let Ok(tiles) = image.tiles::<StaticExtents![3, 2], _>(extents![2, 4]);
    let pooled: TensorOf<StaticExtents![3, 2], f64> = tiles.over(modes![2, 3]).max().unwrap();
    for ([i, j], found) in pooled.indexed_iter() {
        let tile = (0..8).map(|at| noise(8 * (2 * i + at / 4) + 4 * j + at % 4));
        assert_eq!(Some(*found), tile.max_by(f64::total_cmp));
    }
}
