//! Tensors read with other axes than their own, against the base element by element.

use extents::{DType, ShapeError, error::Bounded};
use extents_graph::{Access, Axes, Axis, DescriptionError, TensorDescription};

use crate::{Dice, listed};

const NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// Up to three axes with some room, in any order of memory.
fn base(dice: &mut Dice) -> TensorDescription {
    let rank = dice.below(4);
    let shape: Vec<usize> = (0..rank).map(|_| [1, 2, 3, 4, 2, 3, 0][dice.below(7)]).collect();
    let axes = NAMES.iter().zip(&shape).map(|(name, length)| Axis::new(*name, *length));
    let open = <TensorDescription>::new(DType::F32, Axes::new(axes).unwrap()).unwrap();
    let sizes: Vec<usize> = shape.iter().map(|n| n + usize::from(dice.chance(4))).collect();
    let order = if dice.chance(2) { (0..rank).rev().collect() } else { dice.order(rank) };
    open.with_sizes(&sizes).unwrap().in_order(&order).unwrap()
}

/// The axes in any order, and up to two more among them.
fn spread_axes(dice: &mut Dice, base: &TensorDescription) -> Vec<(String, usize)> {
    let own: Vec<String> = base.axes().names().collect();
    let order = if dice.chance(2) { (0..own.len()).collect() } else { dice.order(own.len()) };
    let mut axes: Vec<(String, usize)> =
        order.iter().map(|at| (own[*at].clone(), base.shape()[*at])).collect();
    for new in ["M", "N"] {
        if dice.chance(2) {
            axes.insert(dice.below(axes.len() + 1), (new.to_owned(), dice.below(4)));
        }
    }
    axes
}

/// Every index of `spread` reads the element of `base` whose coordinates have the same names.
fn assert_reads<A: Access>(
    spread: &TensorDescription<A>,
    base: &TensorDescription,
    axes: &[(String, usize)],
) {
    assert!(spread.axes().names().eq(axes.iter().map(|axis| axis.0.clone())));
    assert_eq!(spread.shape(), axes.iter().map(|axis| axis.1).collect::<Vec<_>>());
    assert!(spread.is_view_of_same(base));
    let own: Vec<String> = base.axes().names().collect();
    let strides = axes.iter().map(|axis| match own.iter().position(|name| *name == axis.0) {
        Some(at) => base.strides().unwrap()[at],
        None => 0,
    });
    assert_eq!(spread.strides(), Some(strides.collect()), "{spread} of {base}");
    for index in listed(&spread.shape()) {
        let at = |name: &String| index[axes.iter().position(|axis| axis.0 == *name).unwrap()];
        let read: Vec<usize> = own.iter().map(at).collect();
        assert_eq!(spread.offset_of(&index), base.offset_of(&read), "{spread} of {base}");
        assert_eq!(spread.index_map().apply(&index), Ok(read));
    }
}

