//! The rules for ragged modes: what the labels of a composition stand for where extents may differ row by row.
//!
//! Each label stands for a [`Meaning`]: one extent, or rows that depend on other labels. The operands' meanings
//! of a label are made one, then those of the result are put into its order. Smooth shapes are the case in which no
//! label depends on another, and fail as they do in the engine for extents.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Columns, Profiles, Rules};
use crate::shape::jagged::{Profile, ProfileRows};
use crate::shape::{JaggedShape, StructureError};
use crate::{Composition, LabelName, ShapeError};

/// The shape of a composition's result.
pub(super) fn compose(
    composition: &Composition,
    operands: &[&JaggedShape],
    rules: Rules,
) -> Result<JaggedShape, StructureError> {
    let (expected, found) = (composition.operands().len(), operands.len());
    if expected != found {
        return Err(ShapeError::OperandCount { expected, found }.into());
    }
    let labels = Labels { composition, rules };
    let mut meanings: Vec<Option<Meaning>> = vec![None; composition.names().len()];
    for (operand, (named, shape)) in composition.operands().iter().zip(operands).enumerate() {
        let profiles = shape.profiles()?;
        if named.len() != profiles.len() {
            let (labels, rank) = (named.len(), profiles.len());
            return Err(ShapeError::LabelCount { operand, labels, rank }.into());
        }
        for (&label, profile) in named.iter().zip(profiles) {
            let found = Meaning::new(profile, named);
            let Some(place) = meanings.get_mut(label) else { continue };
            *place = Some(match place.take() {
                None => found,
                Some(known) => labels.meet(label, known, found)?,
            });
        }
    }
    labels.result(meanings)
}

/// What a label stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Smooth {
        extent: usize,
        origin: usize,
    },
    /// `parents` are labels; their coordinates tell which row.
    Ragged {
        parents: Vec<usize>,
        rows: ProfileRows,
    },
}

impl Meaning {
    fn new(profile: Profile, named: &[usize]) -> Self {
        match profile {
            Profile::Smooth { extent, origin } => Meaning::Smooth { extent, origin },
            Profile::Ragged { parents, rows } => {
                let label = |&mode: &usize| named.get(mode).copied();
                Meaning::Ragged { parents: parents.iter().filter_map(label).collect(), rows }
            }
        }
    }
}

struct Labels<'a> {
    composition: &'a Composition,
    rules: Rules,
}

