//! How shapes and layouts are read.

use alloc::vec::Vec;
use core::str::FromStr;

use crate::DType;
use crate::xla::{
    ArrayShape, Dimension, Layout, PaddingValue, Shape, SplitConfig, Tile, TileDimension, XlaError,
};

/// How deep tuples may stand in tuples.
const DEEPEST: usize = 64;

impl FromStr for Shape {
    type Err = XlaError;

    /// Reads what `Display` writes; white space and comments (`/*index=5*/`) may stand between signs.
    ///
    /// # Errors
    /// [`XlaError::Text`], [`Number`](XlaError::Number) and [`UnknownType`](XlaError::UnknownType) name the column; and
    /// what is wrong with a layout.
    fn from_str(text: &str) -> Result<Self, XlaError> {
        let mut parser = Parser { text, at: 0 };
        let shape = parser.shape(0)?;
        parser.end()?;
        Ok(shape)
    }
}

impl FromStr for ArrayShape {
    type Err = XlaError;

    /// Reads the shape of an array.
    fn from_str(text: &str) -> Result<Self, XlaError> {
        match text.parse()? {
            Shape::Array(array) => Ok(array),
            _ => Err(XlaError::NotAnArray),
        }
    }
}

impl FromStr for Layout {
    type Err = XlaError;

    /// Reads a layout, in its braces.
    fn from_str(text: &str) -> Result<Self, XlaError> {
        let mut parser = Parser { text, at: 0 };
        let layout = parser.layout()?;
        parser.end()?;
        Ok(layout)
    }
}

