//! How a plan is made: each label is looked up in the operands, in const functions over slices.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

#[cfg(feature = "alloc")]
use alloc::{collections::BTreeSet, vec::Vec};

use extents_static::__private::{Order, Tag};

use super::{Class, Loop, Plan};
use crate::ShapeError;
use crate::error::Limit;
#[cfg(feature = "alloc")]
use crate::error::Quantity;
#[cfg(feature = "alloc")]
use crate::label::LabelName;
#[cfg(feature = "alloc")]
use crate::layout::{RowMajor, StridedLayout};
#[cfg(feature = "alloc")]
use crate::{Composition, DynRankExtents, Extents, Resolved};

/// The modes of an operand or a result: for each its label, its extent and its stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Modes<'a> {
    pub(crate) tags: &'a [Tag],
    pub(crate) extents: &'a [usize],
    pub(crate) strides: &'a [isize],
}

impl<'a> Modes<'a> {
    pub(crate) const NONE: Modes<'static> = Modes { tags: &[], extents: &[], strides: &[] };

    /// The modes of these lists, cut to the length of the shortest.
    #[cfg(feature = "alloc")]
    pub(crate) const fn new(
        tags: &'a [Tag],
        extents: &'a [usize],
        strides: &'a [isize],
    ) -> Modes<'a> {
        let mut rank = tags.len();
        if extents.len() < rank {
            rank = extents.len();
        }
        if strides.len() < rank {
            rank = strides.len();
        }
        Modes {
            tags: tags.split_at(rank).0,
            extents: extents.split_at(rank).0,
            strides: strides.split_at(rank).0,
        }
    }

    pub(crate) const fn rank(&self) -> usize {
        self.tags.len()
    }

    /// Whether a label stands here.
    pub(crate) const fn has(&self, id: u64) -> bool {
        self.find(id).0 > 0
    }

    /// Whether no mode before this one has the same label.
    pub(crate) const fn is_first(&self, mode: usize) -> bool {
        let mut before = 0;
        while before < mode {
            if self.tags[before].id == self.tags[mode].id {
                return false;
            }
            before += 1;
        }
        true
    }

    /// The number of modes that a label names, their extent, and the sum of their strides.
    pub(crate) const fn find(&self, id: u64) -> (usize, usize, isize) {
        let (mut count, mut extent, mut stride) = (0, 1, 0_isize);
        let mut mode = 0;
        while mode < self.tags.len() {
            if self.tags[mode].id == id {
                count += 1;
                extent = self.extents[mode];
                // Within one tensor, sums of strides stay below its span.
                stride = stride.wrapping_add(self.strides[mode]);
            }
            mode += 1;
        }
        (count, extent, stride)
    }
}

/// [`Modes`] that are held by value: of at most 12, as the types of operands have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModeTable {
    tags: &'static [Tag; 12],
    extents: [usize; 12],
    strides: [isize; 12],
    rank: usize,
}

impl ModeTable {
    pub(crate) const NONE: Self =
        ModeTable { tags: &[Tag::NONE; 12], extents: [0; 12], strides: [0; 12], rank: 0 };

    /// One mode an extent: there are as many labels and strides, or more.
    pub(crate) const fn new(
        tags: &'static [Tag; 12],
        extents: &[usize],
        strides: &[isize],
    ) -> Self {
        let mut table = ModeTable::NONE;
        table.fill(tags, extents, strides);
        table
    }

    /// As [`new`](Self::new), in a table of no modes. A table is written where it stays: it is larger than most shapes, so that
    /// to move it takes longer than to write it.
    #[inline]
    pub(crate) const fn fill(
        &mut self,
        tags: &'static [Tag; 12],
        extents: &[usize],
        strides: &[isize],
    ) {
        self.tags = tags;
        while self.rank < 12 && self.rank < extents.len() && self.rank < strides.len() {
            self.extents[self.rank] = extents[self.rank];
            self.strides[self.rank] = strides[self.rank];
            self.rank += 1;
        }
    }

    /// As [`fill`](Self::fill), with the strides of a dense shape; without an order there are no modes.
    #[inline]
    pub(crate) const fn fill_dense(
        &mut self,
        tags: &'static [Tag; 12],
        extents: &[usize],
        order: Option<Order>,
    ) {
        self.tags = tags;
        let Some(order) = order else { return };
        let rank = if extents.len() < 12 { extents.len() } else { 12 };
        let extents = extents.split_at(rank).0;
        order.write_strides(extents, self.strides.split_at_mut(rank).0);
        while self.rank < rank {
            self.extents[self.rank] = extents[self.rank];
            self.rank += 1;
        }
    }

