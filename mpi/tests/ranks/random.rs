//! Numbers drawn at random, and distributions made of them.

use extents_mpi::{Distribution, Mesh, Ownership, Share};
use extents_shapes::ModeTiling;

/// Pseudo-random numbers, by Marsaglia's xorshift.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit.max(1) as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A mesh of up to three axes with at most so many processes.
    pub(crate) fn mesh(&mut self, ranks: usize) -> Mesh {
        let (mut rest, mut lengths) = (ranks, vec![]);
        for _ in 0..self.below(4) {
            let length = 1 + self.below(rest);
            lengths.push(length);
            rest /= length;
        }
        Mesh::new(lengths).unwrap()
    }

    /// Any distribution of a tensor of these extents: blocks, tiles dealt out, tiles of any sizes, copies.
    pub(crate) fn distribution(&mut self, extents: &[usize], ranks: usize) -> Distribution {
        let mesh = self.mesh(ranks);
        let mut free: Vec<usize> = (0..mesh.axes()).collect();
        let mut modes = vec![];
        for &extent in extents {
            let mut axes = vec![];
            for _ in 0..self.below(3) {
                if !free.is_empty() {
                    axes.push(free.swap_remove(self.below(free.len())));
                }
            }
            let owners: usize = axes.iter().map(|&axis| mesh.lengths()[axis]).product();
            modes.push(match self.below(4) {
                0 => Share::block(extent, &mesh, &axes).unwrap(),
                1 => {
                    let tiling = ModeTiling::uniform(extent, 1 + self.below(3)).unwrap();
                    let owner = Ownership::cyclic(tiling.tiles(), owners).unwrap();
                    Share::new(tiling, owner, axes).unwrap()
                }
                2 => {
                    let (mut sizes, mut left) = (vec![], extent);
                    while left > 0 {
                        let size = self.below(left + 1);
                        sizes.push(size);
                        left -= size;
                    }
                    let tiling = ModeTiling::from_sizes(&sizes).unwrap();
                    let source = self.below(owners);
                    let block = 1 + self.below(2);
                    let owner = Ownership::block_cyclic(sizes.len(), owners, block, source);
                    Share::new(tiling, owner.unwrap(), axes).unwrap()
                }
                _ => {
                    let tiling = ModeTiling::uniform(extent, 2).unwrap();
                    let owner = Ownership::block(tiling.tiles(), owners).unwrap();
                    Share::new(tiling, owner, axes).unwrap()
                }
            });
        }
        Distribution::new(&mesh, modes).unwrap()
    }
}

/// The coordinates of all elements, in row-major order.
pub(crate) fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        let longer = |index: Vec<usize>| {
            (0..extent).map(move |at| index.iter().copied().chain([at]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Whether a rank holds the element at an index, by the owner of the tile that each coordinate is in.
pub(crate) fn holds(of: &Distribution, rank: usize, index: &[usize]) -> bool {
    of.mesh().place(rank).is_some()
        && of
            .ranges(rank)
            .iter()
            .zip(index)
            .all(|(ranges, at)| ranges.iter().any(|it| it.contains(at)))
}
