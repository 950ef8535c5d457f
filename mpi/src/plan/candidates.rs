//! Which meshes of labels are tried, and which is best.

use extents::Composition;

use super::DistPlan;
use super::grid::LabelGrid;
use crate::{DistError, Mesh};

/// How many meshes are compared by exact numbers: those that should receive least.
const COMPARED: usize = 48;

/// A rank multiplies and adds so many elements in the time in which it receives one, about.
const MULTIPLY_ADDS_A_WORD: f64 = 64.0;

/// The labels along the axes of a mesh, and the number of processes along each.
type Axes = Vec<(usize, usize)>;

/// The plan that costs least of all meshes with a process for each rank, on each in blocks, and as operands and result are where `plan`
/// is asked for that and has another plan.
pub(super) fn best(
    ranks: usize,
    composition: &Composition,
    extents: &[usize],
    memory: Option<usize>,
    plan: impl Fn(LabelGrid, bool) -> Result<Option<DistPlan>, DistError>,
) -> Result<DistPlan, DistError> {
    let mut meshes = Vec::new();
    // Where entries are too few for all ranks, some hold nothing.
    let mut processes = ranks.max(1);
    while meshes.is_empty() && processes > 0 {
        meshes = factorisations(processes, extents);
        processes = processes.saturating_sub(1);
    }
    // There may be very many: the estimate of each is made once.
    let rated = meshes.into_iter().map(|mesh| (estimate(composition, extents, &mesh), mesh));
    let mut rated: Vec<(f64, Axes)> = rated.collect();
    rated.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    rated.truncate(COMPARED);
    let (mut best, mut least) = (None, None::<usize>);
    let shared_out = rated
        .iter()
        .flat_map(|(_, mesh)| orders(mesh))
        .flat_map(|axes| [(axes.clone(), false), (axes, true)]);
    for (axes, as_given) in shared_out {
        let labels: Vec<usize> = axes.iter().map(|&(label, _)| label).collect();
        let lengths: Vec<usize> = axes.iter().map(|&(_, processes)| processes).collect();
        let grid = LabelGrid::in_blocks(extents, &labels, &Mesh::new(lengths)?)?;
        let Some(mut plan) = plan(grid, as_given)? else { continue };
        let costs = plan.work();
        // What is received of a result is added up too.
        let computed = costs.multiply_adds.saturating_add(costs.terms);
        let cost = costs.received as f64 + computed as f64 / MULTIPLY_ADDS_A_WORD;
        let is_better = best.as_ref().is_none_or(|(least, _)| cost < *least);
        if !is_better {
            continue;
        }
        if let Some(limit) = memory {
            match plan.within(limit) {
                Ok(panels) => plan = panels,
                Err(DistError::Memory { least: needed, .. }) => {
                    least = Some(least.map_or(needed, |least| least.min(needed)));
                    continue;
                }
                Err(error) => return Err(error),
            }
        }
        best = Some((cost, plan));
    }
    match best {
        Some((_, plan)) => Ok(plan),
        None => Err(DistError::Memory {
            limit: memory.unwrap_or(usize::MAX),
            least: least.unwrap_or(0),
        }),
    }
}

/// What the rank with the largest parts would receive, were what a rank has at home an even part of all.
fn estimate(composition: &Composition, extents: &[usize], axes: &Axes) -> f64 {
    let parts = |label: usize| {
        axes.iter().find(|(other, _)| *other == label).map_or(1, |&(_, processes)| processes)
    };
    let all: f64 = axes.iter().map(|&(_, n)| n as f64).product();
    let moved = |labels: &[usize]| {
        let (mut largest, mut whole) = (1.0, 1.0);
        for (n, &label) in labels.iter().enumerate() {
            let extent = extents.get(label).copied().unwrap_or(0);
            let part = extent.div_ceil(parts(label));
            largest *= part as f64;
            // Of a diagonal, the first mode is shared out, and of the others a rank needs what it has.
            let is_first = labels.iter().position(|&it| it == label) == Some(n);
            whole *= if is_first { extent } else { part } as f64;
        }
        (largest - whole / all).max(0.0)
    };
    let operands: f64 = composition.operands().iter().map(|labels| moved(labels)).sum();
    operands + moved(composition.result())
}

/// All ways to write a number as a product of factors, one for each label and none larger than its extent, without the ones.
fn factorisations(number: usize, extents: &[usize]) -> Vec<Axes> {
    fn extend(
        number: usize,
        label: usize,
        extents: &[usize],
        axes: &mut Axes,
        all: &mut Vec<Axes>,
    ) {
        let [extent, rest @ ..] = extents else {
            if number == 1 {
                all.push(axes.clone());
            }
            return;
        };
        for factor in (1..=number.min((*extent).max(1))).filter(|&it| number.is_multiple_of(it)) {
            if factor > 1 {
                axes.push((label, factor));
            }
            let quotient = number.checked_div(factor).unwrap_or(1);
            extend(quotient, label.saturating_add(1), rest, axes, all);
            if factor > 1 {
                axes.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(number, 0, extents, &mut Vec::new(), &mut all);
    all
}

/// A mesh with its axes in each order, of four at most: which rank is where decides what it has already.
fn orders(axes: &Axes) -> Vec<Axes> {
    if axes.len() > 4 {
        return vec![axes.clone()];
    }
    let mut all: Vec<Axes> = vec![vec![]];
    for &axis in axes {
        all = all
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, axis);
                    longer
                })
            })
            .collect();
    }
    all
}
