//! Shapes and layouts as the vectors write them: objects, lists and texts.

use extents::DType;
use extents_xla::{
    ArrayShape, DimLevel, Dimension, Layout, LevelFormat, PaddingValue, Shape, SplitConfig, Tile,
    TileDimension,
};
use serde_json::{Map, Value, json};

use crate::answer::{Problem, made};
use crate::json::{get, get_if_any, only};

/// The fields of a layout.
const LAYOUT: &[&str] = &[
    "m2m",
    "minor_to_major",
    "padded_dimensions",
    "tiles",
    "splits",
    "split_configs",
    "element_bits",
    "element_size_in_bits",
    "tail_padding_alignment_in_elements",
    "memory_space",
    "index_primitive_type",
    "pointer_primitive_type",
    "physical_shape",
    "dynamic_shape_metadata_prefix_bytes",
    "dim_level_types",
    "dim_unique",
    "dim_ordered",
];

/// Refuses other fields than those of an array with a layout, and these.
pub(crate) fn only_array(value: &Value, more: &[&str]) -> Result<(), String> {
    only(value, &[LAYOUT, &["type", "dims", "dynamic"], more].concat())
}

/// Refuses other fields than those of a layout, and these.
pub(crate) fn only_layout(value: &Value, more: &[&str]) -> Result<(), String> {
    only(value, &[LAYOUT, more].concat())
}

/// An array of `f32` unless it says otherwise; with a layout if it says one.
pub(crate) fn array(value: &Value) -> Result<ArrayShape, Problem> {
    let shape = ArrayShape::new(dtype(value)?, dimensions(value)?);
    let has_layout = LAYOUT.iter().any(|name| value.get(name).is_some());
    if has_layout { Ok(shape.with_layout(layout(value)?)?) } else { Ok(shape) }
}

/// The same, with the default layout if it says none.
pub(crate) fn array_in_memory(value: &Value) -> Result<ArrayShape, Problem> {
    Ok(array(value)?.with_default_layout())
}

/// An array of these sizes alone.
pub(crate) fn sized(value: &Value, name: &str) -> Result<ArrayShape, Problem> {
    Ok(ArrayShape::new(DType::F32, get::<Vec<usize>>(value, name)?))
}

/// A field that is an array.
pub(crate) fn array_at(value: &Value, name: &str) -> Result<ArrayShape, Problem> {
    let value: Value = get(value, name)?;
    only_array(&value, &[])?;
    array(&value)
}

/// A shape: a text, or an object of an array, a tuple, a token or something opaque.
pub(crate) fn shape(value: &Value) -> Result<Shape, Problem> {
    if let Some(text) = value.as_str() {
        return made(text.parse());
    }
    if let Some(text) = get_if_any::<String>(value, "text")? {
        only(value, &["text"])?;
        return made(text.parse());
    }
    if let Some(parts) = get_if_any::<Vec<Value>>(value, "tuple")? {
        only(value, &["tuple"])?;
        let parts = parts.iter().map(shape).collect::<Result<Vec<_>, _>>()?;
        return made(Shape::tuple(parts));
    }
    for (name, shape) in [("token", Shape::Token), ("opaque", Shape::Opaque)] {
        if get_if_any::<bool>(value, name)? == Some(true) {
            only(value, &[name])?;
            return Ok(shape);
        }
    }
    only_array(value, &[])?;
    Ok(array(value)?.into())
}

/// A field that is a shape.
pub(crate) fn shape_at(value: &Value, name: &str) -> Result<Shape, Problem> {
    shape(&get(value, name)?)
}

fn dtype(value: &Value) -> Result<DType, Problem> {
    match get_if_any::<String>(value, "type")? {
        None => Ok(DType::F32),
        Some(name) => made(name.parse()),
    }
}

fn dimensions(value: &Value) -> Result<Vec<Dimension>, Problem> {
    let sizes: Vec<Value> = get(value, "dims")?;
    let dynamic: Option<Vec<bool>> = get_if_any(value, "dynamic")?;
    if dynamic.as_ref().is_some_and(|dynamic| dynamic.len() != sizes.len()) {
        return Err("there are not as many `dynamic` as `dims`".to_owned().into());
    }
    let dynamic = dynamic.unwrap_or_else(|| vec![false; sizes.len()]);
    let dimension = |(size, is_dynamic): (&Value, bool)| match (size, size.as_u64()) {
        (Value::String(text), _) if text == "?" => Ok(Dimension::Unbounded),
        (_, Some(size)) => {
            let size = usize::try_from(size).map_err(|error| error.to_string())?;
            Ok(if is_dynamic { Dimension::Bounded(size) } else { Dimension::Static(size) })
        }
        // XLA's mark of a size without a bound.
        _ if is_dynamic && (size.is_null() || size.as_i64().is_some()) => Ok(Dimension::Unbounded),
        _ => Err(format!("a size cannot be read: {size}").into()),
    };
    sizes.iter().zip(dynamic).map(dimension).collect()
}

