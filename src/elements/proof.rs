//! Indices that carry their proof, for extents that are known at run time: [`with_proofs`].

mod interior;

pub use interior::{Inside, InteriorIndices, Neighbor};

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

use super::{View, ViewMut};
use crate::elements::whole::as_view::agree;
use crate::layout::TrustedLayout;
use crate::{AddressedBy, Extents, Indices, ShapeError, UnitesWith};

/// A lifetime of its own, which neither grows nor shrinks: no two scopes have the same.
type Brand<'id> = PhantomData<fn(&'id ()) -> &'id ()>;

/// Calls a function with a scope, in which indices of the extents can be proven to be in bounds once and then used without
/// checks.
///
/// The proofs live in a [`Scope`], which no proof can leave: what is proven of one shape cannot be used
/// with another. For static extents there is [`InBounds`](crate::proof::InBounds), which needs no scope.
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::{ShapeError, Tensor, extents};
/// let a = Tensor::from_fn(extents![dyn 3, 4]?, |[i, j]| 10 * i + j)?;
/// let b = Tensor::full(extents![3, dyn 4]?, 1)?;
/// let sum = with_proofs(a.extents(), |scope| {
///     // The extents are compared here, once.
///     let (a, b) = (scope.view(&a.view())?, scope.view(&b.view())?);
///     let corner = scope.prove([2, 3]).ok_or(ShapeError::Null)?;
///     assert_eq!(a[corner], 23);
///     Ok::<_, ShapeError>(scope.indices().map(|at| a[at] * b[at]).sum::<usize>())
/// })?;
/// assert_eq!(sum, 138);
/// # Ok::<(), ShapeError>(())
/// ```
/// A proof cannot leave its scope:
/// ```compile_fail,E0521
/// use extents::proof::with_proofs;
/// use extents::extents;
/// let mut escaped = None;
/// with_proofs(&extents![dyn 3].unwrap(), |scope| escaped = scope.prove([2]));
/// ```
/// Nor can it be used in another one, be it of the same extents:
/// ```compile_fail,E0521
/// use extents::proof::with_proofs;
/// use extents::{View, extents};
/// let (long, short) = (extents![dyn 3].unwrap(), extents![dyn 2].unwrap());
/// let view = View::from_slice(short, &[1, 2]).unwrap();
/// with_proofs(&long, |outer| {
///     let proof = outer.prove([2]).unwrap();
///     with_proofs(&short, |inner| inner.view(&view).unwrap()[proof])
/// });
/// ```
/// It is no index of a view that was not brought into the scope:
/// ```compile_fail,E0277
/// use extents::proof::with_proofs;
/// use extents::{Tensor, extents};
/// let a = Tensor::full(extents![dyn 3].unwrap(), 0).unwrap();
/// with_proofs(a.extents(), |scope| a[scope.prove([2]).unwrap()]);
/// ```
/// It cannot be made by hand:
/// ```compile_fail,E0451
/// use extents::proof::{Proof, with_proofs};
/// use extents::{StaticExtents, extents};
/// with_proofs(&extents![dyn 3].unwrap(), |scope| {
///     let forged = Proof { index: [7], ..scope.prove([2]).unwrap() };
/// });
/// ```
/// It cannot be changed, nor converted:
/// ```compile_fail,E0616
/// use extents::proof::with_proofs;
/// use extents::extents;
/// with_proofs(&extents![dyn 3].unwrap(), |scope| scope.prove([2]).unwrap().index[0] = 7);
/// ```
/// ```compile_fail,E0277
/// use extents::proof::{Proof, with_proofs};
/// use extents::{DynExtents, extents};
/// with_proofs(&extents![dyn 3].unwrap(), |scope| {
///     let other: Proof<'_, DynExtents<1>> = scope.prove([2]).unwrap().into();
/// });
/// ```
/// A scope cannot be made by hand:
/// ```compile_fail,E0451
/// use extents::proof::Scope;
/// use extents::extents;
/// let scope = Scope { extents: extents![dyn 3].unwrap(), brand: std::marker::PhantomData };
/// ```
#[inline]
pub fn with_proofs<E: Extents, R>(
    extents: &E,
    body: impl for<'id> FnOnce(&Scope<'id, E>) -> R,
) -> R {
    body(&Scope { extents: extents.clone(), brand: PhantomData })
}

