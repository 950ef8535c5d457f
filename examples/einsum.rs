//! Any contraction of `.npy` files, under labels that arrive as text.
//!
//! `cargo run --release --example einsum -- 'nij,ui,vj->nuv' a.npy b.npy b.npy -o out.npy`

#![allow(clippy::arithmetic_side_effects, reason = "of small constants; elements are checked")]
#![allow(clippy::indexing_slicing, reason = "a path names operands and temporaries that are there")]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use extents::layout::{Canonical, ColMajor, RowMajor, StridedLayout};
use extents::plan::{Path, Plan, Source, Step};
use extents::{Composition, DynRankExtents, Extents, ModeArray, ShapeError, Tensor};

#[path = "support/element.rs"]
mod element;
#[path = "support/npy.rs"]
mod npy;
#[path = "support/output.rs"]
mod output;
#[path = "support/steps.rs"]
mod steps;
use element::{Element, Exact};
use npy::{Dtype, Failure, NpyFile, Number};
use steps::{Part, whole};

const NOTES: &str = "\
The notation is that of NumPy's einsum: one letter a mode, operands split by commas, the labels
of the result after `->`. A label that is not in the result is summed; one that repeats within
an operand is its diagonal. Without `->` the result has the labels that stand once, in
alphabetical order.

Operands are of dtype f32, f64, i8 to i64 or u8 to u64, of either byte order, in C or Fortran
order. The result is written in C order. Its dtype is that of the operands, or for mixed ones the
smallest that holds them all, as in NumPy; `--dtype` gives another.

More than two operands are contracted two at a time, in the order with the fewest multiply-adds,
unless one nest of loops over all labels takes as few and the order needs a temporary larger than
the result; what is taken is printed, with what it saves over one nest. `--path` gives another:
`in-order` goes from left to right, `naive` is one nest of loops, and `(1,2),(0,1)` names pairs as
NumPy's einsum_path does, each by positions in the list of what is left, where the product is put
at the end.

Work of more than a second shows a bar where standard error is a terminal. A bar moves on with parts
of what a step makes, so that a sum to one number shows none.

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
    let operands: Vec<Operand<T>> = files
        .iter()
        .zip(&request.files)
        .map(|(file, path)| {
            Operand::of(file).map_err(|failure| format!("{}: {failure}", path.display()))
        })
        .collect::<Result<_, _>>()?;
    let operands: Vec<Part<'_, T>> =
        operands.iter().map(Operand::part).collect::<Result<_, _>>()?;
    let shapes: Vec<DynRankExtents> = files.iter().map(|file| file.extents.clone()).collect();
    let path = request.path.of(composition, &shapes)?;
    say(&describe(request, files, &operands, &path)?)?;

    let result = steps::run(&path, &operands, request.bar_after)?;
    check(&result, dtype)?;
    say(&describe_result(&result, dtype))?;
    match &request.output {
        Some(path) => output::write(path, dtype, result.extents().as_slice(), numbers(&result)),
        None => Ok(()),
    }
}

/// The elements of a file, in the layout that they have there.
enum Operand<T> {
    C(Tensor<T, DynRankExtents>),
    Fortran(Tensor<T, DynRankExtents, ColMajor>),
}

impl<T: Element> Operand<T> {
    fn of(file: &NpyFile) -> Result<Self, Failure> {
        let elements = file.elements(T::of)?;
        let extents = file.extents.clone();
        Ok(if file.is_fortran_order() {
            Operand::Fortran(Tensor::from_vec(ColMajor.of(extents), elements)?)
        } else {
            Operand::C(Tensor::from_vec(extents, elements)?)
        })
    }

    fn part(&self) -> Result<Part<'_, T>, ShapeError> {
        match self {
            Operand::C(tensor) => whole(&tensor.view()),
            Operand::Fortran(tensor) => whole(&tensor.view()),
        }
    }
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

