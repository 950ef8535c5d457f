//! Indices away from the borders, whose neighbors need no check: [`Scope::interior`].

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Add, Index, IndexMut};

use super::{Brand, Proof, Proven, Scope};
use crate::elements::{View, ViewMut};
use crate::layout::TrustedLayout;
use crate::{Extents, Indices, Rank};

/// An index of the scope `'id` that has neighbors: as many on both sides along each mode as the extents `M` say. See
/// [`Scope::interior`].
///
/// `at + [-1, 0]` is a [`Neighbor`].
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// with_proofs(&extents![dyn 3, dyn 4]?, |scope| {
///     let inside: Vec<_> = scope.interior(extents![1, 1]).map(|at| at.index()).collect();
///     assert_eq!(inside, [[1, 1], [1, 2]]);
/// });
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Inside<'id, E: Extents, M> {
    // INVARIANT: along each mode the coordinate is at least the margin, and the extent exceeds it by more than the margin.
    proof: Proof<'id, E>,
    margins: M,
}

/// An index and steps from it, which leads to an element where no step exceeds the margin. See [`Scope::interior`].
///
/// Where steps and margins are written as numbers, the compiler makes the comparison.
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// with_proofs(&extents![dyn 3, dyn 4]?, |scope| {
///     let at = scope.interior(extents![1, 0]).next().unwrap();
///     assert_eq!(at.index(), [1, 0]);
///     assert_eq!((at + [1, 0]).proof().map(|proof| proof.index()), Some([2, 0]));
///     assert!((at + [2, 0]).proof().is_none());
///     assert!((at + [0, 1]).proof().is_none());
/// });
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Neighbor<'id, E: Extents, M, const R: usize> {
    from: Inside<'id, E, M>,
    steps: [isize; R],
}

/// An iterator over the indices of a scope that have neighbors, in row-major order. See [`Scope::interior`].
///
/// ```
/// use extents::proof::with_proofs;
/// use extents::extents;
/// let count = with_proofs(&extents![dyn 5]?, |scope| scope.interior(extents![2]).count());
/// assert_eq!(count, 1);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct InteriorIndices<'id, E: Extents, M> {
    // INVARIANT: the indices of extents that are less by twice the margins, or 0, than those of the scope with this brand.
    indices: Indices<E>,
    margins: M,
    brand: Brand<'id>,
}

impl<'id, E: Extents> Scope<'id, E> {
    /// Returns an iterator over the indices that are at least so many entries away from both ends of each mode, in row-major
    /// order: each has neighbors, which need no check where margins and steps are written as numbers.
    ///
    /// `for_each` and `fold` run as plain nested loops, which become vectors; `for` does not.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::{ShapeError, Tensor, extents};
    /// let a = Tensor::from_fn(extents![dyn 4, dyn 5]?, |[i, j]| i * i + j)?;
    /// let mut b = Tensor::full(*a.extents(), 0)?;
    /// with_proofs(a.extents(), |scope| {
    ///     let (a, mut b) = (scope.view(&a.view())?, scope.view_mut(b.view_mut())?);
    ///     scope.interior(extents![1, 1]).for_each(|at| {
    ///         let around = a[at + [-1, 0]] + a[at + [1, 0]] + a[at + [0, -1]] + a[at + [0, 1]];
    ///         b[at] = around - 4 * a[at];
    ///     });
    ///     Ok::<_, ShapeError>(())
    /// })?;
    /// assert_eq!(b.as_slice(), [0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    /// A step that exceeds the margin panics in `[]`; [`Neighbor::proof`] gives `None`. Modes that need no neighbors have the
    /// margin 0. The margins are of the same rank:
    /// ```compile_fail,E0277
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![dyn 4, dyn 5].unwrap(), |scope| scope.interior(extents![1]).count());
    /// ```
    /// No neighbor is an index of another scope:
    /// ```compile_fail,E0521
    /// use extents::proof::with_proofs;
    /// use extents::{View, extents};
    /// let (long, short) = (extents![dyn 3].unwrap(), extents![dyn 2].unwrap());
    /// let view = View::from_slice(short, &[1, 2]).unwrap();
    /// with_proofs(&long, |outer| {
    ///     let at = outer.interior(extents![1]).next().unwrap();
    ///     with_proofs(&short, |inner| inner.view(&view).unwrap()[at + [1]])
    /// });
    /// ```
    /// Margins cannot be widened:
    /// ```compile_fail,E0451
    /// use extents::proof::{Inside, with_proofs};
    /// use extents::extents;
    /// with_proofs(&extents![dyn 3].unwrap(), |scope| {
    ///     let at = scope.interior(extents![1]).next().unwrap();
    ///     let forged = Inside { margins: extents![7], ..at };
    /// });
    /// ```
    #[inline]
    pub fn interior<M, const R: usize>(&self, margins: M) -> InteriorIndices<'id, E, M>
    where
        E: Rank<R>,
        M: Rank<R> + Copy,
    {
        let mut shape = self.extents.extents();
        for (extent, margin) in shape.iter_mut().zip(margins.extents()) {
            *extent = extent.saturating_sub(margin.saturating_mul(2));
        }
        // No more than the size of the extents, which fits; 0 stays 0 whatever else is in the product.
        let size = match self.extents.size() {
            0 => 0,
            _ => shape.iter().fold(1_usize, |size, extent| size.saturating_mul(*extent)),
        };
        let indices = Indices::of_shape(shape, size);
        InteriorIndices { indices, margins, brand: PhantomData }
    }
}

