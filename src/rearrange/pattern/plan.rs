//! What a pattern does to extents and strides, mostly by the numbers of other operations: split modes, drop those of extent
//! 1, put parts into the order of the result, repeat new ones, merge.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::{Group, Part, Pattern, parts};
use crate::error::{Place, Quantity};
use crate::rearrange::by_value::Any;
use crate::rearrange::numbers::{self, ModeSink};
use crate::rearrange::regroup::merged_stride;
use crate::{ModeArray, ShapeError, check_size};

/// Which labels may stand on one side alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// None.
    Rearrange,
    /// Those on the left, which are folded.
    Reduce,
    /// Those on the right, which repeat.
    Repeat,
}

/// A pattern as an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned<'p> {
    pub(crate) pattern: &'p Pattern,
    pub(crate) verb: Verb,
    /// Whether the parts of a mode are merged. Those that are folded stand behind all others.
    pub(crate) merges: bool,
}

impl Planned<'_> {
    /// The modes of the result.
    pub(crate) fn modes(
        &self,
        source: (&[usize], &[isize]),
        to: &mut Any,
    ) -> Result<isize, ShapeError> {
        let pattern = self.pattern;
        pattern.check(self.verb)?;
        let (axes, open) = pattern.split(source)?;
        let order = pattern.order(self.verb, open)?;
        let ordered = Pattern::ordered(&axes, &order)?;
        // As the macros check it: beside an axis of extent 0, a product of others could be as large as it likes.
        check_size(ordered.extents())?;
        if !self.merges {
            *to = ordered;
            return Ok(0);
        }
        let mut begin = 0_usize;
        for count in pattern.counts(open) {
            let end = begin.saturating_add(count.unwrap_or(1));
            let extents = ordered.extents().get(begin..end).unwrap_or(&[]);
            let strides = ordered.strides().get(begin..end).unwrap_or(&[]);
            let stride =
                merged_stride(extents, strides).map_err(|error| in_source(error, begin))?;
            to.push(product(extents), stride);
            begin = end;
        }
        Ok(0)
    }
}

/// The product, for what checks the size of a shape.
fn product(extents: &[usize]) -> usize {
    extents.iter().fold(1, |product: usize, extent| product.saturating_mul(*extent))
}

/// The error of modes, as one of a shape in which they begin at mode `begin`.
fn in_source(error: ShapeError, begin: usize) -> ShapeError {
    match error {
        ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found } => {
            let place = Place::Mode(mode.saturating_add(begin));
            ShapeError::ExtentMismatch { place, expected, found }
        }
        ShapeError::PartMismatch { part, mode, size, extent } => {
            ShapeError::PartMismatch { part, mode: mode.saturating_add(begin), size, extent }
        }
        ShapeError::NotMergeable { mode, stride, expected } => {
            ShapeError::NotMergeable { mode: mode.saturating_add(begin), stride, expected }
        }
        other => other,
    }
}

impl Pattern {
    /// Checks that no label stands alone that may not.
    fn check(&self, verb: Verb) -> Result<(), ShapeError> {
        if let Some(label) = self.stray {
            return Err(ShapeError::UnusedSize { label });
        }
        let (left, right): (BTreeSet<Part>, BTreeSet<Part>) =
            (parts(&self.left).collect(), parts(&self.right).collect());
        // Of the modes of `...` only the left side knows how many there are.
        let is_unknown = |part: &Part| verb != Verb::Repeat || *part == Part::Ellipsis;
        if let Some(part) = parts(&self.right).find(|part| is_unknown(part) && !left.contains(part))
        {
            return Err(ShapeError::UnknownLabel { label: self.part_name(part) });
        }
        match parts(&self.left).find(|part| !right.contains(part)) {
            Some(part) if verb != Verb::Reduce => {
                Err(ShapeError::LabelNotKept { label: self.part_name(part) })
            }
            _ => Ok(()),
        }
    }

    fn part_name(&self, part: Part) -> crate::label::LabelName {
        match part {
            Part::Axis(axis) => self.name(axis),
            Part::Ellipsis => crate::label::LabelName::new("..."),
        }
    }

    /// The modes of the source, split into axes, and of how many modes `...` stands there for.
    fn split(&self, source: (&[usize], &[isize])) -> Result<(Any, usize), ShapeError> {
        let (rank, labels) =
            (source.0.len(), self.left.iter().filter(|group| !group.is_open).count());
        let is_open = labels < self.left.len();
        let open = rank.checked_sub(labels).filter(|open| is_open || *open == 0);
        let open = open.ok_or(ShapeError::CountMismatch {
            of: Quantity::Labels { operand: 0 },
            expected: rank,
            found: labels,
        })?;
        // From the last on, as the macros do it: of several modes that do not fit, the error names the last one.
        let (mut begin, mut axes) = (rank, Vec::new());
        for group in self.left.iter().rev() {
            let end = begin;
            begin = begin.saturating_sub(if group.is_open { open } else { 1 });
            let modes = (source.0.get(begin..end), source.1.get(begin..end));
            let modes = (modes.0.unwrap_or(&[]), modes.1.unwrap_or(&[]));
            axes.push(self.axes_of(group, begin, modes)?);
        }
        let mut all = Any::default();
        for axes in axes.iter().rev() {
            let axes = axes.extents().iter().zip(axes.strides());
            axes.for_each(|(extent, stride)| all.push(*extent, *stride));
        }
        Ok((all, open))
    }

