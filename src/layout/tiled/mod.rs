//! [`Tiled`]: tiles of XLA that are in the type, padded up to whole ones.

pub(crate) mod digits;
mod types;

pub use types::{TileList, TileOrder};

use core::fmt;
use core::marker::PhantomData;

use extents_static::__private::{KnownExtents, assert_list_of_rank};

use super::known::StaticPlaces;
use super::{Layout, RowMajor, Trusted};
use crate::{ShapeError, TypedExtents};
pub(super) use digits::Digits;
use digits::Span;

/// A layout of XLA's tiles, in the type: `Tiled<(Const<8>, Const<128>)>` is the layout of `f32[..]{..:T(8,128)}`.
///
/// A tile cuts the last modes of the order `O`, pads them to whole tiles, and stores each tile contiguously. Each
/// further tile of a tuple cuts the result of the previous one: first the numbers of tiles, then the indices within a
/// tile, all as modes. If the extents are static, so is everything: the mapping takes no space and its offsets fold.
///
/// ```
/// use extents::layout::{ColMajor, Tiled};
/// use extents::{Const, Mapping, StaticExtents, View, extents, modes};
/// type Tiles = Tiled<(Const<2>, Const<2>)>;
/// const LAST: Option<usize> = Mapping::<StaticExtents![3, 5], Tiles>::offset_of([2, 4]);
/// assert_eq!(LAST, Some(20));
/// let mapping = Mapping::with_layout(extents![3, 5], Tiled::new(modes![2, 2]))?;
/// assert_eq!((mapping.required_span_size(), size_of_val(&mapping)), (24, 0));
/// let buffer: Vec<usize> = (0..24).collect();
/// let view = View::from_slice(mapping, &buffer)?;
/// assert_eq!((view[[0, 1]], view[[0, 2]], view[[1, 0]]), (1, 4, 2));
/// // Nested tiles, and the first mode the fastest: `{0,1:T(4,4)(2,1)}`.
/// let nested = Tiled::new((modes![4, 4], modes![2, 1])).in_order(ColMajor);
/// assert_eq!(Mapping::with_layout(extents![4, 4], nested)?.offset([1, 2])?, 10);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// Unlike [`Blocked`](super::Blocked), it pads: the span is that of whole tiles, or 0 if there are no elements.
/// `BufferLayout` of the package `extents-xla` is the same at run time, with `*` and other padding.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiled<T, O = RowMajor> {
    types: PhantomData<fn() -> (T, O)>,
}

impl<T: TileList> Tiled<T> {
    /// Creates the layout with these tiles, the last mode the fastest: `modes![8, 128]`, or a tuple of up to 4 of
    /// these.
    ///
    /// ```
    /// use extents::layout::Tiled;
    /// use extents::{Const, modes};
    /// let layout: Tiled<(Const<8>, Const<128>)> = Tiled::new(modes![8, 128]);
    /// assert_eq!(layout.tiles(), [[8, 128]]);
    /// ```
    #[inline]
    pub const fn new(_: T) -> Self {
        let () = T::CHECK;
        Tiled { types: PhantomData }
    }
}

impl<T: TileList, O: TileOrder> Tiled<T, O> {
    /// Returns the layout with the same tiles over modes in another order.
    ///
    /// ```
    /// use extents::layout::{ColMajor, Tiled};
    /// use extents::{Mapping, extents, modes};
    /// let columns = Tiled::new(modes![2, 2]).in_order(ColMajor);
    /// assert_eq!(Mapping::with_layout(extents![4, 4], columns)?.offset([1, 0])?, 1);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn in_order<P: TileOrder>(self, _: P) -> Tiled<T, P> {
        Tiled { types: PhantomData }
    }

    /// Returns the sizes of each tile, the outermost tile first.
    ///
    /// ```
    /// use extents::layout::Tiled;
    /// assert_eq!(Tiled::new(extents::modes![8, 128]).tiles(), [[8, 128]]);
    /// ```
    #[inline]
    pub const fn tiles(&self) -> &'static [&'static [usize]] {
        T::TILES
    }
}

