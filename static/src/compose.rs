//! Labelled composition on types: which labels meet, what they stand for, and the result's extents.
//!
//! The labelled modes of all operands are folded into an *environment*, a list with one entry a
//! label. A new label is pushed, a known one is unified. The result's labels are then gathered from
//! it. Any number of operands, batch labels, sums and diagonals come out of these two steps.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Add;

use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};
use typenum::{Add1, B0, B1, U0};

use crate::certainty::{Certainty, Known};
use crate::label::{Compare, Label};
use crate::list::{Cons, Nil, ToTuple, Tuple};
use crate::mode::{Const, Dyn, Mode};
use crate::static_extents::{ModeTuple, StaticExtents};
use crate::{Extents, LabelName, ShapeError};

/// A tuple of extents that compose under the labels `Ins` (a tuple of label tuples, one an operand)
/// to a result labelled `Out`.
///
/// This is the one bound that generic code states for an operation; its result is [`Composed`].
/// A label that several operands share names modes of equal extent; one that is not in the result
/// is summed; one that repeats within an operand is a diagonal.
///
/// ```
/// use extents_static::label::{i, j, k};
/// use extents_static::{Compose, Composed, StaticExtents, extents};
/// type Product<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;
/// fn matmul<A, B>(a: A, b: B) -> Product<A, B>
/// where
///     (A, B): Compose<((i, j), (j, k)), (i, k), Error = std::convert::Infallible>,
/// {
///     let Ok(c) = (a, b).compose();
///     c
/// }
/// let c: StaticExtents![2, 4] = matmul(extents![2, 3], extents![3, 4]);
/// # let _ = c;
/// ```
pub trait Compose<Ins, Out>: Sized {
    /// The extents of the result: static where an operand's are.
    type Output: Extents;
    /// `Infallible` where all is static, else [`ShapeError`].
    type Error: Into<ShapeError> + fmt::Debug + 'static;
    #[doc(hidden)]
    type Certainty: Certainty<Error = Self::Error>;
    /// The labels and what they stand for.
    #[doc(hidden)]
    type Environment: Environment;

    /// The extents of the result.
    ///
    /// # Errors
    /// [`ShapeError::LabelMismatch`] where run-time extents under one label differ,
    /// [`ShapeError::LabelCount`] and [`ShapeError::Null`] for operands of run-time rank,
    /// [`ShapeError::SizeOverflow`].
    #[inline]
    fn compose(self) -> Result<Self::Output, Self::Error> {
        self.resolve().map(|(_, output)| output)
    }

    /// What each label stands for, and the extents of the result.
    #[doc(hidden)]
    fn resolve(self) -> Result<(Self::Environment, Self::Output), Self::Error>;

    /// Each label in the order of its first use, with its extent.
    ///
    /// # Errors
    /// As [`compose`](Compose::compose).
    ///
    /// ```
    /// use extents_static::label::{i, j, k};
    /// use extents_static::{Compose, extents};
    /// let operands = (extents![2, 3], extents![3, dyn 4]?);
    /// let table = Compose::<((i, j), (j, k)), (i, k)>::label_table(operands)?;
    /// let text: Vec<String> = table.iter().map(|entry| entry.to_string()).collect();
    /// assert_eq!(text, ["i = 2", "j = 3", "k = dyn 4"]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    fn label_table(self) -> Result<LabelTable<Self::Environment>, Self::Error> {
        self.resolve().map(|(environment, _)| environment.table())
    }
}

/// The extents that a composition gives.
///
/// ```
/// use extents_static::label::{i, j};
/// use extents_static::{Composed, StaticExtents};
/// type Transposed<A> = Composed<(A,), ((i, j),), (j, i)>;
/// let t: Transposed<StaticExtents![2, 3]> = extents_static::extents![3, 2];
/// # let _ = t;
/// ```
pub type Composed<Operands, Ins, Out> = <Operands as Compose<Ins, Out>>::Output;

/// One entry a distinct label; the length is computed by the compiler.
pub type LabelTable<Env> = GenericArray<LabelExtent, <Env as Environment>::Len>;

/// What a label stands for. Prints `j = 3`, or `j = dyn 3` where the types do not know the extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelExtent {
    /// The label.
    pub label: LabelName,
    /// The extent of the modes that it names.
    pub extent: usize,
    /// Whether the types know the extent.
    pub is_static: bool,
}

impl fmt::Display for LabelExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.is_static { "" } else { "dyn " };
        write!(f, "{} = {open}{}", self.label, self.extent)
    }
}

