//! One mode as two, the places of a window or a tile and what is in it: [`Windows`], [`WindowsAlong`], [`Tiles`].

use core::marker::PhantomData;

use extents_static::__private::{
    Certainty, Chain, Cons, FewerModes, JoinedModes, Nil, Nth, NthOf, SteppedModes, ToTuple, Tuple,
    assert_tiles, assert_window, assert_windows,
};

use super::numbers::{self, ModeSink, Numbers};
use super::reshape::Named;
use super::{Part, Rearrange, Seal, modes, read, typed_part};
use crate::edit::ReplaceAt;
use crate::layout::{Strided, TypedLayout};
use crate::{
    Const, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Stride, StrideList,
    TypedExtents,
};

/// The operation that takes windows: all positions of a window of extents `W`, as modes `O`, then the modes of the
/// window.
///
/// ```
/// use extents::rearrange::Windows;
/// use extents::{Mapping, StaticExtents, extents};
/// let windows = Windows::<StaticExtents![4], _>::of(extents![3]);
/// let Ok(part) = Mapping::new(extents![6]).rearrange(windows);
/// assert_eq!(part.mapping().extents(), &extents![4, 3]);
/// assert_eq!(part.mapping().strides(), [1, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Windows<O, W> {
    window: W,
    places: PhantomData<O>,
}

/// The operation that takes windows along mode `M`: all positions of a window of extent `W`, as a mode `O` in its place, and the mode
/// of the window behind all others.
///
/// ```
/// use extents::rearrange::WindowsAlong;
/// use extents::{Const, Mapping, extents};
/// let windows = WindowsAlong::<Const<4>, _, _>::of(Const::<0>, Const::<3>);
/// let Ok(part) = Mapping::new(extents![6, 2]).rearrange(windows);
/// assert_eq!(part.mapping().extents(), &extents![4, 2, 3]);
/// assert_eq!(part.mapping().strides(), [2, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WindowsAlong<O, M, W> {
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "read where it is a number"))]
    mode: M,
    window: W,
    places: PhantomData<O>,
}

/// The operation that divides into tiles: all tiles of extents `W`, as modes `O`, then the modes of a tile.
///
/// ```
/// use extents::rearrange::Tiles;
/// use extents::{Mapping, StaticExtents, extents};
/// let tiles = Tiles::<StaticExtents![2, 2], _>::of(extents![2, 3]);
/// let Ok(part) = Mapping::new(extents![4, 6]).rearrange(tiles);
/// assert_eq!(part.mapping().extents(), &extents![2, 2, 2, 3]);
/// assert_eq!(part.mapping().strides(), [12, 3, 6, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tiles<O, W> {
    tile: W,
    counts: PhantomData<O>,
}

impl<O, W> Windows<O, W> {
    /// Creates the operation for windows of these extents.
    ///
    /// ```
    /// use extents::rearrange::Windows;
    /// use extents::{Mapping, StaticExtents, extents};
    /// let windows = Windows::<StaticExtents![dyn], _>::of(extents![3]);
    /// assert_eq!(Mapping::new(extents![6]).rearrange(windows)?.mapping().extents(), &extents![4, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn of(window: W) -> Self {
        Windows { window, places: PhantomData }
    }
}

