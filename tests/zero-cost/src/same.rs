//! The three functions of each pair compute the same: the comparison of their code is then one of like with like.

use crate::contraction::{Cube, Matrix, Vector};
use crate::twins::{Blocks, Images, Sizes, Table};
use crate::{
    blocked, contraction, controls, expression, iteration, named, offset, slices, sum, tiled,
    twins, unnamed, walk,
};
use extents::layout::{ColMajor, Strided};
use extents::{DynExtents, DynRankExtents, Mapping, StaticExtents, View, extents};

/// Whole numbers, of which sums and products are exact in any order.
fn numbers<T: From<u8>, const N: usize>() -> [T; N] {
    std::array::from_fn(|n| T::from((n * 7 % 13) as u8))
}

/// Asserts that three functions of one module give the same for the same arguments.
macro_rules! same {
    ($module:ident: $typed:ident $twin:ident $control:ident ($($argument:expr),*)) => {{
        let twin = twins::$twin($($argument),*);
        assert_eq!($module::$typed($($argument),*), twin, stringify!($typed));
        assert_eq!(controls::$control($($argument),*), twin, stringify!($control));
    }};
}

#[test]
fn names() {
    use extents::{Extents, Sym};
    use named::{Batch, Cols, Rows, Time};
    let mapping = || Mapping::new(extents![dyn Batch = 3, (named::Heads), 5].expect("small"));
    for (i, j, k) in (0..6).flat_map(|i| (0..6).flat_map(move |j| (0..6).map(move |k| (i, j, k)))) {
        let twin = twins::named_offset_twin(3, i, j, k);
        assert_eq!(named::named_offset_typed(mapping(), i, j, k), twin);
        assert_eq!(controls::named_offset_control(3, i, j, k), twin);
    }
    let words = extents![dyn Batch = 3, dyn Time = 5, 64].expect("small");
    assert_eq!(named::named_compose_typed(words).extents(), [3, 5, 128]);
    assert_eq!(twins::named_compose_twin((3, 5)), (3, 5));
    assert_eq!(controls::named_compose_control((3, 5)), (3, 5));
    assert!(Sym::<Rows>::bind(4).is_ok() && Sym::<Cols>::bind(6).is_ok());
    let table = extents![dyn Rows = 4, dyn Cols = 6].expect("bound");
    assert_eq!(named::once_compose_typed(table, table).extents(), [6]);
    assert_eq!(twins::once_compose_twin((4, 6), (4, 6)), 6);
    assert_eq!(controls::once_compose_control((4, 6), (4, 6)), 6);
    let composed = Sym::<named::Batch>::try_new(4).unwrap().scope(|batch| {
        Sym::<named::Time>::try_new(6).unwrap().scope(|time| {
            let (x, y) = (extents![dyn = batch, dyn = time], extents![dyn = time, dyn = batch]);
            named::scope_compose_typed(x.unwrap(), y.unwrap()).extents()
        })
    });
    assert_eq!(composed, [4, 6]);
    assert_eq!(twins::scope_compose_twin((4, 6), (6, 4)), (4, 6));
    assert_eq!(controls::scope_compose_control((4, 6), (6, 4)), (4, 6));
}

