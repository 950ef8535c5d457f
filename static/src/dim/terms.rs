//! What a name says, whatever way it is written: a sum of products of dims, each with a number before it.
//!
//! The normal form has each product once, with its factors in one order, and the products in one order. Names of one normal
//! form are the same number for all extents of their dims.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and sums and products are checked"
)]

use crate::LabelName;
use crate::assert::{assert_ranks, stop};
use crate::const_text::ConstText;

/// How many products a sum has at most.
const TERMS: usize = 8;
/// How many factors a product has at most, beside the number.
const FACTORS: usize = 4;

/// A product of dims, as ids in ascending order, and a number.
#[derive(Clone, Copy, Debug)]
struct Term {
    number: i64,
    // 0 is none.
    dims: [u64; FACTORS],
}

/// A normal form, or that there is none: of a dim without an id, of more products than fit, of numbers that do not.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    // INVARIANT: the first `len` are in ascending order of their dims, none twice, and none has the number 0.
    terms: [Term; TERMS],
    len: usize,
    is_known: bool,
}

impl Terms {
    const UNKNOWN: Self = Terms { is_known: false, ..Terms::ZERO };
    const ZERO: Self =
        Terms { terms: [Term { number: 0, dims: [0; FACTORS] }; TERMS], len: 0, is_known: true };

    /// A number.
    pub(crate) const fn of_number(number: usize) -> Self {
        if number > i64::MAX as usize {
            return Self::UNKNOWN;
        }
        Self::ZERO.with(Term { number: number as i64, dims: [0; FACTORS] })
    }

    /// The dim of this id, which is not 0.
    pub(crate) const fn of_dim(id: u64) -> Self {
        if id == 0 {
            return Self::UNKNOWN;
        }
        let mut dims = [0; FACTORS];
        dims[FACTORS - 1] = id;
        Self::ZERO.with(Term { number: 1, dims })
    }

    /// Whether both say the same.
    pub(crate) const fn equals(&self, other: &Self) -> bool {
        if !self.is_known || !other.is_known || self.len != other.len {
            return false;
        }
        let mut n = 0;
        while n < self.len {
            let (one, two) = (self.terms[n], other.terms[n]);
            if one.number != two.number || order(one.dims, two.dims) != 0 {
                return false;
            }
            n += 1;
        }
        true
    }

    pub(crate) const fn sum(a: Self, b: Self) -> Self {
        a.plus(&b, 1)
    }

    pub(crate) const fn difference(a: Self, b: Self) -> Self {
        a.plus(&b, -1)
    }

    pub(crate) const fn product(a: Self, b: Self) -> Self {
        let (mut all, mut n) = (Self::ZERO, 0);
        while n < a.len {
            let mut m = 0;
            while m < b.len {
                all = match times(a.terms[n], b.terms[m]) {
                    Some(term) => all.with(term),
                    None => Self::UNKNOWN,
                };
                m += 1;
            }
            n += 1;
        }
        Terms { is_known: all.is_known && a.is_known && b.is_known, ..all }
    }

    /// The quotient, rounded up. By a number, what it divides goes before what is rounded.
    pub(crate) const fn quotient(a: Self, b: Self) -> Self {
        if !a.is_known || !b.is_known {
            return Self::UNKNOWN;
        }
        let Some(by) = b.number() else { return Self::rounded(&a, &b) };
        if by == 0 {
            return Self::UNKNOWN;
        }
        let (mut whole, mut rest, mut n) = (Self::ZERO, Self::ZERO, 0);
        while n < a.len {
            let Term { number, dims } = a.terms[n];
            if dims[FACTORS - 1] == 0 || number % by == 0 {
                whole = whole.with(Term { number: number.div_euclid(by), dims });
                rest = rest.with(Term { number: number.rem_euclid(by), dims });
            } else {
                rest = rest.with(Term { number, dims });
            }
            n += 1;
        }
        let rounded = match rest.number() {
            Some(rest) => Self::of_number((rest > 0) as usize),
            None => Self::rounded(&rest, &b),
        };
        let all = whole.plus(&rounded, 1);
        Terms { is_known: all.is_known && rest.is_known, ..all }
    }

    /// The number, where it is one.
    const fn number(&self) -> Option<i64> {
        match self.len {
            0 => Some(0),
            1 if self.terms[0].dims[FACTORS - 1] == 0 => Some(self.terms[0].number),
            _ => None,
        }
    }

    /// A quotient that nothing is known of: a dim by itself, with an id of both.
    const fn rounded(a: &Self, b: &Self) -> Self {
        // No label has the highest bit.
        Self::of_dim(b.hashed(a.hashed(0xcbf2_9ce4_8422_2325)) | 1 << 63)
    }

    /// By Fowler, Noll and Vo.
    const fn hashed(&self, mut hash: u64) -> u64 {
        hash = mixed(hash, self.len as u64);
        let mut n = 0;
        while n < self.len {
            hash = mixed(hash, self.terms[n].number as u64);
            let mut m = 0;
            while m < FACTORS {
                hash = mixed(hash, self.terms[n].dims[m]);
                m += 1;
            }
            n += 1;
        }
        hash
    }

