//! The programs of `ui-tests/` about what is computed: contractions and expressions.

use crate::gallery::First::{self, Compilers, Ours};

/// As the other table.
pub(crate) const EXPRESSIONS: &[(&str, First)] = &[
    ("expression_of_other_extents", Ours("mode 1: extent `Const<3>` does not match `Const<4>`")),
    (
        "expression_of_other_rank",
        Ours(
            "extents `StaticExtents<(Const<2>, Const<3>)>` do not match \
             `StaticExtents<(Const<3>,)>`",
        ),
    ),
    ("expression_over_two_extents", Ours("extents `E` do not match `F`")),
    (
        "question_mark_in_generic_code",
        Compilers(
            "E0277",
            &[
                "in code that is generic over extents, write `.map_err(Into::<ShapeError>::into)?`; for errors that are not of shapes too, return `Box<dyn std::error::Error>`",
            ],
        ),
    ),
    ("expression_over_two_modes", Ours("modes that meet: extent `M` does not match `N`")),
    (
        "expression_later_operand_of_other_extents",
        Ours("mode 0: extent `Const<2>` does not match `Const<4>`"),
    ),
    (
        "expression_to_target_of_other_extents",
        Ours("mode 1: extent `Const<4>` does not match `Const<3>`"),
    ),
    (
        "expression_compared_with_other_extents",
        Ours("mode 0: extent `Const<2>` does not match `Const<3>`"),
    ),
    (
        "expression_of_unlike_elements",
        Ours(
            "`&Tensor<f32, StaticExtents<(Const<2>,)>>` is no operand with elements of type `f64`",
        ),
    ),
    (
        "expression_compared_with_unlike_elements",
        Ours(
            "`&Tensor<i64, StaticExtents<(Const<2>,)>>` is no operand with elements of type `i32`",
        ),
    ),
    (
        "expression_of_a_tensor_and_a_vec",
        Ours("`Vec<f64>` is no operand with elements of type `f64`"),
    ),
    (
        "expression_of_values_without_extents",
        Ours(
            "nothing says here how many elements the expression has: it is of constants alone, or of \
             operands whose extents are not known to unite",
        ),
    ),
    (
        "variance_of_no_entries",
        Ours("mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"),
    ),
    (
        "result_as_operand",
        Ours(
            "`Result<Tensor<f64, StaticExtents<(Const<2>, Const<2>)>>, ShapeError>` is no operand with elements of type `f64`",
        ),
    ),
    (
        "mask_of_floats",
        Compilers(
            "E0369",
            &["`BothOf` does not implement `Function<({float}, {float})>`", "&a & &a"],
        ),
    ),
    (
        "mean_of_integers",
        Ours(
            "elements of type `i32` cannot be divided or averaged: `i32` does not implement `Divide`",
        ),
    ),
    (
        "add_assign_of_dyn_extents",
        Ours(
            "the compiler cannot compare the extents of both sides of this operator, which cannot \
             return an error",
        ),
    ),
    (
        "expression_of_integers_divided",
        Ours(
            "elements of type `i32` cannot be divided or averaged: `i32` does not implement `Divide`",
        ),
    ),
    (
        "expression_of_roots_of_integers",
        Ours(
            "elements of type `i32` have no roots and exponentials: `i32` does not implement `Real`",
        ),
    ),
    ("expression_of_unsigned_negated", Compilers("E0600", &["unary operator `-`", "u8"])),
    (
        "expression_to_what_is_no_target",
        Ours("an expression cannot be written to `View<'_, f64, StaticExtents<(Const<2>,)>>`"),
    ),
    (
        "expression_of_a_dropped_temporary",
        Compilers("E0716", &["temporary value is freed at the end of this statement"]),
    ),
    (
        "expression_that_outlives_its_operand",
        Compilers("E0597", &["`a` does not live long enough"]),
    ),
    (
        "expression_into_its_operand",
        Compilers("E0502", &["cannot borrow `a` as mutable", "immutable borrow"]),
    ),
    // The operands and the result of `contract!`.
    (
        "sum_of_operands",
        Ours(
            "operands of `contract!` are multiplied: split them by `*`. A sum is an expression, \
             `&a + &b`, or `+=` into an output",
        ),
    ),
    (
        "output_subtracted_from",
        Ours("an output of `contract!` is written by `=` or added to by `+=`"),
    ),
    (
        "output_and_result_labels",
        Ours("the result has labels before `=` already: write either `=> [..]` or `c[..] = ..`"),
    ),
    (
        "option_given_twice",
        Ours("`path` occurs twice after `;`: there is one order of the operands"),
    ),
    ("missing_labels", Ours("mode 0 has no name: `Const<3>`")),
    (
        "missing_result_labels",
        Ours(
            "expected `contract!(a[i, j] * b[j, k] => [i, k])` or \
             `contract!(c[i, k] = a[i, j] * b[j, k])`: each operand, and the result, needs its \
             labels in brackets",
        ),
    ),
    (
        "array_as_operand",
        Ours("`[[f32; 2]; 2]` cannot be an operand: it is no tensor, view or extents"),
    ),
    (
        "assign_of_an_expression",
        Ours(
            "`Expression<Zip<View<'_, {float}, StaticExtents<(Const<2>, Const<3>)>>, Uniform<{float}>, Multiplied>>` has \
             no elements to work on",
        ),
    ),
    (
        "contraction_of_an_expression",
        Ours(
            "`Expression<extents::expression::Zip<View<'_, {float}, StaticExtents<(extents::Const<2>, extents::Const<3>)>>, Uniform<{float}>, Multiplied>>` cannot be an operand: it is no tensor, view or extents",
        ),
    ),
    (
        "contraction_of_generic_labels",
        Ours("labels are not known to be equal or to differ: a type parameter may be any label"),
    ),
    ("type_of_extents_as_extents", Compilers("E0423", &["struct `$crate::StaticExtents`"])),
    (
        "tensor_and_extents",
        Ours("the operands of one contraction are all tensors, or all bare extents"),
    ),
    (
        "elements_are_no_numbers",
        Ours(
            "elements of type `&str` cannot be added and multiplied: `&str` does not implement `Scalar`",
        ),
    ),
    (
        "elements_of_two_types",
        Ours(
            "`Tensor<f64, StaticExtents<(Const<3>, Const<4>)>, RowMajor, Inline<f64, \
             StaticExtents<(Const<3>, Const<4>)>>>` does not hold elements of type `f32`",
        ),
    ),
    (
        "elements_that_threads_cannot_share",
        Ours("elements of type `Address` cannot be shared by threads, as `par` does"),
    ),
    (
        "labels_without_end",
        Ours(
            "a contraction of this many labels would never end: at most 64 may name more than one \
             entry",
        ),
    ),
    (
        "outer_product_overflows_the_stack",
        Ours(
            "an inline tensor holds at most 64 KiB: keep it, or an operand of the contraction that \
             gives it, in a `Vec` (`Tensor::full`, `from_fn`)",
        ),
    ),
    ("result_may_fail", Compilers("E0005", &["StaticExtents<(Dyn, Const<4>)>", "ShapeError"])),
    (
        "result_is_a_result",
        Compilers("E0308", &["StaticExtents<(Const<3>,)>", "Result<", "Infallible"]),
    ),
    (
        "result_is_transposed",
        Compilers(
            "E0308",
            &["StaticExtents<(Const<2>, Const<4>)>", "StaticExtents<(Const<4>, Const<2>)>"],
        ),
    ),
    // How a contraction is carried out.
    (
        "text_labels_of_two_types",
        Ours(
            "`Tensor<f64, StaticExtents<(extents::Const<2>,)>>` does not hold elements of type `f32`",
        ),
    ),
    ("composition_of_an_unknown_label", Ours("label `l` of the result occurs in no operand")),
    ("composition_repeats_a_label", Ours("label `i` occurs twice in the result")),
    (
        "arrays_with_a_tensor",
        Ours(
            "tensors of this process cannot be mixed with arrays of a device or with distributed tensors in one contraction",
        ),
    ),
    (
        "arrays_of_other_extents",
        Ours(
            "label `j` names modes of different extents: `extents::Const<3>` and `extents::Const<8>`",
        ),
    ),
    (
        "arrays_of_other_devices",
        Ours(
            "`extents::backend::Array<Native<f32>, StaticExtents<(extents::Const<3>, extents::Const<4>)>>` is not an array of a device of type `Native<f64>`",
        ),
    ),
    (
        "arrays_with_another_sum",
        Ours(
            "`sum in` is an option of tensors: the device of arrays chooses the type that it sums in",
        ),
    ),
    (
        "arrays_on_all_processors",
        Ours("`par` is an option of tensors: the device of arrays chooses what it runs on"),
    ),
    ("path_of_too_few_steps", Ours("the path should have 2 steps, but has 1")),
    ("path_names_no_operand", Ours("step 1 of the path names operand 2, but only 2 are left")),
    ("path_repeats_an_operand", Ours("step 0 of the path contracts operand 1 with itself")),
    ("sum_in_a_narrower_type", Ours("products of `f64` cannot be summed in `f32`")),
    (
        "unknown_option_of_a_contraction",
        Ours("the options after `;` are `sum in f64`, `path [(0, 1), (0, 1)]` and `par`"),
    ),
    (
        "sum_of_other_arrays",
        Ours("mode 1: extent `extents::Const<3>` does not match `extents::Const<4>`"),
    ),
    (
        "array_as_a_term_of_a_tensor",
        Ours(
            "`&Tensor<{float}, StaticExtents<(extents::Const<2>, extents::Const<3>)>>` cannot stand in an expression of arrays",
        ),
    ),
];
