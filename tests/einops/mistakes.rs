//! What the errors of patterns say: each row that `einops` refuses, and further ones.

use extents::einops::{Pattern, rearrange, reduce, repeat};
use extents::{DynRankExtents, Tensor, extents, labels};

use super::{counting, message, rows};

labels! { a, b, c, d, e }

/// The text of the error of each row that is refused.
const REFUSED: &[(&str, &str)] = &[
    ("r.sizes-differ", "mode 3 should have extent 5, but has 6"),
    (
        "t.ellipsis-split",
        "expected a label: the modes of `...` are not parts of one at position 9, found '.'",
    ),
    (
        "t.ellipsis-split-all",
        "expected a label: the modes of `...` are not parts of one at position 1, found '.'",
    ),
    ("w.0", "expected `->` at position 5"),
    ("w.1", "expected `)` at position 7, found '-'"),
    ("w.2", "expected a label, a number, `...` or parentheses at position 5, found ')'"),
    ("w.3", "expected a label, a number, `...` or parentheses at position 3, found '('"),
    ("w.4", "label `a` occurs twice in an operand"),
    ("w.5", "label `c` occurs twice in the result"),
    ("w.6", "label `c` of the operand does not occur in the result"),
    ("w.7", "label `d` of the result occurs in no operand"),
    ("w.8", "operand 0 should have a label for each of its 3 modes, but has 2"),
    ("w.9", "operand 0 should have a label for each of its 3 modes, but has 4"),
    ("w.10", "label `...` occurs twice in an operand"),
    ("w.11", "label `...` of the result occurs in no operand"),
    ("w.12", "label `d` has no size"),
    ("w.13", "label `a` of mode 0 has no whole size: the extent 2 is not a multiple of 7"),
    ("w.14", "mode 0 of extent 2 cannot split into parts whose product is 14"),
    ("w.15", "mode 0 should have extent 9, but has 2"),
    ("w.16", "label `d` has a size, but does not occur in the pattern"),
    ("w.17", "mode 0 should have extent 1, but has 2"),
    ("w.18", "label `3` of the operand does not occur in the result"),
    ("w.19", "expected a label, a number, `...` or parentheses at position 2, found '.'"),
    ("w.20", "expected a label, a number, `...` or parentheses at position 2, found '-'"),
    ("w.21", "expected the end at position 15, found '-'"),
    ("w.no-size", "label `d` has no size"),
    ("w.lost", "label `c` of the operand does not occur in the result"),
    ("w.new", "label `d` of the result occurs in no operand"),
];

#[test]
fn refused_rows_say_why() {
    for row in rows().iter().filter(|row| row.result.is_none()) {
        let (_, expected) = REFUSED.iter().find(|(name, _)| *name == row.name).unwrap();
        let x = counting(&row.shapes[0]);
        let pattern = row.sizes.iter().fold(Pattern::new(&row.pattern), |pattern, (label, n)| {
            pattern.map(|pattern| pattern.with(label, *n))
        });
        let found = match row.verb.as_str() {
            "rearrange" => message(pattern.and_then(|p| p.rearrange(&x).map(|_| ()))),
            "repeat" => message(pattern.and_then(|p| p.repeat(&x).map(|_| ()))),
            _ => message(pattern.and_then(|p| p.reduce(&x, |over| over.max()).map(|_| ()))),
        };
        assert_eq!(&found, expected, "{}: {}", row.name, row.pattern);
    }
    assert_eq!(REFUSED.len(), rows().iter().filter(|row| row.result.is_none()).count());
}

