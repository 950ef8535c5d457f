//! The typed twin of a pattern: modes split into axes, and put into another order with new ones, as types.
//!
//! [`rearrange!`](crate::einops::rearrange!) and its kin write these types. Tuples are the face, lists the inside.

use extents_static::__private::{Chain, Cons, Nil, Nth, ToTuple, Tuple, refuse, stop};

use crate::error::{Part as Whole, Place};
use crate::label::LabelName;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::rearrange::numbers::{self, ModeSink, Numbers};
use crate::rearrange::{Part, Rearrange, Seal, read, typed_part};
use crate::{
    Const, Dyn, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, StrideList,
    TypedExtents,
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

/// Mode `MODE`, which is one axis, of a size or of none that is given.
#[derive(Clone, Copy, Debug)]
pub struct One<const MODE: usize, P>(pub P);

/// Mode `MODE`, which is several axes, each of a size or of none that is given. Without any, it has extent 1.
#[derive(Clone, Copy, Debug)]
pub struct Several<const MODE: usize, P>(pub P);

/// The size of an axis that is not given.
#[derive(Clone, Copy, Debug)]
pub struct NotGiven(LabelName);

impl NotGiven {
    /// That of this label.
    #[inline]
    pub const fn of(label: &str) -> Self {
        NotGiven(LabelName::new(label))
    }
}

/// An axis that the operand does not have.
#[derive(Clone, Copy, Debug)]
pub struct Fresh<M>(pub M);

/// The sizes of the axes of a mode.
trait Sizes {
    type Axes: Chain;
    /// The product of those that the type knows; whether it knows all that are given; how many are not given.
    const PRODUCT: usize;
    const KNOWN: bool;
    const NOT_GIVEN: usize;
    fn push(&self, sizes: &mut Parts);
}

/// Sizes one by one, and the label of the one that is not given, with its place.
struct Parts {
    sizes: [usize; 12],
    count: usize,
    rest: Option<(usize, LabelName)>,
}

impl Parts {
    fn push(&mut self, size: usize) {
        if let Some(to) = self.sizes.get_mut(self.count) {
            *to = size;
        }
        self.count = self.count.saturating_add(1);
    }

    /// The sizes of a mode of this extent.
    fn settle(&mut self, mode: usize, extent: usize) -> Result<&[usize], ShapeError> {
        if let Some((place, label)) = self.rest {
            let product = self.given().iter().fold(1, |all: usize, size| all.saturating_mul(*size));
            let rest = extent.checked_div(product).filter(|_| extent.is_multiple_of(product));
            let place_of = Place::part(label, mode);
            let mismatch =
                ShapeError::ExtentMismatch { place: place_of, expected: product, found: extent };
            if let Some(to) = self.sizes.get_mut(place) {
                *to = rest.ok_or(mismatch)?;
            }
        }
        Ok(self.given())
    }

    fn given(&self) -> &[usize] {
        self.sizes.get(..self.count).unwrap_or(&self.sizes)
    }
}

impl Sizes for Nil {
    type Axes = Nil;
    const PRODUCT: usize = 1;
    const KNOWN: bool = true;
    const NOT_GIVEN: usize = 0;
    #[inline]
    fn push(&self, _: &mut Parts) {}
}

impl<M: Mode, Rest: Sizes> Sizes for Cons<M, Rest> {
    type Axes = Cons<M, Rest::Axes>;
    const PRODUCT: usize = match M::EXTENT {
        Some(extent) => extent.saturating_mul(Rest::PRODUCT),
        None => Rest::PRODUCT,
    };
    const KNOWN: bool = M::EXTENT.is_some() && Rest::KNOWN;
    const NOT_GIVEN: usize = Rest::NOT_GIVEN;
    #[inline]
    fn push(&self, sizes: &mut Parts) {
        sizes.push(self.0.extent());
        self.1.push(sizes);
    }
}

impl<Rest: Sizes> Sizes for Cons<NotGiven, Rest> {
    type Axes = Cons<Dyn, Rest::Axes>;
    const PRODUCT: usize = Rest::PRODUCT;
    const KNOWN: bool = Rest::KNOWN;
    const NOT_GIVEN: usize = Rest::NOT_GIVEN + 1;
    #[inline]
    fn push(&self, sizes: &mut Parts) {
        sizes.rest = Some((sizes.count, self.0.0));
        sizes.push(1);
        self.1.push(sizes);
    }
}

/// A tuple of what stands in the brackets of an operand, one for each of a tuple of modes.
#[diagnostic::on_unimplemented(
    message = "the brackets of the operand do not have one entry for each mode of `{Modes}`",
    label = "each mode of the operand needs one entry in its brackets",
    note = "an entry is a label, several in parentheses, or `1`"
)]
pub(crate) trait EntriesOf<Modes> {}

