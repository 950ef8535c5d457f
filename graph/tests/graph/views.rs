//! Chains of views against arrays of base indices, operation by operation.

use extents::DType;
use extents_graph::{Axes, Axis, AxisSlice, DescriptionError, TensorDescription};

use crate::{Dice, listed};

/// What a view must read: for each of its indices, in row-major order, the index of the base.
#[derive(Clone, Debug)]
struct Table {
    shape: Vec<usize>,
    reads: Vec<Vec<usize>>,
}

impl Table {
    fn at(&self, index: &[usize]) -> &Vec<usize> {
        let place = listed(&self.shape).iter().position(|known| known == index).unwrap();
        &self.reads[place]
    }

    /// The table of this shape whose index `i` reads what `from(i)` reads here.
    fn map(&self, shape: Vec<usize>, from: impl Fn(&[usize]) -> Vec<usize>) -> Table {
        let reads = listed(&shape).iter().map(|index| self.at(&from(index)).clone()).collect();
        Table { shape, reads }
    }
}

/// Whether some strides and an offset give these offsets, one for each index.
fn is_affine(shape: &[usize], offsets: &[isize]) -> bool {
    let indices = listed(shape);
    let Some(first) = offsets.first() else { return true };
    let strides: Vec<isize> = (0..shape.len())
        .map(|mode| {
            let unit: Vec<usize> = (0..shape.len()).map(|k| usize::from(k == mode)).collect();
            let place = indices.iter().position(|index| *index == unit);
            place.map_or(0, |place| offsets[place] - first)
        })
        .collect();
    indices.iter().zip(offsets).all(|(index, offset)| {
        let far: isize = index.iter().zip(&strides).map(|(at, stride)| *at as isize * stride).sum();
        first + far == *offset
    })
}