#[test]
fn further_mistakes() {
    let x = counting(&[2, 6]);
    let rearranged = |text: &str| {
        message(Pattern::new(text).and_then(|pattern| pattern.rearrange(&x).map(|_| ())))
    };
    assert_eq!(rearranged(""), "expected `->` at position 0");
    assert_eq!(rearranged("a b -> (b a"), "expected `)` at position 11");
    assert_eq!(rearranged("a b -> (a -> b)"), "expected `)` at position 10, found '-'");
    assert_eq!(
        rearranged("a (99999999999999999999 b) -> a b"),
        "expected a number that fits `usize` at position 3"
    );
    assert_eq!(rearranged("a (2x b) -> a b"), "expected a number at position 3");
    assert_eq!(
        rearranged("a (b ...) -> a b"),
        "expected a label: the modes of `...` are not parts of one at position 5, found '.'"
    );
    assert_eq!(
        rearranged("a b c ... -> a b c ..."),
        "operand 0 should have a label for each of its 2 modes, but has 3"
    );
    // How many modes `...` stands for is known of the operand alone, for each verb.
    let open = Pattern::new("a b -> a b ...").unwrap();
    let unknown = "label `...` of the result occurs in no operand";
    assert_eq!(message(open.rearrange(&x)), unknown);
    assert_eq!(message(open.repeat(&x)), unknown);
    assert_eq!(message(open.reduce(&x, |over| over.sum())), unknown);
    // No extent makes 0 of something else.
    let none = Pattern::new("a (b c) -> a b c").unwrap().with("b", 0);
    assert_eq!(
        message(none.rearrange(&x)),
        "label `c` of mode 1 has no whole size: the extent 6 is not a multiple of 0"
    );
    // Any makes 0 of nothing.
    let empty = Tensor::<f64, _>::zeros(DynRankExtents::new(&[4, 0]).unwrap()).unwrap();
    let any = Pattern::new("a (b c) -> a b c").unwrap().with("b", 0);
    assert_eq!(message(any.rearrange(&empty)), "label `c` has no size");
    // A size that is given of one mode.
    let other = Pattern::new("a b -> b a").unwrap().with("b", 3);
    assert_eq!(message(other.rearrange(&x)), "mode 1 should have extent 3, but has 6");
    // A view alone cannot put columns behind each other; the numbers are those of the second part.
    let error = message(x.rearrange("a b -> (b a)"));
    assert_eq!(
        error,
        "mode 0 of stride 1 cannot merge with the next: it needs stride 12, or a copy, as `to_tensor()` makes"
    );
    let huge = Pattern::new("a b -> a b c d").unwrap().with("c", 1 << 40).with("d", 1 << 40);
    assert!(
        message(huge.repeat(&x))
            .starts_with("the extents other than 0 make more than 9223372036854775807")
    );
    let null = Tensor::<f64, DynRankExtents>::default();
    let null = null.extents().clone();
    let null = Tensor::<f64, _>::from_vec(null, vec![]).unwrap();
    let same = Pattern::new("... -> ...").unwrap();
    assert_eq!(
        message(same.rearrange(&null)),
        "the null shape has no modes and no elements to work on"
    );
    // A maximum of nothing.
    let empty = counting(&[2, 0]);
    let max = Pattern::new("a b -> a").unwrap();
    let error = message(max.reduce(&empty, |over| over.max()));
    assert_eq!(
        error,
        "mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"
    );
    assert_eq!(max.reduce(&empty, |over| over.sum()).unwrap().as_slice(), [0.0, 0.0]);
    // The mode is that of the operand, of which others are split.
    let empty = counting(&[4, 0, 2]);
    let max = Pattern::new("(d c) b e -> (c d) e").unwrap().with("c", 2);
    let error = message(max.reduce(&empty, |over| over.max()));
    assert_eq!(
        error,
        "mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"
    );
    let typed = Tensor::from_vec(extents![4, dyn 0, 2].unwrap(), Vec::<f64>::new()).unwrap();
    let error = message(reduce!(typed[(d c), b, e] => [(c d), e]; max; c = 2, d = 2));
    assert_eq!(
        error,
        "mode 1 has extent 0: it has no smallest or largest entry, no mean and no variance"
    );
}

#[test]
fn a_part_of_nothing_has_any_size_beside_one_of_nothing() {
    let empty = Tensor::from_vec(extents![dyn 0].unwrap(), Vec::<f64>::new()).unwrap();
    let none = 0;
    let typed = message(rearrange!(empty[(a b)] => [a, b]; b = dyn none));
    assert_eq!(typed, "label `a` has no size");
    let text = Pattern::new("(a b) -> a b").unwrap().with("b", 0);
    assert_eq!(message(text.rearrange(&empty)), "label `a` has no size");
}

#[test]
fn one_axis_of_another_size_is_no_split() {
    let (n, h) = (7, 8);
    let x = Tensor::full(extents![dyn n, 2].unwrap(), 0.0).unwrap();
    let error = "mode 0 should have extent 8, but has 7";
    assert_eq!(message(rearrange!(x[h, w] => [w, h]; h = 8)), error);
    assert_eq!(message(rearrange!(x[h, w] => [w, h]; h = dyn h)), error);
    assert_eq!(message(rearrange!(x[(h), w] => [w, h]; h = 8)), error);
    assert_eq!(message(reduce!(x[8, w] => [w]; sum)), error);
    for text in ["h w -> w h", "(h) w -> w h"] {
        let pattern = Pattern::new(text).unwrap().with("h", 8);
        assert_eq!(message(pattern.rearrange(&x)), error, "{text}");
    }
    let eight = Pattern::new("8 w -> w").unwrap();
    assert_eq!(message(eight.reduce(&x, |over| over.sum())), error);
    // Of two, the mode is split.
    let error = "mode 0 of extent 7 cannot split into parts whose product is 8";
    assert_eq!(message(rearrange!(x[(h p), w] => [w, h, p]; h = 4, p = 2)), error);
    let pattern = Pattern::new("(h p) w -> w h p").unwrap().with("h", 4).with("p", 2);
    assert_eq!(message(pattern.rearrange(&x)), error);
}

/// Extents of 0 are left out of the size of a shape, so that its strides fit.
#[test]
fn sizes_beside_an_axis_of_extent_0_fit_together() {
    let (none, long) = (0, 1 << 40);
    let empty = Tensor::from_vec(extents![dyn none].unwrap(), Vec::<f64>::new()).unwrap();
    let error = "the extents other than 0 make more than 9223372036854775807 elements: 1099511627776 before mode 2, \
                 times its extent 1099511627776";
    // Merged to an extent of 0, and left apart.
    assert_eq!(message(repeat!(empty[a] => [(a b c)]; b = dyn long, c = dyn long)), error);
    assert_eq!(message(repeat!(empty[a] => [a, b, c]; b = dyn long, c = dyn long)), error);
    for text in ["a -> (a b c)", "a -> a b c"] {
        let pattern = Pattern::new(text).unwrap().with("b", long).with("c", long);
        assert_eq!(message(pattern.repeat(&empty)), error, "{text}");
    }
    assert_eq!(
        message(rearrange!(empty[(a b c)] => [(a b c)]; a = dyn none, b = dyn long, c = dyn long)),
        error
    );
    let pattern = Pattern::new("(a b c) -> (a b c)").unwrap().with("a", 0);
    let pattern = pattern.with("b", long).with("c", long);
    assert_eq!(message(pattern.rearrange(&empty)), error);
}
