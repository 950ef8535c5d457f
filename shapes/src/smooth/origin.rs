//! [`Origin`]: where the indices of a smooth shape begin.

use crate::sealed::Sealed;
use core::fmt::Debug;

use extents_static::__private::{Certainty, Known, Open};

use extents::generic::ModeTuple;
use extents::{Extents, ModeArray};

/// The first index of a shape of extents `E`: [`ZeroOrigin`], which takes no space, [`ValueOrigin`], a run-time value,
/// or [`StaticOrigin`], whose coordinates may be in the type. Sealed.
///
/// ```
/// use extents_shapes::{Origin, Shape};
/// use extents::{Extents, extents};
/// fn first<E: Extents, O: Origin<E>>(shape: &Shape<E, O>) -> E::Index {
///     shape.origin()
/// }
/// assert_eq!(first(&Shape::new(extents![2, 3])), [0, 0]);
/// assert_eq!(first(&Shape::at(extents![2, 3], [10, 20])?), [10, 20]);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an origin of a shape of extents `{E}`",
    label = "expected `ZeroOrigin`, or a `ValueOrigin` or `StaticOrigin` of one coordinate for each mode"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait Origin<E: Extents>: Clone + Debug + Send + Sync + Sealed {
    /// The kind of the origin, independent of the extents.
    #[doc(hidden)]
    type Kind: OriginKind;
    /// Returns the first coordinate of a mode.
    #[doc(hidden)]
    fn coordinate(&self, mode: usize) -> usize;
    /// Adds the origin to an index that counts from 0.
    #[doc(hidden)]
    fn shift(&self, offset: E::Index) -> E::Index;
    /// The origin of a shape of other extents: zero, or a value.
    #[doc(hidden)]
    type Of<F: Extents>: Origin<F>;
    /// Returns the origin with the same coordinates for other extents.
    #[doc(hidden)]
    fn of<F: Extents>(&self, extents: &F) -> Self::Of<F>;
}

/// The zero origin, which takes no space.
///
/// ```
/// use extents::StaticExtents;
/// use extents_shapes::{Shape, ZeroOrigin};
/// assert_eq!(size_of::<Shape<StaticExtents![2, 3], ZeroOrigin>>(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZeroOrigin;

/// An origin that is a run-time value with one coordinate for each mode: `ValueOrigin<[usize; R]>` where the rank `R`
/// is in the type.
///
/// A [`Shape`](super::Shape) makes it: [`Shape::at`](super::Shape::at) and
/// [`with_origin`](super::Shape::with_origin) check the coordinates.
///
/// ```
/// use extents_shapes::{ValueOrigin, Shape};
/// use extents::{StaticExtents, extents};
/// let moved: Shape<StaticExtents![2, 3], ValueOrigin<[usize; 2]>> = Shape::at(extents![2, 3], [10, 10])?;
/// assert_eq!(moved.to_string(), "[2, 3] at [10, 10]");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValueOrigin<I = ModeArray<usize>>(pub(super) I);

/// An origin whose coordinates are modes, each static or not, such as that of a typed slice.
///
/// Coordinates that are [`Const`](extents::Const) take no space.
///
/// ```
/// use extents_shapes::{Shape, StaticOrigin};
/// use extents::{Const, StaticExtents, extents, slice};
/// let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![.., 5..8]);
/// let part: Shape<StaticExtents![10, 3], StaticOrigin<(Const<0>, Const<5>)>> = part;
/// assert_eq!((size_of_val(&part), part.origin()), (0, [0, 5]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StaticOrigin<T>(pub(crate) T);

