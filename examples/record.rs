//! A backend that computes nothing: it writes the loops of each plan down as C.
//!
//! `cargo run --example record -- 'ij,jk->ik' 64x32 32x16` prints a function of C99 that contracts row-major
//! arrays of these extents. It needs no library but C's own. Of more than two operands the function
//! contracts two at a time, in the cheapest order.

use std::error::Error;
use std::fmt::{self, Write};
use std::process::ExitCode;

use extents::backend::{Backend, Contraction, contract_on_add, contract_on_assign};
use extents::layout::{RowMajor, StridedLayout};
use extents::plan::{Loop, Plan};
use extents::{Composition, DynRankExtents, Extents, ModeArray, ShapeError};

/// An array that will be there when the C code runs.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    /// What C calls the pointer to its element at the index of zeros.
    pub(crate) name: String,
    pub(crate) extents: DynRankExtents,
    pub(crate) strides: ModeArray<isize>,
}

impl Buffer {
    pub(crate) fn row_major(name: impl Into<String>, extents: DynRankExtents) -> Self {
        let strides = RowMajor.strides(&extents);
        Buffer { name: name.into(), extents, strides }
    }
}

/// What can go wrong: a shape, or the text.
#[derive(Debug)]
pub(crate) enum RecordError {
    Shape(ShapeError),
    Text(fmt::Error),
}

impl From<ShapeError> for RecordError {
    fn from(error: ShapeError) -> Self {
        RecordError::Shape(error)
    }
}

impl From<fmt::Error> for RecordError {
    fn from(error: fmt::Error) -> Self {
        RecordError::Text(error)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Shape(error) => write!(f, "{error}"),
            RecordError::Text(error) => write!(f, "{error}"),
        }
    }
}

impl Error for RecordError {}

/// Collects the C code of one contraction.
struct Recorder {
    /// The name of the function.
    name: String,
    /// The type of a number in C.
    number: String,
    /// A function a plan.
    steps: String,
    /// The calls of them.
    calls: String,
    /// Arrays that the function allocates.
    temporaries: Vec<Buffer>,
}

impl Backend for Recorder {
    type Array = Buffer;
    type Tensor = Buffer;
    type Error = RecordError;

    fn extents(&self, buffer: &Buffer) -> Result<DynRankExtents, RecordError> {
        Ok(buffer.extents.clone())
    }

