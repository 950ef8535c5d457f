//! Bitcasts against their definition: each element at the same position.

use extents::DType;
use extents_xla::error::Required;
use extents_xla::{
    ArrayShape, BitcastDecomposition, Layout, PaddingValue, Shape, Tile, TileDimension, XlaError,
};
use proptest::prelude::*;

use super::{
    allocated, any_dense, any_order, any_reshape, array, cases, indices, laid_out, lists, order,
    orders, position, sizes,
};

/// The transposed index: `new[i] = old[permutation[i]]`.
fn permuted(index: &[usize], permutation: &[usize]) -> Vec<usize> {
    permutation.iter().map(|&old| index[old]).collect()
}

/// Whether a transpose leaves each element where it is, and the buffer as large.
fn transpose_stays(from: &ArrayShape, to: &ArrayShape, permutation: &[usize]) -> bool {
    let stays =
        |index: &Vec<usize>| position(from, index) == position(to, &permuted(index, permutation));
    allocated(from) == allocated(to) && indices(&sizes(from)).iter().all(stays)
}

/// Whether a reshape leaves each element where it is.
fn reshape_stays(from: &ArrayShape, to: &ArrayShape) -> bool {
    let pairs = indices(&sizes(from)).into_iter().zip(indices(&sizes(to)));
    allocated(from) == allocated(to)
        && pairs.into_iter().all(|(old, new)| position(from, &old) == position(to, &new))
}

#[test]
fn transposes_of_all_small_arrays() {
    let (mut bitcasts, mut only_exact) = (0, 0);
    for rank in 0..=3 {
        for dimensions in lists(&[0, 1, 2, 3], rank) {
            for (from, permutation, to) in orders(rank).iter().flat_map(|from| {
                orders(rank).into_iter().flat_map(move |permutation| {
                    orders(rank).into_iter().map(move |to| (from.clone(), permutation.clone(), to))
                })
            }) {
                let from = laid_out(&dimensions, &from);
                let to = laid_out(&permuted(&dimensions, &permutation), &to);
                let exact = from.transpose_is_bitcast_exact(&to, &permutation).unwrap();
                assert_eq!(exact, transpose_stays(&from, &to, &permutation), "{from} {to}");
                // XLA's reading: the orders agree, by its own definition.
                let xla = order(&to).iter().map(|&new| permutation[new]).eq(order(&from));
                assert_eq!(from.transpose_is_bitcast_xla(&to, &permutation), Ok(xla));
                assert!(exact || !xla, "XLA's yes is right: {from} {to}");
                bitcasts += usize::from(exact);
                only_exact += usize::from(exact && !xla);
            }
        }
    }
    assert!(bitcasts > 1000 && only_exact > 1000, "{bitcasts} {only_exact}");
}

#[test]
fn reshapes_of_all_small_arrays() {
    let all: Vec<Vec<usize>> = (0..=3).flat_map(|rank| lists(&[0, 1, 2, 3, 4, 6], rank)).collect();
    let (mut yes, mut no) = (0, 0);
    for from in &all {
        for to in &all {
            let product: usize = from.iter().product();
            // As many elements, no more than 24, so that it ends soon.
            if product != to.iter().product::<usize>() || product > 24 || from.len() + to.len() > 5
            {
                continue;
            }
            for (from_order, to_order) in orders(from.len())
                .iter()
                .flat_map(|f| orders(to.len()).into_iter().map(move |t| (f.clone(), t)))
            {
                let (from, to) = (laid_out(from, &from_order), laid_out(to, &to_order));
                let found = from.reshape_is_bitcast(&to).unwrap();
                assert_eq!(found, reshape_stays(&from, &to), "{from} {to}");
                if found { yes += 1 } else { no += 1 }
            }
        }
    }
    assert!(yes > 1000 && no > 1000, "{yes} {no}");
}

