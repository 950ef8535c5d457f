//! [`Backend`]: what runs plans on arrays of its own.

use core::borrow::BorrowMut;
use core::fmt;

use extents_static::__private::agree;

use super::{Machine, Strides, Task};
use crate::plan::Plan;
use crate::{DynRankExtents, ModeArray, ShapeError};

/// What runs plans on arrays of its own.
///
/// ```
/// use extents::backend::{Backend, Contraction, contract_on};
/// use extents::{Composition, DynRankExtents, ModeArray, ShapeError};
///
/// /// Rows of numbers in a `Vec`: a library of matrices.
/// struct Matrix {
///     rows: usize,
///     columns: usize,
///     elements: Vec<i32>,
/// }
///
/// struct Matrices;
///
/// impl Backend for Matrices {
///     type Array = Matrix;
///     type Tensor = Matrix;
///     type Error = ShapeError;
///
///     fn extents(&self, matrix: &Matrix) -> Result<DynRankExtents, ShapeError> {
///         DynRankExtents::new(&[matrix.rows, matrix.columns])
///     }
///
///     fn strides(&self, matrix: &Matrix) -> ModeArray<isize> {
///         [matrix.columns as isize, 1].into_iter().collect()
///     }
///
///     fn zeros(&mut self, extents: &DynRankExtents) -> Result<Matrix, ShapeError> {
///         let &[rows, columns] = extents.as_slice() else {
///             return Err(ShapeError::RankMismatch { expected: 2, found: extents.as_slice().len() });
///         };
///         Ok(Matrix { rows, columns, elements: vec![0; rows * columns] })
///     }
///
///     fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
///         // The simplest kernel: a loop over all indices.
///         let (plan, left, right) = (task.plan(), task.left(), task.right());
///         if !task.adds() {
///             task.target().elements.fill(0);
///         }
///         let extents: Vec<usize> = plan.loops().iter().map(|each| each.extent).collect();
///         for index in DynRankExtents::new(&extents)?.indices() {
///             let at = |stride: fn(&extents::plan::Loop) -> isize| {
///                 let steps = plan.loops().iter().zip(index.iter());
///                 steps.map(|(each, &count)| stride(each) * count as isize).sum::<isize>() as usize
///             };
///             let factor = right.map_or(1, |right| right.elements[at(|each| each.right)]);
///             let product = left.elements[at(|each| each.left)] * factor;
///             task.target().elements[at(|each| each.result)] += product;
///         }
///         Ok(())
///     }
/// }
///
/// # use extents::Extents;
/// let a = Matrix { rows: 2, columns: 2, elements: vec![1, 2, 3, 4] };
/// let b = Matrix { rows: 2, columns: 1, elements: vec![1, 10] };
/// let c = contract_on(&mut Matrices, &Composition::einsum("ij,jk,ki->ik")?, &[&a, &b, &b]);
/// assert_eq!(c.err().unwrap().to_string(), "label `k` names modes of different extents: 1 and 2");
/// let c = contract_on(&mut Matrices, &Composition::einsum("ij,jl,kl->ik")?, &[&a, &b, &b])?;
/// assert_eq!((c.rows, c.columns, c.elements), (2, 2, vec![21, 210, 43, 430]));
/// # Ok::<(), ShapeError>(())
/// ```
pub trait Backend {
    /// What it reads and writes, behind a reference: an array, or what arrays and views of arrays lend alike.
    type Array: ?Sized;
    /// What it makes: results, and temporaries of contractions of more than two operands.
    type Tensor: BorrowMut<Self::Array>;
    /// What can go wrong. Wrong shapes are found before the backend is asked to do anything.
    type Error: From<ShapeError>;

    /// The extent of each mode of an array.
    ///
    /// # Errors
    /// The backend's own, and those of [`DynRankExtents::new`].
    fn extents(&self, array: &Self::Array) -> Result<DynRankExtents, Self::Error>;

    /// For each mode of an array, how many elements one step along it goes. They may be 0 (where an array repeats its
    /// elements) and negative, but 0 or overlapping strides must not be those of an array that is written.
    ///
    /// A backend whose arrays have no strides gives any, and does not look at those of a plan.
    fn strides(&self, array: &Self::Array) -> ModeArray<isize>;

    /// A tensor of zeros.
    ///
    /// # Errors
    /// The backend's own: where there is no memory, for instance.
    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Self::Tensor, Self::Error>;

