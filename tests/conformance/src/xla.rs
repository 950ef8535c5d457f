//! The shapes and layouts of XLA: where elements lie, how shapes are edited, compared and written.

mod bitcasts;
mod bytes;
mod compare;
mod edits;
mod index;
mod listed;
pub(crate) mod read;
mod text;

use serde_json::Value;

use crate::answer::{Check, judge_found};
use crate::json::{get, only};

/// Runs a case of a section of `xla.json`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    only(case, &["id", "op", "in", "out", "error", "note", "reading", "as_written", "xla"])?;
    let input: Value = get(case, "in")?;
    let found = match op {
        "linear_index_map" | "padded_linear_map" | "tiled_linear_map" => index::map(&input, case),
        "tiled_linear_index" => index::one(&input, case),
        "multi_to_linear" => index::multi_to_linear(&input),
        "linear_to_multi" => index::linear_to_multi(&input),
        "bump_indices" => index::bump(&input, case),
        "index_in_bounds" => index::in_bounds(&input),
        "compare_indices" => index::compare(&input),
        "validate_layout" => index::validate(&input),
        "for_each_index_count" => index::visit_count(&input),
        "for_each_index_order" => index::visit_order(&input),
        "is_untiled_layout" | "max_split_size" | "max_elements_per_split" => {
            bytes::tiles(op, &input)
        }
        "array_bytes" => bytes::of_array(&input, case),
        "dimension_stride" => index::dimension_stride(&input),
        "byte_strides" => bytes::strides(&input),
        "unpacked_byte_strides" => bytes::unpacked_strides(&input),
        "byte_strides_is_major_to_minor" => bytes::is_major_to_minor(&input),
        "elements_in" => bytes::elements_in(&input),
        "reshape_is_bitcast" => bitcasts::reshape(&input),
        "transpose_is_bitcast" => bitcasts::transpose(&input),
        "permute_dimensions" => bitcasts::permute(&input),
        "permute_dimensions_ignoring_layout" => bitcasts::permute_ignoring_layout(&input),
        "inverse_permutation" => bitcasts::inverse(&input),
        "reorder_logical_dimensions" => bitcasts::reorder(&input),
        "deduce_transpose_for_bitcast" => bitcasts::deduce(&input),
        "decompose_bitcast" => bitcasts::decompose(&input, case),
        "decompose_bitcast_trt" => bitcasts::decompose_to_transposes(&input),
        "align_layouts" => bitcasts::align(&input, case),
        "dimensions_unmodified_by_reshape" => bitcasts::unmodified(&input),
        "reshape_leaves_dimensions_unmodified" => bitcasts::leaves_unmodified(&input),
        "inserted_or_deleted_1_sized" => bitcasts::one_sized(&input),
        "normalized_logical_transpose" => bitcasts::normalized(&input),
        "compatible"
        | "compatible_ignoring_element_type"
        | "compatible_ignoring_fp_precision"
        | "equal"
        | "equal_ignoring_element_type"
        | "equal_ignoring_fp_precision"
        | "equal_ignoring_layout"
        | "equal_structure"
        | "compatible_kind"
        | "layouts_in_shapes_equal" => compare::two(op, &input),
        _ if op.starts_with("equal_ignoring_") => compare::two(op, &input),
        "same_dimensions" => compare::same_dimensions(&input),
        "copy_layout" => return compare::copy_layout(&input, case),
        "is_leaf_index" => compare::is_leaf(&input),
        "subshape" => return compare::subshape(&input, case),
        "leaf_count" => compare::leaf_count(&input),
        "subshape_count" => compare::subshape_count(&input),
        "validate_shape" | "validate_shape_with_optional_layout" => compare::validate(op, &input),
        "dynamic_array_shape_is_compatible" => compare::dynamic_fits(&input),
        "tuple_index_table_bytes" => compare::table_bytes(&input),
        "parse_print" => return text::parse_print(&input, case),
        "parse" => return text::parse(&input, case),
        "print_layout" => text::print_layout(&input),
        _ if op.starts_with("print_tuple_of_") => text::print_tuple(op, &input),
        "print_program_shape" => text::print_program(&input),
        _ => edits::run(op, &input),
    };
    judge_found(case, found)
}