impl<Operands, Ins, Out> Compose<Ins, Out> for Operands
where
    Operands: Tuple,
    Ins: Tuple,
    Out: Tuple<List: LabelList>,
    Operands::List: FoldOperands<Ins::List, Nil>,
    Out::List: Gather<Folded<Operands, Ins>>,
    Gathered<Operands, Ins, Out>: ToTuple<Tuple: ModeTuple>,
{
    type Output = StaticExtents<<Gathered<Operands, Ins, Out> as ToTuple>::Tuple>;
    type Error = <Self::Certainty as Certainty>::Error;
    type Certainty = <Operands::List as FoldOperands<Ins::List, Nil>>::Certainty;
    type Environment = Folded<Operands, Ins>;

    #[inline]
    fn resolve(self) -> Result<(Self::Environment, Self::Output), Self::Error> {
        let resolve = || {
            let environment = self.into_list().fold(Nil, 0)?;
            let modes = <Out::List as Gather<_>>::gather(&environment).into_tuple();
            Ok((environment, StaticExtents::from_modes(modes)?))
        };
        Self::Certainty::settle(resolve())
    }
}

type Folded<Operands, Ins> =
    <<Operands as Tuple>::List as FoldOperands<<Ins as Tuple>::List, Nil>>::Environment;
type Gathered<Operands, Ins, Out> = <<Out as Tuple>::List as Gather<Folded<Operands, Ins>>>::Modes;

// Operands: their modes, named by labels.

/// Extents whose modes can be named by the label tuple `Labels`: one label a mode.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "nothing says that the modes of `{Self}` can be labelled `{Labels}`",
    label = "generic code states one bound, such as `(A, B): Compose<((i, j), (j, k)), (i, k)>`"
)]
pub trait LabelledBy<Labels>: Extents {
    /// A list of entries, one a mode.
    type Entries;
    type Certainty: Certainty;
    /// Names the modes; `operand` is for the error.
    fn entries(&self, operand: usize) -> Result<Self::Entries, ShapeError>;
}

/// A tuple of `R` labels, for a tuple of `R` modes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{Self}` for extents of rank {R}",
    label = "each mode needs exactly one label"
)]
pub trait Names<Modes, const R: usize>: Tuple<List: LabelList> {
    /// Each label with the mode at its place, as a list.
    type Entries;
    fn name(modes: Modes) -> Self::Entries;
}

macro_rules! names {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        #[allow(unused_variables)]
        impl<$($A: Label, $B: Mode),*> Names<($($B,)*), $rank> for ($($A,)*) {
            type Entries = names!(@type $(($A $B))*);
            #[inline]
            fn name(modes: ($($B,)*)) -> Self::Entries {
                names!(@value modes $($k)*)
            }
        }

        impl<$($A: Label),*> LabelCount<$rank> for ($($A,)*) {}
    };
    (@type) => { Nil };
    (@type ($A:ident $B:ident) $($rest:tt)*) => { Cons<Entry<$A, $B>, names!(@type $($rest)*)> };
    (@value $modes:ident) => { Nil };
    (@value $modes:ident $k:tt $($rest:tt)*) => {
        Cons(Entry::new($modes.$k), names!(@value $modes $($rest)*))
    };
}
for_each_arity!(names);

impl<T: ModeTuple, Labels, const R: usize> LabelledBy<Labels> for StaticExtents<T>
where
    Self: Extents<Index = [usize; R]>,
    Labels: Names<T, R>,
{
    type Entries = Labels::Entries;
    type Certainty = T::Certainty;

    #[inline]
    fn entries(&self, _: usize) -> Result<Self::Entries, ShapeError> {
        Ok(Labels::name(self.modes()))
    }
}

/// A tuple of `R` labels, for extents of which only the rank is in the type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "labels `{Self}` for extents of rank {R}",
    label = "each mode needs exactly one label"
)]
pub trait LabelCount<const R: usize>: Tuple<List: LabelList> {}

/// The entries of extents whose rank or extents are values: all `Dyn`.
#[doc(hidden)]
pub type DynEntries<Labels> = <<Labels as Tuple>::List as LabelList>::DynEntries;

/// Names the modes of run-time extents, after their number was checked.
#[doc(hidden)]
#[inline]
pub fn dyn_entries<Labels: Tuple<List: LabelList>>(extents: &[usize]) -> DynEntries<Labels> {
    Labels::List::name_dyn(extents)
}

/// A mode and the label that names it.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Entry<L, M> {
    mode: M,
    label: PhantomData<L>,
}

impl<L: Label, M: Mode> fmt::Debug for Entry<L, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {:?}", L::NAME, self.mode)
    }
}