#[test]
fn sums_of_names() {
    use extents::{Sym, ViewMut};
    use named::{Batch, Cols, Rows, Time};
    let (a, b): ([f64; 24], [f64; 24]) = (numbers(), std::array::from_fn(|n| n as f64));
    let sums: [f64; 24] = std::array::from_fn(|n| a[n] + b[n]);
    assert!(Sym::<Rows>::bind(4).is_ok() && Sym::<Cols>::bind(6).is_ok());
    let sheet = |data| twins::Sheet { data, extents: [4, 6] };
    for twin in [twins::once_add_twin, twins::scope_add_twin] {
        let mut to = [0.0; 24];
        twin(&sheet(&a), &sheet(&b), &mut twins::SheetMut { data: &mut to, extents: [4, 6] });
        assert_eq!(to, sums);
    }
    let mut to = [0.0; 24];
    let target = &mut twins::SheetMut { data: &mut to, extents: [4, 6] };
    assert!(twins::stored_add_twin(&sheet(&a), &sheet(&b), target));
    let other = twins::Sheet { data: &b, extents: [6, 4] };
    assert!(!twins::stored_add_twin(&sheet(&a), &other, target));
    assert_eq!(to, sums);

    // The same by views of these extents.
    macro_rules! added {
        ($function:path, $extents:expr) => {{
            let (extents, mut to) = ($extents, [0.0; 24]);
            let [x, y] = [&a, &b].map(|data| View::from_slice(extents, data).expect("as many"));
            let _ = $function(&x, &y, &mut ViewMut::from_slice(extents, &mut to).expect("as many"));
            assert_eq!(to, sums);
        }};
    }
    added!(named::once_add_typed, extents![dyn Rows = 4, dyn Cols = 6].expect("bound"));
    added!(named::stored_add_typed, extents![dyn Batch = 4, dyn Time = 6].expect("small"));
    Sym::<Batch>::try_new(4).unwrap().scope(|batch| {
        Sym::<Time>::try_new(6).unwrap().scope(|time| {
            added!(named::scope_add_typed, extents![dyn = batch, dyn = time].expect("small"));
        });
    });
    for function in [
        unnamed::once_add_dyn,
        unnamed::scope_add_dyn,
        unnamed::once_add_control,
        unnamed::scope_add_control,
    ] {
        added!(function, extents![dyn 4, dyn 6].expect("small"));
    }
    added!(unnamed::stored_add_dyn, extents![dyn 4, dyn 6].expect("small"));
    added!(unnamed::stored_add_control, extents![dyn 4, dyn 6].expect("small"));

    let (a, b): ([f64; 256], [f64; 256]) = (numbers(), std::array::from_fn(|n| n as f64));
    let sums: [f64; 256] = std::array::from_fn(|n| a[n] + b[n]);
    macro_rules! added {
        ($function:path, $extents:expr) => {{
            let mut to = [0.0; 256];
            let [x, y] = [&a, &b].map(|data| View::from_slice($extents, data).expect("as many"));
            $function(&x, &y, &mut ViewMut::from_slice($extents, &mut to).expect("as many"));
            assert_eq!(to, sums);
        }};
    }
    added!(named::fixed_add_typed, extents![(named::Heads), 64]);
    added!(unnamed::fixed_add_dyn, extents![4, 64]);
    added!(unnamed::fixed_add_control, extents![4, 64]);
}

