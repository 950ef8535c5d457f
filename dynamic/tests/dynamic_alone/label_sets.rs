//! Lists of labels: permutations, sets and what kind a product is.

use extents_dynamic::{
    is_contraction, is_hadamard, label_permutation, labels_concatenation, labels_difference,
    labels_intersection, labels_union, parse_labels,
};
use extents_static::ShapeError;
use proptest::prelude::*;

fn labels(text: &str) -> Vec<String> {
    parse_labels(text).unwrap()
}

fn permutation(from: &str, to: &str) -> Result<Vec<usize>, ShapeError> {
    label_permutation(&labels(from), &labels(to))
}

fn hadamard(result: &str, left: &str, right: &str) -> bool {
    is_hadamard(&labels(result), &labels(left), &labels(right))
}

fn contraction(result: &str, left: &str, right: &str) -> bool {
    is_contraction(&labels(result), &labels(left), &labels(right))
}

/// `new[i] = old[permutation[i]]`: `l`, `i`, `jk` stand at 2, 0 and 1 of `i,jk,l`.
#[test]
fn permutations_tell_where_the_new_labels_stood() {
    assert_eq!(permutation("", "").unwrap(), Vec::<usize>::new());
    assert_eq!(permutation("i,jk,l", "l,i,jk").unwrap(), [2, 0, 1]);
    assert_eq!(permutation("i,jk,l", "jk,l,i").unwrap(), [1, 2, 0]);
    assert_eq!(permutation("a,b,c,d", "d,b,a,c").unwrap(), [3, 1, 0, 2]);
    // Case counts.
    assert_eq!(permutation("I,i", "i,I").unwrap(), [1, 0]);
}

#[test]
fn what_is_no_permutation_is_named() {
    let text = |from, to| permutation(from, to).unwrap_err().to_string();
    assert_eq!(
        permutation("i,j", "i").unwrap_err(),
        ShapeError::RankMismatch { expected: 2, found: 1 }
    );
    assert_eq!(
        permutation("i", "i,j").unwrap_err(),
        ShapeError::RankMismatch { expected: 1, found: 2 }
    );
    assert_eq!(text("i,j", "i,i"), "label `i` occurs twice in the result");
    assert_eq!(text("i,i", "i,i"), "label `i` occurs twice in the result");
    assert_eq!(text("i,i", "i,j"), "label `j` of the result occurs in no operand");
    assert_eq!(text("i,j", "k,j"), "label `k` of the result occurs in no operand");
}

#[test]
fn sets_keep_the_order_and_drop_repeats() {
    let (left, right) = (labels("k,i,k,a"), labels("b,k,a,b"));
    assert_eq!(labels_union(&left, &right), ["k", "i", "a", "b"]);
    assert_eq!(labels_union(&right, &left), ["b", "k", "a", "i"]);
    assert_eq!(labels_intersection(&left, &right), ["k", "a"]);
    assert_eq!(labels_intersection(&right, &left), ["k", "a"]);
    assert_eq!(labels_difference(&left, &right), ["i"]);
    assert_eq!(labels_difference(&right, &left), ["b"]);
    assert_eq!(labels_concatenation(&left, &right), labels("k,i,k,a,b,k,a,b"));
    let none = labels("");
    assert_eq!(labels_concatenation(&left, &none), left);
    assert_eq!(labels_union(&none, &right), ["b", "k", "a"]);
    assert!(labels_intersection(&left, &none).is_empty());
    assert_eq!(labels_difference(&left, &none), ["k", "i", "a"]);
}

#[test]
fn an_elementwise_product_has_the_same_labels_everywhere() {
    assert!(hadamard("", "", ""));
    assert!(hadamard("i,j,k", "k,i,j", "j,k,i"));
    for (result, left, right) in [
        ("i,j", "i,j", "i"),
        ("i", "i,j", "i,j"),
        ("i,j", "i,j", "i,k"),
        ("i,j", "i,k", "i,j"),
        ("i,i", "i,i", "i,i"),
        ("i,j", "i,i", "i,j"),
        ("", "i", "i"),
    ] {
        assert!(!hadamard(result, left, right), "{result} = {left} * {right}");
    }
}

