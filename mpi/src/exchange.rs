//! [`Exchange`]: which rank sends what to which, from one distribution to another one.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use extents::ShapeError;
use extents::error::Place;

use crate::message::{Own, in_common};
use crate::share::{entries_of, part_of, total, without};
use crate::{DistError, Distribution, Message};

/// All messages that take a tensor from one distribution to another one: a redistribution, a gathering, copies, or the sums of
/// what each process has a part of.
///
/// It is computed from the two distributions alone, so that the number of elements that each rank sends and receives is known
/// before anything moves.
///
/// Of several copies of an element, a rank takes its own, or that of the process whose place along the axes of copies is its own,
/// so that the copies serve about as many ranks each.
///
/// ```
/// use extents_mpi::{Distribution, Exchange, Mesh, Share};
/// let mesh = Mesh::new([2])?;
/// let rows = Distribution::new(&mesh, [Share::block(4, &mesh, &[0])?, Share::whole(6)?])?;
/// let columns = Distribution::new(&mesh, [Share::whole(4)?, Share::block(6, &mesh, &[0])?])?;
/// let transposition = Exchange::new(&rows, &columns)?;
/// // Each rank holds 12 elements before and after, and keeps 6 of them.
/// assert_eq!((transposition.received(0), transposition.sent(1)), (6, 6));
/// # Ok::<(), extents_mpi::DistError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exchange {
    from: Distribution,
    to: Distribution,
    // Whether some rank holds something else after it, once somebody asked: all ranks are compared.
    moves: OnceLock<bool>,
    // Of what a rank holds before, or after, a panel, which is all that there is room for on that side.
    before: Window,
    after: Window,
    // Whether what is received from others is not put where it belongs, but stays as lists, one after the other.
    lists: bool,
    // Whether what a rank has already stays where it is, and there is room for the rest only: where `own` says so.
    apart: bool,
}

/// Of the entries that a rank has of each mode, one of some parts in order; all of them where it says nothing of a mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window(pub(crate) Vec<Part>);

/// One of some parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) part: usize,
    pub(crate) of: usize,
}

impl Window {
    fn ranges(&self, mode: usize, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
        match self.0.get(mode) {
            Some(&Part { part, of }) if of > 1 => part_of(&ranges, part, of),
            _ => ranges,
        }
    }
}

impl Exchange {
    /// Creates the exchange.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`]; [`DistError::Unreduced`] where the second
    /// distribution has parts of sums.
    pub fn new(from: &Distribution, to: &Distribution) -> Result<Self, DistError> {
        same_extents(&from.extents(), &to.extents())?;
        if let Some(&axis) = to.partial().first() {
            return Err(DistError::Unreduced { axis });
        }
        let (before, after) = Default::default();
        Ok(Exchange {
            from: from.clone(),
            to: to.clone(),
            moves: OnceLock::new(),
            before,
            after,
            lists: false,
            apart: false,
        })
    }

    /// The same exchange of a panel of what ranks hold before, which is all that they have of it then.
    pub(crate) fn of_panel(&self, window: Window) -> Self {
        Exchange { before: window, ..self.clone() }
    }

    /// The same exchange to a panel of what ranks hold after.
    pub(crate) fn to_panel(&self, window: Window) -> Self {
        Exchange { after: window, ..self.clone() }
    }

    /// The same exchange, after which each rank has [`own`](Self::own) elements where they were, and room for the others only.
    pub(crate) fn apart(&self) -> Self {
        Exchange { apart: true, ..self.clone() }
    }

    /// What a rank has already of what it needs of the whole, where that is all but for some entries of one mode, and lies together.
    pub(crate) fn own(&self, rank: usize) -> Option<Own> {
        let (here, there) = (self.from.mesh().place(rank)?, self.to.mesh().place(rank)?);
        let source = self.source_of_copies(rank);
        let is_taken = |axis: &usize| here.get(*axis) == source.get(*axis);
        if !self.from.copied().iter().all(is_taken) || self.adds() {
            return None;
        }
        Message::between(&self.from.ranges_at(&here), &self.to.ranges_at(&there))?.own()
    }

    /// The same exchange, after which each rank has what others sent as lists, in the order of the ranks.
    pub(crate) fn to_lists(&self) -> Self {
        Exchange { lists: true, ..self.clone() }
    }

