//! Contraction of tensors whose modes are named: the names are the labels.

use core::marker::PhantomData;

use extents_static::names::{All, Names, Resolve, SumOver};

use super::{Contract, ContractInto};
use crate::elements::{
    AsView, OperandTuple, Storage, Target, Tensor, TensorTuple, View, ViewMut, path_of, plan_of,
};
use crate::layout::Layout;
use crate::plan::{PathPlan, Plan};
use crate::{
    Compose, Extents, ModeTuple, Operand, Scalar, ShapeError, StaticExtents, TypedExtents,
};

/// Stands for the labels of an operand without any: the names of its modes.
#[derive(Debug)]
pub enum Own {}

/// What labels an operand of extents `E`: a tuple of labels, or [`Own`].
#[diagnostic::on_unimplemented(
    message = "the modes of `{E}` have no names in the type: write labels in brackets behind this operand",
    label = "an operand without labels needs typed extents whose modes are all named"
)]
trait Labelling<E> {
    type Labels;
}

impl<T: ModeTuple, Labels> Labelling<StaticExtents<T>> for Own
where
    All: Resolve<T, Answer = Labels>,
{
    type Labels = Labels;
}

// With one implementation for it alone, the compiler would take all extents for typed ones.
impl<E> Labelling<&E> for Own
where
    Own: Labelling<E>,
{
    type Labels = <Own as Labelling<E>>::Labels;
}

/// A tuple of what labels each operand of the extents `Shapes`.
trait LabelsOf<Shapes> {
    /// The tuple of label tuples.
    type Ins;
}

macro_rules! labels_of {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<E, $($A),*> Labelling<E> for ($($A,)*) {
            type Labels = Self;
        }

        impl<$($A: Labelling<$B>, $B),*> LabelsOf<($($B,)*)> for ($($A,)*) {
            type Ins = ($($A::Labels,)*);
        }
    };
}
extents_static::for_each_arity!(labels_of);

/// What `contract!` expands to where an operand has no labels.
#[inline]
#[allow(private_bounds, reason = "the compiler finds `Ins`")]
pub fn contract_named<H, Asked, Ins, Out, Operands>(
    _: PhantomData<(H, Asked, Out)>,
    operands: Operands,
) -> Operands::Result
where
    Operands: OperandTuple,
    Asked: LabelsOf<Operands::Extents, Ins = Ins>,
    Operands: Contract<(), Ins, Out, H>,
{
    const { Operands::CHECK };
    (const { Operands::CONTRACT })(operands)
}

/// What `contract!` with an output expands to where an operand or the output has no labels.
pub mod named {
    use super::{ContractInto, Labelling, LabelsOf, OperandTuple, PhantomData, Target};

    macro_rules! into {
        ($($update:ident $adds:literal: $sign:literal;)*) => {$(
            #[doc = concat!("With `", $sign, "`.")]
            #[inline]
            #[allow(private_bounds, reason = "the compiler finds `Ins` and `Out`")]
            pub fn $update<H, Asked, AskedOut, Ins, Out, To, Operands>(
                _: PhantomData<(H, Asked, AskedOut)>,
                target: To,
                operands: Operands,
            ) -> Result<(), Operands::Error>
            where
                To: Target,
                AskedOut: Labelling<To::Extents, Labels = Out>,
                Operands: OperandTuple,
                Asked: LabelsOf<Operands::Extents, Ins = Ins>,
                Operands: ContractInto<To, Ins, Out, H>,
            {
                const { Operands::CHECK };
                operands.contract_into::<$adds>(target)
            }
        )*};
    }
    into! { assign false: "="; add true: "+="; }
}

/// What `plan!` expands to.
#[allow(private_bounds, reason = "as above")]
pub fn plan<Asked, Out, Ins, Operands, O>(
    _: PhantomData<(Asked, Out)>,
    operands: Operands,
) -> Result<Plan, ShapeError>
where
    Operands: OperandTuple<First = O> + TensorTuple<O::Elem>,
    Asked: LabelsOf<Operands::Extents, Ins = Ins>,
    Operands::Extents: Compose<Ins, Out>,
    O: AsView<Elem: Scalar>,
{
    plan_of::<_, O::Elem, Ins, Out, _>(&operands)
}

/// What `plan!` of more than two operands expands to.
#[allow(private_bounds, reason = "as above")]
pub fn plan_path<Asked, Out, Ins, Operands, O>(
    _: PhantomData<(Asked, Out)>,
    operands: Operands,
) -> Result<PathPlan, ShapeError>
where
    Operands: OperandTuple<First = O> + TensorTuple<O::Elem>,
    Asked: LabelsOf<Operands::Extents, Ins = Ins>,
    Operands::Extents: Compose<Ins, Out>,
    O: AsView<Elem: Scalar>,
{
    path_of::<_, O::Elem, Ins, Out, _>(&operands)
}

macro_rules! dot {
    () => {
        /// Contracts two tensors whose modes are all named: the products are summed over the modes `names`, which both
        /// have. A name that both have and that is not summed stays, as a batch. The result has the names of this tensor,
        /// then those that only the other one has.
        ///
        /// `contract!(q * k => [..])` states the order of the result instead, and takes any number of operands.
        ///
        /// # Errors
        /// Those of [`contract!`](crate::contract!).
        ///
        /// ```
        /// use extents::{StaticExtents, Tensor, TensorOf, dims, extents, names};
        /// dims! { Batch, Time, Past, Key }
        /// let q = Tensor::full(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4]?, 1.0)?;
        /// let k = Tensor::full(extents![dyn Past = 5, dyn Key = 4, dyn Batch = 2]?, 0.5)?;
        /// let scores: TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Past], f64> = q.dot(names![Key], &k)?;
        /// assert_eq!(scores[[1, 2, 4]], 2.0);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn dot<'s, N, O, F, A, B, Out>(
            &'s self,
            names: Names<N>,
            other: &'s O,
        ) -> <(&'s Self, &'s O) as Contract<(), (A, B), Out>>::Result
        where
            E: TypedExtents,
            O: Operand<Extents = F>,
            F: TypedExtents,
            All: Resolve<E::Modes, Answer = A> + Resolve<F::Modes, Answer = B>,
            SumOver<N>: Resolve<(E::Modes, F::Modes), Answer = Out>,
            (&'s Self, &'s O): Contract<(), (A, B), Out>,
        {
            let _ = names;
            const { <SumOver<N> as Resolve<(E::Modes, F::Modes)>>::CHECK };
            const { <(&Self, &O) as Contract<(), (A, B), Out>>::CHECK };
            (self, other).contract()
        }
    };
}

/// Contraction by the names of modes.
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    dot!();
}

/// Contraction by the names of modes.
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    dot!();
}

/// Contraction by the names of modes.
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    dot!();
}
