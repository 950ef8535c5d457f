//! What a plan does: panels travel while the ones before them are contracted.

use extents::composition::DynOperand;
use extents::error::Quantity;
use extents::layout::Strided;
use extents::rearrange::Slice;
use extents::{ContractBy, DynRankExtents, Extents, ModeArray, Scalar, ShapeError, View, ViewMut};

use super::DistPlan;
use super::nest::is_apart;
use super::pieces::{Array, Look, Piece, Pieces};
use crate::tensor::{fits, from_room};
use crate::transport::{add_up, count, room, together};
use crate::{DistError, DistTensor, Exchange, Move, Transport};

impl Look {
    fn of<'t, T>(self, elements: &'t [T]) -> Result<Part<'t, T>, ShapeError> {
        let shape = DynRankExtents::new(&self.extents)?;
        let elements = elements.get(..shape.size()).unwrap_or(elements);
        let slices: Vec<Slice> = self.ranges.into_iter().map(Slice::from).collect();
        View::from_slice(shape, elements)?.slice(&slices[..])
    }

    fn of_mut<'t, T>(self, elements: &'t mut [T]) -> Result<PartMut<'t, T>, ShapeError> {
        let shape = DynRankExtents::new(&self.extents)?;
        let count = shape.size().min(elements.len());
        let (elements, _) = elements.split_at_mut(count);
        let slices: Vec<Slice> = self.ranges.into_iter().map(Slice::from).collect();
        ViewMut::from_slice(shape, elements)?.slice(&slices[..])
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
        all.map(Vec::len).fold(0, usize::saturating_add)
    }

    /// All of it, but for the result.
    fn into_parts(self) -> (Vec<T>, impl Iterator<Item = Vec<T>>) {
        let of_result = [self.terms, self.done, self.lists];
        (self.target, self.now.into_iter().chain(self.next).chain(of_result))
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
    pieces: Pieces,
}

/// Which pieces of leaves a step contracts.
#[derive(Clone, Copy)]
enum Which {
    /// Those whose operands are here before anything has travelled.
    Here,
    /// All others.
    Others,
    All,
}

impl DistPlan {
    /// The exchange of the panel of terms that a leaf adds to.
    pub(super) fn last_panel(&self, leaf: usize) -> Exchange {
        let labels = self.composition.result();
        self.last.of_panel(self.nest.window(labels, self.nest.depth(labels), leaf))
    }

    /// Contracts operands that are where the plan says; returns the number of elements too for which there was room beyond operands and
    /// result.
    pub(super) fn execute<T: Scalar + Send + 'static, E: Extents>(
        &self,
        world: &impl Transport<T>,
        operands: &[&DistTensor<T, E>],
    ) -> Result<(DistTensor<T, DynRankExtents>, usize), DistError> {
        let (me, made) = (world.rank(), self.last.from());
        for exchange in self.moves.iter().chain([&self.last]) {
            fits(world, exchange.from())?;
            fits(world, exchange.to())?;
        }
        let arrays = self.composition.operands().iter().zip(&self.moves).zip(operands);
        let arrays = arrays.map(|((labels, exchange), operand)| {
            let moves = exchange.moves();
            let own = if moves && is_apart::<T>(labels) { exchange.own(me) } else { None };
            let depth = if moves { self.nest.depth(labels) } else { 0 };
            Array { labels, moves, depth, own, held: operand.distribution().local_extents(me) }
        });
        let arrays: Vec<Array<'_>> = arrays.collect();
        let result = self.composition.result();
        let moves = self.last.moves();
        let depth = if moves { self.nest.depth(result) } else { 0 };
        let held = made.local_extents(me);
        let needed = self.grid.needed(me).unwrap_or_else(|| vec![0; self.grid.extents.len()]);
        let pieces = Pieces::new(&arrays, result, needed);
        let run = Run {
            plan: self,
            world,
            operands: arrays,
            sources: operands.iter().map(|operand| operand.local().as_slice()).collect(),
            result: Array { labels: result, moves, depth, own: None, held },
            pieces,
        };
        let mut room = together(world, run.room())?;
        let held = room.held();
        // What fails here is said once nobody waits for this rank any more.
        let contracted = run.contract(&mut room)?;
        together(world, contracted.map_err(DistError::from))?;
        let to = self.last.to();
        let (target, others) = room.into_parts();
        if let Some(rooms) = world.rooms() {
            rooms.keep(others);
        }
        let local = from_room(to.local_shape(me)?, target)?;
        let result = DistTensor::from_local(DynRankExtents::new(&to.extents())?, to.clone(), local);
        Ok((result, held))
    }
}

impl<T: Scalar + Send + 'static, W: Transport<T>> Run<'_, T, W> {
    /// All room that is needed, before anything moves.
    fn room(&self) -> Result<Room<T>, DistError> {
        let (plan, me) = (self.plan, self.world.rank());
        for (exchange, source) in plan.moves.iter().zip(&self.sources) {
            count(Quantity::Elements, exchange.from().held(me), source.len())?;
        }
        let mut counts = vec![];
        for (operand, array) in self.operands.iter().enumerate() {
            let count = if array.moves { plan.most_of_a_panel::<T>(operand, me) } else { 0 };
            // The first one travels before another one is contracted.
            counts.push(count);
            counts.push(if plan.nest.room(array.depth) > 1 { count } else { 0 });
        }
        let terms = if self.result.moves { plan.last_panel(0).held_before(me) } else { 0 };
        let done = if plan.nest.room(self.result.depth) > 1 { terms } else { 0 };
        let lists = if self.result.moves { plan.lists(me) } else { 0 };
        counts.extend([terms, done, lists]);
        let rooms = match self.world.rooms() {
            Some(rooms) => rooms.take(&counts, plan.limit)?,
            None => counts.iter().map(|&count| room(count)).collect::<Result<_, _>>()?,
        };
        let mut rooms = rooms.into_iter();
        let mut one = || rooms.next().unwrap_or_default();
        let panels = self.operands.iter().map(|_| (one(), one()));
        let (next, now) = panels.unzip();
        let [terms, done, lists] = [one(), one(), one()];
        let target = room(plan.last.to().held(me))?;
        Ok(Room { now, next, terms, done, lists, target })
    }

