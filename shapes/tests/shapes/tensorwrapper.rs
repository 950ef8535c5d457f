//! The seed of the jagged, tiled and nested shapes, in its own words and order. What it says of plain shapes is in
//! `smooth.rs`.

use extents::error::Place;
use extents::label::LabelName;
use extents::{ShapeError, extents};
use extents_shapes::error::{Compared, Need};
use extents_shapes::{
    JaggedShape, Nested, PlacedShape, Shape, ShapeBase, StructureError, TiledShape, jagged,
};

fn smooth(extents: &[usize]) -> Shape {
    Shape::from_list(extents).unwrap()
}

fn placed(extents: &[usize], origin: &[usize]) -> PlacedShape {
    Shape::at(smooth(extents).extents().clone(), origin).unwrap()
}

/// Rank, number of elements, and whether it is smooth.
fn info(shape: &impl ShapeBase) -> (usize, usize, bool) {
    (shape.rank(), shape.size(), shape.is_smooth())
}

fn all(shape: &impl ShapeBase) -> Vec<Vec<usize>> {
    shape.indices().map(|index| index.as_ref().to_vec()).collect()
}

// Jagged shape construction.

#[test]
fn no_elements_no_rank() {
    // JaggedShape null_shape;
    let null_shape = JaggedShape::default();
    assert_eq!(info(&null_shape), (0, 0, true));
    assert!(null_shape.is_null() && null_shape == JaggedShape::null());
    assert_ne!(null_shape, JaggedShape::scalar());
}

#[test]
fn smooth_scalar_vector_and_matrix_viewed_as_a_jagged_shape() {
    // JaggedShape smooth0_shape(Shape{}); (note () not {})
    let smooth0_shape = smooth(&[]).to_jagged();
    assert_eq!(info(&smooth0_shape), (0, 1, true));
    // JaggedShape smooth1_shape(Shape{10});
    let smooth1_shape = smooth(&[10]).to_jagged();
    assert_eq!(info(&smooth1_shape), (1, 10, true));
    // JaggedShape smooth2_shape(Shape{10, 20});
    let smooth2_shape = smooth(&[10, 20]).to_jagged();
    assert_eq!(info(&smooth2_shape), (2, 200, true));
}

#[test]
fn a_jagged_vector_with_no_elements() {
    // JaggedShape rank0_shape{}; the name is misleading: it is a vector, so of rank 1.
    let rank0_shape = jagged![].unwrap();
    assert_eq!(info(&rank0_shape), (1, 0, true));
    assert_eq!(rank0_shape, smooth(&[0]));
}

#[test]
fn jagged_matrices() {
    // JaggedShape rank2_shape{s10};
    let s10 = smooth(&[10]);
    let rank2_shape = jagged![s10].unwrap();
    assert_eq!(info(&rank2_shape), (2, 10, true));
    assert_eq!(rank2_shape, smooth(&[1, 10]));
    // JaggedShape rank2_shape2{s10, s20, s30};
    let (s10, s20, s30) = (smooth(&[10]), smooth(&[20]), smooth(&[30]));
    let rank2_shape2 = jagged![s10, s20, s30].unwrap();
    assert_eq!(info(&rank2_shape2), (2, 60, false));
    for (row, extent) in [10, 20, 30].into_iter().enumerate() {
        assert_eq!(rank2_shape2.element(&[row]).unwrap(), smooth(&[extent]));
    }
}

#[test]
fn a_jagged_rank_3_tensor_with_smooth_matrices() {
    // JaggedShape rank3_shape{s10_20, s30_40, s50_60};
    let rank3_shape = jagged![[10, 20], [30, 40], [50, 60]].unwrap();
    assert_eq!(info(&rank3_shape), (3, 4400, false));
    assert_eq!((rank3_shape.outer_rank(), rank3_shape.smooth_rank()), (1, 2));
    for (row, extents) in [[10, 20], [30, 40], [50, 60]].iter().enumerate() {
        assert_eq!(rank3_shape.leaf(&[row]).unwrap(), smooth(extents));
    }
}