/// Whether the offsets of all indices, listed in row-major order, follow each other; of axes of stride 0 only the first
/// entry counts.
fn follow_each_other(tensor: &TensorDescription, but_spread: bool) -> bool {
    let strides = tensor.strides().unwrap();
    let shape = tensor.shape();
    let counts = shape.iter().zip(&strides);
    let counts: Vec<usize> = counts
        .map(|(length, stride)| if but_spread && *stride == 0 { 1 } else { *length })
        .collect();
    let empty = shape.contains(&0);
    let offsets: Vec<usize> = listed(if empty { &shape } else { &counts })
        .iter()
        .map(|index| tensor.offset_of(index).unwrap())
        .collect();
    offsets.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

#[test]
fn broadcasts_repeat_elements_with_stride_0() {
    let (mut contiguous, mut scattered, mut repeated) = (0, 0, 0);
    for seed in 0..3000 {
        let mut dice = Dice(seed);
        let base = base(&mut dice);
        let axes = spread_axes(&mut dice, &base);
        let to = Axes::new(axes.iter().map(|(name, length)| Axis::new(name, *length))).unwrap();
        let spread = base.broadcast(&to).unwrap();
        assert_reads(&spread, &base, &axes);
        let expected = follow_each_other(&spread, true);
        assert_eq!(spread.broadcast_contiguous(), expected, "{spread}");
        assert_eq!(spread.c_contiguous(), follow_each_other(&spread, false), "{spread}");
        *if expected { &mut contiguous } else { &mut scattered } += 1;
        repeated += usize::from(expected && !spread.c_contiguous());
        // With values: each is that of the base.
        let storage: Vec<f32> = (0..base.span().unwrap() as u16).map(f32::from).collect();
        let view = spread.view(&storage).unwrap();
        let values: Vec<f32> = view.iter().copied().collect();
        let expected = listed(&spread.shape());
        let expected = expected.iter().map(|index| storage[spread.offset_of(index).unwrap()]);
        assert_eq!(values, expected.collect::<Vec<_>>());
    }
    assert!(
        contiguous > 500 && scattered > 300 && repeated > 200,
        "{contiguous} {scattered} {repeated}"
    );
}

#[test]
fn reorder_names_each_axis_once_and_reorder_and_broadcast_adds_some() {
    for seed in 0..2000 {
        let mut dice = Dice(seed);
        let base = base(&mut dice);
        let own: Vec<String> = base.axes().names().collect();
        let order = dice.order(own.len());
        let axes: Vec<(String, usize)> =
            order.iter().map(|at| (own[*at].clone(), base.shape()[*at])).collect();
        let names: Vec<&str> = axes.iter().map(|axis| axis.0.as_str()).collect();
        assert_reads(&base.reorder(&names).unwrap(), &base, &axes);
        let axes = spread_axes(&mut dice, &base);
        let to = Axes::new(axes.iter().map(|(name, length)| Axis::new(name, *length))).unwrap();
        assert_reads(&base.reorder_and_broadcast(&to).unwrap(), &base, &axes);
    }
    let axes = Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let tensor = <TensorDescription>::new(DType::F32, axes).unwrap().row_major().unwrap();
    let says =
        |result: Result<TensorDescription, DescriptionError>| result.unwrap_err().to_string();
    assert_eq!(says(tensor.reorder(&["B", "B"])), "axis `B` occurs twice in the list");
    assert_eq!(says(tensor.reorder(&["B"])), "axis `A` is missing");
    assert_eq!(says(tensor.reorder(&["A", "B", "C"])), "there is no axis `C`");
    let to = |axes: &[(&str, usize)]| {
        Axes::new(axes.iter().map(|(name, length)| Axis::new(*name, *length))).unwrap()
    };
    for spread in [TensorDescription::broadcast, TensorDescription::reorder_and_broadcast] {
        assert_eq!(says(spread(&tensor, &to(&[("B", 3), ("N", 2)]))), "axis `A` is missing");
        let other = to(&[("B", 4), ("A", 2)]);
        assert_eq!(says(spread(&tensor, &other)), "axis `B` should have length 3, but has 4");
        let open = Axes::new([Axis::new("A", 2), Axis::new("B", 3), Axis::unknown("N")]).unwrap();
        assert_eq!(says(spread(&tensor, &open)), "the length of axis `N` is not known");
    }
}

#[test]
fn expand_dims_adds_an_axis_at_any_place() {
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let base = base(&mut dice);
        let own: Vec<(String, usize)> = base.axes().names().zip(base.shape()).collect();
        for place in 0..=own.len() {
            let mut axes = own.clone();
            axes.insert(place, ("N".to_owned(), dice.below(4)));
            let axis = Axis::new("N", axes[place].1);
            assert_reads(&base.expand_dims(axis.clone(), place).unwrap(), &base, &axes);
            let names = base.axes().expand_dims(axis, place).unwrap();
            assert!(names.names().eq(axes.iter().map(|axis| axis.0.clone())));
        }
        let rank = own.len() + 1;
        let beyond = ShapeError::OutOfBounds { of: Bounded::Mode, number: rank, limit: rank };
        assert_eq!(base.expand_dims(Axis::new("N", 1), rank).unwrap_err(), beyond.into());
        if let Some((name, _)) = own.first() {
            let twice = base.expand_dims(Axis::new(name, 1), 0).unwrap_err();
            assert_eq!(twice.to_string(), format!("axis `{name}` occurs twice in the list"));
        }
        let open = base.expand_dims(Axis::unknown("N"), 0).unwrap_err();
        assert_eq!(open.to_string(), "the length of axis `N` is not known");
    }
}