/// A padded array: widths up to 2 more than sizes.
fn any_padded() -> impl Strategy<Value = ArrayShape> {
    any_dense().prop_flat_map(|shape| {
        let more = prop::collection::vec(0_usize..3, shape.rank());
        (Just(shape), more).prop_map(|(shape, more)| {
            let widths: Vec<usize> = sizes(&shape).iter().zip(more).map(|(a, b)| a + b).collect();
            let layout = shape.layout().unwrap().clone();
            shape.with_layout(layout.with_padding(widths, PaddingValue::Zero)).unwrap()
        })
    })
}

/// A padded array with up to two tiles, in which dimensions may be combined.
fn any_tiled() -> impl Strategy<Value = ArrayShape> {
    let size = prop_oneof![
        3 => (1_usize..4).prop_map(TileDimension::Size),
        1 => Just(TileDimension::Combine),
    ];
    let tile = (prop::collection::vec(size, 0..3), 1_usize..4).prop_map(|(mut sizes, last)| {
        sizes.push(TileDimension::Size(last));
        Tile::of(sizes)
    });
    (any_padded(), prop::collection::vec(tile, 1..3)).prop_map(|(shape, tiles)| {
        let layout = shape.layout().unwrap().clone().with_tiles(tiles).unwrap();
        shape.with_layout(layout).unwrap()
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn transposes_of_tiled_arrays(
        (from, permutation, to_order, is_padded) in any_tiled().prop_flat_map(|from| {
            let rank = from.rank();
            (Just(from), any_order(rank), any_order(rank), any::<bool>())
        })
    ) {
        let same = from.permute_dimensions(&permutation).unwrap();
        prop_assert_eq!(from.transpose_is_bitcast_exact(&same, &permutation), Ok(true));
        prop_assert!(transpose_stays(&from, &same, &permutation));
        let slowest_first: Vec<usize> = order(&from).into_iter().rev().collect();
        prop_assert!(transpose_stays(&from, &from.in_physical_order(), &slowest_first));

        let layout = same.layout().unwrap();
        let widths = layout.padded_dimensions().unwrap().to_vec();
        let other = Layout::new(to_order).unwrap().with_tiles(layout.tiles().to_vec()).unwrap();
        let padded = other.clone().with_padding(widths, PaddingValue::Zero);
        let other = if is_padded { padded } else { other };
        let to = same.clone().with_layout(other).unwrap();
        let stays = transpose_stays(&from, &to, &permutation);
        prop_assert_eq!(from.transpose_is_bitcast_exact(&to, &permutation), Ok(stays));
        prop_assert!(stays || !from.transpose_is_bitcast_xla(&to, &permutation).unwrap());
        prop_assert_eq!(from.reshape_is_bitcast(&from), Ok(false), "refused");
    }

    #[test]
    fn transposes_of_padded_arrays(
        (from, permutation, to_order, change) in any_padded().prop_flat_map(|from| {
            let rank = from.rank();
            (Just(from), any_order(rank), any_order(rank), any::<bool>())
        })
    ) {
        let same = from.permute_dimensions(&permutation).unwrap();
        prop_assert!(from.transpose_is_bitcast_xla(&same, &permutation).unwrap());
        prop_assert!(transpose_stays(&from, &same, &permutation));
        prop_assert_eq!(from.transpose_is_bitcast_exact(&same, &permutation), Ok(true));
        // With another order, or the same one of other widths.
        let padded = same.layout().unwrap().padded_dimensions().unwrap().to_vec();
        let other = if change {
            Layout::new(to_order).unwrap().with_padding(padded, PaddingValue::Zero)
        } else {
            Layout::new(order(&same)).unwrap()
        };
        let to = same.with_layout(other).unwrap();
        let exact = from.transpose_is_bitcast_exact(&to, &permutation).unwrap();
        prop_assert_eq!(exact, transpose_stays(&from, &to, &permutation));
        prop_assert!(exact || !from.transpose_is_bitcast_xla(&to, &permutation).unwrap());
        prop_assert_eq!(from.reshape_is_bitcast(&from), Ok(false), "refused");
    }

    #[test]
    fn reshapes_of_larger_arrays(
        (from, to) in any_dense().prop_flat_map(|from| {
            let to = any_reshape(sizes(&from)).prop_flat_map(|to| {
                any_order(to.len()).prop_map(move |order| laid_out(&to, &order))
            });
            (Just(from), to)
        })
    ) {
        prop_assert_eq!(from.reshape_is_bitcast(&to), Ok(reshape_stays(&from, &to)));
        // A layout is found where there is one, among all.
        let aligned = from.align_layouts(&to).unwrap();
        if let Some(aligned) = &aligned {
            prop_assert!(reshape_stays(&from, aligned), "{} {}", from, aligned);
            prop_assert_eq!(sizes(aligned), sizes(&to));
        } else if to.rank() <= 6 {
            let found = orders(to.rank()).into_iter().find(|order| {
                reshape_stays(&from, &laid_out(&sizes(&to), order))
            });
            prop_assert_eq!(found, None, "{} {}", from, to);
        }
        // Whatever the two layouts are, one buffer is the other.
        let parts = from.decompose_bitcast_to_transposes(&to).unwrap();
        prop_assert!(transpose_stays(&from, &parts.transposed, &parts.transpose1));
        prop_assert!(reshape_stays(&parts.transposed, &parts.reshaped));
        prop_assert!(transpose_stays(&parts.reshaped, &to, &parts.transpose2));
        match from.decompose_bitcast(&to).unwrap().unwrap() {
            BitcastDecomposition::Reshape => prop_assert!(reshape_stays(&from, &to)),
            BitcastDecomposition::Transpose(permutation) => {
                prop_assert!(transpose_stays(&from, &to, &permutation));
            }
            BitcastDecomposition::TransposeReshapeTranspose(all) => prop_assert_eq!(*all, parts),
        }
    }
}

#[test]
fn tiles_are_compared_and_not_guessed() {
    let exact = |from: &str, to: &str, permutation: &[usize]| {
        array(from).transpose_is_bitcast_exact(&array(to), permutation)
    };
    assert_eq!(exact("f32[4,6]{1,0:T(2,3)}", "f32[6,4]{0,1:T(2,3)}", &[1, 0]), Ok(true));
    // The same widths and tiles, but the other dimension is the fast one.
    let other = exact("f32[4,4]{1,0:T(2,2)}", "f32[4,4]{1,0:T(2,2)}", &[1, 0]);
    assert_eq!(other, Ok(false));
    let untiled = exact("f32[4,6]{1,0:T(2,3)}", "f32[6,4]{0,1}", &[1, 0]);
    assert_eq!(untiled, Ok(false));
    // A dimension of size 1 in front of the tiles may stand anywhere there, and between larger ones too.
    let ones = exact("f32[1,5,4,6]{3,2,1,0:T(2,3)}", "f32[5,1,4,6]{3,2,1,0:T(2,3)}", &[1, 0, 2, 3]);
    assert_eq!(ones, Ok(true));
    let ones = exact("f32[1,1,4,6]{3,2,1,0:T(2,3)}", "f32[1,1,4,6]{3,2,0,1:T(2,3)}", &[0, 1, 2, 3]);
    assert_eq!(ones, Ok(true));
    assert_eq!(
        array("f32[4,6]{1,0:T(2,3)}").transpose_is_bitcast_xla(&array("f32[6,4]{0,1}"), &[1, 0]),
        Ok(false)
    );
    // Tiles may pad as widths do.
    let tiled = array("f32[3]{0:T(4)}")
        .transpose_is_bitcast_exact(&array("f32[3]{0:T(4)PAD(4:zero)}"), &[0]);
    assert_eq!(tiled, Ok(true));
    let many = exact("f32[4096,4096]{1,0:T(2,2)}", "f32[4096,4096]{1,0:T(2,2)}", &[1, 0]);
    assert_eq!(many, Err(XlaError::Requires(Required::Dense)), "too many to look at");
    // Where the same widths are cut alike, nothing has to be looked at.
    let large = "f32[1,1,4096,4096]{3,2,1,0:T(2,2)L(8)}";
    assert_eq!(exact(large, large, &[1, 0, 2, 3]), Ok(true));
    assert_eq!(exact("f32[4,4]{1,0}", "f32[4,4]{1,0:T(2,2)}", &[0, 1]), Ok(false));
    assert_eq!(exact("f32[4,4]{1,0}", "f32[4,4]{1,0:T(1,4)}", &[0, 1]), Ok(true));
    // A reshape refuses them.
    let tiled = array("f32[4,6]{1,0:T(2,3)}");
    assert_eq!(tiled.reshape_is_bitcast(&tiled), Ok(false));
}

#[test]
fn what_buffers_are_counts() {
    let pairs = [
        ("f32[4]{0:S(1)}", "f32[4]{0}"),
        ("f32[4]{0:L(8)}", "f32[4]{0}"),
        ("s4[4]{0:E(4)}", "s4[4]{0}"),
        ("f32[4]{0:M(16)}", "f32[4]{0}"),
        ("f32[4]{0}", "s32[4]{0}"),
        ("f32[4]{0:SC(0:2)}", "f32[4]{0}"),
    ];
    for (left, right) in pairs {
        for (from, to) in [(left, right), (right, left)] {
            let (from, to) = (array(from), array(to));
            assert_eq!(from.reshape_is_bitcast(&to), Ok(false), "{from} {to}");
            assert_eq!(from.transpose_is_bitcast_xla(&to, &[0]), Ok(false), "{from} {to}");
            assert_eq!(from.transpose_is_bitcast_exact(&to, &[0]), Ok(false), "{from} {to}");
        }
    }
    let alike = [("s4[4]{0:E(8)}", "s4[4]{0}"), ("f32[4]{0:L(4)}", "f32[4]{0}")];
    for (from, to) in alike {
        assert_eq!(array(from).reshape_is_bitcast(&array(to)), Ok(true), "{from} {to}");
        assert_eq!(array(from).transpose_is_bitcast_exact(&array(to), &[0]), Ok(true));
    }
    // Splits are of dimensions, wherever these stand.
    let split = array("f32[1,4,2]{2,1,0:SC(1:2)}");
    let moved = array("f32[1,4,2]{2,0,1:SC(0:2)}");
    assert_eq!(split.transpose_is_bitcast_exact(&moved, &[0, 1, 2]), Ok(true));
    let other = array("f32[1,4,2]{2,0,1:SC(0:3)}");
    assert_eq!(split.transpose_is_bitcast_exact(&other, &[0, 1, 2]), Ok(false));
    let two = ["f32[4,6]{1,0:SC(0:1)(1:2)}", "f32[4,6]{1,0:SC(1:2)(0:1)}"].map(array);
    assert_eq!(two[0].transpose_is_bitcast_exact(&two[1], &[0, 1]), Ok(true), "in any order");
    // A bitcast may change the type, if elements stay as large.
    let decompose = |from: &str, to: &str| array(from).decompose_bitcast(&array(to));
    assert_eq!(decompose("f32[6]{0}", "s32[2,3]{1,0}"), Ok(Some(BitcastDecomposition::Reshape)));
    let bits = XlaError::Incompatible { what: "the bits of all elements", left: 192, right: 384 };
    assert_eq!(decompose("f32[6]{0}", "f64[2,3]{1,0}"), Err(bits));
    // Elements of another size are no reordering of those that were there.
    assert_eq!(decompose("s4[3,2]{1,0}", "s8[3]{0}"), Ok(None));
    assert_eq!(decompose("f32[6]{0}", "s8[2,12]{0,1}"), Ok(None));
    // In whole bytes, these are as large.
    assert_eq!(decompose("s4[6]{0}", "s8[2,3]{1,0}"), Ok(Some(BitcastDecomposition::Reshape)));
    assert_eq!(decompose("s4[6]{0:E(4)}", "s8[3]{0}"), Ok(None));
    assert_eq!(decompose("f32[6]{0}", "s8[24]"), Err(XlaError::Requires(Required::Layout)));
    // Of one type, but packed in one of the two.
    let packed = XlaError::Incompatible { what: "the bits of an element", left: 4, right: 8 };
    assert_eq!(decompose("s4[6]{0:E(4)}", "s4[2,3]{1,0}"), Err(packed));
    let count = XlaError::Incompatible { what: "the number of elements", left: 6, right: 4 };
    assert_eq!(decompose("f32[6]{0}", "f32[4]{0}"), Err(count));
    let memory = XlaError::MemorySpaceMismatch { left: 1, right: 0 };
    assert_eq!(decompose("f32[6]{0:S(1)}", "f32[6]{0}"), Err(memory));
    assert_eq!(
        decompose("f32[6]{0:T(2)}", "f32[6]{0:T(2)}"),
        Err(XlaError::Requires(Required::Dense))
    );
    assert_eq!(decompose("f32[6]", "f32[6]{0}"), Err(XlaError::Requires(Required::Layout)));
}

#[test]
fn bad_input_is_named() {
    let huge = ArrayShape::new(DType::F32, [usize::MAX, 3]).with_default_layout();
    let too_large = |found: Result<bool, XlaError>| matches!(found, Err(XlaError::TooLarge { .. }));
    assert!(too_large(huge.reshape_is_bitcast(&huge)));
    assert!(too_large(huge.transpose_is_bitcast_exact(&huge, &[0, 1])));
    assert_eq!(
        huge.align_layouts(&huge).unwrap_err().to_string(),
        "the buffer is too large: 1 elements before dimension 0, times 18446744073709551615"
    );
    assert_eq!(
        huge.normalized_logical_transpose(&[0, 1]).unwrap_err().to_string(),
        "the buffer is too large: 1 elements before dimension 0, times 18446744073709551615"
    );
    // The limit is that of `elements_in`: a size of 0 does not save the others.
    for text in ["u8[4294967296,4294967295]{1,0}", "u8[4294967296,4294967295,0]{2,1,0}"] {
        let huge = array(text);
        let error = huge.elements_in().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the buffer is too large: 4294967296 elements before dimension 1, times 4294967295"
        );
        let same: Vec<usize> = (0..huge.rank()).collect();
        assert_eq!(huge.reshape_is_bitcast(&huge), Err(error), "{text}");
        assert_eq!(huge.transpose_is_bitcast_exact(&huge, &same), Err(error), "{text}");
        assert_eq!(huge.decompose_bitcast(&huge), Err(error), "{text}");
        assert_eq!(huge.align_layouts(&huge), Err(error), "{text}");
        assert_eq!(huge.normalized_logical_transpose(&same), Err(error), "{text}");
    }
    // Named among all dimensions, also where those of size 1 are left out.
    let huge = array("u8[1,4294967296,4294967296]{2,1,0}");
    assert_eq!(huge.align_layouts(&huge).unwrap_err(), huge.elements_in().unwrap_err());
    let tail = array("u8[4]{0:L(18446744073709551615)}");
    assert_eq!(tail.reshape_is_bitcast(&tail).unwrap_err(), tail.to_layout().unwrap_err());

    let shape = array("f32[2,3]{1,0}");
    let rank = XlaError::LayoutRank { part: "the permutation", found: 1, rank: 2 };
    assert_eq!(shape.transpose_is_bitcast_xla(&shape, &[0]), Err(rank));
    assert_eq!(shape.permute_dimensions(&[0]), Err(rank));
    let twice = XlaError::DuplicateDimension { dimension: 1 };
    assert_eq!(shape.permute_dimensions(&[1, 1]), Err(twice));
    let differ = XlaError::Incompatible { what: "dimensions", left: 3, right: 2 };
    assert_eq!(shape.transpose_is_bitcast_exact(&shape, &[1, 0]), Err(differ));
    let unbounded = array("f32[?,3]{1,0}");
    let error = XlaError::Unbounded { dimension: 0 };
    assert_eq!(unbounded.reshape_is_bitcast(&unbounded), Err(error));
    assert_eq!(shape.align_layouts(&array("f32[?]")), Err(error));
    assert_eq!(
        shape.clone().without_layout().reshape_is_bitcast(&shape),
        Err(XlaError::Requires(Required::Layout))
    );
}

/// Elements of another size are no reordering, but what is no bitcast at all is an error all the same.
#[test]
fn bitcasts_to_elements_of_another_size_are_checked_too() {
    let of = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| text.parse::<ArrayShape>().unwrap());
        from.decompose_bitcast(&to).map_err(|error| error.to_string())
    };
    assert_eq!(of("s4[4]{0}", "s8[2]{0}"), Ok(None));
    let memory = Err("the shapes differ in the memory they lie in: 1 and 0".to_owned());
    assert_eq!(of("s4[4]{0:S(1)}", "s8[2]{0}"), memory);
    let memory = Err("the shapes differ in the memory they lie in: 5 and -3".to_owned());
    assert_eq!(of("s4[4]{0:S(5)}", "s8[2]{0:S(-3)}"), memory);
    let tiled = of("s4[4,2]{1,0:T(2,2)}", "s8[4]{0}");
    assert_eq!(tiled, Err(XlaError::Requires(Required::Dense).to_string()));
}

