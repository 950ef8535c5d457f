//! The same again, and slower: the shape is known at run time only, or each access is checked. The comparison
//! must refuse each of them, with the words with which it would refuse the typed function.

use std::hint::black_box;

use crate::contraction::{Cube, Matrix, Vector};
use extents::label::{b, h, k, t};
use extents::layout::{Blocked, Canonical, ColMajor, RowMajor, Strided, Tiled};
use extents::proof::InBounds;
use extents::rearrange::Permute;
use extents::{
    Dyn, DynExtents, DynRankExtents, Extents, Mapping, StaticExtents, View, ViewMut, contract,
    extents, modes, slice,
};

/// Extents of which the compiler knows the rank.
#[inline(always)]
fn unknown<const N: usize>(extents: [usize; N]) -> Option<DynExtents<N>> {
    DynExtents::new(black_box(extents)).ok()
}

/// A sum that checks each index.
#[inline(always)]
fn sum<const N: usize>(extents: [usize; N], data: &[f64]) -> f64 {
    let Some(view) = unknown(extents).and_then(|extents| View::from_slice(extents, data).ok())
    else {
        return 0.0;
    };
    view.extents().indices().fold(0.0, |sum, index| sum + view.get(index).copied().unwrap_or(0.0))
}

#[inline(never)]
pub fn offset_static_control(i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(unknown([3, 4, 5])?).offset([i, j, k]).ok()
}

#[inline(never)]
pub fn offset_mixed_control(rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(unknown([rows, 4, 5])?).offset([i, j, k]).ok()
}

#[inline(never)]
pub fn named_offset_control(rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    Mapping::new(unknown([rows, 4, 5])?).offset([i, j, k]).ok()
}

#[inline(never)]
pub fn named_compose_control(x: (usize, usize)) -> (usize, usize) {
    let composed = extents![dyn x.0, dyn x.1, 64]
        .and_then(|x| contract!(x[b, t, h] * (extents![64, 128])[h, k] => [b, t, k]));
    composed.map_or((0, 0), |y| (y.extents()[0], y.extents()[1]))
}

#[inline(never)]
pub fn once_compose_control(x: (usize, usize), y: (usize, usize)) -> usize {
    let (Ok(x), Ok(y)) = (extents![dyn x.0, dyn x.1], extents![dyn y.0, dyn y.1]) else { return 0 };
    contract!(x[b, t] * y[b, t] => [t]).map_or(0, |z| z.size())
}

#[inline(never)]
pub fn scope_compose_control(x: (usize, usize), y: (usize, usize)) -> (usize, usize) {
    let (Ok(x), Ok(y)) = (extents![dyn x.0, dyn x.1], extents![dyn y.0, dyn y.1]) else {
        return (0, 0);
    };
    contract!(x[b, t] * y[t, b] => [b, t]).map_or((0, 0), |z| (z.extents()[0], z.extents()[1]))
}

#[inline(never)]
pub fn fixed_matmul_control(a: &&[[f32; 4]; 4], b: &&[[f32; 4]; 4], c: &mut &mut [[f32; 4]; 4]) {
    product((a.as_flattened(), 4), (b.as_flattened(), 4), 4, c.as_flattened_mut());
}

#[inline(never)]
pub fn offset_batch_control(matrices: usize, i: usize, n: usize, j: usize) -> Option<usize> {
    let strides = Strided::new(black_box([7, 35, 1]));
    Mapping::with_layout(unknown([5, matrices, 7])?, strides).ok()?.offset([i, n, j]).ok()
}

#[inline(never)]
pub fn offset_of_permuted_control(i: usize, j: usize, k: usize) -> Option<usize> {
    let padding = Dyn::new(black_box(8));
    let mapping = Mapping::with_layout(unknown([3, 4, 6])?, RowMajor.padded(padding)).ok()?;
    let Ok(part) = mapping.rearrange(Permute(modes![2, 0, 1]));
    part.mapping().offset([i, j, k]).ok()
}

#[inline(never)]
pub fn strides_control() -> ([isize; 4], usize) {
    let Some(extents) = unknown([3, 4, 5, 6]) else { return ([0; 4], 0) };
    let mapping = Mapping::new(extents);
    (mapping.strides(), mapping.required_span_size())
}

#[inline(never)]
pub fn slice_static_control(data: &[f64; 480], i: usize, k: usize) -> Option<f64> {
    let view = View::from_slice(unknown([6, 8, 10])?, data).ok()?;
    let part = view.chip(slice![1..6; 2, 3, 2..9]).ok()?;
    part.slice(slice![.., 1..7]).ok()?.get([i, k]).copied()
}

