//! Contractions of rearranged views, into rearranged views, against loops by hand.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use extents::label::{i, j, k};
use extents::layout::{Canonical, RowMajor, Strided};
use extents::{
    Composition, Const, ContractBy, Mapping, Tensor, View, ViewMut, contract, einsum, extents,
    modes, slice,
};

/// `a[i][j] = 10 i + j`.
fn matrix() -> Vec<i64> {
    (0..4).flat_map(|row| (0..6).map(move |column| 10 * row + column)).collect()
}

#[test]
fn operands_may_be_reversed_sliced_transposed_and_broadcast() {
    let data = matrix();
    let a = View::from_slice(extents![4, 6], &data).unwrap();
    let Ok(part) = a.slice(slice![1..4, 1..6; 2]);
    let backwards = part.reverse(Const::<0>);
    let columns = backwards.transpose();
    let Ok(row) = a.slice(slice![2..3, 0..3]);
    let Ok(rows) = row.broadcast(Const::<0>, Const::<3>);
    let c = contract!(backwards[i, j] * rows[j, k] => [i, k]).unwrap();
    let again = contract!(columns[j, i] * rows[j, k] => [i, k]).unwrap();
    let by_text = einsum("ji,jk->ik", &[&columns, &rows]).unwrap();
    for x in 0..3 {
        for z in 0..3 {
            // Row `3 - x` of `a`, its columns 1, 3 and 5, times row 2 of `a` at column z.
            let left = |y: usize| 10 * (3 - x as i64) + 1 + 2 * y as i64;
            let expected: i64 = (0..3).map(|y| left(y) * (20 + z as i64)).sum();
            assert_eq!(c[[x, z]], expected);
            assert_eq!(again[[x, z]], expected);
            assert_eq!(by_text[[x, z]], expected);
        }
    }
}

#[test]
fn targets_may_be_reversed_strided_and_padded_and_their_gaps_stay() {
    let data = matrix();
    let a = View::from_slice(extents![4, 6], &data).unwrap();
    let Ok(square) = a.slice(slice![0..3, 0..3]);
    let mut out = [-1_i64; 24];
    let view = ViewMut::from_slice(extents![4, 6], &mut out).unwrap();
    let Ok(part) = view.slice(slice![1..4, ..+3; 2]);
    let mut target = part.reverse(Const::<1>).permute(modes![1, 0]);
    contract!(target[i, j] = square[i, j]).unwrap();
    contract!(target[i, j] += square[j, i]).unwrap();
    let transposed = Composition::einsum("ab->ba").unwrap();
    ContractBy::new(&transposed)
        .update(&[&square], target.view_mut(), |to, value| *to += value)
        .unwrap();
    for row in 0..4 {
        for column in 0..6 {
            let found = out[row * 6 + column];
            if row == 0 || column % 2 == 1 || column > 4 {
                assert_eq!(found, -1, "a gap at [{row}, {column}]");
            } else {
                // target[x, y] is the element of row 1 + y and column 2 * (2 - x).
                let (x, y) = (2 - column as i64 / 2, row as i64 - 1);
                let (at, mirrored) = (10 * x + y, 10 * y + x);
                assert_eq!(found, at + 2 * mirrored, "[{row}, {column}]");
            }
        }
    }
    let mut padded = Tensor::full(
        Mapping::with_layout(extents![3, 3], RowMajor.padded(Const::<4>)).unwrap(),
        -1_i64,
    )
    .unwrap();
    contract!(padded[i, j] = square[j, i]).unwrap();
    assert_eq!(padded.as_slice(), [0, 10, 20, -1, 1, 11, 21, -1, 2, 12, 22]);
}

#[test]
fn a_target_whose_indices_share_elements_is_refused() {
    let mut data = [0_i64; 3];
    let shared = Mapping::with_layout(extents![2, 3], Strided::new([0, 1])).unwrap();
    assert_eq!(
        ViewMut::from_slice(shared, &mut data).unwrap_err().to_string(),
        "two indices of the mapping share an element, so it cannot be changed"
    );
}