fn product(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// A shape of as many elements, by moving factors about.
fn other_shape(dice: &mut Dice, shape: &[usize]) -> Vec<usize> {
    let mut new = shape.to_vec();
    for _ in 0..3 {
        if new.len() > 1 && dice.chance(2) {
            let place = dice.below(new.len() - 1);
            let next = new.remove(place + 1);
            new[place] *= next;
        } else if let Some(place) =
            (0..new.len()).find(|k| new[*k] > 1 && new[*k].is_multiple_of(2))
        {
            new[place] /= 2;
            new.insert(place + dice.below(2), 2);
        } else {
            new.insert(dice.below(new.len() + 1), 1);
        }
    }
    new
}

fn slice(dice: &mut Dice, length: usize) -> (AxisSlice, Vec<usize>, bool) {
    let length = length as i64;
    if length > 0 && dice.chance(4) {
        let at = dice.below(length as usize);
        let from_end = at as i64 - length;
        let slice = AxisSlice::from(if dice.chance(2) { at as i64 } else { from_end });
        return (slice, vec![at], true);
    }
    let step = [1, 2, 3][dice.below(3)];
    let (low, high) = (dice.below(length as usize + 1), dice.below(length as usize + 1));
    let (low, high) = (low.min(high), low.max(high));
    let forward: Vec<usize> = (low..high).step_by(step).collect();
    if dice.chance(2) {
        (AxisSlice::from(low as i64..high as i64).step_by(step as i64), forward, false)
    } else {
        // From the last one back to behind `low`.
        let back: Vec<usize> = (low..high).rev().step_by(step).collect();
        let start = (high > low).then(|| high as i64 - 1).or(Some(low as i64));
        let stop =
            if high == low { Some(low as i64) } else { low.checked_sub(1).map(|k| k as i64) };
        (AxisSlice::Part { start, stop, step: -(step as i64) }, back, false)
    }
}

/// One random operation on both; `None` where it fails on both.
fn step(
    dice: &mut Dice,
    view: &TensorDescription,
    table: &Table,
    offset_of: &dyn Fn(&[usize]) -> isize,
    fresh: &mut usize,
) -> Option<(TensorDescription, Table)> {
    let (shape, rank) = (table.shape.clone(), table.shape.len());
    let reshaped = |new: Vec<usize>, result: Result<TensorDescription, DescriptionError>| {
        let table = Table { shape: new, reads: table.reads.clone() };
        let offsets: Vec<isize> = table.reads.iter().map(|index| offset_of(index)).collect();
        let is_possible = view.strides().is_none() || is_affine(&table.shape, &offsets);
        match result {
            Ok(view) => {
                assert!(is_possible);
                Some((view, table))
            }
            Err(DescriptionError::NotMergeable { .. }) => {
                assert!(!is_possible, "{view} as {:?} has strides", table.shape);
                None
            }
            Err(error) => panic!("{error}"),
        }
    };
    *fresh += 1;
    let new_axis = |length| Axis::new(format!("n{fresh}"), length);
    match dice.below(8) {
        0 => {
            let order = dice.order(rank);
            let new = order.iter().map(|mode| shape[*mode]).collect();
            let from = |index: &[usize]| {
                let place = |mode| order.iter().position(|of| *of == mode).unwrap();
                (0..rank).map(|mode| index[place(mode)]).collect()
            };
            let names: Vec<String> = view.axes().names().collect();
            let names: Vec<&str> = order.iter().map(|mode| names[*mode].as_str()).collect();
            let permuted = view.permute(&order).unwrap();
            assert_eq!(view.reorder(&names).unwrap(), permuted);
            Some((permuted, table.map(new, from)))
        }
        1 => {
            let reversed = |index: &[usize]| index.iter().rev().copied().collect();
            let new = shape.iter().rev().copied().collect();
            Some((view.transpose().unwrap(), table.map(new, reversed)))
        }
        2 | 3 => {
            let parts: Vec<_> = shape.iter().map(|length| slice(dice, *length)).collect();
            let slices: Vec<AxisSlice> = parts.iter().map(|part| part.0).collect();
            let kept = parts.iter().filter(|part| !part.2).map(|part| part.1.len()).collect();
            let from = |index: &[usize]| {
                let mut index = index.iter();
                let entry = |(_, positions, is_index): &(_, Vec<usize>, bool)| {
                    positions[if *is_index { 0 } else { *index.next().unwrap() }]
                };
                parts.iter().map(entry).collect()
            };
            Some((view.slice(&slices).unwrap(), table.map(kept, from)))
        }
        4 => {
            let new = other_shape(dice, &shape);
            *fresh += 1;
            let named = new.iter().enumerate();
            let axes = named.map(|(place, length)| Axis::new(format!("r{fresh}.{place}"), *length));
            let result = view.reshape(Axes::new(axes).unwrap());
            reshaped(new, result)
        }
        5 => {
            if dice.chance(2) {
                return reshaped(vec![product(&shape)], view.flatten_all());
            }
            let parts = view.axes().leaves().iter().filter_map(|leaf| leaf.length()).collect();
            reshaped(parts, view.unflatten_all())
        }
        6 => {
            let (place, length) = (dice.below(rank + 1), dice.below(3));
            let new = [&shape[..place], &[length], &shape[place..]].concat();
            let from = |index: &[usize]| [&index[..place], &index[place + 1..]].concat();
            let spread = view.expand_dims(new_axis(length), place).unwrap();
            Some((spread, table.map(new, from)))
        }
        _ => {
            let axes = shape.iter().enumerate();
            let axes = axes.map(|(place, length)| Axis::new(format!("c{fresh}.{place}"), *length));
            let axes = Axes::new(axes).unwrap();
            let cast = view.cast(axes.clone()).unwrap();
            assert_eq!(cast.axes(), &axes);
            Some((cast, table.clone()))
        }
    }
}

/// Everything that a view says, against the table.
fn check(
    view: &TensorDescription,
    table: &Table,
    base: &TensorDescription,
    offset_of: &dyn Fn(&[usize]) -> isize,
    storage: &[i32],
) {
    assert_eq!(view.shape(), table.shape);
    assert_eq!(view.size(), table.reads.len());
    assert!(view.is_view_of_same(base));
    let with_layout = view.on_base(base);
    let mut seen = Vec::new();
    for (index, read) in listed(&table.shape).iter().zip(&table.reads) {
        assert_eq!(&view.index_map().apply(index).unwrap(), read, "{view}");
        let expected = usize::try_from(offset_of(read)).unwrap();
        seen.push(expected);
        for view in [Some(view), with_layout.as_ref().ok()].into_iter().flatten() {
            if view.strides().is_some() {
                assert_eq!(view.offset_of(index), Ok(expected), "{view} {index:?}");
                assert_eq!(view.byte_address(64, index), Ok(64 + 4 * expected));
                assert_eq!(view.view(storage).unwrap()[&index[..]], expected as i32);
            }
        }
    }
    let offsets: Vec<isize> = table.reads.iter().map(|read| offset_of(read)).collect();
    if with_layout.is_err() {
        // A reshape on the way had no strides on this base.
        assert!(view.strides().is_none() && !table.reads.is_empty());
    }
    if view.strides().is_some() {
        assert!(is_affine(&table.shape, &offsets));
        let with_layout = with_layout.unwrap();
        // Strides of axes without a second entry lead nowhere.
        let told = |view: &TensorDescription| {
            let strides = view.strides().unwrap();
            let long = |place: &usize| table.shape[*place] > 1;
            (0..table.shape.len()).filter(long).map(|place| strides[place]).collect::<Vec<_>>()
        };
        if !table.reads.is_empty() {
            assert_eq!(told(&with_layout), told(view));
            assert_eq!(with_layout.offset(), view.offset());
        }
        assert_eq!(view.span().unwrap(), seen.iter().max().map_or(0, |last| last + 1));
        let spanned = view.spanned().unwrap();
        let low = seen.iter().min().copied().unwrap_or(0);
        assert_eq!((spanned.start, spanned.end), (low, view.span().unwrap()));
    }
}

#[test]
fn chains_of_views_read_what_they_must() {
    let mut refused = 0;
    for seed in 0..3000 {
        let mut dice = Dice(seed);
        let rank = dice.below(4);
        let shape: Vec<usize> =
            (0..rank).map(|_| [0, 1, 2, 3, 4, 2, 4, 3][dice.below(8)]).collect();
        let sizes: Vec<usize> =
            shape.iter().map(|n| n + if dice.chance(4) { dice.below(3) } else { 0 }).collect();
        let order = dice.order(rank);
        let open = <TensorDescription>::of_shape(DType::F32, &shape).unwrap();
        let open = open.with_sizes(&sizes).unwrap();
        // The strides by definition: the product of the sizes of faster modes.
        let strides: Vec<isize> = (0..rank)
            .map(|mode| {
                let faster = order.iter().take_while(|other| **other != mode);
                faster.map(|other| sizes[*other] as isize).product()
            })
            .collect();
        let mut base = open.in_order(&order).unwrap();
        assert_eq!(base.strides().as_ref(), Some(&strides));
        let offset = dice.below(3);
        base = base.with_strides(&strides, offset).unwrap();
        let offset_of = |index: &[usize]| -> isize {
            let far: isize =
                index.iter().zip(&strides).map(|(at, stride)| *at as isize * stride).sum();
            offset as isize + far
        };
        let storage: Vec<i32> = (0..300).collect();

        // Half of the chains know no layout.
        let mut view = if seed % 2 == 0 { base.clone() } else { open };
        let mut table = Table { shape: shape.clone(), reads: listed(&shape) };
        let mut fresh = 0;
        for _ in 0..5 {
            let Some(next) = step(&mut dice, &view, &table, &offset_of, &mut fresh) else {
                refused += 1;
                continue;
            };
            (view, table) = next;
            check(&view, &table, &base, &offset_of, &storage);
            if table.reads.len() > 200 {
                break;
            }
        }
    }
    assert!(refused > 100, "some reshapes have no strides: {refused}");
}

/// What slices leave, as Python does it: `tests/vectors/python_slices.json`.
#[test]
fn slices_are_those_of_python() {
    let all: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/vectors/python_slices.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 700);
    for case in cases {
        let length = usize::try_from(case[0].as_u64().unwrap()).unwrap();
        let positions: Vec<usize> =
            case[4].as_array().unwrap().iter().map(|k| k.as_u64().unwrap() as usize).collect();
        let [start, stop, step] = [1, 2, 3].map(|k| case[k].as_i64());
        let text =
            [start, stop, step].map(|k| k.map_or(String::new(), |k| k.to_string())).join(":");
        let slice: AxisSlice = text.parse().unwrap();
        assert_eq!(slice, AxisSlice::Part { start, stop, step: step.unwrap_or(1) });
        assert_eq!(slice.length_of(length), Ok(positions.len()), "{case}");
        let tensor = <TensorDescription>::of_shape(DType::F32, &[length]).unwrap();
        let view = tensor.row_major().unwrap().slice(&[slice]).unwrap();
        let offsets: Vec<usize> =
            (0..positions.len()).map(|k| view.offset_of(&[k]).unwrap()).collect();
        assert_eq!(offsets, positions, "{case}");
    }
}

