//! Random contractions.

use std::fmt;

use super::chance::Chance;
use super::number::Number;
use super::{Placed, base, for_each_index, row_major, span};

/// A contraction and a target for it.
pub(crate) struct Case<T> {
    pub(crate) seed: u64,
    /// In einsum's notation.
    pub(crate) text: String,
    /// The extent of each label.
    pub(crate) of_labels: Vec<usize>,
    pub(crate) operands: Vec<Placed<T>>,
    /// The labels of the result.
    pub(crate) result: Vec<usize>,
    pub(crate) target: Placed<T>,
    pub(crate) update: Update,
}

/// What is done with an element of the target and its new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Update {
    Assign,
    Add,
    /// Adds to twice the element: whoever updates with parts of a sum doubles too often.
    AddToTwice,
}

impl Update {
    pub(crate) fn apply<T: Number>(self, to: &mut T, value: T) {
        *to = match self {
            Update::Assign => value,
            Update::Add => to.and(value),
            Update::AddToTwice => to.and(*to).and(value),
        };
    }
}

impl<T> fmt::Debug for Case<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} of {}, seed {:#x}", self.text, std::any::type_name::<T>(), self.seed)?;
        for (n, operand) in self.operands.iter().enumerate() {
            writeln!(f, "  operand {n}: {operand:?}")?;
        }
        write!(f, "  target: {:?}, {:?}", self.target, self.update)
    }
}

/// How large contractions are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    Small,
    /// Up to 300,000 products, in the shapes that matter.
    Large,
}

impl Size {
    /// The most indices of all labels, and the most elements of an operand.
    fn most(self) -> usize {
        if self == Size::Small { 700 } else { 300_000 }
    }
}

/// What contractions are mostly used for.
const COMMON: [&str; 20] = [
    "ij,jk->ik",
    "bij,bjk->bik",
    "ijk,kl->ijl",
    "ijkl,klmn->ijmn",
    "abcd,cdef->abef",
    "ij,jk,kl,lm->im",
    "ij,jk,ki->",
    "ij,j->i",
    "bij,bj->bi",
    "ij,ij->",
    "ij,ij->ij",
    "i,i->",
    "i,j->ij",
    "i,j,k->ijk",
    "ii->i",
    "ii->",
    "ij->ji",
    "ijk->kij",
    "ij->j",
    "ijk,ijl,ijm->klm",
];

pub(crate) fn case<T: Number>(seed: u64, size: Size) -> Case<T> {
    let mut chance = Chance(seed);
    let (modes, result) = if size == Size::Large || chance.one_in(4) {
        common(&mut chance)
    } else {
        any(&mut chance)
    };
    let of_labels = extents::<T>(&mut chance, size, &modes, &result);
    let operands: Vec<Placed<T>> = modes
        .iter()
        .map(|labels| {
            let extents: Vec<usize> = labels.iter().map(|&label| of_labels[label]).collect();
            placed(&mut chance, labels, &extents, false)
        })
        .collect();
    let of_result: Vec<usize> = result.iter().map(|&label| of_labels[label]).collect();
    let target = placed(&mut chance, &result, &of_result, true);
    let update = [Update::Assign, Update::Add, Update::AddToTwice][chance.below(3)];
    let text = text(&mut chance, &modes, &result, of_labels.len());
    Case { seed, text, of_labels, operands, result, target, update }
}

/// The labels of each operand, and those of the result: each mode has any of up to six labels.
fn any(chance: &mut Chance) -> (Vec<Vec<usize>>, Vec<usize>) {
    let count = [1, 1, 2, 2, 2, 2, 3, 3, 3, 4][chance.below(10)];
    let labels = 1 + chance.below(6);
    let mut known: Vec<usize> = Vec::new();
    let mut modes: Vec<Vec<usize>> = Vec::new();
    for _ in 0..count {
        let rank = chance.below(5);
        let mut of_operand = Vec::new();
        for _ in 0..rank {
            let mut label = chance.below(labels);
            // A diagonal is rarer than it would be by chance.
            if of_operand.contains(&label) && !chance.one_in(4) {
                label = chance.below(labels);
            }
            of_operand.push(label);
        }
        known.extend(&of_operand);
        modes.push(of_operand);
    }
    known.sort_unstable();
    known.dedup();
    let number = |label: &usize| known.iter().position(|k| k == label).unwrap();
    let modes: Vec<Vec<usize>> =
        modes.iter().map(|of_operand| of_operand.iter().map(number).collect()).collect();
    let mut result: Vec<usize> = (0..known.len()).filter(|_| chance.one_in(2)).collect();
    chance.shuffle(&mut result);
    (modes, result)
}

