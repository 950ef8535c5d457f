//! Attacks from safe code on the buffers of XLA.

#[path = "../../../tests/optional/attack.rs"]
mod attack;
#[path = "../../../tests/optional/random.rs"]
mod random;

use attack::attack;
use extents::error::{Bounded, Place};
use extents::layout::Layout;
use extents::*;
use extents_xla::{self as xla, ArrayShape, PaddingValue, Tile, TileDimension};
use random::Random;

fn random_array(r: &mut Random) -> (Vec<usize>, xla::Layout) {
    let rank = r.below(5);
    let sizes: Vec<usize> = (0..rank).map(|_| [0, 1, 1, 2, 3, 4, 5][r.below(7)]).collect();
    let mut order: Vec<usize> = (0..rank).collect();
    for k in (1..rank).rev() {
        order.swap(k, r.below(k + 1));
    }
    let mut layout = xla::Layout::new(order).unwrap();
    let tiles: Vec<Tile> = (0..r.below(4))
        .map(|_| {
            let mut tile: Vec<TileDimension> = (0..r.below(6))
                .map(|_| match r.below(5) {
                    0 => TileDimension::Combine,
                    n => TileDimension::Size([1, 2, 3, 4][n - 1]),
                })
                .collect();
            if tile.last() == Some(&TileDimension::Combine) {
                tile.push(TileDimension::Size(2));
            }
            Tile::of(tile)
        })
        .collect();
    if r.below(2) == 0 {
        layout = layout.with_tiles(tiles).unwrap();
    }
    if r.below(2) == 0 {
        let widths: Vec<usize> = sizes.iter().map(|n| n + r.below(3)).collect();
        layout = layout.with_padding(widths, PaddingValue::One);
    }
    if r.below(3) == 0 {
        layout = layout.with_tail_padding_alignment(1 + r.below(9)).unwrap();
    }
    (sizes, layout.with_metadata_prefix_bytes(r.below(3) * 8))
}

#[test]
fn buffers_of_xla() {
    let mut r = Random(1);
    for _ in 0..400 {
        let (sizes, layout) = random_array(&mut r);
        let shape = ArrayShape::new(DType::F32, sizes.iter().copied()).with_layout(layout).unwrap();
        let Ok(mapping) = shape.mapping::<DynRankExtents>() else { panic!("{shape}") };
        if mapping.required_span_size() > 20_000 {
            continue;
        }
        attack(&mapping);
        let mut buffer = vec![5_i32; shape.allocated_elements().unwrap()];
        shape.fill_padding(&mut buffer).unwrap();
        assert_eq!(
            buffer.iter().filter(|x| **x == 5).count(),
            sizes.iter().product::<usize>(),
            "{shape}"
        );
        // Other extents than its own, and none.
        let layout = mapping.layout().clone();
        for other in [vec![], vec![1; 9], vec![2, 3], vec![5, 5, 5]] {
            if other != sizes {
                let other = DynRankExtents::new(&other).unwrap();
                assert!(Mapping::with_layout(other.clone(), layout.clone()).is_err());
                let _ = layout.index(&other, 1);
                let _ = layout.offset(&other, &other.extents());
                let _ = layout.strided(&other);
            }
        }
        let null = DynRankExtents::null();
        assert_eq!(Mapping::with_layout(null, layout.clone()).unwrap_err(), ShapeError::Null);
        // Under other types of extents, and back.
        if let [a, b] = sizes[..] {
            let typed = shape.mapping::<StaticExtents![dyn, dyn]>().unwrap();
            attack(&typed);
            let mut tensor = Tensor::full(typed, 1_u8).unwrap();
            let weak = tensor.view_mut().weaken::<DynRankExtents>();
            let error =
                ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 77, found: b };
            let found = weak.strengthen::<StaticExtents![dyn, 77]>();
            assert_eq!(found.unwrap_err().error, error);
            let view = tensor.view().weaken::<DynRankExtents>();
            let back = view.strengthen::<DynExtents<2>>().unwrap();
            assert_eq!(back.iter().count(), a * b);
        }
    }
}

