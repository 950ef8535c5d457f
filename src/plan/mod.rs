//! The plan of a contraction: what each label does, how long it is, and how far one step along it goes.
//!
//! A plan is all that a kernel needs beside the elements: [`Plan`] has one loop a label. Run the loops in any
//! order, add the product of the elements of the operands to the element of the result at each index, and
//! that is the contraction. Fast kernels do better than that, and read off the plan how.
//!
//! The plan of operands whose extents and strides are in their types is a const. An extent may be in the type of one
//! operand alone: it is that of its label.

mod build;
mod carriers;
mod chain;
mod cost;
mod display;
mod fuse;
pub mod order;
#[cfg(feature = "alloc")]
mod path;
mod path_plan;
mod remaining;
#[cfg(feature = "alloc")]
mod search;
mod slots;
mod source;
#[cfg(feature = "alloc")]
mod steps;
#[cfg(feature = "alloc")]
mod table;

#[cfg(any(feature = "alloc", feature = "device"))]
pub(crate) use build::too_many_loops;
pub(crate) use build::{ModeTable, Modes, count_loops, too_many_operands};
#[cfg(feature = "device")]
pub(crate) use chain::MOST_TEMPORARIES;
pub(crate) use chain::{Chain, ChainStep, Place, assert_path};
pub use cost::Cost;
#[cfg(feature = "alloc")]
pub use path::Path;
pub use path_plan::{PathPlan, PathStep};
pub use source::Source;
#[cfg(feature = "alloc")]
pub use steps::Step;

use extents_static::LabelName;

/// The role of a label in a contraction of one operand (the left one) or two.
///
/// ```
/// use extents::plan::Class;
/// assert_eq!(Class::LeftFree.to_string(), "left free");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// In both operands and in the result.
    Batch,
    /// In the left operand and in the result.
    LeftFree,
    /// In the right operand and in the result.
    RightFree,
    /// In both operands but not in the result: products are summed along it.
    Contracted,
    /// In the left operand alone, which is summed along it.
    LeftSummed,
    /// In the right operand alone, which is summed along it.
    RightSummed,
}

impl Class {
    /// Returns whether labels of this class are labels of the result.
    ///
    /// ```
    /// use extents::plan::Class;
    /// assert!(Class::Batch.is_kept() && !Class::Contracted.is_kept());
    /// ```
    #[inline]
    pub const fn is_kept(self) -> bool {
        matches!(self, Class::Batch | Class::LeftFree | Class::RightFree)
    }
}

/// One loop of a plan, which runs over the modes that a label names.
///
/// Strides are in elements; the stride is 0 in an operand or a result that does not have the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The label. A [fused](Plan::fused) loop has the labels of all its modes, outermost first.
    pub label: LabelName,
    /// The role of the label.
    pub class: Class,
    /// Whether the label repeats within an operand, of which it takes the diagonal. The stride in that operand is the
    /// sum of the strides of the modes that the label names.
    pub is_diagonal: bool,
    /// The extent of the modes that the label names.
    pub extent: usize,
    /// The stride in the left operand.
    pub left: isize,
    /// The stride in the right operand.
    pub right: isize,
    /// The stride in the result.
    pub result: isize,
}

impl Loop {
    pub(crate) const NONE: Self = Loop {
        label: LabelName::new(""),
        class: Class::Batch,
        is_diagonal: false,
        extent: 1,
        left: 0,
        right: 0,
        result: 0,
    };
}

/// The loops of a contraction of one or two operands: first those of the result's modes in order, then those of the
/// sums.
///
/// `Display` writes a table, with the strides of the operands and of the result in columns of their own.
///
/// ```
/// use extents::plan::{Class, Plan};
/// use extents::{Composition, DynRankExtents};
/// let shapes = [DynRankExtents::new(&[2, 3])?, DynRankExtents::new(&[3, 4])?];
/// let plan = Plan::new(&Composition::einsum("ij,jk->ik")?, &shapes, &[&[3, 1], &[4, 1]])?;
/// let classes: Vec<Class> = plan.loops().iter().map(|each| each.class).collect();
/// assert_eq!(classes, [Class::LeftFree, Class::RightFree, Class::Contracted]);
/// assert_eq!((plan.loops()[2].left, plan.loops()[2].right), (1, 4));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Plan {
    // INVARIANT: loops of the result stand first, `kept` of them, and `len` in all.
    loops: [Loop; Plan::MOST_LOOPS],
    len: usize,
    kept: usize,
    operands: usize,
}

