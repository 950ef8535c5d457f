//! Very many rows, tiles and terms: an answer at once.

use std::time::{Duration, Instant};

use extents::error::Place;
use extents::{ShapeError, extents};
use extents_shapes::error::{Compared, Pieces};
use extents_shapes::{JaggedShape, Nested, ShapeBase, StructureError, TiledShape, jagged};

use super::{name, smooth};

const HUGE: usize = 1_000_000_000_000_000_000;

/// What takes a step for each pair of a million rows takes hours; what takes one for each row takes less than this on a machine that
/// is busy, too, without optimization and under a sanitizer.
const LONG: Duration = Duration::from_secs(60);

#[test]
fn columns_of_huge_rows_are_an_error() {
    let shape = JaggedShape::from_lengths([1 << 60, 1]).unwrap();
    let error = shape.ix("i,j").to("j,i").unwrap_err();
    assert_eq!(error, ShapeError::Allocation { elements: 1 << 60 }.into());
    // Sums over it and products with it take no memory.
    assert_eq!(shape.ix("i,j").to("i").unwrap(), smooth(&[2]));
    let product = (shape.ix("i,j") * shape.ix("k,j")).to("i,k").unwrap();
    assert_eq!(product, smooth(&[2, 2]));
    let error = (shape.ix("i,j") * shape.ix("i,k")).to("i,j,k").unwrap_err();
    assert!(matches!(error, StructureError::Shape(ShapeError::SizeOverflow { .. })), "{error}");
}

#[test]
fn columns_take_a_step_a_row_and_a_column() {
    // A trillion elements, in rows that fall once.
    let lengths = (0..1_000_000).map(|row| if row < 999_999 { 1_000_000 } else { 1 });
    let shape = JaggedShape::from_lengths(lengths).unwrap();
    let begin = Instant::now();
    let columns = shape.ix("i,j").to("j,i").unwrap();
    assert!(begin.elapsed() < LONG);
    assert_eq!(columns.rows().len(), 1_000_000);
    assert_eq!(columns.element(&[0]).unwrap(), smooth(&[1_000_000]));
    assert_eq!(columns.element(&[999_999]).unwrap(), smooth(&[999_999]));
    assert_eq!(columns.ix("j,i").to("i,j").unwrap(), shape);
}

#[test]
fn rows_for_each_of_very_many_are_an_error() {
    let rows = JaggedShape::from_lengths([1, 2]).unwrap();
    let many = smooth(&[HUGE]);
    // Behind the rows it is one extent more, before them each entry has rows of its own.
    assert_eq!((many.ix("k") * rows.ix("i,j")).to("i,j,k").unwrap().size(), 3 * HUGE);
    let error = (smooth(&[1 << 62]).ix("k") * rows.ix("i,j")).to("i,j,k").unwrap_err();
    // Two of the three rows are more than fit.
    let (of, before, size) = (Pieces::Rows, 1 << 62, 1 << 62);
    assert_eq!(error, StructureError::SumOverflow { of, mode: 2, piece: 1, before, size });
    let error = (many.ix("k") * rows.ix("i,j")).to("k,i,j").unwrap_err();
    assert_eq!(error, ShapeError::Allocation { elements: 2 * HUGE }.into());
    // Products of smooth shapes overflow in words.
    let error = (many.ix("i") * many.ix("j")).to("i,j").unwrap_err();
    assert!(matches!(error, StructureError::Shape(ShapeError::SizeOverflow { .. })));
    let wide = smooth(&[1 << 40]);
    let error = (wide.ix("k") * wide.ix("l") * rows.ix("i,j")).to("k,l,i,j").unwrap_err();
    assert!(matches!(error, StructureError::SumOverflow { of: Pieces::Rows, .. }), "{error}");
}

#[test]
fn no_rows_in_very_many_rows_are_found_at_once() {
    // No row tells the extent of mode `k`, below 10^18 rows without slices.
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let shape = (smooth(&[HUGE]).ix("i") * none.ix("j,k")).to("i,j,k").unwrap();
    assert_eq!((shape.rank(), shape.size(), shape.smooth_extents()), (3, 0, None));
    assert_eq!((shape.ix("i,j,k") + shape.ix("i,j,k")).to("i,j,k").unwrap(), shape);
    assert_eq!((shape.ix("i,j,k") * none.ix("l,m")).to("l,i,j").unwrap(), smooth(&[0, HUGE, 0]));
    assert_eq!(
        shape.ix("i,j,k").to("i,k").unwrap_err(),
        StructureError::NoRows { place: Place::Label(name("k")) },
    );
    let zeros = smooth(&[HUGE, 0]);
    assert_eq!(zeros.ix("i,j").to("j,i").unwrap(), smooth(&[0, HUGE]));
}

