//! The cases of mdspan: left and right mappings, and which extents convert into which.

use extents::layout::{Canonical, ColMajor, Layout, RowMajor};
use extents::{AddressedBy, Extents, ShapeError};
use serde_json::{Value, json};

use crate::answer::{Answer, Check, same};
use crate::json::{StaticExtent, get};
use crate::layers::each_layer;

/// Runs a case of `mdspan.json`.
pub(crate) fn run(kind: &str, case: &Value) -> Check {
    match kind {
        "mapping" => mapping(case),
        "conv_extents" => conversion(case),
        _ => Err(format!("no such operation yet: `{kind}`")),
    }
}

/// What a mapping answers, field by field as the vectors have them.
const ANSWERS: [&str; 10] = [
    "rank",
    "strides",
    "required_span_size",
    "is_unique",
    "is_exhaustive",
    "is_strided",
    "is_always_unique",
    "is_always_exhaustive",
    "is_always_strided",
    "offsets",
];

fn mapping(case: &Value) -> Check {
    let (layout, padding): (String, Value) = (get(case, "layout")?, get(case, "padding")?);
    match (layout.as_str(), padding) {
        ("left", Value::Null) => mapping_in(case, ColMajor),
        ("right", Value::Null) => mapping_in(case, RowMajor),
        (_, padding) => {
            Err(format!("no such operation yet: mapping with layout `{layout}`, padding {padding}"))
        }
    }
}

fn mapping_in<L: Canonical>(case: &Value, layout: L) -> Check {
    let extents: Vec<usize> = get(case, "extents")?;
    static_extents_fit(case, &extents)?;
    let offsets: Vec<(Vec<usize>, usize)> = get(case, "offsets")?;
    let answer = each_layer!(extents.len(), E => {
        E::from_extents(&extents).and_then(|shape| answers(shape, layout, &offsets))
    })?;
    let found = answer.map_err(|error| format!("refused: {error}"))?;
    ANSWERS.iter().try_for_each(|name| same(name, &get(case, name)?, &get(&found, name)?))?;
    same("offsets", &get(case, "offsets")?, &get(&found, "indices")?)
        .map_err(|reason| format!("from offset to index: {reason}"))?;
    same("has_index_past_the_end", &json!(false), &get(&found, "has_index_past_the_end")?)
}

/// The types of these extents are not known here; that the case is sound can be seen all the same.
fn static_extents_fit(case: &Value, extents: &[usize]) -> Check {
    let modes: Vec<StaticExtent> = get(case, "static_extents")?;
    let fits = |(mode, extent): (&StaticExtent, &usize)| mode.0.is_none_or(|n| n == *extent);
    if modes.len() != extents.len() || !modes.iter().zip(extents).all(fits) {
        return Err("`extents` do not fit `static_extents`".into());
    }
    let dynamic = modes.iter().filter(|mode| mode.0.is_none()).count();
    same("rank_dynamic", &get(case, "rank_dynamic")?, &json!(dynamic))
}

/// [`ANSWERS`], and the way back from offsets to indices.
fn answers<E, L>(shape: E, layout: L, offsets: &[(Vec<usize>, usize)]) -> Answer
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: Canonical,
{
    let mapping = layout.of(shape);
    let mut forward = Vec::new();
    let mut backward = Vec::new();
    for (index, offset) in offsets {
        forward.push(json!([index, mapping.offset(&index_of(mapping.extents(), index)?)?]));
        backward.push(json!([mapping.index(*offset)?.as_ref(), offset]));
    }
    let span = mapping.required_span_size();
    Ok(json!({
        "rank": mapping.extents().rank(),
        "strides": mapping.strides().as_ref(),
        "required_span_size": span,
        "is_unique": mapping.is_unique(),
        "is_exhaustive": mapping.is_exhaustive(),
        "is_strided": mapping.is_strided(),
        "is_always_unique": <L as Layout<E>>::IS_ALWAYS_UNIQUE,
        "is_always_exhaustive": <L as Layout<E>>::IS_ALWAYS_EXHAUSTIVE,
        "is_always_strided": <L as Layout<E>>::IS_ALWAYS_STRIDED,
        "offsets": forward,
        "indices": backward,
        "has_index_past_the_end": mapping.index(span).is_ok(),
    }))
}

/// A list of coordinates as the index type of the extents.
fn index_of<E: Extents>(shape: &E, coordinates: &[usize]) -> Result<E::Index, ShapeError> {
    let mut index = shape.extents();
    let (expected, found) = (shape.rank(), coordinates.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    index.as_mut().copy_from_slice(coordinates);
    Ok(index)
}

/// Which extents convert is decided by the compiler, which cannot be asked here: this is its rule
/// spelled out. The typed tests compare the compiler's own verdict with the same cases.
fn conversion(case: &Value) -> Check {
    let (from, to): (Value, Value) = (get(case, "from")?, get(case, "to")?);
    let source: Vec<StaticExtent> = get(&from, "static_extents")?;
    let target: Vec<StaticExtent> = get(&to, "static_extents")?;
    let each_mode = |rule: fn(Option<usize>, Option<usize>) -> bool| {
        source.len() == target.len()
            && source.iter().zip(&target).all(|(source, target)| rule(source.0, target.0))
    };
    // `strengthen`: what the type of either mode leaves open can hold.
    let constructible = each_mode(|source, target| match (source, target) {
        (Some(source), Some(target)) => source == target,
        _ => true,
    });
    // `weaken`: no mode needs a check.
    let weakens = each_mode(|source, target| target.is_none() || source == target);
    // Our index type is always `usize`; that an index type must not get narrower is mdspan's rule.
    let implicit = weakens && largest_index(&to)? >= largest_index(&from)?;
    same("constructible", &get(case, "constructible")?, &json!(constructible))?;
    same("implicit", &get(case, "implicit")?, &json!(implicit))
}

fn largest_index(extents: &Value) -> Result<u64, String> {
    let index_type: String = get(extents, "index_type")?;
    let bits = index_type.get(1..).and_then(|bits| bits.parse::<u32>().ok());
    match (index_type.get(..1), bits) {
        (Some("u"), Some(bits @ (8 | 16 | 32 | 64))) => Ok(u64::MAX >> 64_u32.saturating_sub(bits)),
        (Some("i"), Some(bits @ (8 | 16 | 32 | 64))) => Ok(u64::MAX >> 65_u32.saturating_sub(bits)),
        _ => Err(format!("no such index type yet: `{index_type}`")),
    }
}
