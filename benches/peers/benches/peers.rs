//! `extents`, `ndarray`, `mdarray` and loops written by hand, in one run: the sum over
//! 20 x 20 x 20 and 200 x 200 x 200 elements, and the product of two 4 x 4 matrices.
//!
//! In a sum of floating-point numbers each addition waits for the one before it, which hides much of
//! what an index costs; a sum of integers hides nothing, so both are taken.
//!
//! `benches/ratios.sh` runs this and prints the ratios to the loop written by hand.

use std::hint::black_box;
use std::iter::Sum;
use std::ops::AddAssign;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use extents::label::{i, j, k};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, StaticExtents, TensorOf, View, contract,
};
use num_traits::Zero;

criterion_group!(benches, sums, product);
criterion_main!(benches);

/// The sum of all elements, each read by its checked index in a loop nest, in this order.
macro_rules! sum_by_index {
    ($array:ident, $extents:expr) => {{
        let [rows, columns, depth] = $extents;
        let mut sum = T::zero();
        for row in 0..rows {
            for column in 0..columns {
                for level in 0..depth {
                    sum += $array[[row, column, level]];
                }
            }
        }
        sum
    }};
}

fn sums(c: &mut Criterion) {
    sum::<f64, 20>(c, "f64");
    sum::<f64, 200>(c, "f64");
    sum::<u64, 20>(c, "u64");
    sum::<u64, 200>(c, "u64");
}

trait Element: Copy + Zero + AddAssign + From<u8> + Sum + for<'t> Sum<&'t Self> {}
impl Element for f64 {}
impl Element for u64 {}

fn sum<T: Element, const N: usize>(c: &mut Criterion, elements: &str) {
    let data: Vec<T> = (0..N * N * N).map(|n| T::from((n % 10) as u8)).collect();
    // What only the value knows, the optimiser does not.
    let extents = black_box([N; 3]);
    let mut group = short_group(c, &format!("sum({elements}) {N}x{N}x{N}"));

    group.bench_function("by hand", |b| b.iter(|| sum_by_hand(black_box(&data), extents)));

    macro_rules! typed {
        ($name:literal, $extents:ty) => {
            let view = View::from_slice(<$extents>::from_extents(&extents).unwrap(), &data);
            let view = view.unwrap();
            group.bench_function($name, |b| {
                b.iter(|| {
                    let view = black_box(&view);
                    sum_by_index!(view, view.extents().extents())
                });
            });
        };
    }
    typed!("extents static", StaticExtents![N, N, N]);
    typed!("extents mixed", StaticExtents![dyn, N, N]);
    typed!("extents static rank", DynExtents<3>);
    let view = View::from_slice(DynRankExtents::new(&extents).unwrap(), &data).unwrap();
    group.bench_function("extents dynamic rank", |b| {
        b.iter(|| {
            let view = black_box(&view);
            let [rows, columns, depth] = *view.extents().as_slice() else { unreachable!() };
            sum_by_index!(view, [rows, columns, depth])
        });
    });
    group.bench_function("extents dynamic rank, strengthened", |b| {
        b.iter(|| {
            let view = black_box(&view).strengthen::<StaticExtents![N, N, N]>().unwrap();
            sum_by_index!(view, view.extents().extents())
        });
    });

    let array = ndarray::Array3::from_shape_vec(extents, data.clone()).unwrap();
    group.bench_function("ndarray Array3", |b| {
        b.iter(|| {
            let array = black_box(&array);
            sum_by_index!(array, <[usize; 3]>::from(array.dim()))
        });
    });
    let array = array.into_dyn();
    group.bench_function("ndarray ArrayD", |b| {
        b.iter(|| {
            let array = black_box(&array);
            let &[rows, columns, depth] = array.shape() else { unreachable!() };
            sum_by_index!(array, [rows, columns, depth])
        });
    });

    let array = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
    group.bench_function("mdarray static rank", |b| {
        b.iter(|| {
            let array = black_box(&array);
            sum_by_index!(array, [array.dim(0), array.dim(1), array.dim(2)])
        });
    });
    // A view, since an array of static shape would stand on the stack.
    let view = array.reshape((mdarray::Const::<N>, mdarray::Const::<N>, mdarray::Const::<N>));
    group.bench_function("mdarray static", |b| {
        b.iter(|| {
            let view = black_box(&view);
            sum_by_index!(view, [view.dim(0), view.dim(1), view.dim(2)])
        });
    });
    let view = array.reshape(extents.as_slice());
    group.bench_function("mdarray dynamic rank", |b| {
        b.iter(|| {
            let view = black_box(&view);
            sum_by_index!(view, [view.dim(0), view.dim(1), view.dim(2)])
        });
    });
    group.finish();

    walks(&mut short_group(c, &format!("walk({elements}) {N}x{N}x{N}")), &data, extents);
}

