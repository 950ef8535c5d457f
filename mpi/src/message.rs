//! [`Message`]: what one rank sends to another one.

use std::ops::Range;

use crate::share::total;
#[cfg(feature = "mpi")]
use crate::spans::Spans;

/// Entries of a mode that two ranks have: where they begin in the local mode of the one and of the other, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    from: usize,
    to: usize,
    count: usize,
}

/// Elements that lie one after the other on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where they begin among the elements of the sender.
    pub from: usize,
    /// Where they begin among those of the receiver.
    pub to: usize,
    /// The number of elements.
    pub count: usize,
}

/// What one rank sends to another one: the elements whose coordinates both have, a product of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The runs of each mode.
    modes: Vec<Vec<Run>>,
    /// The extents of what the sender and the receiver hold.
    from: Vec<usize>,
    to: Vec<usize>,
    /// Where the list begins that the receiver puts the elements in, one after the other; 0 where it puts them where they belong.
    begin: usize,
}

/// What a rank has already of what it needs: of one mode the entries of a range, of the others all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    pub(crate) mode: usize,
    /// Counted in what it needs.
    pub(crate) range: Range<usize>,
    /// Where the entries begin in what it holds, for each mode.
    pub(crate) begin: Vec<usize>,
}

impl Message {
    /// What a rank has already, by the message that it would send to itself: where that is a range of one mode, of what it holds and of
    /// what it needs.
    pub(crate) fn own(&self) -> Option<Own> {
        let (mut partial, mut whole, mut begin) = (None, None, vec![]);
        for (mode, (runs, &needed)) in self.modes.iter().zip(&self.to).enumerate() {
            let first = runs.first()?;
            let mut range = first.to..first.to;
            for run in runs {
                let at = range.len();
                let follows = run.from == first.from.saturating_add(at) && run.to == range.end;
                range.end = Some(range.end.saturating_add(run.count)).filter(|_| follows)?;
            }
            begin.push(first.from);
            // Where it has all of all modes, the first one stands for them.
            if mode == 0 {
                whole = Some((mode, range.clone()));
            }
            if range.len() < needed && partial.replace((mode, range)).is_some() {
                return None;
            }
        }
        let (mode, range) = partial.or(whole)?;
        Some(Own { mode, range, begin })
    }

    /// The common part of what two ranks hold, if there is any.
    pub(crate) fn between(
        ours: &[Vec<Range<usize>>],
        theirs: &[Vec<Range<usize>>],
    ) -> Option<Self> {
        let modes: Vec<_> =
            ours.iter().zip(theirs).map(|(ours, theirs)| common(ours, theirs)).collect();
        if modes.iter().any(Vec::is_empty) {
            return None;
        }
        let held = |ranges: &[Vec<Range<usize>>]| ranges.iter().map(|it| total(it)).collect();
        Some(Message { modes, from: held(ours), to: held(theirs), begin: 0 })
    }

    /// The same message to a list, which begins here.
    pub(crate) fn listed(mut self, begin: usize) -> Self {
        self.to = vec![];
        for runs in &mut self.modes {
            let mut entries = 0_usize;
            for run in runs {
                run.to = entries;
                entries = entries.saturating_add(run.count);
            }
            self.to.push(entries);
        }
        Message { begin, ..self }
    }

    /// Returns the number of elements.
    pub fn elements(&self) -> usize {
        let entries = |runs: &Vec<Run>| runs.iter().map(|run| run.count).sum::<usize>();
        self.modes.iter().map(entries).product()
    }

    /// Where the elements lie on the side of the sender, or of the receiver, in the order in which they are sent.
    #[cfg(feature = "mpi")]
    pub(crate) fn spans(&self, is_sender: bool) -> Spans {
        let extents = if is_sender { &self.from } else { &self.to };
        let begin = |run: &Run| if is_sender { run.from } else { run.to };
        let modes = self.modes.iter().zip(extents).map(|(runs, &extent)| {
            let runs = runs.iter().map(|run| (begin(run), run.count));
            (runs.collect(), extent)
        });
        Spans::new(modes.collect(), if is_sender { 0 } else { self.begin })
    }

    /// Visits the pieces, in row-major order of the elements.
    pub fn for_each_piece(&self, mut visit: impl FnMut(Piece)) {
        // Modes at the end that are whole on both sides are one with the mode before them.
        let (mut modes, mut whole) = (&self.modes[..], 1_usize);
        while let [outer @ .., runs] = modes
            && !outer.is_empty()
            && let ([run], Some(&from), Some(&to)) =
                (&runs[..], self.from.get(outer.len()), self.to.get(outer.len()))
            && run.count == from
            && run.count == to
        {
            (modes, whole) = (outer, whole.saturating_mul(run.count));
        }
        let strides = |extents: &[usize]| {
            let mut strides = vec![whole; modes.len()];
            let mut stride = whole;
            for (at, &extent) in strides.iter_mut().zip(extents.iter().take(modes.len())).rev() {
                *at = stride;
                stride = stride.saturating_mul(extent);
            }
            strides
        };
        let (from, to) = (strides(&self.from), strides(&self.to));
        let start = Piece { from: 0, to: self.begin, count: whole };
        walk(modes, &from, &to, start, &mut visit);
    }
}

/// Visits the pieces of these modes, of which the last has runs of `start.count` elements for each entry.
fn walk(
    modes: &[Vec<Run>],
    from: &[usize],
    to: &[usize],
    start: Piece,
    visit: &mut impl FnMut(Piece),
) {
    let (([runs, rest @ ..], [by_from, from @ ..]), [by_to, to @ ..]) = ((modes, from), to) else {
        return visit(start);
    };
    let at = |entry_from: usize, entry_to: usize, count: usize| Piece {
        from: start.from.saturating_add(entry_from.saturating_mul(*by_from)),
        to: start.to.saturating_add(entry_to.saturating_mul(*by_to)),
        count,
    };
    for run in runs {
        if rest.is_empty() {
            visit(at(run.from, run.to, run.count.saturating_mul(start.count)));
        } else {
            for entry in 0..run.count {
                let begin =
                    at(run.from.saturating_add(entry), run.to.saturating_add(entry), start.count);
                walk(rest, from, to, begin, visit);
            }
        }
    }
}

/// The number of entries that two lists of ranges have in common.
pub(crate) fn in_common(ours: &[Range<usize>], theirs: &[Range<usize>]) -> usize {
    common(ours, theirs).iter().map(|run| run.count).sum()
}

/// The common entries of two lists of ranges, each in order.
fn common(ours: &[Range<usize>], theirs: &[Range<usize>]) -> Vec<Run> {
    let (mut left, mut right) = (ours.iter().peekable(), theirs.iter().peekable());
    // The entries before the ranges that are looked at.
    let (mut before_left, mut before_right) = (0_usize, 0_usize);
    let mut runs = vec![];
    while let (Some(&one), Some(&two)) = (left.peek(), right.peek()) {
        let (begin, end) = (one.start.max(two.start), one.end.min(two.end));
        if begin < end {
            let place = |before: usize, range: &Range<usize>| {
                before.saturating_add(begin.saturating_sub(range.start))
            };
            runs.push(Run {
                from: place(before_left, one),
                to: place(before_right, two),
                count: end.saturating_sub(begin),
            });
        }
        if one.end <= two.end {
            before_left = before_left.saturating_add(one.len());
            left.next();
        } else {
            before_right = before_right.saturating_add(two.len());
            right.next();
        }
    }
    runs
}
