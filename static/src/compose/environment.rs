//! The environment of a composition: each distinct label with what it stands for.

use core::ops::Add;

use generic_array::ArrayLength;
use typenum::{Add1, B1, U0};

use super::LabelExtent;
use super::labelled::Entry;
use crate::LabelName;
use crate::label::Label;
use crate::list::{Cons, Nil};
use crate::mode::Mode;

/// A list of entries, one a distinct label, which are counted: only who asks for the table pays for it.
#[doc(hidden)]
pub trait Environment {
    type Len: ArrayLength;
    /// Returns what the types know of the `n`-th label.
    fn entry(n: usize) -> LabelExtent;
}

impl Environment for Nil {
    type Len = U0;
    fn entry(_: usize) -> LabelExtent {
        LabelExtent { label: LabelName::new(""), extent: 1, is_static: true }
    }
}

impl<L: Label, M: Mode, Rest: Environment> Environment for Cons<Entry<L, M>, Rest>
where
    Rest::Len: Add<B1, Output: ArrayLength>,
{
    type Len = Add1<Rest::Len>;
    fn entry(n: usize) -> LabelExtent {
        match n.checked_sub(1) {
            Some(n) => Rest::entry(n),
            None => LabelExtent {
                label: LabelName::new(L::NAME),
                extent: M::EXTENT.unwrap_or(0),
                is_static: M::EXTENT.is_some(),
            },
        }
    }
}
