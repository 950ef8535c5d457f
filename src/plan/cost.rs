//! What a contraction costs: a model in plain numbers, also at compile time.

use core::fmt;

/// The cost of a contraction, or of a step of one.
///
/// The numbers saturate at `u128::MAX`.
///
/// ```
/// use extents::plan::Cost;
/// // The product of matrices of 30 x 35 and 35 x 15, which goes on to a further step.
/// let cost = Cost { multiply_adds: 15_750, elements_moved: 2_025, temporary: 450 };
/// assert_eq!(
///     cost.to_string(),
///     "15750 multiply-adds, 2025 elements moved, 450 elements in a temporary"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// The number of multiply-adds: the product of the extents of all labels.
    pub multiply_adds: u128,
    /// The number of elements read and written, each operand and the result counted once.
    pub elements_moved: u128,
    /// The number of elements of the result if a later step reads it, else 0. For several steps, the largest such
    /// number.
    pub temporary: u128,
}

impl Cost {
    /// The cost of no steps.
    ///
    /// ```
    /// use extents::plan::Cost;
    /// assert_eq!(Cost::NONE, Cost::default());
    /// ```
    pub const NONE: Cost = Cost { multiply_adds: 0, elements_moved: 0, temporary: 0 };

    /// Returns the cost of this followed by `next`: work adds up, and the larger temporary is kept.
    ///
    /// ```
    /// use extents::plan::Cost;
    /// let first = Cost { multiply_adds: 24, elements_moved: 26, temporary: 8 };
    /// let second = Cost { multiply_adds: 40, elements_moved: 38, temporary: 0 };
    /// assert_eq!(
    ///     first.then(second),
    ///     Cost { multiply_adds: 64, elements_moved: 64, temporary: 8 }
    /// );
    /// ```
    #[must_use]
    pub const fn then(self, next: Cost) -> Cost {
        Cost {
            multiply_adds: self.multiply_adds.saturating_add(next.multiply_adds),
            elements_moved: self.elements_moved.saturating_add(next.elements_moved),
            temporary: if self.temporary > next.temporary {
                self.temporary
            } else {
                next.temporary
            },
        }
    }

    /// Returns whether this cost is lower: fewer multiply-adds or, if those are equal, a smaller temporary.
    ///
    /// ```
    /// use extents::plan::Cost;
    /// let wide = Cost { multiply_adds: 24, elements_moved: 0, temporary: 8 };
    /// assert!(Cost { temporary: 6, ..wide }.is_less_than(wide));
    /// assert!(!wide.is_less_than(wide));
    /// ```
    #[must_use]
    pub const fn is_less_than(self, other: Cost) -> bool {
        self.multiply_adds < other.multiply_adds
            || (self.multiply_adds == other.multiply_adds && self.temporary < other.temporary)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (adds, moved) = (Count(self.multiply_adds), Count(self.elements_moved));
        write!(f, "{adds} multiply-adds, {moved} elements moved")?;
        match self.temporary {
            0 => f.write_str(", no temporary"),
            elements => write!(f, ", {} elements in a temporary", Count(elements)),
        }
    }
}

/// A number that may have stopped at the largest.
pub(crate) struct Count(pub(crate) u128);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u128::MAX => f.pad("3.4e38 or more"),
            count => count.fmt(f),
        }
    }
}

/// What all steps cost, and what they save over one nest of loops.
pub(super) fn write_total(f: &mut fmt::Formatter<'_>, cost: Cost, direct: Cost) -> fmt::Result {
    writeln!(f, "in all: {cost}")?;
    let (cost, direct) = (cost.multiply_adds, direct.multiply_adds);
    let nest = "multiply-adds of one nest of loops";
    match direct.saturating_sub(cost) {
        0 => write!(f, "saved: none of the {} {nest}", Count(direct)),
        saved => {
            write!(f, "saved: {} of the {} {nest}", Count(saved), Count(direct))?;
            match direct.checked_div(cost) {
                Some(times) if times > 1 => write!(f, ", which are {times} times as many"),
                _ => Ok(()),
            }
        }
    }
}
