//! The guide: what a newcomer reads after the front page, chapter by chapter.
//!
//! 1. [`first_tensor`]: from an empty folder to a first program.
//! 2. [`tour`]: extents, elements, layouts, expressions and labels, with a program each.
//! 3. [`layouts`]: where the element of an index is in memory.
//! 4. [`slices`]: parts of a view, and the same elements under other extents.
//! 5. [`loops`]: over elements, indices and parts, without a check at each access, and on all processors.
//! 6. [`contractions`]: plans, paths, kernels.
//! 7. [`expressions`]: elementwise work as a formula, and folds along modes, done in one loop.
//! 8. [`generic_code`]: functions over any shape, and the one bound for each kind of work.
//! 9. [`names`]: names for run-time extents, so that a batch is not taken for a time.
//! 10. [`backends`]: arrays of your own with extents in their types, contractions on them by other kernels, arrays of
//!    `ndarray`, and files.
//! 11. [`mistakes`]: what the compiler says when a shape is wrong.
//! 12. [`coming_from`]: what programs for NumPy, PyTorch, `ndarray`, `nalgebra` or `std::mdspan` are here.
//!
//! The packages `extents-shapes`, `extents-xla` and `extents-graph` have a chapter of their own each.

#[doc = include_str!("first_tensor.md")]
pub mod first_tensor {}

#[doc = include_str!("tour.md")]
pub mod tour {}

#[doc = include_str!("layouts.md")]
pub mod layouts {}

#[doc = include_str!("slices.md")]
pub mod slices {}

#[doc = include_str!("loops.md")]
pub mod loops {}

#[doc = include_str!("contractions.md")]
pub mod contractions {}

#[doc = include_str!("expressions.md")]
pub mod expressions {}

#[doc = include_str!("generic_code.md")]
pub mod generic_code {}

#[doc = include_str!("names.md")]
pub mod names {}

#[doc = include_str!("backends.md")]
pub mod backends {}

#[doc = include_str!("coming_from.md")]
pub mod coming_from {}

/// Shows a program of the folder `ui-tests` and what the compiler says about it.
macro_rules! gallery {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// ```text
            #[doc = include_str!(concat!("../../ui-tests/", stringify!($name), ".rs"))]
            /// ```
            /// ```text
            #[doc = include_str!(concat!("../../ui-tests/", stringify!($name), ".stderr"))]
            /// ```
            pub mod $name {}
        )*
    };
}

pub mod mistakes {
    //! What the compiler says when a shape is wrong: programs with their errors, as the tests check them.
    //!
    //! The first line says what is wrong, with the label or the mode and both numbers. The folder
    //! `ui-tests` has many more.

    gallery! {
        /// A label stands for one extent in all operands.
        contracted_extents_differ;
        /// An output has the extents of the result.
        output_of_other_extents;
        /// Operands of an expression have the same extents.
        expression_of_other_extents;
        /// Extents of two types match where generic code says so.
        expression_over_two_extents;
        /// An expression cannot outlive what it reads.
        expression_of_a_dropped_temporary;
        /// Static extents never become others.
        weaken_to_static;
        /// A slice lies within its mode.
        slice_index_out_of_bounds;
        /// A slice has one entry per mode.
        slice_of_too_few_entries;
        /// A permutation names each mode once.
        permutation_repeats_a_mode;
        /// Modes merge where memory allows.
        merge_of_distant_modes;
    }
}