#[test]
fn work_by_names() {
    use extents::{Extents, Sym, ViewMut};
    use named::{Batch, Cols, Heads, Past, Rows, Words};
    // Mode 1 of 2 x 3 x 8 is summed.
    let x: [f64; 48] = numbers();
    let sums: [f64; 16] =
        std::array::from_fn(|n| (0..3).map(|m| x[24 * (n / 8) + 8 * m + n % 8]).sum());
    let mut to = [[0.0; 16]; 3];
    let [typed, of_values, control] = &mut to;
    let named = View::from_slice(extents![dyn Words = 2, dyn Past = 3, 8].unwrap(), &x).unwrap();
    let target = extents![dyn Words = 2, 8].unwrap();
    assert!(named::named_sum_typed(&named, &mut ViewMut::from_slice(target, typed).unwrap()));
    let view = View::from_slice(extents![dyn 2, dyn 3, 8].unwrap(), &x).unwrap();
    let target = extents![dyn 2, 8].unwrap();
    assert!(unnamed::named_sum_dyn(&view, &mut ViewMut::from_slice(target, of_values).unwrap()));
    assert!(unnamed::named_sum_control(&view, &mut ViewMut::from_slice(target, control).unwrap()));
    assert_eq!(to, [sums; 3]);

    // 4 x 6 by 6 x 8.
    let (x, w): ([f32; 24], [f32; 48]) = (numbers(), std::array::from_fn(|n| (n % 5) as f32));
    let product: [f32; 32] =
        std::array::from_fn(|n| (0..6).map(|m| x[6 * (n / 8) + m] * w[8 * m + n % 8]).sum());
    assert!(Sym::<Rows>::bind(4).is_ok() && Sym::<Cols>::bind(6).is_ok());
    let mut to = [[0.0; 32]; 3];
    let [typed, of_values, control] = &mut to;
    let named = View::from_slice(extents![dyn Rows = 4, dyn Cols = 6].unwrap(), &x).unwrap();
    let weights = View::from_slice(extents![dyn Cols = 6, 8].unwrap(), &w).unwrap();
    let target = extents![dyn Rows = 4, 8].unwrap();
    let target = &mut ViewMut::from_slice(target, typed).unwrap();
    assert!(named::once_contract_typed(&named, &weights, target));
    let view = View::from_slice(extents![dyn 4, dyn 6].unwrap(), &x).unwrap();
    let weights = View::from_slice(extents![dyn 6, 8].unwrap(), &w).unwrap();
    let target = extents![dyn 4, 8].unwrap();
    let of_values = &mut ViewMut::from_slice(target, of_values).unwrap();
    assert!(unnamed::once_contract_dyn(&view, &weights, of_values));
    let control = &mut ViewMut::from_slice(target, control).unwrap();
    assert!(unnamed::once_contract_control(&view, &weights, control));
    assert_eq!(to, [product; 3]);
    for (n, result) in [(6, Some([4, 8])), (7, None)] {
        let x = extents![dyn Words = 4, dyn Past = 6].unwrap();
        let w = extents![dyn Past = n, 8].unwrap();
        assert_eq!(named::stored_compose_typed(x, w).map(|of| of.extents()), result);
        let (x, w) = (extents![dyn 4, dyn 6].unwrap(), extents![dyn n, 8].unwrap());
        assert_eq!(unnamed::stored_compose_dyn(x, w).map(|of| of.extents()), result);
        assert_eq!(unnamed::stored_compose_control(x, w).map(|of| of.extents()), result);
    }

    let x: [f64; 60] = numbers();
    let named = View::from_slice(extents![dyn Batch = 3, (Heads), 5].unwrap(), &x).unwrap();
    let typed = named::named_merge_typed(named).unwrap();
    assert!(typed.iter().eq(&x));
    let view = View::from_slice(extents![dyn 3, 4, 5].unwrap(), &x).unwrap();
    assert_eq!(unnamed::named_merge_dyn(view).unwrap(), typed);
    assert_eq!(unnamed::named_merge_control(view).unwrap(), typed);
}

#[test]
fn offsets() {
    assert_eq!(offset::strides_typed(), twins::strides_twin());
    assert_eq!(controls::strides_control(), twins::strides_twin());
    let mixed = || Mapping::new(extents![dyn 3, 4, 5].expect("small"));
    for i in 0..9 {
        for j in 0..9 {
            for k in 0..9 {
                same!(offset: offset_static_typed offset_static_twin offset_static_control (i, j, k));
                let twin = twins::offset_mixed_twin(3, i, j, k);
                assert_eq!(offset::offset_mixed_typed(mixed(), i, j, k), twin);
                assert_eq!(controls::offset_mixed_control(3, i, j, k), twin);
                let batch = Mapping::with_layout(
                    extents![5, dyn 5, 7].expect("small"),
                    Strided::new(Default::default()),
                );
                let twin = twins::offset_batch_twin(5, i, j, k);
                assert_eq!(offset::offset_batch_typed(batch.expect("small"), i, j, k), twin);
                assert_eq!(controls::offset_batch_control(5, i, j, k), twin);
                same!(offset: offset_of_permuted_typed offset_of_permuted_twin offset_of_permuted_control (i, j, k));
                same!(slices: permuted_typed permuted_twin permuted_control (&numbers(), i, j, k));
                same!(slices: padded_typed padded_twin padded_control (i, j, k));
            }
        }
    }
    for i in 0..70 {
        for j in (0..1030).step_by(3) {
            same!(tiled: tiled_offset_typed tiled_offset_twin tiled_offset_control (i, j));
            same!(tiled: tiled_padded_typed tiled_padded_twin tiled_padded_control (i, j));
            same!(tiled: tiled_nested_typed tiled_nested_twin tiled_nested_control (i, j));
            same!(blocked: blocked_offset_typed blocked_offset_twin blocked_offset_control (i, j));
            same!(tiled: tiled_index_typed tiled_index_twin tiled_index_control (1000 * i + j));
        }
        same!(blocked: blocked_sum_typed blocked_sum_twin blocked_sum_control (&numbers(), i));
    }
}

