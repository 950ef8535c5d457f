//! Operands: their modes, named by labels.

use core::marker::PhantomData;

use super::tags::LabelList;
use crate::label::Label;
use crate::list::{Cons, Nil, Tuple};
use crate::mode::{Dyn, Mode};
use crate::{Extents, ModeTuple, StaticExtents};

/// Extents whose modes can be labelled by the tuple `Labels`, which has one label for each mode.
///
/// # Safety
/// If there are as many modes as labels, `Entries` gives each label of the list of `Labels` with a mode that knows of the
/// extent at its place what is true.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "nothing says that the modes of `{Self}` can be labelled `{Labels}`",
    label = "generic code states one bound, such as `(A, B): Compose<((i, j), (j, k)), (i, k)>`"
)]
#[allow(unsafe_code)]
pub unsafe trait LabelledBy<Labels>: Extents {
    /// A list of entries, one a mode.
    type Entries;
}

/// A tuple of `R` labels, for a tuple `Modes` of `R` modes, or for modes that are all [`Dyn`].
///
/// # Safety
/// The list has `R` labels, and `Entries` gives each the mode at its place.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{Self}` for extents of rank {R}",
    label = "each mode needs exactly one label"
)]
#[allow(unsafe_code)]
pub unsafe trait LabelTuple<Modes, const R: usize>: Tuple<List: LabelList> {
    /// Each label with the mode at its place, as a list.
    type Entries;
}

macro_rules! names {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: label for label, mode for mode.
        #[allow(unsafe_code)]
        unsafe impl<$($A: Label, $B: Mode),*> LabelTuple<($($B,)*), $rank> for ($($A,)*) {
            type Entries = names!(@type $(($A $B))*);
        }

        // SAFETY: as many labels as the tuple has elements.
        #[allow(unsafe_code)]
        unsafe impl<$($A: Label),*> LabelTuple<Dyn, $rank> for ($($A,)*) {
            type Entries = DynEntries<Self>;
        }
    };
    (@type) => { Nil };
    (@type ($A:ident $B:ident) $($rest:tt)*) => { Cons<Entry<$A, $B>, names!(@type $($rest)*)> };
}
for_each_arity!(names);

// SAFETY: `LabelTuple` gives each label its mode, and these are the extents of the modes.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple, Labels, const R: usize> LabelledBy<Labels> for StaticExtents<T>
where
    Self: Extents<Index = [usize; R]>,
    Labels: LabelTuple<T, R>,
{
    type Entries = Labels::Entries;
}

/// The entries of extents whose rank or extents are values: all `Dyn`.
#[doc(hidden)]
pub type DynEntries<Labels> = <<Labels as Tuple>::List as LabelList>::DynEntries;

/// A label, and the type of its mode.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry<L, M>(PhantomData<(L, M)>);
