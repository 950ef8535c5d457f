//! uBLAS's vocabulary, by the definitions.

use crate::oracle;
use extents_dynamic::{DynExtents, DynRankExtents, squeeze, squeeze_octave, to_string};
use extents_static::{
    Extents, StaticExtents, extents, in_bounds, is_matrix, is_scalar, is_tensor, is_vector,
    product, valid,
};

fn dynamic(extents: &[usize]) -> DynRankExtents {
    DynRankExtents::new(extents).unwrap()
}

/// All shapes of rank 0 to 4 with extents 0 to 3.
fn small_shapes() -> Vec<Vec<usize>> {
    (0..=4).flat_map(|rank| oracle::indices(&vec![4; rank])).collect()
}

fn has_no_zero(e: &[usize]) -> bool {
    !e.contains(&0)
}

/// All ones.
fn scalar_by_definition(e: &[usize]) -> bool {
    e.iter().all(|&extent| extent == 1)
}

/// `{n > 1}`, or the first two hold a 1 and one that is greater, and the rest are 1.
fn vector_by_definition(e: &[usize]) -> bool {
    match e {
        [n] => *n > 1,
        [1, n, rest @ ..] | [n, 1, rest @ ..] => *n > 1 && rest.iter().all(|&extent| extent == 1),
        _ => false,
    }
}

/// The first two greater than 1, and the rest 1.
fn matrix_by_definition(e: &[usize]) -> bool {
    matches!(e, [m, n, rest @ ..] if *m > 1 && *n > 1 && rest.iter().all(|&extent| extent == 1))
}

/// Valid, of rank 3 or more, with an extent greater than 1 from the third on.
fn tensor_by_definition(e: &[usize]) -> bool {
    has_no_zero(e) && e.iter().skip(2).any(|&extent| extent > 1)
}

#[test]
fn predicates_follow_their_definitions() {
    let shapes = small_shapes();
    assert_eq!(shapes.len(), 1 + 4 + 16 + 64 + 256);
    for e in &shapes {
        let shape = dynamic(e);
        let classes = [is_scalar(&shape), is_vector(&shape), is_matrix(&shape), is_tensor(&shape)];
        let expected = [
            scalar_by_definition(e),
            vector_by_definition(e),
            matrix_by_definition(e),
            tensor_by_definition(e),
        ];
        assert_eq!(classes, expected, "{shape}");
        assert_eq!(valid(&shape), has_no_zero(e), "{shape}");
        let holding = classes.iter().filter(|class| **class).count();
        assert_eq!(holding, usize::from(valid(&shape)), "each valid shape is one of four: {shape}");
        assert_eq!(product(&shape), oracle::size(e), "{shape}");
        if let Ok(array) = <[usize; 3]>::try_from(e.as_slice()) {
            let (array, modes) = (DynExtents::new(array).unwrap(), shape.strengthen().unwrap());
            let _: &StaticExtents![dyn; 3] = &modes;
            assert_eq!([is_scalar(&array), is_vector(&modes)], classes[..2]);
            assert_eq!([is_matrix(&array), is_tensor(&modes)], classes[2..]);
        }
    }
}

#[test]
fn predicates_of_static_extents_are_consts() {
    macro_rules! check {
        ($([$($extent:literal),*])*) => {$(
            type E = StaticExtents![$($extent),*];
            const ANSWERS: [Option<bool>; 5] =
                [E::IS_VALID, E::IS_SCALAR, E::IS_VECTOR, E::IS_MATRIX, E::IS_TENSOR];
            let e: &[usize] = &[$($extent),*];
            let expected = [
                has_no_zero(e), scalar_by_definition(e), vector_by_definition(e),
                matrix_by_definition(e), tensor_by_definition(e),
            ];
            assert_eq!(ANSWERS, expected.map(Some), "{e:?}");
        )*};
    }
    {
        check!([]);
    }
    {
        check!([0]);
    }
    {
        check!([1]);
    }
    {
        check!([3]);
    }
    {
        check!([1, 1]);
    }
    {
        check!([1, 3]);
    }
    {
        check!([3, 1]);
    }
    {
        check!([2, 3]);
    }
    {
        check!([0, 3]);
    }
    {
        check!([1, 1, 2]);
    }
    {
        check!([2, 3, 1]);
    }
    {
        check!([1, 2, 1]);
    }
    {
        check!([2, 1, 1, 3]);
    }
    {
        check!([2, 3, 0, 3]);
    }
    {
        check!([1, 1, 1, 1]);
    }
    assert_eq!(<DynExtents<0> as Extents>::IS_SCALAR, Some(true));
}

