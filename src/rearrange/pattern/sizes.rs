//! The sizes of the axes that a mode is split into, and what types know of each axis.
//!
//! An axis without a size is what is left of the mode: a number of a number, `Time/2` of a name. Where a mode is a product of
//! names, with a factor for each axis, the axes are its factors. All of this are total functions of types, so that generic code
//! needs no bounds.

use core::marker::PhantomData;

use extents_static::__private::{
    Certainty, Chain, Cons, Known, Nil, Open, SteppedModes, assert_factor, refuse, stop,
};

use crate::error::{Part as Whole, Place};
use crate::label::LabelName;
use crate::{Const, Dim, Dyn, Mode, ShapeError, Sym};

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

/// The size of an axis whose extent is that of the dim `D`.
#[derive(Debug)]
pub struct Called<D>(usize, PhantomData<fn() -> D>);

impl<D: Dim> Called<D> {
    /// That of this extent.
    #[inline]
    pub const fn of(size: usize) -> Self {
        Called(size, PhantomData)
    }
}

impl<D> Clone for Called<D> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Called<D> {}

/// A size that is given.
pub(super) trait Given: Copy {
    /// The axis.
    type Mode: Mode;
    /// `Known` where the axis may be the factor `X` of a mode `M`, which a constant then compares. A number is a factor that is a
    /// number, unless all of `M` is one, which has parts of any size.
    type Fits<M: Mode, X: Mode>: Certainty;
    fn size(self) -> usize;
}

impl<const N: usize> Given for Const<N> {
    type Mode = Self;
    type Fits<M: Mode, X: Mode> = <<M::Certainty as Certainty>::Either<Dyn, X> as Mode>::Certainty;
    #[inline]
    fn size(self) -> usize {
        N
    }
}

impl Given for Dyn {
    type Mode = Self;
    type Fits<M: Mode, X: Mode> = Open;
    #[inline]
    fn size(self) -> usize {
        self.extent()
    }
}

impl<D: Dim> Given for Called<D> {
    type Mode = Sym<D>;
    type Fits<M: Mode, X: Mode> = Known;
    #[inline]
    fn size(self) -> usize {
        self.0
    }
}

/// The list of the sizes of the axes of a mode.
pub(super) trait Sizes {
    /// What the axis before these is of a product `W`: the first factor, or all where there is no axis behind it.
    type FactorBefore<W: Mode>: Mode;
    /// `Known` where `W` has a factor for the axis before these.
    type HasFactorBefore<W: Mode>: Certainty;
    /// `Known` where the axes are the factors of `W`, which is what is left of `M`.
    type Fits<M: Mode, W: Mode>: Certainty;
    /// What is left of `M` for an axis without a size.
    type Quotient<M: Mode>: Mode;
    /// The list of the factors of `W`.
    type Factors<W: Mode>;
    /// The list of the axes: what is given, and else the factor of `W` where `C` is `Known`, or `Q`.
    type Axes<W: Mode, C: Certainty, Q: Mode>: Chain;
}

impl Sizes for Nil {
    type FactorBefore<W: Mode> = W;
    type HasFactorBefore<W: Mode> = Known;
    type Fits<M: Mode, W: Mode> = Known;
    type Quotient<M: Mode> = M;
    type Factors<W: Mode> = Nil;
    type Axes<W: Mode, C: Certainty, Q: Mode> = Nil;
}

/// What both kinds of sizes have in common.
macro_rules! sizes {
    ($([$($P:ident)?] $Size:ty, $Rest:ident: fits $M:ident $X:ty => $Fits:ty, quotient $Quotient:ty, axis $C:ident $Q:ident => $Axis:ty;)*) => {$(
        impl<$($P: Given,)? $Rest: Sizes> Sizes for Cons<$Size, $Rest> {
            type FactorBefore<W: Mode> = W::FirstFactor;
            type HasFactorBefore<W: Mode> = W::IsProduct;
            type Fits<$M: Mode, W: Mode> =
                <<$Rest::HasFactorBefore<W> as Certainty>::And<$Fits> as Certainty>::And<
                    $Rest::Fits<$M, W::OtherFactors>,
                >;
            type Quotient<$M: Mode> = $Rest::Quotient<$Quotient>;
            type Factors<W: Mode> = Cons<$Rest::FactorBefore<W>, $Rest::Factors<W::OtherFactors>>;
            type Axes<W: Mode, $C: Certainty, $Q: Mode> =
                Cons<$Axis, $Rest::Axes<W::OtherFactors, $C, $Q>>;
        }
    )*};
}
sizes! {
    [] NotGiven, Rest: fits M Rest::FactorBefore<W> => Known, quotient M, axis C Q => C::Either<Rest::FactorBefore<W>, Q>;
    [P] P, Rest: fits M Rest::FactorBefore<W> => P::Fits<M, Rest::FactorBefore<W>>,
        quotient SteppedModes<M, P::Mode>, axis C Q => P::Mode;
}

