//! The plan of a composition by text: one loop a label, with its class, extent and strides.

mod cost;
pub mod order;
mod path;
mod steps;
mod table;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub use cost::Cost;
pub use path::Path;
pub use steps::{Source, Step};

use crate::Extents;
use crate::layout::{RowMajor, StridedLayout};
use crate::{Composition, DynRankExtents, ModeArray, Resolved, ShapeError};

/// What a label does in a composition.
///
/// ```
/// use extents::plan::Class;
/// assert_eq!(Class::Free(0).to_string(), "free in operand 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Stands in several operands and in the result.
    Batch,
    /// Stands in one operand, which is given, and in the result.
    Free(usize),
    /// Stands in several operands but not in the result: their product is summed along it.
    Contracted,
    /// Stands in one operand, which is given, but not in the result: that operand is summed.
    Summed(usize),
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Batch => f.pad("batch"),
            Class::Free(operand) => f.pad(&alloc::format!("free in operand {operand}")),
            Class::Contracted => f.pad("contracted"),
            Class::Summed(operand) => f.pad(&alloc::format!("summed in operand {operand}")),
        }
    }
}

/// One loop of a plan: what a label stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The label.
    pub label: String,
    /// What it does.
    pub class: Class,
    /// The extent of the modes that it names.
    pub extent: usize,
    /// How far one step moves in each operand and, last, in the result: in elements, 0 where the
    /// label does not stand, and the sum of the strides where it repeats (a diagonal).
    pub strides: ModeArray<isize>,
}

/// The loops of a composition: first those of the result's modes in order, then the sums.
///
/// Prints as a table, the strides of each operand and of the result in columns of their own.
///
/// ```
/// use extents::plan::{Class, Plan};
/// use extents::{Composition, DynRankExtents};
/// let shapes = [DynRankExtents::new(&[2, 3])?, DynRankExtents::new(&[3, 4])?];
/// let plan = Plan::new(&Composition::einsum("ij,jk->ik")?, &shapes, &[&[3, 1], &[4, 1]])?;
/// let classes: Vec<Class> = plan.loops().iter().map(|each| each.class).collect();
/// assert_eq!(classes, [Class::Free(0), Class::Free(1), Class::Contracted]);
/// assert_eq!(plan.loops()[2].strides.as_ref(), [1, 4, 0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    loops: Vec<Loop>,
    /// How many of them are modes of the result.
    kept: usize,
}

impl Plan {
    /// The plan for operands of these extents and strides, and a row-major result. No element is
    /// needed yet.
    ///
    /// # Errors
    /// As [`Composition::resolve`]; [`ShapeError::OperandCount`] and [`ShapeError::RankMismatch`] where
    /// the strides are not those of as many operands and modes.
    ///
    /// ```
    /// use extents::plan::Plan;
    /// use extents::{Composition, DynRankExtents};
    /// let square = DynRankExtents::new(&[2, 2])?;
    /// let trace = Plan::new(&Composition::einsum("ii->")?, &[square], &[&[2, 1]])?;
    /// assert_eq!(trace.loops()[0].strides.as_ref(), [3, 0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new(
        composition: &Composition,
        shapes: &[DynRankExtents],
        strides: &[&[isize]],
    ) -> Result<Self, ShapeError> {
        let resolved = composition.resolve(shapes)?;
        let (expected, found) = (shapes.len(), strides.len());
        if expected != found {
            return Err(ShapeError::OperandCount { expected, found });
        }
        for (shape, strides) in shapes.iter().zip(strides) {
            let (expected, found) = (shape.rank(), strides.len());
            if expected != found {
                return Err(ShapeError::RankMismatch { expected, found });
            }
        }
        let result = RowMajor.strides(&resolved.result);
        Ok(Plan::of_resolved(composition, &resolved, strides, &result))
    }

    /// The plan for operands and a result with these strides.
    pub(crate) fn of_resolved(
        composition: &Composition,
        resolved: &Resolved,
        operands: &[&[isize]],
        result: &[isize],
    ) -> Self {
        let order = composition.result().iter().copied();
        let sums = (0..composition.names().len()).filter(|n| !composition.result().contains(n));
        let loops = order
            .chain(sums)
            .map(|label| {
                let labelled = composition.operands().iter().zip(operands);
                let steps = labelled.map(|(labels, strides)| step(label, labels, strides));
                Loop {
                    label: composition.names().get(label).cloned().unwrap_or_default(),
                    class: class(label, composition),
                    extent: resolved.extents.get(label).copied().unwrap_or(1),
                    strides: steps.chain([step(label, composition.result(), result)]).collect(),
                }
            })
            .collect();
        Plan { loops, kept: composition.result().len() }
    }

    /// All loops: the result's modes, then the sums.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!(plan.loops()[0].label, "j");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    pub(crate) fn result_loops(&self) -> &[Loop] {
        self.loops.get(..self.kept).unwrap_or(&[])
    }

    pub(crate) fn summed_loops(&self) -> &[Loop] {
        self.loops.get(self.kept..).unwrap_or(&[])
    }
}

/// The sum of the strides of the modes that carry the label.
fn step(label: usize, labels: &[usize], strides: &[isize]) -> isize {
    let named = labels.iter().zip(strides).filter(|(carried, _)| **carried == label);
    named.fold(0, |sum: isize, (_, stride)| sum.wrapping_add(*stride))
}

fn class(label: usize, composition: &Composition) -> Class {
    let mut carriers =
        composition.operands().iter().enumerate().filter(|(_, l)| l.contains(&label));
    let first = carriers.next().map_or(0, |(operand, _)| operand);
    match (carriers.next().is_some(), composition.result().contains(&label)) {
        (true, true) => Class::Batch,
        (false, true) => Class::Free(first),
        (true, false) => Class::Contracted,
        (false, false) => Class::Summed(first),
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = ["label", "class", "extent"].map(String::from);
        let operands = self.loops.first().map_or(0, |each| each.strides.len().saturating_sub(1));
        let strides = (0..operands).map(|operand| alloc::format!("operand {operand}"));
        let head = heads.into_iter().chain(strides).chain([String::from("result")]).collect();
        let rows: Vec<Vec<String>> =
            [head].into_iter().chain(self.loops.iter().map(Loop::cells)).collect();
        for (line, row) in rows.iter().enumerate() {
            if line > 0 {
                f.write_str("\n")?;
            }
            for (column, cell) in row.iter().enumerate() {
                let cells = rows.iter().filter_map(|row| row.get(column));
                let width = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
                // Words to the left, numbers to the right.
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    1 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
        }
        Ok(())
    }
}

impl Loop {
    /// What a row of the table shows: the strides after the extent.
    fn cells(&self) -> Vec<String> {
        let words = [self.label.clone(), self.class.to_string(), self.extent.to_string()];
        words.into_iter().chain(self.strides.iter().map(isize::to_string)).collect()
    }
}
