//! Dims of scopes: what is equal by the type, and what keeps its scope where it is moved.

use std::convert::Infallible;
use std::thread;

use super::*;
use extents::arrange::{concat, stack};
use extents::einops::{rearrange, reduce, repeat};
use extents::rearrange::Named;

dims! { Wide ..= 4096, Tall, once Bound ..= 16, Width = 4 }

type Rows<'b> = StaticExtents![dyn 'b Wide, 3];

/// Elements 1, 2, 3 and so on.
fn counted<E: Extents>(extents: E) -> TensorOf<E, f64> {
    let elements = (1..=extents.size()).map(|n| n as f64).collect();
    Tensor::from_vec(extents, elements).unwrap()
}

/// A function may state that two extents are those of one scope.
fn dot<'b>(x: &TensorOf<Rows<'b>, f64>, y: &TensorOf<Rows<'b>, f64>) -> f64 {
    let dot = contract!(x[b, h] * y[b, h] => []).unwrap();
    dot[[]]
}

#[test]
fn modes_of_a_scope_are_equal_by_their_type() {
    for n in [2_usize, 5] {
        Sym::<Wide>::try_new(n).unwrap().scope(|wide| {
            let x = counted(extents![dyn = wide, 3].unwrap());
            let y = counted(extents![dyn = wide, 3].unwrap());
            // Extents, elements, expressions and copies: nothing is left to fail.
            let composed: Result<Rows<'_>, Infallible> =
                contract!((*x.extents())[b, h] * (*y.extents())[b, h] => [b, h]);
            assert_eq!(composed, Ok(*x.extents()));
            // 1 + 4 + 9 and so on.
            let (all, sum) = (3 * n, 3 * n * (3 * n + 1) / 2);
            assert_eq!(dot(&x, &y), (all * (all + 1) * (2 * all + 1) / 6) as f64);
            let added: Result<f64, Infallible> = (&x + &y).sum();
            assert_eq!(added, Ok((2 * sum) as f64));
            let mut copy = Tensor::full(*x.extents(), 0.0).unwrap();
            let written: Result<(), Infallible> = contract!(copy[b, h] = x[b, h]);
            assert_eq!(written, Ok(()));
            assert_eq!(copy.as_slice(), x.as_slice());
            // The result is of the scope, too.
            let squares: TensorOf<Rows<'_>, f64> = contract!(x[b, h] * y[b, h] => [b, h]).unwrap();
            assert_eq!(dot(&squares, &Tensor::full(*x.extents(), 1.0).unwrap()), dot(&x, &y));
            let product: TensorOf<StaticExtents![3, 3], f64> =
                contract!(x[b, h] * y[b, k] => [h, k]).unwrap();
            assert_eq!(
                product[[0, 1]],
                (0..n).map(|b| (3 * b + 1) * (3 * b + 2)).sum::<usize>() as f64
            );
        });
    }
}

/// Of a dim without a largest extent, sizes may overflow, and are checked; that extents differ is not.
#[test]
fn what_has_no_largest_extent_is_checked_for_its_size_alone() {
    Sym::<Tall>::new(usize::MAX / 8).scope(|tall| {
        let one = extents![dyn = tall].unwrap();
        assert_eq!(
            extents![dyn = tall, dyn = tall].unwrap_err(),
            ShapeError::SizeOverflow { mode: 1, elements: usize::MAX / 8, extent: usize::MAX / 8 }
        );
        assert!(square(one).is_err());
    });
}

/// The extents of a square.
fn square<'t>(
    one: StaticExtents![dyn 't Tall],
) -> Result<StaticExtents![dyn 't Tall, dyn 't Tall], ShapeError> {
    contract!(one[b] * one[h] => [b, h])
}

