//! Jagged shapes as trees, and what their indices are by definition.

use std::ops::Range;

use extents::DynRankExtents;
use extents_shapes::JaggedShape;

/// A shape: a box, or the list of its slices along mode 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Model {
    /// Extent and origin of each mode.
    Box(Vec<(usize, usize)>),
    List {
        origin: usize,
        rank: usize,
        slices: Vec<Model>,
    },
}

/// What a part takes of one mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    pub(crate) range: Option<(usize, usize)>,
    pub(crate) drop: bool,
}

impl Model {
    pub(crate) fn rank(&self) -> usize {
        match self {
            Model::Box(modes) => modes.len(),
            Model::List { rank, .. } => *rank,
        }
    }

    /// Extent and origin of mode 0.
    pub(crate) fn first(&self) -> (usize, usize) {
        match self {
            Model::Box(modes) => modes[0],
            Model::List { origin, slices, .. } => (slices.len(), *origin),
        }
    }

    /// The slices along mode 0.
    pub(crate) fn slices(&self) -> Vec<Model> {
        match self {
            Model::Box(modes) => vec![Model::Box(modes[1..].to_vec()); modes[0].0],
            Model::List { slices, .. } => slices.clone(),
        }
    }

    /// All indices in lexicographic order, counted from the origins or from 0.
    pub(crate) fn indices(&self, absolute: bool) -> Vec<Vec<usize>> {
        if self.rank() == 0 {
            return vec![vec![]];
        }
        let origin = if absolute { self.first().1 } else { 0 };
        let mut all = Vec::new();
        for (at, slice) in self.slices().iter().enumerate() {
            for rest in slice.indices(absolute) {
                all.push([vec![origin + at], rest].concat());
            }
        }
        all
    }

    /// Extent and origin of each row of a mode.
    pub(crate) fn rows(&self, mode: usize) -> Vec<(usize, usize)> {
        if mode == 0 {
            return vec![self.first()];
        }
        self.slices().iter().flat_map(|slice| slice.rows(mode - 1)).collect()
    }

    /// The largest extent of each mode, even where a row is not reached.
    pub(crate) fn largest(&self) -> Vec<usize> {
        match self {
            Model::Box(modes) => modes.iter().map(|mode| mode.0).collect(),
            Model::List { rank, slices, .. } => {
                let mut largest = vec![0; *rank];
                largest[0] = slices.len();
                for slice in slices {
                    for (mode, extent) in slice.largest().into_iter().enumerate() {
                        largest[mode + 1] = largest[mode + 1].max(extent);
                    }
                }
                largest
            }
        }
    }

    /// The one spelling: slices that are all alike make a box.
    pub(crate) fn canonical(&self) -> Model {
        let Model::List { origin, rank, slices } = self else { return self.clone() };
        let slices: Vec<Model> = slices.iter().map(Model::canonical).collect();
        match slices.first() {
            None if *rank == 1 => Model::Box(vec![(0, *origin)]),
            Some(Model::Box(modes)) if slices.iter().all(|slice| *slice == slices[0]) => {
                Model::Box([vec![(slices.len(), *origin)], modes.clone()].concat())
            }
            _ => Model::List { origin: *origin, rank: *rank, slices },
        }
    }

    /// The shape, from its slices.
    pub(crate) fn build(&self) -> JaggedShape {
        match self {
            Model::Box(modes) => {
                let (extents, origin): (Vec<_>, Vec<_>) = modes.iter().copied().unzip();
                let extents = DynRankExtents::new(&extents).unwrap();
                JaggedShape::from_extents(&extents).with_origin(&origin).unwrap()
            }
            Model::List { origin, rank, slices } => {
                let slices: Vec<_> = slices.iter().map(Model::build).collect();
                let shape = JaggedShape::from_slices_of_rank(rank - 1, &slices).unwrap();
                shape.with_origin(&[*origin]).unwrap()
            }
        }
    }

    pub(crate) fn element(&self, prefix: &[usize]) -> Model {
        match prefix {
            [] => self.clone(),
            [first, rest @ ..] => self.slices()[first - self.first().1].element(rest),
        }
    }

    /// Mode `mode` and the next as one, from 0 on.
    pub(crate) fn flatten(&self, mode: usize) -> Model {
        if mode > 0 {
            let (_, origin) = self.first();
            let slices = self.slices().iter().map(|slice| slice.flatten(mode - 1)).collect();
            return Model::List { origin, rank: self.rank() - 1, slices };
        }
        let slices = self.slices().iter().flat_map(Model::slices).collect();
        Model::List { origin: 0, rank: self.rank() - 1, slices }
    }

