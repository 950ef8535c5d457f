//! [`Exchange`]: which rank sends what to which, from one distribution to another one.

use std::collections::HashMap;

use extents::ShapeError;
use extents::error::Place;

use crate::message::in_common;
use crate::share::total;
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
        Ok(Exchange { from: from.clone(), to: to.clone() })
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

    /// Returns whether what is received is added up.
    pub fn adds(&self) -> bool {
        self.from.mesh().along(self.from.partial()) > 1
    }

    /// Returns what a rank sends to another one, or keeps itself; `None` for nothing.
    pub fn message(&self, sender: usize, receiver: usize) -> Option<Message> {
        let here = self.from.mesh().place(sender)?;
        let there = self.to.mesh().place(receiver)?;
        let source = self.source_of_copies(receiver);
        let same_place = |axis: &usize| here.get(*axis) == source.get(*axis);
        if !self.from.copied().iter().all(same_place) {
            return None;
        }
        Message::between(&self.from.ranges_at(&here), &self.to.ranges_at(&there))
    }

    /// Returns the number of elements that a rank receives from others.
    pub fn received(&self, rank: usize) -> usize {
        let Some(there) = self.to.mesh().place(rank) else { return 0 };
        let needed: usize = self.to.ranges_at(&there).iter().map(|ranges| total(ranges)).product();
        // Each element comes once, or once from each process that has a part of it.
        let parts = self.from.mesh().along(self.from.partial());
        let kept = self.message(rank, rank).map_or(0, |message| message.elements());
        needed.saturating_mul(parts).saturating_sub(kept)
    }

    /// Returns the largest number of elements that any rank receives from others.
    pub fn most_received(&self) -> usize {
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
        }
        most
    }

    /// Returns the number of elements that a rank sends to others.
    pub fn sent(&self, rank: usize) -> usize {
        let receivers = (0..self.to.mesh().processes()).filter(|&receiver| receiver != rank);
        receivers
            .filter_map(|receiver| self.message(rank, receiver))
            .map(|message| message.elements())
            .sum()
    }

    /// Where the receiver would be in the mesh of the copies: a rank outside of it takes a process inside.
    fn source_of_copies(&self, receiver: usize) -> Vec<usize> {
        let mesh = self.from.mesh();
        // A mesh has a process at least.
        let inside = receiver.checked_rem(mesh.processes()).unwrap_or(0);
        mesh.place(inside).unwrap_or_default()
    }
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