/// The sum without an index: each library's own way to walk over all elements.
fn walks<T: Element>(group: &mut BenchmarkGroup<'_, WallTime>, data: &[T], extents: [usize; 3]) {
    group.bench_function("by hand", |b| b.iter(|| black_box(data).iter().sum::<T>()));
    let view = View::from_slice(DynExtents::new(extents).unwrap(), data).unwrap();
    group.bench_function("extents as_slice", |b| {
        b.iter(|| black_box(&view).as_slice().iter().sum::<T>());
    });
    let array = ndarray::ArrayView3::from_shape(extents, data).unwrap();
    group.bench_function("ndarray iter", |b| b.iter(|| black_box(&array).iter().sum::<T>()));
    group.bench_function("ndarray sum", |b| b.iter(|| black_box(&array).sum()));
    let array = mdarray::DTensor::<T, 1>::from(data.to_vec()).into_shape(extents);
    group.bench_function("mdarray iter", |b| b.iter(|| black_box(&array).iter().sum::<T>()));
}

fn sum_by_hand<T: Element>(data: &[T], [rows, columns, depth]: [usize; 3]) -> T {
    let mut sum = T::zero();
    for row in 0..rows {
        for column in 0..columns {
            for level in 0..depth {
                sum += data[(row * columns + column) * depth + level];
            }
        }
    }
    sum
}

fn product(c: &mut Criterion) {
    type Square = StaticExtents![4, 4];
    let left: [[f64; 4]; 4] =
        [[1., 2., 3., 4.], [5., 6., 7., 8.], [9., 8., 7., 6.], [5., 4., 3., 2.]];
    let right = left.map(|row| row.map(|element| element + 1.0));
    let mut group = short_group(c, "product 4x4 by 4x4");

    group.bench_function("by hand", |b| {
        b.iter(|| product_by_hand(black_box(&left), black_box(&right)));
    });
    let (x, y) =
        (InlineTensor::<_, Square>::from_array(left), InlineTensor::<_, Square>::from_array(right));
    group.bench_function("extents inline", |b| {
        b.iter(|| {
            let (x, y) = (black_box(&x), black_box(&y));
            let Ok(z) = contract!(x[i, j] * y[j, k] => [i, k]);
            z
        });
    });
    let mut out = [[0.0; 4]; 4];
    group.bench_function("by hand, into an output", |b| {
        b.iter(|| *black_box(&mut out) = product_by_hand(black_box(&left), black_box(&right)));
    });
    let mut z = InlineTensor::<f64, Square>::inline_zeros();
    group.bench_function("extents inline, into an output", |b| {
        b.iter(|| {
            let (x, y, z) = (black_box(&x), black_box(&y), black_box(&mut z));
            let Ok(()) = contract!(z[i, k] = x[i, j] * y[j, k]);
        });
    });
    let in_vec = |array: &[[f64; 4]; 4]| {
        TensorOf::from_slice(extents::extents![4, 4], array.as_flattened()).unwrap()
    };
    let (x, y) = (in_vec(&left), in_vec(&right));
    group.bench_function("extents in a Vec", |b| {
        b.iter(|| {
            let (x, y) = (black_box(&x), black_box(&y));
            contract!(x[i, j] * y[j, k] => [i, k])
        });
    });
    let (x, y) = (ndarray::arr2(&left), ndarray::arr2(&right));
    group.bench_function("ndarray dot", |b| b.iter(|| black_box(&x).dot(black_box(&y))));
    group.finish();
}

fn product_by_hand(left: &[[f64; 4]; 4], right: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
    let mut result = [[0.0; 4]; 4];
    for row in 0..4 {
        for column in 0..4 {
            for middle in 0..4 {
                result[row][column] += left[row][middle] * right[middle][column];
            }
        }
    }
    result
}

/// Few and short samples: some of these take a tenth of a second an iteration.
fn short_group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(20);
    group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(500));
    group
}
