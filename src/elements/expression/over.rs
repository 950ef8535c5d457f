//! One walk over an expression into a target that has one element for many values: folds along modes.

#[cfg(feature = "alloc")]
mod portions;
mod rows;

use core::marker::PhantomData;
use core::mem::replace;

use extents_static::__private::Turn;
use extents_static::Anything;

#[cfg(feature = "alloc")]
use self::portions::{Beside, Portions, least};
use self::rows::{First, Rest};
use super::leaves::strided;
use super::row::Row;
use super::{InOrder, Node, Uniform, write_all};
use crate::Extents;
use crate::elements::ViewMut;
use crate::elements::walk::{KnownNest, no_loops, walk};
use crate::layout::{ModeSet, TrustedLayout};
use crate::nest::{KnownOperands, Nest, Strided, Way};
#[cfg(feature = "alloc")]
use crate::nest::{Operands, Steps};

/// What a fold makes of values `X`: a `U`.
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "there is no memory for portions"))]
pub(in crate::elements) trait Accumulate<U, X> {
    /// In what order the values are taken.
    const WAY: Way = Way::Free;
    /// Whether [`finish`](Self::finish) changes anything.
    const FINISHES: bool = false;
    /// Whether a fold starts with its first value, which may be [added](Self::add) as well.
    const STARTS_WITH_FIRST: bool = false;
    /// Whether it makes something of no values. What does not is asked for none.
    const HAS_START: bool = !Self::STARTS_WITH_FIRST;
    /// What a fold starts with: of `None` a value if it [has one](Self::HAS_START); of `Some` one in any case.
    fn start(&mut self, first: Option<X>) -> Option<U>;
    /// Whether what portions of the values become is better joined than all values taken in one after the other. It has a start then.
    const HAS_PORTIONS: bool = false;
    /// Takes in what other values became.
    fn join(&mut self, _: &mut U, _: U) {
        unreachable!("a fold that has no portions")
    }
    /// Takes in a value.
    fn add(&mut self, all: &mut U, value: X);
    /// Takes in values that are next to each other in memory.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> X>(&mut self, all: &mut U, row: Row<A>) {
        row.each(|value| self.add(all, value));
    }
    /// What all values of a result become, which are next to each other in memory; there are some.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of_row<A: Fn(usize) -> X>(&mut self, row: Row<A>) -> U {
        let first = if const { Self::STARTS_WITH_FIRST } { Some(row.first()) } else { None };
        let mut all = started(self.start(first));
        self.add_row(&mut all, row);
        all
    }
    /// Turns what all values were taken into to the result.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn finish(&mut self, _: &mut U) {}
}

/// What types know of the modes that a fold goes over.
pub(in crate::elements) trait KnownModes {
    /// The modes; none where they are numbers.
    const MODES: &'static [Option<usize>];
}

/// What the types know of the loops over all entries of the modes, and of those over the first entries alone.
struct Known<const FIRSTS: bool, O, M, A, U, N, F, L>(PhantomData<(O, M, A, U, N, F, L)>);

impl<const FIRSTS: bool, O, M, A, U, N, F, L> KnownNest for Known<FIRSTS, O, M, A, U, N, F, L>
where
    O: InOrder,
    M: KnownModes,
    A: Accumulate<U, N::Elem>,
    N: Node<Extents: Extents>,
    F: Extents,
    L: TrustedLayout<F>,
{
    const RANK: Option<usize> = N::Extents::STATIC_RANK;
    const NEST: Option<Nest> = match N::KNOWN.folded::<F, L>(M::MODES, A::WAY) {
        Some([all, firsts]) if O::ORDER.is_none() && !Self::HAS_PORTIONS => {
            Some(if FIRSTS { firsts } else { all })
        }
        _ => None,
    };
}

impl<const FIRSTS: bool, O, M, A, U, N, F, L> Known<FIRSTS, O, M, A, U, N, F, L>
where
    M: KnownModes,
    A: Accumulate<U, N::Elem>,
    N: Node<Extents: Extents>,
{
    /// Whether values may be folded in portions.
    #[cfg(feature = "alloc")]
    const HAS_PORTIONS: bool = A::HAS_PORTIONS
        && Portions::may_be(N::Extents::STATIC_EXTENTS, M::MODES, least(size_of::<U>()));
    /// There is no memory for them.
    #[cfg(not(feature = "alloc"))]
    const HAS_PORTIONS: bool = false;
}