#[test]
fn parts() {
    let data = numbers();
    for i in 0..9 {
        for k in 0..9 {
            same!(slices: slice_static_typed slice_static_twin slice_static_control (&data, i, k));
        }
    }
    same!(slices: subview_typed subview_twin subview_control (&data));
    same!(iteration: iterate_static_typed iterate_static_twin iterate_static_control (&numbers()));
}

#[test]
fn sums() {
    same!(sum: sum_static_typed sum_static_twin sum_static_control (&numbers()));
    same!(walk: indices_typed indices_twin indices_control (&numbers()));
    same!(walk: iter_typed iter_twin iter_control (&numbers()));

    let data: [f64; 192] = numbers();
    let shape = DynRankExtents::new(&[3, 8, 8]).expect("small");
    let view = View::from_slice(shape, &data).expect("as many");
    let in_place = Sizes::InPlace { rank: 3, extents: [3, 8, 8, 0, 0, 0, 0, 0] };
    for sizes in [in_place, Sizes::OnHeap(vec![3, 8, 8])] {
        let twin = twins::sum_strengthened_twin(&Images { data: &data, sizes });
        assert_eq!(twin, Some(data.iter().sum()));
        assert_eq!(sum::sum_strengthened_typed(&view), twin);
        assert_eq!(controls::sum_strengthened_control(&view), twin);
    }

    let data: [u64; 60] = numbers();
    let view = View::from_slice(DynExtents::new([12, 5]).expect("small"), &data).expect("as many");
    let twin = twins::proven_sum_twin(&Table { data: &data, extents: [12, 5] });
    assert_eq!(twin, data.iter().sum::<u64>());
    assert_eq!(iteration::proven_sum_typed(&view), twin);
    assert_eq!(controls::proven_sum_control(&view), twin);

    let view = View::from_slice(extents![dyn 3, 4, 5].expect("small"), &data).expect("as many");
    let twin = twins::flat_twin(&Blocks { data: &data, count: 3 });
    assert_eq!(twin, data.iter().fold(0, |all, n| all ^ n));
    assert_eq!(iteration::flat_typed(&view), twin);
    assert_eq!(controls::flat_control(&view), twin);

    let data: [f64; 64] = numbers();
    let columns = Mapping::<StaticExtents![8, 8], ColMajor>::of(extents![8, 8]);
    let view = View::from_slice(columns, &data).expect("as many");
    for at in extents![8, 8].proven_indices() {
        let twin = twins::proof_twin(&&data, at.index());
        assert_eq!(walk::proof_typed(&view, at), twin);
        assert_eq!(controls::proof_control(&view, at), twin);
    }
}

