//! One walk over an expression into a target that has one element for many values: folds along modes.

use core::marker::PhantomData;

use extents_static::Anything;

use super::leaves::strided;
use super::{Node, Place, Step, Uniform, write_all};
use crate::Extents;
use crate::elements::ViewMut;
use crate::elements::walk::{Body, KnownNest, pace, walk};
use crate::layout::TrustedLayout;
use crate::nest::{Nest, Steps, Strided, Way};

/// How many values are folded side by side where a row is long.
pub(in crate::elements) const LANES: usize = 8;

/// What a fold makes of values `X`: a `U`.
pub(in crate::elements) trait Accumulate<U, X> {
    /// In what order the values are taken.
    const WAY: Way = Way::Free;
    /// Whether [`finish`](Self::finish) changes anything.
    const FINISHES: bool = false;
    /// What a fold starts with. `start(None)` is always a value or never; where it is none, `start(Some(first))` is
    /// one, and the first value may be [added](Self::add) as well.
    fn start(&mut self, first: Option<X>) -> Option<U>;
    /// Takes in a value.
    fn add(&mut self, all: &mut U, value: X);
    /// Takes in values that are next to each other in memory.
    #[inline(always)]
    fn add_row<A: Fn(usize) -> X>(&mut self, all: &mut U, row: Row<A>) {
        row.each(|value| self.add(all, value));
    }
    /// Turns what all values were taken into to the result.
    #[inline(always)]
    fn finish(&mut self, _: &mut U) {}
}

/// The values of a row that were not taken yet.
pub(in crate::elements) struct Row<A> {
    // INVARIANT: `at` is called for numbers from `from` to before `count`.
    at: A,
    from: usize,
    count: usize,
}

impl<X, A: Fn(usize) -> X> Row<A> {
    /// The values `at` so many places from 0 on.
    #[inline(always)]
    pub(super) fn new(at: A, count: usize) -> Self {
        Row { at, from: 0, count }
    }

    /// The first value of each lane, of a row that is long.
    #[inline(always)]
    pub(super) fn first_of_lanes(&self) -> [X; LANES] {
        core::array::from_fn(&self.at)
    }

    /// Whether there are enough values for lanes.
    #[inline(always)]
    pub(in crate::elements) fn is_long(&self) -> bool {
        self.count >= 2 * LANES
    }

    /// Gives each lane its next values, as long as there is one for each lane.
    #[inline(always)]
    pub(in crate::elements) fn by_lanes<V>(
        &mut self,
        lanes: &mut [V; LANES],
        mut f: impl FnMut(&mut V, X),
    ) {
        let chunks = self.count / LANES;
        for chunk in 0..chunks {
            for (lane, to) in lanes.iter_mut().enumerate() {
                f(to, (self.at)(chunk.wrapping_mul(LANES).wrapping_add(lane)));
            }
        }
        self.from = chunks.wrapping_mul(LANES);
    }

    /// Gives the values that are left.
    #[inline(always)]
    pub(in crate::elements) fn each(self, mut f: impl FnMut(X)) {
        (self.from..self.count).for_each(|n| f((self.at)(n)));
    }
}

/// What types know of the modes that a fold goes over.
pub(in crate::elements) trait KnownModes {
    /// The modes; none where they are numbers.
    const MODES: &'static [Option<usize>];
}

/// What the types know of the loops over all entries of the modes, and of those over the first entries alone.
struct Known<const FIRSTS: bool, M, A, U, N, F, L>(PhantomData<(M, A, U, N, F, L)>);

impl<const FIRSTS: bool, M, A, U, N, F, L> KnownNest for Known<FIRSTS, M, A, U, N, F, L>
where
    M: KnownModes,
    A: Accumulate<U, N::Elem>,
    N: Node<Extents: Extents>,
    F: Extents,
    L: TrustedLayout<F>,
{
    const RANK: Option<usize> = N::Extents::STATIC_RANK;
    const NEST: Option<Nest> = match N::KNOWN.folded::<F, L>(M::MODES, A::WAY) {
        Some([all, firsts]) => Some(if FIRSTS { firsts } else { all }),
        None => None,
    };
}

