//! What takes text or lists takes time in proportion to their length, or little more: four times the input, at most ten
//! times the time. Twice nested loops over the input would take sixteen times as long.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "scaling/linear.rs"]
mod linear;

use extents::composition::gradient;
use extents::einops::Pattern;
use extents::error::Limit;
use extents::label::{
    is_contraction, is_hadamard, label_permutation, labels_difference, labels_intersection,
    labels_union, parse_labels,
};
use extents::layout::Strided;
use extents::multilinear::ttt;
use extents::plan::{Path, Plan};
use extents::{Composition, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, Tensor};
use linear::is_nearly_linear;

/// That many labels, all different.
fn labels(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("label{}", n * 7919 % count)).collect()
}

/// As many letters, of which the alphabets of the world have more than enough.
fn letters(count: usize) -> Vec<char> {
    let all: Vec<char> =
        ('\u{3400}'..'\u{10000}').filter(|letter| letter.is_alphabetic()).collect();
    all.into_iter().cycle().take(count).collect()
}

#[test]
fn texts_of_labels() {
    let einsum = |text: &String| Composition::einsum(text).unwrap();
    // As many labels as operands: chains, without a result and with one.
    let chain = |n: usize| -> String {
        let letters = letters(n + 1);
        let pairs = letters.windows(2).map(|pair| pair.iter().collect::<String>());
        pairs.collect::<Vec<_>>().join(",")
    };
    is_nearly_linear("a chain", 5_000, chain, einsum);
    let all = |n: usize| {
        let letters: String = letters(n).into_iter().collect();
        format!("{letters},{letters}->{letters}")
    };
    is_nearly_linear("all labels twice", 5_000, all, einsum);
    is_nearly_linear("few labels", 20_000, |n| format!("{}->a", vec!["ab"; n].join(",")), einsum);
    let composition = |n: usize| Composition::einsum(&chain(n)).unwrap();
    is_nearly_linear("a chain as text", 5_000, composition, ToString::to_string);
    let named = |n: usize| labels(n).join(", ");
    is_nearly_linear("a list of labels", 5_000, named, |text| parse_labels(text).unwrap());
    is_nearly_linear("named labels", 5_000, named, |text| {
        Composition::of_labels(&[text, text], text).unwrap()
    });
    let shapes = |n: usize| (composition(n), vec![DynRankExtents::new(&[1, 1]).unwrap(); n]);
    is_nearly_linear("the extents of labels", 1_000, shapes, |(composition, shapes)| {
        composition.resolve(shapes).unwrap()
    });
}

#[test]
fn lists_of_labels() {
    let two = |n: usize| {
        let mut right = labels(n);
        right.reverse();
        (labels(n), right)
    };
    let apart = |n: usize| {
        let right = labels(n).into_iter().map(|label| format!("right {label}")).collect::<Vec<_>>();
        (labels(n), right)
    };
    type Two = (Vec<String>, Vec<String>);
    is_nearly_linear("a permutation", 2_000, two, |(a, b): &Two| label_permutation(a, b).unwrap());
    is_nearly_linear("a union", 2_000, apart, |(a, b): &Two| labels_union(a, b));
    is_nearly_linear("an intersection", 2_000, two, |(a, b): &Two| labels_intersection(a, b));
    is_nearly_linear("a difference", 2_000, apart, |(a, b): &Two| labels_difference(a, b));
    is_nearly_linear("a Hadamard product", 2_000, two, |(a, b): &Two| is_hadamard(a, b, a));
    is_nearly_linear("a contraction", 2_000, two, |(a, b): &Two| {
        is_contraction::<&str, _, _>(&[], a, b)
    });
}

#[test]
fn patterns_of_labels() {
    // Each label once on a side, on the right in another order.
    let text = |n: usize| {
        let mut right = labels(n);
        right.reverse();
        format!("{} -> {}", labels(n).join(" "), right.join(" "))
    };
    is_nearly_linear("a pattern", 5_000, text, |text| Pattern::new(text).unwrap());
    let ones = |n: usize| Mapping::new(DynRankExtents::new(&vec![1; n]).unwrap());
    let permuted = |n: usize| (Pattern::new(&text(n)).unwrap(), ones(n));
    is_nearly_linear("a permutation by a pattern", 5_000, permuted, |(pattern, ones)| {
        ones.rearrange(pattern).unwrap()
    });
    // Each mode is split into one label, before each there is a new mode.
    let spread = |n: usize| {
        let (left, right) = (labels(n).join(") ("), labels(n).join(" 0 "));
        let x = Tensor::full(DynRankExtents::new(&vec![1; n]).unwrap(), 1).unwrap();
        (Pattern::new(&format!("({left}) -> 0 {right}")).unwrap(), x)
    };
    type Spread = (Pattern, Tensor<i32>);
    is_nearly_linear("new modes of a pattern", 5_000, spread, |(pattern, x): &Spread| {
        assert_eq!(pattern.repeat(x).unwrap().extents().size(), 0);
    });
}