impl<L, M> Entry<L, M> {
    #[inline]
    fn new(mode: M) -> Self {
        Entry { mode, label: PhantomData }
    }
}

/// A list of labels.
#[doc(hidden)]
pub trait LabelList {
    const LEN: usize;
    /// Each label with a `Dyn` mode.
    type DynEntries;
    /// Reads the extents off a slice; where it ends early the rest is 0.
    fn name_dyn(extents: &[usize]) -> Self::DynEntries;

    /// Whether `id` is among the labels.
    fn contains(id: usize) -> bool;
    /// The sum of the strides of the modes that the label `id` names.
    fn stride(id: usize, strides: &[isize]) -> isize;
    /// Runs `body` for each index of these labels, the last one fastest.
    fn walk<Env: Environment, W: Walker>(env: &Env, at: W, body: &mut impl FnMut(W));
}

impl LabelList for Nil {
    const LEN: usize = 0;
    type DynEntries = Nil;

    #[inline]
    fn name_dyn(_: &[usize]) -> Nil {
        Nil
    }
    #[inline]
    fn contains(_: usize) -> bool {
        false
    }
    #[inline]
    fn stride(_: usize, _: &[isize]) -> isize {
        0
    }
    #[inline]
    fn walk<Env: Environment, W: Walker>(_: &Env, at: W, body: &mut impl FnMut(W)) {
        body(at);
    }
}

impl<L: Label, T: LabelList> LabelList for Cons<L, T> {
    const LEN: usize = T::LEN + 1;
    type DynEntries = Cons<Entry<L, Dyn>, T::DynEntries>;

    #[inline]
    fn name_dyn(extents: &[usize]) -> Self::DynEntries {
        let (first, rest) = extents.split_first().unwrap_or((&0, &[]));
        Cons(Entry::new(Dyn::new(*first)), T::name_dyn(rest))
    }
    #[inline]
    fn contains(id: usize) -> bool {
        L::ID == id || T::contains(id)
    }
    #[inline]
    fn stride(id: usize, strides: &[isize]) -> isize {
        let Some((&first, rest)) = strides.split_first() else { return 0 };
        // Within one tensor, sums of strides stay below its span.
        (if L::ID == id { first } else { 0 }).wrapping_add(T::stride(id, rest))
    }
    #[inline]
    fn walk<Env: Environment, W: Walker>(env: &Env, at: W, body: &mut impl FnMut(W)) {
        for n in 0..env.extent(L::ID) {
            T::walk(env, at.step::<L>(n), body);
        }
    }
}

/// What a loop nest carries along: it moves `n` entries along the modes that a label names.
#[doc(hidden)]
pub trait Walker: Copy {
    fn step<L: Label>(self, n: usize) -> Self;
}

/// Folds the labelled modes of a list of operands into an environment.
#[doc(hidden)]
pub trait FoldOperands<Ins, Env> {
    type Environment: Environment;
    type Certainty: Certainty;
    fn fold(self, env: Env, operand: usize) -> Result<Self::Environment, ShapeError>;
}

impl<Env: Environment> FoldOperands<Nil, Env> for Nil {
    type Environment = Env;
    type Certainty = Known;
    #[inline]
    fn fold(self, env: Env, _: usize) -> Result<Env, ShapeError> {
        Ok(env)
    }
}

impl<E, Rest, In, Ins, Env> FoldOperands<Cons<In, Ins>, Env> for Cons<E, Rest>
where
    E: LabelledBy<In>,
    E::Entries: FoldEntries<Env>,
    Rest: FoldOperands<Ins, <E::Entries as FoldEntries<Env>>::Environment>,
{
    type Environment = Rest::Environment;
    type Certainty = <E::Certainty as Certainty>::And<Rest::Certainty>;
    #[inline]
    fn fold(self, env: Env, operand: usize) -> Result<Self::Environment, ShapeError> {
        let env = self.0.entries(operand)?.fold(env)?;
        self.1.fold(env, operand.wrapping_add(1))
    }
}

/// Folds the labelled modes of one operand into an environment.
#[doc(hidden)]
pub trait FoldEntries<Env> {
    type Environment;
    fn fold(self, env: Env) -> Result<Self::Environment, ShapeError>;
}

impl<Env> FoldEntries<Env> for Nil {
    type Environment = Env;
    #[inline]
    fn fold(self, env: Env) -> Result<Env, ShapeError> {
        Ok(env)
    }
}

