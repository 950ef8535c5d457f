//! Smooth shapes under typed labels: products and sums whose extents stay static.

use crate::error::Compared;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};
use extents::error::Place;

use extents_static::__private::{Certainty, Cons, Nil, ToTuple, Tuple};
use extents_static::label::{Label, label_id};

use super::Permuted;
use crate::smooth::OriginKind;
use crate::{Origin, Shape, StructureError};
use extents::label::LabelName;
use extents::{Compose, Extents, ModeArray};

/// A smooth shape whose modes are labelled by the tuple `Labels`: an operand of products and sums.
///
/// [`Shape::labelled`] makes one; [`to`](Self::to) gives it the order of other labels, sums over those that
/// are missing there, and takes the diagonal of one that repeats.
///
/// ```
/// use extents::extents;
/// use extents::label::{i, j, k};
/// use extents_shapes::Shape;
/// let s = Shape::new(extents![10, 20, 30]);
/// let Ok(t) = s.labelled::<(i, j, k)>().to::<(k, i)>();
/// assert_eq!(t.extents(), &extents![30, 10]);
/// ```
pub struct Labelled<'s, E, O, Labels> {
    shape: &'s Shape<E, O>,
    labels: PhantomData<Labels>,
}

impl<E, O, Labels> Clone for Labelled<'_, E, O, Labels> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, O, Labels> Copy for Labelled<'_, E, O, Labels> {}

/// Writes the shape and its labels: `[2, dyn 3](i, j)`.
impl<E: Extents, O: Origin<E>, Labels> fmt::Debug for Labelled<'_, E, O, Labels>
where
    Labels: Tuple<List: LabelNames>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = Vec::new();
        // What looks gives no error.
        let _ = Labels::List::each(&mut |_, name| {
            names.push(name);
            Ok(())
        });
        write!(f, "{:?}({})", self.shape, names.join(", "))
    }
}

/// A product of two or more labelled shapes: `a * b`.
///
/// ```
/// use extents::extents;
/// use extents::label::{i, j, k};
/// use extents_shapes::Shape;
/// let (a, b) = (Shape::new(extents![2, 3]), Shape::new(extents![3, 4]));
/// let Ok(c) = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k)>();
/// assert_eq!(c.extents(), &extents![2, 4]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Product<A, B>(A, B);

/// A sum or difference of two or more labelled shapes: `a + b`.
///
/// ```
/// use extents::extents;
/// use extents::label::{i, j};
/// use extents_shapes::Shape;
/// let (a, b) = (Shape::new(extents![2, 3]), Shape::new(extents![3, 2]));
/// let Ok(c) = (a.labelled::<(i, j)>() + b.labelled::<(j, i)>()).to::<(j, i)>();
/// assert_eq!(c.extents(), &extents![3, 2]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(A, B);

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    /// Labels the modes by types: a tuple with one label for each mode.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::label::{i, j, k, l};
    /// use extents_shapes::Shape;
    /// let s = Shape::new(extents![10, 20, 30]);
    /// let (left, right) = (s.labelled::<(i, j, k)>(), s.labelled::<(i, j, l)>());
    /// let Ok(product) = (left * right).to::<(i, j, k, l)>();
    /// assert_eq!(product.extents(), &extents![10, 20, 30, 30]);
    /// ```
    #[inline]
    #[allow(private_bounds, reason = "all labels have names")]
    pub fn labelled<Labels>(&self) -> Labelled<'_, E, O, Labels>
    where
        Labels: Tuple<List: LabelNames>,
    {
        Labelled { shape: self, labels: PhantomData }
    }
}

/// A labelled shape or a product: an expression that can be multiplied by another one.
#[diagnostic::on_unimplemented(
    message = "only labelled shapes and their products can be multiplied",
    label = "expected `shape.labelled::<(i, j)>()`, or a product of them"
)]
pub(crate) trait Factors: Operands {}
impl<'s, E, O, Labels> Factors for Labelled<'s, E, O, Labels> where Self: Operands {}
impl<A: Factors, B: Factors> Factors for Product<A, B> {}

/// A labelled shape or a sum: an expression that can be added to another one.
#[diagnostic::on_unimplemented(
    message = "only labelled shapes and their sums can be added",
    label = "expected `shape.labelled::<(i, j)>()`, or a sum of them",
    note = "`to` computes the shape of a product"
)]
pub(crate) trait Terms: Operands {}
impl<'s, E, O, Labels> Terms for Labelled<'s, E, O, Labels> where Self: Operands {}
impl<A: Terms, B: Terms> Terms for Sum<A, B> {}