/// Folds the values of a node of these extents along `modes`, into a target of the other modes, with or without modes of
/// extent 1 in the place of these. `put` gives an element its first value.
///
/// # Safety
/// All leaves have the extents, which are not null. The target has those of the modes that are left: kept, or dropped.
/// The modes are of the extents, each once, and those that are known. An `S` that was `put` is a `U`. Where the node has no values but the target
/// has elements, the fold starts with `None`.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn fold_along<M, S, U, E, F, L, N, A>(
    mut target: ViewMut<'_, S, F, L>,
    put: impl Fn(&mut S, U),
    (node, extents, modes): (&N, &E, &[usize]),
    fold: &mut A,
) where
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
    let nothing = &Uniform { value: (), extents: Anything };
    let starts_with_first = fold.start(None).is_none();
    if !starts_with_first {
        // SAFETY: there is no leaf.
        unsafe {
            write_all(target.view_mut(), nothing, |to, ()| put(to, started(fold.start(None))));
        }
    }
    if extents.size() > 0 {
        // SAFETY: as the caller promises; there are values.
        unsafe {
            let put = starts_with_first.then_some(&put);
            add_all::<M, _, _, _, _, _, _, _>(&mut target, put, (node, extents, modes), fold)
        };
    }
    if A::FINISHES {
        // SAFETY: there is no leaf, and each element was put, so that it is a `U`.
        unsafe {
            write_all(target, nothing, |to, ()| fold.finish(&mut *(&raw mut *to).cast::<U>()));
        }
    }
}

/// What a fold starts with.
#[inline(always)]
fn started<U>(start: Option<U>) -> U {
    match start {
        Some(start) => start,
        None => unreachable!("a fold starts with nothing always or never"),
    }
}

