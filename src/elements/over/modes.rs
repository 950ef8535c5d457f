//! [`Modes`]: which modes a fold goes over, as types or as numbers.

use extents_static::__private::{Certainty, Known, ToTuple, Tuple};
use extents_static::names::{Names, Resolve};

#[cfg(feature = "alloc")]
use crate::DynRankExtents;
use crate::edit::{AfterFold, FoldedAt, Select};
use crate::layout::{ModeSet, check_modes};
use crate::rearrange::{Seal, typed_extents};
use crate::{Const, Extents, ModeTuple, ShapeError, StaticExtents, TypedExtents};

/// The modes of extents `E` that a fold goes over: [`modes![0, 2]`](crate::modes!) or [`Const::<MODE>`](Const), which give
/// results of typed extents, or the numbers `1` and `[0, 2]`, which give extents of run-time values.
///
/// ```
/// use extents::over::Modes;
/// use extents::{Const, StaticExtents};
/// fn takes<M: Modes<StaticExtents![2, dyn, 4], Result = StaticExtents![2, 4], Kept = StaticExtents![2, 1, 4]>>() {}
/// takes::<Const<1>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name modes of extents `{E}`",
    label = "expected `Const::<MODE>`, `modes![..]`, a number or an array of numbers",
    note = "types need extents whose rank is in the type, numbers any extents"
)]
pub trait Modes<E: Extents>: Copy {
    /// The extents of the results: those of the other modes, or with [`Kept`] modes `Kept`.
    type Result: Extents;
    /// The extents with 1 in the place of each of these modes.
    type Kept: Extents;
    /// Whether the types know that these are modes.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// The modes, where they are types.
    #[doc(hidden)]
    const STATIC: &'static [Option<usize>] = &[];
    /// Whether a fold leaves the modes with extent 1.
    #[doc(hidden)]
    const KEEPS: bool = false;
    /// Returns the extents of the results, for modes that were checked.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn result(modes: &[usize], extents: &E, _: Seal) -> Result<Self::Result, ShapeError> {
        left(modes, extents, Self::KEEPS, Extents::from_extents)
    }
    /// Returns those where the modes are kept.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn kept(modes: &[usize], extents: &E, _: Seal) -> Result<Self::Kept, ShapeError> {
        left(modes, extents, true, Extents::from_extents)
    }
    /// Calls a function with the modes.
    #[doc(hidden)]
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R;
}

macro_rules! typed_modes {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<E, F, D, K, $(const $A: usize),*> Modes<E> for ($(Const<$A>,)*)
        where
            E: TypedExtents,
            E::Modes: Select<<Self as Tuple>::List> + FoldedAt<<Self as Tuple>::List, Output = F>,
            F: Tuple<List: AfterFold<Dropped: ToTuple<Tuple = D>, Kept: ToTuple<Tuple = K>>>,
            D: ModeTuple,
            K: ModeTuple,
        {
            type Result = StaticExtents<D>;
            type Kept = StaticExtents<K>;
            type Certainty = Known;
            const STATIC: &'static [Option<usize>] = &[$(Some($A)),*];

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn result(modes: &[usize], extents: &E, _: Seal) -> Result<Self::Result, ShapeError> {
                let moved = || Ok(extents.typed().modes().folded().into_list().dropped().into_tuple());
                left(modes, extents, false, |numbers| typed_extents(numbers, moved))
            }

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn kept(modes: &[usize], extents: &E, _: Seal) -> Result<Self::Kept, ShapeError> {
                let moved = || Ok(extents.typed().modes().folded().into_list().kept().into_tuple());
                left(modes, extents, true, |numbers| typed_extents(numbers, moved))
            }

            #[inline]
            fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
                read(&[$($A),*])
            }
        }
    };
}
extents_static::for_each_arity!(typed_modes);

impl<E: Extents, const MODE: usize> Modes<E> for Const<MODE>
where
    (Self,): Modes<E>,
{
    type Result = <(Self,) as Modes<E>>::Result;
    type Kept = <(Self,) as Modes<E>>::Kept;
    type Certainty = <(Self,) as Modes<E>>::Certainty;
    const STATIC: &'static [Option<usize>] = &[Some(MODE)];

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn result(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Result, ShapeError> {
        <(Self,) as Modes<E>>::result(modes, extents, seal)
    }

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn kept(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Kept, ShapeError> {
        <(Self,) as Modes<E>>::kept(modes, extents, seal)
    }

    #[inline]
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(&[MODE])
    }
}

/// The places of names.
type Places<N, E> = <N as Resolve<<E as TypedExtents>::Modes>>::Answer;

impl<E: TypedExtents, N> Modes<E> for Names<N>
where
    Self: Resolve<E::Modes, Answer: Modes<E> + Default>,
{
    type Result = <Places<Self, E> as Modes<E>>::Result;
    type Kept = <Places<Self, E> as Modes<E>>::Kept;
    type Certainty = <Places<Self, E> as Modes<E>>::Certainty;
    const STATIC: &'static [Option<usize>] = {
        let () = <Self as Resolve<E::Modes>>::CHECK;
        <Places<Self, E> as Modes<E>>::STATIC
    };

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn result(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Result, ShapeError> {
        <Places<Self, E> as Modes<E>>::result(modes, extents, seal)
    }

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn kept(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Kept, ShapeError> {
        <Places<Self, E> as Modes<E>>::kept(modes, extents, seal)
    }

    #[inline]
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        const { <Self as Resolve<E::Modes>>::CHECK };
        Places::<Self, E>::default().with_modes(read)
    }
}

#[cfg(feature = "alloc")]
macro_rules! numbers {
    ($([$($generics:tt)*] $list:ty: $this:ident => $modes:expr;)*) => {$(
        impl<E: Extents, $($generics)*> Modes<E> for $list {
            type Result = DynRankExtents;
            type Kept = E::Opened;
            type Certainty = extents_static::__private::Open;

            #[inline]
            fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
                let $this = self;
                read($modes)
            }
        }
    )*};
}
#[cfg(feature = "alloc")]
numbers! {
    [] usize: this => &[this];
    [const N: usize] [usize; N]: this => &this;
    [const N: usize] &[usize; N]: this => this;
    [] &[usize]: this => this;
    [] &alloc::vec::Vec<usize>: this => this;
}

