//! The four-index transformation of quantum chemistry, and the energy of second-order perturbation theory from it.

use extents::prelude::*;

use super::{assert_close, noise};

// Atomic orbitals `p` to `s`; of molecules `i`, `j` with and `a`, `b` without electrons.
extents::labels! { p, q, r, s, i, j, a, b }

type Matrix<N, M> = TensorOf<StaticExtents<(N, M)>, f64>;
type Integrals<P, Q, R, S> = TensorOf<StaticExtents<(P, Q, R, S)>, f64>;

/// `(ia|jb)`, in whichever order costs least.
fn transform<N: Mode, O: Mode, V: Mode>(
    integrals: &Integrals<N, N, N, N>,
    occupied: &Matrix<N, O>,
    empty: &Matrix<N, V>,
) -> Result<Integrals<O, V, O, V>, ShapeError> {
    contract!(integrals[p, q, r, s] * occupied[p, i] * empty[q, a] * occupied[r, j] * empty[s, b] => [i, a, j, b])
}

#[test]
fn the_transformation_is_its_sum_and_keeps_the_symmetry() {
    const N: usize = 4;
    let (occupied, empty) = (2, 3);
    // Symmetric as integrals are: within a pair, and of the pairs.
    let pair = |p: usize, q: usize| p.max(q) * 10 + p.min(q);
    let integral = |p: usize, q: usize, r: usize, s: usize| {
        let (left, right) = (pair(p, q), pair(r, s));
        noise(left.max(right) * 100 + left.min(right))
    };
    let c = |p: usize, i: usize| noise(9000 + 10 * p + i);
    let g = Tensor::from_fn(extents![N, N, N, N], |[p, q, r, s]| integral(p, q, r, s)).unwrap();
    let o = Tensor::from_fn(extents![N, dyn occupied].unwrap(), |[p, i]| c(p, i)).unwrap();
    let v = Tensor::from_fn(extents![N, dyn empty].unwrap(), |[p, a]| c(p, 2 + a)).unwrap();
    let found = transform(&g, &o, &v).unwrap();
    let by_text = einsum("pqrs,pi,qa,rj,sb->iajb", &[&g.weaken::<DynExtents<4>>(), &o, &v, &o, &v]);
    let by_text = by_text.unwrap();
    for ([i, a, j, b], x) in found.indexed_iter() {
        let mut expected = 0.0;
        for p in 0..N {
            for q in 0..N {
                for r in 0..N {
                    for s in 0..N {
                        expected +=
                            integral(p, q, r, s) * c(p, i) * c(q, 2 + a) * c(r, j) * c(s, 2 + b);
                    }
                }
            }
        }
        assert_close(*x, expected);
        assert_close(by_text[&[i, a, j, b][..]], expected);
        assert_close(found[[j, b, i, a]], expected);
    }

    // The energy: (ia|jb) (2 (ia|jb) - (ib|ja)) over differences of energies.
    let energy = |k: usize| k as f64 - if k < 2 { 3.0 } else { 0.0 };
    let exchange = found.permute(modes![0, 3, 2, 1]);
    let denominators = extents::expression::computed(*found.extents(), |[i, a, j, b]| {
        energy(i) + energy(j) - energy(2 + a) - energy(2 + b)
    });
    let total = (&found * (2.0 * &found - exchange) / denominators).sum().unwrap();
    let mut expected = 0.0;
    for ([i, a, j, b], x) in found.indexed_iter() {
        expected += x * (2.0 * x - found[[i, b, j, a]])
            / (energy(i) + energy(j) - energy(2 + a) - energy(2 + b));
    }
    assert_close(total, expected);
}
