//! From a file on disk to a number on the screen: the cosine transform of 1797 images by one typed
//! contraction.
//!
//! `cargo run --release --example quickstart` takes the digits in `examples/data`;
//! `.. --example quickstart -- images.npy` takes your own images of 8 x 8.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "floats do not overflow, and indices come from the extents"
)]

use std::any::type_name_of_val;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use extents::generic::UnitesWith;
use extents::prelude::*;

#[path = "support/npy.rs"]
mod npy;
use npy::{Failure, NpyFile, Number};

dims! {
    /// How many images there are, which the file knows. The type says what the number counts.
    Image
}
/// How large the images are, this program knows.
type Images = StaticExtents![dyn Image, 8, 8];
/// The basis of the transform: nothing of its shape is left to run time.
type Basis = StaticExtents![8, 8];

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

/// Whether all checks held.
fn run() -> Result<bool, Failure> {
    let mut arguments = std::env::args_os().skip(1);
    let given = arguments.next().map(PathBuf::from);
    if arguments.next().is_some() {
        return Err("expected one path to a .npy file of shape [n, 8, 8], or none".into());
    }
    let path = given.clone().unwrap_or_else(|| data("digits_u8.npy"));

    // The file knows its rank and extents, the compiler knows neither.
    let from_file: Tensor<f64, DynRankExtents> = read(&path)?;
    let file_extents = from_file.extents().clone();

    // Once, at the border, the program states what it relies on. From here the type has it. No
    // element moves.
    let x: TensorOf<Images, f64> = strengthen(&path, from_file)?;
    let d: InlineTensor<f64, Basis> = basis()?;

    // The extents of the result are computed by the compiler: this annotation is checked, not
    // needed. What was static in `x` or in `d` is static here, and what had a name keeps it. A dim is a
    // label too, beside the letters.
    let transformed: TensorOf<StaticExtents![dyn Image, 8, 8], f64> =
        contract!(x[Image, i, j] * d[u, i] * d[v, j] => [Image, u, v])?;

    print_knowledge(&file_extents, &x, &d, &transformed)?;
    print_sizes(&file_extents, &x, &d);
    let sound = print_checks(&x, &d, &transformed, given.is_none())?;
    print_first_image(&x, &transformed);
    Ok(sound)
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(name)
}

/// Reads any `.npy` file of numbers into a row-major tensor of `f64`.
fn read(path: &Path) -> Result<Tensor<f64, DynRankExtents>, Failure> {
    let file = NpyFile::open(path)?;
    let elements = file.elements(Number::to_f64)?;
    if !file.is_fortran_order() {
        return Ok(Tensor::from_vec(file.extents, elements)?);
    }
    // The same elements under the layout that the file has, then copied index by index.
    let fortran = Tensor::from_vec(ColMajor.of(file.extents.clone()), elements)?;
    Ok(Tensor::from_fn(file.extents, |index| fortran[&index])?)
}

/// The same tensor under extents that know more, or a sentence that says which mode is in the way.
fn strengthen<E: Extents>(
    path: &Path,
    tensor: Tensor<f64, DynRankExtents>,
) -> Result<TensorOf<E, f64>, Failure>
where
    DynRankExtents: UnitesWith<E>,
{
    let name = path.display();
    tensor.strengthen().map_err(|error| format!("{name} has other extents: {error}").into())
}

/// The 8 x 8 numbers of the basis lie in the tensor itself, as in a `[[f64; 8]; 8]`.
fn basis() -> Result<InlineTensor<f64, Basis>, Failure> {
    let path = data("dct8_f64.npy");
    let open: TensorOf<Basis, f64> = strengthen(&path, read(&path)?)?;
    Ok(open.to_inline())
}

/// Section 1: the same shape on its way from the file to the result.
fn print_knowledge(
    file: &DynRankExtents,
    x: &TensorOf<Images, f64>,
    d: &InlineTensor<f64, Basis>,
    result: &TensorOf<Images, f64>,
) -> Result<(), ShapeError> {
    println!("What is known when (`dyn` marks what the type leaves to run time)");
    println!("  x as the file has it   {:<24} {}", format!("{file:?}"), short_type(file));
    for (what, extents, kind) in [
        ("x strengthened", format!("{:?}", x.extents()), short_type(x.extents())),
        ("d, the cosine basis", format!("{:?}", d.extents()), short_type(d.extents())),
        ("the result", format!("{:?}", result.extents()), short_type(result.extents())),
    ] {
        println!("  {what:<22} {extents:<24} {kind}");
    }
    println!("\ncontract!(x[Image, i, j] * d[u, i] * d[v, j] => [Image, u, v])");
    // The same composition on extents alone; `i` and `j` are not in the result, so they are summed.
    let operands = (*x.extents(), *d.extents(), *d.extents());
    let labels = Compose::<((Image, i, j), (u, i), (v, j)), (Image, u, v)>::label_table(operands)?;
    let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
    println!("  with {}", labels.join(", "));
    Ok(())
}

/// The name of a value's type without the paths in it.
fn short_type<T>(value: &T) -> String {
    let name = type_name_of_val(value);
    let words = name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    words.filter_map(|word| word.rsplit("::").next()).collect()
}

