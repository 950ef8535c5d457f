//! [`Destination`]: where the results of a fold go.

use extents_static::__private::{AlignsWith, Certainty, Checked};
use extents_static::Anything;

use crate::elements::expression::{AlignedTo, AtPlaces, InOrder};
#[cfg(feature = "alloc")]
use crate::elements::expression::{ByRef, write_aligned};
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::{Inline, InlineExtents, InlineTensor, Target, Tensor, ViewMut};
use crate::layout::{RowMajor, TrustedLayout};
use crate::{Extents, Mapping, ShapeError, UnitesWith};

/// What gives each element of a target its value.
#[allow(
    unreachable_pub,
    reason = "the method of a public trait takes it; no other crate can name it"
)]
pub(crate) trait Fill<U> {
    /// Calls `put` for each element, then perhaps changes what was put.
    ///
    /// # Safety
    /// The target has the extents that came with this, once its modes stand in the order `O`. An `S` that was put is a `U`.
    unsafe fn fill<O: InOrder, S, F: Extents, L: TrustedLayout<F>>(
        self,
        target: ViewMut<'_, S, F, L>,
        put: impl Fn(&mut S, U),
    );
}

/// Where the results of a fold go, elements `U` of extents `E`: to a [new tensor](NewTensor), which needs the feature
/// `alloc`, to an [inline tensor](NewInline), or to a tensor or mutable view that there is.
///
/// `C` says what may fail. `A` is what is folded: the elements, or pairs of a value and the element, such as its position, which
/// are folded beside the destination first. A tensor that there is needs the feature `alloc` for that, and memory.
#[diagnostic::on_unimplemented(
    message = "a fold of elements `{U}` and extents `{E}` cannot be written to `{Self}`",
    label = "not a place for the results",
    note = "`.inline()` needs results of static extents, `sum_into(&mut target)` and its kin a tensor or a `ViewMut` with elements of the result's type and extents that match"
)]
#[doc(hidden)]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
pub trait Destination<U, E: Extents, C: Certainty, A = U>: Sized {
    /// What a fold returns.
    type Output;
    #[doc(hidden)]
    fn fill<W: Fill<A>>(self, work: Result<(E, W), ShapeError>) -> Self::Output;
}

/// A new row-major tensor in a `Vec`.
#[derive(Clone, Copy, Debug)]
pub struct NewTensor;

/// A new inline tensor.
#[derive(Clone, Copy, Debug)]
pub struct NewInline;

#[cfg(feature = "alloc")]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E: Extents, C: Certainty> Destination<U, E, C> for NewTensor {
    type Output = Result<Tensor<U, E>, ShapeError>;

    #[inline]
    fn fill<W: Fill<U>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        let (extents, work) = work?;
        let mapping = Mapping::<E, RowMajor>::of(extents);
        let size = mapping.extents().size();
        let mut elements = reserved(size)?;
        let target = ViewMut::from_parts(elements.spare_capacity_mut(), mapping.clone());
        // SAFETY: the target has the extents. What is written to an element is a `U`; should the fold panic, the
        // elements are leaked, which is safe.
        unsafe {
            work.fill::<AtPlaces, _, _, _>(target, |to, value| {
                to.write(value);
            });
        }
        // SAFETY: there is room for `size` elements, and each was put.
        unsafe { elements.set_len(size) };
        Ok(Tensor::from_parts(elements, mapping))
    }
}

#[cfg(feature = "alloc")]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U: Copy, V, E: Extents, C: Certainty> Destination<U, E, C, (V, U)> for NewTensor {
    type Output = Result<Tensor<U, E>, ShapeError>;

    #[inline]
    fn fill<W: Fill<(V, U)>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        Destination::<(V, U), E, C>::fill(self, work)?.map(|(_, element)| *element)
    }
}

#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E: InlineExtents, C: Certainty> Destination<U, E, C> for NewInline {
    type Output = Result<InlineTensor<U, E>, C::Error>;

    #[inline]
    fn fill<W: Fill<U>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        let (extents, work) = C::settle(work)?;
        // SAFETY: the target is of all elements of the array, each of which is put.
        Ok(Tensor::of_inline(unsafe {
            Inline::written(|elements| {
                let mapping = Mapping::<E, RowMajor>::of(extents);
                let target = ViewMut::from_parts(elements, mapping);
                work.fill::<AtPlaces, _, _, _>(target, |to, value| {
                    to.write(value);
                });
            })
        }))
    }
}

#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U: Copy, V, E: InlineExtents, C: Certainty> Destination<U, E, C, (V, U)> for NewInline {
    type Output = Result<InlineTensor<U, E>, C::Error>;

    #[inline]
    fn fill<W: Fill<(V, U)>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        let pairs = Destination::<(V, U), E, C>::fill(self, work)?;
        Ok(pairs.map_inline(|(_, element)| *element))
    }
}

/// What may fail where results of extents `E` are written to a target of extents `F`.
type Into<E, F, C> = <C as Certainty>::And<Checked<<E as AlignsWith<F>>::Meeting, F>>;

#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E, C, A> Destination<U, E, C> for &mut A
where
    E: Extents + AlignsWith<A::Extents>,
    C: Certainty,
    A: Target<Elem = U>,
    A::Extents: UnitesWith<Anything>,
{
    type Output = Result<(), <Into<E, A::Extents, C> as Certainty>::Error>;

    #[inline]
    fn fill<W: Fill<U>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        Into::<E, A::Extents, C>::settle(work.and_then(|(extents, work)| {
            let target = self.target();
            extents.align(target.extents())?;
            // SAFETY: the extents agree in this order, and each element is a `U` already.
            unsafe {
                work.fill::<AlignedTo<E, A::Extents>, _, _, _>(target, |to, value| *to = value);
            }
            Ok(())
        }))
    }
}

#[cfg(feature = "alloc")]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, V, E, C, A> Destination<U, E, C, (V, U)> for &mut A
where
    U: Copy,
    E: Extents + AlignsWith<A::Extents>,
    C: Certainty,
    A: Target<Elem = U>,
    A::Extents: UnitesWith<Anything>,
{
    type Output = Result<(), ShapeError>;

    #[inline]
    fn fill<W: Fill<(V, U)>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        let (extents, work) = work?;
        let target = self.target();
        extents.align(target.extents())?;
        let pairs = Destination::<(V, U), E, C>::fill(NewTensor, Ok((extents, work)))?;
        // SAFETY: the extents agree, in the order of the target.
        unsafe { write_aligned(target, &ByRef(&pairs.view()), |to, (_, element)| *to = *element) };
        Ok(())
    }
}
