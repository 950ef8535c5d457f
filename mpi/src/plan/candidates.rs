//! Which meshes of labels are tried, and which is best.

use extents::Composition;

use super::DistPlan;
use super::grid::LabelGrid;
use crate::{DistError, Mesh};

/// How many meshes are compared by exact numbers: those that should receive least.
const COMPARED: usize = 48;

/// How many meshes of the first labels are gone on with, from label to label: all that there are of seven labels on 512 ranks.
const BEGUN: usize = 1 << 14;

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
    // Where entries are too few for all ranks, some hold nothing. One process is a mesh of any labels.
    let products = extents.iter().fold(1, |all: usize, &it| all.saturating_mul(it.max(1)));
    let mut processes = (1..=ranks.clamp(1, products)).rev();
    let meshes = processes.find_map(|number| meshes(number, composition, extents));
    let (mut best, mut least) = (None, None::<usize>);
    let shared_out = meshes
        .iter()
        .flatten()
        .flat_map(orders)
        .flat_map(|axes| [(axes.clone(), false), (axes, true)]);
    for (axes, as_given) in shared_out {
        let labels: Vec<usize> = axes.iter().map(|&(label, _)| label).collect();
        let lengths: Vec<usize> = axes.iter().map(|&(_, processes)| processes).collect();
        let grid = LabelGrid::in_blocks(extents, &labels, &Mesh::new(lengths)?)?;
        let Some(mut plan) = plan(grid, as_given)? else { continue };
        let Some(cost) = cost_below(&plan, best.as_ref().map(|&(cost, _)| cost)) else { continue };
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

/// What a plan costs, in elements received; `None` where it is not less than `least`, which most plans show by a few ranks.
fn cost_below(plan: &DistPlan, least: Option<f64>) -> Option<f64> {
    let moves = plan.moves.iter().map(|exchange| (exchange, 1.0));
    // What is received of a result is added up too.
    let last = (&plan.last, 1.0 + 1.0 / MULTIPLY_ADDS_A_WORD);
    let mut cost = plan.multiply_adds() as f64 / MULTIPLY_ADDS_A_WORD;
    for (exchange, each) in moves.chain([last]) {
        let enough = least.map(|least| ((least - cost) / each).ceil() as usize);
        let received = exchange.most_received_or(enough);
        if enough.is_some_and(|enough| received >= enough) {
            return None;
        }
        cost += received as f64 * each;
    }
    Some(cost)
}

/// The number of processes along each of the first labels, and the product of those along the others.
#[derive(Clone)]
struct Begun {
    processes: Vec<usize>,
    rest: usize,
}

/// The meshes of so many processes that should receive least, at most [`COMPARED`] of them: along each label some of the processes, and
/// no more than its extent. `None` where there is no such mesh.
fn meshes(number: usize, composition: &Composition, extents: &[usize]) -> Option<Vec<Axes>> {
    let along = |extent: usize| {
        (1..=number.min(extent.max(1))).filter(|&it| number.is_multiple_of(it)).collect::<Vec<_>>()
    };
    let along: Vec<Vec<usize>> = extents.iter().map(|&extent| along(extent)).collect();
    // For the labels from each one on, the numbers of processes for which there is a mesh of these.
    let mut possible = vec![vec![1]];
    for along in along.iter().rev() {
        let after = possible.last()?;
        let products = after
            .iter()
            .flat_map(|&all: &usize| along.iter().filter_map(move |&it| all.checked_mul(it)));
        let mut products: Vec<usize> = products.filter(|&it| number.is_multiple_of(it)).collect();
        products.sort_unstable();
        products.dedup();
        possible.push(products);
    }
    if !possible.pop()?.contains(&number) {
        return None;
    }
    let rate = |mesh: &Begun| estimate(number, composition, extents, mesh);
    let mut all = vec![Begun { processes: vec![], rest: number }];
    for along in &along {
        let after = &possible.pop()?;
        let longer = all.iter().flat_map(|mesh| {
            along.iter().filter_map(move |&it| {
                let rest = mesh.rest.checked_div(it).filter(|_| mesh.rest.is_multiple_of(it))?;
                let processes = [&mesh.processes[..], &[it]].concat();
                after.contains(&rest).then_some(Begun { processes, rest })
            })
        });
        all = longer.collect();
        if all.len() > BEGUN {
            all = least(all, BEGUN, rate);
        }
    }
    // Of those that should receive as much, the one that has fewer along the first labels.
    all.sort_by(|a, b| a.processes.cmp(&b.processes));
    let axes = |mesh: Begun| {
        mesh.processes.into_iter().enumerate().filter(|&(_, processes)| processes > 1).collect()
    };
    Some(least(all, COMPARED, rate).into_iter().map(axes).collect())
}

/// So many of those whose number is least, the least one first.
fn least(all: Vec<Begun>, most: usize, number: impl Fn(&Begun) -> f64) -> Vec<Begun> {
    let mut rated: Vec<_> = all.into_iter().map(|it| (number(&it), it)).collect();
    rated.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    rated.into_iter().take(most).map(|(_, it)| it).collect()
}

/// What the rank with the largest parts would receive, were what a rank has at home an even part of all. Of labels that have no
/// processes yet, an array is thought to be shared out among all that are left.
fn estimate(number: usize, composition: &Composition, extents: &[usize], mesh: &Begun) -> f64 {
    let moved = |labels: &[usize]| {
        let (mut largest, mut whole, mut is_open) = (1.0, 1.0, false);
        for (n, &label) in labels.iter().enumerate() {
            let extent = extents.get(label).copied().unwrap_or(0);
            let processes = mesh.processes.get(label).copied();
            is_open |= processes.is_none();
            let part = extent.div_ceil(processes.unwrap_or(1));
            largest *= part as f64;
            // Of a diagonal, the first mode is shared out, and of the others a rank needs what it has.
            let is_first = labels.iter().position(|&it| it == label) == Some(n);
            whole *= if is_first { extent } else { part } as f64;
        }
        let largest = if is_open { largest / mesh.rest as f64 } else { largest };
        (largest - whole / number as f64).max(0.0)
    };
    let operands: f64 = composition.operands().iter().map(|labels| moved(labels)).sum();
    operands + moved(composition.result())
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
