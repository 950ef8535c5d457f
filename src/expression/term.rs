//! What becomes a node: references to tensors, views, expressions, numbers; and the ways to start one.

use super::{Anything, Computed, Expression, Node, Uniform};
use crate::elements::Storage;
use crate::layout::Layout;
use crate::{Extents, Scalar, Tensor, View, ViewMut};

/// A value that can be combined by an operator with an expression of elements `T`: a reference to a tensor or a view,
/// a tensor or view by value, an [`Expression`], a number.
///
/// ```
/// use extents::expression::Term;
/// use extents::{Tensor, extents};
/// let total = |a: &Tensor<f64, extents::StaticExtents![2]>| a.term().sum();
/// assert_eq!(total(&Tensor::full(extents![2], 0.5)?), Ok(1.0));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operand with elements of type `{T}`",
    label = "expected a tensor, a view or an expression with elements of type `{T}`, or a number of that type",
    note = "tensors stand in expressions by reference: `&a + &b`; a `Result` of a tensor needs `?` before that",
    note = "a number has the type of the elements: `2.0` beside floats; a list of elements is one behind `View::from_slice(extents![3], &list)?`",
    note = "`map` changes the type of elements: `a.lazy().map(f64::from)`"
)]
pub trait Term<T> {
    /// The node of the expression.
    type Node: Node<Elem = T>;
    /// Converts the value to an expression.
    fn term(self) -> Expression<Self::Node>;
}

macro_rules! terms {
    ($([$($generics:tt)*] $term:ty => $node:ty, $this:ident => $make:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Term<T> for $term {
            type Node = $node;
            #[inline]
            fn term(self) -> Expression<$node> {
                let $this = self;
                Expression { node: $make }
            }
        }
    )*};
}
terms! {
    ['a, T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] &'a Tensor<T, E, L, S> => View<'a, T, E, L>, a => a.view();
    [T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S> => Tensor<T, E, L, S>, a => a;
    ['a, T: Copy, E: Extents, L: Layout<E>] View<'a, T, E, L> => View<'a, T, E, L>, a => a;
    ['a, T: Copy, E: Extents, L: Layout<E>] &View<'a, T, E, L> => View<'a, T, E, L>, a => a.view();
    ['a, T: Copy, E: Extents, L: Layout<E>] &'a ViewMut<'_, T, E, L> => View<'a, T, E, L>, a => a.view();
    [T, N: Node<Elem = T>] Expression<N> => N, a => a.node;
    ['a, T, N: Node<Elem = T>] &'a Expression<N> => &'a N, a => &a.node;
    [T: Scalar] T => Uniform<T>, value => Uniform { value, extents: Anything };
}

/// Creates an expression that has the same value at each index, and the extents of what it is combined with.
///
/// Numbers do not need this call: `&a + 1.0`. Elements of other types do.
///
/// ```
/// use extents::expression::uniform;
/// use extents::{Tensor, extents};
/// let found = Tensor::from_vec(extents![3], vec![true, false, true])?;
/// let marks = found.lazy().select(uniform('x'), uniform('.')).eval()?;
/// assert_eq!(marks.as_slice(), ['x', '.', 'x']);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn uniform<T: Copy>(value: T) -> Expression<Uniform<T>> {
    Expression::new(Uniform { value, extents: Anything })
}

/// Creates an expression that has the same value at each index of these extents: a tensor that stores one element.
///
/// ```
/// use extents::expression::uniform_of;
/// use extents::extents;
/// let ones = uniform_of(extents![2, 3], 1.0);
/// assert_eq!(ones.sum(), Ok(6.0));
/// ```
#[inline]
pub fn uniform_of<T: Copy, E: Extents>(extents: E, value: T) -> Expression<Uniform<T, E>> {
    Expression::new(Uniform { value, extents })
}

/// Creates an expression whose values are computed from the index whenever they are read: a tensor that stores
/// nothing.
///
/// The function is called once for each element that is read, in any order.
///
/// ```
/// use extents::expression::computed;
/// use extents::{Tensor, extents};
/// let identity = computed(extents![3, 3], |[i, j]| if i == j { 1.0 } else { 0.0 });
/// let a = Tensor::full(extents![3, 3], 2.0)?;
/// let Ok(trace) = identity.dot(&a);
/// assert_eq!(trace, 6.0);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn computed<T, E: Extents, F: Fn(E::Index) -> T>(
    extents: E,
    value: F,
) -> Expression<Computed<E, F>> {
    Expression::new(Computed { extents, value })
}

macro_rules! lazy {
    ($life:lifetime) => {
        /// Returns an expression of the elements, whose methods compute lazily.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let mut a = Tensor::from_vec(extents![2], vec![4.0, 9.0])?;
        /// let Ok(sum) = a.lazy().sqrt().sum();
        /// assert_eq!(sum, 5.0);
        /// assert_eq!(a.view().lazy().max(), Ok(Some(9.0)));
        /// assert_eq!(a.view_mut().lazy().max(), Ok(Some(9.0)));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn lazy(&self) -> Expression<View<$life, T, E, L>> {
            Expression::new(self.view())
        }
    };
}

/// Lazy expressions.
impl<'a, T: Copy, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    lazy!('a);
}

/// Lazy expressions.
impl<T: Copy, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    lazy!('_);
}

/// Lazy expressions.
impl<T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    lazy!('_);

    /// Converts the tensor, such as an inline one, into an expression that holds it.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
    /// let tenfold = move || a.into_lazy() * 10;
    /// let Ok(values) = tenfold().eval_inline();
    /// assert_eq!(values.into_array(), [10, 20]);
    /// ```
    #[inline]
    pub fn into_lazy(self) -> Expression<Self> {
        Expression::new(self)
    }
}
