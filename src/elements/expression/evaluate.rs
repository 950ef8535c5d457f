//! One walk over an expression: into a target, into a new tensor, or into a value.

use core::mem::MaybeUninit;

use extents_static::__private::Order;

use super::nest::{Body, run};
use super::steps::{Steps, Strided, pace};
use super::{Dense, Node, Place, Step};
#[cfg(feature = "alloc")]
use crate::Mapping;
#[cfg(feature = "alloc")]
use crate::elements::Tensor;
use crate::elements::ViewMut;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::walk::{Operand, Way};
use crate::elements::whole::elementwise::written_inline;
use crate::elements::whole::zip::strided;
#[cfg(feature = "alloc")]
use crate::layout::Canonical;
use crate::layout::TrustedLayout;
use crate::{Extents, InlineExtents, InlineTensor, Scalar, ShapeError, UnitesWith};

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
    N::Extents: UnitesWith<E>,
{
    node.united()?.unite(target.extents())?;
    // SAFETY: the extents of the leaves agree with each other and with those of the target.
    unsafe { write_all(target, node, f) };
    Ok(())
}

/// # Safety
/// All leaves have the extents of the target.
#[inline]
#[track_caller]
unsafe fn write_all<T, E: Extents, L: TrustedLayout<E>, N: Node>(
    mut target: ViewMut<'_, T, E, L>,
    node: &N,
    f: impl FnMut(&mut T, N::Elem),
) {
    let size = target.extents().size();
    if size == 0 {
        return;
    }
    let mut body = Write { node, f };
    let dense = const { Dense::of(<(E, L) as Operand>::DENSE).and(N::DENSE) };
    if matches!(dense, Dense::In(_)) {
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
    if let (Some((strides, origin)), Some((steps, place))) =
        (strided(target.start(), target.mapping()), node.begin())
    {
        let steps = (Strided::<T, _>::new(strides), steps);
        let done = target.extents().with_slice(|extents| {
            // SAFETY: there is an element; the extents and strides are those of the target, which borrows its
            // elements mutably, and of the leaves.
            unsafe {
                run::<E, _, _>(
                    extents,
                    &steps,
                    (origin, place),
                    (Way::Free, N::COUNTS),
                    (),
                    &mut body,
                )
            }
        });
        if done.is_ok() {
            return;
        }
    }
    for index in target.extents().indices() {
        // SAFETY: the index is in bounds, for the target and for the leaves.
        unsafe { (body.f)(target.get_unchecked_mut(&index), node.at_index(index.as_ref())) };
    }
}

struct Write<'n, N, F> {
    node: &'n N,
    f: F,
}

impl<T, S: AsRef<[isize]>, N: Node, F: FnMut(&mut T, N::Elem)> Body<(Strided<T, S>, N::Steps), ()>
    for Write<'_, N, F>
{
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (target, place): &(*mut T, Place<N>),
        (to, step): (isize, Step<N>),
        count: usize,
    ) {
        // As a slice that is lent to a function, so that the compiler knows that a write changes no leaf.
        #[inline]
        fn fill<T>(target: &mut [T], mut f: impl FnMut(usize, &mut T)) {
            for (n, element) in target.iter_mut().enumerate() {
                f(n, element);
            }
        }
        let Write { node, f } = self;
        if PACE != pace::ANY && (PACE == pace::NEXT || to == 1) {
            // SAFETY: the target has `count` elements one after the other from its place on, as the caller promises,
            // and borrows them mutably.
            let target = unsafe { core::slice::from_raw_parts_mut(*target, count) };
            // SAFETY: `n` is below `count`: each leaf has an element there.
            fill(target, |n, element| f(element, unsafe { node.at::<PACE>(place, step, n) }));
        } else {
            for n in 0..count {
                // SAFETY: `n` is below `count`: the target, which borrows its elements mutably, and each leaf have one
                // there.
                unsafe {
                    let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                    f(&mut *element, node.at::<PACE>(place, step, n));
                }
            }
        }
    }
}

/// A tensor, in a `Vec`, of the values of an expression. Should one of them panic, those before are leaked,
/// which is safe.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn evaluate<N: Node<Extents = E>, E: Extents, L: Canonical>(
    node: &N,
) -> Result<Tensor<N::Elem, E, L>, ShapeError> {
    let mapping = Mapping::<E, L>::of(node.united()?);
    let size = mapping.extents().size();
    let mut elements = reserved(size)?;
    let target = ViewMut::from_parts(elements.spare_capacity_mut(), mapping.clone());
    // SAFETY: the extents are those of all leaves.
    unsafe {
        write_all(target, node, |to: &mut MaybeUninit<_>, value| {
            to.write(value);
        })
    };
    // SAFETY: there is room for `size` elements, and each was written.
    unsafe { elements.set_len(size) };
    Ok(Tensor::from_parts(elements, mapping))
}

/// As [`evaluate`], inline.
#[inline]
#[track_caller]
pub(crate) fn inline<N: Node<Extents = E>, E: InlineExtents>(
    node: &N,
) -> Result<InlineTensor<N::Elem, E>, ShapeError> {
    node.united()?;
    // SAFETY: the extents, of which there is one value, are those of all leaves, so that each element of
    // the target is written.
    Ok(unsafe {
        written_inline(|target| {
            write_all(target, node, |to: &mut MaybeUninit<_>, value| {
                to.write(value);
            });
        })
    })
}

/// Folds the values of an expression in row-major order.
#[inline]
#[track_caller]
pub(crate) fn fold<N: Node<Extents: Extents>, A>(
    node: &N,
    init: A,
    f: impl FnMut(A, N::Elem) -> A,
) -> Result<A, ShapeError> {
    each(node, Way::Kept, init, &mut Fold { node, f })
}

