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
use crate::align::ByPlace;
use crate::certainty::{Bound, Certainty, Known, Open, Same, Sure};
use crate::error::Place;
use crate::label::{B0, B1, Equal, Label, Truth, label_id};
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
    /// `Known` where `Array` is as many values as there are entries; else it is of no meaning.
    type IsArray: Certainty;
    type Array<T>;
    /// Whether the dim is a label.
    type IsLabel: Truth;
    /// The id of the label that the dim is, 0 where it is none.
    const LABEL: u64;
    /// How modes of the dim meet those of `E` in elementwise work.
    type Meets<E: Dim>: Truth;
    /// How they meet those of a dim that is the label `L`.
    type MeetsLabel<L: Label>: Truth;
    /// How modes of the dim `E` in a scope meet those of this one.
    type MeetsScoped<E: Dim>: Truth;
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
/// where any will do. `N` is [`Named`] where the dim is a label.
#[derive(Debug)]
pub struct Stored<M, N = Unnamed>(PhantomData<(M, N)>);

/// The extent is bound once a process, and a word in each mode. Two modes are never compared. It is at most that of `M`.
// A word, although the cell has it: an atomic is loaded again in each turn of a loop, which keeps the loop from vectors.
#[derive(Debug)]
pub struct Once<M, N = Unnamed>(PhantomData<(M, N)>);

/// The extent is `N`.
#[derive(Debug)]
pub struct Fixed<const N: usize, L = Unnamed>(PhantomData<L>);

/// Of the kind of a dim: that it is a label, as all dims that [`dims!`](crate::dims!) makes.
#[derive(Debug)]
pub enum Named {}

/// Of the kind of a dim: that nothing is known of a label. A dim that is written by hand need be none.
#[derive(Debug)]
pub enum Unnamed {}

/// The kind of a dim that is bound once a process.
#[diagnostic::on_unimplemented(
    message = "dim `{D}` is not bound once a process",
    label = "only a dim that `dims!` has as `once` is bound",
    note = "`dims! {{ once Name }}` makes such a dim; a mode of another one is made by `Sym::try_new`"
)]
pub(super) trait BoundOnce<D> {}
#[diagnostic::do_not_recommend]
impl<D, N> BoundOnce<D> for Once<Dyn, N> {}
#[diagnostic::do_not_recommend]
impl<D, N, const MOST: usize> BoundOnce<D> for Once<Const<MOST>, N> {}

/// How modes of a dim meet others in elementwise work: one that is a label by its name.
macro_rules! meets {
    (Named $Dim:ty) => {
        type IsLabel = B1;
        const LABEL: u64 = label_id::<$Dim>();
        type Meets<E: Dim> = <E::Kind as Kind<E>>::MeetsLabel<$Dim>;
        type MeetsLabel<L: Label> = Equal<$Dim, L>;
        type MeetsScoped<E: Dim> = <E::Kind as Kind<E>>::Meets<$Dim>;
    };
    (Unnamed $Dim:ty) => {
        type IsLabel = B0;
        const LABEL: u64 = 0;
        type Meets<E: Dim> = ByPlace;
        type MeetsLabel<L: Label> = ByPlace;
        type MeetsScoped<E: Dim> = <E::Kind as Kind<E>>::Meets<$Dim>;
    };
}

/// What kinds of extents at run time have in common.
macro_rules! run_time {
    ($([$($generics:tt)*] $Kind:ident<$M:ty>: $rest:tt;)*) => {$(
        run_time!(@each [D: Dim + Label $($generics)*] $Kind<$M, Named>, Named: $rest);
        run_time!(@each [D: Dim $($generics)*] $Kind<$M>, Unnamed: $rest);
    )*};
    (@each [$($generics:tt)*] $Kind:ty, $Naming:ident: ($most:expr, $Certainty:ident $Takes:ident, $extent:ident => $of:expr)) => {
        impl<$($generics)*> Kind<D> for $Kind {
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
            type IsArray = Open;
            type Array<T> = [T; 0];
            meets!($Naming D);
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
    };
}
run_time! {
    [] Stored<Dyn>: (None, Open Known, extent => Ok(extent));
    [, const MOST: usize] Stored<Const<MOST>>: (Some(MOST), Bound Open, extent => at_most(<D as Dim>::NAME, MOST, extent));
    [] Once<Dyn>: (None, Same Open, extent => bound(<D as Dim>::NAME, D::CELL, extent));
    // A cell may be that of two dims, each with a largest extent of its own.
    [, const MOST: usize] Once<Const<MOST>>: (Some(MOST), Sure Open,
        extent => at_most(<D as Dim>::NAME, MOST, extent).and_then(|extent| bound(<D as Dim>::NAME, D::CELL, extent)));
}

/// What numbers have in common, with a name and without.
macro_rules! numbers {
    ($([$($generics:tt)*] $Dim:ty, $Kind:ty, $Naming:ident => $AsMode:ty;)*) => {$(
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
            type IsArray = Known;
            type Array<T> = [T; N];
            meets!($Naming $Dim);
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
    [D: Dim + Label,] D, Fixed<N, Named>, Named => Sym<D>;
    [D: Dim,] D, Fixed<N>, Unnamed => Sym<D>;
    [] Const<N>, Const<N>, Unnamed => Const<N>;
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
