//! Times on ranks of this machine: contractions beside the same local work without a word between the ranks, and redistributions
//! beside a plain all-to-all of the same bytes.
//!
//! `cargo bench --features mpi --bench ranks` launches itself under `mpirun` on two ranks, or on as many as `RANKS` says. `ROUNDS` and
//! `MEBIBYTES` say how often each is timed, and how large what is redistributed is. Both of a pair are timed in turns, and the
//! least time of each counts, since machines do other work too.
#![allow(clippy::arithmetic_side_effects, reason = "times and sizes, which are small numbers")]

use std::error::Error;
use std::process::{Command, ExitCode};
use std::time::Instant;

use extents::composition::DynOperand;
use extents::{Composition, ContractBy, DynRankExtents, ModeArray, Tensor};
use extents_mpi::mpi::Rank;
use extents_mpi::{
    DistError, DistPlan, DistTensor, Distribution, Exchange, Mesh, Share, Transport, World,
};
use rsmpi::traits::CommunicatorCollectives;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "rank") {
        return extents_mpi::run(|world| {
            if number("CONTRACTIONS", 1) > 0 {
                contractions(world)?;
            }
            redistributions(world)
        });
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    let ranks = number("RANKS", 2).to_string();
    let status = Command::new("mpirun")
        .args(["--oversubscribe", "--mca", "btl", "self,vader", "-n", &ranks])
        .arg(program)
        .arg("rank")
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mpirun: {error}");
            ExitCode::FAILURE
        }
    }
}

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The seconds that a piece of work takes, of the rank that takes longest.
fn seconds(
    world: &Rank,
    mut work: impl FnMut() -> Result<(), DistError>,
) -> Result<f64, DistError> {
    world.barrier()?;
    let begin = Instant::now();
    work()?;
    let nanoseconds = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
    let longest = world.all_gather(nanoseconds)?.into_iter().max().unwrap_or(0);
    Ok(longest as f64 * 1e-9)
}

fn value(at: &[usize]) -> f64 {
    at.iter().fold(1, |sum, at| (sum * 31 + at) % 13) as f64 - 6.0
}

/// Where operands are: the first mode in blocks, both modes dealt out in tiles, or at home on the mesh of the plan.
#[derive(Clone, Copy)]
enum Begin {
    Rows,
    Cyclic,
    Home,
}

fn placed(begin: Begin, extents: &[usize], ranks: usize) -> Result<Distribution, DistError> {
    let tiled = matches!(begin, Begin::Cyclic);
    // As square as can be.
    let rows = (1..=ranks).filter(|n| ranks.is_multiple_of(*n) && n * n <= ranks).max();
    let rows = rows.unwrap_or(1);
    let mesh = Mesh::new(if tiled { vec![rows, ranks / rows] } else { vec![ranks] })?;
    let share = |(mode, &extent): (usize, &usize)| match (tiled, mode) {
        (true, 0 | 1) => Share::block_cyclic(extent, extent.clamp(1, 64), &mesh, mode),
        (false, 0) => Share::block(extent, &mesh, &[0]),
        _ => Share::whole(extent),
    };
    Distribution::new(&mesh, extents.iter().enumerate().map(share).collect::<Result<Vec<_>, _>>()?)
}

fn contractions(world: &Rank) -> Result<(), Box<dyn Error>> {
    let ranks = world.ranks();
    if world.rank() == 0 {
        println!(
            "| contraction | from | mesh | received | time | control | ratio | panels hold | time | ratio |"
        );
        println!("|---|---|---|---:|---:|---:|---:|---:|---:|---:|");
    }
    let square = ("ij,jk->ik", vec![2048, 2048, 2048]);
    let ladder = ("abcd,cdef->abef", vec![48, 40, 44, 42, 46, 45]);
    for (text, extents) in [square, ladder] {
        let composition = Composition::einsum(text)?;
        let shape = |labels: &[usize]| -> Vec<usize> {
            labels.iter().filter_map(|&label| extents.get(label).copied()).collect()
        };
        let shapes: Vec<Vec<usize>> = composition.operands().iter().map(|it| shape(it)).collect();
        for (name, begin) in
            [("rows", Begin::Rows), ("cyclic", Begin::Cyclic), ("home", Begin::Home)]
        {
            let plan = match begin {
                Begin::Home => DistPlan::at_home(ranks, &composition, &extents)?,
                _ => {
                    let given = shapes.iter().map(|shape| placed(begin, shape, ranks));
                    let given = given.collect::<Result<Vec<_>, _>>()?;
                    let given: Vec<&Distribution> = given.iter().collect();
                    DistPlan::new(ranks, &composition, &given, None, None)?
                }
            };
            let mut operands = vec![];
            for (operand, shape) in shapes.iter().enumerate() {
                let (shape, given) = (DynRankExtents::new(shape)?, plan.operand(operand)?);
                let element = |at: ModeArray<usize>| value(&at);
                operands.push(DistTensor::from_fn(world, shape, given, element)?);
            }
            let operands: Vec<_> = operands.iter().collect();
            // The same in panels, of a quarter of what it holds without.
            let panels = plan.within(plan.costs().memory / 4)?;
            let parts = local_parts(&composition, &plan, &extents)?;
            let parts: Vec<&dyn DynOperand<f64>> =
                parts.iter().map(|part| part as &dyn DynOperand<f64>).collect();
            let (mut time, mut control, mut by_panels) = (f64::MAX, f64::MAX, f64::MAX);
            for _ in 0..number("ROUNDS", 12) {
                let in_panels = seconds(world, || panels.contract(world, &operands).map(|_| ()))?;
                by_panels = by_panels.min(in_panels);
                let distributed = seconds(world, || plan.contract(world, &operands).map(|_| ()))?;
                let alone = seconds(world, || {
                    Ok(ContractBy::new(&composition).eval(&parts).map(|_: Tensor<_, _>| ())?)
                })?;
                (time, control) = (time.min(distributed), control.min(alone));
            }
            if world.rank() == 0 {
                let axes: Vec<String> = plan.axes().map(|(it, n)| format!("{it}: {n}")).collect();
                let bytes = (0..ranks).map(|rank| plan.received(rank)).max().unwrap_or(0) * 8;
                println!(
                    "| `{text}` | {name} | {} | {:.1} MB | {:.1} ms | {:.1} ms | {:.2} | {:.1} of {:.1} MB | {:.1} ms | {:.2} |",
                    axes.join(", "),
                    bytes as f64 * 1e-6,
                    time * 1e3,
                    control * 1e3,
                    time / control,
                    panels.costs().memory as f64 * 8e-6,
                    plan.costs().memory as f64 * 8e-6,
                    by_panels * 1e3,
                    by_panels / control
                );
            }
        }
    }
    Ok(())
}