    /// The part, each row cut to what it has.
    pub(crate) fn part(&self, picks: &[Pick]) -> Model {
        let Some((pick, rest)) = picks.split_first() else { return self.clone() };
        let taken = cut(self.first(), *pick);
        let (_, begin) = self.first();
        let slices = &self.slices()[taken.start - begin..taken.end - begin];
        let mut slices: Vec<Model> = slices.iter().map(|slice| slice.part(rest)).collect();
        if pick.drop {
            return slices.remove(0);
        }
        Model::List { origin: taken.start, rank: picks.iter().filter(|p| !p.drop).count(), slices }
    }

    /// Whether a row that is taken does not have all that is picked, and whether some mode has no row.
    pub(crate) fn leaves(&self, picks: &[Pick]) -> (bool, bool) {
        let Some((pick, rest)) = picks.split_first() else { return (false, false) };
        let (extent, begin) = self.first();
        if let Some((first, last)) = pick.range
            && (first < begin || last > begin + extent)
        {
            return (true, false);
        }
        let taken = cut(self.first(), *pick);
        let taken = taken.start - begin..taken.end - begin;
        let is_empty = taken.is_empty();
        let below = self.slices()[taken].iter().map(|slice| slice.leaves(rest)).collect::<Vec<_>>();
        (below.iter().any(|b| b.0), is_empty || below.iter().any(|b| b.1))
    }

    /// The same indices, where some boxes are spelled as lists.
    pub(crate) fn respelled(&self, draw: &mut Draw) -> Model {
        match self {
            Model::Box(modes) if modes.is_empty() || modes[0].0 == 0 || draw.below(2) == 0 => {
                self.clone()
            }
            _ => {
                let (_, origin) = self.first();
                let slices = self.slices().iter().map(|slice| slice.respelled(draw)).collect();
                Model::List { origin, rank: self.rank(), slices }
            }
        }
    }

    /// One number changed, perhaps.
    pub(crate) fn changed(&self, draw: &mut Draw) -> Model {
        match self {
            Model::Box(modes) if modes.is_empty() => self.clone(),
            Model::Box(modes) => {
                let mut modes = modes.clone();
                let at = draw.below(modes.len());
                modes[at] = (1 + draw.below(3), [0, 0, 1, 7][draw.below(4)]);
                Model::Box(modes)
            }
            Model::List { slices, .. } if slices.is_empty() => self.clone(),
            Model::List { origin, rank, slices } => {
                let (mut origin, mut slices) = (*origin, slices.clone());
                match draw.below(4) {
                    0 => origin = draw.below(3),
                    1 => {
                        let at = draw.below(slices.len());
                        slices.swap(0, at);
                    }
                    _ => {
                        let at = draw.below(slices.len());
                        slices[at] = slices[at].changed(draw);
                    }
                }
                Model::List { origin, rank: *rank, slices }
            }
        }
    }
}

fn cut((extent, begin): (usize, usize), pick: Pick) -> Range<usize> {
    let end = begin + extent;
    let (first, last) = pick.range.unwrap_or((begin, end));
    let first = first.clamp(begin, end);
    first..last.clamp(first, end)
}

/// Which extents may be 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Zeros {
    /// Those of the last mode: rows without elements.
    Last,
    Any,
}

/// Random numbers, the same for each seed.
#[derive(Clone, Debug)]
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % end
    }

    fn extent(&mut self, rank: usize, zeros: Zeros) -> usize {
        let least = usize::from(zeros == Zeros::Last && rank > 1);
        least + self.below(4 - least)
    }

    fn origin(&mut self) -> usize {
        [0, 0, 0, 0, 1, 5][self.below(6)]
    }

    /// A random shape of this rank: boxes, lists of anything, and lists of slices that are all or nearly alike.
    pub(crate) fn model(&mut self, rank: usize, zeros: Zeros) -> Model {
        if rank == 0 || self.below(4) == 0 {
            let mode = |rank| (self.extent(rank, zeros), self.origin());
            return Model::Box((1..=rank).rev().map(mode).collect());
        }
        let count = self.extent(rank, zeros);
        let origin = self.origin();
        let slices = match self.below(3) {
            0 => vec![self.model(rank - 1, zeros); count],
            1 => {
                let slice = self.model(rank - 1, zeros);
                let change = zeros == Zeros::Last;
                (0..count)
                    .map(|_| if change { slice.changed(self) } else { slice.clone() })
                    .collect()
            }
            _ => (0..count).map(|_| self.model(rank - 1, zeros)).collect(),
        };
        Model::List { origin, rank, slices }
    }
}