/// The operands, the label table, the path, and the plan of each step.
fn describe<T>(
    request: &Request,
    files: &[NpyFile],
    operands: &[Part<'_, T>],
    path: &Path,
) -> Result<String, Failure> {
    let mut text = String::new();
    for (position, (file, path)) in files.iter().zip(&request.files).enumerate() {
        let order = if file.is_fortran_order() { ", Fortran order" } else { "" };
        let (dtype, extents) = (file.dtype, &file.extents);
        text += &format!("operand {position}: {}: {dtype} {extents}{order}\n", path.display());
    }
    let shapes: Vec<_> = files.iter().map(|file| file.extents.clone()).collect();
    text += &format!("labels: {}\n", labels(path.composition(), &shapes)?);
    let is_alone = path.steps().len() == 1 && files.len() < 3;
    if !is_alone {
        text += &format!("path:\n{path}\n");
    }
    // What each step makes is row-major.
    let mut made: Vec<(DynRankExtents, ModeArray<isize>)> = Vec::new();
    for (number, step) in path.steps().iter().enumerate() {
        // More operands than two in one nest of loops have no plan: they run index by index.
        if step.sources().len() > 2 {
            continue;
        }
        let plan = step_plan(step, operands, &mut made)?;
        text += &match is_alone {
            true => format!("plan:\n{plan}\n"),
            false => format!("plan of step {number}, {}:\n{plan}\n", step.composition()),
        };
    }
    Ok(text)
}

/// Each label with its extent: first those of the result, then those that are summed.
fn labels(composition: &Composition, shapes: &[DynRankExtents]) -> Result<String, ShapeError> {
    let resolved = composition.resolve(shapes)?;
    let sums = (0..composition.names().len()).filter(|label| !composition.result().contains(label));
    let labels = composition.result().iter().copied().chain(sums);
    let table = labels.map(|n| format!("{} = {}", composition.names()[n], resolved.extents[n]));
    Ok(table.collect::<Vec<_>>().join(", "))
}

/// The plan of a step behind those that made these extents and strides, to which it adds its own.
fn step_plan<T>(
    step: &Step,
    operands: &[Part<'_, T>],
    made: &mut Vec<(DynRankExtents, ModeArray<isize>)>,
) -> Result<Plan, ShapeError> {
    let (shapes, strides): (Vec<_>, Vec<_>) = step
        .sources()
        .iter()
        .map(|source| match *source {
            Source::Operand(position) => {
                let operand = &operands[position];
                (operand.extents().clone(), operand.mapping().strides().clone())
            }
            Source::Temporary(number) => made[number].clone(),
        })
        .unzip();
    let result = step.composition().resolve(&shapes)?.result;
    let row_major = RowMajor.strides(&result);
    made.push((result, row_major));
    let strides: Vec<&[isize]> = strides.iter().map(AsRef::as_ref).collect();
    Plan::new(step.composition(), &shapes, &strides)
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
    path: Choice,
    bar_after: Duration,
}

/// In which order to contract.
#[derive(Clone, Debug)]
enum Choice {
    Cheapest,
    LeftToRight,
    Naive,
    Given(Vec<(usize, usize)>),
}

impl Choice {
    /// `(1,2),(0,1)` for instance, or the name of an order.
    fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "cheapest" => return Ok(Choice::Cheapest),
            "in-order" => return Ok(Choice::LeftToRight),
            "naive" => return Ok(Choice::Naive),
            _ => {}
        }
        let spare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let pair = |text: &str| {
            let (first, second) = text.trim_start_matches('(').split_once(',')?;
            Some((first.parse().ok()?, second.parse().ok()?))
        };
        let pairs: Option<Vec<_>> =
            spare.split_terminator(')').map(|text| pair(text.trim_start_matches(','))).collect();
        let complaint = "expected `cheapest`, `in-order`, `naive`, or pairs such as `(1,2),(0,1)`";
        pairs.map(Choice::Given).ok_or_else(|| complaint.to_owned())
    }

    fn of(&self, composition: &Composition, shapes: &[DynRankExtents]) -> Result<Path, ShapeError> {
        match self {
            Choice::Cheapest => Path::automatic(composition, shapes),
            Choice::LeftToRight => Path::in_order(composition, shapes),
            Choice::Naive => Path::direct(composition, shapes),
            Choice::Given(pairs) => Path::given(composition, shapes, pairs),
        }
    }
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
            path: matches.remove_one("path").unwrap_or(Choice::Cheapest),
            bar_after: Duration::from_secs(matches.remove_one("bar-after").unwrap_or(1)),
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
        .arg(
            Arg::new("path")
                .long("path")
                .value_name("path")
                .value_parser(Choice::parse)
                .help("the order of more than two operands"),
        )
        .arg(
            Arg::new("bar-after")
                .long("bar-after")
                .value_name("seconds")
                .value_parser(value_parser!(u64))
                .help("how long to work before a bar is shown on a terminal, 1 unless given"),
        )
}
