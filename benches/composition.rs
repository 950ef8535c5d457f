//! What it costs to set a contraction up: labels that the compiler resolves against labels that
//! arrive as text, on a product so small (2 x 3 by 3 x 4) that the arithmetic hardly counts.
//!
//! `cargo bench -p extents-benches --bench composition`

#![allow(missing_docs, reason = "`criterion_group!` makes public functions")]
#![allow(clippy::expect_used, reason = "a bench whose shapes do not fit should stop")]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "what is measured")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use extents::backend::{Backend, Contraction, Prepared, contract_on};
use extents::label::{i, j, k};
use extents::layout::{RowMajor, StridedLayout};
use extents::{
    Composition, ContractBy, DynRankExtents, Extents, ModeArray, ShapeError, StaticExtents,
    TensorOf, contract, einsum,
};

criterion_group!(benches, set_up, on_a_backend);
criterion_main!(benches);

fn set_up(c: &mut Criterion) {
    let mut group = c.benchmark_group("2x3 by 3x4");

    let (left, right) = (black_box([1.0; 6]), black_box([1.0; 12]));
    let mut out = [0.0; 8];
    group.bench_function("by hand", |b| {
        b.iter(|| by_hand(black_box(&left), black_box(&right), black_box(&mut out)));
    });

    macro_rules! typed {
        ($name:literal, $left:ty, $right:ty, $result:ty) => {
            let (x, y) = (ones::<$left>(&[2, 3]), ones::<$right>(&[3, 4]));
            let mut z = ones::<$result>(&[2, 4]);
            group.bench_function($name, |b| {
                b.iter(|| {
                    let (x, y, z) = (black_box(&x), black_box(&y), black_box(&mut z));
                    contract!(z[i, k] = x[i, j] * y[j, k])
                });
            });
        };
    }
    typed!("typed, static", StaticExtents![2, 3], StaticExtents![3, 4], StaticExtents![2, 4]);
    typed!(
        "typed, mixed",
        StaticExtents![dyn, 3],
        StaticExtents![3, dyn],
        StaticExtents![dyn, dyn]
    );
    typed!("typed, dynamic rank", DynRankExtents, DynRankExtents, DynRankExtents);

    let x = ones::<DynRankExtents>(&[2, 3]);
    let y = ones::<DynRankExtents>(&[3, 4]);
    let mut z = ones::<DynRankExtents>(&[2, 4]);
    group.bench_function("typed, dynamic rank, new result", |b| {
        b.iter(|| {
            let (x, y) = (black_box(&x), black_box(&y));
            contract!(x[i, j] * y[j, k] => [i, k])
        });
    });
    let composition = Composition::einsum("ij,jk->ik").expect("well-formed text");
    group.bench_function("text, parsed before", |b| {
        b.iter(|| {
            let (x, y, z) = (black_box(&x), black_box(&y), black_box(&mut z));
            ContractBy::new(black_box(&composition))
                .update(&[x, y], z.view_mut(), |to, new| *to = new)
        });
    });
    group.bench_function("text, new result", |b| {
        b.iter(|| einsum(black_box("ij,jk->ik"), &[black_box(&x), black_box(&y)]));
    });
    group.finish();
}

/// A backend that computes nothing: what is left is labels, checks and plans.
struct Null;

struct Shape {
    extents: DynRankExtents,
    strides: ModeArray<isize>,
}

impl Backend for Null {
    type Array = Shape;
    type Tensor = Shape;
    type Error = ShapeError;

    fn extents(&self, array: &Shape) -> Result<DynRankExtents, ShapeError> {
        Ok(array.extents.clone())
    }

    fn strides(&self, array: &Shape) -> ModeArray<isize> {
        array.strides.clone()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Shape, ShapeError> {
        Ok(Shape { extents: extents.clone(), strides: RowMajor.strides(extents) })
    }

    fn contract(&mut self, task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        black_box(task.plan());
        Ok(())
    }
}

/// New results, by `contract_on` and by a composition that keeps its plans.
fn on_a_backend(c: &mut Criterion) {
    let mut group = c.benchmark_group("a backend that computes nothing");
    let shapes: [&[usize]; 3] = [&[64, 32], &[32, 16], &[16]];
    for text in ["ij->i", "ij,jk->ik", "ij,jk,k->i"] {
        let composition = Composition::einsum(text).expect("well-formed text");
        let arrays: Vec<Shape> = shapes
            .iter()
            .take(composition.operands().len())
            .map(|extents| DynRankExtents::new(extents).and_then(|extents| Null.zeros(&extents)))
            .collect::<Result<_, _>>()
            .expect("small extents");
        let operands: Vec<&Shape> = arrays.iter().collect();
        group.bench_function(format!("{text}, contract_on"), |b| {
            b.iter(|| contract_on(&mut Null, black_box(&composition), black_box(&operands)));
        });
        let mut kept = Prepared::new(composition);
        group.bench_function(format!("{text}, kept"), |b| {
            b.iter(|| kept.eval(&mut Null, black_box(&operands)));
        });
    }
    group.finish();
}

fn ones<E: Extents>(extents: &[usize]) -> TensorOf<E, f64> {
    let extents = E::from_extents(black_box(extents)).expect("the extents that the type states");
    TensorOf::full(extents, 1.0).expect("memory for a few numbers")
}

fn by_hand(left: &[f64; 6], right: &[f64; 12], out: &mut [f64; 8]) {
    for row in 0..2 {
        for column in 0..4 {
            let mut sum = 0.0;
            for middle in 0..3 {
                sum += left[row * 3 + middle] * right[middle * 4 + column];
            }
            out[row * 4 + column] = sum;
        }
    }
}