    /// Runs a plan: for each index of the loops it keeps, the sum, over the indices of the other loops, of the
    /// products of the elements of its operands is written to the target, or added to what is there.
    ///
    /// A sum over nothing is zero. Extents may be zero; there may be no loop at all, and then one product.
    ///
    /// # Errors
    /// The backend's own; then it should not have touched the target.
    fn contract(&mut self, task: Contraction<'_, Self>) -> Result<(), Self::Error>;
}

/// What a [`Backend`] is asked to do: a plan, and the arrays that it is for.
///
/// Only the functions of [this module](crate::backend) make one, from what the backend itself says about the extents and
/// strides of these very arrays. So a kernel that is not checked at each access may rest on it: each index in
/// bounds of the loops leads, by the strides, to elements that the backend's arrays have.
///
/// ```
/// use extents::backend::{Backend, Contraction};
/// use extents::plan::Class;
/// /// Whether a product of two matrices does it, one for each index of the batch loops.
/// fn is_product_of_matrices<B: Backend>(task: &Contraction<'_, B>) -> bool {
///     let plan = task.plan().fused();
///     let count = |class| plan.loops().iter().filter(|each| each.class == class).count();
///     let of_matrices = [Class::LeftFree, Class::RightFree, Class::Contracted];
///     let is_clean = count(Class::LeftSummed) + count(Class::RightSummed) == 0;
///     task.right().is_some() && is_clean && of_matrices.into_iter().all(|class| count(class) <= 1)
/// }
/// ```
pub struct Contraction<'a, B: Backend + ?Sized> {
    // INVARIANT: `Plan::of_resolved` made the plan from the extents, which agree, and the strides that the backend
    // gave for `left`, `right` and `target`.
    plan: &'a Plan,
    left: &'a B::Array,
    right: Option<&'a B::Array>,
    target: &'a mut B::Array,
    adds: bool,
}

impl<'a, B: Backend + ?Sized> Contraction<'a, B> {
    /// The plan. [`Plan::fused`] has fewer and longer loops.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The left operand, or the only one. Its strides are `left` in the loops of the plan.
    pub fn left(&self) -> &'a B::Array {
        self.left
    }

    /// The right operand, if there are two. Its strides are `right` in the loops of the plan.
    pub fn right(&self) -> Option<&'a B::Array> {
        self.right
    }

    /// What the result is written to. Its strides are `result` in the loops of the plan.
    pub fn target(&mut self) -> &mut B::Array {
        self.target
    }

    /// Whether the result is added to what the target holds.
    pub fn adds(&self) -> bool {
        self.adds
    }
}

impl<B: Backend + ?Sized> fmt::Debug for Contraction<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &mut f.debug_struct("Contraction");
        task.field("plan", self.plan).field("adds", &self.adds).finish_non_exhaustive()
    }
}

/// A backend as what runs steps: it gets a plan of each.
pub(crate) struct OnBackend<'b, B>(pub(crate) &'b mut B);

impl<B: Backend> Machine for OnBackend<'_, B> {
    type Array = B::Array;
    type Made = B::Tensor;
    type Error = B::Error;
    const SUMS_NOTHING: bool = true;

    fn check(&self, array: &B::Array, expected: &DynRankExtents) -> Result<(), B::Error> {
        Ok(agree(expected, &self.0.extents(array)?)?)
    }

    fn strides<'s>(&self, array: &'s B::Array) -> Strides<'s> {
        Strides::Made(self.0.strides(array))
    }

    fn room(&mut self, extents: &DynRankExtents) -> Result<B::Tensor, B::Error> {
        self.0.zeros(extents)
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<B::Tensor, B::Error> {
        self.0.zeros(extents)
    }

    fn run(&mut self, task: Task<'_, B::Array>) -> Result<(), B::Error> {
        let (adds, labels) = (task.adds(), task.labels());
        let (operands, kept) = task.modes();
        let (of_left, of_right, left, right) = match (operands, task.taken()) {
            (&[of_left], &[left]) => (of_left, None, left, None),
            (&[of_left, of_right], &[left, right]) => (of_left, Some(of_right), left, Some(right)),
            (_, taken) => {
                return Err(ShapeError::OperandCount { expected: 2, found: taken.len() }.into());
            }
        };
        let plan = Plan::of_modes(of_left, of_right, kept)
            .ok_or(ShapeError::TooManyLoops { labels, most: Plan::MOST_LOOPS })?;
        self.0.contract(Contraction { plan: &plan, left, right, target: task.target(), adds })
    }
}
