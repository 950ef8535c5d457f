//! The most elements that any rank receives, over the lower bound, for the 48 contractions of the benchmark TCCG and four products
//! of matrices, on 4 to 512 ranks, with operands and results at home; the same with operands in rows and in cyclic tiles; and what the
//! algorithm SUMMA receives. Nothing is run: plans say it, and `tests/ranks` compares what plans say with what moves.
//!
//! `cargo bench --bench words` prints the tables of `benches/README.md`, and fails beyond its goals. With `home` as an argument it
//! leaves out the other layouts, which take longer.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "numbers of ranks and elements, which are far from the largest"
)]

use std::process::ExitCode;

use extents::{Composition, ShapeError};
use extents_mpi::{DistError, DistPlan, Distribution, Mesh, Share};

/// `result-left-right`, by letters.
const CONTRACTIONS: &str = "abj-bka-kj ajb-kba-jk abjc-cbka-kj ajbc-ckba-jk abjc-kbac-jk abjcd-dkbac-jk adbjc-cbdka-kj ajbdc-ckbad-jk \
    aqrs-pa-pqrs abrs-qb-aqrs abcs-rc-abrs \
    ij-ik-kj ij-ikl-ljk ij-kil-lkj ijk-ikl-lj ijk-il-jlk ijk-ilk-jl ijk-ilk-lj ijk-ilmk-mjl ijkl-imjn-lnkm ijkl-imjn-nlmk \
    ijkl-imkn-jnlm ijkl-imkn-njml ijkl-imln-jnkm ijkl-imln-njmk ijkl-imnj-nlkm ijkl-imnk-njml ijkl-minj-nlmk ijkl-mink-jnlm \
    ijkl-minl-njmk \
    abcijk-ijma-mkbc abcijk-ijmb-mkac abcijk-ijmc-mkab abcijk-ikma-mjbc abcijk-ikmb-mjac abcijk-ikmc-mjab abcijk-jkma-mibc \
    abcijk-jkmb-miac abcijk-jkmc-miab abcijk-eiab-jkec abcijk-eiac-jkeb abcijk-eibc-jkea abcijk-ejab-ikec abcijk-ejac-ikeb \
    abcijk-ejbc-ikea abcijk-ekab-ijec abcijk-ekac-ijeb abcijk-ekbc-ijea";

/// The bytes of the largest tensor, of `f32`.
const BYTES: f64 = 200.0 * 1024.0 * 1024.0;

const RANKS: [usize; 4] = [4, 16, 64, 512];

/// Goals of a row and of the geometric mean.
const MOST: f64 = 1.15;
const MEAN: f64 = 1.05;

