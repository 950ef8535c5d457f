//! Convolution, pooling, patches.

use extents::arrange::Padding;
use extents::error::Part;

use super::*;

#[test]
fn p22_the_first_k_entries() {
    dims! { Best }
    let x =
        Tensor::from_fn(extents![dyn Rows = 4, 10].unwrap(), |[m, n]| number([m, 9 - n])).unwrap();
    let best = |k: usize| -> Result<TensorOf<StaticExtents![dyn Rows, dyn Best], f64>, ShapeError> {
        let part = x.slice(slice![.., 0..k])?;
        part.strengthen::<StaticExtents![dyn Rows, dyn Best]>()?.map(|x| *x)
    };
    assert_eq!(format!("{:?}", best(3).unwrap().extents()), "[Rows = 4, Best = 3]");
    assert_eq!(best(3).unwrap()[[2, 1]], number([2, 8]));
    assert!(best(11).is_err());
}

#[test]
fn p28_an_unknown_extent_in_two_halves() {
    let halves = |extent: usize| {
        let x = Tensor::from_fn(extents![dyn Time = extent].unwrap(), number).unwrap();
        let halves = x.split(Const::<0>, extents![2, dyn extent / 2].unwrap())?;
        let _: &StaticExtents![2, dyn] = halves.extents();
        Ok(halves[[1, 0]])
    };
    assert_eq!(halves(6), Ok(number([3])));
    let error: ShapeError = halves(7).unwrap_err();
    assert_eq!(error, ShapeError::PartMismatch { part: Part::Split, mode: 0, size: 6, extent: 7 });
    assert_eq!(error.to_string(), "mode 0 of extent 7 cannot split into parts whose product is 6");
}

type Image = StaticExtents![(Down * 2), (Across * 2), 3];

/// The patches of 2 x 2 of an image, each as one row.
fn patches(
    image: &TensorOf<Image, f64>,
) -> Result<TensorOf<StaticExtents![(Down * Across), (2 * 2 * 3)], f64>, ShapeError> {
    let [rows, columns, _] = image.extents().extents();
    let halves = image.split(Const::<1>, extents![dyn Across = columns / 2, 2]?)?;
    let halves = halves.split(Const::<0>, extents![dyn Down = rows / 2, 2]?)?;
    let patches = halves.permute(modes![0, 2, 1, 3, 4]).map(|x| *x)?;
    let Ok(patches) = patches.merge::<Named, _>(Const::<2>)?.merge::<Named, _>(Const::<2>);
    patches.merge::<Named, _>(Const::<0>)?.map(|x| *x)
}

/// An image, each place of which is its [`number`].
fn image(rows: usize, columns: usize) -> TensorOf<Image, f64> {
    Tensor::from_fn(Image::from_extents(&[rows, columns, 3]).unwrap(), number).unwrap()
}

#[test]
fn p29_patches_of_an_image() {
    let patches = patches(&image(4, 6)).unwrap();
    assert_eq!(patches.extents().extents(), [6, 12]);
    for ([p, entry], x) in patches.indexed_iter() {
        let [down, across] = [p / 3, p % 3];
        let [y, x_, c] = [entry / 6, entry / 3 % 2, entry % 3];
        assert_eq!(*x, number([2 * down + y, 2 * across + x_, c]));
    }
}

#[test]
fn p30_patches_that_do_not_cover() {
    let error = patches(&image(96, 173)).unwrap_err();
    assert_eq!(
        error,
        ShapeError::PartMismatch { part: Part::Split, mode: 1, size: 172, extent: 173 }
    );
    assert_eq!(
        error.to_string(),
        "mode 1 of extent 173 cannot split into parts whose product is 172"
    );
}

/// The sums of three neighbors at each place, with a zero before and behind all, added to what they are of.
fn smooth(
    x: &TensorOf<StaticExtents![dyn Time], f64>,
) -> Result<TensorOf<StaticExtents![dyn Time], f64>, ShapeError> {
    let zeros = Padding::Constant(0.0);
    let padded = x.pad::<Named, _, _, _>(Const::<0>, (Const::<1>, Const::<1>), zeros)?;
    let sums = padded.windows::<Named, _>(extents![3])?.over(modes![1]).sum()?;
    let _: &StaticExtents![(1 + Time + 1 - 3 + 1)] = sums.extents();
    (sums.same::<StaticExtents![dyn Time]>()? + x).eval()
}

#[test]
fn p24_a_convolution_that_keeps_the_extent() {
    let x = Tensor::from_vec(extents![dyn Time = 4].unwrap(), vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    assert_eq!(smooth(&x).unwrap().as_slice(), [4.0, 8.0, 12.0, 11.0]);
}

/// The sums of two neighbors, each twice, added to what they are of.
fn pooled(
    x: &TensorOf<StaticExtents![(Half * 2)], f64>,
) -> Result<TensorOf<StaticExtents![(Half * 2)], f64>, ShapeError> {
    let half = x.extents().extents()[0] / 2;
    let pairs = x.split(Const::<0>, extents![dyn Half = half, 2]?)?;
    let sums = pairs.over(modes![1]).keep().sum()?;
    let twice = sums.broadcast_like(&pairs)?.map(|x| *x)?;
    (twice.merge::<Named, _>(Const::<0>)? + x).eval()
}

#[test]
fn p26_half_the_height_and_back() {
    let height = <StaticExtents![(Half * 2)]>::from_extents(&[4]).unwrap();
    let x = Tensor::from_vec(height, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    assert_eq!(pooled(&x).unwrap().as_slice(), [4.0, 5.0, 10.0, 11.0]);
}