    /// Returns the distribution before the exchange.
    pub fn from(&self) -> &Distribution {
        &self.from
    }

    /// Returns the distribution after the exchange.
    pub fn to(&self) -> &Distribution {
        &self.to
    }

    /// Returns the number of ranks that take part.
    pub fn ranks(&self) -> usize {
        self.from.mesh().processes().max(self.to.mesh().processes())
    }

    /// Whether some rank holds something else after it.
    pub(crate) fn moves(&self) -> bool {
        *self.moves.get_or_init(|| !self.from.holds_the_same(&self.to))
    }

    /// Returns whether what is received is added up.
    pub fn adds(&self) -> bool {
        self.from.mesh().along(self.from.partial()) > 1
    }

    /// Returns what a rank sends to another one, or keeps itself; `None` for nothing.
    pub fn message(&self, sender: usize, receiver: usize) -> Option<Message> {
        match self.lists {
            true => self.incoming(receiver).into_iter().nth(sender).flatten(),
            false => self.between(sender, receiver),
        }
    }

    /// The message, wherever its elements go.
    pub(crate) fn between(&self, sender: usize, receiver: usize) -> Option<Message> {
        let here = self.from.mesh().place(sender)?;
        let there = self.to.mesh().place(receiver)?;
        let source = self.source_of_copies(receiver);
        let same_place = |axis: &usize| here.get(*axis) == source.get(*axis);
        if !self.from.copied().iter().all(same_place) {
            return None;
        }
        Message::between(&self.ranges_before(&here), &self.ranges_after(receiver, &there))
    }

    /// What comes to a rank from each, itself too: messages that say where it goes, in a list too.
    pub(crate) fn incoming(&self, rank: usize) -> Vec<Option<Message>> {
        let mut before = 0_usize;
        let senders = 0..self.ranks();
        let messages = senders.map(|sender| {
            let message = self.between(sender, rank)?;
            if !self.lists || sender == rank {
                return Some(message);
            }
            let count = message.elements();
            let listed = message.listed(before);
            before = before.saturating_add(count);
            Some(listed)
        });
        messages.collect()
    }

    /// Whether what is received stays as lists.
    pub(crate) fn has_lists(&self) -> bool {
        self.lists
    }

    /// What of it moves, for messages.
    pub(crate) fn panel(&self) -> String {
        let parts = |window: &Window| -> Vec<String> {
            window.0.iter().map(|it| format!("{} of {}", it.part, it.of)).collect()
        };
        let lists = if self.lists { ", as lists" } else { "" };
        let apart = if self.apart { ", without what stays" } else { "" };
        format!("{:?} to {:?}{lists}{apart}", parts(&self.before), parts(&self.after))
    }

    /// Which entries of each mode the process at a place has room for before the exchange.
    fn ranges_before(&self, place: &[usize]) -> Vec<Vec<Range<usize>>> {
        let ranges = self.from.ranges_at(place).into_iter().enumerate();
        ranges.map(|(mode, ranges)| self.before.ranges(mode, ranges)).collect()
    }

    fn ranges_after(&self, rank: usize, place: &[usize]) -> Vec<Vec<Range<usize>>> {
        let ranges = self.to.ranges_at(place).into_iter().enumerate();
        let own = if self.apart { self.own(rank) } else { None };
        let ranges = ranges.map(|(mode, all)| match &own {
            Some(own) if own.mode == mode => {
                let stays = entries_of(&all, own.range.clone());
                without(&self.after.ranges(mode, all), &stays)
            }
            _ => self.after.ranges(mode, all),
        });
        ranges.collect()
    }

    /// The number of elements that a rank has before the exchange, of what it takes part in.
    pub(crate) fn held_before(&self, rank: usize) -> usize {
        self.from.mesh().place(rank).map_or(0, |place| elements(&self.ranges_before(&place)))
    }

    /// The number of elements that a rank has room for after the exchange.
    pub(crate) fn held_after(&self, rank: usize) -> usize {
        match self.lists {
            true => self.received(rank),
            false => {
                self.to.mesh().place(rank).map_or(0, |at| elements(&self.ranges_after(rank, &at)))
            }
        }
    }