#[test]
fn a_jagged_rank_3_tensor_where_elements_are_jagged_matrices() {
    // JaggedShape rank3_shape2{{s10}, {s20, s30}, {s30, s10, s20}};
    // Its comment counts from 0 and from 1 by turns: "matrix 2" is element 1, "matrix 3" element 2.
    let rank3_shape2 = jagged![{ [10] }, { [20], [30] }, { [30], [10], [20] }].unwrap();
    assert_eq!(info(&rank3_shape2), (3, 120, false));
    assert_eq!(rank3_shape2.element(&[0]).unwrap(), smooth(&[1, 10]));
    assert_eq!(rank3_shape2.element(&[1]).unwrap(), jagged![[20], [30]].unwrap());
    assert_eq!(rank3_shape2.element(&[2]).unwrap(), jagged![[30], [10], [20]].unwrap());
}

#[test]
fn a_jagged_rank_4_tensor_of_smooth_tensors() {
    // JaggedShape rank4_shape{s10_20_30, s40_50_60};
    let rank4_shape = jagged![[10, 20, 30], [40, 50, 60]].unwrap();
    assert_eq!(info(&rank4_shape), (4, 126_000, false));
    assert_eq!(rank4_shape.element(&[0]).unwrap(), smooth(&[10, 20, 30]));
    assert_eq!(rank4_shape.element(&[1]).unwrap(), smooth(&[40, 50, 60]));
}

#[test]
fn a_jagged_rank_4_tensor_of_jagged_rank_3_tensors() {
    // JaggedShape rank4_shape2{{s10_20, s30_40}, {s30_40, s10_20, s50_60}};
    let rank4_shape2 = jagged![{ [10, 20], [30, 40] }, { [30, 40], [10, 20], [50, 60] }].unwrap();
    assert_eq!(info(&rank4_shape2), (4, 5800, false));
    let slices = [
        ([0, 0], [10, 20]),
        ([0, 1], [30, 40]),
        ([1, 0], [30, 40]),
        ([1, 1], [10, 20]),
        ([1, 2], [50, 60]),
    ];
    for (at, extents) in slices {
        assert_eq!(rank4_shape2.leaf(&at).unwrap(), smooth(&extents));
    }
}

fn rank4_shape() -> JaggedShape {
    jagged![
        { { [10] }, { [20], [30] } },
        { { [10], [30] }, { [20] }, { [10], [20], [30] } }
    ]
    .unwrap()
}

#[test]
fn elements_which_have_jagged_matrices_for_elements() {
    // JaggedShape rank4_shape{{{s10}, {s20, s30}}, {{s10, s30}, {s20}, {s10, s20, s30}}};
    let rank4_shape = rank4_shape();
    assert_eq!(info(&rank4_shape), (4, 180, false));
    let slices = [
        ([0, 0, 0], 10),
        ([0, 1, 0], 20),
        ([0, 1, 1], 30),
        ([1, 0, 0], 10),
        ([1, 0, 1], 30),
        ([1, 1, 0], 20),
        ([1, 2, 0], 10),
        ([1, 2, 1], 20),
        ([1, 2, 2], 30),
    ];
    for (at, extent) in slices {
        assert_eq!(rank4_shape.leaf(&at).unwrap(), smooth(&[extent]));
    }
    // "Consider the shape of the (0,1) slice": the text says elements of 10 and 30, its code 20 and 30.
    assert_eq!(rank4_shape.element(&[0, 1]).unwrap(), jagged![[20], [30]].unwrap());
}

#[test]
fn jagged_shape_is_a_recursive_structure() {
    let e00 = jagged![[10]].unwrap();
    let e01 = jagged![[20], [30]].unwrap();
    let e10 = jagged![[10], [30]].unwrap();
    let e11 = jagged![[20]].unwrap();
    let e12 = jagged![[10], [20], [30]].unwrap();
    let e0 = jagged![e00, e01].unwrap();
    let e1 = jagged![e10, e11, e12].unwrap();
    let shape = jagged![e0.clone(), e1.clone()].unwrap();
    assert_eq!(shape, rank4_shape());
    // JaggedShape shape(slice_shapes.begin(), slice_shapes.end());
    let slice_shapes = vec![e0, e1];
    assert_eq!(JaggedShape::from_slices(&slice_shapes).unwrap(), shape);
}

