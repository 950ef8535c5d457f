//! Lazy expressions: elementwise work that is written as a formula and done in one loop.
//!
//! An operator on references to tensors, on views or on expressions gives an [`Expression`]. It computes
//! nothing and allocates nothing. [`eval`](Expression::eval), [`assign_to`](Expression::assign_to) or a
//! reduction, such as [`sum`](Expression::sum), runs one loop over all operands.
//!
//! ```
//! use extents::{Tensor, extents};
//! let x = Tensor::from_vec(extents![3], vec![3.0_f64, 1.0, 5.0])?;
//! let y = Tensor::from_vec(extents![3], vec![0.0, 1.0, 1.0])?;
//! let Ok(distance) = (&x - &y).norm_l2();
//! assert_eq!(distance, 5.0);
//! assert_eq!((2.0 * &x + &y).eval()?.as_slice(), [6.0, 3.0, 11.0]);
//! # Ok::<(), extents::ShapeError>(())
//! ```
//!
//! Extents that differ in the types do not compile:
//!
//! ```compile_fail,E0277
//! use extents::{Tensor, extents};
//! let (x, y) = (Tensor::full(extents![3], 1.0).unwrap(), Tensor::full(extents![4], 1.0).unwrap());
//! // mode 0: extent `Const<3>` does not match `Const<4>`
//! let _ = &x - &y;
//! ```
//!
//! What is known at run time is compared when the expression is evaluated, before anything is written:
//!
//! ```
//! use extents::{ShapeError, error::Place, Tensor, extents};
//! let (x, y) = (Tensor::full(extents![dyn 3]?, 1.0)?, Tensor::full(extents![dyn 4]?, 1.0)?);
//! let error = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 3, found: 4 };
//! assert_eq!((&x - &y).sum(), Err(error));
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! Elements are read by copy, so they are `Copy`. Integers wrap around, as [`Scalar`](crate::Scalar) says,
//! and have no `/`: divide with [`map`](Expression::map) or [`zip`](Expression::zip), where you say what a
//! division by zero gives. Floats do what IEEE 754 says. What a function of yours panics with passes through.

mod assign_operators;
mod close;
#[cfg(feature = "std")]
mod deviations;
mod direct;
mod evaluate;
mod functions;
#[cfg(feature = "alloc")]
mod masks;
mod nodes;
mod norms;
mod operators;
mod over;
mod reduce;
mod term;
mod whole;

#[cfg(feature = "std")]
pub use crate::elements::Real;
pub use crate::elements::{
    Computed, Disagreement, Divide, Function, Map, Node, Number, Signed, Target, Uniform, Zip, Zip3,
};
pub use evaluate::{Disagrees, DisagreesWith};
pub use extents_static::Anything;
pub use nodes::{
    Added, BothOf, Divided, EitherOf, Multiplied, Negated, OneOf, Opposite, Subtracted,
};
use reduce::Definite;
pub use term::{Term, computed, uniform, uniform_of};

/// A lazy elementwise computation, made of [nodes](Node).
///
/// An expression borrows its tensors, which can be neither changed nor dropped while it exists. It holds a tensor
/// that is given by value, so `inline_a + &b` is a value of its own.
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1.0, -2.0, 3.0, -4.0])?;
/// let Ok(sum) = ((&a - 1.0) * 2.0).abs().sum();
/// assert_eq!(sum, 20.0);
/// # Ok::<(), extents::ShapeError>(())
/// ```
/// ```compile_fail,E0716
/// use extents::{Tensor, extents};
/// let a = Tensor::full(extents![2], 1.0).unwrap();
/// let sum = &a + &Tensor::full(extents![2], 2.0).unwrap(); // this tensor is gone after the line
/// let _ = sum.eval();
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "an expression computes nothing until `eval`, `assign_to` or a reduction is called"]
pub struct Expression<N> {
    pub(crate) node: N,
}

impl<N: Node> Expression<N> {
    #[inline]
    pub(crate) fn new(node: N) -> Self {
        Expression { node }
    }

    /// Returns the extents of the values, which all operands have.
    ///
    /// # Errors
    /// [`ShapeError`](crate::ShapeError): `ExtentMismatch`, `RankMismatch`.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![2, 3], 1.0)?;
    /// assert_eq!((&a + 1.0).extents()?, extents![2, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn extents(&self) -> Result<N::Extents, crate::ShapeError> {
        self.node.united()
    }

    /// Returns whether all operands are uniform, so that all elements have one value.
    ///
    /// ```
    /// use extents::expression::uniform_of;
    /// use extents::{Tensor, extents};
    /// let (ones, x) = (uniform_of(extents![2], 1), Tensor::full(extents![2], 1)?);
    /// assert_eq!(((ones + 1).is_uniform(), (ones + &x).is_uniform()), (true, false));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn is_uniform(&self) -> bool {
        N::IS_UNIFORM
    }
}
