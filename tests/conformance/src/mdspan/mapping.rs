//! What mappings answer.
#![allow(
    clippy::indexing_slicing,
    reason = "the JSON values that are indexed are made here; a panic is a case that failed"
)]

use extents::generic::AddressedBy;
use extents::layout::{
    Canonical, ColMajor, DynStride, Layout, Padded, RowMajor, Stride, Strided, StridedLayout,
};
use extents::{
    Const, Dyn, DynRankExtents, Extents, Mapping, Mode, ModeArray, ShapeError, StaticExtents,
};
use serde_json::{Value, json};

use crate::answer::{Answer, Check, Outcome, same};
use crate::json::{StaticExtent, get, get_if_any};
use crate::layers::{agree, each_layer, with_const, with_large_const};

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

pub(super) fn run(case: &Value) -> Check {
    let source = Source::read(case)?;
    judge(case, &source.answers(case)?)
}

/// Compares what a mapping answered with what a case expects.
pub(super) fn judge(case: &Value, found: &Value) -> Check {
    let also = ["padded_stride", "static_padding_stride"];
    let also = also.iter().filter(|name| case.get(name).is_some());
    (ANSWERS.iter().chain(also))
        .try_for_each(|name| same(name, &get(case, name)?, &get(found, name)?))?;
    same("offsets", &get(case, "offsets")?, &get(found, "indices")?)
        .map_err(|reason| format!("from offset to index: {reason}"))?;
    same("has_index_past_the_end", &json!(false), &get(found, "has_index_past_the_end")?)
}

/// The extents of a mapping, what their type knows, and the offsets to ask for.
pub(super) struct Source {
    pub(super) modes: Vec<StaticExtent>,
    pub(super) extents: Vec<usize>,
    pub(super) offsets: Vec<(Vec<usize>, usize)>,
}

impl Source {
    /// The types of these extents are not known here; that the case is sound can be seen all the same.
    fn read(case: &Value) -> Result<Self, String> {
        let modes: Vec<StaticExtent> = get(case, "static_extents")?;
        let extents: Vec<usize> = get(case, "extents")?;
        let fits = |(mode, extent): (&StaticExtent, &usize)| mode.0.is_none_or(|n| n == *extent);
        if modes.len() != extents.len() || !modes.iter().zip(&extents).all(fits) {
            return Err("`extents` do not fit `static_extents`".into());
        }
        let is_open = |mode: &&StaticExtent| match mode.0 {
            Some(_) => Const::<2>::EXTENT.is_none(),
            None => Dyn::EXTENT.is_none(),
        };
        let dynamic = modes.iter().filter(is_open).count();
        same("rank_dynamic", &get(case, "rank_dynamic")?, &json!(dynamic))?;
        Ok(Source { modes, extents, offsets: get(case, "offsets")? })
    }

    /// What the mapping with the layout of a case answers.
    pub(super) fn answers(&self, case: &Value) -> Result<Value, String> {
        let (layout, padding): (String, Value) = (get(case, "layout")?, get(case, "padding")?);
        let mut found = match (layout.as_str(), &padding) {
            ("left", Value::Null) => self.canonical(ColMajor)?,
            ("right", Value::Null) => self.canonical(RowMajor)?,
            ("left_padded", _) => self.padded(case, ColMajor, self.modes.first())?,
            ("right_padded", _) => self.padded(case, RowMajor, self.modes.last())?,
            ("stride", Value::Null) => self.strided(&get::<Vec<i64>>(case, "strides")?)?,
            _ => {
                return Err(format!(
                    "no such operation yet: mapping with layout `{layout}`, padding {padding}"
                ));
            }
        };
        if layout == "stride" {
            // mdspan wants strides under which no two indices share an offset; ours may be any, so their type does not
            // promise it, and these are asked.
            found["is_always_unique"] = found["is_unique"].clone();
        }
        Ok(found)
    }

    fn canonical<L: Canonical>(&self, layout: L) -> Result<Value, String> {
        let answer = each_layer!(self.extents.len(), E => {
            E::from_extents(&self.extents).and_then(|shape| answers_of(shape, layout, &self.offsets))
        });
        Ok(promised::<L>(accepted(answer)?))
    }

    /// A padding in the type and the same padding as a value must agree.
    fn padded<L: Canonical>(
        &self,
        case: &Value,
        layout: L,
        fastest: Option<&StaticExtent>,
    ) -> Result<Value, String> {
        let padding: StaticExtent = get(case, "padding")?;
        // mdspan's mapping of extents alone has no room.
        let value = match padding.0 {
            Some(padding) => padding,
            None => get_if_any(case, "dyn_padding_arg")?.unwrap_or(1),
        };
        let open = each_layer!(self.extents.len(), E => {
            E::from_extents(&self.extents)
                .and_then(|shape| answers_of(shape, layout.padded(Dyn::new(value)), &self.offsets))
        });
        let known = match padding.0 {
            None => open,
            // Products of extents reach beyond the types of the runner; the value says the same.
            Some(padding) if padding > 64 => open,
            Some(padding) => {
                let shape = DynRankExtents::new(&self.extents);
                let known = with_large_const!(padding, P => {
                    let layout = layout.padded(Const::<P>);
                    Ok(shape.and_then(|shape| answers_of(shape, layout, &self.offsets)))
                })?;
                agree(open?, known)
            }
        };
        let mut found = promised::<Padded<L, DynStride>>(accepted(known)?);
        // The mode next to the fastest: by the strides, since the fastest has stride 1.
        let has_room = self.extents.len() >= 2;
        let is_left = get::<String>(case, "layout")? == "left_padded";
        let (next, extent) = match is_left {
            true => (1, self.extents.first()),
            false => (self.extents.len().saturating_sub(2), self.extents.last()),
        };
        let stride = if has_room { found["strides"][next].clone() } else { Value::Null };
        let known = promised_room(is_left, padding.0, fastest.and_then(|mode| mode.0))?;
        let (known_stride, is_exhaustive) = match known {
            Promise::Stride(known, is_exhaustive) => (json!(known), is_exhaustive),
            Promise::Known => (stride.clone(), stride == json!(extent.copied())),
        };
        found["is_always_exhaustive"] = json!(!has_room || is_exhaustive);
        found["static_padding_stride"] = if has_room { known_stride } else { json!(0) };
        found["padded_stride"] = stride;
        Ok(found)
    }

