//! Elementwise work and folds on all processors (feature `rayon`).
//!
//! A walk is halved along its outermost loop until the parts are short; no two parts reach the same
//! place, so what one writes no other one sees.

use crate::elements::view::index_panic;
use crate::elements::walk::{Body, Walk, Way, with_walk};
use crate::elements::whole::as_view::{AsView, Disagreement, settle};
use crate::elements::whole::zip::{Each, strided};
use crate::elements::{Storage, Tensor, View, ViewMut};
use crate::layout::{Layout, TrustedLayout};
use crate::{Extents, Scalar, StrengthensTo};

/// A part of at most so many elements is not halved: starting work elsewhere costs about as much.
const GRAIN: usize = 16 * 1024;

/// What is sent to another thread.
struct Job<B>(B);

// SAFETY: made in this module alone, of bodies whose pointers lead to elements that may be shared with
// (`T: Sync`) or given to (`T: Send`) other threads, and of functions that are `Sync`.
unsafe impl<B> Send for Job<B> {}

/// Runs a walk on all processors.
///
/// # Safety
/// As [`Walk::run`]; and what `body` holds may be used by other threads, as far as a part of the walk goes.
unsafe fn run<A, B, const K: usize>(
    walk: Walk<K>,
    body: Job<B>,
    init: &(impl Fn() -> A + Sync),
    join: &(impl Fn(A, A) -> A + Sync),
) -> A
where
    A: Send,
    B: Body<A, K> + Clone,
{
    let halves = if walk.size() > GRAIN { walk.halves() } else { None };
    let Some((front, back)) = halves else {
        let Job(mut body) = body;
        // SAFETY: the caller's promise; halves of a walk reach places of the whole.
        return unsafe { walk.run(init(), &mut body) };
    };
    let other = Job(body.0.clone());
    let (front, back) = rayon::join(
        // SAFETY: as above.
        || unsafe { run(front, body, init, join) },
        // SAFETY: as above.
        || unsafe { run(back, other, init, join) },
    );
    join(front, back)
}

/// A fold of elements that are only read.
struct Read<'f, T, F>(*const T, &'f F);

impl<T, F> Clone for Read<'_, T, F> {
    fn clone(&self) -> Self {
        Read(self.0, self.1)
    }
}

impl<T, A, F: Fn(A, &T) -> A> Body<A, 1> for Read<'_, T, F> {
    #[inline(always)]
    unsafe fn at(&mut self, all: A, [offset]: [isize; 1]) -> A {
        // SAFETY: the walk's promise.
        (self.1)(all, unsafe { &*self.0.wrapping_offset(offset) })
    }
}

/// On all processors: with the feature `rayon`. Layouts without strides, and layouts that nobody vouches
/// for, are walked on one.
impl<T: Sync, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    /// Calls a function with each element, in any order, on all processors.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// let a = Tensor::full(extents![100, 100], 2)?;
    /// let sum = AtomicU64::new(0);
    /// a.view().par_for_each(|&x| { sum.fetch_add(x, Ordering::Relaxed); });
    /// assert_eq!(sum.into_inner(), 20_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn par_for_each(&self, f: impl Fn(&T) + Sync) {
        self.par_fold(|| (), |(), x| f(x), |(), ()| ());
    }

    /// Folds parts of the elements, each from `init()`, on all processors, and joins what they give.
    ///
    /// Elements and parts come in any order, so the result is the same each time only where the order
    /// makes no difference, and `init()` none either.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_fn(extents![100, 100], |[i, j]| i + j)?;
    /// let largest = a.view().par_fold(|| 0, |most, &x| most.max(x), usize::max);
    /// assert_eq!(largest, 198);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[track_caller]
    pub fn par_fold<A: Send>(
        &self,
        init: impl Fn() -> A + Sync,
        f: impl Fn(A, &T) -> A + Sync,
        join: impl Fn(A, A) -> A + Sync,
    ) -> A {
        let strides =
            (self.extents().size() > 0).then(|| strided(self.start(), self.mapping())).flatten();
        if let Some((strides, origin)) = strides {
            let strides = [strides.as_ref()];
            let walk =
                with_walk::<((E, L),), _, _, 1>(self.extents(), strides, Way::Free, |walk| {
                    walk.copied()
                });
            if let Some(walk) = walk {
                let body = Job(Read(origin.cast_const(), &f));
                // SAFETY: there is an element; the extents and strides are those of the view, whose
                // elements are borrowed shared, and are `Sync`; and so is `f`.
                return unsafe { run(walk, body, &init, &join) };
            }
        }
        self.iter_in_layout_order().fold(init(), f)
    }

    /// The sum of all elements, added in any order on all processors.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![100, 100], 2)?.view().par_sum(), 20_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[track_caller]
    pub fn par_sum(&self) -> T
    where
        T: Scalar + Send,
    {
        self.par_fold(|| T::ZERO, |sum, x| sum.plus(*x), T::plus)
    }
}

