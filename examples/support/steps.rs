//! Runs the steps of a path in slices, and shows how far they are.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use extents::layout::Strided;
use extents::plan::{Path, Source, Step};
use extents::rearrange::Slice;
use extents::{
    ContractBy, DynRankExtents, Extents, ModeArray, Scalar, ShapeError, Tensor, View, ViewMut,
    composition::DynOperand,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// An operand, or a part of one.
pub(crate) type Part<'a, T> = View<'a, T, DynRankExtents, Strided<ModeArray<isize>>>;

/// The work between two looks at the clock: some ten milliseconds.
const SLICE: u128 = 1 << 21;

/// Contracts operands along a path. Work that takes longer than `bar_after` shows a bar, if a person
/// looks.
pub(crate) fn run<T: Scalar>(
    path: &Path,
    operands: &[Part<'_, T>],
    bar_after: Duration,
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    let shapes: Vec<_> = operands.iter().map(|operand| operand.extents().clone()).collect();
    let resolved = path.composition().resolve(&shapes)?;
    let total = path.cost().multiply_adds;
    let (Some((last, steps)), false) =
        (path.steps().split_last(), total < SLICE || resolved.extents.contains(&0))
    else {
        return ContractBy::along(path).eval(&borrowed(operands));
    };
    let mut progress = Progress::new(total, bar_after);
    // Whether there is memory for the result shows before the work begins.
    let mut result = Tensor::zeros(resolved.result)?;
    let mut temporaries: Vec<Option<Tensor<T, DynRankExtents>>> = Vec::new();
    for step in steps {
        let parts = sources(step, operands, &temporaries)?;
        let shapes: Vec<_> = parts.iter().map(|part| part.extents().clone()).collect();
        let mut made = Tensor::zeros(step.composition().resolve(&shapes)?.result)?;
        run_step(step, &parts, made.view_mut(), &mut progress)?;
        for source in step.sources() {
            if let Source::Temporary(number) = *source {
                temporaries[number] = None;
            }
        }
        temporaries.push(Some(made));
    }
    let parts = sources(last, operands, &temporaries)?;
    run_step(last, &parts, result.view_mut(), &mut progress)?;
    Ok(result)
}

fn sources<'a, T>(
    step: &Step,
    operands: &[Part<'a, T>],
    temporaries: &'a [Option<Tensor<T, DynRankExtents>>],
) -> Result<Vec<Part<'a, T>>, ShapeError> {
    let mut parts = Vec::new();
    for source in step.sources() {
        match *source {
            Source::Operand(position) => parts.push(operands[position].clone()),
            Source::Temporary(number) => {
                parts.push(whole(&temporaries[number].as_ref().ok_or(ShapeError::Null)?.view())?);
            }
        }
    }
    Ok(parts)
}

/// All of a view, with run-time strides.
pub(crate) fn whole<'a, T, L>(
    view: &View<'a, T, DynRankExtents, L>,
) -> Result<Part<'a, T>, ShapeError>
where
    L: extents::layout::TrustedLayout<DynRankExtents>
        + extents::layout::StridedLayout<DynRankExtents>,
{
    view.slice(&vec![Slice::from(..); view.extents().rank()])
}

fn borrowed<'a, T>(parts: &'a [Part<'_, T>]) -> Vec<&'a dyn DynOperand<T>> {
    parts.iter().map(|part| part as &dyn DynOperand<T>).collect()
}

/// One step, in slices along the longest mode of its result.
fn run_step<T: Scalar>(
    step: &Step,
    parts: &[Part<'_, T>],
    mut target: ViewMut<'_, T, DynRankExtents>,
    progress: &mut Progress,
) -> Result<(), ShapeError> {
    let composition = step.composition();
    let adds = step.cost().multiply_adds;
    let extents: Vec<usize> = target.extents().iter().collect();
    // Of equally long modes the first, whose slices are the most of a piece.
    let mode = (0..extents.len()).rev().max_by_key(|&mode| extents[mode]);
    let (label, extent) =
        mode.map_or((usize::MAX, 1), |mode| (composition.result()[mode], extents[mode]));
    let entries = usize::try_from((SLICE * extent as u128 / adds.max(1)).max(1)).unwrap_or(extent);
    for begin in (0..extent).step_by(entries) {
        let end = begin.saturating_add(entries).min(extent);
        let cut = |labels: &[usize]| -> Vec<Slice> {
            let slice =
                |&each: &usize| if each == label { (begin..end).into() } else { (..).into() };
            labels.iter().map(slice).collect()
        };
        let labelled = parts.iter().zip(composition.operands());
        let slices: Vec<Part<'_, T>> =
            labelled.map(|(part, labels)| part.slice(&cut(labels))).collect::<Result<_, _>>()?;
        let shapes: Vec<_> = slices.iter().map(|slice| slice.extents().clone()).collect();
        let nest = Path::direct(composition, &shapes)?;
        let target = target.view_mut().slice(&cut(composition.result()))?;
        ContractBy::along(&nest).update(&borrowed(&slices), target, |to, value| *to = value)?;
        progress.advance(adds / extent as u128 * (end - begin) as u128);
    }
    Ok(())
}

/// How many multiply-adds are done.
struct Progress {
    done: u128,
    total: u128,
    start: Instant,
    bar_after: Duration,
    is_watched: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(total: u128, bar_after: Duration) -> Self {
        let is_watched = io::stderr().is_terminal();
        Progress { done: 0, total, start: Instant::now(), bar_after, is_watched, bar: None }
    }

    fn advance(&mut self, multiply_adds: u128) {
        self.done = self.done.saturating_add(multiply_adds);
        let count = |adds: u128| u64::try_from(adds).unwrap_or(u64::MAX);
        if self.is_watched && self.bar.is_none() && self.start.elapsed() > self.bar_after {
            let target = ProgressDrawTarget::stderr();
            let bar = ProgressBar::with_draw_target(Some(count(self.total)), target)
                .with_elapsed(self.start.elapsed());
            let style = ProgressStyle::with_template(
                "{wide_bar} {percent} % of {human_len} multiply-adds, {eta} left",
            );
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(count(self.done));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
