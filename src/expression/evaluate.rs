//! The values of an expression: as a tensor, or written to one that is there.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use extents_static::__private::{AlignsWith, Certainty, CheckError, Checked};

#[cfg(feature = "alloc")]
use super::reduce::Definite;
use super::{Divide, Expression, Node, Number, Target};
use crate::elements::InlineExtents;
#[cfg(feature = "alloc")]
use crate::layout::{Canonical, RowMajor};
use crate::{InlineTensor, Scalar, elements};
#[cfg(feature = "alloc")]
use crate::{ShapeError, Tensor};

/// The error of an expression whose extents may disagree at run time: [`Infallible`](core::convert::Infallible) if
/// the compiler has compared all of them, else [`ShapeError`](crate::ShapeError).
///
/// ```
/// use extents::expression::{Disagrees, Uniform};
/// use std::convert::Infallible;
/// let none: Option<Disagrees<Uniform<f32>>> = None::<Infallible>;
/// ```
pub type Disagrees<N> = CheckError<<N as Node>::Relation, <N as Node>::Extents>;

/// The error of an expression and a target whose extents may disagree at run time, as [`Disagrees`].
///
/// ```
/// use extents::StaticExtents;
/// use extents::expression::{DisagreesWith, Uniform};
/// use std::convert::Infallible;
/// let none: Option<DisagreesWith<Uniform<f32>, StaticExtents![2]>> = None::<Infallible>;
/// ```
pub type DisagreesWith<N, E> = CheckError<Together<N, E>, E>;

pub(super) type Together<N, E> =
    <<N as Node>::Relation as Certainty>::And<<<N as Node>::Extents as AlignsWith<E>>::Meeting>;

/// Evaluation, by one loop over all operands.
///
/// # Panics
/// Panics if an operand has a [`Checked`](crate::layout::Checked) layout that gives an offset outside its buffer, as
/// `[]` does, or if a function of yours panics. The elements of a target that were already written stay so; those of a new
/// tensor are leaked.
impl<N: Node> Expression<N> {
    /// Evaluates the expression into a new row-major tensor with a `Vec`. An extent that is static in any operand is
    /// static in the result.
    ///
    /// # Errors
    /// [`ShapeError`]: `ExtentMismatch`, `RankMismatch`, `Null`, `Allocation`.
    ///
    /// ```
    /// use extents::{StaticExtents, Tensor, extents};
    /// let (a, b) = (Tensor::full(extents![2, dyn 3]?, 1)?, Tensor::full(extents![dyn 2, 3]?, 2)?);
    /// let sum: Tensor<i32, StaticExtents![2, 3]> = (&a + &b).eval()?;
    /// assert_eq!(sum[[1, 2]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn eval(&self) -> Result<Tensor<N::Elem, N::Extents>, ShapeError>
    where
        N::Extents: Definite,
    {
        elements::evaluate::<N, N::Extents, RowMajor>(&self.node)
    }

