//! The loop nest of a composition whose labels arrived as text.

use core::marker::PhantomData;

use alloc::vec::Vec;

use super::{View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Loop, Plan};
use crate::{Composition, DynRankExtents, Extents, ModeArray, Scalar, ShapeError, WeakensTo};

/// An operand of a composition by text: borrowed elements with run-time extents and strides.
///
/// ```
/// use extents::{DynOperand, Tensor, extents};
/// let a = Tensor::full(extents![2, 3], 1.0)?;
/// assert_eq!(a.source().strides(), [3, 1]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Source<'a, T> {
    // INVARIANT: each index in bounds of `extents` leads, by `strides`, to an element that is
    // borrowed for `'a`.
    start: *const T,
    extents: DynRankExtents,
    strides: ModeArray<isize>,
    borrow: PhantomData<&'a [T]>,
}

impl<'a, T> Source<'a, T> {
    /// The elements of a view.
    ///
    /// ```
    /// use extents::{Source, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(Source::new(&view).extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new<E, L>(view: &View<'a, T, E, L>) -> Self
    where
        E: WeakensTo<DynRankExtents>,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        Source {
            start: view.start(),
            extents: view.extents().weaken(),
            strides: view.mapping().strides().as_ref().into(),
            borrow: PhantomData,
        }
    }

    /// The extents.
    ///
    /// ```
    /// use extents::{Source, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(Source::new(&view).extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn extents(&self) -> &DynRankExtents {
        &self.extents
    }

    /// The stride of each mode, in elements.
    ///
    /// ```
    /// use extents::{Source, View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(Source::new(&view).strides(), [1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }
}

/// Computes a composition into `target`: `update` receives each element of the target and its new
/// value. Everything is checked before the first write.
pub(crate) fn run_plan<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    sources: &[Source<'_, T>],
    mut target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    let shapes: Vec<_> = sources.iter().map(|source| source.extents.clone()).collect();
    let strides: Vec<&[isize]> = sources.iter().map(Source::strides).collect();
    let resolved = composition.resolve(&shapes)?;
    if target.extents().is_null() {
        return Err(ShapeError::Null);
    }
    let (expected, found) = (resolved.result.rank(), target.extents().rank());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    for (mode, (expected, found)) in resolved.result.iter().zip(target.extents().iter()).enumerate()
    {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { mode, expected, found });
        }
    }
    let result_strides = target.mapping().strides();
    let plan = Plan::of_resolved(composition, &resolved, &strides, result_strides.as_ref());

    // Beside a zero extent others may be huge: loops over nothing must not take their time.
    if target.extents().size() == 0 {
        return Ok(());
    }
    let sums_nothing = plan.summed_loops().iter().any(|each| each.extent == 0);

    // Offsets from each first element, the last one that of the target.
    let start = target.start_mut();
    let mut offsets: Vec<isize> = alloc::vec![0; sources.len().saturating_add(1)];
    walk(plan.result_loops(), &mut offsets, &mut |offsets| {
        let product = |offsets: &[isize]| {
            let mut elements = sources.iter().zip(offsets).map(|(source, &offset)| {
                // SAFETY: the loops run over the extents that `resolve` found each label to have in
                // every operand, so the offset belongs to an index in bounds of the source, which
                // by its invariant has an element there.
                unsafe { *source.start.offset(offset) }
            });
            elements.next().map_or(T::ZERO, |first| elements.fold(first, T::times))
        };
        let value = if sums_nothing {
            T::ZERO
        } else if plan.summed_loops().is_empty() {
            product(offsets)
        } else {
            let mut sum = T::ZERO;
            walk(plan.summed_loops(), offsets, &mut |offsets| sum = sum.plus(product(offsets)));
            sum
        };
        let result = offsets.last().copied().unwrap_or(0);
        // SAFETY: as above: the extents of the target were compared with those of the result, and
        // `target` borrows its elements mutably.
        update(unsafe { &mut *start.offset(result) }, value);
    });
    Ok(())
}

/// Runs `body` at each index of the loops, the last loop fastest; `offsets` move along.
fn walk(loops: &[Loop], offsets: &mut [isize], body: &mut impl FnMut(&mut [isize])) {
    let Some((first, rest)) = loops.split_first() else { return body(offsets) };
    for _ in 0..first.extent {
        walk(rest, offsets, body);
        for (offset, stride) in offsets.iter_mut().zip(first.strides.iter()) {
            *offset = offset.wrapping_add(*stride);
        }
    }
    for (offset, stride) in offsets.iter_mut().zip(first.strides.iter()) {
        *offset = offset.wrapping_sub(stride.wrapping_mul(first.extent.cast_signed()));
    }
}
