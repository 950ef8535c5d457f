//! Labels as types on nested shapes whose layers are in the type: extents and layers of the result stay there.

mod table;

use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};

use extents_static::__private::{Certainty, Nil, Tuple};

use super::{Nested, RanksInType};
use crate::indexed::{Factors, LabelNames, Operands, Permuted, Terms};
use crate::{Labelled, Origin, Product, ResultOf, Shape, StructureError, Sum};
use extents::Extents;
use extents::generic::ModeTuple;
use table::LayerTable;

/// A labelled nested shape whose layers are in the type, or a sum or product of such shapes.
///
/// [`Nested::labelled`] creates one. `X` is the same expression of the shapes without layers, and `T` tells the layers
/// of its labels.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{extents, modes};
/// use extents_shapes::{Nested, Shape};
/// let s = Nested::typed(modes![1, 2], Shape::new(extents![10, 20, 30]));
/// let labelled = s.labelled::<(i, j, k)>();
/// let Ok(product) = (labelled * labelled).to::<(j, k), _>(modes![0, 2]);
/// assert_eq!(product, Nested::typed(modes![0, 2], Shape::new(extents![20, 30])));
/// ```
#[derive(Debug)]
pub struct Layered<X, T> {
    expression: X,
    layers: PhantomData<T>,
}

impl<X: Clone, T> Clone for Layered<X, T> {
    fn clone(&self) -> Self {
        Layered { expression: self.expression.clone(), layers: PhantomData }
    }
}

impl<X: Copy, T> Copy for Layered<X, T> {}

/// The layers of the labels of one operand.
#[doc(hidden)]
#[derive(Debug)]
pub struct One<L, Labels>(PhantomData<(L, Labels)>);

/// The layers of the labels of two sides.
#[doc(hidden)]
#[derive(Debug)]
pub struct Both<A, B>(PhantomData<(A, B)>);

/// The layers of all labels of an expression.
pub(crate) trait LayersOfLabels {
    /// The layers in a product, where a label gets its outermost layer.
    const OUTERMOST: LayerTable;
    /// The layers in a sum, where a label has the same layer in all terms.
    const SAME: LayerTable;
}

impl<L: RanksInType, Labels: Tuple<List: LabelNames>> LayersOfLabels for One<L, Labels> {
    const OUTERMOST: LayerTable =
        LayerTable::of(&Labels::List::LABELS, <L as ModeTuple>::STATIC, false);
    const SAME: LayerTable = LayerTable::of(&Labels::List::LABELS, <L as ModeTuple>::STATIC, true);
}

impl<A: LayersOfLabels, B: LayersOfLabels> LayersOfLabels for Both<A, B> {
    const OUTERMOST: LayerTable = A::OUTERMOST.with(&B::OUTERMOST, false);
    const SAME: LayerTable = A::SAME.with(&B::SAME, true);
}

#[allow(private_bounds, reason = "a tuple of `Const`")]
impl<E: Extents, O: Origin<E>, L: RanksInType> Nested<Shape<E, O>, L> {
    /// Labels the modes by types: a tuple with one label for each mode. The extents and the layers of the compositions
    /// stay in the type.
    ///
    /// Nested shapes whose layers are values have the method of [`ShapeBase`](crate::ShapeBase) of this name.
    ///
    /// ```
    /// use extents::label::{i, j, k};
    /// use extents::{extents, modes};
    /// use extents_shapes::{Nested, Shape};
    /// let (a, b) = (Shape::new(extents![2, 3]), Shape::new(extents![3, 4]));
    /// let (a, b) = (Nested::typed(modes![1, 1], a), Nested::typed(modes![0, 2], b));
    /// let Ok(c) = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k), _>(modes![1, 1]);
    /// assert_eq!((c.shape().extents(), size_of_val(&c)), (&extents![2, 4], 0));
    /// ```
    #[allow(private_bounds, reason = "all labels have names")]
    pub fn labelled<Labels>(&self) -> Layered<Labelled<'_, E, O, Labels>, One<L, Labels>>
    where
        Labels: Tuple<List: LabelNames>,
    {
        Layered { expression: self.shape.labelled(), layers: PhantomData }
    }
}