    fn strided(&self, strides: &[i64]) -> Result<Value, String> {
        let strides: Vec<isize> = (strides.iter())
            .map(|stride| isize::try_from(*stride).map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?;
        let answer = each_layer!(self.extents.len(), E => {
            E::from_extents(&self.extents).and_then(|shape| {
                let mut list = RowMajor.strides(&shape);
                list.as_mut().copy_from_slice(&strides);
                answers_of(shape, Strided::new(list), &self.offsets)
            })
        });
        let mut found = promised::<Strided<ModeArray<isize>>>(accepted(answer)?);
        // What the types promise: asked mode by mode, since a mode of extent 0 decides for all.
        let mut is_always = <Strided<[isize; 0]> as Layout<StaticExtents![]>>::IS_ALWAYS_EXHAUSTIVE
            && self.modes.is_empty();
        for mode in &self.modes {
            is_always |= match mode.0 {
                Some(extent) => with_large_const!(extent, N => {
                    Ok(<Strided<[isize; 1]> as Layout<StaticExtents![N]>>::IS_ALWAYS_EXHAUSTIVE)
                })?,
                None => <Strided<[isize; 1]> as Layout<StaticExtents![dyn]>>::IS_ALWAYS_EXHAUSTIVE,
            };
        }
        found["is_always_exhaustive"] = json!(is_always);
        Ok(found)
    }
}

/// What the types of a padded layout know about the mode next to the fastest.
enum Promise {
    /// Its stride, if they know it, and whether no room is left over.
    Stride(Option<isize>, bool),
    /// They know the stride, which is that of the values: the runner has no types of these numbers.
    Known,
}

/// Asks the types of this padding and of extents of this fastest mode; `None` is what only values know.
fn promised_room(
    is_left: bool,
    padding: Option<usize>,
    fastest: Option<usize>,
) -> Result<Promise, String> {
    match (padding, fastest) {
        (None, None) => Ok(promise::<Dyn, DynStride>(is_left)),
        (Some(padding), None) => {
            // An open extent leaves the stride open, whatever the padding is.
            with_const!(padding.min(12), P => Ok(promise::<Dyn, Const<P>>(is_left)))
        }
        (None, Some(fastest)) => {
            with_const!(fastest.min(12), N => Ok(promise::<Const<N>, DynStride>(is_left)))
        }
        (Some(padding), Some(fastest)) if padding <= 12 && fastest <= 12 => {
            with_const!(padding, P => with_const!(fastest, N => {
                Ok(promise::<Const<N>, Const<P>>(is_left))
            }))
        }
        _ => match promise::<Const<5>, Const<4>>(is_left) {
            Promise::Stride(Some(8), false) => Ok(Promise::Known),
            _ => Err("the types do not know 5, padded to a multiple of 4".into()),
        },
    }
}

fn promise<N: Mode, P: Stride>(is_left: bool) -> Promise {
    fn of<E: Extents, L: Layout<E>>(next: usize) -> Promise {
        let stride = L::STATIC_STRIDES.get(next).copied().flatten();
        Promise::Stride(stride, L::IS_ALWAYS_EXHAUSTIVE)
    }
    if is_left {
        of::<StaticExtents<(N, Dyn)>, Padded<ColMajor, P>>(1)
    } else {
        of::<StaticExtents<(Dyn, N)>, Padded<RowMajor, P>>(0)
    }
}

/// The answers, if the library did not refuse.
fn accepted(outcome: Outcome) -> Result<Value, String> {
    outcome?.map_err(|error| format!("refused: {error}"))
}

/// With what a layout promises for all extents.
fn promised<L: Layout<DynRankExtents>>(mut found: Value) -> Value {
    found["is_always_unique"] = json!(L::IS_ALWAYS_UNIQUE);
    found["is_always_exhaustive"] = json!(L::IS_ALWAYS_EXHAUSTIVE);
    found["is_always_strided"] = json!(L::IS_ALWAYS_STRIDED);
    found
}

/// [`ANSWERS`] but for promises, and the way back from offsets to indices.
fn answers_of<E, L>(shape: E, layout: L, offsets: &[(Vec<usize>, usize)]) -> Answer
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: StridedLayout<E>,
{
    let mapping = Mapping::with_layout(shape, layout)?;
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
        "offsets": forward,
        "indices": backward,
        "has_index_past_the_end": mapping.index(span).is_ok(),
    }))
}

/// A list of coordinates as the index type of the extents.
pub(super) fn index_of<E: Extents>(
    shape: &E,
    coordinates: &[usize],
) -> Result<E::Index, ShapeError> {
    let mut index = shape.extents();
    let (expected, found) = (shape.rank(), coordinates.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    index.as_mut().copy_from_slice(coordinates);
    Ok(index)
}