#[test]
fn what_meets_a_mode_of_a_scope_is_compared_unless_it_is_of_the_scope() {
    Sym::<Wide>::try_new(4).unwrap().scope(|wide| {
        let x = counted(extents![dyn = wide, 3].unwrap());
        let open = counted(extents![dyn 4, 3].unwrap());
        let named = counted(extents![dyn Wide = 4, 3].unwrap());
        let known = counted(extents![4, 3]);
        // The scope wins over a name and no name, a number over the scope.
        let rows: TensorOf<Rows<'_>, f64> = (&x + &open).eval().unwrap();
        assert_eq!(rows.as_slice()[11], 24.0);
        let rows: TensorOf<Rows<'_>, f64> = (&named + &x).eval().unwrap();
        assert_eq!(rows.as_slice()[11], 24.0);
        let rows: TensorOf<Rows<'_>, f64> = contract!(open[b, h] * x[b, h] => [b, h]).unwrap();
        assert_eq!(rows.as_slice()[11], 144.0);
        let rows: TensorOf<Rows<'_>, f64> = contract!(x[b, h] * named[b, h] => [b, h]).unwrap();
        assert_eq!(rows.as_slice()[11], 144.0);
        let rows: TensorOf<StaticExtents![4, 3], f64> = (&known + &x).eval().unwrap();
        assert_eq!(rows.as_slice()[11], 24.0);
        let listed = counted(DynExtents::new([4, 3]).unwrap());
        let rows: TensorOf<Rows<'_>, f64> = (&listed + &x).eval().unwrap();
        assert_eq!(rows.as_slice()[11], 24.0);
        let ranked = counted(DynRankExtents::new(&[4, 3]).unwrap());
        let rows: TensorOf<Rows<'_>, f64> = (&x + &ranked).eval().unwrap();
        assert_eq!(rows.as_slice()[11], 24.0);
        for n in [3, 5] {
            let open = counted(extents![dyn n, 3].unwrap());
            let named = counted(extents![dyn Wide = n, 3].unwrap());
            let ranked = counted(DynRankExtents::new(&[n, 3]).unwrap());
            assert!((&x + &open).sum().is_err());
            assert!((&named + &x).eval().is_err());
            assert!((&ranked + &x).eval().is_err());
            assert!(contract!(open[b, h] * x[b, h] => [b, h]).is_err());
            assert!(contract!(x[b, h] * named[b, h] => [h]).is_err());
        }
        assert!((&counted(extents![5, 3]) + &x).sum().is_err());
    });
}

