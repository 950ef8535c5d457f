//! A residual as in coupled cluster with doubles: three contractions of tensors of rank 4, each shared out over all ranks by the
//! fewest elements received, in panels that need half the room of whole operands, and compared with what one rank computes.
//!
//! ```text
//! cargo build --release --features mpi --example doubles
//! mpirun -n 4 target/release/examples/doubles [OCCUPIED] [VIRTUAL]
//! ```
//!
//! Without the feature `mpi` the ranks are threads.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "small numbers, and two operands each"
)]

use std::error::Error;

use extents::{Composition, DynRankExtents, Extents, ModeArray, Tensor, einsum};
use extents_mpi::{DistError, DistPlan, DistTensor, Distribution, Mesh, Share, World};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

#[cfg(feature = "mpi")]
use extents_mpi::mpi::Rank;
#[cfg(not(feature = "mpi"))]
use extents_mpi::simulated::Rank;

/// Pairs of particles, pairs of holes, and rings: `i, j, m, n` are occupied orbitals, `a, b, e, f` virtual ones.
const TERMS: [(&str, &str); 3] =
    [("particles", "abef,efij->abij"), ("holes", "mnij,abmn->abij"), ("rings", "mbej,aeim->abij")];

/// What a term did.
struct Row {
    name: &'static str,
    plan: DistPlan,
    counted: u64,
}