/// The only shape whose indices have the brand `'id`.
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// with_proofs(&extents![dyn 3]?, |scope| assert_eq!(scope.extents(), &extents![3]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Scope<'id, E: Extents> {
    // INVARIANT: no other shape has this brand: only `with_proofs` makes one, for any `'id`, which the
    // compiler then takes to differ from all others.
    extents: E,
    brand: Brand<'id>,
}

/// An index that is proven to be in bounds of the extents of the scope `'id`.
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// with_proofs(&extents![dyn 3]?, |scope| {
///     assert_eq!(scope.prove([2]).map(|proof| proof.index()), Some([2]));
///     assert!(scope.prove([3]).is_none());
/// });
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Proof<'id, E: Extents> {
    // INVARIANT: in bounds of the extents of the scope with this brand.
    index: E::Index,
    brand: Brand<'id>,
}

/// A view whose extents are those of the scope `'id`, so that its proofs are indices that need no check.
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::{Tensor, extents};
/// let mut a = Tensor::full(extents![dyn 3]?, 1)?;
/// let shape = *a.extents();
/// with_proofs(&shape, |scope| {
///     let mut a = scope.view_mut(a.view_mut())?;
///     for at in scope.indices() {
///         a[at] += at.index()[0];
///     }
///     Ok::<(), extents::ShapeError>(())
/// })?;
/// assert_eq!(a.as_slice(), [1, 2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Proven<'id, V> {
    // INVARIANT: a view or mutable view whose extents equal those of the scope with this brand. It is lent
    // shared only, so that it stays the same.
    view: V,
    brand: Brand<'id>,
}

/// An iterator over all indices of a scope in row-major order, each proven to be in bounds. See [`Scope::indices`].
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// let last = with_proofs(&extents![dyn 3]?, |scope| scope.indices().last().map(|at| at.index()));
/// assert_eq!(last, Some([2]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct ScopeIndices<'id, E: Extents> {
    indices: Indices<E>,
    brand: Brand<'id>,
}

impl<'id, E: Extents> Scope<'id, E> {
    /// Returns the extents.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![2], |scope| assert_eq!(scope.extents(), &extents![2]));
    /// ```
    #[inline]
    pub fn extents(&self) -> &E {
        &self.extents
    }

    /// Proves that an index is in bounds, or returns `None` if it is not.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![2], |scope| {
    ///     assert!(scope.prove([1]).is_some());
    ///     assert!(scope.prove([2]).is_none());
    /// });
    /// ```
    #[inline]
    pub fn prove<I>(&self, index: I) -> Option<Proof<'id, E>>
    where
        E: AddressedBy<I>,
    {
        let index = self.extents.locate(index).ok()?;
        Some(Proof { index, brand: PhantomData })
    }

    /// Returns an iterator over all indices in row-major order, each proven to be in bounds.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![2, 3], |scope| assert_eq!(scope.indices().count(), 6));
    /// ```
    #[inline]
    pub fn indices(&self) -> ScopeIndices<'id, E> {
        ScopeIndices { indices: self.extents.indices(), brand: PhantomData }
    }

    /// Brings a view into the scope, which compares its extents once.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`], [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![dyn 2]?, &[1, 2])?;
    /// with_proofs(view.extents(), |scope| assert!(scope.view(&view).is_ok()));
    /// with_proofs(&extents![dyn 3]?, |scope| assert!(scope.view(&view).is_err()));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view<'a, T, F, L>(
        &self,
        view: &View<'a, T, F, L>,
    ) -> Result<Proven<'id, View<'a, T, F, L>>, ShapeError>
    where
        E: UnitesWith<F>,
        F: Extents<Index = E::Index>,
        L: TrustedLayout<F>,
    {
        agree(&self.extents, view.extents())?;
        Ok(Proven { view: view.clone(), brand: PhantomData })
    }

    /// Brings a mutable view into the scope, which compares its extents once.
    ///
    /// # Errors
    /// Returns the errors of [`view`](Self::view).
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2];
    /// let view = ViewMut::from_slice(extents![2], &mut data)?;
    /// with_proofs(&extents![2], |scope| {
    ///     let mut view = scope.view_mut(view)?;
    ///     scope.indices().for_each(|at| view[at] *= 10);
    ///     Ok::<(), extents::ShapeError>(())
    /// })?;
    /// assert_eq!(data, [10, 20]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view_mut<'a, T, F, L>(
        &self,
        view: ViewMut<'a, T, F, L>,
    ) -> Result<Proven<'id, ViewMut<'a, T, F, L>>, ShapeError>
    where
        E: UnitesWith<F>,
        F: Extents<Index = E::Index>,
        L: TrustedLayout<F>,
    {
        agree(&self.extents, view.extents())?;
        Ok(Proven { view, brand: PhantomData })
    }
}