/// Each operation moves the mode: what it gives meets the source without a check, in all scopes alike.
#[test]
fn operations_move_modes() {
    for n in [2_usize, 6] {
        Sym::<Wide>::try_new(n).unwrap().scope(|wide| {
            let x = counted(extents![dyn = wide, 3, 4].unwrap());
            let ones = Tensor::full(extents![dyn = wide].unwrap(), 1.0).unwrap();
            let expected = |of: [usize; 2], b: usize| (12 * b + 4 * of[0] + of[1] + 1) as f64;
            // That this compiles is the test of the type, and that it does not fail of the value.
            let column = |of: [usize; 2]| (0..n).map(|b| expected(of, b)).sum::<f64>();

            let permuted = x.permute(modes![2, 0, 1]);
            let sums = contract!(permuted[k, b, h] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[1, 2]], column([1, 2]));
            let transposed = x.transpose();
            let sums = contract!(transposed[k, h, b] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[2, 0]], column([2, 0]));
            let reversed = x.reverse(Const::<0>);
            let sums = contract!(reversed[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[2, 3]], column([2, 3]));
            assert_eq!(reversed[[0, 0, 0]], expected([0, 0], n - 1));
            let inserted = x.insert_mode(Const::<1>);
            let Ok(dropped) = inserted.drop_mode(Const::<1>);
            let sums = contract!(dropped[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[1, 0]], column([1, 0]));
            let Ok(split) = x.split(Const::<2>, extents![2, 2]);
            let Ok(merged) = split.merge::<Const<4>, _>(Const::<2>);
            let sums = contract!(merged[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[1, 3]], column([1, 3]));
            let sliced = x.slice(slice![.., 1..3, 2]).unwrap();
            let sums = contract!(sliced[b, h, k] * ones[b] => [h]).unwrap();
            assert_eq!(sums[[1]], column([2, 2]));
            let chip = x.chip(slice![.., 1, ..]).unwrap();
            let sums = contract!(chip[b, k] * ones[b] => [k]).unwrap();
            assert_eq!(sums[[3]], column([1, 3]));
            let wide_first = x.chip(slice![.., 0, 0]).unwrap();
            let broadcast = wide_first.insert_mode(Const::<0>);
            let both = broadcast.broadcast(Const::<0>, wide).unwrap();
            let trace = both.diagonal(Const::<0>, Const::<1>).unwrap();
            let sum = contract!(trace[b] * ones[b] => []).unwrap();
            assert_eq!(sum[[]], column([0, 0]));
            let diagonals = x.broadcast_like(x.extents()).unwrap();
            let sums = contract!(diagonals[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[1, 0]], column([1, 0]));

            // Folds, and what goes along a mode.
            let sums =
                contract!((x.over(Const::<2>).sum().unwrap())[b, h] * ones[b] => [h]).unwrap();
            assert_eq!(sums[[0]], (0..4).map(|k| column([0, k])).sum::<f64>());
            let kept = x.over(modes![1]).keep().max().unwrap();
            let sums = contract!(kept[b, h, k] * ones[b] => [k]).unwrap();
            assert_eq!(sums[[1]], column([2, 1]));
            for (h, entry) in x.along(Const::<1>).enumerate() {
                let sums = contract!(entry[b, k] * ones[b] => [k]).unwrap();
                assert_eq!(sums[[1]], column([h, 1]));
            }
            let lane = x.lanes(Const::<0>).next().unwrap();
            let sum = contract!(lane[b] * ones[b] => []).unwrap();
            assert_eq!(sum[[]], column([0, 0]));
            for chunk in x.chunks(Const::<2>, Const::<2>).unwrap() {
                let sums = contract!(chunk[b, h, k] * ones[b] => [h]).unwrap();
                assert!(sums[[0]] >= column([0, 0]));
            }
            let longer = concat::<Const<6>, _, _>(Const::<1>, (&x, &x)).unwrap();
            let sums = contract!(longer[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[5, 3]], column([2, 3]));
            let named = counted(extents![dyn Wide = n, 3, 4].unwrap());
            let longer = concat::<Const<6>, _, _>(Const::<1>, (&x, &named)).unwrap();
            let sums = contract!(longer[b, h, k] * ones[b] => [h, k]).unwrap();
            assert_eq!(sums[[5, 3]], column([2, 3]));
            let other = counted(extents![dyn Wide = n + 1, 3, 4].unwrap());
            assert!(concat::<Const<6>, _, _>(Const::<1>, (&x, &other)).is_err());
            let stacked = stack(Const::<0>, (&x, &x)).unwrap();
            let sums = contract!(stacked[t, b, h, k] * ones[b] => [t, h, k]).unwrap();
            assert_eq!(sums[[1, 2, 3]], column([2, 3]));
            // By name too: the name of the dim is that of its modes in a scope.
            let last = x.slice(slice![Wide = 1..2]).unwrap();
            assert_eq!(last[[0, 2, 1]], expected([2, 1], 1));
            let firsts = x.along(names![Wide]).map(|entry| entry[[0, 0]]).sum::<f64>();
            assert_eq!(firsts, column([0, 0]));
        });
    }
}

