//! What the document promises of a description, by hand and by counting.

use extents::{
    DType, ShapeError,
    error::{Bounded, Place},
};
use extents_graph::error::Required;
use extents_graph::{
    Assignable, Axes, Axis, ComplexView, DescriptionError, Nesting, ReadOnly, StoragePlan,
    StorageRequest, TensorDescription, align, column_major_strides, row_major_strides,
    strides_in_order,
};

use crate::listed;

#[test]
fn a_description_says_type_rank_shape_and_access_and_a_layout_only_when_it_has_one() {
    for dtype in [DType::F32, DType::F64, DType::S8, DType::Bf16, DType::C128] {
        for shape in [&[][..], &[4], &[0, 3], &[2, 3, 5]] {
            let stored = TensorDescription::<Assignable>::of_shape(dtype, shape).unwrap();
            let read = TensorDescription::<ReadOnly>::of_shape(dtype, shape).unwrap();
            assert_eq!((stored.dtype(), stored.rank()), (dtype, shape.len()));
            assert_eq!((read.dtype(), read.rank()), (dtype, shape.len()));
            assert_eq!((stored.shape(), read.shape()), (shape.to_vec(), shape.to_vec()));
            assert_eq!((stored.read_only(), read.read_only()), (false, true));
            // No layout follows from the order of the shape.
            assert_eq!(
                (stored.strides(), stored.offset(), stored.byte_strides()),
                (None, None, None)
            );
            if !shape.contains(&0) {
                assert_eq!(
                    stored.offset_of(&vec![0; shape.len()]),
                    Err(DescriptionError::Requires(Required::Layout))
                );
            }
            assert_eq!(stored.mapping().unwrap_err(), DescriptionError::Requires(Required::Layout));
            let strides: Vec<isize> =
                (0..shape.len()).map(|mode| 7_isize.pow(mode as u32)).collect();
            let placed = stored.with_strides(&strides, 9).unwrap();
            let bytes = dtype.bytes();
            assert_eq!((placed.strides(), placed.offset()), (Some(strides.clone()), Some(9)));
            assert_eq!(placed.byte_offset(), Some(9 * bytes));
            let in_bytes: Vec<isize> =
                strides.iter().map(|stride| stride * bytes as isize).collect();
            assert_eq!(placed.byte_strides(), Some(in_bytes));
            // The rest is as it was.
            assert_eq!((placed.dtype(), placed.shape()), (dtype, shape.to_vec()));
            assert!(!placed.read_only());
        }
    }
}

#[test]
fn what_only_gives_values_is_an_r_tensor_and_what_has_storage_may_be_an_l_tensor() {
    let axes = || Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let stored = TensorDescription::<Assignable>::new(DType::F32, axes()).unwrap();
    let stored = stored.row_major().unwrap();
    let r_tensors = [
        stored.to_read_only(),
        stored.broadcast(&axes()).unwrap(),
        stored.expand_dims(Axis::new("N", 2), 0).unwrap(),
        TensorDescription::computed(DType::F32, axes()).unwrap(),
        TensorDescription::uniform(DType::F32, axes()).unwrap(),
    ];
    for tensor in &r_tensors {
        assert!(tensor.read_only(), "{tensor}");
        // Storage makes an l-tensor of it, of the same shape.
        let made = tensor.materialise().unwrap();
        assert_eq!((made.read_only(), made.shape()), (false, tensor.shape()), "{tensor}");
    }
    let l_tensors = [
        stored.clone(),
        stored.transpose().unwrap(),
        stored.slice(&[1.into()]).unwrap(),
        stored.flatten_all().unwrap(),
    ];
    for tensor in &l_tensors {
        assert!(!tensor.read_only(), "{tensor}");
    }
    // An l-tensor is assigned to; both are read.
    let mut storage = [0_f32; 6];
    let turned = stored.transpose().unwrap();
    turned.view_mut(&mut storage).unwrap().indexed_iter_mut().for_each(|(index, element)| {
        *element = (10 * index[0] + index[1]) as f32;
    });
    assert_eq!(storage, [0.0, 10.0, 20.0, 1.0, 11.0, 21.0]);
    assert_eq!(stored.to_read_only().view(&storage).unwrap()[[1, 2]], 21.0);
}

/// The permutations of so many numbers.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    let all = listed(&vec![rank; rank]);
    all.into_iter().filter(|list| (0..rank).all(|mode| list.contains(&mode))).collect()
}

