//! Runs of weights whose largest sum is as small as can be.

use extents::ShapeError;
use extents_shapes::StructureError;

/// Cuts the weights into at most `processes` runs, which is not 0, so that the largest sum of a run is as small as
/// can be. Where there are enough of them, each process gets one. Gives the boundaries and the sums.
pub(super) fn runs(
    weights: &[u64],
    processes: usize,
) -> Result<(Vec<usize>, Vec<u64>), StructureError> {
    let mut total = 0_u64;
    for (tile, &weight) in weights.iter().enumerate() {
        let sum = total.checked_add(weight);
        total = sum.ok_or(StructureError::WeightOverflow { tile, before: total, weight })?;
    }
    let runs = processes.min(weights.len());
    let least = weights.iter().copied().max().unwrap_or(0);
    // The smallest sum that is enough lies in `least..=enough`.
    let (mut least, mut enough) = (least, total);
    while least < enough {
        let middle = least.midpoint(enough);
        if needed(weights, middle) <= runs {
            enough = middle;
        } else {
            least = middle.saturating_add(1);
        }
    }
    let mut boundaries = room_for(runs.saturating_add(1))?;
    boundaries.push(0);
    let mut sums = room_for(runs)?;
    let mut sum = 0_u64;
    for (tile, &weight) in weights.iter().enumerate() {
        // A new run where this one is full, or where the others need each one of what is left.
        let is_full = weight > enough.saturating_sub(sum);
        let others = runs.saturating_sub(sums.len()).saturating_sub(1);
        if tile > 0 && (is_full || weights.len().saturating_sub(tile) <= others) {
            boundaries.push(tile);
            sums.push(std::mem::take(&mut sum));
        }
        sum = sum.saturating_add(weight);
    }
    if runs > 0 {
        boundaries.push(weights.len());
        sums.push(sum);
    }
    Ok((boundaries, sums))
}

/// How many runs there are if each takes all that fits. No weight is larger than `most`.
fn needed(weights: &[u64], most: u64) -> usize {
    let (mut runs, mut room) = (1_usize, most);
    for &weight in weights {
        room = match room.checked_sub(weight) {
            Some(room) => room,
            None => {
                runs = runs.saturating_add(1);
                most.saturating_sub(weight)
            }
        };
    }
    runs
}

/// Room for so many numbers.
pub(super) fn room_for<T>(numbers: usize) -> Result<Vec<T>, ShapeError> {
    let mut room = Vec::new();
    room.try_reserve_exact(numbers).map_err(|_| ShapeError::Allocation { elements: numbers })?;
    Ok(room)
}
