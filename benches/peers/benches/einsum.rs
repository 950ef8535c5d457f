//! Contractions from operands to a new tensor of `f64`, beside those of `ndarray-einsum`, on one thread.
//!
//! `ndarray-einsum` reads the text each time; with its path kept it does not. `extents` reads it each time in `einsum`.

use std::hint::black_box;

use extents::label::{a, b, c, d, e, f, i, j, k, l, m, n};
use extents::{DynExtents, Extents, StaticExtents, TensorOf, contract, einsum};
use extents_peers::{Table, is_test, numbers};
use ndarray::ArrayD;
use ndarray_einsum::{ArrayLike, OptimizationMethod, einsum_path};

/// A column: all contestants with operands of these extents.
macro_rules! race {
    ($table:ident, $column:expr, $text:literal, [$($operand:ident: $Rank:literal $extents:tt),*], [$($contraction:tt)*]) => {{
        $(let $operand = array(&$extents);)*
        let all: Vec<ArrayD<f64>> = vec![$($operand.clone()),*];
        let views: Vec<&dyn ArrayLike<f64>> = all.iter().map(|each| each as _).collect();
        let path = einsum_path($text, &views, OptimizationMethod::Naive).unwrap();
        let views = || all.iter().map(|each| black_box(each) as _).collect::<Vec<&dyn ArrayLike<f64>>>();
        $table.race($column, |race| {
            let flat = |result: ArrayD<f64>| result.iter().copied().collect::<Vec<f64>>();
            race.enter_of("ndarray-einsum", || ndarray_einsum::einsum($text, &views()).unwrap(), flat);
            race.enter_of("ndarray-einsum, path kept", || path.contract_operands(&views()), flat);
            race!(@ours race "static" [$($contraction)*] [$($operand: StaticExtents!$extents),*]);
            race!(@ours race "static rank" [$($contraction)*] [$($operand: DynExtents<$Rank>),*]);
            $(let $operand = tensor::<DynExtents<$Rank>>(&$operand);)*
            race.enter_of(
                "extents, einsum of text",
                move || einsum($text, &[$(black_box(&$operand)),*]).unwrap(),
                |result| result.iter().copied().collect(),
            );
        });
    }};
    (@ours $race:ident $name:literal [$($contraction:tt)*] [$($operand:ident: $E:ty),*]) => {{
        $(let $operand = tensor::<$E>(&$operand);)*
        $race.enter_of(
            concat!("extents ", $name),
            move || {
                $(let $operand = black_box(&$operand);)*
                contract!($($contraction)*).unwrap()
            },
            |result| result.iter().copied().collect(),
        );
    }};
}

fn array(extents: &[usize]) -> ArrayD<f64> {
    ArrayD::from_shape_vec(extents, numbers(extents.iter().product())).unwrap()
}

fn tensor<E: Extents>(array: &ArrayD<f64>) -> TensorOf<E, f64> {
    let extents = E::from_extents(array.shape()).unwrap();
    TensorOf::from_slice(extents, array.as_slice().unwrap()).unwrap()
}

/// A table: a column for each size, which the operands' extents name. A test takes the first one.
macro_rules! table {
    ($task:literal, $text:literal, [$($size:literal),*], $N:ident, $operands:tt, $contraction:tt) => {{
        let mut table = Table::beside_best_peer($task);
        let mut is_first = true;
        $({
            const $N: usize = $size;
            if is_first || !is_test() {
                race!(table, stringify!($size), $text, $operands, $contraction);
            }
            is_first = false;
        })*
        let _ = is_first;
    }};
}

fn main() {
    table!("ijk,kl->ijl", "ijk,kl->ijl", [8, 32, 96], N,
        [x: 3 [N, N, N], y: 2 [N, N]],
        [x[i, j, k] * y[k, l] => [i, j, l]]);
    table!("bij,bjk->bik", "bij,bjk->bik", [8, 32, 64], N,
        [x: 3 [N, N, N], y: 3 [N, N, N]],
        [x[b, i, j] * y[b, j, k] => [b, i, k]]);
    table!("ijkl,klmn->ijmn", "ijkl,klmn->ijmn", [4, 8, 24], N,
        [x: 4 [N, N, N, N], y: 4 [N, N, N, N]],
        [x[i, j, k, l] * y[k, l, m, n] => [i, j, m, n]]);
    // No two modes of an operand that lie beside each other can be merged, so that both must be transposed.
    table!("abcd,cdef->abef, as cadb,ecfd->abef", "cadb,ecfd->abef", [4, 8, 24], N,
        [x: 4 [N, N, N, N], y: 4 [N, N, N, N]],
        [x[c, a, d, b] * y[e, c, f, d] => [a, b, e, f]]);
    table!("ij,ij->", "ij,ij->", [8, 64, 1000], N,
        [x: 2 [N, N], y: 2 [N, N]],
        [x[i, j] * y[i, j] => []]);
    table!("ii->i", "ii->i", [8, 64, 1000], N, [x: 2 [N, N]], [x[i, i] => [i]]);
    table!("i,j->ij", "i,j->ij", [8, 64, 1000], N,
        [x: 1 [N], y: 1 [N]],
        [x[i] * y[j] => [i, j]]);
    // The order of the products matters: 4 n, n / 2, and 2 n are in the middle.
    table!("ij,jk,kl,lm->im", "ij,jk,kl,lm->im", [8, 32, 128], N,
        [x: 2 [N, { 4 * N }], y: 2 [{ 4 * N }, { N / 2 }], u: 2 [{ N / 2 }, { 2 * N }], v: 2 [{ 2 * N }, N]],
        [x[i, j] * y[j, k] * u[k, l] * v[l, m] => [i, m]]);
}