macro_rules! entries {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A, $B),*> EntriesOf<($($B,)*)> for ($($A,)*) {}
    };
}
extents_static::for_each_arity!(entries);

/// What stands in the brackets of an operand, as a list, for a list of modes.
trait Splits<Modes> {
    type Axes;
    const CHECK: ();
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError>;
}

impl Splits<Nil> for Nil {
    type Axes = Nil;
    const CHECK: () = ();
    #[inline]
    fn split(&self, _: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        Ok(all)
    }
}

impl<M: Mode, Ms, Rest: Splits<Ms>, const MODE: usize> Splits<Cons<M, Ms>>
    for Cons<One<MODE, NotGiven>, Rest>
{
    type Axes = Cons<M, Rest::Axes>;
    const CHECK: () = Rest::CHECK;
    #[inline]
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        self.1.split(mode.saturating_add(1), all)
    }
}

impl<M: Mode, Ms, P: Mode, Rest: Splits<Ms>, const MODE: usize> Splits<Cons<M, Ms>>
    for Cons<One<MODE, P>, Rest>
{
    type Axes = Cons<P, Rest::Axes>;
    const CHECK: () = {
        check(MODE, M::EXTENT, <Cons<P, Nil> as Sizes>::PRODUCT, P::EXTENT.is_some(), 0);
        Rest::CHECK
    };
    #[inline]
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        let all = self.1.split(mode.saturating_add(1), all)?;
        split_by(&Cons(self.0.0, Nil), mode, &all)
    }
}

impl<M: Mode, Ms, Rest: Splits<Ms>, const MODE: usize> Splits<Cons<M, Ms>>
    for Cons<Several<MODE, ()>, Rest>
{
    type Axes = Rest::Axes;
    const CHECK: () = {
        if let Some(found) = M::EXTENT
            && found != 1
        {
            refuse(ShapeError::ExtentMismatch { place: Place::Mode(MODE), expected: 1, found })
        }
        Rest::CHECK
    };
    #[inline]
    fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
        let all = self.1.split(mode.saturating_add(1), all)?;
        Numbers::of(|to| numbers::drop_mode((all.extents(), all.strides()), mode, to))
    }
}

macro_rules! several {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<M: Mode, Ms, Rest: Splits<Ms>, const MODE: usize, $($A: Copy),*> Splits<Cons<M, Ms>>
            for Cons<Several<MODE, ($($A,)*)>, Rest>
        where
            ($($A,)*): Tuple<List: Sizes>,
        {
            type Axes = <<<($($A,)*) as Tuple>::List as Sizes>::Axes as Chain>::Then<Rest::Axes>;
            const CHECK: () = {
                type List<T> = <T as Tuple>::List;
                let known = <List<($($A,)*)> as Sizes>::KNOWN;
                let not_given = <List<($($A,)*)> as Sizes>::NOT_GIVEN;
                check(MODE, M::EXTENT, <List<($($A,)*)> as Sizes>::PRODUCT, known, not_given);
                Rest::CHECK
            };
            #[inline]
            fn split(&self, mode: usize, all: Numbers) -> Result<Numbers, ShapeError> {
                let all = self.1.split(mode.saturating_add(1), all)?;
                split_by(&self.0.0.into_list(), mode, &all)
            }
        }
    };
}
extents_static::for_each_arity!(several);

/// One mode as axes of these sizes.
#[inline]
fn split_by<P: Sizes>(sizes: &P, mode: usize, all: &Numbers) -> Result<Numbers, ShapeError> {
    let mut parts = Parts { sizes: [1; 12], count: 0, rest: None };
    sizes.push(&mut parts);
    let (extent, _) = numbers::nth(all.extents(), all.strides(), mode)?;
    let parts = parts.settle(mode, extent)?;
    Numbers::of(|to| numbers::split((all.extents(), all.strides()), mode, parts, to))
}

/// What the types know of the sizes of a mode.
const fn check(mode: usize, extent: Option<usize>, product: usize, known: bool, not_given: usize) {
    if not_given > 1 {
        stop(
            "of the labels in one pair of parentheses at most one has no size: give the others after `;`, `p = 2`",
        )
    }
    let (Some(extent), true) = (extent, known) else { return };
    let (is_whole, part) = match not_given {
        0 => (product == extent, Whole::Split),
        _ => (product != 0 && extent.is_multiple_of(product), Whole::Tile),
    };
    if !is_whole {
        refuse(ShapeError::PartMismatch { part, mode, size: product, extent })
    }
}

/// The axes of a result, as a list: the places of those of the operand, and new ones.
trait Orders<Axes> {
    type Modes;
    /// A bit for each place.
    const PLACES: u32;
    const HAS_FRESH: bool;
    fn push(&self, axes: &Numbers, to: &mut Numbers) -> Result<(), ShapeError>;
}

