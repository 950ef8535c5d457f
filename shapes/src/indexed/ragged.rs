//! The rules for ragged modes: what the labels of a composition stand for where extents may differ row by row.
//!
//! Each label stands for a [`Meaning`]: one extent, or rows that depend on other labels. The operands' meanings
//! of a label are made one, then those of the result are put into its order. Smooth shapes are the case in which no
//! label depends on another, and fail as they do in the engine for extents.

use crate::error::{Compared, Need};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use extents::error::{Place, Quantity};

use super::{Columns, Profiles, Rules};
use crate::jagged::{Profile, ProfileRows, Unlike};
use crate::{JaggedShape, StructureError};
use extents::label::LabelName;
use extents::{Composition, ShapeError};

/// The shape of a composition's result.
pub(super) fn compose(
    composition: &Composition,
    operands: &[&JaggedShape],
    rules: Rules,
) -> Result<JaggedShape, StructureError> {
    let (expected, found) = (composition.operands().len(), operands.len());
    if expected != found {
        return Err(ShapeError::CountMismatch { of: Quantity::Operands, expected, found }.into());
    }
    let labels = Labels::new(composition, rules);
    // What is neither kept nor compared with anything is summed, whatever its extents are.
    let uses = uses(composition);
    let is_asked = |label: &usize| uses.get(*label).is_some_and(|&uses| uses > 1);
    let mut meanings: Vec<Option<Meaning>> = vec![None; composition.names().len()];
    for (operand, (named, shape)) in composition.operands().iter().zip(operands).enumerate() {
        let profiles = shape.profiles(|mode| named.get(mode).is_some_and(is_asked))?;
        let Some(profiles) = profiles else { return Err(ShapeError::Null.into()) };
        if named.len() != profiles.len() {
            let (labels, rank) = (named.len(), profiles.len());
            return Err(ShapeError::CountMismatch {
                of: Quantity::Labels { operand },
                expected: rank,
                found: labels,
            }
            .into());
        }
        for (&label, profile) in named.iter().zip(profiles) {
            let Some(profile) = profile else { continue };
            let found = profile.named(|mode| named.get(mode).copied().unwrap_or(mode))?;
            let Some(place) = meanings.get_mut(label) else { continue };
            *place = Some(match place.take() {
                None => found,
                Some(known) => labels.meet(label, known, found)?,
            });
        }
    }
    labels.result(meanings)
}

/// What a label stands for: one extent, or rows whose parents are labels.
type Meaning = Profile;

struct Labels<'a> {
    composition: &'a Composition,
    /// Where each label stands in the result.
    places: Vec<Option<usize>>,
    rules: Rules,
}

/// How often each label stands in an operand or in the result.
fn uses(composition: &Composition) -> Vec<usize> {
    let mut uses = vec![0_usize; composition.names().len()];
    let operands = composition.operands().iter().flat_map(|named| named.iter());
    for &label in operands.chain(composition.result()) {
        if let Some(uses) = uses.get_mut(label) {
            *uses = uses.saturating_add(1);
        }
    }
    uses
}

impl<'a> Labels<'a> {
    fn new(composition: &'a Composition, rules: Rules) -> Self {
        let mut places = vec![None; composition.names().len()];
        for (at, &label) in composition.result().iter().enumerate() {
            if let Some(place) = places.get_mut(label) {
                *place = Some(at);
            }
        }
        Labels { composition, places, rules }
    }

    /// Where a label stands in the result.
    fn place(&self, label: usize) -> Option<usize> {
        self.places.get(label).copied().flatten()
    }

    fn name(&self, label: usize) -> LabelName {
        LabelName::new(self.composition.names().get(label).map_or("", |name| name))
    }

