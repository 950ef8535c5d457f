//! Dims: names for extents, as types. [`Sym<D>`](Sym) is the mode of the dim `D`.

mod computed;
mod kind;
mod macros;
mod scope;
mod terms;

use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

pub use computed::{
    Every, Fewer, FewerModes, Join, Joined, JoinedModes, Less, Merged, MergedModes, Parts, Product,
    Stepped, SteppedModes,
};
pub use kind::{DimCell, Fixed, Named, Once, Stored};
pub use scope::In;
pub(crate) use terms::Terms;
pub use terms::{assert_factor, assert_same};

use crate::align::ByPlace;
use crate::certainty::Known;
use crate::mode::{Carry, Dyn, Mode};
use crate::mode_tuple::StaticMode;
use crate::stride::Stride;
use crate::{LabelName, ShapeError};
use kind::{BoundOnce, Kind};

/// A name for extents, as a type without values. Made by [`dims!`](crate::dims!).
///
/// ```
/// use extents_static::{Dim, dims};
/// dims! { Batch }
/// assert_eq!(<Batch as Dim>::NAME.as_str(), "Batch");
/// ```
// A safe trait: the extent is in `Sym`, and what is certain about it follows from the kind, which only this package has.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dim: dims are made by `dims!`",
    label = "not a dim"
)]
pub trait Dim: Sized {
    /// The name, as it was written; what is beyond 15 bytes is cut.
    const NAME: LabelName;
    /// Where the extent is. In elementwise work a dim meets itself by place, which code over any dim knows.
    #[doc(hidden)]
    type Kind: Kind<Self, Meets<Self> = ByPlace>;
    /// The extent of a dim that is bound once a process. A constant: a type has one cell. Types of one cell have one extent.
    #[doc(hidden)]
    const CELL: &'static DimCell = &kind::NO_CELL;
    /// What tells the name apart from others, where names are compared by what they say; of 0 nothing is the same.
    #[doc(hidden)]
    const ID: u64 = 0;
}

/// How modes of the dim `D` meet those of `E` in elementwise work.
pub(crate) type DimsMeet<D, E> = <<D as Dim>::Kind as Kind<D>>::Meets<E>;

type Held<D> = <<D as Dim>::Kind as Kind<D>>::Held;

/// The mode of the dim `D`, whose name is in the type. Its extent is a run-time value, and takes one word, unless the dim is
/// a number with a name.
///
/// Written `dyn Batch` in [`StaticExtents!`](crate::StaticExtents!), and `dyn Batch = n` in
/// [`extents!`](crate::extents!); `(Heads)` in both where the dim is a number.
///
/// ```
/// use extents_static::{Mode, StaticExtents, Sym, dims, extents};
/// dims! { Batch, Time, Heads = 8 }
/// let (batch, time) = (3, 5);
/// let shape: StaticExtents![dyn Batch, dyn Time, 64] = extents![dyn Batch = batch, dyn Time = time, 64]?;
/// assert_eq!(shape.modes().0, Sym::<Batch>::new(3));
/// assert_eq!(format!("{shape:?}"), "[Batch = 3, Time = 5, 64]");
///
/// let heads: StaticExtents![(Heads), 64] = extents![(Heads), 64];
/// assert_eq!((size_of_val(&heads), format!("{heads:?}")), (0, "[Heads = 8, 64]".to_string()));
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
///
/// Where modes meet, under one label or in elementwise work, names meet as extents do:
///
/// | one | the other | together |
/// |---|---|---|
/// | `Batch` | `Batch` | `Batch`, after the extents were compared; those of `once` dims and of numbers are equal |
/// | `Batch` | `dyn` | `Batch`, after the extents were compared |
/// | `Batch` | a number | the number, which the types know more of, after the extents were compared |
/// | `Heads = 8` | 8 | `Heads`; another number does not compile |
/// | `Batch` | `Time` | does not compile |
pub struct Sym<D: Dim> {
    // INVARIANT: `Kind::of` made it, or `Kind::carry` of the extent of another mode of `D`.
    held: Held<D>,
    // Neither wider nor narrower: the extent is that of `D`, and of no other.
    dim: PhantomData<fn(D) -> D>,
}