#[test]
fn each_order_of_the_axes_has_its_strides() {
    assert_eq!(row_major_strides(&[5, 3, 2]).unwrap(), [6, 2, 1]);
    assert_eq!(column_major_strides(&[5, 3, 2]).unwrap(), [1, 5, 15]);
    for (shape, sizes) in
        [(&[5, 3, 2][..], &[5, 4, 2][..]), (&[2, 3, 2, 2], &[2, 3, 3, 2]), (&[3], &[3]), (&[], &[])]
    {
        let all = orders(shape.len());
        assert_eq!(all.len(), (1..=shape.len()).product::<usize>());
        for order in all {
            let open = <TensorDescription>::of_shape(DType::F32, shape).unwrap();
            let tensor = open.with_sizes(sizes).unwrap().in_order(&order).unwrap();
            assert_eq!(tensor.strides().unwrap(), strides_in_order(sizes, &order).unwrap());
            // The places of all of the sizes are counted with the first axis of the order fastest.
            let slowest_first: Vec<usize> = order.iter().rev().map(|mode| sizes[*mode]).collect();
            let places = listed(&slowest_first);
            for index in listed(shape) {
                let turned: Vec<usize> = order.iter().rev().map(|mode| index[*mode]).collect();
                let place = places.iter().position(|place| *place == turned).unwrap();
                assert_eq!(tensor.offset_of(&index), Ok(place), "{order:?} {index:?}");
            }
        }
    }
    let order = |order: &[usize]| strides_in_order(&[5, 3, 2], order).unwrap_err();
    assert_eq!(order(&[0, 1]), ShapeError::RankMismatch { expected: 3, found: 2 }.into());
    assert_eq!(order(&[0, 1, 1]), ShapeError::Repeated { place: Place::Mode(1) }.into());
    assert_eq!(
        order(&[0, 1, 3]),
        ShapeError::OutOfBounds { of: Bounded::Mode, number: 3, limit: 3 }.into()
    );
}

#[test]
fn an_axis_is_given_room_up_to_a_multiple() {
    for size in 0..40 {
        for multiple in 1..12 {
            let expected = (size..).find(|n| n % multiple == 0).unwrap();
            assert_eq!(align(size, multiple), Ok(expected), "{size} {multiple}");
        }
    }
    assert_eq!(align(5, 0), Err(DescriptionError::ZeroAlignment));
    assert!(matches!(align(usize::MAX, 2), Err(DescriptionError::TooLarge { .. })));
    // The limit is what the message says it is: the largest multiple of 8 below it, and what comes after.
    let most = isize::MAX as usize;
    assert_eq!((align(most, 1), align(most - 8, 8)), (Ok(most), Ok(most - 7)));
    for size in [most - 6, most, most + 1, most + 5] {
        assert_eq!(
            align(size, 8).unwrap_err().to_string(),
            "an aligned size is more than 9223372036854775807",
            "{size}"
        );
    }

    let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 5, 3]).unwrap();
    let roomy = tensor.row_major().unwrap().aligned("1", 4).unwrap();
    assert_eq!((roomy.shape(), roomy.sizes()), (vec![2, 5, 3], vec![2, 8, 3]));
    // A layout that was there is of other sizes, so it is forgotten.
    assert_eq!(roomy.strides(), None);
    assert_eq!(roomy.row_major().unwrap().strides(), Some(vec![24, 3, 1]));
    assert_eq!(roomy.column_major().unwrap().strides(), Some(vec![1, 2, 16]));
    assert_eq!(roomy.tensor_size(), 2 * 8 * 3 * 4);
    let twice = roomy.aligned("2", 2).unwrap().aligned("1", 3).unwrap();
    assert_eq!(twice.sizes(), [2, 9, 4]);
    assert_eq!(tensor.aligned("1", 0).unwrap_err(), DescriptionError::ZeroAlignment);
    assert_eq!(tensor.aligned("H", 4).unwrap_err().to_string(), "there is no axis `H`");
    assert_eq!(
        tensor.transpose().unwrap().aligned("1", 4).unwrap_err(),
        DescriptionError::Requires(Required::NotView)
    );
}

