//! Runs the corpus of a target, and changes of it by a fixed rule: for tests with the pinned toolchain, which count allocations.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::counting::asked_by;

/// The inputs of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    // Above the package whose test this is.
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder =
        above.find_map(|folder| Some(folder.join("fuzz/corpus")).filter(|all| all.is_dir()));
    let folder = folder.unwrap().join(target);
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

pub(crate) fn run(name: &str, signs: &[u8], rounds: usize, target: fn(&[u8])) {
    let inputs = corpus(name);
    assert!(inputs.len() > 10, "the corpus of {name} is there");
    inputs.iter().for_each(|input| ask(target, input));
    let mut random = Random(5);
    for _ in 0..rounds {
        ask(target, &changed(&inputs, &mut random, signs));
    }
}

pub(crate) fn any_byte() -> Vec<u8> {
    (0..=255).collect()
}
