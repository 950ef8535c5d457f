//! Labelled composition on types: which labels meet, what they stand for, and the result's extents.
//!
//! The labelled modes of all operands are folded into an *environment*, a list with one entry a
//! label. A new label is pushed, a known one is unified. The result's labels are then gathered from
//! it. Any number of operands, batch labels, sums and diagonals come out of these two steps.

mod fold;
mod gather;
#[cfg(feature = "gradients")]
mod gradient;
mod known;
mod labelled;
mod table;
mod tags;
mod wiring;

#[cfg(feature = "gradients")]
pub use gradient::TypedGradient;
pub use known::KnownOperand;
pub use labelled::{DynEntries, LabelTuple, LabelledBy};
pub use table::{LabelExtent, LabelTable};
pub use tags::{LabelList, Tag};
pub use wiring::{Numbers, Wiring};

use core::fmt;

pub(crate) use self::fold::FoldOperands;
use self::gather::Gather;
use self::tags::LabelLists;
use self::wiring::Wires;
use crate::certainty::Certainty;
use crate::list::{Nil, ToTuple, Tuple};
use crate::{Extents, ModeTuple, ShapeError, StaticExtents};

/// A tuple of extents that compose under the labels `Ins`, a tuple with one label tuple for each operand, to a result
/// labelled `Out`.
///
/// This is the one bound that generic code states for an operation; its result is [`Composed`].
/// A label that several operands share names modes of equal extent; one that is not in the result
/// is summed; one that repeats within an operand is a diagonal.
///
/// ```
/// use extents_static::label::{i, j, k};
/// use extents_static::{Compose, Composed, StaticExtents, extents};
/// type Product<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;
/// fn matmul<A, B>(a: A, b: B) -> Product<A, B>
/// where
///     (A, B): Compose<((i, j), (j, k)), (i, k), Error = std::convert::Infallible>,
/// {
///     let Ok(c) = (a, b).compose();
///     c
/// }
/// let c: StaticExtents![2, 4] = matmul(extents![2, 3], extents![3, 4]);
/// # let _ = c;
/// ```
///
/// # Safety
/// The hidden `resolve` passes only where each label names modes of one extent, in all operands; the extents of `Output`
/// are then those that the labels of `Out` name. Types take two labels for one where `label::digits` of their ids are equal.
/// `WIRING` is that of `Ins` and `Out`. Once it is evaluated, the ids of labels are equal where their digits are, and the
/// extents of the operands agree where `Agreement` is `Known`; where `Certainty` is, so is `Agreement`, and `Output` knows its
/// extents.
#[allow(unsafe_code)]
pub unsafe trait Compose<Ins, Out>: Sized {
    /// The extents of the result, static where those of an operand are. Where no operand has modes in its type, only the rank
    /// of the result is: `DynExtents<R>`.
    type Output: Extents;
    /// `Infallible` where nothing is left to fail, else [`ShapeError`]. Nothing is where all is static, and where all extents
    /// have a largest one and those that meet are of one dim, which is bound once.
    type Error: Into<ShapeError> + fmt::Debug + 'static;
    #[doc(hidden)]
    type Certainty: Certainty;
    #[doc(hidden)]
    type Agreement: Certainty<Error = Self::Error>;
    /// Which modes one label names.
    #[doc(hidden)]
    const WIRING: &'static Wiring;

    /// The extents of the result.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`] where run-time extents under one label differ, [`ShapeError::CountMismatch`]
    /// and [`ShapeError::Null`] for operands of run-time rank, [`ShapeError::SizeOverflow`].
    #[inline]
    fn compose(self) -> Result<Self::Output, Self::Error> {
        self.resolve(&mut [])
    }

    /// Returns the extents of the result, and writes those of the first labels.
    #[doc(hidden)]
    fn resolve(self, labels: &mut [LabelExtent]) -> Result<Self::Output, Self::Error>;

    /// Returns the labels in the order of their first use, with their extents.
    ///
    /// # Errors
    /// Returns the errors of [`compose`](Compose::compose).
    ///
    /// ```
    /// use extents_static::label::{i, j, k};
    /// use extents_static::{Compose, extents};
    /// let operands = (extents![2, 3], extents![3, dyn 4]?);
    /// let table = Compose::<((i, j), (j, k)), (i, k)>::label_table(operands)?;
    /// let text: Vec<String> = table.iter().map(|entry| entry.to_string()).collect();
    /// assert_eq!(text, ["i = 2", "j = 3", "k = dyn 4"]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    fn label_table(self) -> Result<LabelTable, Self::Error>;
}