#[test]
fn views_know_whose_elements_they_read() {
    let make = || TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let families = [make(), make().row_major().unwrap(), make()].map(|base| {
        let views = vec![
            base.to_read_only(),
            base.transpose().unwrap().to_read_only(),
            base.slice(&[1.into()]).unwrap().to_read_only(),
            base.slice(&["::-1".parse().unwrap(), "1:".parse().unwrap()]).unwrap().to_read_only(),
            base.flatten_all().unwrap().to_read_only(),
            base.reshape(Axes::of_shape(&[3, 2])).unwrap().to_read_only(),
            base.expand_dims(Axis::new("N", 4), 1).unwrap(),
            base.slice(&[0.into()]).unwrap().expand_dims(Axis::new("N", 4), 0).unwrap(),
            base.cast(Axes::new([Axis::new("H", 2), Axis::new("W", 3)]).unwrap())
                .unwrap()
                .to_read_only(),
        ];
        (base, views)
    });
    for (of, (base, views)) in families.iter().enumerate() {
        assert!(base.is_base());
        // What the map says no longer is the base itself, but for the first and the renamed one.
        let are_bases: Vec<bool> = views.iter().map(TensorDescription::is_base).collect();
        assert_eq!(are_bases, [true, false, false, false, false, false, false, false, true]);
        for (with, (other, others)) in families.iter().enumerate() {
            for view in views {
                assert_eq!(view.is_view_of_same(other), of == with, "{view}");
                for another in others {
                    assert_eq!(view.is_view_of_same(another), of == with, "{view} {another}");
                }
            }
        }
        for view in views {
            // Storage of its own is nobody's view.
            let stored = view.materialise().unwrap();
            assert!(
                stored.is_base() && !stored.is_view_of_same(base) && !stored.is_view_of_same(view)
            );
        }
    }
    let error = families[0].1[1].on_base(&families[1].0).unwrap_err();
    assert_eq!(error, DescriptionError::Requires(Required::ViewOfBase));
}

#[test]
fn axes_without_a_length_with_two_of_a_name_or_below_zero_are_errors() {
    let twice = |axes: Vec<Axis>| Axes::new(axes).unwrap_err().to_string();
    assert_eq!(
        twice(vec![Axis::new("X", 2), Axis::new("X", 2)]),
        "axis `X` occurs twice in the list"
    );
    assert_eq!(
        twice(vec![Axis::new("A", 2), Axis::new("B", 3), Axis::unknown("A")]),
        "axis `A` occurs twice in the list"
    );
    let parts = Axes::new([Axis::new("A", 2), Axis::new("B", 3)]).unwrap();
    let flat = Axis::flattened(parts).unwrap();
    assert_eq!(twice(vec![flat.clone(), flat]), "axis `(A, B)` occurs twice in the list");
    // The same name in another list is no clash.
    assert!(Axes::new([Axis::new("X", 2)]).is_ok_and(|axes| axes.rank() == 1));

    let open = Axes::new([Axis::new("A", 2), Axis::unknown("B")]).unwrap();
    assert_eq!(
        <TensorDescription>::new(DType::F32, open.clone()).unwrap_err().to_string(),
        "the length of axis `B` is not known"
    );
    assert_eq!(open.lengths().unwrap_err().to_string(), "the length of axis `B` is not known");
    for length in [-1, -7, i64::MIN] {
        let error = Axis::from_signed("A", length).unwrap_err().to_string();
        assert!(error.contains("`A`") && error.contains(&length.to_string()), "{error}");
    }
    assert_eq!(Axis::from_signed("A", 7).unwrap().length(), Some(7));
}

/// Whether an error is that of a size that no memory has.
fn is_overflow<T: core::fmt::Debug>(result: Result<T, DescriptionError>) -> bool {
    matches!(result, Err(DescriptionError::Shape(ShapeError::SizeOverflow { .. })))
}

#[test]
fn axes_that_are_too_many_elements_or_have_no_length_are_errors_of_each_view() {
    let open = || Axes::new([Axis::unknown("0")]).unwrap();
    let unknown = |error: DescriptionError| {
        assert_eq!(error.to_string(), "the length of axis `0` is not known");
    };
    let large = |what| DescriptionError::TooLarge { what };
    let bytes = || Err(large("the size in bytes"));
    let (scalar, one) = (tensor(&[]), tensor(&[1]));
    // Fewer than `isize::MAX` elements of four bytes each; and more than that.
    let (many, more) = (isize::MAX as usize, usize::MAX);

    unknown(ComplexView::new(open(), [scalar.clone()], []).unwrap_err());
    assert!(is_overflow(ComplexView::new(Axes::of_shape(&[more]), [scalar.clone()], [])));
    let half = <TensorDescription>::of_shape(DType::U8, &[1 << 31, 1 << 31]).unwrap();
    assert!(is_overflow(ComplexView::concat(&[half.clone(), half], "0")));

    unknown(scalar.cast(open()).unwrap_err());
    assert!(is_overflow(scalar.cast(Axes::of_shape(&[more]))));
    assert_eq!(scalar.cast(Axes::of_shape(&[many])), bytes());
    unknown(one.broadcast(&open()).unwrap_err());
    assert!(is_overflow(one.broadcast(&Axes::of_shape(&[1, more]))));
    assert_eq!(one.broadcast(&Axes::of_shape(&[1, many])), bytes());
    assert!(is_overflow(one.expand_dims(Axis::new("N", more), 0)));
    assert_eq!(one.expand_dims(Axis::new("N", many), 0), bytes());
    unknown(one.reshape(open()).unwrap_err());
    assert!(is_overflow(one.reshape(Axes::of_shape(&[more]))));

    let request = |bytes, alignment| StorageRequest { bytes, alignment, live: 0..1 };
    let plan = StoragePlan::best_fit(&[request(10, 1), request(5, 1 << 63)]);
    assert_eq!(plan, Err(large("the size of the storage")));
}

