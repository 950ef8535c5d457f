//! The loops over expressions: any number of leaves, read at one place after the other.
//!
//! An expression is a tree of [`Node`]s. Its leaves are views, tensors, constants and functions of the index.
//! Where the types say that all leaves and the target are dense in the same order, there is one flat loop.
//! Else they are visited along the shortest [nest](crate::nest) of loops; where a layout has no strides, each index is
//! asked for. The elementwise methods of views and tensors run here too, over leaves that give references.

#[cfg(feature = "alloc")]
mod chosen;
mod evaluate;
mod fold;
mod leaves;
mod nodes;
mod over;
mod parts;
mod row;
mod sums;

#[cfg(feature = "alloc")]
pub(crate) use chosen::chosen;
#[cfg(feature = "alloc")]
pub(crate) use evaluate::evaluate;
#[cfg(feature = "std")]
pub(in crate::elements) use evaluate::write_each;
#[cfg(feature = "alloc")]
pub(in crate::elements) use evaluate::written;
pub(crate) use evaluate::{assign, inline, replace, write};
pub(in crate::elements) use evaluate::{write_aligned, write_all, written_inline};
pub(crate) use fold::{best, best_at, fold, fold_any, fold_until, sum};
pub(in crate::elements) use fold::{is_better, is_nan};
pub(in crate::elements) use leaves::ByRef;
pub(crate) use leaves::by_ref;
#[cfg(feature = "rayon")]
pub(in crate::elements) use leaves::strided;
pub(in crate::elements) use nodes::Pair;
pub(in crate::elements) use over::{Accumulate, KnownModes, fold_along};
pub use parts::{Computed, Function, Map, Uniform, Zip, Zip3};
pub(in crate::elements) use row::{LANES, Row};

use core::marker::PhantomData;

use extents_static::__private::{AlignsWith, Certainty, Turn};
use extents_static::Anything;

use crate::nest::{Dense, KnownOperands, Steps, TurnSteps};
use crate::{ShapeError, UnitesWith};

/// A node of an [`Expression`](crate::expression::Expression): a leaf, or a function of other nodes.
///
/// Implemented by what this crate makes expressions of; in generic code it is a bound.
///
/// ```
/// use extents::expression::{Expression, Node};
/// use extents::{Tensor, extents};
/// fn total<N: Node<Elem = f64>>(terms: Expression<N>) -> f64
/// where
///     N::Extents: extents::Extents,
/// {
///     terms.sum().unwrap_or(f64::NAN)
/// }
/// let a = Tensor::full(extents![2, 3], 0.5)?;
/// assert_eq!(total(&a * 2.0), 6.0);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// # Safety
/// `united` passes only where all leaves have the extents that it gives, and it gives the same at each call.
/// Then `begin` gives the element of each leaf at the index of zeros, from where its strides lead to those at
/// the other indices; where `DENSE` says so, all of them lie one after the other in that order from `first` on, and where
/// `in_memory_order` gives a place, each once in some order from there on. `KNOWN` is true of each value.
#[allow(
    private_bounds,
    private_interfaces,
    reason = "how leaves move is for the loops of this crate"
)]
pub unsafe trait Node {
    /// The type of an element.
    type Elem;
    /// The extents, static where those of any leaf are; [`Anything`](crate::expression::Anything) where no
    /// leaf has extents.
    type Extents: Clone + UnitesWith<Anything>;
    /// What the types of the leaves say of each other.
    #[doc(hidden)]
    type Relation: Certainty;
    /// How the leaves move.
    #[doc(hidden)]
    type Steps: TurnSteps;
    /// In what order all leaves are dense.
    #[doc(hidden)]
    const DENSE: Dense;
    /// Whether all leaves are the same everywhere.
    #[doc(hidden)]
    const IS_UNIFORM: bool = matches!(Self::DENSE, Dense::Always);
    /// Whether a leaf is computed from its index.
    #[doc(hidden)]
    const COUNTS: bool;
    /// What the types of all leaves know.
    #[doc(hidden)]
    const KNOWN: KnownOperands;

    /// Returns the extents of all leaves.
    #[doc(hidden)]
    fn united(&self) -> Result<Self::Extents, ShapeError>;

