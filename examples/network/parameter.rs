//! Parameters of any extents, and what changes them.

use extents::backend::{Array, Binary, Device, Transfer};
use extents::{Extents, Tensor};

/// What training changes, on a device.
pub(crate) struct Parameter<D: Device, E: Extents> {
    pub(crate) value: Array<D, E>,
    /// The derivative of the loss, which the way back writes.
    pub(crate) gradient: Array<D, E>,
    /// The running mean of the derivatives, and that of their squares.
    moments: [Array<D, E>; 2],
}

impl<D: Transfer<f64>, E: Extents> Parameter<D, E> {
    /// Equal numbers.
    pub(crate) fn full(device: &D, extents: E, number: f64) -> Result<Self, D::Error> {
        Self::new(device, extents, || number)
    }

    /// Random numbers, so that the sum of as many products as there are inputs is of the size of one of them.
    pub(crate) fn random(
        device: &D,
        extents: E,
        inputs: usize,
        noise: &mut Noise,
    ) -> Result<Self, D::Error> {
        let most = (3.0 / inputs as f64).sqrt();
        Self::new(device, extents, || most * (2.0 * noise.next() - 1.0))
    }

    fn new(device: &D, extents: E, number: impl FnMut() -> f64) -> Result<Self, D::Error> {
        let numbers = std::iter::repeat_with(number).take(extents.size()).collect();
        let tensor = Tensor::from_vec(extents, numbers).map_err(|rejected| rejected.error)?;
        let value = Array::upload(device, &tensor)?;
        let zeros = || Array::zeros(device, value.element(), tensor.extents().clone());
        let (gradient, moments) = (zeros()?, [zeros()?, zeros()?]);
        Ok(Parameter { value, gradient, moments })
    }
}

/// Work on each parameter of a network, whatever its extents.
pub(crate) trait Visit<D: Device> {
    fn visit<E: Extents>(&mut self, parameter: &mut Parameter<D, E>) -> Result<(), D::Error>;
}

/// The steps of Kingma and Ba, "Adam: a method for stochastic optimization" (2015).
pub(crate) struct Adam {
    rate: f64,
    steps: i32,
}

impl Adam {
    /// What is left of the means after a step.
    const LEFT: [f64; 2] = [0.9, 0.99];

    pub(crate) fn new() -> Self {
        Adam { rate: 0.0, steps: 0 }
    }

    /// Begins a step; then the parameters are visited.
    pub(crate) fn begin(&mut self, rate: f64) {
        self.steps += 1;
        // The means begin at zero, which is made up for.
        let [first, second] = Self::LEFT.map(|left| 1.0 - left.powi(self.steps));
        self.rate = rate * second.sqrt() / first;
    }
}

impl<D: Device> Visit<D> for Adam {
    fn visit<E: Extents>(&mut self, parameter: &mut Parameter<D, E>) -> Result<(), D::Error> {
        let Parameter { value, gradient, moments: [mean, square] } = parameter;
        let [first, second] = Self::LEFT;
        *mean = (&*mean * first + &*gradient * (1.0 - first)).eval()?;
        *square = (&*square * second + &*gradient * &*gradient * (1.0 - second)).eval()?;
        let step = &*mean * self.rate / (square.sqrt() + 1e-8);
        step.update_in(&mut value.view_mut(), Binary::Sub)
    }
}

/// Numbers that look random, the same in each run: SplitMix64.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    /// At least 0 and less than 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The numbers below `len`, in any order.
    pub(crate) fn order(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for place in (1..len).rev() {
            order.swap(place, (self.next() * (place + 1) as f64) as usize);
        }
        order
    }
}