/// Operands as large as what the rank with the largest parts needs of them.
fn local_parts(
    composition: &Composition,
    plan: &DistPlan,
    extents: &[usize],
) -> Result<Vec<Tensor<f64, DynRankExtents>>, DistError> {
    let parts = |label: usize| {
        let name = composition.names().get(label);
        let axis = plan.axes().find(|(axis, _)| name.is_some_and(|name| name == axis));
        extents.get(label).map_or(0, |extent| extent.div_ceil(axis.map_or(1, |(_, n)| n)))
    };
    let operands = composition.operands().iter().map(|labels| {
        let shape: Vec<usize> = labels.iter().map(|&label| parts(label)).collect();
        Ok(Tensor::from_fn(DynRankExtents::new(&shape)?, |at: ModeArray<usize>| value(&at))?)
    });
    operands.collect()
}

fn redistributions(world: &Rank) -> Result<(), Box<dyn Error>> {
    let ranks = world.ranks();
    let bytes = number("MEBIBYTES", 1024) << 20;
    // A square matrix of `f64`, with a multiple of what is dealt out.
    let side = ((bytes / 8) as f64).sqrt() as usize / (64 * ranks) * (64 * ranks);
    let extents = [side, side];
    let mesh = Mesh::new([ranks])?;
    let rows = placed(Begin::Rows, &extents, ranks)?;
    let columns = [Share::whole(side)?, Share::block(side, &mesh, &[0])?];
    let cyclic_columns = |tile| -> Result<Distribution, DistError> {
        let modes = [Share::whole(side)?, Share::block_cyclic(side, tile, &mesh, 0)?];
        Distribution::new(&mesh, modes)
    };
    let to = [
        ("columns", Distribution::new(&mesh, columns)?),
        ("columns, tiles of 64", cyclic_columns(64)?),
        ("columns, tiles of 8", cyclic_columns(8)?),
        ("both, tiles of 64", placed(Begin::Cyclic, &extents, ranks)?),
    ];
    let me = world.rank();
    let source: Vec<f64> = (0..rows.held(me)).map(|n| (n % 1024) as f64).collect();
    let mut target = vec![0.0; source.len()];
    let all = rsmpi::topology::SimpleCommunicator::world();
    if me == 0 {
        println!("\n{side} x {side} numbers of 8 bytes, from rows, on {ranks} ranks\n");
        println!("| to | sent by a rank | time | plain all-to-all | rate over that |");
        println!("|---|---:|---:|---:|---:|");
    }
    for (name, to) in to {
        let exchange = Exchange::new(&rows, &to)?;
        let held = to.held(me);
        target.resize(held, 0.0);
        let (mut time, mut control) = (f64::MAX, f64::MAX);
        for _ in 0..number("ROUNDS", 12) {
            let moved = seconds(world, || world.exchange(&exchange, &source, &mut target))?;
            // As much to each rank, from one place to one place.
            let each = source.len() / ranks * ranks;
            let (from, into) = (source.get(..each), target.get_mut(..each));
            let (Some(from), Some(into)) = (from, into) else { return Err("uneven parts".into()) };
            let plain = seconds(world, || {
                all.all_to_all_into(from, into);
                Ok(())
            })?;
            (time, control) = (time.min(moved), control.min(plain));
        }
        if me == 0 {
            println!(
                "| {name} | {:.0} MB | {:.0} ms | {:.0} ms | {:.2} |",
                (exchange.sent(0) * 8) as f64 * 1e-6,
                time * 1e3,
                control * 1e3,
                control / time
            );
        }
    }
    Ok(())
}
