//! Large products, lowered to products of matrices by a crate (`gemm`).
//!
//! The crate takes matrices with one stride for their rows and one for their columns. Where the loops of a group
//! are no such thing in an operand, that operand is copied to a matrix that is; and where they are none in the
//! result, a matrix beside it is written and copied.

use alloc::vec::Vec;

use super::axes::{Axis, Group, each_index, sort, turns};
use super::element_types::{Alone, Same};
use super::elementwise::{self, Write};
use super::gemm::MatrixProduct;
use super::{Numbers, Offsets, Places, unpacked};
use crate::Scalar;

/// Below so many multiply-adds the kernels of this crate are as fast.
const LEAST_WORK: usize = 32 * 32 * 32;

/// Below so many rows, columns or depth most of what the crate copies would be used too seldom.
const LEAST_EDGE: usize = 4;

/// So many multiply-adds for each byte that is copied take as long as the copy costs beyond them. The kernels of this crate copy
/// no more than a block, and are a fifth slower where there are enough: of most contractions of TCCG, the turn lies about 91 for
/// each element of 4 bytes, and between 192 and 768 for one of 8.
const LEAST_WORK_PER_BYTE: usize = 32;

/// The product of two matrices as they lie: then there is nothing to arrange, which would take a twentieth of the
/// time of 64 x 64. Gives false, and has done nothing, where the loops are other ones, and as [`run`].
///
/// # Safety
/// *reads*, *writes*, *alone* and *distinct*, as [`general::run`](super::general::run), of loops of which those of the
/// result stand first.
pub(super) unsafe fn run_as_it_lies<N: Numbers>(
    axes: &[Axis],
    places: Places<N>,
    adds: bool,
) -> bool {
    let (Some(product), [first, second, depth]) = (product::<N>(), axes) else { return false };
    let (mut rows, mut columns) = match [first, second, depth].map(Axis::group) {
        [Group::Rows, Group::Columns, Group::Depth] => (first, second),
        [Group::Columns, Group::Rows, Group::Depth] => (second, first),
        _ => return false,
    };
    let Places { left, right, result } = places;
    let ([mut left, mut right], mut operands) = ([left.cast(), right.cast()], [0, 1]);
    // Columns lie along the memory of the result.
    if rows.length(2) < columns.length(2) {
        (rows, columns, left, right, operands) = (columns, rows, right, left, [1, 0]);
    }
    let step = |axis: &Axis, operand: usize| axis.steps.get(operand).copied().unwrap_or(0);
    let [of_left, of_right] = operands;
    // What the kernels of this crate read in place.
    let is_thin = unpacked::are_thin(rows.extent, columns.extent) && step(columns, of_right) == 1;
    if is_thin || !is_worth_it([rows.extent, columns.extent, depth.extent], 0) {
        return false;
    }
    // SAFETY: there is a product only where all elements are of the type of the sums. *reads* and *writes*: a row, a
    // column and a depth are an index of the loops. *alone* and *distinct* are what `product` asks of the result.
    unsafe {
        product(&MatrixProduct {
            rows: rows.extent,
            columns: columns.extent,
            depth: depth.extent,
            left,
            left_strides: [step(rows, of_left), step(depth, of_left)],
            right,
            right_strides: [step(depth, of_right), step(columns, of_right)],
            result: result.cast(),
            result_strides: [step(rows, 2), step(columns, 2)],
            adds,
            threads: 1,
        });
    }
    true
}

/// A product of matrices by the crate.
type Product<N> = unsafe fn(&MatrixProduct<<N as Numbers>::Sum>);

/// What multiplies matrices of these elements, if the crate does.
///
/// Where the kernels are tested, a program that runs with the variable `EXTENTS_WITHOUT_GEMM` has those of this crate alone, so that
/// tests of both are built once.
fn product<N: Numbers>() -> Option<Product<N>> {
    #[cfg(feature = "all-kernels")]
    {
        static IS_LEFT_OUT: std::sync::LazyLock<bool> =
            std::sync::LazyLock::new(|| std::env::var_os("EXTENTS_WITHOUT_GEMM").is_some());
        if *IS_LEFT_OUT {
            return None;
        }
    }
    N::GEMM
}

/// Whether so many rows, columns and terms are better multiplied by the crate, after so many bytes were copied.
fn is_worth_it([m, n, k]: [usize; 3], copied: usize) -> bool {
    let work = m.saturating_mul(n).saturating_mul(k);
    let least = LEAST_WORK.max(copied.saturating_mul(LEAST_WORK_PER_BYTE));
    work >= least && m.min(n).min(k) >= LEAST_EDGE
}