    /// Contracts panel by panel, while the next ones of the operands and the last one of the result travel. An error of the transport
    /// ends it, and one of a contraction is returned at its end.
    fn contract(&self, room: &mut Room<T>) -> Result<Result<(), ShapeError>, DistError> {
        let (nest, leaves) = (&self.plan.nest, self.plan.nest.leaves());
        let end_of_panels = |leaf: usize| {
            let moving = self.operands.iter().chain([&self.result]).filter(|array| array.moves);
            let next = moving.map(|array| nest.next_panel(array.depth, leaf));
            next.fold(leaves, usize::min)
        };
        let mut outcome = Ok(());
        // The first panels are waited for, but what is here of them is contracted meanwhile.
        let first = end_of_panels(0);
        let panels = self.new_panels(None, 0);
        let has_begun = self.step(room, 0..first, Which::Here, &panels, None, &mut outcome)?;
        let mut which = if has_begun { Which::Others } else { Which::All };
        let (mut leaf, mut complete) = (0, None);
        while leaf < leaves {
            let end = end_of_panels(leaf);
            let panels = self.new_panels(Some(leaf), end);
            self.step(room, leaf..end, which, &panels, complete.take(), &mut outcome)?;
            which = Which::All;
            if self.result.moves && nest.next_panel(self.result.depth, leaf) == end {
                std::mem::swap(&mut room.terms, &mut room.done);
                complete = Some(leaf);
            }
            leaf = end;
        }
        self.step(room, leaves..leaves, which, &[], complete, &mut outcome)?;
        Ok(outcome)
    }

    /// Of each operand the panel of a leaf that the leaf before has not; before the first one, all are new.
    fn new_panels(&self, before: Option<usize>, leaf: usize) -> Vec<Option<Exchange>> {
        let nest = &self.plan.nest;
        let panels = self.operands.iter().enumerate().map(|(operand, array)| {
            let is_new = before.is_none_or(|before| nest.next_panel(array.depth, before) == leaf);
            let is_there = array.moves && leaf < nest.leaves();
            if is_new && is_there { self.plan.panel::<T>(operand, leaf) } else { None }
        });
        panels.collect()
    }

    /// Contracts pieces of these leaves while new panels travel, and the panel of the result that a leaf has completed. Returns whether
    /// anything travelled: else nothing was waited for.
    fn step(
        &self,
        room: &mut Room<T>,
        leaves: std::ops::Range<usize>,
        which: Which,
        panels: &[Option<Exchange>],
        complete: Option<usize>,
        outcome: &mut Result<(), ShapeError>,
    ) -> Result<bool, DistError> {
        let (plan, me) = (self.plan, self.world.rank());
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
        for ((exchange, &source), room) in panels.iter().zip(&self.sources).zip(rooms.iter_mut()) {
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
        let travels = !moves.is_empty();
        if travels || !matches!(which, Which::Here) {
            let is_here = plan.last.from().mesh().place(me).is_some();
            let leaves = if is_here { leaves } else { 0..0 };
            let mut pieces = leaves.flat_map(|leaf| {
                let pieces = self.pieces.of(&plan.nest, self.result.labels, leaf).into_iter();
                pieces.map(move |piece| (leaf, piece))
            });
            let mut work = || {
                let piece = pieces.find(|(_, piece)| match which {
                    Which::Here => piece.is_here,
                    Which::Others => !piece.is_here,
                    Which::All => true,
                });
                let Some((leaf, piece)) = piece.filter(|_| outcome.is_ok()) else { return false };
                *outcome = self.contract_piece(leaf, &piece, now, to_compute);
                true
            };
            match travels {
                false => while work() {},
                true => self.world.exchange_while(&mut moves, &mut work)?,
            }
        }
        let swapped = panels.iter().zip(now.iter_mut().zip(rooms));
        for (_, (now, next)) in swapped.filter(|(panel, _)| panel.is_some()) {
            std::mem::swap(now, next);
        }
        if let Some(panel) = panel.filter(|_| adds) {
            add_up(&panel, me, done, lists, target);
        }
        Ok(travels)
    }

    /// Adds the products of a piece of a leaf to its part of the result.
    fn contract_piece(
        &self,
        leaf: usize,
        piece: &Piece,
        panels: &[Vec<T>],
        target: &mut [T],
    ) -> Result<(), ShapeError> {
        let nest = &self.plan.nest;
        let arrays = self.operands.iter().zip(&self.sources).zip(panels);
        let parts = arrays.map(|((array, &source), panel)| match array.stays(piece) {
            true => array.in_place(piece).of(source),
            false => array.in_panel(nest, &self.pieces, leaf, piece).of(panel),
        });
        let parts: Vec<Part<'_, T>> = parts.collect::<Result<_, _>>()?;
        let parts: Vec<&dyn DynOperand<T>> =
            parts.iter().map(|part| part as &dyn DynOperand<T>).collect();
        let target = self.result.in_panel(nest, &self.pieces, leaf, piece).of_mut(target)?;
        let contraction = ContractBy::new(&self.plan.composition);
        match piece.begins {
            true => contraction.assign_to(&parts, target),
            false => contraction.add_to(&parts, target),
        }
    }
}
