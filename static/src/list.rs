//! Type-level lists: tuples are what users see, lists are what the algorithms recurse over.

/// The end of a list.
#[derive(Clone, Copy, Debug)]
pub struct Nil;

/// A list of a first element and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Cons<H, T>(pub H, pub T);

/// A tuple of 0 to 12 elements that converts to a list of the same elements.
///
/// # Safety
/// The list has the types and the values of the elements, in their order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of at most 12 elements",
    label = "typed extents, labels and operands come in tuples of 0 to 12"
)]
#[allow(unsafe_code)]
pub unsafe trait Tuple: Sized {
    /// `(A, B)` becomes `Cons<A, Cons<B, Nil>>`.
    type List;
    /// Returns the same elements as a list.
    fn into_list(self) -> Self::List;
}

/// A list of at most 12 elements, and the tuple of the same elements.
///
/// # Safety
/// The tuple has the types and the values of the elements, in their order.
#[diagnostic::on_unimplemented(
    message = "the result has more than 12 modes: typed extents go to rank 12",
    label = "text labels, and operations that take run-time numbers, have results of any rank"
)]
#[allow(unsafe_code)]
pub unsafe trait ToTuple: Sized {
    /// `Cons<A, Cons<B, Nil>>` becomes `(A, B)`.
    type Tuple;
    /// Returns the same elements as a tuple.
    fn into_tuple(self) -> Self::Tuple;
}

/// Calls `$apply!(R; (A0 B0 0) (A1 B1 1) ...)` for each tuple length `R` from 0 to 12.
///
/// The two families of names serve implementations that relate two tuples; the number is the field.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_arity {
    ($apply:ident) => {
        $apply!(0;);
        $apply!(1; (A0 B0 0));
        $apply!(2; (A0 B0 0) (A1 B1 1));
        $apply!(3; (A0 B0 0) (A1 B1 1) (A2 B2 2));
        $apply!(4; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3));
        $apply!(5; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4));
        $apply!(6; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5));
        $apply!(7; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6));
        $apply!(8; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6) (A7 B7 7));
        $apply!(9; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6) (A7 B7 7)
            (A8 B8 8));
        $apply!(10; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6) (A7 B7 7)
            (A8 B8 8) (A9 B9 9));
        $apply!(11; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6) (A7 B7 7)
            (A8 B8 8) (A9 B9 9) (A10 B10 10));
        $apply!(12; (A0 B0 0) (A1 B1 1) (A2 B2 2) (A3 B3 3) (A4 B4 4) (A5 B5 5) (A6 B6 6) (A7 B7 7)
            (A8 B8 8) (A9 B9 9) (A10 B10 10) (A11 B11 11));
    };
}

/// `list!(a b)` is `Cons(a, Cons(b, Nil))`, as an expression or as a pattern.
macro_rules! list {
    () => { Nil };
    ($head:ident $($tail:ident)*) => { Cons($head, list!($($tail)*)) };
}

/// `List!(A B)` is the type `Cons<A, Cons<B, Nil>>`.
macro_rules! List {
    () => { Nil };
    ($head:ident $($tail:ident)*) => { Cons<$head, List!($($tail)*)> };
}

macro_rules! tuple_and_list {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: the same elements.
        #[allow(unsafe_code, non_snake_case)]
        unsafe impl<$($A),*> Tuple for ($($A,)*) {
            type List = List!($($A)*);
            #[inline]
            fn into_list(self) -> Self::List {
                let ($($A,)*) = self;
                list!($($A)*)
            }
        }

        // SAFETY: the same elements.
        #[allow(unsafe_code, non_snake_case)]
        unsafe impl<$($A),*> ToTuple for List!($($A)*) {
            type Tuple = ($($A,)*);
            #[inline]
            fn into_tuple(self) -> Self::Tuple {
                let list!($($A)*) = self;
                #[allow(clippy::unused_unit, reason = "the tuple of none")]
                ($($A,)*)
            }
        }
    };
}
for_each_arity!(tuple_and_list);

/// A list. What is asked of it are total functions of types, so that code that composes them needs no bounds.
pub trait Chain: Sized {
    /// The elements, then those of `After`.
    type Then<After>;
    /// The elements in reverse, then those of `After`.
    type ReversedOnto<After>;
    /// The values of `Then`.
    fn then<After>(self, after: After) -> Self::Then<After>;
    /// The values of `ReversedOnto`.
    fn reversed_onto<After>(self, after: After) -> Self::ReversedOnto<After>;
}

impl Chain for Nil {
    type Then<After> = After;
    type ReversedOnto<After> = After;
    #[inline]
    fn then<After>(self, after: After) -> After {
        after
    }
    #[inline]
    fn reversed_onto<After>(self, after: After) -> After {
        after
    }
}

impl<H, T: Chain> Chain for Cons<H, T> {
    type Then<After> = Cons<H, T::Then<After>>;
    type ReversedOnto<After> = T::ReversedOnto<Cons<H, After>>;
    #[inline]
    fn then<After>(self, after: After) -> Self::Then<After> {
        Cons(self.0, self.1.then(after))
    }
    #[inline]
    fn reversed_onto<After>(self, after: After) -> Self::ReversedOnto<After> {
        self.1.reversed_onto(Cons(self.0, after))
    }
}

/// A list turned around.
pub type Reversed<List> = <List as Chain>::ReversedOnto<Nil>;

/// A tuple that has an element `K`, counted from 0.
///
/// One implementation for each place, without recursion, so that errors show the number that was asked for.
///
/// # Safety
/// `Item` is the type of element `K` of the tuple, so that what it knows of a mode is true of that mode.
#[diagnostic::on_unimplemented(
    message = "there is no mode {K} in `{Self}`",
    label = "modes count from 0, and there are not as many"
)]
#[allow(unsafe_code)]
pub unsafe trait Nth<const K: usize>: Tuple {
    /// The list of the elements before it.
    type Before: Chain;
    /// The element.
    type Item;
    /// The list of the elements behind it.
    type After;
    /// Returns the elements before it, the element, and those behind it.
    fn parts(self) -> (Self::Before, Self::Item, Self::After);
}

/// The element `K` of a tuple.
pub type NthOf<T, const K: usize> = <T as Nth<K>>::Item;

macro_rules! places {
    ($rank:tt; $(($A:ident $B:ident $k:tt))*) => { places!(@each [$($A)*] [] $(($A $k))*); };
    (@each [$($All:ident)*] [$($before:ident)*]) => {};
    (@each [$($All:ident)*] [$($before:ident)*] ($A:ident $k:tt) $(($after:ident $n:tt))*) => {
        // SAFETY: the elements stand in this order in the tuple.
        #[allow(unsafe_code, non_snake_case)]
        unsafe impl<$($All),*> Nth<$k> for ($($All,)*) {
            type Before = List!($($before)*);
            type Item = $A;
            type After = List!($($after)*);
            #[inline]
            fn parts(self) -> (Self::Before, $A, Self::After) {
                let ($($All,)*) = self;
                (list!($($before)*), $A, list!($($after)*))
            }
        }
        places!(@each [$($All)*] [$($before)* $A] $(($after $n))*);
    };
}
for_each_arity!(places);
