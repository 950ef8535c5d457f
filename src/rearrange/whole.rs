//! All modes at once under extents that the type knows: [`Reshape`] and [`BroadcastTo`].

use extents_static::__private::{
    Certainty, Known, KnownOperand, Open, assert_broadcast, assert_sizes, broadcast_order,
};

use super::numbers::{self, ModeSink};
use super::{Part, Rearrange, Reshape, Seal, begin, read, regroup};
use crate::layout::{
    ColMajor, MinorToMajor, Padded, RowMajor, Strided, StridedLayout, TrustedLayout,
};
use crate::{Extents, Mapping, ShapeError, TypedExtents, error::Quantity};

/// The operation that repeats modes of extent 1, and all modes together along further ones before them, so that the result
/// has these extents: what NumPy does to a smaller operand by itself.
///
/// ```
/// use extents::rearrange::BroadcastTo;
/// use extents::{Mapping, extents};
/// let Ok(part) = Mapping::new(extents![3, 1]).rearrange(BroadcastTo(extents![2, 3, 4]));
/// assert_eq!(part.mapping().strides(), [0, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BroadcastTo<A>(pub A);

/// Layouts whose elements can have the shape `F`: where rows follow each other they still do, by the type.
#[diagnostic::on_unimplemented(
    message = "layout `{Self}` of extents `{E}` has no strides to reshape by",
    label = "a strided layout of this crate is needed",
    note = "the elements of another layout are copied to a row-major tensor first"
)]
trait ReshapeLayout<E: Extents, F: Extents>: TrustedLayout<E> {
    /// Whether other extents of the same size always have strides.
    type Certainty: Certainty;
    /// The layout of the result.
    type Layout: TrustedLayout<F>;
    /// The part that is all elements under other extents.
    fn reshaped(mapping: &Mapping<E, Self>, to: F) -> Result<Part<F, Self::Layout>, ShapeError>;
}

impl<E: Extents, F: Extents> ReshapeLayout<E, F> for RowMajor {
    type Certainty = Known;
    type Layout = RowMajor;

    #[inline]
    fn reshaped(mapping: &Mapping<E, Self>, to: F) -> Result<Part<F, RowMajor>, ShapeError> {
        if mapping.extents().is_null() || to.is_null() {
            return Err(ShapeError::Null);
        }
        let (expected, found) = (mapping.extents().size(), to.size());
        if expected != found {
            return Err(ShapeError::CountMismatch {
                of: Quantity::Elements,
                expected: found,
                found: expected,
            });
        }
        Ok(Part { offset: 0, mapping: Mapping::trusted(to, RowMajor) })
    }
}

macro_rules! by_strides {
    ($([$($generics:tt)*] $layout:ty;)*) => {$(
        impl<E: Extents, F: Extents, $($generics)*> ReshapeLayout<E, F> for $layout
        where
            $layout: TrustedLayout<E> + StridedLayout<E>,
        {
            type Certainty = Open;
            type Layout = Strided<F::Strides>;

            #[inline]
            fn reshaped(
                mapping: &Mapping<E, Self>,
                to: F,
            ) -> Result<Part<F, Strided<F::Strides>>, ShapeError> {
                by_numbers(mapping, to, |from, all, modes| regroup::reshape(from, all, modes))
            }
        }
    )*};
}
by_strides! {
    [] ColMajor;
    [C, P] Padded<C, P>;
    [S] Strided<S>;
    [P] MinorToMajor<P>;
}

/// The strides of extents that are given, whatever their rank is.
struct StridesOf<'e, S> {
    extents: &'e [usize],
    strides: S,
    rank: usize,
}

impl<S: AsRef<[isize]> + AsMut<[isize]>> ModeSink for StridesOf<'_, S> {
    #[inline]
    fn push(&mut self, _: usize, stride: isize) {
        if let Some(to) = self.strides.as_mut().get_mut(self.rank) {
            *to = stride;
        }
        self.rank = self.rank.saturating_add(1);
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        self.extents.get(..self.rank).unwrap_or(self.extents)
    }

    #[inline]
    fn strides(&self) -> &[isize] {
        self.strides.as_ref().get(..self.rank).unwrap_or(self.strides.as_ref())
    }
}