/// The labelled shapes of an expression, from left to right.
pub(crate) trait Operands {
    /// The list of their extents, before `Tail`.
    type Extents<Tail>;
    /// The list of their label tuples, before `Tail`.
    type Labels<Tail>;
    /// The kind of the origin of the result: zero if all origins are zero.
    type Kind: OriginKind;
    fn extents<Tail>(&self, tail: Tail) -> Self::Extents<Tail>;
    fn origins(&self, all: &mut Origins) -> Result<(), StructureError>;
}

impl<E, O, Labels> Operands for Labelled<'_, E, O, Labels>
where
    E: Extents,
    O: Origin<E>,
    Labels: Tuple<List: LabelNames>,
{
    type Extents<Tail> = Cons<E, Tail>;
    type Labels<Tail> = Cons<Labels, Tail>;
    type Kind = O::Kind;

    #[inline]
    fn extents<Tail>(&self, tail: Tail) -> Cons<E, Tail> {
        Cons(self.shape.extents().clone(), tail)
    }

    fn origins(&self, all: &mut Origins) -> Result<(), StructureError> {
        let origin = self.shape.origin();
        let mut modes = origin.as_ref().iter();
        Labels::List::each(&mut |id, name| {
            modes.next().map_or(Ok(()), |origin| all.meet(id, name, *origin))
        })
    }
}

macro_rules! pair {
    ($($Pair:ident)*) => {$(
        impl<A: Operands, B: Operands> Operands for $Pair<A, B> {
            type Extents<Tail> = A::Extents<B::Extents<Tail>>;
            type Labels<Tail> = A::Labels<B::Labels<Tail>>;
            type Kind = <A::Kind as OriginKind>::And<B::Kind>;

            #[inline]
            fn extents<Tail>(&self, tail: Tail) -> Self::Extents<Tail> {
                self.0.extents(self.1.extents(tail))
            }

            fn origins(&self, all: &mut Origins) -> Result<(), StructureError> {
                self.0.origins(all)?;
                self.1.origins(all)
            }
        }
    )*};
}
pair!(Product Sum);

/// A list of labels.
pub(crate) trait LabelNames {
    /// The number and the name of each label, for consts.
    const LABELS: LabelIds;

    /// Gives `see` the number and the name of each label.
    fn each(
        see: &mut impl FnMut(u64, &'static str) -> Result<(), StructureError>,
    ) -> Result<(), StructureError>;
}

impl LabelNames for Nil {
    const LABELS: LabelIds = LabelIds { all: [(0, ""); LabelIds::MOST], count: 0 };

    fn each(
        _: &mut impl FnMut(u64, &'static str) -> Result<(), StructureError>,
    ) -> Result<(), StructureError> {
        Ok(())
    }
}

impl<L: Label, Rest: LabelNames> LabelNames for Cons<L, Rest> {
    const LABELS: LabelIds = Rest::LABELS.behind(label_id::<L>(), L::NAME);

    fn each(
        see: &mut impl FnMut(u64, &'static str) -> Result<(), StructureError>,
    ) -> Result<(), StructureError> {
        see(label_id::<L>(), L::NAME)?;
        Rest::each(see)
    }
}

/// The labels of a tuple, as values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelIds {
    all: [(u64, &'static str); Self::MOST],
    count: usize,
}

impl LabelIds {
    /// Tuples have no more elements.
    const MOST: usize = 12;

    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "in a const, of a tuple of at most 12 labels"
    )]
    pub(crate) const fn behind(self, id: u64, name: &'static str) -> Self {
        let mut all = [(id, name); Self::MOST];
        let mut place = 0;
        while place < self.count {
            all[place + 1] = self.all[place];
            place += 1;
        }
        LabelIds { all, count: self.count + 1 }
    }

    pub(crate) const fn as_slice(&self) -> &[(u64, &'static str)] {
        self.all.split_at(self.count).0
    }
}

/// The origins of the modes of each label.
#[derive(Debug, Default)]
pub(crate) struct Origins(ModeArray<(u64, usize)>);

impl Origins {
    fn of(&self, id: u64) -> Option<usize> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, origin)| *origin)
    }