/// On all processors: with the feature `rayon`.
impl<T, E, L, S> Tensor<T, E, L, S>
where
    T: Sync,
    E: Extents,
    L: Layout<E>,
    S: Storage<Elem = T>,
{
    /// As [`View::par_sum`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![100, 100], 2)?.par_sum(), 20_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[track_caller]
    pub fn par_sum(&self) -> T
    where
        T: Scalar + Send,
    {
        self.view().par_sum()
    }
}

/// On all processors: with the feature `rayon`. Layouts without strides, and sources in layouts that nobody
/// vouches for, are walked on one.
impl<T: Send, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    /// Calls a function with each element, to be changed, in any order, on all processors.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![100, 100], 2)?;
    /// a.view_mut().par_apply(|x| *x += 1);
    /// assert_eq!(a.par_sum(), 30_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn par_apply(&mut self, f: impl Fn(&mut T) + Sync) {
        if self.extents().size() > 0
            && let Some((strides, start)) = strided(self.start(), self.mapping())
        {
            let strides = [strides.as_ref()];
            let walk =
                with_walk::<((E, L),), _, _, 1>(self.extents(), strides, Way::Free, |walk| {
                    walk.copied()
                });
            if let Some(walk) = walk {
                let body = Job(Each { places: (start,), f: &f });
                // SAFETY: there is an element; the extents and strides are those of the view, which
                // borrows its elements mutably and is unique, so no two parts reach the same; they are
                // `Send`, and `f` is `Sync`.
                return unsafe { run(walk, body, &|| (), &|(), ()| ()) };
            }
        }
        self.apply(f);
    }

    /// Calls a function with each element, to be changed, and the one of a source, in any order, on all
    /// processors.
    ///
    /// # Errors
    /// As [`zip_apply`](Self::zip_apply).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![100, 100], 2)?;
    /// let mut b = Tensor::full(extents![100, 100], 1)?;
    /// let Ok(()) = b.view_mut().par_zip_apply(&a, |y, x| *y += x);
    /// assert_eq!(b.par_sum(), 30_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[track_caller]
    pub fn par_zip_apply<A>(
        &mut self,
        source: &A,
        f: impl Fn(&mut T, &A::Elem) + Sync,
    ) -> Result<(), Disagreement<E, A::Extents>>
    where
        A: AsView<Elem: Sync>,
        E: StrengthensTo<A::Extents>,
    {
        let source = source.as_view();
        settle(self.extents(), source.extents())?;
        if self.extents().size() > 0
            && let Some((strides, start)) = strided(self.start(), self.mapping())
            && let Some((others, from)) = strided(source.start(), source.mapping())
        {
            let strides = [strides.as_ref(), others.as_ref()];
            let walk = with_walk::<((E, L), (A::Extents, A::Layout)), _, _, 2>(
                self.extents(),
                strides,
                Way::Free,
                |walk| walk.copied(),
            );
            if let Some(walk) = walk {
                let body = Job(Each { places: (start, from.cast_const()), f: &f });
                // SAFETY: as in `par_apply`; the source has the same extents, and elements that are
                // borrowed shared and are `Sync`.
                unsafe { run(walk, body, &|| (), &|(), ()| ()) };
                return Ok(());
            }
        }
        for (index, to) in self.indexed_iter_mut() {
            let mut at = source.extents().extents();
            for (to, from) in at.as_mut().iter_mut().zip(index.as_ref()) {
                *to = *from;
            }
            // SAFETY: the source has the same extents.
            match unsafe { source.at(&at) } {
                Ok(from) => f(to, from),
                Err(error) => index_panic(error),
            }
        }
        Ok(())
    }

    /// Writes a function of the elements of a source, called in any order, on all processors.
    ///
    /// # Errors
    /// As [`assign`](Self::assign).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![100, 100], 2)?;
    /// let mut b = Tensor::full(extents![100, 100], 0)?;
    /// let Ok(()) = b.view_mut().par_assign_map(&a, |x| x * x);
    /// assert_eq!(b.par_sum(), 40_000);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[track_caller]
    pub fn par_assign_map<A>(
        &mut self,
        source: &A,
        f: impl Fn(&A::Elem) -> T + Sync,
    ) -> Result<(), Disagreement<E, A::Extents>>
    where
        A: AsView<Elem: Sync>,
        E: StrengthensTo<A::Extents>,
    {
        self.par_zip_apply(source, |to, from| *to = f(from))
    }
}