impl<L, M, Rest, Env> FoldEntries<Env> for Cons<Entry<L, M>, Rest>
where
    Env: Meet<L, M>,
    Rest: FoldEntries<Env::Environment>,
{
    type Environment = Rest::Environment;
    #[inline]
    fn fold(self, env: Env) -> Result<Self::Environment, ShapeError> {
        self.1.fold(env.meet(self.0.mode)?)
    }
}

// The environment: one entry a label.

/// Takes in a mode named `L`: pushed where the label is new, unified where it is known.
#[doc(hidden)]
pub trait Meet<L, M>: Sized {
    type Environment;
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError>;
}

impl<L: Label, M: Mode> Meet<L, M> for Nil {
    type Environment = Cons<Entry<L, M>, Nil>;
    #[inline]
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(Entry::new(mode), Nil))
    }
}

impl<L, M, L2, M2, Rest> Meet<L, M> for Cons<Entry<L2, M2>, Rest>
where
    L: Compare<L2>,
    L2: Label,
    Self: MeetIf<L::Equal, L, M>,
{
    type Environment = <Self as MeetIf<L::Equal, L, M>>::Environment;
    #[inline]
    fn meet(self, mode: M) -> Result<Self::Environment, ShapeError> {
        self.meet_if(mode)
    }
}

/// [`Meet`] for a list whose first label is (`B1`) or is not (`B0`) the one that arrives.
#[doc(hidden)]
pub trait MeetIf<Equal, L, M>: Sized {
    type Environment;
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError>;
}

impl<L: Label, M, L2, M2, Rest> MeetIf<B1, L, M> for Cons<Entry<L2, M2>, Rest>
where
    M2: Unify<L, M>,
{
    type Environment = Cons<Entry<L2, M2::Output>, Rest>;
    #[inline]
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(Entry::new(self.0.mode.unify(mode)?), self.1))
    }
}

impl<L, M, L2, M2, Rest> MeetIf<B0, L, M> for Cons<Entry<L2, M2>, Rest>
where
    Rest: Meet<L, M>,
{
    type Environment = Cons<Entry<L2, M2>, Rest::Environment>;
    #[inline]
    fn meet_if(self, mode: M) -> Result<Self::Environment, ShapeError> {
        Ok(Cons(self.0, self.1.meet(mode)?))
    }
}

/// Two modes under one label `L`: what is static in either is static in the output.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` names modes of different extents: `{Self}` and `{M}`",
    label = "a label stands for one extent in all operands",
    note = "the two modes need equal extents, or labels of their own"
)]
pub trait Unify<L, M> {
    type Output: Mode;
    fn unify(self, other: M) -> Result<Self::Output, ShapeError>;
}

impl<L: Label, M: Mode> Unify<L, M> for M {
    type Output = M;
    #[inline]
    fn unify(self, other: M) -> Result<M, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(self)
    }
}

impl<L: Label, const N: usize> Unify<L, Dyn> for Const<N> {
    type Output = Const<N>;
    #[inline]
    fn unify(self, other: Dyn) -> Result<Const<N>, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(self)
    }
}

impl<L: Label, const N: usize> Unify<L, Const<N>> for Dyn {
    type Output = Const<N>;
    #[inline]
    fn unify(self, other: Const<N>) -> Result<Const<N>, ShapeError> {
        equal_extents::<L>(self, other)?;
        Ok(other)
    }
}

#[inline]
fn equal_extents<L: Label>(left: impl Mode, right: impl Mode) -> Result<(), ShapeError> {
    let (left, right) = (left.extent(), right.extent());
    if left == right { Ok(()) } else { Err(label_mismatch(L::NAME, left, right)) }
}

#[cold]
fn label_mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::LabelMismatch { label: LabelName::new(label), left, right }
}

/// A list of entries, one a distinct label.
#[doc(hidden)]
pub trait Environment {
    type Len: ArrayLength;
    /// The extent of the label `id`; 1 of one that is not there.
    fn extent(&self, id: usize) -> usize;
    /// Whether some label is not in `Kept`.
    fn has_others<Kept: LabelList>(&self) -> bool;
    /// Whether some label that is not in `Kept` has extent 0.
    fn has_empty_other<Kept: LabelList>(&self) -> bool;
    /// Runs `body` for each index of the labels that are not in `Kept`.
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W));
    /// The `n`-th entry.
    fn entry(&self, n: usize) -> LabelExtent;

    fn table(&self) -> GenericArray<LabelExtent, Self::Len> {
        GenericArray::generate(|n| self.entry(n))
    }
}

