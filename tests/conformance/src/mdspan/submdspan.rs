//! What slices answer.

use extents::layout::{Canonical, ColMajor, RowMajor, Strided, StridedLayout, TrustedLayout};
use extents::rearrange::Slice;
use extents::{Dyn, Extents, Mapping};
use serde_json::{Value, json};

use super::mapping::{Source, index_of, judge};
use super::slice_types::{Class, Entry, class_of_slice, mode_left, padding_of_slice};
use crate::answer::{Answer, Check, same};
use crate::json::{StaticExtent, get, overlaid};
use crate::layers::each_layer;

pub(super) fn run(case: &Value) -> Check {
    let (source, result) = (Sliced::read(case)?, expected(case)?);
    let offsets: Vec<(Vec<usize>, usize)> = get(&result, "offsets")?;

    let part = source.by_value(&offsets)?;
    source.judge(&part)?;
    for name in ["extents", "required_span_size", "offset", "offsets"] {
        same(name, &get(&result, name)?, &get(&part, name)?)?;
    }
    same("offsets", &get(&result, "offsets")?, &get(&part, "indices")?)
        .map_err(|reason| format!("from offset to index: {reason}"))?;
    // Without elements, strides by value are those of the source, and mdspan's those of the layout.
    let extents: Vec<usize> = get(&part, "extents")?;
    if !extents.contains(&0) {
        same("strides", &get(&result, "strides")?, &get(&part, "strides")?)?;
    }

    let asked = source.by_type(&part)?;
    for name in ["layout", "padding", "static_extents", "rank_dynamic"] {
        same(name, &get(&result, name)?, &get(&asked, name)?)?;
    }
    // What the mapping of this layout answers.
    let mapping = Source { modes: get(&asked, "static_extents")?, extents, offsets };
    judge(&result, &mapping.answers(&asked)?)
}

/// What a case expects of the slice: the standard's answers, where the reference has others.
fn expected(case: &Value) -> Result<Value, String> {
    let mut result =
        overlaid(&get::<Value>(case, "result")?, case.get("std").unwrap_or(&Value::Null));
    if case.get("reference_addressing_wrong").is_some() {
        // The listed offsets are wrong, too: those of the right strides, spelled out.
        let strides: Vec<usize> = get(&result, "strides")?;
        let offsets: Vec<(Vec<usize>, usize)> = get(&result, "offsets")?;
        let right = offsets.iter().map(|(index, _)| {
            let distances = index.iter().zip(&strides);
            let distances = distances.map(|(at, stride)| at.saturating_mul(*stride));
            json!([index, distances.fold(0, usize::saturating_add)])
        });
        let right: Value = right.collect();
        result = overlaid(&result, &json!({ "offsets": right }));
    }
    Ok(result)
}

/// A source and a slice of it.
struct Sliced<'c> {
    case: &'c Value,
    /// `left`, `right` or `stride`.
    order: String,
    class: Class,
    /// Of a padded source.
    padding: Option<StaticExtent>,
    modes: Vec<StaticExtent>,
    extents: Vec<usize>,
    strides: Vec<isize>,
    entries: Vec<Entry>,
}

impl<'c> Sliced<'c> {
    fn read(case: &'c Value) -> Result<Self, String> {
        let source: Value = get(case, "src")?;
        let modes: Vec<StaticExtent> = get(&source, "static_extents")?;
        let extents: Vec<usize> = get(&source, "extents")?;
        let (strides, entries): (Vec<i64>, Vec<Entry>) =
            (get(&source, "strides")?, get(case, "slices")?);
        let fits = |(mode, extent): (&StaticExtent, &usize)| mode.0.is_none_or(|n| n == *extent);
        let rank = extents.len();
        if [modes.len(), strides.len(), entries.len()] != [rank; 3]
            || !modes.iter().zip(&extents).all(fits)
        {
            return Err("the source and the slice do not fit each other".into());
        }
        let strides = strides.into_iter().map(isize::try_from).collect::<Result<_, _>>();
        let layout: String = get(&source, "layout")?;
        let (order, class) = match layout.split_once('_') {
            Some((order, "padded")) => (order, Class::Padded),
            None if layout == "stride" => ("stride", Class::Strided),
            _ => (layout.as_str(), Class::Dense),
        };
        let order = order.to_owned();
        let padding = if class == Class::Padded { Some(get(&source, "padding")?) } else { None };
        let strides = strides.map_err(|error| error.to_string())?;
        Ok(Sliced { case, order, class, padding, modes, extents, strides, entries })
    }

    /// Position of the second fastest among so many modes.
    fn second(&self, rank: usize) -> Option<usize> {
        if self.order == "left" { (rank >= 2).then_some(1) } else { rank.checked_sub(2) }
    }