/// The result of an expression `X` of the shapes without layers, under the labels `Out` in layers `K`: a nested shape,
/// or an error, which is [`Infallible`](core::convert::Infallible) where the types know everything and
/// [`StructureError`] otherwise.
///
/// ```
/// use extents::label::{i, j};
/// use extents::{Const, StaticExtents, extents, modes};
/// use extents_shapes::{Labelled, Nested, NestedOf, Shape, ZeroOrigin};
/// type Operand<'s> = Labelled<'s, StaticExtents![2, 3], ZeroOrigin, (i, j)>;
/// let s = Nested::typed(modes![2], Shape::new(extents![2, 3]));
/// let turned: NestedOf<Operand, (j, i), (Const<2>,)> = s.labelled::<(i, j)>().to::<(j, i), _>(modes![2]);
/// let Ok(_) = turned;
/// ```
pub type NestedOf<X, Out, K> = Result<
    Nested<Shape<<Out as ResultOf<X>>::Output, <Out as ResultOf<X>>::Origin>, K>,
    <<Out as ResultOf<X>>::Certainty as Certainty>::Fails<StructureError>,
>;

macro_rules! to {
    ($([$($generics:tt)*] $X:ty, $table:ident, $($permuted:path)?;)*) => {$(
        #[allow(private_bounds, reason = "only this crate makes `T`")]
        impl<$($generics)*, T: LayersOfLabels> Layered<$X, T> {
            /// Returns the shape with the modes that `Out` labels, in the layers that `layers` states, such as
            /// `modes![1, 2]`.
            ///
            /// The compiler checks the statement against the layers of the labels: in a sum a label is in the same layer
            /// in all terms, in a product it takes its outermost one. The result has as many layers as the operands,
            /// and its labels stand in the order of their layers.
            ///
            /// # Errors
            /// Returns the errors of [`Product::to`] of the shapes without layers; none where the types know
            /// everything.
            ///
            /// ```
            /// use extents::label::{i, j, k};
            /// use extents::{extents, modes};
            /// use extents_shapes::{Nested, Shape};
            /// let s = Nested::typed(modes![1, 2], Shape::new(extents![10, 20, 30]));
            /// let Ok(turned) = s.labelled::<(i, j, k)>().to::<(i, k, j), _>(modes![1, 2]);
            /// assert_eq!(turned.shape().extents(), &extents![10, 30, 20]);
            /// ```
            #[inline]
            pub fn to<Out, K>(self, layers: K) -> NestedOf<$X, Out, K>
            where
                $X: Operands $(<Labels<Nil>: $permuted>)?,
                Out: ResultOf<$X> + Tuple<List: LabelNames>,
                K: RanksInType,
            {
                const { T::$table.assert_stated(&Out::List::LABELS, <K as ModeTuple>::STATIC) };
                match Out::compose(self.expression) {
                    Ok(shape) => Ok(Nested { layers, shape }),
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}
to! {
    ['s, E, O, Labels] Labelled<'s, E, O, Labels>, OUTERMOST, ;
    [A, B] Product<A, B>, OUTERMOST, ;
    [A, B] Sum<A, B>, SAME, Permuted<Out>;
}

macro_rules! operators {
    ($($Operator:ident $operator:ident $Operand:ident;)*) => {$(
        impl<X, Y, A, B> $Operator<Layered<Y, B>> for Layered<X, A>
        where
            X: $Operator<Y>,
            Y: $Operand,
        {
            type Output = Layered<X::Output, Both<A, B>>;
            #[inline]
            fn $operator(self, right: Layered<Y, B>) -> Self::Output {
                let expression = self.expression.$operator(right.expression);
                Layered { expression, layers: PhantomData }
            }
        }
    )*};
}
operators! {
    Mul mul Factors;
    Add add Terms;
    Sub sub Terms;
}
