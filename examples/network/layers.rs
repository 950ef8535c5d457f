//! The layers, forward and backward: contractions, expressions and folds of arrays on any device. Batch and length are
//! modes, which may be run-time values; widths are numbers in the types. No function needs a bound beyond `Device` and `Mode`.

use extents::backend::{Array, Binary, Device, Transfer};
use extents::{Const, Mode, StaticExtents, contract, extents, labels, modes};

use super::parameter::{Noise, Parameter, Visit};

labels! { image, query, key, head, width, place, from, to, model }

/// For each image of a batch and each place in it, `M` numbers.
pub(crate) type Tokens<D, B, T, const M: usize> = Array<D, StaticExtents<(B, T, Const<M>)>>;
/// The same of each head.
type Heads<D, B, T, const H: usize, const W: usize> =
    Array<D, StaticExtents<(B, Const<H>, T, Const<W>)>>;

/// `x W + b`.
pub(crate) struct Linear<D: Device, const I: usize, const O: usize> {
    weights: Parameter<D, StaticExtents![I, O]>,
    bias: Parameter<D, StaticExtents![O]>,
}

impl<D: Device, const I: usize, const O: usize> Linear<D, I, O> {
    pub(crate) fn new(device: &D, noise: &mut Noise) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        let weights = Parameter::random(device, extents![I, O], I, noise)?;
        Ok(Linear { weights, bias: Parameter::full(device, extents![O], 0.0)? })
    }

    pub(crate) fn forward<B: Mode, T: Mode>(
        &self,
        x: &Tokens<D, B, T, I>,
    ) -> Result<Tokens<D, B, T, O>, D::Error> {
        let weights = &self.weights.value;
        let mut y = contract!(x[image, place, from] * weights[from, to] => [image, place, to])?;
        let bias = self.bias.value.broadcast_like(&y)?;
        bias.lazy().update_in(&mut y.view_mut(), Binary::Add)?;
        Ok(y)
    }

    /// From the derivative by the result the one by the argument; those by the parameters are kept beside them.
    pub(crate) fn backward<B: Mode, T: Mode>(
        &mut self,
        x: &Tokens<D, B, T, I>,
        dy: &Tokens<D, B, T, O>,
    ) -> Result<Tokens<D, B, T, I>, D::Error> {
        let Linear { weights, bias } = self;
        contract!(weights.gradient[from, to] = x[image, place, from] * dy[image, place, to])?;
        contract!(bias.gradient[to] = dy[image, place, to])?;
        contract!(dy[image, place, to] * weights.value[from, to] => [image, place, from])
    }

    pub(crate) fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        visitor.visit(&mut self.weights)?;
        visitor.visit(&mut self.bias)
    }
}

/// Layer normalization.
pub(crate) struct Norm<D: Device, const M: usize> {
    gain: Parameter<D, StaticExtents![M]>,
    bias: Parameter<D, StaticExtents![M]>,
}

/// What the way back needs of a normalization.
pub(crate) struct Normal<D: Device, B: Mode, T: Mode, const M: usize> {
    normal: Tokens<D, B, T, M>,
    /// One divided by the standard deviation.
    inverse: Tokens<D, B, T, 1>,
}

