//! Modes by their names, which [`names!`](crate::names!) writes.

use core::marker::PhantomData;

use extents_static::__private::{Cons, Nil, assert_same};
use extents_static::names::{Names, Resolve};

use super::{List, Part, Rearrange, Seal, modes, number, read, typed_extents};
use crate::edit::ReplaceAt;
use crate::layout::{LayoutInto, StridedLayout, TrustedLayout};
use crate::{
    Const, Dim, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Sym, TypedExtents,
};

/// A list of names in an operation.
///
/// ```
/// use extents::rearrange::{ByName, List};
/// use extents::{dims, names};
/// dims! { Time }
/// let _: ByName<(Time,)> = names![Time].listed();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByName<N>(Names<N>);

impl<N> List for Names<N> {
    type As = ByName<N>;
    #[inline]
    fn listed(self) -> ByName<N> {
        ByName(self)
    }
}

/// The operation that gives the mode named `From` the name `To`.
///
/// ```
/// use extents::rearrange::Rename;
/// use extents::{Mapping, StaticExtents, dims, extents};
/// dims! { Time, Past }
/// let mapping = Mapping::new(extents![dyn Time = 3, 64]?);
/// let part = mapping.rearrange(Rename::<Time, Past>::new())?;
/// let _: &StaticExtents![dyn Past, 64] = part.mapping().extents();
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rename<From, To>(PhantomData<(From, To)>);

impl<From, To> Rename<From, To> {
    /// Creates the operation.
    ///
    /// ```
    /// use extents::rearrange::Rename;
    /// extents::dims! { Time, Past }
    /// let _ = Rename::<Time, Past>::new();
    /// ```
    #[inline]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "an operation, of which there is no default one")]
    pub const fn new() -> Self {
        Rename(PhantomData)
    }
}

/// The operation that gives mode `MODE` the name `To`, whatever name it has.
///
/// ```
/// use extents::rearrange::Name;
/// use extents::{Const, Mapping, StaticExtents, dims, extents};
/// dims! { Layers }
/// let part = Mapping::new(extents![3, 64]).rearrange(Name::<Layers, _>::of(Const::<0>))?;
/// let _: &StaticExtents![dyn Layers, 64] = part.mapping().extents();
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Name<To, M>(PhantomData<(To, M)>);

impl<To, M> Name<To, M> {
    /// Creates the operation.
    ///
    /// ```
    /// use extents::Const;
    /// use extents::rearrange::Name;
    /// extents::dims! { Layers }
    /// let _ = Name::<Layers, _>::of(Const::<0>);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(_: M) -> Self
    where
        M: Copy,
    {
        Name(PhantomData)
    }
}

/// The operation that gives all modes other names, `F`, which say the same: `Time+1` of `1+Time`.
///
/// ```
/// use extents::rearrange::Same;
/// use extents::{Mapping, StaticExtents, dims, extents};
/// dims! { Time }
/// let mapping = Mapping::new(<StaticExtents![(1 + Time), 64] as extents::Extents>::from_extents(&[4, 64])?);
/// let part = mapping.rearrange(Same::<StaticExtents![(Time + 1), (8 * 8)]>::new())?;
/// let _: &StaticExtents![(Time + 1), (8 * 8)] = part.mapping().extents();
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Same<F>(PhantomData<F>);

impl<F> Same<F> {
    /// Creates the operation.
    ///
    /// ```
    /// use extents::StaticExtents;
    /// use extents::rearrange::Same;
    /// let _ = Same::<StaticExtents![(8 * 8)]>::new();
    /// ```
    #[inline]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "an operation, of which there is no default one")]
    pub const fn new() -> Self {
        Same(PhantomData)
    }
}

/// Layouts with strides of extents `E` and `F`.
trait LayoutOfBoth<E: Extents, F: Extents>:
    StridedLayout<E> + StridedLayout<F> + TrustedLayout<F> + LayoutInto<Self, F>
{
}
impl<L, E: Extents, F: Extents> LayoutOfBoth<E, F> for L where
    L: StridedLayout<E> + StridedLayout<F> + TrustedLayout<F> + LayoutInto<L, F>
{
}

impl<E, L, To, T, const K: usize> Rearrange<E, L> for Name<To, Const<K>>
where
    E: TypedExtents,
    To: Dim,
    E::Modes: ReplaceAt<K, Cons<Sym<To>, Nil>, Output = T>,
    T: ModeTuple,
    L: LayoutOfBoth<E, StaticExtents<T>>,
{
    type Extents = StaticExtents<T>;
    type Layout = L;
    type Error = ShapeError;
    const KEEPS_ALL: bool = true;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, L>, ShapeError> {
        renamed(mapping)
    }
}

impl<E, L, F> Rearrange<E, L> for Same<F>
where
    E: TypedExtents,
    F: TypedExtents,
    L: LayoutOfBoth<E, F>,
{
    type Extents = F;
    type Layout = L;
    type Error = ShapeError;
    const KEEPS_ALL: bool = true;
    const CHECK: () = assert_same(
        (<E::Modes as ModeTuple>::TERMS, <E::Modes as ModeTuple>::NAMES),
        (<F::Modes as ModeTuple>::TERMS, <F::Modes as ModeTuple>::NAMES),
    );

    #[inline]
    fn rearrange(self, mapping: &Mapping<E, L>, _: Seal) -> Result<Part<F, L>, ShapeError> {
        const { <Self as Rearrange<E, L>>::CHECK };
        called(mapping, F::from_extents)
    }
}

/// The same modes, one of them of the dim `To`.
#[inline]
fn renamed<E, L, To, T, const K: usize>(
    mapping: &Mapping<E, L>,
) -> Result<Part<StaticExtents<T>, L>, ShapeError>
where
    E: TypedExtents,
    To: Dim,
    E::Modes: ReplaceAt<K, Cons<Sym<To>, Nil>, Output = T>,
    T: ModeTuple,
    L: LayoutOfBoth<E, StaticExtents<T>>,
{
    called(mapping, |extents| {
        let named = || Sym::read(number(extents, K), K);
        typed_extents(extents, || Ok(modes(mapping).replace(Cons(named()?, Nil))))
    })
}

/// The same modes under the extents that a function makes of their numbers.
#[inline]
fn called<E: Extents, F: Extents, L: LayoutOfBoth<E, F>>(
    mapping: &Mapping<E, L>,
    named: impl FnOnce(&[usize]) -> Result<F, ShapeError>,
) -> Result<Part<F, L>, ShapeError> {
    let extents = read(mapping, |extents, _| named(extents))?;
    Ok(Part { offset: 0, mapping: mapping.with_extents(extents) })
}

impl<E, L, From, To, T, const K: usize> Rearrange<E, L> for Rename<From, To>
where
    E: TypedExtents,
    Names<(From,)>: Resolve<E::Modes, Answer = (Const<K>,)>,
    To: Dim,
    E::Modes: ReplaceAt<K, Cons<Sym<To>, Nil>, Output = T>,
    T: ModeTuple,
    L: LayoutOfBoth<E, StaticExtents<T>>,
{
    type Extents = StaticExtents<T>;
    type Layout = L;
    type Error = ShapeError;
    const KEEPS_ALL: bool = true;
    const CHECK: () = <Names<(From,)> as Resolve<E::Modes>>::CHECK;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, L>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        renamed(mapping)
    }
}
