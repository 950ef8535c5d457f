//! Elementwise work and folds on all processors (feature `rayon`).
//!
//! A nest is halved along its outermost loop until the parts are short; no two parts reach the same
//! place, so what one writes no other one sees.

use core::ptr::NonNull;

use extents_static::__private::AlignsWith;

use crate::elements::expression::{Aligned, ByRef, InOrder, at_index_in, begin_in, strided};
use crate::elements::walk::{Body, pace, plan, run};
use crate::elements::whole::as_view::{AsView, Disagreement, settle};
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{Layout, TrustedLayout};
use crate::nest::{KnownOperands, Nest, Steps, Strided, Way};
use crate::{Extents, Scalar};

/// A part of at most so many elements is not halved: starting work elsewhere costs about as much.
const GRAIN: usize = 16 * 1024;

/// A part of a nest, which is sent to another thread: pointers to elements, and a function that is called with them.
struct Part<'w, S: Steps, F> {
    // INVARIANT: from `place` on, `steps` lead along the nest to elements that are borrowed, those that `F` changes mutably
    // and reached by no other part.
    nest: Nest,
    place: S::Place,
    steps: &'w S,
    f: &'w F,
}

/// A fold of elements that are only read.
type Read<'w, T> = Strided<T, &'w [isize]>;
/// Elements that are changed, and those of a source. Without a source they are `()`, which have no size.
type Change<'w, T, A> = (Strided<T, &'w [isize]>, Strided<A, &'w [isize]>);

// SAFETY: elements are only read, as through `&T`, and the function is borrowed: `Sync` lets other threads do both.
unsafe impl<T: Sync, F: Sync> Send for Part<'_, Read<'_, T>, F> {}

// SAFETY: elements are changed, as through `&mut T`, which `Send` lets another thread do; no two parts of a nest reach
// the same. Those of the source are only read, as through `&A`, and the function is borrowed, which `Sync` allows.
unsafe impl<T: Send, A: Sync, F: Sync> Send for Part<'_, Change<'_, T, A>, F> {}

/// Runs a part on all processors, each of its rows by a body that `work` makes of the function.
///
/// # Safety
/// *elements*, of the bodies that `work` makes; they may run at the same time at different places of the nest.
unsafe fn split<'w, S, F, A, B>(
    part: Part<'w, S, F>,
    work: &(impl Fn(&'w F) -> B + Sync),
    init: &(impl Fn() -> A + Sync),
    join: &(impl Fn(A, A) -> A + Sync),
) -> A
where
    S: Steps,
    A: Send,
    B: Body<S, A>,
    Part<'w, S, F>: Send,
{
    let Part { nest, place, steps, f } = part;
    let mut middle = place.clone();
    let halves = if nest.size() > GRAIN { nest.halves(steps, &mut middle) } else { None };
    let Some((front, back)) = halves else {
        // SAFETY: *elements*: the nest is that of the caller or a half of it, with some of its places.
        return unsafe { run(&nest, steps, place, init(), &mut work(f)) };
    };
    let front = Part { nest: front, place, steps, f };
    let back = Part { nest: back, place: middle, steps, f };
    let (front, back) = rayon::join(
        // SAFETY: the first half has some of the places, and no other half has those.
        || unsafe { split(front, work, init, join) },
        // SAFETY: the second half has the others.
        || unsafe { split(back, work, init, join) },
    );
    join(front, back)
}

/// The body of a fold.
struct Fold<'w, F>(&'w F);

impl<'w, T, A, F: Fn(A, &T) -> A> Body<Read<'w, T>, A> for Fold<'_, F> {
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        all: A,
        place: &*mut T,
        step: isize,
        count: usize,
    ) -> A {
        let step = pace::known::<PACE>(step);
        (0..count.cast_signed()).fold(all, |all, n| {
            // SAFETY: the walk comes to elements alone, which are borrowed shared.
            (self.0)(all, unsafe { &*place.wrapping_offset(step.wrapping_mul(n)) })
        })
    }
}

/// The body of a change.
struct Each<'w, F>(&'w F);

impl<'w, T, A, F: Fn(&mut T, &A)> Body<Change<'w, T, A>, ()> for Each<'_, F> {
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        &(to, from): &(*mut T, *mut A),
        (step, other): (isize, isize),
        count: usize,
    ) {
        let [step, other] = [step, other].map(pace::known::<PACE>);
        for n in 0..count.cast_signed() {
            // SAFETY: the walk comes to places where both have an element; those of the target are borrowed mutably,
            // those of the source shared.
            unsafe {
                (self.0)(
                    &mut *to.wrapping_offset(step.wrapping_mul(n)),
                    &*from.wrapping_offset(other.wrapping_mul(n)),
                );
            }
        }
    }
}