#[test]
fn a_30_by_30_matrix_where_we_tile_each_mode() {
    let js = jagged![
        { [5, 5], [5, 15], [5, 10] },
        { [15, 5], [15, 15], [15, 10] },
        { [10, 5], [10, 15], [10, 10] }
    ]
    .unwrap();
    assert_eq!(info(&js), (4, 900, false));
    // TiledShape s{{5, 10, 15}, {5, 10, 15}}; the same shape has its tiles in the order 5, 15, 10.
    let s = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]]).unwrap();
    assert_eq!(s.jagged().unwrap(), js);
    assert_eq!((s.logical().as_slice(), info(&s)), (&[30, 30][..], (4, 900, false)));
    let as_written = TiledShape::from_sizes([[5, 10, 15], [5, 10, 15]]).unwrap();
    assert_ne!(as_written.jagged().unwrap(), js);
}

// Constructing nested shapes.

#[test]
fn layers_of_a_scalar() {
    // Nested<Shape> s({}, Shape{}); s0({0}, Shape{}); s0_0({0, 0}, Shape{});
    for layers in [&[][..], &[0], &[0, 0]] {
        let s = Nested::new(layers.iter().copied(), smooth(&[])).unwrap();
        assert_eq!((s.n_layers(), s.rank(), s.size()), (layers.len(), 0, 1));
    }
}

#[test]
fn layers_of_a_vector_a_matrix_and_more() {
    // Nested<Shape> s1({1}, Shape{10}); to s({2, 2}, Shape{5, 10, 15, 20});
    let shapes: [(&[usize], &[usize]); 12] = [
        (&[1], &[10]),
        (&[1, 0], &[10]),
        (&[0, 1], &[10]),
        (&[2], &[10, 20]),
        (&[2, 0], &[10, 20]),
        (&[1, 1], &[10, 20]),
        (&[0, 2], &[10, 20]),
        (&[3], &[10, 20, 30]),
        (&[1, 2], &[10, 20, 30]),
        (&[1, 1, 1], &[10, 20, 30]),
        (&[2, 2], &[5, 10, 15, 20]),
        (&[0, 0, 4], &[5, 10, 15, 20]),
    ];
    for (layers, extents) in shapes {
        let s = Nested::new(layers.iter().copied(), smooth(extents)).unwrap();
        assert_eq!(s.layers().as_ref(), layers);
        assert_eq!((s.n_layers(), s.rank()), (layers.len(), extents.len()));
        assert_eq!(s.size(), extents.iter().product::<usize>());
    }
}

// Basic operations.

/// `JaggedShape js{s, Shape{10, 20}}` mixes slices of ranks 3 and 2; two matrices of 6000 and of 200 elements have the
/// rank and the size that are asserted.
fn js() -> JaggedShape {
    let written = jagged![[10, 20, 30], [10, 20]];
    assert_eq!(written, Err(StructureError::SliceRank { slice: 1, expected: 3, found: 2 }));
    jagged![[200, 30], [10, 20]].unwrap()
}

#[test]
fn total_rank_and_total_number_of_elements() {
    let js = js();
    assert!(js.rank() == 3);
    assert!(js.size() == 6200);
}

#[test]
fn nested_gives_this_information_per_layer() {
    let s1_2 = Nested::new([1, 2], smooth(&[10, 20, 30])).unwrap();
    let js1_2 = Nested::new([1, 2], js()).unwrap();
    assert!(s1_2.n_layers() == 2);
    assert!(js1_2.n_layers() == 2);

    assert!(s1_2.rank_layer(0) == Ok(1));
    assert!(s1_2.rank_layer(1) == Ok(2));
    assert!(js1_2.rank_layer(0) == Ok(1));
    assert!(js1_2.rank_layer(1) == Ok(2));

    assert!(s1_2.elements_in_layer(0) == Ok(10));
    assert!(s1_2.elements_in_layer(1) == Ok(6000));
    assert!(js1_2.elements_in_layer(0) == Ok(2));
    assert!(js1_2.elements_in_layer(1) == Ok(6200));
}

#[test]
fn get_the_shape_of_the_0_0_th_element() {
    // assert(s3_3({0, 0}) == s); `s3_3` is not declared, and its outer layer takes three coordinates.
    let s = smooth(&[10, 20, 30]);
    let s3_3 = Nested::new([3, 3], smooth(&[2, 2, 2, 10, 20, 30])).unwrap();
    assert!(s3_3.inner([0, 0, 0]).unwrap() == s);
    let too_few = s3_3.inner([0, 0]);
    assert_eq!(too_few, Err(ShapeError::RankMismatch { expected: 3, found: 2 }.into()));
    assert_eq!(Nested::new([1, 2], js()).unwrap().inner([1]).unwrap(), smooth(&[10, 20]));
}