    /// The axes of the modes that a group stands for, the first of which is mode `mode` of the source.
    fn axes_of(
        &self,
        group: &Group,
        mode: usize,
        modes: (&[usize], &[isize]),
    ) -> Result<Any, ShapeError> {
        if group.is_open {
            return Ok(Any::of(modes));
        }
        let mut axes = Any::default();
        let split = if group.parts.is_empty() {
            numbers::drop_mode(modes, 0, &mut axes)
        } else {
            let (extent, _) = numbers::nth(modes.0, modes.1, 0)?;
            let sizes = self.sizes(group, mode, extent)?;
            numbers::split(modes, 0, &sizes, &mut axes)
        };
        split.map_err(|error| in_source(error, mode))?;
        Ok(axes)
    }

    /// The extents of the parts of a mode.
    fn sizes(
        &self,
        group: &Group,
        mode: usize,
        extent: usize,
    ) -> Result<ModeArray<usize>, ShapeError> {
        let axes = || {
            group.parts.iter().filter_map(|part| match part {
                Part::Axis(axis) => Some(*axis),
                Part::Ellipsis => None,
            })
        };
        let known = axes().filter_map(|axis| self.size(axis));
        let known = known.fold(1, |product: usize, size| product.saturating_mul(size));
        let mut unknown = axes().filter(|axis| self.size(*axis).is_none());
        let (Some(first), second) = (unknown.next(), unknown.next()) else {
            if let [Part::Axis(_)] = group.parts.as_slice()
                && known != extent
            {
                let place = Place::Mode(mode);
                return Err(ShapeError::ExtentMismatch { place, expected: known, found: extent });
            }
            return Ok(axes().filter_map(|axis| self.size(axis)).collect());
        };
        if let Some(axis) = second {
            return Err(ShapeError::NoSize { label: self.name(axis) });
        }
        if known == 0 && extent == 0 {
            return Err(ShapeError::NoSize { label: self.name(first) });
        }
        let rest = extent.checked_div(known).filter(|_| extent.is_multiple_of(known));
        let rest = rest.ok_or(ShapeError::ExtentMismatch {
            place: Place::part(self.name(first), mode),
            expected: known,
            found: extent,
        })?;
        Ok(axes().map(|axis| self.size(axis).unwrap_or(rest)).collect())
    }

    /// The number of axes of each mode of the result; none of one of those that `...` stands for.
    fn counts(&self, open: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        self.right.iter().flat_map(move |group| {
            let count = |part: &Part| if *part == Part::Ellipsis { open } else { 1 };
            let modes = if group.is_open { open } else { 1 };
            let all = (!group.is_open).then(|| group.parts.iter().map(count).sum());
            core::iter::repeat_n(all, modes)
        })
    }

    /// The extents of the result, of axes that are in its order, and how many of these it has. The source has `rank` modes.
    pub(crate) fn merged_extents(&self, axes: &[usize], rank: usize) -> (ModeArray<usize>, usize) {
        let labels = self.left.iter().filter(|group| !group.is_open).count();
        let mut kept = 0_usize;
        let extents = self.counts(rank.saturating_sub(labels)).map(|count| {
            let begin = kept;
            kept = kept.saturating_add(count.unwrap_or(1));
            product(axes.get(begin..kept).unwrap_or(&[]))
        });
        let extents = extents.collect();
        (extents, kept)
    }

    /// The axes of the result, then those that are folded: the place of each among those of the left, or of a new one its
    /// size.
    fn order(&self, verb: Verb, open: usize) -> Result<Vec<Source>, ShapeError> {
        // The places of each part of the left side.
        let mut places = BTreeMap::new();
        let mut end = 0_usize;
        for part in parts(&self.left) {
            let begin = end;
            end = end.saturating_add(if part == Part::Ellipsis { open } else { 1 });
            places.insert(part, begin..end);
        }
        let mut order = Vec::new();
        let mut push = |part: Part| -> Result<(), ShapeError> {
            if let Some(places) = places.get(&part) {
                order.extend(places.clone().map(Source::Axis));
                return Ok(());
            }
            let Part::Axis(axis) = part else { return Ok(()) };
            let size = self.size(axis).ok_or(ShapeError::NoSize { label: self.name(axis) })?;
            order.push(Source::New(size));
            Ok(())
        };
        parts(&self.right).try_for_each(&mut push)?;
        if verb == Verb::Reduce {
            let kept: BTreeSet<Part> = parts(&self.right).collect();
            parts(&self.left).filter(|part| !kept.contains(part)).try_for_each(push)?;
        }
        Ok(order)
    }

    /// Axes in another order, with new ones.
    fn ordered(axes: &Any, order: &[Source]) -> Result<Any, ShapeError> {
        let mut ordered = Any::default();
        for source in order {
            let (extent, stride) = match *source {
                Source::Axis(place) => numbers::nth(axes.extents(), axes.strides(), place)?,
                // All entries are the same elements.
                Source::New(size) => (size, 0),
            };
            ordered.push(extent, stride);
        }
        Ok(ordered)
    }
}

/// Where an axis of the result is from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Axis(usize),
    New(usize),
}