/// The nest over operands, perhaps known, and the place where it starts.
fn planned<E: Extents, S: Steps>(
    extents: &E,
    known: Option<Nest>,
    steps: &S,
    mut place: S::Place,
) -> Option<(Nest, S::Place)> {
    extents.with_slice(|extents| {
        let mut nest = known.unwrap_or(Nest::EMPTY);
        if known.is_none() && !plan(&mut nest, extents, steps, Way::Free, true) {
            return None;
        }
        nest.start(extents, steps, &mut place);
        Some((nest, place))
    })
}

/// The methods that read, for a receiver and the view of its elements.
macro_rules! reads {
    ([$($receiver:tt)+] $view:expr) => {
        /// Calls a function with each element, in any order, on all processors.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// use std::sync::atomic::{AtomicU64, Ordering};
        /// let a = Tensor::full(extents![100, 100], 2)?;
        /// let sum = AtomicU64::new(0);
        /// a.par_for_each(|&x| { sum.fetch_add(x, Ordering::Relaxed); });
        /// assert_eq!(sum.into_inner(), 20_000);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn par_for_each($($receiver)+, f: impl Fn(&T) + Sync) {
            $view.par_fold(|| (), |(), x| f(x), |(), ()| ());
        }

        /// Folds parts of the elements on all processors, each starting from `init()`, and joins the results.
        ///
        /// Elements and parts come in any order, so the result is the same each time only where the order
        /// makes no difference, and `init()` none either.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_fn(extents![100, 100], |[i, j]| i + j)?;
        /// let largest = a.par_fold(|| 0, |most, &x| most.max(x), usize::max);
        /// assert_eq!(largest, 198);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[track_caller]
        pub fn par_fold<A: Send>(
            $($receiver)+,
            init: impl Fn() -> A + Sync,
            f: impl Fn(A, &T) -> A + Sync,
            join: impl Fn(A, A) -> A + Sync,
        ) -> A {
            let view = $view;
            if view.extents().size() > 0
                && let Some((strides, place)) = strided(view.start(), view.mapping())
            {
                let steps = Read::new(strides.strides());
                let known = const { KnownOperands::strided::<E, L>().nest(Way::Free) };
                if let Some((nest, place)) = planned(view.extents(), known, &steps, place) {
                    let part = Part { nest, place, steps: &steps, f: &f };
                    // SAFETY: there is an element; the extents and strides are those of the view, whose
                    // elements are borrowed shared, and are `Sync`; and so is `f`.
                    return unsafe { split(part, &|f| Fold(f), &init, &join) };
                }
            }
            view.iter_in_layout_order().fold(init(), f)
        }

        /// Returns the sum of all elements, added in any order on all processors.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::full(extents![100, 100], 2)?.par_sum(), 20_000);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[track_caller]
        pub fn par_sum($($receiver)+) -> T
        where
            T: Scalar + Send,
        {
            $view.par_fold(|| T::ZERO, |sum, x| sum.plus(*x), T::plus)
        }
    };
}

