//! What patterns allocate: the plan where the result is a view, and the elements once where it is a copy.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use crate::counting::asked_by;
use extents::einops::{Pattern, Rearranged};
use extents::{Tensor, extents};

/// Lists of modes.
const PLAN: usize = 4000;

#[test]
fn elements_are_copied_once_or_not_at_all() {
    let x = Tensor::full(extents![64, 64, 64], 1.0_f32).unwrap();
    let all = 64 * 64 * 64 * size_of::<f32>();
    let pattern = |text: &str| Pattern::new(text).unwrap().with("p", 2);

    let view = pattern("(a p) b c -> c p a b");
    let (asked, result) = asked_by(|| view.rearrange(&x).unwrap());
    assert!(matches!(result, Rearranged::Borrowed(_)) && asked.bytes < PLAN, "{asked:?}");
    let (asked, _) = asked_by(|| x.rearrange(&view).unwrap());
    assert!(asked.bytes < PLAN, "{asked:?}");
    let repeat = Pattern::new("a b c -> 1000 a b c").unwrap();
    let (asked, _) = asked_by(|| repeat.repeat(&x).unwrap());
    assert!(asked.bytes < PLAN, "{asked:?}");

    for text in ["(a p) b c -> (c p a b)", "a (b p) c -> (b c) p a", "a b (c p) -> (p a) b c"] {
        let copy = pattern(text);
        let (asked, result) = asked_by(|| copy.rearrange(&x).unwrap());
        assert!(matches!(result, Rearranged::Owned(_)), "{text}");
        assert!((all..all + PLAN).contains(&asked.bytes), "{text}: {asked:?}");
        // The copy is the tensor.
        let (asked, _) = asked_by(|| result.into_tensor().unwrap());
        assert_eq!(asked.bytes, 0, "{text}");
    }
    let doubled = pattern("a b c -> (a p) b c");
    let (asked, _) = asked_by(|| doubled.repeat(&x).unwrap());
    assert!((2 * all..2 * all + PLAN).contains(&asked.bytes), "{asked:?}");

    let pool = pattern("a (b p) c -> (c b) a");
    let (asked, _) = asked_by(|| pool.reduce(&x, |over| over.max()).unwrap());
    assert!((all / 2..all / 2 + PLAN).contains(&asked.bytes), "{asked:?}");
}