#[test]
fn a_contraction_sums_all_that_the_operands_share() {
    assert!(contraction("i,j", "i,k", "k,j"));
    assert!(contraction("", "i,j", "j,i"));
    // What one operand alone has is free to be summed, or to be kept.
    assert!(contraction("i", "i,k", "k,j"));
    for (result, left, right) in [
        ("", "", ""),
        ("i,j", "i", "j"),
        ("i,j", "i,j", "i,j"),
        ("b,i,j", "b,i,k", "b,k,j"),
        ("i,j", "i,k,k", "k,j"),
        ("i,j", "i,k", "k,j,j"),
        ("i,i", "i,k", "k,j"),
    ] {
        assert!(!contraction(result, left, right), "{result} = {left} * {right}");
    }
}

/// Up to four of five labels, which may repeat.
fn lists() -> impl Strategy<Value = Vec<String>> {
    let label = prop::sample::select(vec!["i", "j", "k", "mu", "I"]);
    prop::collection::vec(label.prop_map(str::to_owned), 0..5)
}

fn repeats(list: &[String]) -> bool {
    list.iter().enumerate().any(|(at, label)| list[..at].contains(label))
}

fn same_labels(left: &[String], right: &[String]) -> bool {
    left.iter().all(|label| right.contains(label)) && right.iter().all(|label| left.contains(label))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn permutations_and_sets_are_what_a_search_finds(left in lists(), right in lists()) {
        match label_permutation(&left, &right) {
            Ok(found) => {
                prop_assert_eq!(found.len(), right.len());
                prop_assert!(right.iter().zip(&found).all(|(label, &at)| left[at] == *label));
                prop_assert!(!repeats(&left) && !repeats(&right) && left.len() == right.len());
            }
            Err(_) => {
                let is_one = left.len() == right.len() && !repeats(&left) && same_labels(&left, &right);
                prop_assert!(!is_one, "{:?} {:?}", left, right);
            }
        }
        let once = |all: Vec<&String>| -> Vec<String> {
            let mut kept: Vec<String> = Vec::new();
            for label in all {
                if !kept.contains(label) {
                    kept.push(label.clone());
                }
            }
            kept
        };
        prop_assert_eq!(labels_union(&left, &right), once(left.iter().chain(&right).collect()));
        prop_assert_eq!(labels_intersection(&left, &right), once(left.iter().filter(|label| right.contains(label)).collect()));
        prop_assert_eq!(labels_difference(&left, &right), once(left.iter().filter(|label| !right.contains(label)).collect()));
    }

    /// As the words are defined: of an elementwise product all three lists hold the same labels, none repeated; of a
    /// contraction none repeats, the operands share some, and the result has none that they share.
    #[test]
    fn kinds_of_products_follow_their_definitions(result in lists(), left in lists(), right in lists(), alike in any::<bool>()) {
        let right = if alike { left.iter().rev().cloned().collect() } else { right };
        for result in [result, left.clone(), labels_difference(&left, &right)] {
            let are_plain = ![&result, &left, &right].into_iter().any(|list| repeats(list));
            let hadamard = are_plain && same_labels(&result, &left) && same_labels(&result, &right);
            prop_assert_eq!(is_hadamard(&result, &left, &right), hadamard);
            let shared: Vec<&String> = left.iter().filter(|label| right.contains(label)).collect();
            let contraction = are_plain && !shared.is_empty() && shared.iter().all(|label| !result.contains(label));
            prop_assert_eq!(is_contraction(&result, &left, &right), contraction, "{:?} = {:?} * {:?}", result, left, right);
        }
    }
}