#[inline(never)]
pub fn subview_control(data: &[f64; 480]) -> *const f64 {
    let view = unknown([6, 8, 10]).and_then(|extents| View::from_slice(extents, data).ok());
    let part = view.and_then(|view| view.chip(slice![2, 3, ..]).ok());
    part.map_or(data.as_ptr(), |part| part.as_slice().as_ptr())
}

#[inline(never)]
pub fn permuted_control(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    let view = View::from_slice(unknown([3, 4, 5])?, data).ok()?;
    view.permute(modes![2, 0, 1]).get([i, j, k]).copied()
}

#[inline(never)]
pub fn padded_control(i: usize, j: usize, k: usize) -> Option<usize> {
    let padding = Dyn::new(black_box(8));
    Mapping::with_layout(unknown([3, 4, 6])?, RowMajor.padded(padding)).ok()?.offset([i, j, k]).ok()
}

#[inline(never)]
pub fn tiled_offset_control(i: usize, j: usize) -> Option<usize> {
    let layout = Tiled::new(modes![8, 128]);
    Mapping::with_layout(unknown([64, 1024])?, layout).ok()?.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_padded_control(i: usize, j: usize) -> Option<usize> {
    let layout = Tiled::new(modes![8, 128]);
    Mapping::with_layout(unknown([60, 1000])?, layout).ok()?.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_nested_control(i: usize, j: usize) -> Option<usize> {
    let layout = Tiled::new((modes![8, 128], modes![2, 1]));
    Mapping::with_layout(unknown([64, 1024])?, layout).ok()?.offset([i, j]).ok()
}

#[inline(never)]
pub fn tiled_index_control(offset: usize) -> Option<[usize; 2]> {
    let layout = Tiled::new(modes![8, 128]);
    Mapping::with_layout(unknown([64, 1024])?, layout).ok()?.index(offset).ok()
}

#[inline(never)]
pub fn blocked_offset_control(i: usize, j: usize) -> Option<usize> {
    let layout = Blocked::uniform(unknown([8, 8])?).ok()?;
    Mapping::with_layout(unknown([32, 64])?, layout).ok()?.offset([i, j]).ok()
}

#[inline(never)]
pub fn blocked_sum_control(data: &[f32; 2048], j: usize) -> f32 {
    let sum = || {
        let layout = Blocked::uniform(unknown([8, 8])?).ok()?;
        let mapping = Mapping::with_layout(unknown([32, 64])?, layout).ok()?;
        let view = View::from_slice(mapping, data).ok()?;
        Some((0..32).map(|i| view.get([i, j]).copied().unwrap_or(0.0)).sum())
    };
    sum().unwrap_or(0.0)
}

#[inline(never)]
pub fn sum_static_control(data: &[f64; 60]) -> f64 {
    sum([3, 4, 5], data)
}

#[inline(never)]
pub fn sum_strengthened_control(view: &View<'_, f64, DynRankExtents>) -> Option<f64> {
    let &[images, 8, 8] = view.extents().as_slice() else { return None };
    let mut sum = 0.0;
    for n in 0..images {
        for i in 0..8 {
            for j in 0..8 {
                sum += view.get([n, i, j])?;
            }
        }
    }
    Some(sum)
}

#[inline(never)]
pub fn iterate_static_control(data: &[f64; 64]) -> f64 {
    let view = unknown([8, 8]).and_then(|extents| View::from_slice(extents, data).ok());
    let part = view.and_then(|view| view.slice(slice![..8; 2, 1..7; 2]).ok());
    part.map_or(0.0, |part| part.iter().fold(0.0, |sum, element| sum + element))
}

#[inline(never)]
pub fn proven_sum_control(view: &View<'_, u64, DynExtents<2>>) -> u64 {
    let Some(same) = unknown(view.extents().extents()) else { return 0 };
    same.indices().fold(0, |sum, index| view[index].wrapping_add(sum))
}

#[inline(never)]
pub fn flat_control(view: &View<'_, u64, StaticExtents![dyn, 4, 5]>) -> u64 {
    view.extents().indices().fold(0, |sum, index| sum ^ view[index])
}

#[inline(never)]
pub fn proof_control(
    view: &View<'_, f64, StaticExtents![8, 8], ColMajor>,
    at: InBounds<StaticExtents![8, 8]>,
) -> f64 {
    view[at.index()]
}

#[inline(never)]
pub fn indices_control(data: &[f64; 60]) -> f64 {
    sum([3, 4, 5], data)
}

#[inline(never)]
pub fn iter_control(data: &[f64; 60]) -> f64 {
    let columns = unknown([3, 4, 5]).map(Mapping::<_, ColMajor>::of);
    let view = columns.and_then(|columns| View::from_slice(columns, data).ok());
    view.map_or(0.0, |view| view.iter().fold(0.0, |sum, x| sum + x))
}

#[inline(never)]
pub fn zip_control(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    let Some(extents) = unknown([3, 4]) else { return };
    let (Ok(mut to), Ok(a), Ok(b)) = (
        ViewMut::<_, _, RowMajor>::from_slice(extents, to),
        View::<_, _, RowMajor>::from_slice(extents, a),
        View::from_slice(Mapping::<_, ColMajor>::of(extents), b),
    ) else {
        return;
    };
    let _ = to.assign_zip(&a, &b, |x, y| x + 2.0 * y);
}

/// A product that checks each index: of `terms` in each of `rows` by `columns` sums.
#[inline(always)]
fn product(
    (a, rows): (&[f32], usize),
    (b, columns): (&[f32], usize),
    terms: usize,
    c: &mut [f32],
) -> Option<()> {
    let a = View::from_slice(unknown([rows, terms])?, a).ok()?;
    let b = View::from_slice(unknown([terms, columns])?, b).ok()?;
    let mut c = ViewMut::from_slice(unknown([rows, columns])?, c).ok()?;
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = 0.0;
            for n in 0..terms {
                sum += a.get([row, n])? * b.get([n, column])?;
            }
            *c.get_mut([row, column])? = sum;
        }
    }
    Some(())
}

