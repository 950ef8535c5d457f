//! Contractions whose labels arrived as text.

use core::marker::PhantomData;

use alloc::vec::Vec;

use extents_static::__private::Tag;

use super::numbers::{Mixed, Threads};
use super::{Places, direct, general};
use crate::contract::{AddsUp, How, Shared};
use crate::elements::whole::{agree, zip_with_one};
use crate::elements::{Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Modes, Plan};
use crate::{
    Composition, DynRankExtents, Extents, ModeArray, Resolved, Scalar, ShapeError, SumIn, WeakensTo,
};

/// An operand of a composition by text: borrowed elements with run-time extents and strides.
///
/// ```
/// use extents::{DynOperand, Tensor, extents};
/// let a = Tensor::full(extents![2, 3], 1.0)?;
/// assert_eq!(a.source().strides(), [3, 1]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DynSource<'a, T> {
    // INVARIANT: each index in bounds of `extents` leads, by `strides`, to an element that is
    // borrowed for `'a`.
    start: *const T,
    extents: DynRankExtents,
    strides: ModeArray<isize>,
    borrow: PhantomData<&'a [T]>,
}

impl<'a, T> DynSource<'a, T> {
    /// The elements of a view.
    ///
    /// ```
    /// use extents::{DynSource, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(DynSource::new(&view).extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new<E, L>(view: &View<'a, T, E, L>) -> Self
    where
        E: WeakensTo<DynRankExtents>,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        DynSource {
            start: view.origin(),
            extents: view.extents().weaken(),
            strides: view.mapping().strides().as_ref().into(),
            borrow: PhantomData,
        }
    }

    /// The extents.
    ///
    /// ```
    /// use extents::{DynSource, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(DynSource::new(&view).extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn extents(&self) -> &DynRankExtents {
        &self.extents
    }

    /// The stride of each mode, in elements.
    ///
    /// ```
    /// use extents::{DynSource, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(DynSource::new(&view).strides(), [1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }
}

/// What a step takes.
pub(crate) enum Taken<'a, T, A> {
    /// An operand of the composition.
    Elements(DynSource<'a, T>),
    /// The result of an earlier step.
    Sums(DynSource<'a, A>),
}

impl<T, A> Taken<'_, T, A> {
    fn extents(&self) -> &DynRankExtents {
        match self {
            Taken::Elements(source) => source.extents(),
            Taken::Sums(source) => source.extents(),
        }
    }

    fn strides(&self) -> &[isize] {
        match self {
            Taken::Elements(source) => source.strides(),
            Taken::Sums(source) => source.strides(),
        }
    }
}

/// What stands under the labels of a composition, with extents that agree.
pub(crate) struct Labelled<'c, 'a, T, A> {
    // INVARIANT: `resolved` is what `composition` makes of the extents of `sources`.
    composition: &'c Composition,
    sources: Vec<Taken<'a, T, A>>,
    resolved: Resolved,
}

impl<'c, 'a, T: SumIn<A>, A: Scalar> Labelled<'c, 'a, T, A> {
    /// # Errors
    /// Those of [`Composition::resolve`].
    pub(crate) fn new(
        composition: &'c Composition,
        sources: Vec<Taken<'a, T, A>>,
    ) -> Result<Self, ShapeError> {
        let shapes: Vec<_> = sources.iter().map(|source| source.extents().clone()).collect();
        let resolved = composition.resolve(&shapes)?;
        Ok(Labelled { composition, sources, resolved })
    }

