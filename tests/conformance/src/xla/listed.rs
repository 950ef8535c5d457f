//! All indices of an array, spelled out.

use crate::answer::Problem;
use crate::spec::check_walk;

/// All indices in row-major order.
pub(crate) fn indices(sizes: &[usize]) -> Result<Vec<Vec<usize>>, Problem> {
    check_walk(sizes.iter().fold(1, |count: usize, &size| count.saturating_mul(size.max(1))))?;
    let longer = |all: Vec<Vec<usize>>, &size: &usize| {
        let with = |index: &Vec<usize>, at| index.iter().copied().chain([at]).collect();
        all.iter().flat_map(|index| (0..size).map(move |at| with(index, at))).collect()
    };
    Ok(sizes.iter().fold(vec![vec![]], longer))
}
