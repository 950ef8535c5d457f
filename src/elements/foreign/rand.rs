//! Random elements, by the traits of the crate `rand`.

use ::rand::Rng;
use ::rand::distr::Distribution;

use crate::elements::{Tensor, ViewMut};
use crate::layout::Layout;
use crate::layout::mapping::IntoMapping;
use crate::{Extents, ShapeError};

impl<T, E: Extents, L: Layout<E>> Tensor<T, E, L> {
    /// Creates a tensor of random elements, drawn in memory order.
    ///
    /// # Errors
    /// As [`Tensor::from_fn`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// use rand::distr::StandardUniform;
    /// # /// A generator for the example: the crate `rand` has better ones.
    /// # struct Counter(u64);
    /// # impl rand::TryRng for Counter {
    /// #     type Error = std::convert::Infallible;
    /// #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(self.try_next_u64()? as u32) }
    /// #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1); Ok(self.0) }
    /// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> { bytes.fill(self.try_next_u64()? as u8); Ok(()) }
    /// # }
    /// # let mut rng = Counter(1);
    /// let noise: Tensor<f64, _> = Tensor::random(extents![2, 3], &StandardUniform, &mut rng)?;
    /// assert!(noise.iter().all(|element| (0.0..1.0).contains(element)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn random<M, K>(
        mapping: M,
        distribution: &impl Distribution<T>,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        Tensor::from_fn(mapping, |_| distribution.sample(rng))
    }
}

impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    /// Writes a random element to each place, in row-major order.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// use rand::distr::StandardUniform;
    /// # struct Zeros;
    /// # impl rand::TryRng for Zeros {
    /// #     type Error = std::convert::Infallible;
    /// #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(0) }
    /// #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { Ok(0) }
    /// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> { bytes.fill(0); Ok(()) }
    /// # }
    /// # let mut rng = Zeros;
    /// let mut elements = [1_u32; 4];
    /// ViewMut::from_slice(extents![2, 2], &mut elements)?.fill_random(&StandardUniform, &mut rng);
    /// assert_eq!(elements, [0; 4]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn fill_random(
        &mut self,
        distribution: &impl Distribution<T>,
        rng: &mut (impl Rng + ?Sized),
    ) where
        L: crate::layout::TrustedLayout<E>,
    {
        self.iter_mut().for_each(|place| *place = distribution.sample(rng));
    }
}