/// Patterns move modes too, those of `..` and beside modes that split and merge, and so does a lookup by a tensor of indices.
#[test]
fn patterns_and_lookups_move_modes() {
    for n in [1_usize, 6] {
        Sym::<Wide>::try_new(n).unwrap().scope(|wide| {
            let x = counted(extents![dyn = wide, 4, 3].unwrap());
            let ones = Tensor::full(extents![dyn = wide].unwrap(), 1.0).unwrap();
            // As above: that each sum compiles into what is there, and cannot fail, is the test of the type.
            let column =
                |h: usize, c: usize| (0..n).map(|b| (12 * b + 3 * h + c + 1) as f64).sum::<f64>();
            let mut sums = Tensor::full(extents![3, 2, 2], 0.0).unwrap();
            let turned = rearrange!(x[b, (h p), c] => [c, b, p, h]; p = 2).unwrap();
            let Ok(()) = contract!(sums[c, p, h] = turned[c, b, p, h] * ones[b]);
            assert_eq!((sums[[2, 1, 0]], sums[[0, 0, 1]]), (column(1, 2), column(2, 0)));
            let mut sums = Tensor::full(extents![12], 0.0).unwrap();
            let merged = rearrange!(x[b, h, c] => [b, (c h)]).unwrap();
            let Ok(()) = contract!(sums[h] = merged[b, h] * ones[b]);
            assert_eq!(sums[[2 * 4 + 3]], column(3, 2));
            let mut sums = Tensor::full(extents![3, 4], 0.0).unwrap();
            let turned = rearrange!(x[.., c] => [c, ..]).unwrap();
            let Ok(()) = contract!(sums[c, h] = turned[c, b, h] * ones[b]);
            assert_eq!(sums[[1, 2]], column(2, 1));
            let of_any = rearrange!(x[.., (c p)] => [(p c), ..]; p = 3).unwrap();
            let Ok(()) = contract!(sums[c, h] = of_any[c, b, h] * ones[b]);
            assert_eq!(sums[[2, 0]], column(0, 2));
            let mut sums = Tensor::full(extents![2], 0.0).unwrap();
            let folded = reduce!(x[b, (h p), c] => [b, p]; sum; p = 2).unwrap();
            let Ok(()) = contract!(sums[p] = folded[b, p] * ones[b]);
            let expected: f64 = (0..3).map(|c| column(1, c) + column(3, c)).sum();
            assert_eq!(sums[[1]], expected);
            let mut sums = Tensor::full(extents![2, 4, 6], 0.0).unwrap();
            let repeated = repeat!(x[b, h, c] => [k, b, h, (c l)]; k = 2, l = 2).unwrap();
            let Ok(()) = contract!(sums[k, h, c] = repeated[k, b, h, c] * ones[b]);
            assert_eq!(sums[[1, 3, 2 * 2 + 1]], column(3, 2));

            // Indices, of which there is one for each of the scope: in each row of a table, the entry of that number.
            let table = counted(extents![3, 4]);
            let wanted = Tensor::from_fn(extents![dyn = wide, 2].unwrap(), |[b, k]| (b + k) % 4);
            let found = table.take_by(Const::<1>, &wanted.unwrap()).unwrap();
            let mut sums = Tensor::full(extents![3, 2], 0.0).unwrap();
            let Ok(()) = contract!(sums[h, k] = found[h, b, k] * ones[b]);
            assert_eq!(sums[[2, 1]], (0..n).map(|b| (2 * 4 + (b + 1) % 4 + 1) as f64).sum::<f64>());
            // And of a mode beside the one that is looked up.
            let order = Tensor::from_vec(extents![2], vec![2, 0]).unwrap();
            let found = x.take_by(Const::<2>, &order).unwrap();
            let mut sums = Tensor::full(extents![4, 2], 0.0).unwrap();
            let Ok(()) = contract!(sums[h, k] = found[b, h, k] * ones[b]);
            assert_eq!((sums[[3, 0]], sums[[1, 1]]), (column(3, 2), column(1, 0)));
        });
    }
}

