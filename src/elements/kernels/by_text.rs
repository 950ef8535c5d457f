//! Contractions whose labels arrived as text.

use core::marker::PhantomData;

use alloc::vec::Vec;

use extents_static::__private::Tag;

use super::numbers::Same;
use super::{Places, direct, general};
use crate::elements::whole::{agree, zip_with_one};
use crate::elements::{View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Modes, Plan};
use crate::{
    Composition, DynRankExtents, Extents, ModeArray, Resolved, Scalar, ShapeError, WeakensTo,
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

/// Computes a composition of one or two operands into `target`: writes it, or `adds` it to what is there.
/// Everything is checked before the first write.
pub(crate) fn run_plan<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    sources: &[DynSource<'_, T>],
    mut target: ViewMut<'_, T, E, L>,
    adds: bool,
) -> Result<(), ShapeError> {
    let resolved = resolve(composition, sources, target.extents())?;
    let result_strides = target.mapping().strides();
    let (result_labels, result_strides) = (composition.result(), result_strides.as_ref());
    let labels = |operand: usize| composition.operands().get(operand).map_or(&[][..], |l| l);
    let strides = |operand: usize| sources.get(operand).map_or(&[][..], DynSource::strides);
    let start = |operand: usize| sources.get(operand).map_or(core::ptr::null(), |s| s.start);
    let places: Places<Same<T>> =
        Places { left: start(0), right: start(1), result: target.origin() };
    if sources.len() <= 2 && labels(0).len().saturating_add(labels(1).len()) <= general::MOST_MODES
    {
        let left = Named::new(labels(0), &resolved);
        let right = Named::new(labels(1), &resolved);
        let result = Named::new(result_labels, &resolved);
        let modes = [left.modes(strides(0)), right.modes(strides(1)), result.modes(result_strides)];
        // SAFETY: the loops run over the extents that `resolve` found each label to have in every operand, which
        // by the invariant of a source has an element at each index in bounds; and so has the target, which has
        // the extents of the result, and borrows its elements mutably.
        unsafe { general::run_modes(modes, sources.len() == 1, places, adds, false) };
        return Ok(());
    }
    let strides: Vec<&[isize]> = sources.iter().map(DynSource::strides).collect();
    let plan = Plan::of_resolved(composition, &resolved, &strides, result_strides)?;
    // SAFETY: as above.
    unsafe { general::run(&plan, places, adds, false) };
    Ok(())
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

/// As [`run_plan`], of any number of operands, in one loop nest.
pub(crate) fn run_direct<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    sources: &[DynSource<'_, T>],
    mut target: ViewMut<'_, T, E, L>,
    adds: bool,
) -> Result<(), ShapeError> {
    let resolved = resolve(composition, sources, target.extents())?;
    let labels = composition.operands().iter().map(AsRef::as_ref).chain([composition.result()]);
    let tables: Vec<Named> = labels.map(|labels| Named::new(labels, &resolved)).collect();
    let result_strides = target.mapping().strides();
    let strides = sources.iter().map(DynSource::strides).chain([result_strides.as_ref()]);
    let tables = tables.iter().zip(strides);
    let mut operands: Vec<Modes<'_>> =
        tables.map(|(named, strides)| named.modes(strides)).collect();
    let Some(kept) = operands.pop() else { return Err(ShapeError::Null) };
    let starts: Vec<*const T> = sources.iter().map(|source| source.start).collect();
    let columns = starts.len().saturating_add(1);
    let mut room =
        (alloc::vec![0; columns.saturating_mul(direct::MOST_LOOPS)], alloc::vec![0; columns]);
    let room = (room.0.as_mut_slice(), room.1.as_mut_slice());
    // SAFETY: as in `run_plan`.
    unsafe { direct::run::<T, T>(&operands, &starts, kept, target.origin(), adds, room) }
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

/// What each label stands for, after the target was found to have the extents of the result.
fn resolve<T>(
    composition: &Composition,
    sources: &[DynSource<'_, T>],
    target: &impl Extents,
) -> Result<Resolved, ShapeError> {
    let shapes: Vec<_> = sources.iter().map(|source| source.extents.clone()).collect();
    let resolved = composition.resolve(&shapes)?;
    agree(&resolved.result, target)?;
    Ok(resolved)
}
