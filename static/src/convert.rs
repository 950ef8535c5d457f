//! [`WeakenedFrom`]: which conversions to types that know less cannot fail.

use crate::Extents;
use crate::dim::{Dim, In, Sym};
use crate::mode::{Const, Dyn, Mode};
use crate::static_extents::StaticExtents;

/// A type of extents that all extents of the type `E` fit, whatever their values: each mode is the same or becomes `dyn`. Run-time
/// extents take all of their rank, and those of run-time rank all there are, so that generic code needs no bound there.
///
/// ```
/// use extents_static::{StaticExtents, WeakenedFrom};
/// fn gives<E: WeakenedFrom<StaticExtents![2, 3]>>() {}
/// gives::<StaticExtents![dyn, 3]>();
/// ```
///
/// # Safety
/// All values of `E` fit, as [`Extents::adopt`] compares them; a mode of a scope is that mode of `E`.
#[diagnostic::on_unimplemented(
    message = "`{E}` does not weaken to `{Self}`",
    label = "the ranks differ, or this needs a check at run time",
    note = "`strengthen::<_>()` makes the check and gives a `Result`"
)]
#[allow(unsafe_code)]
pub unsafe trait WeakenedFrom<E: Extents>: Extents {}

/// A mode that becomes `M` without a check.
#[diagnostic::on_unimplemented(
    message = "mode {MODE}: extent `{Self}` does not weaken to `{M}`",
    label = "this needs a check at run time",
    note = "`strengthen::<_>()` makes the check and gives a `Result`"
)]
trait ModeWeakensTo<M, const MODE: usize> {}
impl<M: Mode, const MODE: usize> ModeWeakensTo<Dyn, MODE> for M {}
impl<const N: usize, const MODE: usize> ModeWeakensTo<Const<N>, MODE> for Const<N> {}
impl<D: Dim, const MODE: usize> ModeWeakensTo<Sym<D>, MODE> for Sym<D> {}
impl<D: Dim, const MODE: usize> ModeWeakensTo<Sym<D>, MODE> for Sym<In<'_, D>> {}

macro_rules! convert_modes {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: each mode is the same, or `dyn`, or the name of one of a scope.
        #[allow(unsafe_code)]
        unsafe impl<$($A: Mode, $B: Mode),*> WeakenedFrom<StaticExtents<($($A,)*)>>
            for StaticExtents<($($B,)*)>
        where
            $($A: ModeWeakensTo<$B, $k>,)*
        {
        }
    };
}
for_each_arity!(convert_modes);
