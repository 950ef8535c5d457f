//! [`Explanation`]: how an index becomes a place, step by step, for people.

use core::fmt;

use super::buffer::check_index;
use super::tiles::{Cut, TilePlan};
use super::{ArrayShape, XlaError};
use extents::ModeArray;

/// An explanation of how the index of an element becomes its position in the buffer. It displays one line for each
/// step.
///
/// [`ArrayShape::explain`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    shape: ArrayShape,
    index: ModeArray<usize>,
    plan: TilePlan,
    linear: usize,
}

impl ArrayShape {
    /// Explains how the index of an element becomes its position in the buffer.
    ///
    /// # Errors
    /// Returns the errors of [`linear_index`](Self::linear_index).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// let text = "\
    /// index [2, 3] of f32[3,5]{1,0:T(2,2)}
    /// from major to minor (dimensions 0, 1): [2, 3] of [3, 5]
    /// tile (2,2): 2 = 1 * 2 + 0, 3 = 1 * 2 + 1: [1, 1, 0, 1] of [2, 3, 2, 2]
    /// place: 1 * 12 + 1 * 4 + 0 * 2 + 1 * 1 = 17 of 24";
    /// assert_eq!(shape.explain(&[2, 3])?.to_string(), text);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn explain(&self, index: &[usize]) -> Result<Explanation, XlaError> {
        let plan = TilePlan::new(self)?;
        check_index(&plan.sizes, index)?;
        let linear = plan.place(index);
        Ok(Explanation {
            shape: self.clone(),
            index: index.iter().copied().collect(),
            plan,
            linear,
        })
    }
}

impl Explanation {
    /// Returns the position of the element in the buffer, in elements.
    pub fn linear_index(&self) -> usize {
        self.linear
    }

    fn write_steps(&self, f: &mut fmt::Formatter<'_>, places: &mut [usize]) -> fmt::Result {
        let plan = &self.plan;
        plan.order_physically(&self.index, places);
        let order: ModeArray<usize> = plan.layout.major_to_minor().collect();
        let of = |list: &[usize], dimension: &usize| list.get(*dimension).copied().unwrap_or(0);
        let ordered =
            |list: &[usize]| order.iter().map(|at| of(list, at)).collect::<ModeArray<_>>();
        if !order.is_empty() {
            write!(f, "\nfrom major to minor (dimensions {}): ", List(&order))?;
            write!(f, "[{}] of [{}]", List(&ordered(&self.index)), List(&ordered(&plan.sizes)))?;
        }
        if self.shape.is_padded() {
            write!(f, "\npadded: the same of [{}]", List(&ordered(&plan.widths)))?;
        }
        if plan.ones > 0 {
            let ones = plan.ones;
            write!(f, "\nbefore these, for the tiles, {ones} more of size 1")?;
        }
        let mut dims: ModeArray<usize> = core::iter::repeat_n(1, plan.ones).collect();
        for &width in ordered(&plan.widths).iter() {
            dims.push(width);
        }
        for (cut, tile) in plan.cuts.iter().zip(plan.layout.tiles()) {
            write!(f, "\ntile {tile}: ")?;
            write_cut(f, cut, places)?;
            cut.split(places);
            let mut next: ModeArray<usize> = dims.iter().take(cut.kept).copied().collect();
            for size in cut.new_sizes() {
                next.push(size);
            }
            dims = next;
            let at = places.get(..dims.len()).unwrap_or_default();
            write!(f, "[{}] of [{}]", List(at), List(&dims))?;
        }
        f.write_str("\nplace: ")?;
        let mut behind = plan.slots;
        for (k, (&at, &size)) in places.iter().zip(&plan.dims).enumerate() {
            behind = behind.checked_div(size).unwrap_or(0);
            let plus = if k > 0 { " + " } else { "" };
            write!(f, "{plus}{at} * {behind}")?;
        }
        let equals = if plan.dims.is_empty() { "" } else { " = " };
        write!(f, "{equals}{} of {}", self.linear, plan.slots)?;
        if plan.allocated > plan.slots {
            write!(f, ", padded at the end to {}", plan.allocated)?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index [{}] of {}", List(&self.index), self.shape)?;
        self.plan.with_scratch(|places| self.write_steps(f, places))
    }
}

/// Writes what a tile does to each group of coordinates.
fn write_cut(f: &mut fmt::Formatter<'_>, cut: &Cut, places: &[usize]) -> fmt::Result {
    let mut rest = places.get(cut.kept..).unwrap_or_default();
    for (k, (group, &tile)) in cut.groups.iter().zip(&cut.tile).enumerate() {
        let (parts, behind) = rest.split_at_checked(group.len()).unwrap_or((rest, &[]));
        rest = behind;
        let merged = parts.iter().zip(group);
        let merged =
            merged.fold(0_usize, |all, (&at, &size)| all.wrapping_mul(size).wrapping_add(at));
        if k > 0 {
            f.write_str(", ")?;
        }
        if parts.len() > 1 {
            write!(f, "[{}] of [{}] is ", List(parts), List(group))?;
        }
        let quotient = merged.checked_div(tile).unwrap_or(0);
        let remainder = merged.checked_rem(tile).unwrap_or(0);
        write!(f, "{merged} = {quotient} * {tile} + {remainder}")?;
    }
    f.write_str(if cut.groups.is_empty() { "" } else { ": " })
}

/// Numbers with commas between them.
struct List<'l>(&'l [usize]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if k > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
