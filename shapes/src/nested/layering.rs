//! [`Layering`]: the ranks of the layers of a nested shape, as values or in the type.

use crate::sealed::Sealed;
use core::fmt::Debug;

use extents_static::__private::KnownExtents;

use extents::generic::ModeTuple;
#[cfg(feature = "serde")]
use extents::generic::StaticModes;
use extents::{Const, ModeArray};

/// The ranks of layers: a [`ModeArray`] of values, or a tuple of [`Const`]. Sealed.
///
/// ```
/// use extents_shapes::{Layering, Nested, ShapeBase};
/// fn is_flat<S: ShapeBase, L: Layering>(nested: &Nested<S, L>) -> bool {
///     nested.n_layers() < 2
/// }
/// let shape = extents_shapes::Shape::new(extents::extents![2, 3]);
/// assert!(is_flat(&Nested::new([2], shape)?) && !is_flat(&Nested::typed(extents::modes![1, 1], shape)));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of ranks of layers",
    label = "expected ranks in the type, such as `modes![1, 2]`",
    note = "`Nested::new` takes ranks that are known at run time only"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait Layering: Clone + Debug + Sealed {
    /// Calls `read` with the ranks.
    fn with_ranks<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R;

    /// The value that has these ranks, if any has: the one value of a type that states them.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn of_ranks(ranks: &[usize]) -> Self;
}

impl Layering for ModeArray<usize> {
    fn with_ranks<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self)
    }

    #[cfg(feature = "serde")]
    fn of_ranks(ranks: &[usize]) -> Self {
        ranks.into()
    }
}

macro_rules! typed {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$(const $A: usize),*> Layering for ($(Const<$A>,)*) {
            fn with_ranks<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
                read(KnownExtents::static_part(<Self as ModeTuple>::STATIC).as_slice())
            }

            #[cfg(feature = "serde")]
            fn of_ranks(_: &[usize]) -> Self {
                <Self as StaticModes>::VALUE
            }
        }

        impl<$(const $A: usize),*> Sealed for ($(Const<$A>,)*) {}
    };
}
extents_static::for_each_arity!(typed);
