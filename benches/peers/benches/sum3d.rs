//! The sum over 20 x 20 x 20 and 200 x 200 x 200 elements: by index in a loop nest, and as each library
//! walks over elements.
//!
//! In a sum of floating-point numbers each addition waits for the one before it, which hides much of
//! what an index costs; a sum of integers hides nothing, so both are taken.

use std::fmt::Debug;
use std::hint::black_box;
use std::iter::Sum;
use std::ops::AddAssign;

use extents::layout::{Canonical, ColMajor};
use extents::proof::with_proofs;
use extents::{DynExtents, DynRankExtents, Extents, Rank, Scalar, StaticExtents, View, modes};
use extents_peers::{BY_HAND, Table, UNCHECKED, numbers};
use num_traits::Zero;

fn main() {
    by_index::<f64>("Sum3D by index, f64");
    by_index::<i32>("Sum3D by index, i32");
    walks::<f64>("Sum3D by walking, f64");
    walks::<i32>("Sum3D by walking, i32");
    other_orders::<f64>("Sum3D of another order, f64");
    other_orders::<i32>("Sum3D of another order, i32");
}

trait Element:
    Scalar + PartialEq + Debug + Default + AddAssign + From<u8> + Sum + for<'t> Sum<&'t Self> + Zero
{
}
impl Element for f64 {}
impl Element for i32 {}