/// The type of the result of a composition.
///
/// ```
/// use extents_static::label::{i, j};
/// use extents_static::{Composed, StaticExtents};
/// type Transposed<A> = Composed<(A,), ((i, j),), (j, i)>;
/// let t: Transposed<StaticExtents![2, 3]> = extents_static::extents![3, 2];
/// # let _ = t;
/// ```
pub type Composed<Operands, Ins, Out> = <Operands as Compose<Ins, Out>>::Output;

// SAFETY: no other package implements `FoldOperands` and `Gather`. The one takes each mode in under its label, where its
// extent is compared with that of the first mode there; the other reads off what stands there under the labels of the
// result.
#[allow(unsafe_code)]
unsafe impl<Operands, Ins, Out> Compose<Ins, Out> for Operands
where
    Operands: Tuple,
    Ins: Tuple,
    Out: Tuple<List: LabelList>,
    Operands::List: FoldOperands<Ins::List, Nil>,
    Out::List: Gather<Folded<Operands, Ins>>,
    Gathered<Operands, Ins, Out>: ToTuple<Tuple: ModeTuple>,
    Ins::List: LabelLists,
{
    type Output = <Decides<Operands, Ins> as Extents>::ComposedOf<Composition<Operands, Ins, Out>>;
    type Error = <Self::Agreement as Certainty>::Error;
    type Certainty = <Operands::List as FoldOperands<Ins::List, Nil>>::Certainty;
    type Agreement = <Self::Certainty as Certainty>::Agreement<Operands::List, Ins::List>;
    const WIRING: &'static Wiring = {
        let wiring = &Wires::<Ins::List, Out::List>::WIRING;
        if <Operands::List as FoldOperands<Ins::List, Nil>>::HAS_NAMES {
            let known = &<Operands::List as FoldOperands<Ins::List, Nil>>::KNOWN;
            wiring.assert_known(known, &<Ins::List as LabelLists>::DIMS);
        }
        wiring
    };

    #[inline]
    fn resolve(self, labels: &mut [LabelExtent]) -> Result<Self::Output, Self::Error> {
        let wiring = <Self as Compose<Ins, Out>>::WIRING;
        type Modes<Operands, Ins, Out> = StaticExtents<Composition<Operands, Ins, Out>>;
        // The types have compared what they know, and `labels` has what they know.
        let modes = if const { Self::Certainty::IS_KNOWN } {
            Modes::<Operands, Ins, Out>::from_first(&Modes::<Operands, Ins, Out>::KNOWN)
        } else if const { Self::Agreement::IS_KNOWN } && labels.is_empty() {
            let operands = self.into_list();
            Ok(Modes::<Operands, Ins, Out>::carry(&wiring.read_result(|at| operands.extent(at))))
        } else {
            match self.into_list().extents(&Numbers::none(wiring), labels) {
                Ok(extents) => Modes::<Operands, Ins, Out>::from_first(&extents),
                Err(error) => Err(error),
            }
        };
        Self::Agreement::settle(modes.and_then(<Decides<Operands, Ins> as Extents>::composed))
    }

    fn label_table(self) -> Result<LabelTable, Self::Error> {
        let known = <Operands::List as FoldOperands<Ins::List, Nil>>::KNOWN.map(|it| it.extents());
        let mut table = LabelTable::new(<Self as Compose<Ins, Out>>::WIRING, &known);
        Compose::<Ins, Out>::resolve(self, table.entries_mut())?;
        Ok(table)
    }
}

type Folded<Operands, Ins> =
    <<Operands as Tuple>::List as FoldOperands<<Ins as Tuple>::List, Nil>>::Environment;
/// The extents that decide the layer of the result.
type Decides<Operands, Ins> =
    <<Operands as Tuple>::List as FoldOperands<<Ins as Tuple>::List, Nil>>::Decides;
/// The modes of the result.
type Composition<Operands, Ins, Out> = <Gathered<Operands, Ins, Out> as ToTuple>::Tuple;
type Gathered<Operands, Ins, Out> = <<Out as Tuple>::List as Gather<Folded<Operands, Ins>>>::Modes;
