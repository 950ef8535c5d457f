//! The typed twin of a pattern: modes split into axes, and put into another order with new ones, as types.
//!
//! [`rearrange!`](crate::einops::rearrange!) and its kin write these types. Tuples are the face, lists the inside. The modes of `..` are
//! a list of their own, the run: so an axis with a label has the same place whatever the rank is.

use extents_static::__private::{Chain, Cons, Nil, Nth, Open, ToTuple, Tuple, stop};

use super::sizes::{
    AxesOf, FactorsOf, Facts, Fits, Given, NotGiven, Parts, Sizes, SizesOf, check_all,
};
use crate::edit::{Take, Without};
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::rearrange::numbers::{self, ModeSink, Numbers};
use crate::rearrange::{Part, Rearrange, Seal, modes, read, typed_part};
use crate::{
    Const, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, StrideList, TypedExtents,
};

/// The operation: what stands in the brackets of the operand, the order of the axes of the result, and that of those to be
/// folded, which come last.
#[derive(Clone, Copy, Debug)]
pub struct Axes<Left, Order, Folded> {
    left: Left,
    order: Order,
    folded: Folded,
}

impl<Left, Order, Folded> Axes<Left, Order, Folded> {
    /// The operation of these.
    #[inline]
    pub const fn new(left: Left, order: Order, folded: Folded) -> Self {
        Axes { left, order, folded }
    }
}

/// A mode that is one axis, of a size or of none that is given.
#[derive(Clone, Copy, Debug)]
pub struct One<P>(pub P);

/// A mode that is several axes, each of a size or of none that is given. Without any, it has extent 1.
#[derive(Clone, Copy, Debug)]
pub struct Several<P>(pub P);

/// Stands for `..`.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsis;

/// What stands in the brackets of an operand, of which one is an [`Ellipsis`].
#[derive(Clone, Copy, Debug)]
pub struct OfAnyRank<S>(pub S);

/// An axis that the operand does not have.
#[derive(Clone, Copy, Debug)]
pub struct Fresh<M>(pub M);

/// A tuple of what stands in the brackets of an operand, one for each of a tuple of modes.
#[diagnostic::on_unimplemented(
    message = "the brackets of the operand do not have one entry for each mode of `{Modes}`",
    label = "each mode of the operand needs one entry in its brackets",
    note = "an entry is a label, several in parentheses, or `1`; `..` stands for any number of modes"
)]
pub(crate) trait EntriesOf<Modes> {}

macro_rules! entries {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A, $B),*> EntriesOf<($($B,)*)> for ($($A,)*) {}
    };
}
extents_static::for_each_arity!(entries);

// As many modes as entries, but for the ellipsis, or more.
impl<S: Tuple, Modes: Tuple> EntriesOf<Modes> for OfAnyRank<S> where
    Cons<Ellipsis, Modes::List>: Without<S::List>
{
}

/// What stands in the brackets of an operand.
trait Entries {
    type List;
    fn into_entries(self) -> Self::List;
}

impl<S: Tuple> Entries for S {
    type List = S::List;
    #[inline]
    fn into_entries(self) -> S::List {
        self.into_list()
    }
}

impl<S: Tuple> Entries for OfAnyRank<S> {
    type List = S::List;
    #[inline]
    fn into_entries(self) -> S::List {
        self.0.into_list()
    }
}

/// What stands in the brackets of an operand, as a list, for a list of modes.
trait Splits<Modes> {
    /// The list of the axes that have labels.
    type Axes;
    /// The list of the modes of `..`.
    type Run: Chain;
    /// How many axes there are before those of `..`, and how many these are.
    const RUN: (usize, usize);
    const HAS_RUN: bool;
    /// Of each mode.
    const FACTS: [Facts; 12];
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError>;
    /// The axes and the modes of `..`: modes that are kept, and others of the extents of the axes, which come first of these.
    fn moved(modes: Modes, axes: &[usize]) -> Result<(Self::Axes, Self::Run), ShapeError>;
}