/// Gives false, and has done nothing, where there is no such product of the elements, no memory for copies, or
/// nothing to gain.
///
/// # Safety
/// *reads*, *writes*, *alone* and *distinct*, as [`general::run`](super::general::run), of loops that each have an
/// entry, one or more of them summed.
pub(super) unsafe fn run<N: Numbers>(
    axes: &mut [Axis],
    places: Places<N>,
    adds: bool,
    threads: usize,
) -> bool {
    let Some(product) = product::<N>() else { return false };
    // The order of the rows and columns is that of the result; that of the depth, of the larger operand.
    let uses = |operand: usize| turns(axes.iter().filter(|axis| axis.moves(operand)));
    let larger = usize::from(uses(1) > uses(0));
    sort(axes, &|axis| {
        let operand = if axis.is_kept { 2 } else { larger };
        [axis.group() as usize, !axis.length(operand), 0]
    });
    let end = |group: Group| axes.partition_point(|axis| axis.group() as u8 <= group as u8);
    let (batch, others) = axes.split_at(end(Group::Batch));
    let (rows, others) = others.split_at(end(Group::Rows).saturating_sub(batch.len()));
    let (columns, depth) =
        others.split_at(end(Group::Columns).saturating_sub(batch.len()).saturating_sub(rows.len()));
    let [m, n, k] = [rows, columns, depth].map(turns);
    let mut left = Matrix::of(0, rows, depth);
    let mut right = Matrix::of(1, depth, columns);
    let mut result = Matrix::of(2, rows, columns);
    let copied = [left.copied(), right.copied(), result.copied()];
    let copied = copied.into_iter().fold(0, usize::saturating_add);
    let copied = copied.saturating_mul(size_of::<N::Sum>());
    let is_worth_it = is_worth_it([m, n, k], copied);
    if !(is_worth_it && left.reserve() && right.reserve() && result.reserve()) {
        return false;
    }
    each_index(batch, [0; 3], &mut |at| {
        let places = places.moved(at);
        // SAFETY: there is a product only where all elements are of the type of the sums. The matrices are made of the
        // loops of the operands and the result, so that *reads* and *writes* hold for an index in bounds; a copy has an
        // element for each. *alone* and *distinct* are what `product` asks of the result.
        unsafe {
            let (left, left_strides) = left.read(places.left.cast());
            let (right, right_strides) = right.read(places.right.cast());
            let into = places.result.cast();
            let (to, result_strides) = result.target(into);
            product(&MatrixProduct {
                rows: m,
                columns: n,
                depth: k,
                left,
                left_strides,
                right,
                right_strides,
                result: to,
                result_strides,
                adds: adds && to == into,
                threads,
            });
            result.write_back(into, adds);
        }
    });
    true
}

/// An operand or the result as a matrix.
struct Matrix<'a, T> {
    /// Which of the steps of a loop are those in it.
    operand: usize,
    outer: &'a [Axis],
    inner: &'a [Axis],
    strides: [isize; 2],
    /// Room for a copy, if it is none as it lies.
    copy: Option<Vec<T>>,
}

impl<'a, T: Scalar> Matrix<'a, T> {
    /// The matrix whose rows and columns are counted by these loops; a copy has no room yet.
    fn of(operand: usize, outer: &'a [Axis], inner: &'a [Axis]) -> Self {
        let strides = (stride(outer, operand), stride(inner, operand));
        let (strides, copy) = match strides {
            (Some(outer), Some(inner)) => ([outer, inner], None),
            _ => ([turns(inner).cast_signed(), 1], Some(Vec::new())),
        };
        Matrix { operand, outer, inner, strides, copy }
    }

    /// How many elements are copied.
    fn copied(&self) -> usize {
        let elements = turns(self.outer).saturating_mul(turns(self.inner));
        if self.copy.is_some() { elements } else { 0 }
    }

    /// Makes room for the copy. Gives false where there is no memory.
    fn reserve(&mut self) -> bool {
        let elements = self.copied();
        self.copy.as_mut().is_none_or(|copy| copy.try_reserve_exact(elements).is_ok())
    }

    /// Where to read it, after it was copied if need be.
    ///
    /// # Safety
    /// *reads*: each index of the loops leads from `from` on to an initialised element that nothing writes meanwhile.
    unsafe fn read(&mut self, from: *const T) -> (*const T, [isize; 2]) {
        let Some(copy) = &mut self.copy else { return (from, self.strides) };
        let to = copy.as_mut_ptr();
        let mut axes = self.axes(|of_matrix, of_copy| [of_matrix, 0, of_copy]);
        let places =
            Places::<Alone<Same<T>>> { left: from, right: core::ptr::dangling(), result: to };
        // SAFETY: *reads*, as the caller promises; the copy has room for an element for each index, and nothing else
        // reaches it.
        unsafe { elementwise::run(&mut axes, places, Write { adds: false, is_sum: false }) };
        (to, self.strides)
    }

    /// Where to write it.
    fn target(&mut self, to: *mut T) -> (*mut T, [isize; 2]) {
        (self.copy.as_mut().map_or(to, |copy| copy.as_mut_ptr()), self.strides)
    }