/// The part under extents `to` whose strides `compute` finds, a mode after the other.
#[inline]
fn by_numbers<E: Extents, L: TrustedLayout<E> + StridedLayout<E>, F: Extents>(
    mapping: &Mapping<E, L>,
    to: F,
    compute: impl FnOnce(
        (&[usize], &[isize]),
        &[usize],
        &mut StridesOf<'_, F::Strides>,
    ) -> Result<isize, ShapeError>,
) -> Result<Part<F, Strided<F::Strides>>, ShapeError> {
    if mapping.extents().is_null() || to.is_null() {
        return Err(ShapeError::Null);
    }
    read(mapping, |extents, strides| {
        let (offset, strides) = to.with_slice(|all| {
            let mut modes = StridesOf { extents: all, strides: to.zero_strides(), rank: 0 };
            let distance = compute((extents, strides), all, &mut modes)?;
            if modes.rank != all.len() {
                return Err(ShapeError::RankMismatch { expected: all.len(), found: modes.rank });
            }
            Ok((begin(mapping, all, modes.strides(), distance), modes.strides))
        })?;
        Ok(Part { offset, mapping: Mapping::trusted(to, Strided::new(strides)) })
    })
}

/// Whether the extents of the source and those of the result are in the types.
type Both<E, F> = <<E as Extents>::Certainty as Certainty>::And<<F as Extents>::Certainty>;

impl<E, L, F, M, C> Rearrange<E, L> for Reshape<F>
where
    E: Extents,
    L: ReshapeLayout<E, F, Layout = M, Certainty = C>,
    F: TypedExtents,
    M: TrustedLayout<F>,
    C: Certainty,
{
    type Extents = F;
    type Layout = M;
    type Error = <<Both<E, F> as Certainty>::And<C> as Certainty>::Error;
    const KEEPS_ALL: bool = true;

    const CHECK: () = { assert_sizes(E::STATIC_SIZE, F::STATIC_SIZE) };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<F, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        <Both<E, F> as Certainty>::And::<C>::settle(L::reshaped(mapping, self.0))
    }
}

/// The part under extents `to` of which modes repeat, each mode at the place of its name or, from the last one on, at its own.
#[inline]
fn repeated<E: Extents, L: TrustedLayout<E> + StridedLayout<E>, F: Extents>(
    mapping: &Mapping<E, L>,
    to: F,
) -> Result<Part<F, Strided<F::Strides>>, ShapeError> {
    by_numbers(mapping, to, |from, all, modes| {
        let order = const { &broadcast_order(&KnownOperand::of::<E>(), &KnownOperand::of::<F>()) };
        numbers::broadcast_to(from, all, order.as_ref(), modes)
    })
}

/// Extents of any type, whose rank may be a run-time value.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Like<F>(pub F);

/// The extents are those of another operand, so that generic code needs no bound, and the error is always a `ShapeError`.
impl<E, L, F> Rearrange<E, L> for BroadcastTo<Like<F>>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    F: Extents,
{
    type Extents = F;
    type Layout = Strided<F::Strides>;
    type Error = ShapeError;

    const KEEPS_UNIQUE: bool = false;
    const CHECK: () = assert_broadcast(&KnownOperand::of::<E>(), &KnownOperand::of::<F>());

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<F, Self::Layout>, ShapeError> {
        const { <Self as Rearrange<E, L>>::CHECK };
        repeated(mapping, self.0.0)
    }
}

impl<E, L, F> Rearrange<E, L> for BroadcastTo<F>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    F: TypedExtents,
{
    type Extents = F;
    type Layout = Strided<F::Strides>;
    type Error = <Both<E, F> as Certainty>::Error;

    const KEEPS_UNIQUE: bool = false;

    const CHECK: () = assert_broadcast(&KnownOperand::of::<E>(), &KnownOperand::of::<F>());

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<F, Self::Layout>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        Both::<E, F>::settle(repeated(mapping, self.0))
    }
}
