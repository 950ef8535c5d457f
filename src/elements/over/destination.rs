//! [`Destination`]: where the results of a fold go.

use extents_static::__private::{Certainty, Checked, HasCertainty};

#[cfg(feature = "alloc")]
use crate::elements::expression::{ByRef, write_all};
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
    /// The target has the extents that came with this. An `S` that was put is a `U`.
    unsafe fn fill<S, F: Extents, L: TrustedLayout<F>>(
        self,
        target: ViewMut<'_, S, F, L>,
        put: impl Fn(&mut S, U),
    );
}

/// Where the results of a fold go, elements `U` of extents `E`: to a [new tensor](NewTensor), which needs the feature
/// `alloc`, to an [inline tensor](NewInline), or to a tensor or mutable view that there is.
///
/// `C` says what may fail.
#[diagnostic::on_unimplemented(
    message = "a fold of elements `{U}` and extents `{E}` cannot be written to `{Self}`",
    label = "not a place for the results",
    note = "`.inline()` needs results of static extents, `sum_into(&mut target)` and its kin a tensor or a `ViewMut` with elements of the result's type and extents that match"
)]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
pub trait Destination<U, E: Extents, C: Certainty>: Sized {
    /// What a fold returns.
    type Output;
    #[doc(hidden)]
    fn fill<W: Fill<U>>(self, work: Result<(E, W), ShapeError>) -> Self::Output;
}

/// A [`Destination`] of results that are computed beside it first, such as positions, which are found together with the
/// values there. A tensor that there is needs the feature `alloc` for that, and memory.
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
pub trait IndirectDestination<U, E: Extents, C: Certainty>: Destination<U, E, C> {
    /// What a fold returns.
    type Output;
    #[doc(hidden)]
    fn fill_by<A, W: Fill<A>>(
        self,
        work: Result<(E, W), ShapeError>,
        value: impl Fn(&A) -> U,
    ) -> <Self as IndirectDestination<U, E, C>>::Output;
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
            work.fill(target, |to, value| {
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
impl<U, E: Extents, C: Certainty> IndirectDestination<U, E, C> for NewTensor {
    type Output = Result<Tensor<U, E>, ShapeError>;

    #[inline]
    fn fill_by<A, W: Fill<A>>(
        self,
        work: Result<(E, W), ShapeError>,
        value: impl Fn(&A) -> U,
    ) -> Result<Tensor<U, E>, ShapeError> {
        Destination::<A, E, C>::fill(self, work)?.map(value)
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
                // SAFETY: the target has the extents. What is written to an element is a `U`.
                work.fill(ViewMut::from_parts(elements, mapping), |to, value| {
                    to.write(value);
                });
            })
        }))
    }
}

#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E: InlineExtents, C: Certainty> IndirectDestination<U, E, C> for NewInline {
    type Output = Result<InlineTensor<U, E>, C::Error>;

    #[inline]
    fn fill_by<A, W: Fill<A>>(
        self,
        work: Result<(E, W), ShapeError>,
        value: impl Fn(&A) -> U,
    ) -> Result<InlineTensor<U, E>, C::Error> {
        Ok(Destination::<A, E, C>::fill(self, work)?.map_inline(value))
    }
}

/// What may fail where results of extents `E` are written to a target of extents `F`.
type Into<E, F, C> = <C as Certainty>::And<Checked<<E as UnitesWith<F>>::Relation, F>>;

#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E, C, A> Destination<U, E, C> for &mut A
where
    E: Extents + UnitesWith<A::Extents>,
    C: Certainty,
    A: Target<Elem = U>,
    A::Extents: HasCertainty,
{
    type Output = Result<(), <Into<E, A::Extents, C> as Certainty>::Error>;

    #[inline]
    fn fill<W: Fill<U>>(self, work: Result<(E, W), ShapeError>) -> Self::Output {
        Into::<E, A::Extents, C>::settle(work.and_then(|(extents, work)| {
            let target = self.target();
            extents.unite(target.extents())?;
            // SAFETY: the extents agree, and each element is a `U` already.
            unsafe { work.fill(target, |to, value| *to = value) };
            Ok(())
        }))
    }
}

#[cfg(feature = "alloc")]
#[allow(private_interfaces, private_bounds, reason = "only this crate implements it")]
impl<U, E, C, A> IndirectDestination<U, E, C> for &mut A
where
    E: Extents + UnitesWith<A::Extents>,
    C: Certainty,
    A: Target<Elem = U>,
    A::Extents: HasCertainty,
{
    type Output = Result<(), ShapeError>;

    #[inline]
    fn fill_by<B, W: Fill<B>>(
        self,
        work: Result<(E, W), ShapeError>,
        value: impl Fn(&B) -> U,
    ) -> Result<(), ShapeError> {
        let (extents, work) = work?;
        let target = self.target();
        extents.unite(target.extents())?;
        let all = Destination::<B, E, C>::fill(NewTensor, Ok((extents, work)))?;
        // SAFETY: the extents agree.
        unsafe { write_all(target, &ByRef(&all.view()), |to, all| *to = value(all)) };
        Ok(())
    }
}
