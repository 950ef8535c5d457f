//! Several tensors or views as one: along a mode that they have ([`concat()`]), or along a further one ([`stack`]).

use extents_static::__private::{
    assert_joined, assert_joined_names, assert_mode, assert_target_names,
};

use super::{
    Arrangement, Flat, PartList, Run, assert_target, check_others, extent_of, rows, visit, write,
};
use crate::elements::Target;
use crate::layout::StridedLayout;
use crate::rearrange::{EntryCount, Seal};
use crate::{
    Extents, Mode, ShapeError,
    error::{Place, Quantity},
};
#[cfg(feature = "alloc")]
use {
    super::created,
    super::parts::JoinsTo,
    crate::elements::Tensor,
    crate::rearrange::{Before, Resize},
};

/// What [`concat()`] gives.
#[cfg(feature = "alloc")]
type Concatenated<P, M, X> = Tensor<
    <P as PartList>::Elem,
    <<P as PartList>::Extents as Resize<M, <P as JoinsTo<M, X>>::Mode>>::Extents,
>;

/// What [`stack`] gives.
#[cfg(feature = "alloc")]
type Stacked<P, M> = Tensor<
    <P as PartList>::Elem,
    <<P as PartList>::Extents as Resize<Before<M>, <P as PartList>::Count>>::Extents,
>;

/// Joins tensors or views along a mode that all have, `Const::<MODE>` or a number, into a new tensor. The other extents are
/// equal.
///
/// Of `Const::<MODE>` the caller states the mode of the result, `NamedOrExtent`: `Const<N>`, [`Dyn`](crate::Dyn), or
/// [`Named`](crate::rearrange::Named) for the sum of the modes of a tuple, `Past+Time`. The other modes of the result are those of
/// the first part; modes of two names do not compile. By number all extents are run-time ones.
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`] of a mode, [`ShapeError::CountMismatch`] of ranks, which names the operand, and
/// [`ShapeError::ExtentMismatch`] where the extents along the mode do not add up to that of the result; where the types know
/// one of these, it does not compile. [`ShapeError::CountMismatch`] of a list without parts; [`ShapeError::OutOfBounds`], [`ShapeError::Null`],
/// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
///
/// ```
/// use extents::arrange::concat;
/// use extents::{Const, Dyn, Tensor, extents};
/// let a = Tensor::from_vec(extents![1, 2], vec![1, 2])?;
/// let b = Tensor::from_vec(extents![dyn 2, 2]?, vec![3, 4, 5, 6])?;
/// let both = concat::<Dyn, _, _>(Const::<0>, (&a, &b))?;
/// assert_eq!(both.extents(), &extents![dyn 3, 2]?);
/// assert_eq!(both.as_slice(), [1, 2, 3, 4, 5, 6]);
/// let wide = concat::<Const<4>, _, _>(Const::<1>, [&a, &a])?;
/// assert_eq!(wide.extents(), &extents![1, 4]);
/// assert_eq!(concat(0, (&a, &b))?.as_slice(), [1, 2, 3, 4, 5, 6]);
/// let error = concat(1, (&a, &b)).unwrap_err();
/// assert_eq!(error.to_string(), "mode 0 of operand 1 should have extent 1, but has 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0080
/// use extents::arrange::concat;
/// use extents::{Const, Tensor, extents};
/// let (a, b) = (Tensor::full(extents![2, 3], 1).unwrap(), Tensor::full(extents![4, 3], 2).unwrap());
/// // 2 and 4 are 6: "mode 0 should have extent 7, but has 6".
/// let both = concat::<Const<7>, _, _>(Const::<0>, (&a, &b));
/// ```
#[cfg(feature = "alloc")]
#[doc(alias = "concatenate")]
pub fn concat<NamedOrExtent, M: EntryCount, P>(
    mode: M,
    parts: P,
) -> Result<Concatenated<P, M, NamedOrExtent>, ShapeError>
where
    P: PartList<Elem: Clone> + JoinsTo<M, NamedOrExtent>,
    P::Extents: Resize<M, <P as JoinsTo<M, NamedOrExtent>>::Mode>,
{
    const { assert_concat::<NamedOrExtent, M, P>() };
    let mode = mode.mode().extent();
    let first = parts.first().ok_or(ShapeError::CountMismatch {
        of: Quantity::Parts,
        expected: 1,
        found: 0,
    })?;
    let (mut sum, rank) = (0_usize, first.rank());
    for operand in 0..parts.count() {
        let extent = |part: Flat<'_, '_, _>| {
            check_rank(operand, rank, part.extents.len())?;
            extent_of(part.extents, mode)
        };
        let extent = parts.with(operand, extent, Seal);
        sum = sum.saturating_add(extent.unwrap_or(Ok(0))?);
    }
    created(first.resize(mode, sum)?, &Concat { mode, parts: &parts })
}

