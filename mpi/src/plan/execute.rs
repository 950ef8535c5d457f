//! What a plan does: panels travel while the ones before them are contracted.

use extents::composition::DynOperand;
use extents::layout::Strided;
use extents::rearrange::Slice;
use extents::{ContractBy, DynRankExtents, Extents, ModeArray, Scalar, ShapeError, View, ViewMut};

use super::nest::Nest;
use super::{DistPlan, needs_to_move};
use crate::tensor::{fits, from_room};
use crate::transport::{add_up, room, together};
use crate::{DistError, DistTensor, Exchange, Move, Transport};

/// An array as a leaf of the nest needs it.
struct Array<'p> {
    labels: &'p [usize],
    moves: bool,
    /// How many cuts its panels are of: none where it does not move.
    depth: usize,
    /// The extents of what the rank needs in all.
    extents: Vec<usize>,
}

impl<'p> Array<'p> {
    fn new(nest: &Nest, labels: &'p [usize], exchange: &Exchange, extents: Vec<usize>) -> Self {
        let moves = needs_to_move(exchange);
        Array { labels, moves, depth: if moves { nest.depth(labels) } else { 0 }, extents }
    }

    /// The first leaf after this one that has another panel; there may be none.
    fn next_panel(&self, nest: &Nest, leaf: usize) -> usize {
        let stays = nest.stays(self.depth);
        let panel = leaf.checked_div(stays).unwrap_or(0);
        panel.saturating_add(1).saturating_mul(stays)
    }

    /// What is needed of the panel of a leaf: where it begins, its extents and the strides.
    fn part(&self, nest: &Nest, leaf: usize) -> (Vec<usize>, Vec<Slice>) {
        let extents = nest.panel_extents(self.labels, self.depth, leaf, &self.extents);
        let slices = nest.slices(self.labels, self.depth, leaf, &extents);
        (extents, slices.into_iter().map(Slice::from).collect())
    }

    fn view<'t, T>(
        &self,
        nest: &Nest,
        leaf: usize,
        of: &'t [T],
    ) -> Result<Part<'t, T>, ShapeError> {
        let (extents, slices) = self.part(nest, leaf);
        let shape = DynRankExtents::new(&extents)?;
        let count = shape.size();
        let of = of.get(..count).unwrap_or(of);
        View::from_slice(shape, of)?.slice(&slices[..])
    }

    fn view_mut<'t, T>(
        &self,
        nest: &Nest,
        leaf: usize,
        of: &'t mut [T],
    ) -> Result<PartMut<'t, T>, ShapeError> {
        let (extents, slices) = self.part(nest, leaf);
        let shape = DynRankExtents::new(&extents)?;
        let count = shape.size().min(of.len());
        let (of, _) = of.split_at_mut(count);
        ViewMut::from_slice(shape, of)?.slice(&slices[..])
    }
}

type Part<'t, T> = View<'t, T, DynRankExtents, Strided<ModeArray<isize>>>;
type PartMut<'t, T> = ViewMut<'t, T, DynRankExtents, Strided<ModeArray<isize>>>;

/// What a rank has while it contracts. There is no other room that grows with what the arrays hold.
struct Room<T> {
    /// Of each operand the panel that is contracted, and the one that travels.
    now: Vec<Vec<T>>,
    next: Vec<Vec<T>>,
    /// The panel of the result that is computed, and the one that travels.
    terms: Vec<T>,
    done: Vec<T>,
    /// What other ranks have of that.
    lists: Vec<T>,
    /// The result.
    target: Vec<T>,
}

impl<T> Room<T> {
    /// The number of elements beyond those of the result.
    fn held(&self) -> usize {
        let of_result = [&self.terms, &self.done, &self.lists];
        let all = self.now.iter().chain(&self.next).chain(of_result);
        all.map(Vec::capacity).fold(0, usize::saturating_add)
    }
}

/// The contraction of one plan on one rank.
struct Run<'p, T, W> {
    plan: &'p DistPlan,
    world: &'p W,
    operands: Vec<Array<'p>>,
    /// What the rank holds of each operand.
    sources: Vec<&'p [T]>,
    result: Array<'p>,
}

