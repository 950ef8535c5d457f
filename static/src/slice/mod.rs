//! Slices: what is kept of each mode, and what the types of the result know.
//!
//! `slice` keeps every mode (an index leaves one entry); `chip` drops the modes that have an index.

mod count;
mod entry;
mod kept;
mod macros;

pub use count::{
    AllBut, Between, Inner, InnerOf, NamedAll, NamedRest, Of, Rest, Until, count_between,
    count_inner, slice_count, slice_step,
};
pub use entry::{At, FromEnd, Full, Range, SliceEntry, Stepped};
pub use kept::{Kept, KnownEntry};

use crate::certainty::{Certainty, Known};
use crate::const_text::{ConstText, refuse};
use crate::list::{Nil, Tuple};
use crate::mode::Mode;
use crate::names::Names;
use crate::stride::{Stride, StrideList};
use crate::{Extents, ModeTuple, ShapeError, error::Part};

/// A slice: a tuple of 0 to 12 entries. Sealed.
///
/// ```
/// use extents_static::slice::SliceTuple;
/// use extents_static::slice;
/// fn takes<S: SliceTuple>(_: S) {}
/// takes(slice![.., 2, 1..4]);
/// ```
///
/// # Safety
/// The hidden `kept` is, for each mode, what its entry keeps of it, and so is the hidden `kept_at`, whose entries are those of
/// the modes at these places; of the others it keeps all.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no slice",
    label = "`slice![.., 2, 1..4, ..; 2]` writes a slice: one entry per mode"
)]
#[doc(hidden)]
#[allow(unsafe_code)]
pub unsafe trait SliceTuple: Tuple + Copy + core::fmt::Debug {
    /// What the types of the entries know.
    #[doc(hidden)]
    const KNOWN: &'static [KnownEntry];
    /// Returns what is kept of each mode.
    #[doc(hidden)]
    fn kept(self, extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
    /// As [`kept`](Self::kept), where the entries are those of the modes at these places.
    #[doc(hidden)]
    fn kept_at(self, places: &[usize], extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
}

/// Entries of a slice for the modes of these names, [`Names<N>`](Names): all of the other modes are kept.
///
/// ```
/// use extents_static::slice::{At, NamedEntries};
/// use extents_static::{Const, dims, names, slice};
/// dims! { Time }
/// let first: NamedEntries<(Time,), (At<Const<0>>,)> = slice![Time = 0];
/// # let _ = first;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NamedEntries<N, S>(pub Names<N>, pub S);

/// A tuple of modes of strides `Strides` that can be sliced by `S`, which has one entry for each.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "extents `{Self}` are sliced by one entry per mode, and not by `{S}`",
    label = "more or fewer entries than modes, or a layout whose strides are not known here"
)]
pub trait SlicedBy<S, Strides>: ModeTuple {
    /// The modes of the slice.
    type Modes: ModeTuple;
    /// Their strides.
    type Strides: StrideList + Tuple;
    /// The list of the modes that have no index.
    type Chipped;
    /// The list of their strides.
    type ChippedStrides;
    /// Says whether anything is left to check at run time.
    type Certainty: Certainty;
    /// Returns the modes of the slice, one of each mode: that mode, where the entry keeps all of it, else one of this extent.
    fn sliced(self, extents: &[usize]) -> Result<Self::Modes, ShapeError>;
    /// Returns those that have no index.
    fn chipped(self, modes: Self::Modes) -> Self::Chipped;
}

/// No slice. With it a tuple of modes has two implementations, so that the compiler does not conclude from the
/// modes what the slice must be, and says what is wrong with another one in our words.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoSlice {}