/// What is known of tiles and an order for a rank.
struct Known<E, T, O>(PhantomData<(E, T, O)>);

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; `place` counts below the rank, which is at most 12"
)]
pub(super) const fn digits_of<T: TileList, O: TileOrder>(rank: usize) -> Digits {
    let () = T::CHECK;
    if let Some(list) = O::LIST {
        assert_list_of_rank(Some(rank), Some(list.len()));
    }
    let mut major_to_minor = [0; 12];
    let mut place = 0;
    while place < rank {
        let from_end = rank - 1 - place;
        major_to_minor[place] = match O::LIST {
            Some(list) => list[from_end],
            None if O::FIRST_IS_FASTEST => from_end,
            None => place,
        };
        place += 1;
    }
    Digits::new(major_to_minor, rank, T::TILES)
}

impl<E: TypedExtents, T: TileList, O: TileOrder> Known<E, T, O> {
    const DIGITS: Digits = match E::STATIC_RANK {
        Some(rank) => digits_of::<T, O>(rank),
        None => panic!("typed extents have their rank in the type"),
    };

    /// The span, where all extents are in the type.
    const SPAN: Option<Span> = match (E::STATIC_SIZE, KnownExtents::all(E::STATIC_EXTENTS)) {
        (Some(_), Some(extents)) => Some(Self::DIGITS.span(extents.as_slice())),
        _ => None,
    };

    #[inline]
    fn span(extents: &E) -> Span {
        let digits = const { &Self::DIGITS };
        const { Self::SPAN }.unwrap_or_else(|| extents.with_slice(|extents| digits.span(extents)))
    }
}

/// The rank must be static. A list whose length is not the rank, or a tile of size 0, does not compile.
impl<E: TypedExtents, T: TileList, O: TileOrder> Layout<E> for Tiled<T, O> {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = match (E::STATIC_SIZE, Known::<E, T, O>::SPAN) {
        (Some(size), Some(Ok(span))) => size == span,
        _ => false,
    };
    const IS_ALWAYS_STRIDED: bool = false;
    const STATIC_PLACES: StaticPlaces = StaticPlaces::Tiled(const { &Known::<E, T, O>::DIGITS });
    const CHECK: () = {
        let _ = Known::<E, T, O>::DIGITS;
    };

    #[inline]
    fn check(&self, extents: &E) -> Result<(), ShapeError> {
        match Known::<E, T, O>::span(extents) {
            Ok(_) => Ok(()),
            Err((mode, elements, room)) => Err(ShapeError::RoomOverflow { mode, elements, room }),
        }
    }

    #[inline]
    fn offset(&self, extents: &E, index: &E::Index) -> usize {
        let digits = const { &Known::<E, T, O>::DIGITS };
        extents.with_slice(|extents| digits.offset(extents, index.as_ref()))
    }

    #[inline]
    fn required_span_size(&self, extents: &E) -> usize {
        Known::<E, T, O>::span(extents).unwrap_or(0)
    }

    #[inline]
    fn index(&self, extents: &E, offset: usize) -> Result<E::Index, ShapeError> {
        let digits = const { &Known::<E, T, O>::DIGITS };
        let mut index = extents.extents();
        let to = index.as_mut();
        let is_there = extents.with_slice(|extents| digits.write_index(extents, offset, to));
        if is_there { Ok(index) } else { Err(self.no_index(extents, offset)) }
    }

    #[inline]
    fn is_exhaustive(&self, extents: &E) -> bool {
        self.required_span_size(extents) == extents.size()
    }
}

impl<T: TileList, O: TileOrder> Default for Tiled<T, O> {
    #[inline]
    fn default() -> Self {
        let () = T::CHECK;
        Tiled { types: PhantomData }
    }
}

impl<T: TileList, O: TileOrder> fmt::Debug for Tiled<T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(O::NAME)?;
        if let Some(list) = O::LIST {
            write!(f, " {list:?}")?;
        }
        f.write_str(" in tiles ")?;
        T::TILES.iter().try_for_each(|tile| write!(f, "{tile:?}"))
    }
}
