//! Where two lists of sizes can be cut so that the pieces between the cuts have equal products.

use alloc::vec;
use alloc::vec::Vec;

use crate::XlaError;
use crate::tiles::product_of;

/// The finest cuts `(i, j)` with `product(a[..i]) == product(b[..j])`, from `(0, 0)` to the ends.
///
/// Sizes of 1 make cuts of their own where they can. Zeros are equal to each other only, and everything behind a
/// list of equal leading sizes is one piece if it has no elements.
pub(super) fn common_factors(a: &[usize], b: &[usize]) -> Result<Vec<(usize, usize)>, XlaError> {
    let (left, right) = (product_of(a)?, product_of(b)?);
    if left != right {
        return Err(XlaError::Incompatible { what: "the number of elements", left, right });
    }
    let ends = (a.len(), b.len());
    let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let mut cuts: Vec<(usize, usize)> = (0..equal).map(|at| (at, at)).collect();
    let rest = |sizes: &[usize]| product_of(sizes.get(equal..).unwrap_or(&[]));
    let (a_rest, b_rest) = (rest(a)?, rest(b)?);
    if a_rest != b_rest {
        return Ok(vec![(0, 0), ends]);
    }
    cuts.push((equal, equal));
    if a_rest == 0 {
        cuts.push(ends);
        return Ok(cuts);
    }
    // No product so far is more than that of all, which fits.
    let (mut i, mut j) = (equal, equal);
    let (mut left, mut right) = (1_usize, 1_usize);
    loop {
        let (next_a, next_b) = (a.get(i).copied(), b.get(j).copied());
        let (take_a, take_b) = match (next_a, next_b) {
            (None, None) => return Ok(cuts),
            _ if left < right => (true, false),
            _ if right < left => (false, true),
            (Some(a), Some(b)) => (a <= b, b <= a),
            (a, b) => (a.is_some(), b.is_some()),
        };
        if take_a {
            left = left.saturating_mul(next_a.unwrap_or(1));
            i = i.saturating_add(1);
        }
        if take_b {
            right = right.saturating_mul(next_b.unwrap_or(1));
            j = j.saturating_add(1);
        }
        if left == right {
            cuts.push((i, j));
        }
    }
}