    fn meet(&mut self, id: u64, name: &str, right: usize) -> Result<(), StructureError> {
        match self.of(id) {
            Some(left) if left != right => {
                let label = LabelName::new(name);
                Err(StructureError::Mismatch {
                    place: Place::Label(label),
                    of: Compared::Origin,
                    left,
                    right,
                })
            }
            Some(_) => Ok(()),
            None => {
                self.0.push((id, right));
                Ok(())
            }
        }
    }
}

/// A tuple of labels that can label the result of an expression `X` of labelled shapes: the bound of [`Labelled::to`]
/// and [`Product::to`].
///
/// Generic code states [`Compose`] of the extents instead, which implies it.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents_shapes::{Shape, StructureError};
/// use extents::{Compose, Composed, Extents, StaticExtents, extents};
/// type Matmul<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;
/// fn matmul<A: Extents, B: Extents>(a: &Shape<A>, b: &Shape<B>) -> Result<Shape<Matmul<A, B>>, StructureError>
/// where
///     (A, B): Compose<((i, j), (j, k)), (i, k)>,
/// {
///     (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k)>().map_err(Into::into)
/// }
/// let c: Shape<StaticExtents![2, 4]> = matmul(&Shape::new(extents![2, 3]), &Shape::new(extents![3, 4]))?;
/// # let _ = c;
/// # Ok::<(), StructureError>(())
/// ```
#[doc(hidden)]
pub trait ResultOf<X> {
    /// The extents of the result.
    type Output: Extents;
    /// The origin of the result: the zero origin if all operands have it.
    type Origin: Origin<Self::Output>;
    /// Says whether anything is left to check at run time.
    #[doc(hidden)]
    type Certainty: Certainty;
    #[doc(hidden)]
    fn compose(expression: X) -> ShapeOf<X, Self>
    where
        Self: Sized;
}

/// The result of an expression under the labels `Out`: a shape of [`Composed`](extents::Composed) extents, with the
/// zero origin if all operands have it, or an error, which is [`Infallible`](core::convert::Infallible) where the types
/// know everything and [`StructureError`] otherwise.
///
/// ```
/// use extents::label::{i, j};
/// use extents_shapes::{Labelled, Shape, ShapeOf, ZeroOrigin};
/// use extents::{StaticExtents, extents};
/// type Operand<'s> = Labelled<'s, StaticExtents![2, 3], ZeroOrigin, (i, j)>;
/// let s = Shape::new(extents![2, 3]);
/// let transposed: ShapeOf<Operand, (j, i)> = s.labelled::<(i, j)>().to::<(j, i)>();
/// let Ok(_) = transposed;
/// ```
pub type ShapeOf<X, Out> = Result<
    Shape<<Out as ResultOf<X>>::Output, <Out as ResultOf<X>>::Origin>,
    <<Out as ResultOf<X>>::Certainty as Certainty>::Fails<StructureError>,
>;

/// The operands' extents as a tuple.
type Shapes<X> = <<X as Operands>::Extents<Nil> as ToTuple>::Tuple;
/// Their labels as a tuple of tuples.
type Ins<X> = <<X as Operands>::Labels<Nil> as ToTuple>::Tuple;

impl<X, Out, F, O, OfExtents, OfOrigins> ResultOf<X> for Out
where
    X: Operands<Extents<Nil>: ToTuple, Labels<Nil>: ToTuple>,
    Shapes<X>: Compose<Ins<X>, Out, Output = F, Certainty = OfExtents>,
    X::Kind: OriginKind<Of<F> = O, Certainty = OfOrigins>,
    Out: Tuple<List: LabelNames>,
    F: Extents,
    O: Origin<F>,
    OfExtents: Certainty,
    OfOrigins: Certainty,
{
    type Output = F;
    type Origin = O;
    type Certainty = OfExtents::And<OfOrigins>;

    fn compose(expression: X) -> ShapeOf<X, Out> {
        let compose = || {
            let extents = expression.extents(Nil).into_tuple().compose().map_err(Into::into)?;
            let mut modes: ModeArray<usize> = ModeArray::default();
            if X::Kind::IS_VALUE {
                let mut origins = Origins::default();
                expression.origins(&mut origins)?;
                Out::List::each(&mut |id, _| {
                    modes.push(origins.of(id).unwrap_or(0));
                    Ok(())
                })?;
            }
            let origin = X::Kind::with(&extents, |mode| modes.get(mode).copied().unwrap_or(0));
            // Each label begins and ends as a mode of an operand does.
            Ok(Shape::of_parts(extents, origin))
        };
        <Out as ResultOf<X>>::Certainty::settle_as(compose())
    }
}