impl DistPlan {
    /// The exchange of the panel of terms that a leaf adds to.
    pub(super) fn last_panel(&self, leaf: usize) -> Exchange {
        let labels = self.composition.result();
        self.last.of_panel(self.nest.window(labels, self.nest.depth(labels), leaf))
    }

    /// Contracts operands that are where the plan says; returns the number of elements too for which there was room beyond operands and
    /// result.
    pub(super) fn execute<T: Scalar, E: Extents>(
        &self,
        world: &impl Transport<T>,
        operands: &[&DistTensor<T, E>],
    ) -> Result<(DistTensor<T, DynRankExtents>, usize), DistError> {
        let (me, made) = (world.rank(), self.last.from());
        for exchange in self.moves.iter().chain([&self.last]) {
            fits(world, exchange.from())?;
            fits(world, exchange.to())?;
        }
        let arrays =
            self.composition.operands().iter().zip(&self.moves).map(|(labels, exchange)| {
                Array::new(&self.nest, labels, exchange, exchange.to().local_extents(me))
            });
        let result = self.composition.result();
        let run = Run {
            plan: self,
            world,
            operands: arrays.collect(),
            sources: operands.iter().map(|operand| operand.local().as_slice()).collect(),
            result: Array::new(&self.nest, result, &self.last, made.local_extents(me)),
        };
        let mut room = together(world, run.room())?;
        let held = room.held();
        // What fails here is said once nobody waits for this rank any more.
        let contracted = run.contract(&mut room)?;
        together(world, contracted.map_err(DistError::from))?;
        let to = self.last.to();
        let local = from_room(to.local_shape(me)?, room.target)?;
        let result = DistTensor::from_local(DynRankExtents::new(&to.extents())?, to.clone(), local);
        Ok((result, held))
    }
}