impl<'id, E: Extents, M: Extents<Index = E::Index>> Inside<'id, E, M> {
    /// The index that is the margins away from an index of the smaller extents.
    #[inline]
    fn of(mut index: E::Index, margins: M) -> Self {
        for (coordinate, margin) in index.as_mut().iter_mut().zip(margins.extents().as_ref()) {
            *coordinate = coordinate.wrapping_add(*margin);
        }
        Inside { proof: Proof { index, brand: PhantomData }, margins }
    }

    /// Returns the index.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![3], |scope| {
    ///     assert_eq!(scope.interior(extents![1]).next().unwrap().index(), [1]);
    /// });
    /// ```
    #[inline]
    pub fn index(&self) -> E::Index {
        self.proof.index()
    }

    /// Returns the index as one that is proven to be in bounds.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![3], |scope| {
    ///     let at = scope.interior(extents![1]).next().unwrap();
    ///     assert_eq!(Some(at.proof()), scope.prove([1]));
    /// });
    /// ```
    #[inline]
    pub fn proof(&self) -> Proof<'id, E> {
        self.proof.clone()
    }
}

impl<'id, E: Extents, M: Extents<Index = E::Index>, const R: usize> Neighbor<'id, E, M, R> {
    /// Returns the index of the neighbor as one that is proven to be in bounds, or `None` if a step exceeds the margin.
    ///
    /// ```
    /// use extents::proof::with_proofs;
    /// use extents::extents;
    /// with_proofs(&extents![3], |scope| {
    ///     let at = scope.interior(extents![1]).next().unwrap();
    ///     assert_eq!((at + [-1]).proof(), scope.prove([0]));
    ///     assert_eq!((at + [-2]).proof(), None);
    /// });
    /// ```
    #[inline]
    pub fn proof(&self) -> Option<Proof<'id, E>> {
        self.steps().all(|(step, margin)| step.unsigned_abs() <= margin).then(|| {
            let mut index = self.from.index();
            for (coordinate, step) in index.as_mut().iter_mut().zip(self.steps) {
                *coordinate = coordinate.wrapping_add_signed(step);
            }
            Proof { index, brand: PhantomData }
        })
    }

    /// The step and the margin of each mode.
    #[inline]
    fn steps(&self) -> impl Iterator<Item = (isize, usize)> {
        let margins = self.from.margins.extents();
        let margin = move |mode: usize| margins.as_ref().get(mode).copied().unwrap_or(0);
        self.steps.into_iter().enumerate().map(move |(mode, step)| (step, margin(mode)))
    }

    /// The proof of its index.
    #[inline]
    #[track_caller]
    fn proven(&self) -> Proof<'id, E> {
        match self.proof() {
            Some(proof) => proof,
            None => too_far(&mut self.steps()),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
#[allow(clippy::panic, reason = "`[]` panics as slices do")]
fn too_far(steps: &mut dyn Iterator<Item = (isize, usize)>) -> ! {
    let is_beyond = |(_, (step, margin)): &(usize, (isize, usize))| step.unsigned_abs() > *margin;
    let (mode, (step, margin)) = steps.enumerate().find(is_beyond).unwrap_or_default();
    panic!("a step of {step} along mode {mode} exceeds the margin of {margin}")
}

impl<'id, E: Rank<R>, M: Extents, const R: usize> Add<[isize; R]> for Inside<'id, E, M> {
    type Output = Neighbor<'id, E, M, R>;
    #[inline]
    fn add(self, steps: [isize; R]) -> Neighbor<'id, E, M, R> {
        Neighbor { from: self, steps }
    }
}

