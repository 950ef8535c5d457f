//! The environment of a composition: each distinct label with what it stands for.

use core::ops::Add;

use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};
use typenum::{Add1, B1, U0};

use super::LabelExtent;
use super::labelled::Entry;
use crate::LabelName;
use crate::label::Label;
use crate::list::{Cons, Nil};
use crate::mode::Mode;

/// A list of entries, one a distinct label.
#[doc(hidden)]
pub trait Environment {
    /// Returns the `n`-th entry.
    fn entry(&self, n: usize) -> LabelExtent;
}

impl Environment for Nil {
    fn entry(&self, _: usize) -> LabelExtent {
        LabelExtent { label: LabelName::new(""), extent: 1, is_static: true }
    }
}

impl<L: Label, M: Mode, Rest: Environment> Environment for Cons<Entry<L, M>, Rest> {
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