/// Joins tensors or views along a mode that all have, `Const::<MODE>` or a number, and writes the elements to a target.
///
/// Everything is compared before an element is written.
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`], [`ShapeError::CountMismatch`] of ranks, [`ShapeError::OutOfBounds`], and
/// [`ShapeError::ExtentMismatch`] where the extents along the mode do not add up to that of the target. Where the types
/// know one of these, it does not compile. [`ShapeError::Null`].
///
/// ```
/// use extents::arrange::concat_into;
/// use extents::{Const, InlineTensor, StaticExtents};
/// let a = InlineTensor::<_, StaticExtents![1, 2]>::from_array([[1, 2]]);
/// let b = InlineTensor::<_, StaticExtents![2, 2]>::from_array([[3, 4], [5, 6]]);
/// let mut both = InlineTensor::<_, StaticExtents![3, 2]>::inline_full(0);
/// concat_into(Const::<0>, (&a, &b), &mut both)?;
/// assert_eq!(both.into_array(), [[1, 2], [3, 4], [5, 6]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn concat_into<M: EntryCount, P: PartList<Elem: Clone>, O>(
    mode: M,
    parts: P,
    target: &mut O,
) -> Result<(), ShapeError>
where
    O: Target<Elem = P::Elem, Layout: StridedLayout<O::Extents>>,
{
    const {
        assert_mode(M::Mode::EXTENT, <P::Extents as Extents>::STATIC_RANK);
        let sum = match (M::Mode::EXTENT, <O::Extents as Extents>::STATIC_EXTENTS) {
            (Some(mode), extents) if mode < extents.len() => extents[mode],
            _ => None,
        };
        let is_whole = <P::Count as Mode>::EXTENT.is_some();
        assert_joined(M::Mode::EXTENT, P::STATIC_EXTENTS, is_whole, sum);
        assert_joined_names(M::Mode::EXTENT, P::STATIC_NAMES, P::STATIC_LABELS);
        assert_target::<M, P::Extents, O::Extents>();
    };
    write(target.target(), &Concat { mode: mode.mode().extent(), parts: &parts })
}

/// Stacks tensors or views of equal extents along a further mode at a position, `Const::<MODE>` or a number, into a new tensor.
///
/// The extent of that mode is the number of parts: a static one, except of a slice. [`strengthen`](Tensor::strengthen) gives it a name.
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`] of a mode, [`ShapeError::CountMismatch`] of ranks, which names the operand; where the
/// types know one of these, it does not compile. [`ShapeError::CountMismatch`] of a list without parts; [`ShapeError::OutOfBounds`], [`ShapeError::Null`],
/// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
///
/// ```
/// use extents::arrange::stack;
/// use extents::{Const, Tensor, extents};
/// let (a, b) = (Tensor::full(extents![3], 1)?, Tensor::full(extents![3], 2)?);
/// let rows = stack(Const::<0>, (&a, &b))?;
/// assert_eq!(rows.extents(), &extents![2, 3]);
/// assert_eq!(rows.as_slice(), [1, 1, 1, 2, 2, 2]);
/// assert_eq!(stack(Const::<1>, [&a, &b])?.as_slice(), [1, 2, 1, 2, 1, 2]);
/// assert_eq!(stack(1, &vec![a, b])?.as_slice(), [1, 2, 1, 2, 1, 2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn stack<M: EntryCount, P: PartList<Elem: Clone>>(
    mode: M,
    parts: P,
) -> Result<Stacked<P, M>, ShapeError>
where
    P::Extents: Resize<Before<M>, P::Count>,
{
    const {
        assert_joined(None, P::STATIC_EXTENTS, true, None);
        assert_joined_names(None, P::STATIC_NAMES, P::STATIC_LABELS);
    };
    let mode = mode.mode().extent();
    let first = parts.first().ok_or(ShapeError::CountMismatch {
        of: Quantity::Parts,
        expected: 1,
        found: 0,
    })?;
    created(first.resize(mode, parts.count())?, &Stack { mode, parts: &parts })
}

