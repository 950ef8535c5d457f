//! The words of a text as a jagged shape: a row of letters for each word.
//!
//! `cargo run --release --example ragged` takes the speech in `examples/data`;
//! `.. --example ragged -- FILE` takes any text of your own.

#![allow(clippy::arithmetic_side_effects, reason = "numbers of letters in a file that was read")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use extents::{DynExtents, Extents, StaticExtents, extents};
use extents_shapes::{JaggedShape, RaggedTensor, ShapeBase, StructureError, TiledShape};

/// Words and letters of a tile.
const TILE: StaticExtents![64, 4] = extents![64, 4];

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
    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let path = given.unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/gettysburg.txt")
    });
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    // Whatever is no text becomes a sign that is no letter.
    let text = String::from_utf8_lossy(&bytes);

    let lines: Vec<Vec<Vec<char>>> = text.lines().map(words).collect();
    let words = RaggedTensor::from_rows(lines.iter().flatten().map(|word| word.iter().copied()))?;
    println!("{}", path.display());
    print_words(&words)?;
    print_lines(&lines, &words)?;
    print_tiles(&words)?;
    Ok(())
}

/// The words of a line: runs of letters, in small ones.
fn words(line: &str) -> Vec<Vec<char>> {
    line.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().flat_map(char::to_lowercase).collect())
        .collect()
}

/// The jagged shape, and what it takes to find a letter in it.
fn print_words(words: &RaggedTensor<Vec<char>>) -> Result<(), Box<dyn Error>> {
    let shape = words.shape();
    println!("words -> letters  {shape}");
    println!("rank {}, {} words, {} letters", shape.rank(), shape.rows().len(), shape.size());
    let lengths = || shape.rows().iter().map(|row| row.len());
    let compact = JaggedShape::compact_from_lengths(lengths())?;
    println!("offsets: {} bytes, compact {} bytes", shape.bytes(), compact.bytes());

    let longest = (0..shape.rows().len()).max_by_key(|&word| words.row(word).map(<[char]>::len));
    if let Some(word) = longest {
        // A row is a view whose rank the compiler knows.
        let row = words.view_at::<DynExtents<1>>(&[word])?;
        let text: String = row.as_slice().iter().collect();
        println!("longest: word {word}, {text:?} of extents {}", row.extents());
    }
    if let Some(middle) = shape.size().checked_sub(1).map(|last| last / 2) {
        let index = shape.index(middle)?;
        println!(
            "letter {middle} is {:?}, at {:?}, and that is letter {}",
            words.as_slice().get(middle).unwrap_or(&' '),
            index.as_ref(),
            shape.offset(&index)?
        );
    }
    Ok(())
}

/// The same letters with one more ragged mode, and what padding would cost.
fn print_lines(
    lines: &[Vec<Vec<char>>],
    words: &RaggedTensor<Vec<char>>,
) -> Result<(), Box<dyn Error>> {
    let by_line = offsets(lines.iter().map(Vec::len));
    let by_word = offsets(words.rows().map(<[char]>::len));
    let shape = JaggedShape::from_offset_levels([by_line, by_word])?;
    println!("\nlines -> words -> letters  rank {}, largest {}", shape.rank(), shape.padded()?);
    // Only the shape has a further mode: the elements are the same, and borrowed.
    let lines = RaggedTensor::new(shape, words.as_slice()).map_err(StructureError::from)?;
    if !lines.shape().rows().is_empty() {
        let first = lines.element(&[0])?;
        let text: Vec<String> = first.rows().map(|word| word.iter().collect()).collect();
        println!("line 0: {}", text.join(" "));
    }
    let (size, padding) = (words.shape().size(), words.shape().padding()?);
    println!(
        "padded to a box: {} for {size} letters, of which {padding} are padding",
        words.shape().padded()?
    );
    let padded = words.padded('.')?;
    let width = padded.extents().extent(1)?;
    for word in padded.as_slice().chunks(width.max(1)).take(4) {
        println!("  {}", word.iter().collect::<String>());
    }
    Ok(())
}

fn offsets(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let ends = lengths.scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

/// The box in tiles, and the letters that are in them.
fn print_tiles(words: &RaggedTensor<Vec<char>>) -> Result<(), Box<dyn Error>> {
    let logical = words.shape().padded()?.strengthen::<StaticExtents![dyn, dyn]>()?;
    let tiled = TiledShape::uniform(logical, TILE)?;
    println!("\ntiles of {TILE}: a grid of {}, {} tiles", tiled.grid(), tiled.n_tiles());

    // How many letters are in each tile: padding is no work.
    let mut letters = vec![0_u64; tiled.n_tiles()];
    for [word, letter] in words.shape().indices_of::<2>()? {
        let (tile, _) = tiled.tile_of([word, letter])?;
        if let Some(count) = letters.get_mut(tiled.ordinal(tile)?) {
            *count += 1;
        }
    }
    for (tile, letters) in letters.iter().enumerate().take(6) {
        println!("  tile {tile}: {letters} letters");
    }
    Ok(())
}