    /// The extents.
    #[inline]
    pub(crate) const fn extents(&self) -> &[usize] {
        self.extents.split_at(self.rank).0
    }

    /// The modes of each.
    pub(crate) const fn modes_of_all(tables: &[ModeTable; 12]) -> [Modes<'_>; 12] {
        let mut all = [Modes::NONE; 12];
        let mut n = 0;
        while n < 12 {
            all[n] = tables[n].modes();
            n += 1;
        }
        all
    }

    /// The extent and the stride of a mode below 12.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn mode(&self, mode: usize) -> (usize, isize) {
        (self.extents[mode], self.strides[mode])
    }

    #[inline]
    pub(crate) const fn modes(&self) -> Modes<'_> {
        Modes {
            tags: self.tags.split_at(self.rank).0,
            extents: self.extents.split_at(self.rank).0,
            strides: self.strides.split_at(self.rank).0,
        }
    }
}

impl Plan {
    /// The plan of one operand, or of two, to a result: each label of the result stands in an operand, and
    /// extents under one label agree. Nothing where there are too many loops.
    pub(crate) const fn of_modes(
        left: Modes<'_>,
        right: Option<Modes<'_>>,
        result: Modes<'_>,
    ) -> Option<Plan> {
        let (operands, right) = match right {
            Some(right) => (2, right),
            None => (1, Modes::NONE),
        };
        let all = [left, right, result];
        // With all labels, and if that are too many, without those of one entry.
        let mut least = 1;
        while least <= 2 {
            let mut plan = Plan::empty(operands);
            let mut fits = plan.push(&result, &[], &all, least);
            plan.kept = plan.len;
            fits = fits && plan.push(&left, &[result], &all, least);
            fits = fits && plan.push(&right, &[result, left], &all, least);
            if fits {
                return Some(plan);
            }
            least += 1;
        }
        None
    }