impl<E: Extents> Proof<'_, E> {
    /// Returns the index.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![2], |scope| assert_eq!(scope.prove([1]).unwrap().index(), [1]));
    /// ```
    #[inline]
    pub fn index(&self) -> E::Index {
        self.index.clone()
    }
}

impl<V> Proven<'_, V> {
    /// Returns the view.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// with_proofs(&extents![2], |scope| {
    ///     assert_eq!(scope.view(&view)?.get().as_slice(), [1, 2]);
    ///     Ok::<(), extents::ShapeError>(())
    /// })?;
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get(&self) -> &V {
        &self.view
    }

    /// Returns the view, which leaves the scope.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// let view = with_proofs(&extents![2], |scope| scope.view(&view).map(|view| view.into_inner()))?;
    /// assert_eq!(view[[1]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn into_inner(self) -> V {
        self.view
    }
}

impl<'id, T, E, F, L> Index<Proof<'id, E>> for Proven<'id, View<'_, T, F, L>>
where
    E: Extents,
    F: Extents<Index = E::Index>,
    L: TrustedLayout<F>,
{
    type Output = T;
    #[inline]
    fn index(&self, proof: Proof<'id, E>) -> &T {
        // SAFETY: the index is in bounds of the one shape with this brand, which is that of the view.
        unsafe { self.view.get_unchecked(&proof.index) }
    }
}

impl<'id, T, E, F, L> Index<Proof<'id, E>> for Proven<'id, ViewMut<'_, T, F, L>>
where
    E: Extents,
    F: Extents<Index = E::Index>,
    L: TrustedLayout<F>,
{
    type Output = T;
    #[inline]
    fn index(&self, proof: Proof<'id, E>) -> &T {
        // SAFETY: the index is in bounds of the one shape with this brand, which is that of the view.
        unsafe { self.view.get_unchecked(&proof.index) }
    }
}

impl<'id, T, E, F, L> IndexMut<Proof<'id, E>> for Proven<'id, ViewMut<'_, T, F, L>>
where
    E: Extents,
    F: Extents<Index = E::Index>,
    L: TrustedLayout<F>,
{
    #[inline]
    fn index_mut(&mut self, proof: Proof<'id, E>) -> &mut T {
        // SAFETY: the index is in bounds of the one shape with this brand, which is that of the view, borrowed mutably.
        unsafe { self.view.get_unchecked_mut(&proof.index) }
    }
}

impl<'id, E: Extents> Iterator for ScopeIndices<'id, E> {
    type Item = Proof<'id, E>;

    #[inline]
    fn next(&mut self) -> Option<Proof<'id, E>> {
        let index = self.indices.next()?;
        Some(Proof { index, brand: PhantomData })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Proof<'id, E>> {
        let index = self.indices.nth(n)?;
        Some(Proof { index, brand: PhantomData })
    }

    #[inline]
    fn fold<B, F: FnMut(B, Proof<'id, E>) -> B>(self, init: B, mut f: F) -> B {
        self.indices.fold(init, |all, index| f(all, Proof { index, brand: PhantomData }))
    }
}

impl<E: Extents> DoubleEndedIterator for ScopeIndices<'_, E> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        Some(Proof { index, brand: PhantomData })
    }
}

impl<E: Extents> ExactSizeIterator for ScopeIndices<'_, E> {}
impl<E: Extents> FusedIterator for ScopeIndices<'_, E> {}

impl<E: Extents> Clone for Proof<'_, E> {
    #[inline]
    fn clone(&self) -> Self {
        Proof { index: self.index.clone(), brand: PhantomData }
    }
}

impl<E: Extents<Index: Copy>> Copy for Proof<'_, E> {}

impl<E: Extents> Clone for ScopeIndices<'_, E> {
    fn clone(&self) -> Self {
        ScopeIndices { indices: self.indices.clone(), brand: PhantomData }
    }
}

impl<E: Extents> PartialEq for Proof<'_, E> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<E: Extents> Eq for Proof<'_, E> {}

impl<E: Extents> fmt::Debug for Proof<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.fmt(f)
    }
}

impl<E: Extents> fmt::Debug for Scope<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.extents).finish()
    }
}

impl<V: fmt::Debug> fmt::Debug for Proven<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

impl<E: Extents> fmt::Debug for ScopeIndices<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopeIndices").field("left", &self.indices.len()).finish()
    }
}