macro_rules! index {
    ($([$($R:tt)*] $I:ty, $at:ident => $proof:expr;)*) => {$(
        index! { @read [$($R)*] View, $I, $at => $proof }
        index! { @read [$($R)*] ViewMut, $I, $at => $proof }

        impl<'id, T, E, F, L, M, $($R)*> IndexMut<$I> for Proven<'id, ViewMut<'_, T, F, L>>
        where
            E: Extents,
            M: Extents<Index = E::Index>,
            F: Extents<Index = E::Index>,
            L: TrustedLayout<F>,
        {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, $at: $I) -> &mut T {
                &mut self[$proof]
            }
        }
    )*};
    (@read [$($R:tt)*] $View:ident, $I:ty, $at:ident => $proof:expr) => {
        impl<'id, T, E, F, L, M, $($R)*> Index<$I> for Proven<'id, $View<'_, T, F, L>>
        where
            E: Extents,
            M: Extents<Index = E::Index>,
            F: Extents<Index = E::Index>,
            L: TrustedLayout<F>,
        {
            type Output = T;
            #[inline]
            #[track_caller]
            fn index(&self, $at: $I) -> &T {
                &self[$proof]
            }
        }
    };
}
index! {
    [] Inside<'id, E, M>, at => at.proof();
    [const R: usize] Neighbor<'id, E, M, R>, neighbor => neighbor.proven();
}

impl<'id, E: Extents, M: Extents<Index = E::Index> + Copy> Iterator for InteriorIndices<'id, E, M> {
    type Item = Inside<'id, E, M>;

    #[inline]
    fn next(&mut self) -> Option<Inside<'id, E, M>> {
        Some(Inside::of(self.indices.next()?, self.margins))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Inside<'id, E, M>> {
        Some(Inside::of(self.indices.nth(n)?, self.margins))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Inside<'id, E, M>) -> B>(self, init: B, mut f: F) -> B {
        let margins = self.margins;
        self.indices.fold(init, |all, index| f(all, Inside::of(index, margins)))
    }
}

impl<E: Extents, M: Extents<Index = E::Index> + Copy> DoubleEndedIterator
    for InteriorIndices<'_, E, M>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        Some(Inside::of(self.indices.next_back()?, self.margins))
    }
}

impl<E: Extents, M: Extents<Index = E::Index> + Copy> ExactSizeIterator
    for InteriorIndices<'_, E, M>
{
}
impl<E: Extents, M: Extents<Index = E::Index> + Copy> FusedIterator for InteriorIndices<'_, E, M> {}

impl<E: Extents, M: Clone> Clone for Inside<'_, E, M> {
    #[inline]
    fn clone(&self) -> Self {
        Inside { proof: self.proof.clone(), margins: self.margins.clone() }
    }
}

impl<E: Extents<Index: Copy>, M: Copy> Copy for Inside<'_, E, M> {}

impl<E: Extents, M: Clone, const R: usize> Clone for Neighbor<'_, E, M, R> {
    #[inline]
    fn clone(&self) -> Self {
        Neighbor { from: self.from.clone(), steps: self.steps }
    }
}

impl<E: Extents<Index: Copy>, M: Copy, const R: usize> Copy for Neighbor<'_, E, M, R> {}

impl<E: Extents, M: Clone> Clone for InteriorIndices<'_, E, M> {
    fn clone(&self) -> Self {
        InteriorIndices {
            indices: self.indices.clone(),
            margins: self.margins.clone(),
            brand: PhantomData,
        }
    }
}

impl<E: Extents, M> fmt::Debug for Inside<'_, E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.proof.fmt(f)
    }
}

impl<E: Extents, M, const R: usize> fmt::Debug for Neighbor<'_, E, M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} + {:?}", self.from, self.steps)
    }
}

impl<E: Extents, M> fmt::Debug for InteriorIndices<'_, E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InteriorIndices").field("left", &self.indices.len()).finish()
    }
}