impl<A> Orders<A> for Nil {
    type Modes = Nil;
    const PLACES: u32 = 0;
    const HAS_FRESH: bool = false;
    #[inline]
    fn push(&self, _: &Numbers, _: &mut Numbers) -> Result<(), ShapeError> {
        Ok(())
    }
}

impl<A: Nth<K>, Rest: Orders<A>, const K: usize> Orders<A> for Cons<Const<K>, Rest> {
    type Modes = Cons<A::Item, Rest::Modes>;
    const PLACES: u32 = {
        if Rest::PLACES & (1 << K) != 0 {
            stop("a label occurs twice in the result")
        }
        Rest::PLACES | (1 << K)
    };
    const HAS_FRESH: bool = Rest::HAS_FRESH;
    #[inline]
    fn push(&self, axes: &Numbers, to: &mut Numbers) -> Result<(), ShapeError> {
        let (extent, stride) = numbers::nth(axes.extents(), axes.strides(), K)?;
        to.push(extent, stride);
        self.1.push(axes, to)
    }
}

impl<A, M: Mode, Rest: Orders<A>> Orders<A> for Cons<Fresh<M>, Rest> {
    type Modes = Cons<M, Rest::Modes>;
    const PLACES: u32 = Rest::PLACES;
    const HAS_FRESH: bool = true;
    #[inline]
    fn push(&self, axes: &Numbers, to: &mut Numbers) -> Result<(), ShapeError> {
        to.push(self.0.0.extent(), 0);
        self.1.push(axes, to)
    }
}

/// The list of the modes of both.
type Both<O, F, A> = <<O as Orders<A>>::Modes as Chain>::Then<<F as Orders<A>>::Modes>;

impl<E, L, Left, Order, Folded, A, T> Rearrange<E, L> for Axes<Left, Order, Folded>
where
    E: TypedExtents,
    L: TrustedLayout<E> + StridedLayout<E>,
    Left: Tuple<List: Splits<<E::Modes as Tuple>::List, Axes: ToTuple<Tuple = A>>>,
    A: ModeTuple,
    Order: Tuple<List: Orders<A, Modes: Chain>>,
    Folded: Tuple<List: Orders<A>>,
    Both<Order::List, Folded::List, A>: ToTuple<Tuple = T>,
    T: ModeTuple,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<<StaticExtents<T> as Extents>::Strides>;
    type Error = ShapeError;

    const KEEPS_UNIQUE: bool =
        !(<Order::List as Orders<A>>::HAS_FRESH || <Folded::List as Orders<A>>::HAS_FRESH);
    const CHECK: () = {
        let () = <Left::List as Splits<<E::Modes as Tuple>::List>>::CHECK;
        let kept = <Order::List as Orders<A>>::PLACES;
        let folded = <Folded::List as Orders<A>>::PLACES;
        let all = (1 << <StaticExtents<A> as Extents>::STATIC_EXTENTS.len()) - 1;
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
        let (left, order) = (self.left.into_list(), self.order.into_list());
        let folded = self.folded.into_list();
        read(mapping, |extents, strides| {
            let all = Numbers::of(|to| {
                extents.iter().zip(strides).for_each(|(extent, stride)| to.push(*extent, *stride));
                Ok(0)
            })?;
            let axes = left.split(0, all)?;
            let numbers = Numbers::of(|to| {
                order.push(&axes, to)?;
                folded.push(&axes, to)?;
                Ok(0)
            })?;
            let strides = <StaticExtents<T> as Extents>::Strides::from_list(numbers.strides())?;
            typed_part(mapping, &numbers, Strided::new(strides))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "the numbers are small")]

    use std::string::ToString;

    use super::check;
    use crate::layout::tests::refusal;

    /// What otherwise only the compiler evaluates.
    #[test]
    fn known_sizes_of_labels_make_up_the_mode() {
        for (extent, product) in (0..7).flat_map(|extent| (0..9).map(move |size| (extent, size))) {
            // The size that is not given has to be the only one that fits.
            let fitting = (0..9).filter(|size| size * product == extent).count();
            let cases = [(0, product == extent, "parts"), (1, fitting == 1, "tiles")];
            for (not_given, fits, kind) in cases {
                let ask = || check(3, Some(extent), product, true, not_given);
                if fits {
                    ask();
                } else {
                    let text = refusal(ask);
                    let numbers = [3, extent, product].map(|number| number.to_string());
                    let has_all = numbers.iter().all(|number| text.contains(&number[..]));
                    assert!(has_all && text.contains(kind), "{text}");
                }
                check(3, Some(extent), product, false, not_given);
                check(3, None, product, true, not_given);
            }
        }
        for not_given in [2, 3] {
            let text = refusal(|| check(3, None, 1, false, not_given));
            assert!(text.contains("at most one has no size"), "{text}");
        }
    }
}