// Shape composition.

#[test]
fn additions_amount_to_copying_the_state() {
    let js0 = jagged![[10], [20]].unwrap();
    // js1("i,j") = js0("i,j") + js0("i,j");
    let js1 = (js0.ix("i,j") + js0.ix("i,j")).to("i,j").unwrap();
    assert!(js1 == js0);
    // So with subtraction and element-wise multiplication.
    assert!((js0.ix("i,j") - js0.ix("i,j")).to("i,j").unwrap() == js0);
    assert!((js0.ix("i,j") * js0.ix("i,j")).to("i,j").unwrap() == js0);
    // And plain shapes under text labels: s1("i,j,k") = s0("i,j,k") + s0("i,j,k");
    let s0 = smooth(&[10, 20, 30]);
    assert!((s0.ix("i,j,k") + s0.ix("i,j,k")).to("i,j,k").unwrap() == s0);
    assert!((s0.ix("i,j,k") + s0.ix("i,j,k")).to("j,i,k").unwrap() == smooth(&[20, 10, 30]));
}

#[test]
fn permuting_modes() {
    // js1("j,i") = js0("i,j") + js0("i,j"); the seed asserts rows of 20 and 10, which are the rows in reverse and no
    // transpose: column 10 would begin at row 1. So it is an error; rows that never grow do transpose.
    let js0 = jagged![[10], [20]].unwrap();
    let error = (js0.ix("i,j") + js0.ix("i,j")).to("j,i").unwrap_err();
    let (label, parent) = (LabelName::new("j"), LabelName::new("i"));
    let expected = StructureError::ParentNeeded {
        label,
        parent,
        by: Need::Order,
        row: 1,
        left: 10,
        right: 20,
    };
    assert_eq!(error, expected);
    let falling = jagged![[3], [1]].unwrap();
    let js1 = (falling.ix("i,j") + falling.ix("i,j")).to("j,i").unwrap();
    assert!(js1 == jagged![[2], [1], [1]].unwrap());
}

#[test]
fn contraction() {
    let js0 = jagged![[10], [20]].unwrap();
    // js1("i,k") = js0("i,j") * js0("k,j");
    let js1 = (js0.ix("i,j") * js0.ix("k,j")).to("i,k").unwrap();
    assert!(js1 == jagged![[2], [2]].unwrap());
    assert!(js1.is_smooth());
    let s0 = smooth(&[10, 20, 30]);
    assert!((s0.ix("i,j,k") * s0.ix("i,j,k")).to("i,k").unwrap() == smooth(&[10, 30]));
}

#[test]
fn these_would_throw_since_contracted_modes_arent_the_same_length() {
    // s1("i,k") = s0("j,i,k") * s0("i,j,k");
    let s0 = smooth(&[10, 20, 30]);
    let error = (s0.ix("j,i,k") * s0.ix("i,j,k")).to("i,k").unwrap_err();
    let label = LabelName::new("i");
    assert_eq!(
        error,
        ShapeError::ExtentMismatch { place: Place::Label(label), expected: 20, found: 10 }.into()
    );
    // js1("i,k") = js0("i,j") * js0("j,k");
    let js0 = jagged![[10], [20]].unwrap();
    let error = (js0.ix("i,j") * js0.ix("j,k")).to("i,k").unwrap_err();
    let label = LabelName::new("j");
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::SmoothLength { row: 0 },
            left: 2,
            right: 10
        }
    );
}

#[test]
fn direct_product() {
    let js0 = jagged![[10], [20]].unwrap();
    // js1("i,j,k") = js0("i,j") * js0("i,k");
    let js1 = (js0.ix("i,j") * js0.ix("i,k")).to("i,j,k").unwrap();
    assert!(js1 == jagged![[10, 10], [20, 20]].unwrap());
    let s0 = smooth(&[10, 20, 30]);
    let s1 = (s0.ix("i,j,k") * s0.ix("i,j,l")).to("i,j,k,l").unwrap();
    assert!(s1 == smooth(&[10, 20, 30, 30]));
}