/// A list of one.
type Single<X> = Cons<X, Nil>;

/// What is known of a mode `M` and of sizes, those of a list of axes.
const fn facts<M: Mode, S: SizesOf<A, F, C>, A, F, C>() -> Facts {
    S::FACTS.of_mode(M::EXTENT)
}

/// What is known of a mode, and then of others.
const fn first(facts: Facts, rest: [Facts; 12]) -> [Facts; 12] {
    let [a, b, c, d, e, f, g, h, i, j, k, _] = rest;
    [facts, a, b, c, d, e, f, g, h, i, j, k]
}

impl Splits<Nil> for Nil {
    type Axes = Nil;
    type Run = Nil;
    const RUN: (usize, usize) = (0, 0);
    const HAS_RUN: bool = false;
    const FACTS: [Facts; 12] = [Facts::NONE; 12];
    #[inline]
    fn split(&self, _: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        Ok(all)
    }
    #[inline]
    fn moved(_: Nil, _: &[usize]) -> Result<(Nil, Nil), ShapeError> {
        Ok((Nil, Nil))
    }
}

/// The entries before those of `Rest`, which stand for one mode.
macro_rules! splits {
    ($([$($generics:tt)*] [$($bounds:tt)*] $Entry:ty, $Axes:ty, $count:literal, $facts:expr,
      |$entry:ident, $mode:ident, $all:ident| $split:expr, |$kept:ident, $extents:ident, $rest:ident| $moved:expr;)*) => {$(
        impl<M: Mode, Ms, Rest: Splits<Ms>, $($generics)*> Splits<Cons<M, Ms>> for Cons<$Entry, Rest>
        where
            $($bounds)*
        {
            type Axes = $Axes;
            type Run = Rest::Run;
            const RUN: (usize, usize) = (Rest::RUN.0 + $count, Rest::RUN.1);
            const HAS_RUN: bool = Rest::HAS_RUN;
            const FACTS: [Facts; 12] = first($facts, Rest::FACTS);
            #[inline]
            fn split(&self, $mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
                let $entry = &self.0;
                let $all = self.1.split($mode.saturating_add(1), all)?;
                $split
            }
            #[inline]
            fn moved(modes: Cons<M, Ms>, axes: &[usize]) -> Result<(Self::Axes, Rest::Run), ShapeError> {
                let ($kept, ($extents, others)) = (modes.0, axes.split_at_checked($count).unwrap_or_default());
                let ($rest, run) = Rest::moved(modes.1, others)?;
                Ok(($moved, run))
            }
        }
    )*};
}
splits! {
    [] [] One<NotGiven>, Cons<M, Rest::Axes>, 1, Facts::NONE, |_entry, mode, all| Ok(all),
        |kept, _extents, rest| Cons(kept, rest);
    [P: Given] [] One<P>, Cons<P::Mode, Rest::Axes>, 1, facts::<M, Single<P>, Single<P::Mode>, Single<M>, Open>(),
        |entry, mode, all| split_by::<_, Single<P::Mode>, Single<M>, Open>(&Cons(entry.0, Nil), mode, &all),
        |_kept, extents, rest| axes_of::<Single<P>, Single<P::Mode>, Single<M>, Open>(extents)?.then(rest);
    [] [] Several<()>, Rest::Axes, 0, Facts::of_unit(M::EXTENT),
        |_entry, mode, all| Numbers::of(|to| numbers::drop_mode((all.extents(), all.strides()), mode, to)),
        |_kept, _extents, rest| rest;
}

