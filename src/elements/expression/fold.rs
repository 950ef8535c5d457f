//! One walk over an expression into a value.

use core::marker::PhantomData;

use extents_static::__private::Order;

use super::row::Row;
use super::sums::{self, Halves};
use super::{Node, Place, Step};
use crate::elements::walk::{Body, KnownNest, no_loops, pace, walk};
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
    each::<true, _, _>(node, init, &mut Fold { node, f })
}

/// Folds the values of an expression in any order.
#[inline]
#[track_caller]
pub(crate) fn fold_any<N: Node<Extents: Extents>, A>(
    node: &N,
    init: A,
    f: impl FnMut(A, N::Elem) -> A,
) -> Result<A, ShapeError> {
    each::<false, _, _>(node, init, &mut Fold { node, f })
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
    each::<false, _, _>(node, init, &mut Until(Fold { node, f }, is_done))
}

/// The sum of the values of an expression, added in any order.
#[inline]
#[track_caller]
pub(crate) fn sum<N: Node<Elem: Scalar, Extents: Extents>>(
    node: &N,
) -> Result<N::Elem, ShapeError> {
    let mut halves = Halves::new();
    let mut all = Sum { node, added: 0, halves: &mut halves };
    let sum = each::<false, _, _>(node, N::Elem::ZERO, &mut all)?;
    Ok(halves.total(sum))
}

/// The largest value of an expression, or the smallest one; NaN where a value is that, and `None` where there are none.
#[inline]
#[track_caller]
pub(crate) fn best<const MAX: bool, N>(node: &N) -> Result<Option<N::Elem>, ShapeError>
where
    N: Node<Elem: PartialOrd, Extents: Extents>,
{
    each::<false, _, _>(node, None, &mut Best::<MAX, N> { node })
}

/// The number in row-major order of the largest value of an expression, or of the smallest one: the first among equals,
/// and the first NaN where a value is that.
#[inline]
#[track_caller]
pub(crate) fn best_at<const MAX: bool, N>(node: &N) -> Result<Option<usize>, ShapeError>
where
    N: Node<Elem: PartialOrd, Extents: Extents>,
{
    let best = each::<true, _, _>(node, None, &mut BestAt::<MAX, N> { node, before: 0 })?;
    Ok(best.map(|(_, at)| at))
}

/// Gives `body` all values, in row-major order or in any.
#[inline]
#[track_caller]
fn each<const IN_ORDER: bool, N: Node<Extents: Extents>, A>(
    node: &N,
    init: A,
    body: &mut (impl Body<N::Steps, A> + Value<N, A>),
) -> Result<A, ShapeError> {
    let extents = node.united()?;
    let size = extents.size();
    if size == 0 {
        return Ok(init);
    }
    // Asked in a constant, so that the loops below are not compiled where the types answer.
    if const {
        match N::DENSE {
            Dense::Always | Dense::In(Order::RowMajor) => true,
            Dense::In(Order::ColMajor) => !IN_ORDER,
            Dense::Unknown => false,
        }
    } {
        // SAFETY: all leaves have `size` elements one after the other.
        return Ok(unsafe {
            body.row::<{ pace::NEXT }>(init, &node.first(), N::Steps::UNIT, size)
        });
    }
    let way = if IN_ORDER { Way::Kept } else { Way::Free };
    let mut all = init;
    if let Some((steps, place)) = node.begin() {
        // SAFETY: there is an element; the extents and strides are those of the leaves, and the nest is that of what
        // their types know.
        let done = extents.with_slice(|extents| unsafe {
            walk::<Values<IN_ORDER, N>, _, _, _>(
                extents,
                &steps,
                place,
                (way, !N::COUNTS),
                all,
                body,
            )
        });
        match done {
            Ok(all) => return Ok(all),
            Err(init) => all = init,
        }
    } else if const { !IN_ORDER && !N::KNOWN.have_loops() }
        && let Some(place) = node.in_memory_order()
    {
        // SAFETY: all leaves have `size` elements from the place on, each once.
        return Ok(unsafe { body.row::<{ pace::NEXT }>(all, &place, N::Steps::UNIT, size) });
    }
    if const { N::KNOWN.have_loops() } {
        no_loops();
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

/// What the types of an expression know.
struct Values<const IN_ORDER: bool, N>(PhantomData<N>);

impl<const IN_ORDER: bool, N: Node<Extents: Extents>> KnownNest for Values<IN_ORDER, N> {
    const RANK: Option<usize> = N::Extents::STATIC_RANK;
    const NEST: Option<Nest> = N::KNOWN.nest(if IN_ORDER { Way::Kept } else { Way::Free });
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
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(&mut self, all: A, value: N::Elem) -> A {
        (self.f)(all, value)
    }
}

impl<N: Node, A, F: FnMut(A, N::Elem) -> A> Body<N::Steps, A> for Fold<'_, N, F> {
    const HAS_TRIPLES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        mut all: A,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> A {
        for n in 0..count {
            // SAFETY: `n` is below `count`, so that each leaf has an element there, as the caller promises.
            all = (self.f)(all, unsafe { self.node.at::<PACE>(place, step, n) });
        }
        all
    }
}

struct Until<F, D>(F, D);

impl<N: Node, A, F: Value<N, A>, D> Value<N, A> for Until<F, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(&mut self, all: A, value: N::Elem) -> A {
        self.0.value(all, value)
    }
}

impl<S: Steps, A, F: Body<S, A>, D: Fn(&A) -> bool> Body<S, A> for Until<F, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_done(&self, all: &A) -> bool {
        (self.1)(all)
    }
}

