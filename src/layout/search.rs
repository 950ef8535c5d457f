//! Which offsets strides reach that pass over each other.
//!
//! Whether some steps along the modes add up to a distance is the subset sum problem, for which no fast algorithm is
//! known. Here equal strides count as one, and steps that divisibility or distance rule out are not tried, which
//! answers at once for the strides of windows, convolutions, diagonals and broadcasts. What is left is tried up to
//! [`MOST_TRIED`] times.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "distances are at most the span, which `check_span` found to fit `isize`"
)]

use super::affine::{MOST_MOVING, is_empty, is_nested, span};

/// The number of combinations that a search tries before it gives up: some tenths of a second.
pub(crate) const MOST_TRIED: u32 = 1 << 22;

/// The search gave up after [`MOST_TRIED`] combinations.
#[derive(Debug)]
pub(crate) struct GaveUp;

/// The entries along the modes of one stride, which is not 0.
#[derive(Clone, Copy)]
struct Step {
    stride: usize,
    /// The number of steps from the first entry to the last.
    most: usize,
    /// The longest distance of these steps and all shorter ones together.
    reach: usize,
    /// The greatest common divisor of this stride and all shorter ones.
    divisor: usize,
    /// Whether these steps and the shorter ones reach each multiple of `divisor` up to `reach`.
    is_gapless: bool,
}

const NONE: Step = Step { stride: 0, most: 0, reach: 0, divisor: 0, is_gapless: true };

/// The steps of some modes, those of equal strides as one, from the longest to the shortest.
struct Steps {
    list: [Step; MOST_MOVING],
    count: usize,
    /// Whether some modes of more than one entry have the same stride, or a stride of 0.
    is_shared: bool,
}

impl Steps {
    fn of(extents: &[usize], strides: &[isize]) -> Self {
        let mut steps = Steps { list: [NONE; MOST_MOVING], count: 0, is_shared: false };
        let moving = extents.iter().zip(strides).filter(|&(&extent, _)| extent > 1);
        for (&extent, stride) in moving {
            steps.add(stride.unsigned_abs(), extent - 1);
        }
        steps.sum_up();
        steps
    }

    /// Sets what each step has from the shorter ones.
    fn sum_up(&mut self) {
        let mut shorter = NONE;
        for step in self.list.iter_mut().take(self.count).rev() {
            step.reach = shorter.reach + step.most * step.stride;
            step.divisor = gcd(step.stride, shorter.divisor);
            // What the shorter ones reach has no gaps, and goes on where the next of these steps begins.
            let goes_on =
                step.divisor == shorter.divisor && step.stride <= shorter.reach + shorter.divisor;
            step.is_gapless = shorter.stride == 0 || (shorter.is_gapless && goes_on);
            shorter = *step;
        }
    }

    /// Whether these steps and at most `most` further ones can add up to a distance.
    fn reach_with(
        &self,
        stride: usize,
        most: usize,
        distance: usize,
        left: &mut u32,
    ) -> Result<bool, GaveUp> {
        let mut all = Steps { list: self.list, count: self.count, is_shared: self.is_shared };
        if most > 0 {
            all.add(stride, most);
            all.sum_up();
        }
        reaches(all.as_slice(), distance, left)
    }

    fn add(&mut self, stride: usize, most: usize) {
        let place = self.as_slice().partition_point(|step| step.stride > stride);
        match self.list.get_mut(place..=self.count) {
            _ if stride == 0 => self.is_shared = true,
            Some([same, ..]) if same.stride == stride => {
                same.most += most;
                self.is_shared = true;
            }
            Some(from) => {
                from.rotate_right(1);
                if let Some(first) = from.first_mut() {
                    *first = Step { stride, most, ..NONE };
                }
                self.count += 1;
            }
            // No extents have more modes that move.
            None => self.is_shared = true,
        }
    }

    fn as_slice(&self) -> &[Step] {
        self.list.get(..self.count).unwrap_or(&[])
    }
}

/// Whether no two indices share an offset. Where strides pass over each other, by search; one that gives up says
/// that they do.
pub(crate) fn is_unique(extents: &[usize], strides: &[isize]) -> bool {
    if is_empty(extents) || is_nested(extents, strides) {
        return true;
    }
    if extents_static::__private::product_of(extents) > span(extents, strides) {
        return false;
    }
    let steps = Steps::of(extents, strides);
    let mut left = MOST_TRIED;
    !steps.is_shared && matches!(collides(steps.as_slice(), 0, false, &mut left), Ok(false))
}

/// Whether some difference of two indices, not all zero, adds up to `gap`. `moved` says that the difference along
/// longer strides was not all zero.
///
/// Recursion is as deep as there are strides, at most [`MOST_MOVING`].
fn collides(steps: &[Step], gap: usize, moved: bool, left: &mut u32) -> Result<bool, GaveUp> {
    let Some((longest, shorter)) = steps.split_first() else { return Ok(moved && gap == 0) };
    // Counted before it is ruled out: the loops below make as many of those.
    *left = left.checked_sub(1).ok_or(GaveUp)?;
    if gap.checked_rem(longest.divisor) != Some(0) {
        return Ok(false);
    }
    let (stride, most) = (longest.stride, longest.most);
    let rest = shorter.first().map_or(0, |step| step.reach);
    // The differences are symmetric: the first one that moves goes down, later ones either way. Only steps after
    // which the rest can make up for the gap are tried.
    let mut step = gap.saturating_sub(rest).div_ceil(stride);
    while step <= most && step * stride <= gap.saturating_add(rest) {
        if collides(shorter, gap.abs_diff(step * stride), moved || step > 0, left)? {
            return Ok(true);
        }
        step += 1;
    }
    let mut step = 1;
    while moved && step <= most && gap.saturating_add(step * stride) <= rest {
        if collides(shorter, gap + step * stride, true, left)? {
            return Ok(true);
        }
        step += 1;
    }
    Ok(false)
}

