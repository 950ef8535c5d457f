//! [`Nested`]: a shape whose modes are shared out to layers.

mod compose;
mod labelled;
mod part;
mod storage;
mod typed;

pub use labelled::{Layered, NestedOf};

use crate::error::Item;
use core::fmt;
use extents::error::Quantity;

use super::{JaggedShape, ShapeBase, SmoothShape, StructureError};
use extents::generic::{ModeTuple, StaticModes};
use extents::layout::ModeList;
use extents::{Extents, ModeArray, ShapeError};

/// A shape whose modes are divided into layers, from left to right: a matrix of matrices, a vector of tiles.
///
/// The indices are those of the shape under it. Layers say how it is thought of, and so how it is best laid out
/// and which slices are wanted. `L` is the ranks of the layers: a list of values, or a tuple of
/// `Const` in the type, and then a nested static shape takes no space.
///
/// `==` compares layers and shapes; [`same_shape`](Self::same_shape) compares what is under the layers.
///
/// ```
/// use extents_shapes::{Nested, Shape, ShapeBase};
/// use extents::{extents, modes};
/// let s = Shape::new(extents![10, 20, 30]);
/// let s1_2 = Nested::new([1, 2], s)?;
/// assert_eq!((s1_2.n_layers(), s1_2.rank_layer(1)?), (2, 2));
/// assert_eq!((s1_2.elements_in_layer(0)?, s1_2.elements_in_layer(1)?), (10, 6000));
/// assert_eq!(s1_2.inner([0])?, Shape::new(extents![20, 30]));
/// // The same in the type.
/// let typed = Nested::typed(modes![1, 2], s);
/// assert_eq!(typed, s1_2);
/// assert_eq!(size_of_val(&typed), 0);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Nested<S, L = ModeArray<usize>> {
    // INVARIANT: the ranks add up to the rank of the shape, and there are as many layers as it needs.
    layers: L,
    shape: S,
}

impl<S: ShapeBase> Nested<S> {
    /// Creates a shape with layers of these ranks, the outermost first.
    ///
    /// # Errors
    /// Returns [`CountMismatch`](ShapeError::CountMismatch) where they do not add up to the rank of the shape,
    /// [`StructureError::TooFewLayers`] where a jagged shape has more modes outside of its smooth slices.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape, ShapeBase, jagged};
    /// use extents::extents;
    /// // Two layer vector (mode in layer 1).
    /// assert_eq!(Nested::new([0, 1], Shape::new(extents![10]))?.size(), 10);
    /// assert_eq!(
    ///     Nested::new([1, 2], Shape::new(extents![10, 20])).unwrap_err().to_string(),
    ///     "the ranks of the layers add up to 3, but the rank of the shape is 2",
    /// );
    /// assert!(Nested::new([3], jagged![{ [10] }, { [20], [30] }]?).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn new(layers: impl IntoIterator<Item = usize>, shape: S) -> Result<Self, StructureError> {
        let layers: ModeArray<usize> = layers.into_iter().collect();
        let layered = layers.iter().fold(0_usize, |sum, &rank| sum.saturating_add(rank));
        let rank = shape.rank();
        if layered != rank {
            return Err(ShapeError::CountMismatch {
                of: Quantity::LayeredModes,
                expected: rank,
                found: layered,
            }
            .into());
        }
        Self::of_part(layers, shape)
    }
}

impl<S: ShapeBase, L: ModeList> Nested<S, L> {
    /// A shape in layers whose ranks add up to its rank. A tiled shape may be in any number of layers; what is cut out
    /// of it is jagged, and may not.
    fn of_part(layers: L, shape: S) -> Result<Self, StructureError> {
        let (count, needed) = (layers.with_modes(<[usize]>::len), shape.least_layers());
        if count < needed {
            return Err(StructureError::TooFewLayers { layers: count, needed });
        }
        Ok(Nested { layers, shape })
    }
}

/// The ranks of layers, in the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of ranks of layers",
    label = "expected ranks in the type, such as `modes![1, 2]`",
    note = "`Nested::new` takes ranks that are known at run time only"
)]
pub(crate) trait RanksInType: ModeList + StaticModes {}
impl<L: ModeList + StaticModes> RanksInType for L {}

#[allow(private_bounds, reason = "a tuple of `Const`")]
impl<S: SmoothShape, L: RanksInType> Nested<S, L> {
    /// Creates a smooth shape with layers in the type: `modes![1, 2]` are layers of one mode and of two modes.
    ///
    /// Where the rank is in the type, ranks that do not add up to it are an error when it is compiled.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::{extents, modes};
    /// let nested = Nested::typed(modes![2, 0], Shape::new(extents![10, 20]));
    /// assert_eq!(nested.layers().as_ref(), [2, 0]);
    /// ```
    #[track_caller]
    pub const fn typed(layers: L, shape: S) -> Self
    where
        S::Extents: extents::generic::TypedExtents,
    {
        const {
            extents_static::__private::assert_layers(
                S::Extents::STATIC_RANK,
                <L as ModeTuple>::STATIC,
            );
        }
        Nested { layers, shape }
    }
}

impl<S: ShapeBase, L: ModeList> Nested<S, L> {
    /// Returns the shape under the layers.
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the shape without layers.
    pub fn into_shape(self) -> S {
        self.shape
    }

