//! The composition that typed labels stand for: a constant.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; the indices are below 12, and 144 of them count the labels"
)]

use alloc::borrow::Cow;
use core::marker::PhantomData;

use extents_static::__private::{LabelList, Tag, Tuple, refuse};
use extents_static::ShapeError;
use extents_static::error::{Place, Quantity};

use crate::Composition;

/// A tuple of label tuples, one an operand.
trait LabelTuples {
    /// The number of operands.
    const COUNT: usize;
    /// The labels of each; behind the last one none.
    const TAGS: [&'static [Tag; 12]; 12];
    /// The whole names of the labels of each.
    const NAMES: [&'static [&'static str; 12]; 12];
}

macro_rules! label_tuples {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Tuple<List: LabelList>),*> LabelTuples for ($($A,)*) {
            const COUNT: usize = $rank;
            #[allow(unused_mut, reason = "of no operands there are none")]
            const TAGS: [&'static [Tag; 12]; 12] = {
                let mut all: [&'static [Tag; 12]; 12] = [&[Tag::NONE; 12]; 12];
                $(all[$k] = &<$A::List as LabelList>::TAGS;)*
                all
            };
            #[allow(unused_mut, reason = "of no operands there are none")]
            const NAMES: [&'static [&'static str; 12]; 12] = {
                let mut all: [&'static [&'static str; 12]; 12] = [&[""; 12]; 12];
                $(all[$k] = &<$A::List as LabelList>::NAMES;)*
                all
            };
        }
    };
}
extents_static::for_each_arity!(label_tuples);

impl Composition {
    /// Returns the composition of typed labels: `Ins` is a tuple with one label tuple for each operand, `Out` that of the
    /// result, as in [`Compose<Ins, Out>`](extents_static::Compose).
    ///
    /// It is a constant, for which nothing is allocated or computed when the program runs. A label is the same where it is the
    /// same type: two labels of one name, such as those of two crates, are two entries of [`names`](Self::names). A label of the
    /// result that no operand has, or that repeats, does not compile.
    ///
    /// ```
    /// use extents_dynamic::Composition;
    /// use extents_static::label::{i, j, k};
    /// const PRODUCT: Composition = Composition::of_types::<((i, j), (j, k)), (i, k)>();
    /// assert_eq!(PRODUCT, Composition::einsum("ij,jk->ik")?);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use extents_dynamic::Composition;
    /// use extents_static::label::{i, j, k};
    /// // label `k` of the result occurs in no operand
    /// const SUMS: Composition = Composition::of_types::<((i, j),), (k,)>();
    /// ```
    #[allow(private_bounds, reason = "tuples of tuples of labels have labels")]
    pub const fn of_types<Ins: LabelTuples, Out: Tuple<List: LabelList>>() -> Self {
        OfTypes::<Ins, Out>::COMPOSITION
    }
}

/// Labels as numbers, which count the labels in the order of their first use.
struct Numbered {
    operands: [[usize; 12]; 12],
    result: [usize; 12],
    /// The name of label `n` is number `n % 12` of list `n / 12`.
    names: [[&'static str; 12]; 12],
    ids: [u64; 144],
    count: usize,
}

impl Numbered {
    #[track_caller]
    const fn new(
        count: usize,
        (operands, names): (&[&'static [Tag; 12]; 12], &[&'static [&'static str; 12]; 12]),
        result: &[Tag; 12],
    ) -> Self {
        if count == 0 {
            let of = Quantity::Parts;
            refuse(ShapeError::CountMismatch { of, expected: 1, found: 0 });
        }
        let mut all = Numbered {
            operands: [[0; 12]; 12],
            result: [0; 12],
            names: [[""; 12]; 12],
            ids: [0; 144],
            count: 0,
        };
        let mut operand = 0;
        while operand < count {
            let tags = operands[operand];
            let mut mode = 0;
            while mode < Tag::count(tags) {
                let tag = &tags[mode];
                let label = all.find(tag);
                if label == all.count {
                    all.ids[label] = tag.id;
                    all.names[label / 12][label % 12] = names[operand][mode];
                    all.count += 1;
                }
                all.operands[operand][mode] = label;
                mode += 1;
            }
            operand += 1;
        }
        let mut mode = 0;
        while mode < Tag::count(result) {
            let tag = &result[mode];
            let label = all.find(tag);
            if label == all.count {
                refuse(ShapeError::UnknownLabel { label: tag.name });
            }
            let mut before = 0;
            while before < mode {
                if all.result[before] == label {
                    refuse(ShapeError::Repeated { place: Place::Label(tag.name) });
                }
                before += 1;
            }
            all.result[mode] = label;
            mode += 1;
        }
        all
    }

    /// The number of a label, which is one more than all if it is new.
    const fn find(&self, tag: &Tag) -> usize {
        let mut label = 0;
        while label < self.count && self.ids[label] != tag.id {
            label += 1;
        }
        label
    }
}

/// The parts of the composition of `Ins` and `Out`, where constants can lend them.
struct OfTypes<Ins, Out>(PhantomData<(Ins, Out)>);

/// The values of an expression for the numbers below twelve.
macro_rules! twelve {
    ($n:ident => $of:expr) => { twelve!(@each $n [$of] 0 1 2 3 4 5 6 7 8 9 10 11) };
    (@each $n:ident $of:tt $($number:literal)*) => { [$(twelve!(@one $n $of $number)),*] };
    (@one $n:ident [$of:expr] $number:literal) => {{ let $n = $number; $of }};
}

impl<Ins: LabelTuples, Out: Tuple<List: LabelList>> OfTypes<Ins, Out> {
    const ALL: &'static Numbered =
        &Numbered::new(Ins::COUNT, (&Ins::TAGS, &Ins::NAMES), &<Out::List as LabelList>::TAGS);
    const LISTS_OF_NAMES: &'static [[Cow<'static, str>; 12]; 12] =
        &twelve!(list => twelve!(label => Cow::Borrowed(Self::ALL.names[list][label])));
    const OPERANDS: &'static [Cow<'static, [usize]>; 12] =
        &twelve!(n => Cow::Borrowed(Self::ALL.operands[n].split_at(Tag::count(Ins::TAGS[n])).0));
    const COMPOSITION: Composition = Composition {
        names: Cow::Borrowed(Self::LISTS_OF_NAMES.as_flattened().split_at(Self::ALL.count).0),
        operands: Cow::Borrowed(Self::OPERANDS.split_at(Ins::COUNT).0),
        result: Cow::Borrowed(Self::ALL.result.split_at(<Out::List as LabelList>::LEN).0),
    };
}
