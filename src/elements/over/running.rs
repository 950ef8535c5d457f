//! Running sums, products and other folds along a mode: new ones, defined once for [`Tensor`], [`View`] and [`ViewMut`], and in
//! place, once for [`Tensor`] and [`ViewMut`].

use crate::elements::along::{try_entries, try_lanes};
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
#[cfg(feature = "alloc")]
use crate::layout::RowMajor;
use crate::layout::{Layout, TrustedLayout};
use crate::rearrange::{Across, Along, Entry, Lane, Outcome};
use crate::{Extents, Scalar, ShapeError};

/// `()`, or a `Result` of it where the mode is a number.
type Walked<E, L, M> = <<Entry<M> as Along<E, L>>::Error as Outcome>::Of<()>;

/// Replaces each element along a mode but the first by a function of what the one before has become, and of itself.
#[inline]
fn run<T, E, L, M>(
    mut view: ViewMut<'_, T, E, L>,
    mode: M,
    mut f: impl FnMut(T, T) -> T,
) -> Result<(), ShapeError>
where
    T: Copy,
    E: Extents,
    L: TrustedLayout<E>,
    M: Copy,
    Entry<M>: Along<E, L>,
    Lane<M>: Along<E, L>,
    Across<M>: Along<E, L>,
{
    if is_innermost(view.mapping().layout(), view.extents(), Entry(mode).mode()) {
        for mut lane in try_lanes(view, mode)? {
            // Lanes without elements may be many.
            if lane.is_empty() {
                break;
            }
            let mut elements = lane.iter_mut();
            if let Some(first) = elements.next() {
                elements.fold(*first, |before, element| {
                    *element = f(before, *element);
                    *element
                });
            }
        }
        return Ok(());
    }
    let is_empty = view.extents().size() == 0;
    let mut entries = try_entries(view.view_mut(), mode)?;
    // Entries without elements may be many.
    if let Some(mut before) = entries.next().filter(|_| !is_empty) {
        for mut entry in entries {
            let result =
                entry.zip_apply(&before, |element, before| *element = f(*before, *element));
            result.map_err(Into::into)?;
            before = entry;
        }
    }
    Ok(())
}

/// Whether the elements along a mode are as near to each other as those along any other.
#[inline]
fn is_innermost<E: Extents, L: Layout<E>>(layout: &L, extents: &E, mode: usize) -> bool {
    let Some((strides, _)) = layout.strided(extents) else { return true };
    let strides = strides.as_ref();
    let Some(own) = strides.get(mode) else { return true };
    let others = extents.iter().zip(strides).enumerate();
    others
        .filter(|(other, (extent, _))| *other != mode && *extent > 1)
        .all(|(_, (_, stride))| own.unsigned_abs() <= stride.unsigned_abs())
}