impl<D: Dim<Kind = Stored<Dyn, N>>, N> Sym<D>
where
    Stored<Dyn, N>: Kind<D, Held = usize>,
{
    /// Creates a mode of this extent, where a dim may have any.
    ///
    /// ```
    /// use extents_static::{Mode, Sym, dims};
    /// dims! { Batch }
    /// assert_eq!(Sym::<Batch>::new(7).extent(), 7);
    /// ```
    #[inline]
    pub const fn new(extent: usize) -> Self {
        Sym { held: extent, dim: PhantomData }
    }
}

impl<D: Dim> Sym<D> {
    /// Creates a mode of this extent, where the dim can have it.
    ///
    /// # Errors
    /// Returns [`ShapeError::DimOverflow`] for more than the largest extent; [`ShapeError::ExtentMismatch`] and
    /// [`ShapeError::Unbound`] where the dim is bound to another extent or to none.
    ///
    /// ```
    /// use extents_static::{Mode, Sym, dims};
    /// dims! { Batch ..= 64, Heads = 8 }
    /// assert_eq!(Sym::<Batch>::try_new(7)?.extent(), 7);
    /// assert!(Sym::<Batch>::try_new(65).is_err());
    /// assert!(Sym::<Heads>::try_new(9).is_err());
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_new(extent: usize) -> Result<Self, ShapeError> {
        Ok(Sym { held: <D::Kind as Kind<D>>::of(extent)?, dim: PhantomData })
    }
}

#[allow(private_bounds, reason = "which dims are bound, the kinds of this package say")]
impl<D: Dim> Sym<D> {
    /// Binds the dim to an extent, for the rest of the process. Of several calls the first one does; the others compare.
    /// The dim is written `once Hidden`; another one is not bound, which does not compile.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`] where it is bound to another extent, [`ShapeError::DimOverflow`] for more
    /// than its largest extent, which is no more than `isize::MAX`.
    ///
    /// ```
    /// use extents_static::{Mode, Sym, dims};
    /// dims! { once Hidden }
    /// assert_eq!(Sym::<Hidden>::bind(64)?.extent(), 64);
    /// assert!(Sym::<Hidden>::bind(64).is_ok());
    /// let error = Sym::<Hidden>::bind(65).unwrap_err();
    /// assert_eq!(error.to_string(), "dim `Hidden` should have extent 64, but has 65");
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn bind(extent: usize) -> Result<Self, ShapeError>
    where
        D::Kind: BoundOnce<D>,
    {
        // Nothing is bound that no mode could have.
        let most = <D::Kind as Kind<D>>::MOST.unwrap_or(usize::MAX).min(isize::MAX as usize);
        D::CELL.set(kind::at_most(D::NAME, most, extent)?);
        Self::try_new(extent)
    }

    /// Returns the mode, where the dim is bound.
    ///
    /// ```
    /// use extents_static::{Sym, dims};
    /// dims! { once Hidden }
    /// assert_eq!(Sym::<Hidden>::bound(), None);
    /// let hidden = Sym::<Hidden>::bind(64)?;
    /// assert_eq!(Sym::<Hidden>::bound(), Some(hidden));
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    pub fn bound() -> Option<Self>
    where
        D::Kind: BoundOnce<D>,
    {
        D::CELL.get().and_then(Self::from_extent)
    }
}

impl<D: Dim> Clone for Sym<D> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Dim> Copy for Sym<D> {}

impl<D: Dim> PartialEq for Sym<D> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.held == other.held
    }
}

impl<D: Dim> Eq for Sym<D> {}

impl<D: Dim> Hash for Sym<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.held.hash(state);
    }
}

