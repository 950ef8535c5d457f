//! Contractions by their definition: a loop over all indices of all labels, on plain vectors.
//!
//! Nothing here is the library's but the views that hand the same elements to it.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "each test file uses a part of it; the numbers are small, and a panic fails the test"
)]

pub(crate) mod chance;
pub(crate) mod draw;
pub(crate) mod number;

use std::fmt;
use std::ops::Range;

use extents::layout::Strided;
use extents::{DynRankExtents, Mapping, ModeArray, View, ViewMut, composition::DynOperand};
use number::Number;

/// Elements in a buffer: an index is led to its element by the strides, counted from the lowest one,
/// which has some slots in front of it.
#[derive(Clone)]
pub(crate) struct Placed<T> {
    /// The label of each mode, as a number.
    pub(crate) labels: Vec<usize>,
    pub(crate) extents: Vec<usize>,
    pub(crate) strides: Vec<isize>,
    pub(crate) front: usize,
    pub(crate) buffer: Vec<T>,
}

/// The buffer is left out: the seed draws it again.
impl<T> fmt::Debug for Placed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placed { extents, strides, front, buffer, .. } = self;
        write!(
            f,
            "extents {extents:?}, strides {strides:?}, {front} of {} slots before",
            buffer.len()
        )
    }
}

/// The offset of the index of zeros: what negative strides go back.
pub(crate) fn base(extents: &[usize], strides: &[isize]) -> isize {
    if extents.contains(&0) {
        return 0;
    }
    let back = |(&extent, &stride): (&usize, &isize)| (extent as isize - 1) * -stride.min(0);
    extents.iter().zip(strides).map(back).sum()
}

/// How many slots lie from the lowest element to the highest one.
pub(crate) fn span(extents: &[usize], strides: &[isize]) -> usize {
    if extents.contains(&0) {
        return 0;
    }
    let reach = |(&extent, &stride): (&usize, &isize)| {
        (extent as isize - 1) as usize * stride.unsigned_abs()
    };
    extents.iter().zip(strides).map(reach).sum::<usize>() + 1
}

/// Row-major strides: the last mode fastest.
pub(crate) fn row_major(extents: &[usize]) -> Vec<isize> {
    (0..extents.len())
        .map(|mode| extents[mode + 1..].iter().map(|&extent| extent as isize).product())
        .collect()
}

/// All indices in bounds, the last mode fastest.
pub(crate) fn for_each_index(extents: &[usize], mut body: impl FnMut(&[usize])) {
    if extents.contains(&0) {
        return;
    }
    let mut index = vec![0; extents.len()];
    loop {
        body(&index);
        let mut mode = extents.len();
        loop {
            if mode == 0 {
                return;
            }
            mode -= 1;
            index[mode] += 1;
            if index[mode] < extents[mode] {
                break;
            }
            index[mode] = 0;
        }
    }
}

impl<T: Copy> Placed<T> {
    /// The slot of the index of zeros.
    fn start(&self) -> isize {
        self.front as isize + base(&self.extents, &self.strides)
    }

    /// The slots that the elements lie among.
    pub(crate) fn slots(&self) -> Range<usize> {
        self.front..self.front + span(&self.extents, &self.strides)
    }

    /// The same places with other elements.
    pub(crate) fn map<U>(&self, convert: impl FnMut(&T) -> U) -> Placed<U> {
        let Placed { labels, extents, strides, front, buffer } = self.clone();
        Placed { labels, extents, strides, front, buffer: buffer.iter().map(convert).collect() }
    }

    fn mapping(&self) -> Mapping<DynRankExtents, Strided<ModeArray<isize>>> {
        let extents = DynRankExtents::new(&self.extents).unwrap();
        let strides = Strided::new(ModeArray::from(self.strides.as_slice()));
        Mapping::with_layout(extents, strides).unwrap()
    }

    /// The operand for the library.
    pub(crate) fn operand(&self) -> Box<dyn DynOperand<T> + '_> {
        if self.strides == row_major(&self.extents) {
            let extents = DynRankExtents::new(&self.extents).unwrap();
            return Box::new(View::from_slice(extents, &self.buffer[self.slots()]).unwrap());
        }
        Box::new(View::from_slice(self.mapping(), &self.buffer[self.slots()]).unwrap())
    }

    /// The target for the library.
    pub(crate) fn target(&mut self) -> ViewMut<'_, T, DynRankExtents, Strided<ModeArray<isize>>> {
        let (mapping, slots) = (self.mapping(), self.slots());
        ViewMut::from_slice(mapping, &mut self.buffer[slots]).unwrap()
    }
}

