//! How shapes and layouts are read.

use crate::error::{Bounded, Required};
use core::str::FromStr;

use super::TextError;
use super::attributes::{LayoutText, layout};
use super::scan::Scanner;
use crate::{ArrayShape, Dimension, Layout, Shape, XlaError};

impl FromStr for Shape {
    type Err = TextError;

    /// Parses what `Display` writes. White space and comments (`/*index=5*/`) are allowed between tokens.
    ///
    /// # Errors
    /// Returns [`TextError`], which names the column.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape: Shape = "( f32[2, <=3] { 0,1 }, /*index=1*/ token[] )".parse()?;
    /// assert_eq!(shape.to_string(), "(f32[2,<=3]{0,1}, token[])");
    /// # Ok::<(), extents_xla::TextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        let shape = shape(&mut scanner, 0)?;
        scanner.end()?;
        Ok(shape)
    }
}

impl FromStr for ArrayShape {
    type Err = TextError;

    /// Parses the shape of an array.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        let at = scanner.mark();
        match text.parse()? {
            Shape::Array(array) => Ok(array),
            _ => Err(scanner.wrong(at, |_| XlaError::Requires(Required::Array))),
        }
    }
}

impl FromStr for Layout {
    type Err = TextError;

    /// Parses a layout, in its braces.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        let layout = layout(&mut scanner, 0)?.layout;
        scanner.end()?;
        Ok(layout)
    }
}

/// A shape that stands in so many others.
pub(super) fn shape(scanner: &mut Scanner<'_>, depth: usize) -> Result<Shape, TextError> {
    if depth > Shape::MAX_DEPTH {
        scanner.skip();
        return Err(scanner.expected("no further shape within shapes"));
    }
    let inner = depth.saturating_add(1);
    if scanner.take("(") {
        let at = scanner.mark();
        let parts = scanner.list(")", "`,` or `)`", |scanner| shape(scanner, inner))?;
        return Shape::tuple(parts.values).map_err(|problem| scanner.wrong(at, |_| problem));
    }
    let before = *scanner;
    match scanner.word() {
        "" => return Err(scanner.expected("a type or a tuple")),
        name @ ("token" | "opaque") => {
            scanner.need("[", "`[]`")?;
            scanner.need("]", "`]`")?;
            return Ok(if name == "token" { Shape::Token } else { Shape::Opaque });
        }
        _ => *scanner = before,
    }
    let dtype = scanner.dtype()?;
    scanner.need("[", "`[`")?;
    let dimensions = scanner.list("]", "`,` or `]`", dimension)?;
    let array = ArrayShape::new(dtype, dimensions.values.iter().copied());
    if !scanner.is_next("{") {
        return Ok(Shape::Array(array));
    }
    let text = layout(scanner, inner)?;
    let array = array.with_layout(text.layout.clone());
    array.map(Shape::Array).map_err(|problem| {
        let at = match problem {
            XlaError::Unbounded { dimension } => dimensions.place(dimension, text.brace),
            problem => place(&text, problem),
        };
        scanner.wrong(at, |_| problem)
    })
}

/// Where a layout does not suit its array.
fn place(text: &LayoutText, problem: XlaError) -> usize {
    let in_padding = |dimension| text.widths.place(dimension, text.padding);
    match problem {
        XlaError::LayoutRank { part: "padded_dimensions", .. } => text.padding,
        XlaError::PaddingTooSmall { dimension, .. } => in_padding(dimension),
        XlaError::OutOfBounds { of: Bounded::Dimension, .. } | XlaError::SplitIndex { .. } => {
            text.splits
        }
        _ => text.brace,
    }
}

fn dimension(scanner: &mut Scanner<'_>) -> Result<Dimension, TextError> {
    if scanner.take("?") {
        return Ok(Dimension::Unbounded);
    }
    if scanner.take("<=") {
        return Ok(Dimension::Bounded(scanner.number("a bound")?));
    }
    Ok(Dimension::Static(scanner.number("a dimension")?))
}