#[test]
fn very_many_tiles_are_an_error() {
    let tiled = TiledShape::uniform(extents![dyn HUGE, dyn 4].unwrap(), extents![7, 3]).unwrap();
    let error = tiled.ix("I,J,i,j").to("I,J,i,j").unwrap_err();
    assert!(matches!(error, StructureError::Shape(ShapeError::Allocation { .. })), "{error}");
    let nested = Nested::new([2, 2], tiled).unwrap();
    assert_eq!(
        nested.elements_in_layer(0).unwrap_err().to_string(),
        "there is no memory for 571428571428571432 elements"
    );
}

#[test]
fn a_million_equal_rows_compose_in_no_time() {
    let lengths = || (0..1_000_000).map(|row| row * 7919 % 13);
    let (a, b) = (lengths(), lengths());
    let (a, b) = (JaggedShape::from_lengths(a).unwrap(), JaggedShape::from_lengths(b).unwrap());
    let compact = JaggedShape::compact_from_lengths(lengths()).unwrap();
    let begin = Instant::now();
    assert_eq!((a.ix("i,j") + b.ix("i,j")).to("i,j").unwrap(), a);
    assert_eq!((a.ix("i,j") * compact.ix("i,j")).to("i,j").unwrap(), a);
    assert_eq!((a.ix("i,j") * b.ix("k,j")).to("i").unwrap(), smooth(&[1_000_000]));
    let direct = (a.ix("i,j") * b.ix("i,k")).to("i,j,k").unwrap();
    assert_eq!(direct.rows().len(), 1_000_000);
    let mut other: Vec<usize> = lengths().collect();
    other[999_999] += 1;
    let other = JaggedShape::from_lengths(other).unwrap();
    let error = (a.ix("i,j") + other.ix("i,j")).to("i,j").unwrap_err();
    assert!(matches!(
        error,
        StructureError::Mismatch {
            place: Place::Label(_),
            of: Compared::RowLength { row: 999_999 },
            ..
        }
    ));
    assert!(begin.elapsed() < LONG, "{:?}", begin.elapsed());
}

#[test]
fn a_hundred_thousand_rows_of_rows_compose() {
    let rows: Vec<JaggedShape> = (0..300)
        .map(|row| JaggedShape::from_lengths((0..300).map(|at| (row * at) % 11)).unwrap())
        .collect();
    let a = JaggedShape::from_slices(&rows).unwrap();
    let begin = Instant::now();
    assert_eq!((a.ix("i,j,k") * a.ix("i,j,l")).to("i,j").unwrap(), smooth(&[300, 300]));
    let product = (a.ix("i,j,k") * a.ix("h,j,k")).to("i,h,j");
    let label = name("k");
    assert_eq!(product.unwrap(), smooth(&[300, 300, 300]), "{label}");
    let direct = (a.ix("i,j,k") * a.ix("i,j,l")).to("i,j,k,l").unwrap();
    assert_eq!(direct.element(&[17, 5]).unwrap(), smooth(&[17 * 5 % 11, 17 * 5 % 11]));
    assert!(begin.elapsed() < LONG, "{:?}", begin.elapsed());
}

#[test]
fn sums_and_products_of_ten_thousand() {
    let js = jagged![[1], [2]].unwrap();
    let sum = (1..10_000).fold(js.ix("i,j"), |sum, _| sum + js.ix("i,j"));
    assert_eq!(sum.clone().to("i,j").unwrap(), js);
    drop(sum);
    let right = (1..3000).fold(js.ix("i,j"), |sum, _| js.ix("i,j") - sum);
    assert_eq!(right.to("i,j").unwrap(), js);
    let product = (1..10_000).fold(js.ix("i,j"), |product, _| product * js.ix("i,j"));
    assert_eq!(product.to("i,j").unwrap(), js);
}