/// `Known` where a mode `M` is split into its factors.
pub(super) type Fits<List, M> = <List as Sizes>::Fits<M, M>;
/// The list of the axes that a mode `M` is split into.
pub(super) type AxesOf<List, M> =
    <List as Sizes>::Axes<M, Fits<List, M>, <List as Sizes>::Quotient<M>>;

/// The list of the factors of a mode `M`, one for each axis.
pub(super) type FactorsOf<List, M> = <List as Sizes>::Factors<M>;

/// What the types know of a mode and of the sizes of its axes.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    extent: Option<usize>,
    /// The product of the sizes that the types know, and whether these are all.
    product: usize,
    is_known: bool,
    /// How many axes have no size.
    not_given: usize,
    /// How many axes there are: one alone is the mode, and nothing is split.
    count: usize,
    is_unit: bool,
}

impl Facts {
    /// Nothing is left to compare.
    pub(super) const NONE: Self =
        Facts { extent: None, product: 1, is_known: true, not_given: 0, count: 0, is_unit: false };

    /// Those of a mode of one entry.
    pub(super) const fn of_unit(extent: Option<usize>) -> Self {
        Facts { extent, is_unit: true, ..Facts::NONE }
    }

    pub(super) const fn of_mode(self, extent: Option<usize>) -> Self {
        Facts { extent, ..self }
    }

    /// Those of one axis more.
    const fn with(self, extent: Option<usize>) -> Self {
        let count = self.count.saturating_add(1);
        match extent {
            Some(extent) => Facts { product: extent.saturating_mul(self.product), count, ..self },
            None => Facts { is_known: false, count, ..self },
        }
    }

    /// Those of one axis more, which has no size.
    const fn with_rest(self) -> Self {
        Facts {
            not_given: self.not_given.saturating_add(1),
            count: self.count.saturating_add(1),
            ..self
        }
    }

    /// Fails to compile where a mode cannot have these axes.
    const fn check(self, mode: usize) {
        if self.is_unit {
            if let Some(found) = self.extent
                && found != 1
            {
                refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected: 1, found })
            }
            return;
        }
        if self.not_given > 1 {
            stop(
                "of the labels in one pair of parentheses at most one has no size: give the others after `;`, `p = 2`",
            )
        }
        if let (Some(extent), true) = (self.extent, self.is_known) {
            self.check_extent(mode, extent);
        }
    }

    /// Fails to compile where a mode of this extent cannot have these axes, whose sizes are known.
    const fn check_extent(self, mode: usize, extent: usize) {
        let size = self.product;
        if self.not_given > 0 {
            if size == 0 || !extent.is_multiple_of(size) {
                refuse(ShapeError::PartMismatch { part: Whole::Tile, mode, size, extent })
            }
        } else if size != extent {
            refuse(other_size(self.count, mode, size, extent))
        }
    }
}

/// The error of axes whose sizes do not make up a mode: one axis alone is the mode, and others are its parts.
const fn other_size(count: usize, mode: usize, size: usize, extent: usize) -> ShapeError {
    match count {
        1 => {
            let place = Place::Mode(mode);
            ShapeError::ExtentMismatch { place, expected: size, found: extent }
        }
        _ => ShapeError::PartMismatch { part: Whole::Split, mode, size, extent },
    }
}

/// Fails to compile where one of the modes cannot have its axes.
pub(super) const fn check_all(modes: &[Facts]) {
    let (mut rest, mut mode) = (modes, 0);
    while let [first, others @ ..] = rest {
        first.check(mode);
        (rest, mode) = (others, mode.saturating_add(1));
    }
}

/// A list of sizes of a list of axes, which are the factors of a product where `C` is `Known`.
pub(super) trait SizesOf<Axes, Factors, C> {
    const FACTS: Facts;
    fn push(&self, sizes: &mut Parts);
    /// The axes, of their extents.
    fn axes(extents: &[usize]) -> Result<Axes, ShapeError>;
}

impl<C> SizesOf<Nil, Nil, C> for Nil {
    const FACTS: Facts = Facts::NONE;
    #[inline]
    fn push(&self, _: &mut Parts) {}
    #[inline]
    fn axes(_: &[usize]) -> Result<Nil, ShapeError> {
        Ok(Nil)
    }
}

/// The first of the axes, of its extent, before others.
#[inline]
fn first<X: Mode, Xs>(
    extents: &[usize],
    rest: impl FnOnce(&[usize]) -> Result<Xs, ShapeError>,
) -> Result<Cons<X, Xs>, ShapeError> {
    let (extent, others) = extents.split_first().unwrap_or((&0, &[]));
    Ok(Cons(X::read(*extent, 0)?, rest(others)?))
}

