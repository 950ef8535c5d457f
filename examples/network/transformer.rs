//! The network: an embedding, two blocks, and ten classes; and the loss of what it says.

use extents::backend::{Array, Binary, Device, Transfer};
use extents::{Const, Mode, StaticExtents, modes};

use super::layers::{Attended, Attention, Linear, Norm, Normal, Perceived, Perceptron, Tokens};
use super::parameter::{Noise, Visit};

/// For each image of a batch a number for each class.
pub(crate) type Scores<D, B, const C: usize> = Array<D, StaticExtents<(B, Const<C>)>>;
/// One number.
pub(crate) type Number<D> = Array<D, StaticExtents![]>;

/// `x + attention(norm(x))`, then `x + perceptron(norm(x))`.
struct Block<D: Device, const M: usize, const H: usize, const W: usize, const F: usize> {
    first: Norm<D, M>,
    attention: Attention<D, M, H, W>,
    second: Norm<D, M>,
    perceptron: Perceptron<D, M, F>,
}

/// What the way back needs of a block. Of each sublayer: its argument, how that became normal, and what it kept.
struct Blocked<
    D: Device,
    B: Mode,
    T: Mode,
    const M: usize,
    const H: usize,
    const W: usize,
    const F: usize,
> {
    first: (Tokens<D, B, T, M>, Normal<D, B, T, M>, Attended<D, B, T, H, W>),
    second: (Tokens<D, B, T, M>, Normal<D, B, T, M>, Perceived<D, B, T, F>),
}

impl<D: Device, const M: usize, const H: usize, const W: usize, const F: usize>
    Block<D, M, H, W, F>
{
    fn new(device: &D, noise: &mut Noise) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        Ok(Block {
            first: Norm::new(device)?,
            attention: Attention::new(device, noise)?,
            second: Norm::new(device)?,
            perceptron: Perceptron::new(device, noise)?,
        })
    }

    fn forward<B: Mode, T: Mode>(
        &self,
        mut x: Tokens<D, B, T, M>,
    ) -> Result<(Tokens<D, B, T, M>, Blocked<D, B, T, M, H, W, F>), D::Error> {
        let (normed, normal) = self.first.forward(&x)?;
        let (y, kept) = self.attention.forward(&normed)?;
        let first = (normed, normal, kept);
        y.lazy().update_in(&mut x.view_mut(), Binary::Add)?;
        let (normed, normal) = self.second.forward(&x)?;
        let (y, kept) = self.perceptron.forward(&normed)?;
        let second = (normed, normal, kept);
        y.lazy().update_in(&mut x.view_mut(), Binary::Add)?;
        Ok((x, Blocked { first, second }))
    }

    fn backward<B: Mode, T: Mode>(
        &mut self,
        saved: &Blocked<D, B, T, M, H, W, F>,
        mut dx: Tokens<D, B, T, M>,
    ) -> Result<Tokens<D, B, T, M>, D::Error> {
        let (normed, normal, kept) = &saved.second;
        let dy = self.perceptron.backward(normed, kept, &dx)?;
        let dy = self.second.backward(normal, &dy)?;
        dy.lazy().update_in(&mut dx.view_mut(), Binary::Add)?;
        let (normed, normal, kept) = &saved.first;
        let dy = self.attention.backward(normed, kept, &dx)?;
        let dy = self.first.backward(normal, &dy)?;
        dy.lazy().update_in(&mut dx.view_mut(), Binary::Add)?;
        Ok(dx)
    }

    fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        self.first.visit(visitor)?;
        self.attention.visit(visitor)?;
        self.second.visit(visitor)?;
        self.perceptron.visit(visitor)
    }
}

/// `P` inputs a place; `M` numbers between the layers, `H` heads of width `W`, `F` numbers within a perceptron; `C` classes.
pub(crate) struct Transformer<
    D: Device,
    const P: usize,
    const M: usize,
    const H: usize,
    const W: usize,
    const F: usize,
    const C: usize,