#[test]
fn aligned_layouts_keep_the_bits_of_elements_of_the_same_type() {
    let from: ArrayShape = "s4[2,3]{1,0:E(4)}".parse().unwrap();
    let aligned = |to: &str| from.align_layouts(&to.parse().unwrap()).unwrap().unwrap().to_string();
    assert_eq!(aligned("s4[3,2]"), "s4[3,2]{1,0:E(4)}");
    assert_eq!(aligned("u8[3,2]"), "u8[3,2]{1,0}");
}

/// What is said of each dimension, or stands in memory in place of the array, is said of the old array only.
#[test]
fn aligned_layouts_leave_out_what_belongs_to_the_old_dimensions() {
    let aligned = |from: &ArrayShape, to: &str| {
        from.align_layouts(&array(to)).unwrap().map(|aligned| aligned.to_string())
    };
    let levels = array("f32[2,3]{1,0:D(D,D)}");
    assert_eq!(aligned(&levels, "f32[6]").as_deref(), Some("f32[6]{0}"));
    assert_eq!(aligned(&levels, "f32[3,2]").as_deref(), Some("f32[3,2]{1,0}"));
    let layout = Layout::descending(2).with_physical_shape(array("f32[6]{0}").into()).unwrap();
    let physical = ArrayShape::new(DType::F32, [2, 3]).with_layout(layout).unwrap();
    let to = physical.align_layouts(&array("f32[6]")).unwrap().unwrap();
    assert_eq!((to.layout(), Shape::from(to.clone()).depth()), (Some(&Layout::descending(1)), 0));
}

