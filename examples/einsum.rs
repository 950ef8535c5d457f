//! Any contraction of `.npy` files, under labels that arrive as text.
//!
//! `cargo run --release --example einsum -- 'nij,ui,vj->nuv' a.npy b.npy b.npy -o out.npy`

#![allow(clippy::arithmetic_side_effects, reason = "of small constants; elements are checked")]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use extents::layout::{Canonical, ColMajor};
use extents::plan::Plan;
use extents::{Composition, DynOperand, DynRankExtents, Extents, Tensor, contract_by};

#[path = "support/element.rs"]
mod element;
#[path = "support/npy.rs"]
mod npy;
#[path = "support/output.rs"]
mod output;
use element::{Element, Exact};
use npy::{Dtype, Failure, NpyFile, Number};

const NOTES: &str = "\
The notation is that of NumPy's einsum: one letter a mode, operands split by commas, the labels
of the result after `->`. A label that is not in the result is summed; one that repeats within
an operand is its diagonal. Without `->` the result has the labels that stand once, in
alphabetical order.

Operands are of dtype f32, f64, i8 to i64 or u8 to u64, of either byte order, in C or Fortran
order. The result is written in C order. Its dtype is that of the operands, or for mixed ones the
smallest that holds them all, as in NumPy; `--dtype` gives another.

Integers are multiplied and summed exactly; a result that its dtype does not hold is an error,
and so is an integer that f64 would round. Floating-point numbers are multiplied and summed in
f64, and f32 results rounded once.";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A path may hold a line break; the sentence stays on one line.
            eprintln!("{}", failure.to_string().replace(['\n', '\r'], " "));
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let Some(request) = Request::from_arguments()? else { return Ok(()) };
    let composition = Composition::einsum(&request.labels)?;
    let files: Vec<NpyFile> =
        request.files.iter().map(|path| NpyFile::open(path)).collect::<Result<_, _>>()?;
    // What is wrong with the shapes shows before any element is looked at.
    let shapes: Vec<DynRankExtents> = files.iter().map(|file| file.extents.clone()).collect();
    composition.resolve(&shapes)?;

    let dtypes: Vec<Dtype> = files.iter().map(|file| file.dtype).collect();
    let dtype = result_dtype(&dtypes, request.dtype)?;
    if dtypes.iter().any(|dtype| dtype.is_float()) {
        evaluate::<f64>(&request, &composition, &files, dtype)
    } else {
        evaluate::<Exact>(&request, &composition, &files, dtype)
    }
}

/// Reads the operands, prints what is known, contracts, and writes the result.
fn evaluate<T: Element>(
    request: &Request,
    composition: &Composition,
    files: &[NpyFile],
    dtype: Dtype,
) -> Result<(), Failure> {
    let operands: Vec<Box<dyn DynOperand<T>>> = files
        .iter()
        .zip(&request.files)
        .map(|(file, path)| {
            operand(file).map_err(|failure| format!("{}: {failure}", path.display()))
        })
        .collect::<Result<_, _>>()?;
    let operands: Vec<&dyn DynOperand<T>> = operands.iter().map(Box::as_ref).collect();
    say(&describe(request, composition, files, &operands)?)?;

    let result = contract_by(composition, &operands)?;
    check(&result, dtype)?;
    say(&describe_result(&result, dtype))?;
    match &request.output {
        Some(path) => output::write(path, dtype, result.extents().as_slice(), numbers(&result)),
        None => Ok(()),
    }
}

/// A tensor of the file's elements, in the layout that they have there.
fn operand<T: Element>(file: &NpyFile) -> Result<Box<dyn DynOperand<T>>, Failure> {
    let elements = file.elements(T::of)?;
    let extents = file.extents.clone();
    Ok(if file.is_fortran_order() {
        Box::new(Tensor::from_vec(ColMajor.of(extents), elements)?)
    } else {
        Box::new(Tensor::from_vec(extents, elements)?)
    })
}

fn result_dtype(operands: &[Dtype], wanted: Option<Dtype>) -> Result<Dtype, Failure> {
    let Some(wanted) = wanted else {
        return Dtype::common(operands).ok_or_else(|| {
            "u64 and signed operands have no common dtype: choose the result's with --dtype".into()
        });
    };
    match operands.iter().find(|dtype| dtype.is_float()) {
        Some(float) if !wanted.is_float() => Err(format!(
            "an operand is of dtype {float}, so the result cannot be of dtype {wanted}: choose \
             --dtype f32 or f64"
        )
        .into()),
        _ => Ok(wanted),
    }
}

