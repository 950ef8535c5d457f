//! Fewer and longer loops: modes that lie in one another in all operands are one.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use super::{Loop, Plan};
use crate::nest::{Merged, merged};

impl Plan {
    /// Returns the same contraction with as few loops as possible.
    ///
    /// Loops of extent 1 are dropped, except one where nothing else is summed. Two loops of one class become one
    /// where all operands and the result step through them evenly, one inside the other.
    ///
    /// ```
    /// use extents::plan::Plan;
    /// use extents::{Composition, DynRankExtents};
    /// let shapes = [DynRankExtents::new(&[2, 3, 4])?, DynRankExtents::new(&[4, 5])?];
    /// let strides: [&[isize]; 2] = [&[12, 4, 1], &[5, 1]];
    /// let plan = Plan::new(&Composition::einsum("ijk,kl->ijl")?, &shapes, &strides)?.fused();
    /// let labels: Vec<&str> = plan.loops().iter().map(|each| each.label.as_str()).collect();
    /// assert_eq!(labels, ["i,j", "l", "k"]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[must_use]
    pub const fn fused(&self) -> Plan {
        let mut fused = Plan::empty(self.operands);
        let mut n = 0;
        while n < self.len {
            if n == self.kept {
                fused.kept = fused.len;
            }
            // A sum of one term is a sum all the same, which begins at zero: its last loop stays.
            let is_only_sum = n + 1 == self.len && n >= self.kept && fused.len == fused.kept;
            if self.loops[n].extent != 1 || is_only_sum {
                fused.take_in(self.loops[n]);
            }
            n += 1;
        }
        if self.kept == self.len {
            fused.kept = fused.len;
        }
        fused
    }

    /// Adds a loop, or makes one longer. A loop that got longer may now fit into another one.
    const fn take_in(&mut self, each: Loop) {
        // While the kept ones come in, `kept` is 0.
        let first = self.kept;
        let mut each = each;
        let mut n = first;
        while n < self.len {
            if let Some(longer) = in_one(self.loops[n], each) {
                // Takes it out, and starts again with the longer one.
                self.len -= 1;
                let mut at = n;
                while at < self.len {
                    self.loops[at] = self.loops[at + 1];
                    at += 1;
                }
                each = longer;
                n = first;
            } else {
                n += 1;
            }
        }
        self.loops[self.len] = each;
        self.len += 1;
    }
}

/// Two loops as one, if a step of one goes as far as the whole of the other.
const fn in_one(a: Loop, b: Loop) -> Option<Loop> {
    if a.class as u8 != b.class as u8 {
        return None;
    }
    let (one, other) = ([a.left, a.right, a.result], [b.left, b.right, b.result]);
    let Some(Merged { extent, strides: [left, right, result], is_in_order }) =
        merged((a.extent, one), (b.extent, other))
    else {
        return None;
    };
    let label = if is_in_order { a.label.joined(b.label) } else { b.label.joined(a.label) };
    let is_diagonal = a.is_diagonal || b.is_diagonal;
    Some(Loop { label, extent, left, right, result, is_diagonal, ..a })
}
