//! Draws where the elements of an array are in memory, from a text in XLA's notation.
//!
//! `cargo run --release -p extents-xla --features draw --example draw -- 'f32[3,5]{1,0:T(2,2)}' -o layout.svg`
//!
//! Without `-o` only the table is printed. With an index behind it, such as `2,4`, the way of that element
//! through tiles and padding is told.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use extents_xla::ArrayShape;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut shape = None;
    let mut index = None;
    let mut output: Option<PathBuf> = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-o" => output = Some(arguments.next().ok_or("-o needs a path")?.into()),
            _ if shape.is_none() => shape = Some(argument),
            _ if index.is_none() => index = Some(argument),
            _ => return Err(format!("{argument:?} is one argument too many").into()),
        }
    }
    let text = shape.unwrap_or_else(|| "f32[3,5]{1,0:T(2,2)}".into());
    let shape = text.parse::<ArrayShape>()?.with_default_layout();

    let drawing = shape.draw()?;
    println!(
        "{shape}, {} elements in a buffer of {}",
        shape.elements_in()?,
        shape.allocated_elements()?
    );
    println!("{drawing}");
    if let Some(index) = index {
        let index: Vec<usize> =
            index.split(',').map(|number| number.trim().parse()).collect::<Result<_, _>>()?;
        println!("{}", shape.explain(&index)?);
    }
    if let Some(path) = output {
        std::fs::write(&path, drawing.to_svg())?;
        println!("{}", path.display());
    }
    Ok(())
}
