//! Which methods `Tensor`, `View` and `ViewMut` have: a table of calls for all three, which the sources are compared with.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use extents::arrange::Padding;
use extents::layout::{RowMajor, Strided};
use extents::rearrange::{Reverse, Slice};
use extents::{
    Const, DynExtents, InlineTensor, StaticExtents, Tensor, View, ViewMut, extents, modes, slice,
};

type Shape = StaticExtents![2, 3];
type Matrix = InlineTensor<i32, Shape>;

/// `[[1, 2, 3], [4, 5, 6]]`, of which the calls say what is true.
fn matrix() -> Matrix {
    Matrix::from_array([[1, 2, 3], [4, 5, 6]])
}

/// What reads, by a call whose answer is known.
macro_rules! reads {
    ($t:expr) => {
        [
            ("extents", $t.extents() == &extents![2, 3]),
            ("mapping", $t.mapping().strides() == [3, 1]),
            ("len", $t.len() == 6),
            ("is_empty", !$t.is_empty()),
            ("rank", $t.rank() == 2),
            ("strides", $t.strides() == [3, 1]),
            ("as_ptr", $t.as_ptr() == &raw const $t[[0, 0]]),
            ("view", $t.view()[[1, 0]] == 4),
            ("as_slice", $t.as_slice() == [1, 2, 3, 4, 5, 6]),
            ("try_as_slice", $t.try_as_slice() == Some(&[1, 2, 3, 4, 5, 6][..])),
            ("get", $t.get([1, 2]) == Some(&6)),
            // SAFETY: both coordinates are below their extents.
            ("get_unchecked", unsafe { $t.get_unchecked(&[0, 1]) } == &2),
            ("iter", $t.iter().eq(&[1, 2, 3, 4, 5, 6])),
            ("indexed_iter", $t.indexed_iter().last() == Some(([1, 2], &6))),
            ("iter_in_layout_order", $t.iter_in_layout_order().eq(&[1, 2, 3, 4, 5, 6])),
            ("for_each", {
                let mut product = 1;
                $t.for_each(|x| product *= x);
                product == 720
            }),
            ("fold", $t.fold(0, |digits, x| 10 * digits + x) == 123_456),
            ("sum", $t.sum() == 21),
            ("map", $t.map(|x| x + 1).unwrap().as_slice() == [2, 3, 4, 5, 6, 7]),
            ("to_tensor", $t.to_tensor().unwrap().as_slice() == [1, 2, 3, 4, 5, 6]),
            ("map_inline", $t.map_inline(|x| x + 1).into_array() == [[2, 3, 4], [5, 6, 7]]),
            ("zip_with", $t.zip_with(&matrix(), |x, y| x - y).unwrap().as_slice() == [0; 6]),
            ("zip_inline", $t.zip_inline(&matrix(), |x, y| x - y).unwrap().as_slice() == [0; 6]),
            ("zip_with3", {
                let all = $t.zip_with3(&matrix(), &matrix(), |x, y, z| x + y + z).unwrap();
                all.as_slice() == [3, 6, 9, 12, 15, 18]
            }),
            ("to_inline", $t.to_inline().into_array() == [[1, 2, 3], [4, 5, 6]]),
            ("lazy", $t.lazy().max() == Ok(Some(6))),
            ("over", $t.over(modes![0]).sum().unwrap().as_slice() == [5, 7, 9]),
            ("running_sum", $t.running_sum(1).unwrap().as_slice() == [1, 3, 6, 4, 9, 15]),
            ("running_product", $t.running_product(0).unwrap().as_slice() == [1, 2, 3, 4, 10, 18]),
            ("argsort", $t.argsort(1).unwrap().as_slice() == [0, 1, 2, 0, 1, 2]),
            ("arg_largest", $t.arg_largest(1, 2).unwrap().as_slice() == [2, 1, 2, 1]),
            ("arg_smallest", $t.arg_smallest(0, 1).unwrap().as_slice() == [0, 0, 0]),
            ("running", $t.running(1, |a, b| b - a).unwrap().as_slice() == [1, 1, 2, 4, 1, 5]),
            ("along", $t.along(Const::<0>).map(|row| row.sum()).eq([6, 15])),
            ("lanes", $t.lanes(1).unwrap().map(|row| row.sum()).eq([6, 15])),
            ("chunks", $t.chunks(Const::<1>, 2).unwrap().map(|chunk| chunk.sum()).eq([12, 9])),
            ("split_at", $t.split_at(0, 1).unwrap().1.sum() == 15),
            ("pad", $t.pad(0, (0, 1), Padding::Edge).unwrap().sum() == 36),
            ("pad_into", {
                let mut wide = [0; 9];
                let mut to = ViewMut::from_slice(extents![3, 3], &mut wide).unwrap();
                $t.pad_into(0, (1, 0), Padding::Constant(7), &mut to).unwrap();
                wide == [7, 7, 7, 1, 2, 3, 4, 5, 6]
            }),
            ("roll", $t.roll(1, 1).unwrap().as_slice() == [3, 1, 2, 6, 4, 5]),
            ("roll_into", {
                let mut to = matrix();
                $t.roll_into(Const::<0>, 1, &mut to).unwrap();
                to.as_slice() == [4, 5, 6, 1, 2, 3]
            }),
            ("repeat_each", $t.repeat_each(0, 2).unwrap()[[1, 2]] == 3),
            ("repeat_each_into", {
                let mut to = Tensor::full(extents![4, 3], 0).unwrap();
                $t.repeat_each_into(0, 2, &mut to).unwrap();
                to.as_slice() == [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
            }),
            ("repeat_whole", $t.repeat_whole(0, 2).unwrap()[[1, 2]] == 6),
            ("repeat_whole_into", {
                let mut to = Tensor::full(extents![4, 3], 0).unwrap();
                $t.repeat_whole_into(0, 2, &mut to).unwrap();
                to.as_slice() == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
            }),
            ("take", $t.take(Const::<1>, [2, 0]).unwrap().as_slice() == [3, 1, 6, 4]),
            ("take_into", {
                let mut to = matrix();
                $t.take_into(1, [2, 1, 0], &mut to).unwrap();
                to.as_slice() == [3, 2, 1, 6, 5, 4]
            }),
            ("take_along", {
                let at = Tensor::from_vec(extents![2, 1], vec![2, 0]).unwrap();
                $t.take_along(1, &at).unwrap().as_slice() == [3, 4]
            }),
            ("take_along_into", {
                let at = Tensor::from_vec(extents![2, 1], vec![2, 0]).unwrap();
                let mut to = Tensor::full(extents![2, 1], 0).unwrap();
                $t.take_along_into(1, &at, &mut to).unwrap();
                to.as_slice() == [3, 4]
            }),
        ]
    };
}

/// What gives a view of the same elements under other extents. A mutable view becomes it.
macro_rules! rearranges {
    ($t:expr) => {
        [
            ("rearrange", $t.rearrange(Reverse(Const::<1>)).unwrap()[[1, 0]] == 6),
            ("slice", $t.slice(slice![1, 1..]).unwrap()[[0, 1]] == 6),
            ("chip", $t.chip([Slice::index(1), Slice::from(..)]).unwrap()[[0]] == 4),
            ("permute", $t.permute(modes![1, 0])[[2, 0]] == 3),
            ("transpose", $t.transpose()[[2, 0]] == 3),
            ("reverse", $t.reverse(0).unwrap()[[0, 0]] == 4),
            ("split", $t.split(1, [3, 1]).unwrap()[[1, 2, 0]] == 6),
            ("merge", $t.merge(0).unwrap()[[4]] == 5),
            ("insert_mode", $t.insert_mode(Const::<0>)[[0, 1, 2]] == 6),
            ("drop_mode", $t.insert_mode(Const::<0>).drop_mode(0).unwrap()[[1, 2]] == 6),
            ("diagonal", $t.slice(slice![.., 1..]).unwrap().diagonal(0, 1).unwrap()[[1]] == 6),
            ("reshape", $t.reshape(extents![3, 2]).unwrap()[[2, 0]] == 5),
            ("tiles", $t.tiles([1, 3]).unwrap()[[1, 0, 0, 2]] == 6),
        ]
    };
}

/// What reads elements several times, which mutable views must not.
macro_rules! repeats {
    ($t:expr) => {
        [
            ("broadcast", {
                let rows = $t.slice(slice![1, ..]).unwrap();
                rows.broadcast(Const::<0>, Const::<4>).unwrap()[[3, 2]] == 6
            }),
            ("broadcast_to", $t.broadcast_to(extents![4, 2, 3]).unwrap()[[3, 1, 2]] == 6),
            ("broadcast_like", $t.broadcast_like(&extents![4, 2, 3]).unwrap()[[3, 1, 2]] == 6),
            ("windows", $t.windows([1, 2]).unwrap()[[1, 1, 0, 1]] == 6),
            ("windows_along", $t.windows_along(1, 2).unwrap()[[1, 1, 1]] == 6),
        ]
    };
}

/// What gives a view of the same elements in other types, or a tensor of them.
macro_rules! converts {
    ($t:expr) => {
        [
            ("weaken", $t.weaken::<DynExtents<2>>()[[1, 2]] == 6),
            ("strengthen", $t.strengthen::<Shape>().unwrap()[[1, 2]] == 6),
        ]
    };
}

/// What gives views in other layouts. A tensor is asked for a view first: its own elements would stay in the storage of
/// the old layout.
macro_rules! relayouts {
    ($t:expr) => {
        [
            ("convert", $t.convert::<Shape, Strided<[isize; 2]>>()[[1, 2]] == 6),
            ("try_convert", $t.try_convert::<Shape, RowMajor>().unwrap()[[1, 2]] == 6),
            ("with_layout", $t.with_layout::<RowMajor>()[[1, 2]] == 6),
        ]
    };
}

/// What writes, each by a call after which the elements are known.
macro_rules! writes {
    ($with:ident) => {{
        let a = matrix();
        [
            ("view_mut", $with!(|t| t.view_mut()[[0, 0]] = 7) == [7, 2, 3, 4, 5, 6]),
            ("as_mut_slice", $with!(|t| t.as_mut_slice()[0] = 7) == [7, 2, 3, 4, 5, 6]),
            (
                "try_as_mut_slice",
                $with!(|t| t.try_as_mut_slice().unwrap()[0] = 7) == [7, 2, 3, 4, 5, 6],
            ),
            ("get_mut", $with!(|t| *t.get_mut([0, 0]).unwrap() = 7) == [7, 2, 3, 4, 5, 6]),
            (
                "get_unchecked_mut",
                // SAFETY: both coordinates are below their extents.
                $with!(|t| *unsafe { t.get_unchecked_mut(&[0, 0]) } = 7) == [7, 2, 3, 4, 5, 6],
            ),
            (
                "as_mut_ptr",
                // SAFETY: the pointer is that of an element that is borrowed mutably.
                $with!(|t| unsafe { t.as_mut_ptr().write(7) }) == [7, 2, 3, 4, 5, 6],
            ),
            ("fill", $with!(|t| t.fill(7)) == [7; 6]),
            ("iter_mut", $with!(|t| t.iter_mut().for_each(|x| *x -= 1)) == [0, 1, 2, 3, 4, 5]),
            (
                "indexed_iter_mut",
                $with!(|t| t.indexed_iter_mut().for_each(|([_, j], x)| *x = j as i32))
                    == [0, 1, 2, 0, 1, 2],
            ),
            (
                "iter_in_layout_order_mut",
                $with!(|t| t.iter_in_layout_order_mut().for_each(|x| *x -= 1))
                    == [0, 1, 2, 3, 4, 5],
            ),
            ("assign", $with!(|t| t.assign(&a).unwrap()) == [1, 2, 3, 4, 5, 6]),
            ("copy_from", $with!(|t| t.copy_from(&a).unwrap()) == [1, 2, 3, 4, 5, 6]),
            ("map_inplace", $with!(|t| t.map_inplace(|x| x - 1)) == [0, 1, 2, 3, 4, 5]),
            ("apply", $with!(|t| t.apply(|x| *x -= 1)) == [0, 1, 2, 3, 4, 5]),
            (
                "assign_map",
                $with!(|t| t.assign_map(&a, |x| -x).unwrap()) == [-1, -2, -3, -4, -5, -6],
            ),
            ("assign_zip", $with!(|t| t.assign_zip(&a, &a, |x, y| x - y).unwrap()) == [0; 6]),
            ("zip_apply", $with!(|t| t.zip_apply(&a, |x, y| *x -= y).unwrap()) == [0; 6]),
            (
                "zip_apply2",
                $with!(|t| t.zip_apply2(&a, &a, |x, y, z| *x += y - 2 * z).unwrap()) == [0; 6],
            ),
            (
                "running_sum_inplace",
                $with!(|t| t.running_sum_inplace(Const::<1>)) == [1, 3, 6, 4, 9, 15],
            ),
            (
                "running_product_inplace",
                $with!(|t| t.running_product_inplace(0).unwrap()) == [1, 2, 3, 4, 10, 18],
            ),
            (
                "running_inplace",
                $with!(|t| t.running_inplace(Const::<0>, |a, b| b - a)) == [1, 2, 3, 3, 3, 3],
            ),
            (
                "along_mut",
                $with!(|t| t.along_mut(Const::<0>).for_each(|mut row| row[[0]] = 7))
                    == [7, 2, 3, 7, 5, 6],
            ),
            (
                "lanes_mut",
                $with!(|t| t.lanes_mut(Const::<0>).for_each(|mut column| column[[0]] = 7))
                    == [7, 7, 7, 4, 5, 6],
            ),
            (
                "chunks_mut",
                $with!(|t| t.chunks_mut(1, 2).unwrap().skip(1).for_each(|mut rest| rest.fill(7)))
                    == [1, 2, 7, 4, 5, 7],
            ),
            (
                "slice_mut",
                $with!(|t| t.slice_mut(slice![1, 1..3]).unwrap().fill(7)) == [1, 2, 3, 4, 7, 7],
            ),
            (
                "chip_mut",
                $with!(|t| t.chip_mut(slice![.., 0]).unwrap().fill(7)) == [7, 2, 3, 7, 5, 6],
            ),
            (
                "split_at_mut",
                $with!(|t| t.split_at_mut(0, 1).unwrap().1.fill(7)) == [1, 2, 3, 7, 7, 7],
            ),
            ("swap", $with!(|t| t.swap([0, 0], [1, 2]).unwrap()) == [6, 2, 3, 4, 5, 1]),
            ("swap_entries", $with!(|t| t.swap_entries(0, 0, 1).unwrap()) == [4, 5, 6, 1, 2, 3]),
            ("reverse_in_place", $with!(|t| t.reverse_in_place(1).unwrap()) == [3, 2, 1, 6, 5, 4]),
            ("swap_with", {
                let mut other = matrix();
                other.fill(7);
                $with!(|t| t.swap_with(&mut other).unwrap()) == [7; 6]
                    && other.as_slice() == [1, 2, 3, 4, 5, 6]
            }),
            ("put", $with!(|t| t.put(1, [2, 1, 0], &a).unwrap()) == [3, 2, 1, 6, 5, 4]),
            ("put_by", {
                let at = Tensor::from_vec(extents![3], vec![2, 1, 0]).unwrap();
                $with!(|t| t.put_by(1, &at, &a).unwrap()) == [3, 2, 1, 6, 5, 4]
            }),
            ("add_by", {
                let at = Tensor::from_vec(extents![2], vec![1, 1]).unwrap();
                $with!(|t| t.add_by(0, &at, &a).unwrap()) == [1, 2, 3, 9, 12, 15]
            }),
            ("apply_by", {
                let at = Tensor::from_vec(extents![2], vec![1, 1]).unwrap();
                $with!(|t| t.apply_by(0, &at, &a, |to, x| *to = 2 * *to - x).unwrap())
                    == [1, 2, 3, 10, 11, 12]
            }),
        ]
    }};
}

/// The elements of a tensor after something was done to it.
macro_rules! with_tensor {
    (|$t:ident| $write:expr) => {{
        let mut tensor = matrix();
        let $t = &mut tensor;
        $write;
        *tensor.as_slice().as_array::<6>().unwrap()
    }};
}

/// The elements of a mutable view after something was done to it.
macro_rules! with_view {
    (|$t:ident| $write:expr) => {{
        let mut data = [1, 2, 3, 4, 5, 6];
        let mut view = ViewMut::from_slice(extents![2, 3], &mut data).unwrap();
        let $t = &mut view;
        $write;
        data
    }};
}

/// Tables of methods, and whether each call gives what it should.
#[derive(Default)]
struct Table(Vec<&'static str>);

impl Table {
    fn check<const N: usize>(&mut self, of: &str, calls: [(&'static str, bool); N]) {
        for (method, holds) in calls {
            assert!(holds, "{of}::{method}");
            self.0.push(method);
        }
    }
}

/// Functions that make one of the three, or that concern what only one has.
const OWN: &[&str] = &[
    // Of a slice, a `Vec`, a storage, an array.
    "from_slice",
    "from_vec",
    "from_storage",
    "from_array",
    "from_fn",
    "full",
    "zeros",
    "null",
    "eye",
    "diag",
    "linspace",
    "from_rows",
    "from_ptr",
    "inline_from_fn",
    "inline_full",
    "inline_zeros",
    // What a tensor gives up its elements to.
    "into_storage",
    "into_array",
    "into_shape",
    "into_rearranged",
    "into_lazy",
    // Running folds, whose names a macro is given.
    "$name",
    // A mutable view is of a unique layout already.
    "try_view_mut",
    // Expressions without elements.
    "uniform",
    "uniform_of",
    "computed",
    // Of the feature `rayon`: `tests/optional/parallel_elements.rs`.
    "par_for_each",
    "par_fold",
    "par_sum",
    "par_apply",
    "par_zip_apply",
    "par_assign_map",
];

/// The files with the methods of the three.
const SOURCES: &[&str] = &[
    include_str!("../../src/elements/along/methods.rs"),
    include_str!("../../src/elements/arrange/entries.rs"),
    include_str!("../../src/elements/arrange/swap.rs"),
    include_str!("../../src/elements/construct.rs"),
    include_str!("../../src/elements/convert.rs"),
    include_str!("../../src/elements/inline.rs"),
    include_str!("../../src/elements/into_rearranged.rs"),
    include_str!("../../src/elements/iteration/methods.rs"),
    include_str!("../../src/elements/lent.rs"),
    include_str!("../../src/elements/measures.rs"),
    include_str!("../../src/elements/over/methods.rs"),
    include_str!("../../src/elements/over/running.rs"),
    include_str!("../../src/elements/raw.rs"),
    include_str!("../../src/elements/rearranged.rs"),
    include_str!("../../src/elements/reshaped.rs"),
    include_str!("../../src/elements/tensor.rs"),
    include_str!("../../src/elements/vec_tensor.rs"),
    include_str!("../../src/elements/view.rs"),
    include_str!("../../src/elements/view_mut.rs"),
    include_str!("../../src/elements/whole/assign.rs"),
    include_str!("../../src/elements/whole/elementwise.rs"),
    include_str!("../../src/elements/whole/parallel.rs"),
    include_str!("../../src/expression/term.rs"),
];

#[test]
fn tensors_and_views_have_the_same_methods() {
    let (tensor, mut other) = (matrix(), matrix());
    let view = tensor.view();
    let mut table = Table::default();
    table.check("Tensor", reads!(tensor));
    table.check("View", reads!(view));
    let lent = other.view_mut();
    table.check("ViewMut", reads!(lent));
    // To read elements several times a mutable view is asked for a view first.
    table.check("ViewMut", repeats!(lent.view()));
    table.check("Tensor", rearranges!(tensor));
    table.check("View", rearranges!(view));
    table.check("ViewMut", rearranges!(other.view_mut()));
    table.check("Tensor", repeats!(tensor));
    table.check("View", repeats!(view));
    table.check("Tensor", converts!(tensor));
    table.check("View", converts!(view));
    table.check("ViewMut", converts!(other.view_mut()));
    table.check("View", relayouts!(view));
    table.check("ViewMut", relayouts!(other.view_mut()));
    table.check("Tensor", writes!(with_tensor));
    table.check("ViewMut", writes!(with_view));

    let lines = SOURCES.iter().flat_map(|source| source.lines()).map(str::trim_start);
    let functions = lines.filter_map(|line| {
        let rest = line.strip_prefix("pub unsafe fn ").or_else(|| line.strip_prefix("pub fn "))?;
        rest.split(['<', '(']).next()
    });
    let missing: Vec<&str> =
        functions.filter(|name| !OWN.contains(name) && !table.0.contains(name)).collect();
    assert_eq!(missing, [""; 0], "methods that no table has");
}

#[test]
fn views_of_views_live_as_long_as_the_elements() {
    type Corner<'a> = View<'a, i32, StaticExtents![1, 1], Strided<(Const<3>, Const<1>)>>;
    fn corner<'a>(tensor: &'a Tensor<i32, Shape>) -> Corner<'a> {
        // Both views between end here.
        let Ok(row) = tensor.slice(slice![1, ..]);
        let Ok(corner) = row.slice(slice![.., 2]);
        corner.with_layout()
    }
    let tensor = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(corner(&tensor)[[0, 0]], 6);
    let entry: Option<&i32> = {
        let view = tensor.view();
        view.along(Const::<0>).next_back().and_then(|row| row.get([2]))
    };
    assert_eq!(entry, Some(&6));
}

#[test]
fn loops_take_each_of_the_three_by_reference() {
    let mut tensor = matrix();
    let mut sum = 0;
    for x in &tensor {
        sum += x;
    }
    for x in &tensor.view() {
        sum += x;
    }
    for x in &mut tensor {
        *x += 1;
    }
    let mut view = tensor.view_mut();
    for x in &view {
        sum += x;
    }
    for x in &mut view {
        *x = 0;
    }
    assert_eq!((sum, tensor.sum()), (21 + 21 + 27, 0));
}