impl Plan {
    /// The maximum number of loops of a plan. A contraction with more labels drops those of extent 1; if there are
    /// still more, it has no plan. (This many loops of extent 2 would take 2^40 iterations.)
    ///
    /// ```
    /// assert_eq!(extents::plan::Plan::MOST_LOOPS, 40);
    /// ```
    pub const MOST_LOOPS: usize = 40;

    pub(crate) const fn empty(operands: usize) -> Self {
        Plan { loops: [Loop::NONE; Plan::MOST_LOOPS], len: 0, kept: 0, operands }
    }

    /// Returns all loops: those of the result's modes, then those of the sums.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!(plan.loops()[0].label.as_str(), "j");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn loops(&self) -> &[Loop] {
        self.loops.split_at(self.len).0
    }

    /// Returns the loops of the result's modes.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// # let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!((plan.kept().len(), plan.summed().len()), (1, 1));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn kept(&self) -> &[Loop] {
        self.loops.split_at(self.kept).0
    }

    /// Returns the loops of the sums, whose labels the result does not have.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// # let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!(plan.summed()[0].label.as_str(), "i");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn summed(&self) -> &[Loop] {
        self.loops().split_at(self.kept).1
    }

    /// Returns the number of operands: 1 or 2.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// # let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!(plan.operands(), 1);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn operands(&self) -> usize {
        self.operands
    }

    /// Returns the number of iterations of the innermost loop in total: the product of all extents.
    ///
    /// ```
    /// # use extents::plan::Plan;
    /// # use extents::{Composition, DynRankExtents};
    /// # let shape = DynRankExtents::new(&[2, 3])?;
    /// let plan = Plan::new(&Composition::einsum("ij->j")?, &[shape], &[&[3, 1]])?;
    /// assert_eq!(plan.iterations(), 6);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn iterations(&self) -> u128 {
        product(self.loops())
    }

    /// Returns the cost of the contraction: each operand is read once, and the result written once.
    ///
    /// ```
    /// use extents::plan::{Cost, Plan};
    /// use extents::{Composition, DynRankExtents};
    /// let shapes = [DynRankExtents::new(&[2, 3])?, DynRankExtents::new(&[3, 4])?];
    /// let plan = Plan::new(&Composition::einsum("ij,jk->ik")?, &shapes, &[&[3, 1], &[4, 1]])?;
    /// assert_eq!(plan.cost(), Cost { multiply_adds: 24, elements_moved: 6 + 12 + 8, temporary: 0 });
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub const fn cost(&self) -> Cost {
        let (mut left, mut right) = (1_u128, if self.operands == 2 { 1 } else { 0_u128 });
        let mut rest = self.loops();
        while let Some((each, others)) = rest.split_first() {
            let extent = each.extent as u128;
            if !matches!(each.class, Class::RightFree | Class::RightSummed) {
                left = left.saturating_mul(extent);
            }
            if !matches!(each.class, Class::LeftFree | Class::LeftSummed) {
                right = right.saturating_mul(extent);
            }
            rest = others;
        }
        let moved = left.saturating_add(right).saturating_add(self.elements());
        Cost { multiply_adds: self.iterations(), elements_moved: moved, temporary: 0 }
    }

    /// The number of elements of the result.
    #[inline]
    pub(crate) const fn elements(&self) -> u128 {
        product(self.kept())
    }
}

#[inline]
const fn product(loops: &[Loop]) -> u128 {
    let mut product: u128 = 1;
    let mut rest = loops;
    while let Some((each, others)) = rest.split_first() {
        product = product.saturating_mul(each.extent as u128);
        rest = others;
    }
    product
}
