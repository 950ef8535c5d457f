//! Pieces one behind the other, as those of a concatenation.

use alloc::vec::Vec;

use super::complex::Piece;

/// The pieces with elements, in order along a mode in which they have no entry in common: so they overlap nowhere, and
/// the piece of an index is found without a look at all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    mode: usize,
    // INVARIANT: the numbers of the pieces, each of which ends along the mode before the next one begins.
    order: Vec<usize>,
}

impl Lane {
    /// The lane of pieces of this rank, if there is a mode that has one.
    pub(super) fn of(pieces: &[Piece], rank: usize) -> Option<Self> {
        let with_elements = || {
            let filled = pieces.iter().enumerate().filter(|(_, piece)| piece.count() > 0);
            filled.map(|(number, _)| number).collect::<Vec<usize>>()
        };
        (0..rank).find_map(|mode| {
            let mut order = with_elements();
            let ends =
                |number: &usize| pieces.get(*number).map_or((0, 0), |piece| piece.ends(mode));
            order.sort_by_key(ends);
            let follows = |pair: &[usize]| match pair {
                [before, behind] => ends(before).1 <= ends(behind).0,
                _ => true,
            };
            order.windows(2).all(follows).then_some(Lane { mode, order })
        })
    }

    /// The only one of these pieces, whose lane this is, that can contain the index.
    pub(super) fn find<'a>(&self, pieces: &'a [Piece], index: &[usize]) -> Option<&'a Piece> {
        let at = *index.get(self.mode)?;
        let piece = |number: &usize| pieces.get(*number);
        let begins =
            |number: &usize| piece(number).is_some_and(|piece| piece.ends(self.mode).0 <= at);
        let last = self.order.partition_point(begins).checked_sub(1)?;
        self.order.get(last).and_then(piece)
    }
}