/// Folds the values, of which there are some, after putting the first ones where `put` says how.
///
/// # Safety
/// As [`fold_along`]; where `put` does not say how, the elements of the target are each a `U`.
#[inline]
#[track_caller]
unsafe fn add_all<M, S, U, E, F, L, N, A>(
    target: &mut ViewMut<'_, S, F, L>,
    mut put: Option<&impl Fn(&mut S, U)>,
    (node, extents, modes): (&N, &E, &[usize]),
    fold: &mut A,
) where
    M: KnownModes,
    E: Extents,
    F: Extents,
    L: TrustedLayout<F>,
    N: Node<Extents = E>,
    A: Accumulate<U, N::Elem>,
{
    let keeps = target.extents().rank() == extents.rank();
    if let (Some((own, origin)), Some((steps, place))) =
        (strided(target.start(), target.mapping()), node.begin())
    {
        let strides = spread(extents, own.strides(), modes, keeps);
        let steps = (steps, Strided::<U, _>::new(strides));
        let place = (place, origin.cast::<U>());
        if let Some(first) = put {
            // The first entry of each mode that is folded: the same loops or fewer.
            let mut firsts = extents.extents();
            for mode in modes {
                if let Some(extent) = firsts.as_mut().get_mut(*mode) {
                    *extent = 1;
                }
            }
            let mut body = First { node, fold, put: first, elements: PhantomData::<S> };
            let (place, how) = (place.clone(), (Way::Free, !N::COUNTS));
            // SAFETY: the walk is over the first entry of each mode that is folded: one value for each element, along whose
            // mode the target has its own stride.
            let done = unsafe {
                let firsts = firsts.as_ref();
                walk::<Known<true, M, A, U, N, F, L>, _, _>(
                    firsts,
                    &steps,
                    place,
                    how,
                    (),
                    &mut body,
                )
            };
            if done.is_ok() {
                put = None;
            }
        }
        if put.is_none() {
            let how = (A::WAY, !N::COUNTS);
            // SAFETY: each element of the target is a `U`; the target has a stride of 0 along the modes that are folded,
            // and its own along the others, whose extents it has.
            let done = extents.with_slice(|extents| unsafe {
                let mut body = Rest { node, fold };
                walk::<Known<false, M, A, U, N, F, L>, _, _>(
                    extents,
                    &steps,
                    place,
                    how,
                    (),
                    &mut body,
                )
            });
            if done.is_ok() {
                return;
            }
        }
    }
    for index in extents.indices() {
        let (mut at, mut is_first, mut own) = (target.extents().extents(), true, 0_usize);
        for (mode, coordinate) in index.as_ref().iter().enumerate() {
            let is_folded = modes.contains(&mode);
            is_first &= !is_folded || *coordinate == 0;
            if !is_folded || keeps {
                if let Some(to) = at.as_mut().get_mut(own) {
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

/// The strides of a target along all modes: 0 along those that are folded.
#[inline]
fn spread<E: Extents>(extents: &E, own: &[isize], modes: &[usize], keeps: bool) -> E::Strides {
    let mut strides = extents.zero_strides();
    let mut own = own.iter();
    for (mode, stride) in strides.as_mut().iter_mut().enumerate() {
        let is_folded = modes.contains(&mode);
        if let Some(own) = if is_folded && !keeps { None } else { own.next() }
            && !is_folded
        {
            *stride = *own;
        }
    }
    strides
}

/// Puts the first values.
struct First<'n, N, A, P, S> {
    node: &'n N,
    fold: &'n mut A,
    put: &'n P,
    elements: PhantomData<S>,
}

impl<S, U, T, N, A, P> Body<(N::Steps, Strided<U, T>), ()> for First<'_, N, A, P, S>
where
    T: AsRef<[isize]>,
    N: Node,
    A: Accumulate<U, N::Elem>,
    P: Fn(&mut S, U),
{
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (place, target): &(Place<N>, *mut U),
        (step, to): (Step<N>, isize),
        count: usize,
    ) {
        for n in 0..count {
            // SAFETY: `n` is below `count`: the target, whose elements are an `S` yet, and each leaf have an element there,
            // as the caller promises.
            unsafe {
                let value = self.node.at::<PACE>(place, step, n);
                let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                (self.put)(&mut *element.cast::<S>(), started(self.fold.start(Some(value))));
            }
        }
    }
}

/// Takes in all values.
struct Rest<'n, N, A> {
    node: &'n N,
    fold: &'n mut A,
}

impl<U, T, N, A> Body<(N::Steps, Strided<U, T>), ()> for Rest<'_, N, A>
where
    T: AsRef<[isize]>,
    N: Node,
    A: Accumulate<U, N::Elem>,
{
    #[inline(always)]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (place, target): &(Place<N>, *mut U),
        (step, to): (Step<N>, isize),
        count: usize,
    ) {
        // As a slice that is lent to a function, so that the compiler knows that a write changes no leaf.
        #[inline]
        fn fill<U>(target: &mut [U], mut f: impl FnMut(usize, &mut U)) {
            for (n, element) in target.iter_mut().enumerate() {
                f(n, element);
            }
        }
        #[inline]
        fn into<U, X, A: Accumulate<U, X>>(
            element: &mut U,
            fold: &mut A,
            row: Row<impl Fn(usize) -> X>,
        ) {
            fold.add_row(element, row);
        }
        let Rest { node, fold } = self;
        let is_next = <N::Steps as Steps>::is_next(step).0;
        // SAFETY: what is called with it is below `count`, by the invariant of `Row` and below: the target, which borrows
        // its elements mutably, and each leaf have an element there, as the caller promises; `is_next` says the pace.
        unsafe {
            if to == 0 {
                let element = &mut **target;
                if is_next {
                    let at = |n| node.at::<{ pace::NEXT }>(place, step, n);
                    into(element, *fold, Row { at, from: 0, count });
                } else {
                    for n in 0..count {
                        fold.add(element, node.at::<PACE>(place, step, n));
                    }
                }
            } else if to == 1 {
                let target = core::slice::from_raw_parts_mut(*target, count);
                if is_next {
                    fill(target, |n, to| fold.add(to, node.at::<{ pace::NEXT }>(place, step, n)));
                } else {
                    fill(target, |n, to| fold.add(to, node.at::<PACE>(place, step, n)));
                }
            } else {
                for n in 0..count {
                    let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                    fold.add(&mut *element, node.at::<PACE>(place, step, n));
                }
            }
        }
    }
}
