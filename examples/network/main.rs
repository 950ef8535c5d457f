//! A transformer of two blocks learns to read hand-written digits: its layers, forward and backward, are contractions and
//! expressions of typed arrays, generic over the device. Batch and length are run-time extents, widths are in the types.
//!
//! `cargo run --release --features device --example network` trains on four fifths of `examples/data` and tests on the
//! others; then a device of its own counts what a step asks of it.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "floats do not overflow, and indices come from the extents"
)]
#![allow(clippy::type_complexity, reason = "each type says what its extents are")]

use std::process::ExitCode;
use std::time::Instant;

use extents::backend::{Native, Transfer};
use extents::{Const, Mode, Sym, dims};
use indicatif::{ProgressBar, ProgressStyle};

mod counting;
mod digits;
mod layers;
#[path = "../support/npy.rs"]
mod npy;
mod parameter;
mod transformer;

use counting::{Counting, Counts};
use digits::{CLASSES, Digits, INPUTS, ROWS};
use npy::Failure;
use parameter::{Adam, Noise};
use transformer::Transformer;

dims! {
    /// How many images a batch has.
    Image,
    /// How many places an image has.
    Row
}

/// 32 numbers a place, two heads of 16, 64 numbers within.
type Network<D> = Transformer<D, INPUTS, 32, 2, 16, 64, CLASSES>;

const EPOCHS: usize = 16;
const BATCH: usize = 32;

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

/// Whether the network learned to read, and all devices agree.
fn run() -> Result<bool, Failure> {
    let digits = Digits::read()?;
    let (known, unknown) = (digits.len() * 4 / 5, digits.len());
    let unknown: Vec<usize> = (known..unknown).collect();
    let reads = train(&digits, known, &unknown)?;
    let agree = count(&digits)?;
    Ok(reads && agree)
}

/// Trains on the first images, and tests on others. Whether it reads nine tenths of them.
fn train(digits: &Digits, known: usize, unknown: &[usize]) -> Result<bool, Failure> {
    let (device, mut noise) = (Native::<f64>::new(), Noise(1));
    let mut network = Network::new(&device, &mut noise)?;
    let mut adam = Adam::new();
    let batches = known.div_ceil(BATCH);
    let bar = ProgressBar::new((EPOCHS * batches) as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos} of {len} steps, loss {msg}")?);
    let begin = Instant::now();
    println!("epoch  mean loss  images of {} read right", unknown.len());
    let mut right = 0;
    for epoch in 0..EPOCHS {
        let order = noise.order(known);
        let mut sum = 0.0;
        for (number, chosen) in order.chunks(BATCH).enumerate() {
            let done = (epoch * batches + number) as f64 / (EPOCHS * batches) as f64;
            adam.begin(0.004 * (1.0 - done));
            // The last batch is smaller.
            let (images, rows) = (Sym::<Image>::new(chosen.len()), Sym::<Row>::new(ROWS));
            let loss = step(
                &device,
                &mut network,
                &mut adam,
                digits,
                (images, rows),
                (chosen, Some(&mut noise)),
            )?;
            sum += loss;
            bar.set_message(format!("{loss:.3}"));
            bar.inc(1);
        }
        let (images, rows) = (Sym::<Image>::new(unknown.len()), Sym::<Row>::new(ROWS));
        let pixels = digits.batch(&device, images, rows, unknown, None)?;
        right = digits.count_right(&network.forward(&pixels)?.download()?, unknown);
        let line = format!("{:>5}  {:>9.4}  {right}", epoch + 1, sum / batches as f64);
        bar.suspend(|| println!("{line}"));
    }
    bar.finish_and_clear();
    let share = 100.0 * right as f64 / unknown.len() as f64;
    println!("{share:.1} % of images that it has not seen, after {:.1?}", begin.elapsed());
    Ok(share >= 90.0)
}

/// One step of training, and the loss before it.
fn step<D: Transfer<f64>, B: Mode, T: Mode>(
    device: &D,
    network: &mut Network<D>,
    adam: &mut Adam,
    digits: &Digits,
    (images, rows): (B, T),
    (chosen, noise): (&[usize], Option<&mut Noise>),
) -> Result<f64, D::Error> {
    let pixels = digits.batch(device, images, rows, chosen, noise)?;
    let wanted = digits.wanted(device, images, chosen)?;
    let loss = network.learn(&pixels, &wanted)?.download()?;
    network.visit(adam)?;
    Ok(loss.as_slice()[0])
}

/// The losses of some steps, of the same batches on each device.
fn losses<D: Transfer<f64>, B: Mode, T: Mode>(
    device: &D,
    digits: &Digits,
    images: B,
    rows: T,
    mut after_step: impl FnMut(),
) -> Result<Vec<f64>, D::Error> {
    let mut network = Network::new(device, &mut Noise(1))?;
    let mut adam = Adam::new();
    let batches = (0..3 * BATCH).collect::<Vec<_>>();
    let batches = batches.chunks(BATCH).map(|chosen| {
        after_step();
        adam.begin(0.004);
        step(device, &mut network, &mut adam, digits, (images, rows), (chosen, None))
    });
    batches.collect()
}

/// Counts what the last of some steps asks of a device, with run-time extents and with static ones. Whether the losses are those
/// of the native device.
fn count(digits: &Digits) -> Result<bool, Failure> {
    let (images, rows) = (Sym::<Image>::new(BATCH), Sym::<Row>::new(ROWS));
    let native = losses(&Native::<f64>::new(), digits, images, rows, || ())?;
    let device = Counting::default();
    // What was counted before a step is forgotten.
    let forget = || {
        device.take();
    };
    let by_values = losses(&device, digits, images, rows, forget)?;
    let of_values = device.take();
    let by_types = losses(&device, digits, Const::<BATCH>, Const::<ROWS>, forget)?;
    print_counts(&of_values, &device.take());
    let differences = |losses: &[f64]| -> Vec<f64> {
        native.iter().zip(losses).map(|(a, b)| (a - b).abs()).collect()
    };
    let (by_values, by_types) = (differences(&by_values), differences(&by_types));
    let most = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
    let (counted, typed) = (most(&by_values), most(&by_types));
    println!("\nLosses of {} steps: {native:.6?}", native.len());
    println!(
        "  the counting device differs by {counted:e}, with all extents in types by {typed:e}"
    );
    // Each by itself: a maximum leaves out what is no number.
    let within = |all: &[f64], tolerance| all.iter().all(|difference| *difference <= tolerance);
    Ok(within(&by_values, 0.0) && within(&by_types, 1e-9))
}

fn print_counts(of_values: &Counts, of_types: &Counts) {
    println!("\nOne step of {BATCH} images       batch and length: run-time  in the types");
    let row = |what: &str, count: fn(&Counts) -> u128| {
        println!("  {what:<32} {:>18} {:>13}", count(of_values), count(of_types));
    };
    row("launches of contractions", |counts| counts.contractions as u128);
    row("  of static plans", |counts| counts.static_plans as u128);
    row("  multiply-adds", |counts| counts.multiply_adds);
    row("launches of elementwise work", |counts| counts.elementwise as u128);
    row("launches of folds", |counts| counts.folds as u128);
    row("  operations of both", |counts| counts.operations as u128);
    row("bytes read", |counts| counts.read as u128);
    row("bytes written", |counts| counts.written as u128);
    row("allocations with zeros", |counts| counts.zeroed as u128);
    row("allocations without", |counts| counts.allocated as u128);
    row("bytes uploaded", |counts| counts.uploaded as u128);
    row("bytes downloaded", |counts| counts.downloaded as u128);
}
