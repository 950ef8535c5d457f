//! [`WeakensTo`]: which conversions to types that know less cannot fail.

use crate::Extents;
use crate::dim::{Dim, In, Sym};
use crate::mode::{Const, Dyn, Mode};
use crate::static_extents::StaticExtents;

/// Extents that fit the type `E` whatever their values: each mode is the same or becomes `dyn`.
///
/// ```
/// use extents_static::{StaticExtents, WeakensTo};
/// fn takes<A: WeakensTo<StaticExtents![dyn, 3]>>() {}
/// takes::<StaticExtents![2, 3]>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not weaken to `{E}`",
    label = "the ranks differ, or this needs a check at run time",
    note = "`strengthen::<_>()` makes the check and gives a `Result`"
)]
pub trait WeakensTo<E: Extents>: Extents {}
impl<E: Extents, F: WeakenedFrom<E>> WeakensTo<F> for E {}

/// The same from the other side, where one type may say that it takes all extents: generic code needs no bound then.
#[diagnostic::on_unimplemented(
    message = "`{E}` does not weaken to `{Self}`",
    label = "the ranks differ, or this needs a check at run time",
    note = "`strengthen::<_>()` makes the check and gives a `Result`"
)]
pub trait WeakenedFrom<E: Extents>: Extents {}

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
        impl<$($A: Mode, $B: Mode),*> WeakenedFrom<StaticExtents<($($A,)*)>>
            for StaticExtents<($($B,)*)>
        where
            $($A: ModeWeakensTo<$B, $k>,)*
        {
        }
    };
}
for_each_arity!(convert_modes);
