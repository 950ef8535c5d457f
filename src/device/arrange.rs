//! Arrays joined, padded, and their entries taken by indices: copies, each a task.
//!
//! What the types say is checked as of tensors and views. Each argument is asked for its numbers once, and the extents of a
//! result are compared with them before anything is copied.

use alloc::vec::Vec;

use super::evaluate::{Job, put_number, strides_of};
use super::{Array, ArrayExpression, ArrayView, ArrayViewMut, AsArrayView, Device};
use crate::elements::{
    Grown, JoinsTo, PaddedBy, PartList, View, Width, assert_concat, assert_padded, check_grown,
    check_indices, check_joined, grown, joined_extent,
};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::rearrange::{EntryCount, Resize};
use crate::{Extents, Mode, ShapeError, arrange::IndexList, error::Quantity};
use extents_static::__private::assert_mode;

/// The view that an array would be on the host, to ask its type.
type Ghost<A> = View<'static, (), <A as AsArrayView>::Extents, <A as AsArrayView>::Layout>;

/// A list of arrays of one device: `(&a, &b)` of up to 8 arrays or views, or `[&a, &b]` of one type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of arrays of one device",
    label = "expected `(&a, &b)` or `[&a, &b]`"
)]
pub trait ArrayList {
    /// The device.
    type Device: Device;
    #[doc(hidden)]
    type Ghosts: PartList<Elem = ()>;
    #[doc(hidden)]
    fn first(&self) -> Option<<Self::Ghosts as PartList>::Extents>;
    /// Calls a function with each array, as an expression with the extents as values.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn each(&self, see: See<'_, Self::Device>) -> Result<(), <Self::Device as Device>::Error>;
}

/// An array, by numbers.
struct Part<'p, D: Device> {
    extents: &'p [usize],
    job: Job<'p, 'p, D>,
}

