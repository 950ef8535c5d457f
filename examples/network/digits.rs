//! The digits in `examples/data`, as batches on a device.

use std::path::Path;

use extents::backend::{Array, Transfer};
use extents::{Const, Extents, Mode, ShapeError, StaticExtents, Tensor, TensorOf};

use super::layers::Tokens;
use super::npy::{Failure, NpyFile, Number};
use super::parameter::Noise;
use super::transformer::Scores;

/// An image is 8 rows, each a place: 8 pixels, and 8 numbers that say which row it is.
pub(crate) const ROWS: usize = 8;
const PIXELS: usize = 8;
pub(crate) const INPUTS: usize = 2 * PIXELS;
pub(crate) const CLASSES: usize = 10;

/// Images, and which digits they are.
pub(crate) struct Digits {
    pixels: Vec<f64>,
    labels: Vec<f64>,
}

impl Digits {
    pub(crate) fn read() -> Result<Self, Failure> {
        let read = |name: &str, shape: &[usize]| -> Result<Vec<f64>, Failure> {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(name);
            let file = NpyFile::open(&path)?;
            match file.extents.as_slice() {
                [_, rest @ ..] if rest == shape && !file.is_fortran_order() => {
                    file.elements(Number::to_f64)
                }
                _ => Err(format!(
                    "{name} should have images of extents {shape:?}, row-major, but has {}",
                    file.extents
                )
                .into()),
            }
        };
        let pixels = read("digits_u8.npy", &[ROWS, PIXELS])?;
        let labels = read("digits_labels_u8.npy", &[])?;
        Ok(Digits { pixels, labels })
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Some images: a run-time number of them, or one that the type knows. With noise, each is moved by at most a pixel.
    pub(crate) fn batch<D: Transfer<f64>, B: Mode, T: Mode>(
        &self,
        device: &D,
        images: B,
        rows: T,
        chosen: &[usize],
        mut noise: Option<&mut Noise>,
    ) -> Result<Tokens<D, B, T, INPUTS>, D::Error> {
        let extents = StaticExtents::from_modes((images, rows, Const::<INPUTS>))?;
        let inputs = chosen.iter().flat_map(|image| {
            // 1 is not moved.
            let mut draw = || noise.as_mut().map_or(1, |noise| (noise.next() * 3.0) as usize);
            let (down, right) = (draw(), draw());
            (0..ROWS).flat_map(move |row| {
                let pixel = move |column| self.pixel(*image, row + down, column + right);
                // Waves of four lengths.
                let wave = move |n: usize| 0.8 * row as f64 * (n / 2 + 1) as f64;
                let which = move |n| if n % 2 == 0 { wave(n).sin() } else { wave(n).cos() };
                (0..PIXELS).map(pixel).chain((0..INPUTS - PIXELS).map(which))
            })
        });
        Array::upload(device, &tensor(extents, inputs)?)
    }

    /// A pixel, from -1 to 1, in a frame of one empty pixel.
    fn pixel(&self, image: usize, row: usize, column: usize) -> f64 {
        let inside = 1..=PIXELS;
        if !(inside.contains(&row) && inside.contains(&column)) {
            return -1.0;
        }
        self.pixels[(image * ROWS + row - 1) * PIXELS + column - 1] / 8.0 - 1.0
    }

    /// 1 for the class that each image has, 0 for the others.
    pub(crate) fn wanted<D: Transfer<f64>, B: Mode>(
        &self,
        device: &D,
        images: B,
        chosen: &[usize],
    ) -> Result<Scores<D, B, CLASSES>, D::Error> {
        let extents = StaticExtents::from_modes((images, Const::<CLASSES>))?;
        let shares = chosen.iter().flat_map(|image| {
            let label = self.labels[*image];
            (0..CLASSES).map(move |class| if class as f64 == label { 1.0 } else { 0.0 })
        });
        Array::upload(device, &tensor(extents, shares)?)
    }

    /// How many of these images have their highest score for the class that they have.
    pub(crate) fn count_right<B: Mode>(
        &self,
        scores: &TensorOf<StaticExtents<(B, Const<CLASSES>)>, f64>,
        chosen: &[usize],
    ) -> usize {
        let rows = scores.as_slice().chunks(CLASSES).zip(chosen);
        let is_right = |(scores, image): &(&[f64], &usize)| {
            let highest = (0..CLASSES).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
            highest.is_some_and(|class| class as f64 == self.labels[**image])
        };
        rows.filter(is_right).count()
    }
}

fn tensor<E: Extents>(
    extents: E,
    numbers: impl Iterator<Item = f64>,
) -> Result<TensorOf<E, f64>, ShapeError> {
    Tensor::from_vec(extents, numbers.collect()).map_err(|rejected| rejected.error)
}