    /// The sum with as many times another one.
    const fn plus(mut self, other: &Self, times: i64) -> Self {
        let mut n = 0;
        while n < other.len {
            let Term { number, dims } = other.terms[n];
            self = match number.checked_mul(times) {
                Some(number) => self.with(Term { number, dims }),
                None => Self::UNKNOWN,
            };
            n += 1;
        }
        Terms { is_known: self.is_known && other.is_known, ..self }
    }

    /// The sum with a product.
    const fn with(mut self, term: Term) -> Self {
        let mut at = 0;
        while at < self.len && order(self.terms[at].dims, term.dims) < 0 {
            at += 1;
        }
        if at < self.len && order(self.terms[at].dims, term.dims) == 0 {
            let Some(number) = self.terms[at].number.checked_add(term.number) else {
                return Self::UNKNOWN;
            };
            self.terms[at].number = number;
            return if number == 0 { self.without(at) } else { self };
        }
        if term.number == 0 {
            return self;
        }
        if self.len == TERMS {
            return Self::UNKNOWN;
        }
        let mut n = self.len;
        while n > at {
            self.terms[n] = self.terms[n - 1];
            n -= 1;
        }
        self.terms[at] = term;
        self.len += 1;
        self
    }

    const fn without(mut self, at: usize) -> Self {
        let mut n = at + 1;
        while n < self.len {
            self.terms[n - 1] = self.terms[n];
            n += 1;
        }
        self.len -= 1;
        self
    }
}

/// What is known of a mode by its name.
type Name = (Option<Terms>, Option<LabelName>);
/// What is known of the modes of a tuple by their names.
type Names = (&'static [Option<Terms>], &'static [Option<LabelName>]);

/// Fails to compile where two tuples of modes do not say the same.
#[track_caller]
pub const fn assert_same(from: Names, to: Names) {
    assert_ranks(to.0.len(), from.0.len());
    let mut mode = 0;
    while mode < from.0.len() {
        let is_same = match (&from.0[mode], &to.0[mode]) {
            (Some(from), Some(to)) => from.equals(to),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            let is_known = is_known(&from.0[mode]) && is_known(&to.0[mode]);
            let text = ConstText::new().then("mode ").number(mode).then(": ");
            let text = text.then(if is_known { "`" } else { "nothing says whether `" });
            let text = named(text, &(from.0[mode], from.1[mode])).then("` and `");
            let text = named(text, &(to.0[mode], to.1[mode]));
            let end = if is_known { "not the same" } else { "the same" };
            stop(text.then("` are ").then(end).then(" for all extents").as_str())
        }
        mode += 1;
    }
}

/// Whether something is known of a mode: of one in a scope, nothing is that constants could compare.
const fn is_known(terms: &Option<Terms>) -> bool {
    match terms {
        Some(terms) => terms.is_known,
        None => true,
    }
}

/// Fails to compile where a part of a product is given as another mode than the factor that it is.
#[track_caller]
pub const fn assert_factor(given: Name, factor: Name) {
    let is_same = match (&given.0, &factor.0) {
        (Some(given), Some(factor)) => given.equals(factor),
        _ => false,
    };
    if !is_same {
        let text = ConstText::new().then("a label is given as `");
        let text = named(text, &given).then("`, and is `");
        let text = named(text, &factor);
        let advice = "` in the product that is split: `dyn n` gives a size that is no factor";
        stop(text.then(advice).as_str())
    }
}

/// A text and the name of a mode.
const fn named(text: ConstText, mode: &Name) -> ConstText {
    match mode {
        (_, Some(name)) => text.then(name.as_str()),
        (Some(Terms { len: 0, .. }), None) => text.then("0"),
        (Some(number), None) => text.number(number.terms[0].number as usize),
        (None, None) => text.then("dyn"),
    }
}

/// A product of two, unless it has too many factors.
const fn times(a: Term, b: Term) -> Option<Term> {
    let Some(number) = a.number.checked_mul(b.number) else { return None };
    let (mut dims, mut n) = (a.dims, 0);
    while n < FACTORS {
        if b.dims[n] != 0 {
            if dims[0] != 0 {
                return None;
            }
            dims[0] = b.dims[n];
            // Up to its place.
            let mut m = 1;
            while m < FACTORS && dims[m - 1] > dims[m] {
                (dims[m - 1], dims[m]) = (dims[m], dims[m - 1]);
                m += 1;
            }
        }
        n += 1;
    }
    Some(Term { number, dims })
}

/// -1, 0 or 1.
const fn order(a: [u64; FACTORS], b: [u64; FACTORS]) -> i8 {
    let mut n = 0;
    while n < FACTORS {
        if a[n] != b[n] {
            return if a[n] < b[n] { -1 } else { 1 };
        }
        n += 1;
    }
    0
}

const fn mixed(mut hash: u64, number: u64) -> u64 {
    let mut n = 0;
    while n < 8 {
        hash = (hash ^ ((number >> (8 * n)) & 255)).wrapping_mul(0x0100_0000_01b3);
        n += 1;
    }
    hash
}

#[cfg(test)]
mod tests;