> {
    embedding: Linear<D, P, M>,
    first: Block<D, M, H, W, F>,
    second: Block<D, M, H, W, F>,
    norm: Norm<D, M>,
    head: Linear<D, M, C>,
}

impl<
    D: Device,
    const P: usize,
    const M: usize,
    const H: usize,
    const W: usize,
    const F: usize,
    const C: usize,
> Transformer<D, P, M, H, W, F, C>
{
    pub(crate) fn new(device: &D, noise: &mut Noise) -> Result<Self, D::Error>
    where
        D: Transfer<f64>,
    {
        Ok(Transformer {
            embedding: Linear::new(device, noise)?,
            first: Block::new(device, noise)?,
            second: Block::new(device, noise)?,
            norm: Norm::new(device)?,
            head: Linear::new(device, noise)?,
        })
    }

    /// The mean, over the places, of what the network says of each.
    pub(crate) fn forward<B: Mode, T: Mode>(
        &self,
        x: &Tokens<D, B, T, P>,
    ) -> Result<Scores<D, B, C>, D::Error> {
        let (x, _) = self.first.forward(self.embedding.forward(x)?)?;
        let (x, _) = self.second.forward(x)?;
        let (x, _) = self.norm.forward(&x)?;
        self.head.forward(&x)?.over(modes![1]).mean()
    }

    /// The loss; the derivatives by the parameters are kept beside them.
    pub(crate) fn learn<B: Mode, T: Mode>(
        &mut self,
        pixels: &Tokens<D, B, T, P>,
        wanted: &Scores<D, B, C>,
    ) -> Result<Number<D>, D::Error> {
        let x = self.embedding.forward(pixels)?;
        let (x, first) = self.first.forward(x)?;
        let (x, second) = self.second.forward(x)?;
        let (x, normal) = self.norm.forward(&x)?;
        let each = self.head.forward(&x)?;
        let scores = each.over(modes![1]).mean()?;
        let (loss, dscores) = cross_entropy(&scores, wanted)?;
        // Each place has its part of the mean.
        let (_, places, _) = pixels.extents().modes();
        let all = dscores.insert_mode(Const::<1>);
        let deach = (all.broadcast_like(&each)? / places.extent() as f64).eval()?;
        let dx = self.head.backward(&x, &deach)?;
        let dx = self.norm.backward(&normal, &dx)?;
        let dx = self.second.backward(&second, dx)?;
        let dx = self.first.backward(&first, dx)?;
        self.embedding.backward(pixels, &dx)?;
        Ok(loss)
    }

    pub(crate) fn visit<V: Visit<D>>(&mut self, visitor: &mut V) -> Result<(), D::Error> {
        self.embedding.visit(visitor)?;
        self.first.visit(visitor)?;
        self.second.visit(visitor)?;
        self.norm.visit(visitor)?;
        self.head.visit(visitor)
    }
}

/// The mean over the images of minus the logarithm of the share that the wanted class has by softmax, and the derivative by the
/// scores.
fn cross_entropy<D: Device, B: Mode, const C: usize>(
    scores: &Scores<D, B, C>,
    wanted: &Scores<D, B, C>,
) -> Result<(Number<D>, Scores<D, B, C>), D::Error> {
    let highest = scores.over(modes![1]).keep().max()?;
    let shifted = (scores - highest.broadcast_like(scores)?).eval()?;
    let powers = shifted.exp().eval()?;
    let sums = powers.over(modes![1]).keep().sum()?;
    let surprise = wanted * (sums.broadcast_like(scores)?.ln() - &shifted);
    let loss = surprise.over(modes![1]).sum()?.over(modes![0]).mean()?;
    let (images, _) = scores.extents().modes();
    let slope = &powers / sums.broadcast_like(scores)? - wanted;
    Ok((loss, (slope / images.extent() as f64).eval()?))
}