    pub(crate) fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// Computes the result into `target`: writes it, or `adds` it to what is there. In one nest of loops.
    /// Everything is checked before the first write.
    pub(crate) fn run<H: How, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &self,
        target: ViewMut<'_, T, E, L>,
        adds: bool,
    ) -> Result<(), ShapeError>
    where
        T: AddsUp<H, Sum = A>,
    {
        if self.resolved.extents.contains(&0) {
            return self.run_nothing(target, adds);
        }
        if self.sources.len() > 2 {
            return self.run_direct(target, adds);
        }
        let shared = <T as AddsUp<H>>::SHARED;
        self.run_plan(target, adds, shared.map(|(elements, sums)| (elements, sums, elements)))
    }

    /// Sums of no products, however many loops there would be.
    fn run_nothing<E: Extents, L: TrustedLayout<E>>(
        &self,
        mut target: ViewMut<'_, T, E, L>,
        adds: bool,
    ) -> Result<(), ShapeError> {
        agree(&self.resolved.result, target.extents())?;
        let sum = |element: &T| if adds { element.widen().plus(A::ZERO) } else { A::ZERO };
        target.apply(|element| *element = T::narrow(sum(element)));
        Ok(())
    }

    /// The sums themselves as a new tensor, of one operand or two.
    pub(crate) fn sums<H: How>(&self) -> Result<Tensor<A, DynRankExtents>, ShapeError>
    where
        T: AddsUp<H, Sum = A>,
    {
        let mut sums = Tensor::zeros(self.resolved.result.clone())?;
        let shared = <T as AddsUp<H>>::SHARED;
        self.run_plan(
            sums.view_mut(),
            false,
            shared.map(|(elements, sums)| (elements, sums, sums)),
        )?;
        Ok(sums)
    }

    /// By a plan, of one operand or two; on all processors where elements, sums and results are `shared`.
    fn run_plan<O: SumIn<A>, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &self,
        mut target: ViewMut<'_, O, E, L>,
        adds: bool,
        shared: Option<(Shared<T>, Shared<A>, Shared<O>)>,
    ) -> Result<(), ShapeError> {
        agree(&self.resolved.result, target.extents())?;
        let to = target.mapping().strides();
        let result = target.origin();
        let labels = |n: usize| self.composition.operands().get(n).map_or(&[][..], |l| l);
        let strides = |n: usize| self.sources.get(n).map_or(&[][..], Taken::strides);
        let is_alone = self.sources.len() == 1;
        let tables = [labels(0), labels(1), self.composition.result()]
            .map(|labels| Named::new(labels, &self.resolved));
        let [left, right, kept] = &tables;
        let modes = [left.modes(strides(0)), right.modes(strides(1)), kept.modes(to.as_ref())];
        // Small contractions do without a plan, which takes longer to make than they take.
        let plan = if labels(0).len().saturating_add(labels(1).len()) <= general::MOST_MODES {
            None
        } else {
            let strides = [strides(0), strides(1)];
            let strides = strides.split_at(self.sources.len().min(2)).0;
            Some(Plan::of_resolved(self.composition, &self.resolved, strides, to.as_ref())?)
        };
        macro_rules! run {
            ($left:expr, $right:expr, |$t:ident, $a:ident| $of_left:ident $of_right:ident) => {{
                let threads = shared.map(|($t, $a, result)| Threads::of($of_left, $of_right, result, $a));
                let places: Places<Mixed<_, _, O, A>> = Places { left: $left, right: $right, result };
                // SAFETY: the loops run over the extents that each label was found to have in every operand,
                // which by the invariant of a source has an element at each index in bounds; and so has the
                // target, which has the extents of the result, and borrows its elements mutably.
                unsafe {
                    match &plan {
                        Some(plan) => general::run(plan, places, adds, threads),
                        None => general::run_modes(modes, is_alone, places, adds, threads),
                    }
                }
            }};
        }
        use Taken::{Elements, Sums};
        match (self.sources.first(), self.sources.get(1)) {
            (Some(Elements(left)), None) => run!(left.start, core::ptr::null::<T>(), |t, a| t t),
            (Some(Sums(left)), None) => run!(left.start, core::ptr::null::<T>(), |t, a| a t),
            (Some(Elements(left)), Some(Elements(right))) => {
                run!(left.start, right.start, |t, a| t t)
            }
            (Some(Elements(left)), Some(Sums(right))) => run!(left.start, right.start, |t, a| t a),
            (Some(Sums(left)), Some(Elements(right))) => run!(left.start, right.start, |t, a| a t),
            (Some(Sums(left)), Some(Sums(right))) => run!(left.start, right.start, |_t, a| a a),
            // There is no plan of nothing.
            (None, _) => return Err(ShapeError::OperandCount { expected: 1, found: 0 }),
        }
        Ok(())
    }

    /// Any number of operands, none of which an earlier step has left.
    fn run_direct<E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &self,
        mut target: ViewMut<'_, T, E, L>,
        adds: bool,
    ) -> Result<(), ShapeError> {
        let starts = self.sources.iter().map(|source| match source {
            Taken::Elements(source) => Some(source.start),
            Taken::Sums(_) => None,
        });
        let Some(starts) = starts.collect::<Option<Vec<*const T>>>() else {
            // A step of a path that takes what another one left takes two operands at most.
            return Err(ShapeError::OperandCount { expected: 2, found: self.sources.len() });
        };
        agree(&self.resolved.result, target.extents())?;
        let operands = self.composition.operands().iter().map(AsRef::as_ref);
        let tables: Vec<Named> = operands
            .chain([self.composition.result()])
            .map(|labels| Named::new(labels, &self.resolved))
            .collect();
        let to = target.mapping().strides();
        let strides = self.sources.iter().map(Taken::strides).chain([to.as_ref()]);
        let tables = tables.iter().zip(strides);
        let mut operands: Vec<Modes<'_>> =
            tables.map(|(named, strides)| named.modes(strides)).collect();
        let Some(kept) = operands.pop() else { return Err(ShapeError::Null) };
        let columns = starts.len().saturating_add(1);
        let mut room =
            (alloc::vec![0; columns.saturating_mul(direct::MOST_LOOPS)], alloc::vec![0; columns]);
        let room = (room.0.as_mut_slice(), room.1.as_mut_slice());
        // SAFETY: as in `run_plan`.
        unsafe { direct::run::<T, A>(&operands, &starts, kept, target.origin(), adds, room) }
    }
}

/// The labels of an operand or of the result, and their extents.
struct Named {
    tags: ModeArray<Tag>,
    extents: ModeArray<usize>,
}

impl Named {
    fn new(labels: &[usize], resolved: &Resolved) -> Self {
        Named {
            tags: labels.iter().map(|&id| Tag { id, ..Tag::NONE }).collect(),
            extents: labels.iter().filter_map(|&id| resolved.extents.get(id).copied()).collect(),
        }
    }

    fn modes<'a>(&'a self, strides: &'a [isize]) -> Modes<'a> {
        Modes::new(&self.tags, &self.extents, strides)
    }
}

/// Gives `update` each element of the target and of a result of the same extents.
///
/// # Errors
/// [`ShapeError::Null`], [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`], before the first call.
pub(crate) fn update_each<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    target: ViewMut<'_, T, E, L>,
    result: &View<'_, T, DynRankExtents>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    agree(result.extents(), target.extents())?;
    // SAFETY: the extents were compared.
    unsafe { zip_with_one(target, result, |to, value| update(to, *value)) };
    Ok(())
}
