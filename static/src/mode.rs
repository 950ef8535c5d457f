//! Modes: one direction of a tensor, whose extent is in the type ([`Const`]) or in a value ([`Dyn`], and
//! [`Sym`](crate::Sym), which has a name).

use core::fmt::Debug;
use core::hash::Hash;

use crate::align::{ByPlace, Meets};
use crate::certainty::{Certainty, Known, Open};
use crate::dim::{Dim, Every, Joined, Less, Merged, Sym, Terms};
use crate::error::Place;
use crate::label::{B0, Truth};
use crate::stride::{DynStride, Stride};
use crate::{LabelName, ShapeError};

/// A mode whose extent `N` is in the type. It takes no space.
///
/// ```
/// use extents_static::{Const, Mode};
/// assert_eq!(<Const<3> as Mode>::EXTENT, Some(3));
/// assert_eq!(size_of::<Const<3>>(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Const<const N: usize>;

/// A mode whose extent is a run-time value. It takes one word.
///
/// ```
/// use extents_static::{Dyn, Mode};
/// assert_eq!(Dyn::EXTENT, None);
/// assert_eq!(Dyn::new(7).extent(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyn(usize);

impl Dyn {
    /// Creates a mode of this extent.
    ///
    /// ```
    /// use extents_static::{Dyn, Mode};
    /// assert_eq!(Dyn::new(7).extent(), 7);
    /// ```
    #[inline]
    pub const fn new(extent: usize) -> Self {
        Dyn(extent)
    }
}

/// One direction of a tensor: [`Const<N>`](Const), [`Dyn`] or [`Sym<D>`](crate::Sym). Sealed.
///
/// ```
/// use extents_static::{Const, Dyn, Mode};
/// fn double<M: Mode>(mode: M) -> usize {
///     2 * mode.extent()
/// }
/// assert_eq!(double(Const::<4>), double(Dyn::new(4)));
/// ```
///
/// # Safety
/// The extent of a value never changes and is that of its copies. It is [`EXTENT`](Self::EXTENT), and that of all
/// values, where this says one, and at most the hidden `MOST`. [`from_extent`](Self::from_extent) and the hidden `read` and
/// `carry` give the mode of that extent, and the hidden types are the strides that their names say. The hidden `Certainty`
/// is true of all values. Where the hidden `IsArray` is `Known`, `Array<T>` is as many `T` as `EXTENT` says, and nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mode: a mode is `Const<N>` (known to the compiler) or `Dyn`",
    label = "expected `Const<N>` or `Dyn`"
)]
#[allow(unsafe_code)]
#[allow(private_bounds, reason = "how modes meet in elementwise work is for this package")]
pub unsafe trait Mode:
    Copy + Debug + Eq + Hash + Send + Sync + Meets<Self, How = ByPlace>
{
    /// The extent, where the type knows it.
    const EXTENT: Option<usize>;
    /// The largest extent, where the type knows one.
    #[doc(hidden)]
    const MOST: Option<usize> = Self::EXTENT;
    /// The name of the extent, where it has one.
    #[doc(hidden)]
    const NAME: Option<LabelName> = None;
    /// The id of the label that the name is, 0 where it is none.
    #[doc(hidden)]
    const LABEL: u64 = 0;
    /// What the name says, or the number; of `Dyn` nothing.
    #[doc(hidden)]
    const TERMS: Option<Terms> = match Self::EXTENT {
        Some(number) => Some(Terms::of_number(number)),
        None => None,
    };

    /// What messages call this mode: a dim by its name alone.
    #[doc(hidden)]
    type Name;
    /// Says whether the type knows the extent, or what else it knows of all values.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// `Known` where there is a mode of each extent, but for what a constant refuses.
    #[doc(hidden)]
    type Takes: Certainty;
    /// Whether no number makes a mode: a dim of a scope has those that the scope gave.
    #[doc(hidden)]
    const IS_SCOPED: bool = false;
    /// The extent as a stride: the stride of the next mode of a dense shape.
    #[doc(hidden)]
    type AsStride: Stride;
    /// A stride times this extent.
    #[doc(hidden)]
    type Scale<S: Stride>: Stride;
    /// The least multiple of a padding that is not below this extent.
    #[doc(hidden)]
    type PaddedTo<P: Stride>: Stride;
    // Each makes a name or a number of this mode and another one, and `Dyn` where one has neither; and after it stands the
    // same of a dim and this mode.
    /// What this mode and the next one merge to.
    #[doc(hidden)]
    type MergedWith<M: Mode>: Mode;
    #[doc(hidden)]
    type MergedAfter<D: Dim>: Mode;
    /// What this mode is with the entries of another one behind its own.
    #[doc(hidden)]
    type JoinedWith<M: Mode>: Mode;
    #[doc(hidden)]
    type JoinedAfter<D: Dim>: Mode;
    /// What this mode is without as many entries as another one has.
    #[doc(hidden)]
    type FewerBy<M: Mode>: Mode;
    #[doc(hidden)]
    type FewerOf<D: Dim>: Mode;
    /// Every so many entries of this mode as another one has.
    #[doc(hidden)]
    type SteppedBy<M: Mode>: Mode;
    #[doc(hidden)]
    type SteppedOf<D: Dim>: Mode;
    // What a mode is made of by merging: the first factor and the product of the others; the mode itself and `Const<1>` where
    // it is no product.
    #[doc(hidden)]
    type FirstFactor: Mode;
    #[doc(hidden)]
    type OtherFactors: Mode;
    /// `Known` where there are several factors.
    #[doc(hidden)]
    type IsProduct: Certainty;
    /// Whether the name is a label.
    #[doc(hidden)]
    type IsLabel: Truth;
    /// `Known` where [`Array`](Self::Array) is as many values as there are entries; else it is of no meaning.
    #[doc(hidden)]
    type IsArray: Certainty;
    /// An array of one value an entry, of the factors of a product one within the other.
    #[doc(hidden)]
    type Array<T>;

    /// Returns the number of entries along this mode.
    ///
    /// ```
    /// use extents_static::{Const, Mode};
    /// assert_eq!(Const::<4>.extent(), 4);
    /// ```
    fn extent(self) -> usize;

    /// Creates the mode of this type that has this extent, if there is one.
    ///
    /// ```
    /// use extents_static::{Const, Dyn, Mode};
    /// assert_eq!(Dyn::from_extent(4), Some(Dyn::new(4)));
    /// assert_eq!(Const::<3>::from_extent(4), None);
    /// ```
    fn from_extent(extent: usize) -> Option<Self>;

    /// As [`from_extent`](Self::from_extent), for the mode at this place; or why there is none.
    #[doc(hidden)]
    #[inline]
    fn read(extent: usize, mode: usize) -> Result<Self, ShapeError> {
        Self::from_extent(extent).ok_or(ShapeError::ExtentMismatch {
            place: Place::Mode(mode),
            expected: Self::EXTENT.unwrap_or(extent),
            found: extent,
        })
    }

    /// As [`read`](Self::read), for the mode of a dim of a scope too, where another mode of this type has the extent.
    #[doc(hidden)]
    #[inline]
    fn moved(extent: usize, mode: usize, _: Carry) -> Result<Self, ShapeError> {
        Self::read(extent, mode)
    }

    /// The mode of an extent that another mode of this type has, or that constants compare.
    #[doc(hidden)]
    fn carry(extent: usize, seal: Carry) -> Self;
}