impl<O, M, W> WindowsAlong<O, M, W> {
    /// Creates the operation for a mode and windows of this extent.
    ///
    /// ```
    /// use extents::rearrange::WindowsAlong;
    /// use extents::{Const, Dyn, Mapping, extents};
    /// let windows = WindowsAlong::<Dyn, _, _>::of(Const::<0>, Const::<3>);
    /// assert_eq!(Mapping::new(extents![6]).rearrange(windows)?.mapping().extents(), &extents![4, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn of(mode: M, window: W) -> Self {
        WindowsAlong { mode, window, places: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl WindowsAlong<(), usize, usize> {
    pub(super) fn parts(self) -> (usize, usize) {
        (self.mode, self.window)
    }
}

#[cfg(feature = "alloc")]
impl<W> Windows<(), W> {
    pub(super) fn window(self) -> W {
        self.window
    }
}

#[cfg(feature = "alloc")]
impl<W> Tiles<(), W> {
    pub(super) fn tile(self) -> W {
        self.tile
    }
}

impl<O, W> Tiles<O, W> {
    /// Creates the operation for tiles of these extents.
    ///
    /// ```
    /// use extents::rearrange::Tiles;
    /// use extents::{Mapping, StaticExtents, extents};
    /// let tiles = Tiles::<StaticExtents![dyn], _>::of(extents![3]);
    /// assert_eq!(Mapping::new(extents![6]).rearrange(tiles)?.mapping().extents(), &extents![2, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn of(tile: W) -> Self {
        Tiles { tile, counts: PhantomData }
    }
}

/// A list of one.
type One<X> = Cons<X, Nil>;

/// The list of a tuple.
type ListOf<T> = <T as Tuple>::List;

/// The tuple of the elements of two lists.
type Joint<First, After> = <<First as Chain>::Then<After> as ToTuple>::Tuple;

/// The modes of all positions, which the caller stated and which have these numbers, then those of the window.
#[inline]
fn joint<O: TypedExtents, W>(
    numbers: &Numbers,
    window: W,
) -> Result<Joint<ListOf<O::Modes>, W>, ShapeError>
where
    ListOf<O::Modes>: Chain<Then<W>: ToTuple>,
{
    let count = StaticExtents::<O::Modes>::RANK;
    let positions = numbers.extents().get(..count).unwrap_or(&[]);
    let positions = StaticExtents::<O::Modes>::from_extents(positions)?.modes();
    Ok(positions.into_list().then(window).into_tuple())
}

/// Whether the source, what it is cut into and the result are in the types.
type CutCertainty<E, O, W> = <<<E as Extents>::Certainty as Certainty>::And<
    <O as Extents>::Certainty,
> as Certainty>::And<<W as Extents>::Certainty>;

/// The modes of all positions of windows, or of all tiles, of extents `W`: as a caller states them, or [`Named`].
trait Cuts<E, W> {
    type Positions: TypedExtents;
    type Tiles: TypedExtents;
}
#[diagnostic::do_not_recommend]
impl<O: TypedExtents, E, W> Cuts<E, W> for O {
    type Positions = O;
    type Tiles = O;
}
impl<E, W, P, T> Cuts<E, W> for Named
where
    E: TypedExtents,
    W: TypedExtents,
    ListOf<E::Modes>:
        CutInto<ListOf<W::Modes>, Positions: ToTuple<Tuple = P>, Tiles: ToTuple<Tuple = T>>,
    P: ModeTuple,
    T: ModeTuple,
{
    type Positions = StaticExtents<P>;
    type Tiles = StaticExtents<T>;
}

/// A list of modes that is cut by a list of modes. Of lists of two lengths there are too few; constants refuse them.
trait CutInto<W> {
    /// Of windows of 3 of `Time` there are `Time-3+1`.
    type Positions;
    /// Of tiles of 3 there are `Time/3`.
    type Tiles;
}

impl<W> CutInto<W> for Nil {
    type Positions = Nil;
    type Tiles = Nil;
}

impl<M, Ms> CutInto<Nil> for Cons<M, Ms> {
    type Positions = Nil;
    type Tiles = Nil;
}

impl<M: Mode, Ms: CutInto<Ws>, W: Mode, Ws> CutInto<Cons<W, Ws>> for Cons<M, Ms> {
    type Positions = Cons<JoinedModes<FewerModes<M, W>, Const<1>>, Ms::Positions>;
    type Tiles = Cons<SteppedModes<M, W>, Ms::Tiles>;
}

impl<E, L, States, O, W> Rearrange<E, L> for Windows<States, W>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    States: Cuts<E, W, Positions = O>,
    O: TypedExtents,
    W: TypedExtents,
    ListOf<O::Modes>: Chain<Then<ListOf<W::Modes>>: ToTuple<Tuple: ModeTuple>>,
    ListOf<L::Strides>: Chain<Then<ListOf<L::Strides>>: ToTuple<Tuple: StrideList>>,
{
    type Extents = StaticExtents<Joint<ListOf<O::Modes>, ListOf<W::Modes>>>;
    type Layout = Strided<Joint<ListOf<L::Strides>, ListOf<L::Strides>>>;
    type Error = <CutCertainty<E, O, W> as Certainty>::Error;

    const KEEPS_UNIQUE: bool = false;

    const CHECK: () = { assert_windows(E::STATIC_EXTENTS, W::STATIC_EXTENTS, O::STATIC_EXTENTS) };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let part = read(mapping, |extents, strides| {
            let numbers = self.window.with_slice(|window| {
                Numbers::of(|to| numbers::windows((extents, strides), window, to))
            })?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || joint::<O, _>(&numbers, self.window.typed().modes().into_list());
            typed_part(mapping, &numbers, layout, moved)
        });
        CutCertainty::<E, O, W>::settle(part)
    }
}