/// A slice may begin anywhere where there is nothing to read.
#[test]
fn without_elements_no_offset_is_wrong() {
    let slices = [AxisSlice::default(), AxisSlice::from(3)];
    let map = extents_graph::IndexMap::slice(&[0, 4], &slices).unwrap();
    assert_eq!(map.layout(&[1, -1], 0), Ok((vec![1], 0)));
    let empty = <TensorDescription>::of_shape(DType::F32, &[0, 4]).unwrap();
    let empty = empty.with_strides(&[1, -1], 0).unwrap();
    assert_eq!(empty.slice(&slices).unwrap().offset(), Some(0));
}

#[test]
fn what_views_refuse() {
    let axes = Axes::new([Axis::new("H", 2), Axis::new("W", 3)]).unwrap();
    let tensor = <TensorDescription>::new(DType::F32, axes.clone()).unwrap().row_major().unwrap();
    let text = |error: DescriptionError| error.to_string();
    let says = |result: Result<TensorDescription, DescriptionError>, expected: &str| {
        assert_eq!(result.unwrap_err().to_string(), expected);
    };
    says(tensor.slice(&[2.into()]), "index 2 is out of bounds for axis `H` of length 2");
    says(tensor.slice(&[(-3).into()]), "index -3 is out of bounds for axis `H` of length 2");
    says(tensor.slice(&["::0".parse().unwrap()]), "the step along axis `H` is 0");
    says(tensor.slice(&[AxisSlice::default(); 3]), "3 slices were given for 2 axes");
    says(tensor.reorder(&["W", "W"]), "axis `W` occurs twice in the list");
    says(tensor.reorder(&["W", "C"]), "there is no axis `C`");
    says(tensor.permute(&[0, 2]), "there is no mode 2 in a shape of rank 2");
    says(tensor.reshape(Axes::of_shape(&[5])), "the new shape should have 6 elements, but has 5");
    let wrong = Axes::new([Axis::new("H", 4), Axis::new("W", 3)]).unwrap();
    says(tensor.broadcast(&wrong), "axis `H` should have length 2, but has 4");
    let fewer = Axes::new([Axis::new("W", 3)]).unwrap();
    says(tensor.broadcast(&fewer), "axis `H` is missing");
    let one = Axes::new([Axis::flattened(Axes::new([Axis::new("H", 2)]).unwrap()).unwrap()]);
    says(tensor.flatten(&one.unwrap()), "axis `W` is missing");
    let more = Axes::new(["H", "W", "C"].map(Axis::unknown)).unwrap();
    says(tensor.unflatten(&more), "there is no axis `C`");
    let longer = Axes::new([Axis::new("H", 2), Axis::new("W", 4)]).unwrap();
    says(tensor.flatten(&longer), "axis `W` should have length 3, but has 4");
    let turned = Axes::new([Axis::new("W", 3), Axis::new("H", 2)]).unwrap();
    let turned = Axes::new([Axis::flattened(turned).unwrap()]).unwrap();
    says(
        tensor.flatten(&turned),
        "the order of the axes cannot change: axis 0 is `H`, but `W` was given",
    );
    says(
        tensor.transpose().unwrap().flatten_all(),
        "axis `W` of stride 1 cannot merge with the next: it needs stride 6",
    );
    says(
        tensor.transpose().unwrap().row_major(),
        "the tensor is a view: its layout is determined by its base",
    );
    assert_eq!(
        text("1:x".parse::<AxisSlice>().unwrap_err()),
        "part 1 of the slice is not a number"
    );
    let far = |slice: &str| text(slice.parse::<AxisSlice>().unwrap_err());
    for (slice, expected) in [
        ("9223372036854775808", "part 0 of the slice is more than 9223372036854775807"),
        (":9999999999999999999999", "part 1 of the slice is more than 9223372036854775807"),
        ("::-9223372036854775809", "part 2 of the slice is less than -9223372036854775808"),
    ] {
        assert_eq!(far(slice), expected);
    }
    assert!("-9223372036854775808:9223372036854775807".parse::<AxisSlice>().is_ok());
    assert_eq!(
        text(tensor.offset_of(&[usize::MAX, 0]).unwrap_err()),
        "index 18446744073709551615 is out of bounds for axis `H` of length 2"
    );
    assert!("".parse::<AxisSlice>().is_err() && "1:2:3:4".parse::<AxisSlice>().is_err());
    let other = <TensorDescription>::new(DType::F32, axes).unwrap();
    says(other.on_base(&tensor), "the tensor is not a view of this base");
    says(
        tensor.on_base(&tensor.transpose().unwrap()),
        "the tensor is a view: its layout is determined by its base",
    );
}

