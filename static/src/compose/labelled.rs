//! Operands: their modes, named by labels.

use core::fmt;
use core::marker::PhantomData;

use super::tags::LabelList;
use crate::label::Label;
use crate::list::{Cons, Nil, Tuple};
use crate::mode::Mode;
use crate::static_extents::{ModeTuple, StaticExtents};
use crate::{Extents, ShapeError};

/// Extents whose modes can be labelled by the tuple `Labels`, which has one label for each mode.
///
/// # Safety
/// `entries` gives each label of the list of `Labels`, of which there are as many as modes, with a mode of the extent at
/// its place, or an error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "nothing says that the modes of `{Self}` can be labelled `{Labels}`",
    label = "generic code states one bound, such as `(A, B): Compose<((i, j), (j, k)), (i, k)>`"
)]
#[allow(unsafe_code)]
pub unsafe trait LabelledBy<Labels>: Extents {
    /// A list of entries, one a mode.
    type Entries;
    /// Names the modes; `operand` is for the error.
    fn entries(&self, operand: usize) -> Result<Self::Entries, ShapeError>;
}

/// A tuple of `R` labels, for a tuple of `R` modes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{Self}` for extents of rank {R}",
    label = "each mode needs exactly one label"
)]
pub trait Names<Modes, const R: usize>: Tuple<List: LabelList> {
    /// Each label with the mode at its place, as a list.
    type Entries;
    fn name(modes: Modes) -> Self::Entries;
}

macro_rules! names {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        #[allow(unused_variables)]
        impl<$($A: Label, $B: Mode),*> Names<($($B,)*), $rank> for ($($A,)*) {
            type Entries = names!(@type $(($A $B))*);
            #[inline]
            fn name(modes: ($($B,)*)) -> Self::Entries {
                names!(@value modes $($k)*)
            }
        }

        // SAFETY: as many labels as the tuple has elements.
        #[allow(unsafe_code)]
        unsafe impl<$($A: Label),*> LabelCount<$rank> for ($($A,)*) {}
    };
    (@type) => { Nil };
    (@type ($A:ident $B:ident) $($rest:tt)*) => { Cons<Entry<$A, $B>, names!(@type $($rest)*)> };
    (@value $modes:ident) => { Nil };
    (@value $modes:ident $k:tt $($rest:tt)*) => {
        Cons(Entry::new($modes.$k), names!(@value $modes $($rest)*))
    };
}
for_each_arity!(names);

// SAFETY: only this package implements `Names`: label for label, mode for mode.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple, Labels, const R: usize> LabelledBy<Labels> for StaticExtents<T>
where
    Self: Extents<Index = [usize; R]>,
    Labels: Names<T, R>,
{
    type Entries = Labels::Entries;

    #[inline]
    fn entries(&self, _: usize) -> Result<Self::Entries, ShapeError> {
        Ok(Labels::name(self.modes()))
    }
}

/// A tuple of `R` labels, for extents of which only the rank is in the type.
///
/// # Safety
/// The list has `R` labels.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{Self}` for extents of rank {R}",
    label = "each mode needs exactly one label"
)]
#[allow(unsafe_code)]
pub unsafe trait LabelCount<const R: usize>: Tuple<List: LabelList> {}

/// The entries of extents whose rank or extents are values: all `Dyn`.
#[doc(hidden)]
pub type DynEntries<Labels> = <<Labels as Tuple>::List as LabelList>::DynEntries;

/// Names the modes of run-time extents, after their number was checked.
#[doc(hidden)]
#[inline]
pub fn dyn_entries<Labels: Tuple<List: LabelList>>(extents: &[usize]) -> DynEntries<Labels> {
    Labels::List::name_dyn(extents)
}

/// A mode and its label.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Entry<L, M> {
    pub(super) mode: M,
    label: PhantomData<L>,
}

impl<L: Label, M: Mode> fmt::Debug for Entry<L, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {:?}", L::NAME, self.mode)
    }
}

impl<L, M> Entry<L, M> {
    #[inline]
    pub(super) fn new(mode: M) -> Self {
        Entry { mode, label: PhantomData }
    }
}
