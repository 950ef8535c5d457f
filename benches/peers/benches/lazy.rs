//! Lazy expressions: `a + 2 b - c d` into a matrix that is there, the norm of a difference, sums with a broadcast and
//! with a transpose, and a small static one.

use std::hint::black_box;

use extents::{
    Const, DynExtents, Extents, InlineTensor, Rank, StaticExtents, TensorOf, View, extents,
};
use extents_peers::{BY_HAND, Table, numbers};

fn main() {
    combination();
    distance();
    broadcast();
    transposed();
    small();
}

/// Names and shapes of 1000 and of 1000000 elements.
const SIZES: [(&str, [usize; 2]); 2] = [("1000", [25, 40]), ("1000000", [1000, 1000])];

fn other(count: usize) -> Vec<f64> {
    numbers::<f64>(count + 3).split_off(3)
}

#[inline(never)]
fn combined(z: &mut [f64], [a, b, c, d]: [&[f64]; 4]) {
    for ((((z, a), b), c), d) in z.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *z = a + 2.0 * b - c * d;
    }
}

#[inline(never)]
fn combined_lazily<E: Rank<2>>(z: &mut TensorOf<E, f64>, [a, b, c, d]: [&View<'_, f64, E>; 4]) {
    assert!((a + 2.0 * b.lazy() - c * d).assign_to(z).is_ok());
}

#[inline(never)]
fn combined_at_once<E: Rank<2>>([a, b, c, d]: [&View<'_, f64, E>; 4]) -> TensorOf<E, f64> {
    (a + 2.0 * b.lazy() - c * d).eval().unwrap()
}

fn combination() {
    let mut table = Table::new("z = a + 2 b - c d, f64");
    for (name, extents) in SIZES {
        let count = extents[0] * extents[1];
        let [a, b, c, d]: [Vec<f64>; 4] =
            [numbers(count), other(count), numbers(count), other(count)];
        let extents = black_box(extents);
        table.race(name, |race| {
            let (zeros, all) = (|| vec![0.0; count], |z: &Vec<f64>| z.clone());
            race.enter_in_place(BY_HAND, zeros, |z| combined(z, black_box([&a, &b, &c, &d])), all);
            macro_rules! ours {
                ($name:literal, $E:ty) => {{
                    let extents = <$E>::from_extents(&extents).unwrap();
                    let views =
                        [&a, &b, &c, &d].map(|x| View::from_slice(extents.clone(), x).unwrap());
                    let (of_eval, shape) = (views.clone(), extents.clone());
                    race.enter_in_place(
                        concat!("extents ", $name, ", assign_to"),
                        move || TensorOf::<$E, f64>::zeros(shape.clone()).unwrap(),
                        move |z| combined_lazily(z, black_box(views.each_ref())),
                        |z| z.as_slice().to_vec(),
                    );
                    race.enter_in_place(
                        concat!("extents ", $name, ", eval"),
                        move || TensorOf::<$E, f64>::zeros(extents.clone()).unwrap(),
                        move |z| *z = combined_at_once(black_box(of_eval.each_ref())),
                        |z| z.as_slice().to_vec(),
                    );
                }};
            }
            ours!("static rank", DynExtents<2>);
            if count == 1000 {
                ours!("static", StaticExtents![25, 40]);
            } else {
                ours!("static", StaticExtents![1000, 1000]);
            }
            let [x, y, z, w] = [&a, &b, &c, &d]
                .map(|x| ndarray::Array2::from_shape_vec(extents, x.clone()).unwrap());
            let by_zip = [x.clone(), y.clone(), z.clone(), w.clone()];
            race.enter_in_place(
                "ndarray Zip",
                move || ndarray::Array2::zeros(extents),
                move |out| {
                    let [x, y, z, w] = black_box(&by_zip);
                    ndarray::Zip::from(out).and(x).and(y).and(z).and(w).for_each(
                        |out, x, y, z, w| {
                            *out = x + 2.0 * y - z * w;
                        },
                    );
                },
                |out| out.as_slice().unwrap().to_vec(),
            );
            race.enter_in_place(
                "ndarray operators",
                move || ndarray::Array2::zeros(extents),
                move |out| {
                    let [x, y, z, w] = black_box([&x, &y, &z, &w]);
                    *out = x + 2.0 * y - z * w;
                },
                |out| out.as_slice().unwrap().to_vec(),
            );
            let [x, y, z, w] = [&a, &b, &c, &d]
                .map(|x| nalgebra::DMatrix::from_column_slice(extents[1], extents[0], x));
            race.enter_in_place(
                "nalgebra operators",
                move || nalgebra::DMatrix::zeros(extents[1], extents[0]),
                move |out| {
                    let [x, y, z, w] = black_box([&x, &y, &z, &w]);
                    *out = x + y * 2.0 - z.component_mul(w);
                },
                |out| out.as_slice().to_vec(),
            );
        });
    }
}

/// Eight sums side by side, as one would write it for speed.
#[inline(never)]
fn distance_by_hand(x: &[f64], y: &[f64]) -> f64 {
    let (xs, x) = x.as_chunks::<8>();
    let (ys, y) = y.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (x, y) in xs.iter().zip(ys) {
        for n in 0..8 {
            sums[n] += (x[n] - y[n]) * (x[n] - y[n]);
        }
    }
    let rest: f64 = x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum();
    (sums.iter().sum::<f64>() + rest).sqrt()
}

#[inline(never)]
fn distance_in_order(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

#[inline(never)]
fn distance_lazily<E: Rank<2>>(x: &View<'_, f64, E>, y: &View<'_, f64, E>) -> f64 {
    (x - y).norm_l2().unwrap_or(f64::NAN)
}

fn distance() {
    let mut table = Table::new("norm_l2(x - y), f64");
    for (name, extents) in SIZES {
        let count = extents[0] * extents[1];
        let (a, b) = (numbers::<f64>(count), other(count));
        let extents = black_box(extents);
        table.race(name, |race| {
            race.enter(BY_HAND, || distance_by_hand(black_box(&a), black_box(&b)));
            race.enter("by hand, one sum", || distance_in_order(black_box(&a), black_box(&b)));
            let shape = DynExtents::new(extents).unwrap();
            let [x, y] = [&a, &b].map(|x| View::from_slice(shape, x).unwrap());
            race.enter("extents static rank", move || {
                distance_lazily(black_box(&x), black_box(&y))
            });
            let [x, y] =
                [&a, &b].map(|x| ndarray::Array2::from_shape_vec(extents, x.clone()).unwrap());
            let (x2, y2) = (x.clone(), y.clone());
            race.enter("ndarray operators", move || {
                let difference = black_box(&x) - black_box(&y);
                (&difference * &difference).sum().sqrt()
            });
            race.enter("ndarray Zip", move || {
                let (x, y) = black_box((&x2, &y2));
                ndarray::Zip::from(x).and(y).fold(0.0, |sum, x, y| sum + (x - y) * (x - y)).sqrt()
            });
            let [x, y] =
                [&a, &b].map(|x| nalgebra::DMatrix::from_column_slice(extents[1], extents[0], x));
            race.enter("nalgebra operators", move || (black_box(&x) - black_box(&y)).norm());
        });
    }
}

#[inline(never)]
fn broadcast_by_hand(z: &mut [f64], a: &[f64], column: &[f64]) {
    let width = z.len() / column.len();
    for ((z, a), b) in z.chunks_mut(width).zip(a.chunks(width)).zip(column) {
        for (z, a) in z.iter_mut().zip(a) {
            *z = a + b;
        }
    }
}

fn broadcast() {
    let mut table = Table::new("matrix + column, f64");
    for (name, extents) in SIZES {
        let [rows, columns] = black_box(extents);
        let (a, b) = (numbers::<f64>(rows * columns), other(rows));
        table.race(name, |race| {
            let (zeros, all) = (|| vec![0.0; rows * columns], |z: &Vec<f64>| z.clone());
            race.enter_in_place(
                BY_HAND,
                zeros,
                |z| broadcast_by_hand(z, black_box(&a), black_box(&b)),
                all,
            );
            let shape = DynExtents::new([rows, columns]).unwrap();
            let x = View::from_slice(shape, &a).unwrap();
            let y = View::from_slice(extents![dyn rows, 1].unwrap(), &b).unwrap();
            let y = y.broadcast(Const::<1>, extents::Dyn::new(columns)).unwrap();
            race.enter_in_place(
                "extents static rank",
                move || TensorOf::<DynExtents<2>, f64>::zeros(shape).unwrap(),
                move |z| assert!((black_box(&x) + black_box(&y)).assign_to(z).is_ok()),
                |z| z.as_slice().to_vec(),
            );
            let x = ndarray::Array2::from_shape_vec([rows, columns], a.clone()).unwrap();
            let y = ndarray::Array2::from_shape_vec([rows, 1], b.clone()).unwrap();
            let (x2, y2) = (x.clone(), y.clone());
            race.enter_in_place(
                "ndarray Zip",
                move || ndarray::Array2::zeros([rows, columns]),
                move |z| {
                    let y = black_box(&y).broadcast([rows, columns]).unwrap();
                    ndarray::Zip::from(z).and(black_box(&x)).and(y).for_each(|z, x, y| *z = x + y);
                },
                |z| z.as_slice().unwrap().to_vec(),
            );
            race.enter_in_place(
                "ndarray operators",
                move || ndarray::Array2::zeros([rows, columns]),
                move |z| *z = black_box(&x2) + black_box(&y2),
                |z| z.as_slice().unwrap().to_vec(),
            );
        });
    }
}

#[inline(never)]
fn transposed_by_hand(z: &mut [f64], a: &[f64], b: &[f64], n: usize) {
    const TILE: usize = 32;
    for row in (0..n).step_by(TILE) {
        for column in (0..n).step_by(TILE) {
            for i in row..n.min(row + TILE) {
                for j in column..n.min(column + TILE) {
                    z[i * n + j] = a[i * n + j] + b[j * n + i];
                }
            }
        }
    }
}

fn transposed() {
    let mut table = Table::new("a + transposed b, f64");
    for n in [32, 1000, 2048] {
        let n = black_box(n);
        let (a, b) = (numbers::<f64>(n * n), other(n * n));
        table.race(&format!("{n} x {n}"), |race| {
            let (zeros, all) = (|| vec![0.0; n * n], |z: &Vec<f64>| z.clone());
            race.enter_in_place(
                BY_HAND,
                zeros,
                |z| transposed_by_hand(z, black_box(&a), black_box(&b), n),
                all,
            );
            let shape = DynExtents::new([n, n]).unwrap();
            let x = View::from_slice(shape, &a).unwrap();
            let y = View::from_slice(shape, &b).unwrap().transpose();
            race.enter_in_place(
                "extents static rank",
                move || TensorOf::<DynExtents<2>, f64>::zeros(shape).unwrap(),
                move |z| assert!((black_box(&x) + black_box(&y)).assign_to(z).is_ok()),
                |z| z.as_slice().to_vec(),
            );
            let [x, y] =
                [&a, &b].map(|x| ndarray::Array2::from_shape_vec([n, n], x.clone()).unwrap());
            let (x2, y2) = (x.clone(), y.clone());
            race.enter_in_place(
                "ndarray Zip",
                move || ndarray::Array2::zeros([n, n]),
                move |z| {
                    ndarray::Zip::from(z)
                        .and(black_box(&x))
                        .and(black_box(&y).t())
                        .for_each(|z, x, y| *z = x + y);
                },
                |z| z.as_slice().unwrap().to_vec(),
            );
            race.enter_in_place(
                "ndarray operators",
                move || ndarray::Array2::zeros([n, n]),
                move |z| *z = black_box(&x2) + &black_box(&y2).t(),
                |z| z.iter().copied().collect(),
            );
        });
    }
}

type Small = InlineTensor<f32, StaticExtents![4, 4]>;

#[inline(never)]
fn small_by_hand([a, b, c, d]: [&[[f32; 4]; 4]; 4]) -> [[f32; 4]; 4] {
    let mut z = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            z[i][j] = a[i][j] + 2.0 * b[i][j] - c[i][j] * d[i][j];
        }
    }
    z
}

#[inline(never)]
fn small_lazily([a, b, c, d]: [&Small; 4]) -> [[f32; 4]; 4] {
    let Ok(z) = (a + 2.0 * b - c * d).eval_inline();
    z.into_array()
}

fn small() {
    let mut table = Table::new("a + 2 b - c d, f32");
    let arrays: [[[f32; 4]; 4]; 4] = [0, 1, 2, 3]
        .map(|seed| std::array::from_fn(|i| std::array::from_fn(|j| (4 * i + j + seed) as f32)));
    table.race("4 x 4, static", |race| {
        race.enter(BY_HAND, move || small_by_hand(black_box(arrays.each_ref())));
        let tensors = arrays.map(Small::from_array);
        race.enter("extents static, eval_inline", move || {
            small_lazily(black_box(tensors.each_ref()))
        });
        let matrices = arrays.map(nalgebra::SMatrix::<f32, 4, 4>::from);
        race.enter("nalgebra static", move || {
            let [a, b, c, d] = black_box(&matrices);
            (a + b * 2.0 - c.component_mul(d)).data.0
        });
    });
}
