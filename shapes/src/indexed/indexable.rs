//! [`Indexable`]: shapes whose modes can be labelled, and which shapes compose with which.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use extents_static::__private::Tuple;

use super::Indexed;
use super::layers::Layers;
use super::typed::LabelNames;
use crate::{
    JaggedShape, Origin, PlacedShape, Shape, ShapeBase, StructureError, TiledShape, Tiling,
};
use extents::Extents;

/// A shape whose modes can be labelled to compute the shapes of sums and products.
///
/// ```
/// use extents_shapes::{Indexable, jagged};
/// let js = jagged![[10], [20]]?;
/// // A jagged matrix with 2 rows: contracting the columns gives a 2 by 2 matrix.
/// let product = (js.ix("i,j") * js.ix("k,j")).to("i,k")?;
/// assert_eq!(product, jagged![[2], [2]]?);
/// // These would fail since contracted modes aren't the same length.
/// assert!((js.ix("i,j") * js.ix("j,k")).to("i,k").is_err());
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
pub trait Indexable: ShapeBase {
    /// The type of its sums and products.
    type Result: Indexable<Result = Self::Result>;

    /// Returns the shape under labels, with its layers.
    #[doc(hidden)]
    fn term(&self, labels: Labelling<'_>) -> Result<Term, StructureError>;

    /// Creates the shape of a result.
    #[doc(hidden)]
    fn from_term(term: Term) -> Result<Self::Result, StructureError>;

    /// Labels the modes by text: `"i,j"`, with names of any length.
    ///
    /// What is wrong with the text is said by [`Indexed::to`].
    fn ix(&self, labels: &str) -> Indexed<Self::Result> {
        Indexed::leaf(self.term(Labelling::Text(labels)))
    }

    /// Labels the modes by types: `ix_labels::<(i, j)>()`.
    #[allow(private_bounds, reason = "all labels have names")]
    fn ix_labels<Labels: Tuple<List: LabelNames>>(&self) -> Indexed<Self::Result> {
        Indexed::leaf(self.term(Labelling::Names(names_of::<Labels>())))
    }
}

/// The names of a tuple of labels.
pub(super) fn names_of<Labels: Tuple<List: LabelNames>>() -> Vec<String> {
    let mut names = Vec::new();
    // What looks gives no error.
    let _ = Labels::List::each(&mut |_, name| {
        names.push(name.to_string());
        Ok(())
    });
    names
}

/// Labels as they were given.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Labelling<'a> {
    Text(&'a str),
    Names(Vec<String>),
}

/// A shape with labels, as the engine takes it.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub(super) labels: Vec<String>,
    pub(super) shape: JaggedShape,
    pub(super) layers: Option<Layers>,
}

impl Term {
    fn new(labels: Labelling<'_>, shape: &impl ShapeBase) -> Result<Self, StructureError> {
        let labels = match labels {
            Labelling::Text(text) => extents::label::parse_labels(text)?,
            Labelling::Names(names) => names,
        };
        Ok(Term { labels, shape: shape.jagged()?, layers: None })
    }

    pub(crate) fn in_layers(self, layers: Layers) -> Self {
        Term { layers: Some(layers), ..self }
    }

    pub(crate) fn layers(&self) -> Option<&Layers> {
        self.layers.as_ref()
    }

    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(self.shape)
    }

    fn into_smooth(self) -> Result<PlacedShape, StructureError> {
        self.shape.to_smooth()
    }
}

/// A shape that composes with shapes of type `Other`.
///
/// A smooth shape composes with a jagged one, and the result is jagged. A nested shape composes only with a nested
/// one, for labels have layers there.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` and a `{Other}` do not compose",
    label = "a nested shape composes only with nested ones",
    note = "`Nested::new(layers, shape)` adds layers to a shape, `into_shape()` removes them"
)]
pub(crate) trait Meets<Other>: Indexable<Result = Self> {
    /// The type of the result.
    type Output: Indexable<Result = Self::Output>;
}

macro_rules! indexable {
    ($([$($generics:tt)*] $shape:ty => $result:ty: $from_term:expr;)*) => {$(
        impl<$($generics)*> Indexable for $shape {
            type Result = $result;
            fn term(&self, labels: Labelling<'_>) -> Result<Term, StructureError> {
                Term::new(labels, self)
            }
            fn from_term(term: Term) -> Result<$result, StructureError> {
                $from_term(term)
            }
        }
    )*};
}
indexable! {
    [] JaggedShape => JaggedShape: Term::into_jagged;
    [E: Extents, O: Origin<E>] Shape<E, O> => PlacedShape: Term::into_smooth;
    [E: Extents, T: Tiling] TiledShape<E, T> => JaggedShape: Term::into_jagged;
}

macro_rules! meet {
    ($($left:ty, $right:ty => $output:ty;)*) => {$(
        impl Meets<$right> for $left {
            type Output = $output;
        }
    )*};
}
meet! {
    PlacedShape, PlacedShape => PlacedShape;
    PlacedShape, JaggedShape => JaggedShape;
    JaggedShape, PlacedShape => JaggedShape;
    JaggedShape, JaggedShape => JaggedShape;
}
