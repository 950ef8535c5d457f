//! The composition that typed labels stand for.

use alloc::string::String;
use alloc::vec::Vec;

use extents_static::__private::{LabelList, Tag, Tuple};
use extents_static::error::{Place, Quantity};
use extents_static::{LabelName, ShapeError};

use crate::{Composition, ModeArray};

/// A tuple of label tuples, one an operand.
trait LabelTuples {
    /// Gives the labels of each.
    fn each(see: &mut dyn FnMut(&[Tag; 12]));
}

macro_rules! label_tuples {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Tuple<List: LabelList>),*> LabelTuples for ($($A,)*) {
            #[allow(unused_variables, reason = "of no operands there are none")]
            fn each(see: &mut dyn FnMut(&[Tag; 12])) {
                $(see(&<$A::List as LabelList>::TAGS);)*
            }
        }
    };
}
extents_static::for_each_arity!(label_tuples);

impl Composition {
    /// Creates the composition of typed labels: `Ins` is a tuple with one label tuple for each operand, `Out` that of the
    /// result, as in [`Compose<Ins, Out>`](extents_static::Compose).
    ///
    /// A label is the same where it is the same type. Two labels of one name, such as those of two crates, are two entries of
    /// [`names`](Self::names). It has memory of its own, so make it once; the errors depend on the types alone.
    ///
    /// # Errors
    /// Returns [`ShapeError::UnknownLabel`], [`ShapeError::Repeated`]; [`ShapeError::CountMismatch`] without any operand.
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// use extents_static::label::{i, j, k};
    /// let product = Composition::of_types::<((i, j), (j, k)), (i, k)>()?;
    /// assert_eq!(product, Composition::einsum("ij,jk->ik")?);
    /// assert!(Composition::of_types::<((i, j),), (k,)>().is_err());
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[allow(private_bounds, reason = "tuples of tuples of labels have labels")]
    pub fn of_types<Ins: LabelTuples, Out: Tuple<List: LabelList>>() -> Result<Self, ShapeError> {
        Self::of_tags(Ins::each, &<Out::List as LabelList>::TAGS)
    }

    /// The composition of these labels, of which `each` gives those of an operand after another.
    ///
    /// # Errors
    /// As [`of_types`](Self::of_types).
    #[doc(hidden)]
    pub fn of_tags(
        each: impl FnOnce(&mut dyn FnMut(&[Tag; 12])),
        of_result: &[Tag; 12],
    ) -> Result<Self, ShapeError> {
        let mut labels: Vec<Tag> = Vec::new();
        let mut operands: Vec<ModeArray<usize>> = Vec::new();
        each(&mut |tags| {
            let (tags, _) = tags.split_at(Tag::count(tags));
            let place = |tag: &Tag| {
                labels.iter().position(|known| known.id == tag.id).unwrap_or_else(|| {
                    labels.push(*tag);
                    labels.len().saturating_sub(1)
                })
            };
            operands.push(tags.iter().map(place).collect());
        });
        if operands.is_empty() {
            let of = Quantity::Operands;
            return Err(ShapeError::CountMismatch { of, expected: 1, found: 0 });
        }
        let mut result: ModeArray<usize> = ModeArray::default();
        for tag in of_result.iter().take(Tag::count(of_result)) {
            let known = labels.iter().position(|known| known.id == tag.id);
            let place = known.ok_or(ShapeError::UnknownLabel { label: tag.name })?;
            if result.contains(&place) {
                return Err(ShapeError::Repeated { place: Place::Label(tag.name) });
            }
            result.push(place);
        }
        let text = |name: &LabelName| String::from(name.as_str());
        let names = labels.iter().map(|label| text(&label.name)).collect();
        Ok(Self::of_parts(names, operands, result))
    }
}