impl<T: ModeTuple> Sealed for StaticOrigin<T> {}
impl<T, E> Origin<E> for StaticOrigin<T>
where
    T: ModeTuple,
    E: Extents<Index = T::Index>,
{
    type Kind = Placed;
    #[inline]
    fn coordinate(&self, mode: usize) -> usize {
        self.0.extents().as_ref().get(mode).copied().unwrap_or(0)
    }
    #[inline]
    fn shift(&self, offset: E::Index) -> E::Index {
        Origin::<E>::shift(&ValueOrigin(self.0.extents()), offset)
    }
    type Of<F: Extents> = ValueOrigin<F::Index>;
    #[inline]
    fn of<F: Extents>(&self, extents: &F) -> ValueOrigin<F::Index> {
        Placed::with(extents, |mode| Origin::<E>::coordinate(self, mode))
    }
}

impl Sealed for ZeroOrigin {}
impl<E: Extents> Origin<E> for ZeroOrigin {
    type Kind = Zero;
    #[inline]
    fn coordinate(&self, _: usize) -> usize {
        0
    }
    #[inline]
    fn shift(&self, offset: E::Index) -> E::Index {
        offset
    }
    type Of<F: Extents> = ZeroOrigin;
    #[inline]
    fn of<F: Extents>(&self, _: &F) -> ZeroOrigin {
        ZeroOrigin
    }
}

impl<I> Sealed for ValueOrigin<I> {}
impl<I, E> Origin<E> for ValueOrigin<I>
where
    I: AsRef<[usize]> + AsMut<[usize]> + Clone + Debug + Send + Sync,
    E: Extents<Index = I>,
{
    type Kind = Placed;
    #[inline]
    fn coordinate(&self, mode: usize) -> usize {
        self.0.as_ref().get(mode).copied().unwrap_or(0)
    }
    #[inline]
    fn shift(&self, mut offset: E::Index) -> E::Index {
        for (coordinate, origin) in offset.as_mut().iter_mut().zip(self.0.as_ref()) {
            // Below the end of the mode, which is a number: an invariant of `Shape`.
            *coordinate = coordinate.wrapping_add(*origin);
        }
        offset
    }
    type Of<F: Extents> = ValueOrigin<F::Index>;
    #[inline]
    fn of<F: Extents>(&self, extents: &F) -> ValueOrigin<F::Index> {
        Placed::with(extents, |mode| Origin::<E>::coordinate(self, mode))
    }
}

/// The kinds of origins, as types. The kind of a result follows from those of its operands.
pub(crate) trait OriginKind: 'static {
    /// The kind of the origin of a result: zero if both are zero.
    type And<Other: OriginKind>: OriginKind;
    /// Whether the origin is a value.
    const IS_VALUE: bool;
    /// Says whether the origin has any run-time coordinate.
    type Certainty: Certainty;
    /// The origin of this kind for extents `E`.
    type Of<E: Extents>: Origin<E, Kind = Self>;
    /// Creates the origin with these coordinates, one for each mode. A zero origin does not use them.
    fn with<E: Extents>(extents: &E, coordinate: impl Fn(usize) -> usize) -> Self::Of<E>;
}

/// [`ZeroOrigin`].
#[doc(hidden)]
#[derive(Debug)]
pub enum Zero {}

/// [`ValueOrigin`].
#[doc(hidden)]
#[derive(Debug)]
pub enum Placed {}

impl OriginKind for Zero {
    type And<Other: OriginKind> = Other;
    const IS_VALUE: bool = false;
    type Certainty = Known;
    type Of<E: Extents> = ZeroOrigin;
    #[inline]
    fn with<E: Extents>(_: &E, _: impl Fn(usize) -> usize) -> ZeroOrigin {
        ZeroOrigin
    }
}

impl OriginKind for Placed {
    type And<Other: OriginKind> = Placed;
    const IS_VALUE: bool = true;
    type Certainty = Open;
    type Of<E: Extents> = ValueOrigin<E::Index>;
    #[inline]
    fn with<E: Extents>(extents: &E, coordinate: impl Fn(usize) -> usize) -> ValueOrigin<E::Index> {
        let mut origin = extents.extents();
        for (mode, to) in origin.as_mut().iter_mut().enumerate() {
            *to = coordinate(mode);
        }
        ValueOrigin(origin)
    }
}
