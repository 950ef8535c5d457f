//! Which layout a slice has: mdspan's rules ([mdspan.sub.map] of the C++26 draft) as a machine whose
//! states are types.
//!
//! The machine reads the entries of a slice from the fastest mode to the slowest. A dense source stays dense
//! where whole modes come first, then one range, then only indices. It becomes padded where one range
//! comes first, then indices, then again whole modes and one range. Anything else is strided.

use core::marker::PhantomData;

use extents_static::__private::{Chain, Cons, Nil, Reversed};
use extents_static::slice::{At, FromEnd, Full, Range, Stepped};

use crate::layout::sealed::{Sealed, Slices};
use crate::layout::{Canonical, ColMajor, Padded, RowMajor, Strided};
use crate::{Mode, Stride, StrideList};

/// What was read so far decides what comes next, and which layout it has. Sealed: a view of a slice believes that layout.
///
/// ```compile_fail,E0277
/// use extents::layout::sliced::State;
/// use extents::Mode;
/// use extents::layout::{Canonical, StrideList, Strided};
/// struct Far;
/// impl State for Far {
///     type Whole<M: Mode> = Far;
///     type Part<M: Mode> = Far;
///     type Index<M: Mode> = Far;
///     type Layout<L: Canonical, S: StrideList> = Strided<[isize; 1]>;
///     fn layout<L: Canonical, S: StrideList>(_: &[isize], _: isize) -> Strided<[isize; 1]> {
///         Strided::new([1000])
///     }
/// }
/// ```
#[allow(private_bounds, reason = "a seal")]
pub trait State: Sealed<Slices> {
    /// After a whole mode.
    type Whole<M: Mode>: State;
    /// After neighbouring entries of a mode.
    type Part<M: Mode>: State;
    /// After an index.
    type Index<M: Mode>: State;
    /// The layout of what was read, of a source in order `L`, with strides `S`.
    type Layout<L: Canonical, S: StrideList>: Clone;
    /// The layout with these strides; `second` is that of the second fastest mode.
    fn layout<L: Canonical, S: StrideList>(strides: &[isize], second: isize) -> Self::Layout<L, S>;
}