#[test]
fn products() {
    let rows = |offset: usize| {
        [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| ((offset + 5 * i + 3 * j) % 7) as f32))
    };
    let (a, b, cube) = (rows(0), rows(2), [0, 1, 2, 3].map(rows));
    let [left, right] = [a, b].map(Matrix::from_array);

    let twin = twins::matmul_twin(&a, &b);
    let squares = extents![(named::Heads), (named::Heads)];
    let [x, y] = [&a, &b].map(|a| View::from_slice(squares, a.as_flattened()).expect("as many"));
    let mut to = [[9.0; 4]; 4];
    let target = extents::ViewMut::from_slice(squares, to.as_flattened_mut());
    named::fixed_matmul_typed(&x, &y, &mut target.expect("as many"));
    assert_eq!(to, twin);
    for into in [twins::fixed_matmul_twin, controls::fixed_matmul_control] {
        let mut to = [[9.0; 4]; 4];
        into(&&a, &&b, &mut &mut to);
        assert_eq!(to, twin);
    }

    assert_eq!(twin[1][2], (0..4).map(|n| a[1][n] * b[n][2]).sum::<f32>());
    assert_eq!(contraction::matmul_typed(&left, &right).into_array(), twin);
    assert_eq!(controls::matmul_control(&left, &right).into_array(), twin);
    for into in [contraction::matmul_into_typed, controls::matmul_into_control] {
        let mut to = Matrix::inline_full(9.0);
        into(&left, &right, &mut to);
        assert_eq!(to.into_array(), twin);
    }
    let mut into = [[9.0; 4]; 4];
    twins::matmul_into_twin(&a, &b, &mut into);
    assert_eq!(into, twin);

    let mut twin = [[[9.0; 4]; 4]; 4];
    twins::modes_twin(&cube, &b, &mut twin);
    for modes in [contraction::modes_typed, controls::modes_control] {
        let mut to = Cube::inline_full(9.0);
        modes(&Cube::from_array(cube), &right, &mut to);
        assert_eq!(to.into_array(), twin);
    }

    let mut twin = [9.0; 4];
    twins::matvec_twin(&a, &b[1], &mut twin);
    for product in [contraction::matvec_typed, controls::matvec_control] {
        let mut to = Vector::inline_full(9.0);
        product(&left, &Vector::from_array(b[1]), &mut to);
        assert_eq!(to.into_array(), twin);
    }
}

#[test]
fn expressions() {
    let (x, y) = (numbers::<f64, 1000>(), std::array::from_fn(|n| (n % 5) as f64));
    let written = |f: fn(&mut [f64; 1000], &[f64; 1000], f64)| {
        let mut to = y;
        f(&mut to, &x, 3.0);
        to
    };
    let twin = written(twins::expr_axpy_twin);
    assert_eq!(written(expression::expr_axpy_typed), twin);
    assert_eq!(written(controls::expr_axpy_control), twin);
    same!(expression: expr_norm_l2_of_difference_typed expr_norm_l2_of_difference_twin
        expr_norm_l2_of_difference_control (&x, &y));
    let written = |f: fn(&mut [f32; 12], &[f32; 12], &[f32; 12])| {
        let mut to = [0.0; 12];
        f(&mut to, &numbers(), &std::array::from_fn(|n| n as f32));
        to
    };
    let twin = written(twins::expr_orders_twin);
    assert_eq!(written(twins::zip_twin), twin);
    for same in [
        expression::expr_orders_typed,
        controls::expr_orders_control,
        walk::zip_typed,
        controls::zip_control,
    ] {
        assert_eq!(written(same), twin);
    }
}

#[test]
fn large_ones() {
    let operands: [[f64; 5120]; 4] =
        std::array::from_fn(|k| std::array::from_fn(|n| (n % (k + 3)) as f64));
    let written = |f: fn(&mut [f64; 5120], [&[f64; 5120]; 4])| {
        let mut to = [0.0; 5120];
        f(&mut to, operands.each_ref());
        to
    };
    let twin = written(twins::expr_four_twin);
    assert_eq!(written(expression::expr_four_typed), twin);
    assert_eq!(written(controls::expr_four_control), twin);

    let from = numbers::<f64, 5016>();
    let written = |f: fn(&mut [f64; 5016], &[f64; 5016])| {
        let mut to = [0.0; 5016];
        f(&mut to, &from);
        to
    };
    let twin = written(twins::stencil_twin);
    assert_eq!(written(walk::stencil_typed), twin);
    assert_eq!(written(controls::stencil_control), twin);
}