macro_rules! slice_tuple {
    (@certainty) => { Known };
    (@certainty ($A:ident $B:ident $S:ident) $($rest:tt)*) => {
        <$B::Certainty<$A> as Certainty>::And<slice_tuple!(@certainty $($rest)*)>
    };
    (@chipped) => { Nil };
    (@chipped ($A:ident $B:ident $S:ident) $($rest:tt)*) => {
        $B::chipped($A, slice_tuple!(@chipped $($rest)*))
    };
    (@modes) => { Nil };
    (@modes ($A:ident $B:ident $S:ident) $($rest:tt)*) => {
        $B::Chipped<$B::Extent<$A>, slice_tuple!(@modes $($rest)*)>
    };
    (@strides) => { Nil };
    (@strides ($A:ident $B:ident $S:ident) $($rest:tt)*) => {
        $B::Chipped<$B::Scaled<$S>, slice_tuple!(@strides $($rest)*)>
    };
    // A mode, the entry for it, and its stride.
    (@sliced [$(($A:ident $B:ident $S:ident))*] [] $($more:ident)*) => {
        #[allow(non_snake_case, unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($A: Mode, $B: SliceEntry, $S: Stride),*> SlicedBy<($($B,)*), ($($S,)*)> for ($($A,)*) {
            type Modes = ($($B::Extent<$A>,)*);
            type Strides = ($($B::Scaled<$S>,)*);
            type Chipped = slice_tuple!(@modes $(($A $B $S))*);
            type ChippedStrides = slice_tuple!(@strides $(($A $B $S))*);
            type Certainty = slice_tuple!(@certainty $(($A $B $S))*);
            #[inline]
            fn sliced(self, extents: &[usize]) -> Result<Self::Modes, ShapeError> {
                let ($($A,)*) = self;
                let mut all = extents.iter().copied().enumerate();
                $(let $A = {
                    let (at, extent) = all.next().unwrap_or((0, 0));
                    $B::slice_of($A, extent, at)?
                };)*
                Ok(($($A,)*))
            }
            #[inline]
            fn chipped(self, modes: Self::Modes) -> Self::Chipped {
                let ($($A,)*) = modes;
                slice_tuple!(@chipped $(($A $B $S))*)
            }
        }
    };
    (@sliced [$($done:tt)*] [($A:ident $B:ident) $($rest:tt)*] $S:ident $($more:ident)*) => {
        slice_tuple!(@sliced [$($done)* ($A $B $S)] [$($rest)*] $($more)*);
    };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: each entry is asked with its mode.
        #[allow(unsafe_code, unused_variables, unused_mut, clippy::unused_unit)]
        unsafe impl<$($B: SliceEntry),*> SliceTuple for ($($B,)*) {
            const KNOWN: &'static [KnownEntry] = &[$($B::KNOWN),*];
            #[inline]
            fn kept(self, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
                let mut kept = [Kept::default(); 12];
                let mut modes = kept.iter_mut().zip(extents);
                $(if let Some((kept, extent)) = modes.next() {
                    *kept = self.$k.kept($k, *extent)?;
                })*
                Ok(kept)
            }
            #[inline]
            fn kept_at(
                self,
                places: &[usize],
                extents: &[usize],
            ) -> Result<[Kept; 12], ShapeError> {
                let mut kept = [Kept::default(); 12];
                for (mode, (kept, extent)) in kept.iter_mut().zip(extents).enumerate() {
                    *kept = Full.kept(mode, *extent)?;
                }
                let mut places = places.iter();
                $(if let Some(&mode) = places.next()
                    && let (Some(kept), Some(&extent)) = (kept.get_mut(mode), extents.get(mode))
                {
                    *kept = self.$k.kept(mode, extent)?;
                })*
                Ok(kept)
            }
        }

        slice_tuple!(@sliced [] [$(($A $B))*] S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11);

        #[diagnostic::do_not_recommend]
        impl<$($A: Mode,)* Strides> SlicedBy<NoSlice, Strides> for ($($A,)*) {
            type Modes = ();
            type Strides = ();
            type Chipped = Nil;
            type ChippedStrides = Nil;
            type Certainty = Known;
            fn sliced(self, _: &[usize]) -> Result<(), ShapeError> {
                Ok(())
            }
            fn chipped(self, (): ()) -> Nil {
                Nil
            }
        }
    };
}
for_each_arity!(slice_tuple);

