//! The inner nodes: functions of one, two or three others; and a node that is borrowed.

#![allow(
    private_bounds,
    private_interfaces,
    reason = "how leaves move is for the loops of this crate"
)]

use core::marker::PhantomData;

use extents_static::__private::{AlignsWith, Certainty, Turn};

use super::{
    AtPlaces, Function, InOrder, Map, Node, Place, Step, Zip, Zip3, at_index_in, begin_in,
};
use crate::ShapeError;
use crate::nest::{Dense, KnownOperands};

/// The relation of two: that of each, and what is between their extents.
type Both<A, B> =
    <<<A as Node>::Relation as Certainty>::And<<B as Node>::Relation> as Certainty>::And<
        <<B as Node>::Extents as AlignsWith<<A as Node>::Extents>>::Meeting,
    >;
type Met<A, B> = <<B as Node>::Extents as AlignsWith<<A as Node>::Extents>>::Aligned;

/// Where the modes of extents `E` are among those of a node.
const fn order_of<N: Node<Extents: AlignsWith<E>>, E>() -> Option<Turn> {
    <N::Extents as AlignsWith<E>>::ORDER
}

// SAFETY: each method is that of the node that is borrowed, whose leaves these are.
unsafe impl<N: Node> Node for &N {
    type Elem = N::Elem;
    type Extents = N::Extents;
    type Relation = N::Relation;
    type Steps = N::Steps;
    const DENSE: Dense = N::DENSE;
    const COUNTS: bool = N::COUNTS;
    const KNOWN: KnownOperands = N::KNOWN;

    #[inline]
    fn united(&self) -> Result<N::Extents, ShapeError> {
        (**self).united()
    }

    #[inline]
    fn begin(&self) -> Option<(N::Steps, Place<N>)> {
        (**self).begin()
    }

    #[inline]
    fn first(&self) -> Place<N> {
        (**self).first()
    }

    #[inline]
    fn in_memory_order(&self) -> Option<Place<N>> {
        (**self).in_memory_order()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(&self, place: &Place<N>, step: Step<N>, n: usize) -> N::Elem {
        // SAFETY: the leaves of a reference are those of the node, which have an element there.
        unsafe { (**self).at::<PACE>(place, step, n) }
    }

    #[inline]
    #[track_caller]
    unsafe fn at_index(&self, index: &[usize]) -> N::Elem {
        // SAFETY: `united` is that of the node; it passes, and the index is in bounds.
        unsafe { (**self).at_index(index) }
    }
}

// SAFETY: the leaves and the extents are those of the one branch.
unsafe impl<A: Node, F: Function<(A::Elem,)>> Node for Map<A, F> {
    type Elem = F::Output;
    type Extents = A::Extents;
    type Relation = A::Relation;
    type Steps = A::Steps;
    const DENSE: Dense = A::DENSE;
    const COUNTS: bool = A::COUNTS;
    const KNOWN: KnownOperands = A::KNOWN;

    #[inline]
    fn united(&self) -> Result<A::Extents, ShapeError> {
        self.a.united()
    }

    #[inline]
    fn begin(&self) -> Option<(A::Steps, Place<A>)> {
        self.a.begin()
    }

    #[inline]
    fn first(&self) -> Place<A> {
        self.a.first()
    }

