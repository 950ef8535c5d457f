//! The corpus of the fuzz targets in `fuzz/`, and changes of it by a fixed rule, with the pinned toolchain.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "../../no_std/counting.rs"]
#[allow(dead_code, reason = "nothing is refused here")]
mod counting;
#[path = "../../../fuzz/harness/mod.rs"]
mod harness;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use counting::asked_by;

/// The inputs of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
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

/// The longest that an input may take, without optimization and beside other work.
const LONGEST: Duration = Duration::from_secs(20);

/// The most bytes that an input may ask for, all in all.
const MOST_BYTES: usize = 1 << 30;

/// Asks an input, which has so much time and memory.
fn ask(target: fn(&[u8]), input: &[u8]) {
    let begin = Instant::now();
    let (asked, ()) = asked_by(|| target(input));
    assert!(asked.bytes < MOST_BYTES, "{input:?} takes {} bytes", asked.bytes);
    assert!(begin.elapsed() < LONGEST, "{input:?} takes {:?}", begin.elapsed());
}

fn run(name: &str, signs: &[u8], rounds: usize, target: fn(&[u8])) {
    let inputs = corpus(name);
    assert!(inputs.len() > 10, "the corpus of {name} is there");
    inputs.iter().for_each(|input| ask(target, input));
    let mut random = Random(5);
    for _ in 0..rounds {
        ask(target, &changed(&inputs, &mut random, signs));
    }
}

fn any_byte() -> Vec<u8> {
    (0..=255).collect()
}

#[test]
fn texts_of_xla_are_parsed_or_refused() {
    let signs = b"f32s8[](){}<=?,:*TSCLEMPAD#0123456789-/ \xc3\xa9\n";
    run("parse", signs, 30_000, harness::xla::parse);
}

#[test]
fn layouts_of_xla_are_made_or_refused() {
    run("construct", &any_byte(), 30_000, harness::xla::construct);
}

#[test]
fn texts_of_labels_are_parsed_or_refused() {
    run("labels", b"abcij,->; \xc3\xa9.\n\0", 10_000, harness::labels::labels);
}

#[test]
fn strided_mappings_agree_with_lists_or_are_refused() {
    run("strides", &any_byte(), 10_000, harness::strides::strides);
}

#[test]
fn slices_agree_with_lists_or_are_refused() {
    run("slices", &any_byte(), 10_000, harness::slices::slices);
}

#[test]
fn shapes_are_made_or_refused() {
    run("shapes", &any_byte(), 10_000, harness::shapes::shapes);
}

#[test]
fn npy_files_are_read_or_refused() {
    run(
        "npy",
        b"'shape': (1,2) descr<i2 fortran_order False{}[]\x93\0\x01\xff",
        10_000,
        harness::npy::npy,
    );
}

#[test]
fn descriptions_agree_with_lists_or_are_refused() {
    run("descriptions", &any_byte(), 10_000, harness::descriptions::descriptions);
}