    fn is_kept(&self, label: usize) -> bool {
        self.place(label).is_some()
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
                    return Err(ShapeError::ExtentMismatch {
                        place: Place::Label(name),
                        expected: left,
                        found: right,
                    }
                    .into());
                }
                same_origins(name, left_origin, right_origin)?;
            }
            (Meaning::Smooth { extent, origin }, Meaning::Ragged { rows, .. })
            | (Meaning::Ragged { rows, .. }, Meaning::Smooth { extent, origin }) => {
                return Err(ragged_with_smooth(name, *extent, *origin, rows));
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
                    let odd = |parents, others| self.odd_parent(parents, others).unwrap_or(name);
                    let (left, right) = (odd(left, right), odd(right, left));
                    return Err(StructureError::RaggedParents { label: name, left, right });
                }
                if order.is_none() && self.rules.profiles == Profiles::Strict {
                    rows_meet(name, (left, left_rows), (right, right_rows))?;
                    return Ok(known);
                }
                let (left, right) = (left.len(), right.len());
                if left != right {
                    return Err(StructureError::Mismatch {
                        place: Place::Label(name),
                        of: Compared::Parents,
                        left,
                        right,
                    });
                }
                same_rows(name, left_rows, reordered.as_ref().unwrap_or(right_rows))?;
            }
        }
        Ok(known)
    }

    /// The parent that only the first list has; the first one where there is none.
    fn odd_parent(&self, parents: &[usize], others: &[usize]) -> Option<LabelName> {
        let odd = parents.iter().find(|parent| !others.contains(parent));
        odd.or(parents.first()).map(|&parent| self.name(parent))
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
                        match self.place(parent) {
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
        let Some(Some(Meaning::Ragged { parents, rows })) = meanings.get(label) else {
            return Ok(());
        };
        let &[parent] = &parents[..] else { return Ok(()) };
        if self.place(parent).is_none_or(|at| Some(at) < self.place(label)) {
            return Ok(());
        }
        let Some(&Some(Meaning::Smooth { extent, origin: parent_origin })) = meanings.get(parent)
        else {
            return Ok(());
        };
        let (_, origin) = if rows.len() > 0 { rows.get(0) } else { (0, 0) };
        if let Some(row) = rows.first_off(origin) {
            return Err(self.ragged_origin(label, parent, row, rows));
        }
        // Rows that no operand has are empty.
        let length_of = |row| rows.at([row].into_iter()).map_or(0, |(length, _)| length);
        let first = length_of(0);
        // A column has as many entries as there are rows before the first that does not reach it.
        let mut columns: Vec<usize> = Vec::new();
        let refused = ShapeError::Allocation { elements: first };
        columns.try_reserve_exact(first).map_err(|_| refused)?;
        columns.resize(first, extent);
        let mut before = first;
        for row in 0..extent {
            let length = length_of(row);
            if length > before && self.rules.columns == Columns::Strict {
                let (label, parent) = (self.name(label), self.name(parent));
                let (left, right) = (before, length);
                return Err(StructureError::ParentNeeded {
                    label,
                    parent,
                    by: Need::Order,
                    row,
                    left,
                    right,
                });
            }
            if let Some(columns) = columns.get_mut(length..before) {
                columns.fill(row);
                before = length;
            }
        }
        let turned = match columns.first() {
            // No column has a row.
            None => Meaning::Smooth { extent, origin: parent_origin },
            Some(_) => {
                let rows = ProfileRows::of_one_parent(columns, parent_origin);
                Meaning::Ragged { parents: vec![label], rows }
            }
        };
        if let Some(place) = meanings.get_mut(parent) {
            *place = Some(turned);
        }
        if let Some(place) = meanings.get_mut(label) {
            *place = Some(Meaning::Smooth { extent: first, origin });
        }
        Ok(())
    }

    /// A label of the result whose parent is not there.
    fn parent_summed(&self, label: usize, parent: usize, rows: &ProfileRows) -> StructureError {
        if rows.len() == 0 {
            return StructureError::NoRows { place: Place::Label(self.name(label)) };
        }
        let (left, _) = rows.get(0);
        let Some(row) = rows.first_without(left) else {
            let row = rows.first_off(rows.get(0).1).unwrap_or(0);
            return self.ragged_origin(label, parent, row, rows);
        };
        let (label, parent, right) = (self.name(label), self.name(parent), rows.get(row).0);
        StructureError::ParentNeeded { label, parent, by: Need::Length, row, left, right }
    }

    fn ragged_origin(
        &self,
        label: usize,
        parent: usize,
        row: usize,
        rows: &ProfileRows,
    ) -> StructureError {
        let (label, parent) = (self.name(label), self.name(parent));
        let (left, right) = (rows.get(0).1, rows.get(row).1);
        StructureError::ParentNeeded { label, parent, by: Need::Origin, row, left, right }
    }
}

fn same_origins(label: LabelName, left: usize, right: usize) -> Result<(), StructureError> {
    if left == right {
        Ok(())
    } else {
        Err(StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::Origin,
            left,
            right,
        })
    }
}

