//! The most elements that any rank receives, over the lower bound, for the 48 contractions of the benchmark TCCG and four products
//! of matrices, on 4 to 512 ranks, with operands and results at home. Nothing is run: plans say it, and `tests/ranks` compares what
//! plans say with what moves.
//!
//! `cargo bench --bench words` prints the table of `benches/README.md`, and fails beyond its goals.

use std::process::ExitCode;

use extents::{Composition, ShapeError};
use extents_mpi::{DistError, DistPlan};

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

/// Prints the table, and returns whether the goals are reached.
fn table() -> Result<bool, DistError> {
    let mut cases: Vec<(String, Composition, Vec<usize>)> = Vec::new();
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
    println!("| contraction | 4 ranks | 16 | 64 | 512 | mesh of 64 |");
    println!("|---|---:|---:|---:|---:|---|");
    let (mut logs, mut count, mut worst) = (0.0, 0.0, 0.0_f64);
    for (name, composition, extents) in &cases {
        let (mut row, mut mesh) = (String::new(), String::new());
        for ranks in RANKS {
            let plan = DistPlan::at_home(ranks, composition, extents)?;
            let received = plan.costs().received as f64;
            let ratio = if received == 0.0 { 1.0 } else { received / plan.bound() };
            row += &format!(" {ratio:.3} |");
            (logs, count, worst) = (logs + ratio.ln(), count + 1.0, worst.max(ratio));
            if ranks == 64 {
                let axes: Vec<String> =
                    plan.axes().map(|(label, n)| format!("{label}: {n}")).collect();
                mesh = axes.join(", ");
            }
        }
        println!("| {name} |{row} {mesh} |");
    }
    let mean = (logs / count).exp();
    println!("largest {worst:.3}, geometric mean {mean:.3}");
    Ok(worst <= MOST && mean <= MEAN)
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