impl Environment for Nil {
    type Len = U0;
    #[inline]
    fn extent(&self, _: usize) -> usize {
        1
    }
    #[inline]
    fn has_others<Kept: LabelList>(&self) -> bool {
        false
    }
    #[inline]
    fn has_empty_other<Kept: LabelList>(&self) -> bool {
        false
    }
    #[inline]
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W)) {
        body(at);
    }
    fn entry(&self, _: usize) -> LabelExtent {
        LabelExtent { label: LabelName::new(""), extent: 1, is_static: true }
    }
}

impl<L: Label, M: Mode, Rest: Environment> Environment for Cons<Entry<L, M>, Rest>
where
    Rest::Len: Add<B1, Output: ArrayLength>,
{
    type Len = Add1<Rest::Len>;
    #[inline]
    fn extent(&self, id: usize) -> usize {
        if L::ID == id { self.0.mode.extent() } else { self.1.extent(id) }
    }
    #[inline]
    fn has_others<Kept: LabelList>(&self) -> bool {
        !Kept::contains(L::ID) || self.1.has_others::<Kept>()
    }
    #[inline]
    fn has_empty_other<Kept: LabelList>(&self) -> bool {
        !Kept::contains(L::ID) && self.0.mode.extent() == 0 || self.1.has_empty_other::<Kept>()
    }
    #[inline]
    fn walk_others<Kept: LabelList, W: Walker>(&self, at: W, body: &mut impl FnMut(W)) {
        if Kept::contains(L::ID) {
            self.1.walk_others::<Kept, W>(at, body);
        } else {
            for n in 0..self.0.mode.extent() {
                self.1.walk_others::<Kept, W>(at.step::<L>(n), body);
            }
        }
    }
    fn entry(&self, n: usize) -> LabelExtent {
        match n.checked_sub(1) {
            Some(n) => self.1.entry(n),
            None => LabelExtent {
                label: LabelName::new(L::NAME),
                extent: self.0.mode.extent(),
                is_static: M::EXTENT.is_some(),
            },
        }
    }
}

// The result: its labels looked up in the environment.

/// The modes that a list of labels stands for.
#[doc(hidden)]
pub trait Gather<Env> {
    type Modes;
    fn gather(env: &Env) -> Self::Modes;
}

impl<Env> Gather<Env> for Nil {
    type Modes = Nil;
    #[inline]
    fn gather(_: &Env) -> Nil {
        Nil
    }
}

impl<L, Rest, Env> Gather<Env> for Cons<L, Rest>
where
    Rest: Lacks<L>,
    Env: Find<L>,
    Rest: Gather<Env>,
{
    type Modes = Cons<Env::Mode, Rest::Modes>;
    #[inline]
    fn gather(env: &Env) -> Self::Modes {
        Cons(env.find(), Rest::gather(env))
    }
}

/// Looks a label up in an environment.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` of the result stands in no operand",
    label = "the result can only have labels of its operands"
)]
pub trait Find<L> {
    type Mode: Mode;
    fn find(&self) -> Self::Mode;
}

impl<L, L2, M2, Rest> Find<L> for Cons<Entry<L2, M2>, Rest>
where
    L: Compare<L2>,
    L2: Label,
    Self: FindIf<L::Equal, L>,
{
    type Mode = <Self as FindIf<L::Equal, L>>::Mode;
    #[inline]
    fn find(&self) -> Self::Mode {
        self.find_if()
    }
}

/// [`Find`] for a list whose first label is (`B1`) or is not (`B0`) the one that is sought.
#[doc(hidden)]
pub trait FindIf<Equal, L> {
    type Mode: Mode;
    fn find_if(&self) -> Self::Mode;
}

impl<L, L2, M2: Mode, Rest> FindIf<B1, L> for Cons<Entry<L2, M2>, Rest> {
    type Mode = M2;
    #[inline]
    fn find_if(&self) -> M2 {
        self.0.mode
    }
}

impl<L, L2, M2, Rest: Find<L>> FindIf<B0, L> for Cons<Entry<L2, M2>, Rest> {
    type Mode = Rest::Mode;
    #[inline]
    fn find_if(&self) -> Rest::Mode {
        self.1.find()
    }
}

/// A list of labels without `L`.
#[doc(hidden)]
pub trait Lacks<L> {}

impl<L> Lacks<L> for Nil {}

impl<L, L2, Rest> Lacks<L> for Cons<L2, Rest>
where
    L: Compare<L2>,
    L2: Label,
    L::Equal: DiffersFor<L>,
    Rest: Lacks<L>,
{
}

/// The answer `B0` to whether a label equals another one of the result.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "label `{L}` stands twice in the result",
    label = "each label of the result names one mode"
)]
pub trait DiffersFor<L> {}
impl<L> DiffersFor<L> for B0 {}
