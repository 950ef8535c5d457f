//! Where the extent of a dim is, and what its type knows of it.
//!
//! Unsafe code believes through [`Sym`](crate::Sym) what these types say, so that no other package can name [`Kind`], let
//! alone implement it for a type of its own.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::computed::Form;
use super::terms::Terms;
use super::{Dim, Join, Product, Sym};
use crate::certainty::{Bound, Certainty, Known, Open, Same, Sure};
use crate::error::Place;
use crate::mode::{Const, Dyn, Mode};
use crate::stride::{DynStride, Stride};
use crate::{LabelName, ShapeError};

/// Where the extent of the dim `D` is: [`Stored`], [`Once`] or [`Fixed`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of dim `{D}`: dims are made by `dims!`",
    label = "only this library has kinds of dims"
)]
pub trait Kind<D> {
    /// What a mode holds: its extent, or nothing where the type knows it.
    type Held: Copy + Debug + Eq + Hash + Send + Sync + 'static;
    /// The extent, where the type knows it.
    const EXTENT: Option<usize>;
    /// The largest extent, where the type knows one.
    const MOST: Option<usize>;
    type Certainty: Certainty;
    /// `Known` where there is a mode of each extent, but for what a constant refuses.
    type Takes: Certainty;
    type AsStride: Stride;
    type Scale<S: Stride>: Stride;
    type PaddedTo<P: Stride>: Stride;
    /// What a mode of the dim is together with `Const<N>`.
    type WithNumber<const N: usize>: Mode;
    /// The dim of a mode of this dim merged with one of `E`, which is faster.
    type Times<E: Dim>: Dim;
    /// The dim of a mode of this dim, and behind it one of `E`.
    type Plus<E: Dim>: Dim;
    /// The mode of the dim.
    type AsMode: Mode;
    type FirstFactor: Mode;
    type OtherFactors: Mode;
    type IsProduct: Certainty;
    /// How the name is written.
    const FORM: Form = Form::One;
    /// What the name says.
    const TERMS: Terms;
    fn extent(held: Self::Held) -> usize;
    /// What the mode of this extent holds, or why there is none.
    fn of(extent: usize) -> Result<Self::Held, ShapeError>;
    /// Whether no number makes a mode.
    const IS_SCOPED: bool = false;
    /// As [`of`](Self::of), for the extent of a mode of a scope that there is.
    #[inline]
    fn moved(extent: usize) -> Result<Self::Held, ShapeError> {
        Self::of(extent)
    }
    /// As [`of`](Self::of), for the extent of a mode that there is.
    fn carry(extent: usize) -> Self::Held;
}

/// The extent is a word in each mode. Two modes are compared where they meet. It is at most that of `M`, which is `Dyn`
/// where any will do.
#[derive(Debug)]
pub struct Stored<M>(PhantomData<M>);

/// The extent is bound once a process, and a word in each mode. Two modes are never compared. It is at most that of `M`.
// A word, although the cell has it: an atomic is loaded again in each turn of a loop, which keeps the loop from vectors.
#[derive(Debug)]
pub struct Once<M>(PhantomData<M>);

/// The extent is `N`.
#[derive(Debug)]
pub enum Fixed<const N: usize> {}

/// The kind of a dim that is bound once a process.
#[diagnostic::on_unimplemented(
    message = "dim `{D}` is not bound once a process",
    label = "only a dim that `dims!` has as `once` is bound",
    note = "`dims! {{ once Name }}` makes such a dim; a mode of another one is made by `Sym::try_new`"
)]
pub(super) trait BoundOnce<D> {}
#[diagnostic::do_not_recommend]
impl<D> BoundOnce<D> for Once<Dyn> {}
#[diagnostic::do_not_recommend]
impl<D, const MOST: usize> BoundOnce<D> for Once<Const<MOST>> {}