/// Stacks tensors or views of equal extents along a further mode at a position, `Const::<MODE>` or a number, and writes the
/// elements to a target.
///
/// Everything is compared before an element is written.
///
/// # Errors
/// Returns [`ShapeError::ExtentMismatch`], [`ShapeError::CountMismatch`] of ranks, [`ShapeError::RankMismatch`] where the
/// target has not one mode more than a part, [`ShapeError::OutOfBounds`], and
/// [`ShapeError::ExtentMismatch`] where the number of parts is not the extent of the target there. [`ShapeError::Null`].
///
/// ```
/// use extents::arrange::stack_into;
/// use extents::{Const, InlineTensor, StaticExtents};
/// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
/// let mut columns = InlineTensor::<_, StaticExtents![2, 3]>::inline_full(0);
/// stack_into(Const::<1>, [&a, &a, &a], &mut columns)?;
/// assert_eq!(columns.into_array(), [[1, 1, 1], [2, 2, 2]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn stack_into<M: EntryCount, P: PartList<Elem: Clone>, O>(
    mode: M,
    parts: P,
    target: &mut O,
) -> Result<(), ShapeError>
where
    O: Target<Elem = P::Elem, Layout: StridedLayout<O::Extents>>,
{
    const {
        assert_mode(M::Mode::EXTENT, <O::Extents as Extents>::STATIC_RANK);
        assert_joined(None, P::STATIC_EXTENTS, true, None);
        assert_joined_names(None, P::STATIC_NAMES, P::STATIC_LABELS);
        assert_stacked_names::<M, P::Extents, O::Extents>();
    };
    write(target.target(), &Stack { mode: mode.mode().extent(), parts: &parts })
}

/// Fails to compile where a mode of a target has another name than that of the parts that are stacked there. Where the further mode
/// is a number, nothing is known of the places of the others.
#[track_caller]
const fn assert_stacked_names<M: EntryCount, E: Extents, F: Extents>() {
    let Some(further) = M::Mode::EXTENT else { return };
    // What the parts have, with a mode without a name between.
    let (mut names, mut ids, mut mode) = ([None; 13], [0; 13], 0);
    while mode < 12 {
        let place = if mode < further { mode } else { mode + 1 };
        if mode < E::NAMES.len() {
            names[place] = E::NAMES[mode];
        }
        if mode < E::LABELS.len() {
            ids[place] = E::LABELS[mode];
        }
        mode += 1;
    }
    assert_target_names(None, (&names, &ids), (F::NAMES, F::LABELS));
}

/// What the types know of parts that are joined fits, or it does not compile.
#[cfg(feature = "alloc")]
#[track_caller]
pub(crate) const fn assert_concat<NamedOrExtent, M: EntryCount, P>()
where
    P: PartList + JoinsTo<M, NamedOrExtent>,
    P::Extents: Resize<M, <P as JoinsTo<M, NamedOrExtent>>::Mode>,
{
    assert_mode(M::Mode::EXTENT, <P::Extents as Extents>::STATIC_RANK);
    assert_joined_names(M::Mode::EXTENT, P::STATIC_NAMES, P::STATIC_LABELS);
    assert_joined(
        M::Mode::EXTENT,
        P::STATIC_EXTENTS,
        <P::Count as Mode>::EXTENT.is_some(),
        <P::Extents as Resize<M, <P as JoinsTo<M, NamedOrExtent>>::Mode>>::STATED,
    );
}

/// The extent along a mode of parts of these extents together.
#[cfg(feature = "device")]
pub(crate) fn joined_extent(
    mode: usize,
    parts: &[alloc::vec::Vec<usize>],
) -> Result<usize, ShapeError> {
    let rank = parts.first().map_or(0, |first| first.len());
    let mut sum = 0_usize;
    for (operand, part) in parts.iter().enumerate() {
        check_rank(operand, rank, part.len())?;
        sum = sum.saturating_add(extent_of(part, mode)?);
    }
    Ok(sum)
}

/// Compares the extents of parts with those of the whole.
#[cfg(feature = "device")]
pub(crate) fn check_joined(
    mode: usize,
    whole: &[usize],
    parts: &[alloc::vec::Vec<usize>],
) -> Result<(), ShapeError> {
    let (expected, found) = (joined_extent(mode, parts)?, extent_of(whole, mode)?);
    if expected != found {
        let place = Place::Mode(mode);
        return Err(ShapeError::ExtentMismatch { place, expected, found });
    }
    let mut all = parts.iter().enumerate();
    all.try_for_each(|(operand, part)| check_others(operand, Some(mode), whole, part))
}

