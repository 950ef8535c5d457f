//! [`Backend`]: what runs plans on arrays of its own.

use core::borrow::BorrowMut;
use core::fmt;

use extents_static::__private::agree;

use super::kept::Record;
use super::{Machine, Strides, Task};
use crate::plan::{Modes, Plan, too_many_loops, too_many_operands};
use crate::{DynRankExtents, ModeArray, ShapeError};

/// A backend that runs plans on arrays of its own.
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
    /// The type that plans read and write, behind a reference: an array, or what both arrays and views of arrays
    /// borrow as.
    type Array: ?Sized;
    /// The type of results, and of temporaries of contractions of more than two operands.
    type Tensor: BorrowMut<Self::Array>;
    /// The error type. Shapes are checked before the backend is called.
    type Error: From<ShapeError>;

    /// Whether products and sums of elements may be taken in another order than that of the operands, as
    /// [`Scalar::CONTRACTS_IN_ANY_ORDER`](crate::Scalar::CONTRACTS_IN_ANY_ORDER) says. Where not, more than two operands are
    /// [`ShapeError::LimitExceeded`]: they would contract two at a time.
    const CONTRACTS_IN_ANY_ORDER: bool = true;

    /// Returns the extents of an array.
    ///
    /// # Errors
    /// The backend's own, and those of [`DynRankExtents::new`].
    fn extents(&self, array: &Self::Array) -> Result<DynRankExtents, Self::Error>;

    /// Returns the strides of an array, in elements. They may be 0 (where an array repeats its elements) and
    /// negative, but an array that is written must not have strides that are 0 or overlap.
    ///
    /// A backend whose arrays have no strides may return any, and ignores those of a plan.
    fn strides(&self, array: &Self::Array) -> ModeArray<isize>;

    /// Creates a tensor of zeros.
    ///
    /// # Errors
    /// The backend's own, for example if memory cannot be allocated.
    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Self::Tensor, Self::Error>;

    /// Creates a tensor whose elements are all written before one is read: a result or a temporary. By default they are
    /// zeros.
    ///
    /// # Errors
    /// As [`zeros`](Self::zeros).
    fn room(&mut self, extents: &DynRankExtents) -> Result<Self::Tensor, Self::Error> {
        self.zeros(extents)
    }

    /// Runs a plan: for each index of the kept loops, the sum over the other loops of the products of the operands'
    /// elements is written to the target, or added to it.
    ///
    /// An empty sum is zero. Extents may be zero. There may be no loops, which means one product.
    ///
    /// # Errors
    /// The backend's own; the target should then be unchanged.
    fn contract(&mut self, task: Contraction<'_, Self>) -> Result<(), Self::Error>;
}

/// The task of a [`Backend`]: a plan, and the arrays that it is for.
///
/// Only the functions of [this module](crate::backend) create one, from the extents and strides that the backend
/// itself returns for these arrays. A kernel without bounds checks may rely on it: each index in bounds of the loops
/// leads, by the strides, to elements that the backend's arrays have.
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
    // INVARIANT: `Plan::of_modes` made the plan from the extents, which agree, and the strides that the backend
    // gave for `left`, `right` and `target`, or for arrays of the same extents and strides.
    pub(super) plan: &'a Plan,
    pub(super) left: &'a B::Array,
    pub(super) right: Option<&'a B::Array>,
    pub(super) target: &'a mut B::Array,
    pub(super) adds: bool,
}

impl<'a, B: Backend + ?Sized> Contraction<'a, B> {
    /// Returns the plan. [`Plan::fused`] has fewer and longer loops.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Returns the left operand, or the only one. Its strides are `left` in the loops of the plan.
    pub fn left(&self) -> &'a B::Array {
        self.left
    }

    /// Returns the right operand, if there are two. Its strides are `right` in the loops of the plan.
    pub fn right(&self) -> Option<&'a B::Array> {
        self.right
    }

    /// Returns the target. Its strides are `result` in the loops of the plan.
    pub fn target(&mut self) -> &mut B::Array {
        self.target
    }

    /// Returns whether the result is added to the target.
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
pub(crate) struct OnBackend<'b, B> {
    pub(crate) backend: &'b mut B,
    /// Where to write the plans down.
    pub(crate) record: Option<&'b mut Record>,
}

impl<B: Backend> Machine for OnBackend<'_, B> {
    type Array = B::Array;
    type Made = B::Tensor;
    type Error = B::Error;
    const SUMS_NOTHING: bool = true;

    fn check(&self, array: &B::Array, expected: &DynRankExtents) -> Result<(), B::Error> {
        Ok(agree(expected, &self.backend.extents(array)?)?)
    }

    fn strides<'s>(&self, array: &'s B::Array) -> Strides<'s> {
        Strides::Made(self.backend.strides(array))
    }

    fn room(&mut self, extents: &DynRankExtents) -> Result<B::Tensor, B::Error> {
        self.backend.room(extents)
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<B::Tensor, B::Error> {
        self.backend.zeros(extents)
    }

    fn run(&mut self, task: Task<'_, B::Array>) -> Result<(), B::Error> {
        let adds = task.adds();
        let (operands, kept) = task.modes();
        let (of_left, of_right, left, right) = match (operands, task.taken()) {
            (&[of_left], &[left]) => (of_left, None, left, None),
            (&[of_left, of_right], &[left, right]) => (of_left, Some(of_right), left, Some(right)),
            (_, taken) => return Err(too_many_operands(taken.len()).into()),
        };
        let plan = Plan::of_modes(of_left, of_right, kept)
            .ok_or_else(|| too_many_loops(&[of_left, of_right.unwrap_or(Modes::NONE), kept]))?;
        if let Some(record) = &mut self.record {
            record.push(&plan, operands, &kept);
        }
        self.backend.contract(Contraction { plan: &plan, left, right, target: task.target(), adds })
    }
}