    /// Adds a loop for each label of `modes` but those of `others`; where `least` is 2 also but those of one
    /// entry. Gives whether there was room.
    const fn push(
        &mut self,
        modes: &Modes<'_>,
        others: &[Modes<'_>],
        all: &[Modes<'_>; 3],
        least: usize,
    ) -> bool {
        let mut mode = 0;
        while mode < modes.tags.len() {
            let tag = modes.tags[mode];
            // Those of one entry may be thousands, none of which needs to be looked up.
            let is_left = modes.extents[mode] == 1 && least > 1;
            if !is_left && modes.is_first(mode) && !any_has(others, tag.id) {
                if self.len == Plan::MOST_LOOPS {
                    return false;
                }
                self.loops[self.len] = loop_of(tag, all);
                self.len += 1;
            }
            mode += 1;
        }
        true
    }
}

/// The loop of a label that stands in the left or the right one of `all`; the third is the result.
const fn loop_of(tag: Tag, all: &[Modes<'_>; 3]) -> Loop {
    let (in_left, left_extent, left) = all[0].find(tag.id);
    let (in_right, right_extent, right) = all[1].find(tag.id);
    let (in_result, _, result) = all[2].find(tag.id);
    let class = match (in_left > 0, in_right > 0, in_result > 0) {
        (true, true, true) => Class::Batch,
        (true, true, false) => Class::Contracted,
        (false, _, true) => Class::RightFree,
        (false, _, false) => Class::RightSummed,
        (true, false, true) => Class::LeftFree,
        (true, false, false) => Class::LeftSummed,
    };
    let extent = if in_left > 0 { left_extent } else { right_extent };
    let is_diagonal = in_left > 1 || in_right > 1;
    Loop { label: tag.name, class, is_diagonal, extent, left, right, result }
}

/// That the labels of these modes need more loops than a plan has.
#[cfg(any(feature = "alloc", feature = "device"))]
#[cold]
pub(crate) fn too_many_loops(all: &[Modes<'_>]) -> ShapeError {
    let most = Plan::MOST_LOOPS;
    ShapeError::LimitExceeded { of: Limit::Loops, found: count_loops(all), most }
}

/// How many loops the labels of these modes need: one each, but for those of one entry.
#[cfg(feature = "alloc")]
#[cold]
pub(crate) fn count_loops(all: &[Modes<'_>]) -> usize {
    let modes = all.iter().flat_map(|modes| modes.tags.iter().zip(modes.extents));
    let labels = modes.filter(|(_, extent)| **extent != 1).map(|(tag, _)| tag.id);
    labels.collect::<BTreeSet<u64>>().len()
}

/// How many loops the labels of these modes need: one each, but for those of one entry.
#[cfg(not(feature = "alloc"))]
#[cold]
pub(crate) fn count_loops(all: &[Modes<'_>]) -> usize {
    let found = all.iter().enumerate().map(|(n, modes)| {
        let (before, _) = all.split_at(n);
        let is_new = |mode: &usize| {
            let id = modes.tags[*mode].id;
            modes.extents[*mode] != 1 && modes.is_first(*mode) && !any_has(before, id)
        };
        (0..modes.rank()).filter(is_new).count()
    });
    found.sum()
}

/// That a plan has no more than two operands.
pub(crate) const fn too_many_operands(found: usize) -> ShapeError {
    ShapeError::LimitExceeded { of: Limit::PlanOperands, found, most: 2 }
}

const fn any_has(all: &[Modes<'_>], id: u64) -> bool {
    let mut n = 0;
    while n < all.len() {
        if all[n].find(id).0 > 0 {
            return true;
        }
        n += 1;
    }
    false
}

#[cfg(feature = "alloc")]
impl Plan {
    /// Creates the plan for operands with these extents and strides, and a row-major result. No elements are needed.
    ///
    /// A plan has one or two operands. For more, see [`Path`](crate::plan::Path), whose steps are plans.
    ///
    /// # Errors
    /// As [`Composition::resolve`]; [`ShapeError::CountMismatch`] and [`ShapeError::RankMismatch`] where
    /// the strides are not those of as many operands and modes; [`ShapeError::LimitExceeded`] for more than two operands, and
    /// for more labels than there may be loops.
    ///
    /// ```
    /// use extents::plan::Plan;
    /// use extents::{Composition, DynRankExtents};
    /// let square = DynRankExtents::new(&[2, 2])?;
    /// let trace = Plan::new(&Composition::einsum("ii->")?, &[square], &[&[2, 1]])?;
    /// assert_eq!((trace.loops()[0].left, trace.loops()[0].is_diagonal), (3, true));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new(
        composition: &Composition,
        shapes: &[DynRankExtents],
        strides: &[&[isize]],
    ) -> Result<Self, ShapeError> {
        let expanded = composition.expanded(shapes)?;
        let composition = &*expanded;
        let resolved = composition.resolve(shapes)?;
        let (expected, found) = (shapes.len(), strides.len());
        if expected != found {
            return Err(ShapeError::CountMismatch { of: Quantity::Operands, expected, found });
        }
        for (shape, strides) in shapes.iter().zip(strides) {
            let (expected, found) = (shape.rank(), strides.len());
            if expected != found {
                return Err(ShapeError::RankMismatch { expected, found });
            }
        }
        let result = RowMajor.strides(&resolved.result);
        Plan::of_resolved(composition, &resolved, strides, &result)
    }

    /// The plan for operands and a result with these strides.
    pub(crate) fn of_resolved(
        composition: &Composition,
        resolved: &Resolved,
        strides: &[&[isize]],
        result: &[isize],
    ) -> Result<Self, ShapeError> {
        let tags = |labels: &[usize]| -> Vec<Tag> {
            let named = labels.iter().map(|&id| {
                let name = composition.names().get(id).map_or("", |name| name);
                Tag { id: id as u64, name: LabelName::new(name) }
            });
            named.collect()
        };
        let extents = |labels: &[usize]| -> Vec<usize> {
            labels.iter().filter_map(|&label| resolved.extents.get(label).copied()).collect()
        };
        let operands: Vec<_> =
            composition.operands().iter().map(|l| (tags(l), extents(l))).collect();
        let modes = |n: usize| {
            let (tags, extents) = operands.get(n)?;
            Some(Modes::new(tags, extents, strides.get(n)?))
        };
        let (Some(left), right, 1..=2) = (modes(0), modes(1), operands.len()) else {
            return Err(too_many_operands(operands.len()));
        };
        let (tags, extents) = (tags(composition.result()), extents(composition.result()));
        let kept = Modes::new(&tags, &extents, result);
        Plan::of_modes(left, right, kept)
            .ok_or_else(|| too_many_loops(&[left, right.unwrap_or(Modes::NONE), kept]))
    }
}