#[test]
fn plans_of_many_modes() {
    let ones = |n: usize| {
        let composition = Composition::from_labels(&[labels(n), labels(n)], &labels(n)).unwrap();
        (composition, vec![DynRankExtents::new(&vec![1; n]).unwrap(); 2], vec![1_isize; n])
    };
    type Ones = (Composition, Vec<DynRankExtents>, Vec<isize>);
    is_nearly_linear("a plan", 4_000, ones, |(composition, shapes, strides): &Ones| {
        Plan::new(composition, shapes, &[strides, strides]).unwrap()
    });
}

#[test]
fn loops_that_are_too_many() {
    // Extents of 0, 2 and 1, in this order.
    let shape = |n: usize| {
        let extents = (0..n).map(|mode| if mode == 0 { 0 } else { 1 + usize::from(mode < 50) });
        DynRankExtents::new(&extents.collect::<Vec<_>>()).unwrap()
    };
    let many = |n: usize| {
        let composition = Composition::from_labels(&[labels(n), labels(n)], &labels(n)).unwrap();
        (composition, vec![shape(n); 2], vec![1_isize; n])
    };
    type Many = (Composition, Vec<DynRankExtents>, Vec<isize>);
    let most = Plan::MOST_LOOPS;
    is_nearly_linear("a plan", 4_000, many, |(composition, shapes, strides): &Many| {
        let error = Plan::new(composition, shapes, &[strides, strides]).unwrap_err();
        assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Loops, found: 50, most });
    });
}

fn ones(rank: usize) -> Tensor<i64, DynRankExtents> {
    Tensor::full(DynRankExtents::new(&vec![1; rank]).unwrap(), 1).unwrap()
}

#[test]
fn folds_along_many_modes() {
    let half = |n: usize| (ones(n), (0..n / 2).rev().collect::<Vec<_>>());
    type Half = (Tensor<i64, DynRankExtents>, Vec<usize>);
    is_nearly_linear("sums", 4_000, half, |(of, modes): &Half| of.over(modes).sum().unwrap());
    is_nearly_linear("sums of modes that stay", 4_000, half, |(of, modes): &Half| {
        of.over(modes).keep().sum().unwrap()
    });
    let nothing = |n: usize| {
        let extents = DynRankExtents::new(&vec![0; n]).unwrap();
        (Tensor::from_vec(extents, vec![]).unwrap(), (0..n).collect())
    };
    is_nearly_linear("the largest of nothing", 4_000, nothing, |(of, modes): &Half| {
        of.over(modes).max().unwrap_err()
    });
}

#[test]
fn operations_on_many_modes() {
    let reversed = |n: usize| (ones(n), (0..n).rev().collect::<Vec<_>>());
    type Reversed = (Tensor<i64, DynRankExtents>, Vec<usize>);
    is_nearly_linear("a permutation of modes", 4_000, reversed, |(of, modes): &Reversed| {
        of.permute(&modes[..]).unwrap().extents().rank()
    });
    is_nearly_linear("a product along all modes", 4_000, reversed, |(of, modes): &Reversed| {
        ttt(of, of, &modes[..], &modes[..]).unwrap()
    });
    let ascending = |n: usize| {
        let strides: ModeArray<isize> = (0..n).map(|mode| mode as isize).collect();
        let extents = DynRankExtents::new(&vec![1; n]).unwrap();
        Mapping::with_layout(extents, Strided::new(strides)).unwrap()
    };
    is_nearly_linear("the order of memory", 4_000, ascending, |mapping| {
        mapping.indices_in_layout_order().count()
    });
}

#[test]
fn derivatives_along_many_modes() {
    let of_labels = |result: fn(usize) -> Vec<String>| {
        move |n: usize| {
            let composition = Composition::from_labels(&[labels(n)], &result(n)).unwrap();
            (composition, ones(n), ones(result(n).len()))
        }
    };
    type Derived = (Composition, Tensor<i64, DynRankExtents>, Tensor<i64, DynRankExtents>);
    let derive = |(composition, of, by): &Derived| gradient(composition, 0, by, &[of]).unwrap();
    is_nearly_linear("a derivative", 2_000, of_labels(labels), derive);
    is_nearly_linear("a derivative that repeats", 2_000, of_labels(|_| vec![]), derive);
}

#[test]
fn paths_of_many_operands() {
    let operands = |n: usize| {
        let text = format!("{}->a", vec!["ab"; n].join(","));
        (Composition::einsum(&text).unwrap(), vec![DynRankExtents::new(&[2, 3]).unwrap(); n])
    };
    type Operands = (Composition, Vec<DynRankExtents>);
    is_nearly_linear("a path", 2_000, operands, |(composition, shapes): &Operands| {
        Path::in_order(composition, shapes).unwrap()
    });
    is_nearly_linear("a cheap path", 2_000, operands, |(composition, shapes): &Operands| {
        Path::cheapest(composition, shapes).unwrap()
    });
    let path = |n: usize| {
        let (composition, shapes) = operands(n);
        (Path::in_order(&composition, &shapes).unwrap(), shapes)
    };
    is_nearly_linear("a path as text", 2_000, path, |(path, _)| path.to_string());
    is_nearly_linear("a path that is given", 2_000, path, |(path, shapes)| {
        let given = Path::given(path.composition(), shapes, path.pairs()).unwrap();
        assert!(given == *path);
    });
}
