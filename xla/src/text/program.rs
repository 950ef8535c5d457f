//! [`ProgramShape`]: the shapes of a program, written and read.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use core::str::FromStr;

use super::TextError;
use super::parse::shape;
use super::scan::Scanner;
use crate::Shape;

/// The shapes of a program: of its parameters with their names, and of its result.
///
/// ```
/// use extents_xla::ProgramShape;
/// let program = ProgramShape::new([("p", "f32[42,12]".parse()?)], "f32[24,42]".parse()?);
/// assert_eq!(program.to_string(), "(p: f32[42,12]) -> f32[24,42]");
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramShape {
    parameters: Vec<(String, Shape)>,
    result: Shape,
}

impl ProgramShape {
    /// Creates the shapes of a program from its parameters and its result. A name may be empty. One that is read back from text has
    /// neither spaces nor any of `()[]{}:,`, as those of XLA, and does not begin with `/*`.
    pub fn new<N: Into<String>>(
        parameters: impl IntoIterator<Item = (N, Shape)>,
        result: Shape,
    ) -> Self {
        let parameters = parameters.into_iter().map(|(name, shape)| (name.into(), shape));
        ProgramShape { parameters: parameters.collect(), result }
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[(String, Shape)] {
        &self.parameters
    }

    /// Returns the result.
    pub fn result(&self) -> &Shape {
        &self.result
    }
}

impl Display for ProgramShape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (at, (name, shape)) in self.parameters.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            let name = if name.is_empty() { "(unknown)" } else { name };
            write!(f, "{comma}{name}: {shape:#}")?;
        }
        write!(f, ") -> {:#}", self.result)
    }
}

impl FromStr for ProgramShape {
    type Err = TextError;

    /// Parses what `Display` writes, with or without layouts. A name ends at its colon and has neither spaces nor any of
    /// `()[]{}:,`; `(unknown)` is the empty one.
    ///
    /// ```
    /// use extents_xla::ProgramShape;
    /// let program: ProgramShape = "(x: f32[2], (unknown): token[]) -> f32[]".parse()?;
    /// assert_eq!((program.parameters()[0].0.as_str(), program.parameters()[1].0.as_str()), ("x", ""));
    /// # Ok::<(), extents_xla::TextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        scanner.need("(", "`(`")?;
        let parameters = scanner.list(")", "`,` or `)`", |scanner| {
            let name = if scanner.take("(unknown)") { "" } else { name(scanner)? };
            scanner.need(":", "`:`")?;
            Ok((name.into(), shape(scanner, 0)?))
        })?;
        scanner.need("->", "`->`")?;
        let result = shape(&mut scanner, 0)?;
        scanner.end()?;
        Ok(ProgramShape { parameters: parameters.values, result })
    }
}

/// The name of a parameter: what no sign of a shape ends.
fn name<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, TextError> {
    scanner.skip();
    let rest = scanner.rest();
    let is_sign = |c: char| c.is_whitespace() || "()[]{}:,".contains(c);
    let end = rest.find(is_sign).unwrap_or(rest.len());
    if end == 0 {
        return Err(scanner.expected("a name, or `)`"));
    }
    scanner.advance(end);
    Ok(rest.get(..end).unwrap_or(""))
}