macro_rules! several {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        splits! {
            [S: Sizes + SizesOf<AxesOf<S, M>, FactorsOf<S, M>, Fits<S, M>>, $($A: Copy),*] [($($A,)*): Tuple<List = S>,]
            Several<($($A,)*)>, <AxesOf<S, M> as Chain>::Then<Rest::Axes>, $rank,
                facts::<M, S, AxesOf<S, M>, FactorsOf<S, M>, Fits<S, M>>(),
                |entry, mode, all| split_by::<S, AxesOf<S, M>, FactorsOf<S, M>, Fits<S, M>>(&entry.0.into_list(), mode, &all),
                |_kept, extents, rest| axes_of::<S, AxesOf<S, M>, FactorsOf<S, M>, Fits<S, M>>(extents)?.then(rest);
        }
    };
}
extents_static::for_each_arity!(several);

impl<Modes, Specs> Splits<Modes> for Cons<Ellipsis, Specs>
where
    Modes: Without<Specs, Rest: Take<Modes>>,
    Specs: Splits<<Modes::Rest as Take<Modes>>::Left>,
{
    type Axes = Specs::Axes;
    type Run = <Modes::Rest as Take<Modes>>::Taken;
    const RUN: (usize, usize) = (0, <Modes::Rest as Take<Modes>>::COUNT);
    const HAS_RUN: bool = true;
    const FACTS: [Facts; 12] = {
        let (mut facts, mut mode) = (Specs::FACTS, 0);
        while mode < <Self as Splits<Modes>>::RUN.1 {
            facts = first(Facts::NONE, facts);
            mode += 1;
        }
        facts
    };
    #[inline]
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        self.1.split(mode.saturating_add(<Self as Splits<Modes>>::RUN.1), all)
    }
    #[inline]
    fn moved(modes: Modes, axes: &[usize]) -> Result<(Specs::Axes, Self::Run), ShapeError> {
        let (run, modes) = <Modes::Rest as Take<Modes>>::take(modes);
        Ok((Specs::moved(modes, axes)?.0, run))
    }
}

/// The axes of a mode that is split, of their extents.
#[inline]
fn axes_of<S: SizesOf<A, F, C>, A, F, C>(extents: &[usize]) -> Result<A, ShapeError> {
    S::axes(extents)
}

/// One mode as axes of these sizes.
#[inline]
fn split_by<S: SizesOf<A, F, C>, A, F, C>(
    sizes: &S,
    mode: usize,
    all: &Numbers,
) -> Result<Numbers, ShapeError> {
    let mut parts = Parts::none();
    sizes.push(&mut parts);
    let (extent, _) = numbers::nth(all.extents(), all.strides(), mode)?;
    let parts = parts.settle(mode, extent)?;
    Numbers::of(|to| numbers::split((all.extents(), all.strides()), mode, parts, to))
}

/// The axes of a result, as a list: the places of those of the operand, those of `..`, and new ones. Axes with a label are
/// the tuple `A`, those of `..` the list `Run`.
trait Orders<A, Run> {
    type Modes;
    /// A bit for each place, and one for `..`.
    const PLACES: u32;
    const HAS_FRESH: bool;
    /// Writes the axes; those of `..` are so many, behind the first ones.
    fn push(&self, axes: &Numbers, run: (usize, usize), to: &mut Numbers)
    -> Result<(), ShapeError>;
    /// The axes of these, and new ones.
    fn moved(&self, axes: A, run: Run) -> Result<Self::Modes, ShapeError>
    where
        A: Copy,
        Run: Copy;
}

impl<A, Run> Orders<A, Run> for Nil {
    type Modes = Nil;
    const PLACES: u32 = 0;
    const HAS_FRESH: bool = false;
    #[inline]
    fn push(&self, _: &Numbers, _: (usize, usize), _: &mut Numbers) -> Result<(), ShapeError> {
        Ok(())
    }
    #[inline]
    fn moved(&self, _: A, _: Run) -> Result<Nil, ShapeError> {
        Ok(Nil)
    }
}

/// The places, and another one.
const fn and(places: u32, other: u32) -> u32 {
    if places & other != 0 {
        stop("a label occurs twice in the result")
    }
    places | other
}