#[test]
fn combining_nested_objects_is_done_layer_by_layer() {
    let s = smooth(&[10, 20, 30]);
    let s1_2 = Nested::new([1, 2], s.clone()).unwrap();
    let s2_1 = Nested::new([2, 1], s).unwrap();

    // result("i,j,k") = s1_2("i,j,k") + s1_2("i,j,k");
    let result = (s1_2.ix("i,j,k") + s1_2.ix("i,j,k")).to("i,j,k").unwrap();
    assert!(result == s1_2);

    // Not allowed because we can't add rank 1 tensors to rank 2 tensors
    let error = (s1_2.ix("i,j,k") + s2_1.ix("i,j,k")).to("i,j,k").unwrap_err();
    let label = LabelName::new("j");
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::Layer,
            left: 1,
            right: 0
        }
    );

    // result("i,j") = s1_2("i,j,k") * s1_2("i,j,k");
    let result = (s1_2.ix("i,j,k") * s1_2.ix("i,j,k")).to("i,j").unwrap();
    assert!(result == Nested::new([1, 1], smooth(&[10, 20])).unwrap());

    // result("j,k") = s1_2("i,j,k") * s1_2("i,j,k");
    let result = (s1_2.ix("i,j,k") * s1_2.ix("i,j,k")).to("j,k").unwrap();
    assert!(result == Nested::new([0, 2], smooth(&[20, 30])).unwrap());

    // Layers only need compatible, not identical, shapes
    let result = (s1_2.ix("i,j,k") * s2_1.ix("i,j,k")).to("j,k").unwrap();
    assert!(result == Nested::new([1, 1], smooth(&[20, 30])).unwrap());

    // "re-layering a shape is a trivial operation"
    let relayered = result.relayered([2, 0]).unwrap();
    assert!(relayered == Nested::new([2, 0], smooth(&[20, 30])).unwrap());
}

// Slicing and chipping.

#[test]
fn slicing_and_chipping_jagged_shape_objects_is_largely_the_same() {
    let js0 = jagged![[10], [20]].unwrap();
    // assert(j0 == JaggedShape{Shape10}); a vector of 10, so () and not {}, which would make a matrix of one row.
    let j0 = js0.chip(0).unwrap();
    assert!(j0 == smooth(&[10]).to_jagged());
    // assert(j1 == JaggedShape({Shape{10}});
    let j1 = js0.slice(0).unwrap();
    assert!(j1 == jagged![[10]].unwrap());
}

fn s2_2() -> Nested<Shape> {
    Nested::new([2, 2], smooth(&[2, 2, 10, 10])).unwrap()
}

#[test]
fn chipping_a_nested_object_is_fairly_straightforward() {
    let s2_2 = s2_2();
    assert!(s2_2.chip(0).unwrap() == Nested::new([1, 2], smooth(&[2, 10, 10])).unwrap());
    // chip(1,2), chip(1,2,3), chip(1,2,3,4): mode 1 has no index 2, so it is 1 here.
    let out = StructureError::IndexOutOfBounds { mode: 1, row: 0, index: 2, begin: 0, end: 2 };
    assert_eq!(s2_2.chip([1, 2]).unwrap_err(), out);
    assert!(s2_2.chip([1, 1]).unwrap().same_shape(&smooth(&[10, 10])));
    assert!(s2_2.chip([1, 1, 3]).unwrap().same_shape(&smooth(&[10])));
    assert!(s2_2.chip([1, 1, 3, 4]).unwrap().same_shape(&smooth(&[])));
    // The layers stay, as in a contraction.
    assert_eq!(s2_2.chip([1, 1, 3]).unwrap().layers().as_ref(), [0, 1]);
    assert_eq!(s2_2.chip([1, 1, 3, 4]).unwrap().layers().as_ref(), [0, 0]);
}

#[test]
fn slicing_layer_0_is_straightforward() {
    // "{1,0}, {2,2} selects row 1 of the outer matrix"
    let row = s2_2().slice(([1, 0, 0, 0], [2, 2, 10, 10])).unwrap();
    assert!(row == Nested::new([2, 2], placed(&[1, 2, 10, 10], &[1, 0, 0, 0])).unwrap());
    // "{1,0,5,5}, {2,2,10,10}": rows and columns 5 to 9 of each inner matrix, where the text speaks of rows only.
    let part = s2_2().slice(([1, 0, 5, 5], [2, 2, 10, 10])).unwrap();
    assert!(part == Nested::new([2, 2], placed(&[1, 2, 5, 5], &[1, 0, 5, 5])).unwrap());
}