/// Extents in the type, and more modes than the inline memory of the arithmetic has room for.
#[test]
fn buffers_of_few_and_of_many_modes() {
    for text in [
        "f32[3,4]{1,0}",
        "f32[3,4]{0,1}",
        "f32[3,4]{0,1:T(2)}",
        "f32[3,4]{1,0:T(2,2)(2,1)}",
        "f32[3,4]{1,0:T(*,5)}",
        "f32[3,4]{1,0:T(2,2,2,2)L(7)}",
        "f32[3,4]{1,0:L(16)}",
    ] {
        let shape: ArrayShape = text.parse().unwrap();
        attack(&shape.mapping::<StaticExtents![3, 4]>().unwrap());
        attack(&shape.mapping::<StaticExtents![dyn, 4]>().unwrap());
        attack(&shape.mapping::<DynExtents<2>>().unwrap());
        assert_eq!(
            shape.mapping::<StaticExtents![4, 3]>().unwrap_err().to_string(),
            "mode 0 should have extent 4, but has 3"
        );
        assert_eq!(
            shape.mapping::<StaticExtents![12]>().unwrap_err().to_string(),
            "the rank should be 1, but is 2"
        );
    }
    let mut scalar: ArrayShape = "f32[]{:T(4)(2,2)}".parse().unwrap();
    attack(&scalar.mapping::<StaticExtents![]>().unwrap());
    scalar = "f32[]{:L(3)}".parse().unwrap();
    attack(&scalar.mapping::<DynExtents<0>>().unwrap());
    let mut r = Random(9);
    for rank in [12, 13, 16, 17, 20, 33] {
        let sizes: Vec<usize> = (0..rank).map(|k| if k % 5 == 0 { 2 } else { 1 }).collect();
        for tiled in 0..6 {
            let tile =
                (0..[0, 1, rank - 1, rank, rank + 1, 2 * rank][tiled]).map(|k| 1 + k % 9 / 8);
            let layout = xla::Layout::descending(rank);
            let layout = if tiled > 0 {
                layout.with_tiles([Tile::new(tile), Tile::new([1, 2])]).unwrap()
            } else {
                let widths: Vec<usize> = sizes.iter().map(|n| n + r.below(12) / 11).collect();
                layout.with_padding(widths, PaddingValue::Zero)
            };
            let shape = ArrayShape::new(DType::F32, sizes.iter().copied());
            let shape = shape.with_layout(layout).unwrap();
            let mapping = shape.mapping::<DynRankExtents>().unwrap();
            if mapping.required_span_size() < 20_000 {
                attack(&mapping);
            }
        }
    }
}

/// Who wants one element after another of a padded layout hears of the first gap, however much padding there is.
#[test]
fn more_padding_than_memory() {
    let shape: ArrayShape = "f32[2]{0:T(9223372036854775807)}".parse().unwrap();
    let mapping = shape.mapping::<DynExtents<1>>().unwrap();
    let span = isize::MAX as usize;
    let error = ShapeError::OutOfBounds { of: Bounded::Offset, number: 2, limit: span };
    assert_eq!(Tensor::from_fn(mapping, |_| ()).unwrap_err(), error);
}

/// What operations make of arrays has a layout that suits it, as one made by hand has.
#[test]
fn arrays_that_were_operated_on() {
    let mut r = Random(23);
    let (mut attacked, mut aligned) = (0, 0);
    let rounds = 3000;
    for _ in 0..rounds {
        let (sizes, mut layout) = random_array(&mut r);
        let rank = sizes.len();
        if r.below(3) == 0 && rank > 0 {
            let indices = vec![1];
            layout =
                layout.with_split_configs([xla::SplitConfig { dimension: r.below(rank), indices }]);
        }
        let dimensions = sizes.iter().map(|&n| match r.below(6) {
            0 => xla::Dimension::Bounded(n),
            1 => xla::Dimension::Unbounded,
            _ => xla::Dimension::Static(n),
        });
        let dimensions: Vec<xla::Dimension> = dimensions.collect();
        let Ok(shape) = ArrayShape::new(DType::F32, dimensions).with_layout(layout.clone()) else {
            continue;
        };
        let mut permutation: Vec<usize> = (0..rank).collect();
        for k in (1..rank).rev() {
            permutation.swap(k, r.below(k + 1));
        }
        let (at, n) = (r.below(rank + 2), r.below(4));
        let mut made = vec![shape.drop_degenerate_dimensions(), shape.in_physical_order()];
        made.push(shape.filter_dimensions(|k| k % 2 == 0));
        made.extend(shape.delete_dimensions(&[at]));
        made.extend(shape.delete_dimensions(&[at, at]));
        made.extend(shape.insert_dimensions(at, [n, 1 + n]));
        made.extend(shape.insert_dimensions(at, [xla::Dimension::Unbounded]));
        made.extend(shape.prepend_major_dimension(n));
        made.extend(shape.append_major_dimension(n));
        made.extend(shape.append_minor_dimension(n));
        made.extend(shape.move_dimension_to_major(at));
        made.extend(shape.move_dimension_to_minor(at));
        made.extend(shape.permute_dimensions(&permutation));
        made.extend(shape.permute_dimensions_ignoring_layout(&permutation));
        made.extend(shape.reorder_logical_dimensions(&permutation));
        made.push(shape.clone().with_dtype(DType::U8));
        made.extend(shape.to_string().parse::<ArrayShape>());
        // The same number of elements in other dimensions.
        let mut others = vec![sizes.clone(), vec![sizes.iter().product()], sizes.clone()];
        others[0].reverse();
        others[2].insert(r.below(rank + 1), 1);
        others.extend((rank > 1).then(|| [&[sizes[0] * sizes[1]][..], &sizes[2..]].concat()));
        others.extend((rank > 2).then(|| {
            let last = sizes[rank - 2] * sizes[rank - 1];
            [&sizes[..rank - 2], &[1, last, 1][..]].concat()
        }));
        for other in others {
            let other = ArrayShape::new(DType::F32, other).with_default_layout();
            if let Ok(Some(shape)) = shape.align_layouts(&other) {
                aligned += 1;
                made.push(shape);
            }
            let _ = (shape.reshape_is_bitcast(&other), other.reshape_is_bitcast(&shape));
            if let Ok(parts) = shape.decompose_bitcast_to_transposes(&other) {
                made.extend([parts.transposed, parts.reshaped]);
            }
            let _ = shape.deduce_transpose_for_bitcast(&other);
            let _ = shape.decompose_bitcast(&other);
            let (from, to) = (xla::Shape::Array(shape.clone()), xla::Shape::Array(other));
            for shape in [to.with_layouts_of(&from), from.with_layouts_of(&to)] {
                made.extend(shape.ok().and_then(|shape| shape.array().ok().cloned()));
            }
        }
        for shape in made {
            let Ok(mapping) = shape.mapping::<DynRankExtents>() else { continue };
            if mapping.required_span_size() < 300 {
                attack(&mapping);
                attacked += 1;
            }
        }
    }
    assert!(attacked > rounds * 2 / 3 && aligned > rounds / 6, "{attacked} {aligned}");
}

