//! Shapes under labels, and which shapes compose with which.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use extents_static::__private::Tuple;

use super::layers::Layers;
use super::typed::LabelNames;
use crate::{JaggedShape, PlacedShape, ShapeBase, StructureError};

/// The names of a tuple of labels.
pub(crate) fn names_of<Labels: Tuple<List: LabelNames>>() -> Vec<String> {
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
pub struct LabelledShape {
    pub(super) labels: Vec<String>,
    pub(super) shape: JaggedShape,
    pub(super) layers: Option<Layers>,
}

impl LabelledShape {
    pub(crate) fn new(
        labels: Labelling<'_>,
        shape: &impl ShapeBase,
    ) -> Result<Self, StructureError> {
        let labels = match labels {
            Labelling::Text(text) => extents::label::parse_labels(text)?,
            Labelling::Names(names) => names,
        };
        Ok(LabelledShape { labels, shape: shape.jagged()?, layers: None })
    }

    pub(crate) fn in_layers(self, layers: Layers) -> Self {
        LabelledShape { layers: Some(layers), ..self }
    }

    pub(crate) fn layers(&self) -> Option<&Layers> {
        self.layers.as_ref()
    }

    pub(crate) fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(self.shape)
    }

    pub(crate) fn into_smooth(self) -> Result<PlacedShape, StructureError> {
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
pub(crate) trait Meets<Other>: ShapeBase<Composed = Self> {
    /// The type of the result.
    type Output: ShapeBase<Composed = Self::Output>;
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