/// The mode of all positions of windows `W` along a mode `M`: as a caller states it, or [`Named`].
trait Places<M, W> {
    type Mode: Mode;
}
#[diagnostic::do_not_recommend]
impl<O: Mode, M, W> Places<M, W> for O {
    type Mode = O;
}
impl<M: Mode, W: Mode> Places<M, W> for Named {
    type Mode = JoinedModes<FewerModes<M, W>, Const<1>>;
}

/// Whether the source, the window and the mode of its positions are in the types.
type AlongCertainty<E, O, W> = <<<E as Extents>::Certainty as Certainty>::And<
    <W as Mode>::Certainty,
> as Certainty>::And<<O as Mode>::Takes>;

impl<E, L, States, O, W, T, S, const MODE: usize> Rearrange<E, L>
    for WindowsAlong<States, Const<MODE>, W>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    W: Mode,
    E::Modes: Nth<MODE, Item: Mode>,
    States: Places<NthOf<E::Modes, MODE>, W, Mode = O>,
    O: Mode,
    E::Modes: ReplaceAt<MODE, One<O>, Output = T>,
    T: Tuple<List: Chain<Then<One<W>>: ToTuple<Tuple: ModeTuple>>>,
    L::Strides: Nth<MODE, Item = S>,
    ListOf<L::Strides>: Chain<Then<One<S>>: ToTuple<Tuple: StrideList>>,
{
    type Extents = StaticExtents<Joint<ListOf<T>, One<W>>>;
    type Layout = Strided<Joint<ListOf<L::Strides>, One<S>>>;
    type Error = <AlongCertainty<E, O, W> as Certainty>::Error;

    const KEEPS_UNIQUE: bool = false;

    const CHECK: () = assert_window(
        MODE,
        <NthOf<E::Modes, MODE> as Mode>::EXTENT,
        <W as Mode>::EXTENT,
        <O as Mode>::EXTENT,
    );

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let part = read(mapping, |extents, strides| {
            let window = self.window.extent();
            let numbers =
                Numbers::of(|to| numbers::windows_along((extents, strides), MODE, window, to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || {
                let places = numbers.extents().get(MODE).copied().unwrap_or(0);
                let places = Cons(O::read(places, MODE)?, Nil);
                let places = modes(mapping).replace(places).into_list();
                Ok(places.then(Cons(self.window, Nil)).into_tuple())
            };
            typed_part(mapping, &numbers, layout, moved)
        });
        AlongCertainty::<E, O, W>::settle(part)
    }
}

/// A list of strides that a list of tiles takes as steps.
trait TileStrides<Tiles> {
    /// Each stride times the extent of the tile.
    type Strides;
}

impl TileStrides<Nil> for Nil {
    type Strides = Nil;
}

impl<S: Stride, Ss: TileStrides<Ms>, M: Mode, Ms> TileStrides<Cons<M, Ms>> for Cons<S, Ss> {
    type Strides = Cons<M::Scale<S>, Ss::Strides>;
}

impl<E, L, States, O, W, Steps> Rearrange<E, L> for Tiles<States, W>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    States: Cuts<E, W, Tiles = O>,
    O: TypedExtents,
    W: TypedExtents,
    ListOf<O::Modes>: Chain<Then<ListOf<W::Modes>>: ToTuple<Tuple: ModeTuple>>,
    ListOf<L::Strides>: TileStrides<ListOf<W::Modes>, Strides = Steps>,
    Steps: Chain<Then<ListOf<L::Strides>>: ToTuple<Tuple: StrideList>>,
{
    type Extents = StaticExtents<Joint<ListOf<O::Modes>, ListOf<W::Modes>>>;
    type Layout = Strided<Joint<Steps, ListOf<L::Strides>>>;
    type Error = <CutCertainty<E, O, W> as Certainty>::Error;
    const KEEPS_ALL: bool = true;

    const CHECK: () = { assert_tiles(E::STATIC_EXTENTS, W::STATIC_EXTENTS, O::STATIC_EXTENTS) };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let part = read(mapping, |extents, strides| {
            let numbers = self.tile.with_slice(|tile| {
                Numbers::of(|to| numbers::tiles((extents, strides), tile, to))
            })?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || joint::<O, _>(&numbers, self.tile.typed().modes().into_list());
            typed_part(mapping, &numbers, layout, moved)
        });
        CutCertainty::<E, O, W>::settle(part)
    }
}
