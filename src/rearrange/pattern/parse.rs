//! The text of a pattern.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::num::IntErrorKind;

use super::{Axis, Group, Part, Pattern, repeated};
use crate::ShapeError;
use crate::label::LabelName;

/// Reads a pattern.
pub(super) fn pattern(text: &str) -> Result<Pattern, ShapeError> {
    let mut reader = Reader {
        text,
        position: 0,
        axes: Vec::new(),
        labels: BTreeMap::new(),
        on_this_side: BTreeSet::new(),
    };
    let left = reader.side(true)?;
    if !reader.takes("->") {
        return Err(reader.expected("`->`"));
    }
    let right = reader.side(false)?;
    match reader.next() {
        None => Ok(Pattern { axes: reader.axes, left, right, stray: None }),
        Some(_) => Err(reader.expected("the end")),
    }
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
    axes: Vec<Axis>,
    /// The axis of each label so far.
    labels: BTreeMap<&'t str, usize>,
    /// The parts of the side that is read, to find one that occurs twice.
    on_this_side: BTreeSet<Part>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn expected(&self, expected: &'static str) -> ShapeError {
        ShapeError::Text { position: self.position, expected, found: self.next() }
    }

    fn skip(&mut self, bytes: usize) {
        self.position = self.position.saturating_add(bytes);
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.skip(rest.len().saturating_sub(rest.trim_start().len()));
    }

    /// Whether these are the next characters, which are then taken.
    fn takes(&mut self, characters: &str) -> bool {
        let is_next = self.rest().starts_with(characters);
        if is_next {
            self.skip(characters.len());
        }
        is_next
    }

    /// The groups up to the arrow or the end.
    fn side(&mut self, is_left: bool) -> Result<Vec<Group>, ShapeError> {
        let mut groups: Vec<Group> = Vec::new();
        self.on_this_side.clear();
        loop {
            self.skip_spaces();
            if self.next().is_none() || self.rest().starts_with("->") {
                return Ok(groups);
            }
            let group = if self.takes("(") {
                self.group(is_left)?
            } else {
                let mut group = Group::default();
                self.part(&mut group, is_left)?;
                group.is_open = group.parts.first() == Some(&Part::Ellipsis);
                group
            };
            groups.push(group);
        }
    }

    /// What stands in parentheses, of which the first was taken.
    fn group(&mut self, is_left: bool) -> Result<Group, ShapeError> {
        let mut group = Group::default();
        loop {
            self.skip_spaces();
            if self.takes(")") {
                return Ok(group);
            }
            if self.next().is_none() || self.rest().starts_with("->") {
                return Err(self.expected("`)`"));
            }
            if is_left && self.rest().starts_with("...") {
                return Err(self.expected("a label: the modes of `...` are not parts of one"));
            }
            self.part(&mut group, is_left)?;
        }
    }

    /// A label, a number or `...`.
    fn part(&mut self, to: &mut Group, is_left: bool) -> Result<(), ShapeError> {
        let (start, rest) = (self.position, self.rest());
        if self.takes("...") {
            return self.add(Part::Ellipsis, LabelName::new("..."), to, is_left);
        }
        let is_inside = |c: char| c.is_alphanumeric() || c == '_';
        let len = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
        let (name, _) = rest.split_at_checked(len).unwrap_or((rest, ""));
        let Some(first) = name.chars().next() else {
            return Err(self.expected("a label, a number, `...` or parentheses"));
        };
        self.skip(len);
        if !first.is_ascii_digit() {
            let axis = self.axis(name);
            return self.add(Part::Axis(axis), LabelName::new(name), to, is_left);
        }
        let size = name.parse::<usize>().map_err(|error| {
            let expected = match error.kind() {
                IntErrorKind::PosOverflow => "a number that fits `usize`",
                _ => "a number",
            };
            ShapeError::Text { position: start, expected, found: None }
        })?;
        // A mode of extent 1 is made of nothing.
        if size != 1 {
            to.parts.push(Part::Axis(self.axes.len()));
            self.axes.push(Axis { name: name.to_owned(), size: Some(size), is_number: true });
        }
        Ok(())
    }

    /// The axis of a label.
    fn axis(&mut self, name: &'t str) -> usize {
        *self.labels.entry(name).or_insert_with(|| {
            self.axes.push(Axis { name: name.to_owned(), size: None, is_number: false });
            self.axes.len().saturating_sub(1)
        })
    }

    fn add(
        &mut self,
        part: Part,
        name: LabelName,
        to: &mut Group,
        is_left: bool,
    ) -> Result<(), ShapeError> {
        if !self.on_this_side.insert(part) {
            return Err(repeated(name, is_left));
        }
        to.parts.push(part);
        Ok(())
    }
}
