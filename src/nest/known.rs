//! Nests that the types of the operands know, as consts.

use extents_static::__private::{KnownExtents, Order, Turn};

use super::{MOST, Nest, Operands, Way};
use crate::Extents;
use crate::layout::Layout;
use crate::layout::known::{KnownStrides, is_by_strides, static_order};

/// The most operands whose nest is planned in a const.
const MOST_OPERANDS: usize = 8;

/// How many entries are so few that loops over them are not worth a plan at run time.
const FEW: usize = 64;

/// In what order operands are dense, whatever their extents.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Dense {
    /// In any: they are the same everywhere.
    Always,
    /// In this one.
    In(Order),
    /// The types do not say.
    Unknown,
}

impl Dense {
    /// The order of a layout.
    #[inline]
    pub(crate) const fn of<E: Extents, L: Layout<E>>() -> Self {
        match const { static_order::<E, L>() } {
            Some(order) => Dense::In(order),
            None => Dense::Unknown,
        }
    }

    /// Whether operands are dense in row-major order.
    #[inline]
    pub(crate) const fn is_row_major(self) -> bool {
        matches!(self, Dense::In(Order::RowMajor))
    }

    /// The order once the modes were turned.
    #[inline]
    pub(crate) const fn turned(self, order: Option<Turn>) -> Self {
        match (self, order) {
            (Dense::In(_), Some(_)) => Dense::Unknown,
            _ => self,
        }
    }

    /// The order of both.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Dense::Always, order) | (order, Dense::Always) => order,
            (Dense::In(Order::RowMajor), Dense::In(Order::RowMajor)) => self,
            (Dense::In(Order::ColMajor), Dense::In(Order::ColMajor)) => self,
            _ => Dense::Unknown,
        }
    }
}

/// What the types of an operand know.
#[derive(Clone, Copy)]
struct KnownOperand {
    rank: Option<usize>,
    extents: &'static [Option<usize>],
    /// `None` where the operand is computed from its index.
    strides: Option<KnownStrides>,
    /// Whether it has steps, whatever they are: it is by strides, or computed from its index.
    has_steps: bool,
    /// Where the modes of the nest are among those of the operand, if not at their places.
    order: Option<Turn>,
}

impl KnownOperand {
    const NONE: Self =
        KnownOperand { rank: None, extents: &[], strides: None, has_steps: false, order: None };

    /// Where a mode of the nest is among those of the operand.
    const fn place(&self, mode: usize) -> usize {
        match &self.order {
            Some(order) => order[mode] as usize,
            None => mode,
        }
    }

    /// The strides along the modes of the nest, which have these extents.
    const fn strides(&self, strides: &KnownStrides, extents: &[usize]) -> Option<[isize; MOST]> {
        if self.order.is_none() {
            return strides.all(extents);
        }
        let (mut own, mut all, mut mode) = ([0; MOST], [0; MOST], 0);
        while mode < extents.len() {
            own[self.place(mode)] = extents[mode];
            mode += 1;
        }
        let Some(strides) = strides.all(own.split_at(extents.len()).0) else { return None };
        while mode > 0 {
            mode -= 1;
            all[mode] = strides[self.place(mode)];
        }
        Some(all)
    }
}

/// What the types of operands of the same extents know, each perhaps a part.
#[doc(hidden)]
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "hidden; it is read in consts alone")]
pub struct KnownOperands {
    all: [KnownOperand; MOST_OPERANDS],
    /// How many there are; `None` where there are too many.
    count: Option<usize>,
}

impl KnownOperands {
    /// No operands.
    pub(crate) const NONE: Self =
        KnownOperands { all: [KnownOperand::NONE; MOST_OPERANDS], count: Some(0) };

    const fn one(operand: KnownOperand) -> Self {
        let mut known = KnownOperands::NONE;
        known.all[0] = operand;
        known.count = Some(1);
        known
    }

    /// An operand in memory.
    pub(crate) const fn strided<E: Extents, L: Layout<E>>() -> Self {
        KnownOperands::one(KnownOperand {
            rank: E::STATIC_RANK,
            extents: E::STATIC_EXTENTS,
            strides: Some(KnownStrides::of::<E, L>()),
            has_steps: is_by_strides::<E, L>(),
            order: None,
        })
    }

    /// An operand that is computed from its index.
    pub(crate) const fn counted<E: Extents>() -> Self {
        KnownOperands::one(KnownOperand {
            rank: E::STATIC_RANK,
            extents: E::STATIC_EXTENTS,
            strides: None,
            has_steps: true,
            order: None,
        })
    }

    /// The same operands, whose modes are put in another order.
    pub(crate) const fn turned(mut self, order: Option<Turn>) -> Self {
        if let (Some(order), Some(count)) = (order, self.count) {
            let mut k = 0;
            while k < count {
                let (mut own, mut mode) = (order, 0);
                while mode < own.len() {
                    own[mode] = self.all[k].place(order[mode] as usize) as u8;
                    mode += 1;
                }
                self.all[k].order = Some(own);
                k += 1;
            }
        }
        self
    }

    /// These and others.
    pub(crate) const fn and(mut self, others: &Self) -> Self {
        self.count = match (self.count, others.count) {
            (Some(count), Some(more)) if count + more <= MOST_OPERANDS => {
                let mut k = 0;
                while k < more {
                    self.all[count + k] = others.all[k];
                    k += 1;
                }
                Some(count + more)
            }
            _ => None,
        };
        self
    }

