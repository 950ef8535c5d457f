//! [`Scanner`]: signs, words and numbers of a text, one after the other.

use alloc::vec::Vec;
use core::str::FromStr;

use super::TextError;
use crate::XlaError;
use extents::DType;

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// In bytes, at the beginning of a character.
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Where the next sign stands, for [`wrong`](Self::wrong).
    pub(super) fn mark(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Something is wrong at a place. Columns are counted here and not on the way, so that long texts are read in one go.
    pub(super) fn wrong(&self, at: usize, problem: impl FnOnce(usize) -> XlaError) -> TextError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let column = before.chars().count().saturating_add(1);
        TextError::new(column, problem(column))
    }

    /// Something else should stand here.
    pub(super) fn expected(&self, expected: &'static str) -> TextError {
        self.wrong(self.at, |column| XlaError::Text { column, expected })
    }

    /// Skips white space and comments.
    pub(super) fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.advance(rest.len().saturating_sub(trimmed.len()));
            let Some(comment) = trimmed.strip_prefix("/*") else { return };
            let Some(end) = comment.find("*/") else { return };
            self.advance(end.saturating_add(4));
        }
    }

    /// Whether a sign is the next one.
    pub(super) fn is_next(&mut self, sign: &str) -> bool {
        self.skip();
        self.rest().starts_with(sign)
    }

    /// Takes a sign, if it is the next one.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is_next = self.is_next(sign);
        if is_next {
            self.advance(sign.len());
        }
        is_next
    }

    pub(super) fn need(&mut self, sign: &str, expected: &'static str) -> Result<(), TextError> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(expected)) }
    }

    pub(super) fn end(&mut self) -> Result<(), TextError> {
        self.skip();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// Letters and digits; perhaps none.
    pub(super) fn word(&mut self) -> &'a str {
        self.skip();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.advance(end);
        rest.get(..end).unwrap_or("")
    }

    pub(super) fn dtype(&mut self) -> Result<DType, TextError> {
        let at = self.mark();
        let name = self.word();
        name.parse().map_err(|_| self.wrong(at, |column| XlaError::UnknownType { column }))
    }

    pub(super) fn number<N: FromStr>(&mut self, expected: &'static str) -> Result<N, TextError> {
        let at = self.mark();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest.get(sign..).unwrap_or("");
        let digits = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if digits == 0 {
            return Err(self.expected(expected));
        }
        let end = sign.saturating_add(digits);
        match rest.get(..end).unwrap_or("").parse() {
            Ok(number) => {
                self.advance(end);
                Ok(number)
            }
            // A sign in front of a number that has none is no number.
            Err(_) if sign == 1 && "-1".parse::<N>().is_err() => Err(self.expected(expected)),
            Err(_) => {
                let is_negative = sign == 1;
                Err(self.wrong(at, |column| XlaError::Number { column, is_negative }))
            }
        }
    }

    pub(super) fn count(&mut self) -> Result<usize, TextError> {
        self.number("a number")
    }

    /// What `read` reads, split at commas, up to a sign; each with its place.
    pub(super) fn list<T>(
        &mut self,
        end: &'static str,
        expected: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Placed<T>, TextError> {
        let mut values = Placed { values: Vec::new(), at: Vec::new() };
        if self.take(end) {
            return Ok(values);
        }
        loop {
            values.at.push(self.mark());
            values.values.push(read(self)?);
            if self.take(end) {
                return Ok(values);
            }
            self.need(",", expected)?;
        }
    }

    pub(super) fn in_parentheses<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        self.need("(", "`(`")?;
        let value = read(self)?;
        self.need(")", "`)`")?;
        Ok(value)
    }
}

/// Values and where they stand.
pub(super) struct Placed<T> {
    pub(super) values: Vec<T>,
    pub(super) at: Vec<usize>,
}

impl<T> Placed<T> {
    /// Where the value with a number stands; `or` if there is none.
    pub(super) fn place(&self, number: usize, or: usize) -> usize {
        self.at.get(number).copied().unwrap_or(or)
    }
}