fn check_rank(operand: usize, expected: usize, found: usize) -> Result<(), ShapeError> {
    let of = Quantity::Modes { operand };
    match expected == found {
        true => Ok(()),
        false => Err(ShapeError::CountMismatch { of, expected, found }),
    }
}

/// Parts one after the other along a mode.
struct Concat<'a, P> {
    mode: usize,
    parts: &'a P,
}

impl<'a, P: PartList> Concat<'a, P> {
    /// Calls a function with each part and the run of it, after each other.
    fn each_part<U>(
        &self,
        to: &mut Flat<'_, '_, U>,
        mut visit: impl FnMut(
            &mut Flat<'_, '_, U>,
            &mut Flat<'_, 'a, P::Elem>,
            Run,
        ) -> Result<(), ShapeError>,
    ) -> Result<(), ShapeError> {
        let Concat { mode, parts } = *self;
        let (expected, mut found) = (extent_of(to.extents, mode)?, 0);
        for part in 0..parts.count() {
            let visited = parts.with(
                part,
                |mut flat| {
                    check_rank(part, to.extents.len(), flat.extents.len())?;
                    check_others(part, Some(mode), to.extents, flat.extents)?;
                    let count = extent_of(flat.extents, mode)?;
                    visit(to, &mut flat, Run { count, ..Run::new((found, 1), (0, 1)) })?;
                    Ok(count)
                },
                Seal,
            );
            found = usize::saturating_add(found, visited.unwrap_or(Ok(0))?);
        }
        match expected == found {
            true => Ok(()),
            false => Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }),
        }
    }
}

// SAFETY: the runs follow each other and end where the mode does, as is compared; and so is each by `visit`.
unsafe impl<'a, P: PartList> Arrangement<'a, P::Elem> for Concat<'a, P>
where
    P::Elem: 'a,
{
    fn lay<U>(
        &self,
        mut to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut P::Elem),
    ) -> Result<(), ShapeError> {
        // Everything is compared before an element is written.
        self.each_part(&mut to, |_, _, _| Ok(()))?;
        self.each_part(&mut to, |to, part, run| visit(to, part, self.mode, run, f))
    }
}

/// Parts that are the entries of a mode.
struct Stack<'a, P> {
    mode: usize,
    parts: &'a P,
}

// SAFETY: there is a part for each entry of the mode, as is compared; and each has the extents of an entry.
unsafe impl<'a, P: PartList> Arrangement<'a, P::Elem> for Stack<'a, P>
where
    P::Elem: 'a,
{
    fn lay<U>(
        &self,
        to: Flat<'_, '_, U>,
        f: &mut impl FnMut(*mut U, *mut P::Elem),
    ) -> Result<(), ShapeError> {
        let Stack { mode, parts } = *self;
        if let Some(first) = parts.first() {
            let (expected, found) = (first.rank().saturating_add(1), to.extents.len());
            if expected != found {
                return Err(ShapeError::RankMismatch { expected, found });
            }
        }
        let (expected, found) = (extent_of(to.extents, mode)?, parts.count());
        if expected != found {
            return Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
        // The mode goes last, so that the others are the modes of a part.
        to.extents[mode..].rotate_left(1);
        to.strides[mode..].rotate_left(1);
        let others = to.extents.len() - 1;
        let (extents, strides, step) =
            (&to.extents[..others], &to.strides[..others], to.strides[others]);
        let compare = |part| {
            let compared = |flat: Flat<'_, '_, P::Elem>| {
                check_rank(part, extents.len(), flat.extents.len())?;
                check_others(part, None, extents, flat.extents)
            };
            parts.with(part, compared, Seal).unwrap_or(Ok(()))
        };
        // Everything is compared before an element is written.
        (0..found).try_for_each(compare)?;
        for part in 0..found {
            let visited = parts.with(
                part,
                |flat| {
                    check_others(part, None, extents, flat.extents)?;
                    let place = to.origin.wrapping_offset(step.wrapping_mul(part.cast_signed()));
                    // SAFETY: by the invariants of both each index in bounds of the extents, which are those of both, leads
                    // to an element: of the part, and of the target at entry `part` of the mode, of which it has more.
                    unsafe { rows(extents, (strides, flat.strides), (place, flat.origin), f) };
                    Ok(())
                },
                Seal,
            );
            let error =
                ShapeError::CountMismatch { of: Quantity::Operands, expected: found, found: part };
            visited.ok_or(error)??;
        }
        Ok(())
    }
}