    /// Whether there are loops over them, whatever their extents: then nothing need be compiled that asks index by index.
    pub(crate) const fn have_loops(&self) -> bool {
        let Some(count) = self.count else { return false };
        let (mut is_ranked, mut k) = (false, 0);
        while k < count {
            if !self.all[k].has_steps {
                return false;
            }
            // All have the same rank.
            is_ranked = is_ranked || matches!(self.all[k].rank, Some(..=MOST));
            k += 1;
        }
        is_ranked
    }

    /// The extents of all, if each is known of one of them.
    const fn extents(&self, count: usize) -> Option<KnownExtents> {
        let (mut all, mut rank) = ([None; MOST], None);
        let mut k = 0;
        while k < count {
            let KnownOperand { rank: this, extents, .. } = self.all[k];
            let is_other = match (rank, this) {
                (Some(rank), Some(this)) => rank != this,
                _ => false,
            };
            if is_other || extents.len() > MOST {
                return None;
            }
            if this.is_some() {
                rank = this;
            }
            let mut mode = 0;
            while mode < extents.len() {
                if all[mode].is_none() {
                    all[mode] = extents[self.all[k].place(mode)];
                }
                mode += 1;
            }
            k += 1;
        }
        match rank {
            Some(rank) if rank <= MOST => KnownExtents::all(all.split_at(rank).0),
            _ => None,
        }
    }

    /// The nest over the operands, if their types know it together. Where they know few entries but not all strides, it has
    /// one loop a mode in row-major order, as runs over any strides: nothing is won by planning a shorter one.
    pub(crate) const fn nest(&self, way: Way) -> Option<Nest> {
        let Some(count) = self.count else { return None };
        let Some(extents) = self.extents(count) else { return None };
        let extents = extents.as_slice();
        match self.over(extents, extents, &Operands::None, way) {
            None if is_few(extents) => planned(extents, &[], &Operands::None, Way::Kept, false),
            nest => nest,
        }
    }

    /// The nests over the operands and a target that has one element for all entries of `modes`, with or without modes of
    /// extent 1 in the place of these: over all entries, and over the first ones. `None` where the types do not know
    /// them together, or no modes are named.
    pub(crate) const fn folded<F: Extents, L: Layout<F>>(
        &self,
        modes: &[Option<usize>],
        way: Way,
    ) -> Option<[Nest; 2]> {
        let (Some(count), Some(_), false) = (self.count, F::STATIC_RANK, modes.is_empty()) else {
            return None;
        };
        let Some(extents) = self.extents(count) else { return None };
        let Some(results) = KnownExtents::all(F::STATIC_EXTENTS) else { return None };
        let Some(own) = KnownStrides::of::<F, L>().all(results.as_slice()) else { return None };
        let (extents, rank) = (extents.as_slice(), results.as_slice().len());
        let keeps = rank == extents.len();
        let (mut strides, mut firsts) = ([0; MOST], [1; MOST]);
        let (mut mode, mut at) = (0, 0);
        while mode < extents.len() {
            let is_folded = contains(modes, mode);
            if !is_folded || keeps {
                at += 1;
            }
            if at > rank {
                return None;
            }
            if !is_folded {
                firsts[mode] = extents[mode];
                strides[mode] = own[at - 1];
            }
            mode += 1;
        }
        let target = Operands::And(&strides, &Operands::None);
        let firsts = firsts.split_at(extents.len()).0;
        match (
            self.over(extents, extents, &target, way),
            self.over(extents, firsts, &target, Way::Free),
        ) {
            (Some(all), Some(firsts)) => Some([all, firsts]),
            _ => None,
        }
    }

    /// The nest over some entries of the operands, which have these extents, and others after them.
    const fn over(
        &self,
        extents: &[usize],
        entries: &[usize],
        others: &Operands<'_>,
        way: Way,
    ) -> Option<Nest> {
        let Some(count) = self.count else { return None };
        let (mut all, mut strided) = ([[0; MOST]; MOST_OPERANDS], 0);
        let mut k = 0;
        while k < count {
            if let Some(strides) = &self.all[k].strides {
                match self.all[k].strides(strides, extents) {
                    Some(strides) => all[strided] = strides,
                    None => return None,
                }
                strided += 1;
            }
            k += 1;
        }
        let mut mode = 0;
        while mode < extents.len() {
            if extents[mode] == 0 {
                return None;
            }
            mode += 1;
        }
        planned(entries, all.split_at(strided).0, others, way, strided == count)
    }
}

/// Whether there are entries, but fewer than it takes to plan loops over them.
const fn is_few(extents: &[usize]) -> bool {
    let (mut size, mut mode) = (1, 0);
    while mode < extents.len() {
        // No product of two such numbers is too large, and 0 makes 0 of any.
        let extent = if extents[mode] > FEW { FEW + 1 } else { extents[mode] };
        size = if size * extent > FEW { FEW + 1 } else { size * extent };
        mode += 1;
    }
    0 < size && size <= FEW
}

const fn contains(modes: &[Option<usize>], mode: usize) -> bool {
    let mut k = 0;
    while k < modes.len() {
        if let Some(this) = modes[k]
            && this == mode
        {
            return true;
        }
        k += 1;
    }
    false
}

/// The nest over operands with these strides, and with those of `operands` after them.
const fn planned(
    extents: &[usize],
    strides: &[[isize; MOST]],
    operands: &Operands<'_>,
    way: Way,
    merges: bool,
) -> Option<Nest> {
    match strides {
        [] => {
            let mut nest = Nest::EMPTY;
            if nest.plan(extents, operands, way, merges) { Some(nest) } else { None }
        }
        [others @ .., last] => {
            planned(extents, others, &Operands::And(last, operands), way, merges)
        }
    }
}