fn main() -> ExitCode {
    match table() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("a goal is missed: {MOST} for each row, {MEAN} for the geometric mean");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A name, a contraction and the extents of its labels.
type Case = (String, Composition, Vec<usize>);

/// Prints the tables, and returns whether the goals are reached.
fn table() -> Result<bool, DistError> {
    let mut cases: Vec<Case> = Vec::new();
    for text in CONTRACTIONS.split_whitespace() {
        let (composition, extents) = benchmark(text)?;
        cases.push((text.into(), composition, extents));
    }
    for (name, extents) in [
        ("square", [4096, 4096, 4096]),
        ("tall", [65536, 256, 256]),
        ("flat", [8192, 256, 8192]),
        ("inner", [256, 65536, 256]),
    ] {
        cases.push((name.into(), Composition::einsum("ij,jk->ik")?, extents.to_vec()));
    }
    let is_given = |name: &str| std::env::args().any(|argument| argument == name);
    // `cargo test` has the goals alone, of plans that are made soon without optimization.
    let is_bench = is_given("--bench");
    let reached = at_home(&cases, if is_bench { &RANKS } else { &RANKS[..3] })?;
    if is_bench && !is_given("home") {
        elsewhere(&cases)?;
        products()?;
    }
    Ok(reached)
}

/// Operands and results at home.
fn at_home(cases: &[Case], all_ranks: &[usize]) -> Result<bool, DistError> {
    let heads: String = all_ranks.iter().map(|ranks| format!(" {ranks} |")).collect();
    println!("| contraction, ranks: |{heads} mesh of 64 |");
    println!("|---|{}---|", "---:|".repeat(all_ranks.len()));
    let mut all = Ratios::default();
    for (name, composition, extents) in cases {
        let (mut row, mut mesh) = (String::new(), String::new());
        for &ranks in all_ranks {
            let plan = DistPlan::at_home(ranks, composition, extents)?;
            row += &all.cell(plan.costs().received as f64, plan.bound());
            if ranks == 64 {
                let axes: Vec<String> =
                    plan.axes().map(|(label, n)| format!("{label}: {n}")).collect();
                mesh = axes.join(", ");
            }
        }
        println!("| {name} |{row} {mesh} |");
    }
    println!("{all}");
    Ok(all.worst <= MOST && all.mean() <= MEAN)
}

/// Operands at home, in rows and in cyclic tiles, the result at home, and SUMMA: the most elements that a rank receives, over the elements
/// of operands and result that a rank holds where all are shared out evenly.
fn elsewhere(cases: &[Case]) -> Result<(), DistError> {
    let names = ["home", "rows", "cyclic", "SUMMA"];
    let heads = names.map(|name| format!(" {name}: 4 | 16 | 64 | 512 |"));
    println!("| contraction |{}", heads.concat());
    println!("|---|{}", "---:|".repeat(16));
    let (mut sums, mut most) = ([0.0; 16], [0.0_f64; 16]);
    for (name, composition, extents) in cases {
        let size = |labels: &[usize]| -> f64 {
            let extents = labels.iter().filter_map(|&label| extents.get(label));
            extents.map(|&extent| extent as f64).product()
        };
        let elements = composition.operands().iter().map(|labels| size(labels)).sum::<f64>()
            + size(composition.result());
        let mut row = vec![];
        for begin in [None, Some(Begin::Rows), Some(Begin::Cyclic)] {
            for ranks in RANKS {
                let plan = match begin {
                    None => DistPlan::at_home(ranks, composition, extents)?,
                    Some(begin) => from(begin, ranks, composition, extents)?,
                };
                row.push(plan.costs().received as f64 * ranks as f64 / elements);
            }
        }
        for ranks in RANKS {
            row.push(summa_words(ranks, composition, extents) * ranks as f64 / elements);
        }
        for ((value, sum), most) in row.iter().zip(&mut sums).zip(&mut most) {
            (*sum, *most) = (*sum + value, most.max(*value));
        }
        println!("| {name} |{}", line(&row));
    }
    println!("| largest |{}", line(&most));
    println!("| mean |{}", line(&sums.map(|sum| sum / cases.len() as f64)));
    Ok(())
}

fn line(values: &[f64]) -> String {
    values.iter().map(|value| format!(" {value:.2} |")).collect()
}

/// The plan of a contraction of operands that are placed so.
fn from(
    begin: Begin,
    ranks: usize,
    composition: &Composition,
    extents: &[usize],
) -> Result<DistPlan, DistError> {
    let given = composition.operands().iter().map(|labels| {
        let shape: Vec<usize> =
            labels.iter().filter_map(|&label| extents.get(label).copied()).collect();
        placed(begin, &shape, ranks)
    });
    let given = given.collect::<Result<Vec<_>, _>>()?;
    let given: Vec<&Distribution> = given.iter().collect();
    DistPlan::new(ranks, composition, &given, None, None)
}

/// Products of matrices in cyclic tiles, as `pdgemm/run` counts them for ScaLAPACK: the most elements that a rank receives.
fn products() -> Result<(), DistError> {
    println!("| product | ranks | result at home | result in tiles | SUMMA on this grid | bound |");
    println!("|---|---:|---:|---:|---:|---:|");
    let product = Composition::einsum("ij,jk->ik")?;
    for extents in [[2048, 2048, 2048], [16384, 256, 256], [2048, 256, 2048], [256, 16384, 256]] {
        for ranks in [4, 16] {
            let [rows, sums, columns] = extents;
            let left = placed(Begin::Cyclic, &[rows, sums], ranks)?;
            let right = placed(Begin::Cyclic, &[sums, columns], ranks)?;
            let result = placed(Begin::Cyclic, &[rows, columns], ranks)?;
            let at_home = DistPlan::new(ranks, &product, &[&left, &right], None, None)?;
            let in_tiles = DistPlan::new(ranks, &product, &[&left, &right], Some(&result), None)?;
            let (down, across) = square(ranks);
            let summa = rows * sums / ranks * (across - 1) + sums * columns / ranks * (down - 1);
            println!(
                "| {rows} x {sums} x {columns} | {ranks} | {} | {} | {summa} | {:.0} |",
                at_home.costs().received,
                in_tiles.costs().received,
                at_home.bound()
            );
        }
    }
    Ok(())
}

/// What was received over the bound, of many.
#[derive(Default)]
struct Ratios {
    logs: f64,
    count: f64,
    worst: f64,
}

impl Ratios {
    fn cell(&mut self, received: f64, bound: f64) -> String {
        let ratio = if received == 0.0 { 1.0 } else { received / bound };
        self.logs += ratio.ln();
        self.count += 1.0;
        self.worst = self.worst.max(ratio);
        format!(" {ratio:.3} |")
    }

    fn mean(&self) -> f64 {
        (self.logs / self.count).exp()
    }
}

impl std::fmt::Display for Ratios {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "largest {:.3}, geometric mean {:.3}", self.worst, self.mean())
    }
}

