//! The loop nest of a composition: over the result's labels, then over the others.

use core::ops::Add;

use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};
use typenum::{Add1, B1, U0};

use super::LabelExtent;
use super::labelled::Entry;
use crate::LabelName;
use crate::label::{Label, label_id};
use crate::list::{Cons, Nil};
use crate::mode::{Dyn, Mode};

/// A list of labels.
#[doc(hidden)]
pub trait LabelList {
    const LEN: usize;
    /// Each label with a `Dyn` mode.
    type DynEntries;
    /// Reads the extents off a slice; where it ends early the rest is 0.
    fn name_dyn(extents: &[usize]) -> Self::DynEntries;

    /// Whether `id` is among the labels.
    fn contains(id: usize) -> bool;
    /// The sum of the strides of the modes that the label `id` names.
    fn stride(id: usize, strides: &[isize]) -> isize;
    /// Runs `body` for each index of these labels, the last one fastest.
    fn walk<Env: Environment, W: Walker>(env: &Env, at: W, body: &mut impl FnMut(W));
}

impl LabelList for Nil {
    const LEN: usize = 0;
    type DynEntries = Nil;

    #[inline]
    fn name_dyn(_: &[usize]) -> Nil {
        Nil
    }
    #[inline]
    fn contains(_: usize) -> bool {
        false
    }
    #[inline]
    fn stride(_: usize, _: &[isize]) -> isize {
        0
    }
    #[inline]
    fn walk<Env: Environment, W: Walker>(_: &Env, at: W, body: &mut impl FnMut(W)) {
        body(at);
    }
}

impl<L: Label, T: LabelList> LabelList for Cons<L, T> {
    const LEN: usize = T::LEN + 1;
    type DynEntries = Cons<Entry<L, Dyn>, T::DynEntries>;

    #[inline]
    fn name_dyn(extents: &[usize]) -> Self::DynEntries {
        let (first, rest) = extents.split_first().unwrap_or((&0, &[]));
        Cons(Entry::new(Dyn::new(*first)), T::name_dyn(rest))
    }
    #[inline]
    fn contains(id: usize) -> bool {
        label_id::<L>() == id || T::contains(id)
    }
    #[inline]
    fn stride(id: usize, strides: &[isize]) -> isize {
        let Some((&first, rest)) = strides.split_first() else { return 0 };
        // Within one tensor, sums of strides stay below its span.
        (if label_id::<L>() == id { first } else { 0 }).wrapping_add(T::stride(id, rest))
    }
    #[inline]
    fn walk<Env: Environment, W: Walker>(env: &Env, at: W, body: &mut impl FnMut(W)) {
        for n in 0..env.extent(label_id::<L>()) {
            T::walk(env, at.step::<L>(n), body);
        }
    }
}

/// What a loop nest carries along: it moves `n` entries along the modes that a label names.
#[doc(hidden)]
pub trait Walker: Copy {
    fn step<L: Label>(self, n: usize) -> Self;
}

/// A list of entries, one a distinct label.
#[doc(hidden)]
pub trait Environment {
    /// The extent of the label `id`; 1 of one that is not there.
    fn extent(&self, id: usize) -> usize;
    /// Whether some label is not in `Kept`.
    fn has_others<Kept: LabelList>(&self) -> bool;
    /// Whether some label that is not in `Kept` has extent 0.
    fn has_empty_other<Kept: LabelList>(&self) -> bool;
    /// Runs `body` for each index of the labels that are not in `Kept`.
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W));
    /// The `n`-th entry.
    fn entry(&self, n: usize) -> LabelExtent;
}

impl Environment for Nil {
    #[inline]
    fn extent(&self, _: usize) -> usize {
        1
    }
    #[inline]
    fn has_others<Kept: LabelList>(&self) -> bool {
        false
    }
    #[inline]
    fn has_empty_other<Kept: LabelList>(&self) -> bool {
        false
    }
    #[inline]
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W)) {
        body(at);
    }
    fn entry(&self, _: usize) -> LabelExtent {
        LabelExtent { label: LabelName::new(""), extent: 1, is_static: true }
    }
}

impl<L: Label, M: Mode, Rest: Environment> Environment for Cons<Entry<L, M>, Rest> {
    #[inline]
    fn extent(&self, id: usize) -> usize {
        if label_id::<L>() == id { self.0.mode.extent() } else { self.1.extent(id) }
    }
    #[inline]
    fn has_others<Kept: LabelList>(&self) -> bool {
        !Kept::contains(label_id::<L>()) || self.1.has_others::<Kept>()
    }
    #[inline]
    fn has_empty_other<Kept: LabelList>(&self) -> bool {
        !Kept::contains(label_id::<L>()) && self.0.mode.extent() == 0
            || self.1.has_empty_other::<Kept>()
    }
    #[inline]
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W)) {
        if Kept::contains(label_id::<L>()) {
            self.1.walk_others::<Kept, W>(at, body);
        } else {
            for n in 0..self.0.mode.extent() {
                self.1.walk_others::<Kept, W>(at.step::<L>(n), body);
            }
        }
    }
    fn entry(&self, n: usize) -> LabelExtent {
        match n.checked_sub(1) {
            Some(n) => self.1.entry(n),
            None => LabelExtent {
                label: LabelName::new(L::NAME),
                extent: self.0.mode.extent(),
                is_static: M::EXTENT.is_some(),
            },
        }
    }
}

/// An environment whose labels are counted: only who asks for the table pays for it.
#[doc(hidden)]
pub trait Counted: Environment {
    type Len: ArrayLength;

    fn table(&self) -> GenericArray<LabelExtent, Self::Len> {
        GenericArray::generate(|n| self.entry(n))
    }
}

impl Counted for Nil {
    type Len = U0;
}

impl<L: Label, M: Mode, Rest: Counted> Counted for Cons<Entry<L, M>, Rest>
where
    Rest::Len: Add<B1, Output: ArrayLength>,
{
    type Len = Add1<Rest::Len>;
}
