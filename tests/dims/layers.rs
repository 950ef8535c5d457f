//! Layers whose widths are made of dims and of numbers: structs that state no bound but `Dim`.

use super::*;
use extents::label::o;
use extents::rearrange::Named;

dims! { Model, Heads = 2, Key = 3 }

fn number<const R: usize>(index: [usize; R]) -> f64 {
    index.iter().fold(1.0, |number, &place| 5.0 * number + place as f64)
}

/// A hidden layer that is four times as wide.
struct FeedForward<D: Dim> {
    up: TensorOf<StaticExtents![dyn D, (4 * D)], f64>,
    down: TensorOf<StaticExtents![(4 * D), dyn D], f64>,
}

impl<D: Dim> FeedForward<D> {
    fn of(width: usize) -> Result<Self, ShapeError> {
        let up = extents![dyn D = width, (4 * D) = 4 * width]?;
        let down = extents![(4 * D) = 4 * width, dyn D = width]?;
        Ok(FeedForward { up: Tensor::from_fn(up, number)?, down: Tensor::from_fn(down, number)? })
    }

    fn apply<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, dyn D], f64>,
    ) -> Result<TensorOf<StaticExtents![dyn B, dyn D], f64>, ShapeError> {
        let hidden: TensorOf<StaticExtents![dyn B, (4 * D)], f64> =
            contract!(x[b, h] * self.up[h, k] => [b, k])?;
        contract!(hidden[b, k] * self.down[k, h] => [b, h])
    }
}

#[test]
fn a_width_of_a_dim_times_a_number() {
    fn check<D: Dim>(width: usize) {
        let layer = FeedForward::<D>::of(width).unwrap();
        let x = Tensor::from_fn(extents![dyn Batch = 3, dyn D = width].unwrap(), number).unwrap();
        let y: TensorOf<StaticExtents![dyn Batch, dyn D], f64> = layer.apply(&x).unwrap();
        for ([n, d], y) in y.indexed_iter() {
            let expected: f64 = (0..4 * width)
                .flat_map(|k| (0..width).map(move |h| (k, h)))
                .map(|(k, h)| number([n, h]) * number([h, k]) * number([k, d]))
                .sum();
            assert_eq!(*y, expected);
        }
    }
    check::<Model>(5);
    // A number with a name: its width is a number too.
    check::<Heads>(2);
    assert_eq!(size_of::<StaticExtents![dyn Heads, (4 * Heads)]>(), 0);
    // What does not fit is found where the layer is used.
    let layer = FeedForward::<Model>::of(5).unwrap();
    let x = Tensor::full(extents![dyn Batch = 3, dyn Model = 4].unwrap(), 1.0).unwrap();
    let error = layer.apply(&x).unwrap_err().to_string();
    assert_eq!(error, "label `h` names modes of different extents: 4 and 5");
}

/// Heads and their width, as numbers.
struct Attention<const H: usize, const K: usize> {
    into: TensorOf<StaticExtents![dyn Model, ({ H } * { K })], f64>,
    out: TensorOf<StaticExtents![({ H } * { K }), dyn Model], f64>,
}

impl<const H: usize, const K: usize> Attention<H, K> {
    fn heads<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, dyn Model], f64>,
    ) -> Result<TensorOf<StaticExtents![dyn B, H, K], f64>, ShapeError> {
        let wide: TensorOf<StaticExtents![dyn B, ({ H } * { K })], f64> =
            contract!(x[b, h] * self.into[h, k] => [b, k])?;
        wide.split(Const::<1>, extents![H, K])?.lazy().eval()
    }

    fn joined<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, H, K], f64>,
    ) -> Result<TensorOf<StaticExtents![dyn B, dyn Model], f64>, ShapeError> {
        let wide = x.merge::<Named, _>(Const::<1>)?;
        contract!(wide[b, k] * self.out[k, o] => [b, o])
    }
}

#[test]
fn a_width_of_two_numbers() {
    let layer = Attention::<2, 3> {
        into: Tensor::from_fn(extents![dyn Model = 4, (2 * 3)].unwrap(), number).unwrap(),
        out: Tensor::from_fn(extents![(2 * 3), dyn Model = 4].unwrap(), number).unwrap(),
    };
    let x = Tensor::from_fn(extents![dyn Batch = 5, dyn Model = 4].unwrap(), number).unwrap();
    let heads: TensorOf<StaticExtents![dyn Batch, 2, 3], f64> = layer.heads(&x).unwrap();
    let wide = |n: usize, at: usize| (0..4).map(|m| number([n, m]) * number([m, at])).sum::<f64>();
    for ([n, h, k], x) in heads.indexed_iter() {
        assert_eq!(*x, wide(n, 3 * h + k));
    }
    let y: TensorOf<StaticExtents![dyn Batch, dyn Model], f64> = layer.joined(&heads).unwrap();
    for ([n, m], y) in y.indexed_iter() {
        assert_eq!(*y, (0..6).map(|at| wide(n, at) * number([at, m])).sum::<f64>());
    }
    // The width takes no room, and is 6.
    assert_eq!(size_of_val(layer.out.extents()), size_of::<usize>());
    assert_eq!(<StaticExtents![(2 * 3), 4]>::SIZE, 24);
}

/// The same of two dims, which may be numbers.
struct Projection<H: Dim, K: Dim> {
    into: TensorOf<StaticExtents![dyn Model, (H * K)], f64>,
}

impl<H: Dim, K: Dim> Projection<H, K> {
    fn apply<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, dyn Model], f64>,
    ) -> Result<TensorOf<StaticExtents![dyn B, (H * K)], f64>, ShapeError> {
        contract!(x[b, h] * self.into[h, k] => [b, k])
    }
}

#[test]
fn a_width_of_two_dims() {
    fn check<H: Dim, K: Dim>() -> TensorOf<StaticExtents![dyn Batch, (H * K)], f64> {
        let into = <StaticExtents![dyn Model, (H * K)]>::from_extents(&[4, 6]).unwrap();
        let layer = Projection::<H, K> { into: Tensor::from_fn(into, number).unwrap() };
        let x = Tensor::from_fn(extents![dyn Batch = 5, dyn Model = 4].unwrap(), number).unwrap();
        let y = layer.apply(&x).unwrap();
        for ([n, at], y) in y.indexed_iter() {
            assert_eq!(*y, (0..4).map(|m| number([n, m]) * number([m, at])).sum::<f64>());
        }
        y
    }
    let y = check::<Time, Past>();
    assert_eq!(format!("{:?}", y.extents()), "[Batch = 5, Time*Past = 6]");
    let y: TensorOf<StaticExtents![dyn Batch, (Heads * Key)], f64> = check::<Heads, Key>();
    let y = y.split(Const::<1>, extents![(Heads), (Key)]).unwrap();
    assert_eq!(format!("{:?}", y.extents()), "[Batch = 5, Heads = 2, Key = 3]");
    assert_eq!(size_of_val(y.extents()), size_of::<usize>());
}