/// Whether a value is NaN, whatever its type.
#[cfg_attr(not(unoptimized), inline(always))]
#[allow(clippy::eq_op, reason = "what does not equal itself is NaN")]
pub(in crate::elements) fn is_nan<T: PartialOrd>(value: &T) -> bool {
    value != value
}

/// Whether a value takes the place of the best one so far. NaN is the best, whatever is sought.
#[cfg_attr(not(unoptimized), inline(always))]
pub(in crate::elements) fn is_better<const MAX: bool, T: PartialOrd>(value: &T, best: &T) -> bool {
    let is_better = if MAX { value > best } else { value < best };
    // All are asked, so that there is no branch. What holds NaN, as an `Option` or a tuple may, can be before and behind others.
    (is_better & !is_nan(best)) | is_nan(value)
}

/// Keeps the largest or the smallest value.
struct Best<'n, const MAX: bool, N> {
    node: &'n N,
}

impl<const MAX: bool, N: Node<Elem: PartialOrd>> Value<N, Option<N::Elem>> for Best<'_, MAX, N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(&mut self, best: Option<N::Elem>, value: N::Elem) -> Option<N::Elem> {
        match best {
            Some(best) if !is_better::<MAX, _>(&value, &best) => Some(best),
            _ => Some(value),
        }
    }
}

impl<const MAX: bool, N: Node<Elem: PartialOrd>> Body<N::Steps, Option<N::Elem>>
    for Best<'_, MAX, N>
{
    const HAS_STAYS: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        best: Option<N::Elem>,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> Option<N::Elem> {
        // SAFETY: it is called for `n` below `count`, where each leaf has an element, as the caller promises; there is
        // at least one.
        let at = |n| unsafe { self.node.at::<PACE>(place, step, n) };
        Some(Row::new(at, count).best::<MAX, _>(best, |value| value))
    }
}

/// Keeps the number of the largest or the smallest value.
struct BestAt<'n, const MAX: bool, N> {
    node: &'n N,
    /// How many values came before.
    before: usize,
}

impl<const MAX: bool, N: Node<Elem: PartialOrd>> Value<N, Option<(N::Elem, usize)>>
    for BestAt<'_, MAX, N>
{
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(
        &mut self,
        best: Option<(N::Elem, usize)>,
        value: N::Elem,
    ) -> Option<(N::Elem, usize)> {
        let at = self.before;
        self.before = at.wrapping_add(1);
        match best {
            Some(best) if is_nan(&best.0) || !is_better::<MAX, _>(&value, &best.0) => Some(best),
            _ => Some((value, at)),
        }
    }
}

impl<const MAX: bool, N: Node<Elem: PartialOrd>> Body<N::Steps, Option<(N::Elem, usize)>>
    for BestAt<'_, MAX, N>
{
    const HAS_STAYS: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        best: Option<(N::Elem, usize)>,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> Option<(N::Elem, usize)> {
        // SAFETY: it is called for `n` below `count`, where each leaf has an element, as the caller promises; there is
        // at least one.
        let value = |n| unsafe { self.node.at::<PACE>(place, step, n) };
        let (mut best, mut at) = match best {
            Some(best) => best,
            None => (value(0), self.before),
        };
        for n in 0..count {
            let value = value(n);
            // True of most values.
            if if MAX { value <= best } else { value >= best } & !is_nan(&value) {
                continue;
            }
            if !is_nan(&best) && is_better::<MAX, _>(&value, &best) {
                (best, at) = (value, self.before.wrapping_add(n));
            }
        }
        self.before = self.before.wrapping_add(count);
        Some((best, at))
    }
}

/// Adds all values, those of a block to each other first.
struct Sum<'n, N: Node> {
    node: &'n N,
    /// How many values were added since the last block.
    added: usize,
    // Lent, so that all else can stay in registers.
    halves: &'n mut Halves<N::Elem>,
}

impl<N: Node<Elem: Scalar>> Sum<'_, N> {
    /// After so many values were added: what the next ones are added to.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after(&mut self, count: usize, sum: N::Elem) -> N::Elem {
        self.added = self.added.wrapping_add(count);
        if N::Elem::ADDS_IN_ANY_ORDER || self.added < const { sums::block(size_of::<N::Elem>()) } {
            return sum;
        }
        self.added = 0;
        self.halves.add(sum);
        N::Elem::ZERO
    }
}

impl<N: Node<Elem: Scalar>> Value<N, N::Elem> for Sum<'_, N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(&mut self, sum: N::Elem, value: N::Elem) -> N::Elem {
        self.after(1, sum.plus(value))
    }
}

impl<N: Node<Elem: Scalar>> Body<N::Steps, N::Elem> for Sum<'_, N> {
    const HAS_STAYS: bool = N::Elem::ADDS_IN_ANY_ORDER;
    const HAS_SHORT: bool = true;
    const HAS_TRIPLES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        sum: N::Elem,
        place: &Place<N>,
        step: Step<N>,
        count: usize,
    ) -> N::Elem {
        let (node, place) = (self.node, place.clone());
        // SAFETY: it is called for `n` below `count`, where each leaf has an element, as the caller promises.
        let at = move |n| unsafe { node.at::<PACE>(&place, step, n) };
        if const { PACE == pace::SHORT } {
            // Less than a block, of which nothing is counted: then the sum stays in a register.
            return (0..count).fold(sum, |sum, n| sum.plus(at(n)));
        }
        // With one pace it is asked, so that sums are the same to the bit.
        let sum = if const { PACE == pace::NEXT } || (cfg!(one_pace) && N::Steps::is_next(step).0) {
            sums::sum::<true, _>(sum, at, count)
        } else {
            sums::sum::<false, _>(sum, at, count)
        };
        self.after(count, sum)
    }
}