impl<E: Extents, O: Origin<E>, Labels> Labelled<'_, E, O, Labels> {
    /// Returns the shape with the modes that `Out` labels, in this order. What is static in the operand is static in
    /// the result.
    ///
    /// # Errors
    /// Returns the errors of [`Product::to`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents::label::{i, j};
    /// use extents_shapes::Shape;
    /// let s = Shape::at(extents![2, 3], [10, 20])?;
    /// assert_eq!(s.labelled::<(i, j)>().to::<(j, i)>()?.to_string(), "[3, 2] at [20, 10]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn to<Out>(self) -> ShapeOf<Self, Out>
    where
        Out: ResultOf<Self>,
    {
        Out::compose(self)
    }
}

impl<A, B> Product<A, B> {
    /// Returns the shape with the modes that `Out` labels. Modes that share a label must have equal extents and equal
    /// origins. A label that is not in `Out` is summed over. What is static in either operand is static in the result.
    /// If all origins are the zero origin, so is that of the result.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`]; of [`ShapeError`](extents::ShapeError) `ExtentMismatch` where
    /// run-time extents differ, `CountMismatch` and `Null` for factors of run-time rank, `SizeOverflow`. The error is
    /// [`Infallible`](core::convert::Infallible) where the types know everything and all origins are zero.
    ///
    /// ```
    /// use extents::extents;
    /// use extents::label::{i, j, k};
    /// use extents_shapes::Shape;
    /// let (a, b) = (Shape::at(extents![2, 3], [5, 0])?, Shape::new(extents![3, dyn 4]?));
    /// let c = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k)>()?;
    /// assert_eq!(format!("{c:?}"), "[2, dyn 4] at [5, 0]");
    /// let moved = b.with_origin([7, 0])?;
    /// let error = (a.labelled::<(i, j)>() * moved.labelled::<(j, k)>()).to::<(i, k)>().unwrap_err();
    /// assert_eq!(error.to_string(), "label `j` names modes that begin at 0 and at 7");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn to<Out>(self) -> ShapeOf<Self, Out>
    where
        Out: ResultOf<Self>,
    {
        Out::compose(self)
    }
}

impl<A, B> Sum<A, B> {
    /// Returns the shape with the modes that `Out` labels. All terms must have exactly these labels, in any order.
    ///
    /// # Errors
    /// Returns the errors of [`Product::to`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents::label::{i, j, k};
    /// use extents_shapes::Shape;
    /// let s = Shape::new(extents![10, 20, 30]);
    /// let Ok(sum) = (s.labelled::<(i, j, k)>() + s.labelled::<(i, j, k)>()).to::<(j, i, k)>();
    /// assert_eq!(sum.extents(), &extents![20, 10, 30]);
    /// ```
    /// ```compile_fail,E0277
    /// use extents::extents;
    /// use extents::label::{i, j, k};
    /// use extents_shapes::Shape;
    /// let s = Shape::new(extents![10, 20]);
    /// // label `k` is missing on one side: sums permute modes, and neither add nor drop them
    /// let _ = (s.labelled::<(i, j)>() + s.labelled::<(i, k)>()).to::<(i, k)>();
    /// ```
    #[inline]
    #[allow(private_bounds, reason = "what `a + b` is made of")]
    pub fn to<Out>(self) -> ShapeOf<Self, Out>
    where
        Self: Operands<Labels<Nil>: Permuted<Out>>,
        Out: ResultOf<Self>,
    {
        Out::compose(self)
    }
}

macro_rules! operators {
    ($($Operator:ident $operator:ident $Operand:ident $Pair:ident;)*) => {$(
        impl<R: $Operand, E, O, Labels> $Operator<R> for Labelled<'_, E, O, Labels> {
            type Output = $Pair<Self, R>;
            #[inline]
            fn $operator(self, right: R) -> $Pair<Self, R> {
                $Pair(self, right)
            }
        }

        impl<R: $Operand, A, B> $Operator<R> for $Pair<A, B> {
            type Output = $Pair<Self, R>;
            #[inline]
            fn $operator(self, right: R) -> $Pair<Self, R> {
                $Pair(self, right)
            }
        }
    )*};
}
operators! {
    Mul mul Factors Product;
    Add add Terms Sum;
    Sub sub Terms Sum;
}