    /// Returns the number of elements that a rank receives from others.
    pub fn received(&self, rank: usize) -> usize {
        let Some(there) = self.to.mesh().place(rank) else { return 0 };
        let needed = match self.before == Window::default() {
            true => elements(&self.ranges_after(rank, &there)),
            // Of each mode, what is common with the panels of all owners together.
            false => {
                let modes = self.ranges_after(rank, &there).into_iter().enumerate();
                let modes = modes.zip(self.from.modes()).map(|((mode, after), share)| {
                    let owners = 0..share.owners();
                    let before = owners.map(|owner| self.before.ranges(mode, share.ranges(owner)));
                    before.map(|before| in_common(&before, &after)).sum::<usize>()
                });
                modes.product()
            }
        };
        // Each element comes once, or once from each process that has a part of it.
        let parts = self.from.mesh().along(self.from.partial());
        let kept = self.between(rank, rank).map_or(0, |message| message.elements());
        needed.saturating_mul(parts).saturating_sub(kept)
    }

    /// Returns the largest number of elements that any rank receives from others.
    pub fn most_received(&self) -> usize {
        self.most_received_or(None)
    }

    /// The same; or, where a rank receives `enough` elements, what the first such one does.
    pub(crate) fn most_received_or(&self, enough: Option<usize>) -> usize {
        // For each mode, the entries of an owner after the exchange, and those that it shares with an owner before.
        let mut common: Vec<HashMap<(usize, usize), usize>> =
            vec![HashMap::new(); self.to.modes().len()];
        let parts = self.from.mesh().along(self.from.partial());
        let (mut most, mut needed_by) = (0, common.clone());
        for rank in 0..self.to.mesh().processes() {
            let Some(there) = self.to.mesh().place(rank) else { continue };
            let here = self.from.mesh().place(rank);
            let (mut needed, mut kept) = (1_usize, 1_usize);
            let shares = self.from.modes().iter().zip(self.to.modes());
            for ((from, to), (common, needed_by)) in
                shares.zip(common.iter_mut().zip(&mut needed_by))
            {
                let receiver = self.to.mesh().number(to.axes(), &there);
                let entries =
                    needed_by.entry((receiver, 0)).or_insert_with(|| total(&to.ranges(receiver)));
                needed = needed.saturating_mul(*entries);
                let Some(here) = &here else { continue };
                let sender = self.from.mesh().number(from.axes(), here);
                let entries = common
                    .entry((sender, receiver))
                    .or_insert_with(|| in_common(&from.ranges(sender), &to.ranges(receiver)));
                kept = kept.saturating_mul(*entries);
            }
            // Its own copy is the one that a rank takes, if it has one.
            let kept = if here.is_some() { kept } else { 0 };
            most = most.max(needed.saturating_mul(parts).saturating_sub(kept));
            if enough.is_some_and(|enough| most >= enough) {
                break;
            }
        }
        most
    }

    /// Returns the number of elements that a rank sends to others.
    pub fn sent(&self, rank: usize) -> usize {
        let receivers = (0..self.to.mesh().processes()).filter(|&receiver| receiver != rank);
        receivers
            .filter_map(|receiver| self.between(rank, receiver))
            .map(|message| message.elements())
            .fold(0, usize::saturating_add)
    }

    /// Where the receiver would be in the mesh of the copies: a rank outside of it takes a process inside.
    fn source_of_copies(&self, receiver: usize) -> Vec<usize> {
        let mesh = self.from.mesh();
        // A mesh has a process at least.
        let inside = receiver.checked_rem(mesh.processes()).unwrap_or(0);
        mesh.place(inside).unwrap_or_default()
    }
}

fn elements(ranges: &[Vec<Range<usize>>]) -> usize {
    ranges.iter().map(|ranges| total(ranges)).product()
}

/// Compares extents, which are those of one tensor.
pub(crate) fn same_extents(expected: &[usize], found: &[usize]) -> Result<(), DistError> {
    let (rank, other) = (expected.len(), found.len());
    if rank != other {
        return Err(ShapeError::RankMismatch { expected: rank, found: other }.into());
    }
    let mut modes = expected.iter().zip(found).enumerate();
    match modes.find(|(_, (expected, found))| expected != found) {
        Some((mode, (&expected, &found))) => {
            Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found }.into())
        }
        None => Ok(()),
    }
}