#[inline(never)]
pub fn matmul_control(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = Matrix::default();
    product((a.as_slice(), 4), (b.as_slice(), 4), 4, c.as_mut_slice());
    c
}

#[inline(never)]
pub fn matmul_into_control(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    product((a.as_slice(), 4), (b.as_slice(), 4), 4, c.as_mut_slice());
}

/// One jump: what is reached by it counts too.
#[inline(never)]
pub fn modes_control(a: &Cube, b: &Matrix, c: &mut Cube) {
    modes_behind_a_jump(a, b, c);
}

#[inline(never)]
fn modes_behind_a_jump(a: &Cube, b: &Matrix, c: &mut Cube) {
    product((a.as_slice(), 16), (b.as_slice(), 4), 4, c.as_mut_slice());
}

/// `x a` is the product of a single row.
#[inline(never)]
pub fn matvec_control(a: &Matrix, x: &Vector, y: &mut Vector) {
    product((x.as_slice(), 1), (a.as_slice(), 4), 4, y.as_mut_slice());
}

#[inline(never)]
pub fn expr_axpy_control(y: &mut [f64; 1000], x: &[f64; 1000], a: f64) {
    let Some(extents) = unknown([1000]) else { return };
    let (Ok(mut y), Ok(x)) = (ViewMut::from_slice(extents, y), View::from_slice(extents, x)) else {
        return;
    };
    let _ = (a * x).add_to(&mut y);
}

#[inline(never)]
pub fn expr_norm_l2_of_difference_control(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
    let Some(extents) = unknown([1000]) else { return 0.0 };
    let (Ok(x), Ok(y)) = (View::from_slice(extents, x), View::from_slice(extents, y)) else {
        return 0.0;
    };
    (x - y).norm_l2().unwrap_or(0.0)
}

#[inline(never)]
pub fn expr_orders_control(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    let Some(extents) = unknown([3, 4]) else { return };
    let (Ok(mut to), Ok(a), Ok(b)) = (
        ViewMut::<_, _, RowMajor>::from_slice(extents, to),
        View::<_, _, RowMajor>::from_slice(extents, a),
        View::from_slice(Mapping::<_, ColMajor>::of(extents), b),
    ) else {
        return;
    };
    let _ = (a + 2.0 * b).assign_to(&mut to);
}

#[inline(never)]
pub fn expr_four_control(to: &mut [f64; 5120], [a, b, c, d]: [&[f64; 5120]; 4]) {
    let Some(extents) = unknown([64, 80]) else { return };
    let (Ok(mut to), Ok(a), Ok(b), Ok(c), Ok(d)) = (
        ViewMut::from_slice(extents, to),
        View::from_slice(extents, a),
        View::from_slice(extents, b),
        View::from_slice(extents, c),
        View::from_slice(extents, d),
    ) else {
        return;
    };
    let _ = (a + 2.0 * b - c * d).assign_to(&mut to);
}

#[inline(never)]
pub fn stencil_control(to: &mut [f64; 5016], from: &[f64; 5016]) {
    let Some(extents) = unknown([76, 66]) else { return };
    let (Ok(mut to), Ok(from)) =
        (ViewMut::from_slice(extents, to), View::from_slice(extents, from))
    else {
        return;
    };
    for i in 1..75 {
        for j in 1..65 {
            to[[i, j]] =
                0.25 * (from[[i - 1, j]] + from[[i + 1, j]] + from[[i, j - 1]] + from[[i, j + 1]]);
        }
    }
}
