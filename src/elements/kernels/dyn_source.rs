//! The loop nest of a composition whose labels arrived as text.

use core::marker::PhantomData;

use alloc::vec::Vec;

use crate::elements::{View, ViewMut};
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

/// Computes a composition into `target`: `update` receives each element of the target and its new
/// value. Everything is checked before the first write.
pub(crate) fn run_plan<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    sources: &[DynSource<'_, T>],
    mut target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    let shapes: Vec<_> = sources.iter().map(|source| source.extents.clone()).collect();
    let strides: Vec<&[isize]> = sources.iter().map(DynSource::strides).collect();
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

    // Offsets from the element at the index of zeros, the last one that of the target.
    let start = target.origin();
    let mut offsets: Vec<isize> = alloc::vec![0; sources.len().saturating_add(1)];
    let mut sums = Odometer::new(plan.summed_loops());
    Odometer::new(plan.result_loops()).run(&mut offsets, |offsets| {
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
            sums.run(offsets, |offsets| sum = sum.plus(product(offsets)));
            sum
        };
        let result = offsets.last().copied().unwrap_or(0);
        // SAFETY: as above: the extents of the target were compared with those of the result, and
        // `target` borrows its elements mutably.
        update(unsafe { &mut *start.offset(result) }, value);
    });
    Ok(())
}

/// Counts through the indices of loops that each have an entry, the last loop fastest. Not by
/// recursion: the number of loops is the user's.
struct Odometer<'p> {
    loops: &'p [Loop],
    index: Vec<usize>,
}

impl<'p> Odometer<'p> {
    fn new(loops: &'p [Loop]) -> Self {
        Odometer { loops, index: alloc::vec![0; loops.len()] }
    }

    /// Runs `body` at each index; `offsets` move along, and are at the end where they began.
    fn run(&mut self, offsets: &mut [isize], mut body: impl FnMut(&mut [isize])) {
        loop {
            body(offsets);
            let mut slower = self.loops.iter().zip(&mut self.index).rev();
            let Some(()) = slower.find_map(|(each, count)| advance(each, count, offsets)) else {
                return;
            };
        }
    }
}

/// Moves one entry on along a loop; behind the last entry goes back to the first and gives nothing.
fn advance(each: &Loop, count: &mut usize, offsets: &mut [isize]) -> Option<()> {
    *count = count.wrapping_add(1);
    let ends = *count == each.extent;
    let entries = if ends { 1_isize.wrapping_sub(each.extent.cast_signed()) } else { 1 };
    for (offset, stride) in offsets.iter_mut().zip(each.strides.iter()) {
        *offset = offset.wrapping_add(stride.wrapping_mul(entries));
    }
    if ends {
        *count = 0;
    }
    (!ends).then_some(())
}