    /// Writes or adds what was written beside it.
    ///
    /// # Safety
    /// *writes* and *alone*: each index of the loops leads from `to` on to an element that is valid for writes, reached
    /// by nothing else, and where this `adds` initialised. All of [`target`](Self::target) was written.
    unsafe fn write_back(&self, to: *mut T, adds: bool) {
        let Some(copy) = &self.copy else { return };
        let from = copy.as_ptr();
        let mut axes = self.axes(|of_matrix, of_copy| [of_copy, 0, of_matrix]);
        let places =
            Places::<Alone<Same<T>>> { left: from, right: core::ptr::dangling(), result: to };
        // SAFETY: the copy has an element for each index, all of which were written; *writes* and *alone* are the
        // caller's.
        unsafe { elementwise::run(&mut axes, places, Write { adds, is_sum: false }) };
    }

    /// The loops of a copy: `steps` are made of a step in the matrix and one in the copy, which is row-major.
    fn axes(&self, steps: impl Fn(isize, isize) -> Offsets) -> Vec<Axis> {
        let mut stride = 1_isize;
        let all = self.inner.iter().rev().chain(self.outer.iter().rev());
        all.map(|axis| {
            let of_matrix = axis.steps.get(self.operand).copied().unwrap_or(0);
            let of_copy = stride;
            stride = stride.wrapping_mul(axis.extent.cast_signed());
            Axis { steps: steps(of_matrix, of_copy), is_kept: true, ..*axis }
        })
        .collect()
    }
}

/// The step of all loops in an operand as one, the last one innermost, if they are one.
fn stride(axes: &[Axis], operand: usize) -> Option<isize> {
    let step = |axis: &Axis| axis.steps.get(operand).copied().unwrap_or(0);
    let in_one = |pair: &[Axis]| match pair {
        [outer, inner] => step(outer) == step(inner).wrapping_mul(inner.extent.cast_signed()),
        _ => true,
    };
    axes.windows(2).all(in_one).then(|| axes.last().map_or(0, step))
}

#[cfg(test)]
mod tests {
    use super::super::axes::Axis;
    use super::{Matrix, Same, is_worth_it, product};

    fn loops<const N: usize>(loops: [(usize, isize); N]) -> [Axis; N] {
        loops.map(|(extent, step)| Axis { extent, steps: [step; 3], ..Axis::NONE })
    }

    #[test]
    fn what_lies_as_a_matrix_is_not_copied() {
        // Rows of 3 x 4 and columns of 5, in memory of any two strides.
        let (rows, columns) = (loops([(3, 80), (4, 20)]), loops([(5, 2)]));
        let matrix = Matrix::<f64>::of(0, &rows, &columns);
        assert_eq!((matrix.strides, matrix.copied()), ([20, 2], 0));
        // The rows are no loop of one stride.
        let (rows, columns) = (loops([(3, 100), (4, 20)]), loops([(5, 2)]));
        let mut matrix = Matrix::<f64>::of(0, &rows, &columns);
        assert_eq!((matrix.strides, matrix.copied()), ([5, 1], 60));
        assert!(matrix.reserve() && matrix.copy.is_some_and(|copy| copy.capacity() >= 60));
        let rows = loops([(usize::MAX, 100), (4, 20)]);
        let mut matrix = Matrix::<f64>::of(0, &rows, &columns);
        assert_eq!(matrix.copied(), usize::MAX);
        assert!(!matrix.reserve());
    }

    #[test]
    fn the_crate_is_left_out_where_a_variable_says_so() {
        let this =
            "elements::kernels::lowered::tests::the_crate_is_left_out_where_a_variable_says_so";
        if std::env::var_os("EXTENTS_WITHOUT_GEMM").is_some() {
            assert!(product::<Same<f64>>().is_none());
            return;
        }
        assert!(product::<Same<f64>>().is_some() && product::<Same<i64>>().is_none());
        let program = std::env::current_exe().expect("the program of the tests has a path");
        let run = std::process::Command::new(program)
            .args(["--exact", this])
            .env("EXTENTS_WITHOUT_GEMM", "")
            .output()
            .expect("the program of the tests runs");
        let text = std::string::String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success() && text.contains("1 passed"), "{text}");
    }

    #[test]
    fn copies_are_paid_for_by_work() {
        // Sizes of TCCG at 20 MiB: each element that is copied is used 24 times, 768 times, 192 times, or 91 times.
        let [m, n, k] = [1728, 6912, 24];
        assert!(!is_worth_it([m, n, k], 4 * (m * n + m * k + n * k)));
        let [m, n, k] = [2304; 3];
        assert!(is_worth_it([m, n, k], 8 * (m * n + m * k + n * k)));
        assert!(is_worth_it([172, 33024, 192], 4 * 172 * 33024));
        assert!(!is_worth_it([172, 33024, 192], 8 * 172 * 33024));
        let [m, n, k] = [172, 192, 36864];
        assert!(!is_worth_it([m, n, k], 4 * (m + n) * k));
        // Nothing is copied.
        assert!(is_worth_it([110_592, 48, 48], 0));
        assert!(!is_worth_it([16, 16, 16], 0) && !is_worth_it([3, 10_000, 10_000], 0));
    }
}