/// The bit of `..`.
const RUN: u32 = 1 << 31;

impl<A: Nth<K>, Run, Rest: Orders<A, Run>, const K: usize> Orders<A, Run> for Cons<Const<K>, Rest> {
    type Modes = Cons<A::Item, Rest::Modes>;
    const PLACES: u32 = and(Rest::PLACES, 1 << K);
    const HAS_FRESH: bool = Rest::HAS_FRESH;
    #[inline]
    fn push(
        &self,
        axes: &Numbers,
        run: (usize, usize),
        to: &mut Numbers,
    ) -> Result<(), ShapeError> {
        let place = if K < run.0 { K } else { K.saturating_add(run.1) };
        let (extent, stride) = numbers::nth(axes.extents(), axes.strides(), place)?;
        to.push(extent, stride);
        self.1.push(axes, run, to)
    }
    #[inline]
    fn moved(&self, axes: A, run: Run) -> Result<Self::Modes, ShapeError>
    where
        A: Copy,
        Run: Copy,
    {
        Ok(Cons(axes.parts().1, self.1.moved(axes, run)?))
    }
}

impl<A, Run: Chain, Rest: Orders<A, Run>> Orders<A, Run> for Cons<Ellipsis, Rest> {
    type Modes = Run::Then<Rest::Modes>;
    const PLACES: u32 = and(Rest::PLACES, RUN);
    const HAS_FRESH: bool = Rest::HAS_FRESH;
    #[inline]
    fn push(
        &self,
        axes: &Numbers,
        run: (usize, usize),
        to: &mut Numbers,
    ) -> Result<(), ShapeError> {
        let modes = axes.extents().iter().zip(axes.strides());
        modes.skip(run.0).take(run.1).for_each(|(extent, stride)| to.push(*extent, *stride));
        self.1.push(axes, run, to)
    }
    #[inline]
    fn moved(&self, axes: A, run: Run) -> Result<Self::Modes, ShapeError>
    where
        A: Copy,
        Run: Copy,
    {
        Ok(run.then(self.1.moved(axes, run)?))
    }
}

impl<A, Run, P: Given, Rest: Orders<A, Run>> Orders<A, Run> for Cons<Fresh<P>, Rest> {
    type Modes = Cons<P::Mode, Rest::Modes>;
    const PLACES: u32 = Rest::PLACES;
    const HAS_FRESH: bool = true;
    #[inline]
    fn push(
        &self,
        axes: &Numbers,
        run: (usize, usize),
        to: &mut Numbers,
    ) -> Result<(), ShapeError> {
        to.push(self.0.0.size(), 0);
        self.1.push(axes, run, to)
    }
    #[inline]
    fn moved(&self, axes: A, run: Run) -> Result<Self::Modes, ShapeError>
    where
        A: Copy,
        Run: Copy,
    {
        Ok(Cons(P::Mode::read(self.0.0.size(), 0)?, self.1.moved(axes, run)?))
    }
}

/// The list of the modes of extents `E`.
type ModesOf<E> = <<E as TypedExtents>::Modes as Tuple>::List;
/// The list of what stands in brackets.
type EntriesIn<Left> = <Left as Entries>::List;
/// The list of the modes of both.
type Both<O, F, A, R> = <<O as Orders<A, R>>::Modes as Chain>::Then<<F as Orders<A, R>>::Modes>;

