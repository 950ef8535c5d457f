//! One walk over an expression into a target or into a new tensor.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use extents_static::__private::AlignsWith;

use super::leaves::strided;
use super::{Aligned, AtPlaces, InOrder, Node, Place, Step, at_index_in, begin_in};
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::{
    Inline, InlineExtents, Tensor, ViewMut,
    walk::{Body, KnownNest, no_loops, pace, walk},
};
#[cfg(feature = "alloc")]
use crate::layout::Canonical;
use crate::layout::{RowMajor, TrustedLayout};
use crate::nest::{Dense, KnownOperands, Nest, Steps, Strided, Way};
use crate::{Extents, InlineTensor, Mapping, ShapeError};

/// Calls a function with each element of the target, to be changed, and the value of the expression at its
/// index, in any order.
///
/// # Errors
/// Where the extents of the leaves differ from each other or from those of the target; nothing is then written.
#[inline]
#[track_caller]
pub(crate) fn write<T, E: Extents, L: TrustedLayout<E>, N: Node>(
    target: ViewMut<'_, T, E, L>,
    node: &N,
    f: impl FnMut(&mut T, N::Elem),
) -> Result<(), ShapeError>
where
    N::Extents: AlignsWith<E>,
{
    AlignsWith::<E>::align(&node.united()?, target.extents())?;
    // SAFETY: the extents of the leaves agree with each other, and with those of the target in its order.
    unsafe { write_aligned(target, node, f) };
    Ok(())
}

/// As [`write`], where each element is replaced by a function of it and of the value.
#[inline]
#[track_caller]
pub(crate) fn replace<T: Copy, E: Extents, L: TrustedLayout<E>, N: Node>(
    target: ViewMut<'_, T, E, L>,
    node: &N,
    mut f: impl FnMut(T, N::Elem) -> T,
) -> Result<(), ShapeError>
where
    N::Extents: AlignsWith<E>,
{
    AlignsWith::<E>::align(&node.united()?, target.extents())?;
    // SAFETY: the extents of the leaves agree with each other, and with those of the target in its order, whose elements can be
    // read and written.
    unsafe {
        write_each::<Aligned<N::Extents, E>, _, _, _, _>(target, node, |to, value| {
            *to = f(*to, value)
        })
    };
    Ok(())
}

/// As [`write`], where each element is replaced by the value.
#[inline]
#[track_caller]
pub(crate) fn assign<T, E: Extents, L: TrustedLayout<E>, N: Node<Elem = T>>(
    target: ViewMut<'_, T, E, L>,
    node: &N,
) -> Result<(), ShapeError>
where
    N::Extents: AlignsWith<E>,
{
    AlignsWith::<E>::align(&node.united()?, target.extents())?;
    // SAFETY: as in `replace`.
    unsafe {
        write_each::<Aligned<N::Extents, E>, _, _, _, _>(target, node, |to, value| *to = value)
    };
    Ok(())
}

/// As [`write`], of extents that were compared.
///
/// # Safety
/// All leaves have the extents of the target.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn write_all<T, E: Extents, L: TrustedLayout<E>, N: Node>(
    target: ViewMut<'_, T, E, L>,
    node: &N,
    mut f: impl FnMut(&mut T, N::Elem),
) {
    // SAFETY: the caller promises that the extents agree; each element is lent as long as the call.
    unsafe { write_each::<AtPlaces, _, _, _, _>(target, node, |to, value| f(&mut *to, value)) };
}

/// As [`write_all`], of extents that align.
///
/// # Safety
/// All leaves have the extents of the target, once the modes of the node stand in its order.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn write_aligned<T, E: Extents, L: TrustedLayout<E>, N: Node>(
    target: ViewMut<'_, T, E, L>,
    node: &N,
    mut f: impl FnMut(&mut T, N::Elem),
) where
    N::Extents: AlignsWith<E>,
{
    // SAFETY: as in `write_all`.
    unsafe {
        write_each::<Aligned<N::Extents, E>, _, _, _, _>(target, node, |to, value| {
            f(&mut *to, value)
        })
    };
}

/// As [`write_all`], of the place of each element, which the target borrows mutably as long as the call.
///
/// A reference that is lent within a loop keeps the compiler from what it knows of the whole target: that a write changes no
/// leaf. It would then compare places before each row, and take short rows element by element.
///
/// # Safety
/// All leaves have the extents of the target, once the modes of the node stand in the order `O`.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn write_each<
    O: InOrder,
    T,
    E: Extents,
    L: TrustedLayout<E>,
    N: Node,
>(
    mut target: ViewMut<'_, T, E, L>,
    node: &N,
    f: impl FnMut(*mut T, N::Elem),
) {
    let size = target.extents().size();
    if size == 0 {
        return;
    }
    let mut body = Write { node, f };
    // Asked in a constant, so that the loops below are not compiled where the types answer.
    if const { matches!(Dense::of::<E, L>().and(N::DENSE.turned(O::ORDER)), Dense::In(_)) } {
        let place = (target.start().as_ptr(), node.first());
        let step = <(Strided<T, E::Strides>, N::Steps)>::UNIT;
        // SAFETY: all leaves and the target have `size` elements one after the other.
        return unsafe {
            Body::<(Strided<T, E::Strides>, N::Steps), ()>::row::<{ pace::NEXT }>(
                &mut body,
                (),
                &place,
                step,
                size,
            )
        };
    }
    if let (Some((to, origin)), Some((steps, place))) =
        (strided(target.start(), target.mapping()), begin_in(node, const { O::ORDER }))
    {
        // SAFETY: there is an element; the extents and strides are those of the target, which borrows its elements
        // mutably, and of the leaves, and the nest is that of what all their types know.
        let done = target.extents().with_slice(|extents| unsafe {
            let (steps, place, how) = ((to, steps), (origin, place), (Way::Free, !N::COUNTS));
            walk::<Written<O, E, L, N>, _, _, _>(extents, &steps, place, how, (), &mut body)
        });
        if done.is_ok() {
            return;
        }
    }
    // Asked in a constant, so that what follows is not compiled where it cannot be.
    if const { Written::<O, E, L, N>::ALL.have_loops() } {
        no_loops();
    }
    for index in target.extents().indices() {
        // SAFETY: the index is in bounds, for the target and for the leaves.
        unsafe {
            let value = at_index_in(node, const { O::ORDER }, index.as_ref());
            (body.f)(target.get_unchecked_mut(&index), value)
        };
    }
}