    fn strides(&self, buffer: &Buffer) -> ModeArray<isize> {
        buffer.strides.clone()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Buffer, RecordError> {
        let name = format!("t{}", self.temporaries.len());
        let buffer = Buffer::row_major(name, extents.clone());
        self.temporaries.push(buffer.clone());
        Ok(buffer)
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), RecordError> {
        let (plan, adds) = (task.plan(), task.adds());
        let step = format!("{}_step{}", self.name, self.calls.lines().count());
        write_step(&mut self.steps, &step, &self.number, plan, adds)?;
        let right = task.right().map(|right| format!(", {}", right.name)).unwrap_or_default();
        let (left, target) = (&task.left().name, task.target().name.clone());
        writeln!(self.calls, "        {step}({left}{right}, {target});")?;
        Ok(())
    }
}

/// A function for one plan: a loop nest.
fn write_step(
    to: &mut String,
    name: &str,
    number: &str,
    plan: &Plan,
    adds: bool,
) -> Result<(), fmt::Error> {
    let has_right = plan.operands() == 2;
    for line in plan.to_string().lines() {
        writeln!(to, "// {}", line.trim_end())?;
    }
    let right = if has_right { format!("const {number} *right, ") } else { String::new() };
    writeln!(to, "static void {name}(const {number} *left, {right}{number} *result)\n{{")?;
    // Modes that lie in one another in all arrays are one loop.
    let plan = plan.fused();
    let kept = plan.kept().len();
    let mut indent = 1;
    for (n, each) in plan.kept().iter().enumerate() {
        write_loop(to, n, each, &mut indent)?;
    }
    let spaces = |indent: usize| "    ".repeat(indent);
    let product = if has_right {
        format!("left[{}] * right[{}]", place(&plan, |l| l.left), place(&plan, |l| l.right))
    } else {
        format!("left[{}]", place(&plan, |l| l.left))
    };
    if plan.summed().is_empty() {
        writeln!(to, "{}{number} sum = {product};", spaces(indent))?;
    } else {
        writeln!(to, "{}{number} sum = 0;", spaces(indent))?;
        let outside = indent;
        for (n, each) in plan.summed().iter().enumerate() {
            write_loop(to, kept.saturating_add(n), each, &mut indent)?;
        }
        writeln!(to, "{}sum += {product};", spaces(indent))?;
        close(to, &mut indent, outside)?;
    }
    let update = if adds { "+=" } else { "=" };
    writeln!(to, "{}result[{}] {update} sum;", spaces(indent), place(&plan, |l| l.result))?;
    close(to, &mut indent, 0)?;
    writeln!(to)
}

fn write_loop(to: &mut String, n: usize, each: &Loop, indent: &mut usize) -> fmt::Result {
    let (spaces, extent, label, class) =
        ("    ".repeat(*indent), each.extent, each.label, each.class);
    *indent = indent.saturating_add(1);
    writeln!(to, "{spaces}for (ptrdiff_t i{n} = 0; i{n} < {extent}; i{n}++) {{ // {label}: {class}")
}

fn close(to: &mut String, indent: &mut usize, outside: usize) -> fmt::Result {
    while *indent > outside {
        *indent = indent.saturating_sub(1);
        writeln!(to, "{}}}", "    ".repeat(*indent))?;
    }
    Ok(())
}

/// How far from the first element the one at the index of the loops is.
fn place(plan: &Plan, stride: fn(&Loop) -> isize) -> String {
    let steps = plan.loops().iter().enumerate().map(|(n, each)| (n, stride(each)));
    let terms: Vec<String> = steps
        .filter(|&(_, stride)| stride != 0)
        .map(|(n, stride)| if stride == 1 { format!("i{n}") } else { format!("i{n} * {stride}") })
        .collect();
    if terms.is_empty() { "0".into() } else { terms.join(" + ") }
}

/// A function of C that contracts arrays of these shapes and strides into another one, or `adds` to it. It takes a pointer
/// to the element at the index of zeros of each, and gives 0, or 1 where there is no memory.
pub(crate) fn record(
    name: &str,
    number: &str,
    composition: &Composition,
    operands: &[Buffer],
    target: &Buffer,
    adds: bool,
) -> Result<String, RecordError> {
    let (name, number) = (name.to_owned(), number.to_owned());
    let mut recorder = Recorder {
        name,
        number,
        steps: String::new(),
        calls: String::new(),
        temporaries: Vec::new(),
    };
    let arrays: Vec<&Buffer> = operands.iter().collect();
    let mut result = target.clone();
    if adds {
        contract_on_add(&mut recorder, composition, &arrays, &mut result)?;
    } else {
        contract_on_assign(&mut recorder, composition, &arrays, &mut result)?;
    }
    let Recorder { name, number, steps, calls, temporaries } = recorder;
    let mut code = steps;
    let inputs = operands.iter().map(|operand| format!("const {number} *{}", operand.name));
    let inputs: Vec<String> = inputs.chain([format!("{number} *{}", target.name)]).collect();
    writeln!(code, "int {name}({})\n{{", inputs.join(", "))?;
    for Buffer { name, extents, .. } in &temporaries {
        let elements = extents.size().max(1);
        writeln!(code, "    {number} *{name} = calloc({elements}, sizeof({number}));")?;
    }
    // Where there is nothing to add, an operand may not be used.
    for Buffer { name, .. } in operands.iter().chain([target]) {
        writeln!(code, "    (void){name};")?;
    }
    let all: Vec<&str> = temporaries.iter().map(|each| each.name.as_str()).collect();
    let has_memory: String = all.iter().map(|name| format!(" && {name} != NULL")).collect();
    writeln!(code, "    int has_memory = 1{has_memory};")?;
    writeln!(code, "    if (has_memory) {{\n{calls}    }}")?;
    for name in all {
        writeln!(code, "    free({name});")?;
    }
    writeln!(code, "    return has_memory ? 0 : 1;\n}}")?;
    Ok(code)
}

/// What a file with such functions begins with.
pub(crate) const HEADER: &str = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match program(&arguments) {
        Ok(code) => {
            print!("{code}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The C code for what the command line asks.
pub(crate) fn program(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let Some((text, shapes)) = arguments.split_first() else {
        return Err("usage: record 'ij,jk->ik' 64x32 32x16".into());
    };
    let composition = Composition::einsum(text)?;
    let mut operands = Vec::new();
    for (n, shape) in shapes.iter().enumerate() {
        let extents = shape.split('x').filter(|extent| !extent.is_empty());
        let extents = extents.map(str::parse).collect::<Result<Vec<usize>, _>>()?;
        operands.push(Buffer::row_major(format!("a{n}"), DynRankExtents::new(&extents)?));
    }
    let shapes: Vec<_> = operands.iter().map(|operand| operand.extents.clone()).collect();
    let result = Buffer::row_major("result", composition.resolve(&shapes)?.result);
    let code = record("contract", "double", &composition, &operands, &result, false)?;
    // Not the text as it was given: a break in it would end the comment.
    Ok(format!("// {composition}\n{HEADER}{code}"))
}
