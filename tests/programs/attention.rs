//! Attention of several heads, generic over batch and length, with a causal mask.

use extents::expression::computed;
use extents::prelude::*;

use super::{assert_close, noise};

extents::labels! { batch, query, key, head, width, model }

/// A batch of sequences, each of vectors.
type Sequences<B, T, M> = TensorOf<StaticExtents<(B, T, M)>, f64>;

/// In place, over the last mode.
fn softmax<B: Mode, H: Mode, Q: Mode, K: Mode>(
    scores: &mut ViewMut<'_, f64, StaticExtents<(B, H, Q, K)>>,
) {
    for mut row in scores.lanes_mut(Const::<3>) {
        let max = row.fold(f64::NEG_INFINITY, |max, x| max.max(*x));
        row.apply(|x| *x = (*x - max).exp());
        let sum = row.sum();
        row.apply(|x| *x /= sum);
    }
}

/// `W` is the width of a head, `H` how many there are, `M` the width of the model.
struct Attention<const M: usize, const H: usize, const W: usize> {
    queries: TensorOf<StaticExtents![M, H, W], f64>,
    keys: TensorOf<StaticExtents![M, H, W], f64>,
    values: TensorOf<StaticExtents![M, H, W], f64>,
    out: TensorOf<StaticExtents![H, W, M], f64>,
}

impl<const M: usize, const H: usize, const W: usize> Attention<M, H, W> {
    fn forward<B: Mode, T: Mode>(
        &self,
        x: &Sequences<B, T, Const<M>>,
    ) -> Result<Sequences<B, T, Const<M>>, ShapeError> {
        let (wq, wk, wv, out) = (&self.queries, &self.keys, &self.values, &self.out);
        let q = contract!(x[batch, query, model] * wq[model, head, width] => [batch, head, query, width])?;
        let k =
            contract!(x[batch, key, model] * wk[model, head, width] => [batch, head, key, width])?;
        let v =
            contract!(x[batch, key, model] * wv[model, head, width] => [batch, head, key, width])?;
        let mut scores = contract!(q[batch, head, query, width] * k[batch, head, key, width] => [batch, head, query, key])?;
        // What comes later is not seen.
        let scale = 1.0 / (W as f64).sqrt();
        let mask = computed(
            *scores.extents(),
            |[_, _, q, k]| if k <= q { 0.0 } else { f64::NEG_INFINITY },
        );
        scores = (scale * &scores + mask).eval()?;
        softmax(&mut scores.view_mut());
        contract!(scores[batch, head, query, key] * v[batch, head, key, width] * out[head, width, model] => [batch, query, model])
    }
}

#[test]
fn attention_is_its_definition() {
    const M: usize = 6;
    const H: usize = 2;
    const W: usize = 3;
    let (batches, length) = (2, 5);
    let weight =
        |which: usize, m: usize, h: usize, w: usize| noise(1000 * which + 100 * m + 10 * h + w);
    let input = |b: usize, t: usize, m: usize| noise(5000 + 100 * b + 10 * t + m);
    let of = |which: usize| {
        Tensor::from_fn(extents![M, H, W], |[m, h, w]| weight(which, m, h, w)).unwrap()
    };
    let layer = Attention::<M, H, W> {
        queries: of(0),
        keys: of(1),
        values: of(2),
        out: Tensor::from_fn(extents![H, W, M], |[h, w, m]| weight(3, m, h, w)).unwrap(),
    };
    let x =
        Tensor::from_fn(extents![dyn batches, dyn length, M].unwrap(), |[b, t, m]| input(b, t, m))
            .unwrap();
    let found = layer.forward(&x).unwrap();

    let project = |which: usize, b: usize, t: usize, h: usize, w: usize| -> f64 {
        (0..M).map(|m| input(b, t, m) * weight(which, m, h, w)).sum()
    };
    for ([b, t, m], found) in found.indexed_iter() {
        let mut expected = 0.0;
        for h in 0..H {
            let score = |s: usize| -> f64 {
                (0..W).map(|w| project(0, b, t, h, w) * project(1, b, s, h, w)).sum::<f64>()
                    / (W as f64).sqrt()
            };
            let total: f64 = (0..=t).map(|s| score(s).exp()).sum();
            for s in 0..=t {
                for w in 0..W {
                    expected +=
                        score(s).exp() / total * project(2, b, s, h, w) * weight(3, m, h, w);
                }
            }
        }
        assert_close(*found, expected);
    }
}
