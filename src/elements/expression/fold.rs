//! One walk over an expression into a value.

use extents_static::__private::Order;

use super::{Node, Place, Step};
use crate::elements::walk::{Body, pace, walk};
use crate::nest::{Dense, Nest, Steps, Way};
use crate::{Extents, Scalar, ShapeError};

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
    let zero = N::Elem::ZERO;
    let none = Sums { one: zero, lanes: [zero; LANES], has_lanes: false };
    let Sums { one, lanes, has_lanes } = each(node, Way::Free, none, &mut Sum { node })?;
    Ok(if has_lanes { lanes.into_iter().fold(one, N::Elem::plus) } else { one })
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
        let known: &Option<Nest> = match way {
            Way::Kept => const { &N::KNOWN.nest(Way::Kept) },
            Way::Free => const { &N::KNOWN.nest(Way::Free) },
        };
        // SAFETY: there is an element; the extents and strides are those of the leaves, and the nest is that of what
        // their types know.
        match unsafe { walk(&extents, known, &steps, place, (way, !N::COUNTS), all, body) } {
            Ok(all) => return Ok(all),
            Err(init) => all = init,
        }
    } else if way == Way::Free
        && let Some(place) = node.in_memory_order()
    {
        // SAFETY: all leaves have `size` elements from the place on, each once.
        return Ok(unsafe { body.row::<{ pace::NEXT }>(all, &place, N::Steps::UNIT, size) });
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

/// How many sums are added side by side.
const LANES: usize = 8;

/// Sums of parts: one, and those of the lanes that are used where rows are long.
struct Sums<T> {
    one: T,
    lanes: [T; LANES],
    has_lanes: bool,
}

impl<N: Node<Elem: Scalar>> Value<N, Sums<N::Elem>> for Sum<'_, N> {
    #[inline(always)]
    fn value(&mut self, sums: Sums<N::Elem>, value: N::Elem) -> Sums<N::Elem> {
        Sums { one: sums.one.plus(value), ..sums }
    }
}

impl<N: Node<Elem: Scalar>> Body<N::Steps, Sums<N::Elem>> for Sum<'_, N> {
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        mut sums: Sums<N::Elem>,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> Sums<N::Elem> {
        // SAFETY: it is called for `n` below `count`, where each leaf has an element, as the caller promises.
        let at = |n| unsafe { self.node.at::<PACE>(place, step, n) };
        let mut from = 0;
        // Eight sums side by side, which the compiler adds at once where it may not reorder one. Where it may,
        // it does better by itself.
        if PACE == pace::NEXT && !N::Elem::ADDS_IN_ANY_ORDER && count >= 2 * LANES {
            sums.has_lanes = true;
            let chunks = count / LANES;
            for chunk in 0..chunks {
                for (lane, sum) in sums.lanes.iter_mut().enumerate() {
                    *sum = sum.plus(at(chunk.wrapping_mul(LANES).wrapping_add(lane)));
                }
            }
            from = chunks.wrapping_mul(LANES);
        }
        sums.one = (from..count).fold(sums.one, |sum, n| sum.plus(at(n)));
        sums
    }
}
