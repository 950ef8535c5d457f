//! Normal forms against the values of random expressions: equal ones have equal values everywhere, and what has no quotient
//! and equal values everywhere has one normal form.

use std::boxed::Box;
use std::vec::Vec;

use super::Terms;

#[derive(Clone, Debug)]
enum Expression {
    Number(usize),
    Dim(u64),
    Of(Sign, Box<[Expression; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    Sum,
    Difference,
    Product,
    Quotient,
}

/// Pseudo-random numbers, by Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    fn expression(&mut self, depth: usize, signs: &[Sign]) -> Expression {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(2) {
                0 => Expression::Number(self.below(4) as usize),
                _ => Expression::Dim(1 + self.below(3)),
            };
        }
        let sign = signs[self.below(signs.len() as u64) as usize];
        let parts = [self.expression(depth - 1, signs), self.expression(depth - 1, signs)];
        Expression::Of(sign, Box::new(parts))
    }

    /// The same value, written in another way.
    fn rewritten(&mut self, expression: &Expression) -> Expression {
        let Expression::Of(sign, parts) = expression else { return expression.clone() };
        let [a, b] = [self.rewritten(&parts[0]), self.rewritten(&parts[1])];
        let of = |sign, a, b| Expression::Of(sign, Box::new([a, b]));
        match (sign, self.below(3)) {
            (Sign::Sum | Sign::Product, 0) => of(*sign, b, a),
            // (x + 2) - 2
            (Sign::Sum | Sign::Difference, 1) => {
                let two = || Expression::Number(2);
                of(Sign::Difference, of(Sign::Sum, of(*sign, a, b), two()), two())
            }
            // 2x / 2
            (Sign::Sum, 2) => {
                let two = || Expression::Number(2);
                of(Sign::Quotient, of(Sign::Product, two(), of(*sign, a, b)), two())
            }
            _ => of(*sign, a, b),
        }
    }
}

impl Expression {
    fn terms(&self) -> Terms {
        match self {
            Expression::Number(number) => Terms::of_number(*number),
            Expression::Dim(id) => Terms::of_dim(*id),
            Expression::Of(sign, parts) => {
                let [a, b] = [parts[0].terms(), parts[1].terms()];
                match sign {
                    Sign::Sum => Terms::sum(a, b),
                    Sign::Difference => Terms::difference(a, b),
                    Sign::Product => Terms::product(a, b),
                    Sign::Quotient => Terms::quotient(a, b),
                }
            }
        }
    }

    /// The value, where dim `n` has extent `extents[n - 1]`, unless something is divided by what is not above 0.
    fn value(&self, extents: [i128; 3]) -> Option<i128> {
        Some(match self {
            Expression::Number(number) => *number as i128,
            Expression::Dim(id) => extents[*id as usize - 1],
            Expression::Of(sign, parts) => {
                let [a, b] = [parts[0].value(extents)?, parts[1].value(extents)?];
                match sign {
                    Sign::Sum => a + b,
                    Sign::Difference => a - b,
                    Sign::Product => a * b,
                    Sign::Quotient if b > 0 => -(-a).div_euclid(b),
                    Sign::Quotient => return None,
                }
            }
        })
    }
}

const POLYNOMIAL: [Sign; 3] = [Sign::Sum, Sign::Difference, Sign::Product];
const ALL: [Sign; 4] = [Sign::Sum, Sign::Difference, Sign::Product, Sign::Quotient];

fn points(random: &mut Random) -> Vec<[i128; 3]> {
    let mut point = || [(); 3].map(|()| random.below(1000) as i128);
    (0..12).map(|_| point()).collect()
}

#[test]
fn equal_normal_forms_have_equal_values() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut equal = 0;
    for _ in 0..40_000 {
        let one = random.expression(3, &ALL);
        let other = match random.below(2) {
            0 => random.rewritten(&one),
            _ => random.expression(2, &ALL),
        };
        if one.terms().equals(&other.terms()) {
            equal += 1;
            for point in points(&mut random) {
                if let (Some(a), Some(b)) = (one.value(point), other.value(point)) {
                    assert_eq!(a, b, "{one:?} and {other:?} at {point:?}");
                }
            }
        }
    }
    assert!(equal > 10_000, "{equal}");
}

#[test]
fn polynomials_of_equal_values_have_equal_normal_forms() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut equal, mut unequal) = (0, 0);
    for _ in 0..40_000 {
        let one = random.expression(3, &POLYNOMIAL);
        let other = match random.below(2) {
            0 => random.rewritten(&one),
            _ => random.expression(2, &POLYNOMIAL),
        };
        let (a, b) = (one.terms(), other.terms());
        if !a.is_known || !b.is_known {
            continue;
        }
        let is_equal =
            points(&mut random).into_iter().all(|point| one.value(point) == other.value(point));
        assert_eq!(a.equals(&b), is_equal, "{one:?} and {other:?}");
        *(if is_equal { &mut equal } else { &mut unequal }) += 1;
    }
    assert!(equal > 10_000 && unequal > 10_000, "{equal} {unequal}");
}

#[test]
fn what_does_not_fit_is_the_same_as_nothing() {
    let dim = Terms::of_dim;
    let five = [1, 2, 3, 4].iter().fold(dim(5), |all, id| Terms::product(all, dim(*id)));
    let nine = (1..=9).fold(Terms::of_number(0), |all, id| Terms::sum(all, dim(id)));
    let large = Terms::of_number(i64::MAX as usize);
    for unknown in [
        five,
        nine,
        dim(0),
        Terms::of_number(usize::MAX),
        Terms::sum(large, Terms::of_number(1)),
        Terms::product(large, Terms::of_number(2)),
        Terms::quotient(dim(1), Terms::of_number(0)),
        Terms::quotient(five, Terms::of_number(2)),
    ] {
        assert!(!unknown.equals(&unknown));
        let zero = Terms::of_number(0);
        assert!(!unknown.equals(&zero) && !zero.equals(&unknown));
        // Nor is what is made of it.
        let number = Terms::of_number(3);
        for made in [
            Terms::sum(unknown, number),
            Terms::difference(number, unknown),
            Terms::product(number, unknown),
            Terms::quotient(unknown, number),
            Terms::quotient(number, unknown),
        ] {
            assert!(!made.equals(&made));
        }
    }
}
