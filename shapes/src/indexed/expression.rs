//! [`Indexed`]: a shape with labels, or a sum or a product of such.

use alloc::collections::{BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};
use extents::error::Quantity;

use extents_static::__private::Tuple;

use super::layers::{self, Meeting};
use super::names_of;
use super::typed::LabelNames;
use super::{Columns, LabelledShape, Meets, Profiles, Rules, ragged};
use crate::{JaggedShape, ShapeBase, StructureError};
use extents::label::{LabelName, labels_union, parse_labels};
use extents::{Composition, ShapeError};

/// A shape with labelled modes, or a sum or product of such shapes. `S` is the type of the result.
///
/// Made by [`ShapeBase::ix`] and put together by `+`, `-` and `*`. Nothing is worked out
/// before [`to`](Self::to) names the labels of the result:
///
/// - `*`: a label that several factors share names modes of equal extent. A label of the result is kept, any other is
///   summed; so one expression is a contraction, an elementwise product or a direct product.
/// - `+`, `-`: both sides have the same labels, in any order, and so has the result.
/// - A ragged label depends on its parents, the labels that tell which row, which must come before it in the
///   result. Two ragged modes have to have the same lengths, row by row, and the same parents, if they are kept. Summed
///   over, they may have parents of their own: entries beyond the end of a row count as zero.
///
/// ```
/// use extents_shapes::{ShapeBase, jagged};
/// let js = jagged![[10], [20]]?;
/// assert_eq!((js.ix("i,j") + js.ix("i,j")).to("i,j")?, js);
/// let direct = (js.ix("i,j") * js.ix("i,k")).to("i,j,k")?;
/// assert_eq!(direct, jagged![[10, 10], [20, 20]]?);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Indexed<S> {
    node: Node,
    /// How many sums and products are in one another.
    depth: usize,
    rules: Rules,
    result: PhantomData<fn() -> S>,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(Result<LabelledShape, StructureError>),
    Product(VecDeque<Node>),
    Sum(VecDeque<Node>),
}

/// How deep sums and products may be in one another: what walks an expression calls itself that often. Sums of any
/// number of terms and products of any number of factors are one.
const MOST_DEPTH: usize = 100;

impl<S: ShapeBase<Composed = S>> Indexed<S> {
    pub(crate) fn leaf(term: Result<LabelledShape, StructureError>) -> Self {
        Indexed { node: Node::Leaf(term), depth: 0, rules: Rules::default(), result: PhantomData }
    }