impl<X: Mode, Xs, F, Fs, C: Certainty, Rest: SizesOf<Xs, Fs, C>>
    SizesOf<Cons<X, Xs>, Cons<F, Fs>, C> for Cons<NotGiven, Rest>
{
    const FACTS: Facts = {
        let rest = Rest::FACTS;
        if C::IS_KNOWN && X::EXTENT.is_some() { rest.with(X::EXTENT) } else { rest.with_rest() }
    };
    #[inline]
    fn push(&self, sizes: &mut Parts) {
        if X::EXTENT.is_none() {
            sizes.rest = Some((sizes.count, self.0.0));
        }
        sizes.push(X::EXTENT.unwrap_or(1));
        self.1.push(sizes);
    }
    #[inline]
    fn axes(extents: &[usize]) -> Result<Cons<X, Xs>, ShapeError> {
        first(extents, Rest::axes)
    }
}

impl<P: Given, Xs, F: Mode, Fs, C: Certainty, Rest: SizesOf<Xs, Fs, C>>
    SizesOf<Cons<P::Mode, Xs>, Cons<F, Fs>, C> for Cons<P, Rest>
{
    const FACTS: Facts = {
        if C::IS_KNOWN {
            assert_factor((P::Mode::TERMS, P::Mode::NAME), (F::TERMS, F::NAME));
        }
        Rest::FACTS.with(P::Mode::EXTENT)
    };
    #[inline]
    fn push(&self, sizes: &mut Parts) {
        sizes.push(self.0.size());
        self.1.push(sizes);
    }
    #[inline]
    fn axes(extents: &[usize]) -> Result<Cons<P::Mode, Xs>, ShapeError> {
        first(extents, Rest::axes)
    }
}

/// Sizes one by one, and the label of the one that is not given, with its place.
pub(super) struct Parts {
    sizes: [usize; 12],
    count: usize,
    rest: Option<(usize, LabelName)>,
}

impl Parts {
    pub(super) const fn none() -> Self {
        Parts { sizes: [1; 12], count: 0, rest: None }
    }

    fn push(&mut self, size: usize) {
        if let Some(to) = self.sizes.get_mut(self.count) {
            *to = size;
        }
        self.count = self.count.saturating_add(1);
    }

    /// The sizes of a mode of this extent, whose product it is.
    pub(super) fn settle(&mut self, mode: usize, extent: usize) -> Result<&[usize], ShapeError> {
        if let Some((place, label)) = self.rest {
            let product = self.given().iter().fold(1, |all: usize, size| all.saturating_mul(*size));
            // Any size would do.
            if product == 0 && extent == 0 {
                return Err(ShapeError::NoSize { label });
            }
            let rest = extent.checked_div(product).filter(|_| extent.is_multiple_of(product));
            let place_of = Place::part(label, mode);
            let mismatch =
                ShapeError::ExtentMismatch { place: place_of, expected: product, found: extent };
            if let Some(to) = self.sizes.get_mut(place) {
                *to = rest.ok_or(mismatch)?;
            }
        }
        let size = self.given().iter().fold(1, |all: usize, size| all.saturating_mul(*size));
        if size != extent {
            return Err(other_size(self.count, mode, size, extent));
        }
        Ok(self.given())
    }

    fn given(&self) -> &[usize] {
        self.sizes.get(..self.count).unwrap_or(&self.sizes)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "the numbers are small")]

    use std::string::ToString;

    use super::Facts;
    use crate::layout::tests::refusal;

    /// What otherwise only the compiler evaluates.
    #[test]
    fn known_sizes_of_labels_make_up_the_mode() {
        for (extent, product) in (0..7).flat_map(|extent| (0..9).map(move |size| (extent, size))) {
            // The size that is not given has to be the only one that fits.
            let fitting = (0..9).filter(|size| size * product == extent).count();
            let cases = [
                (0, 1, product == extent, "should have extent"),
                (0, 2, product == extent, "parts"),
                (1, 1, fitting == 1, "tiles"),
                (1, 2, fitting == 1, "tiles"),
            ];
            for (not_given, count, fits, kind) in cases {
                let facts = Facts { product, not_given, count, ..Facts::NONE };
                let ask = || facts.of_mode(Some(extent)).check(3);
                if fits {
                    ask();
                } else {
                    let text = refusal(ask);
                    let numbers = [3, extent, product].map(|number| number.to_string());
                    let has_all = numbers.iter().all(|number| text.contains(&number[..]));
                    assert!(has_all && text.contains(kind), "{text}");
                }
                Facts { is_known: false, ..facts }.of_mode(Some(extent)).check(3);
                facts.of_mode(None).check(3);
            }
        }
        for not_given in [2, 3] {
            let text = refusal(|| Facts { not_given, is_known: false, ..Facts::NONE }.check(3));
            assert!(text.contains("at most one has no size"), "{text}");
        }
    }
}