/// Section 2: what a type knows takes no memory.
fn print_sizes(file: &DynRankExtents, x: &TensorOf<Images, f64>, d: &InlineTensor<f64, Basis>) {
    println!("\nSizes in memory, in bytes     extents  mapping     view  tensor itself");
    let row = |what: &str, sizes: [usize; 4]| {
        let [extents, mapping, view, tensor] = sizes;
        println!("  {what:<26} {extents:>8} {mapping:>8} {view:>8} {tensor:>14}");
    };
    let open = Mapping::new(file.clone());
    row(
        "x, nothing in the type",
        [
            size_of_val(file),
            size_of_val(&open),
            size_of::<View<'_, f64, DynRankExtents>>(),
            size_of::<Tensor<f64, DynRankExtents>>(),
        ],
    );
    row(
        "x, 8 x 8 in the type",
        [
            size_of_val(x.extents()),
            size_of_val(x.mapping()),
            size_of_val(&x.view()),
            size_of_val(x),
        ],
    );
    row(
        "d, everything in the type",
        [
            size_of_val(d.extents()),
            size_of_val(d.mapping()),
            size_of_val(&d.view()),
            size_of_val(d),
        ],
    );
    println!("  (d holds its 64 numbers of 8 bytes and nothing else; the others point to theirs)");
}

/// Section 3: the result against other ways to get it. Whether all agree.
fn print_checks(
    x: &TensorOf<Images, f64>,
    d: &InlineTensor<f64, Basis>,
    result: &TensorOf<Images, f64>,
    are_digits: bool,
) -> Result<bool, Failure> {
    println!("\nChecks");
    // The same contraction under labels that arrive as text. Operands of all layers mix.
    let by_text: Tensor<f64, DynRankExtents> = einsum("nij,ui,vj->nuv", &[x, d, d])?;
    let largest = result.as_slice().iter().fold(1.0, |max: f64, value| max.max(value.abs()));
    let mut sound = compare("einsum(\"nij,ui,vj->nuv\")", &by_text, result, largest * 1e-12);

    // The basis is orthonormal, so the transform keeps the sum of squares.
    let (before, after) = (sum_of_squares(x), sum_of_squares(result));
    sound &= check("sum of squares, x to result", after, before, before * 1e-9);

    if are_digits {
        let reference = read(&data("digits_dct_f32.npy"))?;
        sound &= compare("digits_dct_f32.npy", &reference, result, 1e-4);
        sound &= check("sum of squares of the digits", before, 6_907_012.0, 0.0);
        let [images, ..] = result.extents().extents();
        let mean = (0..images).map(|n| result[[n, 0, 0]]).sum::<f64>() / images as f64;
        sound &= check("mean of result[[n, 0, 0]]", mean, 39.073_316_638_842_52, 1e-9);
    }
    Ok(sound)
}

/// Whether two tensors of equal extents agree, to `tolerance`, in every element.
fn compare(
    what: &str,
    expected: &Tensor<f64, DynRankExtents>,
    result: &TensorOf<Images, f64>,
    tolerance: f64,
) -> bool {
    // Extents compare across layers by value, so both sides can stay as they are.
    let same_extents = expected.extents() == result.extents();
    let pairs = expected.as_slice().iter().zip(result.as_slice());
    let differences = pairs.map(|(a, b)| if same(*a, *b) { 0.0 } else { (a - b).abs() });
    let largest = differences.max_by(f64::total_cmp).unwrap_or(0.0);
    let sound = same_extents && largest <= tolerance;
    println!("  {what:<32} largest difference {largest:<12.3e} {}", verdict(sound));
    sound
}

/// Whether a figure is the expected one.
fn check(what: &str, figure: f64, expected: f64, tolerance: f64) -> bool {
    let sound = same(figure, expected) || (figure - expected).abs() <= tolerance;
    println!("  {what:<32} {figure:<31} {}", verdict(sound));
    sound
}

/// Whether two numbers are equal, infinities and not-a-numbers of your own data included.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

fn verdict(sound: bool) -> &'static str {
    if sound { "ok" } else { "WRONG" }
}

fn sum_of_squares(tensor: &TensorOf<Images, f64>) -> f64 {
    tensor.as_slice().iter().map(|value| value * value).sum()
}

/// Section 4: the first image and its transform, dark where the absolute value is large.
fn print_first_image(x: &TensorOf<Images, f64>, result: &TensorOf<Images, f64>) {
    if x.extents().size() == 0 {
        return println!("\nThere is no image to show");
    }
    println!("\nImage 0             and its cosine transform (low frequencies top left)");
    for row in 0..8 {
        println!("  {}  {}", characters(x, row), characters(result, row));
    }
}

/// One row of image 0, two characters an element.
fn characters(images: &TensorOf<Images, f64>, row: usize) -> String {
    const SHADES: [&str; 6] = ["  ", "..", "::", "++", "##", "@@"];
    let image = || (0..8).flat_map(|i| (0..8).map(move |j| images[[0, i, j]].abs()));
    let largest = image().fold(0.0, f64::max);
    let shade = |column| {
        // The square root brings out the small coefficients beside the large first one.
        let share = (images[[0, row, column]].abs() / largest).sqrt();
        // Not-a-number, as in 0 / 0, converts to 0.
        SHADES.get((share * 5.0).round() as usize).copied().unwrap_or("??")
    };
    (0..8).map(shade).collect()
}