/// The layout that the fields of an object say; what is not said is the default.
pub(crate) fn layout(value: &Value) -> Result<Layout, Problem> {
    let order = match get_if_any::<Vec<usize>>(value, "minor_to_major")? {
        None => get_if_any(value, "m2m")?,
        order => order,
    };
    let mut layout = match order {
        Some(order) => Layout::new(order)?,
        None => Layout::descending(get::<Vec<Value>>(value, "dims")?.len()),
    };
    if let Some(widths) = get_if_any::<Vec<usize>>(value, "padded_dimensions")? {
        layout = layout.with_padding(widths, PaddingValue::Zero);
    }
    if let Some(tiles) = get_if_any::<Vec<Vec<Value>>>(value, "tiles")? {
        let tiles: Vec<Tile> =
            tiles.iter().map(|tile| read_tile(tile)).collect::<Result<_, _>>()?;
        layout = layout.with_tiles(tiles)?;
    }
    for name in ["splits", "split_configs"] {
        if let Some(splits) = get_if_any::<Vec<(usize, Vec<usize>)>>(value, name)? {
            let split = |(dimension, indices)| SplitConfig { dimension, indices };
            layout = layout.with_split_configs(splits.into_iter().map(split));
        }
    }
    for name in ["element_bits", "element_size_in_bits"] {
        if let Some(bits) = get_if_any(value, name)? {
            layout = layout.with_element_size_in_bits(bits);
        }
    }
    if let Some(elements) = get_if_any(value, "tail_padding_alignment_in_elements")? {
        layout = layout.with_tail_padding_alignment(elements)?;
    }
    if let Some(memory) = get_if_any(value, "memory_space")? {
        layout = layout.with_memory_space(memory);
    }
    let index_type = |name| -> Result<Option<DType>, Problem> {
        get_if_any::<String>(value, name)?.map(|name| made(name.parse())).transpose()
    };
    layout = layout.with_index_types(
        index_type("index_primitive_type")?,
        index_type("pointer_primitive_type")?,
    );
    if let Some(physical) = value.get("physical_shape") {
        layout = made(layout.with_physical_shape(shape(physical)?))?;
    }
    if let Some(bytes) = get_if_any(value, "dynamic_shape_metadata_prefix_bytes")? {
        layout = layout.with_metadata_prefix_bytes(bytes);
    }
    if let Some(letters) = get_if_any::<Vec<String>>(value, "dim_level_types")? {
        layout = layout.with_dim_levels(levels(value, &letters)?)?;
    }
    Ok(layout)
}

/// Letters with their signs, or with lists that say the same as signs.
fn levels(value: &Value, letters: &[String]) -> Result<Vec<DimLevel>, Problem> {
    let flags = |name| get_if_any::<Vec<bool>>(value, name);
    let (unique, ordered) = (flags("dim_unique")?, flags("dim_ordered")?);
    let has = |flags: &Option<Vec<bool>>, at: usize| {
        flags.as_ref().and_then(|flags| flags.get(at)).copied().unwrap_or(true)
    };
    let level = |(at, text): (usize, &String)| {
        let format = match text.trim_end_matches(['+', '~']) {
            "D" | "DIM_DENSE" => LevelFormat::Dense,
            "C" | "DIM_COMPRESSED" => LevelFormat::Compressed,
            "S" | "DIM_SINGLETON" => LevelFormat::Singleton,
            "H" | "DIM_LOOSE_COMPRESSED" => LevelFormat::LooseCompressed,
            _ => return Err(format!("no such level of a dimension: `{text}`").into()),
        };
        let (unique, ordered) = (has(&unique, at), has(&ordered, at));
        let (unique, ordered) = (unique && !text.contains('+'), ordered && !text.contains('~'));
        Ok(DimLevel { format, unique, ordered })
    };
    letters.iter().enumerate().map(level).collect()
}