impl<D: Dim> Debug for Sym<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", D::NAME, self.extent())
    }
}

// SAFETY: the extent is the one in `held`, or of the kind. Only this package has kinds: what one says of the extents of a
// dim holds, as a mode has one that `Kind::of` let through, and the cell of a dim that is bound once is a constant of its
// type and set once. Strides are made of a number that the type knows, or known at run time.
#[allow(unsafe_code)]
unsafe impl<D: Dim> Mode for Sym<D> {
    const EXTENT: Option<usize> = <D::Kind as Kind<D>>::EXTENT;
    const MOST: Option<usize> = <D::Kind as Kind<D>>::MOST;
    const NAME: Option<LabelName> = Some(D::NAME);
    const LABEL: u64 = <D::Kind as Kind<D>>::LABEL;
    type Name = D;
    type Certainty = <D::Kind as Kind<D>>::Certainty;
    type Takes = <D::Kind as Kind<D>>::Takes;
    const IS_SCOPED: bool = <D::Kind as Kind<D>>::IS_SCOPED;
    type AsStride = <D::Kind as Kind<D>>::AsStride;
    type Scale<S: Stride> = <D::Kind as Kind<D>>::Scale<S>;
    type PaddedTo<P: Stride> = <D::Kind as Kind<D>>::PaddedTo<P>;
    const TERMS: Option<Terms> = Some(<D::Kind as Kind<D>>::TERMS);
    type MergedWith<M: Mode> = M::MergedAfter<D>;
    type MergedAfter<E: Dim> = Sym<Merged<E, D>>;
    type JoinedWith<M: Mode> = M::JoinedAfter<D>;
    type JoinedAfter<E: Dim> = Sym<Joined<E, D>>;
    type FewerBy<M: Mode> = M::FewerOf<D>;
    type FewerOf<E: Dim> = Sym<Less<E, D>>;
    type SteppedBy<M: Mode> = M::SteppedOf<D>;
    type SteppedOf<E: Dim> = Sym<Every<E, D>>;
    type FirstFactor = <D::Kind as Kind<D>>::FirstFactor;
    type OtherFactors = <D::Kind as Kind<D>>::OtherFactors;
    type IsProduct = <D::Kind as Kind<D>>::IsProduct;
    type IsLabel = <D::Kind as Kind<D>>::IsLabel;
    type IsArray = <D::Kind as Kind<D>>::IsArray;
    type Array<T> = <D::Kind as Kind<D>>::Array<T>;

    #[inline]
    fn extent(self) -> usize {
        <D::Kind as Kind<D>>::extent(self.held)
    }

    #[inline]
    fn from_extent(extent: usize) -> Option<Self> {
        Self::try_new(extent).ok()
    }

    #[inline]
    fn read(extent: usize, _: usize) -> Result<Self, ShapeError> {
        Self::try_new(extent)
    }

    #[inline]
    fn moved(extent: usize, _: usize, _: Carry) -> Result<Self, ShapeError> {
        Ok(Sym { held: <D::Kind as Kind<D>>::moved(extent)?, dim: PhantomData })
    }

    #[inline]
    fn carry(extent: usize, _: Carry) -> Self {
        Sym { held: <D::Kind as Kind<D>>::carry(extent), dim: PhantomData }
    }
}

impl<D: Dim> StaticMode for Sym<D>
where
    D::Kind: Kind<D, Certainty = Known, Held = ()>,
{
    const VALUE: Self = Sym { held: (), dim: PhantomData };
}

/// What a mode of the dim is together with `Const<N>`.
pub(crate) type WithNumber<D, const N: usize> = <<D as Dim>::Kind as Kind<D>>::WithNumber<N>;

/// The extent of a dim that is a number; 0 of another, which is refused by its type.
#[doc(hidden)]
pub const fn number_of<D: Dim>() -> usize {
    match <D::Kind as Kind<D>>::EXTENT {
        Some(extent) => extent,
        None => 0,
    }
}
