//! The corpus of the fuzz targets in `fuzz/`, and changes of it by a fixed rule, with the pinned toolchain.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "../fuzz/harness.rs"]
mod harness;

use std::fs;
use std::path::Path;

/// The inputs of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

/// A linear congruential generator: the same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// An input with a few bytes deleted, doubled, changed, or exchanged for a piece of another input.
fn changed(inputs: &[Vec<u8>], random: &mut Random, signs: &[u8]) -> Vec<u8> {
    let mut input = inputs[random.below(inputs.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        let end = at + random.below((input.len() - at).min(6) + 1);
        match random.below(5) {
            0 => drop(input.drain(at..end)),
            1 => {
                let piece = input[at..end].to_vec();
                input.splice(at..at, piece);
            }
            2 => input.insert(at, signs[random.below(signs.len())]),
            3 if at < input.len() => input[at] = signs[random.below(signs.len())],
            _ => {
                let other = &inputs[random.below(inputs.len())];
                let from = random.below(other.len() + 1);
                let to = from + random.below(other.len() - from + 1);
                input.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    input
}

fn run(target: &str, signs: &[u8], rounds: usize, ask: fn(&[u8])) {
    let inputs = corpus(target);
    assert!(inputs.len() > 10, "the corpus of {target} is there");
    inputs.iter().for_each(|input| ask(input));
    let mut random = Random(5);
    for _ in 0..rounds {
        ask(&changed(&inputs, &mut random, signs));
    }
}

#[test]
fn texts() {
    let signs = b"f32s8[](){}<=?,:*TSCLEMPAD#0123456789-/ \xc3\xa9\n";
    run("parse", signs, 30_000, harness::parse);
}

#[test]
fn numbers() {
    let signs: Vec<u8> = (0..=255).collect();
    run("construct", &signs, 30_000, harness::construct);
}