struct Parser<'a> {
    text: &'a str,
    /// In bytes, at the beginning of a character.
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn column(&self) -> usize {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        before.chars().count().saturating_add(1)
    }

    fn expected(&self, expected: &'static str) -> XlaError {
        XlaError::Text { column: self.column(), expected }
    }

    fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.advance(rest.len().saturating_sub(trimmed.len()));
            let Some(comment) = trimmed.strip_prefix("/*") else { return };
            let Some(end) = comment.find("*/") else { return };
            self.advance(end.saturating_add(4));
        }
    }

    /// Takes a sign, if it is the next one.
    fn take(&mut self, sign: &str) -> bool {
        self.skip();
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.advance(sign.len());
        }
        is_next
    }

    fn need(&mut self, sign: &str, expected: &'static str) -> Result<(), XlaError> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn end(&mut self) -> Result<(), XlaError> {
        self.skip();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    fn word(&mut self) -> &'a str {
        self.skip();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.advance(end);
        rest.get(..end).unwrap_or("")
    }

    fn number<N: FromStr>(&mut self, expected: &'static str) -> Result<N, XlaError> {
        self.skip();
        let column = self.column();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest.get(sign..).unwrap_or("");
        let digits = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if digits == 0 {
            return Err(self.expected(expected));
        }
        let end = sign.saturating_add(digits);
        let number = rest.get(..end).unwrap_or("").parse();
        // A sign in front of a number that has none is no number.
        if sign == 1 && number.is_err() {
            return Err(self.expected(expected));
        }
        self.advance(end);
        number.map_err(|_| XlaError::Number { column })
    }

    /// What `read` reads, split at commas, up to a sign.
    fn list<T>(
        &mut self,
        end: &'static str,
        expected: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<T, XlaError>,
    ) -> Result<Vec<T>, XlaError> {
        let mut values = Vec::new();
        if self.take(end) {
            return Ok(values);
        }
        loop {
            values.push(read(self)?);
            if self.take(end) {
                return Ok(values);
            }
            self.need(",", expected)?;
        }
    }

    fn shape(&mut self, depth: usize) -> Result<Shape, XlaError> {
        if self.take("(") {
            if depth >= DEEPEST {
                return Err(self.expected("no further tuple"));
            }
            let inner = depth.saturating_add(1);
            let shapes = self.list(")", "`,` or `)`", |parser| parser.shape(inner))?;
            return Ok(Shape::Tuple(shapes));
        }
        self.skip();
        let column = self.column();
        let name = self.word();
        if name.is_empty() {
            return Err(self.expected("a type or a tuple"));
        }
        if let "token" | "opaque" = name {
            self.need("[", "`[]`")?;
            self.need("]", "`]`")?;
            return Ok(if name == "token" { Shape::Token } else { Shape::Opaque });
        }
        let dtype: DType = name.parse().map_err(|_| XlaError::UnknownType { column })?;
        self.need("[", "`[`")?;
        let dimensions = self.list("]", "`,` or `]`", Self::dimension)?;
        let array = ArrayShape::new(dtype, dimensions);
        self.skip();
        if self.rest().starts_with('{') {
            return Ok(Shape::Array(array.with_layout(self.layout()?)?));
        }
        Ok(Shape::Array(array))
    }

    fn dimension(&mut self) -> Result<Dimension, XlaError> {
        if self.take("?") {
            return Ok(Dimension::Unbounded);
        }
        if self.take("<=") {
            return Ok(Dimension::Bounded(self.number("a bound")?));
        }
        Ok(Dimension::Static(self.number("a dimension")?))
    }

    fn layout(&mut self) -> Result<Layout, XlaError> {
        self.need("{", "`{`")?;
        let mut minor_to_major = Vec::new();
        let mut has_attributes = self.take(":");
        while !has_attributes && !self.take("}") {
            if !minor_to_major.is_empty() {
                self.need(",", "`,`, `:` or `}`")?;
            }
            minor_to_major.push(self.number("a dimension")?);
            has_attributes = self.take(":");
            if !has_attributes && self.take("}") {
                return Layout::new(minor_to_major);
            }
        }
        let layout = Layout::new(minor_to_major)?;
        if has_attributes { self.attributes(layout) } else { Ok(layout) }
    }

    /// What stands behind the colon, up to the brace.
    fn attributes(&mut self, mut layout: Layout) -> Result<Layout, XlaError> {
        if self.take("T") {
            let mut tiles = Vec::new();
            self.need("(", "`(`")?;
            loop {
                let dimensions = self.list(")", "`,` or `)`", Self::tile_dimension)?;
                tiles.push(Tile::of(dimensions));
                if !self.take("(") {
                    break;
                }
            }
            layout = layout.with_tiles(tiles)?;
        }
        if self.take("L") {
            layout = layout.with_tail_padding_alignment(self.in_parentheses(Self::count)?)?;
        }
        let index = if self.take("#") { Some(self.in_parentheses(Self::dtype)?) } else { None };
        let pointer = if self.take("*") { Some(self.in_parentheses(Self::dtype)?) } else { None };
        layout = layout.with_index_types(index, pointer);
        if self.take("E") {
            layout = layout.with_element_size_in_bits(self.in_parentheses(Self::count)?);
        }
        if self.take("SC") {
            layout = layout.with_split_configs(self.splits()?);
        } else if self.take("S") {
            let space = self.in_parentheses(|parser| parser.number("a memory space"))?;
            layout = layout.with_memory_space(space);
            if self.take("SC") {
                layout = layout.with_split_configs(self.splits()?);
            }
        }
        if self.take("M") {
            layout = layout.with_metadata_prefix_bytes(self.in_parentheses(Self::count)?);
        }
        if self.take("PAD") {
            layout = self.padding(layout)?;
        }
        self.need("}", "an attribute or `}`")?;
        Ok(layout)
    }

    fn in_parentheses<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, XlaError>,
    ) -> Result<T, XlaError> {
        self.need("(", "`(`")?;
        let value = read(self)?;
        self.need(")", "`)`")?;
        Ok(value)
    }

    fn count(&mut self) -> Result<usize, XlaError> {
        self.number("a number")
    }

    fn dtype(&mut self) -> Result<DType, XlaError> {
        self.skip();
        let column = self.column();
        self.word().parse().map_err(|_| XlaError::UnknownType { column })
    }

    fn tile_dimension(&mut self) -> Result<TileDimension, XlaError> {
        if self.take("*") {
            return Ok(TileDimension::Combine);
        }
        Ok(TileDimension::Size(self.number("a size or `*`")?))
    }

    fn splits(&mut self) -> Result<Vec<SplitConfig>, XlaError> {
        let mut splits = Vec::new();
        self.need("(", "`(`")?;
        loop {
            let dimension = self.number("a dimension")?;
            self.need(":", "`:`")?;
            let indices = self.list(")", "`,` or `)`", |parser| parser.number("an index"))?;
            splits.push(SplitConfig { dimension, indices });
            if !self.take("(") {
                return Ok(splits);
            }
        }
    }

    fn padding(&mut self, layout: Layout) -> Result<Layout, XlaError> {
        self.need("(", "`(`")?;
        let padded = self.list(":", "`,` or `:`", |parser| parser.number("a width"))?;
        let expected = self.expected("`zero`, `one`, `lowest`, `highest` or `unknown`");
        let name = self.word();
        let found = PaddingValue::NAMES.iter().find(|(_, known)| *known == name);
        let &(value, _) = found.ok_or(expected)?;
        self.need(")", "`)`")?;
        Ok(layout.with_padding(padded, value))
    }
}
