//! An order made better, some steps that hang together at a time.

use super::network::Network;
use super::trees::best_tree;
use super::{EXHAUSTIVE, plus, size};

/// How often all windows are looked at. Most orders stay as they are after the second time.
const ROUNDS: usize = 4;

/// Replaces parts of the tree by better ones: for each step, of the tree above it that has
/// [`EXHAUSTIVE`] branches the best one is taken. Never makes an order dearer.
pub(super) const fn improve(
    operands: &[u128],
    kept: u128,
    extents: &[usize],
    steps: &mut [(usize, usize)],
) {
    let mut round = 0;
    let mut changed = true;
    while changed && round < ROUNDS {
        changed = false;
        let mut root = steps.len();
        while root > 0 {
            root -= 1;
            let network = Network::after(operands, kept, steps);
            let window = Window::below(root, operands.len(), steps);
            if window.branches > 2 && window.improve(operands.len(), &network, extents, steps) {
                changed = true;
            }
        }
        round += 1;
    }
}

/// Steps that make one result of a few branches.
struct Window {
    /// The positions that these steps take from elsewhere, in the order of the tree.
    places: [usize; EXHAUSTIVE],
    branches: usize,
    /// The steps, the last one first. There is one less than there are branches.
    inside: [usize; EXHAUSTIVE],
}

impl Window {
    const fn below(root: usize, count: usize, steps: &[(usize, usize)]) -> Self {
        let mut window = Window { places: [0; EXHAUSTIVE], branches: 2, inside: [0; EXHAUSTIVE] };
        (window.places[0], window.places[1]) = steps[root];
        window.inside[0] = root;
        while window.branches < EXHAUSTIVE {
            // The branch that is made last is replaced by the two that it is made of.
            let (mut branch, mut next) = (0, 1);
            while next < window.branches {
                if window.places[next] > window.places[branch] {
                    branch = next;
                }
                next += 1;
            }
            if window.places[branch] < count {
                break;
            }
            let step = window.places[branch] - count;
            let mut moved = window.branches;
            while moved > branch {
                window.places[moved] = window.places[moved - 1];
                moved -= 1;
            }
            (window.places[branch], window.places[branch + 1]) = steps[step];
            window.inside[window.branches - 1] = step;
            window.branches += 1;
        }
        window
    }

    /// Puts the best tree in the place of these steps, if it is better than they are.
    const fn improve(
        &self,
        count: usize,
        network: &Network,
        extents: &[usize],
        steps: &mut [(usize, usize)],
    ) -> bool {
        let mut sets = [0; EXHAUSTIVE];
        let (mut adds, mut temporary) = (0, 0);
        let mut branch = 0;
        while branch < self.branches {
            sets[branch] = network.sets[self.places[branch]];
            branch += 1;
        }
        let mut inside = 0;
        while inside + 1 < self.branches {
            let step = self.inside[inside];
            let (left, right) = steps[step];
            adds = plus(adds, size(network.sets[left] | network.sets[right], extents));
            let made = size(network.sets[count + step], extents);
            if inside > 0 && made > temporary {
                temporary = made;
            }
            inside += 1;
        }
        let mut found = [(0, 0); EXHAUSTIVE];
        let kept = network.sets[count + self.inside[0]];
        let sets = sets.split_at(self.branches).0;
        let (best_adds, best_temporary) = best_tree(sets, kept, extents, &mut found);
        if best_adds > adds || (best_adds == adds && best_temporary >= temporary) {
            return false;
        }
        // The last of the new steps takes the place of the old one that makes the same, and those before it the places
        // before. What was made last was opened first, so all branches are made before the first of these places.
        let mut step = 0;
        while step + 1 < self.branches {
            let (left, right) = found[step];
            steps[self.slot(step)] = (self.place(left, count), self.place(right, count));
            step += 1;
        }
        true
    }

    const fn slot(&self, step: usize) -> usize {
        self.inside[self.branches - 2 - step]
    }

    const fn place(&self, position: usize, count: usize) -> usize {
        if position < self.branches {
            self.places[position]
        } else {
            count + self.slot(position - self.branches)
        }
    }
}
