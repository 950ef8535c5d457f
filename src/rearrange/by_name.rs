//! Modes by their names, which [`names!`](crate::names!) writes.

use core::marker::PhantomData;

use extents_static::__private::{Cons, Nil};
use extents_static::names::{Names, Resolve};

use super::{List, Part, Rearrange, Seal, read};
use crate::edit::ReplaceAt;
use crate::layout::{LayoutInto, StridedLayout, TrustedLayout};
use crate::{
    Const, Dim, Extents, Mapping, ModeTuple, ShapeError, StaticExtents, Sym, TypedExtents,
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

impl<E, L, From, To, T, const K: usize> Rearrange<E, L> for Rename<From, To>
where
    E: TypedExtents,
    Names<(From,)>: Resolve<E::Modes, Answer = (Const<K>,)>,
    To: Dim,
    E::Modes: ReplaceAt<K, Cons<Sym<To>, Nil>, Output = T>,
    T: ModeTuple,
    L: StridedLayout<E>
        + StridedLayout<StaticExtents<T>>
        + TrustedLayout<StaticExtents<T>>
        + LayoutInto<L, StaticExtents<T>>,
{
    type Extents = StaticExtents<T>;
    type Layout = L;
    type Error = ShapeError;
    const CHECK: () = <Names<(From,)> as Resolve<E::Modes>>::CHECK;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, L>, Self::Error> {
        const { <Self as Rearrange<E, L>>::CHECK };
        let extents = read(mapping, |extents, _| StaticExtents::<T>::from_extents(extents))?;
        Ok(Part { offset: 0, mapping: mapping.with_extents(extents) })
    }
}