/// The methods that write, for a type that has `extents` and `view_mut`.
macro_rules! writes {
    () => {
        /// Calls a function with each element, to be changed, in any order, on all processors.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let mut a = Tensor::full(extents![100, 100], 2)?;
        /// a.par_apply(|x| *x += 1);
        /// assert_eq!(a.par_sum(), 30_000);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn par_apply(&mut self, f: impl Fn(&mut T) + Sync) {
            let mut view = self.view_mut();
            if view.extents().size() > 0
                && let Some((strides, place)) = strided(view.start(), view.mapping())
            {
                let strides = strides.strides();
                let steps = (Strided::new(strides), Strided::<(), _>::new(strides));
                let place = (place, NonNull::<()>::dangling().as_ptr());
                let known = const { KnownOperands::strided::<E, L>().nest(Way::Free) };
                if let Some((nest, place)) = planned(view.extents(), known, &steps, place) {
                    let each = |to: &mut T, (): &()| f(to);
                    let part = Part { nest, place, steps: &steps, f: &each };
                    // SAFETY: there is an element; the extents and strides are those of the view, which
                    // borrows its elements mutably and is unique, so no two parts reach the same; they are
                    // `Send`, and `f` is `Sync`. Where the source is, nothing is read.
                    return unsafe { split(part, &|f| Each(f), &|| (), &|(), ()| ()) };
                }
            }
            view.apply(f);
        }

        /// Calls a function with each element, to be changed, and the one of a source, in any order, on all
        /// processors.
        ///
        /// # Errors
        /// Returns the errors of [`zip_apply`](Self::zip_apply).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::full(extents![100, 100], 2)?;
        /// let mut b = Tensor::full(extents![100, 100], 1)?;
        /// let Ok(()) = b.par_zip_apply(&a, |y, x| *y += x);
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
            A::Extents: AlignsWith<E>,
        {
            let source = source.as_view();
            settle(self.extents(), source.extents())?;
            let order = const { Aligned::<A::Extents, E>::ORDER };
            let mut view = self.view_mut();
            if view.extents().size() > 0
                && let Some((to, place)) = strided(view.start(), view.mapping())
                && let Some((from, other)) = begin_in(&ByRef(&source), order)
            {
                let steps = (Strided::new(to.strides()), Strided::new(from.strides()));
                let known = const {
                    KnownOperands::strided::<E, L>()
                        .and(
                            &KnownOperands::strided::<A::Extents, A::Layout>()
                                .turned(Aligned::<A::Extents, E>::ORDER),
                        )
                        .nest(Way::Free)
                };
                if let Some((nest, place)) = planned(view.extents(), known, &steps, (place, other))
                {
                    let part = Part { nest, place, steps: &steps, f: &f };
                    // SAFETY: as in `par_apply`; the source has the same extents in the order of the view, as have its
                    // strides, and elements that are borrowed shared and are `Sync`.
                    unsafe { split(part, &|f| Each(f), &|| (), &|(), ()| ()) };
                    return Ok(());
                }
            }
            for (index, to) in view.indexed_iter_mut() {
                // SAFETY: the source has the same extents in the order of the view, in whose bounds the index is.
                f(to, unsafe { at_index_in(&ByRef(&source), order, index.as_ref()) });
            }
            Ok(())
        }

        /// Writes a function of the elements of a source, called in any order, on all processors.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::full(extents![100, 100], 2)?;
        /// let mut b = Tensor::full(extents![100, 100], 0)?;
        /// let Ok(()) = b.par_assign_map(&a, |x| x * x);
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
            A::Extents: AlignsWith<E>,
        {
            self.par_zip_apply(source, |to, from| *to = f(from))
        }
    };
}

/// On all processors: with the feature `rayon`. Layouts without strides, and layouts that are not trusted, are walked on one.
impl<T: Sync, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    reads!([&self] self);
}

/// On all processors: with the feature `rayon`, as on [`View`].
impl<T: Sync, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    reads!([&self] & self.view());
}

/// On all processors: with the feature `rayon`, as on [`View`].
impl<T: Sync, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!([&self] & self.view());
}

/// On all processors: with the feature `rayon`. Layouts without strides, and sources in layouts that nobody
/// vouches for, are walked on one.
impl<T: Send, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    writes!();
}

/// On all processors: with the feature `rayon`, as on [`ViewMut`].
impl<T: Send, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use std::sync::MutexGuard;

    use static_assertions::{assert_impl_all, assert_not_impl_any};

    use super::{Change, Part, Read};

    type F = fn();
    /// A function that threads must not share, for it may have captured such a value.
    type Alone = (fn(), Cell<i32>);
    /// `Sync`, but not `Send`.
    type Kept = MutexGuard<'static, i32>;

    assert_impl_all!(Part<'static, Read<'static, i32>, F>: Send);
    // Elements that are read need not be `Send`.
    assert_impl_all!(Part<'static, Read<'static, Kept>, F>: Send);
    assert_not_impl_any!(Part<'static, Read<'static, Cell<i32>>, F>: Send);
    assert_not_impl_any!(Part<'static, Read<'static, i32>, Alone>: Send);

    // Elements that are changed need not be `Sync`.
    assert_impl_all!(Part<'static, Change<'static, Cell<i32>, ()>, F>: Send);
    assert_not_impl_any!(Part<'static, Change<'static, Kept, ()>, F>: Send);
    assert_not_impl_any!(Part<'static, Change<'static, i32, ()>, Alone>: Send);

    assert_impl_all!(Part<'static, Change<'static, Cell<i32>, Kept>, F>: Send);
    assert_not_impl_any!(Part<'static, Change<'static, i32, Cell<i32>>, F>: Send);
    assert_not_impl_any!(Part<'static, Change<'static, Kept, i32>, F>: Send);
    assert_not_impl_any!(Part<'static, Change<'static, i32, i32>, Alone>: Send);
}