/// Of which scope a number is, a pattern does not know either: a factor of a product comes back by a mode. What goes by another
/// name is without its scope, and a mode gives that back.
#[test]
fn what_is_made_of_a_mode_comes_back_by_a_mode() {
    Sym::<Wide>::try_new(5).unwrap().scope(|wide| {
        let x = counted(extents![dyn = wide, 2, 3].unwrap());
        let merged = x.merge::<Named, _>(Const::<0>).unwrap();
        let refused = ShapeError::Scoped { dim: LabelName::new("Wide"), found: 5 };
        assert_eq!(rearrange!(merged[(b h), c] => [b, h, c]).unwrap_err(), refused);
        assert_eq!(rearrange!(x[(b), h, c] => [b, h, c]).unwrap_err(), refused);
        let back = merged.reshape(extents![dyn = wide, 2, 3].unwrap()).unwrap();
        let Ok(()) = contract!((Tensor::full(*x.extents(), 0.0).unwrap())[b, h, c] = back[b, h, c]);

        let y = counted(extents![dyn = wide, (1 + 2)].unwrap());
        let same = y.weaken::<StaticExtents![dyn, (1 + 2)]>();
        let same = same.same::<StaticExtents![dyn, (2 + 1)]>().unwrap();
        let back = same.reshape(extents![dyn = wide, (2 + 1)].unwrap()).unwrap();
        let _: &StaticExtents![dyn '_ Wide, (2 + 1)] = back.extents();
        assert_eq!(back[[4, 2]], 15.0);
    });
}

#[test]
fn what_is_made_of_a_mode_has_its_name() {
    Sym::<Wide>::try_new(5).unwrap().scope(|wide| {
        let x = counted(extents![dyn = wide, dyn = wide, 2].unwrap());
        assert_eq!(format!("{:?}", x.extents()), "[Wide' = 5, Wide' = 5, 2]");
        let merged = x.merge::<Named, _>(Const::<0>).unwrap();
        assert_eq!(format!("{:?}", merged.extents()), "[Wide'*Wide' = 25, 2]");
        let Ok(twice) = concat::<Named, _, _>(Const::<1>, (&x, &x)) else { panic!() };
        assert_eq!(format!("{:?}", twice.extents()), "[Wide' = 5, Wide'+Wide' = 10, 2]");
        // A factor comes from a mode, and not from the number.
        let again = merged.split(Const::<0>, extents![dyn = wide, dyn = wide].unwrap()).unwrap();
        let sums = contract!(x[b, h, k] * again[b, h, k] => [k]).unwrap();
        assert_eq!(sums[[0]], x.as_slice().iter().step_by(2).map(|x| x * x).sum::<f64>());
        // Forgotten, and back by the mode.
        let open = x.weaken::<StaticExtents![dyn Wide, dyn, 2]>();
        assert_eq!(open.extents().extents(), [5, 5, 2]);
        assert_eq!(wide.of(open.extents().extents()[0]), Ok(wide));
        assert!(wide.of(6).is_err());
    });
}

#[test]
fn scopes_nest_and_run_in_threads() {
    let total: usize = (1..5_usize)
        .map(|n| thread::spawn(move || Sym::<Wide>::try_new(n).unwrap().scope(within)))
        .map(|thread| thread.join().unwrap())
        .sum();
    // n times each number from 1 to n.
    assert_eq!(total, (1..5).map(|n| n * n * (n + 1) / 2).sum::<usize>());
}

fn within(outer: Sym<extents::names::In<'_, Wide>>) -> usize {
    let all = counted(extents![dyn = outer].unwrap());
    let sum = |inner: usize| {
        Sym::<Wide>::try_new(inner).unwrap().scope(|inner| {
            let both = Tensor::full(extents![dyn = inner, dyn = outer].unwrap(), 1.0).unwrap();
            let sum = contract!(all[b] * both[h, b] => []).unwrap();
            sum[[]] as usize
        })
    };
    // The extent of the inner scope may be that of the outer one: their types differ all the same.
    sum(outer.extent())
}

/// A mode is sent to a thread of its scope.
#[test]
fn threads_of_a_scope_share_its_modes() {
    Sym::<Wide>::try_new(3).unwrap().scope(|wide| {
        let x = counted(extents![dyn = wide, 3].unwrap());
        let sums = thread::scope(|threads| {
            let all: Vec<_> = (0..2)
                .map(|_| threads.spawn(|| dot(&x, &counted(extents![dyn = wide, 3].unwrap()))))
                .collect();
            all.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(sums, [285.0; 2]);
    });
}

/// Dims that are bound once or are numbers may be those of a scope too, which is of no use, and harm.
#[test]
fn any_dim_has_scopes() {
    Sym::<Bound>::bind(7).unwrap().scope(|bound| {
        let x = counted(extents![dyn = bound].unwrap());
        let weak = x.weaken::<StaticExtents![dyn Bound]>();
        assert_eq!(weak.extents().modes().0, Sym::bound().unwrap());
    });
    extents![(Width)].modes().0.scope(|width| {
        assert_eq!(width.extent(), 4);
        let x = extents![dyn = width, (Width)].unwrap();
        assert_eq!(x.weaken::<StaticExtents![(Width), (Width)]>().size(), 16);
    });
}
