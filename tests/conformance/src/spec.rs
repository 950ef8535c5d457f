//! Shapes as the vectors write them: made by the library, and described without it.

use std::iter;

use extents::{DynRankExtents, Extents};
use extents_shapes::{JaggedShape, Nested, PlacedShape, Shape, ShapeBase, StructureError};
use serde_json::{Value, json};

use crate::json::{get, get_if_any, only};

/// A shape as a vector writes it, without its layers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Spec {
    Null,
    Smooth {
        extents: Vec<usize>,
        origin: Vec<usize>,
    },
    Jagged {
        rows: Vec<Spec>,
        origin: Vec<usize>,
    },
    /// A smooth shape that is to be a `JaggedShape`.
    AsJagged(Box<Spec>),
}

/// A shape and the ranks of its layers, if it has any.
#[derive(Clone, Debug)]
pub(crate) struct Layered {
    pub(crate) layers: Option<Vec<usize>>,
    pub(crate) spec: Spec,
}

impl Spec {
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        if value.get("null").is_some() {
            only(value, &["null"])?;
            return match value.get("null") {
                Some(Value::Bool(true)) => Ok(Spec::Null),
                odd => Err(format!("no null shape: {odd:?}")),
            };
        }
        if let Some(inner) = value.get("as_jagged") {
            only(value, &["as_jagged"])?;
            return Ok(Spec::AsJagged(Box::new(Self::read(inner)?)));
        }
        let origin = get_if_any(value, "origin")?;
        if let Some(extents) = get_if_any::<Vec<usize>>(value, "smooth")? {
            only(value, &["smooth", "origin"])?;
            let origin = origin.unwrap_or_else(|| vec![0; extents.len()]);
            return Ok(Spec::Smooth { extents, origin });
        }
        only(value, &["jagged", "origin"])?;
        let rows: Vec<Value> = get(value, "jagged")?;
        let rows = rows.iter().map(Self::read).collect::<Result<_, _>>()?;
        Ok(Spec::Jagged { rows, origin: origin.unwrap_or_default() })
    }

    /// Whether the library has a type for it that is smooth.
    pub(crate) fn is_smooth_type(&self) -> bool {
        matches!(self, Spec::Null | Spec::Smooth { .. })
    }

    pub(crate) fn smooth(&self) -> Result<PlacedShape, StructureError> {
        match self {
            Spec::Null => Ok(Shape::null().into()),
            Spec::Smooth { extents, origin } => Shape::at(DynRankExtents::new(extents)?, origin),
            Spec::Jagged { .. } | Spec::AsJagged(_) => self.jagged()?.to_smooth(),
        }
    }

    pub(crate) fn jagged(&self) -> Result<JaggedShape, StructureError> {
        match self {
            Spec::Null => Ok(JaggedShape::null()),
            Spec::Smooth { .. } => Ok(self.smooth()?.to_jagged()),
            Spec::AsJagged(inner) => inner.jagged(),
            Spec::Jagged { rows, origin } => {
                let rows: Vec<JaggedShape> =
                    rows.iter().map(Self::jagged).collect::<Result<_, _>>()?;
                let shape = JaggedShape::from_slices(&rows)?;
                if origin.is_empty() { Ok(shape) } else { shape.with_origin(origin) }
            }
        }
    }

    /// What the shape is, worked out from what is written and not by the library; smooth shapes as such,
    /// however they are written.
    pub(crate) fn describe(&self) -> Value {
        self.described(&[])
    }

    /// The same with other origins of the first modes.
    fn described(&self, outer: &[usize]) -> Value {
        match self {
            Spec::Null => json!("null"),
            Spec::AsJagged(inner) => inner.described(outer),
            Spec::Smooth { extents, origin } => {
                let placed: Vec<usize> =
                    outer.iter().chain(origin.iter().skip(outer.len())).copied().collect();
                json!({ "extents": extents, "origin": placed })
            }
            Spec::Jagged { rows, origin } => {
                let own = origin.iter().skip(outer.len());
                let placed: Vec<usize> = outer.iter().chain(own).copied().collect();
                let (first, inner) = placed.split_first().unwrap_or((&0, &[]));
                joined(*first, rows.iter().map(|row| row.described(inner)).collect())
            }
        }
    }

    pub(crate) fn rank(&self) -> usize {
        match self {
            Spec::Null => 0,
            Spec::Smooth { extents, .. } => extents.len(),
            Spec::AsJagged(inner) => inner.rank(),
            Spec::Jagged { rows, .. } => rows.first().map_or(1, |row| row.rank().saturating_add(1)),
        }
    }

    pub(crate) fn size(&self) -> usize {
        match self {
            Spec::Null => 0,
            Spec::Smooth { extents, .. } => {
                extents.iter().fold(1, |size: usize, &extent| size.saturating_mul(extent))
            }
            Spec::AsJagged(inner) => inner.size(),
            Spec::Jagged { rows, .. } => {
                rows.iter().fold(0, |sum: usize, row| sum.saturating_add(row.size()))
            }
        }
    }
}

