//! The environment of a composition: each distinct label with what it stands for.

use super::LabelExtent;
use super::labelled::Entry;
use crate::LabelName;
use crate::label::Label;
use crate::list::{Cons, Nil};
use crate::mode::Mode;

/// A list of entries, one a distinct label.
#[doc(hidden)]
pub trait Environment {
    /// Returns the `n`-th entry; nothing after the last one.
    fn entry(&self, n: usize) -> Option<LabelExtent>;
}

impl Environment for Nil {
    fn entry(&self, _: usize) -> Option<LabelExtent> {
        None
    }
}

impl<L: Label, M: Mode, Rest: Environment> Environment for Cons<Entry<L, M>, Rest> {
    fn entry(&self, n: usize) -> Option<LabelExtent> {
        match n.checked_sub(1) {
            Some(n) => self.1.entry(n),
            None => Some(LabelExtent {
                label: LabelName::new(L::NAME),
                extent: self.0.mode.extent(),
                is_static: M::EXTENT.is_some(),
            }),
        }
    }
}
