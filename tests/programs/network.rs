//! Typed layers of a network on a backend of its own: extents are in the types, elements on a device that only knows plans.

use extents::backend::{Backend, Contraction, contract_on, contract_on_add};
use extents::layout::{RowMajor, StridedLayout};
use extents::plan::Loop;
use extents::prelude::*;
use extents::{Composition, ModeArray};

use super::{assert_close, noise};

/// What the device holds of an array.
struct Buffer {
    extents: DynRankExtents,
    elements: Vec<f64>,
}

/// Runs plans, and counts them.
#[derive(Default)]
struct Device {
    launches: usize,
}

impl Backend for Device {
    type Array = Buffer;
    type Tensor = Buffer;
    type Error = ShapeError;

    fn extents(&self, array: &Buffer) -> Result<DynRankExtents, ShapeError> {
        Ok(array.extents.clone())
    }

    fn strides(&self, array: &Buffer) -> ModeArray<isize> {
        RowMajor.strides(&array.extents)
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Buffer, ShapeError> {
        Ok(Buffer { extents: extents.clone(), elements: vec![0.0; extents.size()] })
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        self.launches += 1;
        let (plan, left, right) = (task.plan(), task.left(), task.right());
        if !task.adds() {
            task.target().elements.fill(0.0);
        }
        let extents: Vec<usize> = plan.loops().iter().map(|each| each.extent).collect();
        for index in DynRankExtents::new(&extents)?.indices() {
            let offset = |stride: fn(&Loop) -> isize| {
                let steps = plan.loops().iter().zip(index.iter());
                steps.map(|(each, &count)| stride(each) * count as isize).sum::<isize>() as usize
            };
            let factor = right.map_or(1.0, |right| right.elements[offset(|each| each.right)]);
            task.target().elements[offset(|each| each.result)] +=
                left.elements[offset(|each| each.left)] * factor;
        }
        Ok(())
    }
}

/// An array on the device whose extents the types know.
struct Array<E> {
    extents: E,
    buffer: Buffer,
}

impl<E: Extents> Array<E> {
    fn new(extents: E, element: impl FnMut(usize) -> f64) -> Result<Self, ShapeError> {
        let elements = (0..extents.size()).map(element).collect();
        let buffer = Buffer { extents: DynRankExtents::of(&extents), elements };
        Ok(Self { extents, buffer })
    }

    /// What the device made has extents `E`, or is an error that names the mode.
    fn from_buffer(buffer: Buffer) -> Result<Self, ShapeError> {
        Ok(Self { extents: E::from_extents(buffer.extents.as_slice())?, buffer })
    }
}

/// `x W + b` of a batch of rows.
struct Linear<I: Mode, O: Mode> {
    weights: Array<StaticExtents<(I, O)>>,
    bias: Array<StaticExtents<(O,)>>,
}

impl<I: Mode, O: Mode> Linear<I, O> {
    fn forward<B: Mode>(
        &self,
        device: &mut Device,
        x: &Array<StaticExtents<(B, I)>>,
    ) -> Result<Array<StaticExtents<(B, O)>>, ShapeError> {
        let product = Composition::einsum("bi,io->bo")?;
        let mut y = contract_on(device, &product, &[&x.buffer, &self.weights.buffer])?;
        let (batch, _) = x.extents.modes();
        let ones = Array::new(StaticExtents::from_modes((batch,))?, |_| 1.0)?;
        contract_on_add(
            device,
            &Composition::einsum("b,o->bo")?,
            &[&ones.buffer, &self.bias.buffer],
            &mut y,
        )?;
        Array::from_buffer(y)
    }
}

/// Two layers; the width between them is a type like the others.
struct Network<I: Mode, H: Mode, O: Mode> {
    first: Linear<I, H>,
    second: Linear<H, O>,
}

impl<I: Mode, H: Mode, O: Mode> Network<I, H, O> {
    fn forward<B: Mode>(
        &self,
        device: &mut Device,
        x: &Array<StaticExtents<(B, I)>>,
    ) -> Result<Array<StaticExtents<(B, O)>>, ShapeError> {
        let mut hidden = self.first.forward(device, x)?;
        hidden.buffer.elements.iter_mut().for_each(|x| *x = x.max(0.0));
        self.second.forward(device, &hidden)
    }
}

#[test]
fn a_network_is_its_formula_and_launches_two_plans_a_layer() {
    let weights = |seed: usize| move |at: usize| noise(seed + at);
    let network = Network {
        first: Linear {
            weights: Array::new(extents![4, 5], weights(0)).unwrap(),
            bias: Array::new(extents![5], weights(100)).unwrap(),
        },
        second: Linear {
            weights: Array::new(extents![5, 2], weights(200)).unwrap(),
            bias: Array::new(extents![2], weights(300)).unwrap(),
        },
    };
    let batch = 3;
    let x = Array::new(extents![dyn batch, 4].unwrap(), weights(400)).unwrap();
    let mut device = Device::default();
    let y: Array<StaticExtents![dyn, 2]> = network.forward(&mut device, &x).unwrap();
    assert_eq!(device.launches, 4);
    assert_eq!(y.extents, extents![3, 2]);
    for b in 0..batch {
        for o in 0..2 {
            let hidden = |h: usize| {
                let sum: f64 = (0..4).map(|i| noise(400 + 4 * b + i) * noise(5 * i + h)).sum();
                (sum + noise(100 + h)).max(0.0)
            };
            let expected =
                (0..5).map(|h| hidden(h) * noise(200 + 2 * h + o)).sum::<f64>() + noise(300 + o);
            assert_close(y.buffer.elements[2 * b + o], expected);
        }
    }
}