#[test]
fn views_have_the_base_of_their_layout() {
    let axes = Axes::new([Axis::new("H", 2), Axis::new("W", 3)]).unwrap();
    let open = <TensorDescription>::new(DType::F32, axes).unwrap();
    // A view that takes a layout later is the view of what had it before.
    let flat = open.flatten_all().unwrap().on_base(&open.row_major().unwrap()).unwrap();
    assert_eq!(flat, open.row_major().unwrap().flatten_all().unwrap());
    // New sizes leave nothing of the layout.
    let padded = open.with_sizes(&[4, 5]).unwrap();
    assert_eq!(open.row_major().unwrap().with_sizes(&[4, 5]).unwrap(), padded);
    assert_eq!(open.column_major().unwrap().aligned("W", 5).unwrap().strides(), None);
    // The base itself takes the sizes of a base with room.
    let padded = padded.row_major().unwrap();
    assert_eq!(open.on_base(&padded).unwrap(), padded);
    assert_eq!(open.on_base(&padded).unwrap().sizes(), [4, 5]);
    let named = Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let renamed = open.cast(named.clone()).unwrap().on_base(&padded).unwrap();
    assert_eq!((renamed.axes(), renamed.strides()), (&named, Some(vec![5, 1])));
    // What is cut from an axis keeps its room.
    let part = padded.slice(&[AxisSlice::from(..), AxisSlice::from(1..)]).unwrap();
    assert_eq!((part.shape(), part.sizes()), (vec![2, 2], vec![4, 5]));
}

#[test]
fn an_axis_that_is_kept_whole_stays_flattened() {
    let axes = Axes::new([Axis::new("H", 2), Axis::new("W", 3), Axis::new("C", 4)]).unwrap();
    let base = <TensorDescription>::new(DType::F32, axes).unwrap().row_major().unwrap();
    let (h, w, c) = (Axis::new("H", 2), Axis::new("W", 3), Axis::new("C", 4));
    let pair = Axis::flattened(Axes::new([h, w]).unwrap()).unwrap();
    let flat = base.flatten(&Axes::new([pair, c]).unwrap()).unwrap();
    let part = flat.slice(&[AxisSlice::from(..), AxisSlice::from(1..3)]).unwrap();
    assert_eq!(
        part.axes().iter().map(|axis| axis.parts().is_some()).collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(part.shape(), [6, 2]);
    let part = flat.slice(&[AxisSlice::from(..6), AxisSlice::from(1..3)]).unwrap();
    assert_eq!(part.shape(), [6, 2]);
}