#[test]
fn buffers_near_the_end_of_the_address_space() {
    const MOST: usize = isize::MAX as usize;
    let numbers = [0, 1, 2, 3, MOST / 2, MOST - 1, MOST, usize::MAX / 2 + 1, usize::MAX];
    let mut r = Random(7);
    let pick = |r: &mut Random| numbers[r.below(numbers.len())];
    let (mut reached, mut without_elements) = (0, 0);
    for _ in 0..3000 {
        let rank = r.below(4);
        let sizes: Vec<usize> = (0..rank).map(|_| pick(&mut r)).collect();
        let mut layout = xla::Layout::ascending(rank);
        if r.below(2) == 0 {
            let tile = Tile::new((0..r.below(4)).map(|_| pick(&mut r).max(1)));
            let second = Tile::new((0..r.below(4)).map(|_| pick(&mut r).max(1)));
            layout = layout.with_tiles([tile, second]).unwrap();
        }
        if r.below(3) == 0 {
            layout = layout.with_padding((0..rank).map(|_| pick(&mut r)), PaddingValue::Zero);
        }
        if r.below(3) == 0 {
            layout = layout.with_tail_padding_alignment(pick(&mut r).max(1)).unwrap();
        }
        let Ok(shape) = ArrayShape::new(DType::F64, sizes.iter().copied()).with_layout(layout)
        else {
            continue;
        };
        let _ = (shape.padded_bytes(), shape.buffer_bytes(), shape.unpadded_bytes());
        let _ = (shape.expansion_factor(), shape.unpacked_byte_strides(), shape.strides());
        let _ = (shape.is_untiled(), shape.max_elements_per_split(), shape.has_padding_slots());
        let _ = (shape.elements_in(), shape.allocated_elements(), shape.linear_index(&[0, 0]));
        let _ = (shape.drop_degenerate_dimensions(), shape.in_physical_order());
        let _ = (shape.strided_mapping::<DynRankExtents>(), shape.reshape_is_bitcast(&shape));
        let _ = (shape.decompose_bitcast(&shape), shape.align_layouts(&shape));
        let Ok(mapping) = shape.mapping::<DynRankExtents>() else { continue };
        let span = mapping.required_span_size();
        assert!(span <= MOST);
        let last: Vec<usize> = sizes.iter().map(|n| n.wrapping_sub(1)).collect();
        let size = mapping.extents().size();
        if size > 0 {
            reached += 1;
            let offset = mapping.offset(last.as_slice()).unwrap();
            assert!(offset < span, "{shape}");
            assert_eq!(&*mapping.index(offset).unwrap(), last.as_slice(), "{shape}");
            let _ = shape.explain(&last).unwrap().to_string();
            if span > 1 << 20 {
                assert!(Tensor::full(mapping, 0_u64).is_err() || span < 1 << 34);
            }
        } else {
            without_elements += 1;
            assert_eq!(span, 0);
            let mut tensor = Tensor::full(mapping, 0_u64).unwrap();
            assert_eq!(tensor.view_mut().iter_mut().count(), 0);
            tensor.view_mut().apply(|x| *x = 1);
            assert_eq!(tensor.view().try_as_slice(), Some(&[][..]));
            assert_eq!(tensor.view().iter_in_layout_order().count(), 0);
        }
    }
    assert!(reached > 500 && without_elements > 50, "{reached} {without_elements}");
}
