//! [`Nest`]: the labels along which a plan is cut into panels, and how many parts there are of each.

use std::ops::Range;

use extents::Scalar;

use super::DistPlan;
use crate::Exchange;
use crate::exchange::{Part, Window};
use crate::share::part_of_extent;

/// The labels that are cut, from the outermost loop: of the entries of it that a rank needs, so many parts, one after the other.
///
/// An array that moves does so in panels of the first cuts, as many as it has the labels of, so that each element moves once. Of what
/// a rank has of an array, further cuts are taken where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nest {
    pub(super) cuts: Vec<Cut>,
    /// A label that none of these cuts, and no panels: a rank looks after what travels from one part to the next one.
    pub(super) pauses: Option<Cut>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) label: usize,
    pub(super) parts: usize,
}

impl Nest {
    /// The number of contractions of panels.
    pub(super) fn leaves(&self) -> usize {
        let pauses = self.pauses.map_or(1, |cut| cut.parts);
        self.panels(self.cuts.len()).saturating_mul(pauses)
    }

    /// How many of the first cuts an array with these labels moves by.
    pub(super) fn depth(&self, labels: &[usize]) -> usize {
        self.cuts.iter().take_while(|cut| labels.contains(&cut.label)).count()
    }

    /// The number of panels of an array that moves by so many cuts.
    pub(super) fn panels(&self, depth: usize) -> usize {
        self.cuts.iter().take(depth).fold(1, |panels, cut| panels.saturating_mul(cut.parts))
    }

    /// The number of leaves for which a panel of this depth stays.
    pub(super) fn stays(&self, depth: usize) -> usize {
        self.all().skip(depth).fold(1, |leaves, cut| leaves.saturating_mul(cut.parts))
    }

    fn all(&self) -> impl Iterator<Item = &Cut> {
        self.cuts.iter().chain(&self.pauses)
    }

    /// The part of a cut that a leaf is in.
    fn part(&self, cut: usize, leaf: usize) -> Part {
        let of = self.all().nth(cut).map_or(1, |cut| cut.parts);
        let inner = self.stays(cut.saturating_add(1));
        let part = leaf.checked_div(inner).and_then(|it| it.checked_rem(of)).unwrap_or(0);
        Part { part, of }
    }

    fn cut_of(&self, label: usize) -> Option<usize> {
        self.all().position(|cut| cut.label == label)
    }

    /// The panel that a leaf needs of an array that moves by so many cuts.
    pub(super) fn window(&self, labels: &[usize], depth: usize, leaf: usize) -> Window {
        let parts = labels.iter().map(|&label| match self.cut_of(label) {
            Some(cut) if cut < depth => self.part(cut, leaf),
            _ => Part { part: 0, of: 1 },
        });
        match depth {
            0 => Window::default(),
            _ => Window(parts.collect()),
        }
    }

    /// The entries that a leaf needs of a label, of which the rank has so many.
    pub(super) fn range(&self, label: usize, extent: usize, leaf: usize) -> Range<usize> {
        self.panel_range(label, extent, usize::MAX, leaf)
    }

    /// The entries of a label that are in the panel, of this depth, that a leaf needs.
    pub(super) fn panel_range(
        &self,
        label: usize,
        extent: usize,
        depth: usize,
        leaf: usize,
    ) -> Range<usize> {
        match self.cut_of(label) {
            Some(cut) if cut < depth => {
                let Part { part, of } = self.part(cut, leaf);
                part_of_extent(extent, part, of)
            }
            _ => 0..extent,
        }
    }

    /// The extents of a panel.
    pub(super) fn panel_extents(
        &self,
        labels: &[usize],
        depth: usize,
        leaf: usize,
        extents: &[usize],
    ) -> Vec<usize> {
        let modes = labels.iter().zip(extents);
        let extent = |(&label, &extent): (&usize, &usize)| {
            self.panel_range(label, extent, depth, leaf).len()
        };
        modes.map(extent).collect()
    }

    /// The first leaf after this one that has another panel of this depth; there may be none.
    pub(super) fn next_panel(&self, depth: usize, leaf: usize) -> usize {
        let stays = self.stays(depth);
        let panel = leaf.checked_div(stays).unwrap_or(0);
        panel.saturating_add(1).saturating_mul(stays)
    }

