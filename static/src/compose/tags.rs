//! Lists of labels, and labels as values.

use typenum::B0;

use super::labelled::Entry;
use crate::LabelName;
use crate::label::{Equal, Label, Truth, label_id};
use crate::list::{Cons, Nil, Tuple};
use crate::mode::Dyn;

/// A label as a value: the number that tells it apart, and its name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    pub id: u64,
    pub name: LabelName,
}

impl Tag {
    /// To fill arrays with.
    pub const NONE: Self = Tag { id: u64::MAX, name: LabelName::new("") };

    /// Whether this is no label.
    pub(super) const fn is_none(&self) -> bool {
        self.id == Self::NONE.id
    }

    /// The number of labels before the first that is none.
    #[inline]
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "below 12")]
    pub const fn count(tags: &[Self; 12]) -> usize {
        let mut count = 0;
        while count < 12 && !tags[count].is_none() {
            count += 1;
        }
        count
    }
}

/// A list of at most 12 labels.
///
/// # Safety
/// There are `LEN` labels. `TAGS` has the number of each, and `DynEntries` the label itself, in the same order; `Has` says
/// whether `L` is one of them. Nothing unsafe believes `NAMES` and `DIMS`.
#[doc(hidden)]
#[allow(unsafe_code)]
pub unsafe trait LabelList {
    const LEN: usize;
    /// The labels as values; behind the last one [`Tag::NONE`].
    const TAGS: [Tag; 12];
    /// The names, which those in `TAGS` may be cut from; behind the last one empty ones.
    const NAMES: [&'static str; 12];
    /// Which of them are dims: bit by bit, the first one in the lowest.
    const DIMS: u16;
    /// Each label with a `Dyn` mode.
    type DynEntries;
    /// `B1` if the label is in the list, else `B0`.
    type Has<L: Label>: Truth;
}

// SAFETY: no label.
#[allow(unsafe_code)]
unsafe impl LabelList for Nil {
    const LEN: usize = 0;
    const TAGS: [Tag; 12] = [Tag::NONE; 12];
    const NAMES: [&'static str; 12] = [""; 12];
    const DIMS: u16 = 0;
    type DynEntries = Nil;
    type Has<L: Label> = B0;
}

// SAFETY: one label more than the rest has, in front of them.
#[allow(unsafe_code)]
unsafe impl<L: Label, T: LabelList> LabelList for Cons<L, T> {
    const LEN: usize = T::LEN + 1;
    const TAGS: [Tag; 12] =
        pushed_front(Tag { id: label_id::<L>(), name: LabelName::new(L::NAME) }, T::TAGS);
    const NAMES: [&'static str; 12] = pushed_front(L::NAME, T::NAMES);
    const DIMS: u16 = (T::DIMS << 1) | L::IS_DIM as u16;
    type DynEntries = Cons<Entry<L, Dyn>, T::DynEntries>;
    type Has<L2: Label> = <Equal<L, L2> as Truth>::Or<T::Has<L2>>;
}

/// A list of at most 12 label tuples.
///
/// # Safety
/// `TAGS` has the labels of each, in their order.
#[allow(unsafe_code)]
pub(super) unsafe trait LabelLists {
    /// The labels of each; behind the last one none.
    const TAGS: [&'static [Tag; 12]; 12];
    /// Which of them are dims.
    const DIMS: [u16; 12];
}

// SAFETY: no labels.
#[allow(unsafe_code)]
unsafe impl LabelLists for Nil {
    const TAGS: [&'static [Tag; 12]; 12] = [&[Tag::NONE; 12]; 12];
    const DIMS: [u16; 12] = [0; 12];
}

// SAFETY: one label tuple more than the rest has, in front of them.
#[allow(unsafe_code)]
unsafe impl<Labels: Tuple<List: LabelList>, Rest: LabelLists> LabelLists for Cons<Labels, Rest> {
    const TAGS: [&'static [Tag; 12]; 12] =
        pushed_front(&<Labels::List as LabelList>::TAGS, Rest::TAGS);
    const DIMS: [u16; 12] = pushed_front(<Labels::List as LabelList>::DIMS, Rest::DIMS);
}

/// The list with one more element in front; a 13th falls off, but tuples have at most 12 elements.
pub(super) const fn pushed_front<T: Copy>(first: T, rest: [T; 12]) -> [T; 12] {
    let mut all = [first; 12];
    // One step, where a loop would be interpreted entry by entry.
    all.split_at_mut(1).1.copy_from_slice(rest.split_at(11).0);
    all
}

/// Lists of labels, for tests.
#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "of lists of twelve")]
pub(super) mod some {
    use super::Tag;
    use crate::LabelName;

    const NO_LABELS: [Tag; 12] = [Tag::NONE; 12];

    /// Labels of these ids.
    pub(in super::super) const fn tags<const N: usize>(ids: [u64; N]) -> [Tag; 12] {
        let mut tags = NO_LABELS;
        let mut n = 0;
        while n < N {
            tags[n] = Tag { id: ids[n], name: LabelName::new("x") };
            n += 1;
        }
        tags
    }

    pub(in super::super) static IJ: [Tag; 12] = tags([1, 2]);
    pub(in super::super) static JK: [Tag; 12] = tags([2, 3]);
    pub(in super::super) static KI: [Tag; 12] = tags([3, 1]);
    pub(in super::super) static ALL: [Tag; 12] = tags([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);

    /// These lists, and behind them lists of no labels.
    pub(in super::super) fn operands<const N: usize>(
        of: [&'static [Tag; 12]; N],
    ) -> [&'static [Tag; 12]; 12] {
        core::array::from_fn(|n| of.get(n).copied().unwrap_or(&NO_LABELS))
    }
}
