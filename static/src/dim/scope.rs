//! [`In`]: a dim that has one extent in a scope.

use core::fmt;
use core::marker::PhantomData;

use super::kind::Kind;
use super::terms::Terms;
use super::{Dim, Join, Product, Sym};
use crate::certainty::{Certainty, Open};
use crate::label::Label;
use crate::mode::{Const, Mode};
use crate::stride::{DynStride, Stride};
use crate::{LabelName, ShapeError};

/// The dim `D` in the scope `'b`, where it has one extent: two modes of it are equal, and nothing compares them.
///
/// A mode of it comes from [`Sym::scope`], which alone gives one. A number does not say of which scope it is, so that
/// [`Sym::try_new`], [`Extents::from_extents`](crate::Extents::from_extents) and what reads extents give none.
/// [`Sym::of`] compares a number with a mode that there is.
///
/// It is printed with a `'`: `[Batch' = 3, 64]`. Written `dyn 'b Batch` in [`StaticExtents!`](crate::StaticExtents!), and `dyn = batch` for the mode `batch` in
/// [`extents!`](crate::extents!). Under a label and in elementwise work it meets extents as a dim does that is bound once a
/// process. [`weaken`](crate::Extents::weaken) gives the extent back its name without a scope, `dyn Batch`.
///
/// A mode does not leave its scope:
/// ```compile_fail,E0521
/// use extents_static::{Sym, dims};
/// dims! { Batch }
/// let mut escaped = None;
/// Sym::<Batch>::new(3).scope(|batch| escaped = Some(batch));
/// ```
/// Modes of two scopes are of two types, also where they have one extent:
/// ```compile_fail,E0521
/// use extents_static::{Sym, dims};
/// dims! { Batch }
/// Sym::<Batch>::new(3).scope(|one| Sym::<Batch>::new(3).scope(|other| one == other));
/// ```
pub struct In<'b, D> {
    // Neither wider nor narrower: a scope has a lifetime of its own.
    scope: PhantomData<fn(&'b ()) -> &'b ()>,
    dim: PhantomData<fn(D) -> D>,
}

/// The extent is a word in each mode. All modes have that of the one that `Sym::scope` made.
#[derive(Debug)]
pub enum Scoped {}

impl<D: Dim> Dim for In<'_, D> {
    const NAME: LabelName = D::NAME.in_scope();
    type Kind = Scoped;
    // No id: in two scopes a name may be two numbers.
}

impl<D: Dim> fmt::Debug for In<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("In")
    }
}

// For no other dim: nobody has `Scoped` as the kind of one of their own.
impl<'b, D: Dim> Kind<In<'b, D>> for Scoped {
    type Held = usize;
    const EXTENT: Option<usize> = None;
    const MOST: Option<usize> = <D::Kind as Kind<D>>::MOST;
    const TERMS: Terms = Terms::of_dim(0);
    type Certainty = <<D::Kind as Kind<D>>::Certainty as Certainty>::Scoped;
    type Takes = Open;
    type AsStride = DynStride;
    type Scale<S: Stride> = DynStride;
    type PaddedTo<P: Stride> = DynStride;
    type WithNumber<const N: usize> = Const<N>;
    type Times<E: Dim> = Product<In<'b, D>, E>;
    type Plus<E: Dim> = Join<In<'b, D>, E>;
    type AsMode = Sym<In<'b, D>>;
    type FirstFactor = Sym<In<'b, D>>;
    type OtherFactors = Const<1>;
    type IsProduct = Open;
    type IsArray = Open;
    type Array<T> = [T; 0];
    type IsLabel = <D::Kind as Kind<D>>::IsLabel;
    const LABEL: u64 = <D::Kind as Kind<D>>::LABEL;
    // By the name without the scope.
    type Meets<E: Dim> = <E::Kind as Kind<E>>::MeetsScoped<D>;
    type MeetsLabel<L: Label> = <D::Kind as Kind<D>>::MeetsLabel<L>;
    type MeetsScoped<E: Dim> = <E::Kind as Kind<E>>::Meets<D>;
    const IS_SCOPED: bool = true;
    #[inline]
    fn extent(held: usize) -> usize {
        held
    }
    #[inline]
    fn of(found: usize) -> Result<usize, ShapeError> {
        Err(ShapeError::Scoped { dim: D::NAME, found })
    }
    #[inline]
    fn moved(extent: usize) -> Result<usize, ShapeError> {
        Ok(extent)
    }
    #[inline]
    fn carry(extent: usize) -> usize {
        extent
    }
}

impl<D: Dim> Sym<D> {
    /// Calls a function with this extent as that of a scope, in which modes of it are equal by their type.
    ///
    /// There may be any number of scopes of one dim, one after the other, within each other and in threads, with one extent
    /// or with several: each has a lifetime of its own, by which the types of their modes differ.
    ///
    /// ```
    /// use extents_static::label::{b, h, k};
    /// use extents_static::{Compose, StaticExtents, Sym, dims, extents};
    /// dims! { Batch ..= 4096 }
    /// for n in [3, 5] {
    ///     Sym::<Batch>::try_new(n)?.scope(|batch| {
    ///         let x = extents![dyn = batch, 64]?;
    ///         let y = extents![dyn = batch, 10]?;
    ///         // Nothing is left to compare.
    ///         let Ok(product) = Compose::<((b, h), (b, k)), (h, k)>::compose((x, y));
    ///         assert_eq!(product, extents![64, 10]);
    ///         Ok::<_, extents_static::ShapeError>(())
    ///     })?;
    /// }
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn scope<R>(self, body: impl for<'b> FnOnce(Sym<In<'b, D>>) -> R) -> R {
        // The one mode of this scope that is not made of another one.
        body(Sym { held: self.extent(), dim: PhantomData })
    }
}

impl<D: Dim> Sym<In<'_, D>> {
    /// Returns this mode for an extent that is equal.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`].
    ///
    /// ```
    /// use extents_static::{Sym, dims};
    /// dims! { Batch }
    /// Sym::<Batch>::new(3).scope(|batch| {
    ///     assert_eq!(batch.of(3), Ok(batch));
    ///     let error = batch.of(4).unwrap_err();
    ///     assert_eq!(error.to_string(), "dim `Batch` should have extent 3, but has 4");
    /// });
    /// ```
    #[inline]
    pub fn of(self, extent: usize) -> Result<Self, ShapeError> {
        super::kind::equal(D::NAME, self.held, extent).map(|()| self)
    }
}
