//! Layers that are generic over what they map.

use extents::einsum;

use super::*;

struct Linear<I: Dim, O: Dim> {
    weights: TensorOf<StaticExtents![dyn I, dyn O], f64>,
}

impl<I: Dim, O: Dim> Linear<I, O> {
    fn of(inputs: usize, outputs: usize) -> Self {
        let extents = extents![dyn I = inputs, dyn O = outputs].unwrap();
        Linear { weights: Tensor::from_fn(extents, number).unwrap() }
    }

    fn apply<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, dyn I], f64>,
    ) -> Result<TensorOf<StaticExtents![dyn B, dyn O], f64>, ShapeError> {
        contract!(x[b, i] * self.weights[i, o] => [b, o])
    }
}

#[test]
fn p35_a_batch_of_one_is_a_batch() {
    let layer = Linear::<Features, Classes>::of(3, 2);
    for batch in [1, 10] {
        let x = Tensor::from_fn(extents![dyn Batch = batch, dyn Features = 3].unwrap(), number)
            .unwrap();
        let y: TensorOf<StaticExtents![dyn Batch, dyn Classes], f64> = layer.apply(&x).unwrap();
        assert_eq!(format!("{:?}", y.extents()), format!("[Batch = {batch}, Classes = 2]"));
        for ([n, c], y) in y.indexed_iter() {
            let expected: f64 = (0..3).map(|f| number([n, f]) * number([f, c])).sum();
            assert_eq!(*y, expected);
        }
    }
}

#[test]
fn p37_a_layer_over_any_leading_modes() {
    let weights = Tensor::from_fn(extents![dyn Features = 3, dyn Classes = 2].unwrap(), number);
    let weights = weights.unwrap().weaken::<DynRankExtents>();
    for leading in [&[][..], &[4], &[5, 4]] {
        let extents = DynRankExtents::new(&[leading, &[3]].concat()).unwrap();
        let size = extents.size();
        let x = Tensor::from_vec(extents, (0..size).map(|n| n as f64).collect()).unwrap();
        let y = einsum("...i,io->...o", &[&x, &weights]).unwrap();
        assert_eq!(y.extents().as_slice(), [leading, &[2]].concat());
        for (n, y) in y.as_slice().iter().enumerate() {
            let expected: f64 = (0..3).map(|i| (n / 2 * 3 + i) as f64 * number([i, n % 2])).sum();
            assert_eq!(*y, expected);
        }
    }
}

#[test]
fn p38_leading_modes_of_two_extents() {
    let of = |batch: usize| {
        let extents = extents![dyn Batch = batch, dyn Time = 4, 3].unwrap();
        Tensor::full(extents, 1.0).unwrap().weaken::<DynRankExtents>()
    };
    let error = einsum("...i,...i->...", &[&of(5), &of(2)]).unwrap_err();
    assert_eq!(error.to_string(), "label `...0` names modes of different extents: 5 and 2");
}
