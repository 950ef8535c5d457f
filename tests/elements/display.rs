//! What tensors and views print. The expected texts are written out by hand; brackets, blank lines and where numbers are
//! left out are those of NumPy's `array2string` for arrays of more than 1000 elements.

use extents::layout::{Canonical, ColMajor, RowMajor, Strided};
use extents::{DynExtents, DynRankExtents, InlineTensor, Mapping, Tensor, View, extents};

#[test]
fn rows_stand_on_lines_and_matrices_between_blank_lines() {
    let scalar = Tensor::from_vec(extents![], vec![7]).unwrap();
    assert_eq!(scalar.to_string(), "7");
    let row = Tensor::from_vec(extents![3], vec![1, 20, 3]).unwrap();
    assert_eq!(row.to_string(), "[ 1, 20,  3]");
    let cube = Tensor::from_fn(extents![2, 2, 3], |[i, j, k]| 6 * i + 3 * j + k).unwrap();
    assert_eq!(
        cube.to_string(),
        "[[[ 0,  1,  2],\n  [ 3,  4,  5]],\n\n [[ 6,  7,  8],\n  [ 9, 10, 11]]]"
    );
    let four = Tensor::from_fn(extents![2, 1, 1, 1], |[i, ..]| i).unwrap();
    assert_eq!(four.to_string(), "[[[[0]]],\n\n\n [[[1]]]]");
}

#[test]
fn the_index_counts_and_not_the_memory() {
    let columns = Tensor::from_vec(ColMajor.of(extents![2, 2]), vec![1, 2, 3, 4]).unwrap();
    assert_eq!(columns.to_string(), "[[1, 3],\n [2, 4]]");
    let mut inline =
        InlineTensor::<i32, extents::StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
    assert_eq!(inline.to_string(), "[[1, 2],\n [3, 4]]");
    assert_eq!(inline.view_mut().to_string(), "[[1, 2],\n [3, 4]]");
    let dynamic = Tensor::from_vec(DynRankExtents::new(&[1, 2]).unwrap(), vec!["a", "bc"]).unwrap();
    assert_eq!(dynamic.to_string(), "[[ a, bc]]");
}

#[test]
fn precision_sign_and_width_are_those_of_each_element() {
    let a = Tensor::from_vec(extents![2, 2], vec![1.0, -2.25, 100.0, 0.5]).unwrap();
    assert_eq!(a.to_string(), "[[    1, -2.25],\n [  100,   0.5]]");
    assert_eq!(format!("{a:.1}"), "[[  1.0,  -2.2],\n [100.0,   0.5]]");
    assert_eq!(format!("{a:+.0}"), "[[  +1,   -2],\n [+100,   +0]]");
    assert_eq!(format!("{a:6.1}"), "[[   1.0,   -2.2],\n [ 100.0,    0.5]]");
    assert_eq!(format!("{a:<6.1}"), "[[1.0   , -2.2  ],\n [100.0 , 0.5   ]]");
}

#[test]
fn numbers_with_exponents_stand_in_columns_too() {
    let mut a = Tensor::from_vec(extents![2, 2], vec![1.0, -2.25, 100.0, 5e-11]).unwrap();
    assert_eq!(format!("{a:e}"), "[[    1e0, -2.25e0],\n [    1e2,   5e-11]]");
    assert_eq!(format!("{:.2e}", a.view_mut()), "[[  1.00e0,  -2.25e0],\n [  1.00e2, 5.00e-11]]");
    assert_eq!(format!("{:+.0e}", a.transpose()), "[[  +1e0,   +1e2],\n [  -2e0, +5e-11]]");
    let counts = Tensor::from_vec(extents![2], vec![1500, 7]).unwrap();
    assert_eq!(format!("{counts:e}"), "[1.5e3,   7e0]");
}

#[test]
fn extents_of_zero_are_brackets_without_elements() {
    let empty = |extents: &[usize]| {
        Tensor::<i32, _>::from_vec(DynRankExtents::new(extents).unwrap(), vec![])
            .unwrap()
            .to_string()
    };
    assert_eq!(empty(&[0]), "[]");
    assert_eq!(empty(&[2, 0]), "[[], []]");
    assert_eq!(empty(&[0, 3]), "[]");
    assert_eq!(empty(&[2, 1, 0, 5]), "[[[]],\n [[]]]");
    let null = Tensor::<i32, _>::from_vec(DynRankExtents::null(), vec![]).unwrap();
    assert_eq!(
        (null.to_string(), format!("{null:?}")),
        ("null".into(), "null RowMajor null".into())
    );
}

#[test]
fn of_more_than_1000_elements_both_ends_of_each_mode_are_written() {
    let line = |n: usize| Tensor::from_fn(DynExtents::new([n]).unwrap(), |[i]| i % 10).unwrap();
    assert_eq!(line(1000).to_string().matches(',').count(), 999);
    assert_eq!(line(1001).to_string(), "[0, 1, 2, ..., 8, 9, 0]");
    let matrix = Tensor::from_fn(extents![200, 6], |[i, j]| 10 * i + j).unwrap();
    assert_eq!(
        matrix.to_string(),
        "[[   0,    1,    2,    3,    4,    5],\n [  10,   11,   12,   13,   14,   15],\n \
         [  20,   21,   22,   23,   24,   25],\n ...,\n [1970, 1971, 1972, 1973, 1974, 1975],\n \
         [1980, 1981, 1982, 1983, 1984, 1985],\n [1990, 1991, 1992, 1993, 1994, 1995]]"
    );
    let cube = Tensor::full(extents![10, 1, 101], 1).unwrap();
    let plane = "[[1, 1, 1, ..., 1, 1, 1]]";
    let planes = [plane; 3].join(",\n\n ");
    assert_eq!(cube.to_string(), format!("[{planes},\n\n ...,\n\n {planes}]"));
}

#[test]
fn a_text_is_short_at_any_rank() {
    let strides = Strided::new([0_isize; 40]);
    let mapping = Mapping::with_layout(DynExtents::new([2; 40]).unwrap(), strides).unwrap();
    let text = View::from_slice(mapping, &[5]).unwrap().to_string();
    // Nine modes of 2 are at most 1000 elements; of those further out one entry is written.
    assert_eq!(text.matches('5').count(), 512);
    assert_eq!(text.matches("...").count(), 31);
    assert_eq!(text.matches('[').count(), text.matches(']').count());
}

#[test]
fn debug_has_the_mapping_first() {
    let a = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec!["a", "b", "c", "d"]).unwrap();
    assert_eq!(format!("{a:?}"), r#"[2, dyn 2] RowMajor [["a", "b"], ["c", "d"]]"#);
    assert_eq!(format!("{a:#?}"), "[2, dyn 2] RowMajor\n[[\"a\", \"b\"],\n [\"c\", \"d\"]]");
    let long = Tensor::<_, _, RowMajor>::full(extents![5000], 1.5).unwrap();
    assert_eq!(format!("{long:?}"), "[5000] RowMajor [1.5, 1.5, 1.5, ..., 1.5, 1.5, 1.5]");
}
