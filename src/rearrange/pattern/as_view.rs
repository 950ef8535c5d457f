//! Patterns as operations: they give a view, or an error where strides allow none.

use super::{Pattern, Planned, Verb};
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::rearrange::by_value::{Any, Distance, Source, by_value, part};
use crate::rearrange::{Part, Rearrange, Seal};
use crate::{DynRankExtents, Extents, Mapping, ShapeError};

by_value! {
    [] &str => Any as DynRankExtents, all: true;
    |this, source, to| modes(&Pattern::new(this)?, source, to);
    [] &Pattern => Any as DynRankExtents, all: true;
    |this, source, to| modes(this, source, to);
    [] Planned<'_> => Any as DynRankExtents, unique: false;
    |this, source, to| this.modes(source, to).map(Distance::Of);
}

/// The modes by a pattern, each element once.
fn modes(pattern: &Pattern, source: Source<'_>, to: &mut Any) -> Result<Distance, ShapeError> {
    let planned = Planned { pattern, verb: Verb::Rearrange, merges: true };
    planned.modes(source, to).map(Distance::Of)
}