    /// Allows sums over any two modes, ragged or smooth, whatever their extents and origins are: missing entries count
    /// as zero. The usual rules apply to labels of the result.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let (a, b) = (jagged![[5], [1]]?, jagged![[6], [1], [5]]?);
    /// let product = a.ix("i,j") * b.ix("k,j");
    /// assert!(product.clone().to("i,k").is_err());
    /// assert_eq!(product.zero_extend().to("i,k")?, jagged![[3], [3]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn zero_extend(mut self) -> Self {
        self.rules.profiles = Profiles::ZeroExtend;
        self
    }

    /// Requires that all rows that meet in a sum over two ragged modes have the same length.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let js = jagged![[10], [20]]?;
    /// // Row 0 of the one meets row 1 of the other.
    /// assert!((js.ix("i,j") * js.ix("k,j")).strict().to("i,k").is_err());
    /// assert!((js.ix("i,j") * js.ix("i,j")).strict().to("i").is_ok());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn strict(mut self) -> Self {
        self.rules.profiles = Profiles::Strict;
        self
    }

    /// Clips rows that are longer than the one before them, where columns become rows.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let js = jagged![[2], [3]]?;
    /// // Column 2 would have an entry in row 1 only.
    /// assert!(js.ix("i,j").to("j,i").is_err());
    /// assert_eq!(js.ix("i,j").clip().to("j,i")?, jagged![[2], [2]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn clip(mut self) -> Self {
        self.rules.columns = Columns::Clip;
        self
    }

    /// Returns the shape of the result, whose modes have these labels.
    ///
    /// # Errors
    /// Of labels: [`Text`](extents::ShapeError::Text), [`CountMismatch`](extents::ShapeError::CountMismatch),
    /// [`UnknownLabel`](extents::ShapeError::UnknownLabel), [`Repeated`](extents::ShapeError::Repeated),
    /// [`LabelSets`](StructureError::LabelSets). Of extents: [`ExtentMismatch`](extents::ShapeError::ExtentMismatch),
    /// [`ProfilePlaces`](StructureError::ProfilePlaces), [`RowsMeet`](StructureError::RowsMeet),
    /// [`NoRows`](StructureError::NoRows); of extents, origins, parents and layers that differ
    /// [`Mismatch`](StructureError::Mismatch). Of parents: [`RaggedParents`](StructureError::RaggedParents),
    /// [`ParentNeeded`](StructureError::ParentNeeded), [`RaggedOrder`](StructureError::RaggedOrder). Of layers:
    /// [`LayerCount`](StructureError::LayerCount), [`LayerOrder`](StructureError::LayerOrder),
    /// [`TooFewLayers`](StructureError::TooFewLayers). Of sizes:
    /// [`SizeOverflow`](extents::ShapeError::SizeOverflow), [`SumOverflow`](StructureError::SumOverflow),
    /// [`Allocation`](extents::ShapeError::Allocation). [`Null`](extents::ShapeError::Null), and
    /// [`ExpressionDepth`](StructureError::ExpressionDepth) beyond 100 sums and products in one another.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// // Permuting modes inside the smooth slices.
    /// let a = jagged![[2, 3], [4, 5]]?;
    /// assert_eq!(a.ix("i,j,k").to("i,k,j")?, jagged![[3, 2], [5, 4]]?);
    /// let error = a.ix("i,j,k").to("j,i,k").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "label `j` depends on `i` and cannot come before it: row 1 of 4 is longer than the row of 2 before it",
    /// );
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn to(self, labels: &str) -> Result<S, StructureError> {
        let labels = parse_labels(labels)?;
        S::from_term(self.node.resolve(&labels, self.rules)?)
    }

    /// Returns the shape of the result, whose modes have these labels, given as types: [`to`](Self::to) with typed
    /// labels.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents::label::{i, j, k};
    /// use extents_shapes::{ShapeBase, jagged};
    /// let a = jagged![[2, 3], [4, 5]]?;
    /// assert_eq!(a.ix_labels::<(i, j, k)>().to_labels::<(i, k, j)>()?, jagged![[3, 2], [5, 4]]?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[allow(private_bounds, reason = "all labels have names")]
    pub fn to_labels<Labels: Tuple<List: LabelNames>>(self) -> Result<S, StructureError> {
        S::from_term(self.node.resolve(&names_of::<Labels>(), self.rules)?)
    }

    /// Permutes the modes to the order of these labels. All labels must be given: nothing is summed.
    ///
    /// # Errors
    /// Returns the errors of [`to`](Self::to); [`LabelSets`](StructureError::LabelSets) where the labels are others.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let a = jagged![[2, 3], [2, 3]]?;
    /// assert_eq!(a.ix("i,j,k").permuted("k,j,i")?, jagged![[2, 2], [2, 2], [2, 2]]?);
    /// assert!(a.ix("i,j,k").permuted("i").is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn permuted(self, labels: &str) -> Result<S, StructureError> {
        let labels = parse_labels(labels)?;
        same_labels(&self.node.labels()?, &labels)?;
        S::from_term(self.node.resolve(&labels, self.rules)?)
    }
}

impl<A: ShapeBase<Composed = A>> Indexed<A> {
    /// This expression and another one under one sum or product.
    fn join<B>(self, other: Indexed<B>, join: Join) -> Indexed<A::Output>
    where
        A: Meets<B>,
    {
        let (nodes, left) = self.node.into_parts(self.depth, join);
        let (others, right) = other.node.into_parts(other.depth, join);
        let nodes = chained(nodes, others);
        let rules = self.rules.and(other.rules);
        let (depth, most) = (left.max(right).saturating_add(1), MOST_DEPTH);
        let result = PhantomData;
        if depth > most {
            let node = Node::Leaf(Err(StructureError::ExpressionDepth { depth, most }));
            return Indexed { node, depth: 0, rules, result };
        }
        let node = match join {
            Join::Product => Node::Product(nodes),
            Join::Sum => Node::Sum(nodes),
        };
        Indexed { node, depth, rules, result }
    }
}

/// One list behind the other. The shorter one moves, on whichever side it is.
fn chained(mut left: VecDeque<Node>, mut right: VecDeque<Node>) -> VecDeque<Node> {
    if left.len() >= right.len() {
        left.extend(right);
        return left;
    }
    for node in left.into_iter().rev() {
        right.push_front(node);
    }
    right
}

/// What joins two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    Product,
    Sum,
}

impl<A: Meets<B, Output = S>, B, S> Mul<Indexed<B>> for Indexed<A> {
    type Output = Indexed<S>;
    /// The product; which labels are summed is up to the result.
    fn mul(self, other: Indexed<B>) -> Self::Output {
        self.join(other, Join::Product)
    }
}

impl<A: Meets<B, Output = S>, B, S> Add<Indexed<B>> for Indexed<A> {
    type Output = Indexed<S>;
    /// The sum of two shapes with the same labels.
    fn add(self, other: Indexed<B>) -> Self::Output {
        self.join(other, Join::Sum)
    }
}

impl<A: Meets<B, Output = S>, B, S> Sub<Indexed<B>> for Indexed<A> {
    type Output = Indexed<S>;
    /// The difference, whose shape is that of the sum.
    fn sub(self, other: Indexed<B>) -> Self::Output {
        self.join(other, Join::Sum)
    }
}

