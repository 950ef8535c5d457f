//! How a contraction is carried out: what stands behind `;` in [`contract!`](crate::contract), as types.

use core::marker::PhantomData;

use extents_static::__private::{Cons, Nil, Tuple, assert_path};

use crate::{Const, Scalar, SumIn};

/// How a contraction is carried out.
pub trait How {
    /// The order of the operands, if it is given.
    type Path: Path;
    /// The type that products of elements of type `T` are added up in.
    type Sum<T>;
    /// Which threads use the elements: [`One`] or [`All`].
    type Threads;
    /// Whether on all processors. Only where elements can be used by several threads: see [`AddsUp`].
    const IS_PARALLEL: bool;
}

/// On one processor, in the order of least cost, with sums in the type of the elements.
#[derive(Debug)]
pub enum Plain {}

impl How for Plain {
    type Path = Cheapest;
    type Sum<T> = T;
    type Threads = One;
    const IS_PARALLEL: bool = false;
}

/// With sums in `A`.
#[derive(Debug)]
pub struct Sums<A, H>(PhantomData<(A, H)>);

impl<A, H: How> How for Sums<A, H> {
    type Path = H::Path;
    type Sum<T> = A;
    type Threads = H::Threads;
    const IS_PARALLEL: bool = H::IS_PARALLEL;
}

/// In the order `P`: a tuple of pairs of `Const`, as in NumPy's `einsum_path`.
#[derive(Debug)]
pub struct Along<P, H>(PhantomData<(P, H)>);

impl<P: Tuple<List: Pairs>, H: How> How for Along<P, H> {
    type Path = Given<P::List>;
    type Sum<T> = H::Sum<T>;
    type Threads = H::Threads;
    const IS_PARALLEL: bool = H::IS_PARALLEL;
}

/// On all processors.
#[derive(Debug)]
pub struct Parallel<H>(PhantomData<H>);

impl<H: How> How for Parallel<H> {
    type Path = H::Path;
    type Sum<T> = H::Sum<T>;
    type Threads = All;
    const IS_PARALLEL: bool = true;
}

/// The thread of the caller.
#[derive(Debug)]
pub enum One {}

/// All threads there are.
#[derive(Debug)]
pub enum All {}

/// Values that can be used by some threads.
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` cannot be shared by threads, as `par` does",
    label = "needs `Send` and `Sync`"
)]
pub trait UsedBy<Threads> {}
impl<T> UsedBy<One> for T {}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync> UsedBy<All> for T {}

/// An element whose products are added up as `H` says.
pub trait AddsUp<H>: SumIn<Self::Sum> {
    type Sum: Scalar;
}

impl<T, H: How> AddsUp<H> for T
where
    T: SumIn<H::Sum<T>> + UsedBy<H::Threads>,
    H::Sum<T>: Scalar + UsedBy<H::Threads>,
{
    type Sum = H::Sum<T>;
}

/// The order in which operands contract.
pub trait Path {
    /// The steps in NumPy's notation: positions in the list of what is left, in which results come last.
    /// Nothing where the compiler is to find an order.
    const STEPS: Option<&'static [(usize, usize)]>;
}

/// The order of least cost.
#[derive(Debug)]
pub enum Cheapest {}

impl Path for Cheapest {
    const STEPS: Option<&'static [(usize, usize)]> = None;
}

/// The order that a list of pairs gives.
#[derive(Debug)]
pub struct Given<P>(PhantomData<P>);

impl<P: Pairs> Path for Given<P> {
    const STEPS: Option<&'static [(usize, usize)]> = {
        let all: &'static [(usize, usize); 12] = &P::ALL;
        Some(all.split_at(P::LEN).0)
    };
}

/// A list of pairs of `Const`.
#[doc(hidden)]
pub trait Pairs {
    const LEN: usize;
    const ALL: [(usize, usize); 12];
}

impl Pairs for Nil {
    const LEN: usize = 0;
    const ALL: [(usize, usize); 12] = [(0, 0); 12];
}

impl<const L: usize, const R: usize, Rest: Pairs> Pairs for Cons<(Const<L>, Const<R>), Rest> {
    const LEN: usize = 1 + Rest::LEN;
    const ALL: [(usize, usize); 12] = {
        let mut all = [(L, R); 12];
        let mut n = 1;
        #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "below 12")]
        while n < 12 {
            all[n] = Rest::ALL[n - 1];
            n += 1;
        }
        all
    };
}

/// Does not compile unless a path contracts as many operands as there are tuples of labels.
#[track_caller]
pub const fn check_path<Ins: Tuple<List: Length>>(path: &[(usize, usize)]) {
    assert_path(path, Ins::List::LENGTH);
}

/// The length of a list.
#[doc(hidden)]
pub trait Length {
    const LENGTH: usize;
}

impl Length for Nil {
    const LENGTH: usize = 0;
}

impl<A, Rest: Length> Length for Cons<A, Rest> {
    const LENGTH: usize = 1 + Rest::LENGTH;
}