    #[inline]
    fn in_memory_order(&self) -> Option<Place<A>> {
        self.a.in_memory_order()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(&self, place: &Place<A>, step: Step<A>, n: usize) -> F::Output {
        // SAFETY: the leaves are those of the argument, which have an element there.
        self.f.call((unsafe { self.a.at::<PACE>(place, step, n) },))
    }

    #[inline]
    #[track_caller]
    unsafe fn at_index(&self, index: &[usize]) -> F::Output {
        // SAFETY: `united` is that of the argument; it passes, and the index is in bounds.
        self.f.call((unsafe { self.a.at_index(index) },))
    }
}

// SAFETY: `united` passes only where those of both branches do and agree, the second one in the order of the first; all else is
// asked of both, in that order.
unsafe impl<A, B, F> Node for Zip<A, B, F>
where
    A: Node,
    B: Node<Extents: AlignsWith<A::Extents>>,
    F: Function<(A::Elem, B::Elem)>,
{
    type Elem = F::Output;
    type Extents = Met<A, B>;
    type Relation = Both<A, B>;
    type Steps = (A::Steps, B::Steps);
    const DENSE: Dense = A::DENSE.and(B::DENSE.turned(order_of::<B, A::Extents>()));
    const COUNTS: bool = A::COUNTS || B::COUNTS;
    const KNOWN: KnownOperands = A::KNOWN.and(&B::KNOWN.turned(order_of::<B, A::Extents>()));

    #[inline]
    fn united(&self) -> Result<Self::Extents, ShapeError> {
        let a = self.a.united()?;
        AlignsWith::<A::Extents>::align(&self.b.united()?, &a)
    }

    #[inline]
    fn begin(&self) -> Option<(Self::Steps, Place<Self>)> {
        let (steps, place) = self.a.begin()?;
        let (others, other) = begin_in(&self.b, const { order_of::<B, A::Extents>() })?;
        Some(((steps, others), (place, other)))
    }

    #[inline]
    fn first(&self) -> Place<Self> {
        (self.a.first(), self.b.first())
    }

    #[inline]
    fn in_memory_order(&self) -> Option<Place<Self>> {
        // Two leaves in memory may have different orders.
        if A::IS_UNIFORM || B::IS_UNIFORM {
            Some((self.a.in_memory_order()?, self.b.in_memory_order()?))
        } else {
            None
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(
        &self,
        (a, b): &Place<Self>,
        (step, other): Step<Self>,
        n: usize,
    ) -> F::Output {
        // SAFETY: each leaf of either argument has an element there.
        self.f.call(unsafe { (self.a.at::<PACE>(a, step, n), self.b.at::<PACE>(b, other, n)) })
    }

    #[inline]
    #[track_caller]
    unsafe fn at_index(&self, index: &[usize]) -> F::Output {
        // SAFETY: `united` passes only where it does for both, with equal extents in the order of the first, in whose bounds the
        // index is.
        self.f.call(unsafe {
            (
                self.a.at_index(index),
                at_index_in(&self.b, const { order_of::<B, A::Extents>() }, index),
            )
        })
    }
}

// SAFETY: `united` passes only where it does for all three branches, with equal extents in the order of the
// first, so that each leaf has them in that order.
unsafe impl<A, B, C, F> Node for Zip3<A, B, C, F>
where
    A: Node,
    B: Node<Extents: AlignsWith<A::Extents>>,
    C: Node<Extents: AlignsWith<Met<A, B>>>,
    F: Function<(A::Elem, B::Elem, C::Elem)>,
{
    type Elem = F::Output;
    type Extents = <C::Extents as AlignsWith<Met<A, B>>>::Aligned;
    type Relation = <<Both<A, B> as Certainty>::And<C::Relation> as Certainty>::And<
        <C::Extents as AlignsWith<Met<A, B>>>::Meeting,
    >;
    type Steps = (A::Steps, (B::Steps, C::Steps));
    const DENSE: Dense = A::DENSE
        .and(B::DENSE.turned(order_of::<B, A::Extents>()))
        .and(C::DENSE.turned(order_of::<C, Met<A, B>>()));
    const COUNTS: bool = A::COUNTS || B::COUNTS || C::COUNTS;
    const KNOWN: KnownOperands = A::KNOWN
        .and(&B::KNOWN.turned(order_of::<B, A::Extents>()))
        .and(&C::KNOWN.turned(order_of::<C, Met<A, B>>()));

    #[inline]
    fn united(&self) -> Result<Self::Extents, ShapeError> {
        let a = self.a.united()?;
        let both = AlignsWith::<A::Extents>::align(&self.b.united()?, &a)?;
        AlignsWith::<Met<A, B>>::align(&self.c.united()?, &both)
    }

    #[inline]
    fn begin(&self) -> Option<(Self::Steps, Place<Self>)> {
        let (steps, place) = self.a.begin()?;
        let (others, other) = begin_in(&self.b, const { order_of::<B, A::Extents>() })?;
        let (thirds, third) = begin_in(&self.c, const { order_of::<C, Met<A, B>>() })?;
        Some(((steps, (others, thirds)), (place, (other, third))))
    }

    #[inline]
    fn first(&self) -> Place<Self> {
        (self.a.first(), (self.b.first(), self.c.first()))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(
        &self,
        (a, (b, c)): &Place<Self>,
        (step, (other, third)): Step<Self>,
        n: usize,
    ) -> F::Output {
        // SAFETY: each leaf of the three arguments has an element there.
        self.f.call(unsafe {
            (
                self.a.at::<PACE>(a, step, n),
                self.b.at::<PACE>(b, other, n),
                self.c.at::<PACE>(c, third, n),
            )
        })
    }

    #[inline]
    #[track_caller]
    unsafe fn at_index(&self, index: &[usize]) -> F::Output {
        // SAFETY: `united` passes only where it does for all three, with equal extents in the order of the first, in whose bounds
        // the index is.
        self.f.call(unsafe {
            (
                self.a.at_index(index),
                at_index_in(&self.b, const { order_of::<B, A::Extents>() }, index),
                at_index_in(&self.c, const { order_of::<C, Met<A, B>>() }, index),
            )
        })
    }
}

/// The values of two nodes, whose extents were compared before, the second one in the order `O`.
pub(in crate::elements) struct Pair<A, B, O = AtPlaces> {
    // INVARIANT: the leaves of both have the same extents, those of `b` in the order `O`.
    a: A,
    b: B,
    order: PhantomData<O>,
}

impl<A: Node, B: Node> Pair<A, B> {
    /// # Safety
    /// The leaves of both have the same extents.
    #[inline]
    pub(in crate::elements) unsafe fn new(a: A, b: B) -> Self {
        Pair { a, b, order: PhantomData }
    }
}

impl<A: Node, B: Node, O: InOrder> Pair<A, B, O> {
    /// # Safety
    /// The leaves of both have the same extents, those of the second one in the order `O`.
    #[inline]
    pub(in crate::elements) unsafe fn in_order(a: A, b: B) -> Self {
        Pair { a, b, order: PhantomData }
    }
}

// SAFETY: by the invariant the extents are those of the first; all else is asked of both.
unsafe impl<A: Node, B: Node, O: InOrder> Node for Pair<A, B, O> {
    type Elem = (A::Elem, B::Elem);
    type Extents = A::Extents;
    type Relation = A::Relation;
    type Steps = (A::Steps, B::Steps);
    const DENSE: Dense = A::DENSE.and(B::DENSE.turned(O::ORDER));
    const COUNTS: bool = A::COUNTS || B::COUNTS;
    const KNOWN: KnownOperands = A::KNOWN.and(&B::KNOWN.turned(O::ORDER));

    #[inline]
    fn united(&self) -> Result<A::Extents, ShapeError> {
        self.a.united()
    }

    #[inline]
    fn begin(&self) -> Option<(Self::Steps, Place<Self>)> {
        let (steps, place) = self.a.begin()?;
        let (others, other) = begin_in(&self.b, const { O::ORDER })?;
        Some(((steps, others), (place, other)))
    }

    #[inline]
    fn first(&self) -> Place<Self> {
        (self.a.first(), self.b.first())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(
        &self,
        (a, b): &Place<Self>,
        (step, other): Step<Self>,
        n: usize,
    ) -> Self::Elem {
        // SAFETY: each leaf of either has an element there.
        unsafe { (self.a.at::<PACE>(a, step, n), self.b.at::<PACE>(b, other, n)) }
    }

    #[inline]
    #[track_caller]
    unsafe fn at_index(&self, index: &[usize]) -> Self::Elem {
        // SAFETY: both have the same extents, in whose bounds the index is, the second one in the order.
        unsafe { (self.a.at_index(index), at_index_in(&self.b, const { O::ORDER }, index)) }
    }
}