/// What is called with each array of a list.
type See<'s, D> = &'s mut dyn FnMut(Part<'_, D>) -> Result<(), <D as Device>::Error>;

fn see<A: AsArrayView>(
    array: &A,
    see: See<'_, A::Device>,
) -> Result<(), <A::Device as Device>::Error> {
    let view = array.as_array_view();
    let expression = ArrayExpression::of(&view);
    let job = Job::of_copy(&expression)?;
    view.extents().with_slice(|extents| see(Part { extents, job }))
}

macro_rules! array_list {
    ($(($First:ident $($A:ident)*))+) => {$(
        #[allow(non_snake_case)]
        impl<$First: AsArrayView, $($A: AsArrayView<Device = $First::Device>),*> ArrayList
            for (&$First, $(&$A,)*)
        {
            type Device = $First::Device;
            type Ghosts = (Ghost<$First>, $(Ghost<$A>,)*);

            fn first(&self) -> Option<$First::Extents> {
                Some(self.0.as_array_view().extents().clone())
            }

            #[allow(private_interfaces, reason = "for this crate")]
            fn each(&self, call: See<'_, Self::Device>) -> Result<(), <Self::Device as Device>::Error> {
                let ($First, $($A,)*) = *self;
                see($First, call)?;
                $(see($A, call)?;)*
                Ok(())
            }
        }
    )+};
}
array_list! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

impl<A: AsArrayView, const N: usize> ArrayList for [&A; N] {
    type Device = A::Device;
    type Ghosts = [Ghost<A>; N];

    fn first(&self) -> Option<A::Extents> {
        Some(self.as_slice().first()?.as_array_view().extents().clone())
    }

    #[allow(private_interfaces, reason = "for this crate")]
    fn each(&self, call: See<'_, Self::Device>) -> Result<(), <Self::Device as Device>::Error> {
        self.iter().try_for_each(|array| see(*array, call))
    }
}

/// Extents with another mode in the place of mode `M`.
type Resized<E, M, X> = <E as Resize<M, X>>::Extents;

/// What [`concat`] gives.
type Concatenated<P, M, X> = Array<
    <P as ArrayList>::Device,
    <<<P as ArrayList>::Ghosts as PartList>::Extents as Resize<
        M,
        <<P as ArrayList>::Ghosts as JoinsTo<M, X>>::Mode,
    >>::Extents,
>;

/// Joins arrays along a mode that all have, `Const::<MODE>` or a number, into a new array, as
/// [`arrange::concat`](crate::arrange::concat) joins tensors. Of unlike types of elements the device says what they are together.
///
/// # Errors
/// Those of [`arrange::concat`](crate::arrange::concat), and those of the device.
///
/// ```
/// use extents::backend::{Array, Native, concat};
/// use extents::{Const, StaticExtents, Tensor, extents};
/// let device = Native::<f64>::new();
/// let a = Array::upload(&device, &Tensor::from_vec(extents![2, 1], vec![1.0, 2.0])?)?;
/// let b = Array::upload(&device, &Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, 5.0, 6.0])?)?;
/// let c: Array<_, StaticExtents![2, 3]> = concat::<Const<3>, _, _>(Const::<1>, (&a, &b))?;
/// assert_eq!(c.download()?.as_slice(), [1.0, 3.0, 4.0, 2.0, 5.0, 6.0]);
/// # Ok::<(), extents::backend::NativeError>(())
/// ```
pub fn concat<X, M: EntryCount, P: ArrayList>(
    mode: M,
    parts: P,
) -> Result<Concatenated<P, M, X>, <P::Device as Device>::Error>
where
    P::Ghosts: JoinsTo<M, X>,
    <P::Ghosts as PartList>::Extents: Resize<M, <P::Ghosts as JoinsTo<M, X>>::Mode>,
{
    const { assert_concat::<X, M, P::Ghosts>() };
    let mode = mode.mode().extent();
    let first = parts.first().ok_or(no_parts())?;
    let (mut all, mut elements): (Vec<Vec<usize>>, _) = (Vec::new(), Vec::new());
    let mut device: Option<P::Device> = None;
    parts.each(&mut |part| {
        all.push(part.extents.to_vec());
        elements.push(part.job.element);
        part.job.check_device(device.get_or_insert_with(|| part.job.device.clone()))
    })?;
    let whole = first.resize(mode, joined_extent(mode, &all)?)?;
    whole.with_slice(|whole| check_joined(mode, whole, &all))?;
    let (Some(device), Some((first, others))) = (device, elements.split_first()) else {
        return Err(no_parts().into());
    };
    let element = match others.iter().all(|other| other == first) {
        true => *first,
        false => device.result_element(*first, others)?,
    };
    let mut whole = Array::allocate(&device, element, whole)?;
    let mut view = whole.view_mut();
    let (_, buffer, offset, mapping) = view.target();
    let strides = strides_of(mapping);
    let mut begin = 0_usize;
    parts.each(&mut |part| {
        let target = (&mut *buffer, behind(offset, &strides, (mode, begin)), &strides[..]);
        begin = begin.saturating_add(part.extents.get(mode).copied().unwrap_or(0));
        part.job.run_at(part.extents, None, target)
    })?;
    Ok(whole)
}

fn no_parts() -> ShapeError {
    ShapeError::CountMismatch { of: Quantity::Parts, expected: 1, found: 0 }
}

/// The offset of an entry of a mode.
fn behind(offset: usize, strides: &[isize], (mode, entry): (usize, usize)) -> usize {
    let stride = strides.get(mode).copied().unwrap_or(0);
    offset.wrapping_add_signed(stride.wrapping_mul(entry.cast_signed()))
}

impl<D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ArrayView<'_, D, E, L> {
    /// Returns an array with further entries, all of them a number, before and after those of a mode, as
    /// [`View::pad`](crate::View::pad).
    ///
    /// # Errors
    /// Those of [`View::pad`](crate::View::pad), and those of the device.
    ///
    /// ```
    /// use extents::backend::{Array, Native};
    /// use extents::{Const, StaticExtents, Tensor, extents};
    /// let a = Array::upload(&Native::<f64>::new(), &Tensor::from_vec(extents![2], vec![1.0, 2.0])?)?;
    /// let padded: Array<_, StaticExtents![5]> =
    ///     a.pad::<Const<5>, _, _, _>(Const::<0>, (Const::<1>, Const::<2>), 0.5)?;
    /// assert_eq!(padded.download()?.as_slice(), [0.5, 1.0, 2.0, 0.5, 0.5]);
    /// # Ok::<(), extents::backend::NativeError>(())
    /// ```
    #[allow(private_bounds, reason = "widths are `Const::<N>`, numbers, or `()`")]
    #[allow(clippy::type_complexity, reason = "as that of views")]
    pub fn pad<X, M: EntryCount, A: Width, B: Width>(
        &self,
        mode: M,
        (before, after): (A, B),
        number: f64,
    ) -> Result<Array<D, Grown<E, M, X, PaddedBy<E, A, B>>>, D::Error>
    where
        PaddedBy<E, A, B>: JoinsTo<M, X>,
        E: Resize<M, <PaddedBy<E, A, B> as JoinsTo<M, X>>::Mode>,
    {
        const { assert_padded::<E, M, A, B, <PaddedBy<E, A, B> as JoinsTo<M, X>>::Mode>() };
        let (mode, before) = (mode.mode().extent(), before.count());
        let (_, sum) = grown(self.extents(), mode, 1, (before, after.count()))?;
        let whole = self.extents().resize(mode, sum)?;
        check_grown(&whole, self.extents(), mode, sum)?;
        let mut whole = Array::allocate(self.device(), self.element(), whole)?;
        let mut view = whole.view_mut();
        put_number(&mut view, number, None)?;
        let (_, buffer, offset, mapping) = view.target();
        let strides = strides_of(mapping);
        let target = (buffer, behind(offset, &strides, (mode, before)), &strides[..]);
        let expression = ArrayExpression::of(self);
        let job = Job::of_copy(&expression)?;
        self.extents().with_slice(|extents| job.run_at(extents, None, target))?;
        Ok(whole)
    }

    /// Returns an array with the entries of a mode that have these indices, in their order, as [`View::take`](crate::View::take).
    ///
    /// # Errors
    /// Those of [`View::take`](crate::View::take), and those of the device.
    ///
    /// ```
    /// use extents::backend::{Array, Native};
    /// use extents::{Const, StaticExtents, Tensor, extents};
    /// let a = Array::upload(&Native::<f64>::new(), &Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?)?;
    /// let rows: Array<_, StaticExtents![3, 2]> = a.take(Const::<0>, [1, 0, 1])?;
    /// assert_eq!(rows.download()?.as_slice(), [3.0, 4.0, 1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), extents::backend::NativeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "as that of views")]
    pub fn take<M: EntryCount, I: IndexList>(
        &self,
        mode: M,
        indices: I,
    ) -> Result<Array<D, Resized<E, M, M::Stated<I::Count>>>, D::Error>
    where
        E: Resize<M, M::Stated<I::Count>>,
    {
        const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
        let (mode, taken) = (mode.mode().extent(), indices.indices().to_vec());
        let (extent, _) = grown(self.extents(), mode, 1, (0, 0))?;
        check_indices(mode, extent, &taken)?;
        let whole = self.extents().resize(mode, taken.len())?;
        check_grown(&whole, self.extents(), mode, taken.len())?;
        let mut whole = Array::allocate(self.device(), self.element(), whole)?;
        let mut view = whole.view_mut();
        let (_, buffer, offset, mapping) = view.target();
        let strides = strides_of(mapping);
        let expression = ArrayExpression::of(self);
        let job = Job::of_copy(&expression)?;
        self.extents().with_slice(|extents| {
            job.gather(extents, (mode, &taken), (buffer, offset, &strides))
        })?;
        Ok(whole)
    }
}

