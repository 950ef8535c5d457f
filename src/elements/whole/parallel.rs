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

/// What is sent to another thread: pointers to elements, and a function that is called with them.
struct Job<B>(B);

// SAFETY: elements are only read, as through `&T`, and the function is borrowed: `Sync` lets other threads do both.
unsafe impl<T: Sync, F: Sync> Send for Job<Read<'_, T, F>> {}

// SAFETY: elements are changed, as through `&mut T`, which `Send` lets another thread do; no two parts of a walk reach
// the same. The function is borrowed, which `Sync` allows.
unsafe impl<T: Send, F: Sync> Send for Job<Each<(*mut T,), &F>> {}

// SAFETY: as with a target alone; the elements of the source are only read, as through `&A`, which `Sync` allows.
unsafe impl<T: Send, A: Sync, F: Sync> Send for Job<Each<(*mut T, *const A), &F>> {}

/// Runs a walk on all processors.
///
/// # Safety
/// *elements*, as [`Walk::run`]; and `body` may be cloned, and run at the same time at different places of the walk.
unsafe fn run<A, B, const K: usize>(
    walk: Walk<K>,
    body: Job<B>,
    init: &(impl Fn() -> A + Sync),
    join: &(impl Fn(A, A) -> A + Sync),
) -> A
where
    A: Send,
    B: Body<A, K> + Clone,
    Job<B>: Send,
{
    let halves = if walk.size() > GRAIN { walk.halves() } else { None };
    let Some((front, back)) = halves else {
        let Job(mut body) = body;
        // SAFETY: *elements*: the walk is that of the caller or a half of it, which comes to some of its places.
        return unsafe { walk.run(init(), &mut body) };
    };
    let other = Job(body.0.clone());
    let (front, back) = rayon::join(
        // SAFETY: the first half comes to some of the places, and no other half comes to those.
        || unsafe { run(front, body, init, join) },
        // SAFETY: the second half comes to the others.
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
        // SAFETY: the walk comes to elements alone, which are borrowed shared.
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

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use std::sync::MutexGuard;

    use static_assertions::{assert_impl_all, assert_not_impl_any};

    use super::{Each, Job, Read};

    type F = fn();
    /// A function that threads must not share, for it may have captured such a value.
    type Alone = (fn(), Cell<i32>);
    /// `Sync`, but not `Send`.
    type Kept = MutexGuard<'static, i32>;

    assert_impl_all!(Job<Read<'static, i32, F>>: Send);
    // Elements that are read need not be `Send`.
    assert_impl_all!(Job<Read<'static, Kept, F>>: Send);
    assert_not_impl_any!(Job<Read<'static, Cell<i32>, F>>: Send);
    assert_not_impl_any!(Job<Read<'static, i32, Alone>>: Send);

    // Elements that are changed need not be `Sync`.
    assert_impl_all!(Job<Each<(*mut Cell<i32>,), &'static F>>: Send);
    assert_not_impl_any!(Job<Each<(*mut Kept,), &'static F>>: Send);
    assert_not_impl_any!(Job<Each<(*mut i32,), &'static Alone>>: Send);

    assert_impl_all!(Job<Each<(*mut Cell<i32>, *const Kept), &'static F>>: Send);
    assert_not_impl_any!(Job<Each<(*mut i32, *const Cell<i32>), &'static F>>: Send);
    assert_not_impl_any!(Job<Each<(*mut Kept, *const i32), &'static F>>: Send);
    assert_not_impl_any!(Job<Each<(*mut i32, *const i32), &'static Alone>>: Send);
}
