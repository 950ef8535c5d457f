//! Folds along modes, running folds, and elementwise functions, against definitions.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod by_definition;
#[cfg(not(sanitized))]
mod close;
#[cfg(not(sanitized))]
mod deviations;
#[cfg(not(sanitized))]
mod direct;
mod elementwise;
#[cfg(not(sanitized))]
mod log_sum_exp;
#[cfg(not(sanitized))]
mod masks;
#[cfg(not(sanitized))]
mod mistakes;
#[cfg(not(sanitized))]
mod norms;
#[cfg(not(sanitized))]
mod quantiles;
#[cfg(not(sanitized))]
mod rounding;
mod rows;
#[cfg(not(sanitized))]
mod running;
#[cfg(not(sanitized))]
mod values;

/// The elements of each result of a fold, in row-major order: `elements` are those of all indices, in that order.
pub(crate) fn groups<T: Clone>(extents: &[usize], modes: &[usize], elements: &[T]) -> Vec<Vec<T>> {
    let left = |mode: &usize| !modes.contains(mode);
    let count = (0..extents.len()).filter(left).map(|mode| extents[mode]).product();
    let mut groups = vec![Vec::new(); count];
    for (number, element) in elements.iter().enumerate() {
        let (mut rest, mut place, mut stride) = (number, 0, 1);
        for mode in (0..extents.len()).rev() {
            let coordinate = rest % extents[mode];
            rest /= extents[mode];
            if left(&mode) {
                place += stride * coordinate;
                stride *= extents[mode];
            }
        }
        groups[place].push(element.clone());
    }
    groups
}

/// The extents of the results.
pub(crate) fn shape(extents: &[usize], modes: &[usize], keeps: bool) -> Vec<usize> {
    let modes = |mode| modes.contains(&mode);
    let all = extents.iter().enumerate();
    let left = all.filter(|(mode, _)| keeps || !modes(*mode));
    left.map(|(mode, extent)| if modes(mode) { 1 } else { *extent }).collect()
}
