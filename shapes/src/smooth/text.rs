//! Shapes as text: `[2, 3]`, `[2, 3] at [10, 10]`, `null`.

use core::fmt;
use core::str::FromStr;

use super::{Origin, OriginKind, PlacedShape, Shape, ValueOrigin};
use crate::StructureError;
use extents::ShapeError;
use extents::{DynRankExtents, Extents, ModeArray};

impl<E: Extents, O: Origin<E>> fmt::Display for Shape<E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.extents, f)?;
        let rank = self.extents.rank();
        if (0..rank).all(|mode| self.origin.coordinate(mode) == 0) {
            return Ok(());
        }
        self.write_origin(f)
    }
}

/// Writes the extents with what their type knows, and an origin that is a value even if it is zero.
impl<E: Extents, O: Origin<E>> fmt::Debug for Shape<E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.extents, f)?;
        if <O::Kind as OriginKind>::IS_VALUE { self.write_origin(f) } else { Ok(()) }
    }
}

impl<E: Extents, O: Origin<E>> Shape<E, O> {
    fn write_origin(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" at [")?;
        for mode in 0..self.extents.rank() {
            let comma = if mode == 0 { "" } else { ", " };
            write!(f, "{comma}{}", self.origin.coordinate(mode))?;
        }
        f.write_str("]")
    }
}

/// Parses what [`Display`](fmt::Display) writes. White space is allowed, except within a number.
///
/// # Errors
/// Returns [`ShapeError::Text`] names the place; what the numbers have wrong is an error as in [`at`](Shape::at)
/// and [`Extents::from_extents`].
///
/// ```
/// use extents_shapes::{PlacedShape, Shape};
/// use extents::{StaticExtents, extents};
/// let s: PlacedShape<StaticExtents![2, dyn]> = "[2, 3] at [10, 10]".parse()?;
/// assert_eq!(s, Shape::at(extents![2, 3], [10, 10])?);
/// assert_eq!("null".parse::<PlacedShape>()?, Shape::null());
/// let error = "[2, 3".parse::<PlacedShape>().unwrap_err();
/// assert_eq!(error.to_string(), "expected `,` or `]` at position 5");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
impl<E: Extents> FromStr for PlacedShape<E> {
    type Err = StructureError;

    fn from_str(text: &str) -> Result<Self, StructureError> {
        let read = Read::whole(text)?;
        match read.extents {
            None => Shape::at(E::adopt(&DynRankExtents::null())?, []),
            Some(extents) => {
                let shape = PlacedShape::from(Shape::new(E::from_extents(&extents)?));
                match read.origin {
                    None => Ok(shape),
                    Some((_, origin)) => shape.with_origin(origin),
                }
            }
        }
    }
}

/// Parses what [`Display`](fmt::Display) writes. An origin other than zero is an error.
///
/// ```
/// use extents_shapes::Shape;
/// assert_eq!(" [ 2,3 ]".parse::<Shape>()?, Shape::from_list(&[2, 3])?);
/// assert!("[2, 3] at [10, 10]".parse::<Shape>().is_err());
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
impl<E: Extents> FromStr for Shape<E> {
    type Err = StructureError;

    fn from_str(text: &str) -> Result<Self, StructureError> {
        let placed: PlacedShape<E> = text.parse()?;
        let ValueOrigin(origin) = &placed.origin;
        if origin.as_ref().iter().any(|&coordinate| coordinate != 0) {
            let origin = Read::whole(text)?.origin;
            let position = origin.map_or(0, |(position, _)| position);
            let expected = "the end of a shape without origin";
            return Err(ShapeError::Text { position, expected, found: None }.into());
        }
        Ok(placed.without_origin())
    }
}

/// The parts of a text.
struct Read {
    /// The extents; `None` is null.
    extents: Option<ModeArray<usize>>,
    /// The origin, and where it begins.
    origin: Option<(usize, ModeArray<usize>)>,
}

impl Read {
    fn whole(text: &str) -> Result<Self, StructureError> {
        let mut reader = Reader { text, position: 0 };
        let extents = if reader.take("null") {
            None
        } else if reader.take("[") {
            Some(reader.list()?)
        } else {
            return Err(reader.expected("`[` or `null`"));
        };
        let begin = reader.position;
        let mut origin = None;
        if extents.is_some() && reader.take("at") {
            if !reader.take("[") {
                return Err(reader.expected("`[`"));
            }
            origin = Some((begin, reader.list()?));
        }
        if reader.position == text.len() {
            return Ok(Read { extents, origin });
        }
        let may_move = extents.is_some() && origin.is_none();
        Err(reader.expected(if may_move { "`at` or the end" } else { "the end" }))
    }
}

/// What is left of a text.
struct Reader<'t> {
    text: &'t str,
    /// In bytes, always at a character.
    position: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or("")
    }

    /// Goes over white space.
    fn skip(&mut self) {
        self.position = self.text.len().saturating_sub(self.rest().trim_start().len());
    }

    /// Goes over a token and the white space around it, if it is there.
    fn take(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(token);
        if found {
            self.position = self.position.saturating_add(token.len());
            self.skip();
        }
        found
    }

    /// The numbers up to `]`, behind the `[`.
    fn list(&mut self) -> Result<ModeArray<usize>, StructureError> {
        let mut numbers = ModeArray::default();
        if self.take("]") {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if self.take("]") {
                return Ok(numbers);
            }
            if !self.take(",") {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn number(&mut self) -> Result<usize, StructureError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.expected("a number"));
        }
        let end = self.position.saturating_add(digits);
        let number = self.text.get(self.position..end).and_then(|digits| digits.parse().ok());
        let number = number.ok_or_else(|| self.expected("a number that fits `usize`"))?;
        self.position = end;
        Ok(number)
    }

    #[cold]
    fn expected(&self, expected: &'static str) -> StructureError {
        ShapeError::Text { position: self.position, expected, found: None }.into()
    }
}