/// What the types of a target and of an expression know.
struct Written<O, E, L, N>(PhantomData<(O, E, L, N)>);

impl<O: InOrder, E: Extents, L: TrustedLayout<E>, N: Node> Written<O, E, L, N> {
    const ALL: KnownOperands = KnownOperands::strided::<E, L>().and(&N::KNOWN.turned(O::ORDER));
}

impl<O: InOrder, E: Extents, L: TrustedLayout<E>, N: Node> KnownNest for Written<O, E, L, N> {
    const RANK: Option<usize> = E::STATIC_RANK;
    const NEST: Option<Nest> = Self::ALL.nest(Way::Free);
}

struct Write<'n, N, F> {
    node: &'n N,
    f: F,
}

impl<T, S: AsRef<[isize]>, N: Node, F: FnMut(*mut T, N::Elem)> Body<(Strided<T, S>, N::Steps), ()>
    for Write<'_, N, F>
{
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (target, place): &(*mut T, Place<N>),
        (to, step): (isize, Step<N>),
        count: usize,
    ) {
        // As a slice that is lent to a function, so that the compiler knows that a write changes no leaf. It counts
        // elements, where an iterator compares places, and finds the place last, when the value is there: then it takes
        // more vectors at a time.
        #[inline]
        fn fill<T, V>(target: &mut [T], value: impl Fn(usize) -> V, mut f: impl FnMut(*mut T, V)) {
            let (count, first) = (target.len(), target.as_mut_ptr());
            for n in 0..count {
                let value = value(n);
                f(first.wrapping_add(n), value);
            }
        }
        let Write { node, f } = self;
        if const { PACE == pace::NEXT } || (!cfg!(one_pace) && to == 1) {
            // SAFETY: the target has `count` elements one after the other from its place on, as the caller promises,
            // and borrows them mutably.
            let target = unsafe { core::slice::from_raw_parts_mut(*target, count) };
            // SAFETY: `n` is below `count`: each leaf has an element there.
            fill(target, |n| unsafe { node.at::<PACE>(place, step, n) }, f);
        } else {
            for n in 0..count {
                // SAFETY: `n` is below `count`: the target, which borrows its elements mutably, and each leaf have one
                // there.
                unsafe {
                    let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                    f(element, node.at::<PACE>(place, step, n));
                }
            }
        }
    }
}

/// A tensor, in a `Vec`, of the values of an expression.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn evaluate<N: Node<Extents = E>, E: Extents, L: Canonical>(
    node: &N,
) -> Result<Tensor<N::Elem, E, L>, ShapeError> {
    // SAFETY: the extents are those of all leaves.
    unsafe { written(node.united()?, node, |value| value) }
}

/// As [`evaluate`], inline.
#[inline]
#[track_caller]
pub(crate) fn inline<N: Node<Extents = E>, E: InlineExtents>(
    node: &N,
) -> Result<InlineTensor<N::Elem, E>, ShapeError> {
    node.united()?;
    // SAFETY: the extents, of which there is one value, are those of all leaves.
    Ok(unsafe { written_inline(node, |value| value) })
}

/// A tensor, in a `Vec`, of a function of the values of an expression. Should it panic, the elements before are leaked,
/// which is safe.
///
/// # Safety
/// All leaves have the extents.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn written<U, N: Node, E: Extents, L: Canonical>(
    extents: E,
    node: &N,
    mut f: impl FnMut(N::Elem) -> U,
) -> Result<Tensor<U, E, L>, ShapeError> {
    let mapping = Mapping::<E, L>::of(extents);
    let size = mapping.extents().size();
    let mut elements = reserved(size)?;
    let target = ViewMut::from_parts(elements.spare_capacity_mut(), mapping.clone());
    // SAFETY: the caller promises that all leaves have the extents, which are those of the target.
    unsafe {
        write_each::<AtPlaces, _, _, _, _>(target, node, |to: *mut MaybeUninit<_>, value| {
            to.write(MaybeUninit::new(f(value)));
        })
    };
    // SAFETY: there is room for `size` elements, and each was written.
    unsafe { elements.set_len(size) };
    Ok(Tensor::from_parts(elements, mapping))
}

/// As [`written`], inline.
///
/// # Safety
/// As [`written`].
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn written_inline<U, N: Node, E: InlineExtents>(
    node: &N,
    mut f: impl FnMut(N::Elem) -> U,
) -> InlineTensor<U, E> {
    // SAFETY: the view is of all elements of the array, each of which is written: all leaves have its extents, of which
    // there is one value.
    Tensor::of_inline(unsafe {
        Inline::written(|elements| {
            let target =
                ViewMut::<_, _, RowMajor>::from_parts(elements, Mapping::new(E::default()));
            write_each::<AtPlaces, _, _, _, _>(target, node, |to: *mut MaybeUninit<_>, value| {
                to.write(MaybeUninit::new(f(value)));
            });
        })
    })
}
