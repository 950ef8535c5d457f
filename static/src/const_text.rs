//! [`ConstText`]: a text that a const builds.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use crate::ShapeError;
use crate::error::advice;

/// A text built in a const, for const panics that carry numbers.
#[derive(Debug)]
pub struct ConstText {
    bytes: [u8; 512],
    len: usize,
}

impl ConstText {
    /// `before`, the modes in the notation of shapes, `after`.
    pub(crate) const fn around_modes(before: &str, modes: &[Option<usize>], after: &str) -> Self {
        ConstText::new().then(before).then_modes(modes).then(after)
    }

    /// That the stride of a mode is a value.
    pub(crate) const fn about_stride(mode: usize, modes: &[Option<usize>]) -> Self {
        ConstText::new()
            .then("the stride of mode ")
            .number(mode)
            .then(" of extents ")
            .then_modes(modes)
            .then(" is known only at run time")
    }

    const fn then_modes(self, modes: &[Option<usize>]) -> Self {
        let mut text = self.then("[");
        let mut mode = 0;
        while mode < modes.len() {
            if mode > 0 {
                text = text.then(", ");
            }
            text = match modes[mode] {
                Some(extent) => text.number(extent),
                None => text.then("dyn"),
            };
            mode += 1;
        }
        text.then("]")
    }

    /// That a slice, or an index `first` where there is no `last`, lies outside of a mode that begins somewhere.
    pub(crate) const fn outside(
        mode: usize,
        first: usize,
        last: Option<usize>,
        (begin, end): (usize, usize),
    ) -> Self {
        let text = ConstText::new();
        let text = match last {
            Some(last) => text.then("slice ").number(first).then("..").number(last),
            None => text.then("index ").number(first),
        };
        text.then(" is out of bounds for mode ")
            .number(mode)
            .then(", which spans ")
            .number(begin)
            .then("..")
            .number(end)
    }

    /// Nothing yet.
    #[allow(clippy::new_without_default, reason = "for consts")]
    pub const fn new() -> Self {
        ConstText { bytes: [0; 512], len: 0 }
    }

    /// This text and more.
    pub const fn then(mut self, more: &str) -> Self {
        let more = more.as_bytes();
        let mut k = 0;
        while k < more.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = more[k];
            self.len += 1;
            k += 1;
        }
        self
    }

    /// This text and a number that may be negative.
    pub const fn signed(self, n: isize) -> Self {
        let text = if n < 0 { self.then("-") } else { self };
        text.number(n.unsigned_abs())
    }

    /// This text and a number.
    pub const fn number(mut self, n: usize) -> Self {
        if n >= 10 {
            self = self.number(n / 10);
        }
        if self.len < self.bytes.len() {
            self.bytes[self.len] = b'0' + (n % 10) as u8;
            self.len += 1;
        }
        self
    }

    /// Returns the text so far.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "this shape",
        }
    }
}

/// Stops the compiler, which then shows the line that calls this, and no line of the standard library.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
pub const fn refuse(mistake: ShapeError) -> ! {
    panic!("{}", ConstText::new().about(mistake).then(advice(mistake)).as_str())
}