fn read_tile(sizes: &[Value]) -> Result<Tile, String> {
    let dimension = |size: &Value| match (size.as_str(), size.as_u64().map(usize::try_from)) {
        (Some("*"), _) => Ok(TileDimension::Combine),
        (_, Some(Ok(size))) => Ok(TileDimension::Size(size)),
        _ => Err(format!("a tile cannot be read: {size}")),
    };
    Ok(Tile::of(sizes.iter().map(dimension).collect::<Result<Vec<_>, _>>()?))
}

// --- Answers ---

/// An array as `{"dims": .., "m2m": ..}`.
pub(crate) fn dims_and_order(shape: &ArrayShape) -> Result<Value, Problem> {
    let order = shape.layout().map(|layout| layout.minor_to_major());
    Ok(json!({ "dims": shape.sizes()?.to_vec(), "m2m": order }))
}

/// A shape in the words of the vectors: what is the default is left away, but for the order of dimensions.
pub(crate) fn describe(shape: &Shape) -> Value {
    match shape {
        Shape::Tuple(parts) => json!({ "tuple": parts.iter().map(describe).collect::<Vec<_>>() }),
        Shape::Token => json!({ "token": true }),
        Shape::Opaque => json!({ "opaque": true }),
        Shape::Array(array) => describe_array(array),
    }
}

fn describe_array(array: &ArrayShape) -> Value {
    let size = |size: &Dimension| size.bound().map_or(json!("?"), |bound| json!(bound));
    let dimensions: Vec<Value> = array.dimensions().iter().map(size).collect();
    let dynamic: Vec<bool> = array.dimensions().iter().map(|size| size.is_dynamic()).collect();
    let mut all = Map::new();
    all.insert("type".into(), json!(array.dtype().to_string()));
    all.insert("dims".into(), json!(dimensions));
    if dynamic.contains(&true) {
        all.insert("dynamic".into(), json!(dynamic));
    }
    if let Some(layout) = array.layout() {
        describe_layout(layout, &mut all);
    } else if array.rank() == 0 {
        // A scalar has but one order, which a text does not say.
        all.insert("m2m".into(), json!([]));
    }
    Value::Object(all)
}

fn describe_layout(layout: &Layout, all: &mut Map<String, Value>) {
    let size = |size: &TileDimension| match size {
        TileDimension::Size(size) => json!(size),
        TileDimension::Combine => json!("*"),
    };
    let tile = |tile: &Tile| Value::Array(tile.dimensions().iter().map(size).collect());
    let split = |split: &SplitConfig| json!([split.dimension, split.indices]);
    let (index, pointer) = layout.index_types();
    let levels: Vec<String> = layout.dim_levels().iter().map(DimLevel::to_string).collect();
    let fields = [
        ("tiles", json!(layout.tiles().iter().map(tile).collect::<Vec<_>>()), json!([])),
        ("padded_dimensions", json!(layout.padded_dimensions()), json!(null)),
        ("element_size_in_bits", json!(layout.element_size_in_bits()), json!(0)),
        ("tail_padding_alignment_in_elements", json!(layout.tail_padding_alignment()), json!(1)),
        ("memory_space", json!(layout.memory_space()), json!(0)),
        ("index_primitive_type", json!(index.map(|index| index.to_string())), json!(null)),
        ("pointer_primitive_type", json!(pointer.map(|pointer| pointer.to_string())), json!(null)),
        ("physical_shape", json!(layout.physical_shape().map(describe)), json!(null)),
        ("dynamic_shape_metadata_prefix_bytes", json!(layout.metadata_prefix_bytes()), json!(0)),
        ("dim_level_types", json!(levels), json!([])),
        (
            "split_configs",
            json!(layout.split_configs().iter().map(split).collect::<Vec<_>>()),
            json!([]),
        ),
    ];
    all.insert("m2m".into(), json!(layout.minor_to_major()));
    let said = fields.into_iter().filter(|(_, value, default)| value != default);
    all.extend(said.map(|(name, value, _)| (name.to_owned(), value)));
}

/// An expected shape, put into the words of [`describe`]; its fields are read one by one, so none is lost.
pub(crate) fn expected(value: &Value) -> Result<Value, String> {
    if let Some(text) = value.as_str() {
        return text.parse().map(|shape| describe(&shape)).map_err(|error| format!("{error}"));
    }
    let read = |problem: Problem| match problem {
        Problem::Unreadable(reason) => reason,
        Problem::Refused(error) => format!("the expected shape is refused: {error}"),
    };
    shape(value).map(|shape| describe(&shape)).map_err(read)
}