impl<D: Device, const M: usize> Norm<D, M> {
    pub(crate) fn new(device: &D) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        let (gain, bias) = (1.0, 0.0);
        let full = |number| Parameter::full(device, extents![M], number);
        Ok(Norm { gain: full(gain)?, bias: full(bias)? })
    }

    pub(crate) fn forward<B: Mode, T: Mode>(
        &self,
        x: &Tokens<D, B, T, M>,
    ) -> Result<(Tokens<D, B, T, M>, Normal<D, B, T, M>), D::Error> {
        let mean = x.over(modes![2]).keep().mean()?;
        let centered = (x - mean.broadcast_like(x)?).eval()?;
        let variance = (&centered * &centered).over(modes![2]).keep().mean()?;
        let inverse = (&variance + 1e-5).sqrt().recip().eval()?;
        let normal = (&centered * inverse.broadcast_like(x)?).eval()?;
        let (gain, bias) = (&self.gain.value, &self.bias.value);
        let y = (&normal * gain.broadcast_like(x)? + bias.broadcast_like(x)?).eval()?;
        Ok((y, Normal { normal, inverse }))
    }

    pub(crate) fn backward<B: Mode, T: Mode>(
        &mut self,
        saved: &Normal<D, B, T, M>,
        dy: &Tokens<D, B, T, M>,
    ) -> Result<Tokens<D, B, T, M>, D::Error> {
        let (Norm { gain, bias }, Normal { normal, inverse }) = (self, saved);
        contract!(gain.gradient[model] = dy[image, place, model] * normal[image, place, model])?;
        contract!(bias.gradient[model] = dy[image, place, model])?;
        let dn = (dy * gain.value.broadcast_like(dy)?).eval()?;
        let mean = dn.over(modes![2]).keep().mean()?;
        let slope = (&dn * normal).over(modes![2]).keep().mean()?;
        let dx = &dn - mean.broadcast_like(dy)? - normal * slope.broadcast_like(dy)?;
        (dx * inverse.broadcast_like(dy)?).eval()
    }

    pub(crate) fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        visitor.visit(&mut self.gain)?;
        visitor.visit(&mut self.bias)
    }
}

/// Attention of `H` heads, each of width `W`.
pub(crate) struct Attention<D: Device, const M: usize, const H: usize, const W: usize> {
    queries: Parameter<D, StaticExtents![M, H, W]>,
    keys: Parameter<D, StaticExtents![M, H, W]>,
    values: Parameter<D, StaticExtents![M, H, W]>,
    out: Parameter<D, StaticExtents![H, W, M]>,
}

/// What the way back needs of attention.
pub(crate) struct Attended<D: Device, B: Mode, T: Mode, const H: usize, const W: usize> {
    queries: Heads<D, B, T, H, W>,
    keys: Heads<D, B, T, H, W>,
    values: Heads<D, B, T, H, W>,
    /// How much each query takes of each key's value.
    shares: Array<D, StaticExtents<(B, Const<H>, T, T)>>,
    mixed: Heads<D, B, T, H, W>,
}

