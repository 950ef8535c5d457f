//! Tensors as lists, against which elements in a new arrangement are compared, and views of them in several layouts.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use extents::layout::Strided;
use extents::rearrange::Slice;
use extents::{DynRankExtents, Extents, ModeArray, Tensor, View};

/// Numbers that look random, the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    pub(crate) fn extents(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).map(|_| [0, 1, 1, 2, 3, 4, 5][self.below(7)]).collect()
    }
}

/// Elements in row-major order, the plainest tensor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) extents: Vec<usize>,
    pub(crate) elements: Vec<i32>,
}

impl Model {
    pub(crate) fn of(extents: &[usize], mut element: impl FnMut(&[usize]) -> i32) -> Self {
        let mut elements = Vec::new();
        for at in 0..extents.iter().product() {
            let mut index = vec![0; extents.len()];
            let mut rest = at;
            for mode in (0..extents.len()).rev() {
                index[mode] = rest % extents[mode];
                rest /= extents[mode];
            }
            elements.push(element(&index));
        }
        Model { extents: extents.to_vec(), elements }
    }

    pub(crate) fn at(&self, index: &[usize]) -> i32 {
        self.elements[index.iter().zip(&self.extents).fold(0, |at, (i, extent)| at * extent + i)]
    }

    /// With entry `entry(n)` of a mode at place `n`.
    pub(crate) fn picked(
        &self,
        mode: usize,
        extent: usize,
        entry: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let mut extents = self.extents.clone();
        extents[mode] = extent;
        Model::of(&extents, |index| {
            let mut index = index.to_vec();
            match entry(index[mode]) {
                Some(entry) => index[mode] = entry,
                None => return -1,
            }
            self.at(&index)
        })
    }

    pub(crate) fn tensor(&self) -> Tensor<i32, DynRankExtents> {
        Tensor::from_vec(DynRankExtents::new(&self.extents).unwrap(), self.elements.clone())
            .unwrap()
    }

    pub(crate) fn random(random: &mut Random, extents: &[usize]) -> Self {
        let first = random.below(1000) as i32;
        let mut next = first * 1000;
        Model::of(extents, |_| {
            next += 1;
            next
        })
    }
}

pub(crate) fn model<E: Extents>(tensor: &Tensor<i32, E>) -> Model {
    let extents = tensor.extents().iter().collect();
    Model { extents, elements: tensor.iter().copied().collect() }
}

pub(crate) type Part<'a> = View<'a, i32, DynRankExtents, Strided<ModeArray<isize>>>;

/// The same elements in several layouts: calls `check` with a view in each.
pub(crate) fn in_all_layouts(of: &Model, mut check: impl FnMut(Part<'_>)) {
    let (rank, plain) = (of.extents.len(), of.tensor());
    let order: Vec<usize> = (0..rank).collect();
    check(plain.permute(&order).unwrap());
    // Column-major.
    let backwards: Vec<usize> = (0..rank).rev().collect();
    let extents: Vec<usize> = of.extents.iter().rev().copied().collect();
    let turned =
        Model::of(&extents, |index| of.at(&index.iter().rev().copied().collect::<Vec<_>>()));
    check(turned.tensor().permute(&backwards).unwrap());
    // With gaps, and each mode but one reversed.
    let wide: Vec<usize> = of.extents.iter().map(|extent| 2 * extent + 1).collect();
    let gaps = Model::of(&wide, |index| {
        let inner: Vec<usize> = index
            .iter()
            .zip(&of.extents)
            .enumerate()
            .map(|(mode, (i, extent))| match (i % 2, mode) {
                (0, _) => usize::MAX,
                (_, 1) => i / 2,
                _ => extent - 1 - i / 2,
            })
            .collect();
        if inner.contains(&usize::MAX) { -7 } else { of.at(&inner) }
    });
    let gaps = gaps.tensor();
    let entries: Vec<Slice> = of.extents.iter().map(|n| Slice::count(1, *n).step(2)).collect();
    let mut part = gaps.slice(&entries).unwrap();
    for mode in (0..rank).filter(|mode| *mode != 1) {
        part = part.reverse(mode).unwrap();
    }
    check(part);
}

/// Random shapes of some ranks, with a mode of each.
pub(crate) fn shapes(seed: u64, mut check: impl FnMut(&mut Random, &Model, usize)) {
    let mut random = Random(seed);
    for n in 0..60 {
        let rank = 1 + n % 5;
        let extents = random.extents(rank);
        let of = Model::random(&mut random, &extents);
        let mode = random.below(rank);
        check(&mut random, &of, mode);
    }
}
