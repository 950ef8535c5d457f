//! Dims: names for run-time extents, as types. [`Sym<D>`](Sym) is the mode of the dim `D`.

use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::LabelName;
use crate::certainty::Open;
use crate::mode::Mode;
use crate::sealed::Sealed;
use crate::stride::{DynStride, Stride};

/// A name for extents that are known at run time, as a type without values. Made by [`dims!`](crate::dims!).
///
/// ```
/// use extents_static::{Dim, dims};
/// dims! { Batch }
/// assert_eq!(<Batch as Dim>::NAME.as_str(), "Batch");
/// ```
// A safe trait: a name decides which programs compile, and every extent is compared where two of one name meet.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dim: dims are made by `dims!`",
    label = "not a dim"
)]
pub trait Dim: Sized + 'static {
    /// The name, as it was written; what is beyond 15 bytes is cut.
    const NAME: LabelName;
}

/// The mode of the dim `D`: its extent is a run-time value, and its name is in the type. It takes one word.
///
/// Written `dyn Batch` in [`StaticExtents!`](crate::StaticExtents!), and `dyn Batch = n` in
/// [`extents!`](crate::extents!).
///
/// ```
/// use extents_static::{Mode, StaticExtents, Sym, dims, extents};
/// dims! { Batch, Time }
/// let (batch, time) = (3, 5);
/// let shape: StaticExtents![dyn Batch, dyn Time, 64] = extents![dyn Batch = batch, dyn Time = time, 64]?;
/// assert_eq!(shape.modes().0, Sym::<Batch>::new(3));
/// assert_eq!(format!("{shape:?}"), "[Batch = 3, Time = 5, 64]");
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
///
/// Where modes meet, under one label or in elementwise work, names meet as extents do:
///
/// | one | the other | together |
/// |---|---|---|
/// | `Batch` | `Batch` | `Batch`, after the extents were compared |
/// | `Batch` | `dyn` | `Batch`, after the extents were compared |
/// | `Batch` | a number | the number, which the types know more of, after the extents were compared |
/// | `Batch` | `Time` | does not compile |
pub struct Sym<D: Dim> {
    extent: usize,
    // Neither wider nor narrower: one name, and no other.
    dim: PhantomData<fn(D) -> D>,
}

impl<D: Dim> Sym<D> {
    /// Creates a mode of this extent.
    ///
    /// ```
    /// use extents_static::{Mode, Sym, dims};
    /// dims! { Batch }
    /// assert_eq!(Sym::<Batch>::new(7).extent(), 7);
    /// ```
    #[inline]
    pub const fn new(extent: usize) -> Self {
        Sym { extent, dim: PhantomData }
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
        self.extent == other.extent
    }
}

impl<D: Dim> Eq for Sym<D> {}

impl<D: Dim> Hash for Sym<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.extent.hash(state);
    }
}

impl<D: Dim> Debug for Sym<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", D::NAME, self.extent)
    }
}

impl<D: Dim> Sealed for Sym<D> {}
// SAFETY: the extent is the one field that has a value. No type knows it, nor a stride made of it.
#[allow(unsafe_code)]
unsafe impl<D: Dim> Mode for Sym<D> {
    const EXTENT: Option<usize> = None;
    const NAME: Option<LabelName> = Some(D::NAME);
    type Name = D;
    type Certainty = Open;
    type AsStride = DynStride;
    type Scale<S: Stride> = DynStride;
    type PaddedTo<P: Stride> = DynStride;

    #[inline]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline]
    fn from_extent(extent: usize) -> Option<Self> {
        Some(Sym::new(extent))
    }
}

/// Defines dims: names for run-time extents, each a type without values. They are labels too, of one set.
///
/// A visibility may stand before each name.
///
/// ```
/// use extents_static::{Dim, dims, label::Label};
/// dims! { pub Batch, Time }
/// assert_eq!(<Batch as Dim>::NAME.as_str(), "Batch");
/// assert_eq!(<Time as Label>::NAME, "Time");
/// ```
#[macro_export]
macro_rules! dims {
    ($($(#[$meta:meta])* $vis:vis $name:ident),+ $(,)?) => {
        $crate::labels! { $($(#[$meta])* $vis $name),+ }
        $(
            impl $crate::Dim for $name {
                const NAME: $crate::LabelName = $crate::LabelName::new(stringify!($name));
            }
        )+
    };
    ($($other:tt)*) => {
        compile_error!("dims are names with commas between, each with a visibility or none: `dims! { pub Batch, Time }`");
    };
}
