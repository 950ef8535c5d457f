//! Offsets, and sums by checked indexing, over 20 x 20 x 20 and 200 x 200 x 200 elements: what the
//! type knows of the extents against a loop written by hand over a slice.
//!
//! `cargo bench -p extents-benches --bench indexing`; for ratios to other libraries see `benches/ratios.sh`.

#![allow(missing_docs, reason = "`criterion_group!` makes public functions")]
#![allow(clippy::expect_used, reason = "a bench whose shapes do not fit should stop")]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "what is measured")]

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use extents::{
    DynExtents, DynRankExtents, Extents, Mapping, Rank, ShapeError, StaticExtents, View,
};

criterion_group!(benches, both_sizes);
criterion_main!(benches);

fn both_sizes(c: &mut Criterion) {
    one_size::<20>(c);
    one_size::<200>(c);
}

fn one_size<const N: usize>(c: &mut Criterion) {
    let data: Vec<f64> = (0..N * N * N).map(|n| (n % 10) as f64).collect();

    let mut group = short_group(c, &format!("sum {N}^3"));
    let extents = [black_box(N); 3];
    group.bench_function("by hand", |b| b.iter(|| sum_by_hand(black_box(&data), extents)));
    bench_sum(&mut group, "static", &data, known::<StaticExtents![N, N, N]>(N));
    bench_sum(&mut group, "mixed", &data, known::<StaticExtents![dyn, N, N]>(N));
    bench_sum(&mut group, "static rank", &data, known::<DynExtents<3>>(N));
    let view = View::from_slice(known::<DynRankExtents>(N), &data).expect("N^3 elements");
    group.bench_function("dynamic rank", |b| b.iter(|| sum_of_dynamic_rank(black_box(&view))));
    group.bench_function("dynamic rank, strengthened", |b| {
        b.iter(|| black_box(&view).strengthen::<StaticExtents![N, N, N]>().map(|view| sum(&view)));
    });
    group.finish();

    let mut group = short_group(c, &format!("offset {N}^3"));
    group.bench_function("by hand", |b| b.iter(|| offsets_by_hand(black_box([N; 3]))));
    bench_offsets(&mut group, "static", known::<StaticExtents![N, N, N]>(N));
    bench_offsets(&mut group, "mixed", known::<StaticExtents![dyn, N, N]>(N));
    bench_offsets(&mut group, "static rank", known::<DynExtents<3>>(N));
    let mapping = Mapping::new(known::<DynRankExtents>(N));
    group.bench_function("dynamic rank", |b| {
        b.iter(|| offsets_of_dynamic_rank(black_box(&mapping)));
    });
    group.bench_function("dynamic rank, strengthened", |b| {
        b.iter(|| {
            let extents = black_box(&mapping).extents().strengthen::<StaticExtents![N, N, N]>()?;
            offsets(&Mapping::new(extents))
        });
    });
    group.finish();
}

/// A group of few and short samples: some take a tenth of a second an iteration.
fn short_group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(20);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    group
}

/// The extents `[n, n, n]`, of which the optimiser learns no more than the type tells.
fn known<E: Extents>(n: usize) -> E {
    E::from_extents(&black_box([n; 3])).expect("the extents that the type states")
}

fn bench_sum<E: Rank<3>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    data: &[f64],
    extents: E,
) {
    let view = View::from_slice(extents, data).expect("as many elements as the extents have");
    group.bench_function(name, |b| b.iter(|| sum(black_box(&view))));
}

fn bench_offsets<E: Rank<3>>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, extents: E) {
    let mapping = Mapping::new(extents);
    group.bench_function(name, |b| b.iter(|| offsets(black_box(&mapping))));
}

fn sum_by_hand(data: &[f64], [rows, columns, depth]: [usize; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            for k in 0..depth {
                sum += data[(i * columns + j) * depth + k];
            }
        }
    }
    sum
}

fn sum<E: Rank<3>>(view: &View<'_, f64, E>) -> f64 {
    let [rows, columns, depth] = view.extents().extents();
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            for k in 0..depth {
                sum += view[[i, j, k]];
            }
        }
    }
    sum
}

fn sum_of_dynamic_rank(view: &View<'_, f64, DynRankExtents>) -> f64 {
    let extents = view.extents().as_slice();
    let mut sum = 0.0;
    for i in 0..extents[0] {
        for j in 0..extents[1] {
            for k in 0..extents[2] {
                sum += view[[i, j, k]];
            }
        }
    }
    sum
}

/// All offsets, joined by exclusive or: for a sum the optimiser would find a closed form.
fn offsets_by_hand([rows, columns, depth]: [usize; 3]) -> usize {
    let mut all = 0;
    for i in 0..rows {
        for j in 0..columns {
            for k in 0..depth {
                all ^= (i * columns + j) * depth + k;
            }
        }
    }
    all
}

fn offsets<E: Rank<3>>(mapping: &Mapping<E>) -> Result<usize, ShapeError> {
    let [rows, columns, depth] = mapping.extents().extents();
    let mut all = 0;
    for i in 0..rows {
        for j in 0..columns {
            for k in 0..depth {
                all ^= mapping.offset([i, j, k])?;
            }
        }
    }
    Ok(all)
}

fn offsets_of_dynamic_rank(mapping: &Mapping<DynRankExtents>) -> Result<usize, ShapeError> {
    let extents = mapping.extents().as_slice();
    let mut all = 0;
    for i in 0..extents[0] {
        for j in 0..extents[1] {
            for k in 0..extents[2] {
                all ^= mapping.offset([i, j, k])?;
            }
        }
    }
    Ok(all)
}