/// What kinds of extents at run time have in common.
macro_rules! run_time {
    ($([$($generics:tt)*] $Kind:ty: $most:expr, $Certainty:ident $Takes:ident, $extent:ident => $of:expr;)*) => {$(
        impl<D: Dim $($generics)*> Kind<D> for $Kind {
            type Held = usize;
            const EXTENT: Option<usize> = None;
            const MOST: Option<usize> = $most;
            const TERMS: Terms = Terms::of_dim(D::ID);
            type Certainty = $Certainty;
            type Takes = $Takes;
            type AsStride = DynStride;
            type Scale<S: Stride> = DynStride;
            type PaddedTo<P: Stride> = DynStride;
            type WithNumber<const N: usize> = Const<N>;
            type Times<E: Dim> = Product<D, E>;
            type Plus<E: Dim> = Join<D, E>;
            type AsMode = Sym<D>;
            type FirstFactor = Sym<D>;
            type OtherFactors = Const<1>;
            type IsProduct = Open;
            #[inline]
            fn extent(held: usize) -> usize {
                held
            }
            #[inline]
            fn of($extent: usize) -> Result<usize, ShapeError> {
                $of
            }
            #[inline]
            fn carry(extent: usize) -> usize {
                extent
            }
        }
    )*};
}
run_time! {
    [] Stored<Dyn>: None, Open Known, extent => Ok(extent);
    [, const MOST: usize] Stored<Const<MOST>>: Some(MOST), Bound Open, extent => at_most(D::NAME, MOST, extent);
    [] Once<Dyn>: None, Same Open, extent => bound(D::NAME, D::CELL, extent);
    // A cell may be that of two dims, each with a largest extent of its own.
    [, const MOST: usize] Once<Const<MOST>>: Some(MOST), Sure Open,
        extent => at_most(D::NAME, MOST, extent).and_then(|extent| bound(D::NAME, D::CELL, extent));
}

/// What numbers have in common, with a name and without.
macro_rules! numbers {
    ($([$($generics:tt)*] $Dim:ty, $Kind:ty => $AsMode:ty;)*) => {$(
        impl<$($generics)* const N: usize> Kind<$Dim> for $Kind {
            type Held = ();
            const EXTENT: Option<usize> = Some(N);
            const MOST: Option<usize> = Some(N);
            const TERMS: Terms = Terms::of_number(N);
            type Certainty = Known;
            type Takes = Known;
            type AsStride = Const<N>;
            type Scale<S: Stride> = S::Scaled<Const<N>>;
            type PaddedTo<P: Stride> = P::MultipleOver<Const<N>>;
            // The number is there, and a name. Constants compare the two.
            type WithNumber<const M: usize> = $AsMode;
            type Times<E: Dim> = Product<$Dim, E>;
            type Plus<E: Dim> = Join<$Dim, E>;
            type AsMode = $AsMode;
            type FirstFactor = $AsMode;
            type OtherFactors = Const<1>;
            type IsProduct = Open;
            #[inline]
            fn extent((): ()) -> usize {
                N
            }
            #[inline]
            fn of(extent: usize) -> Result<(), ShapeError> {
                equal(<$Dim as Dim>::NAME, N, extent)
            }
            #[inline]
            fn carry(_: usize) {}
        }
    )*};
}
numbers! {
    [D: Dim,] D, Fixed<N> => Sym<D>;
    [] Const<N>, Const<N> => Const<N>;
}

#[inline]
pub(super) fn at_most(dim: LabelName, most: usize, extent: usize) -> Result<usize, ShapeError> {
    if extent > most {
        return Err(ShapeError::DimOverflow { dim, found: extent, most });
    }
    Ok(extent)
}

#[inline]
pub(super) fn equal(dim: LabelName, expected: usize, found: usize) -> Result<(), ShapeError> {
    if found != expected {
        return Err(ShapeError::ExtentMismatch { place: Place::Dim(dim), expected, found });
    }
    Ok(())
}

#[inline]
fn bound(dim: LabelName, cell: &DimCell, extent: usize) -> Result<usize, ShapeError> {
    let expected = cell.get().ok_or(ShapeError::Unbound { dim })?;
    equal(dim, expected, extent).map(|()| extent)
}

/// The extent of a dim that is bound once a process. It never changes once it is set.
#[derive(Debug)]
pub struct DimCell(AtomicUsize);

impl DimCell {
    /// The content of a cell that is not set. No extent is so large.
    const OPEN: usize = usize::MAX;

    /// A cell that is not set.
    #[allow(clippy::new_without_default, reason = "for statics")]
    pub const fn new() -> Self {
        DimCell(AtomicUsize::new(Self::OPEN))
    }

    #[inline]
    pub(super) fn get(&self) -> Option<usize> {
        match self.0.load(Ordering::Relaxed) {
            Self::OPEN => None,
            extent => Some(extent),
        }
    }

    /// Sets the extent, unless it is set.
    pub(super) fn set(&self, extent: usize) {
        // Who comes second compares.
        let _ = self.0.compare_exchange(Self::OPEN, extent, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// The cell of those that are written by hand and name none: one for all, which then have one extent.
pub(super) static NO_CELL: DimCell = DimCell::new();