    /// Returns the strides, and the elements at the index of zeros, where each layout that is in memory has strides.
    #[doc(hidden)]
    fn begin(&self) -> Option<(Self::Steps, Place<Self>)>;

    /// Returns the first elements in memory; asked only where the leaves are dense.
    #[doc(hidden)]
    fn first(&self) -> Place<Self>;

    /// Returns the first elements in memory, if those of all leaves lie one after the other from there on, in some
    /// order that they share.
    #[doc(hidden)]
    #[inline]
    fn in_memory_order(&self) -> Option<Place<Self>> {
        None
    }

    /// Returns the value `n` steps from a place, all of which are of the pace that is said.
    ///
    /// # Safety
    /// Each leaf has an element there.
    #[doc(hidden)]
    unsafe fn at<const PACE: u8>(
        &self,
        place: &Place<Self>,
        step: Step<Self>,
        n: usize,
    ) -> Self::Elem;

    /// Returns the value at an index.
    ///
    /// # Safety
    /// `united` passes, and the index is in bounds.
    #[doc(hidden)]
    unsafe fn at_index(&self, index: &[usize]) -> Self::Elem;
}

type Place<N> = <<N as Node>::Steps as Steps>::Place;
type Step<N> = <<N as Node>::Steps as Steps>::Step;

/// In what order the modes of a node are taken.
pub(crate) trait InOrder {
    /// Where the modes of what it meets are among those of the node; `None` where they are at their places.
    const ORDER: Option<Turn>;
}
/// In its own.
pub(in crate::elements) struct AtPlaces;
impl InOrder for AtPlaces {
    const ORDER: Option<Turn> = None;
}
/// In that of extents `E`, with which those of the node align.
pub(in crate::elements) struct Aligned<F, E>(PhantomData<(F, E)>);
impl<F: AlignsWith<E>, E> InOrder for Aligned<F, E> {
    const ORDER: Option<Turn> = <F as AlignsWith<E>>::ORDER;
}
/// Modes of extents `F`, in the order of extents `E` that align with them.
pub(in crate::elements) struct AlignedTo<E, F>(PhantomData<(E, F)>);
impl<E: AlignsWith<F>, F> InOrder for AlignedTo<E, F> {
    const ORDER: Option<Turn> = match <E as AlignsWith<F>>::ORDER {
        Some(order) => Some(reversed(&order)),
        None => None,
    };
}

/// In the order that leads back from `O`.
#[cfg(feature = "std")]
pub(in crate::elements) struct Back<O>(PhantomData<O>);
#[cfg(feature = "std")]
impl<O: InOrder> InOrder for Back<O> {
    const ORDER: Option<Turn> = match O::ORDER {
        Some(order) => Some(reversed(&order)),
        None => None,
    };
}

/// The order that leads back from another one.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; `place` counts below the length, and places are below it"
)]
const fn reversed(order: &Turn) -> Turn {
    let (mut back, mut place) = ([0; 12], order.len());
    // From the end on: beyond the last mode there are zeros.
    while place > 0 {
        place -= 1;
        back[order[place] as usize] = place as u8;
    }
    back
}

/// What [`Node::begin`] gives, in an order of modes.
#[inline]
pub(in crate::elements) fn begin_in<N: Node>(
    node: &N,
    order: Option<Turn>,
) -> Option<(N::Steps, Place<N>)> {
    let (steps, place) = node.begin()?;
    match order {
        Some(order) => Some((steps.turned(&order), place)),
        None => Some((steps, place)),
    }
}

/// What [`Node::at_index`] gives of an index in an order of modes.
///
/// # Safety
/// As that of [`Node::at_index`], once mode `order[k]` of the node stands at place `k`.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn at_index_in<N: Node>(
    node: &N,
    order: Option<Turn>,
    index: &[usize],
) -> N::Elem {
    let mut own = [0; 12];
    let index = match order {
        Some(order) => {
            for (&coordinate, &place) in index.iter().zip(&order) {
                if let Some(to) = own.get_mut(usize::from(place)) {
                    *to = coordinate;
                }
            }
            own.get(..index.len()).unwrap_or(index)
        }
        None => index,
    };
    // SAFETY: the caller promises that `united` passes, and that the coordinates are in bounds of the modes where they stand now.
    unsafe { node.at_index(index) }
}