/// Folds the values of a node of these extents along `modes`, into a target of the other modes, with or without modes of
/// extent 1 in the place of these. `put` gives an element its first value.
///
/// # Safety
/// All leaves have the extents, which are not null. The target has those of the modes that are left, kept or dropped, once
/// its own stand in the order `O`.
/// The modes are of the extents, each once, and those that are known. An `S` that was `put` is a `U`. Where the node has no values but the target
/// has elements, the fold starts with `None`.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn fold_along<O, M, S, U, E, F, L, N, A>(
    mut target: ViewMut<'_, S, F, L>,
    put: impl Fn(&mut S, U),
    (node, extents, modes): (&N, &E, &[usize]),
    fold: &mut A,
) where
    O: InOrder,
    M: KnownModes,
    E: Extents,
    F: Extents,
    L: TrustedLayout<F>,
    N: Node<Extents = E>,
    A: Accumulate<U, N::Elem>,
{
    if target.extents().size() == 0 {
        return;
    }
    let has_values = extents.size() > 0;
    if has_values {
        let source = (node, extents, modes);
        // SAFETY: the caller promises that all leaves have the extents, and the target those of the modes that are left; the
        // size of the extents is not zero.
        if unsafe { along_nest::<O, M, _, _, _, _, _, _, _>(&mut target, &put, source, fold) } {
            return;
        }
    }
    if const { A::HAS_START } {
        put_starts::<_, _, N::Elem, _, _, _>(target.view_mut(), &put, fold);
    } else if !has_values {
        unreachable!("a fold of no values has something to start with");
    }
    // Asked in a constant, so that what asks index by index is not compiled where there are loops.
    if const { KnownOperands::strided::<F, L>().have_loops() && N::KNOWN.have_loops() } {
        if has_values {
            no_loops();
        }
    } else if has_values {
        // SAFETY: the caller promises that all leaves have the extents, and the target those of the modes that are left. Unless
        // the fold starts with the first value, each element was put.
        unsafe {
            let put = A::STARTS_WITH_FIRST.then_some(&put);
            by_index::<O, _, _, _, _, _, _, _>(&mut target, put, (node, extents, modes), fold);
        }
    }
    // SAFETY: each element was put.
    unsafe { finish::<_, _, N::Elem, _, _, _>(target, fold) };
}

/// Puts what the fold starts with, which needs no value.
#[inline]
#[track_caller]
fn put_starts<S, U, X, F: Extents, L: TrustedLayout<F>, A: Accumulate<U, X>>(
    target: ViewMut<'_, S, F, L>,
    put: impl Fn(&mut S, U),
    fold: &mut A,
) {
    let nothing = &Uniform { value: (), extents: Anything };
    // SAFETY: there is no leaf.
    unsafe { write_all(target, nothing, |to, ()| put(to, started(fold.start(None)))) };
}

/// Turns what the values were taken into to the results.
///
/// # Safety
/// Each element of the target is a `U`.
#[inline]
#[track_caller]
unsafe fn finish<S, U, X, F: Extents, L: TrustedLayout<F>, A: Accumulate<U, X>>(
    target: ViewMut<'_, S, F, L>,
    fold: &mut A,
) {
    if A::FINISHES {
        let nothing = &Uniform { value: (), extents: Anything };
        // SAFETY: there is no leaf, and each element is a `U`, as the caller promises.
        unsafe {
            write_all(target, nothing, |to, ()| fold.finish(&mut *(&raw mut *to).cast::<U>()));
        }
    }
}

/// What a fold starts with.
#[cfg_attr(not(unoptimized), inline(always))]
fn started<U>(start: Option<U>) -> U {
    match start {
        Some(start) => start,
        None => unreachable!("a fold starts with a value of its own, or with the first one"),
    }
}

