//! The twins: what a programmer writes by hand, with arrays, slices, pointers and loops. Nothing of the library
//! is named here, as `tests/zero_cost.rs` asserts.

#[inline(never)]
pub fn offset_static_twin(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn offset_mixed_twin(rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    if i < rows && j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn named_offset_twin(rows: usize, i: usize, j: usize, k: usize) -> Option<usize> {
    if i < rows && j < 4 && k < 5 { Some((i * 4 + j) * 5 + k) } else { None }
}

#[inline(never)]
pub fn named_compose_twin(x: (usize, usize)) -> (usize, usize) {
    x
}

#[inline(never)]
pub fn once_compose_twin(x: (usize, usize), _: (usize, usize)) -> usize {
    x.1
}

#[inline(never)]
pub fn scope_compose_twin(x: (usize, usize), _: (usize, usize)) -> (usize, usize) {
    x
}

/// As many elements as the product of the extents.
#[derive(Debug)]
pub struct Sheet<'a> {
    pub data: &'a [f64],
    pub extents: [usize; 2],
}

/// The same, to be written.
#[derive(Debug)]
pub struct SheetMut<'a> {
    pub data: &'a mut [f64],
    pub extents: [usize; 2],
}

/// The sums of two sheets of the same extents.
#[inline(always)]
fn add(a: &Sheet<'_>, b: &Sheet<'_>, to: &mut SheetMut<'_>) {
    let [rows, columns] = to.extents;
    for row in 0..rows {
        for column in 0..columns {
            let n = row * columns + column;
            // SAFETY: each has `rows * columns` elements.
            unsafe {
                *to.data.get_unchecked_mut(n) = a.data.get_unchecked(n) + b.data.get_unchecked(n)
            }
        }
    }
}

#[inline(never)]
pub fn once_add_twin(a: &Sheet<'_>, b: &Sheet<'_>, to: &mut SheetMut<'_>) {
    add(a, b, to);
}

#[inline(never)]
pub fn scope_add_twin(a: &Sheet<'_>, b: &Sheet<'_>, to: &mut SheetMut<'_>) {
    add(a, b, to);
}

#[inline(never)]
pub fn stored_add_twin(a: &Sheet<'_>, b: &Sheet<'_>, to: &mut SheetMut<'_>) -> bool {
    if a.extents != b.extents || b.extents != to.extents {
        return false;
    }
    add(a, b, to);
    true
}

#[inline(never)]
pub fn fixed_matmul_twin(a: &&[[f32; 4]; 4], b: &&[[f32; 4]; 4], c: &mut &mut [[f32; 4]; 4]) {
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[n][col];
            }
            c[row][col] = sum;
        }
    }
}

#[inline(never)]
pub fn offset_batch_twin(matrices: usize, i: usize, n: usize, j: usize) -> Option<usize> {
    if i < 5 && n < matrices && j < 7 { Some(i * 7 + n * 35 + j) } else { None }
}

#[inline(never)]
pub fn offset_of_permuted_twin(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 6 && j < 3 && k < 4 { Some(i + j * 32 + k * 8) } else { None }
}

#[inline(never)]
pub fn strides_twin() -> ([isize; 4], usize) {
    ([120, 30, 6, 1], 360)
}

#[inline(never)]
pub fn slice_static_twin(data: &[f64; 480], i: usize, k: usize) -> Option<f64> {
    if i < 3 && k < 6 { Some(data[(1 + 2 * i) * 80 + 3 * 10 + (3 + k)]) } else { None }
}

#[inline(never)]
pub fn subview_twin(data: &[f64; 480]) -> *const f64 {
    &raw const data[2 * 80 + 3 * 10]
}

#[inline(never)]
pub fn permuted_twin(data: &[f64; 60], i: usize, j: usize, k: usize) -> Option<f64> {
    if i < 5 && j < 3 && k < 4 {
        // SAFETY: the largest offset is 4 + 2 * 20 + 3 * 5 = 59.
        Some(unsafe { *data.get_unchecked(i + j * 20 + k * 5) })
    } else {
        None
    }
}