impl Labels<'_> {
    fn name(&self, label: usize) -> LabelName {
        LabelName::new(self.composition.names().get(label).map_or("", String::as_str))
    }

    fn is_kept(&self, label: usize) -> bool {
        self.composition.result().contains(&label)
    }

    /// What a label stands for, that stands for `known` in one place and for `found` in another.
    fn meet(
        &self,
        label: usize,
        known: Meaning,
        found: Meaning,
    ) -> Result<Meaning, StructureError> {
        // What is summed may end early, if missing entries count as zero.
        if self.rules.profiles == Profiles::ZeroExtend && !self.is_kept(label) {
            return Ok(known);
        }
        let name = self.name(label);
        match (&known, &found) {
            (
                &Meaning::Smooth { extent: left, origin: left_origin },
                &Meaning::Smooth { extent: right, origin: right_origin },
            ) => {
                if left != right {
                    return Err(ShapeError::LabelMismatch { label: name, left, right }.into());
                }
                same_origins(name, left_origin, right_origin)?;
            }
            (Meaning::Smooth { extent, .. }, Meaning::Ragged { rows, .. })
            | (Meaning::Ragged { rows, .. }, Meaning::Smooth { extent, .. }) => {
                return Err(ragged_with_smooth(name, *extent, rows));
            }
            (
                Meaning::Ragged { parents: left, rows: left_rows },
                Meaning::Ragged { parents: right, rows: right_rows },
            ) => {
                // Parents that are the same are compared in one order.
                let order: Option<Vec<usize>> =
                    left.iter().map(|l| right.iter().position(|r| r == l)).collect();
                let order = order.filter(|order| order.len() == right.len());
                let reordered = match &order {
                    Some(order) => Some(right_rows.reordered(order)?),
                    None => None,
                };
                if order.is_none() && self.is_kept(label) {
                    let first = |parents: &[usize]| parents.first().map_or(name, |&p| self.name(p));
                    let (left, right) = (first(left), first(right));
                    return Err(StructureError::RaggedParents { label: name, left, right });
                }
                if order.is_none() && self.rules.profiles == Profiles::Strict {
                    return Err(strict_mismatch(name, left_rows, right_rows));
                }
                same_rows(name, left_rows, reordered.as_ref().unwrap_or(right_rows))?;
            }
        }
        Ok(known)
    }

    /// The shape whose modes the labels of the result name.
    fn result(&self, mut meanings: Vec<Option<Meaning>>) -> Result<JaggedShape, StructureError> {
        let kept = self.composition.result();
        for &label in kept {
            self.turn(label, &mut meanings)?;
        }
        let mut profiles = Vec::new();
        for (place, &label) in kept.iter().enumerate() {
            let profile = match meanings.get(label).and_then(Option::as_ref) {
                // Each label of the result stands in some operand.
                None => return Err(ShapeError::UnknownLabel { label: self.name(label) }.into()),
                Some(&Meaning::Smooth { extent, origin }) => Profile::Smooth { extent, origin },
                Some(Meaning::Ragged { parents, rows }) => {
                    let mut modes = Vec::new();
                    for &parent in parents {
                        match kept.iter().position(|&other| other == parent) {
                            Some(mode) if mode < place => modes.push(mode),
                            Some(_) => {
                                let (label, parent) = (self.name(label), self.name(parent));
                                return Err(StructureError::RaggedOrder { label, parent });
                            }
                            None => return Err(self.parent_summed(label, parent, rows)),
                        }
                    }
                    Profile::Ragged { parents: modes, rows: rows.clone() }
                }
            };
            profiles.push(profile);
        }
        JaggedShape::of_profiles(&profiles)
    }

    /// Lets the parent depend on a ragged label that stands before it in the result, if its columns are contiguous: if no
    /// row is longer than the one before it.
    fn turn(&self, label: usize, meanings: &mut [Option<Meaning>]) -> Result<(), StructureError> {
        let kept = self.composition.result();
        let place = |label: usize| kept.iter().position(|&other| other == label);
        let Some(Some(Meaning::Ragged { parents, rows })) = meanings.get(label) else {
            return Ok(());
        };
        let &[parent] = &parents[..] else { return Ok(()) };
        if place(parent).is_none_or(|at| Some(at) < place(label)) {
            return Ok(());
        }
        let Some(&Some(Meaning::Smooth { extent, origin: parent_origin })) = meanings.get(parent)
        else {
            return Ok(());
        };
        let (first, origin) = if rows.len() > 0 { rows.get(0) } else { (0, 0) };
        let mut columns: Vec<usize> = Vec::new();
        let refused = ShapeError::Allocation { elements: first };
        columns.try_reserve_exact(first).map_err(|_| refused)?;
        columns.resize(first, 0);
        let mut before = first;
        for row in 0..extent.min(rows.len()) {
            let (mut length, row_origin) = rows.get(row);
            same_origins(self.name(label), origin, row_origin)?;
            if length > before {
                if self.rules.columns == Columns::Strict {
                    let (label, parent) = (self.name(label), self.name(parent));
                    let (left, right) = (before, length);
                    return Err(StructureError::RaggedPermutation {
                        label,
                        parent,
                        row,
                        left,
                        right,
                    });
                }
                length = before;
            }
            for column in columns.iter_mut().take(length) {
                *column = column.saturating_add(1);
            }
            before = length;
        }
        let rows = ProfileRows::of_one_parent(columns, parent_origin);
        let turned = Meaning::Ragged { parents: vec![label], rows };
        if let Some(place) = meanings.get_mut(parent) {
            *place = Some(turned);
        }
        if let Some(place) = meanings.get_mut(label) {
            *place = Some(Meaning::Smooth { extent: first, origin });
        }
        Ok(())
    }

    fn parent_summed(&self, label: usize, parent: usize, rows: &ProfileRows) -> StructureError {
        let left = rows.get(0).0;
        let row = (0..rows.len()).find(|&row| rows.get(row).0 != left).unwrap_or(0);
        let (label, parent, right) = (self.name(label), self.name(parent), rows.get(row).0);
        StructureError::ParentSummed { label, parent, row, left, right }
    }
}

fn same_origins(label: LabelName, left: usize, right: usize) -> Result<(), StructureError> {
    if left == right { Ok(()) } else { Err(StructureError::OriginMismatch { label, left, right }) }
}

/// Refuses rows that differ in number, length or origin.
fn same_rows(
    label: LabelName,
    left: &ProfileRows,
    right: &ProfileRows,
) -> Result<(), StructureError> {
    let Some(row) = left.first_unlike(right) else { return Ok(()) };
    if left.len() != right.len() {
        return Err(StructureError::ProfileRows { label, left: left.len(), right: right.len() });
    }
    let ((left, left_origin), (right, right_origin)) = (left.get(row), right.get(row));
    if left == right {
        same_origins(label, left_origin, right_origin)?;
    }
    Err(StructureError::ProfileMismatch { label, row, left, right })
}

/// Two ragged modes whose rows depend on different labels: every row meets every row, so some differ.
fn strict_mismatch(label: LabelName, left: &ProfileRows, right: &ProfileRows) -> StructureError {
    let known = left.get(0).0;
    let row = (0..right.len()).find(|&row| right.get(row).0 != known).unwrap_or(0);
    StructureError::ProfileMismatch { label, row, left: known, right: right.get(row).0 }
}

fn ragged_with_smooth(label: LabelName, extent: usize, rows: &ProfileRows) -> StructureError {
    let row = (0..rows.len()).find(|&row| rows.get(row).0 != extent).unwrap_or(0);
    StructureError::RaggedWithSmooth { label, extent, row, length: rows.get(row).0 }
}