/// Folds the values, of which there are some, along a nest of loops. Returns false, and has done nothing, if there is none.
///
/// # Safety
/// As [`fold_along`].
#[inline]
#[track_caller]
unsafe fn along_nest<O, M, S, U, E, F, L, N, A>(
    target: &mut ViewMut<'_, S, F, L>,
    put: &impl Fn(&mut S, U),
    (node, extents, modes): (&N, &E, &[usize]),
    fold: &mut A,
) -> bool
where
    O: InOrder,
    M: KnownModes,
    E: Extents,
    F: Extents,
    L: TrustedLayout<F>,
    N: Node<Extents = E>,
    A: Accumulate<U, N::Elem>,
{
    let (Some((own, origin)), Some((steps, place))) =
        (strided(target.start(), target.mapping()), node.begin())
    else {
        return false;
    };
    let keeps = target.extents().rank() == extents.rank();
    let strides = || spread(extents, own.strides(), modes, (keeps, O::ORDER));
    let steps = (steps, Strided::<U, _>::new(strides()));
    let place = (place, origin.cast::<U>());
    // The first entry of each mode that is folded: the same loops or fewer.
    let (mut firsts, mut entries) = (extents.extents(), 1_usize);
    for mode in modes {
        if let Some(extent) = firsts.as_mut().get_mut(*mode) {
            entries = entries.saturating_mul(replace(extent, 1));
        }
    }
    let start = place.clone();
    let put_first = |fold: &mut A| {
        if const { !A::STARTS_WITH_FIRST } {
            return put_starts::<_, _, N::Elem, _, _, _>(target.view_mut(), put, fold);
        }
        let mut body = First { node, fold, put, elements: PhantomData::<S> };
        let how = (Way::Free, !N::COUNTS);
        // SAFETY: the walk is over the first entry of each mode that is folded: one value for each element, along whose
        // mode the target has its own stride.
        let done = unsafe {
            let firsts = firsts.as_ref();
            let start = start.clone();
            walk::<Known<true, O, M, A, U, N, F, L>, _, _, _>(
                firsts,
                &steps,
                start,
                how,
                (),
                &mut body,
            )
        };
        if done.is_err() {
            unreachable!("there are no more loops than over all values");
        }
    };
    let elements = PhantomData::<S>;
    let mut body = Rest {
        node,
        fold: &mut *fold,
        put,
        put_first,
        entries,
        is_whole: false,
        is_portion: false,
        elements,
    };
    let how = (A::WAY, !N::COUNTS);
    // SAFETY: the target has a stride of 0 along the modes that are folded, and its own along the others, whose extents it
    // has; `put_first` puts a `U` in each element. In portions, the target is also memory with an element for each of its.
    let walk_over = |extents: &[usize], steps: &_, place, body: &mut _| unsafe {
        walk::<Known<false, O, M, A, U, N, F, L>, _, _, _>(extents, steps, place, how, (), body)
    };
    #[cfg(feature = "alloc")]
    if const { Known::<false, O, M, A, U, N, F, L>::HAS_PORTIONS } {
        let (mut part, mut place) = (extents.extents(), place.clone());
        let advance = |place: &mut _, step, entries: usize| {
            <(N::Steps, Strided<U, E::Strides>)>::advance(place, step, entries.cast_signed());
        };
        let mut portions = steps.operands(&Operands::None, |operands| {
            Portions::of(part.as_ref(), modes, operands, const { least(size_of::<U>()) })
        });
        let mut beside = None;
        if portions.are_many() {
            let (of, to) = ((extents, firsts.as_ref()), (place.1, strides()));
            beside = node.begin().and_then(|(steps, _)| Beside::<U, _, E>::new(of, steps, to));
            if beside.is_none() {
                portions = Portions::one(part.as_ref());
            }
        }
        for (n, entries) in portions.each().enumerate() {
            if let Some(extent) = part.as_mut().get_mut(portions.mode) {
                *extent = entries;
            }
            // The first portion goes to the target, which each other one is joined to.
            let mut beside = if n > 0 { beside.as_mut() } else { None };
            body.is_portion = beside.is_some();
            let mut by = &steps;
            if let Some(beside) = &mut beside {
                place.1 = beside.start(|| started(body.fold.start(None)));
                by = &beside.steps;
            }
            let (mode, columns) = portions.columns;
            let mut at = place.clone();
            for column in 0..columns {
                if columns > 1
                    && let Some(extent) = part.as_mut().get_mut(mode)
                {
                    *extent = 1;
                    at = place.clone();
                    advance(&mut at, by.step(mode, false), column);
                }
                if walk_over(part.as_ref(), by, at.clone(), &mut body).is_err() {
                    assert!(!body.is_portion, "portions have as many loops each");
                    return false;
                }
                body.is_portion |= columns > 1;
            }
            if let Some(beside) = beside {
                // SAFETY: each element of the target was put.
                unsafe { beside.join::<N::Elem, _>(extents, firsts.as_ref(), body.fold) };
            }
            if portions.are_many() {
                advance(&mut place, steps.step(portions.mode, false), entries);
            }
        }
    }
    if const { !Known::<false, O, M, A, U, N, F, L>::HAS_PORTIONS }
        && extents.with_slice(|extents| walk_over(extents, &steps, place, &mut body)).is_err()
    {
        return false;
    }
    if !body.is_whole {
        // SAFETY: each element was put.
        unsafe { finish::<_, _, N::Elem, _, _, _>(target.view_mut(), fold) };
    }
    true
}

