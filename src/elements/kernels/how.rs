//! How a contraction is carried out: what stands behind `;` in [`contract!`](crate::contract!), as types.

use core::marker::PhantomData;

use extents_static::__private::{Cons, Nil, Tuple};

use crate::elements::SumIn;
use crate::plan::assert_path;
use crate::{Const, Scalar};

/// How a contraction is carried out.
pub(crate) trait How {
    /// The order of the operands, if it is given, as steps in NumPy's notation: positions in the list of what is left, in
    /// which results come last. Without it the compiler finds one.
    const STEPS: Option<&'static [(usize, usize)]>;
    /// The type that products of elements of type `T` are added up in.
    type Sum<T>;
    /// Which threads use the elements: [`One`] or [`All`].
    type Threads;
    /// Why arrays of a device do not contract so, if they do not.
    #[cfg(feature = "device")]
    const NOT_OF_ARRAYS: Option<&'static str>;
}

/// On one processor, in the order of least cost, with sums in the type of the elements.
#[derive(Debug)]
pub enum Plain {}

impl How for Plain {
    const STEPS: Option<&'static [(usize, usize)]> = None;
    type Sum<T> = T;
    type Threads = One;
    #[cfg(feature = "device")]
    const NOT_OF_ARRAYS: Option<&'static str> = None;
}

/// With sums in `A`.
#[derive(Debug)]
pub struct Sums<A, H>(PhantomData<(A, H)>);

impl<A, H: How> How for Sums<A, H> {
    const STEPS: Option<&'static [(usize, usize)]> = H::STEPS;
    type Sum<T> = A;
    type Threads = H::Threads;
    #[cfg(feature = "device")]
    const NOT_OF_ARRAYS: Option<&'static str> = Some(
        "`sum in` is an option of tensors: the device of arrays chooses the type that it sums in",
    );
}

/// In the order `P`: a tuple of pairs of `Const`, as in NumPy's `einsum_path`.
#[derive(Debug)]
pub struct Along<P, H>(PhantomData<(P, H)>);

impl<P: Tuple<List: Pairs>, H: How> How for Along<P, H> {
    const STEPS: Option<&'static [(usize, usize)]> = {
        let all: &'static [(usize, usize); 12] = &P::List::ALL;
        Some(all.split_at(P::List::LEN).0)
    };
    type Sum<T> = H::Sum<T>;
    type Threads = H::Threads;
    #[cfg(feature = "device")]
    const NOT_OF_ARRAYS: Option<&'static str> = H::NOT_OF_ARRAYS;
}

/// On all processors.
#[derive(Debug)]
pub struct Parallel<H>(PhantomData<H>);

impl<H: How> How for Parallel<H> {
    const STEPS: Option<&'static [(usize, usize)]> = H::STEPS;
    type Sum<T> = H::Sum<T>;
    type Threads = All;
    #[cfg(feature = "device")]
    const NOT_OF_ARRAYS: Option<&'static str> =
        Some("`par` is an option of tensors: the device of arrays chooses what it runs on");
}

/// Does not compile with options that are not for arrays of a device.
#[cfg(feature = "device")]
#[track_caller]
pub(crate) const fn assert_of_arrays<H: How>() {
    if let Some(reason) = H::NOT_OF_ARRAYS {
        extents_static::__private::stop(reason);
    }
}

/// The thread of the caller.
#[derive(Debug)]
pub(crate) enum One {}

/// All threads there are.
#[derive(Debug)]
pub(crate) enum All {}

/// Values that can be used by some threads.
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` cannot be shared by threads, as `par` does",
    label = "needs `Send` and `Sync`"
)]
pub(crate) trait UsedBy<Threads>: Sized {
    /// The proof, where there is more than one thread.
    const SHARED: Option<Shared<Self>>;
}
impl<T> UsedBy<One> for T {
    const SHARED: Option<Shared<T>> = None;
}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync> UsedBy<All> for T {
    const SHARED: Option<Shared<T>> = Some(Shared::PROOF);
}

/// Proof that values of type `T` can be shared with other threads and given to them. INVARIANT: `T` is `Send` and
/// `Sync`, for nobody else can name [`Shared::PROOF`].
#[derive(Debug)]
pub(crate) struct Shared<T>(PhantomData<fn() -> T>);

impl<T: Send + Sync> Shared<T> {
    /// The only value.
    pub(crate) const PROOF: Self = Shared(PhantomData);
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<T> {}

/// An element whose products are added up as `H` says.
pub(crate) trait AddsUp<H>: SumIn<Self::Sum> {
    type Sum: Scalar;
    /// The proof that other threads can use elements and sums, where they do.
    const SHARED: Option<(Shared<Self>, Shared<Self::Sum>)>;
}

impl<T, H: How> AddsUp<H> for T
where
    T: SumIn<H::Sum<T>> + UsedBy<H::Threads>,
    H::Sum<T>: Scalar + UsedBy<H::Threads>,
{
    type Sum = H::Sum<T>;
    const SHARED: Option<(Shared<T>, Shared<H::Sum<T>>)> =
        match (<T as UsedBy<H::Threads>>::SHARED, <H::Sum<T> as UsedBy<H::Threads>>::SHARED) {
            (Some(elements), Some(sums)) => Some((elements, sums)),
            _ => None,
        };
}

/// A list of pairs of `Const`.
trait Pairs {
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
#[allow(private_bounds, reason = "tuples of labels have a length")]
pub const fn check_path<Ins: Tuple<List: Length>>(path: &[(usize, usize)]) {
    assert_path(path, Ins::List::LENGTH);
}

/// The length of a list.
trait Length {
    const LENGTH: usize;
}

impl Length for Nil {
    const LENGTH: usize = 0;
}

impl<A, Rest: Length> Length for Cons<A, Rest> {
    const LENGTH: usize = 1 + Rest::LENGTH;
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use std::sync::MutexGuard;

    use static_assertions::{assert_impl_all, assert_not_impl_any};

    use super::{AddsUp, All, Parallel, Plain, Sums, UsedBy};
    use crate::Scalar;
    use crate::elements::SumIn;

    /// A number that other threads must not see.
    #[derive(Clone, Copy)]
    struct Here(*const i32);

    impl Scalar for Here {
        const ZERO: Self = Here(core::ptr::null());
        fn plus(self, _: Self) -> Self {
            self
        }
        fn times(self, _: Self) -> Self {
            self
        }
    }

    impl SumIn<Here> for i32 {
        fn widen(self) -> Here {
            Here::ZERO
        }
        fn narrow(_: Here) -> i32 {
            0
        }
    }

    assert_impl_all!(f64: UsedBy<All>, AddsUp<Parallel<Plain>>);
    // Not `Sync`, and not `Send`.
    assert_not_impl_any!(Cell<i32>: UsedBy<All>);
    assert_not_impl_any!(MutexGuard<'static, i32>: UsedBy<All>);
    assert_not_impl_any!(Here: AddsUp<Parallel<Plain>>);
    // The type of the sums counts too.
    assert_impl_all!(i32: AddsUp<Sums<Here, Plain>>);
    assert_not_impl_any!(i32: AddsUp<Parallel<Sums<Here, Plain>>>);

    #[test]
    fn only_what_threads_may_share_has_the_proof() {
        assert!(<f64 as AddsUp<Parallel<Plain>>>::SHARED.is_some());
        assert!(<f64 as AddsUp<Plain>>::SHARED.is_none());
        assert!(<i32 as AddsUp<Sums<Here, Plain>>>::SHARED.is_none());
        let Here(pointer) = <i32 as SumIn<Here>>::widen(0);
        assert!(pointer.is_null());
    }
}
