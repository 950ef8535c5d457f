//! The programs of `ui-tests/` about what is computed: expressions, options of contractions, descriptions.

use crate::gallery::First::{self, Compilers, Ours};

/// As the other table.
pub(crate) const EXPRESSIONS: &[(&str, First)] = &[
    // Descriptions of tensors.
    ("assign_to_a_read_only_tensor", Ours("a read-only tensor cannot be assigned to")),
    // Expressions.
    ("expression_of_other_extents", Ours("mode 1: extent `Const<3>` can never be `Const<4>`")),
    (
        "expression_of_other_rank",
        Ours(
            "extents `StaticExtents<(Const<2>, Const<3>)>` can never be \
             `StaticExtents<(Const<3>,)>`: the ranks differ",
        ),
    ),
    (
        "expression_later_operand_of_other_extents",
        Ours("mode 0: extent `Const<2>` can never be `Const<4>`"),
    ),
    (
        "expression_to_target_of_other_extents",
        Ours("mode 1: extent `Const<4>` can never be `Const<3>`"),
    ),
    (
        "expression_compared_with_other_extents",
        Ours("mode 0: extent `Const<2>` can never be `Const<3>`"),
    ),
    (
        "expression_of_unlike_elements",
        Ours(
            "elements of type `f64` meet `&Tensor<f32, StaticExtents<(Const<2>,)>>`, which has \
             none of that type",
        ),
    ),
    (
        "expression_compared_with_unlike_elements",
        Ours(
            "elements of type `i32` meet `&Tensor<i64, StaticExtents<(Const<2>,)>>`, which has \
             none of that type",
        ),
    ),
    (
        "expression_of_a_tensor_and_a_vec",
        Ours("elements of type `f64` meet `Vec<f64>`, which has none of that type"),
    ),
    (
        "expression_of_values_without_extents",
        Ours(
            "an expression of constants alone has no extents: nothing says how many elements it \
             has",
        ),
    ),
    (
        "expression_of_integers_divided",
        Ours("elements of type `i32` cannot be divided: `i32` is no `Divide`"),
    ),
    (
        "expression_of_roots_of_integers",
        Ours("elements of type `i32` have no roots and exponentials: `i32` is no `Real`"),
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
    // How a contraction is carried out.
    ("plan_of_three_operands", Ours("the number of operands should be 2, but is 3")),
    (
        "text_labels_of_two_types",
        Ours(
            "elements of type `f32` meet `Tensor<f64, StaticExtents<(extents::Const<2>,)>>`, which \
             has none of that type",
        ),
    ),
    ("path_of_too_few_steps", Ours("the path should have 2 steps, but has 1")),
    ("path_names_no_operand", Ours("step 1 of the path names operand 2, but only 2 are left")),
    ("path_repeats_an_operand", Ours("step 0 of the path contracts operand 1 with itself")),
    ("sum_in_a_narrower_type", Ours("products of `f64` cannot be summed in `f32`")),
    (
        "unknown_option_of_a_contraction",
        Ours("behind `;` stands how to contract: `sum in f64`, `path [(0, 1), (0, 1)]` or `par`"),
    ),
];