/// Folds the values index by index, after putting the first ones where `put` says how.
///
/// # Safety
/// As [`fold_along`]; where `put` does not say how, the elements of the target are each a `U`.
#[inline]
#[track_caller]
unsafe fn by_index<O, S, U, E, F, L, N, A>(
    target: &mut ViewMut<'_, S, F, L>,
    put: Option<&impl Fn(&mut S, U)>,
    (node, extents, modes): (&N, &E, &[usize]),
    fold: &mut A,
) where
    O: InOrder,
    E: Extents,
    F: Extents,
    L: TrustedLayout<F>,
    N: Node<Extents = E>,
    A: Accumulate<U, N::Elem>,
{
    let keeps = target.extents().rank() == extents.rank();
    for index in extents.indices() {
        let (mut at, mut is_first, mut own) = (target.extents().extents(), true, 0_usize);
        for (mode, coordinate) in index.as_ref().iter().enumerate() {
            let is_folded = modes.contains(&mode);
            is_first &= !is_folded || *coordinate == 0;
            if !is_folded || keeps {
                if let Some(to) = at.as_mut().get_mut(place_in(const { O::ORDER }, own)) {
                    *to = if is_folded { 0 } else { *coordinate };
                }
                own = own.wrapping_add(1);
            }
        }
        // SAFETY: the index is in bounds for the leaves; that of the target has the coordinates of the modes that are
        // left, and 0 where a mode is kept. The first index of each element comes before the others in row-major order.
        unsafe {
            let (element, value) = (target.get_unchecked_mut(&at), node.at_index(index.as_ref()));
            match put {
                Some(put) if is_first => put(element, started(fold.start(Some(value)))),
                _ => fold.add(&mut *(&raw mut *element).cast::<U>(), value),
            }
        }
    }
}

/// Where a mode of a target is that stands at a place of an order.
#[inline]
fn place_in(order: Option<Turn>, place: usize) -> usize {
    match order {
        Some(order) => order.get(place).copied().map_or(place, usize::from),
        None => place,
    }
}

/// The strides of a target along all modes: 0 along those that are folded.
#[inline]
fn spread<E: Extents>(
    extents: &E,
    own: &[isize],
    modes: &[usize],
    how: (bool, Option<Turn>),
) -> E::Strides {
    let mut strides = extents.zero_strides();
    if const { E::STATIC_SIZE.is_some() } {
        spread_to(strides.as_mut(), own, |mode| modes.contains(&mode), how);
    } else {
        spread_apart(strides.as_mut(), own, modes, how);
    }
    strides
}

#[inline]
fn spread_to(
    strides: &mut [isize],
    own: &[isize],
    is_folded: impl Fn(usize) -> bool,
    (keeps, order): (bool, Option<Turn>),
) {
    let mut own = (0..own.len()).filter_map(|place| own.get(place_in(order, place)));
    for (mode, stride) in strides.iter_mut().enumerate() {
        let is_folded = is_folded(mode);
        if let Some(own) = if is_folded && !keeps { None } else { own.next() }
            && !is_folded
        {
            *stride = *own;
        }
    }
}

/// As [`spread_to`], compiled in this library.
fn spread_apart(strides: &mut [isize], own: &[isize], modes: &[usize], how: (bool, Option<Turn>)) {
    let folded = ModeSet::of(modes, strides.len());
    spread_to(strides, own, |mode| folded.has(mode), how);
}