impl<T: Scalar, W: Transport<T>> Run<'_, T, W> {
    /// All room that is needed, before anything moves. No later panel is larger than the first one.
    fn room(&self) -> Result<Room<T>, DistError> {
        let (plan, me) = (self.plan, self.world.rank());
        let (mut now, mut next) = (vec![], vec![]);
        for (array, exchange) in self.operands.iter().zip(&plan.moves) {
            let panel = exchange.to_panel(plan.nest.window(array.labels, array.depth, 0));
            let count = if array.moves { panel.held_after(me) } else { 0 };
            // The first one travels before another one is contracted.
            next.push(room(count)?);
            now.push(room(if plan.nest.room(array.depth) > 1 { count } else { 0 })?);
        }
        let terms = if self.result.moves { plan.last_panel(0).held_before(me) } else { 0 };
        let done = if plan.nest.room(self.result.depth) > 1 { terms } else { 0 };
        let lists = if self.result.moves { plan.lists(me) } else { 0 };
        Ok(Room {
            now,
            next,
            terms: room(terms)?,
            done: room(done)?,
            lists: room(lists)?,
            target: room(plan.last.to().held(me))?,
        })
    }

    /// Contracts panel by panel, while the next ones of the operands and the last one of the result travel. An error of the transport
    /// ends it, and one of a contraction is returned at its end.
    fn contract(&self, room: &mut Room<T>) -> Result<Result<(), ShapeError>, DistError> {
        let (nest, leaves) = (&self.plan.nest, self.plan.nest.leaves());
        let mut outcome = Ok(());
        // The first panels are waited for.
        self.step(room, 0..0, None, &mut outcome)?;
        let (mut leaf, mut complete) = (0, None);
        while leaf < leaves {
            let moving = self.operands.iter().chain([&self.result]).filter(|array| array.moves);
            let end = moving.map(|array| array.next_panel(nest, leaf)).fold(leaves, usize::min);
            self.step(room, leaf..end, complete.take(), &mut outcome)?;
            if self.result.moves && self.result.next_panel(nest, leaf) == end {
                std::mem::swap(&mut room.terms, &mut room.done);
                complete = Some(leaf);
            }
            leaf = end;
        }
        self.step(room, leaves..leaves, complete, &mut outcome)?;
        Ok(outcome)
    }

    /// Contracts these leaves while the panels of the next one travel, and the panel of the result that a leaf has completed.
    fn step(
        &self,
        room: &mut Room<T>,
        leaves: std::ops::Range<usize>,
        complete: Option<usize>,
        outcome: &mut Result<(), ShapeError>,
    ) -> Result<(), DistError> {
        let (plan, me) = (self.plan, self.world.rank());
        let nest = &plan.nest;
        let next = self.operands.iter().zip(&plan.moves).map(|(array, exchange)| {
            // Before the first leaf, all panels are new.
            let is_new = leaves.end == 0 || array.next_panel(nest, leaves.start) == leaves.end;
            (array.moves && is_new && leaves.end < nest.leaves())
                .then(|| exchange.to_panel(nest.window(array.labels, array.depth, leaves.end)))
        });
        let next: Vec<Option<Exchange>> = next.collect();
        let adds = plan.last.adds();
        let panel = complete.map(|leaf| plan.last_panel(leaf));
        let moved = panel.as_ref().map(|it| if adds { it.to_lists() } else { it.clone() });

        let Room { now, next: rooms, terms, done, lists, target } = &mut *room;
        let (to_compute, to_receive) = match (self.result.moves, adds) {
            (false, _) => (&mut target[..], &mut lists[..]),
            (true, true) => (&mut terms[..], &mut lists[..]),
            (true, false) => (&mut terms[..], &mut target[..]),
        };
        let mut moves = vec![];
        let operands = next.iter().zip(&self.sources).zip(rooms.iter_mut());
        for ((exchange, &source), room) in operands {
            if let Some(exchange) = exchange {
                let count = exchange.held_after(me).min(room.len());
                let (target, _) = room.split_at_mut(count);
                moves.push(Move { exchange, source, target });
            }
        }
        if let Some(exchange) = &moved {
            let source = done.get(..exchange.held_before(me)).unwrap_or(done);
            let count = exchange.held_after(me).min(to_receive.len());
            let (target, _) = to_receive.split_at_mut(count);
            moves.push(Move { exchange, source, target });
        }
        let is_here = plan.last.from().mesh().place(me).is_some();
        let mut leaf = leaves.start;
        let mut work = || {
            if leaf < leaves.end && is_here && outcome.is_ok() {
                *outcome = self.contract_leaf(leaf, now, to_compute);
            }
            leaf = leaf.saturating_add(1);
            leaf < leaves.end
        };
        match moves.is_empty() {
            true => while work() {},
            false => self.world.exchange_while(&mut moves, &mut work)?,
        }
        for (_, (now, next)) in
            next.iter().zip(now.iter_mut().zip(rooms)).filter(|(it, _)| it.is_some())
        {
            std::mem::swap(now, next);
        }
        if let Some(panel) = panel.filter(|_| adds) {
            add_up(&panel, me, done, lists, target);
        }
        Ok(())
    }

    /// Adds the products of a leaf to its part of the result.
    fn contract_leaf(
        &self,
        leaf: usize,
        panels: &[Vec<T>],
        target: &mut [T],
    ) -> Result<(), ShapeError> {
        let nest = &self.plan.nest;
        let arrays = self.operands.iter().zip(&self.sources).zip(panels);
        let parts = arrays.map(|((array, &source), panel)| {
            array.view(nest, leaf, if array.moves { panel } else { source })
        });
        let parts: Vec<Part<'_, T>> = parts.collect::<Result<_, _>>()?;
        let parts: Vec<&dyn DynOperand<T>> =
            parts.iter().map(|part| part as &dyn DynOperand<T>).collect();
        let target = self.result.view_mut(nest, leaf, target)?;
        let contraction = ContractBy::new(&self.plan.composition);
        match nest.begins_sum(self.result.labels, leaf) {
            true => contraction.assign_to(&parts, target),
            false => contraction.add_to(&parts, target),
        }
    }
}