#[inline(never)]
pub fn padded_twin(i: usize, j: usize, k: usize) -> Option<usize> {
    if i < 3 && j < 4 && k < 6 { Some((i * 4 + j) * 8 + k) } else { None }
}

#[inline(never)]
pub fn tiled_offset_twin(i: usize, j: usize) -> Option<usize> {
    if i < 64 && j < 1024 {
        Some(((i / 8) * (1024 / 128) + j / 128) * (8 * 128) + (i % 8) * 128 + j % 128)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_padded_twin(i: usize, j: usize) -> Option<usize> {
    if i < 60 && j < 1000 {
        Some(((i / 8) * 8 + j / 128) * (8 * 128) + (i % 8) * 128 + j % 128)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_nested_twin(i: usize, j: usize) -> Option<usize> {
    if i < 64 && j < 1024 {
        let tile = (i / 8) * (1024 / 128) + j / 128;
        let within = ((i % 8) / 2 * 128 + j % 128) * 2 + i % 2;
        Some(tile * (8 * 128) + within)
    } else {
        None
    }
}

#[inline(never)]
pub fn tiled_index_twin(offset: usize) -> Option<[usize; 2]> {
    if offset < 64 * 1024 {
        let (tile, within) = (offset / 1024, offset % 1024);
        Some([(tile / 8) * 8 + within / 128, (tile % 8) * 128 + within % 128])
    } else {
        None
    }
}

#[inline(never)]
pub fn blocked_offset_twin(i: usize, j: usize) -> Option<usize> {
    if i < 32 && j < 64 {
        Some(((i / 8) * (64 / 8) + (j / 8)) * 64 + (i % 8) * 8 + j % 8)
    } else {
        None
    }
}

#[inline(never)]
pub fn blocked_sum_twin(data: &[f32; 2048], j: usize) -> f32 {
    let at = |i: usize| ((i / 8) * (64 / 8) + (j / 8)) * 64 + (i % 8) * 8 + j % 8;
    (0..32).map(|i| if j < 64 { data[at(i)] } else { 0.0 }).sum()
}

#[inline(never)]
pub fn sum_static_twin(data: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                sum += data[(i * 4 + j) * 5 + k];
            }
        }
    }
    sum
}

/// Extents of any number, in place or on the heap.
#[derive(Debug)]
pub enum Sizes {
    InPlace { rank: usize, extents: [usize; 8] },
    OnHeap(Vec<usize>),
}

/// Elements of which the rank and the extents are known at run time.
#[derive(Debug)]
pub struct Images<'a> {
    pub data: &'a [f64],
    pub sizes: Sizes,
}

#[inline(never)]
pub fn sum_strengthened_twin(images: &Images<'_>) -> Option<f64> {
    let sizes = match &images.sizes {
        Sizes::InPlace { rank, extents } => extents.get(..*rank)?,
        Sizes::OnHeap(extents) => extents,
    };
    let &[count, 8, 8] = sizes else { return None };
    let data = images.data.as_ptr();
    let mut sum = 0.0;
    for n in 0..count {
        for i in 0..8 {
            for j in 0..8 {
                // SAFETY: there are `count * 64` elements.
                sum += unsafe { *data.add((n * 8 + i) * 8 + j) };
            }
        }
    }
    Some(sum)
}

#[inline(never)]
pub fn iterate_static_twin(data: &[f64; 64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        for j in 0..3 {
            sum += data[16 * i + 1 + 2 * j];
        }
    }
    sum
}

/// As many elements as the product of the extents.
#[derive(Debug)]
pub struct Table<'a> {
    pub data: &'a [u64],
    pub extents: [usize; 2],
}

#[inline(never)]
pub fn proven_sum_twin(table: &Table<'_>) -> u64 {
    let [rows, columns] = table.extents;
    let mut sum = 0u64;
    for i in 0..rows {
        for j in 0..columns {
            // SAFETY: there are `rows * columns` elements.
            sum = sum.wrapping_add(unsafe { *table.data.get_unchecked(i * columns + j) });
        }
    }
    sum
}

/// As many elements as 20 times the count.
#[derive(Debug)]
pub struct Blocks<'a> {
    pub data: &'a [u64],
    pub count: usize,
}