impl<E, L, Left, Order, Folded, A, R, T> Rearrange<E, L> for Axes<Left, Order, Folded>
where
    E: TypedExtents,
    L: TrustedLayout<E> + StridedLayout<E>,
    Left: Entries<List: Splits<ModesOf<E>, Axes: ToTuple<Tuple = A>, Run = R>>,
    A: ModeTuple,
    Order: Tuple<List: Orders<A, R, Modes: Chain>>,
    Folded: Tuple<List: Orders<A, R>>,
    Both<Order::List, Folded::List, A, R>: ToTuple<Tuple = T>,
    T: ModeTuple,
    R: Copy,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<<StaticExtents<T> as Extents>::Strides>;
    type Error = ShapeError;

    const KEEPS_UNIQUE: bool =
        !(<Order::List as Orders<A, R>>::HAS_FRESH || <Folded::List as Orders<A, R>>::HAS_FRESH);
    const CHECK: () = {
        check_all(&<EntriesIn<Left> as Splits<ModesOf<E>>>::FACTS);
        let kept = <Order::List as Orders<A, R>>::PLACES;
        let folded = <Folded::List as Orders<A, R>>::PLACES;
        let labelled = (1 << <StaticExtents<A> as Extents>::STATIC_EXTENTS.len()) - 1;
        let all = match <EntriesIn<Left> as Splits<ModesOf<E>>>::HAS_RUN {
            true => labelled | RUN,
            false => labelled,
        };
        if kept & folded != 0 || kept | folded != all {
            stop("each label of the operand is kept or folded, once")
        }
    };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, ShapeError> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let (left, order) = (self.left.into_entries(), self.order.into_list());
        let folded = self.folded.into_list();
        read(mapping, |extents, strides| {
            let all = Numbers::of(|to| {
                extents.iter().zip(strides).for_each(|(extent, stride)| to.push(*extent, *stride));
                Ok(0)
            })?;
            let axes = left.split(0, all)?;
            let run = <EntriesIn<Left> as Splits<ModesOf<E>>>::RUN;
            let numbers = Numbers::of(|to| {
                order.push(&axes, run, to)?;
                folded.push(&axes, run, to)?;
                Ok(0)
            })?;
            let strides = <StaticExtents<T> as Extents>::Strides::from_list(numbers.strides())?;
            let moved = || {
                // Those of `..` have no labels.
                let (before, rest) = axes.extents().split_at_checked(run.0).unwrap_or_default();
                let behind = rest.get(run.1..).unwrap_or_default();
                let labelled = Numbers::of(|to| {
                    before.iter().chain(behind).for_each(|extent| to.push(*extent, 0));
                    Ok(0)
                })?;
                let all = modes(mapping).into_list();
                let (axes, run) =
                    <EntriesIn<Left> as Splits<ModesOf<E>>>::moved(all, labelled.extents())?;
                let axes = axes.into_tuple();
                let kept = order.moved(axes, run)?;
                Ok(kept.then(folded.moved(axes, run)?).into_tuple())
            };
            typed_part(mapping, &numbers, Strided::new(strides), moved)
        })
    }
}

/// What the macros ask of the operation on extents `E`.
pub(crate) trait AxesIn<E> {
    /// The list of the modes of `..`.
    type Run;
    /// A tuple of the places of the modes that are folded: the last ones.
    type Folded: Default;
}

macro_rules! places {
    () => { Nil };
    ($first:literal $($K:literal)*) => { Cons<Const<$first>, places!($($K)*)> };
}
/// A place for each mode that there can be.
type Places = places!(0 1 2 3 4 5 6 7 8 9 10 11);

impl<E, Left, Order, Folded, A, R, F> AxesIn<E> for Axes<Left, Order, Folded>
where
    E: TypedExtents,
    Left: Entries<List: Splits<ModesOf<E>, Axes: ToTuple<Tuple = A>, Run = R>>,
    Order: Tuple<List: Orders<A, R>>,
    Folded: Tuple<List: Orders<A, R>>,
    Places: Without<<Order::List as Orders<A, R>>::Modes>,
    <Folded::List as Orders<A, R>>::Modes: Take<
            <Places as Without<<Order::List as Orders<A, R>>::Modes>>::Rest,
            Taken: ToTuple<Tuple = F>,
        >,
    F: Default,
{
    type Run = R;
    type Folded = F;
}