/// A common contraction; perhaps with its modes in another order.
fn common(chance: &mut Chance) -> (Vec<Vec<usize>>, Vec<usize>) {
    let text = COMMON[chance.below(COMMON.len())];
    let (operands, result) = text.split_once("->").unwrap();
    let mut letters: Vec<char> = operands.chars().filter(|letter| *letter != ',').collect();
    letters.sort_unstable();
    letters.dedup();
    let number = |letter: char| letters.iter().position(|l| *l == letter).unwrap();
    let mut modes: Vec<Vec<usize>> =
        operands.split(',').map(|labels| labels.chars().map(number).collect()).collect();
    let mut result: Vec<usize> = result.chars().map(number).collect();
    for labels in modes.iter_mut().chain([&mut result]) {
        if chance.one_in(3) {
            chance.shuffle(labels);
        }
    }
    (modes, result)
}

/// The extent of each label.
fn extents<T: Number>(
    chance: &mut Chance,
    size: Size,
    modes: &[Vec<usize>],
    result: &[usize],
) -> Vec<usize> {
    let labels = modes.iter().flatten().max().map_or(0, |most| most + 1);
    let mut extents: Vec<usize> = (0..labels)
        .map(|_| match size {
            Size::Small if chance.one_in(40) => 0,
            Size::Small => 1 + chance.below(4),
            Size::Large if chance.one_in(8) => 1 + chance.below(3),
            Size::Large => 4 + chance.below(97),
        })
        .collect();
    if size == Size::Small && labels > 0 && chance.one_in(3) {
        // Past what is unrolled or done in blocks; and perhaps the next one too.
        let long = chance.below(labels);
        extents[long] = 17 + chance.below(24);
        if chance.one_in(3) {
            extents[(long + 1) % labels] = 5 + chance.below(15);
        }
    }
    // Shorter ones, until the loop over all indices takes no longer than it may.
    loop {
        let count = |labels: &[usize]| -> usize { labels.iter().map(|&l| extents[l]).product() };
        let all: Vec<usize> = (0..labels).collect();
        let summed: Vec<usize> =
            all.iter().copied().filter(|label| !result.contains(label)).collect();
        let over = if count(&summed) > T::most_terms(modes.len()) {
            summed
        } else if count(&all) > size.most() {
            all
        } else if let Some(wide) = modes.iter().find(|labels| count(labels) > size.most()) {
            wide.clone()
        } else {
            return extents;
        };
        // One of the two longest, at random.
        let mut longest: Vec<usize> =
            over.into_iter().filter(|&label| extents[label] > 1).collect();
        longest.sort_by_key(|&label| usize::MAX - extents[label]);
        longest.dedup();
        let label = longest[chance.below(longest.len().min(2))];
        extents[label] -= (extents[label] / 4).max(1);
    }
}

/// Elements in a random layout. Those of a target are each in a slot of its own.
fn placed<T: Number>(
    chance: &mut Chance,
    labels: &[usize],
    extents: &[usize],
    is_target: bool,
) -> Placed<T> {
    let strides = strides(chance, extents, is_target);
    let [front, behind] = [0; 2].map(|_| if chance.one_in(4) { chance.below(5) } else { 0 });
    let slots = front + span(extents, &strides) + behind;
    let mut buffer: Vec<T> = (0..slots).map(|_| T::poison(chance)).collect();
    let start = front as isize + base(extents, &strides);
    for_each_index(extents, |index| {
        let moved = index.iter().zip(&strides).map(|(&at, &stride)| at as isize * stride);
        buffer[(start + moved.sum::<isize>()) as usize] = T::draw(chance);
    });
    Placed { labels: labels.to_vec(), extents: extents.to_vec(), strides, front, buffer }
}

fn strides(chance: &mut Chance, extents: &[usize], is_target: bool) -> Vec<isize> {
    if chance.one_in(4) {
        return row_major(extents);
    }
    // From the fastest mode to the slowest: by columns, by rows, or in any order.
    let mut order: Vec<usize> = (0..extents.len()).collect();
    match chance.below(4) {
        0 => {}
        1 => order.reverse(),
        _ => chance.shuffle(&mut order),
    }
    let is_plain = chance.one_in(3);
    let mut rare = |of| !is_plain && chance.one_in(of);
    let mut stride = if rare(4) { 2 } else { 1 };
    let mut strides = vec![0; extents.len()];
    for mode in order {
        strides[mode] = match () {
            // One element for all entries.
            () if !is_target && rare(8) => 0,
            // Entries that overlap those of faster modes.
            () if !is_target && rare(12) => 1,
            () if rare(3) => -stride,
            () => stride,
        };
        stride *= extents[mode].max(1) as isize;
        if rare(4) {
            stride += 1 + stride % 3;
        }
    }
    strides
}

fn text(chance: &mut Chance, modes: &[Vec<usize>], result: &[usize], labels: usize) -> String {
    let mut letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    chance.shuffle(&mut letters);
    let letters = &letters[..labels];
    let name = |labels: &Vec<usize>| labels.iter().map(|&l| letters[l]).collect::<String>();
    let operands: Vec<String> = modes.iter().map(name).collect();
    format!("{}->{}", operands.join(","), name(&result.to_vec()))
}
