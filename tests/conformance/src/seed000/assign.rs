//! Labelled expressions such as `js0(i,j)*js0(i,k)`.
#![allow(clippy::arithmetic_side_effects, reason = "shapes are composed, not numbers")]

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Sub};

use extents_shapes::{Indexed, JaggedShape, Nested, PlacedShape, ShapeBase};
use serde_json::Value;

use super::forms::agreed;
use super::made;
use crate::answer::ShapeOutcome;
use crate::json::{get, only};
use crate::spec::{Layered, described, described_nested};

/// The shape of an expression whose result has the labels `lhs`.
pub(super) fn run(input: &Value) -> ShapeOutcome {
    only(input, &["lhs", "expr", "env"])?;
    let (to, text): (String, String) = (get(input, "lhs")?, get(input, "expr")?);
    let expression = Parser::parse(&text)?;
    let Value::Object(env) = get(input, "env")? else { return Err("`env` is no object".into()) };
    let mut used: BTreeMap<String, Layered> = BTreeMap::new();
    for name in expression.names() {
        let shape = env.get(name).ok_or_else(|| format!("nothing is named `{name}`"))?;
        used.insert(name.to_owned(), Layered::read(shape)?);
    }
    let nested = used.values().filter(|shape| shape.layers.is_some()).count();
    let smooth = used.values().all(|shape| shape.spec.is_smooth_type());
    let mut answers = Vec::new();
    if nested == 0 {
        let jagged = shapes(&used, |shape| made(shape.spec.jagged()))?;
        answers.push(expression.over::<JaggedShape>(&jagged).to(&to).and_then(|s| described(&s)));
        if smooth {
            let smooth = shapes(&used, |shape| made(shape.spec.smooth()))?;
            let result = expression.over::<PlacedShape>(&smooth).to(&to);
            answers.push(result.and_then(|shape| described(&shape)));
        }
    } else if nested == used.len() {
        let layers = |shape: &Layered| shape.layers.clone().unwrap_or_default();
        let jagged =
            shapes(&used, |shape| made(Nested::new(layers(shape), made(shape.spec.jagged())?)))?;
        let result = expression.over::<Nested<JaggedShape>>(&jagged).to(&to);
        answers.push(result.and_then(|shape| described_nested(&shape)));
        if smooth {
            let smooth = shapes(&used, |shape| {
                made(Nested::new(layers(shape), made(shape.spec.smooth())?))
            })?;
            let result = expression.over::<Nested<PlacedShape>>(&smooth).to(&to);
            answers.push(result.and_then(|shape| described_nested(&shape)));
        }
    } else {
        return Err("nested shapes do not compose with others, by type".into());
    }
    agreed(answers)
}

fn shapes<S>(
    used: &BTreeMap<String, Layered>,
    make: impl Fn(&Layered) -> Result<S, String>,
) -> Result<BTreeMap<String, S>, String> {
    used.iter().map(|(name, shape)| Ok((name.clone(), make(shape)?))).collect()
}

enum Expression {
    Shape { name: String, labels: String },
    Both { left: Box<Expression>, operator: char, right: Box<Expression> },
}

impl Expression {
    fn names(&self) -> Vec<&str> {
        match self {
            Expression::Shape { name, .. } => vec![name],
            Expression::Both { left, right, .. } => [left.names(), right.names()].concat(),
        }
    }

    /// The expression over shapes of one type. All names are there.
    fn over<S>(&self, shapes: &BTreeMap<String, S>) -> Indexed<S>
    where
        S: ShapeBase<Composed = S>,
        Indexed<S>: Add<Output = Indexed<S>> + Sub<Output = Indexed<S>> + Mul<Output = Indexed<S>>,
    {
        match self {
            Expression::Shape { name, labels } => match shapes.get(name) {
                Some(shape) => shape.ix(labels),
                None => unreachable!("names are looked up before"),
            },
            Expression::Both { left, operator, right } => {
                let (left, right) = (left.over(shapes), right.over(shapes));
                match operator {
                    '*' => left * right,
                    '-' => left - right,
                    _ => left + right,
                }
            }
        }
    }
}

/// Reads sums of products of labelled names, and parentheses around such.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn parse(text: &'a str) -> Result<Expression, String> {
        let mut parser = Parser { rest: text };
        let expression = parser.sum()?;
        match parser.next() {
            None => Ok(expression),
            Some(odd) => Err(format!("`{odd}` cannot stand in `{text}` yet")),
        }
    }

    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> Result<(), String> {
        self.next();
        let rest = self.rest.strip_prefix(wanted);
        self.rest =
            rest.ok_or_else(|| format!("`{wanted}` should stand before `{}`", self.rest))?;
        Ok(())
    }

    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let (before, rest) = self.rest.split_at(self.rest.find(stop).unwrap_or(self.rest.len()));
        self.rest = rest;
        before
    }

    fn sum(&mut self) -> Result<Expression, String> {
        let mut left = self.product()?;
        while let Some(operator @ ('+' | '-')) = self.next() {
            self.take(operator)?;
            left = both(left, operator, self.product()?);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, String> {
        let mut left = self.factor()?;
        while let Some('*') = self.next() {
            self.take('*')?;
            left = both(left, '*', self.factor()?);
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expression, String> {
        if self.next() == Some('(') {
            self.take('(')?;
            let inner = self.sum()?;
            self.take(')')?;
            return Ok(inner);
        }
        let name = self.until(|c| !c.is_alphanumeric() && c != '_').to_owned();
        if name.is_empty() {
            return Err(format!("a name should stand before `{}`", self.rest));
        }
        self.take('(')?;
        let labels = self.until(|c| c == ')').to_owned();
        self.take(')')?;
        Ok(Expression::Shape { name, labels })
    }
}

fn both(left: Expression, operator: char, right: Expression) -> Expression {
    Expression::Both { left: Box::new(left), operator, right: Box::new(right) }
}
