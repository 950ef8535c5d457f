//! The layers of the example `network`: their derivatives against finite differences, and training on a few images.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]
#![allow(clippy::type_complexity, reason = "each type says what its extents are")]

#[path = "../../../examples/network/layers.rs"]
mod layers;
#[path = "../../../examples/network/parameter.rs"]
#[allow(dead_code, reason = "the example draws the order of its images too")]
mod parameter;
#[path = "../../../examples/network/transformer.rs"]
#[allow(dead_code, reason = "the tests read the losses")]
mod transformer;

use extents::backend::{Array, Native, NativeError};
use extents::{Const, Dyn, Extents, Mode, StaticExtents, Tensor};
use layers::Tokens;
use parameter::{Adam, Noise, Parameter, Visit};
use transformer::{Scores, Transformer};

type On = Native<f64>;
/// Two inputs and three numbers a place, two heads of 2, four numbers within, three classes.
type Network = Transformer<On, 2, 3, 2, 2, 4, 3>;
type Outcome<T> = Result<T, NativeError>;

/// All derivatives, in the order of the parameters.
struct Gradients(Vec<Vec<f64>>);

impl Visit<On> for Gradients {
    fn visit<E: Extents>(&mut self, parameter: &mut Parameter<On, E>) -> Outcome<()> {
        self.0.push(parameter.gradient.download()?.into_storage());
        Ok(())
    }
}

/// Adds to one element of one parameter.
struct Nudge {
    parameter: usize,
    element: usize,
    by: f64,
}

impl Visit<On> for Nudge {
    fn visit<E: Extents>(&mut self, parameter: &mut Parameter<On, E>) -> Outcome<()> {
        if self.parameter == 0 {
            let extents = parameter.value.extents().clone();
            let mut elements = parameter.value.download()?.into_storage();
            elements[self.element] += self.by;
            parameter.value = Array::upload(&On::new(), &Tensor::from_vec(extents, elements)?)?;
        }
        self.parameter = self.parameter.wrapping_sub(1);
        Ok(())
    }
}

/// Random inputs, and one class of three for each image.
fn batch<B: Mode, T: Mode>(
    images: B,
    places: T,
) -> Outcome<(Tokens<On, B, T, 2>, Scores<On, B, 3>)> {
    let (device, mut noise) = (On::new(), Noise(7));
    let extents = StaticExtents::from_modes((images, places, Const::<2>))?;
    let inputs = (0..extents.size()).map(|_| 4.0 * noise.next() - 2.0).collect();
    let x = Array::upload(&device, &Tensor::from_vec(extents, inputs)?)?;
    let extents = StaticExtents::from_modes((images, Const::<3>))?;
    let classes = (0..images.extent()).flat_map(|image| [0, 1, 2].map(|class| image % 3 == class));
    let classes = classes.map(|is_wanted| f64::from(u8::from(is_wanted))).collect();
    Ok((x, Array::upload(&device, &Tensor::from_vec(extents, classes)?)?))
}

/// A network that is not at a place of its own, where biases are zero.
fn network() -> Outcome<Network> {
    let mut noise = Noise(3);
    let mut network = Network::new(&On::new(), &mut noise)?;
    let mut all = Gradients(Vec::new());
    network.visit(&mut all)?;
    for (parameter, elements) in all.0.iter().enumerate() {
        for element in 0..elements.len() {
            let by = 0.4 * noise.next() - 0.2;
            network.visit(&mut Nudge { parameter, element, by })?;
        }
    }
    Ok(network)
}

fn loss<B: Mode, T: Mode>(
    network: &mut Network,
    (x, wanted): &(Tokens<On, B, T, 2>, Scores<On, B, 3>),
) -> Outcome<f64> {
    Ok(network.learn(x, wanted)?.download()?.as_slice()[0])
}

/// Compares each derivative with the difference of two losses.
fn check<B: Mode, T: Mode>(images: B, places: T) -> Outcome<()> {
    let (mut network, batch) = (network()?, batch(images, places)?);
    loss(&mut network, &batch)?;
    let mut gradients = Gradients(Vec::new());
    network.visit(&mut gradients)?;
    // Embedding; two norms, attention and perceptron of each block; norm and head.
    assert_eq!(gradients.0.len(), 2 + 2 * (2 + 4 + 2 + 4) + 2 + 2);
    let step = 1e-5;
    for (parameter, found) in gradients.0.iter().enumerate() {
        for (element, found) in found.iter().enumerate() {
            let mut nudged = |by: f64| -> Outcome<f64> {
                network.visit(&mut Nudge { parameter, element, by })?;
                loss(&mut network, &batch)
            };
            let (above, below) = (nudged(step)?, nudged(-2.0 * step)?);
            nudged(step)?;
            let expected = (above - below) / (2.0 * step);
            assert!(
                (found - expected).abs() < 1e-7,
                "element {element} of parameter {parameter}: {found}, but {expected}"
            );
        }
        assert!(found.iter().any(|x| x.abs() > 1e-5), "parameter {parameter} does nothing");
    }
    Ok(())
}

#[test]
fn derivatives_are_finite_differences() -> Outcome<()> {
    check(Dyn::new(2), Dyn::new(3))?;
    check(Const::<1>, Const::<4>)
}

#[test]
fn the_loss_falls() -> Outcome<()> {
    let (mut network, batch) = (network()?, batch(Dyn::new(5), Dyn::new(4))?);
    let first = loss(&mut network, &batch)?;
    let mut adam = Adam::new();
    for _ in 0..60 {
        loss(&mut network, &batch)?;
        adam.begin(0.02);
        network.visit(&mut adam)?;
    }
    let last = loss(&mut network, &batch)?;
    assert!(last < 0.5 * first, "from {first} to {last}");
    Ok(())
}