impl Layered {
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        match get_if_any(value, "layers")? {
            None => Ok(Layered { layers: None, spec: Spec::read(value)? }),
            layers => {
                only(value, &["layers", "shape"])?;
                Ok(Layered { layers, spec: Spec::read(&get(value, "shape")?)? })
            }
        }
    }

    pub(crate) fn field(object: &Value, name: &str) -> Result<Self, String> {
        Self::read(&get(object, name)?)
    }

    /// Expected shapes in the words of [`described`].
    pub(crate) fn expected(value: &Value) -> Result<Value, String> {
        let this = Self::read(value)?;
        let spec = &this.spec;
        let all = json!({ "rank": spec.rank(), "size": spec.size(), "shape": spec.describe() });
        Ok(with_layers(all, this.layers))
    }
}

/// Rows of a mode that begins at `origin`: a box where all rows are the same box.
fn joined(origin: usize, rows: Vec<Value>) -> Value {
    let boxed = |row: &Value| get::<Vec<usize>>(row, "extents").is_ok();
    match rows.first() {
        None => json!({ "extents": [0], "origin": [origin] }),
        Some(first) if boxed(first) && rows.iter().all(|row| row == first) => {
            let list = |name| get::<Vec<usize>>(first, name).unwrap_or_default();
            let extents: Vec<usize> = iter::once(rows.len()).chain(list("extents")).collect();
            let origins: Vec<usize> = iter::once(origin).chain(list("origin")).collect();
            json!({ "extents": extents, "origin": origins })
        }
        Some(_) => json!({ "origin": origin, "rows": rows }),
    }
}

fn with_layers(mut all: Value, layers: Option<Vec<usize>>) -> Value {
    if let (Some(layers), Some(fields)) = (layers, all.as_object_mut()) {
        fields.insert("layers".into(), json!(layers));
    }
    all
}

/// Refuses to walk through more elements than memory may hold.
pub(crate) fn check_walk(size: usize) -> Result<(), String> {
    if size <= 10_000_000 { Ok(()) } else { Err(format!("{size} are too many to walk through")) }
}

/// What a shape of the library is, in the words of [`Spec::describe`].
pub(crate) fn described<S: ShapeBase>(shape: &S) -> Result<Value, StructureError> {
    let jagged = shape.jagged()?;
    Ok(json!({ "rank": shape.rank(), "size": shape.size(), "shape": walked(&jagged)? }))
}

/// The same of a nested shape.
pub(crate) fn described_nested<S: ShapeBase>(shape: &Nested<S>) -> Result<Value, StructureError> {
    Ok(with_layers(described(shape)?, Some(shape.layers().to_vec())))
}

/// Takes a shape apart, element by element of its outer modes.
fn walked(shape: &JaggedShape) -> Result<Value, StructureError> {
    if shape.is_null() {
        return Ok(json!("null"));
    }
    if let Ok(smooth) = shape.to_smooth() {
        let extents: Vec<usize> = smooth.extents().iter().collect();
        return Ok(json!({ "extents": extents, "origin": shape.origin()[..] }));
    }
    let origin = shape.origin().first().copied().unwrap_or(0);
    let rows =
        (0..shape.rows().len()).map(|row| walked(&shape.element(&[origin.saturating_add(row)])?));
    Ok(json!({ "origin": origin, "rows": rows.collect::<Result<Vec<_>, _>>()? }))
}