/// Writes the first coordinates, in row-major order, that have the offset `wanted`. Gives whether there are such.
/// There must be an element.
pub(crate) fn write_first_index(
    extents: &[usize],
    strides: &[isize],
    wanted: usize,
    index: &mut [usize],
) -> Result<bool, GaveUp> {
    index.fill(0);
    let mut left = MOST_TRIED;
    if !reaches(Steps::of(extents, strides).as_slice(), wanted, &mut left)? {
        return Ok(false);
    }
    let mut rest = wanted;
    let modes = extents.iter().zip(strides).zip(index).enumerate();
    for (mode, ((&extent, &stride), coordinate)) in modes {
        // The first entry of a mode that does not move is as good as any.
        if extent < 2 || stride == 0 {
            continue;
        }
        let behind = Steps::of(behind(extents, mode), behind(strides, mode));
        let (length, most) = (stride.unsigned_abs(), extent - 1);
        // In a mode that is turned around, the coordinates up to some number have these steps in common.
        let fixed = |largest: usize| if stride < 0 { most - largest } else { 0 };
        // By bisection: whether a coordinate up to some number has the offset is asked, not each coordinate.
        let (mut smallest, mut largest) = (0, most);
        while smallest < largest {
            let middle = smallest.midpoint(largest);
            let distance = rest.checked_sub(fixed(middle) * length);
            let is_there = match distance {
                Some(distance) => behind.reach_with(length, middle, distance, &mut left)?,
                None => false,
            };
            (smallest, largest) = if is_there { (smallest, middle) } else { (middle + 1, largest) };
        }
        *coordinate = smallest;
        let steps = if stride < 0 { most - smallest } else { smallest };
        rest -= steps * length;
    }
    Ok(rest == 0)
}

fn behind<T>(list: &[T], mode: usize) -> &[T] {
    list.get(mode + 1..).unwrap_or(&[])
}

/// Whether the steps can add up to a distance. Recursion as of [`collides`].
fn reaches(steps: &[Step], distance: usize, left: &mut u32) -> Result<bool, GaveUp> {
    let Some((longest, shorter)) = steps.split_first() else { return Ok(distance == 0) };
    if distance > longest.reach || distance.checked_rem(longest.divisor) != Some(0) {
        return Ok(false);
    }
    if longest.is_gapless {
        return Ok(true);
    }
    *left = left.checked_sub(1).ok_or(GaveUp)?;
    let Some(candidates) = Candidates::of(longest.stride, longest.most, shorter, distance) else {
        return Ok(false);
    };
    for steps in candidates.descending() {
        if reaches(shorter, distance - steps * longest.stride, left)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The numbers of steps after which others are not too short to make up for the rest, and divide it.
struct Candidates {
    first: usize,
    count: usize,
    by: usize,
}

impl Candidates {
    /// Of steps of a length, at most `most`, before others.
    fn of(length: usize, most: usize, others: &[Step], distance: usize) -> Option<Self> {
        let (reach, divisor) = others.first().map_or((0, 0), |step| (step.reach, step.divisor));
        let nearest = distance.saturating_sub(reach).div_ceil(length);
        let farthest = most.min(distance / length);
        // Without others, the one number that is near enough goes the whole way.
        let (residue, by) = match divisor {
            0 => (0, 1),
            _ => {
                let common = gcd(length, divisor);
                if !distance.is_multiple_of(common) {
                    return None;
                }
                let modulus = divisor / common;
                (quotient(distance / common, length / common, modulus), modulus)
            }
        };
        let first = nearest + (residue + by - nearest % by) % by;
        let count = farthest.checked_sub(first)? / by + 1;
        Some(Candidates { first, count, by })
    }

    fn descending(self) -> impl Iterator<Item = usize> {
        (0..self.count).rev().map(move |number| self.first + number * self.by)
    }
}

fn gcd(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

/// The number below `modulus` that times `divisor` is `dividend`, but for multiples of `modulus`, with which `divisor`
/// has no divisor in common.
fn quotient(dividend: usize, divisor: usize, modulus: usize) -> usize {
    let modulus = modulus as i128;
    // Euclid's algorithm; `divisor` times `inverse` is `rest`, but for multiples of `modulus`.
    let (mut last, mut rest) = (modulus, divisor as i128);
    let (mut last_inverse, mut inverse) = (0, 1);
    while let Some(times) = last.checked_div(rest) {
        (last, rest) = (rest, last - times * rest);
        (last_inverse, inverse) = (inverse, last_inverse - times * inverse);
    }
    let product = dividend as i128 * last_inverse.rem_euclid(modulus);
    (product % modulus) as usize
}