/// Modes of a fold that are kept, with extent 1: what [`Over::keep`](super::Over::keep) makes of modes.
#[derive(Clone, Copy, Debug)]
pub struct Kept<M>(pub(super) M);

#[cfg(feature = "device")]
impl<M> Kept<M> {
    pub(crate) fn of(modes: M) -> Self {
        Kept(modes)
    }
}

impl<E: Extents, M: Modes<E>> Modes<E> for Kept<M> {
    type Result = M::Kept;
    type Kept = M::Kept;
    type Certainty = M::Certainty;
    const STATIC: &'static [Option<usize>] = M::STATIC;
    const KEEPS: bool = true;

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn result(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Result, ShapeError> {
        M::kept(modes, extents, seal)
    }

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn kept(modes: &[usize], extents: &E, seal: Seal) -> Result<Self::Kept, ShapeError> {
        M::kept(modes, extents, seal)
    }

    #[inline]
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        self.0.with_modes(read)
    }
}

// Where types know all extents, a function is called whose result the compiler computes, else another one, which does the same and is
// compiled in this library: what a program instantiates is the call.

/// Checks that a list names modes of extents, each at most once, and that there are extents.
///
/// # Errors
/// [`ShapeError::Null`], [`ShapeError::OutOfBounds`], [`ShapeError::Repeated`].
#[inline]
pub(crate) fn check<E: Extents>(
    modes: &[usize],
    known: &[Option<usize>],
    extents: &E,
) -> Result<(), ShapeError> {
    if extents.is_null() {
        return Err(ShapeError::Null);
    }
    if const { E::STATIC_SIZE.is_some() } {
        check_list(modes, known, extents.rank())
    } else {
        check_list_apart(modes, known, extents.rank())
    }
}

#[inline]
fn check_list(modes: &[usize], known: &[Option<usize>], rank: usize) -> Result<(), ShapeError> {
    // Loops that are planned by what types say of the modes run over these. Nothing fails here but another crate's list.
    if !known.is_empty() && !known.iter().flatten().eq(modes) {
        return Err(ShapeError::RankMismatch { expected: known.len(), found: modes.len() });
    }
    check_modes(modes, rank)
}

fn check_list_apart(
    modes: &[usize],
    known: &[Option<usize>],
    rank: usize,
) -> Result<(), ShapeError> {
    check_list(modes, known, rank)
}

/// The number of entries along the modes.
#[inline]
pub(crate) fn entries<E: Extents>(modes: &[usize], extents: &E) -> usize {
    extents.with_slice(|extents| {
        modes
            .iter()
            .filter_map(|mode| extents.get(*mode))
            .fold(1_usize, |all, x| all.saturating_mul(*x))
    })
}

/// Checks that each element of the result has an entry that it can be made of.
///
/// # Errors
/// [`ShapeError::NothingToFold`].
#[inline]
pub(crate) fn check_entries<E: Extents>(modes: &[usize], extents: &E) -> Result<(), ShapeError> {
    extents.with_slice(|extents| {
        if const { E::STATIC_SIZE.is_some() } {
            check_some(|mode| modes.contains(&mode), extents)
        } else {
            check_some_apart(modes, extents)
        }
    })
}

#[inline]
fn check_some(is_folded: impl Fn(usize) -> bool, extents: &[usize]) -> Result<(), ShapeError> {
    let mut empty = None;
    for (mode, extent) in extents.iter().enumerate() {
        if *extent == 0 {
            if !is_folded(mode) {
                return Ok(());
            }
            empty = empty.or(Some(mode));
        }
    }
    empty.map_or(Ok(()), |mode| Err(ShapeError::NothingToFold { mode }))
}

fn check_some_apart(modes: &[usize], extents: &[usize]) -> Result<(), ShapeError> {
    let folded = ModeSet::of(modes, extents.len());
    check_some(|mode| folded.has(mode), extents)
}

/// Calls a function with the extents of the result.
#[inline]
fn left<E: Extents, R>(
    modes: &[usize],
    extents: &E,
    keeps: bool,
    read: impl FnOnce(&[usize]) -> R,
) -> R {
    let mut left = extents.extents();
    read(if const { E::STATIC_SIZE.is_some() } {
        keep(|mode| modes.contains(&mode), left.as_mut(), keeps)
    } else {
        keep_apart(modes, left.as_mut(), keeps)
    })
}

/// Moves the extents that are left to the front, and returns these.
#[inline]
fn keep(is_folded: impl Fn(usize) -> bool, extents: &mut [usize], keeps: bool) -> &[usize] {
    let mut rank = 0_usize;
    for mode in 0..extents.len() {
        let is_folded = is_folded(mode);
        if is_folded && !keeps {
            continue;
        }
        let extent = extents.get(mode).copied();
        if let (Some(to), Some(extent)) = (extents.get_mut(rank), extent) {
            *to = if is_folded { 1 } else { extent };
            rank = rank.wrapping_add(1);
        }
    }
    extents.get(..rank).unwrap_or(&[])
}

fn keep_apart<'e>(modes: &[usize], extents: &'e mut [usize], keeps: bool) -> &'e [usize] {
    let folded = ModeSet::of(modes, extents.len());
    keep(|mode| folded.has(mode), extents, keeps)
}