/// What a function takes that only this package may call: no other can name it.
#[derive(Clone, Copy, Debug)]
pub struct Carry;

// SAFETY: the extent is the number in the type.
#[allow(unsafe_code)]
unsafe impl<const N: usize> Mode for Const<N> {
    const EXTENT: Option<usize> = Some(N);
    type Name = Self;
    type Certainty = Known;
    type Takes = Known;
    type AsStride = Self;
    type Scale<S: Stride> = S::Scaled<Self>;
    type PaddedTo<P: Stride> = P::MultipleOver<Self>;
    type MergedWith<M: Mode> = M::MergedAfter<Self>;
    type MergedAfter<D: Dim> = Sym<Merged<D, Self>>;
    type JoinedWith<M: Mode> = M::JoinedAfter<Self>;
    type JoinedAfter<D: Dim> = Sym<Joined<D, Self>>;
    type FewerBy<M: Mode> = M::FewerOf<Self>;
    type FewerOf<D: Dim> = Sym<Less<D, Self>>;
    type SteppedBy<M: Mode> = M::SteppedOf<Self>;
    type SteppedOf<D: Dim> = Sym<Every<D, Self>>;
    type FirstFactor = Self;
    type OtherFactors = Const<1>;
    type IsProduct = Open;
    type IsLabel = B0;
    type IsArray = Known;
    type Array<T> = [T; N];

    #[inline]
    fn extent(self) -> usize {
        N
    }

    #[inline]
    fn from_extent(extent: usize) -> Option<Self> {
        (extent == N).then_some(Const)
    }

    #[inline]
    fn carry(_: usize, _: Carry) -> Self {
        Const
    }
}

// SAFETY: the extent is the one field. No type knows it, nor a stride made of it.
#[allow(unsafe_code)]
unsafe impl Mode for Dyn {
    const EXTENT: Option<usize> = None;
    type Name = Self;
    type Certainty = Open;
    type Takes = Known;
    type AsStride = DynStride;
    type Scale<S: Stride> = DynStride;
    type PaddedTo<P: Stride> = DynStride;
    type MergedWith<M: Mode> = Dyn;
    type MergedAfter<D: Dim> = Dyn;
    type JoinedWith<M: Mode> = Dyn;
    type JoinedAfter<D: Dim> = Dyn;
    type FewerBy<M: Mode> = Dyn;
    type FewerOf<D: Dim> = Dyn;
    type SteppedBy<M: Mode> = Dyn;
    type SteppedOf<D: Dim> = Dyn;
    type FirstFactor = Self;
    type OtherFactors = Const<1>;
    type IsProduct = Open;
    type IsLabel = B0;
    type IsArray = Open;
    type Array<T> = [T; 0];

    #[inline]
    fn extent(self) -> usize {
        self.0
    }

    #[inline]
    fn from_extent(extent: usize) -> Option<Self> {
        Some(Dyn(extent))
    }

    #[inline]
    fn carry(extent: usize, _: Carry) -> Self {
        Dyn(extent)
    }
}