    /// Returns the rank of each layer, the outermost first.
    pub fn layers(&self) -> ModeArray<usize> {
        self.layers.with_modes(|ranks| ranks.into())
    }

    /// Returns the number of layers.
    pub fn n_layers(&self) -> usize {
        self.layers.with_modes(<[usize]>::len)
    }

    /// Returns the rank of a layer, counted from 0 at the outermost.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    pub fn rank_layer(&self, layer: usize) -> Result<usize, StructureError> {
        self.layers.with_modes(|ranks| {
            let error =
                StructureError::OutOfRange { of: Item::Layer, number: layer, count: ranks.len() };
            ranks.get(layer).copied().ok_or(error)
        })
    }

    /// How many modes the layers up to this one have, this one included.
    /// The same shape in layers of the same ranks, which the type may know.
    #[cfg(feature = "serde")]
    pub(crate) fn of_parts(layers: L, shape: Nested<S>) -> Self {
        Nested { layers, shape: shape.shape }
    }

    fn modes_through(&self, layer: usize) -> Result<usize, StructureError> {
        self.rank_layer(layer)?;
        // They are not more than the rank.
        Ok(self.layers.with_modes(|ranks| ranks.iter().take(layer.wrapping_add(1)).sum()))
    }

    /// Returns the number of elements in a layer, of all its shapes together; for the last layer, the number of all
    /// elements.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`], [`Null`](ShapeError::Null); as [`ShapeBase::jagged`].
    ///
    /// ```
    /// use extents_shapes::{Nested, jagged};
    /// let js1_2 = Nested::new([1, 2], jagged![[200, 30], [10, 20]]?)?;
    /// assert_eq!((js1_2.elements_in_layer(0)?, js1_2.elements_in_layer(1)?), (2, 6200));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn elements_in_layer(&self, layer: usize) -> Result<usize, StructureError> {
        Ok(self.through(layer)?.size())
    }

    /// Returns the shape of the outer layers, up to and including this one.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`], [`Null`](ShapeError::Null); as [`ShapeBase::jagged`].
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape, ShapeBase};
    /// use extents::extents;
    /// let s = Nested::new([1, 2], Shape::new(extents![2, 20, 30]))?;
    /// for index in s.through(0)?.indices() {
    ///     assert_eq!(s.inner(index)?, Shape::new(extents![20, 30]));
    /// }
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn through(&self, layer: usize) -> Result<JaggedShape, StructureError> {
        let modes = self.modes_through(layer)?;
        self.shape.jagged()?.first_modes(modes)
    }

    /// Returns the origin of a layer: the first coordinates of its modes.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`]; as [`ShapeBase::jagged`].
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::extents;
    /// let s1_1 = Nested::new([1, 1], Shape::at(extents![2, 3], [10, 20])?)?;
    /// assert_eq!(s1_1.layer_origin(1)?.as_ref(), [20]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn layer_origin(&self, layer: usize) -> Result<ModeArray<usize>, StructureError> {
        let (end, rank) = (self.modes_through(layer)?, self.rank_layer(layer)?);
        let origin = self.shape.jagged()?.origin();
        Ok(origin.iter().copied().take(end).skip(end.wrapping_sub(rank)).collect())
    }

    /// Returns the same shape with other layers.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Nested::new).
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::extents;
    /// let s = Shape::new(extents![10, 20]);
    /// assert_eq!(Nested::new([2], s)?.relayered([1, 1])?, Nested::new([1, 1], s)?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn relayered(
        self,
        layers: impl IntoIterator<Item = usize>,
    ) -> Result<Nested<S>, StructureError> {
        Nested::new(layers, self.shape)
    }

    /// Returns whether the shapes are equal, whatever their layers are.
    ///
    /// Shapes that differ in kind are compared as jagged ones; where there is no memory for that, the answer is no.
    ///
    /// ```
    /// use extents_shapes::{Nested, Shape};
    /// use extents::extents;
    /// let s = Shape::new(extents![10, 20]);
    /// let (two, one) = (Nested::new([1, 1], s)?, Nested::new([2], s)?);
    /// assert!(two != one && two.same_shape(&one) && two.same_shape(&s));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn same_shape(&self, other: &impl ShapeBase) -> bool {
        matches!((self.shape.jagged(), other.jagged()), (Ok(left), Ok(right)) if left == right)
    }
}

impl<S, T, L, M> PartialEq<Nested<T, M>> for Nested<S, L>
where
    S: PartialEq<T>,
    L: ModeList,
    M: ModeList,
{
    fn eq(&self, other: &Nested<T, M>) -> bool {
        self.shape == other.shape
            && self.layers.with_modes(|left| other.layers.with_modes(|right| left == right))
    }
}

impl<S: Eq, L: ModeList> Eq for Nested<S, L> {}

impl<S: core::hash::Hash, L: ModeList> core::hash::Hash for Nested<S, L> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
        self.layers.with_modes(|ranks| ranks.hash(state));
    }
}

/// Writes the shape and the ranks of its layers: `[10, 20, 30] in layers [1, 2]`.
impl<S: fmt::Display, L: ModeList> fmt::Display for Nested<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layers.with_modes(|ranks| write!(f, "{} in layers {ranks:?}", self.shape))
    }
}

impl<S: fmt::Debug, L: ModeList> fmt::Debug for Nested<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layers.with_modes(|ranks| write!(f, "{:?} in layers {ranks:?}", self.shape))
    }
}