    /// Evaluates the expression into a new tensor of layout `L`. The layout of the operands is the fastest.
    ///
    /// # Errors
    /// As [`eval`](Self::eval).
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor};
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_fn(ColMajor.of(extents![2, 2]), |[i, j]| 10 * i + j)?;
    /// let b = (&a + &a).eval_in(ColMajor)?;
    /// assert_eq!((b[[0, 1]], b.as_slice()), (2, &[0, 20, 2, 22][..]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn eval_in<L: Canonical>(
        &self,
        _layout: L,
    ) -> Result<Tensor<N::Elem, N::Extents, L>, ShapeError>
    where
        N::Extents: Definite,
    {
        elements::evaluate::<N, N::Extents, L>(&self.node)
    }

    /// Evaluates the expression into a new inline tensor. Each extent must be static in some operand.
    ///
    /// # Errors
    /// [`ShapeError`]: `ExtentMismatch`, `RankMismatch`. It cannot fail if the extents of all operands are static.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
    /// let Ok(sum) = (&a + &a).eval_inline();
    /// assert_eq!(sum.into_array(), [2, 4]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn eval_inline(&self) -> Result<InlineTensor<N::Elem, N::Extents>, Disagrees<N>>
    where
        N::Extents: InlineExtents,
    {
        Checked::<N::Relation, N::Extents>::settle(elements::inline(&self.node))
    }

    /// Writes the values to the elements of a tensor or a mutable view, which shares no elements with an operand.
    ///
    /// # Errors
    /// [`ShapeError`]: `ExtentMismatch`, `RankMismatch`, `Null`; nothing is then written. It cannot fail if all
    /// extents are static.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (a, mut b) = (Tensor::full(extents![2], 7)?, Tensor::full(extents![2], 0)?);
    /// let Ok(()) = (&a * &a).assign_to(&mut b);
    /// assert_eq!(b.as_slice(), [49, 49]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    /// ```compile_fail,E0502
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7).unwrap();
    /// let _ = (&a * &a).assign_to(&mut a); // an operand is read
    /// ```
    #[inline]
    #[track_caller]
    pub fn assign_to<A: Target<Elem = N::Elem>>(
        &self,
        target: &mut A,
    ) -> Result<(), DisagreesWith<N, A::Extents>>
    where
        N::Extents: AlignsWith<A::Extents>,
    {
        Checked::<Together<N, A::Extents>, A::Extents>::settle(elements::assign(
            target.target(),
            &self.node,
        ))
    }

    /// Calls `f` with a mutable reference to each element of a tensor or a mutable view, and the value at its index,
    /// in any order.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, mut y) = (Tensor::full(extents![2], 7_i32)?, Tensor::full(extents![2], 1)?);
    /// let Ok(()) = (2 * &x).apply_to(&mut y, |y, value| *y -= value);
    /// assert_eq!(y.as_slice(), [-13, -13]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn apply_to<A: Target>(
        &self,
        target: &mut A,
        f: impl FnMut(&mut A::Elem, N::Elem),
    ) -> Result<(), DisagreesWith<N, A::Extents>>
    where
        N::Extents: AlignsWith<A::Extents>,
    {
        Checked::<Together<N, A::Extents>, A::Extents>::settle(elements::write(
            target.target(),
            &self.node,
            f,
        ))
    }
}

/// What the operators `+=`, `-=`, `*=` and `/=` do, where the extents may differ.
macro_rules! replacing {
    ($($(#[$doc:meta])* $name:ident: $Bound:ident $function:ident;)*) => {
        impl<N: Node> Expression<N> {$(
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn $name<A: Target<Elem = N::Elem>>(
                &self,
                target: &mut A,
            ) -> Result<(), DisagreesWith<N, A::Extents>>
            where
                N::Extents: AlignsWith<A::Extents>,
                N::Elem: $Bound,
            {
                let replaced = elements::replace(target.target(), &self.node, $Bound::$function);
                Checked::<Together<N, A::Extents>, A::Extents>::settle(replaced)
            }
        )*}
    };
}
replacing! {
    /// Adds the values to the elements of a tensor or a mutable view, as `+=` does.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, mut y) = (Tensor::full(extents![2], 7_i32)?, Tensor::full(extents![2], 1)?);
    /// let Ok(()) = (2 * &x).add_to(&mut y);
    /// assert_eq!(y.as_slice(), [15, 15]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    add_to: Scalar plus;
    /// Subtracts the values from the elements of a tensor or a mutable view, as `-=` does.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, mut y) = (Tensor::full([2], 7_i32)?, Tensor::full([2], 1)?);
    /// (2 * &x).sub_from(&mut y)?;
    /// assert_eq!(y.as_slice(), [-13, -13]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    sub_from: Number minus;
    /// Multiplies the elements of a tensor or a mutable view by the values, as `*=` does.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, mut y) = (Tensor::full([2], 7_i32)?, Tensor::full([2], 3)?);
    /// (&x + 1).mul_to(&mut y)?;
    /// assert_eq!(y.as_slice(), [24, 24]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    mul_to: Scalar times;
    /// Divides the elements of a tensor or a mutable view by the values, as `/=` does.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, mut y) = (Tensor::full([2], 4.0)?, Tensor::full([2], 3.0)?);
    /// (&x * 0.5).div_to(&mut y)?;
    /// assert_eq!(y.as_slice(), [1.5, 1.5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    div_to: Divide over;
}