/// Where an index of all labels leads to, for strides that are those of the modes which carry the labels.
///
/// A plain loop: without optimisation iterators take most of the time of a hundred thousand einsums.
fn offset(start: isize, labels: &[usize], strides: &[isize], index: &[usize]) -> usize {
    let (mut at, mut mode) = (start, 0);
    while mode < labels.len() {
        at += index[labels[mode]] as isize * strides[mode];
        mode += 1;
    }
    at as usize
}

/// The elements of the result, row-major: for each index of all labels, the product of the elements
/// that it leads to is added to the element of the result.
pub(crate) fn definition<T: Number>(
    of_labels: &[usize],
    operands: &[Placed<T>],
    result: &[usize],
) -> Vec<T> {
    let extents: Vec<usize> = result.iter().map(|&label| of_labels[label]).collect();
    let strides = row_major(&extents);
    let starts: Vec<isize> = operands.iter().map(Placed::start).collect();
    let factor = |operand: usize, index: &[usize]| {
        let Placed { labels, strides, buffer, .. } = &operands[operand];
        buffer[offset(starts[operand], labels, strides, index)]
    };
    let mut sums = vec![T::NOTHING; extents.iter().product()];
    for_each_index(of_labels, |index| {
        let (mut product, mut operand) = (factor(0, index), 1);
        while operand < operands.len() {
            product = product.by(factor(operand, index));
            operand += 1;
        }
        let at = offset(0, result, &strides, index);
        sums[at] = sums[at].and(product);
    });
    sums
}

/// The buffer of a target after `update` had each of its elements with the element of the result.
pub(crate) fn updated<T: Number>(
    target: &Placed<T>,
    result: &[T],
    update: impl Fn(&mut T, T),
) -> Vec<T> {
    let (mut buffer, mut next) = (target.buffer.clone(), result.iter());
    let start = target.start();
    for_each_index(&target.extents, |index| {
        let modes = index.iter().zip(&target.strides);
        let moved: isize = modes.map(|(&at, &stride)| at as isize * stride).sum();
        update(&mut buffer[(start + moved) as usize], *next.next().unwrap());
    });
    buffer
}

/// Equal, where a NaN that fills a gap is equal to itself.
pub(crate) fn same<T: Number>(left: &[T], right: &[T]) -> bool {
    let is_nan = |x: &T| x.ne(x);
    left.len() == right.len()
        && left.iter().zip(right).all(|(l, r)| l == r || is_nan(l) && is_nan(r))
}

/// The definition on examples that were worked out by hand.
mod by_hand {
    use super::*;

    fn placed(
        labels: &[usize],
        extents: &[usize],
        strides: &[isize],
        buffer: &[i32],
    ) -> Placed<i32> {
        let (labels, extents, strides) = (labels.into(), extents.into(), strides.into());
        Placed { labels, extents, strides, front: 0, buffer: buffer.into() }
    }

    #[test]
    fn product_of_two_matrices() {
        // [1 2; 3 4] times [5 6; 7 8]: the first in padded rows from the right to the left, the second
        // stored by columns.
        let a = placed(&[0, 1], &[2, 2], &[3, -1], &[2, 1, 99, 4, 3]);
        let b = placed(&[1, 2], &[2, 2], &[1, 2], &[5, 7, 6, 8]);
        assert_eq!(definition(&[2, 2, 2], &[a.clone(), b], &[0, 2]), [19, 22, 43, 50]);
        // Its diagonal is 1, 4.
        let diagonal = placed(&[0, 0], &[2, 2], &[3, -1], &a.buffer);
        assert_eq!(definition(&[2], std::slice::from_ref(&diagonal), &[0]), [1, 4]);
        assert_eq!(definition(&[2], &[diagonal], &[]), [5]);
        // A sum of nothing.
        let empty = placed(&[0, 1], &[2, 0], &[1, 1], &[]);
        assert_eq!(definition(&[2, 0], &[empty], &[0]), [0, 0]);
    }

    #[test]
    fn gaps_of_a_target_stay() {
        let mut target = placed(&[], &[2, 2], &[-1, 3], &[98, 1, 2, 99, 4, 5]);
        target.front = 1;
        let buffer = updated(&target, &[10, 20, 30, 40], |to, value| *to += value);
        assert_eq!(buffer, [98, 31, 12, 99, 44, 25]);
    }
}
