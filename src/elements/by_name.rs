//! The methods for modes that have names: `places`, `rename`, `named`, `same` and `aligned_to`, defined once for [`Tensor`], [`View`] and [`ViewMut`].

use extents_static::names::{All, Names, Resolve};

use super::rearranged::{Answer, AnswerMut, Fallible, FallibleMut};
use super::{Storage, Tensor, View, ViewMut};
#[allow(unused_imports, reason = "for the documentation")]
use crate::ShapeError;
use crate::layout::Layout;
use crate::rearrange::{Name, Outcome, Permute, Rearrange, Rename, Same};
use crate::{Extents, Operand, TypedExtents};

macro_rules! by_name {
    (places) => {
        /// Returns where the modes of these names are, each as a [`Const`](crate::Const): what all methods take that take
        /// modes. A name that no mode has, or that two have, does not compile.
        ///
        /// ```
        /// use extents::{Tensor, dims, extents, names};
        /// dims! { Batch, Time }
        /// let x = Tensor::from_vec(extents![dyn Batch = 2, dyn Time = 3]?, vec![1, 2, 3, 4, 5, 6])?;
        /// let (time,) = x.places(names![Time]);
        /// assert_eq!(x.reverse(time)[[0, 0]], 3);
        /// assert_eq!(x.along(time).map(|of_both| of_both.sum()).collect::<Vec<_>>(), [5, 7, 9]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn places<N, P>(&self, names: Names<N>) -> P
        where
            E: TypedExtents,
            Names<N>: Resolve<E::Modes, Answer = P>,
            P: Default,
        {
            const { <Names<N> as Resolve<E::Modes>>::CHECK };
            let _ = names;
            P::default()
        }
    };
    ([$($receiver:tt)+] $self:ident, $CHECK:ident, $Fallible:ident, $Answer:ident, $life:lifetime) => {
        /// Gives the mode that is named `From` the name `To`: the same positions in another role. No data moves.
        ///
        /// # Errors
        /// Returns [`ShapeError::DimOverflow`], [`ShapeError::ExtentMismatch`] and [`ShapeError::Unbound`] where the dim
        /// `To` does not have this extent; a dim that is a name and nothing else has any.
        ///
        /// ```
        /// use extents::{StaticExtents, Tensor, View, dims, extents, names};
        /// dims! { Time, Past, Key }
        /// let x = Tensor::full(extents![dyn Time = 3, dyn Key = 4]?, 0.5)?;
        /// let scores = x.dot(names![Key], &x.rename::<Time, Past>()?)?;
        /// let _: &StaticExtents![dyn Time, dyn Past] = scores.extents();
        /// assert_eq!(scores[[2, 1]], 1.0);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn rename<From, To>($($receiver)+) -> $Fallible<$life, T, E, L, Rename<From, To>>
        where
            Rename<From, To>: Rearrange<E, L>,
        {
            const { <Rename<From, To> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Rename::new())
        }

        /// Gives a mode, `Const::<MODE>`, the name `To`, whatever name it has: to the parts of a
        /// [`stack`](crate::arrange::stack), which are a number. No data moves.
        ///
        /// # Errors
        /// Returns the errors of [`rename`](Self::rename).
        ///
        /// ```
        /// use extents::arrange::stack;
        /// use extents::{Const, StaticExtents, Tensor, dims, extents};
        /// dims! { Layers, Key }
        /// let x = Tensor::full(extents![dyn Key = 4]?, 0.5)?;
        /// let both = stack(Const::<0>, [&x, &x])?;
        /// let layers = both.named::<Layers, _>(Const::<0>)?;
        /// let _: &StaticExtents![dyn Layers, dyn Key] = layers.extents();
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn named<To, M: Copy>($($receiver)+, mode: M) -> $Fallible<$life, T, E, L, Name<To, M>>
        where
            Name<To, M>: Rearrange<E, L>,
        {
            const { <Name<To, M> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Name::of(mode))
        }

        /// Gives all modes other names that say the same, those of the extents `F`: sums and products in another order,
        /// `Time+1` of `1+Time`; `Time` of `1+Time+1-3+1`, what windows of 3 leave of a mode that was padded; `Time` of
        /// `2*Time/2`. No data moves. Names that do not say the same for all extents do not compile.
        ///
        /// `Time/2` is rounded up, and so is not the same as one half when it is taken twice.
        ///
        /// # Errors
        /// Returns the errors of [`rename`](Self::rename).
        ///
        /// ```
        /// use extents::arrange::{Padding, concat};
        /// use extents::rearrange::Named;
        /// use extents::{Const, StaticExtents, Tensor, dims, extents, modes};
        /// dims! { Time }
        /// let x = Tensor::from_vec(extents![dyn Time = 4]?, vec![1, 2, 3, 4])?;
        /// let wide = x.pad::<Named, _, _, _>(Const::<0>, (Const::<1>, Const::<1>), Padding::Constant(0))?;
        /// let sums = wide.windows::<Named, _>(extents![3])?.over(modes![1]).sum()?;
        /// let _: &StaticExtents![(1 + Time + 1 - 3 + 1)] = sums.extents();
        /// let smooth = (sums.same::<StaticExtents![dyn Time]>()? + &x).eval()?;
        /// assert_eq!(smooth.as_slice(), [4, 8, 12, 11]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn same<F>($($receiver)+) -> $Fallible<$life, T, E, L, Same<F>>
        where
            Same<F>: Rearrange<E, L>,
        {
            const { <Same<F> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Same::new())
        }

        /// Permutes the modes to the order that their names have in another tensor, or in extents, for elementwise work. No
        /// data moves. Both have the same names, else it does not compile.
        ///
        /// ```
        /// use extents::{Tensor, dims, extents};
        /// dims! { Batch, Time }
        /// let a = Tensor::from_vec(extents![dyn Batch = 2, dyn Time = 3]?, vec![1, 2, 3, 4, 5, 6])?;
        /// let b = Tensor::from_vec(extents![dyn Time = 3, dyn Batch = 2]?, vec![10, 40, 20, 50, 30, 60])?;
        /// assert_eq!((&a + b.aligned_to(&a)).eval()?.as_slice(), [11, 22, 33, 44, 55, 66]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn aligned_to<O, F, Own, Others, P>(
            $($receiver)+,
            other: &O,
        ) -> $Answer<$life, T, E, L, Permute<P>>
        where
            O: Operand<Extents = F>,
            E: TypedExtents,
            F: TypedExtents,
            All: Resolve<E::Modes, Answer = Own> + Resolve<F::Modes, Answer = Others>,
            Names<Own>: Resolve<F::Modes>,
            Names<Others>: Resolve<E::Modes, Answer = P>,
            P: Default,
            Permute<P>: Rearrange<E, L>,
        {
            let _ = other;
            const {
                let () = <Names<Own> as Resolve<F::Modes>>::CHECK;
                let () = <Names<Others> as Resolve<E::Modes>>::CHECK;
            };
            const { <Permute<P> as Rearrange<E, L>>::$CHECK };
            Outcome::of($self.rearrange(Permute(P::default())))
        }
    };
}

/// Modes by name.
impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    by_name!(places);
    by_name!([&self] self, CHECK, Fallible, Answer, 'a);
}

/// Modes by name.
impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    by_name!(places);
    by_name!([self] self, CHECK_UNIQUE, FallibleMut, AnswerMut, 'a);
}

/// Modes by name.
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    by_name!(places);
    by_name!([&self] self, CHECK, Fallible, Answer, '_);
}