#[test]
fn flattened_axes_name_their_lengths_and_names_and_how_deep_they_lie() {
    let parts = |h| Axes::new([Axis::new("H", h), Axis::new("W", 3)]).unwrap();
    let flat = |h| Axis::flattened(parts(h)).unwrap();
    let open = <TensorDescription>::new(DType::F32, parts(2)).unwrap();
    let error = open.flatten(&Axes::new([flat(4)]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "axis `H` should have length 2, but has 4");
    // A part of the flattened axis is a plain one, whose name is taken.
    let twice = Axes::new([flat(2), Axis::new("(H, W)", 5)]).unwrap();
    let twice = <TensorDescription>::new(DType::F32, twice).unwrap();
    assert!(twice.slice(&[]).is_ok());
    let error = twice.slice(&["1:".parse().unwrap()]).unwrap_err();
    assert_eq!(error.to_string(), "axis `(H, W)` occurs twice in the list");
    let mut deep = open;
    for _ in 0..32 {
        deep = deep.flatten_all().unwrap();
    }
    assert_eq!(deep.flatten_all(), Err(DescriptionError::TooDeep { limit: 32 }));
}

fn tensor(shape: &[usize]) -> TensorDescription {
    <TensorDescription>::of_shape(DType::F32, shape).unwrap()
}

fn one<T>(values: impl IntoIterator<Item = T>) -> Vec<Nesting<T>> {
    values.into_iter().map(Nesting::One).collect()
}

/// `((A, (B, C)), D)` of lengths 2, 3, 4 and 5.
#[test]
fn flattened_axes_keep_the_strides_and_sizes_of_their_parts() {
    let axis = |name: &str, length| Axis::new(name, length);
    let plain = [axis("A", 2), axis("B", 3), axis("C", 4), axis("D", 5)];
    let [a, b, c, d] = plain.clone();
    let inner = Axis::flattened(Axes::new([b, c]).unwrap()).unwrap();
    let outer = Axis::flattened(Axes::new([a, inner]).unwrap()).unwrap();
    let flat = Axes::new([outer, d]).unwrap();
    let open = <TensorDescription>::new(DType::F32, Axes::new(plain).unwrap()).unwrap();
    let nested = |[a, b, c, d]: [isize; 4]| {
        let inner = Nesting::Parts(one([b, c]));
        vec![Nesting::Parts(vec![Nesting::One(a), inner]), Nesting::One(d)]
    };
    for (room, strides, flat_strides) in
        [(5, [60, 20, 5, 1], vec![5, 1]), (8, [96, 32, 8, 1], vec![8, 1])]
    {
        let tensor = open.with_sizes(&[2, 3, 4, room]).unwrap().row_major().unwrap();
        let view = tensor.flatten(&flat).unwrap();
        assert_eq!((view.shape(), view.strides()), (vec![24, 5], Some(flat_strides)));
        assert_eq!(view.full_strides(), Some(nested(strides)));
        let inner = Nesting::Parts(one([3, 4]));
        let sizes = vec![Nesting::Parts(vec![Nesting::One(2), inner]), Nesting::One(room)];
        assert_eq!(view.full_sizes(), sizes);
        assert_eq!(view.tensor_size(), 2 * 3 * 4 * room * 4);
        // The flattened axis counts its parts in row-major order.
        for (at, index) in listed(&[2, 3, 4]).iter().enumerate() {
            for d in 0..5 {
                let index = [&index[..], &[d]].concat();
                assert_eq!(view.offset_of(&[at, d]), tensor.offset_of(&index));
            }
        }
        let back = view.unflatten(tensor.axes()).unwrap();
        assert_eq!(back, tensor);
        assert_eq!(back.full_strides(), Some(one(strides)));
    }
    // Parts that do not lie in row-major order have no common stride, nor have parts with room between them.
    let error = open.column_major().unwrap().flatten(&flat).unwrap_err();
    assert!(matches!(error, DescriptionError::NotMergeable { .. }), "{error}");
    let roomy = open.with_sizes(&[2, 3, 6, 5]).unwrap().row_major().unwrap();
    let error = roomy.flatten(&flat).unwrap_err();
    assert!(matches!(error, DescriptionError::NotMergeable { .. }), "{error}");
    // Where no layout is known, shape and sizes are.
    let view = open.flatten(&flat).unwrap();
    assert_eq!((view.shape(), view.full_strides()), (vec![24, 5], None));
}