#[test]
fn the_first_rows_of_one_element_and_the_last_of_another() {
    // Shape e10({5,10}, {0,0}); Shape e11({3,10}, {7,0}); the comment says 5 rows, the code takes the last 3.
    let e10 = placed(&[5, 10], &[0, 0]);
    let e11 = placed(&[3, 10], &[7, 0]);
    // JaggedShape slice({{e10, e11}}, {1,0});
    let slice = jagged![{ e10.clone(), e11.clone() }].unwrap().with_origin(&[1, 0]).unwrap();
    assert_eq!(info(&slice), (4, 80, false));
    assert_eq!(slice.leaf(&[1, 0]).unwrap(), e10);
    assert_eq!(slice.leaf(&[1, 1]).unwrap(), e11);
    assert_eq!(all(&slice).last().unwrap(), &[1, 1, 9, 9]);
}

#[test]
fn slicing_nested() {
    // Shape s01({1, 1, 10, 10}, {0, 1, 0, 0});
    let s01 = placed(&[1, 1, 10, 10], &[0, 1, 0, 0]);
    assert!(s2_2().slice([0, 1]).unwrap() == Nested::new([2, 2], s01).unwrap());
    // Nested<Shape> s1050({1, 2, 5, 5}, {1, 0, 5, 0}); lacks its layers, and all 10 columns are taken.
    let s1050 = Nested::new([2, 2], placed(&[1, 2, 5, 10], &[1, 0, 5, 0])).unwrap();
    assert!(s2_2().slice(([1, 0, 5, 0], [2, 2, 10, 10])).unwrap() == s1050);
}

// Iterating.

#[test]
fn iterating() {
    // "Sometimes we want the absolute indices and other times we only want the offsets"
    let js0 = jagged![[2], [3]].unwrap();
    assert_eq!(all(&js0), [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]]);
    let row = js0.slice(([1, 1], [2, 3])).unwrap();
    assert_eq!(all(&row), [[1, 1], [1, 2]]);
    assert!(row.indices_from_zero().map(|index| index.to_vec()).eq([[0, 0], [0, 1]]));
    let mut moved = js0;
    moved.set_origin(&[10, 10]).unwrap();
    assert_eq!(all(&moved), [[10, 10], [10, 11], [11, 10], [11, 11], [11, 12]]);
    let s01_13 = Nested::new([1, 1], smooth(&[2, 3])).unwrap().slice(([0, 1], [1, 3])).unwrap();
    assert_eq!(all(&s01_13), [[0, 1], [0, 2]]);
    assert!(s01_13.indices_from_zero().map(|index| index.to_vec()).eq([[0, 0], [0, 1]]));
}

#[test]
fn the_origin_is_specified_for_the_internal_shapes_and_the_explicitly_unrolled_ranks() {
    // JaggedShape js({{Shape({10}, {5}), Shape({20}, {6})}, {10}); outer elements are 10 and 11, not 11 and 12.
    let js = jagged![placed(&[10], &[5]), placed(&[20], &[6])].unwrap().with_origin(&[10]).unwrap();
    assert_eq!(js.size(), 30);
    assert_eq!(js.index(0).unwrap().as_ref(), [10, 5]);
    assert_eq!(js.index(29).unwrap().as_ref(), [11, 25]);
    assert_eq!(js.element(&[10]).unwrap(), placed(&[10], &[5]));
    assert_eq!(js.element(&[11]).unwrap(), placed(&[20], &[6]));
}

#[test]
fn outer_vector_starts_at_10_inner_vectors_start_at_10() {
    // Nested<Shape> s1_1({1, 1}, s);
    let s = Shape::at(extents![2, 3], [10, 10]).unwrap();
    let s1_1 = Nested::new([1, 1], s).unwrap();
    assert_eq!(s1_1.layer_origin(0).unwrap().as_ref(), [10]);
    assert_eq!(s1_1.layer_origin(1).unwrap().as_ref(), [10]);
    assert_eq!(s1_1.inner([11]).unwrap(), placed(&[3], &[10]));
}
