use extents::label::{i, j, k};
use extents::{StaticExtents, contract, labels};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn product(
    a: &On<StaticExtents![10, 7], (Replicated, Replicated)>,
    b: &On<StaticExtents![7, 5], (Shard<node>, Replicated)>,
) {
    let _ = contract!(a[i, k] * b[k, j] => [i, j]);
}

fn main() {}
