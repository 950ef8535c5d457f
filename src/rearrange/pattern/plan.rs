//! What a pattern does to extents and strides, by the numbers of other operations: split modes, drop those of extent 1,
//! put parts into the order of the result, repeat new ones, merge.

use alloc::vec::Vec;

use super::{Group, Part, Pattern, parts};
use crate::error::{Place, Quantity};
use crate::rearrange::by_value::Any;
use crate::rearrange::numbers::{self, ModeSink};
use crate::rearrange::regroup::merged_stride;
use crate::{ModeArray, ShapeError};

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
        let ordered = pattern.ordered(axes, &order)?;
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

/// The error of parts that begin behind others.
fn in_source(error: ShapeError, begin: usize) -> ShapeError {
    match error {
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
        let is_alone = |part: &Part, other: &[Group]| parts(other).all(|one| one != *part);
        // Of the modes of `...` only the left side knows how many there are.
        let is_unknown = |part: &Part| verb != Verb::Repeat || *part == Part::Ellipsis;
        if let Some(part) =
            parts(&self.right).find(|part| is_unknown(part) && is_alone(part, &self.left))
        {
            return Err(ShapeError::UnknownLabel { label: self.part_name(part) });
        }
        match parts(&self.left).find(|part| is_alone(part, &self.right)) {
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
        let mut all = Any::of(source);
        // From the last on, so that the numbers of modes are those of the source.
        let mut mode = rank;
        for group in self.left.iter().rev() {
            if group.is_open {
                mode = mode.saturating_sub(open);
                continue;
            }
            mode = mode.saturating_sub(1);
            let (extent, _) = numbers::nth(all.extents(), all.strides(), mode)?;
            let mut next = Any::default();
            let now = (all.extents(), all.strides());
            if group.parts.is_empty() {
                numbers::drop_mode(now, mode, &mut next)?;
            } else {
                let sizes = self.sizes(group, mode, extent)?;
                numbers::split(now, mode, &sizes, &mut next)?;
            }
            all = next;
        }
        Ok((all, open))
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
        let left: Vec<Part> = parts(&self.left).collect();
        let width = |part: &Part| if *part == Part::Ellipsis { open } else { 1 };
        let begin = |end: usize| left.iter().take(end).map(width).sum::<usize>();
        let mut order = Vec::new();
        let mut push = |part: Part| -> Result<(), ShapeError> {
            if let Some(place) = left.iter().position(|other| *other == part) {
                let first = begin(place);
                order.extend((first..first.saturating_add(width(&part))).map(Source::Axis));
                return Ok(());
            }
            let Part::Axis(axis) = part else { return Ok(()) };
            let size = self.size(axis).ok_or(ShapeError::NoSize { label: self.name(axis) })?;
            order.push(Source::New(size));
            Ok(())
        };
        parts(&self.right).try_for_each(&mut push)?;
        if verb == Verb::Reduce {
            let folded = left.iter().filter(|part| parts(&self.right).all(|one| one != **part));
            folded.copied().try_for_each(push)?;
        }
        Ok(order)
    }

    /// Axes in another order, with new ones.
    fn ordered(&self, axes: Any, order: &[Source]) -> Result<Any, ShapeError> {
        let mut all = axes;
        let mut places = ModeArray::<usize>::default();
        for source in order {
            places.push(match *source {
                Source::Axis(place) => place,
                Source::New(size) => {
                    let place = all.extents().len();
                    let (mut inserted, mut repeated) = (Any::default(), Any::default());
                    numbers::insert((all.extents(), all.strides()), place, &mut inserted)?;
                    let now = (inserted.extents(), inserted.strides());
                    numbers::broadcast(now, place, size, &mut repeated)?;
                    all = repeated;
                    place
                }
            });
        }
        let mut ordered = Any::default();
        numbers::permute((all.extents(), all.strides()), &places, &mut ordered)?;
        Ok(ordered)
    }
}

/// Where an axis of the result is from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Axis(usize),
    New(usize),
}
