//! Products of large matrices, through the crate `gemm`: the only file that knows it.
//!
//! A kernel asks [`Scalar::GEMM`](crate::Scalar) for the way from its elements to here; most types have none.

#[cfg(feature = "gemm")]
use crate::Scalar;

/// `result = left * right`, or `result += left * right`, of matrices with any strides.
///
/// It is plain numbers and pointers; what they must fulfil is said at [`product`].
#[derive(Debug)]
#[allow(unreachable_pub, reason = "a hidden item of the public `Scalar` names it")]
#[cfg_attr(not(feature = "gemm"), allow(dead_code, reason = "no type of elements has a `GEMM`"))]
pub struct MatrixProduct<T> {
    /// The extents: `left` is rows x depth, `right` is depth x columns.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) depth: usize,
    pub(crate) left: *const T,
    /// In elements: of a row, and of a step in depth. 0 and negative ones too.
    pub(crate) left_strides: [isize; 2],
    pub(crate) right: *const T,
    /// Of a step in depth, and of a column.
    pub(crate) right_strides: [isize; 2],
    pub(crate) result: *mut T,
    /// Of a row, and of a column.
    pub(crate) result_strides: [isize; 2],
    /// Whether the product is added to the result. If not, its old elements are no factor, not even of 0.
    pub(crate) adds: bool,
    /// How many threads may work; 1 is this one alone, 0 all of rayon's. Without the feature `rayon` it is 1.
    #[cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "one thread only"))]
    pub(crate) threads: usize,
}

/// Computes a product of matrices.
///
/// A depth of 0 gives zeros, or adds nothing. Products and sums are fused and grouped as the processor likes, so that the
/// last bits may differ from those of a loop.
///
/// # Safety
/// - Each element of `left` at (row, depth) is valid for reads, as is each of `right` at (depth, column); all are
///   initialised and do not change meanwhile.
/// - Each element of `result` at (row, column) is valid for writes, at an address of its own, and none of those of `left`
///   and `right`. With `adds` it is initialised and valid for reads too.
#[cfg(feature = "gemm")]
pub(crate) unsafe fn product<T: Scalar + One + 'static>(of: &MatrixProduct<T>) {
    #[cfg(feature = "rayon")]
    let parallelism = match of.threads {
        1 => gemm::Parallelism::None,
        threads => gemm::Parallelism::Rayon(threads),
    };
    #[cfg(not(feature = "rayon"))]
    let parallelism = gemm::Parallelism::None;
    let [result_row, result_column] = of.result_strides;
    let [left_row, left_depth] = of.left_strides;
    let [right_depth, right_column] = of.right_strides;
    if !of.adds && (of.rows == 1 || of.columns == 1) {
        // The crate makes a slice of a result that is a vector, before it writes.
        for row in 0..of.rows.cast_signed() {
            for column in 0..of.columns.cast_signed() {
                let row = result_row.wrapping_mul(row);
                let offset = row.wrapping_add(result_column.wrapping_mul(column));
                // SAFETY: an element of the result, which is valid for writes.
                unsafe { of.result.wrapping_offset(offset).write(T::ZERO) };
            }
        }
    }
    // SAFETY: the extents, pointers and strides (column first, in elements) are those that the caller vouches for;
    // with `adds` false the crate writes without reading. It panics for other types than those which have `One`.
    unsafe {
        gemm::gemm(
            of.rows,
            of.columns,
            of.depth,
            of.result,
            result_column,
            result_row,
            of.adds,
            of.left,
            left_depth,
            left_row,
            of.right,
            right_column,
            right_depth,
            if of.adds { T::ONE } else { T::ZERO },
            T::ONE,
            false,
            false,
            false,
            parallelism,
        );
    }
}

/// The types that the crate multiplies.
#[cfg(feature = "gemm")]
pub(crate) trait One {
    const ONE: Self;
}

#[cfg(feature = "gemm")]
impl One for f32 {
    const ONE: Self = 1.0;
}

#[cfg(feature = "gemm")]
impl One for f64 {
    const ONE: Self = 1.0;
}

#[cfg(all(feature = "gemm", feature = "num-complex"))]
impl One for num_complex::Complex<f32> {
    const ONE: Self = Self::new(1.0, 0.0);
}

#[cfg(all(feature = "gemm", feature = "num-complex"))]
impl One for num_complex::Complex<f64> {
    const ONE: Self = Self::new(1.0, 0.0);
}

#[cfg(all(test, feature = "gemm"))]
mod tests;