/// Each free function, of any extents.
fn asked<E: Extents>(extents: &E) -> ([bool; 5], usize, DynRankExtents, String, [bool; 3]) {
    let rank = extents.rank();
    let last: Vec<usize> = extents.iter().map(|extent| extent.saturating_sub(1)).collect();
    let below = [vec![0; rank], last, extents.iter().collect()];
    (
        [
            valid(extents),
            is_scalar(extents),
            is_vector(extents),
            is_matrix(extents),
            is_tensor(extents),
        ],
        product(extents),
        squeeze(extents),
        to_string(extents),
        below.map(|index| in_bounds(extents, &index)),
    )
}

/// The same functions take extents of each layer, and answer by the definitions.
#[test]
fn free_functions_take_static_mixed_and_dynamic_extents() {
    let by_definition = |e: &[usize]| {
        let is_there = has_no_zero(e);
        (
            [
                is_there,
                scalar_by_definition(e),
                vector_by_definition(e),
                matrix_by_definition(e),
                tensor_by_definition(e),
            ],
            oracle::size(e),
            dynamic(&e.iter().copied().filter(|&extent| extent != 1).collect::<Vec<_>>()),
            format!("{e:?}"),
            [is_there, is_there, e.is_empty()],
        )
    };
    macro_rules! check {
        ($([$($extent:literal),*] $(or [$($mixed:tt)*])?)*) => {$({
            let known = extents![$($extent),*];
            let expected = by_definition(&[$($extent),*]);
            assert_eq!(asked(&known), expected);
            assert_eq!(asked(&DynExtents::new([$($extent),*]).unwrap()), expected);
            assert_eq!(asked(&dynamic(&[$($extent),*])), expected);
            $(assert_eq!(asked(&extents![$($mixed)*].unwrap()), expected);)?
        })*};
    }
    check! {
        []
        [0] or [dyn 0]
        [1] or [dyn 1]
        [5] or [dyn 5]
        [1, 2, 3, 4, 5] or [1, dyn 2, 3, dyn 4, 5]
        [3, 1] or [dyn 3, 1]
        [1, 4, 1, 1] or [1, dyn 4, dyn 1, 1]
        [2, 3] or [2, dyn 3]
        [2, 3, 1] or [dyn 2, dyn 3, 1]
        [2, 0, 3] or [2, dyn 0, 3]
        [1, 1, 2] or [1, 1, dyn 2]
        [5, 1, 1, 1, 1] or [dyn 5, 1, 1, 1, dyn 1]
    }
}

#[test]
fn squeeze_drops_all_ones() {
    for e in small_shapes() {
        let without_ones: Vec<usize> = e.iter().copied().filter(|&extent| extent != 1).collect();
        assert_eq!(squeeze(&dynamic(&e)), dynamic(&without_ones), "{e:?}");
    }
    let many = dynamic(&[1, 2, 1, 1, 3, 1, 1, 1, 1, 4, 1, 1, 1]);
    assert_eq!(squeeze(&many), extents![2, 3, 4]);
}

/// Boost.uBLAS's `squeeze_impl`, in words: shapes of two modes stay; a single mode that is not 1
/// stays second where it was second after a leading 1; what is short of two modes is filled with 1.
#[test]
fn octaves_squeeze_keeps_two_modes() {
    for e in small_shapes() {
        let squeezed = squeeze_octave(&dynamic(&e));
        assert_eq!(squeezed.size(), oracle::size(&e), "{e:?}");
        assert!(squeezed.rank() >= 2, "{e:?}");
        if e.len() == 2 {
            assert_eq!(squeezed.as_slice(), e);
        }
        if e.len() > 2 {
            let mut expected: Vec<usize> = e.iter().copied().filter(|&n| n != 1).collect();
            if e[0] == 1 && e[1] != 1 && expected.len() == 1 {
                expected.insert(0, 1);
            }
            expected.resize(expected.len().max(2), 1);
            assert_eq!(squeezed.as_slice(), expected, "{e:?}");
        }
    }
}

#[test]
fn in_bounds_is_below_each_extent() {
    let shape = extents![2, dyn 3].unwrap();
    for i in 0..4 {
        for j in 0..5 {
            assert_eq!(in_bounds(&shape, &[i, j]), i < 2 && j < 3, "[{i}, {j}]");
        }
    }
    for wrong_rank in [&[][..], &[0], &[0, 0, 0]] {
        assert!(!in_bounds(&shape, wrong_rank));
    }
    assert!(!in_bounds(&shape, &[usize::MAX, 0]));
    assert!(!in_bounds(&extents![0], &[0]));
}
