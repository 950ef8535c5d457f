//! Elements that are put or added at indices, defined once for [`Tensor`] and [`ViewMut`]: what [`take_along`] reads.
//!
//! [`take_along`]: Tensor::take_along

use core::mem::replace;

use extents_static::__private::{assert_joined, assert_joined_names, assert_mode};

use super::entry_number::EntryNumber;
use super::{Flat, assert_names, check_others, each, extent_of};
use crate::elements::{AsView, StorageMut, Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::{Strided, Way};
use crate::rearrange::EntryCount;
use crate::{Extents, Mode, Scalar, ShapeError};

/// Fails to compile where the types know that indices, of the extents of a source, do not fit a target along a mode.
#[track_caller]
const fn assert_along<M: EntryCount, E: Extents, I: AsView, B: AsView>() {
    let of_indices = <I::Extents as Extents>::STATIC_EXTENTS;
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    if M::Mode::EXTENT.is_some() {
        assert_joined(M::Mode::EXTENT, &[E::STATIC_EXTENTS, of_indices], false, None);
    }
    // The source is operand 2.
    let of_source = <B::Extents as Extents>::STATIC_EXTENTS;
    assert_joined(None, &[of_indices, of_indices, of_source], false, None);
    assert_names::<M, E, I::Extents>();
    let (indices, source) = (<I::Extents as Extents>::NAMES, <B::Extents as Extents>::NAMES);
    let (ids, source_ids) = (<I::Extents as Extents>::LABELS, <B::Extents as Extents>::LABELS);
    assert_joined_names(None, &[indices, indices, source], &[ids, ids, source_ids]);
}

/// Compares each index with the extent of the mode, in row-major order.
pub(super) fn check_named<X: EntryNumber, F: Extents, K: TrustedLayout<F>>(
    mode: usize,
    extent: usize,
    indices: &View<'_, X, F, K>,
) -> Result<(), ShapeError> {
    let mut all = indices.iter().enumerate();
    all.try_for_each(|(position, index)| entry_of(mode, extent, position, index).map(|_| ()))
}

/// The entry that the index at a position names.
#[inline]
pub(super) fn entry_of<X: EntryNumber>(
    mode: usize,
    extent: usize,
    position: usize,
    index: &X,
) -> Result<usize, ShapeError> {
    match index.number() {
        Ok(index) if index < extent => Ok(index),
        Ok(index) => Err(ShapeError::EntryOutOfBounds { mode, position, index, extent }),
        Err(index) => Err(ShapeError::NegativeEntry { mode, position, index }),
    }
}

/// Lends the elements of a target, indices and the elements of a source by numbers, once each index was found to be that of an entry
/// of the mode.
pub(super) fn lent<T, E, L, X, F, J, U, G, K>(
    mut target: ViewMut<'_, T, E, L>,
    mode: usize,
    indices: &View<'_, X, F, J>,
    source: &View<'_, U, G, K>,
    f: impl FnOnce(Flat<'_, '_, T>, Flat<'_, '_, X>, Flat<'_, '_, U>) -> Result<(), ShapeError>,
) -> Result<(), ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    X: EntryNumber,
    F: Extents,
    J: TrustedLayout<F> + StridedLayout<F>,
    G: Extents,
    K: TrustedLayout<G> + StridedLayout<G>,
{
    target.flat_mut(|to| {
        indices.flat(|at| {
            source.flat(|from| {
                check_named(mode, extent_of(to.extents, mode)?, indices)?;
                f(to, at, from)
            })
        })
    })
}

/// Calls a function with the place of an element of the target, by its index, and that of an element of the source, of all
/// indices in row-major order. The extents are compared before.
///
/// # Safety
/// Each index is that of an entry of the mode. The function may be called with such places: one of an element that is borrowed
/// mutably, one of another that is borrowed shared.
unsafe fn scatter<T, X: EntryNumber, U>(
    mode: usize,
    to: Flat<'_, '_, T>,
    at: Flat<'_, '_, X>,
    from: Flat<'_, '_, U>,
    mut f: impl FnMut(*mut T, *mut U),
) -> Result<(), ShapeError> {
    check_others(1, Some(mode), to.extents, at.extents)?;
    check_others(2, None, at.extents, from.extents)?;
    let stride = replace(&mut to.strides[mode], 0);
    let steps = (
        Strided::<T, _>::new(&*to.strides),
        (Strided::<X, _>::new(&*at.strides), Strided::<U, _>::new(&*from.strides)),
    );
    let place = (to.origin, (at.origin, from.origin));
    let mut put = |(to, (index, from)): (*mut T, (*mut X, *mut U))| {
        // SAFETY: a place of an index, which is borrowed shared.
        let index = unsafe { *index }.in_bounds();
        f(to.wrapping_offset(stride.wrapping_mul(index)), from);
    };
    // In order, so that of equal indices the last one stays, and sums are those of that order.
    // SAFETY: by the invariants all places are of elements: the extents are those of the indices and of the source, and of the
    // target but for the mode, and each index is that of an entry of the target.
    unsafe { each(from.extents, &steps, place, Way::Kept, &mut put) };
    Ok(())
}

/// Methods that compare the types by a function, in a `const`, and then call another one that finds places: each of the methods does
/// something with the elements there.
macro_rules! scatters {
    (where $Of:ty: $Asked:path; $assert:expr, $scatter:expr;
        $($(#[$doc:meta])* $name:ident($($f:ident: $F:ty)?)
            where T: $Bound:ident $(= $Elem:ident)?, |$to:ident, $from:ident| $put:expr;)*) => {$(
        $(#[$doc])*
        #[allow(private_bounds, reason = "the documentation says which integers")]
        pub fn $name<M: EntryCount, I, B>(
            &mut self,
            mode: M,
            indices: &I,
            source: &B,
            $(mut $f: $F)?
        ) -> Result<(), ShapeError>
        where
            T: $Bound,
            $Of: $Asked,
            I: AsView<Elem: EntryNumber, Layout: TrustedLayout<I::Extents> + StridedLayout<I::Extents>>,
            B: AsView<$(Elem = $Elem,)? Layout: TrustedLayout<B::Extents> + StridedLayout<B::Extents>>,
        {
            const { $assert() };
            let (mode, indices, source) = (mode.mode().extent(), indices.as_view(), source.as_view());
            let put = |$to: *mut T, $from: *mut B::Elem| {
                // SAFETY: both are places of elements: one of the target, which is borrowed mutably, and one of the source,
                // which is borrowed shared, so that they differ.
                let ($to, $from) = unsafe { (&mut *$to, &*$from) };
                $put
            };
            $crate::elements::arrange::scatter::lent(self.view_mut(), mode, &indices, &source, |to, at, from| {
                // SAFETY: each index was compared, and the function may be called with a place of an element of each, as it says.
                unsafe { $scatter(mode, to, at, from, put) }
            })
        }
    )*};
}
#[cfg(feature = "alloc")]
pub(super) use scatters;

macro_rules! writes {
    () => {
        scatters! {
            where L: StridedLayout<E>; assert_along::<M, E, I, B>, scatter;
            /// Writes the elements of a source at the places that indices name, tensors or views of the same extents, of integers of
            /// any type up to 64 bits: what
            /// [`take_along`](Self::take_along) reads, and NumPy's `put_along_axis`. An element goes to its own place but for
            /// a mode, `Const::<MODE>` or a number, where the index says which entry. Where an index occurs twice, the later
            /// element in row-major order stays.
            ///
            /// # Errors
            /// Returns [`ShapeError::EntryOutOfBounds`] and [`ShapeError::NegativeEntry`], whose position is that in row-major order;
            /// [`ShapeError::ExtentMismatch`] and [`ShapeError::RankMismatch`] where the indices have other extents in the
            /// other modes, or the source other extents than the indices; where the types know that, it does not compile.
            /// [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`]. Nothing is written then.
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut a = Tensor::full(extents![2, 3], 0)?;
            /// let at = Tensor::from_vec(extents![2, 2], vec![2, 0, 1, 1])?;
            /// a.put_along(Const::<1>, &at, &Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?)?;
            /// assert_eq!(a.as_slice(), [2, 0, 1, 0, 4, 0]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            put_along() where T: Clone = T, |to, from| to.clone_from(from);
            /// Adds the elements of a source at the places that indices name, as [`put_along`](Self::put_along) writes them,
            /// in row-major order: scatter-add. Where an index occurs twice, both are added. Integers wrap around.
            ///
            /// # Errors
            /// Returns the errors of [`put_along`](Self::put_along).
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// // A histogram.
            /// let mut counts = Tensor::full(extents![3], 0)?;
            /// let found = Tensor::from_vec(extents![5], vec![2, 0, 2, 2, 1])?;
            /// counts.add_along(Const::<0>, &found, &Tensor::full(extents![5], 1)?)?;
            /// assert_eq!(counts.as_slice(), [1, 1, 3]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            add_along() where T: Scalar = T, |to, from| *to = to.plus(*from);
            /// Calls a function with each element that an index names, to be changed, and the element of the source that
            /// [`put_along`](Self::put_along) would write there, in row-major order. An element is
            /// changed once for each time that its index occurs.
            ///
            /// # Errors
            /// Returns the errors of [`put_along`](Self::put_along). The function is not called then.
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// // The largest value of each class.
            /// let mut largest = Tensor::full(extents![3], 0)?;
            /// let classes = Tensor::from_vec(extents![5], vec![2, 0, 2, 2, 1])?;
            /// let values = Tensor::from_vec(extents![5], vec![3, 1, 8, 5, 4])?;
            /// largest.apply_along(Const::<0>, &classes, &values, |to, value| *to = (*to).max(*value))?;
            /// assert_eq!(largest.as_slice(), [1, 4, 8]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[doc(alias = "scatter_reduce")]
            apply_along(f: impl FnMut(&mut T, &B::Elem)) where T: Sized, |to, from| f(to, from);
        }
    };
}

impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    writes!();
}

impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