/// A split names the indices at which parts begin: without one there is a single part.
#[test]
fn a_split_without_an_index_is_none() {
    let exact = |from: &str, to: &str| array(from).transpose_is_bitcast_exact(&array(to), &[0]);
    assert_eq!(exact("f32[4]{0:SC(0:)}", "f32[4]{0}"), Ok(true));
    assert_eq!(exact("f32[4]{0}", "f32[4]{0:SC(0:)}"), Ok(true));
    assert_eq!(exact("f32[4]{0:SC(0:)}", "f32[4]{0:SC(0:2)}"), Ok(false));
}

#[test]
fn buffers_of_other_lengths_are_no_bitcasts() {
    let array = |text: &str| text.parse::<ArrayShape>().unwrap();
    // Of a tile that moves nothing, in either of the two.
    assert_eq!(array("f32[4]{0:T(4)}").reshape_is_bitcast(&array("f32[4]{0}")), Ok(false));
    assert_eq!(array("f32[4]{0}").reshape_is_bitcast(&array("f32[4]{0:T(4)}")), Ok(false));
    // As long, with other elements; and the same elements with room behind them.
    assert_eq!(array("f32[3]{0:L(4)}").reshape_is_bitcast(&array("f32[4]{0}")), Ok(false));
    assert_eq!(array("f32[3]{0:L(4)}").reshape_is_bitcast(&array("f32[3,1]{1,0}")), Ok(false));
    assert_eq!(array("f32[3]{0:L(4)}").reshape_is_bitcast(&array("f32[3,1]{1,0:L(2)}")), Ok(true));
    assert_eq!(
        array("f32[3]{0:L(4)}").decompose_bitcast(&array("f32[3]{0}")).unwrap_err(),
        XlaError::Incompatible { what: "the elements of the buffer", left: 4, right: 3 }
    );
}