macro_rules! states {
    ($($(#[$doc:meta])* $State:ident $(<$P:ident>)?: whole $Whole:ty, part $Part:ty, index $Index:ty, $end:ident $($Q:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $State$(<$P>(PhantomData<$P>))?;

        impl$(<$P>)? Sealed<Slices> for $State$(<$P>)? {}
        impl$(<$P: Stride>)? State for $State$(<$P>)? {
            type Whole<M: Mode> = $Whole;
            type Part<M: Mode> = $Part;
            type Index<M: Mode> = $Index;
            states!(@$end $($Q)?);
        }
    )*};
    // The dense layout of the source.
    (@dense) => {
        type Layout<L: Canonical, S: StrideList> = L;
        #[inline]
        fn layout<L: Canonical, S: StrideList>(_: &[isize], _: isize) -> L {
            L::VALUE
        }
    };
    // The layout of the source, padded to `P`.
    (@padded $P:ident) => {
        type Layout<L: Canonical, S: StrideList> = Padded<L, $P>;
        #[inline]
        fn layout<L: Canonical, S: StrideList>(_: &[isize], second: isize) -> Padded<L, $P> {
            Padded::of($P::from_stride(second))
        }
    };
    // A stride a mode.
    (@strided) => {
        type Layout<L: Canonical, S: StrideList> = Strided<S>;
        #[inline]
        fn layout<L: Canonical, S: StrideList>(strides: &[isize], _: isize) -> Strided<S> {
            Strided::new(S::from_strides(strides))
        }
    };
}

states! {
    /// Nothing was read of a dense source.
    DenseStart: whole OneWhole<M::AsStride>, part OnePart<M::AsStride>, index OnlyIndices, dense;
    /// Nothing was read of a source padded to `P`.
    PaddedStart<P>: whole OnePart<M::PaddedTo<P>>, part OnePart<M::PaddedTo<P>>, index OnlyIndices, padded P;
    /// Indices only.
    OnlyIndices: whole AnyStrides, part AnyStrides, index OnlyIndices, dense;
    /// The fastest mode, whole; `P` is how far the next one is.
    OneWhole<P>: whole Wholes, part DenseEnd, index OnePart<M::Scale<P>>, dense;
    /// Two whole modes or more.
    Wholes: whole Wholes, part DenseEnd, index DenseEnd, dense;
    /// A dense slice that may have only indices behind it.
    DenseEnd: whole AnyStrides, part AnyStrides, index DenseEnd, dense;
    /// A part of the fastest mode, then maybe indices; `P` is how far the next mode is.
    OnePart<P>: whole PaddedWholes<P>, part PaddedEnd<P>, index OnePart<M::Scale<P>>, dense;
    /// A part of the fastest mode, and whole modes from distance `P` on.
    PaddedWholes<P>: whole PaddedWholes<P>, part PaddedEnd<P>, index PaddedEnd<P>, padded P;
    /// A padded slice that may have only indices behind it.
    PaddedEnd<P>: whole AnyStrides, part AnyStrides, index PaddedEnd<P>, padded P;
    /// Each mode has a stride of its own.
    AnyStrides: whole AnyStrides, part AnyStrides, index AnyStrides, strided;
}

/// An index leaves one entry.
#[derive(Debug)]
pub enum Keep {}

/// An index drops its mode.
#[derive(Debug)]
pub enum Drop {}

/// How an entry of a slice moves the machine, where indices [`Keep`] or [`Drop`] their modes. Sealed, as [`State`].
///
/// ```compile_fail,E0277
/// use extents::Mode;
/// use extents::layout::sliced::{Move, State};
/// struct Mine;
/// impl<R> Move<R> for Mine {
///     type Next<St: State, M: Mode> = St::Whole<M>;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entry of a slice",
    label = "`slice!` makes entries, and `Slice` holds one by run-time numbers"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait Move<R>: Sealed<Slices> {
    /// The next state.
    type Next<St: State, M: Mode>: State;
}

impl Sealed<Slices> for Full {}
impl<I> Sealed<Slices> for At<I> {}
impl<N> Sealed<Slices> for FromEnd<N> {}
impl<O, C> Sealed<Slices> for Range<O, C> {}
impl<O, C, T> Sealed<Slices> for Stepped<O, C, T> {}

impl<R> Move<R> for Full {
    type Next<St: State, M: Mode> = St::Whole<M>;
}

impl<I: Mode> Move<Keep> for At<I> {
    type Next<St: State, M: Mode> = St::Part<M>;
}

impl<I: Mode> Move<Drop> for At<I> {
    type Next<St: State, M: Mode> = St::Index<M>;
}

impl<N: Mode> Move<Keep> for FromEnd<N> {
    type Next<St: State, M: Mode> = St::Part<M>;
}

impl<N: Mode> Move<Drop> for FromEnd<N> {
    type Next<St: State, M: Mode> = St::Index<M>;
}

impl<R, O, C> Move<R> for Range<O, C> {
    type Next<St: State, M: Mode> = St::Part<M>;
}

impl<R, O, C, T> Move<R> for Stepped<O, C, T> {
    type Next<St: State, M: Mode> = AnyStrides;
}

/// A list of entries that moves the machine along a list of modes, the fastest first.
pub(crate) trait Moves<R, St: State, Modes> {
    /// The state at the end.
    type Last: State;
}

impl<R, St: State> Moves<R, St, Nil> for Nil {
    type Last = St;
}

// Total on lists of different lengths too: `SlicedBy` says what is wrong with them.
impl<R, St: State, M, Ms> Moves<R, St, Cons<M, Ms>> for Nil {
    type Last = AnyStrides;
}

impl<R, St: State, F, Fs> Moves<R, St, Nil> for Cons<F, Fs> {
    type Last = AnyStrides;
}

impl<R, St, M, Ms, F, Fs> Moves<R, St, Cons<M, Ms>> for Cons<F, Fs>
where
    St: State,
    M: Mode,
    F: Move<R>,
    Fs: Moves<R, F::Next<St, M>, Ms>,
{
    type Last = Fs::Last;
}

/// A list with the fastest mode first.
pub(crate) trait FastestFirst<List> {
    /// The list.
    type List;
}

impl<List> FastestFirst<List> for ColMajor {
    type List = List;
}

impl<List: Chain> FastestFirst<List> for RowMajor {
    type List = Reversed<List>;
}