/// The same of what owns, or borrows mutably.
macro_rules! of_arrays {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> $array {
            /// Returns an array with further entries, all of them a number, before and after those of a mode, as
            /// [`ArrayView::pad`].
            ///
            /// # Errors
            /// Those of [`ArrayView::pad`].
            #[allow(private_bounds, reason = "widths are `Const::<N>`, numbers, or `()`")]
            #[allow(clippy::type_complexity, reason = "as that of views")]
            pub fn pad<X, M: EntryCount, A: Width, B: Width>(
                &self,
                mode: M,
                widths: (A, B),
                number: f64,
            ) -> Result<Array<D, Grown<E, M, X, PaddedBy<E, A, B>>>, D::Error>
            where
                PaddedBy<E, A, B>: JoinsTo<M, X>,
                E: Resize<M, <PaddedBy<E, A, B> as JoinsTo<M, X>>::Mode>,
            {
                self.view().pad(mode, widths, number)
            }

            /// Returns an array with the entries of a mode that have these indices, in their order, as [`ArrayView::take`].
            ///
            /// # Errors
            /// Those of [`ArrayView::take`].
            #[allow(clippy::type_complexity, reason = "as that of views")]
            pub fn take<M: EntryCount, I: IndexList>(
                &self,
                mode: M,
                indices: I,
            ) -> Result<Array<D, Resized<E, M, M::Stated<I::Count>>>, D::Error>
            where
                E: Resize<M, M::Stated<I::Count>>,
            {
                self.view().take(mode, indices)
            }
        }
    )*};
}
of_arrays! { [] Array<D, E, L>; ['a,] ArrayViewMut<'a, D, E, L>; }