impl<D: Device, const M: usize, const H: usize, const W: usize> Attention<D, M, H, W> {
    pub(crate) fn new(device: &D, noise: &mut Noise) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        let [queries, keys, values] =
            [(); 3].map(|()| Parameter::random(device, extents![M, H, W], M, noise));
        let out = Parameter::random(device, extents![H, W, M], H * W, noise)?;
        Ok(Attention { queries: queries?, keys: keys?, values: values?, out })
    }

    /// What scores are multiplied by, so that they do not grow with the width.
    fn scale() -> f64 {
        1.0 / (W as f64).sqrt()
    }

    pub(crate) fn forward<B: Mode, T: Mode>(
        &self,
        x: &Tokens<D, B, T, M>,
    ) -> Result<(Tokens<D, B, T, M>, Attended<D, B, T, H, W>), D::Error> {
        let (wq, wk, wv, out) =
            (&self.queries.value, &self.keys.value, &self.values.value, &self.out.value);
        let queries = contract!(x[image, query, model] * wq[model, head, width] => [image, head, query, width])?;
        let keys =
            contract!(x[image, key, model] * wk[model, head, width] => [image, head, key, width])?;
        let values =
            contract!(x[image, key, model] * wv[model, head, width] => [image, head, key, width])?;
        let scores = contract!(queries[image, head, query, width] * keys[image, head, key, width] => [image, head, query, key])?;
        // Softmax along the keys.
        let highest = scores.over(modes![3]).keep().max()?;
        let powers = ((&scores - highest.broadcast_like(&scores)?) * Self::scale()).exp().eval()?;
        let sums = powers.over(modes![3]).keep().sum()?;
        let shares = (&powers / sums.broadcast_like(&scores)?).eval()?;
        let mixed = contract!(shares[image, head, query, key] * values[image, head, key, width] => [image, head, query, width])?;
        let y = contract!(mixed[image, head, query, width] * out[head, width, model] => [image, query, model])?;
        Ok((y, Attended { queries, keys, values, shares, mixed }))
    }

    pub(crate) fn backward<B: Mode, T: Mode>(
        &mut self,
        x: &Tokens<D, B, T, M>,
        saved: &Attended<D, B, T, H, W>,
        dy: &Tokens<D, B, T, M>,
    ) -> Result<Tokens<D, B, T, M>, D::Error> {
        let Attention { queries: wq, keys: wk, values: wv, out } = self;
        let Attended { queries, keys, values, shares, mixed } = saved;
        contract!(out.gradient[head, width, model] = mixed[image, head, query, width] * dy[image, query, model])?;
        let dmixed = contract!(dy[image, query, model] * out.value[head, width, model] => [image, head, query, width])?;
        let dvalues = contract!(shares[image, head, query, key] * dmixed[image, head, query, width] => [image, head, key, width])?;
        let dshares = contract!(dmixed[image, head, query, width] * values[image, head, key, width] => [image, head, query, key])?;
        // Softmax: what all shares of a query have in common cancels out.
        let common = (&dshares * shares).over(modes![3]).keep().sum()?;
        let dscores = shares * (&dshares - common.broadcast_like(shares)?) * Self::scale();
        let dscores = dscores.eval()?;
        let dqueries = contract!(dscores[image, head, query, key] * keys[image, head, key, width] => [image, head, query, width])?;
        let dkeys = contract!(dscores[image, head, query, key] * queries[image, head, query, width] => [image, head, key, width])?;
        contract!(wq.gradient[model, head, width] = x[image, query, model] * dqueries[image, head, query, width])?;
        contract!(wk.gradient[model, head, width] = x[image, key, model] * dkeys[image, head, key, width])?;
        contract!(wv.gradient[model, head, width] = x[image, key, model] * dvalues[image, head, key, width])?;
        let mut dx = contract!(dqueries[image, head, query, width] * wq.value[model, head, width] => [image, query, model])?;
        contract!(dx[image, key, model] += dkeys[image, head, key, width] * wk.value[model, head, width])?;
        contract!(dx[image, key, model] += dvalues[image, head, key, width] * wv.value[model, head, width])?;
        Ok(dx)
    }

    pub(crate) fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        visitor.visit(&mut self.queries)?;
        visitor.visit(&mut self.keys)?;
        visitor.visit(&mut self.values)?;
        visitor.visit(&mut self.out)
    }
}

/// Two linear layers with `x / (1 + exp(-x))` between.
pub(crate) struct Perceptron<D: Device, const M: usize, const F: usize> {
    up: Linear<D, M, F>,
    down: Linear<D, F, M>,
}

/// What the way back needs of a perceptron.
pub(crate) struct Perceived<D: Device, B: Mode, T: Mode, const F: usize> {
    hidden: Tokens<D, B, T, F>,
    /// `1 / (1 + exp(-x))`.
    gate: Tokens<D, B, T, F>,
    active: Tokens<D, B, T, F>,
}

impl<D: Device, const M: usize, const F: usize> Perceptron<D, M, F> {
    pub(crate) fn new(device: &D, noise: &mut Noise) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        Ok(Perceptron { up: Linear::new(device, noise)?, down: Linear::new(device, noise)? })
    }

    pub(crate) fn forward<B: Mode, T: Mode>(
        &self,
        x: &Tokens<D, B, T, M>,
    ) -> Result<(Tokens<D, B, T, M>, Perceived<D, B, T, F>), D::Error> {
        let hidden = self.up.forward(x)?;
        let gate = (1.0 + (-&hidden).exp()).recip().eval()?;
        let active = (&hidden * &gate).eval()?;
        let y = self.down.forward(&active)?;
        Ok((y, Perceived { hidden, gate, active }))
    }

    pub(crate) fn backward<B: Mode, T: Mode>(
        &mut self,
        x: &Tokens<D, B, T, M>,
        saved: &Perceived<D, B, T, F>,
        dy: &Tokens<D, B, T, M>,
    ) -> Result<Tokens<D, B, T, M>, D::Error> {
        let Perceived { hidden, gate, active } = saved;
        let dactive = self.down.backward(active, dy)?;
        let dhidden = (&dactive * gate * (1.0 + hidden * (1.0 - gate))).eval()?;
        self.up.backward(x, &dhidden)
    }

    pub(crate) fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        self.up.visit(visitor)?;
        self.down.visit(visitor)
    }
}
