//! What the types of extents know, in const contexts, and the macros that write them.

use extents_static::{Const, Dyn, Extents, Mode, StaticExtents, extents};
use static_assertions::{assert_eq_size, const_assert, const_assert_eq};

const WORD: usize = size_of::<usize>();

// Sizes in memory: nothing for what is static, a word for each extent that is not.

assert_eq_size!(StaticExtents![], ());
assert_eq_size!(StaticExtents![3], ());
assert_eq_size!(StaticExtents![2, 3], ());
assert_eq_size!(StaticExtents![0, 1, 2, 3], ());
assert_eq_size!(StaticExtents![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ());
assert_eq_size!(StaticExtents![dyn], usize);
assert_eq_size!(StaticExtents![2, dyn], usize);
assert_eq_size!(StaticExtents![dyn, 8, 8], usize);
assert_eq_size!(StaticExtents![dyn, 3, dyn], [usize; 2]);
assert_eq_size!(StaticExtents![1, dyn, 3, dyn, 5, dyn], [usize; 3]);
assert_eq_size!(StaticExtents![dyn; 4], [usize; 4]);
assert_eq_size!(StaticExtents![dyn; 12], [usize; 12]);

// What the types know, in const contexts.

const N: usize = 4;
type Known = StaticExtents![2, N, { N + 1 }];
const_assert_eq!(Known::RANK, 3);
const_assert_eq!(Known::SIZE, 40);
const_assert_eq!(Known::EXTENTS[2], 5);
const_assert_eq!(<StaticExtents![]>::SIZE, 1);
const_assert_eq!(<StaticExtents![3, 0]>::SIZE, 0);
const_assert_eq!(<StaticExtents![2, dyn]>::RANK, 2);
const_assert_eq!(<StaticExtents![1, 3, 1, 2]>::SQUEEZED.len(), 2);
const_assert!(matches!(<StaticExtents![2, dyn] as Extents>::STATIC_EXTENTS, [Some(2), None]));
const_assert!(matches!(<StaticExtents![] as Extents>::STATIC_EXTENTS, []));
const_assert!(matches!(<Known as Extents>::STATIC_RANK, Some(3)));
const_assert!(matches!(<StaticExtents![dyn; 12] as Extents>::STATIC_RANK, Some(12)));
const_assert!(matches!(<Known as Extents>::STATIC_SIZE, Some(40)));
const_assert!(<StaticExtents![2, dyn] as Extents>::STATIC_SIZE.is_none());
const_assert!(<StaticExtents![2, dyn] as Extents>::IS_MATRIX.is_none());
const VALUE: StaticExtents![2, N] = extents![2, N];
static BUFFER: [u8; <StaticExtents![3, 5]>::SIZE] = [0; 15];

#[test]
fn consts_are_usable_as_values() {
    assert_eq!(VALUE.size(), 8);
    assert_eq!(BUFFER.len(), 15);
    assert_eq!(<StaticExtents![1, 3, 1, 2]>::SQUEEZED, [3, 2]);
    assert_eq!(<StaticExtents![1, 1]>::SQUEEZED, [0; 0]);
    assert_eq!(<StaticExtents![0, 1]>::SQUEEZED, [0]);
}

#[test]
fn macros_write_ranks_0_to_12() {
    fn check<E: Extents>(shape: E, extents: &[usize]) {
        assert_eq!(shape.rank(), extents.len());
        assert_eq!(E::STATIC_RANK, Some(extents.len()));
        assert_eq!(shape.extents().as_ref(), extents);
        let known: Vec<usize> = E::STATIC_EXTENTS.iter().map(|extent| extent.unwrap()).collect();
        assert_eq!(known, extents);
        assert_eq!(E::from_extents(extents), Ok(shape));
    }
    check::<StaticExtents![]>(extents![], &[]);
    check::<StaticExtents![1]>(extents![1], &[1]);
    check::<StaticExtents![1, 2]>(extents![1, 2], &[1, 2]);
    check::<StaticExtents![1, 2, 3]>(extents![1, 2, 3], &[1, 2, 3]);
    check::<StaticExtents![1, 2, 3, 4]>(extents![1, 2, 3, 4], &[1, 2, 3, 4]);
    check::<StaticExtents![1, 2, 3, 4, 5]>(extents![1, 2, 3, 4, 5], &[1, 2, 3, 4, 5]);
    check::<StaticExtents![2; 6]>(extents![2, 2, 2, 2, 2, 2], &[2; 6]);
    check::<StaticExtents![2; 7]>(extents![2, 2, 2, 2, 2, 2, 2], &[2; 7]);
    check::<StaticExtents![2; 8]>(extents![2, 2, 2, 2, 2, 2, 2, 2], &[2; 8]);
    check::<StaticExtents![2; 9]>(extents![2, 2, 2, 2, 2, 2, 2, 2, 2], &[2; 9]);
    check::<StaticExtents![N; 10]>(extents![N, 4, N, 4, N, 4, N, 4, N, 4], &[4; 10]);
    check::<StaticExtents![{ N - 2 }; 11]>(extents![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], &[2; 11]);
    check::<StaticExtents![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]>(
        extents![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
}

#[test]
fn dyn_with_a_count_has_that_many_run_time_modes() {
    fn check<E: Extents>(rank: usize) {
        assert_eq!(E::STATIC_EXTENTS, vec![None; rank]);
        assert_eq!(size_of::<E>(), rank * WORD);
        let extents: Vec<usize> = (1..=rank).collect();
        assert_eq!(E::from_extents(&extents).unwrap().extents().as_ref(), extents);
    }
    check::<StaticExtents![dyn; 0]>(0);
    check::<StaticExtents![dyn; 1]>(1);
    check::<StaticExtents![dyn; 2]>(2);
    check::<StaticExtents![dyn; 3]>(3);
    check::<StaticExtents![dyn; 4]>(4);
    check::<StaticExtents![dyn; 5]>(5);
    check::<StaticExtents![dyn; 6]>(6);
    check::<StaticExtents![dyn; 7]>(7);
    check::<StaticExtents![dyn; 8]>(8);
    check::<StaticExtents![dyn; 9]>(9);
    check::<StaticExtents![dyn; 10]>(10);
    check::<StaticExtents![dyn; 11]>(11);
    check::<StaticExtents![dyn; 12]>(12);
}

#[test]
fn the_value_macro_takes_any_run_time_expression() {
    struct Image {
        rows: usize,
    }
    let image = Image { rows: 3 };
    let columns = [7, 8];
    let shape: StaticExtents![dyn, 2, dyn, dyn, N] =
        extents![dyn image.rows, 2, dyn columns[1] - 1, dyn { columns.len() - 1 }, N,].unwrap();
    assert_eq!(shape.extents(), [3, 2, 7, 1, 4]);
    assert_eq!(shape.modes(), (Dyn::new(3), Const::<2>, Dyn::new(7), Dyn::new(1), Const::<4>));
}

#[test]
fn const_parameters_are_extents() {
    fn shape<const M: usize, const K: usize>() -> StaticExtents![M, K, 2] {
        extents![M, K, 2]
    }
    fn open<const M: usize, A: Mode>(mode: A) -> StaticExtents<(Const<M>, A)> {
        StaticExtents::from_modes((Const, mode)).unwrap()
    }
    assert_eq!(shape::<3, 5>().extents(), [3, 5, 2]);
    assert_eq!(open::<3, _>(Dyn::new(9)), extents![3, 9]);
    assert_eq!(open::<3, _>(Const::<9>), extents![3, 9]);
}