/// Refuses rows that differ in number, length, origin or place.
fn same_rows(
    label: LabelName,
    left: &ProfileRows,
    right: &ProfileRows,
) -> Result<(), StructureError> {
    if left.len() != right.len() {
        return Err(StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::Rows,
            left: left.len(),
            right: right.len(),
        });
    }
    let Some(unlike) = left.first_unlike(right) else { return Ok(()) };
    let both = |row| (left.get(row), right.get(row));
    Err(match unlike {
        Unlike::Extent(row) => {
            let ((left, _), (right, _)) = both(row);
            StructureError::Mismatch {
                place: Place::Label(label),
                of: Compared::RowLength { row },
                left,
                right,
            }
        }
        Unlike::Origin(row) => {
            let ((_, left), (_, right)) = both(row);
            StructureError::Mismatch {
                place: Place::Label(label),
                of: Compared::RowOrigin { row },
                left,
                right,
            }
        }
        Unlike::Place(row) => StructureError::ProfilePlaces { label, row },
    })
}

/// A ragged mode: the labels that its rows depend on, and the rows.
type Ragged<'a> = (&'a [usize], &'a ProfileRows);

/// Refuses two ragged modes whose rows depend on different labels, if rows that meet differ. Rows meet where they have the same
/// coordinates of all labels that both depend on.
fn rows_meet(label: LabelName, left: Ragged<'_>, right: Ragged<'_>) -> Result<(), StructureError> {
    let (left_rows, right_rows) = (left.1, right.1);
    if left_rows.len() == 0 || right_rows.len() == 0 {
        return Err(StructureError::NoRows { place: Place::Label(label) });
    }
    if let Some((row, other_row)) = unlike_meeting(left, right, |(length, _)| length) {
        let ((length, _), (other_length, _)) = (left_rows.get(row), right_rows.get(other_row));
        return Err(StructureError::RowsMeet { label, row, length, other_row, other_length });
    }
    // All have one length, so that their origins may be what is ragged.
    let Some((row, other_row)) = unlike_meeting(left, right, |(_, origin)| origin) else {
        return Ok(());
    };
    let ((_, left), (_, right)) = (left_rows.get(row), right_rows.get(other_row));
    let row = if other_row == 0 { row } else { other_row };
    let (place, of) = (Place::Label(label), Compared::RowOrigin { row });
    Err(StructureError::Mismatch { place, of, left, right })
}

/// The first two rows that meet and differ, of the first mode and of the second one: if there is one, with the first row of the
/// first mode that meets the other.
fn unlike_meeting(
    (left, left_rows): Ragged<'_>,
    (right, right_rows): Ragged<'_>,
    of: fn((usize, usize)) -> usize,
) -> Option<(usize, usize)> {
    let shared = left
        .iter()
        .enumerate()
        .filter_map(|(at, parent)| Some((at, right.iter().position(|other| other == parent)?)));
    let (ours, theirs): (Vec<usize>, Vec<usize>) = shared.unzip();
    let place = |rows: &ProfileRows, row: usize, modes: &[usize]| -> Vec<usize> {
        modes.iter().filter_map(|&at| rows.coordinate(row, at)).collect()
    };
    // At each place the first row of the first mode, and the first one that is unlike it.
    let mut first_rows: BTreeMap<Vec<usize>, (usize, Option<usize>)> = BTreeMap::new();
    let differ = |row, other| of(left_rows.get(row)) != of(left_rows.get(other));
    for row in 0..left_rows.len() {
        let (first, odd) = first_rows.entry(place(left_rows, row, &ours)).or_insert((row, None));
        if odd.is_none() && differ(*first, row) {
            *odd = Some(row);
        }
    }
    let met = |other| first_rows.get(&place(right_rows, other, &theirs)).copied();
    let with_first = |other| {
        let (first, _) = met(other)?;
        (of(left_rows.get(first)) != of(right_rows.get(other))).then_some((first, other))
    };
    let others = 0..right_rows.len();
    let with_odd = |other| Some((met(other)?.1?, other));
    others.clone().find_map(with_first).or_else(|| others.clone().find_map(with_odd))
}

fn ragged_with_smooth(
    label: LabelName,
    extent: usize,
    origin: usize,
    rows: &ProfileRows,
) -> StructureError {
    match (rows.first_without(extent), rows.first_off(origin)) {
        (Some(row), _) => StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::SmoothLength { row },
            left: extent,
            right: rows.get(row).0,
        },
        (None, Some(row)) => {
            let (left, right) = (origin, rows.get(row).1);
            StructureError::Mismatch {
                place: Place::Label(label),
                of: Compared::RowOrigin { row },
                left,
                right,
            }
        }
        (None, None) => StructureError::NoRows { place: Place::Label(label) },
    }
}