/// The sum of all elements, each read by its checked index in a loop nest, in this order.
macro_rules! sum_by_index {
    ($array:ident, $extents:expr) => {{
        let [rows, columns, depth] = $extents;
        let mut sum = T::default();
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

fn sum_by_hand<T: Element>(data: &[T], [rows, columns, depth]: [usize; 3]) -> T {
    let mut sum = T::default();
    for row in 0..rows {
        for column in 0..columns {
            for level in 0..depth {
                sum += data[(row * columns + column) * depth + level];
            }
        }
    }
    sum
}

fn sum_unchecked<T: Element>(data: &[T], [rows, columns, depth]: [usize; 3]) -> T {
    assert!(data.len() == rows * columns * depth);
    let mut sum = T::default();
    for row in 0..rows {
        for column in 0..columns {
            for level in 0..depth {
                // SAFETY: each coordinate is below its extent.
                sum += unsafe { *data.get_unchecked((row * columns + column) * depth + level) };
            }
        }
    }
    sum
}

fn sum<T: Element, E: Rank<3>>(view: &View<'_, T, E>) -> T {
    sum_by_index!(view, view.extents().extents())
}

fn by_index<T: Element>(task: &str) {
    let mut table = Table::new(task);
    by_index_of::<T, 20>(&mut table);
    by_index_of::<T, 200>(&mut table);
}

fn by_index_of<T: Element, const N: usize>(table: &mut Table) {
    let data: Vec<T> = numbers(N * N * N);
    // What only the value knows, the optimiser does not.
    let extents = black_box([N; 3]);
    let known = view::<T, StaticExtents![N, N, N]>(extents, &data);
    let mixed = view::<T, StaticExtents![dyn, N, N]>(extents, &data);
    let ranked = view::<T, DynExtents<3>>(extents, &data);
    let open = view::<T, DynRankExtents>(extents, &data);
    let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
    let nd_dyn = nd.into_dyn();
    let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
    // A view, since an array of static shape would stand on the stack.
    let md_known = md.reshape((mdarray::Const::<N>, mdarray::Const::<N>, mdarray::Const::<N>));
    let md_dyn = md.reshape(extents.as_slice());

    table.race(&N.to_string(), |race| {
        race.enter(BY_HAND, || sum_by_hand(black_box(&data), black_box(extents)));
        race.enter("by hand, static extents", || sum_by_hand(black_box(&data), [N; 3]));
        race.enter(UNCHECKED, || sum_unchecked(black_box(&data), black_box(extents)));
        race.enter("extents static", || sum(black_box(&known)));
        race.enter("extents mixed", || sum(black_box(&mixed)));
        race.enter("extents static rank", || sum(black_box(&ranked)));
        race.enter("extents dynamic rank", || {
            let view = black_box(&open);
            let [rows, columns, depth] = *view.extents().as_slice() else { unreachable!() };
            sum_by_index!(view, [rows, columns, depth])
        });
        race.enter("extents dynamic rank, strengthened", || {
            sum(&black_box(&open).strengthen::<StaticExtents![N, N, N]>().unwrap())
        });
        race.enter("extents static, proven indices", || {
            let view = black_box(&known);
            view.extents().proven_indices().map(|at| view[at]).sum::<T>()
        });
        race.enter("extents static, proven indices in a `for`", || {
            let view = black_box(&known);
            let mut sum = T::default();
            for at in view.extents().proven_indices() {
                sum += view[at];
            }
            sum
        });
        race.enter("extents static, indices", || {
            let view = black_box(&known);
            view.extents().indices().map(|at| view[at]).sum::<T>()
        });
        race.enter("extents static rank, indices", || {
            let view = black_box(&ranked);
            view.extents().indices().map(|at| view[at]).sum::<T>()
        });
        race.enter("extents static rank, proven indices", || {
            let view = black_box(&ranked);
            with_proofs(view.extents(), |scope| {
                let view = scope.view(view).unwrap();
                scope.indices().map(|at| view[at]).sum::<T>()
            })
        });
        race.enter("ndarray Array3", || {
            let array = black_box(&nd);
            sum_by_index!(array, <[usize; 3]>::from(array.dim()))
        });
        race.enter("ndarray ArrayD", || {
            let array = black_box(&nd_dyn);
            let &[rows, columns, depth] = array.shape() else { unreachable!() };
            sum_by_index!(array, [rows, columns, depth])
        });
        race.enter("mdarray static", || {
            let view = black_box(&md_known);
            sum_by_index!(view, [view.dim(0), view.dim(1), view.dim(2)])
        });
        race.enter("mdarray static rank", || {
            let array = black_box(&md);
            sum_by_index!(array, [array.dim(0), array.dim(1), array.dim(2)])
        });
        race.enter("mdarray dynamic rank", || {
            let view = black_box(&md_dyn);
            sum_by_index!(view, [view.dim(0), view.dim(1), view.dim(2)])
        });
    });
}

fn view<T, E: Extents>(extents: [usize; 3], data: &[T]) -> View<'_, T, E> {
    View::from_slice(E::from_extents(&extents).unwrap(), data).unwrap()
}

fn walks<T: Element>(task: &str) {
    let mut table = Table::new(task);
    for n in [20, 200] {
        let data: Vec<T> = numbers(n * n * n);
        let extents = black_box([n; 3]);
        let ranked = view::<T, DynExtents<3>>(extents, &data);
        let open = view::<T, DynRankExtents>(extents, &data);
        let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
        let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
        table.race(&n.to_string(), |race| {
            race.enter(BY_HAND, || black_box(&data).iter().sum::<T>());
            race.enter("extents static rank, as_slice", || {
                black_box(&ranked).as_slice().iter().sum::<T>()
            });
            if n == 20 {
                let known = view::<T, StaticExtents![20, 20, 20]>(extents, &data);
                race.enter("extents static, iter", move || black_box(&known).iter().sum::<T>());
            } else {
                let known = view::<T, StaticExtents![200, 200, 200]>(extents, &data);
                race.enter("extents static, iter", move || black_box(&known).iter().sum::<T>());
            }
            race.enter("extents static rank, iter", || black_box(&ranked).iter().sum::<T>());
            race.enter("extents static rank, iter in a `for`", || {
                let mut sum = T::default();
                for &element in black_box(&ranked) {
                    sum += element;
                }
                sum
            });
            race.enter("extents dynamic rank, iter", || black_box(&open).iter().sum::<T>());
            race.enter("extents static rank, sum", || black_box(&ranked).sum());
            race.enter("ndarray iter", || black_box(&nd).iter().sum::<T>());
            race.enter("ndarray sum", || black_box(&nd).sum());
            race.enter("ndarray iter in a `for`", || {
                let mut sum = T::default();
                for &element in black_box(&nd) {
                    sum += element;
                }
                sum
            });
            race.enter("ndarray fold", || {
                black_box(&nd).fold(T::default(), |sum, &element| sum + element)
            });
            race.enter("mdarray iter", || black_box(&md).iter().sum::<T>());
            race.enter("mdarray iter in a `for`", || {
                let mut sum = T::default();
                for &element in black_box(&md) {
                    sum += element;
                }
                sum
            });
        });
    }
}

/// Column-major and permuted elements, in the order of memory and in row-major order.
fn other_orders<T: Element>(task: &str) {
    let mut table = Table::new(&format!("{task}, any order"));
    for n in [20, 200] {
        let data: Vec<T> = numbers(n * n * n);
        let extents = black_box([n; 3]);
        let columns =
            View::from_slice(ColMajor.of(DynExtents::new(extents).unwrap()), &data).unwrap();
        let rows =
            View::from_slice(extents::extents![dyn n, dyn n, dyn n].unwrap(), &data).unwrap();
        let permuted = rows.permute(modes![1, 2, 0]);
        let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
        let nd_columns = nd.reversed_axes();
        let nd_permuted = nd.permuted_axes([1, 2, 0]);
        table.race(&n.to_string(), |race| {
            race.enter(BY_HAND, || black_box(&data).iter().sum::<T>());
            race.enter("extents column-major", || {
                black_box(&columns).iter_in_layout_order().sum::<T>()
            });
            race.enter("extents permuted", || {
                black_box(&permuted).iter_in_layout_order().sum::<T>()
            });
            race.enter("extents permuted, try_as_slice", || {
                black_box(&permuted).try_as_slice().unwrap().iter().sum::<T>()
            });
            race.enter("ndarray column-major, fold", || {
                black_box(&nd_columns).fold(T::default(), |sum, &element| sum + element)
            });
            race.enter("ndarray permuted, fold", || {
                black_box(&nd_permuted).fold(T::default(), |sum, &element| sum + element)
            });
        });
    }
    drop(table);

    let mut table = Table::new(&format!("{task}, row-major order of column-major elements"));
    for n in [20, 200] {
        let data: Vec<T> = numbers(n * n * n);
        let extents = black_box([n; 3]);
        let columns =
            View::from_slice(ColMajor.of(DynExtents::new(extents).unwrap()), &data).unwrap();
        let nd = ndarray::ArrayView3::from_shape(extents, &data).unwrap();
        let nd_columns = nd.reversed_axes();
        let md = mdarray::DTensor::<T, 1>::from(data.clone()).into_shape(extents);
        let md_columns = md.transpose();
        table.race(&n.to_string(), |race| {
            race.enter(BY_HAND, || {
                let (data, [rows, columns, depth]) = (black_box(&data), black_box(extents));
                let mut sum = T::default();
                for row in 0..rows {
                    for column in 0..columns {
                        for level in 0..depth {
                            sum += data[row + rows * (column + columns * level)];
                        }
                    }
                }
                sum
            });
            race.enter("extents index", || {
                let view = black_box(&columns);
                sum_by_index!(view, view.extents().extents())
            });
            race.enter("extents iter", || black_box(&columns).iter().sum::<T>());
            race.enter("ndarray index", || {
                let array = black_box(&nd_columns);
                sum_by_index!(array, <[usize; 3]>::from(array.dim()))
            });
            race.enter("ndarray iter", || black_box(&nd_columns).iter().sum::<T>());
            race.enter("mdarray index", || {
                let array = black_box(&md_columns);
                sum_by_index!(array, [array.dim(0), array.dim(1), array.dim(2)])
            });
            race.enter("mdarray iter", || black_box(&md_columns).iter().sum::<T>());
        });
    }
}