/// Whether each element of the result has a number that `dtype` holds.
fn check<T: Element>(result: &Tensor<T, DynRankExtents>, dtype: Dtype) -> Result<(), Failure> {
    for (offset, element) in result.as_slice().iter().enumerate() {
        let index = || result.mapping().index(offset).map(|index| index.to_vec());
        match element.number() {
            Ok(number) if dtype.holds(number) => {}
            Ok(number) => {
                return Err(format!(
                    "the result at {:?} is {number}, which does not fit {dtype}: choose \
                     another dtype with --dtype",
                    index()?
                )
                .into());
            }
            Err(reason) => return Err(format!("the result at {:?} {reason}", index()?).into()),
        }
    }
    Ok(())
}

/// The elements of a result that `check` passed.
fn numbers<T: Element>(result: &Tensor<T, DynRankExtents>) -> impl Iterator<Item = Number> {
    result.as_slice().iter().filter_map(|element| element.number().ok())
}

/// The operands, the label table and the plan.
fn describe<T>(
    request: &Request,
    composition: &Composition,
    files: &[NpyFile],
    operands: &[&dyn DynOperand<T>],
) -> Result<String, Failure> {
    let mut text = String::new();
    for (position, (file, path)) in files.iter().zip(&request.files).enumerate() {
        let order = if file.is_fortran_order() { ", Fortran order" } else { "" };
        let (dtype, extents) = (file.dtype, &file.extents);
        text += &format!("operand {position}: {}: {dtype} {extents}{order}\n", path.display());
    }
    let sources: Vec<_> = operands.iter().map(|operand| operand.source()).collect();
    let shapes: Vec<_> = sources.iter().map(|source| source.extents().clone()).collect();
    let strides: Vec<_> = sources.iter().map(|source| source.strides()).collect();
    let plan = Plan::new(composition, &shapes, &strides)?;
    let table = plan.loops().iter().map(|each| format!("{} = {}", each.label, each.extent));
    text += &format!("labels: {}\n", table.collect::<Vec<_>>().join(", "));
    Ok(text + &format!("plan:\n{plan}\n"))
}

/// The result's shape, and its elements where they are few.
fn describe_result<T: Element>(result: &Tensor<T, DynRankExtents>, dtype: Dtype) -> String {
    let shape = format!("result: {dtype} {}\n", result.extents());
    if !(1..=8).contains(&result.extents().size()) {
        return shape;
    }
    let elements: Vec<String> = numbers(result).map(|number| number.to_string()).collect();
    shape + &format!("elements: {}\n", elements.join(", "))
}

/// As `print!`, which would panic when the reader of a pipe has gone.
fn say(text: &str) -> Result<(), Failure> {
    let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    Ok(written.map_err(|error| format!("cannot write to standard output: {error}"))?)
}

/// What the command line asks for.
struct Request {
    labels: String,
    files: Vec<PathBuf>,
    output: Option<PathBuf>,
    dtype: Option<Dtype>,
}

impl Request {
    /// `None` where only help was wanted, which is printed then.
    fn from_arguments() -> Result<Option<Self>, Failure> {
        match command().try_get_matches() {
            Ok(mut matches) => Ok(Some(Request::of(&mut matches))),
            Err(help) if !help.use_stderr() => {
                say(&help.to_string())?;
                Ok(None)
            }
            // The first paragraph is the sentence; advice on usage follows.
            Err(error) => {
                let text = error.to_string();
                let paragraph = text.lines().take_while(|line| !line.trim().is_empty());
                let words: Vec<&str> = paragraph.flat_map(str::split_whitespace).collect();
                Err(words.join(" ").trim_start_matches("error: ").into())
            }
        }
    }

    fn of(matches: &mut ArgMatches) -> Self {
        Request {
            labels: matches.remove_one("labels").unwrap_or_default(),
            files: matches.remove_many("files").unwrap_or_default().collect(),
            output: matches.remove_one("output"),
            dtype: matches.remove_one::<String>("dtype").and_then(|name| Dtype::named(&name)),
        }
    }
}

fn command() -> Command {
    Command::new("einsum")
        .about("Contracts .npy files under labels, and writes the result.")
        .after_help(NOTES)
        .arg(
            // `->` and `->` with labels begin with a hyphen but are no option.
            Arg::new("labels").required(true).allow_hyphen_values(true).help("as in 'ij,jk->ik'"),
        )
        .arg(
            Arg::new("files")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("one .npy file for each operand"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("file")
                .value_parser(value_parser!(PathBuf))
                .help("the .npy file to write the result to"),
        )
        .arg(
            Arg::new("dtype")
                .long("dtype")
                .value_name("dtype")
                .value_parser(PossibleValuesParser::new(Dtype::NAMES))
                .help("the dtype of the result"),
        )
}