fn residual(world: &Rank, occupied: usize, virtuals: usize) -> Result<(), Box<dyn Error>> {
    let (is_first, ranks) = (world.rank() == 0, world.ranks());
    let bar = progress(is_first, TERMS.len());
    let mut rows = vec![];
    let mut sum: Option<DistTensor<f64, DynRankExtents>> = None;
    // Amplitudes and residual stay where they are; the first term is the largest, and says where.
    let first = Composition::einsum(TERMS[0].1)?;
    let extents = |labels: &[usize], composition: &Composition| -> Vec<usize> {
        let names = labels.iter().filter_map(|&label| composition.names().get(label));
        names.map(|name| if "ijmn".contains(&**name) { occupied } else { virtuals }).collect()
    };
    let of_labels: Vec<usize> = (0..first.names().len()).collect();
    let home = DistPlan::at_home(ranks, &first, &extents(&of_labels, &first))?;
    for (name, text) in TERMS {
        bar.set_message(name);
        let composition = Composition::einsum(text)?;
        let shapes: Vec<Vec<usize>> =
            composition.operands().iter().map(|labels| extents(labels, &composition)).collect();
        let integrals = by_rows(&shapes[0], ranks)?;
        let given = [&integrals, home.operand(1)?];
        let plan = DistPlan::new(ranks, &composition, &given, Some(home.result()), None)?;
        let plan = match plan.within(plan.costs().memory / 2) {
            Err(DistError::Memory { least, .. }) => plan.within(least)?,
            panels => panels?,
        };
        let mut operands = vec![];
        for (operand, (shape, given)) in shapes.iter().zip(given).enumerate() {
            let shape = DynRankExtents::new(shape)?;
            operands.push(DistTensor::from_fn(world, shape, given, |at| number(operand, &at))?);
        }
        let before = world.received();
        let term = plan.contract(world, &[&operands[0], &operands[1]])?;
        let received = world.received().saturating_sub(before) as u64;
        let counted = world.all_gather(received)?.into_iter().max().unwrap_or(0);
        sum = Some(match sum {
            Some(sum) => sum.zip_with(&term, |sum, term| sum + term)?,
            None => term,
        });
        rows.push(Row { name, plan, counted });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sum = sum.ok_or("there are terms")?.gather(world)?;
    if let Some(sum) = sum {
        print_table(&rows, ranks);
        let expected = on_one_rank(occupied, virtuals)?;
        if sum.as_slice() != expected.as_slice() {
            return Err("the residual is not that of one rank".into());
        }
        println!("{} elements, equal to those of one rank", sum.extents().size());
    }
    Ok(())
}

/// The same on this rank alone.
fn on_one_rank(
    occupied: usize,
    virtuals: usize,
) -> Result<Tensor<f64, DynRankExtents>, Box<dyn Error>> {
    let mut sum: Option<Tensor<f64, DynRankExtents>> = None;
    for (_, text) in TERMS {
        let (operands, _) = text.split_once("->").ok_or("an arrow")?;
        let whole = |(operand, labels): (usize, &str)| -> Result<_, DistError> {
            let of = |label| if "ijmn".contains(label) { occupied } else { virtuals };
            let shape = DynRankExtents::new(&labels.chars().map(of).collect::<Vec<_>>())?;
            Ok(Tensor::from_fn(shape, |at: ModeArray<usize>| number(operand, &at))?)
        };
        let operands = operands.split(',').enumerate().map(whole).collect::<Result<Vec<_>, _>>()?;
        let term = einsum(text, &[&operands[0], &operands[1]])?;
        sum = Some(match sum {
            Some(mut sum) => {
                let terms = term.as_slice();
                sum.as_mut_slice().iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                sum
            }
            None => term,
        });
    }
    Ok(sum.ok_or("there are terms")?)
}

/// Small whole numbers, whose sums are exact in whatever order they are taken.
fn number(operand: usize, at: &[usize]) -> f64 {
    at.iter().fold(operand + 3, |number, at| (number * 31 + at * at) % 17) as f64 - 8.0
}

/// The first mode in blocks.
fn by_rows(extents: &[usize], ranks: usize) -> Result<Distribution, DistError> {
    let mesh = Mesh::new([ranks])?;
    let share = |(mode, &extent)| match mode {
        0 => Share::block(extent, &mesh, &[0]),
        _ => Share::whole(extent),
    };
    Distribution::new(&mesh, extents.iter().enumerate().map(share).collect::<Result<Vec<_>, _>>()?)
}

/// A bar on rank 0, also where `mpirun` stands between it and the terminal.
fn progress(is_shown: bool, steps: usize) -> ProgressBar {
    let target = match is_shown {
        // `mpirun` gives ranks a terminal for what they print, and a pipe for errors.
        true => ProgressDrawTarget::stdout(),
        false => ProgressDrawTarget::hidden(),
    };
    let style = ProgressStyle::with_template("{msg:>10} {bar:30} {pos} of {len} after {elapsed}");
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print_table(rows: &[Row], ranks: usize) {
    println!(
        "received by the rank that receives most, of {ranks}, and held beyond its own, in bytes"
    );
    println!(
        "{:10} {:>12} {:>12} {:>12} {:>12}  mesh",
        "term", "planned", "counted", "bound", "held"
    );
    for Row { name, plan, counted } in rows {
        let planned = (0..ranks).map(|rank| plan.received(rank)).max().unwrap_or(0) * 8;
        let mesh: Vec<String> = plan.axes().map(|(label, n)| format!("{label}: {n}")).collect();
        let (mesh, bound, held) = (mesh.join(", "), plan.bound() * 8.0, plan.costs().memory * 8);
        println!("{name:10} {planned:>12} {counted:>12} {bound:>12.0} {held:>12}  {mesh}");
    }
}

fn sizes() -> (usize, usize) {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    (arguments.next().unwrap_or(10), arguments.next().unwrap_or(24))
}

#[cfg(feature = "mpi")]
fn main() -> std::process::ExitCode {
    let (occupied, virtuals) = sizes();
    extents_mpi::run(|world| residual(world, occupied, virtuals))
}

#[cfg(not(feature = "mpi"))]
fn main() -> Result<(), Box<dyn Error>> {
    let (occupied, virtuals) = sizes();
    let ends = extents_mpi::simulated::run(4, |world| {
        residual(world, occupied, virtuals).map_err(|error| error.to_string())
    });
    Ok(ends.into_iter().collect::<Result<(), _>>()?)
}