/// A running fold as a new tensor: by a method of the elements, or by a function that is given.
macro_rules! new {
    ($($(#[$doc:meta])* $name:ident($($given:ident: $F:ty)?) where T: $Bound:ident, $f:expr;)*) => {$(
        $(#[$doc])*
        #[cfg(feature = "alloc")]
        #[inline]
        #[track_caller]
        pub fn $name<M: Copy>(&self, mode: M $(, $given: $F)?) -> Result<Tensor<T, E>, ShapeError>
        where
            T: $Bound,
            Entry<M>: Along<E, RowMajor>,
            Lane<M>: Along<E, RowMajor>,
            Across<M>: Along<E, RowMajor>,
        {
            let mut tensor = self.map(|element| *element)?;
            run(tensor.view_mut(), mode, $f)?;
            Ok(tensor)
        }
    )*};
}

macro_rules! reads {
    () => {
        new! {
            /// Returns the running sums along a mode, `Const::<MODE>` or a number: each element with all that are
            /// before it along the mode, added from the first on. Integers wrap around.
            ///
            /// # Errors
            /// Returns [`ShapeError::Allocation`]; by number also [`ShapeError::OutOfBounds`] and
            /// [`ShapeError::Null`].
            ///
            /// ```
            /// use extents::{Const, View, extents};
            /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
            /// assert_eq!(view.running_sum(Const::<1>)?.as_slice(), [1, 3, 6, 4, 9, 15]);
            /// assert_eq!(view.running_sum(0)?.as_slice(), [1, 2, 3, 5, 7, 9]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            #[doc(alias = "cumsum")]
            running_sum() where T: Scalar, T::plus;
            /// Returns the running products along a mode, as [`running_sum`](Self::running_sum).
            ///
            /// # Errors
            /// Returns the errors of [`running_sum`](Self::running_sum).
            ///
            /// ```
            /// use extents::{Const, View, extents};
            /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
            /// assert_eq!(view.running_product(Const::<1>)?.as_slice(), [1, 2, 6, 4, 20, 120]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            #[doc(alias = "cumprod")]
            running_product() where T: Scalar, T::times;
            /// Returns the running folds along a mode, `Const::<MODE>` or a number, by a function of what was folded of the
            /// elements before and of the next one: `scan`, or `ufunc.accumulate` of NumPy. The first elements stay. Along the
            /// mode it is called from the first element on; of elements beside each other in any order.
            ///
            /// # Errors
            /// Returns the errors of [`running_sum`](Self::running_sum).
            ///
            /// ```
            /// use extents::{Const, View, extents};
            /// let view = View::from_slice(extents![2, 3], &[1.0, 3.0, 2.0, 4.0, 0.0, 8.0])?;
            /// let highest = view.running(Const::<1>, f64::max)?;
            /// assert_eq!(highest.as_slice(), [1.0, 3.0, 3.0, 4.0, 4.0, 8.0]);
            /// let smoothed = view.running(Const::<1>, |before, x| 0.5 * before + 0.5 * x)?;
            /// assert_eq!(smoothed.as_slice(), [1.0, 2.0, 2.0, 4.0, 2.0, 5.0]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            #[doc(alias = "scan")]
            #[doc(alias = "cummax")]
            #[doc(alias = "cummin")]
            running(f: impl FnMut(T, T) -> T) where T: Copy, f;
        }
    };
}

/// A running fold in place, as [`new`].
macro_rules! in_place {
    ($($(#[$doc:meta])* $name:ident($($given:ident: $F:ty)?) where T: $Bound:ident, $f:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<M: Copy>(&mut self, mode: M $(, $given: $F)?) -> Walked<E, L, M>
        where
            T: $Bound,
            Entry<M>: Along<E, L>,
            Lane<M>: Along<E, L>,
            Across<M>: Along<E, L>,
        {
            Outcome::of(Entry::<M>::settle(run(self.view_mut(), mode, $f)))
        }
    )*};
}

macro_rules! writes {
    () => {
        in_place! {
            /// Replaces each element by its running sum along a mode, as `running_sum` returns it.
            ///
            /// # Errors
            /// By number returns [`ShapeError::OutOfBounds`] and [`ShapeError::Null`]; by `Const::<MODE>` nothing can
            /// fail.
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
            /// a.running_sum_inplace(Const::<1>);
            /// a.running_sum_inplace(0)?;
            /// assert_eq!(a.as_slice(), [1, 3, 6, 5, 12, 21]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            running_sum_inplace() where T: Scalar, T::plus;
            /// Replaces each element by its running product along a mode, as `running_product` returns it.
            ///
            /// # Errors
            /// Returns the errors of [`running_sum_inplace`](Self::running_sum_inplace).
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
            /// a.running_product_inplace(Const::<0>);
            /// assert_eq!(a.as_slice(), [1, 2, 3, 4, 10, 18]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            running_product_inplace() where T: Scalar, T::times;
            /// Replaces each element by the running fold along a mode, as `running` returns it.
            ///
            /// # Errors
            /// Returns the errors of [`running_sum_inplace`](Self::running_sum_inplace).
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 3, 2, 4, 0, 8])?;
            /// a.running_inplace(Const::<1>, i32::max);
            /// assert_eq!(a.as_slice(), [1, 3, 3, 4, 4, 8]);
            /// # Ok::<(), extents::ShapeError>(())
            /// ```
            running_inplace(f: impl FnMut(T, T) -> T) where T: Copy, f;
        }
    };
}

/// Running folds.
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    reads!();
}

/// Running folds.
impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    reads!();
    writes!();
}

/// Running folds.
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!();
}

/// Running folds in place.
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