/// Folds the values of an expression in any order, row by row, until `is_done`.
#[inline]
#[track_caller]
pub(crate) fn fold_until<N: Node<Extents: Extents>, A>(
    node: &N,
    init: A,
    f: impl FnMut(A, N::Elem) -> A,
    is_done: impl Fn(&A) -> bool,
) -> Result<A, ShapeError> {
    each(node, Way::Free, init, &mut Until(Fold { node, f }, is_done))
}

/// The sum of the values of an expression, added in any order.
#[inline]
#[track_caller]
pub(crate) fn sum<N: Node<Elem: Scalar, Extents: Extents>>(
    node: &N,
) -> Result<N::Elem, ShapeError> {
    each(node, Way::Free, N::Elem::ZERO, &mut Sum { node })
}

/// Gives `body` all values.
#[inline]
#[track_caller]
fn each<N: Node<Extents: Extents>, A>(
    node: &N,
    way: Way,
    init: A,
    body: &mut (impl Body<N::Steps, A> + Value<N, A>),
) -> Result<A, ShapeError> {
    let extents = node.united()?;
    let size = extents.size();
    if size == 0 {
        return Ok(init);
    }
    let is_flat = match N::DENSE {
        Dense::Always | Dense::In(Order::RowMajor) => true,
        Dense::In(Order::ColMajor) => way == Way::Free,
        Dense::Unknown => false,
    };
    if is_flat {
        // SAFETY: all leaves have `size` elements one after the other.
        return Ok(unsafe {
            body.row::<{ pace::NEXT }>(init, &node.first(), N::Steps::UNIT, size)
        });
    }
    let mut all = init;
    if let Some((steps, place)) = node.begin() {
        // SAFETY: there is an element; the extents and strides are those of the leaves.
        let done = extents.with_slice(|extents| unsafe {
            run::<N::Extents, _, _>(extents, &steps, place, (way, N::COUNTS), all, body)
        });
        match done {
            Ok(all) => return Ok(all),
            Err(init) => all = init,
        }
    }
    for index in extents.indices() {
        // SAFETY: the leaves agree, and the index is in bounds.
        all = body.value(all, unsafe { node.at_index(index.as_ref()) });
        if body.is_done(&all) {
            break;
        }
    }
    Ok(all)
}

/// What a fold does with a single value.
trait Value<N: Node, A> {
    fn value(&mut self, all: A, value: N::Elem) -> A;
}

struct Fold<'n, N, F> {
    node: &'n N,
    f: F,
}

impl<N: Node, A, F: FnMut(A, N::Elem) -> A> Value<N, A> for Fold<'_, N, F> {
    #[inline(always)]
    fn value(&mut self, all: A, value: N::Elem) -> A {
        (self.f)(all, value)
    }
}

impl<N: Node, A, F: FnMut(A, N::Elem) -> A> Body<N::Steps, A> for Fold<'_, N, F> {
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        all: A,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> A {
        // SAFETY: `n` is below `count`, so that each leaf has an element there, as the caller promises.
        (0..count)
            .fold(all, |all, n| (self.f)(all, unsafe { self.node.at::<PACE>(place, step, n) }))
    }
}

struct Until<F, D>(F, D);

impl<N: Node, A, F: Value<N, A>, D> Value<N, A> for Until<F, D> {
    #[inline(always)]
    fn value(&mut self, all: A, value: N::Elem) -> A {
        self.0.value(all, value)
    }
}

impl<S: Steps, A, F: Body<S, A>, D: Fn(&A) -> bool> Body<S, A> for Until<F, D> {
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        mut all: A,
        place: &S::Place,
        step: S::Step,
        count: usize,
    ) -> A {
        /// How many values are asked for before it is asked whether that is enough.
        const CHUNK: usize = 1024;
        let mut from = place.clone();
        for start in (0..count).step_by(CHUNK) {
            let some = CHUNK.min(count.saturating_sub(start));
            // SAFETY: `start + some` is at most `count`, for which the caller promises elements at this pace.
            all = unsafe { self.0.row::<PACE>(all, &from, step, some) };
            if self.is_done(&all) {
                break;
            }
            S::advance(&mut from, step, CHUNK.cast_signed());
        }
        all
    }

    #[inline(always)]
    fn is_done(&self, all: &A) -> bool {
        (self.1)(all)
    }
}

/// Adds all values.
struct Sum<'n, N> {
    node: &'n N,
}

impl<N: Node<Elem: Scalar>> Value<N, N::Elem> for Sum<'_, N> {
    #[inline(always)]
    fn value(&mut self, sum: N::Elem, value: N::Elem) -> N::Elem {
        sum.plus(value)
    }
}

/// How many sums are added side by side.
const LANES: usize = 8;

impl<N: Node<Elem: Scalar>> Body<N::Steps, N::Elem> for Sum<'_, N> {
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        sum: N::Elem,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> N::Elem {
        // SAFETY: it is called for `n` below `count`, where each leaf has an element, as the caller promises.
        let at = |n| unsafe { self.node.at::<PACE>(place, step, n) };
        // Eight sums side by side, which the compiler adds at once where it may not reorder one. Where it may,
        // it does better by itself.
        if PACE != pace::NEXT || N::Elem::ADDS_IN_ANY_ORDER || count < 2 * LANES {
            return (0..count).fold(sum, |sum, n| sum.plus(at(n)));
        }
        let mut sums = [N::Elem::ZERO; LANES];
        let chunks = count / LANES;
        for chunk in 0..chunks {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = sum.plus(at(chunk.wrapping_mul(LANES).wrapping_add(lane)));
            }
        }
        let sum = sums.into_iter().fold(sum, N::Elem::plus);
        (chunks.wrapping_mul(LANES)..count).fold(sum, |sum, n| sum.plus(at(n)))
    }
}