    /// The slice by run-time numbers.
    fn by_value(&self, offsets: &[(Vec<usize>, usize)]) -> Result<Value, String> {
        // The room itself, where the type knows no padding.
        let room = self.second(self.extents.len()).and_then(|mode| self.strides.get(mode));
        let padding = self.padding.and_then(|padding| padding.0);
        let padding = padding.or(room.and_then(|room| usize::try_from(*room).ok())).unwrap_or(1);
        let padding = Dyn::new(padding);
        let answer = each_layer!(self.extents.len(), E => {
            E::from_extents(&self.extents).and_then(|shape| {
                match (self.order.as_str(), self.class) {
                    ("left", Class::Dense) => self.part(shape, ColMajor, offsets),
                    ("right", Class::Dense) => self.part(shape, RowMajor, offsets),
                    ("left", Class::Padded) => self.part(shape, ColMajor.padded(padding), offsets),
                    ("right", Class::Padded) => self.part(shape, RowMajor.padded(padding), offsets),
                    (_, Class::Strided) => {
                        let mut list = RowMajor.strides(&shape);
                        list.as_mut().copy_from_slice(&self.strides);
                        self.part(shape, Strided::new(list), offsets)
                    }
                    _ => Ok(Value::Null),
                }
            })
        });
        answer?.map_err(|error| format!("refused: {error}"))
    }

    /// The slice of a mapping. Entries at a distance can be written by their count and by their end.
    fn part<E, L>(&self, shape: E, layout: L, offsets: &[(Vec<usize>, usize)]) -> Answer
    where
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        let by_count = self.part_written(shape.clone(), layout.clone(), offsets, true)?;
        let by_end = self.part_written(shape, layout, offsets, false)?;
        if by_count == by_end {
            Ok(by_count)
        } else {
            Ok(json!({ "disagree": [by_count, by_end] }))
        }
    }

    fn part_written<E, L>(
        &self,
        shape: E,
        layout: L,
        offsets: &[(Vec<usize>, usize)],
        count: bool,
    ) -> Answer
    where
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        let source = Mapping::with_layout(shape, layout)?;
        let entries: Vec<Slice> = self.entries.iter().map(|entry| slice(entry, count)).collect();
        let part = if self.entries.iter().any(|entry| matches!(entry, Entry::Index(..))) {
            source.chip(&entries)?
        } else {
            source.slice(&entries)?
        };
        let mapping = part.mapping();
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        for (index, offset) in offsets {
            forward.push(json!([index, mapping.offset(&index_of(mapping.extents(), index)?)?]));
            backward.push(json!([mapping.index(*offset)?.as_ref(), offset]));
        }
        Ok(json!({
            "source": {
                "strides": source.strides().as_ref(),
                "required_span_size": source.required_span_size(),
            },
            "extents": mapping.extents().as_slice(),
            "strides": mapping.strides().as_ref(),
            "required_span_size": mapping.required_span_size(),
            "offset": part.offset(),
            "offsets": forward,
            "indices": backward,
        }))
    }

    /// The source is the one of the case.
    fn judge(&self, part: &Value) -> Check {
        let (mut expected, found): (Value, Value) = (get(self.case, "src")?, get(part, "source")?);
        if self.extents.contains(&0) {
            // The reference has a span for a padded source without elements.
            expected = overlaid(&expected, &json!({ "required_span_size": 0 }));
        }
        ["strides", "required_span_size"]
            .iter()
            .try_for_each(|name| same(name, &get(&expected, name)?, &get(&found, name)?))
            .map_err(|reason| format!("of the source: {reason}"))
    }

    /// The layout of the slice, and what the types of its extents know, by the types of the library: what
    /// is needed to make its mapping.
    fn by_type(&self, part: &Value) -> Result<Value, String> {
        let mut fastest_first: Vec<&Entry> = self.entries.iter().collect();
        let mut modes = self.modes.clone();
        if self.order != "left" {
            fastest_first.reverse();
            modes.reverse();
        }
        let class = class_of_slice(self.class, &fastest_first)?;
        let layout = match class {
            Class::Dense => self.order.clone(),
            Class::Padded => format!("{}_padded", self.order),
            Class::Strided => "stride".into(),
        };
        let padding = match class {
            Class::Padded => match padding_of_slice(self.padding, &fastest_first, &modes).0 {
                Some(padding) => json!(padding),
                None => json!("dyn"),
            },
            _ => Value::Null,
        };
        let mut left = Vec::new();
        for (entry, mode) in self.entries.iter().zip(&self.modes) {
            left.extend(mode_left(entry, *mode)?);
        }
        let strides: Vec<i64> = get(part, "strides")?;
        let room = self.second(strides.len()).and_then(|mode| strides.get(mode));
        // Without elements the strides by value are those of the source.
        if let (Some(known), Some(room)) = (padding.as_i64(), room)
            && !self.extents.contains(&0)
            && known != *room
        {
            return Err(format!("the types know a padding of {known}, but the room is {room}"));
        }
        Ok(json!({
            "layout": layout,
            "padding": padding,
            "dyn_padding_arg": room.unwrap_or(&1),
            "strides": strides,
            "static_extents": left.iter().map(|mode| mode.0).collect::<Vec<_>>(),
            "rank_dynamic": left.iter().filter(|mode| mode.0.is_none()).count(),
        }))
    }
}

/// An entry by run-time numbers.
fn slice(entry: &Entry, by_count: bool) -> Slice {
    match *entry {
        Entry::Full => Slice::from(..),
        Entry::Index(index, _) => Slice::index(index),
        Entry::Pair(begin, end, _) => Slice::from(begin..end),
        Entry::Strided { offset, stride, count, .. } if by_count => {
            Slice::count(offset, count).step(stride)
        }
        Entry::Strided { offset, extent, stride, .. } => {
            Slice::from(offset..offset.saturating_add(extent)).step(stride)
        }
    }
}