#[inline(never)]
pub fn flat_twin(blocks: &Blocks<'_>) -> u64 {
    // SAFETY: there are so many elements.
    let all = unsafe { blocks.data.get_unchecked(..blocks.count * 20) };
    let mut sum = 0;
    for element in all {
        sum ^= element;
    }
    sum
}

#[inline(never)]
pub fn proof_twin(data: &&[f64; 64], at: [usize; 2]) -> f64 {
    // SAFETY: both coordinates are below 8.
    unsafe { *data.get_unchecked(at[0] + at[1] * 8) }
}

#[inline(never)]
pub fn zip_twin(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    for i in 0..3 {
        for j in 0..4 {
            to[i * 4 + j] = a[i * 4 + j] + 2.0 * b[i + 3 * j];
        }
    }
}

#[inline(never)]
pub fn indices_twin(data: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                sum += data[(i * 4 + j) * 5 + k];
            }
        }
    }
    sum
}

#[inline(never)]
pub fn iter_twin(data: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..4 {
            for k in 0..5 {
                sum += data[i + 3 * (j + 4 * k)];
            }
        }
    }
    sum
}

#[inline(never)]
pub fn matmul_twin(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4]) -> [[f32; 4]; 4] {
    let mut c = [[0.0; 4]; 4];
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[n][col];
            }
            c[row][col] = sum;
        }
    }
    c
}

#[inline(never)]
pub fn matmul_into_twin(a: &[[f32; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[f32; 4]; 4]) {
    for row in 0..4 {
        for col in 0..4 {
            let mut sum = 0.0;
            for n in 0..4 {
                sum += a[row][n] * b[n][col];
            }
            c[row][col] = sum;
        }
    }
}

#[inline(never)]
pub fn modes_twin(a: &[[[f32; 4]; 4]; 4], b: &[[f32; 4]; 4], c: &mut [[[f32; 4]; 4]; 4]) {
    for row in 0..4 {
        for mid in 0..4 {
            for col in 0..4 {
                let mut sum = 0.0;
                for n in 0..4 {
                    sum += a[row][mid][n] * b[n][col];
                }
                c[row][mid][col] = sum;
            }
        }
    }
}

#[inline(never)]
pub fn matvec_twin(a: &[[f32; 4]; 4], x: &[f32; 4], y: &mut [f32; 4]) {
    for col in 0..4 {
        let mut sum = 0.0;
        for n in 0..4 {
            sum += a[n][col] * x[n];
        }
        y[col] = sum;
    }
}

#[inline(never)]
pub fn expr_axpy_twin(y: &mut [f64; 1000], x: &[f64; 1000], a: f64) {
    for n in 0..1000 {
        y[n] += a * x[n];
    }
}

#[inline(never)]
pub fn expr_norm_l2_of_difference_twin(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
    let mut sums = [0.0; 8];
    let mut from = 0;
    while from < 1000 {
        for lane in 0..8 {
            let difference = x[from + lane] - y[from + lane];
            sums[lane] += difference * difference;
        }
        from += 8;
    }
    sums.iter().fold(0.0, |all, sum| all + sum).sqrt()
}

#[inline(never)]
pub fn expr_orders_twin(to: &mut [f32; 12], a: &[f32; 12], b: &[f32; 12]) {
    for i in 0..3 {
        for j in 0..4 {
            to[i * 4 + j] = a[i * 4 + j] + 2.0 * b[i + 3 * j];
        }
    }
}

#[inline(never)]
pub fn expr_four_twin(to: &mut [f64; 5120], [a, b, c, d]: [&[f64; 5120]; 4]) {
    for n in 0..5120 {
        to[n] = a[n] + 2.0 * b[n] - c[n] * d[n];
    }
}

#[inline(never)]
pub fn stencil_twin(to: &mut [f64; 5016], from: &[f64; 5016]) {
    for i in 1..75 {
        for j in 1..65 {
            let n = i * 66 + j;
            to[n] = 0.25 * (from[n - 66] + from[n + 66] + from[n - 1] + from[n + 1]);
        }
    }
}
