//! Small products of [LIBXSMM](https://github.com/libxsmm/libxsmm), which makes machine code for them at run time.

use std::ffi::c_int;
use std::ptr;

type Run<T> = unsafe extern "C" fn(*const T, *const T, *mut T, ...);

/// Multiplies squares of one number of rows.
#[derive(Clone, Copy)]
pub struct Product<T> {
    // INVARIANT: reads two matrices of this number of rows and columns, column by column, and writes a third.
    run: Run<T>,
    rows: usize,
}

impl<T> Product<T> {
    /// Writes the product of two squares, row by row.
    pub fn multiply(&self, x: &[T], y: &[T], z: &mut [T]) {
        let size = self.rows * self.rows;
        assert!(x.len() == size && y.len() == size && z.len() == size);
        // SAFETY: the three have `size` elements. Its columns are the rows here, so that the operands change sides.
        unsafe { (self.run)(y.as_ptr(), x.as_ptr(), z.as_mut_ptr()) }
    }
}

macro_rules! of {
    ($name:ident, $T:ty, $dispatch:ident) => {
        /// The product of squares of so many rows.
        ///
        /// # Panics
        /// Panics where the library has none for this processor.
        pub fn $name(rows: usize) -> Product<$T> {
            #[link(name = "xsmm")]
            #[link(name = "xsmmnoblas")]
            unsafe extern "C" {
                fn $dispatch(
                    m: c_int,
                    n: c_int,
                    k: c_int,
                    lda: *const c_int,
                    ldb: *const c_int,
                    ldc: *const c_int,
                    alpha: *const $T,
                    beta: *const $T,
                    flags: *const c_int,
                    prefetch: *const c_int,
                ) -> Option<Run<$T>>;
            }
            let n = c_int::try_from(rows).expect("few rows");
            let (strides, alpha, flags) = (ptr::null(), ptr::null(), ptr::null());
            // SAFETY: the signature is that of `libxsmm.h`. What is null has its default: elements lie together, and the factor is one.
            let run = unsafe {
                $dispatch(n, n, n, strides, strides, strides, alpha, &0.0, flags, ptr::null())
            };
            Product { run: run.expect("a product for this processor"), rows }
        }
    };
}

of!(of_f32, f32, libxsmm_smmdispatch);
of!(of_f64, f64, libxsmm_dmmdispatch);