    /// Whether a leaf is the first one that adds to its part of the result.
    pub(super) fn begins_sum(&self, result: &[usize], leaf: usize) -> bool {
        let mut cuts = self.all().enumerate();
        cuts.all(|(cut, of)| result.contains(&of.label) || self.part(cut, leaf).part == 0)
    }

    /// How many panels of an array a rank has room for: the one that is contracted, and the next one.
    pub(super) fn room(&self, depth: usize) -> usize {
        self.panels(depth).min(2)
    }
}

/// A nest that keeps what each rank holds within a limit, of the fewest contractions of panels; else the least that there can be.
pub(super) fn fit(plan: &DistPlan, limit: usize) -> Result<Nest, usize> {
    let whole = DistPlan { nest: Nest::default(), ..plan.clone() };
    let mut least = whole.costs().memory;
    if least <= limit {
        return Ok(Nest::default());
    }
    let cuts = cuts(plan);
    let mut nests: Vec<Nest> = vec![Nest::default()];
    for _ in 0..3 {
        // All of one cut more.
        let longer = nests.iter().flat_map(|nest| {
            let others = cuts.iter().filter(|cut| nest.cut_of(cut.label).is_none());
            others.map(|cut| Nest { cuts: [&nest.cuts[..], &[*cut]].concat(), pauses: None })
        });
        nests = longer.collect();
        let mut best: Option<Nest> = None;
        for nest in &nests {
            let held = estimate(plan, nest);
            least = least.min(held);
            if held > limit {
                continue;
            }
            let nest = fewest(plan, nest.clone(), limit);
            if best.as_ref().is_none_or(|best| nest.leaves() < best.leaves()) {
                best = Some(nest);
            }
        }
        if let Some(best) = best {
            return Ok(with_pauses(plan, best));
        }
    }
    Err(least)
}

/// The number of products that a rank adds up, at least, before it looks after what travels.
const UNDISTURBED: usize = 1 << 20;

/// The same nest with pauses along the label of the result that is longest, where what is contracted between them is enough.
fn with_pauses(plan: &DistPlan, nest: Nest) -> Nest {
    let grid = &plan.grid;
    let part = |label: usize| {
        let cut = nest.cuts.iter().find(|cut| cut.label == label);
        grid.largest(label).div_ceil(cut.map_or(1, |cut| cut.parts.max(1)))
    };
    let products = (0..grid.extents.len()).map(part).fold(1, usize::saturating_mul);
    let free = cuts(plan).into_iter().filter(|cut| nest.cut_of(cut.label).is_none());
    let free = free.filter(|cut| plan.composition.result().contains(&cut.label));
    let pauses = free.max_by_key(|cut| cut.parts).map(|cut| Cut {
        parts: products.checked_div(UNDISTURBED).unwrap_or(1).min(8).min(cut.parts),
        ..cut
    });
    Nest { pauses: pauses.filter(|cut| cut.parts > 1), ..nest }
}

/// The same cuts with as few parts as the limit allows, the innermost ones first.
fn fewest(plan: &DistPlan, mut nest: Nest, limit: usize) -> Nest {
    for cut in (0..nest.cuts.len()).rev() {
        let with = |parts: usize| {
            let mut nest = nest.clone();
            if let Some(cut) = nest.cuts.get_mut(cut) {
                cut.parts = parts;
            }
            nest
        };
        // Two parts need as much room as one, so that they are not in the order of the others.
        let (mut fits, mut fails) = (nest.cuts.get(cut).map_or(1, |it| it.parts), 1_usize);
        if estimate(plan, &with(1)) <= limit {
            fits = 1;
        }
        while fits > fails.saturating_add(1) {
            let middle = fits.midpoint(fails);
            match estimate(plan, &with(middle)) <= limit {
                true => fits = middle,
                false => fails = middle,
            }
        }
        nest = with(fits);
    }
    nest.cuts.retain(|cut| cut.parts > 1);
    nest
}

/// The labels that can be cut, each entry by entry. The blocks of a diagonal that are off it would not move, and stay whole.
fn cuts(plan: &DistPlan) -> Vec<Cut> {
    let grid = &plan.grid;
    let operands = plan.composition.operands();
    let times = |labels: &[usize], label| labels.iter().filter(|it| **it == label).count();
    let once = |&label: &usize| operands.iter().all(|labels| times(labels, label) <= 1);
    let labels = (0..grid.extents.len()).filter(once);
    let cuts = labels.map(|label| Cut { label, parts: grid.largest(label) });
    cuts.filter(|cut| cut.parts > 1).collect()
}

