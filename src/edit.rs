//! Edits of tuples of modes and strides, as types: pick, replace, insert and leave out elements.
//!
//! Nobody else needs these traits: what an operation makes of a tuple is a parameter of its implementation.

use extents_static::__private::{Chain, Cons, Nil, Nth, ToTuple, Tuple};

use crate::{Const, Mode};

/// A tuple of which a list of `Const` positions picks elements.
pub(crate) trait Select<Positions> {
    /// The list of the elements picked.
    type Output;
    /// Returns the elements picked.
    fn select(self) -> Self::Output
    where
        Self: Copy;
}

impl<T> Select<Nil> for T {
    type Output = Nil;
    #[inline]
    fn select(self) -> Nil {
        Nil
    }
}

impl<T, const K: usize, Ks> Select<Cons<Const<K>, Ks>> for T
where
    T: Nth<K> + Select<Ks>,
{
    type Output = Cons<<T as Nth<K>>::Item, <T as Select<Ks>>::Output>;
    #[inline]
    fn select(self) -> Self::Output
    where
        Self: Copy,
    {
        Cons(Nth::<K>::parts(self).1, Select::<Ks>::select(self))
    }
}

/// A tuple with a list in the place of its element `K`.
pub(crate) trait ReplaceAt<const K: usize, List> {
    /// The tuple.
    type Output;
    /// Returns the tuple.
    fn replace(self, list: List) -> Self::Output;
}

impl<T, const K: usize, List> ReplaceAt<K, List> for T
where
    T: Nth<K, Before: Chain<Then<List::Then<T::After>>: ToTuple>>,
    List: Chain,
{
    type Output = <<T::Before as Chain>::Then<List::Then<T::After>> as ToTuple>::Tuple;
    #[inline]
    fn replace(self, list: List) -> Self::Output {
        let (before, _, after) = self.parts();
        before.then(list.then(after)).into_tuple()
    }
}

/// A tuple into which an element can be put, before element `K` or behind the last.
#[diagnostic::on_unimplemented(
    message = "there is no place {K} for a mode in `{Self}`",
    label = "places count from 0, and there is one more than modes"
)]
pub(crate) trait InsertAt<const K: usize, X>: Tuple {
    /// The list with the element.
    type Output;
    /// Returns the list.
    fn insert(self, element: X) -> Self::Output;
}

/// `list!(A B)` is the type `Cons<A, Cons<B, Nil>>`.
macro_rules! list {
    () => { Nil };
    ($head:ident $($tail:ident)*) => { Cons<$head, list!($($tail)*)> };
}

/// The list of values.
macro_rules! values {
    () => { Nil };
    ($head:ident $($tail:ident)*) => { Cons($head, values!($($tail)*)) };
}

macro_rules! places {
    ($rank:tt; $(($A:ident $B:ident $k:tt))*) => { places!(@each [$($A)*] [] $rank $(($A $k))*); };
    (@each [$($All:ident)*] [$($before:ident)*] $rank:tt) => {
        #[allow(non_snake_case)]
        impl<$($All,)* X> InsertAt<$rank, X> for ($($All,)*) {
            type Output = list!($($before)* X);
            #[inline]
            fn insert(self, element: X) -> Self::Output {
                let ($($All,)*) = self;
                values!($($before)* element)
            }
        }
    };
    (@each [$($All:ident)*] [$($before:ident)*] $rank:tt ($A:ident $k:tt) $(($after:ident $n:tt))*) => {
        #[allow(non_snake_case)]
        impl<$($All,)* X> InsertAt<$k, X> for ($($All,)*) {
            type Output = list!($($before)* X $A $($after)*);
            #[inline]
            fn insert(self, element: X) -> Self::Output {
                let ($($All,)*) = self;
                values!($($before)* element $A $($after)*)
            }
        }
        places!(@each [$($All)*] [$($before)* $A] $rank $(($after $n))*);
    };
}
extents_static::for_each_arity!(places);

/// A list of modes without as many as a list of labels has.
#[diagnostic::on_unimplemented(
    message = "an operand has fewer modes than labels beside `..`",
    label = "each label needs a mode"
)]
pub(crate) trait Without<Labels> {
    /// The list of the others.
    type Rest;
}

impl<Modes> Without<Nil> for Modes {
    type Rest = Modes;
}

impl<M, Ms: Without<Labels>, L, Labels> Without<Cons<L, Labels>> for Cons<M, Ms> {
    type Rest = Ms::Rest;
}

/// A list of modes, each of which takes an element of a list.
pub(crate) trait Take<Elements> {
    /// The list of the elements that are taken.
    type Taken: Chain;
    /// Those that are left.
    type Left;
    /// How many are taken.
    #[cfg(all(feature = "alloc", feature = "einops"))]
    const COUNT: usize;
    /// Returns those that are taken, and those that are left.
    #[cfg(all(feature = "alloc", feature = "einops"))]
    fn take(elements: Elements) -> (Self::Taken, Self::Left);
}

