//! What is a view, and what a copy.

use extents::einops::{Pattern, Rearranged};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, StaticExtents, Tensor, einsum, extents,
};

use super::counting;

/// Where the elements of the result begin, and how far the next entries are.
fn place<'a>(result: &Rearranged<'a, f64>) -> (*const f64, Vec<isize>) {
    let view = result.view();
    (view.iter().next().unwrap(), view.mapping().strides().as_ref().to_vec())
}

/// By the definition of row-major order: an element of index `(b, h, w, c)` is at `((b 4 + h) 6 + w) 3 + c`.
#[test]
fn where_strides_do_it_the_elements_stay() {
    let x = counting(&[6, 4, 6, 3]);
    let start = x.as_slice().as_ptr();
    let views: &[(&str, &[isize])] = &[
        ("b h w c -> b h w c", &[72, 18, 3, 1]),
        ("b h w c -> c w h b", &[1, 3, 18, 72]),
        ("b h w c -> (b h) (w c)", &[18, 1]),
        ("b h w c -> c (b h w)", &[1, 3]),
        ("(b1 2) h (w 3) c -> b1 2 h w 3 c", &[]),
        ("b ... -> (...) b", &[1, 72]),
    ];
    for (text, strides) in views {
        let Ok(result) = Pattern::new(text).unwrap().rearrange(&x) else {
            // Numbers on both sides are two modes each.
            assert!(strides.is_empty());
            continue;
        };
        assert!(matches!(result, Rearranged::Borrowed(_)), "{text}");
        assert_eq!(place(&result), (start, strides.to_vec()), "{text}");
    }
    let copies = ["b h w c -> (c b) h w", "b h w c -> (w h) b c", "b h w c -> (c w h b)"];
    for text in copies {
        let result = Pattern::new(text).unwrap().rearrange(&x).unwrap();
        assert!(matches!(result, Rearranged::Owned(_)), "{text}");
    }
}

#[test]
fn what_repeats_is_a_view_until_it_is_merged() {
    let x = counting(&[2, 3]);
    let start = x.as_slice().as_ptr();
    let repeat = |text: &str| Pattern::new(text).unwrap().repeat(&x).unwrap();
    assert_eq!(place(&repeat("a b -> 5 a 7 b")), (start, vec![0, 3, 0, 1]));
    assert_eq!(place(&repeat("a b -> 5 (a b)")), (start, vec![0, 1]));
    assert_eq!(place(&repeat("a b -> (5 7) b a")), (start, vec![0, 1, 3]));
    assert!(matches!(repeat("a b -> (5 a) b"), Rearranged::Owned(_)));
}

#[test]
fn a_mutable_view_writes_through_a_pattern() {
    let mut image = Tensor::full(extents![4, 4], 0).unwrap();
    let quarters = Pattern::new("(h p) (w q) -> h w p q").unwrap().with("p", 2).with("q", 2);
    let mut parts = image.view_mut().rearrange(&quarters).unwrap();
    for (n, (h, w)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
        for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            parts[[h, w, p, q]] = n;
        }
    }
    assert_eq!(image.as_slice(), [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    // Repeated elements could be written twice.
    let error = image.view_mut().rearrange("a b -> a b 2").unwrap_err();
    assert_eq!(error.to_string(), "label `2` of the result occurs in no operand");
}

#[test]
fn operands_are_of_any_layer() {
    let typed = InlineTensor::<i32, StaticExtents![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(typed.rearrange("a b -> b a").unwrap()[[2, 1]], 6);
    // The tensor itself, its elements where they are.
    let turned = typed.into_rearranged("a b -> b a").unwrap();
    assert_eq!(turned.extents(), &DynRankExtents::new(&[3, 2]).unwrap());
    assert_eq!(turned.view().iter().copied().collect::<Vec<_>>(), [1, 4, 2, 5, 3, 6]);
    let mixed = Tensor::from_vec(extents![dyn 2, 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let by_rank = mixed.view().weaken::<DynExtents<2>>();
    let turned = Pattern::new("a b -> (b a)").unwrap();
    for result in [turned.rearrange(&typed), turned.rearrange(&mixed), turned.rearrange(&by_rank)] {
        assert_eq!(result.unwrap().into_tensor().unwrap().as_slice(), [1, 4, 2, 5, 3, 6]);
    }
    // A result is an operand again, without a copy of its own.
    let result = turned.rearrange(&typed).unwrap();
    assert_eq!(einsum("i,i->", &[&result, &result]).unwrap()[[]], 91);
    let split = Pattern::new("(b a) -> a b").unwrap().with("a", 2);
    assert_eq!(split.rearrange(&result).unwrap().extents().as_slice(), [2, 3]);
    assert_eq!(result.extents().rank(), 1);
}

/// Kept, and used again on other extents and with other sizes.
#[test]
fn a_pattern_is_kept() {
    let halves = Pattern::new("(a b) -> b a").unwrap().with("a", 2);
    for n in 1..5 {
        let x = counting(&[2 * n]);
        assert_eq!(halves.rearrange(&x).unwrap().extents().as_slice(), [n, 2]);
    }
    let thirds = halves.clone().with("a", 3);
    assert_eq!(thirds.rearrange(&counting(&[6])).unwrap().extents().as_slice(), [2, 3]);
    assert_ne!(halves, thirds);
}

/// Extents of 0 and 1, and a scalar.
#[test]
fn small_extents() {
    let none = counting(&[0, 3]);
    let flat = Pattern::new("a b -> (b a)").unwrap();
    assert_eq!(flat.rearrange(&none).unwrap().extents().as_slice(), [0]);
    let split = Pattern::new("(a c) b -> a c b").unwrap().with("c", 4);
    assert_eq!(split.rearrange(&none).unwrap().extents().as_slice(), [0, 4, 3]);
    let scalar = counting(&[]);
    assert_eq!(Pattern::new("-> 1").unwrap().rearrange(&scalar).unwrap().view()[[0]], 0.0);
    assert_eq!(Pattern::new("->").unwrap().rearrange(&scalar).unwrap().extents().rank(), 0);
    let one = counting(&[1, 1, 1]);
    assert_eq!(Pattern::new("1 (1 1) () ->").unwrap().rearrange(&one).unwrap().extents().rank(), 0);
}

/// A null tensor is nothing that a pattern gives, but may stand in its place.
#[test]
fn a_null_tensor_is_viewed_as_one() {
    let null = Rearranged::Owned(Tensor::<i32>::null());
    assert!(null.view().extents().is_null());
    assert_eq!(null.view().iter().count(), 0);
}
