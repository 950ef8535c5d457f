//! [`Rearranged`]: a view of what is there, or a copy.

use crate::elements::AsView;
use crate::layout::Strided;
use crate::placement::OnHeap;
use crate::{DynRankExtents, Extents, Operand, ShapeError, Tensor, View};

/// The result of a rearrangement: a view where strides reach the elements in their new places, else a copy.
///
/// It is an operand as a view is, and [`view`](Self::view) has the methods of one.
///
/// ```
/// use extents::einops::{Pattern, Rearranged};
/// use extents::{Tensor, extents};
/// let x = Tensor::from_fn(extents![2, 3], |[i, j]| 10 * i + j)?;
/// let rows = Pattern::new("i j -> (i j)")?;
/// assert!(matches!(rows.rearrange(&x)?, Rearranged::Borrowed(_)));
/// let columns = Pattern::new("i j -> (j i)")?;
/// let Rearranged::Owned(copy) = columns.rearrange(&x)? else { panic!("no strides do this") };
/// assert_eq!(copy.as_slice(), [0, 10, 1, 11, 2, 12]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone)]
pub enum Rearranged<'a, T, E: Extents = DynRankExtents> {
    /// The elements where they are.
    Borrowed(View<'a, T, E, Strided<E::Strides>>),
    /// The elements in a new row-major tensor.
    Owned(Tensor<T, E>),
}

impl<'a, T, E: Extents> Rearranged<'a, T, E> {
    /// Returns the extents.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::full(extents![2, 3], 1)?;
    /// assert_eq!(Pattern::new("i j -> (j i)")?.rearrange(&x)?.extents().as_slice(), [6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn extents(&self) -> &E {
        match self {
            Rearranged::Borrowed(view) => view.extents(),
            Rearranged::Owned(tensor) => tensor.extents(),
        }
    }

    /// Returns a view of the elements.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_fn(extents![2, 3], |[i, j]| 10 * i + j)?;
    /// assert_eq!(Pattern::new("i j -> (j i)")?.rearrange(&x)?.view()[[3]], 11);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn view(&self) -> View<'_, T, E, Strided<E::Strides>> {
        match self {
            Rearranged::Borrowed(view) => view.clone(),
            Rearranged::Owned(tensor) => tensor.view().by_strides(),
        }
    }

    /// Returns the elements as a row-major tensor, which is the copy if there is one.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let turned = Pattern::new("i j -> j i")?.rearrange(&x)?.into_tensor()?;
    /// assert_eq!(turned.as_slice(), [1, 3, 2, 4]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn into_tensor(self) -> Result<Tensor<T, E>, ShapeError>
    where
        T: Clone,
    {
        match self {
            Rearranged::Borrowed(view) => view.map(T::clone),
            Rearranged::Owned(tensor) => Ok(tensor),
        }
    }
}

impl<T: core::fmt::Debug, E: Extents> core::fmt::Debug for Rearranged<'_, T, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Rearranged::Borrowed(view) => f.debug_tuple("Borrowed").field(view).finish(),
            Rearranged::Owned(tensor) => f.debug_tuple("Owned").field(tensor).finish(),
        }
    }
}

impl<T, E: Extents> Operand for Rearranged<'_, T, E> {
    type Extents = E;
    type Placement = OnHeap;

    fn operand_extents(&self) -> E {
        self.extents().clone()
    }
}

impl<T, E: Extents> AsView for Rearranged<'_, T, E> {
    type Elem = T;
    type Layout = Strided<E::Strides>;

    fn as_view(&self) -> View<'_, T, E, Self::Layout> {
        self.view()
    }
}