impl Rules {
    /// The rules of an expression of two sides: where one side has other than the usual ones, it has a reason.
    fn and(self, other: Self) -> Self {
        let usual = Rules::default();
        Rules {
            profiles: if self.profiles == usual.profiles { other.profiles } else { self.profiles },
            columns: if self.columns == usual.columns { other.columns } else { self.columns },
        }
    }
}

impl Node {
    /// The parts of a sum or a product of this kind, and how deep the deepest is; of another node the node.
    fn into_parts(self, depth: usize, join: Join) -> (VecDeque<Node>, usize) {
        match (self, join) {
            (Node::Product(parts), Join::Product) | (Node::Sum(parts), Join::Sum) => {
                (parts, depth.saturating_sub(1))
            }
            (node, _) => ([node].into(), depth),
        }
    }

    /// The labels that a factor or a side has by itself. Those of a product are up to the result, so that a sum has those
    /// of its other terms.
    fn labels(&self) -> Result<Vec<String>, StructureError> {
        match self {
            Node::Leaf(term) => Ok(term.clone()?.labels),
            Node::Sum(terms) => {
                let known = terms.iter().find(|term| !matches!(term, Node::Product(_)));
                known.or(terms.front()).map_or(Ok(Vec::new()), Node::labels)
            }
            Node::Product(factors) => {
                let mut labels = Vec::new();
                for factor in factors {
                    labels.extend(factor.labels()?);
                }
                Ok(labels_union(&labels, &[] as &[&str]))
            }
        }
    }

    fn resolve(&self, to: &[String], rules: Rules) -> Result<LabelledShape, StructureError> {
        match self {
            Node::Leaf(term) => compose(&[term.clone()?], to, rules, Meeting::Outermost),
            Node::Product(factors) => {
                let terms: Vec<LabelledShape> =
                    factors.iter().map(|factor| factor.factor(rules)).collect::<Result<_, _>>()?;
                compose(&terms, to, rules, Meeting::Outermost)
            }
            Node::Sum(terms) => {
                let sides = terms.iter().enumerate().map(|(at, term)| term.side(at, to, rules));
                let sides: Vec<LabelledShape> = sides.collect::<Result<_, _>>()?;
                compose(&sides, to, rules, Meeting::Same)
            }
        }
    }

    /// A factor of a product: what it is by itself.
    fn factor(&self, rules: Rules) -> Result<LabelledShape, StructureError> {
        match self {
            Node::Leaf(term) => term.clone(),
            node => node.resolve(&node.labels()?, rules),
        }
    }

    /// A side of a sum, in the order of the result.
    fn side(
        &self,
        at: usize,
        to: &[String],
        rules: Rules,
    ) -> Result<LabelledShape, StructureError> {
        if !matches!(self, Node::Product(_)) {
            same_labels(&self.labels()?, to)?;
        }
        self.resolve(to, rules).map_err(|error| match (self, error) {
            (
                Node::Leaf(_),
                StructureError::Shape(ShapeError::CountMismatch {
                    of: Quantity::Labels { .. },
                    expected: rank,
                    found: labels,
                }),
            ) => ShapeError::CountMismatch {
                of: Quantity::Labels { operand: at },
                expected: rank,
                found: labels,
            }
            .into(),
            (_, error) => error,
        })
    }
}

/// What labelled shapes give.
fn compose(
    operands: &[LabelledShape],
    to: &[String],
    rules: Rules,
    meeting: Meeting,
) -> Result<LabelledShape, StructureError> {
    // The most common case needs no engine: everything as it is.
    if let [first, rest @ ..] = operands
        && first.labels == *to
        && rest.iter().all(|other| other == first)
        && is_plain(&first.labels, &first.shape)
    {
        return Ok(first.clone());
    }
    let texts: Vec<String> = operands.iter().map(|term| term.labels.join(",")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let composition = Composition::of_labels(&texts, &to.join(","))?;
    let shapes: Vec<&JaggedShape> = operands.iter().map(|term| &term.shape).collect();
    let shape = ragged::compose(&composition, &shapes, rules)?;
    let layers: Vec<_> = operands.iter().map(|term| term.layers.as_ref()).collect();
    let layers = layers::compose(&composition, &layers, meeting)?;
    Ok(LabelledShape { labels: to.to_vec(), shape, layers })
}

/// Whether labels name the modes of a shape, each once.
fn is_plain(labels: &[String], shape: &JaggedShape) -> bool {
    use crate::ShapeBase;
    let mut before = BTreeSet::new();
    !shape.is_null()
        && labels.len() == shape.rank()
        && labels.iter().all(|label| before.insert(label))
}

fn same_labels(left: &[String], right: &[String]) -> Result<(), StructureError> {
    let [of_left, of_right] = [left, right].map(|labels| labels.iter().collect::<BTreeSet<_>>());
    let odd = left.iter().find(|label| !of_right.contains(label));
    match odd.or_else(|| right.iter().find(|label| !of_left.contains(label))) {
        Some(label) => Err(StructureError::LabelSets { label: LabelName::new(label) }),
        None => Ok(()),
    }
}
