//! Lists of labels, and labels as values.

use super::labelled::Entry;
use crate::LabelName;
use crate::label::{Label, label_id};
use crate::list::{Cons, Nil};
use crate::mode::Dyn;

/// A label as a value: the number that tells it apart within one composition, and its name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    pub id: usize,
    pub name: LabelName,
}

impl Tag {
    /// To fill arrays with.
    pub const NONE: Self = Tag { id: usize::MAX, name: LabelName::new("") };
}

/// A list of at most 12 labels.
///
/// # Safety
/// There are `LEN` labels. `TAGS` has the number of each, and `DynEntries` the label itself, in the same order; `name_dyn`
/// gives each the extent at its place.
#[doc(hidden)]
#[allow(unsafe_code)]
pub unsafe trait LabelList {
    const LEN: usize;
    /// The labels as values; behind the last one [`Tag::NONE`].
    const TAGS: [Tag; 12];
    /// Each label with a `Dyn` mode.
    type DynEntries;
    /// Reads the extents off a slice; where it ends early the rest is 0.
    fn name_dyn(extents: &[usize]) -> Self::DynEntries;
}

// SAFETY: no label.
#[allow(unsafe_code)]
unsafe impl LabelList for Nil {
    const LEN: usize = 0;
    const TAGS: [Tag; 12] = [Tag::NONE; 12];
    type DynEntries = Nil;

    #[inline]
    fn name_dyn(_: &[usize]) -> Nil {
        Nil
    }
}

// SAFETY: one label more than the rest has, in front of them.
#[allow(unsafe_code)]
unsafe impl<L: Label, T: LabelList> LabelList for Cons<L, T> {
    const LEN: usize = T::LEN + 1;
    const TAGS: [Tag; 12] =
        pushed_front(Tag { id: label_id::<L>(), name: LabelName::new(L::NAME) }, T::TAGS);
    type DynEntries = Cons<Entry<L, Dyn>, T::DynEntries>;

    #[inline]
    fn name_dyn(extents: &[usize]) -> Self::DynEntries {
        let (first, rest) = extents.split_first().unwrap_or((&0, &[]));
        Cons(Entry::new(Dyn::new(*first)), T::name_dyn(rest))
    }
}

/// The list with one more tag in front; a 13th falls off, but tuples have at most 12 elements.
const fn pushed_front(first: Tag, rest: [Tag; 12]) -> [Tag; 12] {
    let mut all = [first; 12];
    // One step, where a loop would be interpreted entry by entry.
    all.split_at_mut(1).1.copy_from_slice(rest.split_at(11).0);
    all
}