impl<Elements> Take<Elements> for Nil {
    type Taken = Nil;
    type Left = Elements;
    #[cfg(all(feature = "alloc", feature = "einops"))]
    const COUNT: usize = 0;
    #[cfg(all(feature = "alloc", feature = "einops"))]
    #[inline]
    fn take(elements: Elements) -> (Nil, Elements) {
        (Nil, elements)
    }
}

impl<M, Ms: Take<Elements>, A, Elements> Take<Cons<A, Elements>> for Cons<M, Ms> {
    type Taken = Cons<A, Ms::Taken>;
    type Left = Ms::Left;
    #[cfg(all(feature = "alloc", feature = "einops"))]
    const COUNT: usize = Ms::COUNT + 1;
    #[cfg(all(feature = "alloc", feature = "einops"))]
    #[inline]
    fn take(elements: Cons<A, Elements>) -> (Self::Taken, Ms::Left) {
        let (taken, left) = Ms::take(elements.1);
        (Cons(elements.0, taken), left)
    }
}

/// What is behind mode `MODE` of a list: not nothing.
#[diagnostic::on_unimplemented(
    message = "mode {MODE} is the last one: there is no next one to merge it with",
    label = "needs a mode behind this one"
)]
pub(crate) trait Next<const MODE: usize> {
    /// The next element.
    type Item;
    /// The elements behind it.
    type After;
    /// Returns both.
    fn next(self) -> (Self::Item, Self::After);
}

impl<H, T, const MODE: usize> Next<MODE> for Cons<H, T> {
    type Item = H;
    type After = T;
    #[inline]
    fn next(self) -> (H, T) {
        (self.0, self.1)
    }
}

/// A mode of which nothing is left, at its place in a tuple.
#[derive(Debug)]
pub(crate) struct Folded;

/// A tuple of modes that is folded along a list of `Const` modes.
pub(crate) trait FoldedAt<List> {
    /// The tuple with `Folded` at each of them.
    type Output;
    /// Returns the tuple.
    fn folded(self) -> Self::Output;
}

impl<T> FoldedAt<Nil> for T {
    type Output = T;
    #[inline]
    fn folded(self) -> T {
        self
    }
}

impl<T, Rest, const K: usize> FoldedAt<Cons<Const<K>, Rest>> for T
where
    T: Nth<K, Item: FirstAt<K>> + ReplaceAt<K, Cons<Folded, Nil>, Output: FoldedAt<Rest>>,
{
    type Output = <T::Output as FoldedAt<Rest>>::Output;
    #[inline]
    fn folded(self) -> Self::Output {
        self.replace(Cons(Folded, Nil)).folded()
    }
}

/// A mode, and not a `Folded` one, at place `K`: a list that names each mode once finds it there.
#[diagnostic::on_unimplemented(
    message = "mode {K} occurs twice in the list: it names each mode once",
    label = "this list names a mode twice"
)]
pub(crate) trait FirstAt<const K: usize> {}

#[diagnostic::do_not_recommend]
impl<M: Mode, const K: usize> FirstAt<K> for M {}

/// A list of modes, some of which are `Folded`.
pub(crate) trait AfterFold {
    /// The list without these.
    type Dropped;
    /// The list with [`Const<1>`](Const) in their place.
    type Kept;
    /// Returns the first list.
    fn dropped(self) -> Self::Dropped;
    /// Returns the second list.
    fn kept(self) -> Self::Kept;
}

impl AfterFold for Nil {
    type Dropped = Nil;
    type Kept = Nil;
    #[inline]
    fn dropped(self) -> Nil {
        Nil
    }
    #[inline]
    fn kept(self) -> Nil {
        Nil
    }
}

impl<Rest: AfterFold> AfterFold for Cons<Folded, Rest> {
    type Dropped = Rest::Dropped;
    type Kept = Cons<Const<1>, Rest::Kept>;
    #[inline]
    fn dropped(self) -> Rest::Dropped {
        self.1.dropped()
    }
    #[inline]
    fn kept(self) -> Self::Kept {
        Cons(Const, self.1.kept())
    }
}

impl<M: Mode, Rest: AfterFold> AfterFold for Cons<M, Rest> {
    type Dropped = Cons<M, Rest::Dropped>;
    type Kept = Cons<M, Rest::Kept>;
    #[inline]
    fn dropped(self) -> Self::Dropped {
        Cons(self.0, self.1.dropped())
    }
    #[inline]
    fn kept(self) -> Self::Kept {
        Cons(self.0, self.1.kept())
    }
}