/// Where operands are: the first mode in blocks, or the first two modes dealt out in tiles of at most 64.
#[derive(Clone, Copy)]
enum Begin {
    Rows,
    Cyclic,
}

fn placed(begin: Begin, extents: &[usize], ranks: usize) -> Result<Distribution, DistError> {
    let tiled = matches!(begin, Begin::Cyclic);
    let (rows, columns) = square(ranks);
    let mesh = Mesh::new(if tiled { vec![rows, columns] } else { vec![ranks] })?;
    let share = |(mode, &extent): (usize, &usize)| match (tiled, mode) {
        (true, 0 | 1) => Share::block_cyclic(extent, extent.clamp(1, 64), &mesh, mode),
        (false, 0) => Share::block(extent, &mesh, &[0]),
        _ => Share::whole(extent),
    };
    Distribution::new(&mesh, extents.iter().enumerate().map(share).collect::<Result<Vec<_>, _>>()?)
}

/// Rows and columns of ranks, as square as can be.
fn square(ranks: usize) -> (usize, usize) {
    let rows = (1..=ranks).filter(|n| ranks.is_multiple_of(*n) && n * n <= ranks).max();
    let rows = rows.unwrap_or(1);
    (rows, ranks / rows)
}

/// What a rank receives by SUMMA (van de Geijn and Watts, 1997) of the product of matrices that the contraction is, on the grid and with the
/// matrix at rest for which it is least. Each of the other two matrices has its parts at home: a rank receives what its row of the grid has of
/// one, and its column of the other, but for its own parts; parts of the result travel as those of an operand.
fn summa_words(ranks: usize, composition: &Composition, extents: &[usize]) -> f64 {
    let [left, right] = composition.operands() else { return f64::NAN };
    let is_in = |list: &[usize], label| list.contains(&label);
    let side = |in_left: bool, in_right: bool| -> f64 {
        let labels = extents
            .iter()
            .enumerate()
            .filter(|&(label, _)| is_in(left, label) == in_left && is_in(right, label) == in_right);
        labels.map(|(_, &extent)| extent as f64).product()
    };
    let (rows, sums, columns) = (side(true, false), side(true, true), side(false, true));
    let grids = (1..=ranks).filter(|n| ranks.is_multiple_of(*n));
    let costs = grids.flat_map(|down| {
        let (down, across) = (down as f64, (ranks / down) as f64);
        // The sides of the matrix at rest along the grid, and the side that it does not have.
        [(rows, columns, sums), (rows, sums, columns), (sums, columns, rows)].map(
            |(i, j, other)| {
                i * other / down * (1.0 - 1.0 / across) + j * other / across * (1.0 - 1.0 / down)
            },
        )
    });
    costs.fold(f64::INFINITY, f64::min)
}

/// A contraction of the benchmark and the extents of its labels, by its rule: that of a label which is the first one of some tensor is a
/// multiple of 24, that of any other one a multiple of 4; of the first eight, `j` is 24.
fn benchmark(text: &str) -> Result<(Composition, Vec<usize>), ShapeError> {
    let parts: Vec<&str> = text.split('-').collect();
    let &[result, left, right] = &parts[..] else { return Err(ShapeError::Null) };
    let composition = Composition::einsum(&format!("{left},{right}->{result}"))?;
    let rank = parts.iter().map(|labels| labels.len()).max().unwrap_or(1);
    let elements = (BYTES / 4.0).powf(1.0 / rank as f64);
    let is_first = |label: &str| parts.iter().any(|labels| labels.starts_with(label));
    let is_intensli = parts.iter().any(|labels| labels.len() == 2)
        && text.contains('k')
        && text.contains("a")
        && !text.contains('s');
    let extents = composition.names().iter().map(|label| {
        if is_intensli && label == "j" {
            24
        } else if is_first(label) {
            (24.0 * (elements / 24.0).ceil()) as usize
        } else {
            (4.0 * (elements / 4.0).round()).max(4.0) as usize
        }
    });
    let extents = extents.collect();
    Ok((composition, extents))
}
