//! Checks of tensors that are joined to one, or compared.

use super::{Known, stop};
use crate::const_text::{ConstText, refuse};
use crate::{
    LabelName, ShapeError,
    error::{Place, Quantity},
};

/// Checks that no two run-time extents of operands that are joined have unlike names, but along the mode `along`. Two dims of one
/// printed name are told apart by their labels, where operands have them: 0 is none.
#[track_caller]
pub const fn assert_joined_names(
    along: Known<usize>,
    operands: &[&[Option<LabelName>]],
    labels: &[&[u64]],
) {
    let mut operand = 1;
    while operand < operands.len() {
        let what = ConstText::new().then(" of operand ").number(operand);
        let (found, ids) = (operands[operand], labels_at(labels, operand));
        assert_same_names(along, (operands[0], labels_at(labels, 0)), (found, ids), what.as_str());
        operand += 1;
    }
}

/// Checks that the modes of a target have the names of those of what is written to it, but along the mode `along`.
#[track_caller]
pub const fn assert_target_names(
    along: Known<usize>,
    source: (&[Option<LabelName>], &[u64]),
    target: (&[Option<LabelName>], &[u64]),
) {
    assert_same_names(along, source, target, " of the target");
}

#[track_caller]
const fn assert_same_names(
    along: Known<usize>,
    (expected, ids): (&[Option<LabelName>], &[u64]),
    (found, other_ids): (&[Option<LabelName>], &[u64]),
    what: &str,
) {
    let mut mode = 0;
    while mode < found.len() && mode < expected.len() {
        if let (Some(found), Some(expected)) = (found[mode], expected[mode])
            && !matches!(along, Some(along) if along == mode)
        {
            let text = ConstText::new().then("mode ").number(mode).then(what);
            let text = text.then(" should be `").then(expected.as_str());
            if !found.says(expected) {
                stop(text.then("`, but is `").then(found.as_str()).then("`").as_str());
            }
            let (id, other) = (label_at(ids, mode), label_at(other_ids, mode));
            if id != 0 && other != 0 && id != other {
                stop(text.then("`, but is another dim of that name").as_str());
            }
        }
        mode += 1;
    }
}

const fn labels_at<'l>(labels: &[&'l [u64]], operand: usize) -> &'l [u64] {
    if operand < labels.len() { labels[operand] } else { &[] }
}

const fn label_at(labels: &[u64], mode: usize) -> u64 {
    if mode < labels.len() { labels[mode] } else { 0 }
}

/// Checks that the extents of operands that are joined agree in all modes but `along`, and, if that is a mode of theirs,
/// that its extents add up to `sum`.
#[track_caller]
pub const fn assert_joined(
    along: Known<usize>,
    operands: &[&[Known<usize>]],
    is_whole: bool,
    sum: Known<usize>,
) {
    let (mut operand, mut found, mut is_known) = (0, 0_usize, is_whole);
    while operand < operands.len() {
        let extents = operands[operand];
        // Empty where the rank is a run-time one.
        if !extents.is_empty() && !operands[0].is_empty() {
            let (expected, found) = (operands[0].len(), extents.len());
            if expected != found {
                refuse(ShapeError::CountMismatch {
                    of: Quantity::Modes { operand },
                    expected,
                    found,
                });
            }
        }
        is_known = is_known && !extents.is_empty();
        let mut mode = 0;
        while mode < extents.len() && mode < operands[0].len() {
            let is_along = match along {
                Some(along) => along == mode,
                None => false,
            };
            match (extents[mode], operands[0][mode]) {
                (Some(extent), _) if is_along => found = found.saturating_add(extent),
                (None, _) if is_along => is_known = false,
                (Some(found), Some(expected)) if found != expected => {
                    refuse(ShapeError::ExtentMismatch {
                        place: Place::Joined { operand, mode },
                        expected,
                        found,
                    })
                }
                _ => (),
            }
            mode += 1;
        }
        operand += 1;
    }
    if let (Some(mode), Some(expected)) = (along, sum)
        && is_known
        && expected != found
    {
        refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{assert_joined_names, assert_target_names};
    use crate::LabelName;

    const A: Option<LabelName> = Some(LabelName::new("A"));
    const B: Option<LabelName> = Some(LabelName::new("B"));

    #[test]
    fn names_agree_in_all_modes_but_one() {
        assert_joined_names(Some(0), &[&[A, B], &[B, B], &[A, B]], &[]);
        assert_joined_names(None, &[&[A, B], &[A, None], &[None, B]], &[]);
        assert_joined_names(None, &[&[A], &[A, B], &[]], &[]);
        assert_joined_names(None, &[], &[]);
        let scoped = Some(LabelName::new("A'"));
        assert_joined_names(None, &[&[A, B], &[scoped, B], &[A]], &[]);
        assert_joined_names(None, &[&[scoped], &[A]], &[]);
    }

    #[test]
    #[should_panic(expected = "mode 1 of operand 2 should be `B`, but is `A`")]
    fn a_name_that_differs_is_refused() {
        assert_joined_names(Some(0), &[&[A, B], &[A, B], &[B, A]], &[]);
    }

    #[test]
    #[should_panic(expected = "mode 0 of operand 1 should be `A`, but is `B`")]
    fn a_name_that_differs_is_refused_where_no_mode_is_joined() {
        assert_joined_names(None, &[&[A, B], &[B, B]], &[]);
    }

    #[test]
    #[should_panic(expected = "mode 0 of operand 1 should be `A`, but is `B`")]
    fn a_name_that_differs_is_refused_beside_the_mode_that_is_joined() {
        assert_joined_names(Some(1), &[&[A, B], &[B, A]], &[]);
    }

    #[test]
    fn dims_of_one_printed_name_agree_along_a_mode_and_where_one_has_no_label() {
        assert_joined_names(Some(0), &[&[A, B], &[A, B]], &[&[1, 2], &[3, 2]]);
        assert_joined_names(None, &[&[A, B], &[A, B]], &[&[0, 2], &[3, 2]]);
        assert_joined_names(None, &[&[A, B], &[A, B]], &[&[1, 2]]);
    }

    #[test]
    #[should_panic(expected = "mode 1 of operand 1 should be `B`, but is another dim of that name")]
    fn dims_of_one_printed_name_are_told_apart() {
        assert_joined_names(None, &[&[A, B], &[A, B]], &[&[1, 2], &[1, 3]]);
    }

    #[test]
    fn a_target_may_have_another_name_along_the_mode() {
        assert_target_names(Some(1), (&[A, B], &[1, 2]), (&[A, A], &[1, 1]));
        assert_target_names(None, (&[A, B], &[1, 2]), (&[None, B], &[]));
    }

    #[test]
    #[should_panic(expected = "mode 0 of the target should be `A`, but is `B`")]
    fn a_target_has_the_other_names() {
        assert_target_names(Some(1), (&[A, B], &[1, 2]), (&[B, A], &[2, 1]));
    }

    #[test]
    #[should_panic(
        expected = "mode 1 of the target should be `B`, but is another dim of that name"
    )]
    fn dims_of_a_target_are_told_apart() {
        assert_target_names(None, (&[A, B], &[1, 2]), (&[A, B], &[1, 3]));
    }
}