/// At least as much as any rank holds beyond its operands and its result.
fn estimate(plan: &DistPlan, nest: &Nest) -> usize {
    let grid = &plan.grid;
    let panel = |labels: &[usize], depth: usize| {
        let extents: Vec<usize> = labels.iter().map(|&label| grid.largest(label)).collect();
        let extents = nest.panel_extents(labels, depth, 0, &extents);
        extents.into_iter().fold(1, usize::saturating_mul)
    };
    let mut held = 0_usize;
    for (labels, exchange) in plan.composition.operands().iter().zip(&plan.moves) {
        if exchange.moves() {
            let depth = nest.depth(labels);
            held = held.saturating_add(nest.room(depth).saturating_mul(panel(labels, depth)));
        }
    }
    if plan.last.moves() {
        let labels = plan.composition.result();
        let depth = nest.depth(labels);
        let terms = panel(labels, depth);
        held = held.saturating_add(nest.room(depth).saturating_mul(terms));
        if plan.last.adds() {
            // A rank that keeps a part of one block gets terms of that block only.
            let made = plan.last.from();
            let parts = made.mesh().along(made.partial());
            let senders = if plan.is_at_home { parts } else { made.mesh().processes() };
            held =
                held.saturating_add(plan.last.most_received().min(terms.saturating_mul(senders)));
        }
    }
    held
}

/// Whether what a rank has of an operand stays where it is: not of a diagonal, of whose modes each would have another part, and not where
/// sums depend on the order of their terms, since what is there comes first.
pub(super) fn is_apart<T: Scalar>(labels: &[usize]) -> bool {
    let mut modes = labels.iter().enumerate();
    let is_diagonal = modes.any(|(mode, label)| labels.iter().take(mode).any(|it| it == label));
    T::CONTRACTS_IN_ANY_ORDER && !is_diagonal
}

impl DistPlan {
    /// Returns the number of elements that a rank holds at a time beyond its operands and its result where they are kept: what
    /// others send of panels of operands, panels of terms of the result, and what is received of them. For elements whose sums
    /// depend on the order of their terms there is room for whole panels of operands.
    pub fn held(&self, rank: usize) -> usize {
        let mut held = 0_usize;
        for (operand, labels) in self.composition.operands().iter().enumerate() {
            let most = self.most_of_a_panel::<i64>(operand, rank);
            let panels = self.nest.room(self.nest.depth(labels)).saturating_mul(most);
            held = held.saturating_add(panels);
        }
        if self.last.moves() {
            let depth = self.nest.depth(self.composition.result());
            let terms = self.last_panel(0).held_before(rank);
            held = held.saturating_add(self.nest.room(depth).saturating_mul(terms));
            held = held.saturating_add(self.lists(rank));
        }
        held
    }

    /// The exchange of what others have of the panel of an operand that a leaf needs; `None` where the operand does not move.
    pub(super) fn panel<T: Scalar>(&self, operand: usize, leaf: usize) -> Option<Exchange> {
        let labels = self.composition.operands().get(operand)?;
        let exchange = self.moves.get(operand).filter(|it| it.moves())?;
        let panel = exchange.to_panel(self.nest.window(labels, self.nest.depth(labels), leaf));
        Some(if is_apart::<T>(labels) { panel.apart() } else { panel })
    }

    /// The most elements that a rank has room for of one panel of an operand.
    pub(super) fn most_of_a_panel<T: Scalar>(&self, operand: usize, rank: usize) -> usize {
        let labels = self.composition.operands().get(operand).map_or(&[][..], |labels| labels);
        let leaves =
            (0..self.nest.leaves()).step_by(self.nest.stays(self.nest.depth(labels)).max(1));
        let panels = leaves.filter_map(|leaf| self.panel::<T>(operand, leaf));
        panels.map(|panel| panel.held_after(rank)).max().unwrap_or(0)
    }

    /// The most terms that a rank receives of one panel of the result.
    pub(super) fn lists(&self, rank: usize) -> usize {
        if !self.last.adds() {
            return 0;
        }
        let depth = self.nest.depth(self.composition.result());
        let leaves = (0..self.nest.leaves()).step_by(self.nest.stays(depth).max(1));
        leaves.map(|leaf| self.last_panel(leaf).received(rank)).max().unwrap_or(0)
    }
}
