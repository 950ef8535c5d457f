//! [`least_words`]: a lower bound of what some rank has to receive.

use extents::Composition;

/// Returns a lower bound of the number of elements that some rank receives in a contraction of two operands, where each element of an
/// operand and of the result is at home on one rank, and each rank holds and computes as much as any other.
///
/// It is the bound of Al Daas, Ballard, Grigori, Kumar and Rouse, *Tight memory-independent parallel matrix multiplication
/// communication lower bounds* (arXiv 2205.13407), theorem 3, of the product of matrices that the contraction is: rows, columns
/// and sums are the products of the extents of the labels of one operand and the result, of the other one and the result, and of
/// both operands. A label of both operands and the result stands for that many products: ranks take whole products first, and
/// share one out among those that are left.
///
/// `extents` has the extent of each label of [`names`](Composition::names). Compositions of another number of operands give 0.
///
/// ```
/// use extents::Composition;
/// use extents_mpi::least_words;
/// let product = Composition::einsum("ij,jk->ik")?;
/// // A cube on 8 ranks: each face of 512 x 512 once, of which a rank has an eighth of each whole matrix.
/// let least = least_words(8, &product, &[1024, 1024, 1024]);
/// assert_eq!(least.round(), 3.0 * (512.0 * 512.0 - 1024.0 * 1024.0 / 8.0));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn least_words(ranks: usize, composition: &Composition, extents: &[usize]) -> f64 {
    let [left, right] = composition.operands() else { return 0.0 };
    let result = composition.result();
    let product_of = |in_left: bool, in_right: bool, in_result: bool| -> f64 {
        let all = extents.iter().enumerate().filter(|(label, _)| {
            let is_in = |labels: &[usize]| labels.contains(label);
            [is_in(left), is_in(right), is_in(result)] == [in_left, in_right, in_result]
        });
        all.map(|(_, &extent)| extent as f64).product()
    };
    let batch = product_of(true, true, true);
    let mut sides = [
        product_of(true, false, true),
        product_of(false, true, true),
        product_of(true, true, false),
    ];
    sides.sort_by(|a, b| b.total_cmp(a));
    let [large, middle, small] = sides;
    if batch * large * middle * small == 0.0 {
        return 0.0;
    }
    // Ranks a product.
    let share = ranks as f64 / batch;
    if share <= 1.0 {
        return 0.0;
    }
    let held = (large * middle + large * small + middle * small) / share;
    let used = if share <= large / middle {
        (large * middle + large * small) / share + middle * small
    } else if share <= large * middle / (small * small) {
        2.0 * (large * middle * small * small / share).sqrt() + large * middle / share
    } else {
        3.0 * (large * middle * small / share).powf(2.0 / 3.0)
    };
    (used - held).max(0.0)
}