/// Fails to compile where the types know that a slice is wrong.
///
/// ```
/// use extents_static::slice::{At, SliceCheck};
/// use extents_static::{Const, StaticExtents};
/// const _: () = SliceCheck::<StaticExtents![2], (At<Const<1>>,)>::CHECK;
/// ```
/// ```compile_fail,E0080
/// use extents_static::slice::{At, SliceCheck};
/// use extents_static::{Const, StaticExtents};
/// const _: () = SliceCheck::<StaticExtents![2], (At<Const<2>>,)>::CHECK;
/// ```
/// A step of 0 is wrong for a mode of any extent:
/// ```compile_fail,E0080
/// use extents_static::slice::{Rest, SliceCheck, Stepped};
/// use extents_static::{Const, StaticExtents};
/// const _: () = SliceCheck::<StaticExtents![dyn], (Stepped<Const<0>, Rest, Const<0>>,)>::CHECK;
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub struct SliceCheck<E, S>(core::marker::PhantomData<(E, S)>);

impl<E: Extents, S: SliceTuple> SliceCheck<E, S> {
    /// Evaluated by whatever slices.
    pub const CHECK: () = {
        #[allow(
            clippy::indexing_slicing,
            clippy::arithmetic_side_effects,
            reason = "const functions have no iterators; `mode` counts below the lengths"
        )]
        {
            let mut mode = 0;
            while mode < S::KNOWN.len() && mode < E::STATIC_EXTENTS.len() {
                if let Some(mistake) = S::KNOWN[mode].mistake(mode, E::STATIC_EXTENTS[mode]) {
                    refuse(mistake);
                }
                mode += 1;
            }
        }
    };
}

/// Fails to compile where no entry is an index, so that a chip would drop no mode.
#[doc(hidden)]
#[track_caller]
pub const fn assert_chips(entries: &[KnownEntry]) {
    let mut mode = 0;
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the length"
    )]
    while mode < entries.len() {
        if let KnownEntry::Single(_) | KnownEntry::FromEnd(_) = entries[mode] {
            return;
        }
        mode += 1;
    }
    refuse(ShapeError::NothingToChip)
}

/// Fails to compile where a slice by absolute indices leaves a mode that begins at `begins`, as far as the types know.
#[doc(hidden)]
#[track_caller]
#[allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "in a const: a compile error; const functions have no iterators, and `mode` counts below the lengths"
)]
pub const fn assert_slice_at(
    entries: &[KnownEntry],
    extents: &[Option<usize>],
    begins: &[Option<usize>],
) {
    let mut mode = 0;
    while mode < entries.len() && mode < extents.len() && mode < begins.len() {
        if let (Some(extent), Some(begin)) = (extents[mode], begins[mode]) {
            let end = begin.saturating_add(extent);
            let (first, last) = match entries[mode] {
                KnownEntry::Single(Some(index)) => (index, None),
                KnownEntry::Range { begin: Some(first), count, step, end } => {
                    let last = match (end, count) {
                        (Some(end), _) => end,
                        (None, None | Some(0)) => first,
                        // One more than the last entry.
                        (None, Some(count)) => {
                            let step = if let Some(step) = step { step } else { 1 };
                            let reach = (count - 1).saturating_mul(step);
                            first.saturating_add(reach).saturating_add(1)
                        }
                    };
                    (first, Some(last))
                }
                _ => (begin, Some(begin)),
            };
            // What is wrong with it for a mode of all entries before `end`; those before `begin` are not there.
            let mistake = match entries[mode] {
                KnownEntry::Range { begin: None, step: None | Some(1..), .. } => None,
                entry => entry.mistake(mode, Some(end)),
            };
            if let Some(mistake @ ShapeError::ZeroSize { part: Part::Step, .. }) = mistake {
                refuse(mistake);
            }
            if first < begin || mistake.is_some() {
                panic!("{}", ConstText::outside(mode, first, last, (begin, end)).as_str());
            }
        }
        mode += 1;
    }
}
