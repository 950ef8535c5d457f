//! Tiles and orders that are in the type.

use core::hash::Hash;

use extents_static::__private::{Order, assert_tile_extents};

use super::digits::LEVELS;
use crate::layout::sealed::Sealed;
use crate::layout::{Canonical, MinorToMajor, ModeList};
use crate::{Const, StaticModes};

/// The tiles of a [`Tiled`](super::Tiled) layout: a tuple of `Const`, or a tuple of up to 4 such tuples, each of
/// which cuts the result of the previous one. Sealed.
///
/// ```
/// use extents::layout::TileList;
/// use extents::{Const, modes};
/// fn count<T: TileList>(_: T) -> usize {
///     T::TILES.len()
/// }
/// assert_eq!((count(modes![8, 128]), count((modes![8, 128], modes![2, 1]))), (1, 2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of tiles",
    label = "expected `modes![8, 128]`, or a tuple of up to 4 of these",
    note = "`BufferLayout` of `extents-xla` takes any tiles at run time"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait TileList: Copy + Eq + Hash + Send + Sync + Sealed {
    /// The sizes of each tile, the outermost tile first, each from the most major dimension to the most minor one.
    const TILES: &'static [&'static [usize]];
    /// Fails to compile where a tile has a size of 0.
    #[doc(hidden)]
    const CHECK: ();
}

/// One tile: a tuple of `Const`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tile",
    label = "expected a tuple of `Const`, as `modes![8, 128]` writes it"
)]
trait TileSizes: Copy + Eq + Hash + Send + Sync + Sealed {
    const SIZES: &'static [usize];
    const CHECK: ();
}

/// A static order of modes, for any rank or for one: [`RowMajor`](crate::layout::RowMajor),
/// [`ColMajor`](crate::layout::ColMajor), or [`MinorToMajor`] of a tuple. Sealed.
///
/// ```
/// use extents::layout::{ColMajor, MinorToMajor, TileOrder};
/// use extents::modes;
/// fn takes<O: TileOrder>(_: O) {}
/// takes(ColMajor);
/// takes(MinorToMajor::new(modes![1, 2, 0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an order of modes in the type",
    label = "expected `RowMajor`, `ColMajor`, or `MinorToMajor` of a tuple such as `modes![1, 0]`"
)]
#[doc(hidden)]
#[allow(private_bounds, reason = "a seal")]
pub trait TileOrder: Copy + Eq + Hash + Send + Sync + Sealed {
    /// The name that is printed.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The order of all modes, the fastest first; `None` for a canonical one.
    #[doc(hidden)]
    const LIST: Option<&'static [usize]>;
    /// Whether the first mode is the fastest, where there is no list.
    #[doc(hidden)]
    const FIRST_IS_FASTEST: bool;
}

macro_rules! tile_of_consts {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$(const $A: usize),*> TileSizes for ($(Const<$A>,)*) {
            const SIZES: &'static [usize] = &[$($A),*];
            const CHECK: () = assert_tile_extents(&[$(Some($A)),*]);
        }

        impl<$(const $A: usize),*> TileList for ($(Const<$A>,)*) {
            const TILES: &'static [&'static [usize]] = &[<Self as TileSizes>::SIZES];
            const CHECK: () = <Self as TileSizes>::CHECK;
        }
    };
}
extents_static::for_each_arity!(tile_of_consts);

macro_rules! tuple_of_tiles {
    ($($T:ident)*) => {
        impl<$($T: TileSizes),*> TileList for ($($T,)*) {
            const TILES: &'static [&'static [usize]] = &[$($T::SIZES),*];
            const CHECK: () = {
                $(let () = $T::CHECK;)*
                assert!(Self::TILES.len() <= LEVELS);
            };
        }
    };
}
tuple_of_tiles!(A);
tuple_of_tiles!(A B);
tuple_of_tiles!(A B C);
tuple_of_tiles!(A B C D);

macro_rules! canonical_order {
    ($($Order:ident)*) => {$(
        impl TileOrder for crate::layout::$Order {
            const NAME: &'static str = stringify!($Order);
            const LIST: Option<&'static [usize]> = None;
            const FIRST_IS_FASTEST: bool = matches!(<Self as Canonical>::ORDER, Order::ColMajor);
        }
    )*};
}
canonical_order!(RowMajor ColMajor);

impl<P: StaticModes + ModeList> TileOrder for MinorToMajor<P> {
    const NAME: &'static str = "MinorToMajor";
    const LIST: Option<&'static [usize]> = {
        let () = P::CHECK;
        <P as ModeList>::STATIC
    };
    const FIRST_IS_FASTEST: bool = false;
}
